"""Hexes as small integers, sets of hexes as Python integers used as bit boards.

A hex numbered ``LLPP`` lies on *line* LL (a column of a flat-top map, a row of a
pointy-top one) at *place* PP along it.  Its index is ``line * stride + place + skew(line)``,
with at least one unused guard cell between two lines, so that each of the six
directions is one constant difference of indices: six shifts of a bit board give
the neighbours of a whole set at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

OFF = -1
"""Index used for 'no hex there'."""

Orientation = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]


def members(mask: int) -> list[int]:
    """The indices of the hexes in a set, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def mask_of(hexes: Iterable[int]) -> int:
    """The set of the given hexes."""
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


@dataclass(frozen=True)
class Grid:
    """The numbering of a hex map and its geometry.

    ``lines`` and ``places`` are the first and last numbers of the two halves of a hex
    number; ``ahead`` names the parity of the lines that lie half a hex further along
    (lower on a flat-top map numbered downwards, further right on a pointy-top one).
    ``upwards`` is true where line numbers of a pointy-top map grow towards the top.
    """

    orientation: Orientation
    lines: tuple[int, int]
    places: tuple[int, int]
    ahead: Parity
    upwards: bool = False

    @cached_property
    def stride(self) -> int:
        return self.places[1] - self.places[0] + 2

    @cached_property
    def size(self) -> int:
        """One more than the largest index: the length of a table by hex."""
        return self.index_at(self.lines[1], self.places[1]) + self.stride + 2

    @cached_property
    def deltas(self) -> tuple[int, int, int, int, int, int]:
        """Index differences of the six directions, clockwise; direction d + 3 is opposite d."""
        s = self.stride
        return (-1, s, s + 1, 1, -s, -s - 1)

    def _skew(self, line: int) -> int:
        return (line + (self.ahead == "odd")) >> 1

    def index_at(self, line: int, place: int) -> int:
        first = self.lines[0]
        return (
            (line - first) * self.stride
            + (place - self.places[0])
            + (self._skew(line) - self._skew(first))
            + self.stride
            + 1
        )

    @cached_property
    def _labels(self) -> dict[int, str]:
        return {
            self.index_at(line, place): f"{line:02d}{place:02d}"
            for line in range(self.lines[0], self.lines[1] + 1)
            for place in range(self.places[0], self.places[1] + 1)
        }

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {label: index for index, label in self._labels.items()}

    def index(self, label: str) -> int:
        """The index of the hex with this number; KeyError where the grid has none."""
        return self._indices[label]

    def has(self, label: str) -> bool:
        return label in self._indices

    def label(self, index: int) -> str:
        """The number printed in the hex."""
        return self._labels[index]

    def line_place(self, index: int) -> tuple[int, int]:
        label = self._labels[index]
        return int(label[:2]), int(label[2:])

    @cached_property
    def every(self) -> int:
        """The set of all hexes of the grid."""
        return mask_of(self._labels)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By index: the six neighbours in the order of ``deltas``, OFF beyond the edge."""
        every = self._labels
        return tuple(
            tuple(h + d if h in every and h + d in every else OFF for d in self.deltas)
            for h in range(self.size)
        )

    @cached_property
    def around(self) -> tuple[int, ...]:
        """By index: the set of the hexes next to it."""
        return tuple(mask_of(n for n in near if n != OFF) for near in self.neighbours)

    def spread(self, mask: int) -> int:
        """The hexes next to any hex of the set (which are in it only if next to another)."""
        s = self.stride
        return (
            mask << 1 | mask >> 1 | mask << s | mask >> s | mask << s + 1 | mask >> s + 1
        ) & self.every

    def within(self, index: int, distance: int) -> int:
        """The hexes at most so far away, itself included."""
        mask = 1 << index
        for _ in range(distance):
            mask |= self.spread(mask)
        return mask

    def direction(self, a: int, b: int) -> int:
        """Which of the six directions leads from a to its neighbour b."""
        return self.deltas.index(b - a)

    @cached_property
    def _slanted(self) -> dict[int, tuple[int, int]]:
        """By index: the line, and the place along it counted from an axis that leads across all lines."""
        found = {}
        for index in self._labels:
            line, place = self.line_place(index)
            found[index] = line, place + self._skew(line)
        return found

    def distance(self, a: int, b: int) -> int:
        """How many hexes a step-by-step walk from a to b takes."""
        slanted = self._slanted
        line, place = slanted[a]
        across, along = slanted[b]
        across -= line
        along -= place
        # One step forward across lines changes 'along' by 0 or +1: only in that sense do both go together.
        if across >= 0:
            if along >= 0:
                return across if across > along else along
            return across - along
        if along <= 0:
            return -across if across < along else -along
        return along - across

    def centre(self, index: int) -> tuple[float, float]:
        """Where the hex lies in a picture: x right, y down, unit = distance of two centres."""
        line, place = self.line_place(index)
        half = 0.5 if (line % 2 == 1) == (self.ahead == "odd") else 0.0
        across = line * 0.8660254037844386
        along = place + half
        if self.orientation == "flat":
            return across, along
        return along, (-across if self.upwards else across)


def ring(grid: Grid, index: int) -> Iterator[int]:
    """The neighbours that exist, clockwise."""
    return (n for n in grid.neighbours[index] if n != OFF)


def flood(grid: Grid, start: int, allowed: int) -> int:
    """All hexes of ``allowed`` that are connected with ``start`` (itself included)."""
    filled = start
    edge = start
    while edge:
        edge = grid.spread(edge) & allowed & ~filled
        filled |= edge
    return filled


Edges = tuple[tuple[tuple[int, int], ...], ...]
"""By hex: the (neighbour, cost) pairs that a class of unit may take."""


def reach(
    edges: Edges,
    start: int,
    budget: int,
    *,
    barred: int = 0,
    halting: int = 0,
    not_first: int = 0,
) -> dict[int, tuple[int, int]]:
    """Cheapest cost and previous hex for each hex within the budget.

    ``barred`` hexes are not entered, ``not_first`` hexes not by the first step; from a ``halting``
    hex entered on the way nobody goes on.  Costs are whole numbers above 0.  The start is in the
    result with cost 0.
    """
    beyond = budget + 1
    cheapest = [beyond] * len(edges)
    cheapest[start] = 0
    before = {start: OFF}
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    buckets[0].append(start)
    for spent in range(budget):
        for h in buckets[spent]:
            closed = barred
            if h == start:
                closed |= not_first
            elif cheapest[h] < spent or halting >> h & 1:
                continue
            for n, cost in edges[h]:
                total = spent + cost
                if total < cheapest[n] and not closed >> n & 1:
                    cheapest[n] = total
                    before[n] = h
                    buckets[total].append(n)
    return {h: (cheapest[h], previous) for h, previous in before.items()}


def path_to(found: dict[int, tuple[int, int]], goal: int) -> list[int]:
    """The hexes from the start (excluded) to the goal in the result of ``reach``."""
    path = []
    while goal != OFF:
        path.append(goal)
        goal = found[goal][1]
    return path[-2::-1]
