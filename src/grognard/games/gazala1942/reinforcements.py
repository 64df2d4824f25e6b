"""11.1 Reinforcements."""

from __future__ import annotations

from ...engine.words import IllegalAction
from ...hexes import mask_of, members
from . import headquarters, replacements
from .counters import SIDE_NAMES, SIDES
from .situation import LATER, Situation


def arrive(g: Situation) -> None:
    """11.1 What the scenario gives in this turn: replacements into the pool; units wait at the edge."""
    for arrival in g.game.setting.arrivals:
        if arrival.turn != g.turn:
            continue
        side = SIDE_NAMES[arrival.side]
        if names := ", ".join(g.game.units[u].id for u in arrival.units):
            g.tell(
                "arrival", arrival.rule, "{side} reinforcements: {units}", side=side, units=names
            )
        for kind, n in arrival.pool:
            replacements.gain(g, kind, n)
            what = replacements.named(kind)
            g.tell(
                "arrival",
                arrival.rule,
                "{side} replacements: {count} {pool}",
                side=side,
                count=n,
                pool=what,
            )


def waiting(g: Situation, side: int) -> list[int]:
    """11.11a, 11.14 The units that have arrived and may enter, this turn or later."""
    low, high = g.game.span[side]
    arrival = g.game.arrival_turn
    return [u for u in range(low, high) if g.hex[u] == LATER and 0 < arrival[u] <= g.turn]


def able(g: Situation, side: int) -> list[int]:
    """11.11a, 10.13a Those of them that the HQ of the impulse activates: units of a lost HQ wait for its return."""
    if refuse_activation(g) is not None:
        return []
    return [u for u in waiting(g, side) if not headquarters.orphaned(g, u)]


def refuse_activation(g: Situation) -> IllegalAction | None:
    """11.11a, 10.2c3 Why the HQ of the impulse activates no reinforcements; None if it may."""
    hq = g.headquarters
    if hq == g.game.rommel:
        return IllegalAction(
            "10.2c3", "Rommel activates only the units in his hex: nobody enters in his impulse"
        )
    if not headquarters.in_play(g, hq):
        return IllegalAction(
            "11.11a", "{unit} is not on the map any more", unit=g.game.units[hq].id
        )
    return None


def entries(g: Situation, side: int) -> int:
    """11.11a-b The hexes where the units of a side enter: controlled by it and free of enemies."""
    return mask_of(h for h in members(edge(g, side)) if refuse_entry(g, side, h) is None)


def refuse_entry(g: Situation, side: int, h: int) -> IllegalAction | None:
    """11.11a-b Why no unit of a side enters in this hex; None if one may."""
    label = g.game.board.label(h)
    if not edge(g, side) >> h & 1:
        return IllegalAction("11.11a", "{hex} is not an entry hex", hex=label)
    if g.occupied[1 - side] >> h & 1:
        return IllegalAction("11.11b", "{hex} is held by the enemy", hex=label)
    if not g.controls(side, h):
        return IllegalAction("11.11a", "{hex} is under enemy control", hex=label)
    return None


def edge(g: Situation, side: int) -> int:
    """11.11a The hexes at the edge where the units of a side enter."""
    feature = f"{SIDES[side]}_entry"
    if "entry-0134" in g.game.options and side:
        feature += "_0134"
    return g.game.board.where.get(feature, 0)
