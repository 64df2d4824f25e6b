"""4.0 Stacking: six points a hex, one silhouetted tank free."""

from __future__ import annotations

from collections.abc import Iterable

from .situation import Situation

LIMIT = 6


def limit(g: Situation) -> int:
    """4.1"""
    return LIMIT


def points(g: Situation, units: Iterable[int], hexes: int = 1) -> int:
    """4.2, 4.3 The Stacking Points of units in one hex, or spread over several."""
    total = tanks = 0
    counters, steps = g.game.units.units, g.steps
    for u in units:
        if counters[u].silhouette:
            tanks += 1
        else:
            total += counters[u].stacking[steps[u]]
    return total + max(tanks - hexes, 0)
