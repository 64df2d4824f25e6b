"""An attack as it is declared, and what decides its column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

from ...engine.decision import Modifier
from ...engine.words import Action, Say
from . import odds


class Force(NamedTuple):
    """What can be the Main Assault Force, and the order that names it."""

    order: Action
    units: tuple[int, ...]
    attaches: bool = True
    """Whether a unit stacked with it can be attached to it."""


Shift = Modifier
"""What moves the column, by so many columns."""


@dataclass(frozen=True)
class Attack:
    """An attack as declared.  ``maf`` are the units at full strength, attachment included."""

    target: int
    units: tuple[int, ...]
    maf: tuple[int, ...]
    attached: int = -1
    attaches: bool = True
    """Whether its Main Assault Force takes an attachment."""
    kind: str = "combat"
    support: tuple[Action, ...] = ()
    """The support that was ordered."""
    aids: tuple[Modifier, ...] = ()
    """What is added to the die of the combat."""
    late: tuple[Shift, ...] = ()
    """What is decided only after the attack was declared."""
    aside: tuple[int, ...] = ()
    """Defenders that take no part."""
    rolled: Mapping[int, int] = field(default_factory=dict)
    """Strengths found by a die."""

    @property
    def drm(self) -> int:
        """What all that adds to the die comes to."""
        return sum(each.amount for each in self.aids)

    def supported(self, verb: str) -> list[Action]:
        """The support of one kind."""
        return [order for order in self.support if order.verb == verb]


class Prospect(NamedTuple):
    """What may come of an attack by a die before its own: the attack then, its chance, the die in words."""

    attack: Attack
    chance: Fraction = Fraction(1)
    rule: str = ""
    what: Say | None = None


def attach(attack: Attack, unit: int) -> Attack:
    return replace(attack, maf=(*attack.maf, unit), attached=unit)


@dataclass
class Reckoning:
    """Everything that decides the column."""

    attack: int = 0
    defence: int = 0
    attackers: list[tuple[int, int, bool]] = field(default_factory=list)
    """Unit, strength, whether halved."""
    defenders: list[tuple[int, int]] = field(default_factory=list)
    causes: dict[int, str] = field(default_factory=dict)
    """The rules by which defenders have another strength than the printed one."""
    extras: list[Shift] = field(default_factory=list)
    """What else adds to the strength of the defence."""
    shifts: list[Shift] = field(default_factory=list)

    def attacker(self, unit: int, strength: int, halved: bool) -> None:
        """A unit adds its strength, halved at most once and by itself."""
        strength = odds.half(strength) if halved else strength
        self.attackers.append((unit, strength, halved))
        self.attack += strength

    def defender(self, unit: int, strength: int, cause: str = "") -> None:
        self.defenders.append((unit, strength))
        self.defence += strength
        if cause:
            self.causes[unit] = cause

    def extra(self, rule: str, what: Say, strength: int) -> None:
        self.extras.append(Shift(rule, what, strength))
        self.defence += strength

    def limit(self, most: int) -> None:
        """Strength beyond the limit counts for nothing."""
        self.attack, self.defence = min(self.attack, most), min(self.defence, most)

    @property
    def base(self) -> int:
        return odds.column(self.attack, self.defence)

    @property
    def column(self) -> int:
        """Shifts are netted as if all columns existed."""
        return self.base + sum(shift.amount for shift in self.shifts)
