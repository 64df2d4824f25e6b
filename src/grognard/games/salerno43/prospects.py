"""What a landing or a drop may bring, before the die is thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ...engine.decision import Modifier
from ...engine.ledger import Chance, Ledger, Line
from ...engine.words import Say
from .situation import Situation

DIE = range(1, 7)
FATES: Mapping[str, Say] = {
    "eliminated": Say("it is eliminated"),
    "reduced": Say("it loses a step and is Disrupted"),
    "disrupted": Say("it is Disrupted"),
    "half": Say("it is half effective this turn"),
    "safe": Say("it lands well"),
}
"""21.6.2 What can befall a unit in a drop, the worst first."""


def landing(g: Situation, name: str, units: Sequence[int]) -> Ledger:
    """24.2.1 Who lands on a beach, and what each face of the die would do."""
    cells = g.game.charts.invasion[g.game.beaches[name].column]
    return Ledger(
        Say("landing on {beach}", beach=name),
        [Line("24.2.1", Say("{unit}", unit=g.id(u)), "") for u in units],
        "",
        0,
        [(die, f"{loss}/{hexes}") for die, (loss, hexes) in enumerate(cells, 1)],
        [
            Chance(
                f"{loss}/{hexes}",
                Fraction(many, len(cells)),
                Say("steps lost: {steps}; hexes of advance: {hexes}", steps=loss, hexes=hexes),
            )
            for (loss, hexes), many in Counter(cells).items()
        ],
        aim=g.aim(g.game.beaches[name].hex, units),
    )


def fate(g: Situation, total: int) -> str:
    """21.6.2 What befalls a unit in a drop by the modified die."""
    return next(
        (f for f, below in zip(FATES, g.game.charts.airlanding, strict=False) if total < below),
        "safe",
    )


def drop(g: Situation, unit: int, h: int, aids: Sequence[Modifier]) -> Ledger:
    """21.6.2 What the die of a drop would do."""
    added = sum(each.amount for each in aids)
    fates = [fate(g, die + added) for die in DIE]
    return Ledger(
        Say("{unit} drops on {hex}", unit=g.id(unit), hex=g.word(h)),
        [Line(each.rule, each.what, f"{each.amount:+d}") for each in aids],
        "",
        added,
        list(zip(DIE, fates, strict=True)),
        [Chance(f, Fraction(many, len(DIE)), FATES[f]) for f, many in Counter(fates).items()],
    )


def step_lost(g: Situation, aids: Sequence[Modifier]) -> Fraction:
    """21.6.2 How often a drop costs a step or the unit."""
    added = sum(each.amount for each in aids)
    lost = sum(fate(g, die + added) in ("eliminated", "reduced") for die in DIE)
    return Fraction(lost, len(DIE))
