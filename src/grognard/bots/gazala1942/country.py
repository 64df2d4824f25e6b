"""The desert as the staff knows it: how far it is to a goal, who must take what by when."""

from __future__ import annotations

from ...games.gazala1942 import Gazala
from ...games.gazala1942.counters import AXIS, FOOT, MECH
from ...games.gazala1942.ground import ROADS, TRACKS
from ...games.gazala1942.situation import Situation
from ...hexes import members

FAR = 400
"""Half points: farther than any march."""
PAST_ZONE, PAST_ENEMY = 3, 14
"""Half points that a march loses by an enemy zone of control and by an enemy stack."""
PAST_MINES = {FOOT: 16, MECH: 40}
"""Half points that it loses by a minefield: those on foot are there to breach it, wheels go around."""
KEPT = 64
"""So many fields of distances are kept."""


class Country:
    """What of the map does not change, and fields of distances for what does."""

    def __init__(self, rules: Gazala) -> None:
        self.rules, self.ground = rules, rules.ground
        self._fields: dict[tuple[int, ...], list[int]] = {}

    def attacker(self) -> int:
        """13.19, 13.27, 13.36 The side that must take the objectives."""
        return self.rules.setting.winner

    def field(self, g: Situation, side: int, klass: int, goal: int) -> list[int]:
        """By hex: the half points to a goal for a side's units on foot or on wheels, roads used."""
        enemy = 1 - side
        zone = g.zones[enemy] & ~g.occupied[enemy]
        key = (side, klass, goal, g.occupied[enemy], zone, g.breached if side == AXIS else 0)
        known = self._fields.get(key)
        if known is None:
            if len(self._fields) >= KEPT:
                self._fields.clear()
            known = self._fields[key] = self._measure(g, side, klass, goal, zone)
        return known

    def _measure(self, g: Situation, side: int, klass: int, goal: int, zone: int) -> list[int]:
        """Wave by wave from the goal outwards: all hexes equally far are taken together."""
        ground = self.ground
        waves, deltas = ground.waves[klass][ROADS | TRACKS], ground.deltas
        taken = g.occupied[1 - side]
        mines = g.mines if side == AXIS else (0,) * 6
        breach = PAST_MINES[klass]
        found = [FAR] * self.rules.board.grid.size
        near = [0] * (FAR + 1)
        near[0], done = 1 << goal, 0
        for spent in range(FAR):
            fresh = near[spent] & ~done
            if not fresh:
                continue
            done |= fresh
            for h in members(fresh):
                found[h] = spent
            for here, more in (
                (fresh & ~zone & ~taken, 0),
                (fresh & zone, PAST_ZONE),
                (fresh & taken, 0 if spent == 0 else PAST_ENEMY),
            ):
                if not here:
                    continue
                for cost, masks in waves:
                    total = spent + more + cost
                    if total + breach >= FAR:
                        break
                    for d in range(6):
                        back = -deltas[d]
                        came = (here << back if back > 0 else here >> -back) & masks[d] & ~done
                        if not came:
                            continue
                        near[total] |= came & ~mines[d]
                        near[total + breach] |= came & mines[d]
        return found

    def turns(self, g: Situation, unit: int, place: int, goal: int) -> float:
        """The days that a unit marches from a place to a goal."""
        counter = self.rules.units.units[unit]
        points = 2 * max(counter.move[g.steps[unit]], 1)
        return self.field(g, counter.side, counter.klass, goal)[place] / points
