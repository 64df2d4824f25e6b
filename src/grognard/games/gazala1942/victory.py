"""13.0 Victory: who controls the objectives when the last turn is over."""

from __future__ import annotations

from ...engine.decision import Outcome
from ...engine.words import Say
from .counters import SIDE_NAMES, SIDES
from .situation import Situation


def end(g: Situation) -> Outcome | None:
    """13.19, 13.27, 13.36 One side must control all objectives; any other result is the other's win."""
    setting, label = g.game.setting, g.game.board.label
    held = [h for h in setting.objectives if g.controls(setting.winner, h)]
    side = setting.winner if len(held) == len(setting.objectives) else 1 - setting.winner
    names = ", ".join(label(h) for h in setting.objectives)
    if side == setting.winner:
        reason = Say("it controls {hexes}", hexes=names)
    else:
        reason = Say(
            "the {side} side does not control all of {hexes}",
            side=SIDE_NAMES[setting.winner],
            hexes=names,
        )
    return Outcome(SIDES[side], setting.victory_rule, reason)
