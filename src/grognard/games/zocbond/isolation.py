"""Out of supply, isolated, and worn down by it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...engine.decision import Procedure, Roll, led_to
from . import losses
from .field import Field, Series


def mark(g: Field[Series], short: Collection[int]) -> None:
    """The active side's units without supply are marked, some of them red."""
    supply, isolation = g.CITES.supply, g.CITES.isolation
    for u in g.in_play(g.active):
        bit = 1 << u
        g.fresh &= ~bit
        if u not in short:
            if (g.oos | g.red) & bit:
                g.tell("supply", supply, "{unit} is in supply again", unit=g.id(u))
            g.oos &= ~bit
            g.red &= ~bit
            continue
        red = g.reddens(u)
        if not g.oos & bit:
            g.tell("supply", supply, "{unit} is out of supply", unit=g.id(u))
        g.oos |= bit
        if not red:
            g.red &= ~bit
        elif not g.red & bit:
            g.red |= bit
            g.fresh |= bit
            g.tell("supply", isolation, "{unit} is isolated", unit=g.id(u))


def attrition(
    g: Field[Series],
    units: Iterable[int],
    needed: int,
    box: int | None = None,
) -> Procedure:
    """Each of the units rolls, and loses a step if it fails by what helps it to reach the number needed."""
    rule = g.CITES.attrition
    for u in units:
        die = yield Roll(rule, "isolation attrition", g.SIDES[g.active])
        aids = g.attrition_modifiers(u)
        lost = die + sum(each.amount for each in aids) < needed
        facts = {"unit": g.id(u), "needed": needed, **led_to(die, "loss" if lost else "-", aids)}
        if not lost:
            g.tell("attrition", rule, "{unit} holds out: die {sum}, needed {needed}", **facts)
            continue
        g.tell(
            "attrition",
            rule,
            "{unit} suffers isolation attrition: die {sum}, needed {needed}",
            **facts,
        )
        yield from losses.lose_step(g, u, rule, box)
