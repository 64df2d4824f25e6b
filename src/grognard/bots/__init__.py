"""Opponents.  Each is an ordinary seat behind one small interface.

bot = bots.make("staff", "anzio")
bots.play(game, {"german": bot}, random.Random(7))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ..engine.decision import DICE, Event
from ..engine.game import Game
from .random import RandomBot
from .seat import Bot, CannotPlay, Choice, Reason

__all__ = ["Bot", "CannotPlay", "Choice", "Reason", "make", "names", "play"]


def _orders() -> Bot:
    from .orders import OrdersBot

    return OrdersBot()


def _anzio_staff() -> Bot:
    from .anzio import AnzioStaff
    from .staff import StaffBot

    return StaffBot(AnzioStaff)


def _salerno43_staff() -> Bot:
    from .salerno43 import SalernoStaff
    from .staff import StaffBot

    return StaffBot(SalernoStaff)


_BOTS: dict[str, dict[str, Callable[[], Bot]]] = {
    "anzio": {"random": RandomBot, "staff": _anzio_staff, "orders": _orders},
    "salerno43": {"random": RandomBot, "staff": _salerno43_staff},
}


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first; every game has ``random``."""
    return tuple(_BOTS.get(game, {"random": RandomBot}))


def make(name: str, game: str) -> Bot:
    """A bot by name for a game by name."""
    if name not in names(game):
        raise ValueError(f"{game} has no bot {name!r}; there are: {', '.join(names(game))}")
    return _BOTS.get(game, {"random": RandomBot})[name]()


def play(
    game: Game[Any],
    seats: Mapping[str, Bot],
    rng: Random,
    told: Callable[[str, Choice, list[Event]], None] | None = None,
) -> None:
    """Play on until the game is over or somebody without a bot must decide.

    ``told`` hears each choice with the side that made it and what came of it.
    """
    while (side := game.side) is not None and side != DICE and side in seats:
        choice = seats[side].choose(game, rng)
        events = game.play(choice.order, side)
        if told is not None:
            told(side, choice, events)
