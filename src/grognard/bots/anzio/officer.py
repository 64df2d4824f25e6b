"""A quick player: the staff with a design, and with a movement that is drafted already."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.anzio import Anzio, tactics
from ...games.anzio.counters import ALLIED
from ...games.anzio.situation import Situation
from ..search import Draft
from ..seat import Choice, Reason
from .appreciation import Intent
from .judge import Judge
from .ring import raiders
from .staff import AnzioStaff, Plan, moment


class Officer(AnzioStaff):
    """The staff with a design, and with a movement that is drafted already.

    In a playout it looks at every group once and not twice, which takes a third of the time.
    """

    judge: Judge

    def __init__(self, rules: Anzio, judge: Judge, draft: Draft | None = None) -> None:
        self.rules, self.judge = rules, judge
        self.enough = judge.design.enough
        self._draft = draft
        self._plan = None

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        if self._draft is not None:
            self._plan_for(g, side)
        return super()._step(g, side, ask)

    def _plan_for(self, g: Situation, side: int) -> Plan:
        draft, self._draft = self._draft, None
        if draft is not None:
            goals = dict(draft.goals)
            home = {u: g.hex[u] for u in goals if not g.moved >> u & 1}
            self._plan = Plan(moment(g, side), home, goals)
        elif self._plan is None or not self._plan.fits(g):
            self._plan = self.movement(g, side, tactics.parties(g, side))
        assert self._plan is not None
        return self._plan

    def _posted(self, g: Situation, intent: Intent, home: dict[int, int]) -> dict[int, int]:
        """Who can reach his post in the ring goes there; others who stand there make room.  Raiders go their way."""
        design = self.judge.design
        if not design.ring:
            away = raiders(self.judge, g, ALLIED) if design.raid else {}
            return {u: h for u, h in away.items() if u in home}
        return {
            u: post
            for u, post in intent.goals.items()
            if u in home and self.judge.reached(g, u) >> post & 1
        }

    def _why_there(self, g: Situation, side: int, unit: int, goal: int) -> Reason:
        """Raiders are not in the line."""
        rules = self.rules
        taken = (rules.port_mask | rules.objective_mask) >> goal & 1
        if taken or not self.judge.design.raid or unit not in raiders(self.judge, g, side):
            return super()._why_there(g, side, unit, goal)
        facts = {"unit": rules.units[unit].id, "hex": rules.board.label(goal)}
        return Reason(
            "13.0a", Say("{unit} slips through to {hex}, for a raid on the towns", **facts)
        )

    def _enter(self, g: Situation, side: int, ask: Ask) -> Choice:
        """Behind a ring the weaker place has those who land."""
        if not self.judge.design.ring or side != ALLIED:
            return super()._enter(g, side, ask)
        best = min(ask.actions, key=lambda a: (g.strength(g.group(a.value)), a.value))
        return Choice(best, [Reason("9.0", Say("the weaker place needs them"))])

    def _pull(
        self, g: Situation, side: int, intent: Intent, party: tuple[int, ...]
    ) -> Callable[[int], float]:
        """A task force goes around the enemy; the others stay near what they cover."""
        if not self.judge.design.take and not self.judge.design.ring:
            return super()._pull(g, side, intent, party)
        klass = self.judge.group(g, party).klass
        goal, home = intent.goals.get(party[0]), intent.home.get(party[0])
        if goal is not None:
            return self.judge.way(g, side, klass, goal).__getitem__
        if home is not None:
            return self.judge.march[klass][home].__getitem__
        return super()._pull(g, side, intent, party)
