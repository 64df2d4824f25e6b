"""Step losses: the right player picks, and the last step of a large unit is a counter of its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from .assault import Attack
from .battle import Battle, Fighting
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
    g: Field[Series],
    chooser: int,
    candidates: Sequence[int],
    rule: str,
    prompt: Say,
    voices: Sequence[int] = (),
    cite: str = "",
) -> Procedure:
    """The chooser picks which of the candidates loses a step; ``voices`` are his units in the matter.

    ``cite`` is the rule by which another unit is refused, if not the one by which it is lost.
    """
    if not candidates:
        return
    unit = candidates[0]
    if len(candidates) > 1:
        choice = yield Ask(
            g.asked(chooser, voices or candidates),
            "lose",
            rule,
            prompt,
            [g.game.actions.lose[u] for u in candidates],
            about=g.about(hexes=list(dict.fromkeys(g.hex[u] for u in candidates if g.hex[u] >= 0))),
            refuse=lambda verb, word: (
                IllegalAction(cite or rule, "{unit} cannot take this loss", unit=word)
                if verb in ("lose", "") and g.game.units.find(word)
                else None
            ),
            outcome=partial(_left, g),
        )
        unit = choice.value
    yield from lose_step(g, unit, rule)


def _left(g: Field[Series], action: Action) -> list[Say]:
    """What is left of the unit that takes a loss."""
    left = g.steps[action.value] - 1
    if not left:
        return [Say("it is eliminated")]
    if left == 1 and g.game.units[action.value].remnant:
        return [Say("down to its last step")]
    return [Say("steps left: {n}", n=left)]


def first_choice(
    g: Battle[Fighting], units: Sequence[int], contributed: Sequence[int]
) -> list[int]:
    """Defenders that contributed strength; others only when none of those is left."""
    alive = [u for u in units if g.hex[u] >= 0]
    return [u for u in alive if u in contributed] or alive


def exposed(g: Battle[Fighting], attack: Attack, defenders: Sequence[int]) -> list[int]:
    """The defenders on whom a loss may fall: those that take part."""
    return [u for u in defenders if g.takes_part(attack, u)]


def assault_force(g: Battle[Fighting], attack: Attack) -> list[int]:
    """The attackers on whom a loss may fall: what is left of the Main Assault Force."""
    return [u for u in attack.maf if g.hex[u] >= 0]
