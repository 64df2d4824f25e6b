"""The enemy before a movement: what he could strike, and what a line of zones of control and bonds leaves open."""

from __future__ import annotations

from collections.abc import Sequence
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
        self._comers: dict[int, int] = {}
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
        threat = self.threat
        for h in self._beside(mask):
            threat[h] += strength

    def _beside(self, mask: int) -> Sequence[int]:
        """The hexes of a set and those next to it."""
        return members(mask | self._spread(mask))

    def comers(self, near: int) -> int:
        """The Attack Strength that could come to one of these hexes."""
        known = self._comers.get(near)
        if known is None:
            known = sum(strength for strength, mask in self.strikers if mask & near)
            self._comers[near] = known
        return known

    def open_hexes(self, g: Battle[Any], pinned: int = 0) -> int:
        """The hexes that the enemy could walk to past our zones of control and bonds.

        ``pinned`` are hexes from which he will not come.
        """
        ground = g.game.tables.ground
        deltas, wheels = ground.deltas, ground.zoc_wheels
        bonds, zoc = g.bonds(self.side), g.zoc(self.side)
        free = ground.land & ~g.occupied[self.side] & ~bonds.hexes & self.reached
        seen = edge = g.occupied[1 - self.side] & ~(self.inert | pinned)
        ways = [(deltas[d], wheels[d] & ~bonds.sides[d]) for d in range(6)]
        for _ in range(RANGE):
            new = 0
            for delta, open_ in ways:
                source = edge & open_
                new |= source << delta if delta > 0 else source >> -delta
            new &= free & ~seen
            if not new:
                break
            seen |= new
            edge = new & ~zoc
        return seen
