"""A game of chance of every sort: markers drawn from a cup, handfuls of dice, a die of three faces.

Each turn a marker says whose turn it is; two of them read the same.  Who is drawn throws as many
dice as he likes, up to four, and scores his sixes; a secret draw at the start says who wins a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from grognard.engine.decision import Ask, Draw, Outcome, Procedure, Roll
from grognard.engine.ledger import Ledger
from grognard.engine.ruleset import Option, Ruleset, Scenario
from grognard.engine.state import State
from grognard.engine.view import Piece
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import Words

SIDES = ("red", "blue")
CUP = ("Red", "Blue", "Red", "Night Raid")
MANY = [Action("throw", str(n), n) for n in (1, 2, 4, 40)]


class Table(State):
    LISTS: ClassVar[tuple[str, ...]] = ("cup", "score")

    def __init__(self) -> None:
        super().__init__()
        self.turn, self.phase = 0, "play"
        self.cup = list(CUP)
        self.score = [0, 0]
        self.favour, self.active = "", -1


def play(s: Table) -> Procedure:
    """1.0 A secret draw, then a marker and a handful a turn until the cup is empty."""
    if not s.favour:
        s.favour = SIDES[(yield Draw("1.1", "the favour", "red", SIDES, secret=True))]
    while s.outcome is None:
        if s.active < 0 and not s.cup:
            best = max(s.score)
            winner = s.favour if s.score == [best, best] else SIDES[s.score.index(best)]
            s.outcome = Outcome(winner, "1.5", Say("more sixes"))
            return
        if s.active < 0:
            place = yield Draw("1.2", "the turn", "red", tuple(s.cup))
            thing = s.cup.pop(place)
            s.turn += 1
            three = 0
            if thing == "Night Raid":
                three = yield Roll("1.3", "the raid", "blue", 3)
            s.active = 1 if thing == "Blue" or three == 3 else 0
        side = SIDES[s.active]
        many = yield Ask(side, "throw", "1.4", Say("how many dice?"), MANY, top=True)
        shown = yield Roll("1.4", "the sixes", side, dice=many.value)
        s.score[s.active] += (shown,).count(6) if many.value == 1 else shown.count(6)
        s.active = -1


class Cup(Ruleset[Table]):
    name: ClassVar[str] = "cup"
    title: ClassVar[str] = "Cup"
    version: ClassVar[int] = 1
    sides: ClassVar[tuple[str, ...]] = SIDES
    scenarios: ClassVar[tuple[Scenario, ...]] = (Scenario("one", Say("One"), Say("")),)
    option_list: ClassVar[tuple[Option, ...]] = ()
    hides: ClassVar[bool] = True

    def __init__(self) -> None:
        self.scenario, self.options, self.digest, self.drawn = "one", frozenset(), "d", False

    def start(self) -> Table:
        return Table()

    def procedure(self, state: Table) -> Procedure:
        return play(state)

    def normalise(self, word: str) -> str:
        if word.lower() != "throw" and not word.isdigit():
            raise IllegalAction("", "'{word}' is no word", word=word)
        return word.lower()

    def write(self, state: Table) -> list[str]:
        return [
            f"turn {state.turn} {state.die} {state.active} {state.favour}",
            "score {} {}".format(*state.score),
            "cup " + ",".join(state.cup),
        ]

    def read(self, lines: Iterable[Words]) -> Table:
        raise NotImplementedError

    def odds(self, state: Table, words: Sequence[str]) -> Ledger:
        raise IllegalAction("1.0", "there is no attack in this game")

    def pieces(self, state: Table) -> list[Piece]:
        return []

    def status(self, state: Table) -> list[tuple[Say, Say]]:
        return []

    def check(self, state: Table) -> list[Say]:
        return []
