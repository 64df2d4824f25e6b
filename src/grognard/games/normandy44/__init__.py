"""Normandy '44: the invasion of 6 June 1944 and the three weeks after it.  Modules follow the chapters of the rulebook.

2.3 counters, 3 sequence, 4 weather, 5 points, 6 replacements, 9 and 11 ground (what the map means), 18 supply, 20 invasion,
21 beaches; book: what the shared rules ask of this game.  What the series shares is in zocbond.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ...engine.decision import Procedure
from ...engine.ledger import Ledger
from ...engine.ruleset import Option, Ruleset, Scenario
from ...engine.view import Piece
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of
from ...textdata import DataError, Folder, Words
from ...units import OrderOfBattle
from . import sequence, setup
from .book import Normandy
from .charts import charts
from .counters import ALLIED, GERMAN, SIDES, Counter, counters
from .ground import ENTRIES, Tables
from .situation import AWAY, DEAD, GONE, Actions, Situation


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


class Normandy44(Ruleset[Situation]):
    """The rules of Normandy '44 with scenario, options and data chosen."""

    name: ClassVar[str] = "normandy44"
    title: ClassVar[str] = "Normandy '44"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = SIDES
    data: ClassVar[Path] = Path(__file__).parent / "data"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("seven", Say("Seven turns"), Say("From 6 to 12 June 1944.")),
        Scenario("campaign", Say("The campaign"), Say("Twenty-two turns, to 27 June.")),
        Scenario("cherbourg", Say("Cherbourg"), Say("Twelve turns on the Cotentin.")),
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("25.1", "25.1", Say("The storm of 19 to 21 June comes on its date")),
        Option("25.2", "25.2", Say("A storm lasts three days")),
        Option("25.3", "25.3", Say("Coastal batteries tie down warships")),
    )

    units: OrderOfBattle[Counter]

    def prepare(self, folder: Folder) -> None:
        toml = folder.toml("scenarios.toml")
        common: dict[str, Any] = toml["common"]
        cadres = {k: v for k, v in common["cadres"].items() if isinstance(v, dict)}
        self.units = counters(folder, cadres)
        self.charts = charts(folder)
        self.tables = Tables(self.board, self.charts)
        self.actions = Actions(self.board, self.units)
        self.span = self.units.spans(SIDES)
        self.cadres = {kind: Cadre(row["display"], row["most"]) for kind, row in cadres.items()}
        self.displays: dict[str, int] = dict(common["displays"])
        self.cadre_units = [u.index for u in self.units if u.remnant]
        self.remnants = {kind: row.most for kind, row in self.cadres.items()}
        self.remnant_units = {
            kind: [u for u in self.cadre_units if self.units[u].remnant == kind]
            for kind in self.cadres
        }
        self.guns = tuple(
            [u.index for u in self.units if u.side == side and (u.hq or u.werfer)]
            for side in (ALLIED, GERMAN)
        )
        self.supply_memory: dict[Any, int] = {}
        self._common(common)
        self._scenario(toml[self.scenario])

    def _common(self, common: dict[str, Any]) -> None:
        """The places and dates that the rules name, as far as this board has them."""
        self.start_sp: list[int] = common["supply_points"]
        self.improved_from: int = common["improved_from"]
        self.storms = frozenset(common["storms"])
        self.long_storms_from: int = common["long_storms_from"]
        self.mobilization_from: int = common["mobilization_from"]
        self.cotentin = self._unit(common["cotentin"])
        self.slowed: tuple[str, int] = (common["slowed"]["formation"], common["slowed"]["move"])
        doubt = common["doubtful"]
        self.doubtful: tuple[int, int] = (self._unit(doubt["unit"]), doubt["die"])
        self.zones_next: dict[str, list[str]] = common["entry"]
        self.rangers = tuple(self._unit(name) for name in common["rangers"]["units"])
        self.near_rangers = self._around(common["rangers"])
        self.commandos = self._unit(common["commandos"]["unit"])
        self.near_commandos = self._around(common["commandos"])
        self.beaches: dict[str, Beach] = {}
        for name, row in common["beaches"].items():
            if all(self.is_hex(h) for h in row["hexes"]):
                engineer = self._unit(row["engineer"]) if "engineer" in row else -1
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
                        self._unit(row["strongpoint"]),
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
            return {self._unit(name): turn for name, turn in given.items()}
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

    def _unit(self, name: str) -> int:
        unit = self.units.find(name)
        if unit is None:
            raise DataError("scenarios.toml", None, Say("no unit is called '{unit}'", unit=name))
        return unit.index

    # -- the game

    def start(self) -> Situation:
        return setup.start(Normandy(self))

    def procedure(self, state: Situation) -> Procedure:
        return sequence.play(state)

    def odds(self, state: Situation, words: Sequence[str]) -> Ledger:
        raise NotImplementedError

    def place(self, word: str) -> int | None:
        return self.board.grid.index(word) if self.is_hex(word) else None

    def is_path(self, word: str) -> bool:
        return "-" in word and all(self.is_hex(h) for h in word.split("-"))

    def normalise(self, word: str) -> str:
        unit = self.units.find(word)
        if unit:
            return unit.id
        if word.isdigit() and len(word) == 4 and not self.is_hex(word):
            raise IllegalAction("2.2.1", "{word} is not on the map", word=word)
        return word

    def write(self, state: Situation) -> list[str]:
        raise NotImplementedError

    def read(self, lines: Iterable[Words]) -> Situation:
        raise NotImplementedError

    def pieces(self, state: Situation) -> list[Piece]:
        raise NotImplementedError

    def status(self, state: Situation) -> list[tuple[Say, Say]]:
        raise NotImplementedError

    def check(self, state: Situation) -> list[Say]:
        """What must always hold."""
        wrong = []
        for place, group in state.at.items():
            word = state.word(place)
            if len({self.units[u].side for u in group}) != 1:
                wrong.append(Say("{place}: both sides", place=word))
            if not self.tables.land >> place & 1:
                wrong.append(Say("{place}: units in the sea", place=word))
            if any(state.hex[u] != place for u in group) or len(set(group)) != len(group):
                wrong.append(Say("{place}: a unit in two places", place=word))
        for unit in self.units:
            u = unit.index
            place, steps = state.hex[u], state.steps[u]
            if place >= 0 and u not in state.at.get(place, ()):
                wrong.append(Say("{unit}: not where it is", unit=unit.id))
            if place in (GONE, DEAD, AWAY) and steps:
                wrong.append(Say("{unit}: {steps} steps off the map", unit=unit.id, steps=steps))
            if place >= 0 and not 0 < steps <= unit.steps:
                wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=steps))
        for side in (ALLIED, GERMAN):
            if state.occupied[side] != mask_of(state.hex[u] for u in state.on_map(side)):
                wrong.append(Say("{side}: occupied hexes do not match", side=SIDES[side]))
        for kind in self.cadres:
            if state.cadres_left(kind) < 0:
                wrong.append(Say("too many {kind} Cadres", kind=kind))
        return wrong


RULES = Normandy44
