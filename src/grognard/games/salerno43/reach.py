"""5.0 Where a unit may go: its kinds of movement, 21.3 Entry Areas, 5.8 trucks, 18.4.5 voyages."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence

from ...hexes import members
from ..zocbond import supply
from ..zocbond.march import ANY, NORMAL, TACTICAL, Bounds, Mode, Step
from . import naval
from .counters import ALLIED, FOOT, GERMAN, MECHANIZED, VEHICLE, Counter
from .situation import (
    AREAS,
    DISRUPTED,
    EXTENDED,
    FULL,
    GOOD,
    KINDS,
    RESERVE,
    SEA,
    Situation,
)


def movable(g: Situation) -> list[int]:
    """5.1 The units that have not moved and may move; on the map all but the locked garrison (19.2) may."""
    moved, hexes, size, locked = g.moved, g.hex, g.game.tables.size, g.game.locked
    at_sea = naval.known(g) if g.active == ALLIED else {}
    found = []
    for u in g.game.mobile[g.active]:
        place = hexes[u]
        if moved >> u & 1:
            continue
        if place >= 0:
            if (place < size and u != locked) or not fixed(g, u):
                found.append(u)
        elif place in (RESERVE, SEA) and naval.may_sail(g, u, at_sea):
            found.append(u)
    return found


def may_move(g: Situation, unit: int) -> bool:
    """5.1 Whether a unit has not moved and may move."""
    if g.moved >> unit & 1:
        return False
    place = g.hex[unit]
    if place >= 0:
        return not fixed(g, unit)
    return place in (RESERVE, SEA) and naval.may_sail(g, unit, naval.known(g))


def fixed(g: Situation, unit: int) -> bool:
    """13.2.1a, 18.1.1, 19.2, 19.3f, 23.1.4c Whether the unit may not leave its place at all."""
    if not g.game.units.units[unit].move or (unit == g.game.locked and not released(g)):
        return True
    if g.hex[unit] < g.game.tables.size:
        return False
    return g.status[unit] != GOOD or bound(g, unit)


def bound(g: Situation, unit: int) -> bool:
    """23.1.4c Whether it is an Allied unit in a North Entry Area."""
    area = g.hex[unit] - g.game.tables.size
    return area >= 0 and AREAS[area][0] == "N" and g.game.units.units[unit].side == ALLIED


def released(g: Situation) -> bool:
    """19.2 Whether the garrison of Torre Annunziata may move; once released it stays so."""
    return g.released or g.turn >= g.game.release_turn


def truckable(g: Situation, movable: Sequence[int]) -> list[int]:
    """5.8a The German units that may take trucks, of those that may move."""
    if g.active != GERMAN or g.trucks >= g.game.truck_limit:
        return []
    units, status = g.game.units.units, g.status
    foot = [u for u in movable if units[u].klass == FOOT and status[u] != DISRUPTED]
    return supply.all_in_supply(g, GERMAN, foot)


def fleeing(g: Situation, movable: Sequence[int]) -> list[int]:
    """13.3.4a The units that may be put into Full Retreat: they have not moved yet.

    All on the map that may move, and the garrison that may not (19.2).
    """
    hexes, status, size, locked = g.hex, g.status, g.game.tables.size, g.game.locked
    found = [u for u in movable if status[u] != FULL and 0 <= hexes[u] < size]
    if g.active == GERMAN and locked >= 0 and locked not in movable and _may_flee(g, locked):
        insort(found, locked)
    return found


def _may_flee(g: Situation, unit: int) -> bool:
    on_map = 0 <= g.hex[unit] < g.game.tables.size
    return on_map and not g.moved >> unit & 1 and g.status[unit] != FULL


def kinds(g: Situation, unit: int) -> int:
    """5.3, 5.4, 13.2.1a, 16.4a, 24.4.1 The kinds of movement open to a unit."""
    counter = g.game.units.units[unit]
    slow = g.status[unit] == DISRUPTED
    slow |= bool(g.oos >> unit & 1) and counter.klass != FOOT
    slow |= g.turn == 1 and counter.side == ALLIED
    slow |= g.hex[unit] < 0
    return TACTICAL if slow else KINDS


def allowance(g: Situation, unit: int) -> int:
    """5.1, 5.8, 24.3 The movement allowance in sixths of a point."""
    counter = g.game.units.units[unit]
    points = counter.move * 6
    if g.trucked >> unit & 1:
        points = g.game.charts.truck
    if g.turn == 1 and counter.side == GERMAN:
        points = (points // 6 + 1) // 2 * 6
    return points


def bounds(g: Situation, unit: int) -> Bounds:
    """5.3, 5.4, 5.8, 6.2, 7.2a, 13.3.3, 20.4, 21.2, 23.1.4b What bounds the unit's move."""
    tables, charts = g.game.tables, g.game.charts
    counter = g.game.units.units[unit]
    side, enemy = counter.side, 1 - counter.side
    zoc, bonds, foes = g.zoc(enemy), g.bonds(enemy), g.occupied[enemy]
    blocked = foes | bonds.hexes | _shut(g, counter)
    shy = zoc
    if g.routed[enemy]:
        shy |= g.game.board.grid.spread(g.routed[enemy])
    if g.status[unit] == FULL:
        blocked |= g.game.board.grid.spread(foes) & ~g.any_zoc[side]
        blocked |= tables.city & (g.control if side == GERMAN else ~g.control)
    if side == GERMAN and g.abandoned:
        blocked |= tables.sector8
    budget = allowance(g, unit)
    far, most = budget + charts.extended, 1 if g.renewed >> unit & 1 else ANY
    modes = (
        Mode(NORMAL, budget, 0, most),
        Mode(EXTENDED, far, shy, most),
        Mode(TACTICAL, ANY, 0, min(most, 2)),
    )
    leave = 0 if g.fled >> unit & 1 else charts.leave
    klass, here, shut = wheels(g, unit), g.hex[unit], 0
    first: Sequence[Step] = ()
    if here >= tables.size:
        shut = bonds.edge | (zoc if besieged(g, here) else 0)
        first = _shifts(g, unit, budget)
    elif here >= 0 and tables.daring[klass][here] and not g.half >> unit & 1:
        first = _crossings(g, here, klass, far - (leave if zoc >> here & 1 else 0))
    return Bounds(modes, tables.steps[side][klass], first, blocked, zoc, bonds, leave, shut)


def _crossings(g: Situation, here: int, klass: int, cost: int) -> list[Step]:
    """5.5b, 5.6a, 22.4 What only the first hex of Tactical Movement crosses.

    Dearer than any way round, so that an order which names only a goal goes round.
    """
    if klass == VEHICLE and g.weather == "rain":
        return []
    tables = g.game.tables
    deltas = tables.ground.deltas
    return [
        (n, deltas.index(n - here), cost, TACTICAL) for n in members(tables.daring[klass][here])
    ]


def _shifts(g: Situation, unit: int, budget: int) -> list[Step]:
    """20.4a, 21.5 From an Entry Area to the next one, for a whole move."""
    size = g.game.tables.size
    if g.renewed >> unit & 1:
        return []
    return [(size + k, -1, budget, NORMAL) for k in g.game.area_next[g.hex[unit] - size]]


def wheels(g: Situation, unit: int) -> int:
    """5.8c How the unit moves now: on trucks as mechanized infantry."""
    return MECHANIZED if g.trucked >> unit & 1 else g.game.units.units[unit].klass


def besieged(g: Situation, place: int) -> bool:
    """23.1.4b Whether Allies stand in a North Entry Area, so that no German leaves it into a ZOC."""
    units = g.game.units.units
    if AREAS[place - g.game.tables.size][0] != "N":
        return False
    return any(units[u].side == ALLIED for u in g.group(place))


def _shut(g: Situation, counter: Counter) -> int:
    """21.2, 21.3.2 The Entry Areas that a unit may not enter, as places."""
    if counter.side == GERMAN:
        shut = g.allied_areas
    else:
        shut = SOUTH & ~g.allied_areas
        if counter.army != 8:
            shut |= EAST
    return shut << g.game.tables.size


EAST, SOUTH = (sum(1 << k for k, name in enumerate(AREAS) if name[0] == letter) for letter in "ES")


def may_enter(g: Situation, unit: int, area: int) -> bool:
    """21.2, 21.3.2 Whether a unit may enter an Entry Area."""
    return not _shut(g, g.game.units.units[unit]) >> g.game.tables.size + area & 1


def voyages(g: Situation, unit: int) -> list[int]:
    """18.4.5b The sea move costs one of two hexes and is made once."""
    place = g.hex[unit]
    if g.active != ALLIED or (g.mover == unit and (g.trod > 1 or not g.modes & TACTICAL)):
        return []
    if place >= 0 and not naval.harbours(g) >> place & 1:
        return []
    return naval.sailings(g, unit)
