"""What a page draws of bonds and lines of supply: pairs of hexes and ways from hex to hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ...hexes import members
from .ground import Ground
from .lines import UNLIMITED, Country, Lines, crossings, trace
from .zones import NO_BONDS, Anchor, bonds


def bonded(
    ground: Ground,
    foot: int,
    wheels: int,
    enemies: int,
    anchors: Iterable[Anchor],
    *,
    over_edge: bool = False,
) -> tuple[list[tuple[int, int]], list[tuple[int, str]]]:
    """The pairs of hexes that bond, and the pairs of hex and what beside a unit it bonds with."""
    pairs = []
    for a in members(wheels):
        ring = ground.grid.within(a, 2) & ~ground.grid.within(a, 1) & wheels
        for b in members(ring):
            two = 1 << a | 1 << b
            found = bonds(ground, foot & two, wheels & two, enemies, over_edge=over_edge)
            if a < b and found != NO_BONDS:
                pairs.append((a, b))
    edges = [
        (anchor.hex, anchor.label)
        for anchor in anchors
        if wheels >> anchor.hex & 1
        and bonds(ground, foot & 1 << anchor.hex, 1 << anchor.hex, enemies, [anchor]) != NO_BONDS
    ]
    return pairs, list(dict.fromkeys(edges))


class Way(NamedTuple):
    """A line of supply as far as it goes, and what breaks it: '' where nothing does.

    ``fault`` is one of far, zoc, bond, control, enemy and cut; ``at`` the hex that the line
    would enter next.
    """

    hexes: list[int]
    fault: str
    at: int


def way(ground: Ground, country: Country, sources: int, gates: int, limit: int, start: int) -> Way:
    """The line of supply from a hex, or how far it would get if the next obstacle were not there."""
    found = _way(ground, country, sources, gates, limit, start)
    if found:
        return Way(found, "", -1)
    for fault, length, eased in _easing(country, limit):
        found = _way(ground, eased, sources, gates, length, start)
        if found:
            broken = limit + 1 if fault == "far" else _broken(ground, country, fault, found)
            return Way(found[:broken], fault, found[min(broken, len(found) - 1)])
    return Way([start], "cut", -1)


def _easing(country: Country, limit: int) -> Iterator[tuple[str, int, Country]]:
    """The same country with one obstacle of the enemy after the other taken away, then any length."""
    eased = country._replace(zoc=0)
    yield "zoc", limit, eased
    eased = eased._replace(bonds=NO_BONDS)
    yield "bond", limit, eased
    eased = eased._replace(shut=0, road_shut=0)
    yield "control", limit, eased
    eased = eased._replace(enemies=0)
    yield "enemy", limit, eased
    yield "far", UNLIMITED, eased


def _broken(ground: Ground, country: Country, fault: str, hexes: list[int]) -> int:
    """Where on a way the obstacle lies: the index of the first hex that it closes."""
    risky = country.risky
    for i in range(1, len(hexes)):
        last, here = hexes[i - 1], hexes[i]
        bit = 1 << here
        if fault == "zoc" and risky & bit:
            by_road = ground.across(ground.road, last, here) and not country.risky_roads
            if by_road or (i > 1 and risky >> last & 1):
                return i
        if fault == "bond" and (
            country.bonds.hexes & bit or country.bonds.crosses(ground, last, here)
        ):
            return i
        if fault == "control" and (country.shut | country.road_shut) & bit:
            return i
        if fault == "enemy" and country.enemies & bit:
            return i
    return len(hexes)


def _way(
    ground: Ground, country: Country, sources: int, gates: int, limit: int, start: int
) -> list[int]:
    """Hexes from the start to a source or gate; [] if there is no line."""
    own = country._replace(friends=country.friends | 1 << start)
    lines = trace(ground, own, sources, gates, limit)
    safe, slow = crossings(ground, own)
    here, hexes = start, [start]
    level = _level(lines, start)
    if level is None or level > limit:
        return []
    while level:
        step = None
        risky = own.risky
        for d, n in enumerate(ground.neighbours[here]):
            if n < 0 or not (safe[d] | slow[d]) >> here & 1:
                continue
            if risky >> here & 1 and risky >> n & 1:
                continue
            found = _level(lines, n)
            if found is not None and found < level and (step is None or found < step[1]):
                step = n, found
        if step is None:
            break
        here, level = step
        hexes.append(here)
    return hexes + _by_road(ground, own, lines, sources | gates, here)


def _level(lines: Lines, h: int) -> int | None:
    for level, (calm, risky) in enumerate(zip(lines.levels, lines.risky, strict=True)):
        if (calm | risky) >> h & 1:
            return level
    return None


def _by_road(ground: Ground, country: Country, lines: Lines, goals: int, start: int) -> list[int]:
    """The shortest way along the roads that carry supply to a source or gate."""
    if goals >> start & 1 or not lines.roads >> start & 1:
        return []
    came: dict[int, int] = {start: start}
    edge = [start]
    while edge:
        here = edge.pop(0)
        if goals >> here & 1:
            hexes = []
            while here != start:
                hexes.append(here)
                here = came[here]
            return hexes[::-1]
        for d, n in enumerate(ground.neighbours[here]):
            if n < 0 or n in came or not lines.roads >> n & 1:
                continue
            if country.risky >> here & country.risky >> n & 1:
                continue
            if ground.road[d] >> here & 1 and not country.bonds.sides[d] >> here & 1:
                came[n] = here
                edge.append(n)
    return []
