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
    told = held if side == setting.winner else [h for h in setting.objectives if h not in held]
    names = ", ".join(map(label, told))
    if side == setting.winner:
        reason = Say("it controls {hexes}", hexes=names)
    else:
        reason = Say(
            "not under {side} control at the end: {hexes}",
            side=SIDE_NAMES[setting.winner],
            hexes=names,
        )
    return Outcome(SIDES[side], setting.victory_rule, reason)
