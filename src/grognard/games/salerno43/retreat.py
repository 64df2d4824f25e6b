"""12.0 Retreats, and 13.3.2 the automatic retreat of units in Full Retreat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from ...engine.decision import Procedure
from ...engine.words import IllegalAction
from ...hexes import members
from ..zocbond import supply
from ..zocbond.retreats import APART, NEVER, OPEN, Found, Retreat, Terms, Way
from ..zocbond.withdrawal import surviving, ways, withdraw
from .charts import FULL_RETREAT
from .counters import ALLIED
from .situation import AWAY, FULL, GOOD, Situation

DISENGAGES = "disengages"
"""25.1.4 Ordered so, a retreat passes no dangerous hex."""


def terms(
    g: Situation,
    unit: int,
    leaving: Collection[int],
    by: Retreat,
) -> Terms:
    """12.1.3, 12.2, 12.3 What bounds the retreat of a unit while ``leaving`` retreat with it.

    13.3.2d One that is in Full Retreat, or will be after it (ordered so, or Disrupted before), enters
    no City of the enemy.
    """
    counter = g.game.units.units[unit]
    side, tables = counter.side, g.game.tables
    calm = held = 0
    zoc = g.zoc(1 - side)
    for h in members(zoc & g.occupied[side]):
        friends = [u for u in g.at[h] if u not in leaving]
        if friends:
            calm |= 1 << h
        if any(not g.fell_back >> u & 1 for u in friends):
            held |= 1 << h
    mine = g.control if side == ALLIED else ~g.control
    havens = tables.city & mine
    if side == ALLIED:
        for h in g.beachheads():
            havens |= 1 << h
    exits = tuple(
        (touched, tables.size + k)
        for k, touched in enumerate(tables.touch)
        if touched and g.friendly_area(k, side) and _may_leave(counter.army, k)
    )
    closed = tables.sector8 if side != ALLIED and g.abandoned else 0
    if FULL_RETREAT in by.also or g.status[unit] != GOOD:
        closed |= tables.city & ~mine
    ground = tables.ground
    return Terms(
        ground,
        g.occupied[side],
        g.occupied[1 - side],
        g.bonds(1 - side),
        zoc & ~calm,
        zoc & ~held,
        closed,
        havens,
        exits,
        danger=NEVER if DISENGAGES in by.also else APART,
        barred=tables.no_retreat if counter.vehicle else OPEN,
        once=ground.wall,
    )


def lengths(g: Situation, by: Retreat) -> list[tuple[int, int, bool]]:
    """12.1.3a-b Farther at each hex if that saves the unit, one hex more if only that does."""
    extra = by.longest + 1
    return [
        (by.shortest, by.longest, True),
        (by.shortest, by.longest, False),
        (extra, extra, True),
        (extra, extra, False),
    ]


def preferred(
    g: Situation, unit: int, leaving: Collection[int], found: Sequence[Found]
) -> list[Way]:
    """12.1.3b-e Guidelines 2 to 5: farther at each hex, clear of zones, in supply, no mountains."""
    best = min((each.nearer, each.danger) for each in found)
    found = [each for each in found if (each.nearer, each.danger) == best]
    if len({each.way[-1] for each in found}) > 1:
        supplied = supplied_after(g, unit, leaving)
        found = [each for each in found if supplied(each.way[-1])] or found
    walls = min(each.walls for each in found)
    return [each.way for each in found if each.walls == walls]


def supplied_after(
    g: Situation, unit: int, leaving: Collection[int], *, lost: bool = False
) -> Callable[[int], bool]:
    """12.1.3d Whether the unit would be in supply in a place, its old hex left by all ``leaving``.

    With ``lost`` the Germans have the old hex (11.5.2b).
    """
    side, origin = g.game.units.units[unit].side, g.hex[unit]

    @cache
    def without() -> tuple[Situation, int]:
        """The situation when all have left, and the hexes in supply then."""
        left = g.copy()
        for u in g.at[origin]:
            if u in leaving:
                left.put(u, AWAY)
        if lost:
            left.control &= ~(1 << origin)
        return left, supply.supplied(left, side)

    @cache
    def supplied(place: int) -> bool:
        if place >= g.game.tables.size:
            return True
        left, hexes = without()
        if hexes >> place & 1:
            return True
        there = left.copy()
        there.put(unit, place)
        return bool(supply.supplied(there, side) >> place & 1)

    return supplied


def _may_leave(army: int, area: int) -> bool:
    """21.2.2 East Entry Areas are for the 8th Army alone among the Allies."""
    return army != 5 or not 2 <= area <= 6


def open_ways(
    g: Situation, unit: int, shortest: int, longest: int, leaving: Collection[int]
) -> list[Way]:
    """12.1.3 The ways open to a unit's retreat; [] if any retreat eliminates it."""
    return ways(g, unit, leaving, Retreat("12.1.1", shortest, longest))


def can_retreat(
    g: Situation, unit: int, length: int, leaving: Collection[int], longest: int = 0
) -> bool:
    """11.5.2 Whether the unit would survive the retreat."""
    return bool(surviving(g, unit, leaving, Retreat("12.1.1", length, longest or length)))


def refuse(g: Situation, unit: int, goal: int, terms: Terms) -> IllegalAction | None:
    """12.1.3e, 12.3, 13.3.2d Why a City or the ground keeps a unit from retreating to a hex."""
    here, ground, counter = g.hex[unit], g.game.tables.ground, g.game.units.units[unit]
    facts = {"unit": counter.id, "hex": g.word(goal)}
    if (terms.closed & g.game.tables.city) >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    if not ground.around[here] >> goal & 1:
        return None
    if ground.across(ground.wall, here, goal):
        if counter.vehicle:
            return IllegalAction("12.3.2a", "{unit} would be lost in the mountains", **facts)
        return IllegalAction("12.1.3e", "{unit} can retreat without crossing mountains", **facts)
    if counter.vehicle and ground.across(ground.unbridged, here, goal):
        return IllegalAction("12.3.1", "{unit} would be lost in the river before {hex}", **facts)
    return None


def step(g: Situation, unit: int, place: int, by: Retreat) -> Procedure:
    """12.3.2a A mountain hexside without road or pass costs effectiveness; 13.3.2e others may fall back."""
    here, ground = g.hex[unit], g.game.tables.ground
    g.fell_back |= 1 << unit
    if place >= g.game.tables.size:
        g.put(unit, place)
        return
    if ground.across(ground.wall, here, place):
        g.half |= 1 << unit
    g.put(unit, place)
    yield from automatic(g, place, g.game.units.units[unit].side, by.underway)


def automatic(g: Situation, h: int, side: int, underway: frozenset[int] = frozenset()) -> Procedure:
    """13.3.2e Enemies in Full Retreat on their own fall back when a unit comes next to them.

    Not those that are ``underway`` already: they finish the retreat they are in.
    """
    other = 1 - side
    near = g.game.tables.ground.around[h] & g.routed[other]
    if not near:
        return
    for spot in members(near):
        units = g.group(spot)
        if any(g.status[u] != FULL or u in underway for u in units):
            continue
        by = Retreat("13.3.2", 2, 2, underway=underway)
        yield from withdraw(g, units, by)


def purge(g: Situation) -> None:
    """13.3.2f Units in Full Retreat alone next to an enemy are eliminated as a phase begins."""
    spread = g.game.board.grid.spread
    alone = [g.routed[side] & ~g.any_zoc[side] for side in (0, 1)]
    near = [alone[side] and alone[side] & spread(g.occupied[1 - side]) for side in (0, 1)]
    for h in members(near[0] | near[1]):
        for u in g.group(h):
            g.eliminate(u, "13.3.2f")
