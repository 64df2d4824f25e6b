"""Supply and retreats against a second, literal reading of chapters 16.3, 16.5.1 and 12 on random boards.

The reading here walks hex by hex over labels and dictionaries; of the game it asks only where units
stand and what enemy bonds close (those have their own second opinion in ``test_07_bonds.py``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import pairwise

import pytest
from tests.rulebook.salerno43.field import field as board
from tests.rulebook.salerno43.field import h, rules, state, unit

from grognard import Game
from grognard.games.salerno43 import retreat
from grognard.games.zocbond import supply

ALLIED, GERMAN = 0, 1
WIDE, HIGH = 9, 8
HEXES = [f"{c:02d}{r:02d}" for c in range(1, WIDE + 1) for r in range(1, HIGH + 1)]
FOOT = ["US-36-142", "US-36-141", "US-36-143", "US-45-179", "US-45-157", "US-34-135"]
TANKS = ["US-Tk-191", "US-Tk-751"]
GERMANS = [
    "GE-16Pz-I64",
    "GE-16Pz-II64",
    "GE-16Pz-I79",
    "GE-16Pz-II79",
    "GE-29PG-I15",
    "GE-16Pz-Dor",
]
PANZERS = ["GE-16Pz-IIa", "GE-16Pz-IIb"]


def around(label: str) -> Iterator[str]:
    """The neighbours of a hex of a board whose odd columns lie higher."""
    c, r = int(label[:2]), int(label[2:])
    low = r if c % 2 else r - 1
    for column, row in (
        (c, r - 1),
        (c, r + 1),
        (c + 1, low),
        (c + 1, low + 1),
        (c - 1, low),
        (c - 1, low + 1),
    ):
        if 1 <= column <= WIDE and 1 <= row <= HIGH:
            yield f"{column:02d}{row:02d}"


def side(a: str, b: str) -> str:
    return f"{min(a, b)}/{max(a, b)}"


@dataclass
class Land:
    """A random board as plain words."""

    terrain: dict[str, str] = field(default_factory=dict)
    rivers: set[str] = field(default_factory=set)
    mountains: set[str] = field(default_factory=set)
    passes: set[str] = field(default_factory=set)
    roads: set[str] = field(default_factory=set)
    ports: set[str] = field(default_factory=set)
    ours: set[str] = field(default_factory=set)
    """Cities and ports that the Allies control."""
    units: dict[str, list[str]] = field(default_factory=dict)

    def sea(self, label: str) -> bool:
        return self.terrain.get(label) == "~"

    def wall(self, a: str, b: str) -> bool:
        s = side(a, b)
        return s in self.mountains and s not in self.passes and s not in self.roads

    def occupied(self, owner: int) -> set[str]:
        return {x for x, names in self.units.items() if names[0].startswith("GE-") == bool(owner)}

    def zoc(self, owner: int) -> set[str]:
        """6.1 Vehicles control over mountains only along roads and passes."""
        found = set()
        for x in self.occupied(owner):
            wheels = all(u in TANKS or u in PANZERS or u.endswith("Dor") for u in self.units[x])
            found |= {n for n in around(x) if not self.sea(n) and not (wheels and self.wall(x, n))}
        return found


def random_land(chance: random.Random) -> Land:
    land = Land()
    for x in HEXES:
        land.terrain[x] = chance.choices(".hw~C", (60, 14, 8, 6, 5))[0]
    dry = [x for x in HEXES if not land.sea(x)]
    for x in dry:
        for n in around(x):
            if x < n and not land.sea(n):
                if chance.random() < 0.12:
                    land.rivers.add(side(x, n))
                if chance.random() < 0.22:
                    land.mountains.add(side(x, n))
                    if chance.random() < 0.15:
                        land.passes.add(side(x, n))
    for _ in range(4):
        here = chance.choice(dry)
        for _ in range(7):
            onward = [n for n in around(here) if not land.sea(n)]
            if not onward:
                break
            there = chance.choice(onward)
            land.roads.add(side(here, there))
            here = there
    land.ports = set(chance.sample(dry, 2))
    kept = land.ports | {x for x in dry if land.terrain[x] == "C"}
    land.ours = {x for x in kept if chance.random() < 0.5}
    places = chance.sample(dry, 18)
    for name in ("US-BH-Red", *FOOT, *TANKS):
        land.units.setdefault(places.pop() if chance.random() < 0.8 else places[0], []).append(name)
    free = [x for x in dry if x not in land.units]
    for name in (*GERMANS, *PANZERS):
        land.units.setdefault(chance.choice(free), []).append(name)
    ours, theirs = land.occupied(ALLIED), land.occupied(GERMAN)
    land.ours = (land.ours | ours & kept) - theirs
    return land


def game(land: Land, phase: str = "movement allied") -> Game:
    letters: dict[str, list[str]] = {}
    for x, letter in land.terrain.items():
        letters.setdefault(letter, []).append(x)
    letters.pop(".", None)
    features = {"port1": " ".join(sorted(land.ports))}
    control = f"control {' '.join(sorted(land.ours))}".strip()
    return board(
        {x: " ".join(names) for x, names in land.units.items()},
        phase=phase,
        terrain={letter: " ".join(labels) for letter, labels in letters.items()},
        sides={
            "river": " ".join(sorted(land.rivers)),
            "mountain": " ".join(sorted(land.mountains)),
            "pass": " ".join(sorted(land.passes)),
        },
        roads=[f"secondary {road.replace('/', '-')}" for road in sorted(land.roads)],
        features=features,
        size=(WIDE, HIGH),
        lines=control,
    )


class Enemy:
    """What the enemy closes to the Allies."""

    def __init__(self, g: Game, land: Land) -> None:
        self.hexes = land.occupied(GERMAN)
        self.friends = land.occupied(ALLIED)
        self.zoc = land.zoc(GERMAN)
        self.bonds, self.ground = state(g).bonds(GERMAN), rules(g).tables.ground
        self.closed = {x for x in HEXES if self.bonds.hexes >> h(g, x) & 1}
        self.index = {x: h(g, x) for x in HEXES}

    def across(self, a: str, b: str) -> bool:
        return self.bonds.crosses(self.ground, self.index[a], self.index[b])

    def hot(self, x: str) -> bool:
        """In an enemy zone of control, and no friend there."""
        return x in self.zoc and x not in self.friends


def supplied(g: Game, land: Land, start: str, limit: int, *, over_first: bool) -> bool:
    """16.3 Overland up to the limit, then along roads, to a beachhead or an open port."""
    enemy = Enemy(g, land)
    kept = land.ports | {x for x, letter in land.terrain.items() if letter == "C"}
    shut = {x for x in kept if x not in land.ours and x not in enemy.friends}
    sources = {x for x, names in land.units.items() if "US-BH-Red" in names}
    sources |= {x for x in land.ports & land.ours if not enemy.hot(x)}

    def enters(a: str, b: str) -> bool:
        return not (
            land.sea(b) or b in enemy.hexes or b in enemy.closed or b in shut or enemy.across(a, b)
        )

    seen: dict[tuple[str, bool, bool], int] = {}
    work = [(0, start, False, False)]
    while work:
        work.sort(reverse=True)
        spent, here, hot, by_road = work.pop()
        if here in sources and (here == start or not hot):
            return True
        if seen.get((here, hot, by_road), limit + 1) <= spent:
            continue
        seen[here, hot, by_road] = spent
        for n in around(here):
            if not enters(here, n):
                continue
            road = side(here, n) in land.roads
            if road and not hot and not enemy.hot(n):
                work.append((spent, n, False, True))
            if by_road:
                continue
            if land.wall(here, n) and not (over_first and here == start and not spent):
                continue
            if hot and enemy.hot(n):
                continue
            cost = spent + (2 if land.terrain[n] == "w" and not road else 1)
            if cost <= limit:
                work.append((cost, n, enemy.hot(n), False))
    return False


@pytest.mark.rule("salerno43:16.3.1", "salerno43:16.3.2a-f", "salerno43:16.3.3a-c")
@pytest.mark.rule("salerno43:16.2.2b", "salerno43:16.3.4b", "salerno43:7.2d")
@pytest.mark.parametrize("seed", range(12))
def test_lines_of_supply(seed: int) -> None:
    land = random_land(random.Random(seed))
    g = game(land)
    found = supply.supplied(state(g), ALLIED)
    wrong = [
        x
        for x in sorted(land.occupied(ALLIED))
        if bool(found >> h(g, x) & 1) != supplied(g, land, x, 5, over_first=False)
    ]
    assert not wrong, g.position


@pytest.mark.rule("salerno43:16.5.1a", "salerno43:16.5.1b")
@pytest.mark.parametrize("seed", range(12))
def test_lines_of_communications(seed: int) -> None:
    land = random_land(random.Random(1000 + seed))
    g = game(land)
    found = supply.connected(state(g), ALLIED)
    wrong = [
        x
        for x in sorted(land.occupied(ALLIED))
        if bool(found >> h(g, x) & 1) != supplied(g, land, x, 99, over_first=True)
    ]
    assert not wrong, g.position


@cache
def far(a: str, b: str) -> int:
    """How many hexes b is away from a."""
    reached, edge, steps = {a}, {a}, 0
    while b not in reached:
        edge = {n for x in edge for n in around(x)} - reached
        reached |= edge
        steps += 1
    return steps


def retreats(g: Game, land: Land, name: str, length: int) -> set[tuple[str, ...]]:
    """12.1.3, 12.2, 12.3 The ways that the guidelines leave open; none if every retreat eliminates."""
    enemy = Enemy(g, land)
    start = next(x for x, names in land.units.items() if name in names)
    friends = {x for x in land.occupied(ALLIED) if land.units[x] != [name]}
    havens = {x for x in land.ours if land.terrain[x] == "C"}
    havens |= {x for x, names in land.units.items() if "US-BH-Red" in names}
    vehicle = name in TANKS

    def hot(x: str) -> bool:
        return x in enemy.zoc and x not in friends

    def ways(total: int) -> Iterator[tuple[str, ...]]:
        work: list[tuple[str, ...]] = [(start,)]
        while work:
            way = work.pop()
            here, gone = way[-1], len(way) - 1
            if gone and not hot(here) and (gone == total or here in havens):
                yield way
            if gone == total:
                continue
            for n in around(here):
                if land.sea(n) or n in way or n in enemy.hexes or n in enemy.closed:
                    continue
                if enemy.across(here, n) and n not in friends:
                    continue
                if gone and hot(here) and hot(n):
                    continue
                wet = side(here, n) in land.rivers and side(here, n) not in land.roads
                if vehicle and (wet or land.wall(here, n)):
                    continue
                if land.wall(here, n) and walls(way):
                    continue
                work.append((*way, n))

    def walls(way: tuple[str, ...]) -> int:
        return sum(land.wall(a, b) for a, b in pairwise(way))

    @cache
    def linked(end: str) -> bool:
        """12.1.3d In supply once the unit stands there."""
        units = {x: [u for u in names if u != name] for x, names in land.units.items()}
        units.setdefault(end, []).append(name)
        kept = land.ports | {x for x, letter in land.terrain.items() if letter == "C"}
        there = replace(
            land,
            units={x: names for x, names in units.items() if names},
            ours=land.ours | ({end} & kept),
        )
        return supplied(game(there), there, end, 5, over_first=False)

    def faults(way: tuple[str, ...]) -> tuple[int, int, bool, int]:
        nearer = sum(far(start, b) <= far(start, a) for a, b in pairwise(way))
        zones = sum(hot(x) for x in way[2:])
        return nearer, zones, not linked(way[-1]), walls(way)

    for total in (length, length + 1):
        found = set(ways(total))
        if total > length:
            found = {way for way in found if len(way) == total + 1}
        if found:
            best = min(faults(way) for way in found)
            return {way[1:] for way in found if faults(way) == best}
    return set()


@pytest.mark.rule(
    "salerno43:12.1.3a-e", "salerno43:12.1.5", "salerno43:12.2a-e", "salerno43:12.3.1"
)
@pytest.mark.rule("salerno43:12.3.2a", "salerno43:12.3.2b")
@pytest.mark.parametrize("seed", range(12))
def test_ways_of_retreat(seed: int) -> None:
    chance = random.Random(seed)
    land = random_land(chance)
    g = game(land, "combat german")
    word = state(g).word
    length = chance.choice((2, 3, 4))
    for name in chance.sample([*FOOT, *TANKS], 4):
        u = unit(g, name)
        ways = retreat.open_ways(state(g), u, length, length, [u])
        assert {tuple(map(word, way)) for way in ways} == retreats(g, land, name, length), name
