"""A game of interrupts: a column on the march, and a car before it that may fall back at any step.

The column has six movement points; a hex next to the car costs two, any other one.  Whenever the
column comes next to the car, the car's player is asked at once whether it falls back a hex; if it
does, the rest of the march costs less.  The column wins if it leaves the board in time.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import Any, ClassVar

import pytest

from grognard.board import drawn
from grognard.engine.decision import Ask, Outcome, Procedure
from grognard.engine.ledger import Ledger
from grognard.engine.rulebook import Rule, Rulebook
from grognard.engine.ruleset import Option, Ruleset, Scenario
from grognard.engine.state import State
from grognard.engine.view import Piece, Way
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import Words

RED, BLUE = "red", "blue"
UNITS = ("COLUMN", "CAR")
POINTS, LAST_TURN = 6, 3
MAP = "map flat even 0101 0903\n" + "  . . . . . . . . .\n" * 3
MOVE, HALT, STAY = Action("move", "COLUMN", 0), Action("halt"), Action("stay")


class March(State):
    LISTS: ClassVar[tuple[str, ...]] = ("at",)

    def __init__(self, game: Screen) -> None:
        super().__init__()
        self.game = game
        self.turn, self.phase = 1, "march"
        self.at = [game.board.index("0102"), game.board.index("0402")]
        self.left = -1
        """Movement points of the column on the march; -1 while it stands."""

    def near(self, a: int, b: int) -> bool:
        return b in self.game.board.grid.neighbours[a]

    def around(self, n: int) -> list[int]:
        """The free hexes next to a counter."""
        board = self.game.board
        near = board.grid.neighbours[self.at[n]]
        return [h for h in near if h >= 0 and board.has(board.label(h)) and h not in self.at]

    def cost(self, h: int) -> int:
        return 2 if self.near(h, self.at[1]) else 1

    def steps(self) -> list[int]:
        return [h for h in self.around(0) if self.cost(h) <= self.left]


def play(g: March) -> Procedure:
    """1.0 A march a turn."""
    while g.outcome is None:
        if g.left < 0:
            choice = yield Ask(
                RED,
                "march",
                "1.1",
                Say("march, or halt?"),
                [MOVE, HALT],
                top=True,
            )
            if choice is MOVE:
                g.left = POINTS
                yield from march(g)
            g.left = -1
        g.turn += 1
        if g.outcome is None and g.turn > LAST_TURN:
            g.outcome = Outcome(BLUE, "1.4", Say("night falls"))


def march(g: March) -> Procedure:
    """1.2 Hex by hex; 1.3 next to the car its player is asked, whose answer changes what follows."""
    board = g.game.board
    while open_steps := g.steps():
        step = yield Ask(
            RED,
            "step",
            "1.2",
            Say("which hex next? {left} points are left", left=g.left),
            [*(Action("to", board.label(h), h) for h in open_steps), HALT],
            continues=True,
            otherwise=HALT,
            refuse=lambda verb, word: dear(g, word),
        )
        if step is HALT:
            return
        g.left -= g.cost(step.value)
        g.at[0] = step.value
        g.tell("move", "1.2", "the column is in {hex}", hex=step.word)
        if step.word.startswith("09"):
            g.outcome = Outcome(RED, "1.4", Say("the column is through"))
            return
        if g.near(g.at[0], g.at[1]):
            yield from fall_back(g)


def fall_back(g: March) -> Procedure:
    """1.3 The car may leave at once for a hex that is not next to the column."""
    board = g.game.board
    free = [h for h in g.around(1) if not g.near(h, g.at[0])]
    back = yield Ask(
        BLUE,
        "react",
        "1.3",
        Say("does the car fall back?"),
        [*(Action("back", board.label(h), h) for h in free), STAY],
    )
    if back is not STAY:
        g.at[1] = back.value
        g.tell("move", "1.3", "the car falls back to {hex}", hex=back.word)


def dear(g: March, word: str) -> IllegalAction | None:
    if not g.game.board.has(word):
        return None
    h = g.game.board.index(word)
    if h not in g.around(0):
        return IllegalAction("1.2", "{hex} is not a free hex next to the column", hex=word)
    return IllegalAction(
        "1.2", "{hex} costs {cost}, {left} left", hex=word, cost=g.cost(h), left=g.left
    )


class Screen(Ruleset[March]):
    name: ClassVar[str] = "screen"
    title: ClassVar[str] = "Screen"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = (RED, BLUE)
    scenarios: ClassVar[tuple[Scenario, ...]] = (Scenario("road", Say("Road"), Say("")),)
    option_list: ClassVar[tuple[Option, ...]] = ()

    def __init__(
        self,
        options: Iterable[str] = (),
        *,
        scenario: str = "road",
        data: object = None,
        board: Any = None,
    ) -> None:
        self.options, self.scenario, self.drawn = frozenset(options), scenario, False
        self.board = drawn(enumerate(MAP.splitlines(), 1), {"clear": "."})
        self.digest = "screen"
        self.rulebook = Rulebook(
            [Rule(f"1.{n}", "1", "a rule", "", True, "", "") for n in range(5)]
        )

    def start(self) -> March:
        return March(self)

    def procedure(self, state: March) -> Procedure:
        return play(state)

    def normalise(self, word: str) -> str:
        return word.upper() if word.upper() in UNITS else word.lower()

    def write(self, state: March) -> list[str]:
        return [f"turn {state.turn}", "at " + " ".join(self.board.label(h) for h in state.at)]

    def read(self, lines: Iterable[Words]) -> March:
        state = March(self)
        for word, *rest in lines:
            if word == "turn":
                state.turn = int(rest[0])
            else:
                state.at = [self.board.index(label) for label in rest]
        return state

    def odds(self, state: March, words: Sequence[str]) -> Ledger:
        raise IllegalAction("1.0", "nobody attacks in this game")

    def pieces(self, state: March) -> list[Piece]:
        return [
            Piece(unit, self.board.label(h), side, side, "armour", "I", unit, unit, ("1", "6"))
            for unit, side, h in zip(UNITS, self.sides, state.at, strict=True)
        ]

    def reach(self, state: March, unit: str) -> dict[str, Way]:
        """1.2 What each next hex costs now."""
        if unit != "COLUMN" or state.left < 0:
            return {}
        label = self.board.label
        return {label(h): Way(str(state.cost(h)), (label(h),)) for h in state.steps()}

    def status(self, state: March) -> list[tuple[Say, Say]]:
        return []

    def check(self, state: March) -> list[Say]:
        return []


@contextmanager
def in_the_box() -> Iterator[None]:
    """The game among the others, for whoever opens it by its name."""
    games = import_module("grognard.games")
    with pytest.MonkeyPatch.context() as patch:
        module = ModuleType("grognard.games.screen")
        module.__dict__["RULES"] = Screen
        patch.setitem(sys.modules, "grognard.games.screen", module)
        games._own.cache_clear()
        yield
    games._own.cache_clear()
