"""The brief of Salerno '43: what either side may aim at, its staff as a quick player, how a position is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import ClassVar

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43 import Salerno43, victory
from ...games.salerno43.counters import ALLIED, FOOT, GERMAN, SIDES
from ...games.salerno43.situation import RESERVE, SEA, Situation
from ...games.zocbond import attacks, sheets
from ...say import figure
from ..search import Aim, Draft, Policy
from ..seat import Choice, Reason
from ..zocbond import reading
from ..zocbond.brief import SeriesBrief
from . import assault
from .country import Country
from .headquarters import attack_order
from .officer import Command, Design, Officer, Quick
from .plan import Planner

HERE = Path(__file__).parent
PLACES = 4
"""How many places to be taken are worth an aim of their own, the nearest first."""
ATTACKS = 4
"""How many attacks are worth a playout."""
SHY_FROM = 3
"""An enemy who has not attacked before this turn seems never to attack."""


class SalernoBrief(SeriesBrief[Situation]):
    """23.0 The Allies want Victory Points: places that count, and Beachheads that live."""

    weights: ClassVar[Path | None] = HERE
    weakened: ClassVar[tuple[int, ...]] = (ALLIED, GERMAN, GERMAN)
    plenty: ClassVar[float] = 0.7
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
        "ashore": Say("the troops that are ashore"),
        "march": Say("the Allied march to the places to be taken"),
        "late": Say("the time that is left"),
    }

    def __init__(self, rules: Salerno43) -> None:
        super().__init__(rules)
        self.salerno = rules
        self.country = Country(rules)

    # -- aims

    def aims(self, state: Situation, seat: str) -> Sequence[Aim]:
        return self._allied(state) if SIDES.index(seat) == ALLIED else self._german(state)

    def _named(self, h: int) -> str:
        return self.salerno.board.names.get(h, self.salerno.board.label(h))

    def _allied(self, g: Situation) -> list[Aim]:
        beaches = dict.fromkeys(g.beachheads(), 1.5)
        found: list[Aim] = [
            Design("staff", Say("goes for what is near and counts")),
            Design(
                "press",
                Say("presses inland on all roads"),
                enough=0.2,
                risk=0.25,
                pull=1.6,
            ),
            Design(
                "beaches",
                Say("makes the Beachheads safe first"),
                more=beaches,
                enough=1.0,
                risk=0.8,
                pull=0.7,
            ),
        ]
        for h in self._to_take(g):
            found.append(
                Design(
                    f"take {self.salerno.board.label(h)}",
                    Say(
                        "takes {place} and keeps the rest of the front quiet",
                        place=self._named(h),
                    ),
                    wanted={h: 3.0},
                    pull=1.3,
                    risk=0.35,
                )
            )
        found += [
            Design(
                "strike",
                Say("attacks wherever the odds are kind"),
                enough=0.0,
                risk=0.15,
            ),
            Design(
                "sure",
                Say("attacks only at good odds and keeps together"),
                enough=2.0,
                risk=0.8,
                pull=0.8,
            ),
        ]
        return found

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

    def _german(self, g: Situation) -> list[Aim]:
        found: list[Aim] = [
            Design("staff", Say("covers what counts and strikes where it may")),
            Design(
                "line",
                Say("holds a line before what counts"),
                enough=2.0,
                risk=1.0,
                pull=0.7,
            ),
            Design(
                "strike",
                Say("attacks wherever the odds are kind"),
                enough=0.0,
                risk=0.15,
                pull=1.2,
            ),
        ]
        for h in g.beachheads():
            found.append(
                Design(
                    f"throw back {self.salerno.board.label(h)}",
                    Say(
                        "masses against the Beachhead in {hex}",
                        hex=self.salerno.board.label(h),
                    ),
                    more={h: 2.5},
                    risk=0.25,
                    pull=1.3,
                )
            )
        found += [
            Design("sure", Say("attacks only at good odds"), enough=1.5, risk=0.6),
            Design(
                "back",
                Say("falls back and spares its troops"),
                enough=3.0,
                risk=1.2,
                pull=0.4,
            ),
        ]
        return found

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
        own = policy.answer(state, ask, rng)
        match ask.kind:
            case "attack":
                return self._attacks(state, ask, own)
            case "stand" | "hold or delay" | "advance":
                others = [Choice(a, []) for a in ask.actions if str(a) != str(own.order)]
                return [own, *others[:2]]
        return [own]

    def _attacks(self, g: Situation, ask: Ask, own: Choice) -> Sequence[Choice]:
        """The attacks that promise most by the exact table, and none."""
        found = []
        for target, able in attacks.targets(g).items():
            prospect = assault.best(g, target, able)
            if prospect is not None and prospect.worth > -1.0:
                found.append((prospect.worth, target, prospect))
        found.sort(key=lambda each: (-each[0], each[1]))
        choices = []
        for worth, target, prospect in found[:ATTACKS]:
            why = Say(
                "{hex} at {column}: worth {worth} strength points",
                hex=g.word(target),
                column=sheets.ledger(g, prospect.attack).column,
                worth=figure(worth, "+.1f"),
            )
            order = attack_order("attack", g, prospect.attack)
            choices.append(Choice(order, [Reason("8.3", why)]))
        why = Say("no attack that is left promises more than it costs")
        choices.append(Choice(self.salerno.actions.done, [Reason("8.1", why)]))
        return [own, *(c for c in choices if str(c.order) != str(own.order))]

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
        low, high = rules.span[ALLIED]
        waiting = sum(
            reading.strength(g, u) for u in range(low, high) if g.hex[u] in (RESERVE, SEA)
        )
        ashore = sum(reading.strength(g, u) for u in g.on_map(ALLIED))
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
            "ashore": ashore / (ashore + waiting + 1.0),
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

    def passive(self, state: Situation, seat: str) -> Aim | None:
        return Design("passive", Say("never attacks"), peaceful=True)
