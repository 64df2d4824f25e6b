"""What the book of Normandy '44 says in its combat chapters where the books of the series differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar

from ...engine.decision import Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond.assault import Attack, Force, Prospect, Reckoning, Shift
from ..zocbond.battle import Aftermath, Path
from ..zocbond.charts import Cell, Result, Stand
from ..zocbond.retreats import Found, Retreat
from . import (
    advance,
    attacks,
    chances,
    combat,
    defence,
    modifiers,
    movement,
    reserves,
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

    def prospects(self, attack: Attack) -> list[Prospect]:
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

    def toll(self, attack: Attack, cell: Cell, defenders: Sequence[int]) -> Asking[tuple[int, int]]:
        return results.toll(self, attack, cell, defenders)
        yield  # nobody is asked

    def burdened(self, attack: Attack, result: Result, r: Reckoning) -> list[int]:
        return results.burdened(self, attack, result, r)

    def excused(
        self, attack: Attack, cell: Cell, alive: Sequence[int], had: Sequence[int]
    ) -> Asking[bool]:
        return results.excused(self, attack, alive, had)

    def determined(
        self,
        attack: Attack,
        cell: Cell,
        alive: Sequence[int],
        contributed: Sequence[int],
        choice: Action,
    ) -> Asking[bool]:
        return defence.stand(self, attack, cell, alive)

    def refuse_lead(self, unit: int) -> IllegalAction:
        return defence.cannot_lead(self, unit)

    def stand_said(
        self,
        attack: Attack,
        cell: Cell,
        alive: Sequence[int],
        contributed: Sequence[int],
        choice: Action,
    ) -> list[Say]:
        return defence.said(self, attack, cell, alive)

    def support_adds(self, attack: Attack, lead: int) -> int:
        return defence.supported(self, attack, lead)

    def stand_supports(self, attack: Attack, alive: Sequence[int], lead: int) -> list[Action]:
        return support.in_defence(self, lead)

    def support_stand(self, attack: Attack, lead: int, order: Action) -> Asking[int]:
        support.spend(self, order, self.hex[lead])
        return defence.supported(self, attack, lead)
        yield  # nobody is asked

    def held_more(self, attack: Attack, stand: Stand, lead: int) -> None:
        defence.position_falls(self, attack, stand, lead)

    # -- 13 retreat

    def ways_out(self, unit: int, leaving: Collection[int], by: Retreat) -> list[Found]:
        return retreat.ways_out(self, unit, leaving, by)

    def retreat_step(self, unit: int, place: int, by: Retreat) -> Procedure:
        return retreat.step(self, unit, place, by)

    def refuse_way(self, unit: int, by: Retreat, word: str) -> IllegalAction | None:
        return retreat.refuse(self, unit, word)

    def after_retreat(self, unit: int, by: Retreat) -> None:
        retreat.shake(self, unit)

    # -- 14 advance

    def participants(self, attack: Attack) -> list[int]:
        return advance.participants(self, attack)

    def allowance(self, unit: int, hexes: int) -> int:
        return advance.allowance(self, unit, hexes)

    def other_advances(self, after: Aftermath, paths: Mapping[int, Path]) -> list[Action]:
        return advance.rests(self, after, paths)

    def other_advance(self, choice: Action, paths: Mapping[int, Path]) -> None:
        if choice.verb == "unreserve":
            reserves.drop(self, choice.value)
            return
        paths[choice.value].done = True
        reserves.place(self, choice.value)

    def after_advance(self, units: Sequence[int]) -> Procedure:
        return movement.comply(self, self.active)

    def bars_advance(self, unit: int, path: Path, d: int, goal: int, vacated: int) -> bool:
        return advance.bars(self, unit, path, d, goal, vacated)

    def advance_step(self, unit: int, path: Path, place: int) -> None:
        advance.step(self, unit, path, place)

    def refuse_pursuit(
        self, paths: Mapping[int, Path], verb: str, word: str
    ) -> IllegalAction | None:
        return advance.refuse(self, paths, verb, word)
