"""Whole numbers for what can be chosen and seen, for programs that learn.

Decisions are small, so that the word of an action (a unit, a hex, or a verb that stands alone)
tells it from all others of its decision.  One number a word is enough: a game of 250 units
on 1,300 hexes needs some 1,600.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ..engine.decision import Ask
from ..engine.game import Game
from ..engine.ruleset import Ruleset
from ..engine.words import Action

MARKS = 6
"""Figures for each unit: across, down, on the map, still to come, reduced, marks on it."""


class Vocabulary:
    """The words of a game by number: units, then hexes, then verbs; the same on every machine."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        known: Any = rules
        self.units = [unit.id for unit in known.units]
        hexes = [rules.board.label(h) for h in rules.board.hexes]
        alone = sorted(
            action.verb for action in vars(known.actions).values() if isinstance(action, Action)
        )
        self.words = (*self.units, *sorted(hexes), *alone)
        self._numbers = {word: number for number, word in enumerate(self.words)}
        xs, ys = zip(*(rules.board.grid.centre(h) for h in rules.board.hexes), strict=True)
        left, top, width, height = min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
        self._places = {
            rules.board.label(h): ((x - left) / width, (y - top) / height)
            for h in rules.board.hexes
            for x, y in [rules.board.grid.centre(h)]
        }
        self.shape = len(self.units) * MARKS + 1 + len(rules.sides)

    def __len__(self) -> int:
        return len(self.words)

    def choices(self, ask: Ask) -> Mapping[int, Action]:
        """The actions of a decision by number, ascending."""
        numbers = self._numbers
        found = {numbers[action.word or action.verb]: action for action in ask.actions}
        if len(found) != len(ask.actions):
            raise ValueError(f"two actions of {ask!r} share a word")
        return dict(sorted(found.items()))

    def features(self, game: Game[Any]) -> list[float]:
        """The situation as figures from 0 to 1: each unit in turn, the turn, who decides.

        A digest for networks; the exact situation is the game's position text.
        """
        figures = []
        for piece in self.rules.pieces(game.state):
            place = self._places.get(piece.hex)
            across, down = place or (0.0, 0.0)
            waiting = place is None and piece.hex != "eliminated"
            marks = min(len(piece.marks), 4) / 4
            figures += [
                across,
                down,
                float(place is not None),
                float(waiting),
                float(piece.reduced),
                marks,
            ]
        figures.append(min(game.turn, 100) / 100)
        figures += [float(game.side == side) for side in self.rules.sides]
        return figures


@lru_cache(maxsize=64)
def vocabulary(rules: Ruleset[Any]) -> Vocabulary:
    """The vocabulary of a ruleset, made once."""
    return Vocabulary(rules)
