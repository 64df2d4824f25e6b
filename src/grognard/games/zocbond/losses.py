"""Step losses: the right player picks, and the last step of a large unit is a counter of its own."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from .field import Field, Series


def lose_step(g: Field[Series], unit: int, rule: str, box: int | None = None) -> Procedure:
    """A step is lost; what becomes of the last of three is the game's own."""
    counter = g.game.units[unit]
    left = g.steps[unit] - 1
    if left == 1 and counter.remnant:
        if (yield from g.keeps_last_step(unit, rule)):
            return
        left = 0
    if left <= 0:
        g.eliminate(unit, rule, box)
        return
    g.set_steps(unit, left)
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
            about=g.about(hexes=list(dict.fromkeys(g.hex[u] for u in candidates if g.hex[u] >= 0))),
            refuse=lambda verb, word: (
                IllegalAction(g.CITES.loss, "{unit} cannot take this loss", unit=word)
                if verb in ("lose", "") and g.game.units.find(word)
                else None
            ),
        )
        unit = choice.value
    yield from lose_step(g, unit, rule)
