"""The levels: the same names in every game, weaker by less time, less foresight, less imagination."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.words import Say
from ...say import N_


class Level(NamedTuple):
    """How hard a bot thinks.  All is counted in playouts, never in seconds, so that the same seed
    gives the same game on every machine."""

    name: str
    say: Say
    playouts: int
    """For a phase that is planned whole, all candidates together; 0 to follow a hunch."""
    choices: int
    """For a single question."""
    horizon: int
    """Turns (or impulses) that a playout looks ahead."""
    aims: int
    """How many aims compete."""
    children: int
    """How many crossings of the best drafts are tried."""


LEVELS = (
    Level(
        N_("recruit"),
        Say("knows the drill and follows it; looks at nothing twice; at once"),
        playouts=0,
        choices=0,
        horizon=0,
        aims=1,
        children=0,
    ),
    Level(
        N_("regular"),
        Say("weighs two or three plans to the end of the turn; a second a turn at most"),
        playouts=5,
        choices=0,
        horizon=1,
        aims=3,
        children=0,
    ),
    Level(
        N_("veteran"),
        Say("weighs several plans against the enemy's answers; about a second a turn"),
        playouts=10,
        choices=4,
        horizon=1,
        aims=5,
        children=1,
    ),
    Level(
        N_("elite"),
        Say("weighs many plans and every attack; two or three seconds a turn"),
        playouts=16,
        choices=6,
        horizon=1,
        aims=8,
        children=2,
    ),
    Level(
        N_("grognard"),
        Say("weighs all plans it knows and mixes the best of them; up to five seconds a turn"),
        playouts=28,
        choices=8,
        horizon=1,
        aims=12,
        children=3,
    ),
    Level(
        N_("postal"),
        Say("a grognard who plays by mail: sees further ahead, up to a minute a turn"),
        playouts=160,
        choices=40,
        horizon=2,
        aims=24,
        children=8,
    ),
)
BY_NAME = {level.name: level for level in LEVELS}
