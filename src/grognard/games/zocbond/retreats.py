"""The ways open to a retreat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
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
    exits: Sequence[tuple[int, int]] = ()
    """Friendly areas beside the map: the hexes that touch one, and the place it is."""
    danger: int = APART
    """How far it may pass dangerous hexes."""
    barred: Sixfold = OPEN
    """Hexsides that the unit cannot cross."""
    once: Sixfold = OPEN
    """Hexsides of which it can cross one."""


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


def search(terms: Terms, start: int, shortest: int, longest: int, *, strict: bool) -> list[Found]:
    """All ways that do not eliminate; with ``strict`` each hex lies farther from the start.

    A way has ``shortest`` to ``longest`` hexes, fewer if it stops in a haven or leaves the map.
    """
    ground, bonds, exits = terms.ground, terms.bonds, terms.exits
    distance = ground.distances(start)
    shut = terms.enemies | bonds.hexes | terms.closed | ~ground.land
    found: list[Found] = []

    def go(so_far: Found, here: int, far: int) -> None:
        way, nearer, exposed, danger, walls, _ = so_far
        length, bit = len(way), 1 << here
        hot = terms.dangerous & bit if way else 0
        if way and not terms.unsafe & bit and (length >= shortest or terms.havens & bit):
            found.append(so_far)
        if length == longest:
            return
        for touched, place in exits:
            if touched & bit:
                found.append(so_far._replace(way=(*way, place)))
        for d, n in enumerate(ground.neighbours[here]):
            if n < 0 or shut >> n & 1 or n == start or n in way:
                continue
            if ground.closed[d] & bit or (bonds.sides[d] & bit and not terms.friends >> n & 1):
                continue
            once = bool(terms.once[d] & bit)
            if terms.barred[d] & bit or (once and walls):
                continue
            hot_next = terms.dangerous >> n & 1
            if hot_next and (hot or terms.danger == NEVER or (length and terms.danger == FIRST)):
                continue
            away = distance[n]
            back = away <= far
            if back and strict:
                continue
            step = Found(
                (*way, n),
                nearer + back,
                exposed or bool(hot_next and not length),
                danger + (hot_next and length > 0),
                walls + once,
            )
            go(step, n, away)

    go(Found((), 0, False, 0, 0), start, 0)
    return found
