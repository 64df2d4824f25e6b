"""Step losses: the right player picks, and the last step of a large unit is a Remnant."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from .field import Field, Series


def lose_step(g: Field[Series], unit: int, rule: str, box: int | None = None) -> Procedure:
    """A step is lost; the third step of a large unit is a Remnant if its owner wants one."""
    counter = g.game.units[unit]
    left = g.steps[unit] - 1
    if left == 1 and counter.remnant:
        if g.remnants_left(counter.remnant) <= 0:
            g.tell("remnant", g.CITES.remnant, "no Remnant is left for {unit}", unit=counter.id)
            left = 0
        else:
            acts = g.game.actions
            choice = yield Ask(
                g.SIDES[counter.side],
                "remnant",
                g.CITES.remnant,
                Say("{unit} is down to its last step: keep a Remnant?", unit=counter.id),
                [acts.remnant, acts.decline],
                about=g.about([unit]),
            )
            left = 1 if choice is acts.remnant else 0
    if left <= 0:
        g.eliminate(unit, rule, box)
        return
    g.set_steps(unit, left)
    if left == 1 and counter.remnant:
        g.tell("loss", rule, "{unit} is reduced to a Remnant", unit=counter.id)
    else:
        g.tell("loss", rule, "{unit} loses a step", unit=counter.id)


def pick(
    g: Field[Series], chooser: int, candidates: Sequence[int], rule: str, prompt: Say
) -> Procedure:
    """The chooser picks which of the candidates loses a step."""
    if not candidates:
        return
    unit = candidates[0]
    if len(candidates) > 1:
        choice = yield Ask(
            g.SIDES[chooser],
            "lose",
            rule,
            prompt,
            [g.game.actions.lose[u] for u in candidates],
            about=g.about(hexes=list(dict.fromkeys(g.hex[u] for u in candidates))),
            refuse=lambda verb, word: (
                IllegalAction(g.CITES.loss, "{unit} cannot take this loss", unit=word)
                if verb in ("lose", "") and g.game.units.find(word)
                else None
            ),
        )
        unit = choice.value
    yield from lose_step(g, unit, rule)
