"""Lines of supply: overland to a road, then along roads to a source."""

from __future__ import annotations

from typing import NamedTuple

from .ground import Ground
from .zones import Bonds

UNLIMITED = 99


class Country(NamedTuple):
    """Everything that a side's lines of supply depend on."""

    friends: int
    enemies: int
    zoc: int
    """The enemy's zones of control."""
    bonds: Bonds
    """The enemy's bonds."""
    shut: int = 0
    """Vacant hexes that the enemy controls and no line may enter."""
    slow: int = 0
    """Hexes that count two when entered off the road."""
    road_shut: int = 0
    """Hexes that the part of a line along roads may not enter."""
    risky_roads: bool = False
    """Whether that part too passes a vacant hex in an enemy zone of control, if only one in a row."""

    @property
    def risky(self) -> int:
        """Hexes in an enemy zone of control without a friend."""
        return self.zoc & ~self.friends

    def plain(self) -> Country:
        """The same without friends who calm no zone of control: a move in the rear changes nothing."""
        return Country(0, self.enemies, self.risky, *self[3:])


class Lines(NamedTuple):
    """Hexes by the length of the overland portion that they need; ``levels[k]`` need at most k."""

    levels: tuple[int, ...]
    risky: tuple[int, ...]
    """Those among them that lie in an enemy zone of control without a friend."""
    roads: int
    """Those that need none at all."""


def trace(
    ground: Ground,
    country: Country,
    sources: int,
    gates: int,
    limit: int,
) -> Lines:
    """All hexes from which a line reaches a source hex, or the map edge at a ``gates`` hex.

    A road leaves the map at a gate; without one the step over the edge counts as a hex.
    ``limit`` is the most hexes of the overland portion.  The hex from which a line starts is taken
    as it lies: see ``starts``.
    """
    gates &= ~country.bonds.edge
    usable = ground.land & ~country.enemies & ~country.bonds.hexes & ~country.shut
    calm = usable & ~country.risky
    risky_ground = usable & ~calm
    roads, risky_roads = _along_roads(
        ground, country, calm, risky_ground, sources | gates & ground.paved
    )
    # A source that no road may enter is reached overland all the same.
    levels, risks = [roads | sources & calm], [sources & risky_ground | risky_roads]
    safe_edges, slow_edges = crossings(ground, country)
    late = 0
    """Hexes that will be reached one level later because a slow hex lies ahead."""
    for length in range(1, limit + 1):
        last, last_risky = levels[-1], risks[-1]
        known = last | last_risky
        new = late & usable
        late = 0
        if length == 1:
            new |= gates & usable
        for d in range(6):
            safe, slow = safe_edges[d], slow_edges[d]
            behind = ground.before(last, d)
            new |= behind & safe & usable
            late |= behind & slow & usable
            if last_risky:
                behind = ground.before(last_risky, d)
                new |= behind & safe & calm
                late |= behind & slow & calm
        grown, grown_risky = last | new & calm, last_risky | new & risky_ground
        settled = grown | grown_risky == known and not late & ~known and length > 1
        if settled and limit == UNLIMITED:
            break
        levels.append(grown)
        risks.append(grown_risky)
    return Lines(tuple(levels), tuple(risks), roads | risky_roads)


def starts(ground: Ground, country: Country, lines: Lines, limit: int, over: bool = False) -> int:
    """The hexes from which a unit standing there has a line: it calms its own hex.

    With ``over`` the first step may cross a mountain hexside that has neither road nor pass.
    """
    found = (
        lines.levels[min(limit, len(lines.levels) - 1)]
        | lines.risky[min(limit, len(lines.risky) - 1)]
    )
    near = lines.levels[min(limit - 1, len(lines.levels) - 1)]
    near |= lines.risky[min(limit - 1, len(lines.risky) - 1)]
    nearer = lines.levels[min(limit - 2, len(lines.levels) - 1)]
    nearer |= lines.risky[min(limit - 2, len(lines.risky) - 1)]
    safe, slow = crossings(ground, country)
    for d in range(6):
        step = safe[d]
        if over:
            step |= ground.wall[d] & ~country.bonds.sides[d]
        found |= ground.before(near, d) & step
        found |= ground.before(nearer, d) & slow[d]
    return found & ground.land


def _along_roads(
    ground: Ground, country: Country, calm: int, risky: int, start: int
) -> tuple[int, int]:
    """The hexes joined by road to the start, and those among them where the line runs a risk."""
    calm &= ~country.road_shut
    risky = risky & ~country.road_shut if country.risky_roads else 0
    sides, deltas = country.bonds.sides, ground.deltas
    roads = [(ground.road[d] & ~sides[d], deltas[d]) for d in range(6)]

    def ahead(edge: int) -> int:
        near = 0
        for road, delta in roads:
            if step := edge & road:
                near |= step << delta if delta > 0 else step >> -delta
        return near

    filled = edge = start & calm
    hot = hot_edge = start & risky
    while edge or hot_edge:
        near = ahead(edge)
        edge = near & calm & ~filled
        if hot_edge:
            edge |= ahead(hot_edge) & calm & ~filled
        hot_edge = near & risky & ~hot
        filled |= edge
        hot |= hot_edge
    return filled, hot


def crossings(ground: Ground, country: Country) -> tuple[list[int], list[int]]:
    """By direction: hexes from which a line may step across, into a normal hex and into a slow one."""
    safe, slow = [], []
    for d in range(6):
        step = ground.inland[d] & ~ground.wall[d] & ~ground.closed[d] & ~country.bonds.sides[d]
        hard = step & ground.before(country.slow, d) & ~ground.road[d]
        safe.append(step & ~hard)
        slow.append(hard)
    return safe, slow
