"""10.2-10.4 Step losses: who takes them, Remnants."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from .counters import SIDES
from .situation import Situation


def lose_step(g: Situation, unit: int, rule: str, box: int | None = None) -> Procedure:
    """10.3, 10.4 A step is lost; the third step of a large unit is a Remnant if its owner wants one."""
    counter = g.game.units[unit]
    left = g.steps[unit] - 1
    if left == 1 and counter.remnant:
        if g.remnants_left(counter.remnant) <= 0:
            g.tell("remnant", "10.4.2", "no Remnant is left for {unit}", unit=counter.id)
            left = 0
        else:
            acts = g.game.actions
            choice = yield Ask(
                SIDES[counter.side],
                "remnant",
                "10.4.2",
                Say("{unit} is down to its last step: keep a Remnant?", unit=counter.id),
                [acts.remnant, acts.decline],
            )
            left = 1 if choice is acts.remnant else 0
    if left <= 0:
        g.eliminate(unit, rule, box)
        return
    g.steps[unit] = left
    if left == 1 and counter.remnant:
        g.tell("loss", rule, "{unit} is reduced to a Remnant", unit=counter.id)
    else:
        g.tell("loss", rule, "{unit} loses a step", unit=counter.id)


def pick(
    g: Situation, chooser: int, candidates: Sequence[int], rule: str, prompt: Say
) -> Procedure:
    """10.2.1 The chooser picks which of the candidates loses a step."""
    if not candidates:
        return
    unit = candidates[0]
    if len(candidates) > 1:
        choice = yield Ask(
            SIDES[chooser],
            "lose",
            rule,
            prompt,
            [g.game.actions.lose[u] for u in candidates],
            refuse=lambda verb, word: (
                IllegalAction("10.2.2", "{unit} cannot take this loss", unit=word)
                if g.game.units.find(word)
                else None
            ),
        )
        unit = choice.value
    yield from lose_step(g, unit, rule)


def first_choice(g: Situation, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
    """10.2.2 Units that contributed strength; parenthesised and other units only when none is left."""
    alive = [u for u in units if g.hex[u] >= 0]
    worthy = [u for u in alive if u in contributed and not g.game.units[u].asu]
    return worthy or [u for u in alive if u in contributed] or alive
