"""12.0 Retreats, and 13.3.2 the automatic retreat of units in Full Retreat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from ...engine.decision import Procedure
from ...engine.words import IllegalAction
from ...hexes import members
from ..zocbond import supply
from ..zocbond.retreats import Terms, Way, survives, ways
from ..zocbond.withdrawal import Guide, withdraw
from .counters import ALLIED
from .situation import AWAY, FULL, GOOD, Situation


def terms(
    g: Situation,
    unit: int,
    leaving: Collection[int],
    *,
    calm_only: bool = False,
    shattered: bool = False,
) -> Terms:
    """12.1.3, 12.2, 12.3 What bounds the retreat of a unit while ``leaving`` retreat with it.

    13.3.2d One that is in Full Retreat, or will be after it (``shattered``, or Disrupted before), enters
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
    exits = [
        (touched, tables.size + k)
        for k, touched in enumerate(tables.touch)
        if touched and g.friendly_area(k, side) and _may_leave(counter.army, k)
    ]
    closed = tables.sector8 if side != ALLIED and g.abandoned else 0
    if shattered or g.status[unit] != GOOD:
        closed |= tables.city & ~mine
    return Terms(
        tables.ground,
        counter.vehicle,
        g.occupied[side],
        g.occupied[1 - side],
        g.bonds(1 - side),
        zoc & ~calm,
        zoc & ~held,
        closed,
        havens,
        exits,
        supplied_after(g, unit, leaving),
        calm_only,
    )


def supplied_after(
    g: Situation, unit: int, leaving: Collection[int], *, lost: bool = False
) -> Callable[[int], bool]:
    """12.1.3d Whether the unit would be in supply in a place, its old hex left by all ``leaving``.

    With ``lost`` the Germans have the old hex (11.5.2b).
    """
    side, origin = g.game.units.units[unit].side, g.hex[unit]
    left: Situation | None = None

    @cache
    def supplied(place: int) -> bool:
        nonlocal left
        if place >= g.game.tables.size:
            return True
        if left is None:
            left = g.copy()
            for u in g.at[origin]:
                if u in leaving:
                    left.put(u, AWAY)
            if lost:
                left.control &= ~(1 << origin)
        if supply.supplied(left, side) >> place & 1:
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
    if g.game.units.units[unit].move == 0 or not 0 <= g.hex[unit] < g.game.tables.size:
        return []
    return ways(terms(g, unit, leaving), g.hex[unit], shortest, longest)


def can_retreat(
    g: Situation, unit: int, length: int, leaving: Collection[int], longest: int = 0
) -> bool:
    """11.5.2 Whether the unit would survive the retreat."""
    if g.game.units.units[unit].move == 0 or not 0 <= g.hex[unit] < g.game.tables.size:
        return False
    return survives(terms(g, unit, leaving), g.hex[unit], length, longest or length)


def retreat(
    g: Situation,
    units: Sequence[int],
    shortest: int,
    longest: int,
    rule: str = "12.1.1",
    *,
    calm_only: bool = False,
    shattered: bool = False,
    underway: frozenset[int] = frozenset(),
    no_stand: IllegalAction | None = None,
) -> Procedure:
    """12.1 Units retreat one after the other, in the order and each the way that its owner likes.

    ``underway`` are the units in whose retreat this one falls, ``no_stand`` is why it cannot be refused.
    """
    underway |= frozenset(units)

    def refuse(
        unit: int, leaving: Collection[int], origin: int, verb: str, word: str
    ) -> IllegalAction | None:
        if verb in ("stand", "desperate"):
            return no_stand
        if verb == "stop":
            return IllegalAction("12.1.1", "{unit} may not end its retreat here", unit=g.id(unit))
        return refuse_hex(g, unit, leaving, origin, word, shattered=shattered)

    guide = Guide(
        rule,
        shortest,
        longest,
        lambda unit, leaving: terms(g, unit, leaving, calm_only=calm_only, shattered=shattered),
        lambda unit, place: _step(g, unit, place, underway),
        refuse,
    )
    yield from withdraw(g, units, guide)


def refuse_hex(
    g: Situation,
    unit: int,
    leaving: Collection[int],
    origin: int,
    word: str,
    *,
    shattered: bool = False,
) -> IllegalAction | None:
    """12.1.3, 12.2, 12.3 Why the unit, on its retreat from ``origin``, may not go to this hex."""
    if not g.game.is_hex(word):
        return None
    goal, counter = g.game.board.index(word), g.game.units[unit]
    facts = {"unit": counter.id, "hex": word}
    here, ground = g.hex[unit], g.game.tables.ground
    by = terms(g, unit, leaving, shattered=shattered)
    if by.enemies >> goal & 1:
        return IllegalAction("12.2a", "{hex} is held by the enemy", hex=word)
    if (by.closed & g.game.tables.city) >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    near = ground.around[here] >> goal & 1
    if by.bonds.hexes >> goal & 1 or (near and by.bonds.crosses(ground, here, goal)):
        return IllegalAction("12.2b", "an enemy ZOC Bond closes the way to {hex}", hex=word)
    if near and ground.across(ground.wall, here, goal):
        if counter.vehicle:
            return IllegalAction("12.3.2a", "{unit} would be lost in the mountains", **facts)
        return IllegalAction("12.1.3e", "{unit} can retreat without crossing mountains", **facts)
    if near and counter.vehicle and ground.across(ground.unbridged, here, goal):
        return IllegalAction("12.3.1", "{unit} would be lost in the river before {hex}", **facts)
    away = ground.distances(origin)
    if away.get(goal, 9) <= away.get(here, 0):
        return IllegalAction("12.1.3b", "{hex} leads no farther away", hex=word)
    if by.dangerous >> goal & 1:
        return IllegalAction("12.1.3c", "{hex} lies in an enemy ZOC", hex=word)
    return IllegalAction(
        "12.1.3", "the retreat guidelines lead {unit} elsewhere than to {hex}", **facts
    )


def _step(g: Situation, unit: int, place: int, underway: frozenset[int]) -> Procedure:
    """12.3.2a A mountain hexside without road or pass costs effectiveness; 13.3.2e others may fall back."""
    here, ground = g.hex[unit], g.game.tables.ground
    g.fell_back |= 1 << unit
    if place >= g.game.tables.size:
        g.put(unit, place)
        return
    if ground.across(ground.wall, here, place):
        g.half |= 1 << unit
    g.put(unit, place)
    yield from automatic(g, place, g.game.units.units[unit].side, underway)


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
        yield from retreat(g, units, 2, 2, "13.3.2", underway=underway)


def purge(g: Situation) -> None:
    """13.3.2f Units in Full Retreat alone next to an enemy are eliminated as a phase begins."""
    spread = g.game.board.grid.spread
    alone = [g.routed[side] & ~g.any_zoc[side] for side in (0, 1)]
    near = [alone[side] and alone[side] & spread(g.occupied[1 - side]) for side in (0, 1)]
    for h in members(near[0] | near[1]):
        for u in g.group(h):
            g.eliminate(u, "13.3.2f")
