"""Opponents.  Each is an ordinary seat behind one small interface.

bot = bots.make("staff", "anzio")
bots.play(game, {"german": bot}, random.Random(7))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ..engine.decision import DICE, Event
from ..engine.game import Game
from .random import RandomBot
from .seat import Bot, CannotPlay, Choice, Reason

__all__ = ["Bot", "CannotPlay", "Choice", "Reason", "make", "names", "play"]


HERE = Path(__file__).parent


def _offers(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Every game has ``random``; the others are the ``BOTS`` of the package here that bears its name."""
    if not (HERE / game / "__init__.py").is_file():
        return {"random": RandomBot}
    return {"random": RandomBot, **import_module(f"{__name__}.{game}").BOTS}


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game, weakest first; every game has ``random``."""
    return tuple(_offers(game))


def make(name: str, game: str) -> Bot:
    """A bot by name for a game by name."""
    if name not in names(game):
        raise ValueError(f"{game} has no bot {name!r}; there are: {', '.join(names(game))}")
    return _offers(game)[name]()


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
