"""17.9 Cadres: the last step of a unit of three."""

from __future__ import annotations

from ...engine.decision import Asking
from .situation import Situation


def keep(g: Situation, unit: int, rule: str) -> Asking[bool]:
    """17.9.1 The Cadre comes by itself; without one in the display the unit is eliminated."""
    counter = g.game.units[unit]
    if g.cadres_left(counter.remnant) <= 0:
        g.tell("cadre", "17.9.1", "no Cadre is left for {unit}", unit=counter.id)
        return False
    g.set_steps(unit, 1)
    g.tell("loss", rule, "{unit} is reduced to a Cadre", unit=counter.id)
    return True
    yield  # nobody is asked


def restore(g: Situation, unit: int) -> bool:
    """17.9.4 Whether an eliminated unit can return: its own dead Cadre waits for it, or one is free."""
    counter = g.game.units[unit]
    if not counter.remnant or g.tied >> unit & 1:
        return True
    return g.cadres_left(counter.remnant) > 0
