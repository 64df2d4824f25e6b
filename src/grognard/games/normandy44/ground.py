"""9.0, 11.0 What the map means for movement, combat and supply: tables built once."""

from __future__ import annotations

from ...board import Board, hexside
from ...hexes import OFF, mask_of, members
from ..zocbond.counters import FOOT
from ..zocbond.ground import Ground, Roles, Sixfold
from ..zocbond.zones import Anchor
from .charts import Charts

ROLES = Roles(
    water=frozenset(["sea"]),
    closed=frozenset(["impassable"]),
    wet=frozenset(["minor_river", "major_river", "flooded_river"]),
)
ENTRIES = ("green", "orange", "red", "blue")
"""6.6 The German entry zones."""

Step = tuple[int, int, int]
"""A neighbour, its direction, the cost in sixths."""
Steps = tuple[tuple[Step, ...], ...]
"""By hex."""
ON_FOOT, ON_WHEELS, SLOWED = 0, 1, 2
"""9.7 Tables of costs: not mechanized; mechanized; German mechanized units while aircraft fly."""


class Tables:
    """The map of the game."""

    def __init__(self, board: Board, charts: Charts) -> None:
        self.board = board
        self.ground = ground = Ground(board, ROLES)
        self.size = board.grid.size
        where = board.where
        self.land = ground.land
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
        self.army = {"US": where.get("us", 0) & self.land, "CW": where.get("cw", 0) & self.land}
        """22.1.2 The armies' own sides of their boundary; further south there is none."""
        self.permanent = where.get("permanent", 0)
        self.drops = where.get("drop_zone", 0)
        self.beaches = where.get("beach", 0)
        self.mobilization = {name: where.get(f"mobilization_{name}", 0) for name in ("243", "709")}
        self.entry = {colour: where.get(colour, 0) & self.land for colour in ENTRIES}
        self.entries = 0
        for hexes in self.entry.values():
            self.entries |= hexes
        self.south, self.east = self._edges()
        self.watched = (
            self.town
            | self.city
            | self.permanent
            | self.drops
            | self.beaches
            | where.get("mulberry", 0)
        )
        """2.2.5 The hexes whose control is tracked; S2.2e and 21.1.5 ask of the others."""
        self.major = self._unbridged("major_river")
        self.flood = self._unbridged("flooded_river", "causeway")
        """9.5 Flooded hexsides without road or causeway."""
        self.minor = self._unbridged("minor_river", "flooded_river")
        self.river_side = ground.along(["minor_river", "major_river", "flooded_river"])
        """11.1b What halves an attack, bridged or not."""
        self.big_river_side = ground.along(["major_river", "flooded_river"])
        """11.3b What shifts it too."""
        self.airfield_side = ground.along(["airfield"])
        self.line_side = ground.along(["fortress_line"])
        self.anchors = tuple(self._anchors())
        self.steps: tuple[Steps, Steps, Steps] = self._all_steps(charts, False)
        """By table of costs and hex: what may be entered on any step."""
        self.first: tuple[Steps, Steps, Steps] = self._all_steps(charts, True)
        """9.4.1, 9.5 The hexes that may be entered on the first step only."""
        self.roads = tuple(self._roads(charts, table) for table in (ON_FOOT, ON_WHEELS, SLOWED))
        """9.8.1, 9.9 The steps along roads alone."""

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

    def _all_steps(self, charts: Charts, first: bool) -> tuple[Steps, Steps, Steps]:
        return (
            self._steps(charts, ON_FOOT, first),
            self._steps(charts, ON_WHEELS, first),
            self._steps(charts, SLOWED, first),
        )

    def _steps(self, charts: Charts, table: int, first: bool) -> Steps:
        """9.3-9.6 By hex: the neighbours open to any step, or to the first step alone."""
        found: list[tuple[Step, ...]] = []
        for h in range(self.size):
            steps: list[Step] = []
            if self.land >> h & 1:
                for d, n in enumerate(self.ground.neighbours[h]):
                    if n == OFF or not self.ground.zoc_foot[d] >> h & 1:
                        continue
                    cost = self.cost(charts, table, h, n, d)
                    if cost is not None and cost[1] == first:
                        steps.append((n, d, cost[0]))
            found.append(tuple(steps))
        return tuple(found)

    def road_cost(self, charts: Charts, table: int, kind: str) -> int:
        """9.3, 9.7 A step along a road of this class."""
        if table == SLOWED and kind == "major":
            return charts.movement["slow_major"]
        return charts.costs[table != ON_FOOT][kind]

    def cost(self, charts: Charts, table: int, h: int, n: int, d: int) -> tuple[int, bool] | None:
        """9.3-9.6 What a step costs and whether it must be the first; None if it is barred."""
        road = self.board.road_between.get(hexside(h, n))
        if road is not None:
            return self.road_cost(charts, table, road), False
        costs = charts.costs[table != ON_FOOT]
        terrain = self.board.terrain[n]
        foot = table == ON_FOOT
        if terrain not in costs or not (foot or not self.flooded >> h & 1):
            return None
        cost, first = costs[terrain], False
        if self.flood[d] >> h & 1:
            if not foot:
                return None
            cost, first = cost + charts.movement["flooded_river"], True
        elif self.major[d] >> h & 1:
            cost, first = cost + charts.movement["major_river"], True
        elif self.minor[d] >> h & 1 and not foot:
            cost += charts.movement["minor_river"]
        return cost, first

    def enter(self, charts: Charts, table: int, h: int) -> int | None:
        """6.6a What a reinforcement pays for its first hex: by the best road there, else the terrain."""
        kinds = {kind for pair, kind in self.board.road_between.items() if h in pair}
        if kinds:
            return min(self.road_cost(charts, table, kind) for kind in kinds)
        return charts.costs[table != ON_FOOT].get(self.board.terrain[h])

    def _roads(self, charts: Charts, table: int) -> Steps:
        road = self.board.road_between
        found: list[tuple[Step, ...]] = []
        for h in range(self.size):
            steps = []
            if self.land >> h & 1:
                for d, n in enumerate(self.ground.neighbours[h]):
                    if n != OFF and self.ground.road[d] >> h & 1:
                        steps.append((n, d, self.road_cost(charts, table, road[hexside(h, n)])))
            found.append(tuple(steps))
        return tuple(found)

    def wades(self, here: int, there: int) -> bool:
        """9.5.1b Whether entering a hex off the road ends the move: it is flooded."""
        if not self.flooded >> there & 1:
            return False
        return hexside(here, there) not in self.board.road_between

    def table(self, klass: int, slowed: bool) -> int:
        """Which table of costs holds for a class of unit."""
        return ON_FOOT if klass == FOOT else SLOWED if slowed else ON_WHEELS
