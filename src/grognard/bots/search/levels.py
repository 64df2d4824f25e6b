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
    """For a single question; all those of a turn (or impulse) together have no more than a phase."""
    horizon: int
    """Turns (or impulses) that a playout looks ahead."""
    imagination: int
    """The subtlety of the aims that it can think of."""
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

    def attentive(self) -> Level:
        """The same with its mind on it: it knows and reckons no more, but forgets and fumbles nothing."""
        return self._replace(overlooks=0.0, slips=0.0, muddles=0.0)


LEVELS = (
    Level(
        N_("recruit"),
        Say(
            "knows the drill alone, overlooks most marches, reckons no odds and gives most orders without a thought; at once"
        ),
        playouts=0,
        choices=0,
        horizon=0,
        imagination=0,
        children=0,
        grasps=1,
        overlooks=0.85,
        slips=1.0,
        muddles=0.6,
    ),
    Level(
        N_("regular"),
        Say("follows the drill, but overlooks many marches and seldom reckons odds; at once"),
        playouts=0,
        choices=0,
        horizon=0,
        imagination=0,
        children=0,
        grasps=2,
        overlooks=0.7,
        slips=0.95,
    ),
    Level(
        N_("veteran"),
        Say(
            "weighs a few plans against the enemy's answers, none of them subtle, and often misses the best attack; a second a turn"
        ),
        playouts=5,
        choices=4,
        horizon=1,
        imagination=1,
        children=0,
        grasps=4,
        overlooks=0.5,
        slips=0.75,
    ),
    Level(
        N_("elite"),
        Say(
            "knows subtler plans, weighs several, and sometimes misses the best attack; two or three seconds a turn"
        ),
        playouts=12,
        choices=6,
        horizon=1,
        imagination=2,
        children=1,
        grasps=4,
        overlooks=0.3,
        slips=0.5,
    ),
    Level(
        N_("grognard"),
        Say(
            "overlooks nothing, knows the subtlest plans and mixes the best of them; up to five seconds a turn"
        ),
        playouts=28,
        choices=8,
        horizon=1,
        imagination=3,
        children=3,
    ),
    Level(
        N_("postal"),
        Say("a grognard who plays by mail: sees further ahead, up to a minute a turn"),
        playouts=160,
        choices=40,
        horizon=2,
        imagination=3,
        children=8,
    ),
)
BY_NAME = {level.name: level for level in LEVELS}
