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
    grasps: int = 1
    """What it keeps in view: so many places to march to, or half as many answers to a question.  Of more"""
    overlooks: float = 0.0
    """it overlooks this share of the places: who should go there stays where he is;"""
    slips: float = 0.0
    """and so often it takes any of the answers that come to mind, not the best."""
    muddles: float = 0.0
    """How often it gives any order that is allowed."""


LEVELS = (
    Level(
        N_("recruit"),
        Say(
            "knows the drill, but overlooks much, reckons no odds and gives every fifth order without a thought; at once"
        ),
        playouts=0,
        choices=0,
        horizon=0,
        aims=1,
        children=0,
        grasps=1,
        overlooks=0.3,
        slips=1.0,
        muddles=0.2,
    ),
    Level(
        N_("regular"),
        Say(
            "follows the drill, but overlooks some marches and reckons the odds every other time; at once"
        ),
        playouts=0,
        choices=0,
        horizon=0,
        aims=1,
        children=0,
        grasps=2,
        overlooks=0.15,
        slips=0.5,
    ),
    Level(
        N_("veteran"),
        Say(
            "weighs a few plans against the enemy's answers, but one time in four it misses the best attack; a second or two a turn"
        ),
        playouts=5,
        choices=4,
        horizon=1,
        aims=5,
        children=0,
        grasps=4,
        overlooks=0.1,
        slips=0.25,
    ),
    Level(
        N_("elite"),
        Say(
            "weighs several plans and every attack, and seldom misses the best; two or three seconds a turn"
        ),
        playouts=12,
        choices=6,
        horizon=1,
        aims=8,
        children=1,
        grasps=4,
        overlooks=0.05,
        slips=0.1,
    ),
    Level(
        N_("grognard"),
        Say(
            "overlooks nothing, weighs all plans it knows and mixes the best of them; up to five seconds a turn"
        ),
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
