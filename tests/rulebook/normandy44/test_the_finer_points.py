"""Cases that only a rule broken by hand has shown to be untested."""

from __future__ import annotations

import pytest

import grognard

from .field import hexes, refused, run

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
