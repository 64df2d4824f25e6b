"""4.0 Stacking: six points a hex, one silhouetted tank free."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.decision import Ask, Procedure
from ...engine.words import Say
from ...hexes import members
from .counters import SIDES
from .situation import Situation

LIMIT = 6


def points(g: Situation, units: Iterable[int], hexes: int = 1) -> int:
    """4.2, 4.3 The Stacking Points of units in one hex, or spread over several."""
    total = tanks = 0
    counters, steps = g.game.units.units, g.steps
    for u in units:
        if counters[u].silhouette:
            tanks += 1
        else:
            total += counters[u].stacking[steps[u]]
    return total + max(tanks - hexes, 0)


def over(g: Situation, h: int) -> bool:
    group = g.group(h)
    return len(group) > 2 and points(g, group) > LIMIT


def correct(g: Situation, side: int, hexes: int = -1) -> Procedure:
    """4.4b-c Hexes over the limit lose units of their owner's choice until they comply.

    ``hexes`` are those that must comply now: all at the end of a phase, before then only where an
    attack or an advance has been made (12.1.4 gives the others time).
    """
    for h in members(g.occupied[side] & hexes):
        while over(g, h):
            group = g.group(h)
            helps = [u for u in group if points(g, [v for v in group if v != u]) < points(g, group)]
            choice = yield Ask(
                SIDES[side],
                "overstacked",
                "4.4",
                Say("{hex} is over the stacking limit: which unit is removed?", hex=g.word(h)),
                [g.game.actions.remove[u] for u in helps],
            )
            g.eliminate(choice.value, "4.4")
