"""20.3 What an assault on a beach may bring, before the die is thrown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...engine.ledger import Chance, Ledger, Line
from ...engine.words import Say
from .charts import Beach
from .situation import Situation


def ledger(g: Situation, name: str, h: int, units: Sequence[int]) -> Ledger:
    """20.3 Who assaults a hex, what each face of the die would do, and the tanks in the surf."""
    table = g.game.charts.beach[g.game.beaches[name].column]
    return Ledger(
        Say("assault on {hex}", hex=g.word(h)),
        [Line("20.3.1", Say("{unit}", unit=g.id(u)), "") for u in units],
        "",
        0,
        [(die, cell.code) for die, cell in enumerate(table, 1)],
        [
            Chance(cell.code, Fraction(many, len(table)), _meaning(cell))
            for cell, many in Counter(table).items()
        ],
        [Line("20.3.5", _surf(g), "")],
        aim=g.aim(h, units),
    )


def cliff(g: Situation, name: str, h: int, second: int, fifth: int) -> Ledger:
    """20.3.4 The ledger of the Rangers: the first face of the die is the end of those who climb."""
    sheet = ledger(g, name, h, [second])
    others = sheet.table[1:]
    cells = g.game.charts.beach[g.game.beaches[name].column][1:]
    faces = g.game.charts.rangers
    unit = g.id(fifth)
    return replace(
        sheet,
        table=[(1, "lost"), *others],
        chances=[
            Chance("lost", Fraction(1, len(sheet.table)), climb(g, second)),
            *(
                Chance(cell.code, Fraction(many, len(sheet.table)), _meaning(cell))
                for cell, many in Counter(cells).items()
            ),
        ],
        notes=[
            Line(
                "20.3.4",
                Say("{unit} follows: {n} in {all}", unit=unit, n=sum(faces), all=len(faces)),
                "",
            )
        ],
    )


def _meaning(cell: Beach) -> Say:
    if not cell.advance:
        return Say("infantry steps lost: {steps}; the die is rolled again", steps=cell.steps)
    return Say(
        "infantry steps lost: {steps}; hexes of advance: {hexes}",
        steps=cell.steps,
        hexes=cell.advance,
    )


def _surf(g: Situation) -> Say:
    """20.3.5 How often swimming tanks founder."""
    faces = g.game.charts.tanks
    return Say(
        "the tanks founder and lose a step: {n} in {all}", n=sum(map(bool, faces)), all=len(faces)
    )


def prospect(g: Situation, name: str) -> list[Say]:
    """20.3 What is begun with a beach."""
    beach = g.game.beaches[name]
    table = g.game.charts.beach[beach.column]
    unhurt = sum(not cell.steps for cell in table)
    return [
        Say("hexes assaulted: {hexes}", hexes=", ".join(g.word(h) for h in beach.hexes)),
        Say("no infantry step is lost: {n} in {all}", n=unhurt, all=len(table)),
    ]


def climb(g: Situation, unit: int) -> Say:
    """20.3.4 The first face of the die is the end of those who climb."""
    faces = len(g.game.charts.rangers)
    return Say("{unit} is lost: {n} in {all}", unit=g.id(unit), n=1, all=faces)
