"""What must always hold in a situation."""

from __future__ import annotations

from ...engine.words import Say
from ...hexes import mask_of
from .counters import ALLIED, AXIS, SIDE_NAMES, WHOLE
from .situation import GONE, LEFT, SPARE, Situation


def check(g: Situation) -> list[Say]:
    """4.32, 5.0 What must always hold."""
    game, wrong = g.game, []
    for h, stack in g.at.items():
        label = game.board.label(h)
        if len({game.units[u].side for u in stack}) != 1:
            wrong.append(Say("{place}: both sides", place=label))
        if not game.ground.land >> h & 1:
            wrong.append(Say("{place}: units in the sea", place=label))
        if any(g.hex[u] != h for u in stack) or len(set(stack)) != len(stack):
            wrong.append(Say("{place}: a unit in two places", place=label))
    for u, h in enumerate(g.hex):
        unit, left = game.units[u], g.steps[u]
        if h >= 0 and u not in g.at.get(h, ()):
            wrong.append(Say("{unit}: not where it is", unit=unit.id))
        if (h >= 0 and not 0 < left <= unit.steps) or (h in (GONE, LEFT, SPARE) and left):
            wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=left))
        if h >= 0 and unit.steps == WHOLE and left == 1:
            wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=left))
    for side in (AXIS, ALLIED):
        if g.occupied[side] != mask_of(g.hex[u] for u in g.on_map(side)):
            wrong.append(Say("{side}: occupied hexes do not match", side=SIDE_NAMES[side]))
        if g.phase != "set-up":
            lost = g.occupied[side] & (~g.control if side == AXIS else g.control)
            if lost:
                wrong.append(Say("{side}: occupied hexes not controlled", side=SIDE_NAMES[side]))
    fresh = g.copy()
    fresh.zones = [0, 0]
    fresh.rezone()
    if fresh.zones != g.zones:
        wrong.append(Say("zones of control do not match"))
    return wrong
