"""Stacks over the limit, which lose units of their owner's choice."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Say
from ...hexes import members
from .field import Field, Series


def over(g: Field[Series], units: Sequence[int]) -> bool:
    """Whether units are too many for one hex."""
    return g.stack_points(units) > g.stack_limit()


def surplus(g: Field[Series], units: Sequence[int]) -> list[int]:
    """The units of a stack over the limit that bring it nearer to it if they go; [] within it.

    No two counters are too many.
    """
    if len(units) < 3 or not over(g, units):
        return []
    total = g.stack_points(units)
    return [u for u in units if g.stack_points([v for v in units if v != u]) < total]


def too_many(g: Field[Series], side: int, among: int = -1) -> list[Say]:
    """What the end of a movement would cost a side: those of some hexes that are over the limit."""
    hexes = [g.word(h) for h in members(g.occupied[side] & among) if surplus(g, g.group(h))]
    return (
        [Say("over the stacking limit, units lost: {hexes}", hexes=", ".join(hexes))]
        if hexes
        else []
    )


def correct(g: Field[Series], side: int, hexes: int = -1) -> Procedure:
    """The stacks of a side comply, in these hexes or all."""
    for h in members(g.occupied[side] & hexes):
        while units := surplus(g, g.group(h)):
            choice = yield Ask(
                g.asked(side, g.group(h)),
                "overstacked",
                g.CITES.stacking,
                Say("{hex} is over the stacking limit: which unit is removed?", hex=g.word(h)),
                [g.game.actions.remove[u] for u in units],
                about=g.about(hexes=[h]),
            )
            g.eliminate(choice.value, g.CITES.stacking)
