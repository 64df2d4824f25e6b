"""The enemy before a movement: what he could strike, and what a line of zones of control and bonds leaves open."""

from __future__ import annotations

from typing import Any

from ...games.zocbond import supply
from ...games.zocbond.battle import Battle
from ...hexes import members

RANGE = 12
"""How many hexes the enemy is taken to move when he finds a gap, as far as his marches go."""


class Enemy:
    """Where the enemy of a side could march to and attack if nothing stood in the way."""

    def __init__(self, g: Battle[Any], side: int) -> None:
        self.side = side
        self.reached = 0
        """Where the enemy's marches could end."""
        self.inert = g.occupied[1 - side]
        """Hexes of enemies who do not come."""
        self.strikers: list[tuple[int, int]] = []
        """The Attack Strength of each enemy unit that can attack, and where its march could end."""
        self.threat = [0.0] * g.game.tables.size
        """By hex: the Attack Strength that could stand next to it."""
        self.supplied = supply.supplied(g, side)
        self._spread = g.game.board.grid.spread

    def comes(self, strength: int, mask: int) -> None:
        """An enemy unit could march to these hexes and attack from there; with no strength only march."""
        self.reached |= mask
        if not strength:
            return
        self.strikers.append((strength, mask))
        for h in members(mask | self._spread(mask)):
            self.threat[h] += strength

    def open_hexes(self, g: Battle[Any], pinned: int = 0) -> int:
        """The hexes that the enemy could walk to past our zones of control and bonds.

        ``pinned`` are hexes from which he will not come.
        """
        ground = g.game.tables.ground
        bonds, zoc = g.bonds(self.side), g.zoc(self.side)
        free = ground.land & ~g.occupied[self.side] & ~bonds.hexes & self.reached
        seen = edge = g.occupied[1 - self.side] & ~(self.inert | pinned)
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
