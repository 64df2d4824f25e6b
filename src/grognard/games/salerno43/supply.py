"""16.0 Supply and isolation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import isolation
from ..zocbond.lines import UNLIMITED, Country, starts, trace
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
    return mask_of(g.beachheads()) | ports(g), gates


def ports(g: Situation) -> int:
    """16.2.2b The ports that supply: Allied, and occupied or free of enemy zones of control."""
    held = g.game.tables.ports & g.control & ~g.occupied[GERMAN]
    return held & (g.occupied[ALLIED] | ~g.zoc(GERMAN))


def port_points(g: Situation, port: int) -> int:
    """18.4.4a-b The Landing Point value of a port; Salerno's is 1 with a German within two hexes."""
    value = g.game.tables.port_value[port]
    return 1 if value > 1 and g.game.within_two[port] & g.occupied[GERMAN] else value


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
    """16.3 The hexes from which a unit of the side has a Line of Supply now.

    16.3.2c None is a full Mountain hex without a road, pass or no pass.
    """
    tables = g.game.tables
    return _cached(g, side, OVERLAND) & ~(tables.full_mountain & ~tables.roadside)


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
    """16.3 Whether a unit is in supply at this instant; 25.3 not one that its ports left without."""
    if not traces(g, unit):
        return False
    if "25.3" not in g.game.options or g.game.units[unit].side == GERMAN:
        return True
    return not g.oos >> unit & 1 or bool(_without_ports(g) >> g.hex[unit] & 1)


def traces(g: Situation, unit: int) -> bool:
    """16.3 Whether a unit can trace a Line of Supply now."""
    place = g.hex[unit]
    side = g.game.units[unit].side
    if place < 0:
        return False
    if g.is_area(place):
        return area_linked(g, place - g.game.tables.size, side)
    if g.dropped >> unit & 1:
        return True
    return bool(supplied(g, side) >> place & 1)


def area_linked(g: Situation, area: int, side: int) -> bool:
    """21.2, 23.1.4a A friendly Entry Area is a source; to another a line has to lead over the map."""
    if g.friendly_area(area, side):
        return True
    hexes, gates = sources(g, side)
    lines = trace(g.game.tables.ground, country(g, side), hexes, gates, OVERLAND)
    near = lines.levels[OVERLAND - 1] | lines.risky[OVERLAND - 1]
    return bool(near & g.game.tables.touch[area])


def check(g: Situation) -> Procedure:
    """16.1, 16.5.1 Mark the units of the active side that are out of supply or isolated."""
    short = yield from _out_of_supply(g)
    isolation.mark(g, short)


def linked(g: Situation, unit: int) -> bool:
    """16.5.1 Whether a unit in play has a Line of Communications now; Entry Areas count as linked."""
    live = connected(g, g.game.units[unit].side) | -1 << g.game.tables.size
    return bool(live >> g.hex[unit] & 1)


def _out_of_supply(g: Situation) -> Asking[set[int]]:
    """16.1 The units of the active side without a Line of Supply; 25.3 or without a port's points."""
    units = g.in_play(g.active)
    short = {u for u in units if not traces(g, u)}
    if g.active == ALLIED and "25.3" in g.game.options:
        free = _without_ports(g)
        fed = [u for u in units if u not in short and not g.dropped >> u & 1]
        short |= yield from _rationed(g, [u for u in fed if not free >> g.hex[u] & 1])
    return short


def _without_ports(g: Situation) -> int:
    """25.3 The places with a line to a Beachhead or an Entry Area; units elsewhere live on ports."""
    gates = sources(g, ALLIED)[1]
    hexes = reachable(g, ALLIED, mask_of(g.beachheads()), gates, OVERLAND)
    return hexes | -1 << g.game.tables.size


def _rationed(g: Situation, needy: Sequence[int]) -> Asking[set[int]]:
    """25.3 The Allied player picks who goes without where ports cannot supply all."""
    room = {port: 10 * port_points(g, port) for port in members(ports(g))}
    reach = {port: reachable(g, ALLIED, 1 << port, 0, OVERLAND) for port in room}
    left = {u: mask_of(port for port in room if reach[port] >> g.hex[u] & 1) for u in needy}
    short: set[int] = set()
    while crowded := _crowded(g, left, room):
        acts = g.game.actions
        choice = yield Ask(
            SIDES[ALLIED],
            "port supply",
            "25.3",
            Say("the ports cannot supply all: which unit goes without?"),
            [acts.short[u] for u in crowded],
            refuse=lambda verb, word: (
                IllegalAction("25.3", "{unit} does not live on a port with too little", unit=word)
                if verb in ("short", "") and g.game.units.find(word)
                else None
            ),
        )
        short.add(choice.value)
        del left[choice.value]
    return short


def _crowded(g: Situation, served: Mapping[int, int], room: Mapping[int, int]) -> list[int]:
    """25.3 The units (by the ports that each can draw on) among which one too many wants supply.

    Points may come from several ports, so all are served if no group of ports has more units that
    depend on it alone than it has points for.  The smallest such groups are what must be relieved.
    """
    found: set[int] = set()
    short: list[int] = []
    for some in sorted(_groups(room), key=int.bit_count):
        if any(group & ~some == 0 for group in short):
            continue
        only = [u for u, own in served.items() if own & ~some == 0]
        wanted = sum(g.game.units[u].landing[g.steps[u]] for u in only)
        if wanted > sum(points for port, points in room.items() if some >> port & 1):
            short.append(some)
            found.update(only)
    return sorted(found)


def _groups(room: Iterable[int]) -> list[int]:
    """All groups of ports, as sets of hexes."""
    groups = [0]
    for port in room:
        groups += [group | 1 << port for group in groups]
    return groups


def attrition(g: Situation) -> Procedure:
    """16.5.2-16.5.6 Isolated units next to the enemy roll; isolated ASUs alone are lost."""
    _forsaken(g)
    worn = (
        u
        for u in g.on_map(g.active)
        if g.red >> u & 1
        and not g.fresh >> u & 1
        and not g.game.units[u].asu
        and g.near_enemy(g.hex[u], g.active)
    )
    yield from isolation.attrition(g, worn, g.game.charts.attrition, DEAD)
    _forsaken(g)


def _forsaken(g: Situation) -> None:
    """16.5.2b Isolated ASUs without a friend who is no ASU are eliminated at once."""
    for u in g.on_map(g.active):
        if g.red >> u & 1 and g.game.units[u].asu and not _with_friends(g, u):
            g.eliminate(u, "16.5.2", DEAD)


def attrition_bonus(g: Situation, unit: int) -> int:
    """16.5.5 +2 with a line to a friendly City or Corps ASU, +1 for the Allies in clear weather.

    No line enters a City of the enemy (16.3.4b), so that all Cities may be named as goals.
    """
    side, goals = g.game.units[unit].side, g.game.tables.city
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
