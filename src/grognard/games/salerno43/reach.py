"""5.0 Where a unit may go: kinds of movement, 6.2 zones of control, 7.2 bonds, 21.3 Entry Areas."""

from __future__ import annotations

from functools import partial

from ...hexes import members
from ..zocbond import march
from ..zocbond.march import LONG, NORMAL, TACTICAL, Bounds, Places, open_steps
from . import naval, supply
from .counters import ALLIED, FOOT, GERMAN, MECHANIZED, VEHICLE
from .situation import AREAS, DISRUPTED, FULL, GOOD, RESERVE, SEA, Situation

EXTENDED = LONG
"""5.3 Extended Movement."""


def movable(g: Situation) -> list[int]:
    """5.1 The units that have not moved and may move."""
    found = []
    for u in range(*g.game.span[g.active]):
        place = g.hex[u]
        if g.moved >> u & 1 or bound(g, u):
            continue
        if place < 0 and (place not in (RESERVE, SEA) or not naval.sailings(g, u)):
            continue
        found.append(u)
    return found


def bound(g: Situation, unit: int) -> bool:
    """13.2.1a, 18.1.1, 19.2, 19.3f, 23.1.4c Whether the unit may not leave its place at all."""
    counter, area = g.game.units.units[unit], g.hex[unit] - g.game.tables.size
    if not counter.move or (unit == g.game.locked and not released(g)):
        return True
    if area < 0:
        return False
    return g.status[unit] != GOOD or (counter.side == ALLIED and AREAS[area][0] == "N")


def released(g: Situation) -> bool:
    """19.2 Whether the garrison of Torre Annunziata may move; once released it stays so."""
    return g.released or g.turn >= g.game.release_turn


def truckable(g: Situation) -> list[int]:
    """5.8a The German units that may take trucks."""
    if g.active != GERMAN or g.trucks >= g.game.truck_limit:
        return []
    units = g.game.units.units
    return [
        u
        for u in movable(g)
        if units[u].klass == FOOT and g.status[u] != DISRUPTED and supply.in_supply(g, u)
    ]


def fleeing(g: Situation) -> list[int]:
    """13.3.4a The units that may be put into Full Retreat: they have not moved yet."""
    units, moved = g.game.units.units, g.moved
    return [
        u
        for u in g.on_map(g.active)
        if g.status[u] != FULL and not moved >> u & 1 and units[u].move
    ]


def kinds(g: Situation, unit: int) -> int:
    """5.3, 5.4, 13.2.1a, 16.4a, 24.4.1 The kinds of movement open to a unit."""
    counter = g.game.units.units[unit]
    slow = g.status[unit] == DISRUPTED
    slow |= bool(g.oos >> unit & 1) and counter.klass != FOOT
    slow |= g.turn == 1 and g.active == ALLIED
    slow |= g.hex[unit] < 0
    return TACTICAL if slow else NORMAL | EXTENDED | TACTICAL


def allowance(g: Situation, unit: int) -> int:
    """5.1, 5.8, 24.3 The movement allowance in sixths of a point."""
    counter = g.game.units.units[unit]
    points = counter.move * 6
    if g.trucked >> unit & 1:
        points = g.game.charts.truck
    if g.turn == 1 and counter.side == GERMAN:
        points = (points // 6 + 1) // 2 * 6
    return points


def terms(g: Situation, unit: int) -> Bounds:
    """5.8, 6.2, 7.2a, 13.3.3, 21.2 What bounds the unit's move."""
    tables, charts = g.game.tables, g.game.charts
    side = g.game.units.units[unit].side
    enemy = 1 - side
    zoc, bonds, foes = g.zoc(enemy), g.bonds(enemy), g.occupied[enemy]
    blocked = foes | bonds.hexes
    for k in range(len(AREAS)):
        if not may_enter(g, unit, k):
            blocked |= 1 << tables.size + k
    shy = zoc
    if g.routed[enemy]:
        shy |= g.game.board.grid.spread(g.routed[enemy])
    if g.status[unit] == FULL:
        near = g.game.board.grid.spread(foes)
        blocked |= near & ~g.any_zoc[side]
        blocked |= tables.city & (g.control if side == GERMAN else ~g.control)
    if side == GERMAN and g.abandoned:
        blocked |= tables.sector8
    budget = allowance(g, unit)
    steps = tables.steps[side][wheels(g, unit)]
    return Bounds(steps, blocked, shy, zoc, bonds, budget, budget + charts.extended)


def wheels(g: Situation, unit: int) -> int:
    """5.8c How the unit moves now: on trucks as mechanized infantry."""
    return MECHANIZED if g.trucked >> unit & 1 else g.game.units.units[unit].klass


def next_places(g: Situation, unit: int) -> Places:
    """5.0, 6.2, 7.2a, 21.3 Where the unit on the move may go next."""
    return onward(g, unit, terms(g, unit), g.hex[unit], g.spent, g.trod, g.modes)


def onward(
    g: Situation, unit: int, by: Bounds, here: int, spent: int, trod: int, modes: int
) -> Places:
    """5.0 Where the unit may go next from a place, having spent and trodden so much."""
    if here < 0 or (g.renewed >> unit & 1 and trod):
        return {}
    tables = g.game.tables
    size = tables.size
    kinds = modes if trod < 2 else modes & ~TACTICAL
    if here >= size:
        closed = by.bonds.edge | (by.zoc if besieged(g, here) else 0)
        found = open_steps(by, here, spent, kinds, closed)
        if trod == 0 and modes & NORMAL and not g.renewed >> unit & 1:
            for k in g.game.area_next[here - size]:
                if not by.blocked >> size + k & 1:
                    found[size + k] = NORMAL, by.budget
        return found
    if by.zoc >> here & 1 and not g.fled >> unit & 1:
        spent += g.game.charts.leave
    found = open_steps(by, here, spent, kinds)
    if trod == 0 and modes & TACTICAL and not g.half >> unit & 1:
        klass = wheels(g, unit)
        daring = tables.daring[klass][here] & ~by.blocked
        if daring and not (klass == VEHICLE and g.weather == "rain"):
            for n in members(daring):
                if not by.bonds.crosses(tables.ground, here, n):
                    # Dearer than any way round, so that an order which names only a goal goes round.
                    found[n] = TACTICAL, by.long
    return found


def besieged(g: Situation, place: int) -> bool:
    """23.1.4b Whether Allies stand in a North Entry Area, so that no German leaves it into a ZOC."""
    units = g.game.units.units
    if AREAS[place - g.game.tables.size][0] != "N":
        return False
    return any(units[u].side == ALLIED for u in g.group(place))


def may_enter(g: Situation, unit: int, area: int) -> bool:
    """21.2, 21.3.2 Whether a unit may enter an Entry Area."""
    counter = g.game.units.units[unit]
    if counter.side == GERMAN:
        return g.friendly_area(area, GERMAN)
    name = AREAS[area]
    if name[0] == "N":
        return True
    if name[0] == "E":
        return counter.army == 8
    return g.friendly_area(area, ALLIED)


def voyages(g: Situation, unit: int) -> list[int]:
    """18.4.5b The sea move costs one of two hexes and is made once."""
    place = g.hex[unit]
    if g.active != ALLIED or (g.mover == unit and (g.trod > 1 or not g.modes & TACTICAL)):
        return []
    if place >= 0 and place not in naval.harbours(g):
        return []
    return naval.sailings(g, unit)


def ends(g: Situation, unit: int, by: Bounds | None = None) -> dict[int, tuple[int, list[int]]]:
    """5.0 Where the unit could end its move by land: points in sixths (or 0) and the way."""
    start = g.hex[unit]
    if start < 0 or bound(g, unit):
        return {}
    by = by or terms(g, unit)
    spent, trod, modes = 0, 0, kinds(g, unit)
    if g.mover == unit:
        spent, trod, modes = g.spent, g.trod, g.modes
    step = partial(onward, g, unit, by)
    return march.ends(step, start, spent, trod, modes, by.zoc, g.game.tables.size)
