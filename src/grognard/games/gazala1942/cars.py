"""10.3 Armored cars step aside when an enemy moves next to them."""

from __future__ import annotations

from ...engine.decision import About, Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import OFF, members
from . import headquarters
from .actions import refusing
from .counters import ALLIED, AXIS, SIDES
from .ground import WEST
from .situation import Situation


def is_car(g: Situation, unit: int) -> bool:
    """10.3a, 13.11d"""
    return g.game.units.units[unit].car or unit in g.game.setting.cars


def alerted(g: Situation, mover: int) -> tuple[int, ...]:
    """10.3a The cars next to the unit on the move that have a hex to go to."""
    h = g.hex[mover]
    if h < 0:
        return ()
    near = g.game.ground.around[h] & g.occupied[g.enemy]
    if not near:
        return ()
    return tuple(
        u
        for n in members(near)
        for u in g.at[n]
        if is_car(g, u) and not g.held >> u & 1 and escapes(g, u)
    )


def escapes(g: Situation, unit: int) -> int:
    """10.3b The hexes a car may step into: open to it, without enemies and outside their zones."""
    found = 0
    for n in g.game.ground.neighbours[g.hex[unit]]:
        if n != OFF and refuse(g, unit, n) is None:
            found |= 1 << n
    return found


def refuse(g: Situation, unit: int, goal: int) -> IllegalAction | None:
    """10.3b Why the car may not step there; None if it may."""
    game, start = g.game, g.hex[unit]
    counter, label = game.units.units[unit], game.board.label(goal)
    if headquarters.orphaned(g, unit):
        return IllegalAction(
            "10.13a", "{unit} belongs to an eliminated headquarters", unit=counter.id
        )
    if goal not in game.ground.neighbours[start]:
        return IllegalAction("10.3a", "an armored car steps aside one hex only")
    d = game.board.grid.direction(start, goal)
    if not game.ground.cost[counter.klass][0][start][d]:
        return IllegalAction("10.3b", "{unit} cannot enter {hex}", unit=counter.id, hex=label)
    if g.occupied[1 - counter.side] >> goal & 1:
        return IllegalAction("10.3b", "{hex} is held by the enemy", hex=label)
    if g.zones[1 - counter.side] >> goal & 1:
        return IllegalAction("10.3b", "{hex} is in an enemy zone of control", hex=label)
    if counter.side == AXIS and g.mines[d] >> start & 1:
        return IllegalAction("10.83", "an unbreached minefield lies before {hex}", hex=label)
    if counter.side == ALLIED and g.withdrawing and d == WEST:
        return IllegalAction("7.6b", "in a withdrawal no Allied unit moves directly west")
    return None


def step_aside(g: Situation) -> Procedure:
    """10.3a The owner answers at once, car by car: step aside, or stay."""
    unit, game = g.alert[0], g.game
    hexes = escapes(g, unit)
    if not hexes:
        g.alert = g.alert[1:]
        return
    name = game.units[unit].id
    choice = yield Ask(
        SIDES[g.enemy],
        "aside",
        "10.3",
        Say("should {unit} step aside?", unit=name),
        [*(game.actions.aside[h] for h in members(hexes)), game.actions.pass_],
        about=About(units=(name, game.units[g.mover].id) if g.mover >= 0 else (name,)),
        refuse=refusing(
            "dodge",
            lambda word: refuse(g, unit, game.board.index(word)) if game.is_hex(word) else None,
        ),
    )
    g.alert = g.alert[1:]
    if choice.verb == "dodge":
        g.put(unit, choice.value)
        g.moved |= 1 << unit
        g.tell("aside", "10.3a", "{unit} steps aside to {hex}", unit=name, hex=choice.word)
