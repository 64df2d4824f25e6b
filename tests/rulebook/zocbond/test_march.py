"""Where a march can end against a second, literal reading: every way, hex by hex, by one kind of movement at a time.

The kinds of movement are those of the two books: by points, by more points but shy of the enemy, by road
alone, one or two hexes at no cost; some pass hexes that they may not end in.
"""

from __future__ import annotations

import random

import pytest

from grognard.games.zocbond import march
from grognard.games.zocbond.march import ANY, NORMAL, TACTICAL, Bounds, Mode, Step
from grognard.games.zocbond.zones import NO_BONDS, Bonds

EXTENDED, BY_ROAD = 2, 8
SIZE = 16
"""A torus of four by four hexes: each has six neighbours."""


def neighbours(h: int) -> list[int]:
    x, y = h % 4, h // 4
    deltas = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
    return [(x + dx) % 4 + (y + dy) % 4 * 4 for dx, dy in deltas]


def mask(rng: random.Random, share: float) -> int:
    return sum(1 << h for h in range(SIZE) if rng.random() < share)


def random_bounds(rng: random.Random, book: str, start: int) -> Bounds:
    """What bounds a unit's move: in Salerno three kinds of movement, in Normandy roads and stacks count."""
    steps: list[list[Step]] = []
    firsts: list[list[Step]] = []
    every = NORMAL | TACTICAL | (EXTENDED if book == "salerno43" else 0)
    for h in range(SIZE):
        row: list[Step] = []
        daring: list[Step] = []
        for d, n in enumerate(neighbours(h)):
            road = rng.random() < 0.5
            kinds = every | (BY_ROAD if road and book == "normandy44" else 0)
            cost = rng.choice((2, 3)) if road else rng.choice((6, 6, 12))
            if rng.random() < 0.15:
                daring.append((n, d, cost + 6, TACTICAL if book == "salerno43" else every))
            elif rng.random() < 0.9:
                row.append((n, d, cost, kinds))
        steps.append(row)
        firsts.append(daring)
    shy, friends = mask(rng, 0.2), mask(rng, 0.3) & ~(1 << start)
    most = rng.choice((1, ANY, ANY, ANY))
    modes = [Mode(NORMAL, rng.choice((6, 12, 18)), 0, most), Mode(TACTICAL, ANY, 0, min(most, 2))]
    halts: list[int] = []
    if book == "salerno43":
        modes.append(Mode(EXTENDED, modes[0].budget + 18, shy, most))
    else:
        modes.append(Mode(BY_ROAD, modes[0].budget * 2, shy, most, friends))
        halts = [mask(rng, 0.1) for _ in range(SIZE)]
    bonds = NO_BONDS
    if rng.random() < 0.5:
        sides = [mask(rng, 0.1) for _ in range(6)]
        bonds = Bonds(0, (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]))
    blocked, zoc = mask(rng, 0.15) & ~(1 << start), mask(rng, 0.2)
    shut = mask(rng, 0.1)
    return Bounds(
        tuple(modes), steps, firsts[start], blocked, zoc, bonds, rng.choice((0, 6, 12)), shut, halts
    )


def literal(by: Bounds, start: int, mode: Mode) -> dict[int, int]:
    """Where one kind of movement alone can end, and for how many points at least."""
    best: dict[int, int] = {}
    seen: dict[tuple[int, int], int] = {}
    work = [(start, 0, 0, False)]
    while work:
        here, spent, gone, stopped = work.pop()
        if gone and here != start and not mode.passing >> here & 1:
            best[here] = min(spent, best.get(here, ANY))
        if stopped or gone >= mode.most:
            continue
        toll = by.leave if by.zoc >> here & 1 else 0
        ahead = [(step, False) for step in by.steps[here]]
        if not gone:
            ahead += [(step, True) for step in by.first]
        for (n, d, cost, kinds), first in ahead:
            total = spent + toll + cost
            if not kinds & mode.bit or total > mode.budget or (by.blocked | mode.shy) >> n & 1:
                continue
            if by.bonds.sides[d] >> here & 1 or (not gone and not first and by.shut >> n & 1):
                continue
            stop = bool(by.zoc >> n & 1) or bool(by.halts and by.halts[here] >> n & 1)
            key = n, (gone + 1) * 2 + stop
            if seen.get(key, ANY) > total:
                seen[key] = total
                if gone + 1 < 8:
                    work.append((n, total, gone + 1, stop))
    return best


@pytest.mark.parametrize("book", ["salerno43", "normandy44"])
@pytest.mark.parametrize("seed", range(60))
def test_where_a_march_ends(book: str, seed: int) -> None:
    rng = random.Random(seed)
    start = rng.randrange(SIZE)
    by = random_bounds(rng, book, start)
    kinds = sum(mode.bit for mode in by.modes)
    found = march.ends(by, start, 0, 0, kinds, SIZE)
    wanted: dict[int, int] = {}
    for mode in by.modes:
        for h, cost in literal(by, start, mode).items():
            wanted[h] = min(cost, wanted.get(h, ANY))
    assert {h: cost for h, (cost, _) in found.items()} == wanted
    for h, (cost, way) in found.items():
        assert way[-1] == h
        assert walked(by, start, kinds, way) == cost


def walked(by: Bounds, start: int, kinds: int, way: list[int]) -> int:
    """The points that a way costs, step by step; it must be open and may end where it ends."""
    here, spent = start, 0
    for trod, n in enumerate(way):
        kinds, spent = march.open_steps(by, here, spent, trod, kinds)[n]
        here = n
    assert by.stays(kinds, here)
    return spent


@pytest.mark.parametrize("seed", range(40))
def test_no_step_leads_where_a_unit_could_neither_end_nor_go_on(seed: int) -> None:
    rng = random.Random(500 + seed)
    start = rng.randrange(SIZE)
    by = random_bounds(rng, "normandy44", start)
    kinds = sum(mode.bit for mode in by.modes)
    here, spent, trod = start, 0, 0
    while open_ := march.open_steps(by, here, spent, trod, kinds):
        there = rng.choice(sorted(open_))
        kinds, spent = open_[there]
        trod += 1
        halted = by.halted(here, there)
        here = there
        if halted:
            break
    assert not trod or by.stays(kinds, here)
