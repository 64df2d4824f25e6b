"""9.0, 11.0 What the map means for movement, combat and supply: tables built once."""

from __future__ import annotations

from typing import ClassVar

from ...board import Board, hexside
from ...hexes import OFF, mask_of, members
from ..zocbond import tables
from ..zocbond.counters import FOOT
from ..zocbond.ground import Roles, Sixfold
from ..zocbond.march import NORMAL, TACTICAL, Step
from ..zocbond.zones import Anchor
from .charts import Charts

ENTRIES = ("green", "orange", "red", "blue")
"""6.6 The German entry zones."""

STRATEGIC, CYCLING = 2, 8
"""9.8, 9.9 The kinds of movement that keep to roads, beside Normal and Tactical Movement."""
BY_ROAD = NORMAL | TACTICAL | STRATEGIC | CYCLING
ON_FOOT, ON_WHEELS, SLOWED = 0, 1, 2
"""9.7 Tables of costs: not mechanized; mechanized; German mechanized units while aircraft fly."""


class Tables(tables.Tables):
    """The map of the game."""

    ROLES: ClassVar[Roles] = Roles(
        water=frozenset(["sea"]),
        closed=frozenset(["impassable"]),
        wet=frozenset(["minor_river", "major_river", "flooded_river"]),
    )
    ROADS: ClassVar[tuple[str, ...]] = ("major", "secondary")

    def __init__(self, board: Board, charts: Charts) -> None:
        super().__init__(board)
        self.charts = charts
        ground, where = self.ground, board.where
        self.town = mask_of(p.hex for p in board.places if p.kind == "town")
        self.city, self.woods, self.bocage, self.mixed = (
            where.get(t, 0) for t in ("city", "woods", "bocage", "mixed")
        )
        self.flooded, self.marsh = where.get("flooded", 0), where.get("marsh", 0)
        self.hilltop = where.get("hilltop", 0)
        self.coast = where.get("coast", 0)
        self.caen, self.cherbourg = where.get("caen", 0), where.get("cherbourg", 0)
        self.perimeter = where.get("perimeter", 0)
        self.naval_zone = where.get("naval", 0)
        self.beyond = where.get("beyond", 0) & self.land
        self.army = (where.get("us", 0) & self.land, where.get("cw", 0) & self.land)
        """22.1.2 The armies' own sides of their boundary; further south there is none."""
        self.abroad = tuple(self._abroad(army) for army in range(2))
        """22.1.2 By army: the hexes more than one beyond the boundary."""
        self.permanent = where.get("permanent", 0)
        self.drops = where.get("drop_zone", 0)
        self.beaches = where.get("beach", 0)
        self.mobilization = {name: where.get(f"mobilization_{name}", 0) for name in ("243", "709")}
        self.entry = {colour: where.get(colour, 0) & self.land for colour in ENTRIES}
        self.entries = tables.union(list(self.entry.values()))
        self.south, self.east = self._edges()
        self.watched = (
            self.town
            | self.city
            | self.permanent
            | self.beaches
            | where.get("mulberry", 0)
            | where.get("battery", 0)
        )
        """2.2.5 The hexes whose control lasts: towns, cities, fortifications; 21.1 and 25.3 ask of the others."""
        self.major = self._unbridged("major_river")
        self.flood = self._unbridged("flooded_river", "causeway")
        """9.5 Flooded hexsides without road or causeway."""
        self.minor = self._unbridged("minor_river", "flooded_river")
        self.river_side = ground.along(["minor_river", "major_river", "flooded_river", "causeway"])
        """11.1b What halves an attack, bridged or not: 9.11 also a causeway."""
        self.big_river_side = ground.along(["major_river", "flooded_river", "causeway"])
        """11.3b What shifts it too."""
        self.airfield_side = ground.along(["airfield"])
        self.line_side = ground.along(["fortress_line"])
        self.anchors = tuple(self._anchors())
        self.steps = tuple(self.steps_of(0, table) for table in (ON_FOOT, ON_WHEELS, SLOWED))
        """By table of costs and hex: what may be entered on any step."""
        self.first = tuple(self._first(table) for table in (ON_FOOT, ON_WHEELS, SLOWED))
        """9.4.1, 9.5 By table of costs and hex: what may be entered on the first step only."""
        self.wades = tuple(self._wades(h) for h in range(self.size))
        """9.5.1b By hex: the flooded neighbours off the road, where units on foot stop."""

    def _abroad(self, army: int) -> int:
        theirs = self.army[1 - army]
        return theirs & ~self.board.grid.spread(self.army[army])

    def _unbridged(self, word: str, *unless: str) -> Sixfold:
        ground = self.ground
        spared = ground.along(unless)
        found = [
            side & ~road & ~spare
            for side, road, spare in zip(ground.along([word]), ground.road, spared, strict=True)
        ]
        return (found[0], found[1], found[2], found[3], found[4], found[5])

    def _edges(self) -> tuple[int, int]:
        """23.2 The hexes at the south and the east edge."""
        grid = self.board.grid
        south = east = 0
        for h in members(self.land):
            line, place = grid.line_place(h)
            if line == grid.lines[0]:
                south |= 1 << h
            if place == grid.places[1]:
                east |= 1 << h
        return south, east

    def _anchors(self) -> list[Anchor]:
        """8.5.5 Hexside Bonds with the south and east edge, the coast but the western one, impassable
        hexsides and marsh."""
        ground = self.ground
        near, land = ground.neighbours, self.land
        found = []
        for left in members(land):
            for d in range(6):
                right, inner = near[left][d], near[left][(d + 1) % 6]
                if min(right, inner) < 0 or not (land >> right & land >> inner & 1):
                    continue
                if label := self._border(left, right, (d + 5) % 6):
                    found.append(Anchor(label, inner, left, right, d, False, False))
        return found

    def _border(self, left: int, right: int, way: int) -> str:
        """8.5.5 On what the vertex of two hexes and the one ``way`` of the left lies; '' for nothing."""
        ground, grid = self.ground, self.board.grid
        outer = ground.neighbours[left][way]
        if outer == OFF:
            line, place = grid.line_place(left)
            if way in (4, 5) and line == grid.lines[0]:
                return "edge"
            right_place = grid.line_place(right)[1]
            return "edge" if max(place, right_place) == grid.places[1] else ""
        if not self.land >> outer & 1:
            return "" if "west" in self.board.features.get(outer, ()) else "coast"
        if self.marsh >> outer & 1:
            return "marsh"
        for h in (left, right):
            if ground.across(ground.closed, h, outer):
                return "impassable"
        return ""

    def step(
        self, side: int, klass: int, here: int, d: int, there: int, road: str | None
    ) -> tuple[int, int] | None:
        """9.3-9.6 ``klass`` is a table of costs, whose side does not matter."""
        found = self.cost(klass, here, there, d)
        if found is None or found[1]:
            return None
        return found[0], NORMAL | TACTICAL if road is None else BY_ROAD

    def _first(self, table: int) -> list[tuple[Step, ...]]:
        found: list[tuple[Step, ...]] = []
        for h in range(self.size):
            steps: list[Step] = []
            if self.land >> h & 1:
                for d, n in enumerate(self.ground.neighbours[h]):
                    if n == OFF or not self.ground.zoc_foot[d] >> h & 1:
                        continue
                    cost = self.cost(table, h, n, d)
                    if cost is not None and cost[1]:
                        steps.append((n, d, cost[0], NORMAL | TACTICAL))
            found.append(tuple(steps))
        return found

    def road_cost(self, table: int, kind: str) -> int:
        """9.3, 9.7 A step along a road of this class."""
        if table == SLOWED and kind == "major":
            return self.charts.movement["slow_major"]
        return self.charts.costs[table != ON_FOOT][kind]

    def cost(self, table: int, h: int, n: int, d: int) -> tuple[int, bool] | None:
        """9.3-9.6 What a step costs and whether it must be the first; None if it is barred."""
        road = self.board.road_between.get(hexside(h, n))
        if road is not None:
            return self.road_cost(table, road), False
        costs, movement = self.charts.costs[table != ON_FOOT], self.charts.movement
        terrain, foot = self.board.terrain[n], table == ON_FOOT
        if terrain not in costs or (self.flooded >> h & 1 and not foot):
            return None
        cost = costs[terrain]
        if self.flood[d] >> h & 1:
            return (cost + movement["flooded_river"], True) if foot else None
        if self.major[d] >> h & 1:
            return cost + movement["major_river"], True
        if self.minor[d] >> h & 1 and not foot:
            cost += movement["minor_river"]
        return cost, False

    def enter(self, table: int, h: int) -> int:
        """6.6a What a reinforcement pays for its first hex: by the best road there, else the terrain."""
        road = self.best_road.get(h)
        if road is not None:
            return self.road_cost(table, road)
        return self.charts.costs[table != ON_FOOT].get(self.board.terrain[h], 0)

    def _wades(self, h: int) -> int:
        found = 0
        if self.land >> h & 1:
            for d, n in enumerate(self.ground.neighbours[h]):
                if n != OFF and self.flooded >> n & 1 and not self.ground.road[d] >> h & 1:
                    found |= 1 << n
        return found

    def table(self, klass: int, slowed: bool) -> int:
        """Which table of costs holds for a class of unit."""
        return ON_FOOT if klass == FOOT else SLOWED if slowed else ON_WHEELS
