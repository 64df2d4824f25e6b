"""4.0 Stacking: six points a hex, one silhouetted tank free."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decision import Procedure
from ..zocbond import stacking
from .situation import Situation

LIMIT = 6


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


def over(g: Situation, h: int) -> bool:
    group = g.group(h)
    return len(group) > 2 and points(g, group) > LIMIT


def surplus(g: Situation, h: int) -> list[int]:
    """4.4 The units of a hex over the limit that bring it nearer to it if they go; [] within it."""
    if not over(g, h):
        return []
    group = g.group(h)
    total = points(g, group)
    return [u for u in group if points(g, [v for v in group if v != u]) < total]


def correct(g: Situation, side: int, hexes: int = -1) -> Procedure:
    """4.4b-c Hexes over the limit lose units of their owner's choice until they comply.

    ``hexes`` are those that must comply now: all at the end of a phase, before then only where an
    attack or an advance has been made (12.1.4 gives the others time).
    """
    yield from stacking.correct(g, side, hexes)
