"""The staff: a player with a plan.  The shell is the same for every game, the planner is its own.

The shell answers what leaves no choice, keeps the planner of the game at hand and never
touches the game itself; the planner looks at the state and weighs the choices.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from ..engine.decision import Ask
from ..engine.game import Game
from .seat import CannotPlay, Choice


class Planner(Protocol):
    """What a game brings to the staff: an answer to each of its decisions."""

    def answer(self, state: Any, ask: Ask, rng: Random) -> Choice: ...


class StaffBot:
    """A planner behind the interface of all bots."""

    name = "staff"

    def __init__(self, planner_for: Callable[[Any], Planner]) -> None:
        self._planner_for = planner_for
        self._rules: Any = None
        self._planner: Planner | None = None

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        ask = game.decision
        if ask is None:
            raise CannotPlay("", "the game is over")
        if len(ask.actions) == 1:
            return Choice(ask.actions[0], [])
        if self._planner is None or self._rules is not game.rules:
            self._rules, self._planner = game.rules, self._planner_for(game.rules)
        return self._planner.answer(game.state, ask, rng)
