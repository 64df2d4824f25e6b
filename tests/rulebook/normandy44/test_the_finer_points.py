"""Cases that only a rule broken by hand has shown to be untested."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.normandy44.situation import Situation

from .field import field, hexes, mark, marked, refused, run, steps

POSITION = """grognard position 1
game normandy44
scenario campaign
turn {turn}
phase {phase}
weather 2
{lines}
"""


def at(phase: str, lines: str, turn: int = 6) -> grognard.Game:
    return grognard.load(POSITION.format(phase=phase, lines=lines, turn=turn))


@pytest.mark.rule("normandy44:6.6a", "normandy44:8.5.2a")
def test_nobody_enters_the_map_under_an_enemy_bond_or_where_the_enemy_stands() -> None:
    lines = "later GE-Lehr-902\n0824 US-1-16\n0826 US-1-18\n0832 US-1-26\n2512 GE-6FJ"
    g = at("movement german", lines, 3)
    run(g, "move GE-Lehr-902")
    assert hexes(g, "enter") == {"0838"}
    assert refused(g, "enter 0825") == "8.5.2"
    assert refused(g, "enter 0832") == "9.1"
    assert refused(g, "enter 1341") == "6.6"


@pytest.mark.rule("normandy44:21.2a")
def test_who_has_moved_to_the_beach_is_not_shipped_home() -> None:
    g = at("movement allied", "2814 US-Eng-1S\n2813 US-4-22\n2713 US-4-8\n1030 GE-21-125")
    run(g, "move US-4-22 2814")
    assert "US-4-22" not in hexes(g, "evacuate")
    assert refused(g, "evacuate US-4-22") == "21.2"


@pytest.mark.rule("normandy44:10.7", "normandy44:14.1a")
def test_of_those_who_did_not_attack_only_units_in_parentheses_go_with_the_advance() -> None:
    g = field({"0404": "US-1-16 US-1-18 US-1-26:1", "0405": "GE-352-1-914"})
    run(g, "attack 0405 with US-1-16 maf US1 go", 6)
    assert hexes(g, "advance") == {"US-1-16", "US-1-26"}


@pytest.mark.rule("normandy44:19.1.5", "normandy44:9.8.4a")
@pytest.mark.parametrize(
    ("on_the_road", "die", "left"), [(True, 5, 1), (True, 4, 2), (False, 5, 2)]
)
def test_tanks_under_a_strategic_movement_marker_are_easier_to_strafe(
    on_the_road: bool, die: int, left: int
) -> None:
    def begin(state: Situation) -> None:
        state.air = [1, 0]
        if on_the_road:
            mark(state, "strategic", "GE-21-1-22")

    g = field({"0404": "US-1-16", "0508": "GE-21-1-22"}, row=4, change=begin)
    run(g, "strafe 0508", die)
    assert steps(g, "GE-21-1-22") == left


@pytest.mark.rule("normandy44:16.1.6", "normandy44:16.1.4b")
def test_where_a_position_is_permanent_none_is_begun() -> None:
    def begin(state: Situation) -> None:
        state.positions = [1, 1, 2]

    g = field(
        {"0404": "GE-91-1057", "0406": "GE-91-1058", "0909": "US-1-16"},
        phase="movement",
        side="german",
        features={"permanent": "0404"},
        change=begin,
    )
    assert hexes(g, "dig") == {"GE-91-1058"}
    assert refused(g, "dig GE-91-1057") == "16.1.4"


@pytest.mark.rule("normandy44:17.2.3", "normandy44:17.3b", "normandy44:3.0b4")
def test_guns_without_a_line_of_supply_are_not_ready_again() -> None:
    """Inland there is a line; in the ring of Allied units around 3012 there is none."""
    lines = (
        "1815 GE-HQ-84(u)\n1816 GE-Werfer7(u)\n2814 US-Eng-1S\n3012 GE-HQ-86(uo) GE-Werfer8(uo)\n"
        "3011 US-4-8\n3112 US-4-12\n2912 US-4-22\n2911 US-9-39\n3013 US-9-47\n3111 US-9-60"
    )
    g = grognard.load(POSITION.format(phase="end allied", lines=lines, turn=6), dice="asked")
    run(g, 2, "supply 7Army")
    told = g.play("supply 7Army")
    assert [e.facts["unit"] for e in told if e.kind == "ready"] == ["GE-HQ-84", "GE-Werfer7"]
    assert [e.rule for e in told if e.kind == "ready"] == ["17.2.3", "17.3"]
    assert marked(g, "GE-HQ-86", "used")
    assert marked(g, "GE-Werfer8", "used")


@pytest.mark.rule("normandy44:17.9.4", "normandy44:17.9.1b")
def test_a_dead_cadre_keeps_its_place_in_the_display() -> None:
    lines = "2814 US-Eng-1S US-4-12\n1030 GE-21-125\neliminated US-4-8"
    free = at("movement allied", lines).state.cadres_left("US infantry")
    assert (
        at("movement allied", f"tied US-4-8\n{lines}").state.cadres_left("US infantry") == free - 1
    )


@pytest.mark.rule("normandy44:6.5.2c", "normandy44:21.1.3")
@pytest.mark.parametrize(("landed", "rule"), [("0 0 4 0 0", "6.5.2"), ("0 0 0 4 0", None)])
def test_what_lands_at_arromanches_counts_for_gold(landed: str, rule: str | None) -> None:
    lines = f"points 6 6\nthrough {landed}\nharbours none 2524\n2527 BR-Eng-7\n1030 GE-21-125"
    g = at("movement allied", f"{lines}\ncontrol 2524\nBritain BR-51-152")
    run(g, "move BR-51-152")
    if rule is None:
        assert "2524" in hexes(g, "land")
    else:
        assert refused(g, "land 2524") == rule
