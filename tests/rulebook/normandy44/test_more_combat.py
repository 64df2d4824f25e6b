"""9.8, 11-14, 17-20 Cases of combat and supply that meet."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.normandy44.situation import DISRUPTED, Situation
from grognard.games.zocbond import supply

from .field import (
    field,
    hexes,
    index,
    ledger,
    mark,
    marked,
    offers,
    refused,
    run,
    steps,
    unit,
    where,
)
from .test_12_results import fought, retreating, standing

SUPPLIED: dict[str, Any] = {
    "features": {"green": "0101"},
    "roads": ["secondary 0101-0102-0103-0104-0105"],
}


@pytest.mark.rule("normandy44:11.9b")
def test_a_defending_tiger_shifts_in_any_ground() -> None:
    g = field({"0404": "US-1-16", "0405": "GE-101Tiger"}, terrain={"woods": "0405"})
    run(g, "attack 0405", "with US-1-16", "maf US1")
    assert ledger(g).shifts["11.9"] == -1


@pytest.mark.rule(
    "normandy44:12.4.7a", "normandy44:12.4.7b", "normandy44:17.2.6", "normandy44:11.6.2"
)
def test_support_of_a_defence() -> None:
    """One source adds one: an HQ pays a point, a Werfer is used up."""

    def points(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]

    g = standing(
        "GE-91-1057",
        more={"0105": "GE-HQ-84", "0305": "GE-Werfer7"},
        change=points,
        terrain={"mixed": "0505"},
        result="=DR",
        **SUPPLIED,
    )
    assert offers(g) == {"hq GE-HQ-84", "werfer GE-Werfer7", "none"}
    other = g.copy()
    run(g, "hq GE-HQ-84", 4)
    assert g.state.sp[2] == 0
    assert (where(g, "GE-91-1057"), steps(g, "GE-91-1057")) == ("0505", 1)
    run(other, "werfer GE-Werfer7", 4)
    assert marked(other, "GE-Werfer7", "used")


@pytest.mark.rule("normandy44:13.6c2", "normandy44:9.8.4b", "normandy44:17.2.3")
@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda s: s.set_status(index(s, "GE-HQ-84"), DISRUPTED), "13.6"),
        (lambda s: mark(s, "strategic", "GE-HQ-84"), "9.8.4"),
        (lambda s: mark(s, "used", "GE-HQ-84"), "17.2.3"),
        (lambda s: setattr(s, "sp", [0, 0, 0, 0]), "17.2.5"),
    ],
)
def test_guns_that_are_silent(change: Any, rule: str) -> None:
    def begin(state: Situation) -> None:
        state.sp = [0, 0, 2, 0, 0]
        change(state)

    g = field(
        {"0404": "GE-21-125", "0405": "US-82-505:1", "0104": "GE-HQ-84"},
        side="german",
        change=begin,
        **SUPPLIED,
    )
    run(g, "attack 0405", "with GE-21-125", "maf 21Pz")
    assert refused(g, "hq GE-HQ-84") == rule


@pytest.mark.rule("normandy44:17.2.5b", "normandy44:17.2.5a")
def test_allied_headquarters_give_two_shifts_to_their_own_army() -> None:
    def begin(state: Situation) -> None:
        state.sp = [2, 2, 0, 0, 0]

    g = field(
        {"0404": "US-1-16 US-HQ-5 BR-HQ-1", "0405": "GE-91-1057", "0505": "US-Eng-1S"},
        change=begin,
    )
    beach = g.state
    assert beach.sp == [2, 2, 0, 0, 0]
    run(g, "attack 0405", "with US-1-16", "maf US1")
    assert refused(g, "hq BR-HQ-1") == "17.2.5"


@pytest.mark.rule("normandy44:12.4.8b")
def test_a_defence_that_kills_its_leader_holds_by_those_who_stand_with_it() -> None:
    g = standing(
        "GE-352-1-914 GE-91-3-1058:1",
        "lead GE-352-1-914",
        5,
        terrain={"mixed": "0505"},
        result="=DR",
    )
    assert where(g, "GE-352-1-914") == "eliminated"
    assert where(g, "GE-91-3-1058") == "0505"


@pytest.mark.rule("normandy44:12.4.9", "normandy44:14.1b")
def test_a_defence_that_costs_the_last_step_gives_a_limited_advance() -> None:
    g = fought("US-1-16 US-1-18", "GE-352-1-914", "US1", "=DR", terrain={"mixed": "0505"})
    run(g, "stand", 5)
    assert where(g, "GE-352-1-914") == "eliminated"
    assert refused(g, "advance US-1-16 to 0405") == "14.1"
    run(g, "advance US-1-16")
    assert where(g, "US-1-16") == "0505"
    assert "to 0506" not in offers(g)


@pytest.mark.rule("normandy44:12.5b", "normandy44:14.1b")
def test_a_desperate_defense_that_costs_the_last_steps_gives_a_limited_advance() -> None:
    """A strongpoint of two steps cannot retreat."""
    g = fought("US-1-16 US-1-18", "GE-SP-Crisbecq", "US1", "=DR")
    run(g, "stand", 1, "desperate")
    assert where(g, "GE-SP-Crisbecq") == "eliminated"
    assert refused(g, "advance US-1-16 to 0405") == "14.1"
    assert refused(g, "reserve US-1-16") == "15.1"


@pytest.mark.rule("normandy44:13.1.3", "normandy44:13.6a", "normandy44:13.6e", "normandy44:17.2.3")
def test_a_stack_may_split_and_a_headquarters_is_flipped() -> None:
    g = fought("US-1-16 US-1-18", "GE-91-1057 GE-HQ-84", "US1", "=DR", "fallback")
    first = {action.text for action in g.legal_actions if action.verb == "retreat"}
    assert len(first) > 1
    while retreating(g):
        g.play(g.legal_actions[0])
    assert marked(g, "GE-HQ-84", "used")
    assert g.state.status[unit(g, "GE-91-1057")] == DISRUPTED


@pytest.mark.rule("normandy44:13.1.5", "normandy44:13.2.2e")
def test_a_retreat_goes_on_until_there_is_room() -> None:
    """Both hexes two away that are open are full: the unit goes one farther."""
    full = "GE-21-125 GE-12SS-25"
    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057",
        "US1",
        "=DR",
        "fallback",
        more={"0507": full},
        terrain={"sea": "0606 0605 0405 0406 0607 0407"},
    )
    while retreating(g):
        g.play(g.legal_actions[0])
    grid = g.rules.board.grid
    place = g.state.hex[unit(g, "GE-91-1057")]
    assert place < 0 or grid.distance(grid.index("0505"), place) > 2


@pytest.mark.rule("normandy44:13.7", "normandy44:9.8.5d")
def test_a_strategic_friend_is_the_last_resort() -> None:
    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057",
        "US1",
        "=DR",
        "fallback",
        more={"0506": "GE-21-125"},
        change=lambda s: mark(s, "strategic", "GE-21-125"),
    )
    assert "0506" not in hexes(g, "retreat")


@pytest.mark.rule("normandy44:9.8.5c")
def test_an_attack_takes_the_marker_off() -> None:
    g = fought(
        "US-1-16", "GE-21-125", "US1", "go", 1, change=lambda s: mark(s, "strategic", "GE-21-125")
    )
    assert not marked(g, "GE-21-125", "strategic")


@pytest.mark.rule("normandy44:14.4.2", "normandy44:14.4.3b", "normandy44:14.4.4")
@pytest.mark.parametrize(
    ("side", "first", "second"),
    [("impassable", False, False), ("major_river", True, False), ("minor_river", True, True)],
)
def test_rivers_and_advances(side: str, first: bool, second: bool) -> None:
    """Out of the start hex and out of the vacated hex."""
    g = fought(
        "GE-12SS-25 GE-12SS-26",
        "BR-6-8-3:1",
        "12SS",
        "go",
        4,
        side="german",
        sides={side: "0504/0503 0505/0506"},
    )
    run(g, "advance GE-12SS-25")
    assert ("0503" in hexes(g, "to")) is first
    run(g, "to 0505")
    onward = hexes(g, "to") if g.decision and g.decision.kind.startswith("advance") else set()
    assert ("0506" in onward) is second


@pytest.mark.rule("normandy44:18.3b1", "normandy44:18.3b2", "normandy44:18.3b4", "normandy44:18.3d")
@pytest.mark.parametrize(
    ("how", "cut"),
    [
        ({"sides": {"major_river": "0103/0104 0103/0203"}}, False),
        ({"terrain": {"flooded": "0104"}}, False),
        ({"more": {"0102": "US-9-39"}}, True),
    ],
)
def test_what_cuts_a_line(how: dict[str, Any], cut: bool) -> None:
    how = dict(how)
    more = how.pop("more", {})
    g = field(
        {"0105": "GE-91-1057", "0909": "US-1-16", **more},
        side="german",
        phase="movement",
        features={"green": "0101"},
        roads=["secondary 0101-0102-0103"],
        **how,
    )
    assert supply.in_supply(g.state, unit(g, "GE-91-1057")) is not cut


@pytest.mark.rule("normandy44:18.4e", "normandy44:18.4d", "normandy44:20.2.3a5")
def test_out_of_supply_units_defend_in_full() -> None:
    g = field(
        {"0404": "US-1-16", "0405": "GE-21-125"}, change=lambda s: mark(s, "oos", "GE-21-125")
    )
    run(g, "attack 0405", "with US-1-16", "maf US1")
    assert ledger(g).strengths[1] == 6
    assert g.state.zoc(1)


@pytest.mark.rule("normandy44:18.5.3")
def test_a_strongpoint_is_safe_behind_others() -> None:
    g = field(
        {"0404": "GE-352-1-914 GE-SP-Hillman", "0405": "US-1-16", "0303": "US-1-18"},
        phase="supply",
        side="german",
        change=lambda s: mark(s, "oos", "GE-352-1-914", "GE-SP-Hillman"),
    )
    run(g, 6)
    assert where(g, "GE-SP-Hillman") == "0404"
    assert g.decision is None or g.decision.kind != "roll"
    g = field(
        {"0404": "GE-352-1-914 GE-SP-Hillman", "0405": "US-1-16", "0303": "US-1-18"},
        phase="supply",
        side="german",
        change=lambda s: mark(s, "oos", "GE-352-1-914", "GE-SP-Hillman"),
    )
    run(g, 1)
    assert where(g, "GE-352-1-914") == "eliminated"
    assert g.decision is not None
    assert g.decision.kind == "roll"


@pytest.mark.rule("normandy44:13.5b")
def test_who_fell_back_holds_the_hex() -> None:
    def fallen(state: Situation) -> None:
        state.fell_back |= 1 << index(state, "GE-91-1057")

    g = fought("US-1-16", "GE-352-PzJg GE-91-1057", "US1", "=EX", change=fallen)
    assert where(g, "GE-352-PzJg") == "eliminated"
    assert where(g, "GE-91-1057") == "0505"
    assert g.decision is None or g.decision.kind != "advance"


@pytest.mark.rule("normandy44:9.1b", "normandy44:9.10b", "normandy44:9.10d")
def test_a_stack_moves_as_one_order() -> None:
    g = field(
        {"0404": "GE-91-1057 GE-352-1-914", "0909": "US-1-16"}, side="german", phase="movement"
    )
    run(g, "move 0404 to 0406")
    assert {where(g, "GE-91-1057"), where(g, "GE-352-1-914")} == {"0406"}
