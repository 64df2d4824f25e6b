"""A game that the engine has never seen: two piles of stones, a coin, and a reply in mid-turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from grognard.engine.decision import Ask, Outcome, Procedure, Roll
from grognard.engine.ledger import Ledger
from grognard.engine.ruleset import Option, Ruleset, Scenario
from grognard.engine.state import State
from grognard.engine.view import Piece
from grognard.engine.words import Action, IllegalAction, Say
from grognard.textdata import Words

PILE = [Action("pile", "A", 0), Action("pile", "B", 1)]
TAKE = [Action("take", str(n), n) for n in range(5)]
GIVE, KEEP = Action("give"), Action("keep")


class Piles(State):
    LISTS: ClassVar[tuple[str, ...]] = ("piles",)

    def __init__(self) -> None:
        super().__init__()
        self.phase, self.turn = "play", 1
        self.piles = [4, 4]


def play(s: Piles) -> Procedure:
    """1.0 Take one to three stones of a pile; tails: the other player may give one back."""
    while s.outcome is None:
        side, other = ("red", "blue") if s.turn % 2 else ("blue", "red")
        piles = [a for a in PILE if s.piles[a.value]]
        choice = yield Ask(
            side,
            "pile",
            "1.1",
            Say("which pile?"),
            piles,
            top=True,
            refuse=lambda verb, word: (
                IllegalAction("1.1", "pile {pile} is empty", pile=word) if word in "AB" else None
            ),
            expand=lambda words: (
                [["pile", w, "take", "1"] for w in words[1:]] if words[0] == "done" else None
            ),
        )
        most = min(3, s.piles[choice.value])
        taken = yield Ask(
            side,
            "take",
            "1.2",
            Say("how many?"),
            TAKE[1 : most + 1],
            continues=True,
            otherwise=TAKE[1],
            unfinished=IllegalAction("1.2", "say how many"),
        )
        s.piles[choice.value] -= taken.value
        s.tell("taken", "1.2", "{side} takes {count}", side=side, count=taken.value)
        coin = yield Roll("1.3", "the coin", side, 2)
        if coin == 2:
            reply = yield Ask(
                other,
                "reply",
                "1.4",
                Say("give one back?"),
                [GIVE, KEEP],
            )
            if reply is GIVE:
                s.piles[choice.value] += 1
        if not any(s.piles):
            s.outcome = Outcome(side, "1.5", Say("the last stone"))
        s.turn += 1


class Stones(Ruleset[Piles]):
    name: ClassVar[str] = "stones"
    title: ClassVar[str] = "Stones"
    version: ClassVar[int] = 3
    sides: ClassVar[tuple[str, ...]] = ("red", "blue")
    scenarios: ClassVar[tuple[Scenario, ...]] = (Scenario("two", Say("Two piles"), Say("")),)
    option_list: ClassVar[tuple[Option, ...]] = ()

    def __init__(self) -> None:
        self.scenario, self.options, self.digest, self.drawn = "two", frozenset(), "d", False

    def start(self) -> Piles:
        return Piles()

    def procedure(self, state: Piles) -> Procedure:
        return play(state)

    def normalise(self, word: str) -> str:
        return word.upper() if word.upper() in ("A", "B") else word.lower()

    def write(self, state: Piles) -> list[str]:
        return [f"turn {state.turn}", f"dice {state.die}", "piles {} {}".format(*state.piles)]

    def read(self, lines: Iterable[Words]) -> Piles:
        state = Piles()
        for word, *numbers in lines:
            if word == "piles":
                state.piles = [int(n) for n in numbers]
            else:
                setattr(state, {"turn": "turn", "dice": "die"}[word], int(numbers[0]))
        return state

    def odds(self, state: Piles, words: Sequence[str]) -> Ledger:
        raise IllegalAction("1.0", "there is no attack in this game")

    def pieces(self, state: Piles) -> list[Piece]:
        return []

    def status(self, state: Piles) -> list[tuple[Say, Say]]:
        return []

    def check(self, state: Piles) -> list[Say]:
        return [] if min(state.piles) >= 0 else [Say("a pile below nothing")]
