"""The kernels as a textbook has them: coordinates as pairs, sets and dicts, a heap.

The peer that the bit boards and tables of ``grognard.hexes`` are measured against, and the
oracle that their results are compared with.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

Place = tuple[int, int]


def neighbours(place: Place) -> list[Place]:
    """The six around a hex of a flat-top map whose even columns lie half a hex lower."""
    column, row = place
    if column % 2 == 0:
        steps = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)]
    else:
        steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)]
    return [(column + a, row + b) for a, b in steps]


def zoc(units: Iterable[Place], hexes: set[Place]) -> set[Place]:
    """The hexes next to any of the units."""
    return {near for unit in units for near in neighbours(unit) if near in hexes}


def flood(start: Place, allowed: set[Place]) -> set[Place]:
    """Everything connected with the start."""
    filled, edge = {start}, [start]
    while edge:
        for near in neighbours(edge.pop()):
            if near in allowed and near not in filled:
                filled.add(near)
                edge.append(near)
    return filled


def reach(
    start: Place,
    budget: int,
    hexes: set[Place],
    cost: Callable[[Place, Place], int],
    barred: set[Place],
    halting: set[Place],
) -> dict[Place, int]:
    """Cheapest cost of each hex within the budget, stopping in halting hexes."""
    found = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, place = heapq.heappop(queue)
        if spent > found[place] or (place in halting and place != start):
            continue
        for near in neighbours(place):
            if near not in hexes or near in barred:
                continue
            total = spent + cost(place, near)
            if total <= budget and total < found.get(near, budget + 1):
                found[near] = total
                heapq.heappush(queue, (total, near))
    return found
