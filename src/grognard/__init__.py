"""Grognard plays operational hex-and-counter wargames with the whole rulebook enforced.

import grognard
g = grognard.new("anzio", seed=7)
"""

from typing import TYPE_CHECKING

from .__about__ import __version__
from .bots import CannotPlay
from .engine.rulebook import UnknownRule
from .engine.words import Action, IllegalAction
from .front import Game, load, new, verify
from .games import UnknownChoice, UnknownGame
from .say import GrognardError, Say
from .textdata import DataError

if TYPE_CHECKING:
    from .games import names as games
else:  # the package itself, which can be called
    from . import games

__all__ = [
    "Action",
    "CannotPlay",
    "DataError",
    "Game",
    "GrognardError",
    "IllegalAction",
    "Say",
    "UnknownChoice",
    "UnknownGame",
    "UnknownRule",
    "__version__",
    "games",
    "load",
    "new",
    "verify",
]
