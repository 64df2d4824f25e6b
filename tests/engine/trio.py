"""A game for three: two allies, each with a patrol and a seat of his own, against one enemy.

A patrol moves one hex or, next to the enemy, shoots.  The ally who is shot at may ask the other to
take the hit: a question to a seat that is neither to move nor the enemy's.  With the option ``two``
one player has both allied patrols.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import pytest

from grognard.board import drawn
from grognard.engine.decision import Ask, Outcome, Procedure, Roll
from grognard.engine.ledger import Ledger
from grognard.engine.rulebook import Rule, Rulebook
from grognard.engine.ruleset import Option, Ruleset, Scenario
from grognard.engine.state import State
from grognard.engine.view import Overlay, Piece
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import Words
from grognard.units import OrderOfBattle, Unit

UNITS = ("FOX", "OWL", "BEAR")
PATROLS = {"FOX": "british", "OWL": "american", "BEAR": "axis"}
SIDE_OF = {"FOX": "allied", "OWL": "allied", "BEAR": "axis"}
HOME = ("0101", "0103", "0502")
LAST_TURN = 8
MAP = "map flat even 0101 0503\n" + "  . . . . .\n" * 3 + "place town 0302 Bridge\n"
TAKE, LEAVE = Action("take"), Action("leave")


class Field(State):
    LISTS: ClassVar[tuple[str, ...]] = ("at", "steps")

    def __init__(self, game: Trio) -> None:
        super().__init__()
        self.game = game
        self.turn, self.phase, self.active = 1, "patrol", 0
        self.at = [game.board.index(label) for label in HOME]
        self.steps = [2, 2, 2]

    def seat(self, n: int) -> str:
        """Who decides for a patrol."""
        own = PATROLS[UNITS[n]]
        return own if own in self.game.seats else SIDE_OF[UNITS[n]]


def play(g: Field) -> Procedure:
    """1.0 The patrols in turn, until the bridge is held, a side is gone, or night falls."""
    board = g.game.board
    while g.outcome is None:
        n = g.active
        if g.steps[n]:
            near = board.grid.neighbours[g.at[n]]
            free = [h for h in near if h >= 0 and board.has(board.label(h)) and h not in living(g)]
            shots = [m for m in range(3) if foes(n, m) and g.steps[m] and g.at[m] in near]
            choice = yield Ask(
                g.seat(n),
                "patrol",
                "1.0",
                Say("where does {unit} go?", unit=UNITS[n]),
                [
                    *(Action("to", board.label(h), h) for h in free),
                    *(Action("shoot", UNITS[m], m) for m in shots),
                    Action("pass"),
                ],
                top=True,
            )
            if choice.verb == "shoot":
                yield from shoot(g, n, choice.value)
            elif choice.verb == "to":
                g.at[n] = choice.value
                facts = {"unit": UNITS[n], "to": choice.word}
                g.tell("move", "1.0", "{unit} moves to {to}", **facts)
        g.active = (n + 1) % 3
        g.turn += g.active == 0
        verdict(g)


def living(g: Field) -> list[int]:
    return [h for h, steps in zip(g.at, g.steps, strict=True) if steps]


def foes(a: int, b: int) -> bool:
    return SIDE_OF[UNITS[a]] != SIDE_OF[UNITS[b]]


def shoot(g: Field, n: int, target: int) -> Procedure:
    """2.0 A 4 or more costs a step; 2.1 of two allies the other one may take the hit."""
    die = yield Roll("2.0", "the shot", g.seat(n))
    if die < 4:
        return
    other = 1 - target
    if target < 2 and g.steps[other]:
        asked = yield Ask(
            g.seat(other),
            "hit",
            "2.1",
            Say("does {unit} take the hit?", unit=UNITS[other]),
            [TAKE, LEAVE],
        )
        target = other if asked is TAKE else target
    g.steps[target] -= 1
    g.tell("loss", "2.0", "{unit} loses a step", unit=UNITS[target])


def verdict(g: Field) -> None:
    """3.0 The bridge, or nobody left on the other side; an alliance wins as one."""
    bridge = g.game.board.place("Bridge")
    for n in range(3):
        if g.steps[n] and g.at[n] == bridge:
            g.outcome = Outcome(SIDE_OF[UNITS[n]], "3.0", Say("the bridge is held"))
    if not g.steps[2]:
        g.outcome = Outcome("allied", "3.0", Say("nobody is left"))
    if not g.steps[0] and not g.steps[1]:
        g.outcome = Outcome("axis", "3.0", Say("nobody is left"))
    if g.outcome is None and g.turn > LAST_TURN:
        g.outcome = Outcome(None, "3.0", Say("night falls"))


class Trio(Ruleset[Field]):
    name: ClassVar[str] = "trio"
    title: ClassVar[str] = "Trio"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = ("allied", "axis")
    scenarios: ClassVar[tuple[Scenario, ...]] = (Scenario("bridge", Say("Bridge"), Say("")),)
    option_list: ClassVar[tuple[Option, ...]] = (Option("two", "0.1", Say("two players")),)

    verbs: ClassVar[frozenset[str]] = frozenset(("to", "shoot", "pass", "take", "leave"))

    def __init__(
        self,
        options: Iterable[str] = (),
        *,
        scenario: str = "bridge",
        data: object = None,
        board: Any = None,
    ) -> None:
        self.options, self.scenario, self.drawn = frozenset(options), scenario, False
        self.board = drawn(enumerate(MAP.splitlines(), 1), {"clear": "."})
        self.digest = "trio"
        self.units = OrderOfBattle(
            [
                Unit(n, name, n // 2, "", "", name.title(), "I", "infantry", 2, "")
                for n, name in enumerate(UNITS)
            ]
        )
        rows = [("1.0", "moving"), ("2.0", "shooting"), ("2.1", "taking a hit"), ("3.0", "ending")]
        self.rulebook = Rulebook([Rule(n, n, text, "", True, "", "") for n, text in rows])

    @classmethod
    def seating(cls, scenario: str, options: Collection[str]) -> dict[str, str]:
        if "two" in options:
            return super().seating(scenario, options)
        return {"british": "allied", "american": "allied", "axis": "axis"}

    def start(self) -> Field:
        return Field(self)

    def procedure(self, state: Field) -> Procedure:
        return play(state)

    def normalise(self, word: str) -> str:
        return word.upper() if word.upper() in UNITS else word.lower()

    def write(self, state: Field) -> list[str]:
        return [
            f"turn {state.turn} {state.active} {state.die}",
            "at " + " ".join(self.board.label(h) for h in state.at),
            "steps " + " ".join(map(str, state.steps)),
        ]

    def read(self, lines: Iterable[Words]) -> Field:
        state = Field(self)
        for word, *rest in lines:
            if word == "turn":
                state.turn, state.active, state.die = map(int, rest)
            elif word == "at":
                state.at = [self.board.index(label) for label in rest]
            else:
                state.steps = [int(n) for n in rest]
        return state

    def odds(self, state: Field, words: Sequence[str]) -> Ledger:
        raise IllegalAction("2.0", "a 4 or more hits")

    def pieces(self, state: Field) -> list[Piece]:
        return [
            Piece(
                unit,
                self.board.label(h) if steps else "eliminated",
                SIDE_OF[unit],
                {"british": "british", "american": "us", "axis": "german"}[PATROLS[unit]],
                "infantry",
                "I",
                unit,
                unit.title(),
                ("1", "1"),
                (steps, 2),
            )
            for unit, h, steps in zip(UNITS, state.at, state.steps, strict=True)
        ]

    def status(self, state: Field) -> list[tuple[Say, Say]]:
        return [(Say("turn"), Say("{turn}", turn=state.turn))]

    def overlays(self, state: Field) -> list[Overlay]:
        found: dict[str, list[str]] = {"allied": [], "axis": []}
        for unit, h, steps in zip(UNITS, state.at, state.steps, strict=True):
            found[SIDE_OF[unit]] += [self.board.label(h)] * (steps > 0)
        return [Overlay("zoc", side, tuple(hexes)) for side, hexes in found.items()]

    def check(self, state: Field) -> list[Say]:
        return [] if len(set(living(state))) == len(living(state)) else [Say("two in one hex")]


@contextmanager
def in_the_box() -> Iterator[None]:
    """The game among the others, for whoever opens it by its name."""
    games = import_module("grognard.games")
    with pytest.MonkeyPatch.context() as patch:
        module = ModuleType("grognard.games.trio")
        module.__dict__["RULES"] = Trio
        patch.setitem(sys.modules, "grognard.games.trio", module)
        games._own.cache_clear()
        yield
    games._own.cache_clear()
