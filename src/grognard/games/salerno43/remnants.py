"""10.4.2 Remnants: the last step of a unit of three."""

from __future__ import annotations

from ...engine.decision import Ask, Asking
from ...engine.words import Say
from .counters import NO_REMNANT, SIDES
from .situation import Situation


def keep(g: Situation, unit: int, rule: str) -> Asking[bool]:
    """10.4.2, S2.3.6 Its owner may keep a Remnant while there is one in the display."""
    counter, acts = g.game.units[unit], g.game.actions
    if g.remnants_left(counter.remnant) <= 0:
        rule = "S2.3.6" if counter.remnant == NO_REMNANT else "10.4.2"
        g.tell("remnant", rule, "no Remnant is left for {unit}", unit=counter.id)
        return False
    choice = yield Ask(
        SIDES[counter.side],
        "remnant",
        "10.4.2",
        Say("{unit} is down to its last step: keep a Remnant?", unit=counter.id),
        [acts.remnant, acts.decline],
        about=g.about([unit]),
        outcome=lambda a: [
            Say("Remnants left in the display: {n}", n=g.remnants_left(counter.remnant) - 1)
            if a is acts.remnant
            else Say("it is eliminated")
        ],
    )
    if choice is acts.decline:
        return False
    g.set_steps(unit, 1)
    g.tell("loss", rule, "{unit} is reduced to a Remnant", unit=counter.id)
    return True
