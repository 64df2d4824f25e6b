"""The situation on the table, and the tables of the map that are built once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from ...board import Board
from ...engine.words import Action
from ...hexes import OFF, mask_of, members
from ...units import OrderOfBattle
from ..zocbond.cites import Cites
from ..zocbond.counters import FOOT, MECHANIZED, VEHICLE, Orders
from ..zocbond.field import DISRUPTED as DISRUPTED
from ..zocbond.field import GOOD as GOOD
from ..zocbond.field import Field, note
from ..zocbond.ground import Ground, Roles
from ..zocbond.zones import Anchor, anchors
from .charts import Charts
from .counters import ALLIED, GERMAN, SIDES, Counter

if TYPE_CHECKING:
    from . import Salerno43

FULL = 2
"""13.1.3 Full Retreat, beside Good Order and Disrupted."""

LATER, GONE, RESERVE, DEAD, AWAY, SEA = -1, -2, -3, -4, -5, -6
"""Off the map: still to come, Eliminated Box, Floating Reserve, eliminated for good, not in play, at sea."""

AREAS = ("N1", "N2", "E1", "E2", "E3", "E4", "E5", "S1", "S2", "S3")
"""21.2 The Entry Areas; area k is the place ``size + k`` of the map."""


Step = tuple[int, int, int]

ROLES = Roles(
    water=frozenset(["sea"]),
    closed=frozenset(["sea"]),
    steep=frozenset(["mountain"]),
    pass_=frozenset(["pass"]),
    wet=frozenset(["river"]),
)


class Tables:
    """What the map means for movement (5.0), combat (9.8) and supply (16.3), built once."""

    def __init__(self, board: Board, charts: Charts) -> None:
        self.board = board
        self.ground = ground = Ground(board, ROLES)
        self.size = board.grid.size
        where = board.where
        self.land = ground.land
        self.hill, self.marsh, self.city = (where.get(t, 0) for t in ("hill", "marsh", "city"))
        self.rough = self.hill | self.marsh | self.city
        self.full_mountain = where.get("full_mountain", 0)
        self.town = mask_of(p.hex for p in board.places if p.kind == "town")
        self.sector8 = where.get("army8", 0)
        self.airfield = where.get("airfield", 0)
        self.port_value = {
            h: int(word[4:])
            for word, mask in where.items()
            if word.startswith("port")
            for h in members(mask)
        }
        self.ports = mask_of(self.port_value)
        self.vp = {
            h: int(word[2:])
            for word, mask in where.items()
            if word.startswith("vp")
            for h in members(mask)
        }
        self.kept = self.ports | where.get("mined", 0) | self.city | mask_of(self.vp)
        """16.3.4 The hexes whose control is tracked and closes lines of supply."""
        self.watched = self.kept | self.airfield
        spread = board.grid.spread
        sea, bay = where.get("sea", 0), where.get("bay", 0)
        gulf = spread(sea & ~bay)
        self.naval = (gulf | spread(gulf)) & ~spread(bay) & self.land
        """9.6 Hexes within two of the sea, south of Campanella Point."""
        self.touch = tuple(where.get(area, 0) & self.land for area in AREAS)
        """21.2 By Entry Area: the hexes it touches."""
        self.areas_of = {
            h: tuple(k for k, touched in enumerate(self.touch) if touched >> h & 1)
            for h in members(sum_of(self.touch))
        }
        self.anchors = tuple(
            anchors(ground, touched, area) for area, touched in zip(AREAS, self.touch, strict=True)
        )
        """7.5 By Entry Area."""
        self.roadside = mask_of(h for pair in board.road_between for h in pair)
        self.best_road = _best_roads(board)
        self.steps = tuple(
            tuple(self._steps(charts, klass, side) for klass in (FOOT, MECHANIZED, VEHICLE))
            for side in (ALLIED, GERMAN)
        )
        """By side, class and place: the places next to it that movement points can reach."""
        self.daring = tuple(
            tuple(self._daring(h, klass) for h in range(self.size))
            for klass in (FOOT, MECHANIZED, VEHICLE)
        )
        """By class and hex: the neighbours that only a first hex of Tactical Movement may cross to."""

    def _steps(self, charts: Charts, klass: int, side: int) -> tuple[tuple[Step, ...], ...]:
        """5.1-5.6 By place: neighbour, direction (-1 to or from an area) and cost."""
        board, ground = self.board, self.ground
        costs = charts.costs[klass != FOOT]

        def enter(h: int, road: str | None) -> int:
            if road is None:
                return costs[board.terrain[h]]
            slow = side == ALLIED and klass != FOOT and self.sector8 >> h & 1
            return charts.area if slow else costs[road]

        found: list[tuple[Step, ...]] = []
        for h in range(self.size):
            steps: list[Step] = []
            if self.land >> h & 1:
                for d, n in enumerate(ground.neighbours[h]):
                    if n == OFF or not ground.zoc_foot[d] >> h & 1 or ground.wall[d] >> h & 1:
                        continue
                    cost = enter(n, board.road_between.get((h, n) if h < n else (n, h)))
                    if ground.unbridged[d] >> h & 1:
                        if klass == VEHICLE:
                            continue
                        cost += charts.river
                    steps.append((n, d, cost))
                steps += [(self.size + k, -1, charts.area) for k in self.areas_of.get(h, ())]
            found.append(tuple(steps))
        for touched in self.touch:
            found.append(tuple((h, -1, enter(h, self.best_road.get(h))) for h in members(touched)))
        return tuple(found)

    def _daring(self, h: int, klass: int) -> int:
        """5.5b, 5.6a Neighbours across a mountain (infantry) or an unbridged river (vehicles)."""
        ground, open_ = self.ground, 0
        if not self.land >> h & 1:
            return 0
        for d, n in enumerate(ground.neighbours[h]):
            if n == OFF or not ground.zoc_foot[d] >> h & 1:
                continue
            wall, wet = ground.wall[d] >> h & 1, ground.unbridged[d] >> h & 1
            if (wall and klass != VEHICLE) or (wet and not wall and klass == VEHICLE):
                open_ |= 1 << n
        return open_


def sum_of(masks: tuple[int, ...]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _best_roads(board: Board) -> dict[int, str]:
    """The best class of road through each hex."""
    best: dict[int, str] = {}
    for (a, b), kind in board.road_between.items():
        for h in (a, b):
            if kind == "major" or h not in best:
                best[h] = kind
    return best


class Actions(Orders):
    """The actions of the game, one object each, made once."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        size = board.grid.size
        words = {h: board.label(h) for h in board.hexes}
        words |= {size + k: area for k, area in enumerate(AREAS)}
        super().__init__(words, units)

        def by_nation(verb: str) -> dict[str, Action]:
            return {nation: Action(verb, nation, k) for k, nation in enumerate(("CW", "US", "GE"))}

        by_unit, by_place = self.by_unit, self.by_place
        self.truck, self.flee, self.asu = by_unit("truck"), by_unit("flee"), by_unit("asu")
        self.group, self.leave, self.drop = by_unit("group"), by_unit("leave"), by_unit("drop")
        self.ready, self.replace, self.place = (
            by_unit("ready"),
            by_unit("replace"),
            by_unit("place"),
        )
        self.disengage, self.withdraw = by_unit("disengage"), by_unit("withdraw")
        self.aside, self.short = by_unit("aside"), by_unit("short")
        self.sail, self.assault, self.at = by_place("sail"), by_place("assault"), by_place("at")
        self.autods, self.disengage_stack = by_place("autods"), by_place("disengage")
        self.invade: dict[str, Action] = {}
        self.air, self.naval = by_nation("air"), by_nation("naval")
        self.sail[RESERVE] = Action("sail", "Reserve", RESERVE)
        self.at[RESERVE] = Action("at", "Reserve", RESERVE)
        self.valiant, self.evade, self.abandon = (
            Action("valiant"),
            Action("evade"),
            Action("abandon"),
        )
        self.delay, self.partial = Action("delay"), Action("partial")


UNIT_MARKS = {
    "h": "half",
    "o": "oos",
    "i": "red",
    "n": "fresh",
    "u": "fired",
    "p": "renewed",
    "t": "trucked",
    "m": "moved",
    "x": "far",
    "a": "attacked",
    "s": "struck",
    "y": "fell_back",
    "l": "landed",
    "g": "gave",
    "b": "dropped",
    "e": "shifted",
    "q": "scouted",
    "v": "fled",
}
"""Sets of units: half effective 5.7, out of supply 16.1, isolated 16.5 and since this turn, fired 17.5,
Replacement marker 20.4, truck 5.8, moved, by Extended Movement, attacked, was attacked, retreated,
landed, gave support, dropped by air, entered an area, used 25.2, put into Full Retreat by its owner."""


class Situation(Field["Salerno43"]):
    """Where everything stands."""

    LISTS: ClassVar[tuple[str, ...]] = (*Field.LISTS, "routed", "sp", "harbour", "voyage")
    MARKS: ClassVar[tuple[str, ...]] = tuple(UNIT_MARKS.values())
    SIDES: ClassVar[tuple[str, str]] = SIDES
    CITES: ClassVar[Cites] = Cites(
        stacking="4.4",
        loss="10.2.2",
        remnant="10.4.2",
        lead="11.2.3",
        retreat="12.1.3",
        no_retreat="12.2",
        supply="16.1",
        isolation="16.5.1",
        attrition="16.5.3",
    )
    OVER_EDGE: ClassVar[bool] = True
    AWAY: ClassVar[int] = AWAY
    GONE: ClassVar[int] = GONE

    half: int
    fired: int
    renewed: int
    trucked: int
    moved: int
    far: int
    attacked: int
    struck: int
    fell_back: int
    landed: int
    gave: int
    dropped: int
    shifted: int
    scouted: int
    fled: int

    def __init__(self, game: Salerno43) -> None:
        super().__init__(game)
        self.routed: list[int] = [0, 0]
        """13.3 By side: hexes with a unit in Full Retreat."""
        self.active = ALLIED
        self.box = 0
        """22.1 Where the Weather marker is."""
        self.air: frozenset[str] = frozenset()
        self.naval: frozenset[str] = frozenset()
        """9.4, 9.6 The markers that are ready."""
        self.battleships = 2
        self.sp: list[int] = [0, 0]
        self.control = 0
        """16.3.4 The watched hexes that the Allies control; the Germans control the others."""
        self.allied_areas = 0
        self.city_battles = 0
        self.mover, self.spent, self.trod, self.modes = -1, 0, 0, 0
        self.trucks = 0
        self.automatic: tuple[tuple[int, ...], ...] = ()
        """8.7 Each Automatic DS of this turn: the hex, then the units."""
        self.replacements = ""
        """20.1 Replacements left: letters of types, for the Allies after the nation: C or U."""
        self.landing, self.transfer = 0, 0
        """18.4.3, 18.4.5d Landing Points used this turn."""
        self.harbour: dict[int, tuple[int, int]] = {}
        """18.4.4 By hex: Landing Points received and shipped out this turn."""
        self.voyage: dict[int, int] = {}
        """18.4.4c Units on a two-turn transfer and where they are bound."""
        self.ports_open = 0
        self.abandoned = False
        self.released = False
        """19.2 An Allied unit has come near the garrison of Torre Annunziata."""
        self.beaches: tuple[str, ...] = ()
        """24.2 Beaches still to be assaulted."""
        self.withdrawn = 0
        """S2.2 Defense Strength withdrawn so far; all of it when the withdrawal is over."""

    # -- looking

    @property
    def weather(self) -> str:
        return self.game.charts.boxes[self.box].weather

    def exerts(self, unit: int) -> tuple[bool, bool]:
        """6.1, 7.1, 13.1 Units in Full Retreat have no ZOC, only those in Good Order may bond."""
        status = self.status[unit]
        return status != FULL, status == GOOD and unit in self.game.bonding

    def anchors(self, side: int) -> Iterable[Anchor]:
        """7.5 Friendly Entry Areas."""
        by_area = self.game.tables.anchors
        return [a for k, own in enumerate(by_area) if self.friendly_area(k, side) for a in own]

    def friendly_area(self, area: int, side: int) -> bool:
        """21.2 Whose an Entry Area is."""
        return (self.allied_areas >> area & 1 == 1) == (side == ALLIED)

    def is_area(self, place: int) -> bool:
        return place >= self.game.tables.size

    def quality(self, unit: int) -> str:
        return self.game.units.units[unit].quality[self.steps[unit]]

    def controls(self, side: int, h: int) -> bool:
        return (self.control >> h & 1 == 1) == (side == ALLIED)

    def beachheads(self) -> list[int]:
        """18.1 The hexes of the Beachhead units."""
        return [self.hex[u] for u in self.game.beachheads if self.hex[u] >= 0]

    # -- changing

    def put(self, unit: int, place: int) -> None:
        """Place or move a unit: to a hex, an Entry Area or a box."""
        super().put(unit, place)
        game = self.game
        if 0 <= place < game.tables.size:
            side = game.units.units[unit].side
            if side == ALLIED and game.locked_zone >> place & 1:
                self.released = True
            if game.tables.watched >> place & 1:
                self._take(place, side)
        if self.city_battles:
            self._check_cities()

    def refresh(self, h: int, side: int) -> None:
        super().refresh(h, side)
        status = self.status
        routed = FULL in [status[u] for u in self.at.get(h, ())]
        note(self.routed, side, 1 << h, routed)

    def _take(self, h: int, side: int) -> None:
        """16.3.4a The last side to occupy or pass through a Port, City or VP hex controls it."""
        if side == ALLIED:
            self.control |= 1 << h
            return
        self.control &= ~(1 << h)
        for unit, port in list(self.voyage.items()):
            if port == h:
                del self.voyage[unit]
                self.hex[unit] = RESERVE
                self.tell(
                    "transfer",
                    "18.4.4d",
                    "{unit} was bound for {hex} and goes to the Floating Reserve",
                    unit=self.id(unit),
                    hex=self.word(h),
                )

    def _check_cities(self) -> None:
        """11.6.3 City Battle markers come off."""
        for h in members(self.city_battles):
            owner = next((s for s in (ALLIED, GERMAN) if self.occupied[s] >> h & 1), None)
            if owner is None or not self.near_enemy(h, owner):
                self.city_battles &= ~(1 << h)

    def set_area(self, area: int) -> None:
        """21.2.1 An Entry Area becomes Allied."""
        self.allied_areas |= 1 << area
        self.bound = [None, None]

    def disrupt(self, unit: int, rule: str) -> None:
        """13.1.2, 13.1.3b A unit is Disrupted; a Disrupted one goes into Full Retreat."""
        if self.game.units.units[unit].beachhead or self.status[unit] == FULL:
            return
        if self.status[unit] == DISRUPTED:
            self.rout(unit, rule)
            return
        super().disrupt(unit, rule)

    def rout(self, unit: int, rule: str) -> None:
        """13.1.3 A unit goes into Full Retreat."""
        if self.status[unit] != FULL and not self.game.units.units[unit].beachhead:
            self.set_status(unit, FULL)
            self.tell("status", rule, "{unit} goes into Full Retreat", unit=self.id(unit))

    def eliminate(self, unit: int, rule: str, box: int | None = None) -> None:
        """A unit leaves the map; 16.5.6, 18.1 for good if ``box`` is DEAD, as a Beachhead always does."""
        super().eliminate(unit, rule, DEAD if self.game.units.units[unit].beachhead else box)

    def take_off(self, unit: int, box: int) -> None:
        super().take_off(unit, box)
        self.voyage.pop(unit, None)

    def remove_from_play(self, unit: int, rule: str) -> None:
        """S2.2b, S2.3.7b A unit leaves the game without being eliminated."""
        self.take_off(unit, AWAY)
        self.tell("removed", rule, "{unit} leaves the game", unit=self.id(unit))
