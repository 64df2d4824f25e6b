"""16.0 Supply and isolation."""

from __future__ import annotations

from ...engine.decision import Procedure, Roll
from ...hexes import members
from ..zocbond.lines import UNLIMITED, Country, starts, trace
from . import losses
from .counters import ALLIED, GERMAN, SIDES
from .situation import DEAD, Situation

OVERLAND = 5
"""16.3.2 The most hexes of the Overland Portion."""


def sources(g: Situation, side: int) -> tuple[int, int]:
    """16.2 Supply Sources: hexes, and the hexes that touch a friendly Entry Area."""
    tables = g.game.tables
    gates = 0
    for k, touched in enumerate(tables.touch):
        if g.friendly_area(k, side):
            gates |= touched
    if side == GERMAN:
        return 0, gates
    beaches = 0
    for h in g.beachheads():
        beaches |= 1 << h
    return beaches | ports(g), gates


def ports(g: Situation) -> int:
    """16.2.2b The ports that supply: Allied, and occupied or free of enemy zones of control."""
    held = g.game.tables.ports & g.control & ~g.occupied[GERMAN]
    return held & (g.occupied[ALLIED] | ~g.zoc(GERMAN))


def country(g: Situation, side: int) -> Country:
    """16.3 What bounds a side's lines of supply."""
    tables = g.game.tables
    friends = g.occupied[side]
    theirs = tables.kept & (g.control if side == GERMAN else ~g.control)
    return Country(
        friends,
        g.occupied[1 - side],
        g.zoc(1 - side),
        g.bonds(1 - side),
        theirs & ~friends,
        tables.marsh,
    )


def supplied(g: Situation, side: int) -> int:
    """16.3 The hexes from which a unit of the side has a Line of Supply now."""
    return _cached(g, side, OVERLAND)


def connected(g: Situation, side: int) -> int:
    """16.5.1 The hexes from which a unit of the side has a Line of Communications now."""
    return _cached(g, side, UNLIMITED)


def _cached(g: Situation, side: int, limit: int) -> int:
    key = (
        side,
        limit,
        g.occupied[0],
        g.occupied[1],
        g.zoc(1 - side),
        g.bonds(1 - side),
        g.control,
        g.allied_areas,
        tuple(g.beachheads()),
    )
    memory = g.game.supply_memory
    known = memory.get(key)
    if known is None:
        hexes, gates = sources(g, side)
        known = reachable(g, side, hexes, gates, limit)
        if len(memory) > 64:
            memory.clear()
        memory[key] = known
    return known


def reachable(g: Situation, side: int, hexes: int, gates: int, limit: int) -> int:
    """The hexes from which a unit of the side can trace a line to the given hexes or edge."""
    land, ground = country(g, side), g.game.tables.ground
    lines = trace(ground, land, hexes, gates, limit)
    return starts(ground, land, lines, limit, over=limit == UNLIMITED)


def in_supply(g: Situation, unit: int) -> bool:
    """16.3 Whether a unit can trace a Line of Supply at this instant."""
    place = g.hex[unit]
    side = g.game.units[unit].side
    if place < 0:
        return False
    if g.is_area(place):
        return g.friendly_area(place - g.game.tables.size, side)
    if g.dropped >> unit & 1:
        return True
    return bool(supplied(g, side) >> place & 1)


def check(g: Situation) -> None:
    """16.1, 16.5.1 Mark the units of the active side that are out of supply or isolated."""
    side = g.active
    short = _out_of_supply(g)
    live = connected(g, side)
    size = g.game.tables.size
    for u in g.in_play(side):
        bit = 1 << u
        place = g.hex[u]
        g.fresh &= ~bit
        if u not in short:
            if (g.oos | g.red) & bit:
                g.tell("supply", "16.1", "{unit} is in supply again", unit=g.id(u))
            g.oos &= ~bit
            g.red &= ~bit
            continue
        if not g.oos & bit:
            g.tell("supply", "16.1", "{unit} is out of supply", unit=g.id(u))
        g.oos |= bit
        if place >= size or live >> place & 1:
            g.red &= ~bit
        elif not g.red & bit:
            g.red |= bit
            g.fresh |= bit
            g.tell("supply", "16.5.1", "{unit} is isolated", unit=g.id(u))


def _out_of_supply(g: Situation) -> set[int]:
    """16.1 The units of the active side without a Line of Supply; 25.3 ports may supply only some."""
    units = g.in_play(g.active)
    short = {u for u in units if not in_supply(g, u)}
    if g.active == GERMAN or "25.3" not in g.game.options:
        return short
    beaches = 0
    for h in g.beachheads():
        beaches |= 1 << h
    gates = sources(g, ALLIED)[1]
    free = reachable(g, ALLIED, beaches, gates, OVERLAND)
    size = g.game.tables.size
    needy = [
        u
        for u in units
        if u not in short
        and g.hex[u] < size
        and not free >> g.hex[u] & 1
        and not g.dropped >> u & 1
    ]
    for port in members(ports(g)):
        reach = reachable(g, ALLIED, 1 << port, 0, OVERLAND)
        room = 10 * g.game.tables.port_value[port]
        for u in list(needy):
            cost = g.game.units[u].landing[g.steps[u]]
            if reach >> g.hex[u] & 1 and cost <= room:
                room -= cost
                needy.remove(u)
    return short | set(needy)


def attrition(g: Situation) -> Procedure:
    """16.5.2-16.5.6 Isolated units next to the enemy roll; isolated ASUs alone are lost."""
    side = g.active
    charts, units = g.game.charts, g.game.units
    for u in g.on_map(side):
        if g.red >> u & 1 and units[u].asu and not _with_friends(g, u):
            g.eliminate(u, "16.5.2", DEAD)
    for u in g.on_map(side):
        if not g.red >> u & 1 or g.fresh >> u & 1 or units[u].asu:
            continue
        if not g.near_enemy(g.hex[u], side):
            continue
        die = yield Roll("16.5.3", "isolation attrition", SIDES[side])
        if die + attrition_bonus(g, u) < charts.attrition:
            g.tell("attrition", "16.5.3", "{unit} suffers isolation attrition", unit=g.id(u))
            yield from losses.lose_step(g, u, "16.5.3", DEAD)


def attrition_bonus(g: Situation, unit: int) -> int:
    """16.5.5 +2 with a line to a friendly City or Corps ASU, +1 for the Allies in clear weather."""
    side, tables = g.game.units[unit].side, g.game.tables
    mine = g.control if side == ALLIED else ~g.control
    goals = tables.city & mine & ~g.occupied[1 - side]
    for u in g.on_map(side):
        if g.game.units[u].type == "corps asu":
            goals |= 1 << g.hex[u]
    bonus = 2 if goals and reachable(g, side, goals, 0, OVERLAND) >> g.hex[unit] & 1 else 0
    return bonus + (side == ALLIED and g.weather == "clear")


def _with_friends(g: Situation, asu: int) -> bool:
    """16.5.2b Whether an ASU is stacked with, or has a line to, a unit that is no ASU."""
    side, units = g.game.units[asu].side, g.game.units
    friends = 0
    for u in g.on_map(side):
        if not units[u].asu:
            friends |= 1 << g.hex[u]
    return bool(reachable(g, side, friends, 0, OVERLAND) >> g.hex[asu] & 1)


def facts(g: Situation, unit: int) -> tuple[bool, bool]:
    """Whether a unit has a Line of Supply and a Line of Communications now."""
    place, side = g.hex[unit], g.game.units[unit].side
    if place < 0 or g.is_area(place):
        linked = in_supply(g, unit)
        return linked, linked
    return in_supply(g, unit), bool(connected(g, side) >> place & 1)
