"""Stacks over the limit lose units of their owner's choice."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Say
from ...hexes import members
from .field import Field, Series


def correct(g: Field[Series], side: int, hexes: int) -> Procedure:
    """The stacks of a side in these hexes comply."""
    for h in members(g.occupied[side] & hexes):
        while units := g.surplus(h):
            choice = yield Ask(
                g.asked(side, g.group(h)),
                "overstacked",
                g.CITES.stacking,
                Say("{hex} is over the stacking limit: which unit is removed?", hex=g.word(h)),
                [g.game.actions.remove[u] for u in units],
                about=g.about(hexes=[h]),
            )
            g.eliminate(choice.value, g.CITES.stacking)
