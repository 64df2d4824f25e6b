"""Advance after combat: from hex to hex past enemy zones of control and bonds."""

from __future__ import annotations

from collections.abc import Iterator

from ...hexes import members
from .field import Field, Series


def onward(
    g: Field[Series], side: int, here: int, vacated: int, blocked: int, *, first: bool
) -> Iterator[tuple[int, int]]:
    """The directions and hexes that zones and bonds leave open to a unit of a side in its advance.

    The hex that the defenders have left is always open, and zones do not bind a unit in it.
    """
    ground, enemy = g.game.tables.ground, 1 - side
    zoc, bonds = g.zoc(enemy), g.bonds(enemy)
    if held(g, side, here, vacated, first=first):
        return
    free = here == vacated
    for d, n in enumerate(ground.neighbours[here]):
        if n < 0 or not ground.zoc_foot[d] >> here & 1 or blocked >> n & 1:
            continue
        if n != vacated:
            if bonds.hexes >> n & 1 or bonds.sides[d] >> here & 1:
                continue
            if not free and zoc >> here & zoc >> n & 1 and one_foe(g, enemy, here, n):
                continue
        yield d, n


def held(g: Field[Series], side: int, here: int, vacated: int, *, first: bool) -> bool:
    """Whether a unit has advanced into a zone of control and goes no farther."""
    return not first and here != vacated and bool(g.zoc(1 - side) >> here & 1)


def one_foe(g: Field[Series], enemy: int, a: int, b: int) -> bool:
    """Whether neighbouring hexes are both in the zone of control of one enemy stack."""
    ground, on_foot = g.game.tables.ground, g.foot_zoc[enemy]
    for h in members(ground.around[a] & ground.around[b] & g.any_zoc[enemy]):
        open_ = ground.zoc_foot if on_foot >> h & 1 else ground.zoc_wheels
        if ground.across(open_, h, a) and ground.across(open_, h, b):
            return True
    return False
