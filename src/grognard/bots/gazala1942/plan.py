"""The plan of one impulse: what is attacked, from where, by whom; where the others go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...engine.words import Say
from ...games.gazala1942 import stacking, steps, strength
from ...games.gazala1942.armor import barred
from ...games.gazala1942.combat import owes_armor_combat, refuse_hq
from ...games.gazala1942.counters import AXIS
from ...games.gazala1942.declaring import Attack
from ...games.gazala1942.movement import movable
from ...games.gazala1942.situation import LATER, Situation
from ...hexes import members
from ..seat import Reason
from . import reckoning
from .look import Look

PLACES = 14
"""So many places at most are weighed for a unit, those nearest to its aim first."""
CAREFUL = 4
"""So many attacks are weighed with care."""
SPARED = 0.15
"""What a unit must add to an attack to be sent."""
GIVEN_UP = 0.3
"""How much of what a unit gives up by leaving its place counts against an attack."""
BESIDE, SIDESHOW = 2, 0.6
"""Hexes around an objective, and what attacks farther away lose of their worth on the last day."""
BEGUN = 1.0
"""What it counts for that units are on their way to an attack already."""
EXPOSED = 0.35
"""How much of the danger where an attack starts from counts against it."""
TOGETHER = 1.0
"""9.63 What it adds to a place in an attack that tanks and infantry meet there."""
COMPANY = 4
"""So many units at most are expected in one hex."""
JOIN = 0.6
"""How far it is counted on that the others come."""
STAY = 0.15
"""What a move must gain before it is made."""


@dataclass
class Plan:
    """Where each unit goes, why, and what all of it promises."""

    start: tuple[int, ...]
    moment: tuple[int, int]
    goals: dict[int, int] = field(default_factory=dict)
    why: dict[int, Reason] = field(default_factory=dict)
    targets: list[int] = field(default_factory=list)
    value: float = 0.0


class Strike(NamedTuple):
    """An attack that could be made: what it promises, how many of the impulse's attacks it takes."""

    gain: float
    attacks: int
    target: int
    cells: dict[int, int]


class Planner:
    """Makes the plan of the active side's impulse."""

    def __init__(self, look: Look, g: Situation) -> None:
        self.look, self.g, self.side = look, g, g.active
        self.rules = look.rules
        units = self.rules.units.units
        able = movable(g)
        self.reach = {u: steps.reach(g, u) for u in able}
        self.rommel = g.headquarters == self.rules.rommel
        self.begun: set[int] = set()
        self.fighters = [
            u for u in members(g.eligible) if not units[u].hq and units[u].move[g.steps[u]]
        ]
        self.loose = {u for u in self.fighters if len(self.reach.get(u, ())) > 1}
        """Who can make room by going elsewhere."""
        self.order = sorted(able, key=lambda u: (units[u].hq, -reckoning.worth(g, u), u))

    def plan(self, before: Plan | None = None) -> Plan:
        """The best attacks first, two at most (8.5); then everybody else, one by one, and HQs follow.

        What was begun ``before`` in this impulse is preferred to something new.
        """
        g = self.g
        plan = Plan(tuple(g.hex), (g.turn, g.impulses))
        if before is not None and before.moment == plan.moment:
            self.begun = set(before.targets)
        trial = g.copy()
        left = self.rules.charts.attacks - g.attacks
        busy: set[int] = set()
        while left > 0:
            strike = self._best_attack(trial, busy, plan.targets, left)
            if strike is None:
                break
            left -= strike.attacks
            plan.targets.append(strike.target)
            plan.value += strike.gain
            busy |= set(strike.cells)
            for u, h in strike.cells.items():
                trial.put(u, h)
                if h != g.hex[u]:
                    plan.goals[u] = h
                    facts = {
                        "unit": self.rules.units[u].id,
                        "hex": self.rules.board.label(strike.target),
                    }
                    plan.why[u] = Reason(
                        "9.0", Say("{unit} goes into the attack on {hex}", **facts)
                    )
        waiting = [u for u in self.order if u not in busy]
        for u in waiting:
            if self.rules.units.units[u].hq:
                trial.remove(u, LATER)
        while waiting:
            u = waiting.pop(0)
            self._place(trial, plan, u, waiting)
        return plan

    # -- the attack

    def _best_attack(
        self, trial: Situation, busy: set[int], taken: list[int], left: int
    ) -> Strike | None:
        """Every hex within reach is weighed roughly, the best few with care."""
        g, look = self.g, self.look
        if g.withdrawing and self.side != AXIS and (taken or g.attacks_turn):
            return None
        free = [u for u in self.fighters if u not in busy]
        near = 0
        for u in free:
            for h in self.reach.get(u, {g.hex[u]: 0}):
                near |= 1 << h
        spread = self.rules.board.grid.spread(near)
        rough = []
        for target in members(spread & g.occupied[1 - self.side]):
            if target not in taken:
                rough += self._against(trial, free, target, left)
        rough.sort(key=lambda strike: (-strike.gain, strike.target))
        best: Strike | None = None
        for strike in rough[:CAREFUL]:
            fine = self._trim(trial, strike, left)
            if best is None or fine.gain > best.gain:
                best = fine
        return best if best is not None and best.gain >= look.design.enough else None

    def _against(self, trial: Situation, free: list[int], target: int, left: int) -> list[Strike]:
        """9.0 Everybody who can come up to a hex, and what the attack then promises."""
        g, ground = self.g, self.rules.ground
        cells = [
            h
            for h in ground.neighbours[target]
            if h >= 0 and ground.land >> h & 1 and not g.occupied[1 - self.side] >> h & 1
        ]
        ways = [[h] for h in cells] if self.rommel else [cells]
        free = [u for u in free if self.look.design.allows(g.command[u], target)]
        found = []
        for way in ways:
            chosen = self._gather(trial, free, target, way)
            if chosen:
                found.append(self._promise(trial, target, chosen, left))
        return found

    def _trim(self, trial: Situation, strike: Strike, left: int) -> Strike:
        """Nobody is sent who is not needed; what the others give up where they stand counts.

        Where all is at stake, only what they give up on objectives does.
        """
        best = self._promise(trial, strike.target, strike.cells, left)
        for u in sorted(
            strike.cells,
            key=lambda u: (
                strike.cells[u] == self.g.hex[u],
                reckoning.worth(self.g, u),
                u,
            ),
        ):
            if u == self.rules.rommel or len(best.cells) < 2:
                continue
            fewer = {v: h for v, h in best.cells.items() if v != u}
            other = self._promise(trial, strike.target, fewer, left)
            if other.gain >= best.gain - SPARED:
                best = other
        there = trial.copy()
        for u, h in best.cells.items():
            if there.hex[u] != h:
                there.put(u, h)
        lost = kept = 0.0
        for u, h in best.cells.items():
            if h != self.g.hex[u] and not self.rules.units.units[u].hq:
                here = self.look.holds(self.g, u, self.g.hex[u])
                less = max(here - self.look.holds(there, u, h), 0.0)
                lost += less
                if self.g.hex[u] in self.look.goals:
                    kept += less
        left_alone = {self.g.hex[u] for u in best.cells} - set(best.cells.values())
        alone = sum(self._staffs_left(there, h) for h in left_alone)
        begun = BEGUN if strike.target in self.begun else 0.0
        gain = best.gain * self._matters(strike.target)
        part, stake = GIVEN_UP + 0.4 * self.look.late, self.look.stake(strike.target)
        lost = lost * part - stake * part * (lost - kept)
        care = self.look.care * (1 - stake)
        return best._replace(gain=gain - lost - care * alone + begun)

    def _staffs_left(self, there: Situation, h: int) -> float:
        """10.11 The danger of HQs that stay behind where their guards leave for an attack."""
        if all(u in self.reach for u in there.stack(h)):
            return 0.0
        threat = self.look.threat
        return max(threat.staffs(there, h) - threat.staffs(self.g, h), 0.0)

    def _matters(self, target: int) -> float:
        """13.0 Losses far from any objective decide nothing at the end."""
        distance = self.rules.board.grid.distance
        goals = self.look.design.missing or self.look.goals
        near = min((distance(target, h) for h in goals), default=0)
        return 1.0 if near <= BESIDE else 1.0 - SIDESHOW * self.look.late

    def _gather(
        self, start: Situation, free: list[int], target: int, cells: list[int]
    ) -> dict[int, int]:
        """Units into the hexes around a target: the strongest first, tanks to infantry."""
        g, units = self.g, self.rules.units.units
        ways = []
        for u in free:
            reach = self.reach.get(u)
            open_ = [h for h in cells if h == g.hex[u] or (reach is not None and h in reach)]
            powers = {h: p for h in open_ if (p := self._power(u, h, target)) > 0}
            if powers:
                ways.append((u, powers))
        order = self._mixed_first(ways)
        filled = {h: [v for v in start.stack(h) if v not in self.loose] for h in cells}
        chosen: dict[int, int] = {}
        for u, powers in order:
            kind = units[u].type
            best, where = 0.0, -1
            for h, power in powers.items():
                if not stacking.fits(start, [*(v for v in filled[h] if v != u), u]):
                    continue
                types = {units[v].type for v, at in chosen.items() if at == h}
                value = power + 0.01 * (h == g.hex[u])
                if (kind == "tank" and "infantry" in types) or (
                    kind == "infantry" and "tank" in types
                ):
                    value += TOGETHER
                if value > best:
                    best, where = value, h
            if where >= 0:
                chosen[u] = where
                filled[where].append(u)
        if self.rommel and chosen:
            h = next(iter(chosen.values()))
            rommel = self.rules.rommel
            if h != g.hex[rommel]:
                if h not in self.reach.get(rommel, {}):
                    return {}
                chosen[rommel] = h
        return chosen

    def _mixed_first(
        self, ways: list[tuple[int, dict[int, float]]]
    ) -> list[tuple[int, dict[int, float]]]:
        """9.63 A tank and infantry that can stand together come first, then all others by power."""
        units = self.rules.units.units
        ways = sorted(ways, key=lambda way: (-max(way[1].values()), way[0]))
        foot = [way for way in ways if units[way[0]].type == "infantry"]
        for tank in ways:
            if units[tank[0]].type != "tank":
                continue
            for way in foot:
                both = tank[1].keys() & way[1].keys()
                if both:
                    pair = [(u, {h: powers[h] for h in both}) for u, powers in (tank, way)]
                    return [*pair, *(other for other in ways if other not in (tank, way))]
        return ways

    def _power(self, u: int, h: int, target: int) -> float:
        """9.21, 8.12 What a unit brings against a hex from another: strength and armor dice."""
        g, units = self.g, self.rules.units.units
        unit, ground = units[u], self.rules.ground
        d = self.rules.board.grid.direction(h, target)
        cliff = ground.cliffs[d] >> h & 1
        if cliff and unit.mech:
            return 0.0
        factor = float((unit.armor if unit.type == "flak" else unit.strength)[g.steps[u]])
        walls = strength.inwards(g, h, target) and g.fortified(h, target)
        if g.mined(h, target):
            return factor / 8
        if cliff:
            return factor / 4
        if walls:
            return factor / 2
        return factor + 0.5 * strength.fires(g, u, True)

    def _promise(self, start: Situation, target: int, chosen: dict[int, int], left: int) -> Strike:
        """8.1, 9.2 What the attack brings, less what those who go are exposed to."""
        look = self.look
        trial = start.copy()
        for u, h in chosen.items():
            if trial.hex[u] != h:
                trial.put(u, h)
        units = [u for u in chosen if not self.rules.units.units[u].hq]
        gain, _, attacks = package(look, trial, target, units, left)
        for h in set(chosen.values()):
            gain -= EXPOSED * look.design.caution * look.threat.danger(trial, h)
        return Strike(gain, attacks, target, chosen)

    # -- the others

    def _place(self, trial: Situation, plan: Plan, u: int, waiting: list[int]) -> None:
        """4.0 A unit that does not attack goes where the position is worth most."""
        look, reach, here = self.look, self.reach[u], self.g.hex[u]
        staff = self.rules.units.units[u].hq
        troops = None
        if staff:
            trial.put(u, here)
            places = self._staff_places(trial, u, reach)
            troops = look.troops(trial, u)
        else:
            places = sorted(reach, key=lambda h: (look.turns(trial, u, h), reach[h]))[:PLACES]
            places += [h for h in self._friends(trial, reach) if h not in places]
        best, where = look.score(trial, u, here, *self._coming(trial, waiting, here)), here
        first = best
        if not look.room(trial, u, here):
            best = -99.0
        for h in places:
            if h == here or (h in trial.at and not look.room(trial, u, h)):
                continue
            value = look.score(trial, u, h, *self._coming(trial, waiting, h), troops)
            if value > best + STAY:
                best, where = value, h
        plan.value += max(best - first, 0.0)
        if where == here:
            return
        trial.put(u, where)
        plan.goals[u] = where
        plan.why[u] = self._reason(trial, u, where)

    def _coming(self, trial: Situation, waiting: list[int], h: int) -> tuple[float, float]:
        """Strength and armor of those not yet sent who could join a unit in a hex, as far as there is room."""
        units, steps_left = self.rules.units.units, trial.steps
        able = [
            (units[v].strength[steps_left[v]], units[v].armor[steps_left[v]])
            for v in waiting
            if not units[v].hq and h in self.reach[v] and trial.hex[v] != h
        ]
        room = max(COMPANY - len(trial.stack(h)), 0)
        able = sorted(able, reverse=True)[:room]
        return JOIN * sum(power for power, _ in able), JOIN * sum(guns for _, guns in able)

    def _friends(self, trial: Situation, reach: dict[int, int]) -> list[int]:
        """Objectives and the stacks of friends within reach, the nearest first."""
        own = trial.occupied[self.side]
        near = [h for h in reach if own >> h & 1 or h in self.look.goals]
        return sorted(near, key=lambda h: (reach[h], h))[:PLACES]

    def _staff_places(self, trial: Situation, u: int, reach: dict[int, int]) -> list[int]:
        """10.1, 10.2 An HQ goes anywhere, Rommel only to friends."""
        if u == self.rules.rommel:
            return [h for h in reach if trial.occupied[self.side] >> h & 1]
        return list(reach)

    def _reason(self, trial: Situation, u: int, h: int) -> Reason:
        label, name = self.rules.board.label, self.rules.units[u].id
        if self.rules.units.units[u].hq:
            return Reason("10.1", Say("{unit} follows its units to {hex}", unit=name, hex=label(h)))
        aim = self.look.design.aims.get(u, -1)
        if h in self.look.goals:
            return Reason("13.0", Say("{unit} is to hold {hex}", unit=name, hex=label(h)))
        if aim >= 0 and aim != h:
            facts = {"unit": name, "hex": label(h), "goal": label(aim)}
            return Reason("4.0", Say("{unit} goes to {hex} on its way to {goal}", **facts))
        return Reason("4.0", Say("{unit} is safer in {hex}", unit=name, hex=label(h)))


def package(
    look: Look, g: Situation, target: int, units: list[int], left: int = 2, duels: bool = True
) -> tuple[float, float, int]:
    """8.0, 9.0 The best of armor combat, assault, and both: its gain, whether it clears, its attacks.

    Armor combat alone counts only with ``duels``.  Vehicles that owe armor combat take part in an assault only after it (9.0b).
    """
    game, foes = g.game, g.stack(target)
    counters = game.units.units
    backs = g.headquarters != game.rommel and refuse_hq(g, g.headquarters, target) is None
    hq, air = g.headquarters if backs else -1, g.air if g.active == AXIS else 0
    ground, fierce = look.ground(g, target), look.design.fierce
    able = [u for u in units if strength.attack(g, u, target) > 0]
    fires = [
        u
        for u in units
        if strength.fires(g, u, True) and barred(g, u, g.hex[u], target, "") is None
    ]
    vehicles = any(counters[u].type in strength.VEHICLES for u in foes)
    duel: float | None = None
    if fires and (vehicles or sum(strength.dice(g, foes, False))):
        duel = reckoning.armor(g, fires, target)
    done = bool(g.armor_targets >> target & 1)
    best = (-99.0, 0.0, 1)
    if duel is not None and not done and duels:
        best = max(best, (duel, 0.0, 1))
    owing = [u for u in able if not done and owes_armor_combat(g, u, target)]
    light = tuple(u for u in able if u not in owing)
    if light:
        alone = reckoning.assault(g, Attack(target, light, hq, air), ground, fierce)
        best = max(best, (alone.gain, alone.clears, 1))
    if owing and duel is not None and left > 1:
        both = reckoning.assault(g, Attack(target, tuple(able), hq, air), ground, fierce)
        best = max(best, (duel + both.gain, both.clears, 2))
    return best
