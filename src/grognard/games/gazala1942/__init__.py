"""Gazala 1942: the battle for Tobruk, 26 May to 22 June 1942.  One module per chapter of the rulebook.

2 counters, 3 sequence, 4 movement (steps, move_orders), 5 stacking, 6 supply, 7 command and
activation, 8 armor and pools, 9 combat (declaring, attacks, strength, odds, shifts, results, retreat,
advance; sheets for the ledgers, supposing for attacks that are not due), 10 headquarters, cars, hecker, brigades, minefields,
11 reinforcements and replacements, 13 setup, scenario and victory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from ...engine.decision import Procedure
from ...engine.ledger import Ledger
from ...engine.ruleset import Option, Ruleset, Said, Scenario
from ...engine.view import ELSEWHERE, Display, Fact, Overlay, Piece, Trace, Way
from ...engine.view import GONE as OUT
from ...engine.words import IllegalAction, Say
from ...textdata import Folder, Words
from ...units import OrderOfBattle
from . import (
    armor,
    check,
    combat,
    country,
    declaring,
    move_orders,
    notation,
    panels,
    replacements,
    secrets,
    sequence,
    setup,
    sheets,
    show,
    supposing,
)
from .actions import BARE_VERBS, HEX_VERBS, UNIT_VERBS, Actions
from .charts import charts
from .counters import HECKER, ROMMEL, SIDES, WHOLE, Counter, counters
from .ground import Ground
from .orders import VERBS as FIGHTING
from .orders import Orders
from .said import SAID_IN
from .scenario import Setting
from .situation import IMPULSE, INDEPENDENT, LATER, Situation

VERBS = frozenset([*UNIT_VERBS, *HEX_VERBS, *BARE_VERBS, *FIGHTING, "roll", "draw"])
AFRIKA = "AX-HQ-AFRIKA"

POOLS = (
    "German",
    "Italian",
    "German armored car",
    "Italian armored car",
    "German infantry",
    "Italian infantry",
    "Stuart",
    "Grant",
    "Crusader",
    "Matilda",
    "Valentine",
    "armored car",
    "British infantry",
)
"""11.2, 11.22 The kinds of replacements: tanks by nation or type, armored cars, infantry."""


class Gazala(Ruleset[Situation]):
    """The rules of Gazala 1942 with scenario, options and data chosen."""

    name: ClassVar[str] = "gazala1942"
    title: ClassVar[str] = "Gazala 1942"
    version: ClassVar[int] = 7
    sides: ClassVar[tuple[str, ...]] = SIDES
    verbs: ClassVar[frozenset[str]] = VERBS
    said_in: ClassVar[Mapping[str, Said]] = SAID_IN
    attacks = (combat.ASSAULT.verb, armor.ARMOR.verb)
    phase_titles: ClassVar[Mapping[str, str]] = {
        "note": "secret note",
        "draw": "draw of a marker",
        "split": "splitting of brigades",
        "movement-excess": "stacking limit after movement",
        "armor": "armor combat",
        "combat-excess": "stacking limit after combat",
        "join": "joining of brigades",
        "impulse-end": "end of the impulse",
    }
    map_rule: ClassVar[str] = "2.3"
    data: ClassVar[Path] = Path(__file__).parent / "data"
    hides: ClassVar[bool] = True
    outcomes: ClassVar[int] = 11
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "opening",
            Say("Opening Moves"),
            Say("26 May to 5 June 1942: the Axis must take Bir Hacheim and the Cauldron."),
        ),
        Scenario(
            "aida",
            Say("Operation Aida"),
            Say("26 May to 22 June 1942: the Axis must take Tobruk and reach the frontier road."),
        ),
        Scenario(
            "british",
            Say("British Strike First"),
            Say("23 May to 22 June 1942: the Allies attack before Rommel does."),
        ),
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("12.1", "12.1", Say("Co-operation: four units of one formation add 1")),
        Option("12.2", "12.2", Say("Fuller advance: into a hex beside the one attacked")),
        Option("12.3", "12.3", Say("Retreats through zones of control, at a step each")),
        Option("12.4", "12.4", Say("The opponent chooses who takes the second loss")),
        Option("attacks-by-hex", "8.5", Say("Two attacked hexes an impulse, not two attacks")),
        Option("mines-quarter", "10.81", Say("A quarter across a minefield, not an eighth")),
        Option("entry-0134", "11.11", Say("Allied reinforcements enter near 0134, not 1934")),
    )

    units: OrderOfBattle[Counter]

    def full_name(self, unit: int) -> Say:
        """The full name of a unit."""
        counter = self.units[unit]
        return Say(self.called.get(counter.id, counter.name))

    def prepare(self, folder: Folder) -> None:
        self.units = counters(folder)
        self.span = self.units.spans(SIDES)
        self.charts = charts(folder)
        self.ground = Ground(self.board, self.charts)
        self.actions = Actions(self.board, self.units)
        self.orders = Orders(self.board, self.units)
        self.setting = Setting(folder, self.scenario, self.board, self.units)
        self.turns = self.setting.turns
        self.pools = POOLS
        self._counters()
        self.landing = self.board.where.get("landing", 0)
        """10.4a The hexes where Group Hecker may be sent."""
        self.coast = self.board.where.get("coast", 0)
        self.zone_of = {u: zone for zone in self.setting.zones for u in zone.units}
        self.arrival_turn = [0] * len(self.units)
        """11.1 By unit: the turn in which it arrives, 0 for those that set up."""
        for arrival in self.setting.arrivals:
            for u in arrival.units:
                self.arrival_turn[u] = arrival.turn

    def _counters(self) -> None:
        """What the rules ask of the counters again and again."""
        self.markers = tuple(u.index for u in self.units if u.hq)
        """2.2 The HQs in the order of their impulse markers, Axis first, Rommel among them."""
        self.marker_of = {u: m for m, u in enumerate(self.markers)}
        self.marker_names = tuple(self.units[u].id for u in self.markers)
        self.side_markers = tuple(
            sum(1 << m for m, u in enumerate(self.markers) if self.units[u].side == side)
            for side in (0, 1)
        )
        self.rommel = self._index(ROMMEL)
        self.hecker = self._index(HECKER)
        self.afrika = self._index(AFRIKA)
        commands = [INDEPENDENT] * len(self.units)
        for unit in self.units:
            if unit.formation:
                commands[unit.index] = self._index(unit.formation)
        for u, hq in self.setting.commands.items():
            commands[u] = hq
        self.commands = tuple(commands)
        """7.3 By unit: its HQ at the start, INDEPENDENT if none."""
        self.leave_zoc = tuple(
            tuple(2 * ((printed + 1) // 2) for printed in unit.move) for unit in self.units
        )
        """4.42 By unit and steps left: half the allowance printed there, in half points."""
        battalions = [unit for unit in self.units if unit.brigade]
        self.brigade_of = {unit.index: self._index(unit.brigade) for unit in battalions}
        """10.6 By battalion: the brigade that it is part of."""
        own = {brigade: u for u, brigade in self.brigade_of.items()}
        self.fitting: dict[int, tuple[int, ...]] = {}
        """10.6c By brigade: the battalions of its strength and type, its own first.

        A brigade of a position's own takes those of another with the same reduced side."""
        twins = {self.units[u].twin: battalion for u, battalion in own.items()}
        for unit in self.units:
            if unit.steps == WHOLE:
                first = own.get(unit.index, twins.get(unit.twin))
                values = self.units[first].values if first is not None else None
                fit = [b.index for b in battalions if b.values == values]
                self.fitting[unit.index] = tuple(sorted(fit, key=lambda b: b != first))

    def _index(self, name: str) -> int:
        unit = self.units.find(name)
        assert unit is not None, name
        return unit.index

    # -- the game

    def start(self) -> Situation:
        g = Situation(self)
        setup.start(g)
        return g

    def procedure(self, state: Situation) -> Procedure:
        return sequence.play(state)

    def odds(self, state: Situation, words: Sequence[str]) -> Ledger:
        how = armor.ARMOR if words and words[0] == armor.ARMOR.verb else combat.ASSAULT
        now = supposing.declared(state, words)
        return how.ledger(now, declaring.parse(now, how, words))

    def missed(self, state: Situation, words: Sequence[str]) -> IllegalAction | None:
        if state.phase == "replacements":
            return replacements.refuse(state, words[0], "".join(words[1:2]))
        if state.phase == "movement":
            return move_orders.refuse_move(state, words[0], "".join(words[1:2]))
        return super().missed(state, words)

    def seen(self, state: Situation, seat: str) -> Situation:
        return secrets.seen(state, seat)

    def turn_rule(self, state: Situation) -> str:
        return "3.0" if state.phase in IMPULSE else ""

    # -- texts

    def write(self, state: Situation) -> list[str]:
        return notation.write(state)

    def read(self, lines: Iterable[Words]) -> Situation:
        return notation.read(self, lines)

    # -- what programs read

    def where(self, state: Situation) -> Sequence[int]:
        return [h if h >= 0 else ELSEWHERE if h == LATER else OUT for h in state.hex]

    def steps(self, state: Situation) -> Sequence[int]:
        return state.steps

    # -- what a page or a picture shows

    def pieces(self, state: Situation) -> list[Piece]:
        return show.pieces(state)

    def status(self, state: Situation) -> list[tuple[Say, Say]]:
        return show.status(state)

    def check(self, state: Situation) -> list[Say]:
        return check.check(state)

    def cost(self, state: Situation, unit: str, path: Sequence[str]) -> Way:
        return show.cost(state, unit, path)

    def reach(self, state: Situation, unit: str) -> dict[str, Way]:
        return show.reach(state, unit)

    def overlays(self, state: Situation) -> list[Overlay]:
        return country.overlays(state)

    def meaning(self, result: str) -> Say | None:
        return sheets.meaning(result) if "/" in result else None

    def hex_facts(self, state: Situation, label: str) -> list[Fact]:
        return country.facts(state, label)

    def traces(self, state: Situation, label: str) -> list[Trace]:
        return country.traces(state, label)

    def tracks(self, state: Situation) -> list[Display]:
        return panels.tracks(state)


RULES = Gazala
