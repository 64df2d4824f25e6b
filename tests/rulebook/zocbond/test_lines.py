"""Lines of supply against a second, literal reading of either book on random country.

Salerno '43 16.3: no line enters a hex of the enemy's control, the road part no vacant hex in his zones;
a marsh counts two.  Normandy '44 18.3: towns of the enemy close the road part alone, and on roads too only
two vacant hexes of his zones in a row.
"""

from __future__ import annotations

import random

import pytest

from grognard import board as boards
from grognard.games.zocbond.ground import Ground, Roles
from grognard.games.zocbond.lines import Country, starts, trace
from grognard.games.zocbond.sketch import way
from grognard.games.zocbond.zones import Bonds
from grognard.hexes import members

LETTERS = {"sea": "~", "clear": "."}
ROLES = Roles(water=frozenset(["sea"]), closed=frozenset(["sea"]))
LIMIT = 5


def random_ground(rng: random.Random) -> Ground:
    rows = [" ".join(rng.choice("......~") for _ in range(9)) for _ in range(9)]
    text = ["map flat odd 0101 0909", *rows]
    land = boards.drawn(enumerate(text, 1), LETTERS)
    grid = land.grid
    for _ in range(7):
        here = rng.choice([h for h in land.hexes if land.terrain[h] == "clear"])
        chain = [here]
        for _ in range(6):
            ahead = [n for n in grid.neighbours[here] if n >= 0 and land.terrain[n] == "clear"]
            ahead = [n for n in ahead if n not in chain]
            if not ahead:
                break
            here = rng.choice(ahead)
            chain.append(here)
        if len(chain) > 1:
            text.append("road major " + "-".join(grid.label(h) for h in chain))
    return Ground(boards.drawn(enumerate(text, 1), LETTERS), ROLES)


def some(rng: random.Random, ground: Ground, share: float) -> int:
    return sum(1 << h for h in members(ground.land) if rng.random() < share)


def random_country(rng: random.Random, ground: Ground, book: str) -> Country:
    friends = some(rng, ground, 0.15)
    enemies = some(rng, ground, 0.1) & ~friends
    sides = [some(rng, ground, 0.03) for _ in range(6)]
    both = [0] * 6
    for d in range(6):
        across = sides[d] & ground.inland[d]
        both[d] |= across
        both[(d + 3) % 6] |= ground.shift(across, d)
    bonds = Bonds(some(rng, ground, 0.05), (both[0], both[1], both[2], both[3], both[4], both[5]))
    theirs = some(rng, ground, 0.15) & ~friends
    country = Country(friends, enemies, some(rng, ground, 0.35), bonds)
    if book == "salerno43":
        return country._replace(shut=theirs, slow=some(rng, ground, 0.15))
    return country._replace(road_shut=theirs, risky_roads=True)


def supplied(ground: Ground, country: Country, sources: int, start: int) -> bool:
    """Whether a unit in a hex has a line: overland, then by road; read step by step."""
    risky = country.zoc & ~country.friends & ~(1 << start)
    seen = set()
    work = [(start, 0, False)]
    while work:
        here, length, on_road = work.pop()
        if (here, length, on_road) in seen:
            continue
        seen.add((here, length, on_road))
        if sources >> here & 1:
            return True
        closed = country.road_shut if on_road else 0
        if not on_road and not country.road_shut >> here & 1 and ground.paved >> here & 1:
            calm = not risky >> here & 1 or country.risky_roads
            if calm:
                work.append((here, length, True))
        for d, n in enumerate(ground.neighbours[here]):
            if n < 0 or not ground.zoc_foot[d] >> here & 1 or country.bonds.sides[d] >> here & 1:
                continue
            if (country.enemies | country.bonds.hexes | country.shut | closed) >> n & 1:
                continue
            if risky >> here & risky >> n & 1:
                continue
            road = ground.road[d] >> here & 1
            if on_road:
                if road and (not risky >> n & 1 or country.risky_roads):
                    work.append((n, length, True))
                continue
            cost = 2 if country.slow >> n & 1 and not road else 1
            if length + cost <= LIMIT:
                work.append((n, length + cost, False))
    return False


@pytest.mark.rule(
    "salerno43:16.3.1", "salerno43:16.3.2a-c", "normandy44:18.3b3", "normandy44:18.3c"
)
@pytest.mark.parametrize("book", ["salerno43", "normandy44"])
@pytest.mark.parametrize("seed", range(40))
def test_where_units_are_in_supply(book: str, seed: int) -> None:
    rng = random.Random(seed)
    ground = random_ground(rng)
    country = random_country(rng, ground, book)
    barred = country.enemies | country.bonds.hexes | country.shut
    sources = some(rng, ground, 0.05) & ~barred
    found = starts(ground, country, trace(ground, country, sources, 0, LIMIT), LIMIT)
    open_ = members(ground.land & ~barred)
    wanted = {h for h in open_ if supplied(ground, country, sources, h)}
    assert {h for h in open_ if found >> h & 1} == wanted
    for h in open_:
        drawn = way(ground, country, sources, 0, LIMIT, h)
        assert (not drawn.fault) is (h in wanted), h
