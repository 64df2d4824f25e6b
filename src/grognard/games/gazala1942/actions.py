"""The actions of the game, one object each, made once."""

from __future__ import annotations

from collections.abc import Callable

from ...board import Board
from ...engine.words import Action, IllegalAction
from ...units import OrderOfBattle
from .counters import Counter

UNIT_VERBS = (
    "place",
    "move",
    "enter",
    "breach",
    "assist",
    "hold",
    "put",
    "assign",
    "under",
    "split",
    "join",
    "lose",
)
HEX_VERBS = ("at", "to", "across", "dodge", "note")
BARE_VERBS = ("default", "done", "stay", "exit", "alone", "pass", "declare", "land")


Refusal = Callable[[str, str], IllegalAction | None]
"""Why a decision does not take a verb and a word."""


def refusing(verb: str, why: Callable[[str], IllegalAction | None]) -> Refusal:
    """Reasons of a decision that knows one verb: it says nothing about a word with another."""
    return lambda spoken, word: why(word) if spoken in ("", verb) else None


class Actions:
    """``actions.move[unit]``, ``actions.to[hex]``, ``actions.done``."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        def by_hex(verb: str) -> dict[int, Action]:
            return {h: Action(verb, board.label(h), h) for h in board.hexes}

        def by_unit(verb: str) -> list[Action]:
            return [Action(verb, unit.id, unit.index) for unit in units]

        self.place, self.move, self.enter = by_unit("place"), by_unit("move"), by_unit("enter")
        self.breach, self.assist, self.hold = by_unit("breach"), by_unit("assist"), by_unit("hold")
        self.put, self.assign, self.under = by_unit("put"), by_unit("assign"), by_unit("under")
        self.split, self.join, self.lose = by_unit("split"), by_unit("join"), by_unit("lose")
        self.at, self.to, self.across = by_hex("at"), by_hex("to"), by_hex("across")
        self.aside, self.note = by_hex("dodge"), by_hex("note")
        self.default, self.done = Action("default"), Action("done", role="closes")
        self.stay, self.pass_ = Action("stay", role="closes"), Action("pass", role="closes")
        self.exit, self.alone = Action("exit"), Action("alone")
        self.withdraw, self.land = Action("declare"), Action("land", role="commits")
