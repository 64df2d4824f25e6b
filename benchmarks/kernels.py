"""ZOC, flood fill and reach on Anzio's map and on a map of the size that the next games have."""

from __future__ import annotations

import random
from dataclasses import dataclass

import grognard
from grognard.hexes import OFF, Edges, Grid, flood, mask_of, members, reach

from . import naive
from .clock import Figure, medians
from .naive import Place

PEER = "sets, dicts and a heap"
SIXTHS = 6
"""Costs are in sixths of a movement point."""


@dataclass(frozen=True)
class World:
    """A map with two armies on it, once with bit boards and tables, once with sets and dicts."""

    name: str
    grid: Grid
    land: int
    edges: Edges
    mine: tuple[int, ...]
    enemies: tuple[int, ...]
    budget: int
    hexes: set[Place]
    costs: dict[tuple[Place, Place], int]

    def place(self, h: int) -> Place:
        return self.grid.line_place(h)

    def places(self, mask: int) -> set[Place]:
        return {self.place(h) for h in members(mask)}


def synthetic(seed: int = 7) -> World:
    """50 by 26 hexes, hills and lakes, roads, rivers on every tenth hexside, 200 units."""
    rng = random.Random(seed)
    grid = Grid("flat", (1, 50), (1, 26), "even")
    every = members(grid.every)
    ground = {h: rng.choices((0, 6, 12, 18, 24), (5, 55, 20, 15, 5))[0] for h in every}
    land = mask_of(h for h in every if ground[h])
    rivers = {
        frozenset((h, n))
        for h in every
        for n in grid.neighbours[h]
        if n != OFF and rng.random() < 0.05
    }
    roads = {
        frozenset((grid.index_at(line, place), grid.index_at(line, place + 1)))
        for line in range(3, 51, 6)
        for place in range(1, 26)
    }

    def cost(a: int, b: int) -> int:
        side = frozenset((a, b))
        return 3 if side in roads else ground[b] + (SIXTHS if side in rivers else 0)

    edges = tuple(
        tuple((n, cost(h, n)) for n in near if n != OFF and land >> n & 1)
        if h in ground and land >> h & 1
        else ()
        for h, near in enumerate(grid.neighbours)
    )
    army = rng.sample(members(land), 200)
    return _world("1,300 hexes, 200 units", grid, land, edges, army[:100], army[100:], 48)


def anzio(seed: int = 7) -> World:
    """Anzio's map with all its counters on it, infantry moving."""
    rng = random.Random(seed)
    rules = grognard.new("anzio", seed=1).rules
    grid, tables = rules.board.grid, rules.tables  # type: ignore[attr-defined]
    army = rng.sample(members(tables.land), 40)
    return _world("Anzio, 40 units", grid, tables.land, tables.sure[0], army[:20], army[20:], 6)


def _world(
    name: str,
    grid: Grid,
    land: int,
    edges: Edges,
    mine: list[int],
    enemies: list[int],
    budget: int,
) -> World:
    place = grid.line_place
    costs = {(place(h), place(n)): c for h, near in enumerate(edges) for n, c in near}
    hexes = {place(h) for h in members(land)}
    return World(name, grid, land, edges, tuple(mine), tuple(enemies), budget, hexes, costs)


def check(world: World) -> None:
    """Both ways must find the same before anybody is timed."""
    occupied = mask_of(world.enemies)
    enemies = world.places(occupied)
    zone = world.grid.spread(occupied) & world.land
    assert world.places(zone) == naive.zoc(enemies, world.hexes)
    free = world.land & ~zone
    start = world.mine[0]
    ours = flood(world.grid, 1 << start, free | 1 << start)
    theirs = naive.flood(world.place(start), world.places(free))
    assert world.places(ours) == theirs
    for unit in world.mine[:10]:
        ways = _reach(world, unit, occupied, zone)
        found = {world.place(h): cost for h, (cost, _) in ways.items()}
        assert found == _naive_reach(world, world.place(unit), enemies, world.places(zone))


def _reach(world: World, unit: int, barred: int, zone: int) -> dict[int, tuple[int, int]]:
    return reach(world.edges, unit, world.budget, barred=barred, halting=zone)


def _naive_reach(
    world: World, unit: Place, barred: set[Place], zone: set[Place]
) -> dict[Place, int]:
    costs, never = world.costs, world.budget + 1
    return naive.reach(
        unit,
        world.budget,
        world.hexes,
        lambda a, b: costs.get((a, b), never),
        barred,
        zone,
    )


def measure(world: World) -> list[Figure]:
    """The three kernels, each against its textbook twin."""
    check(world)
    grid, land = world.grid, world.land
    occupied = mask_of(world.enemies)
    enemies = world.places(occupied)
    zone = grid.spread(occupied) & land
    zone_places, free = world.places(zone), land & ~zone
    free_places, start = world.places(free), world.mine[0]
    some = world.mine[:10]
    some_places = [world.place(unit) for unit in some]
    pairs = [
        (
            "ZOC",
            lambda: grid.spread(occupied) & land,
            lambda: naive.zoc(enemies, world.hexes),
            20,
            1,
        ),
        (
            "flood fill",
            lambda: flood(grid, 1 << start, free),
            lambda: naive.flood(world.place(start), free_places),
            10,
            1,
        ),
        (
            "reach",
            lambda: [_reach(world, unit, occupied, zone) for unit in some],
            lambda: [_naive_reach(world, unit, enemies, zone_places) for unit in some_places],
            1,
            len(some),
        ),
    ]
    found = []
    for name, ours, theirs, repeats, calls in pairs:
        mine, peer = medians(ours, theirs, repeats=repeats)
        found.append(
            Figure(
                f"{name}, {world.name}",
                mine / calls * 1e6,
                "µs",
                peer=PEER,
                peer_value=peer / calls * 1e6,
            )
        )
    return found


def figures() -> list[Figure]:
    return [figure for world in (anzio(), synthetic()) for figure in measure(world)]
