"""Where units can go against a second, literal reading of chapters 5, 6.2 and 14 on random boards.

The boards, supply apart, are those of ``test_supply_and_retreat.py``; of the game the reading asks
only where enemy bonds are.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest
from tests.rulebook.salerno43.field import h, rules, state, unit
from tests.rulebook.zocbond.test_supply_and_retreat import (
    ALLIED,
    FOOT,
    GERMANS,
    PANZERS,
    TANKS,
    Enemy,
    Land,
    around,
    game,
    random_land,
    side,
)

from grognard import Game
from grognard.games.salerno43.situation import Situation
from grognard.games.zocbond import pursuit, reach
from grognard.games.zocbond.battle import Path

TERRAIN: dict[str, dict[str, int | Fraction]] = {
    "foot": {".": 1, "h": 1, "w": 2, "C": 1, "road": 1},
    "wheels": {".": 1, "h": 2, "w": 3, "C": 1, "road": Fraction(1, 2)},
}
ALLOWANCE = {"foot": 3, "wheels": 5}


class Mover:
    """One Allied unit in the Allied Movement Phase, read by the book."""

    def __init__(self, g: Game, land: Land, name: str) -> None:
        self.land, self.enemy = land, Enemy(g, land)
        self.kind = "wheels" if name in TANKS else "foot"
        self.start = next(x for x, names in land.units.items() if name in names)

    def closed(self, a: str, b: str) -> bool:
        """5.1e, 7.2a Enemies, sea and enemy bonds."""
        enemy = self.enemy
        return self.land.sea(b) or b in enemy.hexes or b in enemy.closed or enemy.across(a, b)

    def wet(self, a: str, b: str) -> bool:
        return side(a, b) in self.land.rivers and side(a, b) not in self.land.roads

    def cost(self, a: str, b: str) -> Fraction | None:
        """5.2, 5.5, 5.6, 6.2b None where movement points do not lead."""
        if self.closed(a, b) or self.land.wall(a, b):
            return None
        if self.wet(a, b) and self.kind == "wheels":
            return None
        road = side(a, b) in self.land.roads
        points = TERRAIN[self.kind]["road" if road else self.land.terrain[b]]
        return Fraction(points) + self.wet(a, b) + 2 * (a in self.enemy.zoc)

    def spending(self, allowance: int, *, into_zoc: bool) -> set[str]:
        """5.1, 5.3 Where points lead; Extended Movement stays out of enemy zones."""
        left = {self.start: Fraction(allowance)}
        work = [self.start]
        while work:
            here = work.pop()
            if here != self.start and here in self.enemy.zoc:
                continue
            for n in around(here):
                price = self.cost(here, n)
                if price is None or price > left[here] or (n in self.enemy.zoc and not into_zoc):
                    continue
                if left.get(n, Fraction(-1)) < left[here] - price:
                    left[n] = left[here] - price
                    work.append(n)
        return set(left)

    def tactical(self) -> set[str]:
        """5.4-5.6 Two hexes; the first over a mountain on foot, over a river on wheels."""
        first = {
            n
            for n in around(self.start)
            if not self.closed(self.start, n)
            and not (self.kind == "wheels" and self.land.wall(self.start, n))
        }
        found = set(first)
        for here in first - self.enemy.zoc:
            for n in around(here):
                shut = self.closed(here, n) or self.land.wall(here, n)
                if not shut and not (self.kind == "wheels" and self.wet(here, n)):
                    found.add(n)
        return found

    def ends(self) -> set[str]:
        allowance = ALLOWANCE[self.kind]
        found = self.spending(allowance, into_zoc=True) | self.tactical()
        return (found | self.spending(allowance + 3, into_zoc=False)) - {self.start}


@pytest.mark.rule("salerno43:5.1a", "salerno43:5.2a", "salerno43:5.3a-c", "salerno43:5.4a-c")
@pytest.mark.rule("salerno43:5.5a", "salerno43:5.5b", "salerno43:5.6a", "salerno43:5.6b")
@pytest.mark.rule("salerno43:6.2a", "salerno43:6.2b", "salerno43:6.2c", "salerno43:7.2a")
@pytest.mark.parametrize("seed", range(12))
def test_reach(seed: int) -> None:
    land = random_land(random.Random(2000 + seed))
    g = game(land)
    word = state(g).word
    for name in (*FOOT, *TANKS):
        found = {word(x) for x in reach.ends(state(g), unit(g, name))}
        assert found == Mover(g, land, name).ends(), name


def advances(g: Game, land: Land, name: str, vacated: str, length: int) -> set[tuple[str, ...]]:
    """14.2-14.5 Every way of a German unit that attacked ``vacated`` from where it stands."""
    zoc, ours = land.zoc(ALLIED), land.occupied(ALLIED)
    ground = rules(g).tables.ground
    wheels = name in PANZERS or name.endswith("Dor")

    def zones(x: str) -> set[str]:
        """The enemy stacks whose zone of control a hex lies in."""
        return {
            foe
            for foe in ours
            if x in around(foe)
            and not land.sea(x)
            and not (all(u in TANKS for u in land.units[foe]) and land.wall(foe, x))
        }

    def onward(way: tuple[str, ...]) -> Iterator[str]:
        here, first = way[-1], len(way) == 1
        stopped = not first and here in zoc and here != vacated
        if stopped or _ended(land, way, wheels):
            return
        there = state(g).copy()
        there.put(unit(g, name), h(g, here))
        bonds = there.bonds(ALLIED)
        for n in around(here):
            if land.sea(n) or n in ours:
                continue
            into = n == vacated
            if not into and (
                bonds.hexes >> h(g, n) & 1 or bonds.crosses(ground, h(g, here), h(g, n))
            ):
                continue
            if not into and here != vacated and zones(here) & zones(n):
                continue
            wet = side(here, n) in land.rivers and side(here, n) not in land.roads
            if (wet or land.wall(here, n)) and not (first and into):
                continue
            if land.wall(here, n) and wheels:
                continue
            yield n

    found: set[tuple[str, ...]] = set()
    start = next(x for x, names in land.units.items() if name in names)
    work: list[tuple[str, ...]] = [(start,)]
    while work:
        way = work.pop()
        if len(way) > 1:
            found.add(way[1:])
        if len(way) - 1 < length:
            work += [(*way, n) for n in onward(way)]
    return found


def _ended(land: Land, way: tuple[str, ...], wheels: bool) -> bool:
    """14.5b-d, 5.7d A hill off the road ends it, one hex after a hill by road, a hard crossing."""
    for a, b in pairwise(way):
        road = side(a, b) in land.roads
        wet = side(a, b) in land.rivers and not road
        if land.wall(a, b) or (wet and wheels):
            return True
        if land.terrain[b] == "h" and not road:
            return True
    for a, b, c in zip(way, way[1:], way[2:], strict=False):
        by_road = side(a, b) in land.roads
        if land.terrain[b] == "h" and by_road and side(b, c) not in land.roads:
            return True
    return False


def walked(g: Game, name: str, vacated: str, length: int) -> set[tuple[str, ...]]:
    """The ways that the game opens, hex by hex."""
    found: set[tuple[str, ...]] = set()
    u, target = unit(g, name), h(g, vacated)

    def go(s: Situation, path: Path, way: tuple[str, ...]) -> None:
        if way:
            found.add(way)
        for n in pursuit.next_hexes(s, u, path, target, False):
            after = s.copy()
            gone = Path(path.left, path.first, path.done, path.stopped, path.by_road)
            for _ in pursuit.step(after, [u], n, {u: gone}):
                pass
            go(after, gone, (*way, after.word(n)))

    go(state(g), Path(length), ())
    return found


@pytest.mark.rule("salerno43:14.3", "salerno43:14.4.1a-b", "salerno43:14.4.2", "salerno43:14.5a-d")
@pytest.mark.parametrize("seed", range(12))
def test_ways_of_an_advance(seed: int) -> None:
    land = random_land(random.Random(3000 + seed))
    g = game(land, "combat german")
    compared = 0
    for name in (*GERMANS, *PANZERS):
        start = next(x for x, names in land.units.items() if name in names)
        free = [x for x in around(start) if not land.sea(x) and x not in land.units]
        if not free:
            continue
        vacated = free[0]
        blocked = land.wall(start, vacated) and (name in PANZERS or name.endswith("Dor"))
        if blocked:
            continue
        assert walked(g, name, vacated, 3) == advances(g, land, name, vacated, 3), (name, vacated)
        compared += 1
    assert compared
