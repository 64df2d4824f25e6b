"""14.0, 15.0 Advance after combat and breakthrough."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43.situation import Situation
from ...games.zocbond import attacks, stacking
from ...hexes import members
from ..seat import Choice, Reason
from ..zocbond import answers
from ..zocbond.orders import quiet
from . import assault
from .headquarters import Headquarters, Section
from .lines import worth
from .look import ENOUGH

CROWDED = 9.0
"""4.4 What an overfull hex counts in an advance: somebody there will be removed."""


class Pursuit(Section):
    """14.0, 15.0 Who follows up, how far, and who attacks again."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "advance": self._advance,
            "advance to": self._advance_to,
            "breakthrough group": self._breakthrough_group,
            "breakthrough": self._breakthrough,
            "follow": self._follow,
        }

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.1 Whoever stands better in front goes there, the strongest first."""
        look = self.hq.look(g, side)
        self._recall(ask)
        units = [a for a in ask.actions if a.verb == "advance"]
        for action in sorted(units, key=lambda a: -worth(g, a.value)):
            unit = action.value
            if self._guards(g, side, unit, []) or not self._fits(g, side, unit):
                continue
            stay = look.value(g, unit, g.hex[unit])
            if any(look.value(g, unit, h) > stay for h in self._ahead(g, side, unit)):
                why = Say("{unit} follows up", unit=action.word)
                return Choice(action, [Reason("14.1", why)])
        return Choice(self.acts.done, [])

    def _recall(self, ask: Ask) -> None:
        """The hex that was won, which a question after the battle names last, for who did not order the attack himself."""
        if self.hq.target < 0 and ask.about.hexes:
            self.hq.target = self.hq.place(ask.about.hexes[-1])

    def _fits(self, g: Situation, side: int, unit: int) -> bool:
        """4.4 Whether the vacated hex, where a Limited Advance ends, still has room."""
        vacated = self.hq.target
        return vacated < 0 or self.hq.look(g, side).room(g, unit, vacated)

    def _guards(self, g: Situation, side: int, unit: int, gone: Sequence[int]) -> bool:
        """16.3.4 Whether a unit, ``gone`` having left, is the last in a place that counts and is in danger."""
        here, look = g.hex[unit], self.hq.look(g, side)
        if here not in look.front.keys or look.front.over or not look.front.threat[here]:
            return False
        units = self.rules.units.units
        others = (u for u in g.group(here) if u != unit and u not in gone)
        return not any(units[u].move and not units[u].asu for u in others)

    def _ahead(self, g: Situation, side: int, unit: int) -> list[int]:
        """The hexes next to a unit that an advance might lead to."""
        here, tables, look = g.hex[unit], self.rules.tables, self.hq.look(g, side)
        if g.is_area(here):
            near = tables.touch[here - tables.size]
        else:
            near = tables.ground.around[here] & tables.land
        closed = g.occupied[1 - side] | g.bonds(1 - side).hexes
        if 0 <= self.hq.target < tables.size:
            closed &= ~(1 << self.hq.target) | g.occupied[1 - side]
        return [h for h in members(near & ~closed) if look.room(g, unit, h)]

    def _advance_to(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.2 Hex by hex, as long as the position gains."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)

        def merit(action: Action) -> float:
            h = action.value if action.verb == "to" else g.hex[unit]
            return look.value(g, unit, h) - CROWDED * (not look.room(g, unit, h))

        return answers.advance_to(ask, g.id(unit), merit)

    def _breakthrough_group(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.2 A group is formed where a second attack from the hex just won promises something."""
        self._recall(ask)
        able = [a.value for a in ask.actions if a.verb == "group"]
        if not self.hq.group:
            self.hq.group = self._exploit(g, side, [*self.hq.units(ask), *able])
        for u in able:
            if u in self.hq.group:
                why = Say("{unit} goes on to attack", unit=g.id(u))
                return Choice(self.acts.group[u], [Reason("15.2.2", why)])
        return Choice(self.acts.go if self.acts.go in ask.actions else self.acts.none, [])

    def _exploit(self, g: Situation, side: int, able: list[int]) -> tuple[int, ...]:
        """Who should attack again from the vacated hex; () if nobody."""
        vacated = self.hq.target
        tables = self.rules.tables
        if not 0 <= vacated < tables.size or vacated in g.at:
            return ()
        scratch = g.copy()
        group: list[int] = []
        for u in sorted(able, key=lambda u: -g.attack(u)):
            near = g.is_area(g.hex[u]) or tables.ground.around[vacated] >> g.hex[u] & 1
            if self._guards(g, side, u, group):
                continue
            if near and not stacking.over(g, [*group, u]):
                group.append(u)
                scratch.put(u, vacated)
        best: tuple[float, tuple[int, ...]] = ENOUGH, ()
        for foe in members(tables.ground.around[vacated] & g.occupied[1 - side]):
            if self._hard(vacated, foe):
                continue
            value, units = self._second(scratch, foe, group)
            if value > best[0]:
                best = value, units
        return best[1]

    def _hard(self, here: int, foe: int) -> bool:
        """15.2.6 Whether mountains or rivers keep a Breakthrough Combat from the hex."""
        ground = self.rules.tables.ground
        d = ground.deltas.index(foe - here)
        barrier = (ground.steep[d] | ground.wet[d]) >> here & 1
        return bool(barrier and not ground.road[d] >> here & 1)

    def _second(self, g: Situation, foe: int, group: list[int]) -> tuple[float, tuple[int, ...]]:
        """15.3 The best Breakthrough Combat of a group against a hex."""
        best: tuple[float, tuple[int, ...]] = -9.0, ()
        if not group:
            return best
        units = self.rules.units
        first = units[group[0]]
        same = [u for u in group if (units[u].nation, units[u].army) == (first.nation, first.army)]
        for force in g.forces(same):
            value = assault.appraise(g, attacks.under(foe, same, force, "breakthrough"))
            if value > best[0]:
                best = value, tuple(same)
        return best

    def _breakthrough(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.4 Into the hex just won, then against whoever promises most."""
        self._recall(ask)
        here = self.hq.place(ask.about.hexes[0])
        present = [u for u in g.group(here) if u in self.hq.group] or self.hq.units(ask)
        best: tuple[float, Action] | None = None
        for action in ask.actions:
            if action.verb == "assault" and present:
                value, _ = self._second(g, action.value, present)
                if value > ENOUGH / 2 and (best is None or value > best[0]):
                    best = value, action
        if best is not None:
            why = Say("the breakthrough goes on against {hex}", hex=best[1].word)
            return Choice(best[1], [Reason("15.2.6", why)])
        for action in ask.actions:
            if action.verb == "to" and action.value == self.hq.target and here != self.hq.target:
                return Choice(action, [Reason("15.2.4", Say("into the breach"))])
        return Choice(self.acts.halt, [])

    def _follow(self, g: Situation, side: int, ask: Ask) -> Choice:
        """15.2.1 Ground that was won is occupied."""
        goals = [a for a in ask.actions if a.verb == "to"]
        best = goals[0] if goals else quiet(ask)
        return Choice(best, [Reason("15.2.1", Say("{hex} is taken", hex=best.word))])
