"""The situation on the table, and the tables of the map that are built once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from ...board import Board
from ...engine.words import Action
from ...hexes import OFF, mask_of, members
from ...units import OrderOfBattle
from ..zocbond import tables
from ..zocbond.battle import Battle
from ..zocbond.cites import Cites
from ..zocbond.counters import FOOT, MECHANIZED, VEHICLE, Orders
from ..zocbond.field import DISRUPTED as DISRUPTED
from ..zocbond.field import GOOD as GOOD
from ..zocbond.field import Field
from ..zocbond.ground import Roles, either
from ..zocbond.march import NORMAL, TACTICAL, Step
from ..zocbond.tables import union
from ..zocbond.zones import Anchor, anchors
from .charts import Charts
from .counters import ALLIED, GERMAN, SIDES, Counter

if TYPE_CHECKING:
    from . import Salerno43

FULL = 2
"""13.1.3 Full Retreat, beside Good Order and Disrupted."""

EXTENDED = 2
"""5.3 Extended Movement, beside normal and Tactical Movement."""
KINDS = NORMAL | EXTENDED | TACTICAL

LATER, GONE, RESERVE, DEAD, AWAY, SEA = -1, -2, -3, -4, -5, -6
"""Off the map: still to come, Eliminated Box, Floating Reserve, eliminated for good, not in play, at sea."""

AREAS = ("N1", "N2", "E1", "E2", "E3", "E4", "E5", "S1", "S2", "S3")
"""21.2 The Entry Areas; area k is the place ``size + k`` of the map."""
NATIONS = ("CW", "US", "GE")
"""9.4, 9.6 Whose the Air and Naval markers are."""
ALL_AREAS = (1 << len(AREAS)) - 1


class Tables(tables.Tables):
    """What the map means for movement (5.0), combat (9.8) and supply (16.3), built once."""

    ROLES: ClassVar[Roles] = Roles(
        water=frozenset(["sea"]),
        closed=frozenset(["sea"]),
        steep=frozenset(["mountain"]),
        pass_=frozenset(["pass"]),
        wet=frozenset(["river"]),
    )
    ROADS: ClassVar[tuple[str, ...]] = ("major", "secondary")

    def __init__(self, board: Board, charts: Charts) -> None:
        super().__init__(board)
        self.charts = charts
        ground, where = self.ground, board.where
        self.hill, self.marsh, self.city = (where.get(t, 0) for t in ("hill", "marsh", "city"))
        self.rough = self.hill | self.marsh | self.city
        self.no_retreat = either(ground.wall, ground.unbridged)
        """12.3 Hexsides over which a retreat costs a vehicle."""
        self.full_mountain = where.get("full_mountain", 0)
        self.town = mask_of(p.hex for p in board.places if p.kind == "town")
        self.sector8 = where.get("army8", 0)
        self.airfield = where.get("airfield", 0)
        self.port_value = self.figures("port")
        self.ports = mask_of(self.port_value)
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
            for h in members(union(self.touch))
        }
        self.anchors = tuple(
            anchors(ground, touched, area) for area, touched in zip(AREAS, self.touch, strict=True)
        )
        """7.5 By Entry Area."""
        self._friendly: dict[int, tuple[int, list[Anchor]]] = {}
        classes, sides = (FOOT, MECHANIZED, VEHICLE), (ALLIED, GERMAN)
        self.steps = tuple(
            tuple(self._with_areas(side, klass) for klass in classes) for side in sides
        )
        """By side, class and place: the places next to it that movement points can reach."""
        self.daring = tuple(
            tuple(self._daring(h, klass) for h in range(self.size)) for klass in classes
        )
        """By class and hex: the neighbours that only a first hex of Tactical Movement may cross to."""

    def friendly(self, areas: int) -> tuple[int, list[Anchor]]:
        """7.5, 16.2 Of a set of Entry Areas: the hexes that they touch, and where units bond with them."""
        known = self._friendly.get(areas)
        if known is None:
            gates = union([self.touch[k] for k in members(areas)])
            known = gates, [anchor for k in members(areas) for anchor in self.anchors[k]]
            self._friendly[areas] = known
        return known

    def step(
        self, side: int, klass: int, here: int, d: int, there: int, road: str | None
    ) -> tuple[int, int] | None:
        """5.1-5.6 Mountains bar the way, unbridged rivers cost more or bar vehicles."""
        if self.ground.wall[d] >> here & 1:
            return None
        cost = self.enter(side, klass, there, road)
        if self.ground.unbridged[d] >> here & 1:
            if klass == VEHICLE:
                return None
            cost += self.charts.river
        return cost, KINDS

    def enter(self, side: int, klass: int, h: int, road: str | None) -> int:
        """5.1 The cost to enter a hex, by road or not; S2.3 roads help no vehicle of the 8th Army sector."""
        costs = self.charts.costs[klass != FOOT]
        if road is None:
            return costs[self.board.terrain[h]]
        slow = side == ALLIED and klass != FOOT and self.sector8 >> h & 1
        return self.charts.area if slow else costs[road]

    def _with_areas(self, side: int, klass: int) -> tuple[tuple[Step, ...], ...]:
        """21.3 The steps by place, with those to and from Entry Areas."""
        found = self.steps_of(side, klass)
        for h, areas in self.areas_of.items():
            found[h] += tuple((self.size + k, -1, self.charts.area, KINDS) for k in areas)
        for touched in self.touch:
            costs = {h: self.enter(side, klass, h, self.best_road.get(h)) for h in members(touched)}
            found.append(tuple((h, -1, cost, KINDS) for h, cost in costs.items()))
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


class Actions(Orders):
    """The actions of the game, one object each, made once."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        size = board.grid.size
        words = {h: board.label(h) for h in board.hexes}
        words |= {size + k: area for k, area in enumerate(AREAS)}
        super().__init__(words, units)
        by_unit, by_place = self.by_unit, self.by_place
        self.truck, self.flee, self.asu = by_unit("truck"), by_unit("flee"), by_unit("asu")
        self.group, self.leave, self.drop = by_unit("group"), by_unit("leave"), by_unit("drop")
        self.ready, self.replace = by_unit("ready"), by_unit("replace")
        self.place = by_unit("place")
        self.disengage, self.withdraw = by_unit("disengage"), by_unit("withdraw")
        self.aside, self.short = by_unit("aside"), by_unit("short")
        self.sail, self.assault, self.at = by_place("sail"), by_place("assault"), by_place("at")
        self.autods, self.disengage_stack = by_place("autods"), by_place("disengage")
        self.invade: dict[str, Action] = {}
        self.air, self.naval = self.by_word("air", NATIONS), self.by_word("naval", NATIONS)
        self.sail[RESERVE] = Action("sail", "Reserve", RESERVE)
        self.at[RESERVE] = Action("at", "Reserve", RESERVE)
        self.valiant, self.evade = Action("valiant"), Action("evade")
        self.abandon = Action("abandon")
        self.delay, self.partial = Action("delay"), Action("partial")
        self.remnant, self.decline = Action("remnant"), Action("decline", role="closes")


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


class Situation(Battle["Salerno43"]):
    """Where everything stands."""

    LISTS: ClassVar[tuple[str, ...]] = (*Field.LISTS, "routed", "sp", "harbour", "voyage")
    MARKS: ClassVar[tuple[str, ...]] = tuple(UNIT_MARKS.values())
    SIDES: ClassVar[tuple[str, str]] = SIDES
    COMMON: ClassVar[frozenset[str]] = frozenset({"weather", "victory"})
    MOVES: ClassVar[Mapping[str, int]] = {**Field.MOVES, "extended": EXTENDED}
    CITES: ClassVar[Cites] = Cites(
        stacking="4.4",
        move="5.1",
        held="5.1e",
        zoc="6.2",
        bond="7.2a",
        tactical="5.4",
        attack="8.1",
        adjacent="8.1a",
        once="8.1c",
        undivided="8.2d",
        defenders="8.1e",
        combat="8.3",
        ratio="8.3a",
        join="8.4",
        force="8.4.1",
        attach="8.4.3",
        limit="8.4.5",
        limits="8.6",
        halving="9.1",
        losses="10.2",
        attacker_loss="10.2.2",
        defender_loss="10.2.2",
        stand="11.1",
        determined="11.2",
        stand_result="11.4.1",
        stand_end="11.4",
        stand_support="11.3",
        lead="11.2.3",
        retreat="12.1.3",
        falls_back="12.1.1",
        retreat_ends="12.1.1",
        retreat_held="12.2a",
        retreat_bond="12.2b",
        retreat_away="12.1.3b",
        retreat_zoc="12.1.3c",
        no_retreat="12.2",
        retreated="12.5",
        fallen="12.5b",
        disrupted="13.1.2",
        advance="14.1",
        advance_far="14.2",
        advance_closed="14.4",
        advance_zoc="14.4.1",
        advance_bond="14.4.2",
        advance_ground="14.5",
        supply="16.1",
        supply_line="16.3.1",
        supply_far="16.3.2",
        supply_enemy="16.3.2d",
        supply_zoc="16.3.2f",
        supply_bond="16.3.2e",
        supply_control="16.3.4",
        isolation="16.5.1",
        attrition="16.5.3",
    )
    OVER_EDGE: ClassVar[bool] = True
    AWAY: ClassVar[int] = AWAY
    GONE: ClassVar[int] = GONE

    half: int
    fired: int
    trucked: int
    far: int
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
        self.allied_areas = 0
        self.city_battles = 0
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
        return self.game.tables.friendly(self.friendly_areas(side))[1]

    def friendly_areas(self, side: int) -> int:
        """21.2 The Entry Areas of a side."""
        return self.allied_areas if side == ALLIED else ~self.allied_areas & ALL_AREAS

    def friendly_area(self, area: int, side: int) -> bool:
        """21.2 Whose an Entry Area is."""
        return (self.allied_areas >> area & 1 == 1) == (side == ALLIED)

    def is_area(self, place: int) -> bool:
        return place >= self.game.tables.size

    def quality(self, unit: int) -> str:
        return self.game.units.units[unit].quality[self.steps[unit]]

    def beachheads(self) -> list[int]:
        """18.1 The hexes of the Beachhead units."""
        return [self.hex[u] for u in self.game.beachheads if self.hex[u] >= 0]

    # -- changing

    def put(self, unit: int, place: int) -> None:
        """Place or move a unit: to a hex, an Entry Area or a box."""
        super().put(unit, place)
        game = self.game
        if place >= 0 and game.locked_zone >> place & 1 and game.units.units[unit].side == ALLIED:
            self.released = True
        if self.city_battles:
            self._check_cities()

    def refresh(self, h: int, side: int) -> None:
        super().refresh(h, side)
        status, bit, routed = self.status, 1 << h, 0
        for u in self.at.get(h, ()):
            if status[u] == FULL:
                routed = bit
        if routed != self.routed[side] & bit:
            self.routed[side] ^= bit

    def take(self, h: int, side: int) -> None:
        """16.3.4a The last side to occupy or pass through a Port, City or VP hex controls it."""
        super().take(h, side)
        for unit, port in list(self.voyage.items()):
            if port == h and side == GERMAN:
                del self.voyage[unit]
                self.hex[unit] = RESERVE
                self.tell(
                    "transfer",
                    "18.4.4d",
                    "{unit}, bound for {hex}, goes to the Floating Reserve",
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
