"""6.13 Supply lines as ways over the map, and what breaks one that does not get through."""

from __future__ import annotations

from itertools import pairwise

from ...engine.view import Trace
from ...engine.words import Say
from ...hexes import members
from . import supply
from .counters import AXIS
from .situation import Situation


def way(g: Situation, side: int, start: int, goals: int, allowed: int, mines: bool) -> list[int]:
    """The shortest way from a hex to one of a set, both ends included; [] if there is none."""
    levels = [1 << start]
    seen = levels[0]
    while not levels[-1] & goals:
        found = supply.next_along(g, side, levels[-1]) if mines else _by_land(g, levels[-1])
        edge = found & allowed & ~seen
        if not edge:
            return []
        seen |= edge
        levels.append(edge)
    path = [members(levels[-1] & goals)[0]]
    for level in levels[-2::-1]:
        near = g.game.ground.around[path[-1]] & level
        step = next(n for n in members(near) if not mines or not _mined(g, side, n, path[-1]))
        path.append(step)
    return path[::-1]


def _mined(g: Situation, side: int, a: int, b: int) -> bool:
    return side == AXIS and g.mined(a, b)


def _by_land(g: Situation, mask: int) -> int:
    ground, found = g.game.ground, 0
    for d in range(6):
        found |= ground.shift(mask & ground.exits[d], d)
    return found


def trace(
    g: Situation, side: int, start: int, goals: int, limit: int, whole: Say, rule: str
) -> Trace:
    """6.13 The line from a hex to one of the goals, or as far as it gets and why no further."""
    board, label = g.game.board, g.game.board.label
    path = way(g, side, start, goals, supply.open_hexes(g, side) | 1 << start, mines=True)
    if path and len(path) - 1 <= limit:
        return Trace(tuple(map(label, path)), True, rule, whole)
    if path:
        text = Say(
            "the line is {count} hexes long, {limit} are allowed",
            count=len(path) - 1,
            limit=limit,
        )
        return Trace(tuple(map(label, path[: limit + 1])), False, "6.15", text)
    direct = way(g, side, start, goals, g.game.ground.land, mines=False)
    open_ = supply.open_hexes(g, side)
    for n, (a, b) in enumerate(pairwise(direct), 1):
        done = tuple(map(label, direct[:n]))
        if _mined(g, side, a, b):
            return Trace(done, False, "10.82", Say("a minefield lies before {hex}", hex=label(b)))
        if g.occupied[1 - side] >> b & 1:
            return Trace(done, False, "6.13a", Say("the enemy is in {hex}", hex=label(b)))
        if not open_ >> b & 1:
            text = Say("{hex} is in an enemy zone of control", hex=label(b))
            return Trace(done, False, "6.13a", text)
    return Trace((board.label(start),), False, rule, Say("there is nowhere to trace a line to"))


def traces(g: Situation, side: int, h: int) -> list[Trace]:
    """6.11 From the hex to the nearest HQ, with supply if possible; from the HQ to a source.

    An HQ in the hex itself has its line to a source; if that is broken, those who stand with it may
    still have a line to another.
    """
    heads = supply.headquarters(g, side)
    good = supply.supplied_headquarters(g, side)
    here = [hq for hq in heads if g.hex[hq] == h]
    found = [_to_source(g, side, here)] if here else []
    if here and (not good or set(here) & set(good) or set(g.stack(h)) == set(here)):
        return found
    line = _to_headquarters(g, side, h, good)
    if not line.whole:
        if here:
            return found
        line = _to_headquarters(g, side, h, heads)
    found.append(line)
    if line.whole:
        end = g.game.board.index(line.path[-1])
        found.append(_to_source(g, side, [hq for hq in heads if g.hex[hq] == end]))
    return found


def _to_headquarters(g: Situation, side: int, h: int, heads: list[int]) -> Trace:
    """6.11a The line from a hex to the nearest of these HQs."""
    goals = 0
    for hq in heads:
        goals |= 1 << g.hex[hq]
    return trace(g, side, h, goals, supply.FAR, Say("a line to its headquarters"), "6.11a")


def _to_source(g: Situation, side: int, heads: list[int]) -> Trace:
    """6.11a, 6.15 The line to a source of the HQs in one hex; the longest that one of them may have."""
    limit = max(supply.line_length(g, hq) for hq in heads)
    start = g.hex[heads[0]]
    whole = Say("a line to a source of supply")
    return trace(g, side, start, supply.sources(g, side), limit, whole, "6.11a")
