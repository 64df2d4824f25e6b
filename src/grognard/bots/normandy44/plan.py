"""A movement planned whole: who goes where to attack, who holds the line, who waits behind it, where the guns stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from ...engine.words import Say
from ...games.normandy44 import modifiers
from ...games.normandy44 import reach as ground
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import RESERVE_MOVE, Situation
from ...games.zocbond import reach
from ...hexes import mask_of, members
from ..seat import Reason
from ..zocbond.massing import Reach, Strike
from ..zocbond.movements import Cites, Plan, Reasons
from .look import Look
from .massing import Massing

SHORT_LIST = 12
"""How many places are weighed for a unit by the march to its aim, and again by their ground."""
GAPS = 16
"""How many gaps of the line are weighed for a unit."""
NEAR_GUNS = 40
"""How far guns look for their troops: over the whole map."""
SILENT = 1.2
"""17.2.3 What it costs to send guns farther than a hex that are in range of the enemy where they stand: they will be silent."""
FRONT, SERVED = 0.25, 0.1
"""What it is worth that guns have a hex of the front in range, and one that other guns have too."""
GUN_DANGER, ALONE = 1.5, 6.0
"""What it counts that the enemy can come beside guns, in company and alone."""
APART = 1.0
"""What it counts that guns stand alone where the enemy could come if the line gave way."""
JOINS = 8
"""How many posts that it could strengthen are weighed for a unit."""
AROUND = 6
"""How far it is felt, in hexes, that a unit of the line takes another post."""
STIR = 0.25
"""What a move must gain before a unit that could wait in Reserve makes it."""


def moment(g: Situation) -> tuple[object, ...]:
    """What a plan depends on and the movement itself does not change."""
    low, high = g.game.span[1 - g.active]
    return g.turn, g.phase, g.active, tuple(g.hex[low:high])


def in_reserve(g: Situation, units: Iterable[int]) -> Situation:
    """15.2 The position as it would be in the Reserve Movement Phase, with these units in Reserve too."""
    later = g.copy()
    later.phase, later.moved = RESERVE_MOVE, 0
    later.reserve |= sum(1 << u for u in units)
    return later


class Planner(Reasons[Situation]):
    """Makes the plan of one movement."""

    cites: ClassVar[Cites] = Cites("10.1", "23.1", "23.1", "8.5", "9.1")
    short_list = SHORT_LIST
    gaps = GAPS
    joins = JOINS
    passes = (1, 4)
    """By side: how often the places of all units are weighed anew, so that the posts of a line find each other."""
    wary = True
    """Whether the danger in which an attack puts the position is looked at."""

    def __init__(self, look: Look, g: Situation, movers: Sequence[int]) -> None:
        super().__init__(look, g)
        self.look, self.side = look, look.side
        self.rules, self.front = look.rules, look.front
        units = look.rules.units.units
        self.movers = [u for u in movers if g.hex[u] >= 0]
        self.reach: dict[int, Reach] = {u: self._ends(u) for u in self.movers}
        self.guns = [u for u in self.movers if units[u].hq or units[u].werfer]
        self.troops = [u for u in self.movers if u not in self.guns]

    def _ends(self, unit: int) -> Reach:
        """Where a unit could go; 22.1.2, S3.3 who is where he may not stay goes all the way back."""
        shut = ground.blocked(self.g, unit)
        return {h: way for h, way in reach.ends(self.g, unit).items() if not shut >> h & 1}

    def plan(self) -> Plan:
        """Attacks first, then each unit of the rest where it serves best, then the guns."""
        plan = Plan(moment(self.g))
        self.front.memo.clear()
        self._assaults(plan)
        rest = [u for u in self.troops if u not in plan.goals]
        posted = self.look.garrison
        rest.sort(key=lambda u: (u not in posted, self.look.turns(u, self.g.hex[u]), u))
        for u, h in self._places_of(rest).items():
            if h != self.g.hex[u]:
                plan.goals[u] = h
                plan.why[u] = self.reason(u, h)
        for u in self.guns:
            self._site(u, plan)
        self.front.memo.clear()
        return plan

    # -- 10.0 who attacks what

    def _assaults(self, plan: Plan) -> None:
        """Who goes where to attack."""
        self.set_out(plan, self.strikes())
        g, trial = self.g, self.trial
        trial.air, trial.naval, trial.sp = list(g.air), list(g.naval), list(g.sp)

    def strikes(self) -> list[Strike]:
        """The attacks of the movement, the best first."""
        g, able = self.g, self.troops
        if g.phase != RESERVE_MOVE:
            able = [u for u in g.on_map(self.side) if u in self.reach or not g.moved >> u & 1]
        able = [u for u in able if u not in self.look.leaving and self._posted(u) in (-1, g.hex[u])]
        kept = self.look.guards(g)
        free = {u: ends for u, ends in self.reach.items() if u not in kept}
        return Massing(self.look, g, self.trial, able, free, self.wary).attacks()

    def _posted(self, unit: int) -> int:
        """The hex of which a unit is the garrison, or -1."""
        return self.look.garrison.get(unit, -1)

    # -- 9.0 who holds what

    def _places_of(self, units: Sequence[int]) -> dict[int, int]:
        """Where each unit serves best, given all others; again where somebody near it has found another place."""
        found = {u: self._place(u) for u in units}
        near = self.rules.board.grid.within
        stirred = self.rules.tables.land
        for _ in range(self.passes[self.side] - 1):
            weighed, stirred = stirred, 0
            for u in units:
                old = found[u]
                if not (weighed | stirred) >> old & 1:
                    continue
                found[u] = self._place(u)
                if found[u] != old:
                    stirred |= near(old, AROUND) | near(found[u], AROUND)
            if not stirred:
                break
        return found

    def _place(self, unit: int) -> int:
        """Put a unit where the whole position is worth most."""
        trial, home = self.trial, self.g.hex[unit]
        places = self._places(unit)
        if not any(self.front.threat[h] for h in places):
            return self._behind(unit, places)
        best, chosen = -1e9, home
        for h in places:
            if h != trial.hex[unit]:
                trial.put(unit, h)
            value = self._safety(h) + self.look.merit(self.g, trial, unit, h)
            value += STIR * (h == home)
            if value > best + 1e-9:
                best, chosen = value, h
        if trial.hex[unit] != chosen:
            trial.put(unit, chosen)
        return chosen

    def _safety(self, h: int) -> float:
        """What the position is worth with a unit in a hex."""
        return self.front.value(self.trial)

    def _behind(self, unit: int, places: Sequence[int]) -> int:
        """Out of reach of the enemy only the march counts."""
        best = max(places, key=lambda h: (self.look.merit(self.g, self.trial, unit, h), -h))
        if self.trial.hex[unit] != best:
            self.trial.put(unit, best)
        return best

    def _places(self, unit: int) -> list[int]:
        """The places worth weighing: staying, what is to be guarded, the nearest to the aim, good ground.

        17.6 The garrison of Cherbourg stays there even when it is released; who is cut off in the Cotentin joins it.
        """
        home, trial, look = self.g.hex[unit], self.trial, self.look
        post = self._posted(unit)
        if (post == home or post in self.reach[unit]) and look.room(trial, unit, post):
            return [post]
        open_ = [h for h in self.reach[unit] if look.room(trial, unit, h)]
        inside = self.rules.tables.perimeter
        if self.rules.units.units[unit].restricted and inside >> home & 1:
            open_ = [h for h in open_ if inside >> h & 1]
        march = {h: look.turns(unit, h) for h in open_}
        stay = look.room(trial, unit, home)
        if look.country.confined(self.g, unit):
            back = [h for h in open_ if inside >> h & 1]
            if not inside >> home & 1:
                back = back or [h for h in open_ if march[h] < look.turns(unit, home)]
                stay = stay and not back
            open_ = back
        ahead = sorted(open_, key=lambda h: (march[h], h))[: self.short_list]
        around = self.rules.tables.ground.around
        within = self.rules.board.grid.within
        friends, threat = trial.occupied[self.side], self.front.threat

        def footing(h: int) -> float:
            apart = not around[h] & friends and within(h, 2) & friends
            merit = 0.15 * modifiers.bonus(self.g, h) + 0.5 * bool(apart)
            return merit - march[h] - 0.02 * threat[h]

        good = sorted(open_, key=lambda h: (-footing(h), h))[: self.short_list]
        prizes = [h for h in open_ if h in look.stands or look.prize(self.g, h)]
        prizes.sort(key=lambda h: -max(look.stand(trial, unit, h), look.prize(self.g, h)))
        dear = mask_of(self.front.keys)
        guard = [h for h in open_ if dear >> h & 1 and threat[h]]
        guard.sort(key=lambda h: -self.front.keys[h])
        gaps = [] if self.side == ALLIED else self._gaps(unit, {h: march[h] for h in open_})
        here = [home] if stay or not open_ else []
        counted = [*prizes[: self.short_list], *guard[: self.short_list]]
        return list(
            dict.fromkeys([*here, *counted, *gaps, *self._joins(unit, open_), *ahead, *good])
        )

    def _joins(self, unit: int, open_: Sequence[int]) -> list[int]:
        """The posts that a unit could strengthen, those first that stand to lose most; in the campaign fewer and stronger ones."""
        trial, front = self.trial, self.front
        if not front.fears.hole:
            return []
        reached = front.open_hexes(trial)
        held = [h for h in open_ if front.threat[h] and any(u != unit for u in trial.group(h))]
        loss = {h: front.exposure(trial, h, reached) for h in held}
        return sorted((h for h in held if loss[h]), key=lambda h: (-loss[h], h))[: self.joins]

    def _gaps(self, unit: int, march: Mapping[int, float]) -> list[int]:
        """8.5.1 Where a unit would close the line: open to the enemy, and posts two hexes away; ``march`` is what is left."""
        within, spread = self.rules.board.grid.within, self.rules.board.grid.spread
        posts = self.trial.any_bond[self.side] & ~(1 << self.trial.hex[unit])
        open_ = self.front.open_hexes(self.trial)
        open_ |= spread(open_)
        bonds = {
            h: (within(h, 2) & ~within(h, 1) & posts).bit_count()
            for h in march
            if open_ >> h & 1 and self.front.threat[h]
        }
        ends = sorted((h for h in bonds if bonds[h]), key=lambda h: (-bonds[h], march[h], h))
        return ends[: self.gaps]

    # -- 17.2 where the guns stand

    def _site(self, unit: int, plan: Plan) -> None:
        """17.2.3 A headquarters stays in range of its troops, one hex a turn, clear of the enemy."""
        g, trial = self.g, self.trial
        counter, units = self.rules.units.units[unit], self.rules.units.units
        home, grid = g.hex[unit], self.rules.board.grid
        artillery = self.rules.charts.artillery
        range_ = artillery["headquarters" if counter.hq else "werfer"]
        open_ = self.front.open_hexes(trial)
        fronts = [
            h
            for h in members(trial.occupied[self.side] & grid.spread(g.occupied[1 - self.side]))
            if self.side != ALLIED or any(units[u].nation == counter.nation for u in trial.group(h))
        ]
        served = self._served(unit)
        zones = [(grid.within(h, range_ - 1), SERVED if served >> h & 1 else FRONT) for h in fronts]
        aims = [grid.within(t, range_) for t in plan.targets]
        rings = [mask_of(fronts)]
        while len(rings) < NEAR_GUNS:
            rings.append(rings[-1] | grid.spread(rings[-1]))
        ready = not g.used >> unit & 1 and any(
            zone >> home & 1 for zone in (*(z for z, _ in zones), *aims)
        )

        def merit(h: int) -> float:
            moved = len(self.reach[unit][h][1]) if h != home else 0
            score = -SILENT * (moved > 1 and ready and counter.hq)
            score += sum(value for zone, value in zones if zone >> h & 1)
            score -= 0.1 * sum(not ring >> h & 1 for ring in rings)
            score -= self._danger(unit, h, open_)
            if moved <= 1 or not counter.hq:
                score += 0.6 * sum(aim >> h & 1 for aim in aims)
            if not self.front.supplied >> h & 1:
                score -= 2.0
            return score + self.look.stand(trial, unit, h)

        places = [h for h in sorted(self.reach[unit]) if self.look.room(trial, unit, h)]
        best = max([home, *places], key=merit)
        if best != home:
            trial.put(unit, best)
            plan.goals[unit] = best
            facts = {"unit": g.id(unit), "hex": g.word(best)}
            plan.why[unit] = Reason("17.2.4", Say("{unit} comes into range in {hex}", **facts))

    def _served(self, gun: int) -> int:
        """What the Germans' other headquarters have in range: theirs are few, and the line is long."""
        units, hexes = self.rules.units.units, self.trial.hex
        if self.side == ALLIED or not units[gun].hq:
            return 0
        range_, found = self.rules.charts.artillery["headquarters"], 0
        for other in self.rules.guns[self.side]:
            if other != gun and units[other].hq and hexes[other] >= 0:
                found |= self.rules.board.grid.within(hexes[other], range_)
        return found

    def _danger(self, gun: int, h: int, open_: int) -> float:
        """What guns stand to lose in a hex: alone much, in company they share the danger of the others."""
        if not self.front.threat[h]:
            return 0.0
        others = any(u != gun and not self.rules.units.units[u].hq for u in self.trial.group(h))
        if not self.rules.tables.ground.around[h] & open_:
            return 0.0 if others else APART
        return GUN_DANGER if others else ALONE
