"""What a line of zones of control and bonds leaves open."""

from __future__ import annotations

from typing import Any

from ...games.zocbond.battle import Battle

RANGE = 12
"""How many hexes the enemy is taken to move when he finds a gap, as far as his marches go."""


def open_hexes(g: Battle[Any], side: int, reached: int, still: int = 0) -> int:
    """The hexes that the enemy could walk to past a side's zones of control and bonds.

    ``reached`` are those within his march, ``still`` the hexes from which he will not come.
    """
    ground = g.game.tables.ground
    bonds, zoc = g.bonds(side), g.zoc(side)
    free = ground.land & ~g.occupied[side] & ~bonds.hexes & reached
    seen = edge = g.occupied[1 - side] & ~still
    for _ in range(RANGE):
        new = 0
        for d in range(6):
            source = edge & ground.zoc_wheels[d] & ~bonds.sides[d]
            if source:
                new |= ground.shift(source, d)
        new &= free & ~seen
        if not new:
            break
        seen |= new
        edge = new & ~zoc
    return seen
