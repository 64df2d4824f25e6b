"""The staff's judgement with a design in mind: who goes for what, by which way, at what risk."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, NamedTuple

from ...games.anzio import movement, tactics
from ...games.anzio.counters import ALLIED, ARMORED, FOOT, GERMAN
from ...games.anzio.situation import Situation
from ...games.anzio.tactics import FAR
from ...hexes import Edges, mask_of, members, reach
from ..search import Aim
from .appreciation import SHOVED, Appreciation, Group, Intent
from .ring import manned, posts

KEPT = 64
"""So many situations are remembered that differ in losses."""


HALTED, LOCKED, BARRED = 3, 6, 9
"""What it adds to a march to enter an enemy's zone of control, to go on from there into the next,
and to have to drive him out of the way."""
LEAST, OVER = 6, 1.6
"""The strength that is sent to a place that nobody holds; and how many times the defenders' if somebody does."""


CROWD = 4
"""How many groups in support are feared behind a ring."""
HOLE, WRONG = 5.0, 3.0
"""In a ring: what it costs that a post is without troops, and that it is held by others than it should be."""


GUARDED, FETCHED = 5, 3.0
"""In so many of the last turns guards go back; and how much strength a turn of the march is worth then."""


class Enemy(NamedTuple):
    """The groups of an enemy where they stand, what each group of ours has to fear of them, the ways around them."""

    foes: list[tuple[int, Group]]
    known: dict[tuple[object, ...], float]
    ways: dict[tuple[int, int], list[int]]


class Memory(NamedTuple):
    """What was reckoned of situations with the same losses: groups, attacks, what the enemy could do."""

    groups: dict[tuple[int, ...], Group]
    local: dict[tuple[object, ...], Any]
    enemies: dict[tuple[int, ...], Enemy]


@dataclass(frozen=True)
class Design(Aim):
    """An aim at Anzio: how hard to press, where, and how much risk is taken."""

    press: float | None = None
    """0 to hold, 1 to press on all along the front; None as the ratio of strengths has it."""
    boldness: float = 1.0
    """How much one's own attacks count beside the enemy's."""
    enough: float = 0.25
    """What an attack must promise before it is made, in strength points."""
    take: tuple[int, ...] = ()
    """The places that are to be taken, each by a task force that is strong enough; the others hold."""
    share: float = 0.0
    """How much of the force goes at least, that which is not needed elsewhere for the first of the places."""
    ring: bool = False
    """A stronghold: the strongest groups in one's own places, the others on every hex beside them.  Who lands
    in a place that nobody can leave stays there, more than two in a hex (5.0a), and such a group does not fall."""
    raid: bool = False
    """Small groups keep out of the enemy's way and walk into his places at the end."""
    openly: bool = False
    """Raiders do not hide: they go the shortest way."""
    guard: bool = False
    """Late in the game somebody weak goes back to each of one's own places and stays there."""


class Judge(Appreciation):
    """The staff's judgement with a design in mind; what it has reckoned is shared by all playouts."""

    design: Design
    memory: OrderedDict[tuple[object, ...], Memory]
    back: tuple[Edges, Edges]

    def __init__(self, tables: Appreciation, design: Design, memory: Any, back: Any) -> None:
        self.__dict__.update(tables.__dict__)
        self.design, self.memory, self.back = design, memory, back

    def look(self, g: Situation) -> None:
        key = g.turn, g.attacked, tuple(g.steps)
        found = self.memory.get(key)
        if found is None:
            found = self.memory[key] = Memory({}, {}, {})
            if len(self.memory) > KEPT:
                self.memory.popitem(last=False)
        self._groups, self._local, self._enemies = found

    def intent(self, g: Situation, side: int) -> Intent:
        design = self.design
        found = super().intent(g, side)
        if design.press is not None:
            found = found._replace(posture=design.press)
        if design.ring:
            goals = manned(self, g, side)
            home = {u: h for u, h in found.home.items() if u not in goals}
            return found._replace(posture=1.0, goals=goals, home=home)
        if design.guard and self.rules.turns - g.turn < GUARDED:
            found = found._replace(goals=found.goals | self._guards(g, side))
        if design.take:
            sent = self._sent(g, side)
            home = {u: h for u, h in found.home.items() if u not in sent}
            found = found._replace(goals=sent, home=home)
        return found

    def _guards(self, g: Situation, side: int) -> dict[int, int]:
        """By unit: the place of its own side that it is to guard; who is weak and near goes."""
        found: dict[int, int] = {}
        for place in self.towns if side == GERMAN else self.ports:
            left = [u for u in g.on_map(side) if u not in found]
            best = min(
                left,
                key=lambda u: (g.strength((u,)) + FETCHED * self.turns(g, side, (u,), place), u),
                default=None,
            )
            if best is not None:
                found[best] = place
        return found

    def _sent(self, g: Situation, side: int) -> dict[int, int]:
        """By unit: the place that it goes to take.  The nearest go, until each place has its task force."""
        design, rules = self.design, self.rules
        strength = {
            party: sum(rules.units[u].strength[g.steps[u]] for u in party)
            for party in tactics.parties(g, side)
        }
        total = sum(strength.values())
        need: dict[int, float] = {}
        for goal in design.take:
            there = self._standing(g, 1 - side, 1 << goal)
            beside = self._standing(g, 1 - side, rules.tables.around[goal])
            need[goal] = max(LEAST, OVER * there + 0.5 * beside)
        first = design.take[0]
        need[first] = max(need[first], design.share * total - sum(need.values()) + need[first])
        sent = dict.fromkeys(need, 0.0)
        found: dict[int, int] = {}
        free = dict(strength)
        while free and (open_ := [goal for goal in need if sent[goal] < need[goal]]):
            goal = min(open_, key=lambda goal: sent[goal] / need[goal])
            party = min(free, key=lambda party: (self.turns(g, side, party, goal), party))
            sent[goal] += free.pop(party)
            found.update(dict.fromkeys(party, goal))
        return found

    def reached(self, g: Situation, unit: int) -> int:
        """10.1, 10.4 Where a unit could be after a movement in which the others make room."""
        counter = self.rules.units[unit]
        start, zone = g.hex[unit], g.zoc(1 - counter.side)
        ends = reach(
            self.rules.tables.sure[counter.klass],
            start,
            0 if g.moved >> unit & 1 else movement.allowance(g, unit),
            barred=g.occupied[1 - counter.side],
            halting=zone,
            not_first=zone if zone >> start & 1 else 0,
        )
        return mask_of(ends) | 1 << start

    def _standing(self, g: Situation, side: int, where: int) -> int:
        return sum(g.strength(g.at[h]) for h in members(g.occupied[side] & where))

    def turns(self, g: Situation, side: int, party: tuple[int, ...], goal: int) -> float:
        """How many turns a party marches to a goal."""
        counters = [self.rules.units[u] for u in party]
        klass = ARMORED if any(c.armored for c in counters) else FOOT
        return self.way(g, side, klass, goal)[g.hex[party[0]]] / (6 if klass == ARMORED else 4)

    # -- 10.4 the ways around the enemy

    def enemy(self, g: Situation, side: int) -> Enemy:
        """The enemy of a side where he stands; he stands still while the side is moved about."""
        low, high = self.rules.span[1 - side]
        where = tuple(g.hex[low:high])
        found = self._enemies.get(where)
        if found is None:
            standing = [(h, self.group(g, g.at[h])) for h in members(g.occupied[1 - side])]
            found = self._enemies[where] = Enemy(standing, {}, {})
        return found

    def way(self, g: Situation, side: int, klass: int, goal: int) -> list[int]:
        """By hex: the march to a goal as the enemy stands, around his zones of control where that is shorter."""
        ways = self.enemy(g, side).ways
        found = ways.get((klass, goal))
        if found is None:
            found = ways[klass, goal] = self._way(g, side, klass, goal)
        return found

    def _way(self, g: Situation, side: int, klass: int, goal: int) -> list[int]:
        barred = g.occupied[1 - side] & ~(1 << goal)
        zone = g.zoc(1 - side)
        far = [FAR] * self.rules.board.grid.size
        far[goal] = 0
        buckets: list[list[int]] = [[] for _ in range(FAR)]
        buckets[0].append(goal)
        for spent, bucket in enumerate(buckets):
            for h in bucket:
                if far[h] < spent:
                    continue
                more = spent
                held = zone >> h & 1
                if barred >> h & 1:
                    more += BARRED
                elif held and h != goal:
                    more += HALTED
                for n, cost in self.back[klass][h]:
                    total = more + cost + (LOCKED if held and zone >> n & 1 else 0)
                    if total < far[n]:
                        far[n] = total
                        buckets[total].append(n)
        return far

    def _position(self, g: Situation, side: int, intent: Intent) -> float:
        """With task forces: how near each is to its place; the others stay near what they cover."""
        if not self.design.take and not self.design.ring:
            return super()._position(g, side, intent)
        total = super()._position(g, side, intent._replace(goals={}))
        press, keep = 0.14 * intent.posture + 0.01, 0.10
        best: dict[int, int] = {}
        for h in members(g.occupied[side]):
            units = g.at[h]
            group = self.group(g, units)
            goal = intent.goals.get(units[0])
            if goal is not None:
                cost = self.way(g, side, group.klass, goal)[h]
                total -= press * group.strength * cost
                best[goal] = min(cost, best.get(goal, FAR))
            else:
                home = intent.home.get(units[0])
                if home is not None:
                    total -= keep * group.strength * max(self.march[group.klass][home][h] - 3, 0)
        if self.design.ring:
            for post in posts(self.rules):
                there = g.at.get(post, ()) if g.occupied[side] >> post & 1 else ()
                total -= WRONG * any(intent.goals.get(u) != post for u in there)
                total -= HOLE * (not there)
            return total
        late = max(0, 5 - self.rules.turns + g.turn)
        if side == ALLIED:
            total -= (0.3 + 0.3 * late) * intent.posture * sum(best.values())
        return total

    def value(self, g: Situation, side: int, intent: Intent) -> float:
        bold = self.design.boldness
        total = self._position(g, side, intent)
        flood = self.flood(g, 1 - side)
        mine = self.combat(g, side)
        if g.active == side == g.first and g.phase in ("movement", "beachhead"):
            total += 0.7 * bold * mine - 0.6 / bold * self.threats(g, side, flood)
        elif g.phase in ("movement", "bombardment") or g.active == side:
            total += 0.8 * bold * mine - self.combat(g, 1 - side) / bold
            total -= 0.4 / bold * self.threats(g, side, flood)
        else:
            total += 0.6 * bold * mine - self.combat(g, 1 - side) / bold
        return total + self._guard(g, side, flood)

    def threats(self, g: Situation, side: int, flood: int) -> float:
        """As the staff reckons it; the enemy stands still while a side is moved about."""
        tables = self.rules.tables
        foes, memo, _ = self.enemy(g, side)
        mine = g.occupied[side]
        full = self.filled(g, mine)
        found = []
        for h in members(mine):
            near = tables.around[h] & flood
            if not near:
                continue
            me = self.group(g, g.at[h])
            away = (self._away(g, h, me, side) & ~flood).bit_count()
            helped = bool(self._next_but_one[h] & full)
            key = h, g.at[h], near, min(away, 2), helped, g.turn, self.design.ring
            fear = memo.get(key)
            if fear is None:
                fear = memo[key] = self._fear(g, side, h, near, away, helped, foes)
            if fear > 0:
                found.append(fear)
        found.sort(reverse=True)
        return sum(found[: max(len(foes) // 2, 1)])

    def _fear(
        self,
        g: Situation,
        side: int,
        h: int,
        open_: int,
        away: int,
        helped: bool,
        foes: list[tuple[int, Group]],
    ) -> float:
        """What the enemy could do to one group."""
        tables = self.rules.tables
        far, me, spots = self.distance[h], self.group(g, g.at[h]), open_.bit_count()
        near = sorted((f for e, f in foes if far[e] <= (6 if f.armored else 4)), reverse=True)
        if not near:
            return 0.0
        best = near[0]
        helpers = sum(foe.strength >= self.rules.charts.support for foe in near[1:spots])
        most = CROWD if self.design.ring else 2
        bonus = min(helpers, most) + best.armored - me.armored - (tables.rough >> h & 1) - helped
        if (tables.water[h] & open_).bit_count() * 2 >= spots:
            bonus -= 1
        odds = self.odds(best.strength - me.strength, bonus)
        trapped = 0.15 if away > 1 else 0.45 if away or spots < 3 else 0.7
        return (
            odds.defender_loses * me.step
            + odds.defender_retreats * (trapped * me.value + SHOVED + self.ground(g, 1 - side, h))
            - odds.attacker_loses * best.step * 0.5
        )


def backwards(edges: Edges) -> Edges:
    """The same edges from where they lead."""
    found: list[list[tuple[int, int]]] = [[] for _ in edges]
    for h, pairs in enumerate(edges):
        for n, cost in pairs:
            found[n].append((h, cost))
    return tuple(map(tuple, found))
