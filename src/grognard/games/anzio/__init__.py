"""Anzio: The Fight for the Beachhead, 1944.  One module per chapter of the rulebook.

3 counters, 4 setup, 5 groups, 6 sequence, 7-8 weather, 9 reinforcements, 10 movement,
11 bombardment, 12 combat and retreat, 13 victory, 14 solitaire.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ...engine.decision import Procedure
from ...engine.ledger import Ledger
from ...engine.ruleset import Option, Ruleset, Said, Scenario
from ...engine.view import ELSEWHERE, Chart, Display, Fact, Overlay, Piece, Way
from ...engine.view import GONE as OUT
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of
from ...textdata import DataError, Folder, Words
from ...units import OrderOfBattle
from . import bombardment, combat, groups, movement, notation, reinforcements, sequence, victory
from .charts import charts
from .counters import ALLIED, GERMAN, SIDES, Counter, counters
from .said import SAID_IN
from .situation import GONE, LATER, Actions, Situation, Tables
from .weather import WEATHER

VERBS = frozenset(
    [
        "place",
        "at",
        "default",
        "move",
        "to",
        "stay",
        "done",
        "bombard",
        "pass",
        "target",
        "hit",
        "attack",
        "from",
        "support",
        "go",
        "lose",
        "retreat",
        "advance",
        "remain",
        "roll",
    ]
)


class Anzio(Ruleset[Situation]):
    """The rules of Anzio with options and data chosen."""

    name: ClassVar[str] = "anzio"
    title: ClassVar[str] = "Anzio"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = SIDES
    verbs: ClassVar[frozenset[str]] = VERBS
    said_in: ClassVar[Mapping[str, Said]] = SAID_IN
    aimed = ("target",)
    map_rule: ClassVar[str] = "2.0"
    data: ClassVar[Path] = Path(__file__).parent / "data"
    scenarios: ClassVar[tuple[Scenario, ...]] = (
        Scenario(
            "campaign",
            Say("The beachhead"),
            Say("Twelve turns from the landing on 22 January 1944."),
        ),
    )
    option_list: ClassVar[tuple[Option, ...]] = (
        Option("6.2", "6.2", Say("Expand the Beachhead: a free Allied movement before Turn 1")),
        Option("8.2", "8.2", Say("Replace General Lucas: +1 to the initiative roll")),
        Option("10.5", "10.5", Say("Armored units may try to cross water off the road")),
        Option("12.3", "12.3", Say("Armored units may try to attack across water")),
        Option("solitaire", "14.1", Say("Solitaire: the Germans draw their orders each turn")),
    )

    units: OrderOfBattle[Counter]

    def prepare(self, folder: Folder) -> None:
        self.errands: dict[Any, Any] = {}
        """14.3 What the printed orders said before, by situation."""
        self.crossing = "10.5" in self.options
        self.water_attack = "12.3" in self.options
        self.units = counters(folder)
        self.charts = charts(folder)
        most = max(max(unit.move) for unit in self.units)
        self.tables = Tables(self.board, self.charts, self.crossing, most)
        self.actions = Actions(self.board, self.units)
        self.mates = groups.mates(
            [(u.side, u.nationality, u.formation, u.red_star) for u in self.units]
        )
        self.span = self.units.spans(SIDES)
        self._places(folder)

    def _places(self, folder: Folder) -> None:
        """The hexes that the rules name (4.0, 9.0, 13.0), as far as this board has them."""
        toml = folder.toml("scenarios.toml")
        setting: dict[str, Any] = toml[self.scenario]
        board = self.board
        self.turns: int = setting["turns"]
        self.dates: list[str] = setting["dates"]
        self.beaches = {
            nation: board.index(label)
            for nation, label in setting["beaches"].items()
            if self.is_hex(label)
        }
        self.entry = board.where.get(setting["entry_feature"], 0)
        named = [(name, board.place(name)) for name in setting["ports"]]
        self.port_names = [name for name, _ in named]
        self.ports = [-9 if h is None else h for _, h in named]
        self.port_mask = mask_of(h for h in self.ports if h >= 0)
        goals = [board.place(name) for name in setting["objectives"]]
        self.objective_mask = mask_of(h for h in goals if h is not None)
        self.default_setup: dict[int, int] = {}
        if self.drawn:
            return
        for label, names in setting["default"].items():
            if label == "source":
                continue
            for name in names:
                unit = self.units.find(name)
                if unit is None or not self.is_hex(label):
                    raise DataError(
                        "scenarios.toml",
                        None,
                        Say("default: {unit} in {hex}", unit=name, hex=label),
                    )
                self.default_setup[unit.index] = board.index(label)

    # -- the game

    def start(self) -> Situation:
        g = Situation(self)
        g.phase = "set-up"
        g.hex = [LATER] * len(self.units)
        g.steps = [2] * len(self.units)
        return g

    def procedure(self, state: Situation) -> Procedure:
        return sequence.play(state)

    def odds(self, state: Situation, words: Sequence[str]) -> Ledger:
        return combat.ledger(state, combat.parse(state, words))

    def missed(self, state: Situation, words: Sequence[str]) -> IllegalAction | None:
        word = "".join(words[1:2])
        if state.phase in ("movement", "beachhead"):
            return movement.missed(state, words)
        if state.phase == "reinforcements":
            return reinforcements.refuse_unit(state, word)
        if state.phase == "bombardment":
            return bombardment.missed(state, word)
        return super().missed(state, words)

    def cost(self, state: Situation, unit: str, path: Sequence[str]) -> Way:
        found = self.units.find(unit)
        if found is None or state.hex[found.index] < 0:
            raise IllegalAction("10.1", "{unit} is not on the map", unit=unit)
        start = self.board.label(state.hex[found.index])
        way = [word for n, word in enumerate(path) if n or word != start]
        spent = movement.along(state, found.index, [self.board.index(word) for word in way])
        return Way(str(spent), tuple(way))

    def turn_rule(self, state: Situation) -> str:
        return {"combat": "12.4a", "movement": "10.1"}.get(state.phase, "")

    # -- texts

    def write(self, state: Situation) -> list[str]:
        return notation.write(state)

    def read(self, lines: Iterable[Words]) -> Situation:
        return notation.read(self, lines)

    # -- what programs read

    def where(self, state: Situation) -> Sequence[int]:
        return [h if h >= 0 else OUT if h == GONE else ELSEWHERE for h in state.hex]

    def steps(self, state: Situation) -> Sequence[int]:
        return state.steps

    def marks(self, state: Situation) -> Mapping[str, int]:
        return {name: getattr(state, name) for name in ("moved", "attacked", "struck", "entered")}

    # -- what a page or a picture shows

    def pieces(self, state: Situation) -> list[Piece]:
        pieces = []
        for unit in self.units:
            h, steps = state.hex[unit.index], state.steps[unit.index]
            if h == GONE:
                where = "eliminated"
            elif h == LATER:
                where = f"turn {unit.turn}" if unit.turn else "set-up"
            else:
                where = self.board.label(h)
            marks = [
                mark
                for mark, on in (
                    ("star", unit.red_star),
                    ("moved", state.moved >> unit.index & 1),
                    ("attacked", state.attacked >> unit.index & 1),
                )
                if on
            ]
            factors = (str(unit.strength[steps or 1]), str(unit.move[steps or 1]))
            pieces.append(
                Piece(
                    unit.id,
                    where,
                    SIDES[unit.side],
                    unit.nationality.lower(),
                    unit.type,
                    unit.size,
                    unit.id.split("-", 1)[1].replace("-", " "),
                    self.called.get(unit.id, unit.name),
                    factors,
                    (steps, unit.steps),
                    tuple(marks),
                    formation=unit.formation,
                )
            )
        return pieces

    def status(self, state: Situation) -> list[tuple[Say, Say]]:
        rows = [(Say("turn"), Say("{turn} of {turns}", turn=max(state.turn, 1), turns=self.turns))]
        if state.weather:
            rows.append((Say("weather"), WEATHER[state.weather]))
        if state.phase not in ("set-up", "beachhead", "landing", "weather"):
            rows.append((Say("initiative"), Say(("Allied", "German")[state.first])))
        if state.tactic:
            rows.append((Say("German orders"), Say(self.charts.tactic_names[state.tactic])))
        return rows

    def reach(self, state: Situation, unit: str) -> dict[str, Way]:
        found = self.units.find(unit)
        if found is None or state.hex[found.index] < 0:
            return {}
        label = self.board.label
        return {
            label(h): Way(str(cost), tuple(label(step) for step in way))
            for h, (cost, way) in movement.ends(state, found.index).items()
        }

    def overlays(self, state: Situation) -> list[Overlay]:
        """10.4 Zones of control; 10.1 where a side's units can go."""
        zones = [state.zoc(side) & self.tables.land for side in (ALLIED, GERMAN)]
        ends = [
            mask_of(h for u in state.on_map(side) for h in movement.ends(state, u))
            for side in (ALLIED, GERMAN)
        ]
        return [
            Overlay(kind, SIDES[side], tuple(self.board.labels(hexes[side])))
            for kind, hexes in (("zoc", zones), ("reach", ends))
            for side in (ALLIED, GERMAN)
        ]

    def tracks(self, state: Situation) -> list[Display]:
        """13.0 Who holds the objectives; 12.5 the Combat Results Table, for a page to light up."""
        charts = self.charts
        dice = [str(charts.lowest + i) for i in range(len(charts.rows))]
        heads = (f"\u2264 {dice[0]}", *dice[1:-1], f"\u2265 {dice[-1]}")
        return [
            victory.objectives(state),
            Chart(
                Say("Combat Results Table"),
                "12.5",
                tuple(Say(column) for column in charts.columns),
                heads,
                tuple(map(tuple, charts.rows)),
                charts.lowest,
                results=True,
            ),
        ]

    def meaning(self, result: str) -> Say | None:
        return combat.MEANING.get(result)

    def hex_facts(self, state: Situation, label: str) -> list[Fact]:
        h = self.board.index(label)
        terrain = combat.TERRAIN[self.board.terrain[h]]
        facts = [("10.1", Say("terrain: {terrain}", terrain=terrain))]
        for klass, who in enumerate((Say("infantry"), Say("armored units"))):
            cost = self.charts.terrain[klass].get(self.board.terrain[h])
            text = Say("{who} enter for {cost}", who=who, cost=cost)
            facts.append(("10.1", text if cost else Say("{who} enter only by road", who=who)))
        if self.tables.road[h]:
            facts.append(("10.1c", Say("by road from a road hex: {cost}", cost=self.charts.road)))
        if self.tables.water[h]:
            facts.append(("10.5", Say("water along a hexside: +{cost}", cost=self.charts.water)))
        if self.tables.rough >> h & 1:
            facts.append(("12.6c", Say("-1 to attacks against it")))
        return [Fact(*fact) for fact in facts]

    def check(self, state: Situation) -> list[Say]:
        """5.0, 10.1, 10.3 What must always hold."""
        wrong = []
        for h, group in state.at.items():
            label = self.board.label(h)
            if len({self.units[u].side for u in group}) != 1:
                wrong.append(Say("{place}: both sides", place=label))
            if not self.tables.land >> h & 1:
                wrong.append(Say("{place}: units in the sea", place=label))
            if any(state.hex[u] != h for u in group) or len(set(group)) != len(group):
                wrong.append(Say("{place}: a unit in two places", place=label))
        for unit, h in enumerate(state.hex):
            if h >= 0 and unit not in state.at.get(h, ()):
                wrong.append(Say("{unit}: not where it is", unit=self.units[unit].id))
            if (h == GONE) != (state.steps[unit] == 0) or not 0 <= state.steps[unit] <= 2:
                wrong.append(
                    Say("{unit}: {steps} steps", unit=self.units[unit].id, steps=state.steps[unit])
                )
        for side in (ALLIED, GERMAN):
            if state.occupied[side] != mask_of(state.hex[u] for u in state.on_map(side)):
                wrong.append(Say("{side}: occupied hexes do not match", side=SIDES[side]))
        return wrong


RULES = Anzio
