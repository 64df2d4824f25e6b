"""What the book of Normandy '44 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from ...engine.decision import Asking
from ...engine.ledger import Line
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack, Force, Reckoning, Shift
from ..zocbond.charts import Cell
from . import attacks, chances, combat, defence, modifiers, support
from .situation import Situation


class Combat(Situation):
    """The situation in a combat."""

    SUPPORT: ClassVar[tuple[str, ...]] = support.VERBS
    ALONE: ClassVar[tuple[str, ...]] = ("caen",)
    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS

    # -- 10 combat

    def fit(self, unit: int, kind: str = "combat") -> IllegalAction | None:
        return attacks.fit(self, unit)

    def blocked(self, unit: int, origin: int, target: int) -> IllegalAction | None:
        return attacks.blocked(self, unit, origin, target)

    def joins(self, joined: Sequence[int], unit: int, target: int) -> IllegalAction | None:
        return attacks.joins(self, joined, unit)

    def forces(self, joined: Sequence[int]) -> list[Force]:
        return super().forces(joined) + attacks.battle_groups(self, joined)

    def forbidden(self, attack: Attack) -> IllegalAction | None:
        return attacks.forbidden(self, attack)

    def supports(self, attack: Attack) -> list[Action]:
        return support.orders(self, attack)

    def refuse_support(self, attack: Attack, verb: str, word: str) -> IllegalAction | None:
        return support.refuse_words(self, attack, verb, word)

    def use_support(self, attack: Attack) -> None:
        support.use(self, attack)

    def before_the_die(self, attack: Attack) -> Asking[Attack]:
        return combat.jabos(self, attack)

    def dice_before(self, attack: Attack) -> list[Line]:
        return chances.dice_before(self, attack)

    def prospects(self, attack: Attack) -> list[tuple[Attack, Fraction]]:
        return chances.prospects(self, attack)

    # -- 11 modifiers

    def halved(self, attack: Attack, unit: int) -> bool:
        return modifiers.halved(self, attack, unit)

    def defend(self, attack: Attack, r: Reckoning) -> None:
        modifiers.defend(self, attack, r)

    def shifts(self, attack: Attack, r: Reckoning) -> list[Shift]:
        return modifiers.shifts(self, attack, r)

    # -- 12 Determined Defense

    def leads(self, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
        return defence.leads(self, units)

    def no_stand(
        self, cell: Cell, units: Sequence[int], contributed: Sequence[int]
    ) -> IllegalAction | None:
        return defence.no_stand(self, cell, units)

    def ground(self, h: int, lead: int) -> str:
        return defence.ground(self, h, lead)

    def stand_modifiers(self, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
        return defence.modifier(self, attack, lead)
