"""Opponents.  Each is an ordinary seat behind one small interface.

bot = bots.make("staff", "anzio")
bots.play(game, {"german": bot}, random.Random(7))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from ..engine.decision import DICE, Event
from ..engine.game import Game
from ..engine.ruleset import Ruleset
from .random import RandomBot
from .search import Brief
from .seat import Bot, CannotPlay, Choice, Reason, Remembers

__all__ = [
    "Bot",
    "CannotPlay",
    "Choice",
    "Reason",
    "Remembers",
    "brief",
    "digest",
    "make",
    "names",
    "play",
]


HERE = Path(__file__).parent
SHARED = ("search", "zocbond")
"""The packages here that belong to no single game."""


def _offers(game: str) -> Mapping[str, Callable[[], Bot]]:
    """Every game has ``random``; the others are the ``BOTS`` of the package here that bears its name."""
    if not (HERE / game / "__init__.py").is_file():
        return {"random": RandomBot}
    return {"random": RandomBot, **import_module(f"{__name__}.{game}").BOTS}


def names(game: str) -> tuple[str, ...]:
    """The bots that play a game: ``random``, the levels from the weakest, then the others."""
    return tuple(_offers(game))


def make(name: str, game: str) -> Bot:
    """A bot by name for a game by name."""
    if name not in names(game):
        raise ValueError(f"{game} has no bot {name!r}; there are: {', '.join(names(game))}")
    return _offers(game)[name]()


def brief(rules: Ruleset[Any]) -> Brief[Any]:
    """The brief of a game, which its package here names ``BRIEF``; ValueError if it has none."""
    found = (HERE / rules.name / "__init__.py").is_file()
    make = getattr(import_module(f"{__name__}.{rules.name}"), "BRIEF", None) if found else None
    if make is None:
        raise ValueError(f"{rules.name} has no brief for the search")
    written: Brief[Any] = make(rules)
    return written


@cache
def digest(game: str) -> str:
    """Which bots of a game these are: a digest of their code and weights, and of what all games share."""
    found = sha256()
    for folder in ("", *SHARED, game):
        for file in sorted((HERE / folder).glob("*")):
            if file.suffix in (".py", ".json"):
                found.update(file.name.encode() + file.read_bytes())
    return found.hexdigest()[:12]


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
