"""The map as sets of hexes by direction: what lies across each of the six hexsides."""

from __future__ import annotations

from collections.abc import Callable

from ...board import Board
from ...hexes import OFF, members

Sixfold = tuple[int, int, int, int, int, int]
"""One set of hexes for each direction: those whose hexside in that direction has the feature."""


class Ground:
    """Land, roads, rivers and mountains, by direction."""

    def __init__(self, board: Board) -> None:
        grid = board.grid
        self.grid = grid
        self.deltas = grid.deltas
        self.around = grid.around
        self.neighbours = grid.neighbours
        self.land = sum(1 << h for h in board.hexes if board.terrain[h] != "sea")
        roads = board.road_between

        def sides(holds: Callable[[int, int], bool]) -> Sixfold:
            found = [0] * 6
            for h in board.hexes:
                if not self.land >> h & 1:
                    continue
                for d, n in enumerate(grid.neighbours[h]):
                    if n != OFF and self.land >> n & 1 and holds(h, n):
                        found[d] |= 1 << h
            return (found[0], found[1], found[2], found[3], found[4], found[5])

        def road(a: int, b: int) -> bool:
            return ((a, b) if a < b else (b, a)) in roads

        self.inland = sides(lambda a, b: True)
        """Hexes with land across the hexside."""
        self.road = sides(road)
        self.paved = 0
        """Hexes with a road."""
        for paved in self.road:
            self.paved |= paved
        self.river = sides(lambda a, b: "river" in board.side(a, b))
        self.unbridged = sides(lambda a, b: "river" in board.side(a, b) and not road(a, b))
        self.mountain = sides(lambda a, b: "mountain" in board.side(a, b))
        self.bare = sides(lambda a, b: "mountain" in board.side(a, b) and not road(a, b))
        """Mountain without a road: what counts against a bond."""
        self.wall = sides(
            lambda a, b: (
                "mountain" in board.side(a, b) and "pass" not in board.side(a, b) and not road(a, b)
            )
        )
        """Mountain with neither road nor pass."""
        self.sea = sides(lambda a, b: "sea" in board.side(a, b))
        self.zoc_foot = _minus(self.inland, self.sea)
        self.edge = self._edges(board)
        """Land hexes with the map edge across the hexside."""
        brim = 0
        for edge in self.edge:
            brim |= edge
        self.beside_edge = grid.spread(brim)
        """Hexes next to one at the map edge."""
        self.zoc_wheels = _minus(self.zoc_foot, self.wall)
        self._near: dict[int, dict[int, int]] = {}

    def _edges(self, board: Board) -> Sixfold:
        found = [0] * 6
        for h in members(self.land):
            for d, n in enumerate(self.neighbours[h]):
                if n == OFF or not board.terrain[n]:
                    found[d] |= 1 << h
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def distances(self, start: int) -> dict[int, int]:
        """How far the hexes up to six away are from a hex."""
        known = self._near.get(start)
        if known is None:
            known, seen = {start: 0}, 1 << start
            for away in range(1, 7):
                grown = seen | self.grid.spread(seen)
                known.update((h, away) for h in members(grown & ~seen))
                seen = grown
            self._near[start] = known
        return known

    def shift(self, mask: int, d: int) -> int:
        """The neighbours in direction d of hexes that all have one there."""
        delta = self.deltas[d]
        return mask << delta if delta > 0 else mask >> -delta

    def before(self, mask: int, d: int) -> int:
        """The hexes whose neighbour in direction d is in the set."""
        delta = self.deltas[d]
        return (mask >> delta if delta > 0 else mask << -delta) & self.inland[d]

    def joined(self, mask: int, d: int) -> int:
        """The hexes whose neighbour in direction d, with no hexside of sea between, is in the set."""
        return self.before(mask, d) & self.zoc_foot[d]

    def across(self, sides: Sixfold, a: int, b: int) -> bool:
        """Whether the hexside from a to its neighbour b has the feature."""
        return bool(sides[self.deltas.index(b - a)] >> a & 1)


def _minus(a: Sixfold, b: Sixfold) -> Sixfold:
    found = [x & ~y for x, y in zip(a, b, strict=True)]
    return (found[0], found[1], found[2], found[3], found[4], found[5])
