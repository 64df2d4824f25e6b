"""2.0 Components and definitions."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import FIGURES, PLAIN, index, plain, rules, scene

import grognard
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
