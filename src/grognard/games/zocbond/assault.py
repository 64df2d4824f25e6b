"""An attack: the Main Assault Force, one unit attached to it, strengths, shifts and the column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from ...engine.words import Action, Say
from . import odds
from .field import Field, Series


@dataclass(frozen=True)
class Assault:
    """An attack as declared.  ``maf`` are the units at full strength, attachment included."""

    target: int
    units: tuple[int, ...]
    maf: tuple[int, ...]
    attached: int = -1


A = TypeVar("A", bound=Assault)


def forces(g: Field[Series], joined: Sequence[int]) -> list[Action]:
    """The formations and single units that can be the Main Assault Force."""
    units, acts = g.game.units.units, g.game.actions
    words = {units[u].formation for u in joined if units[u].formation}
    return [acts.maf[w] for w in sorted(words)] + [acts.single[u] for u in joined]


def force(g: Field[Series], joined: Sequence[int], choice: Action) -> tuple[int, ...]:
    """The units that a choice among the forces means."""
    units = g.game.units.units
    if choice.value >= 0:
        return (choice.value,)
    return tuple(u for u in joined if units[u].formation == choice.word)


def beside(g: Field[Series], attack: Assault) -> list[int]:
    """The attackers stacked with the Main Assault Force that are not of it; [] once one is attached."""
    if attack.attached >= 0:
        return []
    places = {g.hex[u] for u in attack.maf}
    return [u for u in attack.units if u not in attack.maf and g.hex[u] in places]


def attach(attack: A, unit: int) -> A:
    return replace(attack, maf=(*attack.maf, unit), attached=unit)


class Shift(NamedTuple):
    rule: str
    what: Say
    columns: int


@dataclass
class Reckoning:
    """Everything that decides the column."""

    attack: int = 0
    defence: int = 0
    attackers: list[tuple[int, int, bool]] = field(default_factory=list)
    """Unit, strength, whether halved."""
    defenders: list[tuple[int, int]] = field(default_factory=list)
    shifts: list[Shift] = field(default_factory=list)

    def attacker(self, unit: int, strength: int, halved: bool) -> None:
        """A unit adds its strength, halved at most once and by itself."""
        strength = odds.half(strength) if halved else strength
        self.attackers.append((unit, strength, halved))
        self.attack += strength

    def defender(self, unit: int, strength: int) -> None:
        self.defenders.append((unit, strength))
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
        return self.base + sum(shift.columns for shift in self.shifts)
