"""2.0 Components and definitions."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import (
    FIGURES,
    PLAIN,
    index,
    plain,
    play,
    refused,
    rules,
    scene,
)

import grognard
from grognard import Game
from grognard.games.gazala1942.counters import Counter
from grognard.textdata import DataError

GAME = grognard.new("gazala1942", seed="counters", data=FIGURES)
UNITS = rules(GAME).units


def find(name: str) -> Counter:
    unit = UNITS.find(name)
    assert unit is not None
    return unit


@pytest.mark.rule("gazala1942:2.1b", "gazala1942:2.1f")
def test_the_numbers_of_a_counter() -> None:
    grant = find("AL-9L-1")
    assert (grant.strength[2], grant.armor[2], grant.move[2]) == (3, 4, 9)
    assert find("AX-HQ-AFRIKA").range == 8
    assert find("AX-ROMMEL").move[1] == 14


@pytest.mark.rule("gazala1942:2.1d", "gazala1942:2.1e")
def test_what_is_mechanized() -> None:
    for unit in UNITS:
        if unit.type in ("tank", "armored car", "headquarters", "flak"):
            assert unit.mech, unit.id
    assert not find("AX-85-60").mech
    assert find("AX-65-101").mech
    assert all(unit.move[unit.steps] == 12 for unit in UNITS if unit.car)


@pytest.mark.rule("gazala1942:2.1g")
def test_units_start_at_full_strength_unless_the_scenario_says_otherwise() -> None:
    g = grognard.new("gazala1942", scenario="opening", seed="1")
    reduced = {unit.id for unit in UNITS if 0 < g.state.steps[unit.index] < unit.steps}
    assert reduced == {"AL-6-2SA", "AL-9-5", "AL-7-7"}
    assert {unit.steps for unit in UNITS if unit.nationality == "South African" and unit.big} == {3}


@pytest.mark.rule("gazala1942:2.2")
def test_each_headquarters_has_a_marker() -> None:
    heads = {unit.id for unit in UNITS if unit.type == "headquarters"}
    assert set(rules(GAME).marker_names) == heads
    assert len(heads) == 11


def test_a_position_is_written_and_read_again() -> None:
    g = scene(
        "0404 AX-200(r) AX-HQ-XXI; 0505 AL-69-50(n); later AL-4T; eliminated AX-1-15T",
        impulse="AX-HQ-XXI",
        board=plain("side minefield 0303/0304", "side minefield 0304/0404"),
        lines=[
            "count impulses 12",
            "breached 0304-0404",
            "pool Grant 2",
            "note 0303 6",
            "command AX-200 AX-HQ-X",
        ],
    )
    assert grognard.load(g.position, dice="asked").position == g.position
    assert g.state.impulses == 12
    assert "\nbreached 0304-0404\n" in g.position, "a hexside as people name it"
    assert g.state.pool[rules(g).pools.index("Grant")] == 2
    assert g.state.command[index(g, "AX-200")] == index(g, "AX-HQ-X")


@pytest.mark.rule("gazala1942:10.13a")
def test_an_hq_that_comes_back_is_eliminated_whether_the_position_says_so_or_not() -> None:
    for more in ([], ["eliminated AX-HQ-X"]):
        g = scene(
            "0404 AX-19-27 AX-HQ-XX; 0505 AL-69-50",
            impulse="AX-HQ-XX",
            lines=["returns AX-HQ-X 6", *more],
        )
        assert refused(g, "move AX-19-27 0403") == "10.13a"
        assert "\neliminated AX-HQ-X\n" in g.position


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["breached 0404-0405"], "0404-0405 is not such a hexside"),
        (["phase activation axis"], "the phase needs the impulse"),
        (["phase movement axis", "impulse AL-HQ-50"], "the phase needs the impulse"),
        (["phase activation axis", "impulse AX-HQ-XX"], "AX-HQ-XX is not on the map"),
        (["phase draw axis", "moving AX-200 4 0404 0"], "cannot be on the move"),
        (["phase nowhere axis"], "is none of"),
        (["cup AX-200"], "has no impulse marker"),
        (["0404 AX-NOBODY"], "no unit is called"),
        (["0404 AX-33E(r)"], "has only one step"),
        (["0505 AL-150-50(rr)"], "AL-150-50: 1 steps"),
        (["returns AX-200 5"], "AX-200 is not a headquarters"),
        (["0404 AX-HQ-XX", "returns AX-HQ-XX 5"], "AX-HQ-XX appears twice"),
        (["0505 AX-361"], "holds units of both sides"),
        (["turn 99"], "there are 28 turns"),
        (["nonsense"], "not a line of a position"),
    ],
)
def test_a_faulty_position_is_refused_with_its_line(lines: list[str], fault: str) -> None:
    text = ["grognard position 1", "game gazala1942", "scenario aida", PLAIN, "turn 3"]
    text += ["phase draw axis", "0404 AX-200", "0505 AL-69-50", *lines]
    with pytest.raises(DataError, match=fault):
        grognard.load("\n".join(text) + "\n", dice="asked")


def axis_controls(g: Game, *hexes: str) -> list[bool]:
    return [g.state.controls(0, rules(g).board.index(h)) for h in hexes]


@pytest.mark.rule("gazala1942:2.1c")
def test_a_second_zone_takes_a_hex_back_that_the_enemy_took_from_the_first() -> None:
    """The zone that is extended last counts, also where the side had one all along."""
    units = "0504 AX-65-101; 0506 AL-69-50; 0308 {}; 0901 AX-HQ-XX; 0909 AL-HQ-50"
    for mover, taken in (("AX-66-101", True), ("AX-3-132T", False), ("AX-34E", False)):
        g = scene(units.format(mover), impulse="AX-HQ-XX", lines=["control axis 0504"])
        assert axis_controls(g, "0505", "0405") == [False, False]
        play(g, f"move {mover} 0307-0306-0405")
        assert axis_controls(g, "0405") == [True]
        assert axis_controls(g, "0505") == [taken], "only a regiment extends a zone"


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:4.41a")
def test_a_battalion_that_joins_a_zone_extends_none_and_a_regiment_does() -> None:
    units = "0504 AX-65-101; 0506 AL-69-50; 0402 {}; 0901 AX-HQ-XX; 0909 AL-HQ-50"
    for mover, taken in (("AX-66-101", True), ("AX-3-132T", False)):
        g = scene(units.format(mover), impulse="AX-HQ-XX", lines=["control axis 0504"])
        play(g, f"move {mover} 0403-0504", "stay")
        assert axis_controls(g, "0505") == [taken]


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:4.41b")
def test_the_second_battalion_behind_a_minefield_extends_its_zone_anew() -> None:
    g = scene(
        "0504 AX-65-101; 0506 AL-KDG; 0508 AL-7A; 0901 AX-HQ-XX; 0906 AL-HQ-50",
        "activation allied",
        impulse="AL-HQ-50",
        board=plain("side minefield 0505/0506"),
        lines=["control axis 0504 0505"],
    )
    play(g, "move AL-7A 0507", "stay")
    assert axis_controls(g, "0505", "0507") == [True, False]
    g = scene(
        "0504 AX-65-101; 0506 AL-KDG; 0508 AL-7A; 0901 AX-HQ-XX; 0906 AL-HQ-50",
        "activation allied",
        impulse="AL-HQ-50",
        board=plain("side minefield 0505/0506"),
        lines=["control axis 0504 0505"],
    )
    play(g, "move AL-7A 0507-0506", "stay")
    assert axis_controls(g, "0505") == [False]


@pytest.mark.rule("gazala1942:2.1c")
def test_a_hex_that_only_one_zone_still_covers_is_that_sides() -> None:
    """Who leaves has had his unit and his zone there before; the other's is there last."""
    g = scene(
        "0504 AX-65-101; 0505 AL-69-50; 0901 AX-HQ-XX; 0901 AX-34E; 0605 AL-KDG; 0909 AL-HQ-50",
        "activation allied",
        impulse="AL-HQ-50",
        lines=["control axis 0504 0901"],
    )
    assert axis_controls(g, "0505", "0604", "0405", "0506") == [False] * 4
    play(g, "done", "move AL-69-50 0506-0507", "stay")
    assert axis_controls(g, "0505", "0604", "0405") == [True, True, False]
    assert axis_controls(g, "0506", "0605") == [False, False], "no Axis zone there; a unit there"


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:13.19")
def test_the_hex_of_defenders_that_are_gone_is_his_whose_zone_is_there() -> None:
    for attackers, taken in (("AX-65-101(e) AX-66-101(e)", True), ("AX-1-132T(e)", False)):
        g = scene(
            f"0504 {attackers}; 0505 AL-KDG(r); 0901 AX-HQ-XX; 0909 AL-HQ-50",
            "combat axis",
            impulse="AX-HQ-XX",
            lines=["control axis 0504", "armor-targets 0505"],
        )
        play(g, "attack 0505 all go", "roll 6")
        while g.phase == "combat":
            g.play("done")
        assert axis_controls(g, "0505") == [taken]


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:9.31b")
def test_the_zone_of_a_brigade_that_shrinks_is_gone_from_its_hexes() -> None:
    g = scene(
        "0505 AL-69-50(r); 0504 AX-65-101(e) AX-66-101(e); 0606 AX-200; 0901 AX-HQ-XX; 0909 AL-HQ-50",
        "combat axis",
        impulse="AX-HQ-XX",
        lines=["control axis 0504 0606"],
    )
    assert axis_controls(g, "0604", "0605", "0405") == [False] * 3
    play(g, "attack 0505 all go", "roll 4")
    while g.phase == "combat":
        g.play("lose AX-65-101" if g.decision and g.decision.kind == "lose" else g.legal_actions[0])
    assert axis_controls(g, "0505", "0604", "0605", "0405") == [False, True, True, False]
