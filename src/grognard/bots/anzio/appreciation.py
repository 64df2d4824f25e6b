"""What a position of Anzio is worth to a side, in strength points.

Everything is counted from the rules' own tables: the exact chances of the combat chart, who could
retreat where, how far the enemy could march.  Only the weights are opinion.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...games.anzio import Anzio
from ...games.anzio.combat import Attack
from ...games.anzio.counters import ALLIED, ARMORED, FOOT, GERMAN
from ...games.anzio.situation import Situation
from ...games.anzio.tactics import FAR, march
from ...hexes import mask_of, members

PORT, TOWN = 36.0, 5.0
"""What holding a port is worth to the Germans, and an objective town to the Allies."""
GARRISON = 3.0
"""What it is worth to the Allies that somebody, be it a battalion, stays in a port."""
SHOVED = 0.7
"""What it costs a group to be driven back, when it has somewhere to go."""
ENOUGH_TO_PRESS = 0.7
"""The ratio of massed strength from which a side goes forward."""
LIFE = 1.0
"""What a counter is worth beyond its strength."""


class Group(NamedTuple):
    """A group as the staff sees it."""

    strength: int
    armored: bool
    full: bool
    step: float
    """The cheapest step it could lose."""
    value: float
    klass: int


class Chances(NamedTuple):
    """12.5 The chances of a combat: a loss or a retreat of either side."""

    attacker_loses: float
    attacker_retreats: float
    defender_loses: float
    defender_retreats: float


def chances_of(results: Sequence[tuple[str, float]]) -> Chances:
    """The four chances from the codes of the chart and how likely each is."""

    def chance(side: str, what: str) -> float:
        return sum(p for code, p in results if code[0] == side and what in code)

    return Chances(chance("A", "L"), chance("A", "R"), chance("D", "L"), chance("D", "R"))


class Intent(NamedTuple):
    """What a side means to do this turn."""

    posture: float
    """0 to hold, 1 to press on all along the front."""
    goals: dict[int, int]
    """By unit: the enemy's place it makes for."""
    home: dict[int, int]
    """By unit: the place of our own that it covers."""


class Prospect(NamedTuple):
    """An attack that could be made, and what it promises."""

    worth: float
    target: int
    origin: int
    support: tuple[int, ...]


class Appreciation:
    """The judgement of one game's map and charts."""

    def __init__(self, rules: Anzio) -> None:
        self.rules = rules
        tables = rules.tables
        hexes = [h for h in rules.board.hexes if tables.land >> h & 1]
        goals = members(rules.port_mask | rules.objective_mask)
        self.march = [
            {goal: march(rules, klass, goal) for goal in goals} for klass in (FOOT, ARMORED)
        ]
        """By class and goal hex: the march to it in movement points, by hex."""
        self.distance = {h: self._rings(h) for h in hexes}
        self.ports = members(rules.port_mask)
        self.towns = members(rules.objective_mask)
        self._odds: dict[tuple[int, int], Chances] = {}
        self._near = {h: rules.board.grid.within(h, 3) for h in hexes}
        self._next_but_one = {h: rules.board.grid.within(h, 2) & ~(1 << h) for h in hexes}
        self._now: tuple[object, ...] = ()
        self._groups: dict[tuple[int, ...], Group] = {}
        self._local: dict[tuple[object, ...], list[Prospect]] = {}

    def _rings(self, h: int) -> list[int]:
        grid = self.rules.board.grid
        far = [99] * grid.size
        seen = ring = 1 << h
        steps = 0
        while ring:
            for n in members(ring):
                far[n] = steps
            ring = grid.spread(ring) & ~seen
            seen |= ring
            steps += 1
        return far

    # -- groups and attacks

    def group(self, g: Situation, units: tuple[int, ...]) -> Group:
        found = self._groups.get(units)
        if found is None:
            found = self._groups[units] = self._look(g, units)
        return found

    def look(self, g: Situation) -> None:
        """Take up a situation: what was seen before other losses and attacks is forgotten.

        Everything else here may then be asked of it and of copies with units put elsewhere.
        """
        now = g.turn, g.phase, g.attacked, tuple(g.steps)
        if self._now != now:
            self._now = now
            self._groups.clear()
            self._local.clear()

    def _look(self, g: Situation, units: tuple[int, ...]) -> Group:
        counters = [self.rules.units[u] for u in units]
        steps = [g.steps[u] for u in units]
        losses = [self.loss(g, u) for u in units]
        strength = sum(c.strength[s] for c, s in zip(counters, steps, strict=True))
        armored = any(c.armored for c in counters)
        return Group(
            strength,
            armored,
            2 in steps,
            min(losses),
            strength + LIFE * len(units),
            ARMORED if armored else FOOT,
        )

    def loss(self, g: Situation, unit: int) -> float:
        """What the next step of a unit is worth."""
        strength, steps = self.rules.units[unit].strength, g.steps[unit]
        return strength[steps] - strength[steps - 1] + (LIFE if steps == 1 else 0.0)

    def odds(self, differential: int, modifier: int) -> Chances:
        """12.5 The chances in a column with a modifier."""
        charts = self.rules.charts
        key = charts.column(differential), modifier
        found = self._odds.get(key)
        if found is None:
            results = [(charts.result(key[0], die + modifier), 1 / 6) for die in range(1, 7)]
            found = self._odds[key] = chances_of(results)
        return found

    def modifier(self, g: Situation, attack: Attack, foe: Group) -> int:
        """12.6 The sum of the modifiers, as the rules add it up."""
        tables = self.rules.tables
        bonus = len(attack.support) - foe.armored - (tables.rough >> attack.target & 1)
        bonus += self.group(g, attack.attackers).armored
        bonus -= tables.water[attack.origin] >> attack.target & 1
        side = 1 - self.rules.units[attack.attackers[0]].side
        others = tables.around[attack.origin] & g.occupied[side] & ~(1 << attack.target)
        if others and any(self.group(g, g.at[h]).full for h in members(others)):
            bonus -= 1
        return bonus

    def worth(self, g: Situation, attack: Attack, chances: Chances | None = None) -> float:
        """What an attack promises its side: their losses less ours, ground included."""
        tables = self.rules.tables
        target, origin = attack.target, attack.origin
        ours, theirs = self.group(g, attack.attackers), self.group(g, g.at[target])
        side = self.rules.units[attack.attackers[0]].side
        if chances is None:
            modifier = self.modifier(g, attack, theirs)
            chances = self.odds(ours.strength - theirs.strength, modifier)
            if tables.barrier[origin] >> target & 1 and ours.armored:
                chances = Chances(*(c / 2 for c in chances))
        covered = tables.around[origin]
        for h in attack.support:
            covered |= tables.around[h]
        away = self._away(g, target, theirs, 1 - side) & ~covered
        gain = chances.defender_loses * theirs.step
        if not away:
            gain += chances.defender_retreats * (theirs.value + self.ground(g, side, target))
        else:
            gain += chances.defender_retreats * (SHOVED + self.ground(g, side, target))
            if not away & ~g.zoc(side):
                gain += chances.defender_retreats * theirs.step
        cost = chances.attacker_loses * ours.step
        back = self._away(g, origin, ours, side) & ~tables.around[target]
        lost = ours.value if not back else SHOVED
        if back and not back & ~g.zoc(1 - side):
            lost += ours.step
        cost += chances.attacker_retreats * (lost + self.ground(g, 1 - side, origin))
        return gain - cost

    def _away(self, g: Situation, h: int, group: Group, side: int) -> int:
        """12.7 The free hexes around a group that it could retreat to."""
        tables = self.rules.tables
        open_ = tables.enter[FOOT][h] & ~g.occupied[0] & ~g.occupied[1]
        if group.armored:
            open_ &= tables.enter[ARMORED][h] & ~tables.barrier[h]
        return open_

    def ground(self, g: Situation, side: int, h: int) -> float:
        """What it is worth to a side to drive the enemy from a hex."""
        left = self.rules.turns - g.turn
        if self.rules.port_mask >> h & 1:
            return PORT
        if self.rules.objective_mask >> h & 1:
            return TOWN + (12.0 / (1 + left) if left < 5 else 0.0)
        return 0.0

    def prospects(self, g: Situation, side: int, *, every: bool = False) -> list[Prospect]:
        """The attacks of a side that promise something, best first.

        For each pair of groups alone and with all the support there is; or ``every`` set of support.
        """
        found: list[Prospect] = []
        for target in members(g.occupied[1 - side] & self.rules.tables.spread(g.occupied[side])):
            found += (
                self._attacks_on(g, side, target, True) if every else self._known(g, side, target)
            )
        found.sort(reverse=True)
        return found

    def _known(self, g: Situation, side: int, target: int) -> list[Prospect]:
        """The attacks on a hex, looked up if nothing within three hexes has changed."""
        near = self._near[target]
        ours, theirs = g.occupied[side] & near, g.occupied[1 - side] & near
        at = g.at
        key = side, target, theirs, tuple(at[h] for h in members(ours | theirs)), ours
        found = self._local.get(key)
        if found is None:
            found = self._local[key] = self._attacks_on(g, side, target, False)
        return found

    def _attacks_on(self, g: Situation, side: int, target: int, every: bool) -> list[Prospect]:
        tables, at, marked = self.rules.tables, g.at, g.attacked
        near, able, found = [], [], []
        for h in members(tables.around[target] & g.occupied[side]):
            if marked and any(marked >> u & 1 for u in at[h]):
                continue
            group = self.group(g, at[h])
            if group.armored and tables.barrier[h] >> target & 1 and not self.rules.water_attack:
                continue
            near.append(h)
            if group.strength >= self.rules.charts.support:
                able.append(h)
        for origin in near:
            helpers = [h for h in able if h != origin]
            for support in _supports(helpers, every):
                worth = self.worth(g, Attack(target, origin, at[origin], support))
                if worth > 0:
                    found.append(Prospect(worth - 0.2 * len(support), target, origin, support))
        return found

    def combat(self, g: Situation, side: int) -> float:
        """What a side's combat promises: the best attacks, no group used twice."""
        total, used, hit = 0.0, 0, 0
        for worth, target, origin, support in self.prospects(g, side):
            if worth <= 0:
                break
            groups = 1 << origin
            for h in support:
                groups |= 1 << h
            if groups & used or hit >> target & 1:
                continue
            used |= groups
            hit |= 1 << target
            total += worth
        return total

    # -- the whole position

    def flood(self, g: Situation, side: int) -> int:
        """10.4 About how far a side could march in its next movement: hexes it could end in."""
        tables = self.rules.tables
        barred = g.occupied[1 - side]
        halting = tables.spread(barred)
        fast = slow = 0
        for h in members(g.occupied[side]):
            if self.group(g, g.at[h]).armored:
                fast |= 1 << h
            else:
                slow |= 1 << h
        seen = edge = fast
        for points in range(6, 0, -1):
            if points == 4:
                edge |= slow
                seen |= slow
            step = tables.spread(edge & ~halting) | tables.spread(edge & halting) & ~halting
            edge = step & tables.land & ~barred & ~seen
            seen |= edge
        return seen

    def filled(self, g: Situation, hexes: int) -> int:
        """Those of the hexes in which nobody more may stack."""
        return mask_of(h for h in members(hexes) if self.group(g, g.at[h]).full)

    def threats(self, g: Situation, side: int, flood: int) -> float:
        """What the enemy could do to the groups of a side if he moved up to them."""
        tables, rules = self.rules.tables, self.rules
        foes = [(h, self.group(g, g.at[h])) for h in members(g.occupied[1 - side])]
        mine = g.occupied[side]
        full = self.filled(g, mine)
        found = []
        for h in members(mine):
            spots = (tables.around[h] & flood).bit_count()
            if not spots:
                continue
            me, far = self.group(g, g.at[h]), self.distance[h]
            near = [foe for e, foe in foes if far[e] <= (6 if foe.armored else 4)]
            if not near:
                continue
            near.sort(reverse=True)
            best = near[0]
            helpers = sum(foe.strength >= rules.charts.support for foe in near[1:spots])
            bonus = min(helpers, 2) + best.armored - me.armored - (tables.rough >> h & 1)
            if self._next_but_one[h] & full:
                bonus -= 1
            if (tables.water[h] & flood).bit_count() * 2 >= spots:
                bonus -= 1
            odds = self.odds(best.strength - me.strength, bonus)
            away = (self._away(g, h, me, side) & ~flood).bit_count()
            trapped = 0.15 if away > 1 else 0.45 if away or spots < 3 else 0.7
            found.append(
                odds.defender_loses * me.step
                + odds.defender_retreats
                * (trapped * me.value + SHOVED + self.ground(g, 1 - side, h))
                - odds.attacker_loses * best.step * 0.5
            )
        found.sort(reverse=True)
        return sum(f for f in found[: max(len(foes) // 2, 1)] if f > 0)

    def intent(self, g: Situation, side: int) -> Intent:
        """How hard to press, and which unit looks to which goal and which of our own places."""
        strength = [
            {h: self.group(g, g.at[h]).strength for h in members(g.occupied[s])}
            for s in (ALLIED, GERMAN)
        ]
        mass = [sum(s * s for s in strength[who].values()) for who in (side, 1 - side)]
        ratio = (mass[0] / max(mass[1], 1)) ** 0.5
        late = max(0, g.turn - 6) * 0.08
        posture = min(max((ratio - ENOUGH_TO_PRESS) * 1.6 + late, 0.0), 1.0)
        goals, home = self.ports, self.towns
        if side == ALLIED:
            goals, home = home, goals
        return Intent(
            posture, self._sectors(g, side, strength, goals), self._sectors(g, side, strength, home)
        )

    def _sectors(
        self, g: Situation, side: int, strength: list[dict[int, int]], places: list[int]
    ) -> dict[int, int]:
        """The place each unit looks to: shared out from one flank to the other by need."""
        if len(places) != 2:
            return dict.fromkeys(g.on_map(side), places[0]) if places else {}
        need = [
            6 + sum(s for h, s in strength[1 - side].items() if self.distance[place][h] <= 4)
            for place in places
        ]
        west, east = (self.march[FOOT][place] for place in places)
        line = sorted(strength[side], key=lambda h: (west[h] - east[h], h))
        share = sum(strength[side].values()) * need[0] / sum(need)
        found, used = {}, 0.0
        for h in line:
            place = places[0] if used + strength[side][h] / 2 <= share else places[1]
            used += strength[side][h]
            found.update(dict.fromkeys(g.at[h], place))
        return found

    def value(self, g: Situation, side: int, intent: Intent) -> float:
        """What the position is worth to the side that is moving."""
        total = self._position(g, side, intent)
        if g.active == side == g.first and g.phase in ("movement", "beachhead"):
            flood = self.flood(g, 1 - side)
            total += 0.7 * self.combat(g, side) - 0.6 * self.threats(g, side, flood)
        elif g.phase in ("movement", "bombardment") or g.active == side:
            flood = self.flood(g, 1 - side)
            total += 0.8 * self.combat(g, side) - self.combat(g, 1 - side)
            total -= 0.4 * self.threats(g, side, flood)
        else:
            flood = self.flood(g, 1 - side)
            total += 0.6 * self.combat(g, side) - self.combat(g, 1 - side)
        return total + self._guard(g, side, flood)

    def _position(self, g: Situation, side: int, intent: Intent) -> float:
        """Ground held, and how near the groups are to where they are wanted."""
        left = self.rules.turns - g.turn
        late = max(0, 5 - left)
        held = g.occupied
        total = 0.0
        for port in self.ports:
            if held[GERMAN] >> port & 1:
                total += PORT if side == GERMAN else -PORT
            elif held[ALLIED] >> port & 1 and side == ALLIED:
                total += GARRISON
        taken = 0
        for town in self.towns:
            worth = TOWN * (0.3 + 0.5 * late)
            if held[ALLIED] >> town & 1:
                taken += 1
                total += worth if side == ALLIED else -worth
            elif held[GERMAN] >> town & 1 and side == GERMAN:
                total += 0.2 * worth
        if taken == 2:
            total += (4.0 * late + 2) * (1 if side == ALLIED else -1)
        if not intent.goals:
            return total
        press, keep = 0.14 * intent.posture + 0.01, 0.10 * (1 - intent.posture)
        best: dict[int, int] = {}
        for h in members(held[side]):
            units = g.at[h]
            group = self.group(g, units)
            to, goal = self.march[group.klass], intent.goals[units[0]]
            cost = to[goal][h]
            if cost < best.get(goal, FAR):
                best[goal] = cost
            total -= press * group.strength * cost
            if keep:
                total -= keep * group.strength * max(to[intent.home[units[0]]][h] - 3, 0)
        if side == ALLIED:
            total -= (0.3 + 0.3 * late) * intent.posture * sum(best.values())
        return total

    def _guard(self, g: Situation, side: int, flood: int) -> float:
        """What it costs that the enemy could walk into, or up to, what must be held."""
        tables = self.rules.tables
        total = 0.0
        if side == ALLIED:
            mask, walk, near = self.rules.port_mask, PORT * 0.8, 2.5
        else:
            late = max(0, g.turn - 6)
            mask, walk, near = self.rules.objective_mask, 0.4 + 1.5 * late, 0.1 * late
        for h in members(mask & ~g.occupied[1 - side]):
            if flood >> h & 1:
                total -= walk
            ring = tables.around[h]
            if ring & flood:
                total -= near
            if tables.spread(ring) & flood:
                total -= near * 0.6
        return total


def _supports(helpers: list[int], every: bool) -> list[tuple[int, ...]]:
    if not helpers:
        return [()]
    if not every or len(helpers) > 4:
        return [(), tuple(helpers)] if len(helpers) == 1 else [(), (helpers[0],), tuple(helpers)]
    return [
        tuple(h for i, h in enumerate(helpers) if pick >> i & 1)
        for pick in range(1 << len(helpers))
    ]
