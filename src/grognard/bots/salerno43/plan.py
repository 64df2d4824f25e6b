"""A movement planned whole: who goes where to attack, who holds the line, where the guns stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...engine.words import Say
from ...games.salerno43 import attacks, reach, stacking
from ...games.salerno43.counters import ALLIED, VEHICLE
from ...games.salerno43.modifiers import Attack
from ...games.salerno43.situation import FULL, GOOD, RESERVE, Situation
from ...hexes import mask_of, members
from ..seat import Reason
from . import assault
from .country import FAR
from .landing import Fleet
from .look import Look

Reach = dict[int, tuple[int, list[int]]]
SHORT_LIST = 8
"""How many places are weighed for a unit by the march to its goal, and again by their ground."""
FAR_OFF = 12
"""How far guns look for their troops."""
GUNS = 1.5
"""How much the danger to guns counts against what they could do."""
BREACH = 2.5
"""What it counts that guns stand alone where a breakthrough could come."""
RISK = 0.5
"""How much of the danger in which an attack puts the position counts against it."""

DETOUR = 0.1
"""How much a march away from the goal counts against an attack."""


def moment(g: Situation) -> tuple[object, ...]:
    """What a plan depends on and the movement itself does not change."""
    low, high = g.game.span[1 - g.active]
    enemy = tuple(g.hex[low:high]), tuple(g.status[low:high])
    return g.turn, g.phase, g.active, enemy


@dataclass
class Plan:
    """A movement: where units are to go, in this order, and why."""

    moment: tuple[object, ...]
    goals: dict[int, int] = field(default_factory=dict)
    why: dict[int, Reason] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)
    landings: list[tuple[int, int]] = field(default_factory=list)


class Planner:
    """Makes the plan of one movement."""

    def __init__(self, look: Look, g: Situation, movers: Sequence[int]) -> None:
        self.look, self.g, self.side = look, g, look.side
        self.rules, self.front = look.rules, look.front
        rules = look.rules
        self.movers = [u for u in movers if g.hex[u] >= 0]
        self.afloat = [u for u in movers if g.hex[u] < 0]
        self.reach: dict[int, Reach] = {u: reach.ends(g, u) for u in self.movers}
        units = rules.units.units
        self.guns = [u for u in self.movers if units[u].asu]
        self.troops = [u for u in self.movers if not units[u].asu]
        self.trial = g.copy()

    def plan(self) -> Plan:
        plan = Plan(moment(self.g))
        self.front.memo = {}
        if self.afloat:
            plan.landings = Fleet(self.look.country, self.look).orders(self.trial, self.afloat)
        self._assaults(plan)
        rest = [u for u in self.troops if u not in plan.goals]
        rest.sort(key=lambda u: (self.look.turns(u, self.g.hex[u]), u))
        chosen = {u: self.g.hex[u] for u in rest}
        for _ in range(2):
            for u in rest:
                chosen[u] = self._place(u)
        for u in rest:
            if chosen[u] != self.g.hex[u]:
                plan.goals[u] = chosen[u]
                plan.why[u] = self._reason(u, chosen[u])
        for u in self.guns:
            self._site(u, plan)
        self.front.memo = None
        return plan

    # -- 8.0 who attacks what

    def _assaults(self, plan: Plan) -> None:
        """Attacks one after the other, the best first; each takes its units."""
        g, enemy = self.g, 1 - self.side
        free = {
            u
            for u in g.on_map(self.side)
            if g.attack(u)
            and attacks.fit(g, u) is None
            and (u in self.reach or not g.moved >> u & 1)
        }
        free |= {u for u in self.troops if g.is_area(g.hex[u]) and attacks.fit(g, u) is None}
        known: dict[int, tuple[float, Attack, dict[int, int]] | None] = {}
        targets = members(g.occupied[enemy])
        while targets:
            for target in targets:
                if target not in known:
                    known[target] = self._gather(target, free)
            best: tuple[float, Attack, dict[int, int]] | None = None
            for target in targets:
                found = known[target]
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
            if best is None or best[0] < self.look.enough:
                return
            _, attack, spots = best
            taken = set(spots)
            free -= taken
            plan.targets.append(attack.target)
            targets.remove(attack.target)
            for u, h in spots.items():
                self.trial.put(u, h)
                if h == g.hex[u]:
                    plan.goals[u] = h
                    continue
                plan.goals[u] = h
                facts = {"unit": g.id(u), "hex": g.word(h), "foe": g.word(attack.target)}
                plan.why[u] = Reason("8.1", Say("{unit} goes to {hex} to attack {foe}", **facts))
            near = self.rules.board.grid.within(attack.target, 2)
            for target in targets:
                old = known.get(target)
                if near >> target & 1 or (old is not None and taken & set(old[2])):
                    known.pop(target, None)

    def _gather(self, target: int, free: set[int]) -> tuple[float, Attack, dict[int, int]] | None:
        """The best attack on a hex with the units that can come next to it."""
        g, units = self.g, self.rules.units.units
        near = self.rules.tables.ground.around[target] & ~g.occupied[1 - self.side]
        spots: dict[int, list[int]] = {}
        for u in sorted(free):
            open_ = [h for h in members(near) if self._can_strike(u, h, target)]
            if open_:
                spots[u] = open_
        best: tuple[float, Attack, dict[int, int]] | None = None
        for nation, army in sorted({(units[u].nation, units[u].army) for u in spots}):
            able = [u for u in spots if (units[u].nation, units[u].army) == (nation, army)]
            able.sort(key=lambda u: (-g.attack(u), u))
            for formation in sorted({units[u].formation for u in able}):
                found = self._mass(target, formation, able, spots)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
        return best

    def _can_strike(self, unit: int, h: int, target: int) -> bool:
        """Whether a unit can be in a hex and attack the target from there."""
        g, ground = self.g, self.rules.tables.ground
        if h != g.hex[unit] and h not in self.reach.get(unit, ()):
            return False
        d = ground.deltas.index(target - h)
        if ground.sea[d] >> h & 1:
            return False
        if self.rules.units.units[unit].klass != VEHICLE:
            return True
        if ground.wall[d] >> h & 1:
            return False
        return not (g.weather == "rain" and ground.unbridged[d] >> h & 1)

    def _mass(
        self, target: int, formation: str, able: list[int], spots: dict[int, list[int]]
    ) -> tuple[float, Attack, dict[int, int]] | None:
        """8.4 One formation as the Main Assault Force, a tank attached, others beside it."""
        units, scratch = self.rules.units.units, self.trial.copy()
        core = [u for u in able if units[u].formation == formation]
        if not formation:
            core = core[:1]
        tanks = [u for u in able if units[u].silhouette and u not in core][:1]
        others = [u for u in able if u not in core and u not in tanks]
        where: dict[int, int] = {}
        attached = -1
        best: tuple[float, Attack, dict[int, int]] | None = None
        strength = 0
        for u in [*core, *tanks, *others][:9]:
            h = self._spot(scratch, u, spots[u], target, {where[v] for v in core if v in where})
            if h is None:
                continue
            scratch.put(u, h)
            where[u] = h
            maf = [v for v in core if v in where]
            if u in tanks and any(where[v] == h for v in maf):
                attached = u
            if not maf:
                continue
            full = (*maf, attached) if attached >= 0 else tuple(maf)
            attack = Attack(target, tuple(where), full, attached)
            shift = assault.likely(scratch, attack)
            value = assault.appraise(scratch, attack, shift=shift) - 0.3 * shift
            value -= 0.1 * len(where)
            if best is None or value > best[0]:
                best = value, attack, dict(where)
            strength += scratch.attack(u)
            if strength > 28:
                break
        if best is None or best[0] < self.look.enough:
            return None
        return (
            best[0] - RISK * self._risk(target, best[2]) - self._detour(best[2]),
            best[1],
            best[2],
        )

    def _detour(self, spots: dict[int, int]) -> float:
        """What the march of an attack away from what its units are to reach costs."""
        look = self.look
        away = sum(look.turns(u, h) - look.turns(u, self.g.hex[u]) for u, h in spots.items())
        return DETOUR * look.pull * max(away, 0.0)

    def _risk(self, target: int, spots: dict[int, int]) -> float:
        """What the attackers, and those whom they leave behind, stand to lose more than before.

        The enemy who is attacked will have other things to do.
        """
        after = self.trial.copy()
        for u, h in spots.items():
            after.put(u, h)
        return self.front.value(self.trial, 1 << target) - self.front.value(after, 1 << target)

    def _spot(
        self, scratch: Situation, unit: int, spots: list[int], target: int, core: set[int]
    ) -> int | None:
        """Where a unit attacks from: with its division, not over water, on good ground."""
        tables = self.rules.tables
        ground = tables.ground

        def merit(h: int) -> float:
            d = ground.deltas.index(target - h)
            score = 1.0 * (tables.rough >> h & 1) + 0.6 * (h in core) - 0.02 * self.front.threat[h]
            score += 0.4 * (h == self.g.hex[unit])
            if ground.mountain[d] >> h & 1:
                score -= 3.0
            if ground.river[d] >> h & 1:
                score -= 1.5
            return score

        for h in sorted(spots, key=lambda h: (-merit(h), h)):
            there = [u for u in scratch.group(h) if u != unit]
            if stacking.points(scratch, [*there, unit]) <= stacking.LIMIT:
                return h
        return None

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
        ahead = sorted(open_, key=lambda h: (march[h], h))[:SHORT_LIST]
        friends = trial.occupied[self.side]
        around = self.rules.tables.ground.around
        wide = self.rules.board.grid.within

        def ground(h: int) -> float:
            if h >= size:
                return -march[h]
            apart = not around[h] & friends and wide(h, 2) & friends
            merit = 0.4 * bool(rough >> h & 1) + 0.5 * bool(apart)
            return merit - march[h] - 0.02 * self.front.threat[h]

        good = sorted(open_, key=lambda h: (-ground(h), h))[:SHORT_LIST]
        prizes = [h for h in open_ if self.look.prize(self.g, h)]
        dear = mask_of(self.front.keys)
        for beach in self.g.beachheads() if self.side == ALLIED else ():
            dear |= around[beach]
        guard = [h for h in open_ if h < size and dear >> h & 1 and self.front.threat[h]]
        stay = [home] if self.look.room(self.trial, unit, home) or not open_ else []
        return list(dict.fromkeys([*stay, *prizes, *guard, *ahead, *good]))

    def _reason(self, unit: int, h: int) -> Reason:
        g, tables = self.g, self.rules.tables
        facts = {"unit": g.id(unit), "hex": g.word(h)}
        if self.look.prize(self.g, h):
            return Reason("23.1.1", Say("{unit} takes {hex}, which counts for victory", **facts))
        if h in self.front.keys:
            return Reason("16.3.4", Say("{unit} guards {hex}", **facts))
        if h < tables.size:
            friends = self.trial.any_bond[self.side] & ~(1 << h)
            near = self.rules.board.grid.within(h, 2) & ~tables.ground.around[h] & friends
            if near and self.front.threat[h]:
                return Reason("7.2", Say("{unit} closes the line in {hex}", **facts))
        if self.look.turns(unit, h) > self.look.turns(unit, g.hex[unit]):
            return Reason("", Say("{unit} falls back to {hex}", **facts))
        return Reason("5.1", Say("{unit} moves up to {hex}", **facts))

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
