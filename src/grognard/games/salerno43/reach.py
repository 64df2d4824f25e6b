"""5.0 Where a unit may go: kinds of movement, 6.2 zones of control, 7.2 bonds, 21.3 Entry Areas."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from ...hexes import OFF, members
from ..zocbond.zones import Bonds
from . import naval, supply
from .counters import ALLIED, FOOT, GERMAN, MECHANIZED, VEHICLE
from .situation import AREAS, DISRUPTED, FULL, GOOD, RESERVE, SEA, Situation

NORMAL, EXTENDED, TACTICAL = 1, 2, 4
"""5.1, 5.3, 5.4 The kinds of movement; a unit on the move may still be using any of a set."""

Places = dict[int, tuple[int, int]]
"""Where a unit may go next: the kinds of movement that allow it, and the points spent then."""


def movable(g: Situation) -> list[int]:
    """5.1 The units that have not moved and may move."""
    side, units, size = g.active, g.game.units.units, g.game.tables.size
    low, high = g.game.span[side]
    locked = -1 if released(g) else g.game.locked
    found = []
    for u in range(low, high):
        place = g.hex[u]
        if g.moved >> u & 1 or not units[u].move or u == locked:
            continue
        if place >= size:
            north = place - size < 2 and side == ALLIED
            if g.status[u] != GOOD or north:
                continue
        elif place < 0 and (place not in (RESERVE, SEA) or not naval.sailings(g, u)):
            continue
        found.append(u)
    return found


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


class Terms(NamedTuple):
    """What stays the same for a unit during its move."""

    side: int
    klass: int
    blocked: int
    """Hexes it may not enter."""
    shy: int
    """Hexes that Extended Movement may not enter."""
    zoc: int
    bonds: Bonds
    budget: int


def terms(g: Situation, unit: int) -> Terms:
    """5.8, 6.2, 7.2a, 13.3.3 What bounds the unit's move."""
    tables = g.game.tables
    counter = g.game.units.units[unit]
    side, klass = counter.side, counter.klass
    if g.trucked >> unit & 1:
        klass = MECHANIZED
    enemy = 1 - side
    zoc, bonds, foes = g.zoc(enemy), g.bonds(enemy), g.occupied[enemy]
    blocked = foes | bonds.hexes
    shy = zoc
    if g.routed[enemy]:
        shy |= g.game.board.grid.spread(g.routed[enemy])
    if g.status[unit] == FULL:
        near = g.game.board.grid.spread(foes)
        blocked |= near & ~g.any_zoc[side]
        blocked |= tables.city & (g.control if side == GERMAN else ~g.control)
    if side == GERMAN and g.abandoned:
        blocked |= tables.sector8
    return Terms(side, klass, blocked, shy, zoc, bonds, allowance(g, unit))


def next_places(g: Situation, unit: int) -> Places:
    """5.0, 6.2, 7.2a, 21.3 Where the unit on the move may go next."""
    return onward(g, unit, terms(g, unit), g.hex[unit], g.spent, g.trod, g.modes)


def onward(
    g: Situation, unit: int, by: Terms, here: int, spent: int, trod: int, modes: int
) -> Places:
    """5.0 Where the unit may go next from a place, having spent and trodden so much."""
    if here < 0 or (g.renewed >> unit & 1 and trod):
        return {}
    tables, charts = g.game.tables, g.game.charts
    side, klass, blocked, shy, zoc, bonds, budget = by
    size = tables.size
    from_area = here >= size
    if from_area:
        blocked |= bonds.edge
        if besieged(g, here):
            blocked |= zoc
    elif zoc >> here & 1 and not g.fled >> unit & 1:
        spent += charts.leave
    reach = budget + charts.extended
    tactical = modes & TACTICAL if trod < 2 else 0
    found: Places = {}
    for n, d, cost in tables.steps[side][klass][here]:
        if n >= size:
            if not may_enter(g, unit, n - size):
                continue
        elif blocked >> n & 1 or (d >= 0 and bonds.sides[d] >> here & 1):
            continue
        total = spent + cost
        kinds = tactical
        if total <= budget:
            kinds |= modes & NORMAL
        if total <= reach and modes & EXTENDED and (n >= size or not shy >> n & 1):
            kinds |= EXTENDED
        if kinds:
            found[n] = kinds, total
    if from_area:
        if trod == 0 and modes & NORMAL and not g.renewed >> unit & 1:
            for k in g.game.area_next[here - size]:
                if may_enter(g, unit, k) and (side == GERMAN or k > 1):
                    found[size + k] = NORMAL, budget
        return found
    if trod == 0 and modes & TACTICAL and not g.half >> unit & 1:
        daring = tables.daring[klass][here] & ~blocked
        if daring and not (klass == VEHICLE and g.weather == "rain"):
            for n in members(daring):
                if not bonds.crosses(tables.ground, here, n):
                    # Dearer than any way round, so that an order which names only a goal goes round.
                    found[n] = TACTICAL, reach
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
    if place >= 0 and (place not in naval.harbours(g) or g.landed >> unit & 1):
        return []
    if place >= 0 and g.half >> unit & 1 and not g.game.units.units[unit].raider:
        return []
    return naval.sailings(g, unit)


def ends(g: Situation, unit: int, by: Terms | None = None) -> dict[int, tuple[int, list[int]]]:
    """5.0 Where the unit could end its move by land: points in sixths (or 0) and the way."""
    start = g.hex[unit]
    if start < 0:
        return {}
    by, size = by or terms(g, unit), g.game.tables.size
    on_the_move = g.mover == unit
    spent, trod, modes = (g.spent, g.trod, g.modes) if on_the_move else (0, 0, kinds(g, unit))
    best: dict[int, tuple[int, int]] = {}
    nodes = [(start, OFF)]
    """Places come to, each with the node before it."""
    frontier = [(spent, trod, 0, modes)]
    done: dict[int, int] = {}
    """By place: the kinds of movement that have gone on from it already, for no more points."""
    while frontier:
        spent, trod, node, modes = heappop(frontier)
        place = nodes[node][0]
        if node:
            known = done.get(place, 0)
            modes &= ~known
            if not modes:
                continue
            done[place] = known | modes
        for n, (open_, total) in onward(g, unit, by, place, spent, trod, modes).items():
            better = n not in best or total < best[n][0]
            left = modes & open_ if not trod else modes & open_ & ~TACTICAL
            goes_on = n < size and left & ~done.get(n, 0) and not by.zoc >> n & 1
            if not better and not goes_on:
                continue
            nodes.append((n, node))
            if better:
                best[n] = total, len(nodes) - 1
            if goes_on:
                heappush(frontier, (total, trod + 1, len(nodes) - 1, left))
    best.pop(start, None)
    ways: list[list[int]] = [[]]
    for place, before in nodes[1:]:
        ways.append([*ways[before], place])
    return {n: (total, ways[node]) for n, (total, node) in best.items()}
