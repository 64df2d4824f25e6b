"""3.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Procedure
from ..zocbond import stacking
from ..zocbond import supply as series
from ..zocbond.combat import combat
from . import (
    automatic,
    initial,
    invasion,
    movement,
    naval,
    recovery,
    retreat,
    supply,
    victory,
    weather,
)
from .counters import ALLIED, GERMAN, SIDES
from .situation import Situation


def _invasion(g: Situation) -> Procedure:
    """24.1a The Invasion Combat Phase replaces the Weather Phase of Turn 1."""
    yield from invasion.invasion(g)
    g.attacked = g.struck = g.fell_back = 0
    open_player_turn(g, GERMAN)


def open_player_turn(g: Situation, side: int) -> None:
    g.active = side
    g.phase = "initial"
    g.tell("phase", "3.0", "{side} player turn", side=SIDES[side])
    g.replacements = initial.granted(g, side)


def _weather(g: Situation) -> Procedure:
    """22.0"""
    yield from weather.weather(g)
    open_player_turn(g, GERMAN)


def _initial(g: Situation) -> Procedure:
    """3.0c"""
    yield from initial.initial(g)
    g.replacements = ""
    g.phase = "movement"
    retreat.purge(g)
    g.ports_open = naval.open_ports(g)
    g.automatic = ()


def _movement(g: Situation) -> Procedure:
    """5.0"""
    yield from movement.movement(g)
    g.phase = "combat"
    g.fell_back = g.struck = 0
    retreat.purge(g)


def _combat(g: Situation) -> Procedure:
    """8.1, 8.7.2 Attacks; then the Automatic DS stacks advance."""
    yield from combat(g)
    yield from automatic.follow_up(g)
    yield from stacking.correct(g, g.active)
    g.phase = "recovery"


def _recovery(g: Situation) -> Procedure:
    """13.4"""
    yield from recovery.recovery(g)
    recovery.tidy(g)
    g.phase = "supply"


def _supply(g: Situation) -> Procedure:
    """16.1, 16.5"""
    yield from series.check(g)
    yield from supply.attrition(g)
    g.dropped = 0
    g.phase = "refit"


def _refit(g: Situation) -> Procedure:
    """3.0g Supply Points ready ASUs."""
    yield from initial.refit(g)
    if g.active == GERMAN:
        open_player_turn(g, ALLIED)
    else:
        g.phase = "victory"


def _victory(g: Situation) -> Procedure:
    """3.0j The Victory Check Phase, then the next turn."""
    g.outcome = victory.check(g)
    if g.outcome is None:
        g.turn += 1
        g.phase = "weather"
        g.tell("turn", "3.0", "turn {turn}", turn=g.turn)
    return
    yield  # makes this a procedure like the others


PHASES: dict[str, Callable[[Situation], Procedure]] = {
    "invasion": _invasion,
    "weather": _weather,
    "initial": _initial,
    "movement": _movement,
    "combat": _combat,
    "recovery": _recovery,
    "supply": _supply,
    "refit": _refit,
    "victory": _victory,
}
