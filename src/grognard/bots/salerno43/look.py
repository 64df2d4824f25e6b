"""One look at the table by one side: the front, what each unit is to do, what a place is worth to it."""

from __future__ import annotations

from ...games.salerno43 import Salerno43, victory
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import DISRUPTED, FULL, RESERVE, SEA, Situation
from ...games.zocbond import stacking
from ...hexes import members
from .assault import STAFF, Bent
from .country import Country, urgency
from .lines import POINT, Front, worth

ENOUGH = 0.5
"""What an attack must promise before it is made, in strength points."""
SPARING = 3.0
"""The same for Germans who fall back to the north and cannot hold what they take."""
RISK = 0.5
"""How much of the danger in which an attack puts the position counts against it."""
PULL = 1.5
"""What a turn's march nearer to the goal is worth."""
CONTENT = 0.4
"""How much of the pull is left when there are points enough for victory."""
TAKEN = 0.8
"""How much of a Victory Point it is worth to march into a place that counts."""
WARY = 0.1
"""How much the enemy's strength within reach counts where paratroops drop."""
FOREVER = 10
"""Turns of a game that is too long to rest on what one has."""


class Look:
    """What a side sees at one moment of the game."""

    risk = RISK
    wary = WARY

    def __init__(self, rules: Salerno43, country: Country, g: Situation, side: int) -> None:
        self.rules, self.country, self.side = rules, country, side
        keys = country.keys(g, side)
        rides = country.rides[1 - side]
        self.front = Front(rules, g, side, keys, rides, country.beaches, country.ways)
        low, high = rules.span[side]
        troops = [
            u
            for u in range(low, high)
            if (g.hex[u] >= 0 or g.hex[u] in (RESERVE, SEA))
            and rules.units.units[u].move
            and not rules.units.units[u].asu
        ]
        self.aims = country.goals(g, side, troops)
        self.enough = SPARING if side != ALLIED and country.giving_way(g) else ENOUGH
        self.pull = PULL
        if side == ALLIED and rules.turns < FOREVER and victory.points(g) >= rules.needed:
            self.pull = PULL * CONTENT

    def turns(self, unit: int, place: int) -> float:
        """The march from a place to what the unit is to reach."""
        goal = self.aims.get(unit)
        return 0.0 if goal is None else self.country.turns(unit, place, goal)

    def prize(self, g: Situation, h: int) -> float:
        """23.1.1 Victory Points that lie there for the taking; the Allies must be able to supply them."""
        value = self.rules.tables.vp.get(h, 0)
        if not value or g.controls(self.side, h):
            return 0.0
        counts = self.side != ALLIED or self.front.supplied >> h & 1
        return POINT * value if counts else 0.0

    def calls(self, g: Situation) -> dict[int, float]:
        """21.6 The places near which paratroops are of use, with weights."""
        return self.country.aims(g, self.side)

    def bent(self, h: int) -> Bent:
        """How the side looks at attacks on a hex."""
        return STAFF

    def first(self, trial: Situation, unit: int, h: int) -> bool:
        """Whether the prize of a place counts for this unit; the staff counts it for everybody who comes."""
        return True

    def astray(self, trial: Situation, unit: int, harbour: int) -> float:
        """What speaks against a harbour because the troops of the unit are elsewhere."""
        return 0.0

    def merit(self, g: Situation, trial: Situation, unit: int, h: int) -> float:
        """What a place is worth to this unit alone; ``g`` is the position before, ``trial`` after."""
        tables, units = self.rules.tables, self.rules.units.units
        total = -self.pull * min(self.turns(unit, h), 8.0)
        if self.first(trial, unit, h):
            total += TAKEN * self.prize(g, h) * urgency(g)
        if h >= tables.size:
            return total - (0.0 if self.aims.get(unit) == h else 2.0)
        contact = bool(tables.ground.around[h] & g.occupied[1 - self.side])
        if g.status[unit] == FULL and contact:
            total -= worth(g, unit)
        elif g.status[unit] == DISRUPTED and g.zoc(1 - self.side) >> h & 1:
            total -= 1.5
        elif contact:
            total -= 0.2
        formation = units[unit].formation
        if formation:
            near = tables.ground.around[h] & trial.occupied[self.side] | 1 << h
            total += 0.6 * any(
                u != unit and units[u].formation == formation
                for n in members(near)
                for u in trial.group(n)
            )
        return total

    def value(self, g: Situation, unit: int, h: int) -> float:
        """The position if the unit stood there."""
        trial = g
        if g.hex[unit] != h:
            trial = g.copy()
            trial.put(unit, h)
        return self.front.value(trial) + self.merit(g, trial, unit, h)

    def room(self, g: Situation, unit: int, h: int) -> bool:
        """4.1 Whether the unit may stay there."""
        if h >= self.rules.tables.size:
            return True
        there = [u for u in g.group(h) if u != unit]
        return not there or not stacking.over(g, [*there, unit])
