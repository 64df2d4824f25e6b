"""One look at the table by one side: the front, what each unit is to do, what a place is worth to it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from ...games.normandy44 import Normandy44, special
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import DISRUPTED, Situation
from ...games.zocbond import stacking
from ...hexes import mask_of, members
from .country import FRONT, Country
from .front import Front
from .garrison import garrison
from .worth import POINT, spent, urgency

BESIDE = 0.6
"""What it is worth to stand beside the own division; to the Germans before they have a front."""
NEAR, APART, SCATTERED = 2.0, 0.1, 12.0
"""How far the Germans of a division stand apart on average in a line, in hexes; what each hex more costs, and up to how many count."""
READY = 0.5
"""15.2 What it is worth in the campaign that German tanks or grenadiers stand behind the line, where they can strike from Reserve."""
SPEARHEAD = 4
"""15.1 The attack strength from which a unit is worth a Reserve marker."""
FURTHEST = 8.0
"""Turns of marching beyond which it makes no difference how far it is."""
ADVANCE = (1.0, 0.0)
"""By side: what it is worth that an attack clears a turn's march to an aim, by the weight of the aim."""
ABREAST = 3
"""How many units follow up together."""
SHAKEN = 1.5
"""What it costs a disrupted unit to stay beside the enemy."""
CLEAR = 6.0
"""22.2 What it costs troops that are to go home to stay beside the enemy."""
BOUND, BEYOND, FARTHEST = 3, 1.5, 8
"""How far the Allies go before their line, in hexes, what each hex beyond that costs, and up to how many count.

In the seven turns it costs nothing: the game is over before they are surrounded.
"""
LINGER = 0.1
"""What it is worth on the last turn to stay."""
COMPANY = 3
"""How many hexes of troops within that distance make a line, beside one's own."""


class Posture(NamedTuple):
    """How a side means to fight."""

    enough: float
    """What an attack must promise before it is made, in strength points."""
    pull: float
    """What a turn's march nearer to the aim is worth."""
    risk: float
    """How much of the danger in which an attack puts the position counts against it."""


BOLD, PLAIN, CAREFUL = Posture(0.2, 2.5, 0.3), Posture(0.2, 2.5, 0.5), Posture(1.5, 0.9, 0.8)
SPARING = Posture(2.5, 0.3, 0.5)


def expected(rules: Normandy44) -> tuple[Posture, Posture]:
    """By side: the Allies attack, boldly when they have seven turns; the Germans hold what they have.

    In the campaign they must last for three weeks: they strike only where it promises much.
    """
    german = SPARING if rules.scenario == "campaign" else CAREFUL
    return (BOLD if rules.scenario == "seven" else PLAIN), german


class Look:
    """What a side sees at one moment of the game."""

    def __init__(
        self,
        rules: Normandy44,
        country: Country,
        g: Situation,
        side: int,
        posture: Posture,
    ) -> None:
        self.rules, self.country, self.side, self.posture = rules, country, side, posture
        self._g = g.copy()

    @cached_property
    def front(self) -> Front:
        """The enemy, and what he could do next."""
        keys = self.country.keys(self._g, self.side)
        return Front(self.rules, self._g, self.side, keys, self.country.rides)

    @cached_property
    def aims(self) -> dict[int, int]:
        """Where each unit is to go."""
        units, g = self.rules.units.units, self._g
        troops = [
            u
            for u in range(*self.rules.span[self.side])
            if units[u].move and not units[u].hq and self.country.starts(g, u)
        ]
        return self.country.goals(g, self.side, troops, self.garrison)

    @cached_property
    def garrison(self) -> dict[int, int]:
        """Who holds which hex of the cities, or another place that bars the way."""
        return {} if self.side == ALLIED else garrison(self.country, self._g)

    def guards(self, g: Situation) -> set[int]:
        """Who attacks only from where he stands: of the Germans the best in each place that the enemy could take, and garrisons.

        S2.2 Of the Allies the weakest where somebody must stand on the last turn.
        """
        ours = g.occupied[self.side]
        if self.side == ALLIED:
            held = mask_of(self.stands) & ours
            return {min(g.group(h), key=lambda u: (g.attack(u), u)) for h in members(held)}
        places = mask_of(self.front.keys) & self.front.struck & ours
        return set(self.garrison) | {
            max(g.at[h], key=lambda u: (g.defense(u), -u)) for h in members(places)
        }

    @cached_property
    def leaving(self) -> set[int]:
        """22.2 The airborne troops that are to go home."""
        g = self._g
        return {u for name in spent(g) * (self.side == ALLIED) for u in special.division(g, name)}

    def turns(self, unit: int, place: int) -> float:
        """The march from a place to what the unit is to reach."""
        goal = self.aims.get(unit)
        return 0.0 if goal is None else self.country.turns(unit, place, goal)

    def way(self, g: Situation, unit: int) -> float:
        """The march from where the unit is, or could come onto the map, to what it is to reach."""
        return min(self.turns(unit, h) for h in self.country.starts(g, unit))

    @cached_property
    def weights(self) -> tuple[dict[int, float], ...]:
        """By army: how much each aim counts."""
        country, g = self.country, self._g
        return tuple(country.aims(g, self.side, army) for army in (0, 1))

    def progress(self, g: Situation, units: Sequence[int], target: int) -> float:
        """What the way to their aims that an attack clears is worth to the attackers."""
        rate = ADVANCE[self.side]
        if not rate:
            return 0.0
        gains = [
            self.weights[g.army(u)].get(self.aims[u], 0.0)
            * (self.turns(u, g.hex[u]) - self.turns(u, target))
            for u in units
            if u in self.aims
        ]
        best = sorted(gains, reverse=True)[:ABREAST]
        return rate * sum(gain for gain in best if gain > 0)

    @cached_property
    def feeding(self) -> dict[int, float]:
        """S1.3.1b What towns are worth for what their roads feed."""
        return self.country.feeding(self._g)

    @cached_property
    def link(self) -> dict[int, float]:
        """S2.2b What hangs on the Germans who part the beaches."""
        return self.country.link(self._g) if self.side == ALLIED else {}

    def prize(self, g: Situation, h: int) -> float:
        """S1.3.1 Victory Points that lie there for the taking; the Allies must be able to supply them."""
        value = self.country.due(g, h) + self.feeding.get(h, 0.0)
        if not value or self.country.holds(g, self.side, h):
            return 0.0
        counts = self.side != ALLIED or self.front.supplied >> h & 1
        return POINT * value if counts else 0.3 * POINT * value

    @cached_property
    def stands(self) -> dict[int, float]:
        """S2.2 Where Allies must stand on the last turn."""
        return self.country.stands(self._g) if self.side == ALLIED else {}

    def stand(self, trial: Situation, unit: int, h: int) -> float:
        """S2.2 What it is worth that this unit stands there, and nobody else does."""
        value = POINT * self.stands.get(h, 0.0)
        return value if value and not any(u != unit for u in trial.group(h)) else 0.0

    def merit(self, g: Situation, trial: Situation, unit: int, h: int) -> float:
        """What a place is worth to this unit alone; ``g`` is the position before, ``trial`` after."""
        units = self.rules.units.units
        if self.front.over:
            return urgency(g) * self._last(g, trial, unit, h)
        total = -self.posture.pull * min(self.turns(unit, h), FURTHEST)
        total += 0.8 * self.prize(g, h) * urgency(g)
        if g.status[unit] == DISRUPTED and g.zoc(1 - self.side) >> h & 1:
            total -= SHAKEN
        if unit in self.leaving and g.near_enemy(h, self.side):
            total -= CLEAR
        if self.side == ALLIED and self.rules.scenario != "seven" and self.front.threat[h]:
            total -= BEYOND * sum(not ring >> h & 1 for ring in self._bounds)
        if self.side == ALLIED or g.turn < FRONT:
            return total + BESIDE * self._in_company(trial, unit, h)
        total -= APART * max(0.0, self._apart(trial, unit, h) - NEAR)
        panzer = units[unit].mechanized and g.attack(unit) >= SPEARHEAD
        if panzer and unit not in self.garrison and self._ready >> h & 1:
            total += READY
        return total

    def _in_company(self, trial: Situation, unit: int, h: int) -> bool:
        """Whether somebody else of the unit's division is in or beside a hex."""
        near = self.rules.tables.ground.around[h] & trial.occupied[self.side] | 1 << h
        return any(near >> trial.hex[u] & 1 for u in self.country.mates[unit] if trial.hex[u] >= 0)

    def _apart(self, trial: Situation, unit: int, h: int) -> float:
        """How far a hex is from the others of the unit's division, in hexes on average."""
        theirs = [trial.hex[u] for u in self.country.mates[unit] if trial.hex[u] >= 0]
        return min(self.country.apart(h, theirs), SCATTERED)

    def _last(self, g: Situation, trial: Situation, unit: int, h: int) -> float:
        """On the last turn only Victory Points count, each place once; nobody moves for nothing."""
        stay = LINGER * (h == g.hex[unit]) - 0.01 * min(self.turns(unit, h), FURTHEST)
        if any(u != unit for u in trial.group(h)):
            return stay
        return stay + (self.stand(trial, unit, h) if h in self.stands else self.prize(g, h))

    @cached_property
    def _ready(self) -> int:
        """15.2 The hexes behind the line from which a Reserve could strike: two or three from the enemy."""
        if self.rules.scenario != "campaign":
            return 0
        spread, foes = self.rules.board.grid.spread, self._g.occupied[1 - self.side]
        beside = foes | spread(foes)
        return spread(spread(beside)) & ~beside

    @cached_property
    def _bounds(self) -> list[int]:
        """The hexes within so many of the line: of troops that have others around them."""
        grid, ours = self.rules.board.grid, self._g.occupied[self.side]
        line = mask_of(
            h for h in members(ours) if (grid.within(h, BOUND) & ours).bit_count() > COMPANY
        )
        rings = [line or ours]
        while len(rings) < BOUND + FARTHEST:
            rings.append(rings[-1] | grid.spread(rings[-1]))
        return rings[BOUND:]

    def value(self, g: Situation, unit: int, h: int) -> float:
        """The position if the unit stood there."""
        trial = g
        if g.hex[unit] != h:
            trial = g.copy()
            trial.put(unit, h)
        return self.front.value(trial) + self.merit(g, trial, unit, h)

    def room(self, g: Situation, unit: int, h: int) -> bool:
        """7.1 Whether the unit may stay there."""
        there = [u for u in g.group(h) if u != unit]
        return not there or not stacking.over(g, [*there, unit])
