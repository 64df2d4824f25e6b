"""What the book of Salerno '43 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

from ...engine.decision import Asking, Procedure
from ...engine.ledger import Line
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of
from ..zocbond.assault import Attack, Force, Reckoning, Shift
from ..zocbond.battle import Aftermath, Path
from ..zocbond.retreats import Found, Retreat, Terms, Way
from . import (
    advance,
    attacks,
    breakthrough,
    chances,
    defence,
    defenders,
    modifiers,
    results,
    retreat,
    stacking,
    support,
)
from .charts import DISRUPTS, ORANGE, Cell, Result, Stand
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

    def use_support(self, attack: Attack) -> None:
        support.use(self, attack)

    def before_the_die(self, attack: Attack) -> Asking[Attack]:
        return defenders.before_the_die(self, attack)

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

    def regular(self, attack: Attack) -> bool:
        return modifiers.regular(attack)

    def contributors(self, attack: Attack) -> list[int]:
        return modifiers.contributors(self, attack)

    # -- 10 results, 11 Determined Defense

    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS
    OUTLOOKS: ClassVar[tuple[str, ...]] = ("hold", "delay", "fail")

    def toll(self, attack: Attack, cell: Cell, defenders: Sequence[int]) -> Asking[tuple[int, int]]:
        return results.toll(self, cell, defenders)

    def in_place(self, attack: Attack, result: Result, alive: Sequence[int]) -> Procedure:
        return results.in_place(self, attack, result, alive)

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

    def other_stands(
        self, attack: Attack, cell: Cell, alive: Sequence[int], contributed: Sequence[int]
    ) -> list[Action]:
        return defence.desperate_orders(self, attack, cell, alive, contributed)

    def refuse_stand(
        self, attack: Attack, cell: Cell, alive: Sequence[int], verb: str, word: str
    ) -> IllegalAction | None:
        return defence.refuse(self, attack, cell, alive, verb)

    def expand_stand(
        self, attack: Attack, cell: Cell, alive: Sequence[int], words: Sequence[str]
    ) -> list[list[str]] | None:
        return defence.expand(self, cell, alive, words)

    def determined(
        self,
        attack: Attack,
        cell: Cell,
        alive: Sequence[int],
        contributed: Sequence[int],
        choice: Action,
    ) -> Asking[bool]:
        desperate = choice is self.game.actions.desperate
        return defence.determined(self, attack, cell, alive, contributed, desperate=desperate)

    def refuse_lead(self, unit: int) -> IllegalAction:
        return defence.refuse_lead(self, unit)

    def stand_supports(self, attack: Attack, alive: Sequence[int], lead: int) -> list[Action]:
        return defence.supports(self, attack, alive, lead)

    def refuse_stand_support(
        self, attack: Attack, alive: Sequence[int], lead: int, verb: str, word: str
    ) -> IllegalAction | None:
        return support.refuse_in_defence(self, attack, alive, lead, verb, word)

    def support_stand(self, attack: Attack, lead: int, order: Action) -> Asking[int]:
        return defence.use_support(self, attack, lead, order)

    def choose_stand(self, h: int, lead: int, found: Sequence[Stand]) -> Asking[Stand]:
        return defence.choose(self, h, lead, found)

    def held_more(self, attack: Attack, stand: Stand, lead: int) -> None:
        if DISRUPTS in stand.also:
            self.disrupt(lead, "11.4.1g")

    # -- 12 retreat

    def retreat_terms(self, unit: int, leaving: Collection[int], by: Retreat) -> Terms:
        return retreat.terms(self, unit, leaving, by)

    def lengths(self, by: Retreat) -> Sequence[tuple[int, int, bool]]:
        return retreat.lengths(by)

    def preferred(self, unit: int, leaving: Collection[int], found: Sequence[Found]) -> list[Way]:
        return retreat.preferred(self, unit, leaving, found)

    def retreat_step(self, unit: int, place: int, by: Retreat) -> Procedure:
        return retreat.step(self, unit, place, by)

    def refuse_retreat(self, unit: int, goal: int, terms: Terms) -> IllegalAction | None:
        return retreat.refuse(self, unit, goal, terms)

    def after_retreat(self, unit: int, by: Retreat) -> None:
        results.after_retreat(self, unit, by)

    # -- 14 advance

    def participants(self, attack: Attack) -> list[int]:
        return advance.participants(self, attack)

    def allowance(self, unit: int, hexes: int) -> int:
        return advance.allowance(self, unit, hexes)

    def before_advance(self, attack: Attack, after: Aftermath, paths: dict[int, Path]) -> Procedure:
        if after.advance >= 2 and not after.limited:
            yield from breakthrough.breakthrough(self, attack, paths)

    def after_advance(self, units: Sequence[int]) -> Procedure:
        return stacking.correct(
            self, self.active, mask_of(self.hex[u] for u in units if self.hex[u] >= 0)
        )

    def bars_advance(self, unit: int, path: Path, d: int, goal: int, vacated: int) -> bool:
        return advance.bars(self, unit, path, d, goal, vacated)

    def advance_step(self, unit: int, path: Path, place: int) -> None:
        advance.step(self, unit, path, place)

    def advanced(self, unit: int, place: int) -> Procedure:
        if place < self.game.tables.size:
            yield from retreat.automatic(self, place, self.game.units[unit].side)

    def out_of_area(self, unit: int, vacated: int, limited: bool) -> list[int]:
        return advance.out_of_area(self, unit, vacated, limited)

    def into_areas(self, unit: int) -> list[int]:
        return advance.into_areas(self, unit)

    def refuse_area(self, unit: int, word: str) -> IllegalAction | None:
        return advance.refuse_area(self, unit, word)

    def refuse_pursuit(
        self, paths: Mapping[int, Path], verb: str, word: str
    ) -> IllegalAction | None:
        return advance.refuse(self, paths, verb, word)
