"""How far it is to a place over a map without enemies, worked out once a goal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

FAR = 99.0
"""Farther than anybody marches, in movement points."""

Ways = Iterable[tuple[int, int]]
"""The places next to a place, and what it costs to enter each, in sixths of a movement point."""


class Marches:
    """The marches of one kind of unit."""

    def __init__(self, steps: Sequence[Ways]) -> None:
        self._into: list[list[tuple[int, int]]] = [[] for _ in steps]
        for here, ahead in enumerate(steps):
            for there, cost in ahead:
                self._into[there].append((here, cost))
        self._known: dict[int, list[float]] = {}

    def to(self, goal: int) -> list[float]:
        """By place: the movement points of the march to the goal."""
        known = self._known.get(goal)
        if known is None:
            known = self._known[goal] = self._spread(goal)
        return known

    def _spread(self, goal: int) -> list[float]:
        cheapest = [FAR] * len(self._into)
        cheapest[goal] = 0.0
        heap = [(0, goal)]
        while heap:
            spent, here = heappop(heap)
            if spent / 6 > cheapest[here]:
                continue
            for there, cost in self._into[here]:
                total = spent + cost
                if total / 6 < cheapest[there]:
                    cheapest[there] = total / 6
                    heappush(heap, (total, there))
        return cheapest
