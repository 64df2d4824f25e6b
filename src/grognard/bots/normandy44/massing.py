"""10.0 Who could attack what in one movement: the best attacks, each with its units and their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ...games.normandy44 import attacks, modifiers
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import Situation
from ...games.zocbond import stacking
from ...games.zocbond.assault import Attack
from ...hexes import members
from . import assault
from .look import Look

Reach = dict[int, tuple[int, list[int]]]
"""Where a unit's move could end: the points spent and the way."""
FORMATIONS = 3
"""How many formations are thought of as the Main Assault Force, the strongest at hand first."""
HELPERS = 8
"""How many units are thought of in one attack."""
PLENTY = 24
"""Strength beyond which more adds nothing."""
DETOUR = 0.1
"""How much a march away from the aim counts against an attack."""
EACH = 0.1
"""What each unit is worth elsewhere."""


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
        wary: bool,
    ) -> None:
        self.wary = wary
        self.look, self.g, self.side = look, g, look.side
        self.rules, self.front = look.rules, look.front
        self.trial, self.able, self.reach = trial, able, reached

    def attacks(self) -> list[Strike]:
        """The attacks of the movement, the best first; each takes its units and its support."""
        g = self.g
        chosen: list[Strike] = []
        free = {u for u in self.able if g.attack(u) and attacks.fit(g, u) is None}
        found: dict[int, Strike | None] = {}
        targets = members(g.occupied[1 - self.side])
        while targets:
            for target in targets:
                if target not in found:
                    found[target] = self.strike(target, self.spots(target, free))
            strikes = [strike for target in targets if (strike := found[target]) is not None]
            best = max(strikes, key=lambda strike: strike.value, default=None)
            if best is None or best.value < self.look.posture.enough:
                return chosen
            chosen.append(best)
            taken = set(best.spots)
            free -= taken
            target = best.attack.target
            targets.remove(target)
            for u, h in best.spots.items():
                if self.trial.hex[u] != h:
                    self.trial.put(u, h)
            self._spend(best.attack)
            near = self.rules.board.grid.within(target, 2)
            for target in targets:
                old = found.get(target)
                if near >> target & 1 or (old is not None and taken & set(old.spots)):
                    found.pop(target, None)
        return chosen

    def _spend(self, attack: Attack) -> None:
        """10.5b The support that the attack will use is no longer there for the next one."""
        trial, shift = self.trial, assault.likely(self.trial, attack)
        if self.side != ALLIED or not shift:
            return
        army = trial.army(attack.units[0])
        trial.air[army] = max(0, trial.air[army] - 1)
        if self.rules.tables.naval_zone >> attack.target & 1:
            trial.naval[army] = max(0, trial.naval[army] - 1)
        trial.sp[army] = max(0, trial.sp[army] - 1)

    def spots(self, target: int, free: Iterable[int]) -> dict[int, list[int]]:
        """Who can come next to a hex, and where."""
        near = members(self.rules.tables.ground.around[target] & ~self.g.occupied[1 - self.side])
        found: dict[int, list[int]] = {}
        for u in sorted(free):
            here, ends = self.g.hex[u], self.reach.get(u, {})
            open_ = [
                h
                for h in near
                if (h == here or h in ends) and attacks.blocked(self.g, u, h, target) is None
            ]
            if open_:
                found[u] = open_
        return found

    def strike(self, target: int, spots: dict[int, list[int]]) -> Strike | None:
        """The best attack on a hex with those who can come next to it."""
        g, units = self.g, self.rules.units.units
        best: Strike | None = None
        for army in sorted({g.army(u) for u in spots}):
            able = [u for u in spots if g.army(u) == army]
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

    def _mass(
        self, target: int, formation: str, able: list[int], spots: dict[int, list[int]]
    ) -> Strike | None:
        """10.3 One formation as the Main Assault Force, a tank attached, others beside it."""
        units, scratch = self.rules.units.units, self.trial.copy()
        core = [u for u in able if units[u].formation == formation]
        attaches = bool(formation)
        if not attaches:
            core = [u for u in core if self.g.attack(u) <= self.rules.charts.battle_group][:1]
        tanks = [u for u in able if units[u].silhouette and u not in core][:1] if attaches else []
        others = [u for u in able if u not in core and u not in tanks]
        where: dict[int, int] = {}
        attached = -1
        best: tuple[float, Attack, dict[int, int]] | None = None
        strength = 0
        for u in [*core, *tanks, *others][:HELPERS]:
            h = self._spot(scratch, u, spots[u], target, {where[v] for v in core if v in where})
            if h is None:
                continue
            if scratch.hex[u] != h:
                scratch.put(u, h)
            where[u] = h
            maf = [v for v in core if v in where]
            if u in tanks and any(where[v] == h for v in maf):
                attached = u
            if not maf:
                continue
            full = (*maf, attached) if attached >= 0 else tuple(maf)
            attack = Attack(target, tuple(where), full, attached, attaches)
            shift = assault.likely(scratch, attack)
            stakes = assault.Stakes(scratch, self.look.country, attack)
            value = assault.appraise(scratch, attack, stakes, shift)
            value -= assault.SUPPORT_WORTH * shift + EACH * len(where)
            if best is None or value > best[0]:
                best = value, attack, dict(where)
            strength += scratch.attack(u)
            if strength > PLENTY:
                break
        if best is None or best[0] < self.look.posture.enough:
            return None
        value, attack, where = best
        value -= self.look.posture.risk * self._risk(target, where) + self._detour(where)
        return Strike(value, attack, where)

    def _detour(self, spots: dict[int, int]) -> float:
        """What the march of an attack away from what its units are to reach costs."""
        look = self.look
        away = sum(look.turns(u, h) - look.turns(u, self.g.hex[u]) for u, h in spots.items())
        return DETOUR * look.posture.pull * max(away, 0.0)

    def _risk(self, target: int, spots: dict[int, int]) -> float:
        """What the attackers, and those whom they leave behind, stand to lose more than before.

        The enemy who is attacked will have other things to do.
        """
        if not self.wary or all(self.trial.hex[u] == h for u, h in spots.items()):
            return 0.0
        after = self.trial.copy()
        for u, h in spots.items():
            if after.hex[u] != h:
                after.put(u, h)
        return self.front.value(self.trial, 1 << target) - self.front.value(after, 1 << target)

    def _spot(
        self, scratch: Situation, unit: int, spots: list[int], target: int, core: set[int]
    ) -> int | None:
        """Where a unit attacks from: with its division, not over water, on good ground."""
        tables = self.rules.tables
        deltas = tables.ground.deltas

        def merit(h: int) -> float:
            d = deltas.index(target - h)
            wet = (tables.river_side[d] | tables.airfield_side[d] | tables.flooded) >> h & 1
            score = 0.25 * modifiers.bonus(scratch, h) - 3.0 * wet + 0.6 * (h in core)
            return score + 0.4 * (h == self.g.hex[unit]) - 0.02 * self.front.threat[h]

        for h in sorted(spots, key=lambda h: (-merit(h), h)):
            there = [u for u in scratch.group(h) if u != unit]
            if not stacking.over(scratch, [*there, unit]):
                return h
        return None
