"""Random boards of Normandy '44 as plain words, for the second readings of its book.

Of the game the readings ask only which hexes are neighbours, what is printed on counters and what enemy
bonds close (those have their own second opinion in ``test_zones.py``).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from tests.rulebook.normandy44.field import field as board
from tests.rulebook.normandy44.field import index

from grognard.engine.game import Game
from grognard.games.normandy44.counters import Counter
from grognard.games.normandy44.situation import Situation
from grognard.hexes import members

ALLIED, GERMAN = 0, 1
SIZE = 9
HEXES = [f"{line:02d}{place:02d}" for line in range(1, SIZE + 1) for place in range(1, SIZE + 1)]
AMERICANS = ["US-1-16", "US-1-18", "US-29-115", "US-82-505", "US-30-117", "US-2A-CCA", "US-2A-M4"]
GERMANS = [
    "GE-352-1-914",
    "GE-352-Fus",
    "GE-91-1057",
    "GE-91-1058",
    "GE-21-125",
    "GE-21-1-22",
    "GE-12SS-12",
    "GE-101Tiger",
]


def side(a: str, b: str) -> str:
    return f"{min(a, b)}/{max(a, b)}"


@cache
def near() -> dict[str, tuple[str, ...]]:
    """The neighbours of every hex of the board."""
    grid = board({}).rules.board.grid
    return {
        x: tuple(n for n in HEXES if grid.distance(grid.index(x), grid.index(n)) == 1)
        for x in HEXES
    }


def around(label: str) -> tuple[str, ...]:
    return near()[label]


@cache
def far(a: str, b: str) -> int:
    """How many hexes b is away from a."""
    reached, edge, steps = {a}, {a}, 0
    while b not in reached:
        edge = {n for x in edge for n in around(x)} - reached
        reached |= edge
        steps += 1
    return steps


@dataclass
class Land:
    """A board with its units."""

    terrain: dict[str, str] = field(default_factory=dict)
    towns: set[str] = field(default_factory=set)
    minor: set[str] = field(default_factory=set)
    major: set[str] = field(default_factory=set)
    floods: set[str] = field(default_factory=set)
    causeways: set[str] = field(default_factory=set)
    closed: set[str] = field(default_factory=set)
    roads: dict[str, str] = field(default_factory=dict)
    ours: set[str] = field(default_factory=set)
    """Towns and cities that the Allies control."""
    units: dict[str, list[str]] = field(default_factory=dict)
    gates: set[str] = field(default_factory=set)
    """German entry hexes."""
    harbour: str = ""
    """Where the American Mulberry stands."""

    def sea(self, x: str) -> bool:
        return self.terrain[x] == "sea"

    def road(self, a: str, b: str) -> bool:
        return side(a, b) in self.roads

    def flood(self, a: str, b: str) -> bool:
        """9.5, 9.11 A flooded hexside without a road or causeway."""
        s = side(a, b)
        return s in self.floods and s not in self.roads and s not in self.causeways

    def river(self, a: str, b: str) -> bool:
        """9.4.1 An unbridged major river."""
        return side(a, b) in self.major and side(a, b) not in self.roads

    def brook(self, a: str, b: str) -> bool:
        """9.4.2 An unbridged minor river; on flooded hexsides it is ignored."""
        s = side(a, b)
        return s in self.minor and s not in self.roads and s not in self.floods

    def occupied(self, owner: int) -> set[str]:
        return {x for x, names in self.units.items() if names[0].startswith("GE-") == bool(owner)}

    def place(self, name: str) -> str:
        return next(x for x, names in self.units.items() if name in names)


class Seen:
    """The board for one side: its enemies, their zones of control and bonds."""

    def __init__(self, g: Game[Situation], land: Land, mine: int) -> None:
        self.g, self.land, self.mine = g, land, mine
        self.foes, self.friends = land.occupied(1 - mine), land.occupied(mine)
        self.zoc = {n for x in self.foes for n in self.zone(x)}
        self.bonds, self.ground = g.state.bonds(1 - mine), g.rules.tables.ground  # type: ignore[attr-defined]
        label = g.rules.board.label
        self.shut = {label(h) for h in members(self.bonds.hexes)}

    def counter(self, name: str) -> Counter:
        return self.g.state.game.units[index(self.g.state, name)]

    def strength(self, name: str) -> int:
        return self.counter(name).defense[self.counter(name).steps]

    def crowded(self, names: list[str]) -> bool:
        """7.1 More than four points in a hex, the dearest Silhouette not counted."""
        points = {name: 1 if self.strength(name) < 3 else 2 for name in names}
        free = max((points[name] for name in names if self.counter(name).silhouette), default=0)
        return sum(points.values()) - free > 4

    def zone(self, x: str) -> set[str]:
        """8.1, 8.5.6 Not of units of strength 1, not over impassable hexsides, not into the sea."""
        if all(self.strength(u) < 2 for u in self.land.units[x]):
            return set()
        return {n for n in around(x) if not self.land.sea(n) and side(x, n) not in self.land.closed}

    def across(self, a: str, b: str) -> bool:
        """Whether an enemy bond closes the hexside."""
        at = self.g.rules.board.index
        return self.bonds.crosses(self.ground, at(a), at(b))

    def hot(self, x: str) -> bool:
        """In an enemy zone of control, and no friend there."""
        return x in self.zoc and x not in self.friends


def random_land(chance: random.Random) -> Land:
    land = Land()
    kinds = ("clear", "mixed", "bocage", "woods", "city", "flooded", "marsh", "sea")
    for x in HEXES:
        land.terrain[x] = chance.choices(kinds, (40, 8, 12, 12, 4, 12, 4, 6))[0]
    dry = [x for x in HEXES if not land.sea(x)]
    land.towns = {
        x for x in dry if land.terrain[x] in ("clear", "bocage") and chance.random() < 0.12
    }
    for x in dry:
        for n in around(x):
            if x < n and not land.sea(n):
                s = side(x, n)
                if chance.random() < 0.08:
                    land.closed.add(s)
                elif chance.random() < 0.12:
                    land.major.add(s)
                elif chance.random() < 0.12:
                    land.minor.add(s)
                if chance.random() < 0.1 and s not in land.major | land.closed:
                    land.floods.add(s)
                    if chance.random() < 0.3:
                        land.causeways.add(s)
    for _ in range(5):
        here = chance.choice(dry)
        kind = chance.choice(("major", "secondary"))
        for _ in range(7):
            onward = [
                n for n in around(here) if not land.sea(n) and side(here, n) not in land.closed
            ]
            if not onward:
                break
            there = chance.choice(onward)
            land.roads.setdefault(side(here, there), kind)
            here = there
    firm = [x for x in dry if land.terrain[x] not in ("flooded", "marsh")]
    places = chance.sample(firm, 20)
    for name in AMERICANS:
        land.units[places.pop()] = [name]
    for name in GERMANS:
        land.units.setdefault(places.pop() if chance.random() < 0.8 else places[0], []).append(name)
    land.gates = set(chance.sample(dry, 2))
    land.harbour = chance.choice([x for x in firm if x not in land.occupied(GERMAN)])
    kept = land.towns | {x for x in dry if land.terrain[x] == "city"}
    land.ours = {x for x in kept if chance.random() < 0.5}
    land.ours = (land.ours | land.occupied(ALLIED) & kept) - land.occupied(GERMAN)
    return land


def game(
    land: Land,
    owner: int,
    phase: str = "movement",
    change: Callable[[Situation], None] | None = None,
) -> Game[Situation]:
    letters: dict[str, list[str]] = {}
    for x, kind in land.terrain.items():
        letters.setdefault(kind, []).append(x)

    def settle(state: Situation) -> None:
        at = state.game.board.index
        state.control = sum(1 << at(x) for x in land.ours | {land.harbour} if x)
        if land.harbour:
            state.harbour = [at(land.harbour), -1]
        if change is not None:
            change(state)

    return board(
        {x: " ".join(names) for x, names in land.units.items()},
        phase=phase,
        side=("allied", "german")[owner],
        terrain={kind: " ".join(labels) for kind, labels in letters.items()},
        sides={
            "minor_river": " ".join(sorted(land.minor)),
            "major_river": " ".join(sorted(land.major)),
            "flooded_river": " ".join(sorted(land.floods)),
            "causeway": " ".join(sorted(land.causeways)),
            "impassable": " ".join(sorted(land.closed)),
        },
        roads=[f"{kind} {s.replace('/', '-')}" for s, kind in sorted(land.roads.items())],
        features={"green": " ".join(sorted(land.gates))},
        towns=" ".join(sorted(land.towns)),
        size=SIZE,
        change=settle,
    )
