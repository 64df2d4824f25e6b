"""8.0 Who could attack what in one movement: the best attacks, each with its units and their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...games.salerno43 import attacks, support
from ...games.salerno43.counters import VEHICLE
from ...games.salerno43.situation import Situation
from ...games.zocbond import stacking
from ...games.zocbond.assault import Attack
from ...hexes import members
from . import assault
from .look import Look

Reach = dict[int, tuple[int, list[int]]]
"""Where a unit's move could end: the points spent and the way."""
FORMATIONS = 3
"""How many formations are thought of as the Main Assault Force, the strongest at hand first."""
DETOUR = 0.1
"""How much a march away from the goal counts against an attack."""


class Strike(NamedTuple):
    """An attack, what it promises less its risk, and who goes where for it."""

    value: float
    attack: Attack
    spots: dict[int, int]


class Massing:
    """The attacks of one side's movement; the trial position is changed as they are chosen."""

    def __init__(
        self,
        look: Look,
        g: Situation,
        trial: Situation,
        able: Iterable[int],
        reached: dict[int, Reach],
    ) -> None:
        self.look, self.g, self.side = look, g, look.side
        self.rules, self.front = look.rules, look.front
        self.trial, self.able, self.reach = trial, able, reached

    def attacks(self) -> list[Strike]:
        """The attacks of the movement, the best first; each takes its units and its support."""
        g, enemy = self.g, 1 - self.side
        chosen: list[Strike] = []
        free = {u for u in self.able if g.attack(u) and attacks.fit(g, u) is None}
        found: dict[int, Strike | None] = {}
        targets = members(g.occupied[enemy])
        while targets:
            for target in targets:
                if target not in found:
                    found[target] = self.strike(target, self.spots(target, free))
            best: Strike | None = None
            for target in targets:
                strike = found[target]
                if strike is not None and (best is None or strike.value > best.value):
                    best = strike
            if best is None or best.value < self.look.enough:
                return chosen
            chosen.append(best)
            taken = set(best.spots)
            free -= taken
            target = best.attack.target
            targets.remove(target)
            for u, h in best.spots.items():
                self.trial.put(u, h)
            spent = self._spend(best.attack)
            near = self.rules.board.grid.within(target, 2)
            for target in targets:
                old = found.get(target)
                if near >> target & 1 or (old is not None and (spent or taken & set(old.spots))):
                    found.pop(target, None)
        return chosen

    def _spend(self, attack: Attack) -> bool:
        """9.4-9.6 The support that the attack will use is no longer there for the next one."""
        trial, units = self.trial, self.rules.units.units
        wings, guns, ships, _ = support.more(trial, attack)
        trial.air -= set(wings[:1])
        trial.naval -= set(ships[:1])
        division = [u for u in guns if not units[u].corps][:1]
        corps = [u for u in guns if units[u].corps][: not ships]
        for u in (*division, *corps):
            trial.fired |= 1 << u
        return bool(wings or guns or ships)

    def spots(self, target: int, free: Iterable[int]) -> dict[int, list[int]]:
        """Who can come next to a hex, and where."""
        near = members(self.rules.tables.ground.around[target] & ~self.g.occupied[1 - self.side])
        found: dict[int, list[int]] = {}
        for u in sorted(free):
            open_ = [h for h in near if self._can_strike(u, h, target)]
            if open_:
                found[u] = open_
        return found

    def strike(self, target: int, spots: dict[int, list[int]]) -> Strike | None:
        """The best attack on a hex with those who can come next to it."""
        g, units = self.g, self.rules.units.units
        best: Strike | None = None
        for nation, army in sorted({(units[u].nation, units[u].army) for u in spots}):
            able = [u for u in spots if (units[u].nation, units[u].army) == (nation, army)]
            able.sort(key=lambda u: (-g.attack(u), u))
            weight: dict[str, int] = {}
            for u in able:
                name = units[u].formation
                weight[name] = weight.get(name, 0) * bool(name) + g.attack(u)
            for formation in sorted(weight, key=lambda name: (-weight[name], name))[:FORMATIONS]:
                strike = self._mass(target, formation, able, spots)
                if strike is not None and (best is None or strike.value > best.value):
                    best = strike
        return best

    def _can_strike(self, unit: int, h: int, target: int) -> bool:
        """Whether a unit can be in a hex and attack the target from there."""
        g, ground = self.g, self.rules.tables.ground
        if h != g.hex[unit] and h not in self.reach.get(unit, ()):
            return False
        d = ground.deltas.index(target - h)
        if ground.closed[d] >> h & 1:
            return False
        if self.rules.units.units[unit].klass != VEHICLE:
            return True
        if ground.wall[d] >> h & 1:
            return False
        return not (g.weather == "rain" and ground.unbridged[d] >> h & 1)

    def _mass(
        self, target: int, formation: str, able: list[int], spots: dict[int, list[int]]
    ) -> Strike | None:
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
        value, attack, where = best
        value -= self.look.risk * self._risk(target, where) + self._detour(where)
        return Strike(value, attack, where)

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
            if ground.steep[d] >> h & 1:
                score -= 3.0
            if ground.wet[d] >> h & 1:
                score -= 1.5
            return score

        for h in sorted(spots, key=lambda h: (-merit(h), h)):
            there = [u for u in scratch.group(h) if u != unit]
            if not stacking.over(scratch, [*there, unit]):
                return h
        return None
