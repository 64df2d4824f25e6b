"""Zones of control and the bonds that units two hexes apart form between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...hexes import members
from .ground import Ground, Sixfold


def zoc(ground: Ground, foot: int, wheels: int) -> int:
    """The hexes controlled from ``foot`` (hexes with a unit that mountains do not stop) and ``wheels``."""
    shift, found = ground.shift, 0
    for d in range(6):
        found |= shift(foot & ground.zoc_foot[d] | wheels & ground.zoc_wheels[d], d)
    return found


class Bonds(NamedTuple):
    """What a side's bonds close to the enemy: hexes to enter, and hexsides to cross by direction."""

    hexes: int
    sides: Sixfold
    edge: int = 0
    """Vacant hexes at the map edge that are closed to entry over it, where units come that way."""

    def crosses(self, ground: Ground, a: int, b: int) -> bool:
        return bool(self.sides[ground.deltas.index(b - a)] >> a & 1)


NO_BONDS = Bonds(0, (0, 0, 0, 0, 0, 0))


class Anchor(NamedTuple):
    """Where one unit can bond with something that is no unit: the edge of the map, a coast.

    Its hex, and the two hexes beside the bonded hexside.
    """

    label: str
    """What it bonds with, for a page."""
    hex: int
    left: int
    right: int
    direction: int
    """From left to right."""
    bare_left: bool
    bare_right: bool


def bonds(
    ground: Ground,
    foot: int,
    wheels: int,
    enemies: int,
    anchors: Iterable[Anchor] = (),
    *,
    over_edge: bool = False,
) -> Bonds:
    """The bonds of a side.

    ``foot`` are the hexes with a unit that may bond over a mountain hexside, ``wheels`` those with any
    unit that may bond (``foot`` included).  ``anchors`` are what units bond with beside each other; ``over_edge`` is True where units enter over the map edge,
    so that bonds close its hexsides too.
    """
    before, shift, bare = ground.joined, ground.shift, ground.bare
    free = ground.land & ~enemies
    closed = 0
    for d in range(3):
        back = d + 3
        either, both = bare[d] | bare[back], bare[d] & bare[back]
        ahead, behind = before(wheels, d), before(wheels, back)
        pairs = ahead & behind & free
        if not pairs:
            continue
        closed |= pairs & ~either
        if pairs & either:
            closed |= before(foot, d) & before(foot, back) & free & ~both
    sides = [0] * 6
    for d in range(3):
        e = d + 1
        other = wheels & ground.inland[d] & ground.inland[e]
        via_d = other & before(before(wheels, e) & free, d)
        via_e = other & before(before(wheels, d) & free, e)
        if not (via_d | via_e):
            continue
        first_d, second_d = bare[d], before(bare[e], d)
        first_e, second_e = bare[e], before(bare[d], e)
        held = via_d & ~(first_d | second_d) | via_e & ~(first_e | second_e)
        if (via_d | via_e) & ~held:
            over = foot & before(before(foot, e) & free, d) & ~(first_d & second_d)
            over |= foot & before(before(foot, d) & free, e) & ~(first_e & second_e)
            held |= over & other
        if held:
            sides[(d + 2) % 6] |= shift(held, d)
            sides[(d + 5) % 6] |= shift(held, e)
    for anchor in anchors:
        if not wheels >> anchor.hex & 1:
            continue
        left = not enemies >> anchor.left & 1
        right = not enemies >> anchor.right & 1
        if not foot >> anchor.hex & 1:
            left = left and not anchor.bare_left
            right = right and not anchor.bare_right
        if left or right:
            sides[anchor.direction] |= 1 << anchor.left
            sides[(anchor.direction + 3) % 6] |= 1 << anchor.right
    edge = _closed_edge(ground, foot, wheels, enemies) if over_edge else 0
    return Bonds(closed, (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]), edge)


def _closed_edge(ground: Ground, foot: int, wheels: int, enemies: int) -> int:
    """Hexes between two units of a side where every hexside of the map edge is bonded."""
    before, bare = ground.joined, ground.bare
    closed = open_ = 0
    if (wheels & ground.beside_edge).bit_count() < 2:
        return 0
    for d in range(6):
        left, right = (d + 1) % 6, (d + 5) % 6
        edge = ground.edge[d]
        held = before(wheels, left) & before(wheels, right) & ~(bare[left] | bare[right])
        held |= before(foot, left) & before(foot, right) & ~(bare[left] & bare[right])
        closed |= edge & held & ~enemies
        open_ |= edge & ~held
    return closed & ~open_


def anchors(ground: Ground, touched: int, label: str) -> list[Anchor]:
    """The anchors of a stretch of the map edge, given as the set of the hexes it touches."""
    found = []
    neighbours, land = ground.neighbours, ground.land
    for left in members(touched):
        for d in range(6):
            right = neighbours[left][d]
            if right < 0 or not touched >> right & 1:
                continue
            inner, outer = neighbours[left][(d + 1) % 6], neighbours[left][(d + 5) % 6]
            if inner < 0 or not land >> inner & 1 or (outer >= 0 and land >> outer & 1):
                continue
            bare = [ground.across(ground.bare, inner, side) for side in (left, right)]
            found.append(Anchor(label, inner, left, right, d, bare[0], bare[1]))
    return found
