"""Supply and retreats of Normandy '44 against a second, literal reading of 18.3, 18.5.1 and 13 on random boards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from tests.rulebook.normandy44.field import index
from tests.rulebook.zocbond.normandy import (
    ALLIED,
    AMERICANS,
    GERMAN,
    GERMANS,
    Seen,
    around,
    far,
    game,
    random_land,
    side,
)

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation
from grognard.games.zocbond import supply, withdrawal
from grognard.games.zocbond.retreats import Retreat


def supplied(seen: Seen, start: str, limit: int) -> bool:
    """18.3 Up to the limit of hexes off the roads, then along roads, to a source."""
    land = seen.land
    kept = land.towns | {x for x, kind in land.terrain.items() if kind == "city"}
    theirs = kept - land.ours if seen.mine == ALLIED else kept & land.ours
    theirs -= seen.friends
    sources = ({land.harbour} if seen.mine == ALLIED else land.gates) - seen.foes

    def enters(a: str, b: str) -> bool:
        shut = land.sea(b) or b in seen.foes or b in seen.shut or seen.across(a, b)
        return not shut and side(a, b) not in land.closed

    done: dict[tuple[str, bool], int] = {}
    work = [(0, start, False)]
    while work:
        work.sort(reverse=True)
        spent, here, by_road = work.pop()
        if here in sources:
            return True
        if done.get((here, by_road), limit + 1) <= spent:
            continue
        done[here, by_road] = spent
        for n in around(here):
            if not enters(here, n) or (seen.hot(here) and seen.hot(n)):
                continue
            if land.road(here, n) and not {here, n} & theirs:
                work.append((spent, n, True))
            if not by_road and spent < limit:
                work.append((spent + 1, n, False))
    return False


@pytest.mark.rule("normandy44:18.3a", "normandy44:18.3b1", "normandy44:18.3b2", "normandy44:18.3b3")
@pytest.mark.rule("normandy44:18.3b4", "normandy44:18.3c", "normandy44:18.3d", "normandy44:18.5.1a")
@pytest.mark.parametrize("owner", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(10))
def test_lines_of_supply(seed: int, owner: int) -> None:
    land = random_land(random.Random(seed))
    g = game(land, owner)
    seen, at = Seen(g, land, owner), g.rules.board.index
    near, any_way = supply.supplied(g.state, owner), supply.connected(g.state, owner)
    for x in sorted(land.occupied(owner)):
        assert bool(near >> at(x) & 1) == supplied(seen, x, 5), (x, g.position)
        assert bool(any_way >> at(x) & 1) == supplied(seen, x, 99), (x, g.position)


def steps_lost(seen: Seen, name: str, way: tuple[str, ...]) -> int | None:
    """13.2 What a way costs the unit, all its steps where it drowns; None if it is barred to it."""
    land, counter, lost = seen.land, seen.counter(name), 0
    for k, (a, b) in enumerate(pairwise(way)):
        if side(a, b) in land.closed or (land.terrain[b] == "marsh" and not land.road(a, b)):
            return None
        if land.road(a, b):
            continue
        deep = land.terrain[b] == "flooded" or land.flood(a, b)
        if deep and counter.mechanized:
            lost += counter.steps
        elif counter.mechanized and land.terrain[a] == "flooded":
            return None
        elif land.terrain[b] == "flooded" or (k and (land.flood(a, b) or land.river(a, b))):
            lost += 1
    return lost


def retreats(seen: Seen, name: str, length: int) -> set[tuple[str, ...]] | None:
    """13.1-13.3 The ways of the fewest losses; among them those clear of enemy zones.

    None if all of them end in full hexes, and the unit goes farther (13.1.5).
    """
    land, start = seen.land, seen.land.place(name)
    friends = {x for x in seen.friends if land.units[x] != [name]}
    cover = land.towns | {
        x for x, kind in land.terrain.items() if kind in ("city", "woods", "bocage")
    }

    def hot(x: str) -> bool:
        return x in seen.zoc and x not in friends

    def haven(x: str) -> bool:
        """13.3 Cover out of enemy zones, or friends strong enough."""
        there = land.units.get(x, [])
        held = sum(map(seen.strength, there))
        return (x in cover and not hot(x)) or (bool(there) and held >= seen.strength(name))

    def room(x: str) -> bool:
        return not seen.crowded([*land.units.get(x, []), name])

    def ways() -> Iterator[tuple[str, ...]]:
        work: list[tuple[str, ...]] = [(start,)]
        while work:
            way = work.pop()
            here, gone = way[-1], len(way) - 1
            ends = gone == length and far(start, here) == length
            if ends or (gone == 1 and length == 2 and haven(here)):
                yield way
            if gone == length:
                continue
            for n in around(here):
                if n in way or land.sea(n) or n in seen.foes or n in seen.shut:
                    continue
                if seen.across(here, n) or (gone and hot(n)):
                    continue
                work.append((*way, n))

    priced = {way: steps_lost(seen, name, way) for way in ways()}
    ranks = {way: (lost, hot(way[1])) for way, lost in priced.items() if lost is not None}
    open_ = {way: rank for way, rank in ranks.items() if room(way[-1])}
    if ranks and not open_:
        return None
    best = min(open_.values(), default=None)
    return {way[1:] for way, rank in open_.items() if rank == best}


@pytest.mark.rule(
    "normandy44:13.1.1a", "normandy44:13.1.1b", "normandy44:13.1.2a", "normandy44:13.1.4"
)
@pytest.mark.rule(
    "normandy44:13.2.1a", "normandy44:13.2.1b", "normandy44:13.2.2b-d", "normandy44:13.3a"
)
@pytest.mark.rule("normandy44:13.2.2f", "normandy44:13.3b", "normandy44:13.3c")
@pytest.mark.parametrize("owner", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(10))
def test_ways_of_retreat(seed: int, owner: int) -> None:
    land = random_land(random.Random(500 + seed))
    g: Game[Situation] = game(land, 1 - owner, "combat")
    seen, word = Seen(g, land, owner), g.state.word
    for name in AMERICANS if owner == ALLIED else GERMANS:
        if len(land.units[land.place(name)]) > 1:
            continue
        u = index(g.state, name)
        for length in (2, 4):
            ways = withdrawal.ways(g.state, u, [u], Retreat("13.1", length, length))
            found = {tuple(map(word, way)) for way in ways}
            wanted = retreats(seen, name, length)
            assert wanted is None or found == wanted, (name, length, g.position)
