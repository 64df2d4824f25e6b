"""What the enemy could bring against a hex in one impulse, formation by formation."""

from __future__ import annotations

from typing import NamedTuple

from ...games.gazala1942 import steps, strength
from ...games.gazala1942.counters import AXIS
from ...games.gazala1942.situation import Situation
from ...hexes import mask_of
from .reckoning import worth

WALL = 0.15
"""What is left of a threat across a minefield, an escarpment or the perimeter."""
FULL_SIDES = 3
"""Open hexsides from which a whole formation can attack."""
PRESS = 0.09
"""The part of a stack's worth that each point of odds beyond ``SAFE`` puts at risk."""
SAFE = 1.5
MOST = 0.6
LONE_HQ = 16.0
"""10.11 What an HQ that nobody guards stands to lose: its formation sits still for two turns."""
HIT = 0.12
"""Worth that a vehicle loses on the average to an armor die thrown at it."""


class Column(NamedTuple):
    """Units of one formation that march together."""

    formation: int
    reach: int
    """The hexes that they could attack."""
    strength: int
    armor: int


class Threat:
    """The enemy's columns at one moment, and what they endanger."""

    def __init__(self, g: Situation, enemy: int) -> None:
        self.enemy = enemy
        self.columns = _columns(g, enemy)
        self._known: dict[int, tuple[float, float]] = {}
        self.ground = g.game.ground

    def at(self, h: int) -> tuple[float, float]:
        """The most strength and armor that one formation, and who goes with it, can bring against a hex."""
        known = self._known.get(h)
        if known is None:
            by: dict[int, list[int]] = {}
            for column in self.columns:
                if column.reach >> h & 1:
                    total = by.setdefault(column.formation, [0, 0])
                    total[0] += column.strength
                    total[1] += column.armor
            free = by.pop(-1, [0, 0])
            best = max(by.values(), default=[0, 0])
            known = self._known[h] = (
                best[0] + 0.5 * free[0],
                best[1] + 0.5 * free[1],
            )
        return known

    def sides(self, g: Situation, h: int) -> float:
        """How much of a threat can get at a hex: by its open hexsides."""
        ground, open_, walled = self.ground, 0, 0
        for d, n in enumerate(ground.neighbours[h]):
            if n < 0 or not ground.land >> n & 1 or g.occupied[1 - self.enemy] >> n & 1:
                continue
            shut = ground.cliffs[d] >> h & 1 or (self.enemy == AXIS and g.mines[d] >> h & 1)
            if shut or (self.enemy == AXIS and strength.inwards(g, n, h) and g.fortified(n, h)):
                walled += 1
            else:
                open_ += 1
        return min(1.0, (open_ + WALL * walled) / FULL_SIDES)

    def danger(self, g: Situation, h: int, coming: float = 0.0) -> float:
        """The worth that the stack in a hex stands to lose if the enemy comes.

        ``coming`` is strength that will join it before he does.
        """
        stack = g.at.get(h, ())
        if not stack:
            return 0.0
        blow, guns = self.at(h)
        if not blow and not guns:
            return 0.0
        part = self.sides(g, h)
        units = g.game.units.units
        holds, value = coming, 0.0
        dice = vehicles = staffs = guards = 0
        for u in stack:
            if units[u].hq:
                staffs += 1
            elif units[u].strength[g.steps[u]]:
                guards += 1
            holds += strength.defence(g, u)
            value += worth(g, u)
            dice += units[u].armor[g.steps[u]]
            if units[u].type in strength.VEHICLES:
                vehicles += g.steps[u]
        odds = blow * part / (holds + 0.5)
        lost = value * min(max(PRESS * (odds - SAFE), 0.0), MOST)
        if staffs and not guards and not coming:
            lost += LONE_HQ * staffs
        if vehicles:
            lost += HIT * max(guns * part - dice, 0.0) * min(vehicles, 4) / 2
        return lost


def _columns(g: Situation, enemy: int) -> list[Column]:
    found: dict[tuple[int, int, int, int], list[int]] = {}
    units = g.game.units.units
    for u in g.on_map(enemy):
        unit = units[u]
        if unit.hq:
            continue
        key = (g.command[u], g.hex[u], unit.klass, unit.move[g.steps[u]])
        found.setdefault(key, []).append(u)
    spread = g.game.board.grid.spread
    columns = []
    for key, group in found.items():
        reach = mask_of(steps.reach(g, group[0]))
        power = sum(units[u].strength[g.steps[u]] for u in group)
        guns = sum(units[u].armor[g.steps[u]] for u in group)
        columns.append(Column(key[0], spread(reach) | reach, power, guns))
    return columns
