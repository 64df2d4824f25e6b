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


def excess(g: Situation, units: Sequence[int]) -> int:
    """7.1a How many points units in one hex are over the limit; 0 if they are not."""
    return max(0, points(g, units) - g.game.charts.stacking)


def surplus(g: Situation, h: int) -> list[int]:
    """7.2a The units of which one must go from an overstacked hex: those whose going helps."""
    group = g.group(h)
    over = points(g, group)
    if over <= g.game.charts.stacking:
        return []
    return [u for u in group if points(g, [f for f in group if f != u]) < over]
