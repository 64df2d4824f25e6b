"""The ways open to a retreat."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from ...engine.words import IllegalAction
from .ground import Ground, Sixfold
from .zones import Bonds

Way = tuple[int, ...]

NEVER, FIRST, APART = 0, 1, 2
"""How far a retreat may pass dangerous hexes: not at all, as its first hex, never two in a row."""

OPEN: Sixfold = (0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Retreat:
    """A retreat as it is ordered."""

    rule: str
    shortest: int
    longest: int
    also: tuple[str, ...] = ()
    """What else is ordered, in the game's own words."""
    underway: frozenset[int] = frozenset()
    """The units in whose retreat this one falls."""
    no_stand: IllegalAction | None = None
    """Why it cannot be refused."""
    paid: set[tuple[int, int]] = field(default_factory=set)
    """The steps between hexes for which those who retreat together have paid."""


@dataclass(frozen=True)
class Terms:
    """What bounds one unit's retreat."""

    ground: Ground
    friends: int
    enemies: int
    bonds: Bonds
    """The enemy's; one over a hexside is broken for a unit that steps from it to a friend across."""
    dangerous: int
    """Hexes in an enemy zone of control that no friend calms for units that pass."""
    unsafe: int
    """Hexes where the unit cannot stop."""
    closed: int
    """Hexes that the unit may not enter at all."""
    havens: int
    """Hexes where the retreat may stop short."""
    exits: tuple[tuple[int, int], ...] = ()
    """Friendly areas beside the map: the hexes that touch one, and the place it is."""
    danger: int = APART
    """How far it may pass dangerous hexes."""
    barred: Sixfold = OPEN
    """Hexsides that the unit cannot cross."""
    once: Sixfold = OPEN
    """Hexsides of which it can cross one."""
    steps: dict[int, list[Step]] = field(default_factory=dict, compare=False)
    """Where it can go on from a hex, as far as it was looked for."""


class Found(NamedTuple):
    """A way on which the unit survives, and what speaks against it."""

    way: Way
    nearer: int
    """Hexes no farther from the start than the one before."""
    exposed: bool
    """Whether its first hex is dangerous."""
    danger: int
    """Dangerous hexes after the first."""
    walls: int
    """Hexsides crossed that can be crossed once."""
    losses: int = 0
    """Steps that it costs."""


Step = tuple[int, bool, int]
"""The next hex of a way, whether it lies over a hexside that is crossed once, whether it is dangerous."""


@lru_cache(maxsize=512)
def search(
    terms: Terms, start: int, shortest: int, longest: int, *, strict: bool
) -> tuple[Found, ...]:
    """All ways that do not eliminate; with ``strict`` each hex lies farther from the start.

    A way has ``shortest`` to ``longest`` hexes, fewer if it stops in a haven or leaves the map.
    Units of a stack mostly have the same terms, and a battle that is repeated has the same again.
    """
    distance = terms.ground.distances(start)
    steps, unsafe, havens, exits = terms.steps, terms.unsafe, terms.havens, terms.exits
    never, first_only = terms.danger == NEVER, terms.danger == FIRST
    found: list[Found] = []

    def go(way: Way, nearer: int, exposed: bool, danger: int, walls: int, hot: int) -> None:
        length = len(way)
        here = way[-1] if way else start
        bit = 1 << here
        if way and not unsafe & bit and (length >= shortest or havens & bit):
            found.append(Found(way, nearer, exposed, danger, walls))
        if length == longest:
            return
        for touched, place in exits:
            if touched & bit:
                found.append(Found((*way, place), nearer, exposed, danger, walls))
        onward = steps.get(here)
        if onward is None:
            onward = steps[here] = _steps(terms, here)
        far = distance[here]
        for n, once, hot_next in onward:
            back = distance[n] <= far
            if (back and strict) or (once and walls) or n == start or n in way:
                continue
            if hot_next and (hot or never or (length and first_only)):
                continue
            if length:
                go((*way, n), nearer + back, exposed, danger + hot_next, walls + once, hot_next)
            else:
                go((n,), nearer + back, bool(hot_next), danger, walls + once, hot_next)

    go((), 0, False, 0, 0, 0)
    return tuple(found)


def _steps(terms: Terms, here: int) -> list[Step]:
    """Where a retreat can go on from a hex, wherever it came from."""
    ground, bonds, bit = terms.ground, terms.bonds, 1 << here
    shut = terms.enemies | bonds.hexes | terms.closed | ~ground.land
    found = []
    for d, n in enumerate(ground.neighbours[here]):
        if n < 0 or shut >> n & 1 or (ground.closed[d] | terms.barred[d]) & bit:
            continue
        if bonds.sides[d] & bit and not terms.friends >> n & 1:
            continue
        found.append((n, bool(terms.once[d] & bit), terms.dangerous >> n & 1))
    return found
