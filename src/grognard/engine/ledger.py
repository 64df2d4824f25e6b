"""The battle ledger: strengths, modifiers with their rules, the column, the chance of every result."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from .words import Say


class Aim(NamedTuple):
    """An attack on the map, in the words of orders: what is attacked, from where, by which units."""

    target: str
    origins: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """One entry of a ledger: by which rule, what, and how much (as printed: '+1', '12')."""

    rule: str
    what: Say
    amount: str


@dataclass(frozen=True)
class Chance:
    """A result with its exact probability and what it means in words."""

    result: str
    chance: Fraction
    meaning: Say


@dataclass(frozen=True)
class Ledger:
    """Everything that decides an attack, before the die is thrown.

    ``table`` gives for each face of the die the result after all modifiers, ``aim`` the attack
    that is fought or stood against.  Where a test comes first, ``branches`` are all the ways it can
    go; the ledger itself is that of the first, its ``chances`` those over all branches.
    """

    title: Say
    lines: list[Line]
    column: str
    modifier: int
    table: list[tuple[int, str]]
    chances: list[Chance]
    notes: list[Line] = field(default_factory=list)
    aim: Aim | None = None
    branches: list[Branch] = field(default_factory=list)
    ground: bool = False
    """Whether the column is a kind of ground, which says it all: no column is called "open ground"."""

    def __str__(self) -> str:
        out = [str(self.title)]
        out += [f"  {line.amount:>4}  {line.what} [{line.rule}]" for line in self.lines]
        if self.column:
            where = self.column if self.ground else f"column {self.column}"
            out.append(f"  {where}, die {self.modifier:+d}")
        out += [f"  {float(c.chance):6.1%}  {c.result:<4} {c.meaning}" for c in self.chances]
        out += [f"  note: {line.what} [{line.rule}]" for line in self.notes]
        for branch in self.branches:
            out.append(f"  {float(branch.chance):6.1%}  {branch.what} [{branch.rule}]")
            if branch.sheet is not None:
                out += [f"    {line}" for line in str(branch.sheet).splitlines()[1:]]
        return "\n".join(out)


@dataclass(frozen=True)
class Branch:
    """A way that the test before an attack can go; without a ``sheet`` there is no attack then."""

    rule: str
    what: Say
    chance: Fraction
    sheet: Ledger | None
