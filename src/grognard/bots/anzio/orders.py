"""The printed German of Anzio's solitaire game (rule 14) in a bot's seat."""

from __future__ import annotations

from random import Random
from typing import Any

from ...engine.game import Game
from ...games.anzio import solitaire
from ..seat import CannotPlay, Choice, Reason


class OrdersBot:
    """14.1 Plays the Germans by their orders; nothing is left to chance but the dice."""

    name = "orders"

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        ask = game.decision
        if ask is None:
            raise CannotPlay("", "the game is over")
        if "solitaire" not in game.rules.options:
            raise CannotPlay(
                "14.3", "the printed orders are drawn only in a game with the option 'solitaire'"
            )
        if ask.side != "german":
            raise CannotPlay(
                "14.1", "the printed orders are the Germans'; the player commands the Allies"
            )
        order, why = solitaire.order(game.state, ask)
        return Choice(order, [Reason(*reason) for reason in why])
