"""The country as the staff sees it: how far it is to each place, what is worth having, what is whose aim."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heappop, heappush

from ...games.salerno43 import Salerno43
from ...games.salerno43.counters import ALLIED, FOOT, GERMAN, VEHICLE
from ...games.salerno43.situation import AREAS, RESERVE, SEA, Situation
from ...hexes import Edges, mask_of, members
from .lines import POINT, beach_falls
from .ways import Ways

FAR = 99.0
BEACH = 3.0
"""What the landings that a Beachhead lets through are worth at first, in Victory Points."""
LANDINGS = 8
"""The turns in which most of the army lands."""
GUARD = 0.3
"""How much a Beachhead draws the troops ashore, against 1 for a Victory Point to be taken."""
INTRUDER = 0.8
"""The same for a German on the beaches."""
LAST_TURN = 3.0
"""How much more it counts on the last turn."""
EARLY = 0.5
"""How much of a Victory Point counts at the start, before it can be held for good."""
TOGETHER = 1.0
"""What it is worth that units of a division have the same aim."""
STRANGE = 2.0
"""What it costs the Allies to send a unit into the sector of the other corps."""
DARING = 18
"""What crossing a mountain or a river on foot or on tracks counts in a march, in sixths of a point."""
CLOSE, NEAR = 4, 7
"""How near the Allies must be to a place before the Germans cover it, with all or half their heart."""
TIDE = 1.4
"""From this superiority of the Allies the Germans of the campaign give ground."""


def beach_worth(g: Situation) -> float:
    """23.1.3 A Beachhead in strength points: its own Victory Point, and what is still to land there."""
    return POINT * (1.0 + BEACH * max(0, LANDINGS - g.turn) / LANDINGS)


def urgency(g: Situation) -> float:
    """23.0 How much a Victory Point won now counts: in the end all do, before that most change hands."""
    if g.turn == g.game.turns:
        return LAST_TURN
    return EARLY + (1.0 - EARLY) * (g.turn / g.game.turns) ** 2


class Country:
    """Marches over the map, worked out once a goal."""

    def __init__(self, rules: Salerno43) -> None:
        self.rules = rules
        self.rides: tuple[tuple[Edges, ...], ...] = tuple(
            tuple(
                tuple(tuple((n, cost) for n, _, cost, _ in ahead) for ahead in steps)
                for steps in by_class
            )
            for by_class in rules.tables.steps
        )
        """By side and class: where a step leads and what it costs."""
        self.beaches = beach_falls(rules.charts)
        self.ways = Ways()
        self._ways: dict[tuple[int, int], list[list[tuple[int, int]]]] = {}
        self._marches: dict[tuple[int, int, int], list[float]] = {}

    def march(self, side: int, klass: int, goal: int) -> list[float]:
        """By place: the movement points of a march to the goal, in a country without enemies."""
        key = side, klass, goal
        known = self._marches.get(key)
        if known is None:
            known = self._marches[key] = self._spread(side, klass, goal)
        return known

    def _spread(self, side: int, klass: int, goal: int) -> list[float]:
        into = self._into(side, klass)
        cheapest = [FAR] * len(into)
        cheapest[goal] = 0.0
        heap = [(0, goal)]
        while heap:
            spent, here = heappop(heap)
            if spent / 6 > cheapest[here]:
                continue
            for n, cost in into[here]:
                total = spent + cost
                if total / 6 < cheapest[n]:
                    cheapest[n] = total / 6
                    heappush(heap, (total, n))
        return cheapest

    def _into(self, side: int, klass: int) -> list[list[tuple[int, int]]]:
        """By place: from where it can be entered, and at what cost."""
        key = side, klass
        known = self._ways.get(key)
        if known is None:
            tables = self.rules.tables
            steps = tables.steps[side][klass]
            known = [[] for _ in steps]
            for here, ahead in enumerate(steps):
                for n, _, cost, _ in ahead:
                    known[n].append((here, cost))
                if here < tables.size:
                    for n in members(tables.daring[klass][here]):
                        known[n].append((here, DARING + 6 * (klass == VEHICLE)))
            self._ways[key] = known
        return known

    def turns(self, unit: int, place: int, goal: int) -> float:
        """How many turns of marching a unit has from a place to its goal."""
        counter = self.rules.units.units[unit]
        if not counter.move or place < 0:
            return FAR
        return self.march(counter.side, counter.klass, goal)[place] / counter.move

    # -- what is worth having

    def strength(self, g: Situation, side: int) -> float:
        """The strength of a side that is ashore or at hand."""
        units = self.rules.units.units
        low, high = self.rules.span[side]
        total = 0.0
        for u in range(low, high):
            if g.hex[u] >= 0 or g.hex[u] in (RESERVE, SEA):
                total += (g.attack(u) + g.defense(u)) / 2 * (units[u].army != 8)
        return total

    def giving_way(self, g: Situation) -> bool:
        """Whether the Germans of the campaign should fall back to the north."""
        if self.rules.scenario != "campaign" or g.turn < 6:
            return False
        return self.strength(g, ALLIED) > TIDE * self.strength(g, GERMAN)

    def keys(self, g: Situation, side: int) -> dict[int, float]:
        """The hexes that a side has and would not lose, with their worth in strength points."""
        tables = self.rules.tables
        found = {}
        given_up: set[int] = set()
        if side == GERMAN and self.giving_way(g):
            given_up = tables.vp.keys() - self._northern_line(g).keys()
        for h, value in tables.vp.items():
            if g.controls(side, h) and h not in given_up:
                found[h] = POINT * value
        if side == ALLIED:
            for h in g.beachheads():
                found[h] = found.get(h, 0.0) + beach_worth(g)
            if self.rules.airfield >= 0 and g.control >> self.rules.airfield & 1:
                found[self.rules.airfield] = found.get(self.rules.airfield, 0.0) + 2.0
        return found

    def aims(self, g: Situation, side: int, army: int = 5) -> dict[int, float]:
        """The places that a side wants to take or to hold, with weights."""
        tables = self.rules.tables
        spread = self.rules.board.grid.spread
        close = g.occupied[1 - side]
        for _ in range(CLOSE):
            close |= spread(close)
        fought = close
        for _ in range(NEAR - CLOSE):
            fought |= spread(fought)
        found: dict[int, float] = {}
        for h, value in tables.vp.items():
            inland = bool(tables.sector8 >> h & 1)
            if side == ALLIED:
                if inland != (army == 8):
                    continue
                held = g.control >> h & 1 == 1
                found[h] = value * (0.4 if held else 1.0)
            else:
                held = not g.control >> h & 1
                if held and fought >> h & 1:
                    found[h] = (1.2 if close >> h & 1 else 0.6) * value
                elif not held and not inland:
                    found[h] = 0.7 * value
        if side == ALLIED:
            self._allied_aims(g, found, army)
        elif self.giving_way(g):
            found = self._northern_line(g)
        if not found:
            found = dict.fromkeys(tables.vp, 1.0)
        return found

    def _allied_aims(self, g: Situation, found: dict[int, float], army: int) -> None:
        size = self.rules.tables.size
        if army == 8:
            if not any(weight > 0.5 for weight in found.values()):
                found |= {size + k: 0.5 for k, name in enumerate(AREAS) if name[0] == "E"}
            return
        for h in g.beachheads():
            found[h] = max(found.get(h, 0.0), GUARD)
        shore = mask_of(beach.hex for beach in self.rules.beaches.values())
        for _ in range(2):
            shore |= self.rules.board.grid.spread(shore)
        for h in members(shore & g.occupied[GERMAN]):
            found[h] = max(found.get(h, 0.0), INTRUDER)
        if self.rules.scenario == "campaign" and g.turn >= 10:
            found[size] = 2.5
            found[size + 1] = 2.0

    def _northern_line(self, g: Situation) -> dict[int, float]:
        """The last ground of the Germans: Avellino, Sarno, the gates of the north edge."""
        tables = self.rules.tables
        line: dict[int, float] = {}
        for k, name in enumerate(AREAS):
            gates = members(tables.touch[k])
            if name in self.rules.charts.north and gates:
                line[gates[len(gates) // 2]] = 2.5
        for h, value in tables.vp.items():
            own = not g.control >> h & 1
            if own and any(self.march(GERMAN, FOOT, gate)[h] < 8 for gate in line):
                line[h] = 1.5 * value
        return line

    def goals(self, g: Situation, side: int, movers: Sequence[int]) -> dict[int, int]:
        """Which aim each unit serves: near ones first, none with more than it needs."""
        units = self.rules.units.units
        found: dict[int, int] = {}
        for army in sorted({units[u].army for u in movers}):
            aims = self.aims(g, side, army)
            if not aims:
                continue
            need = {o: 4.0 + self._against(g, side, o) for o in aims}
            given = dict.fromkeys(aims, 0.0)
            mine = [u for u in movers if units[u].army == army]
            ways = {u: {o: self.turns(u, self.start(g, u), o) for o in aims} for u in mine}
            for u in sorted(mine, key=lambda u: (min(ways[u].values()), u)):
                formation = units[u].formation
                pulls = {
                    o: 5.0 * aims[o] / (1.0 + given[o] / need[o]) - 1.5 * ways[u][o] for o in aims
                }
                for o in {found[v] for v in found if formation and formation == units[v].formation}:
                    pulls[o] = pulls.get(o, -FAR) + TOGETHER
                for o in self.other_sector(u, aims):
                    pulls[o] -= STRANGE
                best = max(pulls, key=lambda o: (pulls[o], -o))
                found[u] = best
                given[best] += (g.attack(u) + g.defense(u)) / 2
        return found

    def other_sector(self, unit: int, aims: Iterable[int]) -> set[int]:
        """The aims of the Allies that are nearer to the beaches of the other corps."""
        counter = self.rules.units.units[unit]
        if counter.side != ALLIED or counter.army != 5:
            return set()
        north = counter.nation == "CW" or counter.formation == "Rangers"
        beaches = self.rules.beaches
        if not beaches:
            return set()
        x_corps = self.march(ALLIED, FOOT, beaches["Roger"].hex)
        vi_corps = self.march(ALLIED, FOOT, beaches["Red"].hex)
        return {o for o in aims if (x_corps[o] < vi_corps[o]) != north}

    def start(self, g: Situation, unit: int) -> int:
        """Where a unit starts; the beach of its nation for one that is still at sea."""
        place = g.hex[unit]
        if place >= 0:
            return place
        nation = self.rules.units[unit].nation
        for u in self.rules.beachheads:
            if g.hex[u] >= 0 and self.rules.units[u].nation == nation:
                return g.hex[u]
        return self.rules.salerno

    def _against(self, g: Situation, side: int, goal: int) -> float:
        """What the enemy has near a goal."""
        tables = self.rules.tables
        near = (
            self.rules.board.grid.within(goal, 3)
            if goal < tables.size
            else tables.touch[goal - tables.size]
        )
        return sum(
            float(g.attack(u) + g.defense(u)) / 2
            for h in members(near & g.occupied[1 - side])
            for u in g.at[h]
        )
