"""The map as sets of hexes by direction: what lies across each of the six hexsides."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from ...board import Board, hexside
from ...hexes import OFF, members

Sixfold = tuple[int, int, int, int, int, int]
"""One set of hexes for each direction: those whose hexside in that direction has the feature."""


@dataclass(frozen=True)
class Roles:
    """What the words of a map mean to the shared rules; a map may have none for some."""

    water: frozenset[str] = frozenset()
    """Terrain that is no land."""
    closed: frozenset[str] = frozenset()
    """Hexsides that nothing crosses, neither a unit nor a zone of control, bond or line of supply."""
    steep: frozenset[str] = frozenset()
    """Hexsides that without a road stop vehicles and count against bonds."""
    pass_: frozenset[str] = frozenset()
    """On a steep hexside: units and zones cross, bonds do not gain."""
    wet: frozenset[str] = frozenset()
    """Hexsides of water; a road is a bridge."""


def either(one: Sixfold, other: Sixfold) -> Sixfold:
    """The hexsides that have one feature or the other."""
    a, b, c, d, e, f = (x | y for x, y in zip(one, other, strict=True))
    return a, b, c, d, e, f


class Ground:
    """Land, roads and the roles of hexsides, by direction."""

    def __init__(self, board: Board, roles: Roles) -> None:
        grid = board.grid
        self.grid = grid
        self.deltas = grid.deltas
        self.around = grid.around
        self.neighbours = grid.neighbours
        self.land = sum(1 << h for h in board.hexes if board.terrain[h] not in roles.water)
        self._board = board
        roads = board.road_between

        self.inland = self._where(lambda a, b: True)
        """Hexes with land across the hexside."""
        self.road = self._where(lambda a, b: hexside(a, b) in roads)
        self.paved = 0
        """Hexes with a road."""
        for paved in self.road:
            self.paved |= paved
        self.wet = self.along(roles.wet)
        self.unbridged = _minus(self.wet, self.road)
        self.steep = self.along(roles.steep)
        self.bare = _minus(self.steep, self.road)
        """Steep without a road: what counts against a bond."""
        self.wall = _minus(self.bare, self.along(roles.pass_))
        """Steep with neither road nor pass."""
        self.closed = self.along(roles.closed)
        self.zoc_foot = _minus(self.inland, self.closed)
        self.edge = self._edges(board)
        """Land hexes with the map edge across the hexside."""
        brim = 0
        for edge in self.edge:
            brim |= edge
        self.beside_edge = grid.spread(brim)
        """Hexes next to one at the map edge."""
        self.zoc_wheels = _minus(self.zoc_foot, self.wall)
        self._near: dict[int, dict[int, int]] = {}

    def along(self, words: Collection[str]) -> Sixfold:
        """Between land hexes: where one of these runs along the hexside."""
        side = self._board.side
        return self._where(lambda a, b: not side(a, b).isdisjoint(words))

    def _where(self, holds: Callable[[int, int], bool]) -> Sixfold:
        found = [0] * 6
        for h in members(self.land):
            for d, n in enumerate(self.neighbours[h]):
                if n != OFF and self.land >> n & 1 and holds(h, n):
                    found[d] |= 1 << h
        return (found[0], found[1], found[2], found[3], found[4], found[5])

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
        """The hexes whose neighbour in direction d, with no closed hexside between, is in the set."""
        delta = self.deltas[d]
        return (mask >> delta if delta > 0 else mask << -delta) & self.zoc_foot[d]

    def across(self, sides: Sixfold, a: int, b: int) -> bool:
        """Whether the hexside from a to its neighbour b has the feature."""
        return bool(sides[self.deltas.index(b - a)] >> a & 1)


def _minus(a: Sixfold, b: Sixfold) -> Sixfold:
    found = [x & ~y for x, y in zip(a, b, strict=True)]
    return (found[0], found[1], found[2], found[3], found[4], found[5])
