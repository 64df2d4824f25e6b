"""11.1 Reinforcements."""

from __future__ import annotations

from ...hexes import members
from .counters import SIDES
from .situation import LATER, Situation


def arrive(g: Situation) -> None:
    """11.1 What the scenario gives in this turn: replacements into the pool; units wait at the edge."""
    for arrival in g.game.setting.arrivals:
        if arrival.turn != g.turn:
            continue
        for kind, n in arrival.pool:
            g.pool[g.game.pools.index(kind)] += n


def waiting(g: Situation, side: int) -> list[int]:
    """11.11a, 11.14 The units that have arrived and may enter, this turn or later."""
    low, high = g.game.span[side]
    arrival = g.game.arrival_turn
    return [u for u in range(low, high) if g.hex[u] == LATER and 0 < arrival[u] <= g.turn]


def entries(g: Situation, side: int) -> int:
    """11.11a-b The hexes where the units of a side enter: controlled by it and free of enemies."""
    feature = f"{SIDES[side]}_entry"
    if "entry-0134" in g.game.options and side:
        feature += "_0134"
    hexes = g.game.board.where.get(feature, 0) & ~g.occupied[1 - side]
    for h in members(hexes):
        if not g.controls(side, h):
            hexes &= ~(1 << h)
    return hexes
