"""What the map means for movement, zones of control and supply, by hex; built once.

A table by direction is a tuple of six sets of hexes, in the order of ``Grid.deltas``:
0 is west, 3 is east.  ``shift(mask, d)`` takes a whole set of hexes one hex that way.
"""

from __future__ import annotations

from ...board import Board, Side, hexside
from ...hexes import OFF
from .charts import Charts

WEST, EAST = 0, 3
ROADS, TRACKS = 1, 2
"""4.31 The rates open to a unit by the hex in which its move began, as bits."""

Six = tuple[int, int, int, int, int, int]
NONE: Six = (0, 0, 0, 0, 0, 0)


class Ground:
    """The tables of a board under its charts."""

    def __init__(self, board: Board, charts: Charts) -> None:
        self.board, grid = board, board.grid
        self.neighbours, self.around = grid.neighbours, grid.around
        self.deltas = grid.deltas
        self.every = grid.every
        self.land = sum(1 << h for h in board.hexes if board.terrain[h] != "sea")
        self.hills = board.where.get("hill", 0)
        self.road_at = self._along("road")
        self.track_at = self._along("track") | self._along("rail")
        self.mines = self._sides("minefield")
        """10.8 The minefield hexsides; a breach is a bit at the place in this list."""
        self.mine_number = {side: n for n, side in enumerate(self.mines)}
        self.forts = self._sides("fortification")
        """10.7 The hexsides of the Tobruk perimeter."""
        self.fort_number = {side: n for n, side in enumerate(self.forts)}
        self.perimeter = board.where.get("tobruk", 0)
        cliffs = {side for side, what in board.sides.items() if "cliff" in what}
        self.cliffs = self.masks(cliffs)
        self.exits = self._exits()
        """By direction: the land hexes with a land hex there."""
        self.zoc_exits = tuple(e & ~c for e, c in zip(self.exits, self.cliffs, strict=True))
        """4.41c By direction: where a zone of control may go out, mines aside."""
        self.cost = tuple(
            tuple(
                tuple(self._costs(h, klass, rates, cliffs, charts) for h in range(grid.size))
                for rates in range(4)
            )
            for klass in (0, 1)
        )
        """By class, rates (``ROADS | TRACKS``) and hex: the cost of each direction, 0 where closed."""
        self.waves = tuple(tuple(self._waves(table) for table in klass) for klass in self.cost)
        """By class and rates: (cost, by direction the hexes where that is the cost)."""
        self.west = self._edge(grid.places[0])
        self.east = self._edge(grid.places[1])

    def shift(self, mask: int, d: int) -> int:
        delta = self.deltas[d]
        return mask << delta if delta > 0 else mask >> -delta

    def masks(self, sides: object) -> Six:
        """By direction: the hexes with one of these hexsides there."""
        found = [0] * 6
        for a, b in sides:  # type: ignore[attr-defined]
            found[self.board.grid.direction(a, b)] |= 1 << a
            found[self.board.grid.direction(b, a)] |= 1 << b
        return tuple(found)  # type: ignore[return-value]

    def unbreached(self, breached: int) -> Six:
        """10.86 By direction: the minefields that still are some."""
        return self.masks(side for n, side in enumerate(self.mines) if not breached >> n & 1)

    def standing(self, fallen: int) -> Six:
        """10.7 By direction: the fortifications that still are some."""
        return self.masks(side for n, side in enumerate(self.forts) if not fallen >> n & 1)

    def zone(self, sources: int, closed: Six) -> int:
        """4.41 The hexes next to these across hexsides that let a zone of control through."""
        zone = 0
        deltas = self.deltas
        for d in range(6):
            out = sources & self.zoc_exits[d] & ~closed[d]
            delta = deltas[d]
            zone |= out << delta if delta > 0 else out >> -delta
        return zone

    def across(self, sources: int, sides: Six) -> int:
        """4.41b-c The hexes across those of these hexsides that a set of hexes has, escarpments aside."""
        found = 0
        for d in range(6):
            found |= self.shift(sources & sides[d] & self.zoc_exits[d], d)
        return found

    def rates(self, start: int) -> int:
        """4.31 Whether a move that begins here may use roads, and tracks and railways."""
        return (ROADS if self.road_at >> start & 1 else 0) | (
            TRACKS if self.track_at >> start & 1 else 0
        )

    def _sides(self, feature: str) -> tuple[Side, ...]:
        return tuple(sorted(side for side, what in self.board.sides.items() if feature in what))

    def _along(self, kind: str) -> int:
        found = 0
        for (a, b), what in self.board.road_between.items():
            if what == kind:
                found |= 1 << a | 1 << b
        return found

    def _edge(self, place: int) -> int:
        grid = self.board.grid
        return (
            sum(1 << grid.index_at(line, place) for line in range(grid.lines[0], grid.lines[1] + 1))
            & self.land
        )

    def _exits(self) -> Six:
        masks = []
        for d in range(6):
            masks.append(
                sum(
                    1 << h
                    for h in self.board.hexes
                    if self.land >> h & 1
                    and (n := self.neighbours[h][d]) != OFF
                    and self.land >> n & 1
                )
            )
        return tuple(masks)  # type: ignore[return-value]

    def _costs(
        self, h: int, klass: int, rates: int, cliffs: set[Side], charts: Charts
    ) -> tuple[int, ...]:
        """4.1, 4.11, 4.31 What entering each neighbour costs in half points; 0 where closed."""
        costs = []
        for n in self.neighbours[h]:
            if n == OFF or not (self.land >> h & self.land >> n & 1):
                costs.append(0)
                continue
            side = hexside(h, n)
            way = self.board.road_between.get(side, "")
            if way == "road" and rates & ROADS:
                cost = charts.road
            elif way in ("track", "rail") and rates & TRACKS:
                cost = charts.track
            else:
                words = (self.board.terrain[n], *self.board.features.get(n, ()))
                known = charts.terrain[klass]
                cost = max((known[word] for word in words if word in known), default=0)
            if side in cliffs and cost:
                if way:
                    cost += charts.cliff_pass
                else:
                    cost = 0 if klass else cost + charts.cliff_foot
            costs.append(cost)
        return tuple(costs)

    def _waves(self, table: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, Six], ...]:
        by_cost: dict[int, list[int]] = {}
        for h, costs in enumerate(table):
            for d, cost in enumerate(costs):
                if cost:
                    by_cost.setdefault(cost, [0] * 6)[d] |= 1 << h
        return tuple(
            (cost, tuple(masks))  # type: ignore[misc]
            for cost, masks in sorted(by_cost.items())
        )
