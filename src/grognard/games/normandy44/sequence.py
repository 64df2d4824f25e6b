"""3.0 The sequence of play, 20.1 the first turn."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Procedure
from ..zocbond import supply as series
from ..zocbond.combat import combat
from . import (
    beaches,
    fortifications,
    initial,
    invasion,
    movement,
    players,
    points,
    replacements,
    reserves,
    special,
    supply,
    victory,
)
from .counters import ALLIED, GERMAN, SIDES
from .situation import DISRUPTED, GOOD, RESERVE_COMBAT, RESERVE_MOVE, Situation


def _invasion(g: Situation) -> Procedure:
    """20.1a"""
    yield from players.opening(g)
    yield from invasion.invasion(g)
    open_player_turn(g, GERMAN)


def _initial(g: Situation) -> Procedure:
    """3.0b"""
    yield from initial.initial(g)
    open_player_turn(g, GERMAN)


def open_player_turn(g: Situation, side: int) -> None:
    """3.0c, 3.0h"""
    g.active, g.phase = side, "replacement"
    g.tell("phase", "3.0", "{side} player turn", side=SIDES[side])
    if side == ALLIED:
        special.withdrawals(g)
        beaches.delays(g)
        points.allowance(g)


def _replacement(g: Situation) -> Procedure:
    """3.0c"""
    yield from replacements.phase(g)
    g.phase = "movement"
    movement.begin_phase(g)


def _movement(g: Situation) -> Procedure:
    """3.0d"""
    yield from movement.movement(g)
    open_combat(g, "combat")


def open_combat(g: Situation, phase: str) -> None:
    """10.1b, 13.5 Each Combat Phase begins afresh."""
    g.phase = phase
    g.attacked = g.struck = g.fell_back = g.stood = 0
    g.strafed = {}
    g.denied = 0


def _combat(g: Situation) -> Procedure:
    """3.0e"""
    yield from players.in_turn(g, combat)
    g.phase = "regeneration"
    if reserves.any_left(g):
        g.phase = RESERVE_MOVE
        g.moved = 0
    else:
        g.tell("pass", "15.2", "no {side} unit is in Reserve", side=SIDES[g.active])


def _reserve_movement(g: Situation) -> Procedure:
    """3.0e, 15.2"""
    yield from movement.movement(g)
    open_combat(g, RESERVE_COMBAT)


def _reserve_combat(g: Situation) -> Procedure:
    """3.0e, 15.3"""
    yield from players.in_turn(g, combat)
    g.phase = "regeneration"


def _regeneration(g: Situation) -> Procedure:
    """3.0f Replacement, Disrupted, Regroup and Scattered markers come off."""
    mine = range(*g.game.span[g.active])
    if not any(g.status[u] == DISRUPTED for u in mine):
        g.tell("pass", "13.6", "no {side} unit has to recover", side=SIDES[g.active])
    for u in mine:
        if g.status[u] == DISRUPTED:
            g.set_status(u, GOOD)
            g.tell("status", "13.6", "{unit} recovers", unit=g.id(u))
        if g.scattered >> u & 1:
            g.scatter(u, False)
    others = ~g.own(g.active)
    g.renewed &= others
    g.regroup &= others
    g.landed &= others
    reserves.expire(g)
    g.moved = g.stirred = g.crept = g.strolled = g.attacked = g.struck = g.fell_back = g.stood = 0
    g.phase = "supply"
    return
    yield  # makes this a procedure like the others


def _supply(g: Situation) -> Procedure:
    """3.0g"""
    yield from series.check(g)
    reserves.revoke(g)
    yield from supply.attrition(g)
    fortifications.sweep(g)
    if g.active == GERMAN:
        g.at_edge = supply.edge_force(g)
        open_player_turn(g, ALLIED)
    else:
        g.phase = "end"


def _end(g: Situation) -> Procedure:
    """3.0i The End Phase, then the next turn."""
    yield from special.send_home(g)
    if g.game.scenario == "cherbourg":
        victory.carentan_taken(g)
    g.outcome = victory.check(g)
    if g.outcome is None:
        g.turn += 1
        g.phase = "initial"
        g.tell("turn", "3.0", "turn {turn}", turn=g.turn)


PHASES: dict[str, Callable[[Situation], Procedure]] = {
    "invasion": _invasion,
    "initial": _initial,
    "replacement": _replacement,
    "movement": _movement,
    "combat": _combat,
    RESERVE_MOVE: _reserve_movement,
    RESERVE_COMBAT: _reserve_combat,
    "regeneration": _regeneration,
    "supply": _supply,
    "end": _end,
}
