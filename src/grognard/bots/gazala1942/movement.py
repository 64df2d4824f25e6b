"""4.0 A movement by its plan; 10.84 breaches first, where they pay; 10.3 cars that step aside."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.gazala1942 import minefields, stacking, steps
from ...games.gazala1942.counters import AXIS
from ...games.gazala1942.situation import Situation
from ..search import Draft
from ..seat import Choice, Reason
from .papers import Papers, Section, quiet
from .plan import Plan, Planner
from .reckoning import step_worth, worth

OPENS, OPENS_SKILLED = 1 / 6, 1 / 3
"""10.84 How often a minefield is breached, without engineers and with them; as often a step is lost without."""
LINE = 8.0
"""6.15 What a breach is worth that opens the belt for the line of supply."""
WAY = 4
"""Half points that a breach must save somebody's march."""


class Movement(Section):
    """Who moves, by the plan of the impulse."""

    def __init__(self, papers: Papers, draft: Draft | None = None) -> None:
        super().__init__(papers)
        self._draft = draft
        """Where everybody goes, and why, if that was planned before."""
        self._plan: Plan | None = None
        self._way: list[int] = []
        self.answers = {
            "move": self._move,
            "step": self._step,
            "hold": self._hold,
            "enter": self._enter,
            "breach across": self._across,
            "breach assist": self._assist,
            "aside": self._aside,
        }

    def _move(self, g: Situation, side: int, ask: Ask) -> Choice:
        for action in ask.actions:
            if action.verb == "land":
                return Choice(action, [Reason("10.4b", Say("Group Hecker goes ashore"))])
        entering = [a for a in ask.actions if a.verb == "enter"]
        if entering:
            best = max(entering, key=lambda a: (worth(g, a.value), -a.value))
            return Choice(best, [Reason("11.11", Say("{unit} comes up", unit=best.word))])
        breach = self._breach(g, ask)
        if breach is not None:
            return breach
        plan = self._current(g)
        movers = {a.value: a for a in ask.actions if a.verb == "move"}
        for unit, goal in plan.goals.items():
            if unit not in movers or g.hex[unit] == goal:
                continue
            reach = steps.reach(g, unit)
            if goal in reach and self._room(g, plan, unit, goal, movers):
                self._way = steps.path(g, unit, reach, goal)
                why = [plan.why[unit]] if unit in plan.why else []
                return Choice(movers[unit], why)
        return Choice(quiet(ask), [])

    def _room(
        self, g: Situation, plan: Plan, unit: int, goal: int, movers: Collection[int]
    ) -> bool:
        """5.1 Whether the unit finds room: those who are to leave count if they still can."""
        stay = [u for u in g.stack(goal) if u not in movers or plan.goals.get(u, goal) == goal]
        return stacking.fits(g, (*(u for u in stay if u != unit), unit))

    def plan(self, g: Situation) -> Plan:
        """A fresh plan of the impulse."""
        return Planner(self.papers.look(g, g.active), g).plan(self._plan)

    def _current(self, g: Situation) -> Plan:
        """The plan as long as everything stands as it foresaw; otherwise another."""
        if self._draft is not None:
            given = dict(self._draft.goals), dict(self._draft.why)
            return Plan((), (g.turn, g.impulses), *given)
        plan = self._plan
        if plan is None or not self._holds(g, plan):
            plan = self._plan = self.plan(g)
        return plan

    def _goals(self) -> Mapping[int, int]:
        """Where everybody goes, as far as it is planned."""
        planned = self._draft or self._plan
        return {} if planned is None else planned.goals

    def _holds(self, g: Situation, plan: Plan) -> bool:
        """Whether every unit is where it was, or where the plan sent it."""
        goals = plan.goals
        for u, h in enumerate(g.hex):
            if h != plan.start[u] and not (g.marched >> u & 1 and goals.get(u) == h):
                return u == g.mover
        return True

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        """The unit on the move goes on by the plan, or stays."""
        unit = g.mover
        goal = self._goals().get(unit, -1)
        if self._way and self._way[-1] == goal:
            to = self.rules.actions.to[self._way.pop(0)]
            if to in ask.actions:
                return Choice(to, [])
        self._way = []
        reach = steps.reach(g, unit)
        if goal < 0 or goal not in reach:
            if g.steps_taken and self.papers.look(g, side).room(g, unit, g.hex[unit]):
                return Choice(quiet(ask), [])
            goal = self._best(g, side, unit, reach)
        if goal == g.hex[unit]:
            return Choice(quiet(ask), [])
        way = steps.path(g, unit, reach, goal)
        to = self.rules.actions.to[way[0]]
        return Choice(to if to in ask.actions else quiet(ask), [])

    def _best(self, g: Situation, side: int, unit: int, reach: dict[int, int]) -> int:
        """Where a unit does best that has no plan: one that enters, or that is in the way."""
        look = self.papers.look(g, side)
        near = sorted(reach, key=lambda h: (look.turns(g, unit, h), h))[:12]
        open_ = [h for h in {*near, g.hex[unit]} if look.room(g, unit, h)]
        if not open_:
            return min(reach, key=lambda h: (reach[h] == 0, reach[h], h))
        return max(open_, key=lambda h: (look.score(g, unit, h), -h))

    def _hold(self, g: Situation, side: int, ask: Ask) -> Choice:
        """4.43 The friend who loses least by staying: one without a move in the plan."""
        goals = self._goals()
        best = min(ask.actions, key=lambda a: (a.value in goals, worth(g, a.value), a.value))
        return Choice(best, [])

    def _enter(self, g: Situation, side: int, ask: Ask) -> Choice:
        look, unit = self.papers.look(g, side), self.named(ask)
        best = min(ask.actions, key=lambda a: (look.turns(g, unit, a.value), a.value))
        return Choice(best, [])

    # -- minefields

    def _breach(self, g: Situation, ask: Ask) -> Choice | None:
        """10.84 Who works at a minefield: where it pays, with engineers sooner than without."""
        able = [a for a in ask.actions if a.verb == "breach"]
        best: tuple[float, Action] | None = None
        for action in able:
            value = self._try(g, action.value)
            if value > 0 and (best is None or value > best[0]):
                best = value, action
        if best is None:
            return None
        why = Say("{unit} opens the minefield", unit=best[1].word)
        return Choice(best[1], [Reason("10.84", why)])

    def _try(self, g: Situation, unit: int) -> float:
        """10.84-10.85 What it promises that a unit works at the minefield next to it."""
        skilled = self.units[unit].type == "engineer" or bool(minefields.helpers(g, unit))
        design = self.papers.look(g, AXIS).design
        urgent = design.hurry > 0 and design.aims.get(unit) == design.gap
        if g.steps[unit] < 2 and not skilled and not urgent:
            return 0.0
        sides = minefields.mined_sides(g, g.hex[unit])
        value = max((self._opens(g, unit, n) for n in sides), default=0.0)
        if skilled:
            return value * OPENS_SKILLED
        return value * OPENS - OPENS * step_worth(g, unit)

    def work(self, g: Situation) -> float:
        """6.15, 10.84 What the work at the belt promises that the activated units would do."""
        look = self.papers.look(g, g.active)
        if g.active != AXIS or look.design.gap < 0:
            return 0.0
        able = [u for u in minefields.breachers(g) if look.design.aims.get(u) == look.design.gap]
        return look.design.hurry * sum(max(self._try(g, u), 0.0) for u in able)

    def _opens(self, g: Situation, unit: int, n: int) -> float:
        """What a breach is worth: an enemy to be attacked behind it, or a shorter way."""
        look = self.papers.look(g, AXIS)
        if not look.design.allows(g.command[unit], n):
            return 0.0
        if g.occupied[1 - AXIS] >> n & 1:
            return 2.0 + 0.5 * look.ground(g, n)
        if n in look.goals and not g.controls(AXIS, n):
            return look.ground(g, n)
        here = look.turns(g, unit, g.hex[unit])
        saved = here - look.turns(g, unit, n)
        points = 2 * self.units[unit].move[g.steps[unit]]
        if saved > 0 and look.design.gap >= 0 and look.design.aims.get(unit) == look.design.gap:
            return LINE
        return 1.5 * saved if saved * points >= WAY else 0.0

    def _across(self, g: Situation, side: int, ask: Ask) -> Choice:
        unit = self.named(ask)
        return Choice(max(ask.actions, key=lambda a: (self._opens(g, unit, a.value), -a.value)), [])

    def _assist(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(next(a for a in ask.actions if a.verb == "assist"), [])

    # -- cars

    def _aside(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.3 A car steps aside to where it is safest, and stays where it is not in danger."""
        look, unit = self.papers.look(g, side), self.named(ask)
        best, choice = look.score(g, unit, g.hex[unit]), quiet(ask)
        for action in ask.actions:
            if action.verb == "dodge" and look.room(g, unit, action.value):
                value = look.score(g, unit, action.value)
                if value > best:
                    best, choice = value, action
        why = [Reason("10.3a", Say("{unit} is too weak to stay", unit=ask.about.units[0]))]
        return Choice(choice, why if choice.verb == "dodge" else [])
