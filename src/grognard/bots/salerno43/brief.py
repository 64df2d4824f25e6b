"""The brief of Salerno '43: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import ClassVar

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43 import Salerno43, victory
from ...games.salerno43.counters import ALLIED, FOOT, GERMAN, SIDES
from ...games.salerno43.situation import AWAY, LATER, Situation
from ..search import Aim, Draft, Policy
from ..seat import Choice
from ..zocbond import reading
from ..zocbond.brief import SeriesBrief, alternatives
from . import assault, designs
from .country import Country
from .officer import Command, Design, Officer, Quick
from .plan import Planner

HERE = Path(__file__).parent
PLACES = 4
"""How many places to be taken are worth an aim of their own, the nearest first."""
LEAST = -1.0
"""What an attack must promise at least to come to mind."""
WEAKENED = 0.9
"""The part of its steps, and of the units that are to come, that a side loses at most when it is weakened for a fit."""
SHY_FROM = 3
"""An enemy who has not attacked before this turn seems never to attack."""


class SalernoBrief(SeriesBrief[Situation]):
    """23.0 The Allies want Victory Points: places that count, and Beachheads that live."""

    weights: ClassVar[Path | None] = HERE
    frailties: ClassVar[Mapping[str, Mapping[str, float]]] = {
        "recruit": {"muddles": 0.75},
        "regular": {"grasps": 1, "overlooks": 0.8, "slips": 1.0},
        "veteran": {"overlooks": 0.8, "slips": 1.0},
        "elite": {"overlooks": 0.45, "slips": 0.75},
    }
    plenty: ClassVar[float] = 0.5
    ease: ClassVar[float] = 0.7
    hunches: ClassVar[Mapping[str, float]] = {
        "1": 0.5,
        "points": 3.0,
        "late points": 4.0,
        "beachheads": 1.5,
        "strength": 1.5,
        "places to take": 0.8,
        "places held": 0.6,
        "march": -0.6,
    }
    words: ClassVar[Mapping[str, Say]] = {
        "points": Say("the Victory Points"),
        "late points": Say("the Victory Points late in the game"),
        "benchmark": Say("the distance from an early end"),
        "beachheads": Say("the Beachheads"),
        "strength": Say("the balance of strength"),
        "late strength": Say("the balance of strength late in the game"),
        "places to take": Say("the balance of strength around the places to be taken"),
        "places held": Say("the balance of strength around the places held"),
        "beaches": Say("the balance of strength around the Beachheads"),
        "march": Say("the Allied march to the places to be taken"),
        "late": Say("the time that is left"),
    }

    def __init__(self, rules: Salerno43) -> None:
        super().__init__(rules)
        self.salerno = rules
        self.country = Country(rules)

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        beaches = state.beachheads()
        if SIDES.index(seat) == ALLIED:
            return designs.allied(self.salerno, beaches, self._to_take(state))
        weak = sorted(beaches, key=lambda h: (reading.balance(state, h, ALLIED), h))
        return designs.german(self.salerno, weak)

    def apt(self, state: Situation, seat: str, aim: Aim, deeds: Sequence[Action]) -> bool:
        """Only an enemy who never attacks is not feared."""
        return (aim is designs.FEARLESS) == self.shy(state, deeds)

    def _to_take(self, g: Situation) -> list[int]:
        """The places that count and are not ours, the nearest to our troops first."""
        held = [g.hex[u] for u in g.on_map(ALLIED)]
        size = self.salerno.tables.size
        found = []
        for h, value in self.salerno.tables.vp.items():
            if g.control >> h & 1:
                continue
            march = self.country.march(ALLIED, FOOT, h)
            near = min((march[at] for at in held if at < size), default=99.0)
            found.append((near / value, h))
        return [h for _, h in sorted(found)[:PLACES]]

    def shy(self, state: Situation, deeds: Sequence[Action]) -> bool:
        return state.turn >= SHY_FROM and not any(deed.verb == "attack" for deed in deeds)

    def policy(self, seat: str, aim: Aim, draft: Draft | None = None) -> Policy:
        assert isinstance(aim, Design)
        return Officer(Command(self.country, aim, SIDES.index(seat), draft, Quick))

    # -- 5.0 a movement planned whole

    def left(self, state: Situation) -> int | None:
        return 2 * (self.salerno.turns - state.turn) + 1 + (state.active == GERMAN)

    def draft(self, state: Situation, ask: Ask, aim: Aim) -> Draft | None:
        assert isinstance(aim, Design)
        if ask.kind != "move":
            return None
        side = SIDES.index(ask.side)
        hq = Command(self.country, aim, side, None, Planner)
        movers = sorted({a.value for a in ask.actions if a.verb == "move"})
        plan = hq.plan(state, side, movers)
        return Draft(aim, {**plan.goals, **dict(plan.landings)}, plan.why)

    # -- 8.0 single questions

    def options(self, state: Situation, ask: Ask, policy: Policy, rng: Random) -> Sequence[Choice]:
        if ask.kind == "attack":
            assert isinstance(policy, Officer)
            return self._attacks(state, SIDES.index(ask.side), policy)
        own = policy.answer(state, ask, rng)
        if state.phase == "invasion":
            return [own]  # each playout would think out the rest of the landing
        if ask.kind in ("stand", "hold or delay"):
            others = [Choice(a, []) for a in ask.actions if str(a) != str(own.order)]
            return [own, *others[:2]]
        return [own]

    def _attacks(self, g: Situation, side: int, policy: Officer) -> Sequence[Choice]:
        """The attacks that promise most by the exact table, and none."""
        prospects = policy.hq.prospects(g, side)
        own = policy.hq.attack(g, side, prospects)
        found = [(each.worth, each.attack.target, each) for each in prospects if each.worth > LEAST]
        return alternatives(own, found, partial(assault.ordered, g), policy.hq.no_attack())

    # -- 23.0 how a position is read

    def features(self, state: Situation) -> Mapping[str, float]:
        g, rules = state, self.salerno
        late = min(g.turn / rules.turns, 1.0)
        points = (victory.points(g) - rules.needed) / 5
        mark = rules.charts.benchmark[min(max(g.turn, 1), len(rules.charts.benchmark)) - 1]
        early = (victory.points(g) - mark) / 5 if mark >= 0 else 0.5
        take = [(h, float(v)) for h, v in rules.tables.vp.items() if not g.control >> h & 1]
        held = [(h, float(v)) for h, v in rules.tables.vp.items() if g.control >> h & 1]
        near = self._to_take(g)
        ratio = reading.ratio(self.country.strength(g, ALLIED), self.country.strength(g, GERMAN))
        return {
            "points": points,
            "late points": points * late,
            "benchmark": early,
            "beachheads": len(g.beachheads()) / 2,
            "strength": ratio,
            "late strength": ratio * late,
            "places to take": reading.balances(g, [(h, w) for h, w in take if h in near], ALLIED),
            "places held": reading.balances(g, held, ALLIED),
            "beaches": min((reading.balance(g, h, ALLIED) for h in g.beachheads()), default=0.0),
            "march": self._march(g, near),
            "late": late,
        }

    def _march(self, g: Situation, places: Sequence[int]) -> float:
        """How far the places to be taken are from the nearest troops, in turns on average."""
        size = self.salerno.tables.size
        held = [g.hex[u] for u in g.on_map(ALLIED) if g.hex[u] < size]
        if not held or not places:
            return 0.0
        far = (min(self.country.march(ALLIED, FOOT, h)[at] for at in held) for h in places)
        return sum(min(way, 20.0) for way in far) / len(places) / 8

    # -- training and measuring

    def handicap(self, state: Situation, rng: Random) -> None:
        """One side, nearly always the Germans, loses steps and units on the map and units that are to come."""
        g, part = state, rng.uniform(0.0, WEAKENED)
        side = rng.choice((ALLIED, *[GERMAN] * 7)) if g.turn > 1 else GERMAN
        for u in range(*self.salerno.span[side]):
            if g.hex[u] == LATER and rng.random() < part:
                g.take_off(u, AWAY)
        for u in g.on_map(side):
            if self.salerno.units.units[u].beachhead or rng.random() >= part:
                continue
            if g.steps[u] > 1:
                g.set_steps(u, g.steps[u] - 1)
            else:
                g.take_off(u, AWAY)

    def passive(self, state: Situation, seat: str) -> Aim | None:
        return designs.PASSIVE
