"""A movement planned whole: who goes where to attack, who holds the line, where the guns stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from ...engine.words import Say
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import FULL, GOOD, RESERVE, Situation
from ...hexes import mask_of
from ..seat import Reason
from ..zocbond import movements
from ..zocbond.massing import Reach
from ..zocbond.movements import Cites, Reasons
from .country import FAR
from .landing import Fleet
from .look import Look
from .massing import Massing

SHORT_LIST = 8
"""How many places are weighed for a unit by the march to its goal, and again by their ground."""
FAR_OFF = 12
"""How far guns look for their troops."""
GUNS = 1.5
"""How much the danger to guns counts against what they could do."""
BREACH = 2.5
"""What it counts that guns stand alone where a breakthrough could come."""


def moment(g: Situation) -> tuple[object, ...]:
    """What a plan depends on and the movement itself does not change."""
    low, high = g.game.span[1 - g.active]
    enemy = tuple(g.hex[low:high]), tuple(g.status[low:high])
    return g.turn, g.phase, g.active, enemy


@dataclass
class Plan(movements.Plan):
    """A movement with its landings."""

    landings: list[tuple[int, int]] = field(default_factory=list)


class Planner(Reasons[Situation]):
    """Makes the plan of one movement."""

    cites: ClassVar[Cites] = Cites("8.1", "23.1.1", "16.3.4", "7.2", "5.1")
    rounds = 2
    """How often every unit that does not attack is placed anew."""
    short_list = SHORT_LIST

    def __init__(self, look: Look, g: Situation, movers: Sequence[int]) -> None:
        super().__init__(look, g)
        self.look, self.side = look, look.side
        self.rules, self.front = look.rules, look.front
        rules = look.rules
        self.movers = [u for u in movers if g.hex[u] >= 0]
        self.afloat = [u for u in movers if g.hex[u] < 0]
        self.reach: dict[int, Reach] = {u: look.country.ways.ends(g, u) for u in self.movers}
        units = rules.units.units
        self.guns = [u for u in self.movers if units[u].asu]
        self.troops = [u for u in self.movers if not units[u].asu]

    def plan(self) -> Plan:
        """Landings and attacks first, then each unit of the rest where it serves best, then the guns."""
        plan = Plan(moment(self.g))
        self.front.memo = {}
        if self.afloat:
            plan.landings = Fleet(self.look.country, self.look).orders(self.trial, self.afloat)
        self._assaults(plan)
        rest = [u for u in self.troops if u not in plan.goals]
        rest.sort(key=lambda u: (self.look.turns(u, self.g.hex[u]), u))
        chosen = {u: self.g.hex[u] for u in rest}
        for _ in range(self.rounds):
            for u in rest:
                chosen[u] = self._place(u)
        for u in rest:
            if chosen[u] != self.g.hex[u]:
                plan.goals[u] = chosen[u]
                plan.why[u] = self.reason(u, chosen[u])
        for u in self.guns:
            self._site(u, plan)
        self.front.memo = None
        return plan

    # -- 8.0 who attacks what

    def _assaults(self, plan: Plan) -> None:
        """Who goes where to attack."""
        g, trial = self.g, self.trial
        able = [u for u in g.on_map(self.side) if u in self.reach or not g.moved >> u & 1]
        able += [u for u in self.troops if g.is_area(g.hex[u])]
        self.set_out(plan, Massing(self.look, g, trial, able, self.reach).attacks())
        trial.air, trial.naval, trial.fired = g.air, g.naval, g.fired

    # -- 7.0 who holds what

    def _place(self, unit: int) -> int:
        """Put a unit where the whole position is worth most."""
        trial = self.trial
        best, chosen = -1e9, self.g.hex[unit]
        for h in self._places(unit):
            if h != trial.hex[unit]:
                trial.put(unit, h)
            value = self.front.value(trial) + self.look.merit(self.g, trial, unit, h)
            if value > best + 1e-9:
                best, chosen = value, h
        if trial.hex[unit] != chosen:
            trial.put(unit, chosen)
        return chosen

    def _places(self, unit: int) -> list[int]:
        """The places worth weighing: staying, what is to be guarded, the nearest to the goal, good ground."""
        home, trial = self.g.hex[unit], self.trial
        reach = self.reach[unit]
        size, rough = self.rules.tables.size, self.rules.tables.rough
        open_ = [h for h in reach if self.look.room(self.trial, unit, h)]
        march = {h: self.look.turns(unit, h) for h in open_}
        ahead = sorted(open_, key=lambda h: (march[h], h))[: self.short_list]
        friends = trial.occupied[self.side]
        around = self.rules.tables.ground.around
        wide = self.rules.board.grid.within

        def ground(h: int) -> float:
            if h >= size:
                return -march[h]
            apart = not around[h] & friends and wide(h, 2) & friends
            merit = 0.4 * bool(rough >> h & 1) + 0.5 * bool(apart)
            return merit - march[h] - 0.02 * self.front.threat[h]

        good = sorted(open_, key=lambda h: (-ground(h), h))[: self.short_list]
        prizes = [h for h in open_ if self.look.prize(self.g, h)]
        dear = mask_of(self.front.keys)
        for beach in self.g.beachheads() if self.side == ALLIED else ():
            dear |= around[beach]
        guard = [h for h in open_ if h < size and dear >> h & 1 and self.front.threat[h]]
        stay = [home] if self.look.room(self.trial, unit, home) or not open_ else []
        return list(dict.fromkeys([*stay, *prizes, *guard, *ahead, *good]))

    # -- 17.0 where the guns stand

    def _site(self, unit: int, plan: Plan) -> None:
        """17.3 An ASU stays in range of its troops, one hex a turn, clear of the enemy."""
        g, trial, tables = self.g, self.trial, self.rules.tables
        counter, units = self.rules.units.units[unit], self.rules.units.units
        home = g.hex[unit]
        if g.status[unit] == FULL:
            return
        open_ = self.front.open_hexes(trial)
        grid = self.rules.board.grid
        friends = [
            trial.hex[u]
            for u in trial.on_map(self.side)
            if not units[u].asu
            and units[u].nation == counter.nation
            and (counter.corps or units[u].formation == counter.formation)
        ]
        zones = [grid.within(f, counter.range - 1) for f in friends]
        aims = [grid.within(t, counter.range) for t in plan.targets]
        rings = [mask_of(friends)]
        while len(rings) < FAR_OFF:
            rings.append(rings[-1] | grid.spread(rings[-1]))
        behind = grid.spread(open_)
        behind |= grid.spread(behind)

        def merit(h: int) -> float:
            if h >= tables.size:
                return -FAR
            moved = len(self.reach[unit][h][1]) if h != home else 0
            score = -1.2 * (moved > 1 and g.status[unit] == GOOD)
            score += 0.25 * sum(zone >> h & 1 for zone in zones)
            score -= 0.1 * sum(not ring >> h & 1 for ring in rings)
            score -= self._danger(unit, h, open_)
            alone = all(units[u].asu or u == unit for u in trial.group(h))
            score -= BREACH * (alone and behind >> h & 1)
            if moved <= 1:
                score += 0.6 * sum(aim >> h & 1 for aim in aims)
            if not self.front.supplied >> h & 1:
                score -= 2.0
            return score

        best = max([home, *sorted(self.reach[unit])], key=merit)
        if best != home:
            trial.put(unit, best)
            plan.goals[unit] = best
            facts = {"unit": g.id(unit), "hex": g.word(best)}
            plan.why[unit] = Reason("17.4", Say("{unit} comes into range in {hex}", **facts))

    def _danger(self, gun: int, h: int, open_: int) -> float:
        """What guns stand to lose in a hex; in company they share the danger of the others."""
        trial, front = self.trial, self.front
        here = trial.hex[gun]
        others = any(u != gun for u in trial.group(h))
        trial.put(gun, RESERVE)
        before = front.exposure(trial, h, open_) if others else 0.0
        trial.put(gun, h)
        after = front.exposure(trial, h, open_)
        trial.put(gun, here)
        return GUNS * (after - before)
