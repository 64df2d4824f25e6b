"""5.0 A movement by its plan: marches, overruns, landings from the Floating Reserve."""

from __future__ import annotations

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43 import naval
from ...games.salerno43.situation import Situation
from ...games.zocbond import attacks, stacking
from ...games.zocbond.assault import Attack
from ...hexes import members
from ..seat import Choice, Reason
from . import assault
from .headquarters import Headquarters, Section
from .landing import berth, landing
from .plan import Plan, moment


class Movement(Section):
    """5.0 Who moves, by the plan of the phase."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self._plan: Plan | None = None
        self.answers = {
            "move": self._move,
            "step": self._step,
        }

    def _move(self, g: Situation, side: int, ask: Ask) -> Choice:
        overrun = self._overrun(g, ask)
        if overrun is not None:
            return overrun
        movers = {a.value for a in ask.actions if a.verb == "move"}
        plan = self._plan
        if plan is None or plan.moment != moment(g):
            plan = self._plan = self.hq.plan(g, side, sorted(movers))
        for unit, goal in plan.goals.items():
            if unit not in movers or g.hex[unit] == goal:
                continue
            way = self.country.ways.ends(g, unit).get(goal)
            if way is None:
                continue
            why = [plan.why[unit]] if unit in plan.why else []
            return Choice(self._order(g, unit, way[1]), why)
        for unit, harbour in plan.landings:
            if unit in movers and g.hex[unit] < 0 and naval.refuse(g, unit, harbour) is None:
                facts = {"unit": g.id(unit), "hex": g.word(harbour)}
                order = f"move {g.id(unit)} sail {g.word(harbour)}"
                return Choice(order, [Reason("18.4.3", Say("{unit} lands in {hex}", **facts))])
        return self._make_room(g, side, movers) or Choice(self.acts.done, [])

    def _order(self, g: Situation, unit: int, way: list[int]) -> Action | str:
        """The whole march, or only its beginning where enemies in Full Retreat may interrupt it."""
        if g.routed[g.enemy]:
            return self.acts.move[unit]
        return f"move {self.rules.units[unit].id} {'-'.join(g.word(h) for h in way)}"

    def _overrun(self, g: Situation, ask: Ask) -> Choice | None:
        """8.7 An Automatic DS is taken where it is offered."""
        offered = [a.value for a in ask.actions if a.verb == "autods"]
        marked = {u for group in g.automatic for u in group[1:]}
        for target in offered:
            able = [u for u in attacks.targets(g).get(target, []) if u not in marked]
            for attack in assault.options(g, target, able):
                done = Attack(target, attack.units, attack.maf, attack.attached, kind="automatic")
                if g.reckon(done).column >= g.game.charts.beyond_from:
                    why = Say("{hex} is overrun at 10-1", hex=g.word(target))
                    return Choice(assault.order(g, done, "autods"), [Reason("8.7.1", why)])
        return None

    def _make_room(self, g: Situation, side: int, movers: set[int]) -> Choice | None:
        """4.4 Somebody must leave an overfull hex before the movement ends."""
        look = self.hq.look(g, side)
        for h in members(g.occupied[side]):
            if not stacking.over(g, g.group(h)):
                continue
            best: tuple[float, int, list[int]] | None = None
            for unit in g.at[h]:
                if unit not in movers:
                    continue
                for goal, (_, way) in self.country.ways.ends(g, unit).items():
                    if look.room(g, unit, goal):
                        value = look.merit(g, g, unit, goal)
                        if best is None or value > best[0]:
                            best = value, unit, way
            if best is not None:
                why = Say("six Stacking Points are the limit in {hex}", hex=g.word(h))
                return Choice(self._order(g, best[1], best[2]), [Reason("4.1", why)])
        return None

    def _step(self, g: Situation, side: int, ask: Ask) -> Choice:
        """A unit is on the move: on by the plan, or to the best place it can reach."""
        if self._plan is None:
            self._plan = self.hq.drafted(g)
        unit, plan = g.mover, self._plan
        stay = self.acts.stay
        here = g.hex[unit]
        if plan is not None and plan.moment[:3] == moment(g)[:3] and unit in plan.goals:
            goal = plan.goals[unit]
            way = self.country.ways.ends(g, unit).get(goal)
            if here == goal or way is None:
                if here < 0 or self.hq.look(g, side).room(g, unit, here):
                    return Choice(stay, [])
            else:
                return Choice(self.acts.to[way[1][0]], [])
        return self._best_step(g, side, unit, ask)

    def _best_step(self, g: Situation, side: int, unit: int, ask: Ask) -> Choice:
        look = self.hq.look(g, side)
        here = g.hex[unit]
        if here < 0:
            harbours = [a for a in ask.actions if a.verb == "sail" and a.value >= 0]
            free = [a for a in harbours if berth(g, unit, a.value)]
            if not free:
                return Choice(self.acts.stay, [])
            return Choice(max(free, key=lambda a: landing(g, self.country, unit, a.value)), [])
        best, first = -1e9, self.acts.stay
        if look.room(g, unit, here):
            best = look.value(g, unit, here)
        ends = self.country.ways.ends(g, unit)
        near = sorted(ends, key=lambda h: (look.turns(unit, h), h))[:12]
        for h in near:
            if not look.room(g, unit, h):
                continue
            value = look.value(g, unit, h)
            if value > best:
                best, first = value, self.acts.to[ends[h][1][0]]
        return Choice(first if first in ask.actions else self.acts.stay, [])
