"""7.0 Stacking."""

from __future__ import annotations

from collections.abc import Sequence

from .counters import Counter
from .situation import Situation


def points(g: Situation, units: Sequence[int]) -> int:
    """7.1 The stacking points of units in one hex: by current strength, some of them free."""
    counters = g.game.units.units
    total = 0
    free: set[str] = set()
    dearest = 0
    for u in units:
        counter: Counter = counters[u]
        cost = counter.stacking[g.steps[u]]
        if counter.free and counter.free not in free:
            free.add(counter.free)
            continue
        total += cost
        if counter.silhouette:
            dearest = max(dearest, cost)
    return total - dearest


def limit(g: Situation) -> int:
    """7.1a"""
    return g.game.charts.stacking
