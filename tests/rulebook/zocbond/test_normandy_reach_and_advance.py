"""Where units of Normandy '44 can go against a second, literal reading of chapters 8.2, 9 and 14 on random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest
from tests.rulebook.normandy44.field import index
from tests.rulebook.zocbond.normandy import (
    ALLIED,
    AMERICANS,
    GERMAN,
    GERMANS,
    Seen,
    around,
    game,
    random_land,
    side,
)

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation
from grognard.games.zocbond import pursuit, reach
from grognard.games.zocbond.battle import Path

COST = {"clear": 1, "mixed": 1, "bocage": 1, "woods": 1, "city": 1, "flooded": 2}


class Mover:
    """One unit in the Movement Phase of its side, in Overcast weather, read by the book."""

    def __init__(self, seen: Seen, name: str) -> None:
        self.seen, self.land, self.name = seen, seen.land, name
        self.unit, self.start = seen.counter(name), seen.land.place(name)

    def closed(self, a: str, b: str) -> bool:
        """8.5.2a, 9.1, 9.6"""
        seen = self.seen
        shut = self.land.sea(b) or b in seen.foes or b in seen.shut or seen.across(a, b)
        return shut or side(a, b) in self.land.closed

    def barred(self, a: str, b: str, first: bool) -> bool:
        """9.4.1, 9.5.1, TEC What the ground forbids, whatever the points."""
        land, wheels = self.land, self.unit.mechanized
        if self.closed(a, b):
            return True
        if land.road(a, b):
            return False
        if land.terrain[b] == "marsh":
            return True
        if wheels and ("flooded" in (land.terrain[a], land.terrain[b]) or land.flood(a, b)):
            return True
        return not first and (land.flood(a, b) or land.river(a, b))

    def price(self, a: str, b: str) -> Fraction:
        """8.2b, 9.3-9.5, 9.7, TEC"""
        land, wheels = self.land, self.unit.mechanized
        leaving = Fraction(a in self.seen.zoc)
        road = land.roads.get(side(a, b))
        if road:
            fast = road == "major" and wheels and self.seen.mine == ALLIED
            return leaving + (Fraction(1, 3) if fast else Fraction(1, 2))
        cost = 2 if wheels and land.terrain[b] == "woods" else COST[land.terrain[b]]
        more = land.river(a, b) or land.flood(a, b) or (wheels and land.brook(a, b))
        return leaving + cost + bool(more)

    def stops(self, a: str, b: str) -> bool:
        """8.2a, 9.5.1b An enemy zone; on foot a flooded hex off the road."""
        wades = self.land.terrain[b] == "flooded" and not self.land.road(a, b)
        return b in self.seen.zoc or (wades and not self.unit.mechanized)

    def spending(self, points: int, *, roads: bool = False, shy: bool = False) -> set[str]:
        """Where so many points lead; by road alone, into no hex next to an enemy."""
        foes = {n for x in self.seen.foes for n in around(x)}
        left: dict[tuple[str, bool], Fraction] = {(self.start, False): Fraction(points)}
        work: list[tuple[str, bool]] = [(self.start, False)]
        while work:
            here, ended = work.pop()
            if ended:
                continue
            for n in around(here):
                first = here == self.start
                if self.barred(here, n, first and left[here, ended] == points):
                    continue
                if (roads and not self.land.road(here, n)) or (shy and n in foes):
                    continue
                rest = left[here, ended] - self.price(here, n)
                key = n, self.stops(here, n)
                if rest >= 0 and left.get(key, Fraction(-1)) < rest:
                    left[key] = rest
                    work.append(key)
        return {x for x, _ in left}

    def tactical(self) -> set[str]:
        """9.10 One hex or two, whatever they cost."""
        first = {n for n in around(self.start) if not self.barred(self.start, n, True)}
        found = set(first)
        for here in first:
            if not self.stops(self.start, here):
                found |= {n for n in around(here) if not self.barred(here, n, False)}
        return found

    def strategic(self) -> set[str]:
        """9.8.1, 9.8.2 Doubled points by road, not next to an enemy, not to a friend."""
        if not self.unit.mechanized or self.seen.foes & set(around(self.start)):
            return set()
        return self.spending(2 * self.unit.move, roads=True, shy=True) - self.seen.friends

    def cycling(self) -> set[str]:
        """9.9 Six points by road."""
        if self.unit.type != "cyclist" or self.start in self.seen.zoc:
            return set()
        return self.spending(6, roads=True, shy=True)

    def ends(self) -> set[str]:
        found = self.spending(self.unit.move) | self.tactical()
        return (found | self.strategic() | self.cycling()) - {self.start}


@pytest.mark.rule("normandy44:8.2a", "normandy44:8.2b", "normandy44:8.3", "normandy44:8.5.2a")
@pytest.mark.rule("normandy44:9.1a", "normandy44:9.3", "normandy44:9.4.1", "normandy44:9.4.2")
@pytest.mark.rule("normandy44:9.5.1a", "normandy44:9.5.1b", "normandy44:9.6", "normandy44:9.7")
@pytest.mark.rule("normandy44:9.8.1", "normandy44:9.8.2a", "normandy44:9.8.2b", "normandy44:9.9")
@pytest.mark.rule(
    "normandy44:9.10a", "normandy44:9.10b-f", "normandy44:9.11", "normandy44:TBL.TEC.a"
)
@pytest.mark.parametrize("owner", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(10))
def test_reach(seed: int, owner: int) -> None:
    land = random_land(random.Random(1000 + seed))
    g = game(land, owner)
    seen, word = Seen(g, land, owner), g.state.word
    for name in AMERICANS if owner == ALLIED else GERMANS:
        found = {word(x) for x in reach.ends(g.state, index(g.state, name))}
        assert found == Mover(seen, name).ends(), (name, g.position)


def advances(seen: Seen, name: str, vacated: str) -> set[tuple[str, ...]]:
    """14.1-14.4 Every way of one or two hexes of a unit that attacked ``vacated``."""
    land, mover, unit = seen.land, Mover(seen, name), seen.counter(name)
    zones, at = {x: seen.zone(x) for x in seen.foes}, seen.g.rules.board.index

    def onward(way: tuple[str, ...]) -> Iterator[str]:
        here, first = way[-1], len(way) == 1
        if not first and here in seen.zoc and here != vacated:
            return
        waded = land.terrain[here] == "flooded" and not unit.mechanized
        if not first and waded and not land.road(way[-2], here):
            return
        there = seen.g.state.copy()
        there.put(index(there, name), at(here))
        bonds = there.bonds(1 - seen.mine)
        for n in around(here):
            if land.sea(n) or n in seen.foes or side(here, n) in land.closed:
                continue
            if not first and waded and not land.road(here, n):
                continue
            if n != vacated:
                if bonds.hexes >> at(n) & 1 or bonds.crosses(seen.ground, at(here), at(n)):
                    continue
                same = any(here in zone and n in zone for zone in zones.values())
                if same and here != vacated:
                    continue
            if not land.road(here, n):
                wet = "flooded" in (land.terrain[here], land.terrain[n]) or land.flood(here, n)
                if land.terrain[n] == "marsh" or (unit.mechanized and wet):
                    continue
                if not first and (land.flood(here, n) or land.river(here, n)):
                    continue
            if not first and land.terrain[here] == "bocage":
                out = land.road(here, n)
                if not (out and (here == vacated or land.road(way[-2], here))):
                    continue
            yield n

    found: set[tuple[str, ...]] = set()
    work: list[tuple[str, ...]] = [(mover.start,)]
    while work:
        way = work.pop()
        if len(way) > 1:
            found.add(way[1:])
        if len(way) < 3:
            work += [(*way, n) for n in onward(way)]
    return found


def walked(g: Game[Situation], name: str, vacated: str) -> set[tuple[str, ...]]:
    """The ways that the game opens, hex by hex."""
    found: set[tuple[str, ...]] = set()
    u, target = index(g.state, name), g.rules.board.index(vacated)

    def go(s: Situation, path: Path, way: tuple[str, ...]) -> None:
        if way:
            found.add(way)
        for n in pursuit.next_hexes(s, u, path, target, False):
            after = s.copy()
            gone = Path(path.left, path.first, path.done, path.stopped, path.by_road)
            for _ in pursuit.step(after, [u], n, {u: gone}):
                pass
            go(after, gone, (*way, after.word(n)))

    go(g.state, Path(2), ())
    return found


@pytest.mark.rule("normandy44:14.1a", "normandy44:14.2", "normandy44:14.3.1a", "normandy44:14.3.1b")
@pytest.mark.rule(
    "normandy44:14.3.2", "normandy44:14.4.1", "normandy44:14.4.2", "normandy44:14.4.3a"
)
@pytest.mark.rule("normandy44:14.4.3b", "normandy44:14.4.4")
@pytest.mark.parametrize("owner", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(10))
def test_ways_of_an_advance(seed: int, owner: int) -> None:
    land = random_land(random.Random(2000 + seed))
    g = game(land, owner, "combat")
    seen, compared = Seen(g, land, owner), 0
    for name in AMERICANS if owner == ALLIED else GERMANS:
        start = land.place(name)
        free = [
            x
            for x in around(start)
            if not land.sea(x) and x not in land.units and side(start, x) not in land.closed
        ]
        if len(land.units[start]) > 1 or not free:
            continue
        assert walked(g, name, free[0]) == advances(seen, name, free[0]), (
            name,
            free[0],
            g.position,
        )
        compared += 1
    assert compared
