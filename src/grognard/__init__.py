"""Grognard plays operational hex-and-counter wargames with the whole rulebook enforced.

import grognard
g = grognard.new("anzio", seed=7)
"""

from .__about__ import __version__
from .engine.words import Action, IllegalAction
from .front import Game, games, load, new, verify
from .textdata import DataError

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
