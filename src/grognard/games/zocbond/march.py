"""Movement by land: kinds of movement as data, the next step, and where a move can end."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ...hexes import OFF
from .zones import Bonds

NORMAL, TACTICAL = 1, 4
"""The kinds of movement of every game: by points, and one or two hexes at no cost.  Games have more.

A unit on the move may still be using any of a set: each is a bit."""

ANY = 1 << 20
"""As many points, or hexes, as there may be."""

Places = dict[int, tuple[int, int]]
"""Where a unit may go next: the kinds of movement that allow it, and the points spent then."""

Step = tuple[int, int, int, int]
"""A place next to another: the place, the direction (-1 to or from an area beside the map), the cost,
the kinds of movement that may make this step."""

Ways = dict[int, tuple[int, list[int]]]
"""Where a move could end: the points spent and the way."""


class Mode(NamedTuple):
    """A kind of movement as it is open to one unit now."""

    bit: int
    budget: int = ANY
    """Its points."""
    shy: int = 0
    """Hexes that it may not enter."""
    most: int = ANY
    """How many hexes it goes at most."""
    passing: int = 0
    """Hexes that it may enter, but not end in."""


class Bounds(NamedTuple):
    """What stays the same for a unit during its move."""

    modes: tuple[Mode, ...]
    steps: Sequence[Sequence[Step]]
    """By place: the places next to it."""
    first: Sequence[Step]
    """From where the unit stands now: what only the first step of a move may do."""
    blocked: int
    """Hexes and areas it may not enter."""
    zoc: int
    """The enemy's zones of control: the unit stops in the first hex of them."""
    bonds: Bonds
    """The enemy's."""
    leave: int
    """What it costs to leave a hex in a zone of control."""
    shut: int = 0
    """Hexes that it may not enter straight from where it stands now."""
    halts: Sequence[int] = ()
    """By place: the neighbours that a unit stops in when it comes from there; () if there are none."""

    def bold(self) -> Bounds:
        """The same without what kinds of movement are shy of."""
        return self._replace(modes=tuple(mode._replace(shy=0) for mode in self.modes))

    def without(self, kind: int) -> Bounds:
        """The same without a kind of movement."""
        return self._replace(modes=tuple(mode for mode in self.modes if mode.bit != kind))

    def fresh(self, kinds: int, trod: int) -> int:
        """Those among kinds of movement that still go on after so many hexes."""
        open_ = 0
        for mode in self.modes:
            if trod < mode.most:
                open_ |= mode.bit
        return kinds & open_

    def stays(self, kinds: int, here: int) -> int:
        """Those among kinds of movement that may end in a place."""
        for mode in self.modes:
            if mode.passing >> here & 1:
                kinds &= ~mode.bit
        return kinds

    def halted(self, here: int, there: int) -> bool:
        """Whether a unit that comes from one place to the next goes no farther."""
        if self.zoc >> there & 1:
            return True
        return bool(self.halts) and bool(self.halts[here] >> there & 1)


def open_steps(by: Bounds, here: int, spent: int, trod: int, kinds: int) -> Places:
    """Where one more step leads by these kinds of movement, if they can end there or farther on."""
    found = _steps(by, here, spent, trod, kinds)
    if any(mode.passing for mode in by.modes):
        found = _not_stranded(by, here, trod, found)
    return found


def _steps(by: Bounds, here: int, spent: int, trod: int, kinds: int) -> Places:
    """Where one more step leads, whether or not a move may end there."""
    kinds = by.fresh(kinds, trod)
    if not kinds:
        return {}
    if trod:
        return _step(by, by.blocked, here, spent, kinds, by.steps[here])
    found = _step(by, by.blocked | by.shut, here, spent, kinds, by.steps[here])
    if by.first:
        found |= _step(by, by.blocked, here, spent, kinds, by.first)
    return found


def _step(
    by: Bounds, blocked: int, here: int, spent: int, kinds: int, steps: Sequence[Step]
) -> Places:
    modes, sides = by.modes, by.bonds.sides
    if by.zoc >> here & 1:
        spent += by.leave
    found: Places = {}
    for n, d, cost, uses in steps:
        uses &= kinds
        if not uses or blocked >> n & 1 or (d >= 0 and sides[d] >> here & 1):
            continue
        total = spent + cost
        for bit, budget, shy, _, _ in modes:
            if uses & bit and (total > budget or (shy and shy >> n & 1)):
                uses ^= bit
        if uses:
            found[n] = uses, total
    return found


def _not_stranded(by: Bounds, here: int, trod: int, found: Places) -> Places:
    """Without the kinds of movement that could end neither in a place nor anywhere beyond it."""
    kept: Places = {}
    for n, (kinds, total) in found.items():
        stays = by.stays(kinds, n)
        if kinds & ~stays and not by.halted(here, n):
            stays |= _beyond(by, n, total, trod + 1, kinds & ~stays)
        if stays:
            kept[n] = stays, total
    return kept


def _beyond(by: Bounds, start: int, spent: int, trod: int, kinds: int) -> int:
    """Those among kinds of movement that can go on from a place to one where they may end."""
    ending = 0
    frontier = [(spent, trod, start, kinds)]
    done: dict[int, int] = {}
    while frontier and ending != kinds:
        spent, trod, place, left = heappop(frontier)
        left &= ~(done.get(place, 0) | ending)
        if not left:
            continue
        done[place] = done.get(place, 0) | left
        for n, (open_, total) in _steps(by, place, spent, trod, left).items():
            ending |= by.stays(open_, n)
            if open_ & ~ending and not by.halted(place, n):
                heappush(frontier, (total, trod + 1, n, open_ & ~ending))
    return ending


def ends(by: Bounds, start: int, spent: int, trod: int, kinds: int, size: int) -> Ways:
    """Where a move could end; places from ``size`` on are areas beside the map."""
    blocked, zoc, steps, halts = by.blocked, by.zoc, by.steps, by.halts
    passing = any(mode.passing for mode in by.modes)
    longest = max((mode.most for mode in by.modes if mode.most < ANY), default=0)
    fresh = [by.fresh(-1, hexes) for hexes in range(max(trod, longest) + 2)]
    """By hexes gone: the kinds of movement that still go on; the last for all that follow."""
    best: dict[int, tuple[int, int]] = {}
    nodes = [(start, OFF)]
    """Places come to, each with the node before it."""
    frontier = [(spent, trod, 0, kinds)]
    done: dict[int, int] = {}
    """By place: the kinds of movement that have gone on from it already, for no more points."""
    while frontier:
        spent, trod, node, kinds = heappop(frontier)
        place = nodes[node][0]
        if node:
            known = done.get(place, 0)
            kinds &= ~known
            if not kinds:
                continue
            done[place] = known | kinds
        if node and not passing:
            open_ = _step(by, blocked, place, spent, kinds, steps[place])
        else:
            open_ = _steps(by, place, spent, trod, kinds)
        trod += 1
        going = fresh[trod] if trod < len(fresh) else fresh[-1]
        for n, (uses, total) in open_.items():
            better = n not in best or total < best[n][0]
            if passing and better:
                better = bool(by.stays(uses, n))
            left = uses & going
            goes_on = n < size and left & ~done.get(n, 0) and not zoc >> n & 1
            if halts and goes_on and halts[place] >> n & 1:
                goes_on = False
            if not better and not goes_on:
                continue
            nodes.append((n, node))
            if better:
                best[n] = total, len(nodes) - 1
            if goes_on:
                heappush(frontier, (total, trod, len(nodes) - 1, left))
    best.pop(start, None)
    ways: list[list[int]] = [[]]
    for place, before in nodes[1:]:
        ways.append([*ways[before], place])
    return {n: (total, ways[node]) for n, (total, node) in best.items()}
