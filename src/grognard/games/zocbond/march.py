"""Movement by land: the kinds of movement a unit may still be using, and where it can end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ...hexes import OFF
from .zones import Bonds

NORMAL, LONG, TACTICAL = 1, 2, 4
"""The kinds of movement: by points; by more points, but never near the enemy; one or two hexes at no cost.

A unit on the move may still be using any of a set."""

Places = dict[int, tuple[int, int]]
"""Where a unit may go next: the kinds of movement that allow it, and the points spent then."""

Step = tuple[int, int, int]
"""A place next to another: the place, the direction (-1 to or from an area beside the map), the cost."""


class Bounds(NamedTuple):
    """What stays the same for a unit during its move."""

    steps: Sequence[Sequence[Step]]
    """By place: the places next to it."""
    blocked: int
    """Hexes and areas it may not enter."""
    shy: int
    """Hexes that the long kind of movement may not enter."""
    zoc: int
    """The enemy's zones of control: the unit stops in the first hex of them."""
    bonds: Bonds
    """The enemy's."""
    budget: int
    """Points for normal movement, in sixths."""
    long: int
    """Points for the long kind."""


def open_steps(by: Bounds, here: int, spent: int, kinds: int, closed: int = 0) -> Places:
    """Where one more step leads by these kinds of movement; ``closed`` are more places shut to it."""
    blocked, shy, sides, budget, long = (
        by.blocked | closed,
        by.shy,
        by.bonds.sides,
        by.budget,
        by.long,
    )
    found: Places = {}
    for n, d, cost in by.steps[here]:
        if blocked >> n & 1 or (d >= 0 and sides[d] >> here & 1):
            continue
        total = spent + cost
        open_ = kinds & TACTICAL
        if total <= budget:
            open_ |= kinds & NORMAL
        if total <= long and kinds & LONG and not shy >> n & 1:
            open_ |= LONG
        if open_:
            found[n] = open_, total
    return found


def ends(
    onward: Callable[[int, int, int, int], Places],
    start: int,
    spent: int,
    trod: int,
    modes: int,
    zoc: int,
    size: int,
) -> dict[int, tuple[int, list[int]]]:
    """Where a move could end: the points spent and the way.

    ``onward`` says where a step leads from a place with so many points spent, hexes trodden and
    kinds of movement left.
    """
    best: dict[int, tuple[int, int]] = {}
    nodes = [(start, OFF)]
    """Places come to, each with the node before it."""
    frontier = [(spent, trod, 0, modes)]
    done: dict[int, int] = {}
    """By place: the kinds of movement that have gone on from it already, for no more points."""
    while frontier:
        spent, trod, node, modes = heappop(frontier)
        place = nodes[node][0]
        if node:
            known = done.get(place, 0)
            modes &= ~known
            if not modes:
                continue
            done[place] = known | modes
        for n, (open_, total) in onward(place, spent, trod, modes).items():
            better = n not in best or total < best[n][0]
            left = modes & open_ if not trod else modes & open_ & ~TACTICAL
            goes_on = n < size and left & ~done.get(n, 0) and not zoc >> n & 1
            if not better and not goes_on:
                continue
            nodes.append((n, node))
            if better:
                best[n] = total, len(nodes) - 1
            if goes_on:
                heappush(frontier, (total, trod + 1, len(nodes) - 1, left))
    best.pop(start, None)
    ways: list[list[int]] = [[]]
    for place, before in nodes[1:]:
        ways.append([*ways[before], place])
    return {n: (total, ways[node]) for n, (total, node) in best.items()}
