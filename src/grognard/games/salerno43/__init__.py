"""Salerno '43: the invasion of southern Italy, September 1943.  Modules follow the chapters of the rulebook.

2.3 counters, 3 sequence, 4 stacking, 5-6 movement (reach: where a unit may go; move_orders: moves in words and
why not), 7 (zocbond), 8 attacks (who may attack) and defenders (what is decided before the die), 8.7 automatic,
9 modifiers and support, 10 results and remnants, 11 defence, 12 retreat, 13 recovery, 14 advance, 15 breakthrough, 16 supply,
17 and 20-21 initial, 18 naval, 22 weather, 23 victory, 24 invasion, 25.1 disengage.  What the series shares is in zocbond.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from ...engine.decision import Procedure
from ...engine.ruleset import Option, Said, Scenario
from ...engine.words import Action, IllegalAction, Say
from ...textdata import Folder
from ...units import OrderOfBattle
from ..zocbond.charts import load
from ..zocbond.notation import Notation
from ..zocbond.series import SeriesRules
from ..zocbond.tables import union
from . import chances, initial, naval, sequence
from .book import Salerno
from .charts import Charts, charts
from .counters import ALLIED, GERMAN, NO_REMNANT, SIDES, Counter, counters
from .notation import NOTATION
from .said import SAID_IN
from .situation import (
    AREAS,
    AWAY,
    DEAD,
    DISRUPTED,
    FULL,
    GONE,
    LATER,
    Actions,
    Situation,
    Tables,
)
from .words import VERBS


class Beach(NamedTuple):
    """24.2 Where assault units land on Turn 1."""

    hex: int
    column: str
    nation: str


class Salerno43(SeriesRules[Situation]):
    """The rules of Salerno '43 with scenario, options and data chosen."""

    name: ClassVar[str] = "salerno43"
    title: ClassVar[str] = "Salerno '43"
    version: ClassVar[int] = 2
    sides: ClassVar[tuple[str, ...]] = SIDES
    verbs: ClassVar[frozenset[str]] = frozenset(VERBS)
    said_in: ClassVar[Mapping[str, Said]] = SAID_IN
    aimed = ("autods",)
    data: ClassVar[Path] = Path(__file__).parent / "data"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario("avalanche", Say("Avalanche"), Say("Eight turns from 9 September 1943.")),
        Scenario("campaign", Say("The Campaign Game"), Say("Twenty-two turns to 30 September.")),
        Scenario(
            "tournament",
            Say("Avalanche, tournament start"),
            Say("Eight turns; the Allies are ashore and the Germans begin."),
        ),
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("25.1", "25.1", Say("Disengagement: retreats in your own Combat Phase")),
        Option("25.2", "25.2", Say("Reconnaissance units evade step losses")),
        Option("25.3", "25.3", Say("Limited supply from ports")),
    )

    LOST: ClassVar[frozenset[int]] = frozenset((GONE, DEAD, AWAY))
    ORDERS: ClassVar[Mapping[str, int]] = {"disrupted": DISRUPTED, "full retreat": FULL}
    map_rule: ClassVar[str] = "2.2"
    PHASES: ClassVar[Mapping[str, Callable[[Situation], Procedure]]] = sequence.PHASES
    MEANING = chances.MEANING
    notation: ClassVar[Notation[Situation]] = NOTATION

    units: OrderOfBattle[Counter]
    charts: Charts
    tables: Tables
    actions: Actions

    def prepare(self, folder: Folder) -> None:
        toml = folder.toml("scenarios.toml")
        common: dict[str, Any] = toml["common"]
        remnants = {k: v for k, v in common["remnants"].items() if isinstance(v, dict)}
        self.units = counters(folder, remnants)
        self.charts = load(folder, charts)
        self.tables = Tables(self.board, self.charts)
        self.actions = Actions(self.board, self.units)
        copies = {kind: int(row["copies"]) for kind, row in remnants.items()}
        self.ready(folder, {**copies, NO_REMNANT: 0})
        self.mobile = tuple([u for u in range(*span) if self.units[u].move] for span in self.span)
        """By side: the units that can move at all."""
        self.bonding = frozenset(u.index for u in self.units if u.bonds)
        self.beachheads = [u.index for u in self.units if u.beachhead]
        self.asus = tuple(
            [u.index for u in self.units if u.asu and u.side == side] for side in (ALLIED, GERMAN)
        )
        self.arrivals = [_arrival(unit) for unit in self.units]
        self._common(common)
        self._scenario(toml[self.scenario])

    def _common(self, common: dict[str, Any]) -> None:
        """The places and dates that the rules name, as far as this board has them."""
        tables, grid = self.tables, self.board.grid
        self.start_sp = [common["supply_points"][side] for side in SIDES]
        self.battleships_from: int = common["battleships_from"]
        self.eighth_army: int = common["eighth_army"]
        away = common["withdrawal"]
        self.withdrawal: tuple[int, str, int] = (away["turn"], away["formation"], away["strength"])
        self.abandon_from: int = common["abandon_from"]
        self.release_turn: int = common["garrison_released"]
        self.truck_limit: int = common["trucks"]
        self.nebelwerfer = self.named(common["nebelwerfer"])
        garrison = common["garrison"]
        self.locked = -1
        self.locked_zone = 0
        if self.is_hex(garrison["hex"]):
            self.locked = self.named(garrison["unit"])
            spot = self.board.index(garrison["hex"])
            self.locked_zone = grid.within(spot, garrison["distance"])
        links: dict[str, list[str]] = common["areas"]
        self.area_next = [tuple(AREAS.index(n) for n in links[area]) for area in AREAS]
        self.beaches: dict[str, Beach] = {}
        for name, row in common["beaches"].items():
            if self.is_hex(row["hex"]):
                spot = self.board.index(row["hex"])
                self.beaches[name] = Beach(spot, row["column"], row["nation"])
                self.actions.invade[name] = Action("invade", name)
        self.sugar = self.beaches["Sugar"].hex if "Sugar" in self.beaches else -1
        big = [h for h, value in tables.port_value.items() if value > 1]
        self.salerno = big[0] if big else -1
        self.within_two = {h: grid.within(h, 2) for h in big}
        self.near_ports = union(list(self.within_two.values()))
        self.naval_memory: dict[naval.Shipping, dict[naval.Cargo, bool]] = {}
        field = [h for h in self.board.hexes if tables.airfield >> h & 1]
        self.airfield = field[0] if field else -1

    def _scenario(self, setting: dict[str, Any]) -> None:
        self.turns: int = setting["turns"]
        self.needed: int = setting["victory"]
        self.ashore: dict[int, int] = {}
        if self.drawn:
            return
        for label, names in setting.get("ashore", {}).items():
            for name in names:
                self.ashore[self.named(name)] = self.board.index(label)

    # -- the game

    def situation(self) -> Situation:
        """An empty map."""
        return Salerno(self)

    def start(self) -> Situation:
        """S1.1, S2.1, S1.4 The set-up."""
        g = self.situation()
        g.turn = 1
        g.sp = list(self.start_sp)
        g.air = g.naval = frozenset(("CW", "US"))
        for unit in self.units:
            code, turn = self.arrivals[unit.index]
            g.hex[unit.index] = LATER
            if code.isdigit() and not turn:
                g.hex[unit.index] = AWAY
                g.set_steps(unit.index, unit.steps)
                g.put(unit.index, self.board.index(code))
        for unit_, place in self.ashore.items():
            g.set_steps(unit_, self.units[unit_].steps)
            if g.occupied[GERMAN] >> place & 1:
                for foe in g.group(place):
                    g.eliminate(foe, "S1.4")
            g.put(unit_, place)
        if self.ashore:
            sequence.open_player_turn(g, GERMAN)
        else:
            g.phase, g.active = "invasion", ALLIED
            g.beaches = tuple(self.beaches)
        g.events.clear()
        return g

    def why_not(self, state: Situation, words: Sequence[str]) -> IllegalAction | None:
        """S2.3.7 before its turn; else what is said in another phase."""
        early = initial.refuse_abandoning(state) if words[0] == "abandon" else None
        return early or super().why_not(state, words)

    # -- texts

    def missed(self, state: Situation, words: Sequence[str]) -> IllegalAction | None:
        if state.phase in ("initial", "refit"):
            return initial.refuse(state, words[0], "".join(words[1:2]))
        return super().missed(state, words)

    def places(self) -> tuple[str, ...]:
        return AREAS

    def words(self) -> tuple[str, ...]:
        names = (*self.actions.maf, *self.actions.air, *self.actions.invade, "Reserve")
        return (*names, *Situation.MOVES)

    def check(self, state: Situation) -> list[Say]:
        """What must always hold."""
        wrong = super().check(state)
        for u in self.beachheads:
            if state.status[u]:
                wrong.append(Say("{unit}: not in Good Order", unit=self.units[u].id))
        for kind in self.remnants:
            if state.remnants_left(kind) < 0:
                wrong.append(Say("too many {kind} Remnants", kind=kind))
        return wrong


def _arrival(unit: Counter) -> tuple[str, int]:
    """How and when a unit comes: a hex at start, ``assault BEACH``, or a code and a turn."""
    words = unit.arrival.split()
    if words[0] == "hex":
        return words[1], 0
    if words[0] == "assault":
        return unit.arrival, 0
    return " ".join(words[:-1]), int(words[-1])


RULES = Salerno43
