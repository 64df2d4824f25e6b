"""The search: opponents for any game that writes a brief.  Nothing here knows a particular game.

``brief`` is what a game supplies, ``levels`` how hard a bot thinks, ``playout`` and ``contest`` how
plans compete, ``value`` what a position is worth, ``belief`` what a seat may imagine, ``clock`` the
budget, ``note`` what is remembered, ``bot`` the seat that uses them all, ``advice`` the same for others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .advice import HEADS, Advice, Weighed, advantage, advise, standing
from .bot import PolicyBot, SearchBot
from .brief import Aim, Brief, Draft, Policy
from .levels import BY_NAME, LEVELS, Level

__all__ = [
    "BY_NAME",
    "HEADS",
    "LEVELS",
    "Advice",
    "Aim",
    "Brief",
    "Draft",
    "Level",
    "Policy",
    "PolicyBot",
    "SearchBot",
    "Weighed",
    "advantage",
    "advise",
    "bots",
    "standing",
]


def bots(brief_for: type[Brief[Any]]) -> dict[str, Callable[[], SearchBot]]:
    """The levels of a game, weakest first, for its ``BOTS``."""

    def made(level: Level) -> Callable[[], SearchBot]:
        return lambda: SearchBot(level, brief_for)

    return {level.name: made(brief_for.weakened(level)) for level in LEVELS}
