"""Hexes: the bit boards against plain geometry."""

from __future__ import annotations

import heapq
import random
from itertools import product
from typing import get_args

import pytest

from grognard.hexes import (
    OFF,
    Grid,
    Orientation,
    Parity,
    flood,
    mask_of,
    members,
    path_to,
    reach,
    ring,
)

GRIDS = [
    Grid(orientation, lines, places, ahead, upwards)
    for orientation, ahead, (lines, places), upwards in product(
        get_args(Orientation),
        get_args(Parity),
        (((1, 17), (1, 11)), ((5, 8), (0, 6))),
        (False, True),
    )
    if not (upwards and orientation == "flat")
]


def apart(grid: Grid, a: int, b: int) -> float:
    (xa, ya), (xb, yb) = grid.centre(a), grid.centre(b)
    return float(((xa - xb) ** 2 + (ya - yb) ** 2) ** 0.5)


@pytest.fixture(params=GRIDS, ids=lambda g: f"{g.orientation}-{g.ahead}-{g.lines}-{g.upwards}")
def grid(request: pytest.FixtureRequest) -> Grid:
    made: Grid = request.param
    return made


def test_neighbours_are_the_hexes_whose_centres_are_one_apart(grid: Grid) -> None:
    every = members(grid.every)
    for h in every:
        near = {n for n in every if n != h and apart(grid, h, n) < 1.01}
        assert set(ring(grid, h)) == near
        assert grid.around[h] == mask_of(near)
        assert OFF in grid.neighbours[h] or len(near) == 6


def test_a_direction_and_its_opposite(grid: Grid) -> None:
    for h in members(grid.every):
        for n in ring(grid, h):
            assert (grid.direction(h, n) + 3) % 6 == grid.direction(n, h)


def test_distance_is_the_number_of_steps(grid: Grid) -> None:
    every = members(grid.every)
    for start in random.Random(1).sample(every, 6):
        seen, edge, steps = {start}, [start], {start: 0}
        while edge:
            edge = [n for h in edge for n in ring(grid, h) if n not in seen and not seen.add(n)]  # type: ignore[func-returns-value]
            for n in edge:
                steps[n] = 1 + min(steps[m] for m in ring(grid, n) if m in steps)
        assert steps == {h: grid.distance(start, h) for h in every}
        for d in range(4):
            assert members(grid.within(start, d)) == [h for h in every if steps[h] <= d]


def test_spread_is_the_union_of_the_rings_and_does_not_wrap(grid: Grid) -> None:
    every = members(grid.every)
    chance = random.Random(2)
    for _ in range(20):
        chosen = chance.sample(every, chance.randint(1, len(every)))
        union = 0
        for h in chosen:
            union |= grid.around[h]
        assert grid.spread(mask_of(chosen)) == union


def test_numbers(grid: Grid) -> None:
    for h in members(grid.every):
        assert grid.index(grid.label(h)) == h
        assert grid.label(h) == "{:02d}{:02d}".format(*grid.line_place(h))
        assert 0 <= h < grid.size
    assert not grid.has("9999")
    with pytest.raises(KeyError):
        grid.index("9999")


def test_anzio_by_hand() -> None:
    grid = Grid("flat", (1, 17), (1, 11), "even")

    def near(label: str) -> set[str]:
        return {grid.label(h) for h in ring(grid, grid.index(label))}

    assert near("1010") == {"1009", "1011", "0910", "0911", "1110", "1111"}
    assert near("0308") == {"0307", "0309", "0207", "0208", "0407", "0408"}
    assert near("0101") == {"0102", "0201"}


def test_sets() -> None:
    assert members(0) == []
    assert members(mask_of([5, 3, 70])) == [3, 5, 70]


def test_flood_fills_what_is_connected(grid: Grid) -> None:
    every = members(grid.every)
    chance = random.Random(3)
    for _ in range(10):
        allowed = chance.sample(every, len(every) // 2)
        seen, edge = {allowed[0]}, [allowed[0]]
        while edge:
            h = edge.pop()
            for n in ring(grid, h):
                if n in allowed and n not in seen:
                    seen.add(n)
                    edge.append(n)
        assert flood(grid, 1 << allowed[0], mask_of(allowed)) == mask_of(seen)


def test_reach_is_the_cheapest_way(grid: Grid) -> None:
    every = members(grid.every)
    chance = random.Random(4)
    for _ in range(15):
        cost = {h: chance.choice((1, 1, 2, 3)) for h in every}
        edges = tuple(
            tuple((n, cost[n]) for n in ring(grid, h)) if h in cost else ()
            for h in range(grid.size)
        )
        start, *closed = chance.sample(every, 8)
        barred, halting = mask_of(closed[:3]), mask_of(closed[3:5])
        not_first = mask_of(closed[5:])
        found = reach(edges, start, 7, barred=barred, halting=halting, not_first=not_first)

        best = {start: 0}
        queue = [(0, start)]
        while queue:
            spent, h = heapq.heappop(queue)
            if spent > best[h] or (h != start and halting >> h & 1):
                continue
            for n, c in edges[h]:
                if barred >> n & 1 or (h == start and not_first >> n & 1) or spent + c > 7:
                    continue
                if spent + c < best.get(n, 99):
                    best[n] = spent + c
                    heapq.heappush(queue, (spent + c, n))
        assert {h: c for h, (c, _) in found.items()} == best
        for goal in found:
            path = path_to(found, goal)
            assert sum(cost[h] for h in path) == best[goal]
            assert path[-1:] == ([goal] if goal != start else [])
            for a, b in zip([start, *path], path, strict=False):
                assert b in ring(grid, a)
