"""The situation on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from ...board import Board
from ...engine.words import Action, Say
from ...units import OrderOfBattle
from ..zocbond.battle import Battle
from ..zocbond.cites import Cites
from ..zocbond.counters import Orders
from ..zocbond.field import DISRUPTED as DISRUPTED
from ..zocbond.field import GOOD as GOOD
from ..zocbond.field import Field
from ..zocbond.zones import Anchor
from .charts import Weather
from .counters import ALLIED, GERMAN, SIDES, Counter
from .ground import CYCLING, STRATEGIC

if TYPE_CHECKING:
    from . import Normandy44

LATER, GONE, BRITAIN, DEAD, AWAY = -1, -2, -3, -4, -5
"""Off the map: still to come, eliminated, In Britain, out of the game for good, not in play."""
BEACHES = ("Utah", "Omaha", "Gold", "Juno", "Sword")
SEA = {beach: -10 - k for k, beach in enumerate(BEACHES)}
"""20.5.2 The sea boxes off the beaches."""
ARMIES = ("US", "CW")
GE = 2
"""16.1.2 The Germans, beside the two armies."""
RESERVE_MOVE, RESERVE_COMBAT = "reserve-movement", "reserve-combat"
"""15.0 The phases of the Reserves."""
US, CW, ARMY7, FORTRESS, PANZER_WEST = 0, 1, 2, 3, 4
"""5.1, 24b The tracks of supply points: First Army, Second Army, 7th Army, Fortress Cherbourg; Panzer Group
West if there are two German players."""
STOCKS = (
    ("us", "infantry"),
    ("us", "armor"),
    ("us", "airborne"),
    ("british", "infantry"),
    ("british", "armor"),
    ("british", "airborne"),
    ("canadian", "infantry"),
    ("german", "infantry"),
    ("german", "armor"),
)
"""6.1 The tracks of replacements by whose they are and kind."""
SERVICES = {
    "us": Say("US"),
    "british": Say("British"),
    "canadian": Say("Canadian"),
    "german": Say("German"),
}
KINDS = {"infantry": Say("infantry"), "armor": Say("armored"), "airborne": Say("airborne")}
UNIT_MARKS = {
    "o": "oos",
    "i": "red",
    "n": "fresh",
    "u": "used",
    "p": "renewed",
    "t": "trucked",
    "g": "strategic",
    "v": "reserve",
    "h": "regroup",
    "c": "scattered",
    "m": "moved",
    "b": "stirred",
    "a": "attacked",
    "s": "struck",
    "y": "fell_back",
    "l": "landed",
    "e": "dug",
    "k": "rebuilt",
    "f": "stood",
    "w": "strolled",
    "x": "crept",
}
"""Sets of units: out of supply 18.1, red marker and since this turn; an HQ that has moved or a Werfer that
has fired 17.2.3, 17.3; Replacement 6.2.4, Truck 9.8.6, Strategic Movement 9.8.3, Reserve 15.1, Regroup 6.5.2
and Scattered 20.2.3 markers; moved this phase, and so that it may not go into Reserve 15.1; attacked (an HQ: gave a shift 17.2.3), was
attacked, retreated this phase; landed this turn 6.5.2; builds an Improved Position 16.1.3; came back this phase 6.2.2;
has stood in a Determined Defense 13.3b; an HQ that has moved one hex this turn 17.2.3; used Tactical Movement this turn 15.1d."""


class Actions(Orders):
    """The actions of the game, one object each, made once."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        super().__init__({h: board.label(h) for h in board.hexes}, units)
        by_unit, by_place = self.by_unit, self.by_place
        self.replace, self.rebuild = by_unit("replace"), by_unit("rebuild")
        self.mobilize = by_unit("mobilize")
        self.at = by_place("at")
        self.at[BRITAIN] = Action("at", "Britain", BRITAIN)
        self.supply = self.by_word("supply", TRACKS)
        self.service = {word: Action("take", word.capitalize()) for word in ("british", "canadian")}
        self.buy = self.by_word("buy", ARMIES)
        self.beach = {beach: Action("beach", beach) for beach in (*BEACHES, "Hoc")}
        self.assault, self.dig = by_unit("assault"), by_unit("dig")
        self.truck, self.reserve = by_unit("truck"), by_unit("reserve")
        self.evacuate = by_unit("evacuate")
        self.division = {
            word: Action("division", word)
            for word in sorted({u.formation for u in units if u.airborne})
        }
        self.abandon, self.level = by_unit("abandon"), by_place("level")
        self.hq, self.werfer = by_unit("hq"), by_unit("werfer")
        self.group = by_place("maf")
        self.caen = Action("caen")
        self.air, self.naval = self.by_word("air", ARMIES), self.by_word("naval", ARMIES)
        self.strafe = by_place("strafe")
        self.land, self.enter = by_place("land"), by_place("enter")
        self.cotentin = by_place("cotentin")
        self.drop, self.unreserve = by_unit("drop"), by_unit("unreserve")
        self.over, self.agree, self.object = Action("over"), Action("agree"), Action("object")
        self.share = [Action("share", str(k), k) for k in range(20)]


TRACKS = ("US", "CW", "7Army", "Cherbourg", "PzWest")
HOLDERS = (
    Say("US First Army"),
    Say("British Second Army"),
    Say("German Seventh Army"),
    Say("Fortress Cherbourg"),
    Say("Panzer Group West"),
)
"""5.1 Whose the tracks of supply points are."""


class Situation(Battle["Normandy44"]):
    """Where everything stands."""

    LISTS: ClassVar[tuple[str, ...]] = (
        *Field.LISTS,
        "sp",
        "stock",
        "air",
        "naval",
        "positions",
        "points",
        "through",
        "due",
        "harbour",
        "improved",
        "digging",
        "evacuated",
        "strafed",
    )
    MARKS: ClassVar[tuple[str, ...]] = tuple(UNIT_MARKS.values())
    SIDES: ClassVar[tuple[str, str]] = SIDES
    COMMON: ClassVar[frozenset[str]] = frozenset({"initial", "end"})
    MOVES: ClassVar[Mapping[str, int]] = {
        **Field.MOVES,
        "cycling": CYCLING,
        "strategic": STRATEGIC,
    }
    STACKED: ClassVar[tuple[str, ...]] = ("reserve", "unreserve", "evacuate")
    CITES: ClassVar[Cites] = Cites(
        stacking="7.2",
        move="9.1",
        held="9.1",
        zoc="8.2",
        bond="8.5.2",
        tactical="9.10",
        attack="10.1",
        adjacent="10.1",
        once="10.1",
        undivided="10.2",
        defenders="10.1",
        combat="10.5",
        ratio="10.5",
        join="10.3",
        force="10.3.1",
        attach="10.3.3",
        limit="10.4",
        limits="10.6",
        halving="11.1",
        losses="12.2",
        attacker_loss="12.2.1",
        defender_loss="12.2.2",
        stand="12.4.1",
        determined="12.4.3",
        stand_result="12.4.8",
        stand_end="12.4.8",
        stand_support="12.4.7",
        lead="12.4.2",
        retreat="13.1.4",
        falls_back="13.1.1",
        retreat_ends="13.1.1",
        retreat_held="13.2.2",
        retreat_bond="13.2.2",
        retreat_away="13.1.1",
        retreat_zoc="13.1.2",
        no_retreat="13.2.2",
        retreated="13.5",
        fallen="13.5",
        disrupted="13.6",
        advance="14.1",
        advance_far="14.1",
        advance_closed="14.3",
        advance_zoc="14.3.1",
        advance_bond="14.3.2",
        advance_ground="14.4",
        supply="18.1",
        supply_line="18.3",
        supply_far="18.3a",
        supply_enemy="18.3b",
        supply_zoc="18.3b",
        supply_bond="18.3b",
        supply_control="18.3c",
        isolation="18.1",
        attrition="18.5.1",
    )
    AWAY: ClassVar[int] = AWAY
    GONE: ClassVar[int] = GONE

    used: int
    trucked: int
    strategic: int
    reserve: int
    regroup: int
    scattered: int
    stirred: int
    landed: int
    dug: int
    rebuilt: int
    stood: int
    strolled: int
    crept: int

    def __init__(self, game: Normandy44) -> None:
        super().__init__(game)
        self.active = GERMAN
        self.row = game.charts.weather_first
        """4.1 The row of the Weather Table that holds."""
        self.sp: list[int] = [0] * len(TRACKS)
        self.stock: list[int] = [0] * len(STOCKS)
        self.unsaved = ""
        """6.4 The German replacement of this turn that must be used at once: ``low`` or ``lowest``
        infantry, or ``cats``: armor that Panthers and Tigers may take."""
        self.air: list[int] = [0, 0]
        self.naval: list[int] = [0, 0]
        """19.0 The markers that are ready, by army."""
        self.positions: list[int] = [0, 0, 0]
        """16.1.2 Improved Positions that may still be begun: US, CW, German."""
        self.points: list[int] = [0, 0]
        """6.5.1 Reinforcement points left, by army."""
        self.through: list[int] = [0] * len(BEACHES)
        """6.5.2c Reinforcement points landed this turn, by beach."""
        self.due: list[int] = [0, 0]
        """21.1.1b The turn on which each army's Mulberry will be ready; 0 if none is being built."""
        self.harbour: list[int] = [-1, -1]
        """21.1.1b Where each army's Mulberry stands; -1 nowhere."""
        self.opened = 0
        """23.3a The beaches that were open at some time."""
        self.harbours_lost = 0
        """23.3a The armies whose Mulberry the Germans have taken."""
        self.improved: list[int] = [0, 0]
        self.digging: list[int] = [0, 0]
        """16.1 By side: hexes with Improved Positions, ready and begun."""
        self.evacuated: dict[int, int] = {}
        """21.2 How many units have left each hex this turn."""
        self.tied = 0
        """17.9.4 Units whose dead Cadre lies on them in the display."""
        self.maimed = 0
        """20.2.2 Units that lost two steps in the drop, one of them for good."""
        self.relieved = ""
        """6.2.3e Airborne divisions that took a replacement this turn."""
        self.mobilized = False
        """6.7 A unit was mobilized this turn."""
        self.released = False
        """17.6.1"""
        self.cotentin_moved = False
        """17.4b"""
        self.bombardment = 0
        """19.2.5 The turn of the bombardment of Cherbourg; 0 before it."""
        self.bombarded = 0
        """19.2.5 The hexes bombarded in that turn."""
        self.thunder = False
        """S3.2.3a A 1 was rolled again for the weather of this turn."""
        self.storm_left = 0
        """25.2 How many more turns the storm lasts."""
        self.at_edge = 0
        """23.2 Supplied Allied units at the south and east edge at the end of the German turn."""
        self.silenced = 0
        """25.3b Coastal batteries that are gone."""
        self.subdued = 0
        """25.3a The armies of which a ship keeps the coastal batteries down this turn."""
        self.beaches: tuple[str, ...] = ()
        """20.3 Beaches still to be assaulted."""
        self.droppers: tuple[int, ...] = ()
        """20.2 Airborne units still to roll for scatter."""
        self.crowded = 0
        """20.2.4 Glider units that wait for room in their hex."""
        self.strafed: dict[int, int] = {}
        """19.1.4 How often hexes were strafed this turn."""
        self.floor = self.ended = 0
        """24 Which player of the active side acts, and which have ended the phase."""
        self.facing_cw = 0
        """24b The German units that face the Commonwealth."""
        self.shared = False
        """24b The Germans have shared out what they start with."""
        self.began = -1
        """22.1.2b, S3.3.2, S3.3.3 Where the unit on the move began, if it may not stay there."""
        self.denied = 0
        """24a The hexes that an ally's aircraft will not strafe in this phase."""

    # -- looking

    @property
    def sky(self) -> Weather:
        return self.game.charts.weather[self.row - 1]

    @property
    def weather(self) -> str:
        return self.sky.weather

    def exerts(self, unit: int) -> tuple[bool, bool]:
        """8.1, 8.5.1, 20.2.3 Strength 1 and strongpoints have no ZOC, Scattered units form no Bond."""
        counter = self.game.units.units[unit]
        has = counter.defense[self.steps[unit]] > 1 and not counter.strongpoint
        return has, has and not self.scattered >> unit & 1

    def anchors(self, side: int) -> Iterable[Anchor]:
        """8.5.5"""
        return self.game.tables.anchors

    def position(self, h: int) -> bool:
        """16.1, 16.1.6 Whether there is an Improved Position for who stands in a hex."""
        ready = self.improved[ALLIED] | self.improved[GERMAN] | self.game.tables.permanent
        return bool(ready >> h & 1)

    def army(self, unit: int) -> int:
        """US or CW."""
        return US if self.game.units.units[unit].nation == "US" else CW

    def strategic_hexes(self, side: int, unit: int) -> int:
        """9.8.2b Hexes with a friend under a Strategic Movement marker, in which nobody ends a move."""
        found = 0
        if self.strategic & ~(1 << unit):
            for u in self.on_map(side):
                if self.strategic >> u & 1 and u != unit:
                    found |= 1 << self.hex[u]
        return found

    def open_beaches(self) -> list[str]:
        """21.1.1a The beaches with their engineer on one of their hexes."""
        return [name for name in BEACHES if self.is_open(name)]

    def is_open(self, name: str) -> bool:
        beach = self.game.beaches.get(name)
        return beach is not None and self.hex[beach.engineer] in beach.hexes

    def cadres_left(self, kind: str) -> int:
        """17.9.1 How many more units of a kind the display can turn into Cadres."""
        game = self.game
        used: dict[str, int] = {}
        for unit in game.cadre_units:
            if self.steps[unit] == 1 or self.tied >> unit & 1:
                of = game.units.units[unit].remnant
                used[of] = used.get(of, 0) + 1
        display = game.cadres[kind].display
        whole = sum(n for k, n in used.items() if game.cadres[k].display == display)
        return min(game.displays[display] - whole, game.cadres[kind].most - used.get(kind, 0))

    def remnants_left(self, kind: str) -> int:
        return self.cadres_left(kind)

    # -- changing

    def take(self, h: int, side: int) -> None:
        """2.2.5 The last side in a hex controls it; 25.3b a coastal battery that the Allies take is gone."""
        super().take(h, side)
        if side == ALLIED:
            self.silenced |= 1 << h & self.game.battery_hexes

    def scatter(self, unit: int, on: bool) -> None:
        """20.2.3 The marker changes what a unit bonds with."""
        bit = 1 << unit
        self.scattered = self.scattered | bit if on else self.scattered & ~bit
        h = self.hex[unit]
        if 0 <= h < self.game.tables.size:
            self.refresh(h, self.game.units.units[unit].side)

    def take_off(self, unit: int, box: int) -> None:
        """17.9.4 A dead Cadre stays tied to its unit; 16.1.5a an Improved Position goes with its last unit."""
        if self.steps[unit] == 1 and self.game.units.units[unit].remnant and box == GONE:
            self.tied |= 1 << unit
        here = self.hex[unit]
        super().take_off(unit, box)
        if here >= 0:
            self.abandon_position(here, self.game.units.units[unit].side)

    def abandon_position(self, h: int, side: int) -> None:
        """16.1.5a The Improved Position of a side without a unit of it there is removed."""
        bit = 1 << h
        if (self.improved[side] | self.digging[side]) & bit and not self.occupied[side] & bit:
            self.improved[side] &= ~bit
            self.digging[side] &= ~bit
            self.tell(
                "position", "16.1.5", "the Improved Position in {hex} is gone", hex=self.word(h)
            )
