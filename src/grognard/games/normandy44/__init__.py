"""Normandy '44: the invasion of 6 June 1944 and the three weeks after it.  Modules follow the chapters of the rulebook.

2.3 counters, 3 sequence, 3A initial, 4 weather, 5 points, 6.1, 6.3 and 6.4 pool, 6.2 replacements and rebuilding, 6.7 mobilization, 6.5 and 21.2 landing, 7 stacking, 8 (zocbond),
9 movement (reach: where a unit may go; move_orders: why not; ground: what the map means), 10 combat and attacks, 11 modifiers, 12 results and
defence, 13 retreat, 14 advance, 15 reserves, 16 fortifications, 17.2-17.4 and 19 support, 17.5 and 22.2 special, 17.9 cadres, 18 supply,
20 invasion, 21.1 beaches, 23 and S1-S3 victory, 24 players; book and book_combat: what the shared rules ask of this game; show and panels: what the page
shows of the map and beside it.  What the series shares is in zocbond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ...engine.decision import Procedure
from ...engine.ruleset import Option, Said, Scenario
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of
from ...textdata import Folder
from ...units import OrderOfBattle
from ..zocbond.charts import load
from ..zocbond.notation import Notation
from ..zocbond.series import SeriesRules
from . import chances, players, replacements, sequence, setup
from .book import Normandy
from .charts import Charts, charts
from .counters import ALLIED, GERMAN, SIDES, Counter, counters
from .ground import ENTRIES, Tables
from .notation import NOTATION
from .said import SAID_IN
from .situation import AWAY, DEAD, GONE, TRACKS, Actions, Situation
from .words import VERBS


class Beach(NamedTuple):
    """20.3, 21.1 A landing beach."""

    hexes: tuple[int, ...]
    column: str
    army: int
    engineer: int
    """The unit that opens it; -1 at Pointe du Hoc."""


class Cadre(NamedTuple):
    """17.9 A kind of Cadre: in which display, and how many there at most."""

    display: str
    most: int


class Mulberry(NamedTuple):
    """21.1.1b Where an army's artificial harbour may be built."""

    hexes: tuple[int, ...]
    beach: str


class Battery(NamedTuple):
    """25.3 A coastal battery."""

    hex: int
    strongpoint: int
    army: int
    beach: str
    """It matters only if units land there."""


class Normandy44(SeriesRules[Situation]):
    """The rules of Normandy '44 with scenario, options and data chosen."""

    name: ClassVar[str] = "normandy44"
    title: ClassVar[str] = "Normandy '44"
    version: ClassVar[int] = 7
    sides: ClassVar[tuple[str, ...]] = SIDES
    verbs: ClassVar[frozenset[str]] = frozenset(VERBS)
    said_in: ClassVar[Mapping[str, Said]] = SAID_IN
    aimed = ("strafe",)
    data: ClassVar[Path] = Path(__file__).parent / "data"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("seven", Say("Seven turns"), Say("From 6 to 12 June 1944.")),
        Scenario("campaign", Say("The campaign"), Say("Twenty-two turns, to 27 June.")),
        Scenario("cherbourg", Say("Cherbourg"), Say("Twelve turns on the Cotentin.")),
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("24a", "24a", Say("Two Allied players: the Americans and the Commonwealth")),
        Option("24b", "24b", Say("Two German players, one against each Allied army")),
        Option("25.1", "25.1", Say("The storm of 19 to 21 June comes on its date")),
        Option("25.2", "25.2", Say("A storm lasts three days")),
        Option("25.3", "25.3", Say("Coastal batteries tie down warships")),
    )

    LOST: ClassVar[frozenset[int]] = frozenset((GONE, DEAD, AWAY))
    map_rule: ClassVar[str] = "2.2.1"
    PHASES: ClassVar[Mapping[str, Callable[[Situation], Procedure]]] = sequence.PHASES
    MEANING = chances.MEANING
    notation: ClassVar[Notation[Situation]] = NOTATION

    units: OrderOfBattle[Counter]
    charts: Charts
    tables: Tables
    actions: Actions

    seating = staticmethod(players.seating)

    def prepare(self, folder: Folder) -> None:
        toml = folder.toml("scenarios.toml")
        common: dict[str, Any] = toml["common"]
        cadres = {k: v for k, v in common["cadres"].items() if isinstance(v, dict)}
        self.units = counters(folder, cadres)
        self.charts = load(folder, charts)
        self.tables = Tables(self.board, self.charts)
        self.actions = Actions(self.board, self.units)
        self.cadres = {kind: Cadre(row["display"], row["most"]) for kind, row in cadres.items()}
        self.displays: dict[str, int] = dict(common["displays"])
        self.cadre_units = [u.index for u in self.units if u.remnant]
        self.ready(folder, {kind: row.most for kind, row in self.cadres.items()})
        self.guns = tuple(
            [u.index for u in self.units if u.side == side and (u.hq or u.werfer)]
            for side in (ALLIED, GERMAN)
        )
        self._common(common)
        self._scenario(toml[self.scenario])
        self.players = tuple(
            tuple(seat for seat, serves in self.seats.items() if serves == side) for side in SIDES
        )
        """24 By side: the seats that decide for it."""
        self.allies = len(self.seats) > len(SIDES)
        """24 Whether some side has two players."""

    def _common(self, common: dict[str, Any]) -> None:
        """The places and dates that the rules name, as far as this board has them."""
        self.start_sp: list[int] = common["supply_points"]
        self.improved_from: int = common["improved_from"]
        self.storms = frozenset(common["storms"])
        self.long_storms_from: int = common["long_storms_from"]
        self.mobilization_from: int = common["mobilization_from"]
        self.cotentin = self.named(common["cotentin"])
        self.slowed: tuple[str, int] = (common["slowed"]["formation"], common["slowed"]["move"])
        doubt = common["doubtful"]
        self.doubtful: tuple[int, int] = (self.named(doubt["unit"]), doubt["die"])
        self.zones_next: dict[str, list[str]] = common["entry"]
        self.rangers = tuple(self.named(name) for name in common["rangers"]["units"])
        self.near_rangers = self._around(common["rangers"])
        self.commandos = self.named(common["commandos"]["unit"])
        self.near_commandos = self._around(common["commandos"])
        self.beaches: dict[str, Beach] = {}
        for name, row in common["beaches"].items():
            if all(self.is_hex(h) for h in row["hexes"]):
                engineer = self.named(row["engineer"]) if "engineer" in row else -1
                hexes = tuple(self.board.index(h) for h in row["hexes"])
                self.beaches[name] = Beach(
                    hexes, row["column"], ("US", "CW").index(row["army"]), engineer
                )
        self.mulberries: dict[int, Mulberry] = {}
        for k, army in enumerate(("US", "CW")):
            row = common["mulberries"][army]
            if all(self.is_hex(h) for h in row["hexes"]):
                hexes = tuple(self.board.index(h) for h in row["hexes"])
                self.mulberries[k] = Mulberry(hexes, row["beach"])
        self.batteries: list[Battery] = []
        for row in common["batteries"].values():
            if self.is_hex(row["hex"]):
                self.batteries.append(
                    Battery(
                        self.board.index(row["hex"]),
                        self.named(row["strongpoint"]),
                        ("US", "CW").index(row["army"]),
                        row.get("beach", ""),
                    )
                )
        self.battery_hexes = mask_of(b.hex for b in self.batteries)
        self.automatic: dict[str, int] = {
            k: v for k, v in common["automatic"].items() if isinstance(v, int)
        }

    def _scenario(self, setting: dict[str, Any]) -> None:
        self.turns: int = setting["turns"]
        self.needed: int = setting.get("victory", 0)
        self.setting = setting
        self.closed = 0
        """S3.1b Hexes that nobody enters."""
        if self.scenario == "cherbourg":
            self.closed = mask_of(
                h for h in self.board.hexes if self.board.grid.line_place(h)[1] == 15
            )
        self.start_sp = setting.get("supply_points", self.start_sp)
        self.arrival_turn = self._arrivals(setting.get("arrivals"))
        """6.6, S3.2.6 The turns of the German reinforcements."""
        self.out_of_bounds: dict[str, int] = {}
        """S3.3.2, S3.3.3 Where the airborne divisions may not go."""
        for formation, row in setting.get("tied", {}).items():
            near = 0
            for label in row["hexes"]:
                if self.is_hex(label):
                    near |= self.board.grid.within(self.board.index(label), row["distance"])
            self.out_of_bounds[formation] = self.tables.land & ~near

    def _arrivals(self, given: dict[str, int] | None) -> dict[int, int]:
        if given is not None:
            return {self.named(name): turn for name, turn in given.items()}
        found = {}
        for unit in self.units:
            word, *rest = unit.arrival.split()
            if word in ENTRIES:
                found[unit.index] = int(rest[0])
        return found

    def _around(self, row: dict[str, Any]) -> int:
        """The hexes within a distance of a place; 0 where the board lacks it."""
        if not self.is_hex(row["hex"]):
            return 0
        return self.board.grid.within(self.board.index(row["hex"]), row["distance"])

    # -- the game

    def situation(self) -> Situation:
        """An empty map."""
        return Normandy(self)

    def start(self) -> Situation:
        return setup.start(self.situation())

    def turn_rule(self, state: Situation) -> str:
        return "3.0"

    # -- texts

    def missed(self, state: Situation, words: Sequence[str]) -> IllegalAction | None:
        if state.phase == "replacement":
            return replacements.refuse(state, words[0], "".join(words[1:2]))
        return super().missed(state, words)

    def words(self) -> tuple[str, ...]:
        names = (*self.actions.maf, *TRACKS, *self.actions.beach, "Britain", "British", "Canadian")
        return (*names, *Situation.MOVES)

    def check(self, state: Situation) -> list[Say]:
        """What must always hold."""
        wrong = super().check(state)
        for kind in self.cadres:
            if state.cadres_left(kind) < 0:
                wrong.append(Say("too many {kind} Cadres", kind=kind))
        return wrong


RULES = Normandy44
