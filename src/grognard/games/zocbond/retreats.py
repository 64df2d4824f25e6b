"""The ways open to a retreat, by the guidelines in their order of priority."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .ground import Ground
from .zones import Bonds

Way = tuple[int, ...]


class Terms(NamedTuple):
    """What bounds one unit's retreat."""

    ground: Ground
    vehicle: bool
    friends: int
    enemies: int
    bonds: Bonds
    """The enemy's; one over a hexside is broken for a unit that steps from it to a friend across."""
    dangerous: int
    """Hexes in an enemy zone of control that no friend calms for units that pass."""
    unsafe: int
    """Hexes in an enemy zone of control that no friend calms for units that stop there."""
    closed: int
    """Hexes that the unit may not enter at all."""
    havens: int
    """Hexes where the retreat may stop short."""
    exits: Sequence[tuple[int, int]]
    """Friendly entry areas: the hexes that touch one, and the place it is."""
    supplied: Callable[[int], bool]
    """Whether the unit would be in supply at the end of a way."""
    calm_only: bool = False
    """True where a dangerous hex may not even be the first (disengagement)."""


def ways(terms: Terms, start: int, shortest: int, longest: int) -> list[Way]:
    """The best ways: those that no guideline of higher priority prefers others to.  [] if none survives.

    A way has ``shortest`` to ``longest`` hexes, fewer if it stops in a haven or leaves the map, and
    one more if only that saves the unit.
    """
    found = _surviving(terms, start, shortest, longest)
    if len(found) < 2:
        return [way for _, way in found]
    ranked = [((*key, not terms.supplied(way[-1])), way) for key, way in found]
    # Guidelines 2, 3, 4, 5: farther at each hex, clear of zones, in supply, no mountains.
    best = min((key[0], key[1], key[3], key[2]) for key, _ in ranked)
    return [way for key, way in ranked if (key[0], key[1], key[3], key[2]) == best]


def survives(terms: Terms, start: int, shortest: int, longest: int) -> bool:
    """Whether any way leads out."""
    return bool(_surviving(terms, start, shortest, longest))


Found = list[tuple[tuple[int, int, int], Way]]


def _surviving(terms: Terms, start: int, shortest: int, longest: int) -> Found:
    """The ways on which the unit survives, those of the printed length before those with one hex more."""
    extra = longest + 1
    return (
        _search(terms, start, shortest, longest, strict=True)
        or _search(terms, start, shortest, longest, strict=False)
        or _search(terms, start, extra, extra, strict=True)
        or _search(terms, start, extra, extra, strict=False)
    )


def _search(terms: Terms, start: int, shortest: int, longest: int, *, strict: bool) -> Found:
    """All ways that do not eliminate; with ``strict`` each hex lies farther from the start."""
    ground = terms.ground
    distance = ground.distances(start)
    exits = terms.exits
    barred = terms.enemies | terms.bonds.hexes | terms.closed | ~ground.land
    found: Found = []

    def go(way: Way, here: int, far: int, nearer: int, danger: int, walls: int) -> None:
        length = len(way)
        hot = terms.dangerous >> here & 1 if way else 0
        safe = not terms.unsafe >> here & 1
        if way and safe and (length >= shortest or terms.havens >> here & 1):
            found.append(((nearer, danger, walls), way))
        if length == longest:
            return
        for touched, place in exits:
            if touched >> here & 1:
                found.append(((nearer, danger, walls), (*way, place)))
        for d, n in enumerate(ground.neighbours[here]):
            if n < 0 or barred >> n & 1 or n == start or n in way:
                continue
            bit = 1 << here
            if ground.closed[d] & bit or (
                terms.bonds.sides[d] & bit and not terms.friends >> n & 1
            ):
                continue
            wall = bool(ground.wall[d] & bit)
            if terms.vehicle and (wall or ground.unbridged[d] & bit):
                continue
            if wall and walls:
                continue
            hot_next = terms.dangerous >> n & 1
            if hot_next and (hot or terms.calm_only):
                continue
            away = distance[n]
            back = away <= far
            if back and strict:
                continue
            risk = danger + (hot_next and length > 0)
            go((*way, n), n, away, nearer + back, risk, walls + wall)

    go((), start, 0, 0, 0, 0)
    return found
