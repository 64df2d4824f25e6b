"""What the book of Salerno '43 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ...engine.words import IllegalAction, Say
from ..zocbond.assault import Force
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
    support,
)
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
    no_target = attacks.no_target
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

    attachable = attacks.attachable
    forbidden = attacks.forbidden
    sure_only = attacks.sure_only
    supports = support.orders
    with_support = support.give
    refuse_support = support.refuse
    use_support = support.use
    before_the_die = defenders.before_the_die
    prospects = chances.prospects

    # -- 9 modifiers

    halved = modifiers.halved
    defend = modifiers.defend
    shifts = modifiers.shifts
    regular = modifiers.regular
    contributors = modifiers.contributors

    # -- 10 results, 11 Determined Defense

    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS
    OUTLOOKS: ClassVar[tuple[str, ...]] = ("hold", "delay", "fail")
    toll = results.toll
    in_place = results.in_place
    no_stand = defence.no_stand
    ground = defence.column
    stand_modifiers = defence.modifiers
    spoken = chances.spoken
    outlook = chances.outlook

    def prospect(self, code: Say | str, lead: int, drm: str, shares: Mapping[str, str]) -> Say:
        return Say(
            "{code}: {unit} stands with {drm}: {hold} holds, {delay} delays, {fail} fails",
            code=code,
            unit=self.id(lead),
            drm=drm,
            **shares,
        )

    told = chances.told

    def hope_said(self, lead: int, shares: Mapping[str, str]) -> Say:
        return Say(
            "{unit} leads: {hold} to hold, {delay} to delay, {loss} to lose a step",
            unit=self.id(lead),
            **shares,
        )

    stand_said = defence.said
    retreat_said = results.after_retreat_said
    other_stands = defence.desperate_orders
    refuse_stand = defence.refuse
    expand_stand = defence.expand
    determined = defence.determined
    refuse_lead = defence.refuse_lead
    stand_supports = support.in_defence
    refuse_stand_support = support.refuse_in_defence
    support_stand = defence.use_support
    choose_stand = defence.choose
    held_more = defence.disrupts

    # -- 12 retreat

    retreat_terms = retreat.terms
    lengths = retreat.lengths
    preferred = retreat.preferred
    retreat_step = retreat.step
    refuse_retreat = retreat.refuse
    after_retreat = results.after_retreat

    # -- 14 advance

    participants = advance.participants
    allowance = advance.allowance
    before_advance = breakthrough.breakthrough
    bars_advance = advance.bars
    advance_step = advance.step
    advanced = advance.followed
    out_of_area = advance.out_of_area
    into_areas = advance.into_areas
    refuse_area = advance.refuse_area
    refuse_pursuit = advance.refuse
