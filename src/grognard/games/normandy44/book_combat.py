"""What the book of Normandy '44 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from ...engine.words import Say
from ..zocbond.assault import Attack, Force, Shift
from ..zocbond.charts import Cell
from . import (
    advance,
    attacks,
    chances,
    combat,
    defence,
    modifiers,
    players,
    results,
    retreat,
    support,
)
from .situation import Situation


class Combat(Situation):
    """The situation in a combat."""

    SUPPORT: ClassVar[tuple[str, ...]] = support.VERBS
    GUNS: ClassVar[str] = "hq"
    ALONE: ClassVar[tuple[str, ...]] = ("caen",)
    MEANING: ClassVar[Mapping[str, Say]] = chances.MEANING
    GROUNDS: ClassVar[Mapping[str, Say]] = chances.GROUNDS
    ENDS: ClassVar[Mapping[str, Say]] = chances.ENDS

    # -- 10 combat

    opens = combat.opens
    consents = players.joint
    other_fights = combat.others
    fight_said = combat.promise
    other_fight = combat.other
    refuse_fight = combat.refuse
    fit = attacks.fit
    blocked = attacks.blocked
    joins = attacks.joins

    def forces(self, joined: Sequence[int]) -> list[Force]:
        return super().forces(joined) + attacks.battle_groups(self, joined)

    refuse_force = attacks.refuse_force
    forbidden = attacks.forbidden
    supports = support.orders
    support_price = support.price
    refuse_support = support.refuse_words
    use_support = support.use
    before_the_die = combat.before_the_die
    prospects = chances.prospects

    # -- 11 modifiers

    halved = modifiers.halved
    halved_by = modifiers.halving
    defend = modifiers.defend
    shifts = modifiers.shifts
    reckoned = combat.reckoned

    # -- 12 results, Determined Defense

    toll = results.toll
    burdened = results.burdened
    excused = results.excused
    no_stand = defence.no_stand
    ground = defence.ground

    def stand_modifiers(self, attack: Attack, cell: Cell, lead: int) -> list[Shift]:
        return defence.modifier(self, attack, lead)

    stand_facts = defence.facts
    determined = defence.stand
    refuse_lead = defence.refuse_lead
    stand_said = defence.said
    support_adds = defence.supported
    stand_supports = support.in_defence
    stand_price = support.price_in_defence
    refuse_stand_support = support.refuse_defence_words
    support_stand = defence.use_support
    held_more = defence.position_falls
    fought = combat.fought

    # -- 13 retreat

    ways_out = retreat.ways_out
    first_matters = retreat.first_matters
    retreat_step = retreat.step
    refuse_way = retreat.refuse
    refuse_stop = retreat.refuse_stop
    after_retreat = retreat.shake

    # -- 14 advance

    participants = advance.participants
    rewarded = advance.rewarded
    other_advances = advance.rests
    other_advance = advance.rest
    bars_advance = advance.bars
    advance_step = advance.step
    refuse_advance = advance.refuse_hex
    refuse_pursuit = advance.refuse
