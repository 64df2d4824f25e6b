"""20.1, 21.1 and 21.2 in positions: what a text that does not say so leaves to the turn."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, hexes, marked, state, where

import grognard

SOUTH = {"S1", "S2", "S3"}
EAST = {"E1", "E2", "E3", "E4", "E5"}
NAMES = ("N1", "N2", "E1", "E2", "E3", "E4", "E5", "S1", "S2", "S3")


def allied(g):
    return {name for k, name in enumerate(NAMES) if state(g).allied_areas >> k & 1}


@pytest.mark.rule("salerno43:21.2.1a", "salerno43:S2.3.7a")
@pytest.mark.parametrize(
    ("turn", "phase", "lines", "found"),
    [
        (10, "movement allied", "", set()),
        (11, "movement german", "", set()),
        (11, "movement allied", "", SOUTH),
        (12, "movement german", "", SOUTH),
        (12, "movement german", "areas", set()),
        (12, "movement german", "areas S1 E1", {"S1", "E1"}),
        (16, "movement allied", "abandoned", SOUTH | EAST - {"E5"}),
    ],
)
def test_the_usual_areas(turn, phase, lines, found):
    units = {"0505": "US-36-142", "0908": "GE-16Pz-IIa"}
    g = field(units, turn=turn, phase=phase, lines=lines, scenario="campaign")
    assert allied(g) == found
    assert allied(grognard.load(g.position, dice="asked")) == found


@pytest.mark.rule("salerno43:20.1.1a", "salerno43:20.1.1b")
@pytest.mark.parametrize(("lines", "offered"), [("", {"GE-16Pz-IIa"}), ("replacements", set()), ("replacements GI", {"GE-16Pz-I64"})])  # fmt: skip
def test_the_replacements_of_the_turn(lines, offered):
    """Turn 5 brings the Germans a tank Replacement."""
    g = field(
        {"0504": "GE-16Pz-IIa(r) GE-16Pz-I64(r) GE-16Pz-ASU(u)", "0908": "US-36-142"},
        phase="initial german",
        features={"N1": "0501"},
        lines=f"supply 0 1\n{lines}",
    )
    assert hexes(g, "replace") == offered
    assert hexes(grognard.load(g.position, dice="asked"), "replace") == offered


@pytest.mark.rule("salerno43:21.1.1a", "salerno43:21.2.1a", "salerno43:19.1b")
def test_what_comes_by_itself_comes_in_a_position_too():
    allied_ = field(
        {"later": "US-45-179 US-3-30", "0505": "US-BH-Red", "0908": "GE-16Pz-IIa"},
        phase="initial allied",
        turn=2,
    )
    assert (where(allied_, "US-45-179"), where(allied_, "US-3-30")) == ("reserve", "later")
    eighth = field(
        {"later": "BR-5-13", "S2": "GE-29PG-I15", "0908": "GE-16Pz-IIa"},
        phase="initial allied",
        turn=11,
        scenario="campaign",
    )
    assert where(eighth, "GE-29PG-I15") == "eliminated"
    assert allied(eighth) == SOUTH
    rockets = field(
        {"0502": "GE-71Neb(u)", "0504": "GE-16Pz-ASU(u)", "0908": "US-36-142"},
        phase="initial german",
        features={"N1": "0501"},
        lines="supply 0 1",
    )
    assert not marked(rockets, "GE-71Neb", "fired")


@pytest.mark.rule("salerno43:18.1.1", "salerno43:18.1.3a")
@pytest.mark.parametrize(
    ("place", "name"), [("N1", "US-BH-Red"), ("0505", "US-BH-Red(d)"), ("reserve", "US-BH-Red")]
)
def test_a_beachhead_is_on_the_map_and_in_good_order(place, name):
    with pytest.raises(grognard.DataError):
        field({place: name, "0908": "GE-16Pz-IIa"}, features={"N1": "0101"})


@pytest.mark.rule("salerno43:18.3")
@pytest.mark.parametrize("line", ["reserve GE-16Pz-I64", "voyage 0102 GE-16Pz-I64"])
def test_only_allied_units_are_in_the_reserve_and_at_sea(line):
    with pytest.raises(grognard.DataError, match="only Allied units are at sea"):
        field({"0505": "US-36-142"}, features={"port1": "0102"}, lines=f"control 0102\n{line}")
