"""Figures of a position that any game with ZOC Bonds has: strengths, and their balance around a place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from ...games.zocbond.battle import Battle
from ...hexes import members

AROUND = 2
"""How many hexes around a place count for who has the upper hand there."""
LITTLE = 3.0
"""What is added to both strengths, so that a hex without troops is nobody's."""


def strength(g: Battle[Any], unit: int) -> float:
    """A unit in strength points: the mean of its attack and defence."""
    return (g.attack(unit) + g.defense(unit)) / 2


def total(g: Battle[Any], units: Iterable[int]) -> float:
    """The strength of units together."""
    return sum(strength(g, u) for u in units)


def ratio(ours: float, theirs: float) -> float:
    """A ratio of strengths as a logarithm: 0 where they are even."""
    return math.log((ours + LITTLE) / (theirs + LITTLE))


def balance(g: Battle[Any], place: int, side: int) -> float:
    """Who has the upper hand around a place: above 0 the side, below 0 its enemy."""
    near = g.game.board.grid.within(place, AROUND)
    found = [0.0, 0.0]
    for who in (0, 1):
        for h in members(near & g.occupied[who]):
            found[who] += total(g, g.at[h])
    return ratio(found[side], found[1 - side])


def balances(g: Battle[Any], places: Sequence[tuple[int, float]], side: int) -> float:
    """The balance around places on average, each with its weight."""
    weight = sum(w for _, w in places)
    return sum(w * balance(g, h, side) for h, w in places) / weight if weight else 0.0
