"""What the book of Salerno '43 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ...engine.decision import Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import mask_of
from ..zocbond.assault import Attack, Force, Shift
from ..zocbond.battle import Aftermath, Path
from ..zocbond.retreats import Retreat
from . import (
    advance,
    attacks,
    automatic,
    breakthrough,
    chances,
    defence,
    defenders,
    disengage,
    modifiers,
    results,
    retreat,
    stacking,
    support,
)
from .charts import DISRUPTS, ORANGE, Cell, Stand
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
    GUNS: ClassVar[str] = "asu"
    ALONE: ClassVar[tuple[str, ...]] = ("valiant",)

    fit = attacks.fit
    blocked = attacks.blocked

    def no_target(self, word: str) -> IllegalAction | None:
        return attacks.no_target(word)

    edge = attacks.edge
    beside_map = attacks.beside_map
    joins = attacks.joins
    other_fights = disengage.actions

    def refuse_fight(self, verb: str, word: str) -> IllegalAction | None:
        early = automatic.refuse_advance(self, verb, word)
        return early or disengage.refuse(self, verb, word)

    other_fight = disengage.attempt

    def forces(self, joined: Sequence[int]) -> list[Force]:
        return super().forces(joined) + attacks.singles(self, joined)

    def attachable(self, attack: Attack, unit: int) -> IllegalAction | None:
        return attacks.attachable(self, unit)

    forbidden = attacks.forbidden

    def sure_only(self, attack: Attack) -> bool:
        return attack.kind == "automatic"

    supports = support.orders

    def with_support(self, attack: Attack, order: Action) -> Attack:
        return support.give(attack, order)

    refuse_support = support.refuse
    use_support = support.use
    before_the_die = defenders.before_the_die
    prospects = chances.prospects

    # -- 9 modifiers

    halved = modifiers.halved
    defend = modifiers.defend
    shifts = modifiers.shifts

    def regular(self, attack: Attack) -> bool:
        return modifiers.regular(attack)

    contributors = modifiers.contributors

    # -- 10 results, 11 Determined Defense

    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS
    OUTLOOKS: ClassVar[tuple[str, ...]] = ("hold", "delay", "fail")

    def toll(self, attack: Attack, cell: Cell, defenders: Sequence[int]) -> Asking[tuple[int, int]]:
        return results.toll(self, cell, defenders)

    in_place = results.in_place
    leads = defence.leads
    no_stand = defence.no_stand

    def ground(self, h: int, lead: int) -> str:
        return defence.column(self, h)

    def stand_modifiers(self, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
        return defence.modifiers(self, lead, cell)

    def spoken(self, cell: Cell) -> Say | str:
        code = cell.result.code
        return Say("{code}, orange", code=code) if cell.colour == ORANGE else code

    outlook = chances.outlook

    def prospect(self, code: Say | str, lead: int, drm: str, shares: Mapping[str, str]) -> Say:
        return Say(
            "{code}: {unit} stands with {drm}: {hold} holds, {delay} delays, {fail} fails",
            code=code,
            unit=self.id(lead),
            drm=drm,
            **shares,
        )

    def told(self, stand: Stand, lead: int) -> Say:
        return chances.told(self, stand, lead) or super().told(stand, lead)

    def hope_said(self, lead: int, shares: Mapping[str, str]) -> Say:
        return Say(
            "{unit} leads: {hold} to hold, {delay} to delay, {loss} to lose a step",
            unit=self.id(lead),
            **shares,
        )

    stand_said = defence.said

    def retreat_said(self, by: Retreat) -> list[Say]:
        return results.after_retreat_said(by)

    other_stands = defence.desperate_orders

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

    refuse_lead = defence.refuse_lead
    stand_supports = defence.supports
    refuse_stand_support = support.refuse_in_defence
    support_stand = defence.use_support
    choose_stand = defence.choose

    def held_more(self, attack: Attack, stand: Stand, lead: int) -> None:
        if DISRUPTS in stand.also:
            self.disrupt(lead, "11.4.1g")

    # -- 12 retreat

    retreat_terms = retreat.terms

    def lengths(self, by: Retreat) -> Sequence[tuple[int, int, bool]]:
        return retreat.lengths(by)

    preferred = retreat.preferred
    retreat_step = retreat.step
    refuse_retreat = retreat.refuse
    after_retreat = results.after_retreat

    # -- 14 advance

    participants = advance.participants
    allowance = advance.allowance

    def before_advance(self, attack: Attack, after: Aftermath, paths: dict[int, Path]) -> Procedure:
        if after.advance >= 2 and not after.limited:
            yield from breakthrough.breakthrough(self, attack, paths)

    def after_advance(self, units: Sequence[int]) -> Procedure:
        return stacking.correct(
            self, self.active, mask_of(self.hex[u] for u in units if self.hex[u] >= 0)
        )

    bars_advance = advance.bars
    advance_step = advance.step

    def advanced(self, unit: int, place: int) -> Procedure:
        if place < self.game.tables.size:
            yield from retreat.automatic(self, place, self.game.units[unit].side)

    out_of_area = advance.out_of_area
    into_areas = advance.into_areas
    refuse_area = advance.refuse_area
    refuse_pursuit = advance.refuse
