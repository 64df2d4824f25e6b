"""21.2 in positions: which Entry Areas are Allied when a text does not say so."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, state

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
