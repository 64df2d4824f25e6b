"""Grognard plays operational hex-and-counter wargames with the whole rulebook enforced.

import grognard
g = grognard.new("anzio", seed=7)
"""

from typing import TYPE_CHECKING

from .__about__ import __version__
from .engine.words import Action, IllegalAction
from .front import Game, load, new, verify
from .textdata import DataError

if TYPE_CHECKING:
    from .games import names as games
else:  # the package itself, which can be called
    from . import games

__all__ = [
    "Action",
    "DataError",
    "Game",
    "IllegalAction",
    "__version__",
    "games",
    "load",
    "new",
    "verify",
]
