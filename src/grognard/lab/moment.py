"""Whole numbers for what can be chosen and seen, for programs that learn.

Decisions are small, so that the word of an action (a unit, a hex, or a verb that stands alone)
nearly always tells it from the others of its decision; where it does not, the verb is chosen
first and then the word.  One number a word is enough: a game of 250 units on 1,300 hexes
needs some 1,600.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from ..engine.chance import Throws, throw
from ..engine.decision import DICE, Ask
from ..engine.ruleset import Ruleset
from ..engine.view import ELSEWHERE, GONE
from ..engine.words import Action
from ..front import Game, load

FIGURES = 5
"""For each unit: across, down, on the map, beside it, the part of its steps that is left; then its marks."""

CHANCE, TERMINAL = -1, -4
"""Who decides when no player does, as OpenSpiel numbers it."""


class Vocabulary:
    """The words of a game by number: units, hexes, other words, verbs; the same everywhere."""

    def __init__(self, rules: Ruleset[Any]) -> None:
        self.rules = rules
        board = rules.board
        self.units = [unit.id for unit in rules.units]
        first = [*self.units, *sorted(board.label(h) for h in board.hexes)]
        others = {*rules.places(), *rules.words()}.difference(first)
        self.words = (*first, *sorted(others), *sorted(rules.verbs - others))
        self._numbers = {word: number for number, word in enumerate(self.words)}
        xs, ys = zip(*(board.grid.centre(h) for h in board.hexes), strict=True)
        left, top = min(xs), min(ys)
        width, height = max(xs) - left or 1.0, max(ys) - top or 1.0
        self._places = {
            h: ((x - left) / width, (y - top) / height, 1.0, 0.0)
            for h, x, y in zip(board.hexes, xs, ys, strict=True)
        }
        self._places |= {GONE: (0.0, 0.0, 0.0, 0.0), ELSEWHERE: (0.0, 0.0, 0.0, 1.0)}
        self._whole = [max(unit.steps, 1) for unit in rules.units]
        marks = len(rules.marks(rules.start()))
        self.shape = len(self.units) * (FIGURES + marks) + 1 + len(rules.seats)

    def __len__(self) -> int:
        return len(self.words)

    def choices(self, ask: Ask, verb: str = "") -> Mapping[int, Action | str]:
        """The actions of a decision by number, ascending, after a verb if one has been chosen.

        Where two actions share a word, the verbs that have more than one action stand for them.
        """
        numbers = self._numbers
        if unknown := {w for a in ask.actions for w in (a.word or a.verb, a.verb)} - numbers.keys():
            raise LookupError(
                f"{min(unknown)!r} is neither in the verbs nor in the words of the game"
            )
        actions = [action for action in ask.actions if not verb or action.verb == verb]
        found: dict[int, Action | str] = {
            numbers[action.word or action.verb]: action for action in actions
        }
        if len(found) < len(actions):
            found = {}
            for action in actions:
                number = numbers[action.verb]
                found[number] = action.verb if number in found else action
        return dict(sorted(found.items()))

    def features(self, game: Game) -> list[float]:
        """The situation as figures from 0 to 1: each unit in turn, the turn, who decides.

        A digest for networks; the exact situation is the game's position text.
        """
        rules, state = self.rules, game.state
        marks = tuple(rules.marks(state).values())
        places = self._places
        figures: list[float] = []
        for unit, (hex, left, whole) in enumerate(
            zip(rules.where(state), rules.steps(state), self._whole, strict=True)
        ):
            figures += places[hex]
            figures.append(left / whole)
            figures += [float(worn >> unit & 1) for worn in marks]
        figures.append(min(game.turn, 100) / 100)
        figures += [float(game.side == seat) for seat in self.rules.seats]
        return figures


@lru_cache(maxsize=64)
def vocabulary(rules: Ruleset[Any]) -> Vocabulary:
    """The vocabulary of a ruleset, made once."""
    return Vocabulary(rules)


class Moment:
    """A moment of a game with its choices numbered."""

    __slots__ = ("_choices", "_text", "game", "verb", "words")

    def __init__(self, game: Game, verb: str = "") -> None:
        self.game, self.verb = game, verb
        self.words = vocabulary(game.rules)
        self._choices: Mapping[int, Action | str] | None = None
        self._text = ""

    def __deepcopy__(self, memo: object) -> Moment:
        """Cheap: OpenSpiel clones the states of Python games by copying what they hold."""
        twin = Moment(self.game.copy(), self.verb)
        twin._text = self._text
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """OpenSpiel writes states of Python games down so; the position as text says it all."""
        dice = "asked" if self.game.seed is None else "thrown"
        return _read, (self.game.position, self.game.seed, dice, self.verb)

    def choices(self) -> Mapping[int, Action | str]:
        """The actions (or their beginnings) by number; those of chance count from 0.

        A handful of dice is a chain of single ones: ``roll 3`` ..., ``roll 3,5`` ...
        """
        if self._choices is None:
            ask = self.game.decision
            if ask is None:
                self._choices = {}
            elif isinstance(ask.actions, Throws):
                self._choices = dict(enumerate(self._dice(ask.actions)))
            elif ask.side == DICE:
                self._choices = dict(enumerate(ask.actions))
            else:
                self._choices = self.words.choices(ask, self.verb)
        return self._choices

    def _dice(self, throws: Throws) -> Iterator[Action | str]:
        """The faces of the next die of a handful, after those chosen before it."""
        chosen = [int(face) for face in self.verb.removeprefix("roll ").split(",") if face]
        for face in range(1, throws.faces + 1):
            answer = throw([*chosen, face])
            yield answer if len(chosen) + 1 == throws.dice else answer.text

    def player(self) -> int:
        """The place of the seat that decides, CHANCE for a die, TERMINAL at the end."""
        side = self.game.side
        if side is None:
            return TERMINAL
        return CHANCE if side == DICE else list(self.game.rules.seats).index(side)

    def play(self, number: int) -> None:
        """Make a choice; ValueError if it is none."""
        choice = self.choices().get(number)
        if choice is None:
            raise ValueError(f"action {number} is not legal now")
        if isinstance(choice, str):
            self.verb = choice
        else:
            self.game.play(choice)
            self.verb = ""
        self._choices, self._text = None, ""

    def returns(self) -> list[float]:
        """By seat: 1 for a win, -1 for a defeat, shared by the seats of a side; 0 for a draw or a game that goes on."""
        served, outcome = [*self.game.rules.seats.values()], self.game.outcome
        if outcome is None or outcome.winner is None:
            return [0.0] * len(served)
        won = served.count(outcome.winner)
        lost = len(served) - won
        return [1 / won if side == outcome.winner else -1 / lost for side in served]

    def __str__(self) -> str:
        if not self._text:
            self._text = self.game.position + (f"then {self.verb} ...\n" if self.verb else "")
        return self._text


def _read(position: str, seed: str | None, dice: str, verb: str) -> Moment:
    return Moment(load(position, seed=seed, dice=dice), verb)
