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
HQ_LOST, ROMMEL_LOST = 16.0, 4.0
"""10.13 What the loss of an HQ costs, whose formation sits still for two turns, and that of Rommel."""
GUARDED, PRICE = 2.0, 0.1
"""10.11 The odds against its guards from which on an HQ is in danger, and the danger that each point more adds."""
NEXT, BEYOND = 0.5, 0.3
"""How much those count who may come after the strongest formation, and those who are near but have no way yet: an
HQ stays where it is until its own turn."""
SEEN, SURE = 0.4, 25.0
"""10.11 The danger of an HQ alone that somebody can reach, and the strength that makes an end of it."""
HIT = 0.12
"""Worth that a vehicle loses on the average to an armor die thrown at it."""


class Column(NamedTuple):
    """Units of one formation that march together."""

    formation: int
    reach: int
    """The hexes that they could attack."""
    near: int
    """The hexes that they could attack if nothing were in the way."""
    strength: int
    armor: int


class Threat:
    """The enemy's columns at one moment, and what they endanger."""

    def __init__(self, g: Situation, enemy: int) -> None:
        self.enemy = enemy
        self.columns = _columns(g, enemy)
        self._known: dict[int, tuple[float, float, float]] = {}
        self._sides: dict[tuple[int, int, int, int], float] = {}
        self.ground = g.game.ground

    def at(self, h: int) -> tuple[float, float]:
        """The most strength and armor that one formation, and who goes with it, can bring against a hex."""
        return self._measure(h)[:2]

    def _measure(self, h: int) -> tuple[float, float, float]:
        """The same, and the strength of all others who can or could come."""
        known = self._known.get(h)
        if known is None:
            by: dict[int, list[int]] = {}
            beyond = 0
            for column in self.columns:
                if column.near >> h & 1 and not column.reach >> h & 1:
                    beyond += column.strength
                if column.reach >> h & 1:
                    total = by.setdefault(column.formation, [0, 0])
                    total[0] += column.strength
                    total[1] += column.armor
            free = by.pop(-1, [0, 0])
            best = max(by.values(), default=[0, 0])
            known = self._known[h] = (
                best[0] + 0.5 * free[0],
                best[1] + 0.5 * free[1],
                NEXT * (sum(total[0] for total in by.values()) - best[0]) + BEYOND * beyond,
            )
        return known

    def sides(self, g: Situation, h: int) -> float:
        """How much of a threat can get at a hex: by its open hexsides."""
        return self._sides_of(g, h, g.occupied[1 - self.enemy] & self.ground.around[h])

    def _sides_of(self, g: Situation, h: int, friends: int) -> float:
        """The same with friends in these hexes around it."""
        key = (h, friends, g.breached, g.fallen)
        known = self._sides.get(key)
        if known is None:
            known = self._sides[key] = self._open(g, h, friends)
        return known

    def _open(self, g: Situation, h: int, friends: int) -> float:
        ground, open_, walled = self.ground, 0, 0
        for d, n in enumerate(ground.neighbours[h]):
            if n < 0 or not ground.land >> n & 1 or friends >> n & 1:
                continue
            shut = ground.cliffs[d] >> h & 1 or (self.enemy == AXIS and g.mines[d] >> h & 1)
            if shut or (self.enemy == AXIS and strength.inwards(g, n, h) and g.fortified(n, h)):
                walled += 1
            else:
                open_ += 1
        return min(1.0, (open_ + WALL * walled) / FULL_SIDES)

    def danger(self, g: Situation, h: int, coming: float = 0.0, tanks: float = 0.0) -> float:
        """The worth that the stack in a hex stands to lose if the enemy comes.

        ``coming`` is strength that will join it before he does, ``tanks`` the armor dice.
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
        dice, vehicles = tanks, 0
        for u in stack:
            if units[u].hq:
                continue
            holds += strength.defence(g, u)
            value += worth(g, u)
            dice += units[u].armor[g.steps[u]]
            if units[u].type in strength.VEHICLES:
                vehicles += g.steps[u]
        odds = blow * part / (holds + 0.5)
        lost = value * min(max(PRESS * (odds - SAFE), 0.0), MOST)
        if vehicles:
            lost += HIT * max(guns * part - dice, 0.0) * min(vehicles, 4) / 2
        return lost

    def alone(self, g: Situation, unit: int, h: int, coming: float) -> float:
        """10.11 What an HQ would stand to lose in an empty hex."""
        here, own = g.hex[unit], g.occupied[1 - self.enemy]
        if len(g.at[here]) == 1:
            own &= ~(1 << here)
        best, _, others = self._measure(h)
        blow = (best + others) * self._sides_of(g, h, own & self.ground.around[h])
        price = ROMMEL_LOST if unit == g.game.rommel else HQ_LOST
        return price * _risk(blow, best, coming)

    def staffs(self, g: Situation, h: int, coming: float = 0.0) -> float:
        """10.11 What the HQs in a hex stand to lose: alone to anybody who comes, guarded to who is strong enough."""
        units = g.game.units.units
        heads = [u for u in g.stack(h) if units[u].hq]
        if not heads:
            return 0.0
        price = sum(ROMMEL_LOST if u == g.game.rommel else HQ_LOST for u in heads)
        best, _, others = self._measure(h)
        blow = (best + others) * self.sides(g, h)
        holds = coming + sum(strength.defence(g, u) for u in g.stack(h) if not units[u].hq)
        return price * _risk(blow, best, holds)


def _risk(blow: float, best: float, holds: float) -> float:
    """10.11 The danger of an HQ with guards of this strength."""
    alone = blow / SURE + (SEEN if best else 0.0)
    risk = PRICE * (blow / holds - GUARDED) if holds else alone
    return min(max(risk, 0.0), 1.0)


def _columns(g: Situation, enemy: int) -> list[Column]:
    found: dict[tuple[int, int, int, int], list[int]] = {}
    units = g.game.units.units
    for u in g.on_map(enemy):
        unit = units[u]
        if unit.hq:
            continue
        key = (g.command[u], g.hex[u], unit.klass, unit.move[g.steps[u]])
        found.setdefault(key, []).append(u)
    grid = g.game.board.grid
    columns = []
    for key, group in found.items():
        reach = mask_of(steps.reach(g, group[0]))
        power = sum(units[u].strength[g.steps[u]] for u in group)
        guns = sum(units[u].armor[g.steps[u]] for u in group)
        near = grid.within(key[1], key[3] + 1)
        columns.append(Column(key[0], grid.spread(reach) | reach, near, power, guns))
    return columns
