"""One look at the desert by one side: what a place is worth to a unit."""

from __future__ import annotations

from math import sqrt

from ...games.gazala1942 import stacking, supply
from ...games.gazala1942.counters import AXIS
from ...games.gazala1942.situation import LATER, Situation
from ...hexes import mask_of, members
from .country import Country
from .design import Design
from .reckoning import worth
from .threat import Threat

CONTROL = 14.0
"""2.1c What control of an objective is worth on the last day."""
GARRISON = 3.0
"""What standing in an objective is worth as long as it needs more defenders."""
DANGER = 0.6
"""How much of what the enemy could do counts: he may not be drawn first."""
FARTHEST, FAR_DAY = 6.0, 0.6
"""The days of march that count at most, and what each beyond the first counts for."""
UNSUPPLIED = 1.5
"""6.1 What a place without a supply line costs."""
BLOCK = 4.0
"""6.13 What it is worth to drive off a stack that cuts the supply of an HQ."""
WAY_IN = 3.0
"""13.0 What it adds to that if an objective beside it is missing, and time runs out."""
ZONE = 0.6
"""4.41 What a stack with a zone of control is worth more than one without."""
BOX, BOX_SIDES = 3.0, 2
"""10.81 What it is worth that a brigade on foot stays in its box, and how many mined hexsides make one."""
POST = 4.0
"""10.7 What a post of the ring around an objective is worth to those who hold it."""
MIXED = 0.5
"""9.63 Tanks and infantry in one hex."""
HQ_NEAR, HQ_FAR = 0.1, 0.4
"""7.21 What an HQ gains by each hex nearer to its units, within its range and beyond."""
SERVES, BACKS = 7.0, 3.0
"""6.12, 10.12 What an HQ gains by having its units in range: with a line of supply, and without."""
HQ_CARE, LAST_CARE = 0.6, 0.3
"""How much the danger of HQs counts, and on the last day."""
OUT_OF_RANGE = 0.8
ROMMEL = 0.4
"""10.2c What Rommel gains by each point of strength and armor with him."""
AWAY = 0.8
"""10.2c What Rommel loses by each hex from the strongest German stack."""


class Look:
    """What a side sees at one moment, and what it makes of it."""

    def __init__(self, country: Country, g: Situation, side: int, design: Design) -> None:
        self.country, self.side, self.design = country, side, design
        self.rules = country.rules
        self.threat = Threat(g, 1 - side)
        self.late = 0.3 + 0.7 * design.late**2
        last = g.turn >= self.rules.setting.turns
        self.danger = DANGER * design.caution * (0.4 if last else 1.0)
        self.care = LAST_CARE if last else HQ_CARE
        start = supply.sources(g, side)
        length = self.rules.charts.axis_line if side == AXIS else supply.FAR
        if side == AXIS and g.turn < self.rules.setting.long_turns:
            length = self.rules.setting.long_line
        lines = supply.lines(g, side, start, length)
        self.near = lines | supply.next_along(g, side, supply.lines(g, side, start, length - 1))
        """6.15 The hexes from which an HQ has a line tomorrow, also for one that goes into an enemy zone."""
        lines = supply.lines(g, side, start)
        self.fed = lines | supply.next_along(g, side, lines)
        """6.13 The hexes from which a line of any length leads to a source."""
        self.heads = {hq: g.hex[hq] for hq in supply.headquarters(g, side)}
        self.goals = set(design.objectives)
        self.strongest = self._strongest(g)
        self.blocks = self._blocks(g, length)

    def _blocks(self, g: Situation, length: int) -> set[int]:
        """6.13 The enemy stacks of which each alone keeps an HQ from its supply."""
        side = self.side
        cut = mask_of(h for h in self.heads.values() if not self.near >> h & 1)
        found: set[int] = set()
        if not cut:
            return found
        for h in members(g.occupied[1 - side]):
            trial = g.copy()
            for u in g.stack(h):
                trial.remove(u, LATER)
            fed = supply.lines(trial, side, supply.sources(g, side), length)
            if fed & cut:
                found.add(h)
        return found

    def _strongest(self, g: Situation) -> int:
        """10.2c Where most Germans are, for Rommel."""
        units, power = self.rules.units.units, dict[int, float]()
        for u in g.on_map(self.side):
            if units[u].nationality == "German" and not units[u].hq:
                power[g.hex[u]] = power.get(g.hex[u], 0.0) + worth(g, u)
        return max(power, key=lambda h: (power[h], -h), default=-1)

    def turns(self, g: Situation, unit: int, h: int) -> float:
        aim = self.design.aims.get(unit)
        if aim is None or aim == h:
            return 0.0
        if aim not in self.goals:
            move = self.rules.units.units[unit].move[g.steps[unit]]
            return min(self.rules.board.grid.distance(h, aim) / max(move, 1), FARTHEST)
        return min(self.country.turns(g, unit, h, aim), FARTHEST)

    def march(self, g: Situation, unit: int, h: int) -> float:
        """How far the unit still is from its aim, the steps of the last day counting more."""
        turns = self.turns(g, unit, h)
        return sqrt(turns) if turns < 1 else 1 + FAR_DAY * (turns - 1)

    def ground(self, g: Situation, h: int) -> float:
        """What an enemy hex is worth if he leaves it."""
        if h in self.goals:
            return CONTROL * max(self.late, self.stake(h))
        if h in self.design.posts:
            return POST
        grid = self.rules.board.grid
        near = min((grid.distance(h, goal) for goal in self.goals), default=9)
        worth = max(2.5 - 0.5 * near, 0.5) + WAY_IN * self.stake(h)
        return worth + (BLOCK if h in self.blocks else 0.0)

    def stake(self, h: int) -> float:
        """13.0 How far nothing else counts against an attack on a hex: on what is missing, or beside it."""
        near = self.rules.ground.around[h] | 1 << h
        return self.design.stake if any(near >> goal & 1 for goal in self.design.missing) else 0.0

    def troops(self, g: Situation, hq: int) -> list[tuple[int, float]]:
        """Where the units of an HQ are, each with its part of the worth of all."""
        mine = [u for u in g.on_map(self.side) if g.command[u] == hq and u != hq]
        weight = sum(worth(g, u) for u in mine)
        return [(g.hex[u], worth(g, u) / weight) for u in mine]

    def score(
        self,
        g: Situation,
        unit: int,
        h: int,
        coming: float = 0.0,
        tanks: float = 0.0,
        troops: list[tuple[int, float]] | None = None,
    ) -> float:
        """The worth of the position with the unit in a hex, as far as the unit changes it.

        ``coming`` and ``tanks`` are strength and armor of others who could still go there in this impulse;
        ``troops`` those of an HQ, if they are known.
        """
        if troops is not None and h not in g.at and unit != self.rules.rommel:
            danger = self.threat.alone(g, unit, h, coming)
            return self.care * (0.0 - danger) + self._staff(g, unit, h, troops)
        trial, without = g.copy(), g
        if trial.hex[unit] != h:
            trial.put(unit, h)
        else:
            without = g.copy()
            without.remove(unit, LATER)
        threat = self.threat
        total = self.danger * (threat.danger(without, h) - threat.danger(trial, h, coming, tanks))
        if self.guards(g, unit, h):
            total += self.care * (threat.staffs(without, h) - threat.staffs(trial, h, coming))
        if self.rules.units.units[unit].hq:
            return total + self._staff(trial, unit, h, troops or self.troops(trial, unit))
        total -= self.design.pull * self.march(trial, unit, h)
        total += self._objectives(g, trial, unit, h)
        total += self._company(trial, unit, h)
        total += self._line(trial, unit, h)
        return total

    def guards(self, g: Situation, unit: int, h: int) -> bool:
        """10.11 Whether the HQs in a hex are the business of a unit: itself, those it is with, its own; not of tanks.

        Rommel goes with his troops, they do not wait for him.
        """
        counter = self.rules.units.units[unit]
        if counter.hq:
            return True
        units = self.rules.units.units
        heads = [u for u in g.stack(h) if units[u].hq and u != self.rules.rommel]
        mine = g.hex[unit] == h or g.command[unit] in heads
        if not heads or counter.type == "tank" or not mine:
            return False
        others = sum(units[u].strength[g.steps[u]] for u in g.stack(h) if u != unit)
        return others < self.design.guard

    def holds(self, g: Situation, unit: int, h: int) -> float:
        """What a unit does in a hex for control and supply, and the days that it is away from its aim."""
        trial = g
        if g.hex[unit] != h:
            trial = g.copy()
            trial.put(unit, h)
        stakes = self._objectives(g, trial, unit, h) + self._line(trial, unit, h)
        return stakes + self._box(trial, unit, h) - self.turns(trial, unit, h)

    def _box(self, g: Situation, unit: int, h: int) -> float:
        """10.81 A brigade on foot in its box behind the mines: outside it is worth less."""
        if self.rules.units.units[unit].mech or self.design.aims.get(unit) != h:
            return 0.0
        if h in self.design.posts:
            return BOX
        mined = sum(mask >> h & 1 for mask in g.mines)
        return BOX * min(mined, BOX_SIDES) / BOX_SIDES

    def _objectives(self, g: Situation, trial: Situation, unit: int, h: int) -> float:
        """2.1c Control won by going there, and defenders where they are needed."""
        total = 0.0
        for goal in self.rules.setting.objectives:
            if trial.controls(self.side, goal) and not g.controls(self.side, goal):
                total += CONTROL * self.late
        if h in self.design.posts and self.design.aims.get(unit) == h:
            total += POST
        if h in self.goals:
            units = self.rules.units.units
            blow, _ = self.threat.at(h)
            wanted = 4 + 0.4 * blow * self.threat.sides(trial, h)
            there = sum(units[u].strength[trial.steps[u]] for u in trial.stack(h) if u != unit)
            short = max(wanted - there, 0.0)
            mine = units[unit].strength[trial.steps[unit]]
            total += GARRISON * self.late * min(mine, short) / 2 + (1.0 if there == 0 else 0.0)
        return total

    def _company(self, trial: Situation, unit: int, h: int) -> float:
        """4.41, 9.63 Zones of control and mixed stacks."""
        counter, units = self.rules.units.units[unit], self.rules.units.units
        total = ZONE if trial.sources[self.side] >> h & 1 else 0.0
        types = {units[u].type for u in trial.stack(h) if u != unit}
        if (counter.type == "tank" and "infantry" in types) or (
            counter.type == "infantry" and "tank" in types
        ):
            total += MIXED
        return total

    def _line(self, trial: Situation, unit: int, h: int) -> float:
        """6.1, 7.21 A supply line, and the HQ in range."""
        total = 0.0 if self.fed >> h & 1 else -UNSUPPLIED
        boss = trial.command[unit]
        if boss in self.heads:
            away = self.rules.board.grid.distance(h, self.heads[boss])
            over = away - self.rules.units.units[boss].range
            if over > 0:
                total -= OUT_OF_RANGE * min(over, 4) / 4
        return total

    def _staff(self, trial: Situation, unit: int, h: int, troops: list[tuple[int, float]]) -> float:
        """10.1, 10.2 An HQ: near its units, in supply, out of reach; Rommel with the strongest stack."""
        units, grid = self.rules.units.units, self.rules.board.grid
        if unit == self.rules.rommel:
            with_him = [
                u for u in trial.stack(h) if not units[u].hq and units[u].nationality == "German"
            ]
            away = grid.distance(h, self.strongest) if self.strongest >= 0 else 0
            return ROMMEL * sum(worth(trial, u) for u in with_him) - AWAY * away
        total, reach = 0.0, units[unit].range
        serves = SERVES if self.near >> h & 1 else BACKS
        for at, part in troops:
            far = grid.distance(h, at)
            total += part * (serves if far <= reach else -HQ_FAR * (far - reach))
            total -= part * HQ_NEAR * far
        if trial.zones[1 - self.side] >> h & 1:
            total -= 3.0
        if not self.near >> h & 1:
            total -= 1.0
        return total

    def room(self, g: Situation, unit: int, h: int) -> bool:
        """5.1 Whether the unit may stay there."""
        return stacking.may_join(g, unit, h)
