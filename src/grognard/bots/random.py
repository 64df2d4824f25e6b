"""A player who takes any of the small choices, all equally likely: the yardstick of the others."""

from __future__ import annotations

from random import Random
from typing import Any

from ..engine.game import Game
from .seat import Choice


class RandomBot:
    name = "random"

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        return Choice(rng.choice(game.legal_actions), [])
