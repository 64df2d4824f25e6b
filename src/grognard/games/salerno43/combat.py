"""8.0 Combat: attacks are declared, supported and resolved."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Say
from ..zocbond.assault import Attack
from ..zocbond.attack_orders import orders_of, refuse_target
from ..zocbond.attacks import targets
from ..zocbond.combat import declare, resolve
from ..zocbond.pursuit import advance
from . import automatic, disengage, stacking
from .counters import SIDES
from .situation import Situation


def combat(g: Situation) -> Procedure:
    """8.1 The active side attacks as it likes; then the Automatic DS stacks advance (8.7.2)."""
    acts = g.game.actions
    while True:
        options = targets(g)
        actions = [acts.attack[h] for h in options]
        actions += disengage.actions(g)
        if not actions:
            break
        actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "attack",
            "8.1",
            Say("attack a hex, or end the combat"),
            actions,
            top=True,
            refuse=lambda verb, word: (
                disengage.refuse(g, word)
                if verb == "disengage"
                else refuse_target(g, word)
                if verb in ("attack", "")
                else None
            ),
            of=lambda word: orders_of(g, word),
        )
        if choice is acts.done:
            break
        if choice.verb == "disengage":
            yield from disengage.attempt(g, choice)
            continue
        attack = yield from declare(g, choice.value, options[choice.value])
        if attack is not None:
            yield from fight(g, attack)
    yield from automatic.follow_up(g)
    yield from stacking.correct(g, g.active)


def fight(g: Situation, attack: Attack) -> Procedure:
    """8.3 One combat, and the advance after it."""
    after = yield from resolve(g, attack)
    if after.advance:
        yield from advance(g, attack, after)
