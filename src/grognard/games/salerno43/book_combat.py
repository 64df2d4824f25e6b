"""What the book of Salerno '43 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from ...engine.ledger import Line
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack, Force, Reckoning, Shift
from . import attacks, chances, defence, modifiers, support
from .charts import ORANGE, Cell, Stand
from .situation import Situation


class Combat(Situation):
    """The situation in a combat."""

    # -- 8 combat

    KINDS: ClassVar[Mapping[str, str]] = {
        "attack": "combat",
        "assault": "breakthrough",
        "autods": "automatic",
    }
    SUPPORT: ClassVar[tuple[str, ...]] = ("air", "asu", "naval", "valiant")
    ALONE: ClassVar[tuple[str, ...]] = ("valiant",)

    def fit(self, unit: int, kind: str = "combat") -> IllegalAction | None:
        return attacks.fit(self, unit, kind)

    def blocked(self, unit: int, origin: int, target: int) -> IllegalAction | None:
        return attacks.blocked(self, unit, origin, target)

    def no_target(self, word: str) -> IllegalAction | None:
        return attacks.no_target(word)

    def edge(self) -> int:
        return attacks.edge(self)

    def beside_map(self, target: int) -> list[int]:
        return attacks.beside_map(self, target)

    def joins(self, joined: Sequence[int], unit: int, target: int) -> IllegalAction | None:
        return attacks.joins(self, joined, unit, target)

    def forces(self, joined: Sequence[int]) -> list[Force]:
        return super().forces(joined) + attacks.singles(self, joined)

    def attachable(self, attack: Attack, unit: int) -> IllegalAction | None:
        return attacks.attachable(self, unit)

    def forbidden(self, attack: Attack) -> IllegalAction | None:
        return attacks.forbidden(self, attack)

    def sure_only(self, attack: Attack) -> bool:
        return attack.kind == "automatic"

    def supports(self, attack: Attack) -> list[Action]:
        return support.orders(self, attack)

    def with_support(self, attack: Attack, order: Action) -> Attack:
        return support.give(attack, order)

    def refuse_support(self, attack: Attack, verb: str, word: str) -> IllegalAction | None:
        return support.refuse(self, attack, verb, word)

    def supposed(self, attack: Attack) -> Attack:
        return chances.supposed(self, attack)

    def dice_before(self, attack: Attack) -> list[Line]:
        return chances.dice_before(self, attack)

    def prospects(self, attack: Attack) -> list[tuple[Attack, Fraction]]:
        return chances.prospects(self, attack)

    # -- 9 modifiers

    def halved(self, attack: Attack, unit: int) -> bool:
        return modifiers.halved(self, attack, unit)

    def defend(self, attack: Attack, r: Reckoning) -> None:
        modifiers.defend(self, attack, r)

    def shifts(self, attack: Attack, r: Reckoning) -> list[Shift]:
        return modifiers.shifts(self, attack, r)

    def takes_part(self, attack: Attack, unit: int) -> bool:
        return modifiers.takes_part(self, attack, unit)

    def contributors(self, attack: Attack) -> list[int]:
        return modifiers.contributors(self, attack)

    # -- 10 results, 11 Determined Defense

    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS
    OUTLOOKS: ClassVar[tuple[str, ...]] = ("hold", "delay", "fail")

    def leads(self, units: Sequence[int], contributed: Sequence[int]) -> list[int]:
        return defence.leads(self, units, contributed)

    def no_stand(
        self, cell: Cell, units: Sequence[int], contributed: Sequence[int]
    ) -> IllegalAction | None:
        return defence.no_stand(self, cell, units, contributed)

    def ground(self, h: int, lead: int) -> str:
        return defence.column(self, h)

    def stand_modifiers(self, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
        return defence.modifiers(self, lead, cell)

    def spoken(self, cell: Cell) -> Say | str:
        code = cell.result.code
        return Say("{code}, orange", code=code) if cell.colour == ORANGE else code

    def outlook(self, h: int, stands: Sequence[Stand]) -> str:
        return chances.outlook(self, h, stands)

    def prospect(self, code: Say | str, lead: int, drm: str, shares: Mapping[str, str]) -> Say:
        return Say(
            "{code}: {unit} stands with {drm}: {hold} holds, {delay} delays, {fail} fails",
            code=code,
            unit=self.id(lead),
            drm=drm,
            **shares,
        )

    def told(self, stand: Stand) -> Say:
        return chances.told(stand) or super().told(stand)
