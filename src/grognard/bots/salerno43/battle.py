"""8.0 to 12.0 Attacks, losses, Determined Defense and retreats."""

from __future__ import annotations

from functools import partial

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43 import defence, retreat
from ...games.salerno43.counters import GERMAN
from ...games.salerno43.situation import Situation
from ...hexes import ring
from ..seat import Choice, Reason
from ..zocbond import answers
from ..zocbond.orders import quiet
from .headquarters import Headquarters, Section
from .lines import step_worth, worth

RANK = {"elite": 1, "normal": 0, "low": -1}
CROWDED = 2.0
"""4.4 What it counts that a retreat ends in a hex that is full."""


class Assaults(Section):
    """8.0, 10.0 What is attacked and who pays for it."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "attack": self._attack,
            "join": self._join,
            "support": self._support,
            "main assault force": self._main_force,
            "lose": self._lose,
            "remnant": self._remnant,
            "overstacked": self._remove,
            "boundary": self._remove,
        }

    def _attack(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.1-8.6 The attack that promises most by the exact table, or none."""
        return self.hq.attack(g, side, self.hq.prospects(g, side))

    def _join(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.4 An attack begun by hand: everybody joins, the strongest force leads."""
        more = [a for a in ask.actions if a.verb == "with"]
        if more:
            return Choice(max(more, key=lambda a: g.attack(a.value)), [])
        return self._main_force(g, side, ask)

    def _main_force(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.4.1 The formation, or the unit, that brings most strength."""
        units = self.rules.units
        near = set()
        if ask.about.attack is not None:
            target = self.rules.board.index(ask.about.attack.target)
            near = set(ring(self.rules.board.grid, target))

        def strength(action: Action) -> int:
            if action.value >= 0:
                return g.attack(action.value)
            return sum(
                g.attack(u)
                for u in g.in_play(side)
                if units[u].formation == action.word and g.hex[u] in near
            )

        forces = [a for a in ask.actions if a.verb == "maf"]
        best = max(forces, key=strength) if forces else quiet(ask)
        return Choice(best, [Reason("8.4.1", Say("{force} is the strongest", force=best.word))])

    def _support(self, g: Situation, side: int, ask: Ask) -> Choice:
        return answers.support(ask)

    def _lose(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.2.1"""
        return answers.lose(g, side, ask, partial(step_worth, g))

    def _remnant(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(self.acts.remnant, [Reason("10.4.2", Say("a Remnant can still hold ground"))])

    def _remove(self, g: Situation, side: int, ask: Ask) -> Choice:
        return answers.remove(ask, lambda u: worth(g, u) + 9.0 * (g.steps[u] == 0))


class Defence(Section):
    """11.0, 12.0 How an attack is met."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "defensive air": self._defensive_air,
            "stand": self._stand,
            "lead": self._lead,
            "defensive support": self._defensive_support,
            "battleships": self._battleships,
            "hold or delay": self._hold,
            "retreat": self._retreat,
        }

    def _defensive_air(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.4 The Allies keep their aircraft for their own attacks unless much is at stake."""
        h = self.hq.hex(ask)
        stake = sum(worth(g, u) for u in g.at[h])
        if side == GERMAN or self.hq.dear(g, side, h) or stake > 8.0:
            why = Say("{hex} is worth the aircraft", hex=g.word(h))
            return Choice(ask.actions[0], [Reason("9.4", why)])
        return Choice(self.acts.none, [Reason("9.4", Say("the aircraft are kept for our attacks"))])

    def _stand(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.1 A stand costs little; only poor troops who can get away are spared it."""
        h = self.hq.hex(ask)
        group = g.at[h]
        steady = any(g.quality(u) != "low" for u in group if not self.rules.units[u].asu)
        if self.acts.desperate in ask.actions and defence.supply_at_stake(g, h, group, 2):
            why = Say("the troops depend on {hex}", hex=g.word(h))
            return Choice(self.acts.desperate, [Reason("11.5.2", why)])
        trapped = any(not retreat.can_retreat(g, u, 2, group) for u in group)
        if steady or trapped or self.hq.dear(g, side, h):
            return Choice(self.acts.stand, [Reason("11.1", Say("{hex} is held", hex=g.word(h)))])
        return Choice(self.acts.yield_, [Reason("11.1", Say("{hex} is given up", hex=g.word(h)))])

    def _lead(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.2.3 The best troops, and among them those that a step costs least."""
        return answers.lead(ask, "11.2.4", lambda u: RANK[g.quality(u)], partial(step_worth, g))

    def _defensive_support(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.3 Guns that a Supply Point readies again, else ships and aircraft where it matters."""
        guns = [a for a in ask.actions if a.verb == "asu"]
        others = [a for a in ask.actions if a.verb in ("naval", "air")]
        h = self.hq.hex(ask)
        stake = sum(worth(g, u) for u in g.at[h])
        if guns and (g.sp[side] or not others):
            return Choice(guns[0], [Reason("11.3", Say("the guns help to hold"))])
        if others and (side == GERMAN or self.hq.dear(g, side, h) or stake > 5.0):
            return Choice(others[0], [Reason("11.3", Say("{hex} is worth it", hex=g.word(h)))])
        return Choice(self.acts.none, [])

    def _battleships(self, g: Situation, side: int, ask: Ask) -> Choice:
        near = g.beachheads() if g.battleships < 2 else [*g.beachheads(), *self.rules.tables.vp]
        struck = [h for h in near if any(g.struck >> u & 1 for u in g.group(h))]
        if struck:
            why = Say("{hex} must not fall", hex=g.word(struck[0]))
            return Choice(self.acts.valiant, [Reason("19.4", why)])
        return Choice(self.acts.none, [])

    def _hold(self, g: Situation, side: int, ask: Ask) -> Choice:
        """11.4.3 A city that need not pay does not; dear ground is worth a step."""
        h = self.hq.hex(ask)
        if self.acts.partial in ask.actions and not g.city_battles >> h & 1:
            why = Say("the fight for {hex} goes on without loss", hex=g.word(h))
            return Choice(self.acts.partial, [Reason("11.6.2", why)])
        group = g.at[h]
        trapped = any(not retreat.open_ways(g, u, 1, 3, group) for u in group)
        if trapped or self.hq.dear(g, side, h):
            why = Say("{hex} is worth a step", hex=g.word(h))
            return Choice(self.acts.hold, [Reason("11.4.3", why)])
        give = [a for a in ask.actions if a is not self.acts.hold]
        return Choice(give[0], [Reason("11.4.3", Say("{hex} is not worth a step", hex=g.word(h)))])

    def _retreat(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.1.3 The way that leaves the position worth most."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)
        return answers.retreat(g, look, unit, ask.actions, "12.1.3", CROWDED)
