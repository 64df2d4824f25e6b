"""The country as the staff sees it: how far it is to each place, what is worth having, what is whose aim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from ...games.normandy44 import Normandy44, reach, special, supply, victory
from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.ground import ON_FOOT, ON_WHEELS, SLOWED
from ...games.normandy44.situation import BEACHES, BRITAIN, SEA, Situation
from ...hexes import Edges, mask_of, members
from ..zocbond.marches import FAR, Marches
from .roads import cut_off, lifelines
from .worth import BEACH, POINT, spent, urgency

ROAD = 1.5
"""S2.2b What a town on the road between the beaches counts that counts for nothing else."""
EARLY_DROP = 0.6
"""S2.2e How much of its worth a drop hex has before the last turns."""
CARENTAN, INSIDE, CUT = 4.0, 1.0, 1.5
"""S3.3.1 What counts at Cherbourg, in parts of the victory."""
DRIVE = 2.5
"""S3.3.1 How much the ground within the fortress draws the Allies from afar."""
STRONG = 24.0
"""The strength beside a place that makes it half as tempting to the Allies: what is weakly held goes first."""
LINK = 1.2
"""21.1, S2.2b How much an enemy between the beaches draws the troops ashore."""
LINKED, FEWEST = 3.0, 3
"""S2.2b The Victory Points for the link of the beaches, in the campaign too, and among how many at least they are shared."""
INTRUDER = 0.8
"""How much an enemy beside an open beach draws them."""
COUNTER = 0.5
"""How much an open beach draws the Germans while they can still throw it back."""
HELD = 0.3
"""How much a place that is already one's own draws the Allies."""
TOGETHER = 1.0
"""What it is worth that units of a division have the same aim."""
SECTOR, ELSEWHERE = 0.3, 20.0
"""What each hex that an aim is from those of the others of a German division counts against it, and up to how many count."""
FRONT = 9
"""The turn from which the Germans have a front and divisions hold sectors of it; before that everybody goes where he is needed."""
CLOSE, COVERED = 5, 1.2
"""How near the Allies must be to a place before the Germans cover it, in hexes, and how much it draws them."""
COAST = 0.15
"""S1.3, 19.2 How much of its worth a town before the 27 June line and within range of the ships has to them: they cannot hold it to the end."""
LOST = 0.4
"""How much a place draws them that they have lost."""
CITY = 1.7
"""What a hex of a city but for Caen counts to them in the seven turns when they cover it, a town being 1: Bayeux would draw too many."""
AHEAD, FARTHER = 6, 0.4
"""How far before their troops a place draws the Allies in full, in hexes, and how much one beyond that draws them."""
LIFELINE, MOST = 0.15, 2.0
"""S1.3.1b What a Victory Point that is lost with its road adds to a town, and the most that all add."""
MARCH = 1.5
"""What a turn's march to an aim counts against it."""


class Cover(NamedTuple):
    """What draws the Germans."""

    near: int
    """How near the Allies must be, in hexes, before a place begins to draw them."""
    nearby: float
    """How much it draws them."""
    march: float
    """What a turn's march to it counts against it."""
    post: float
    """How much the posts of the perimeter of Cherbourg draw those who are no garrison."""
    alarm: int
    """How near the Allies must be to the perimeter, in hexes, before it is manned by others than its garrison."""
    counter: int = 5
    """The last turn on which a beach draws them."""
    caen: float = 2.0
    """How much more a hex of Caen counts to lose: it is lost for good."""


COVER = {
    "campaign": Cover(6, 0.3, 1.3, 0.5, 3, counter=2, caen=1.2),
    "seven": Cover(9, 0.6, 2.0, 0.5, 4),
    "cherbourg": Cover(8, 0.3, MARCH, 2.0, 9),
}
"""In the campaign the line counts, and places only as they come near; at Cherbourg everything is near, and the perimeter decides."""
GARRISON = 2.0
"""How much Cherbourg draws Germans that are north of the Allies."""


_KNOWN: WeakKeyDictionary[Normandy44, tuple[Marches, ...]] = WeakKeyDictionary()
"""By rules, which games share: the marches that have been worked out."""


def _marches(rules: Normandy44) -> tuple[Marches, ...]:
    """On foot and on wheels, over a map without enemies."""
    known, tables = _KNOWN.get(rules), rules.tables
    if known is None:
        known = _KNOWN[rules] = tuple(
            Marches(
                [
                    [(n, cost) for n, _, cost, _ in (*steps, *first)]
                    for steps, first in zip(tables.steps[table], tables.first[table], strict=True)
                ]
            )
            for table in (ON_FOOT, ON_WHEELS)
        )
    return known


class Country:
    """Marches over the map, and what there is to be had."""

    def __init__(self, rules: Normandy44) -> None:
        self.rules = rules
        tables = rules.tables
        self.rides: tuple[Edges, ...] = tuple(
            tuple(tuple((n, cost) for n, _, cost, _ in ahead) for ahead in tables.steps[table])
            for table in (ON_FOOT, ON_WHEELS, SLOWED)
        )
        """By table of costs: where a step leads and what it costs."""
        self._marches = _marches(rules)
        road = [rules.place(label) for label in rules.setting.get("road", ())]
        self.road = mask_of(h for h in road if h is not None)
        """S2.2b The road between the beaches."""
        self.link_road = self.road or self._coast_road()
        """The same in the campaign, where no rule names it."""
        self.prizes = self._prizes()
        """S1.3, S2.2, S3.3 The hexes that count for victory, whoever has them."""
        self.drops = rules.tables.drops & ~rules.tables.town if rules.scenario == "seven" else 0
        """S2.2e The drop hexes that count if Allies stand there."""
        self.posts = self._posts()
        """17.4 Where battalions two hexes apart close the perimeter of Cherbourg."""
        self.coast = tables.naval_zone & ~tables.beyond if rules.scenario == "campaign" else 0
        """S1.3, 19.2 Where ships fire in the campaign before the 27 June line."""
        self.cover = COVER[rules.scenario]
        self._feeding: tuple[tuple[int, ...], dict[int, float]] = ((), {})
        """Where roads were last looked at, and what was seen."""
        self.mates = self._mates()
        """By unit: the others of its division."""
        self.shore = mask_of(h for beach in rules.beaches.values() for h in beach.hexes)

    def _mates(self) -> list[list[int]]:
        units = self.rules.units.units
        divisions: dict[tuple[int, str], list[int]] = {}
        for u, unit in enumerate(units):
            divisions.setdefault((unit.side, unit.formation), []).append(u)
        return [
            [v for v in divisions[unit.side, unit.formation] if v != u] if unit.formation else []
            for u, unit in enumerate(units)
        ]

    def _coast_road(self) -> int:
        """21.1 The shortest marches from each beach to the next."""
        found, wheels = 0, self._marches[1]
        landings = [b.hexes[0] for b in self.rules.beaches.values() if b.engineer >= 0]
        for here, goal in pairwise(landings if self.rules.scenario == "campaign" else ()):
            left = wheels.to(goal)
            while here != goal:
                here = min(members(self.rules.tables.ground.around[here]), key=lambda h: left[h])
                found |= 1 << here
        return found

    def _prizes(self) -> dict[int, float]:
        rules, tables = self.rules, self.rules.tables
        if rules.scenario != "cherbourg":
            found = {h: float(n) for h, n in victory.worth(rules.situation()).items()}
            return dict.fromkeys(members(self.road & tables.town), ROAD) | found
        found = dict.fromkeys(members(tables.perimeter & tables.land & ~rules.closed), INSIDE)
        carentan = rules.place(rules.setting["carentan"])
        if carentan is not None:
            found[carentan] = CARENTAN
        return found

    def _posts(self) -> int:
        tables, grid = self.rules.tables, self.rules.board.grid
        inside = tables.perimeter & tables.land & ~self.rules.closed
        found = 0
        for h in members(inside & grid.spread(tables.land & ~tables.perimeter)):
            if not grid.within(h, 1) & found:
                found |= 1 << h
        return found

    def holds(self, g: Situation, side: int, h: int) -> bool:
        """2.2.5, S2.2e Whether a place counts for a side now: a drop hex must be occupied."""
        if self.drops >> h & 1:
            return bool(g.occupied[ALLIED] >> h & 1) == (side == ALLIED)
        return g.controls(side, h)

    def due(self, g: Situation, h: int) -> float:
        """S2.2e How much a place is worth now: a drop hex counts only at the end."""
        value = self.prizes.get(h, 0.0)
        if value == ROAD and not self.road & (g.occupied[GERMAN] | g.zoc(GERMAN)):
            return 0.0
        early = self.drops >> h & 1 and g.turn + 1 < self.rules.turns
        if early:
            return EARLY_DROP * value
        return value if self.drops >> h & 1 else value + self.stands(g).get(h, 0.0)

    def stands(self, g: Situation) -> dict[int, float]:
        """S2.2b, S2.2e On the last turn: where Allies must stand, and the Victory Points that hang on it.

        A drop hex must be occupied, and who stands on the road opens his hex of it to his own.
        """
        if self.rules.scenario != "seven" or g.turn < self.rules.turns:
            return {}
        found = {h: self.prizes[h] for h in members(self.drops)}
        shut = self.road & (g.occupied[GERMAN] | g.zoc(GERMAN))
        open_ = self.rules.setting["link"] / max(1, (shut & ~g.occupied[ALLIED]).bit_count())
        return found | {h: found.get(h, 0.0) + open_ for h in members(shut)}

    def feeding(self, g: Situation) -> dict[int, float]:
        """S1.3.1b What the Germans' towns are worth beside their own points for what their roads feed."""
        key = g.occupied[ALLIED], g.occupied[GERMAN], g.control
        if self._feeding[0] != key:
            fed = {h: min(MOST, LIFELINE * points) for h, points in lifelines(g).items()}
            self._feeding = key, fed
        return self._feeding[1]

    def turns(self, unit: int, place: int, goal: int) -> float:
        """How many turns of marching a unit has from a place to its goal."""
        counter = self.rules.units.units[unit]
        if not counter.move or place < 0:
            return FAR
        return self._marches[counter.mechanized].to(goal)[place] / counter.move

    def starts(self, g: Situation, unit: int) -> list[int]:
        """Where a unit could start: where it is, beaches and entry hexes for one that is still to come."""
        place = g.hex[unit]
        if place >= 0:
            return [place]
        rules = self.rules
        if rules.units.units[unit].side == GERMAN:
            return members(reach.entry_hexes(g, unit))
        army = g.army(unit)
        for name in BEACHES:
            beach = rules.beaches.get(name)
            if beach is None:
                continue
            if place == SEA[name] or (place == BRITAIN and beach.army == army and g.is_open(name)):
                return [beach.hexes[0]]
        return []

    # -- what is worth having

    def keys(self, g: Situation, side: int) -> dict[int, float]:
        """The hexes that a side has and would not lose, with their worth in strength points."""
        found = {
            h: POINT * self.due(g, h) * urgency(g) for h in self.prizes if self.holds(g, side, h)
        }
        if side == GERMAN:
            for h in members(self.coast & mask_of(found)):
                found[h] *= COAST
            for h in members(self.rules.tables.caen & mask_of(found)):
                found[h] *= self.cover.caen
            for h, more in self.feeding(g).items():
                found[h] = found.get(h, 0.0) + POINT * more * urgency(g)
        else:
            for name in g.open_beaches():
                beach = self.rules.beaches[name]
                h = g.hex[beach.engineer]
                found[h] = found.get(h, 0.0) + BEACH
        return found

    def aims(self, g: Situation, side: int, army: int = 0) -> dict[int, float]:
        """The places that a side wants to take or to hold, with weights."""
        found = self._allied(g, army) if side == ALLIED else self._german(g)
        return found or dict.fromkeys(self.prizes, 1.0)

    def closed(self, side: int, army: int) -> int:
        """22.1.2, S3.1 The hexes that an army does not enter."""
        tables, shut = self.rules.tables, self.rules.closed
        if side == ALLIED:
            shut |= tables.abroad[army]
            if self.rules.scenario == "cherbourg":
                shut |= tables.beyond
        return shut

    def _allied(self, g: Situation, army: int) -> dict[int, float]:
        tables, scenario = self.rules.tables, self.rules.scenario
        shut = self.closed(ALLIED, army)
        found: dict[int, float] = {}
        live = 0
        if scenario == "campaign":
            live = supply.reachable(g, GERMAN, supply.edge_sources(g)) | tables.beyond
            live |= tables.perimeter
        feeding, ahead = self.feeding(g), self._around(g, AHEAD)
        for h in self.prizes:
            if shut >> h & 1:
                continue
            value = self.due(g, h) + feeding.get(h, 0.0)
            if self.holds(g, ALLIED, h):
                found[h] = HELD * value
            else:
                found[h] = value if scenario != "campaign" or live >> h & 1 else 0.5 * value
                if scenario != "cherbourg":
                    found[h] /= 1.0 + self._against(g, ALLIED, h) / STRONG
                    if not ahead >> h & 1:
                        found[h] *= FARTHER
        if scenario == "cherbourg" and army == 0:
            for h in members(tables.town & ~shut & ~g.control):
                found[h] = max(found.get(h, 0.0), CUT)
            for h in members(tables.perimeter & tables.land & ~shut & ~g.control):
                found[h] = max(found.get(h, 0.0), DRIVE)
        for h in members(self._between(g) & ~shut):
            found[h] = max(found.get(h, 0.0), LINK)
        for h in members(self._intruders(g) & ~shut):
            found[h] = max(found.get(h, 0.0), INTRUDER)
        return found

    def link(self, g: Situation) -> dict[int, float]:
        """21.1, S2.2b The Germans who part the beaches, and the Victory Points that hang on each: more, the fewer they are."""
        road = self.link_road
        shut = road & g.zoc(GERMAN) & ~g.occupied[ALLIED]
        there = road & g.occupied[GERMAN]
        there |= self.rules.board.grid.spread(shut) & g.any_zoc[GERMAN]
        share = LINKED / max(FEWEST, there.bit_count())
        return dict.fromkeys(members(there), share)

    def _between(self, g: Situation) -> int:
        """21.1, S2.2b Germans on the coast and its road, between and behind the beaches.

        S3.3.1 At Cherbourg those before Carentan, until it falls.
        """
        tables, board = self.rules.tables, self.rules.board
        if self.rules.scenario != "cherbourg":
            return g.occupied[GERMAN] & tables.naval_zone & ~tables.beyond
        carentan = board.index(self.rules.setting["carentan"])
        if self.holds(g, ALLIED, carentan):
            return 0
        return g.occupied[GERMAN] & board.grid.within(carentan, 2)

    def _intruders(self, g: Situation) -> int:
        """Germans within two hexes of an open beach."""
        near = 0
        for name in g.open_beaches():
            for h in self.rules.beaches[name].hexes:
                near |= self.rules.board.grid.within(h, 2)
        return near & g.occupied[GERMAN]

    def _german(self, g: Situation) -> dict[int, float]:
        tables, feeding = self.rules.tables, self.feeding(g)
        close, fought = self._around(g, CLOSE), self._around(g, self.cover.near)
        found: dict[int, float] = {}
        for h in self.prizes:
            value = self.due(g, h) * (COAST if self.coast >> h & 1 else 1.0) + feeding.get(h, 0.0)
            if self.rules.scenario == "seven" and (tables.city & ~tables.caen) >> h & 1:
                value = min(value, CITY)
            if self.holds(g, GERMAN, h):
                if fought >> h & 1:
                    found[h] = (COVERED if close >> h & 1 else self.cover.nearby) * value
            else:
                found[h] = LOST * value
        if close & tables.perimeter or cut_off(g):
            for h in members(tables.cherbourg & ~g.control):
                found[h] = max(found.get(h, 0.0), GARRISON)
        alarm = self._around(g, self.cover.alarm) & tables.perimeter
        if self.rules.scenario == "campaign" and not alarm and not cut_off(g):
            found = {h: value for h, value in found.items() if not tables.perimeter >> h & 1}
        if alarm:
            for h in members(self.posts & ~g.occupied[ALLIED]):
                found[h] = max(found.get(h, 0.0), self.cover.post)
        if g.turn <= self.cover.counter:
            for name in g.open_beaches():
                h = g.hex[self.rules.beaches[name].engineer]
                found[h] = COUNTER
        if self.rules.scenario == "cherbourg":
            for h in members(tables.town & ~tables.beyond & ~g.control & fought):
                found[h] = max(found.get(h, 0.0), 0.8)
        return found

    def _around(self, g: Situation, far: int) -> int:
        """The hexes up to so far from an Allied unit."""
        found = g.occupied[ALLIED]
        for _ in range(far):
            found |= self.rules.board.grid.spread(found)
        return found

    def goals(
        self, g: Situation, side: int, movers: Sequence[int], posted: Mapping[int, int]
    ) -> dict[int, int]:
        """Which aim each unit serves: near ones first, none with more than it needs.

        Who is posted somewhere stays with that, and nobody else goes there.  On the whole map who is still to come is last: most of them wait for many turns.
        """
        units = self.rules.units.units
        found = dict(posted) | (self._homeward(g) if side == ALLIED else {})
        for army in (0, 1) if side == ALLIED else (0,):
            mine = [u for u in movers if side == GERMAN or g.army(u) == army]
            mine = [u for u in mine if u not in found]
            if not mine:
                continue
            aims = self.aims(g, side, army)
            aims = {o: value for o, value in aims.items() if o not in posted.values()} or aims
            need = {o: 6.0 + 1.2 * self._against(g, side, o) for o in aims}
            if side == GERMAN and self.rules.scenario != "cherbourg":
                need = self._shared(need)
            given = dict.fromkeys(aims, 0.0)
            march = MARCH if side == ALLIED else self.cover.march
            ways = {u: self._ways(g, u, aims) for u in mine}
            whole = self.rules.scenario != "cherbourg"
            for u in sorted(mine, key=lambda u: (whole and g.hex[u] < 0, min(ways[u].values()), u)):
                formation = units[u].formation
                pulls = {
                    o: 5.0 * aims[o] / (1.0 + given[o] / need[o]) - march * way
                    for o, way in ways[u].items()
                }
                for o in {found[v] for v in found if formation and formation == units[v].formation}:
                    pulls[o] = pulls.get(o, -FAR) + TOGETHER
                if side == GERMAN and g.turn >= FRONT:
                    theirs = [found[v] for v in self.mates[u] if v in found]
                    for o in pulls:
                        pulls[o] -= SECTOR * min(self.apart(o, theirs), ELSEWHERE)
                best = max(pulls, key=lambda o: (pulls[o], -o))
                found[u] = best
                given[best] += g.defense(u) or 3.0
        return found

    def apart(self, place: int, others: Sequence[int]) -> float:
        """How far a place is from others, in hexes on average."""
        distance = self.rules.board.grid.distance
        return sum(distance(place, other) for other in others) / max(1, len(others))

    def _homeward(self, g: Situation) -> dict[int, int]:
        """22.2 The airborne troops that are to go home, and the nearest open beach of their army."""
        found: dict[int, int] = {}
        leaving = spent(g)
        open_ = [self.rules.beaches[name] for name in g.open_beaches()] if leaving else []
        for formation in leaving:
            for u in special.division(g, formation):
                shores = [h for b in open_ if b.army == g.army(u) for h in b.hexes]
                if shores:
                    found[u] = min(shores, key=lambda h: (self.turns(u, g.hex[u], h), h))
        return found

    def _shared(self, need: dict[int, float]) -> dict[int, float]:
        """What each of several aims close together needs: the enemy before them is the same."""
        all_, within = mask_of(need), self.rules.board.grid.within
        return {o: most / (within(o, 2) & all_).bit_count() for o, most in need.items()}

    def _ways(self, g: Situation, unit: int, aims: dict[int, float]) -> dict[int, float]:
        """The marches of a unit to the aims that are open to it, S3.3.2 or soon will be; 17.6 a garrison mans its posts."""
        starts = self.starts(g, unit)
        shut = reach.blocked(g, unit)
        shut |= self.rules.out_of_bounds.get(self.rules.units.units[unit].formation, 0)
        inside = self.rules.tables.perimeter
        if self.rules.units.units[unit].restricted and mask_of(starts) & inside:
            shut |= ~self.posts
        elif self.confined(g, unit):
            shut |= ~inside
        ways = {o: min(self.turns(unit, h, o) for h in starts) for o in aims}
        return {o: way for o, way in ways.items() if not shut >> o & 1} or ways

    def confined(self, g: Situation, unit: int) -> bool:
        """Whether a unit belongs into Fortress Cherbourg: a German who is cut off in the Cotentin."""
        here = g.hex[unit]
        german = self.rules.units.units[unit].side == GERMAN
        return german and here >= 0 and bool(cut_off(g) >> here & 1)

    def _against(self, g: Situation, side: int, goal: int) -> float:
        """What the enemy has near a goal."""
        near = self.rules.board.grid.within(goal, 3) & g.occupied[1 - side]
        return sum(float(g.defense(u)) for h in members(near) for u in g.at[h])
