"""16.0 Supply and isolation."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from ...engine.decision import Ask, Asking, Modifier, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import isolation
from ..zocbond.lines import Country, trace
from ..zocbond.supply import OVERLAND, forsaken, linked, reachable
from .counters import ALLIED, GERMAN, SIDES
from .situation import AREAS, DEAD, Situation


def sources(g: Situation, side: int) -> tuple[int, int]:
    """16.2 Supply Sources: hexes, and the hexes that touch a friendly Entry Area."""
    gates, _ = g.game.tables.friendly(g.friendly_areas(side))
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
    tables, friends, enemy = g.game.tables, g.occupied[side], 1 - side
    theirs = tables.kept & (g.control if side == GERMAN else ~g.control)
    shut, slow = theirs & ~friends, tables.marsh
    return Country(friends, g.occupied[enemy], g.zoc(enemy), g.bonds(enemy), shut, slow)


def barren(g: Situation) -> int:
    """16.3.2c Full Mountain hexes without a road, pass or no pass."""
    tables = g.game.tables
    return tables.full_mountain & ~tables.roadside


def fed(g: Situation, unit: int) -> bool | None:
    """21.2, 21.6 Units in Entry Areas, and those dropped by air this turn."""
    place = g.hex[unit]
    if g.is_area(place):
        return area_linked(g, place - g.game.tables.size, g.game.units[unit].side)
    return True if g.dropped >> unit & 1 else None


def rationed(g: Situation, unit: int) -> bool:
    """25.3 Whether a unit is one that its ports left without."""
    if "25.3" not in g.game.options or g.game.units[unit].side == GERMAN:
        return False
    return bool(g.oos >> unit & 1) and not _without_ports(g) >> g.hex[unit] & 1


def area_linked(g: Situation, area: int, side: int) -> bool:
    """21.2, 23.1.4a A friendly Entry Area is a source; to another a line has to lead over the map."""
    if g.friendly_area(area, side):
        return True
    hexes, gates = sources(g, side)
    lines = trace(g.game.tables.ground, country(g, side), hexes, gates, OVERLAND)
    near = lines.levels[OVERLAND - 1] | lines.risky[OVERLAND - 1]
    return bool(near & g.game.tables.touch[area])


def ration(g: Situation, short: Collection[int]) -> Asking[set[int]]:
    """25.3 The units in supply for which ports have no points."""
    if g.active != ALLIED or "25.3" not in g.game.options:
        return set()
    free = _without_ports(g)
    fed = [u for u in g.in_play(ALLIED) if u not in short and not g.dropped >> u & 1]
    return (yield from _rationed(g, [u for u in fed if not free >> g.hex[u] & 1]))


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
                IllegalAction(
                    "25.3", "{unit} does not depend on a port that is short of points", unit=word
                )
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
    asus = [u for u in g.on_map(g.active) if g.game.units[u].asu]
    forsaken(g, asus, [u for u in asus if g.red >> u & 1], "16.5.2", DEAD)


def reddens(g: Situation, unit: int) -> bool:
    """16.5.1 A unit without a Line of Communications is isolated."""
    return not linked(g, unit)


def attrition_modifiers(g: Situation, unit: int) -> list[Modifier]:
    """16.5.5 +2 with a line to a friendly City or Corps ASU, +1 for the Allies in clear weather.

    No line enters a City of the enemy (16.3.4b), so that all Cities may be named as goals.
    """
    side, goals = g.game.units[unit].side, g.game.tables.city
    for u in g.on_map(side):
        if g.game.units[u].type == "corps asu":
            goals |= 1 << g.hex[u]
    found = []
    if goals and reachable(g, side, goals, 0, OVERLAND) >> g.hex[unit] & 1:
        found.append(Modifier("16.5.5", Say("a line to a City or Corps ASU"), 2))
    if side == ALLIED and g.weather == "clear":
        found.append(Modifier("16.5.5", Say("clear weather"), 1))
    return found


def beyond_gate(g: Situation, h: int, side: int) -> list[str]:
    """16.3.1 The friendly Entry Area that a hex touches, if it is no source of supply itself."""
    if g.sources(side)[0] >> h & 1:
        return []
    near = g.game.tables.areas_of.get(h, ())
    return [AREAS[k] for k in near if g.friendly_area(k, side)][:1]
