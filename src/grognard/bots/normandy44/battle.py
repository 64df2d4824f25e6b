"""10.0 to 14.0 Attacks, losses, Determined Defense, retreats and advances."""

from __future__ import annotations

from functools import partial

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.normandy44 import combat, defence
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import Situation
from ...games.zocbond import attacks
from ...games.zocbond.assault import Attack
from ...hexes import members
from ..seat import Choice, Reason
from ..zocbond import answers
from ..zocbond.orders import quiet
from . import assault
from .headquarters import Headquarters, Section
from .plan import in_reserve
from .worth import step_worth, worth

AT_STAKE = 5.0
"""What must be in a hex that is worth the guns of an army, or its ships."""
CROWDED = 9.0
"""7.2 What an overfull hex counts: somebody there will be removed."""

GAINED = (4.0, 0.0)
"""By side: what it is worth that the first unit follows up into ground that was fought for, or beyond."""


class Assaults(Section):
    """10.0, 12.2 What is attacked and who pays for it."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "attack": self._attack,
            "join": self._join,
            "support": self._support,
            "aircraft": self._aircraft,
            "lose": self._lose,
            "overstacked": self._remove,
        }

    def _attack(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.1-10.6 The attack that promises most by the exact table, or none."""
        look, enough = self.hq.look(g, side), self.hq.postures[side].enough
        able = attacks.targets(g)
        found: list[assault.Prospect] = []
        for target, units in able.items():
            prospect = assault.best(g, look, target, units)
            if prospect is not None and prospect.worth >= enough:
                found.append(prospect)
        promising = [0, 0]
        for prospect in found:
            promising[g.army(prospect.attack.units[0])] += 1
        strafing = self._strafe(g, ask, promising)
        if strafing is not None:
            return strafing
        if not found:
            why = Say("no attack that is left promises more than it costs")
            return Choice(self.acts.done, [Reason("10.1", why)])
        best = assault.sharing(g, look, found, able, enough)
        self.hq.target = best.attack.target
        return assault.ordered(g, best)

    def _strafe(self, g: Situation, ask: Ask, promising: list[int]) -> Choice | None:
        """19.1.4 Aircraft that no attack needs look for tanks."""
        spare = any(air > wanted for air, wanted in zip(g.air, promising, strict=True))
        hexes = [a for a in ask.actions if a.verb == "strafe"]
        if not spare or not hexes:
            return None
        best = max(hexes, key=lambda a: (len(combat.prey(g, a.value)), -a.value))
        why = Say("aircraft to spare strafe {hex}", hex=best.word)
        return Choice(best, [Reason("19.1.4", why)])

    def _aircraft(self, g: Situation, side: int, ask: Ask) -> Choice:
        """19.1.4 The army with more aircraft sends them."""
        return Choice(max(ask.actions, key=lambda a: g.air[a.value]), [])

    def _join(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.3 An attack begun by hand: everybody joins, the force with the best odds leads."""
        more = [a for a in ask.actions if a.verb == "with"]
        if more:
            return Choice(max(more, key=lambda a: g.attack(a.value)), [])
        aim = ask.about.attack
        if aim is None:
            return Choice(quiet(ask), [])
        units = [u.index for name in aim.units if (u := self.rules.units.find(name)) is not None]
        target = self.rules.board.index(aim.target)
        force = attacks.best_force(g, target, units, "combat")
        if force is None or force.order not in ask.actions:
            return Choice(quiet(ask), [])
        why = Say("{force} is the strongest", force=force.order.word)
        return Choice(force.order, [Reason("10.3.1", why)])

    def _support(self, g: Situation, side: int, ask: Ask) -> Choice:
        return answers.support(ask)

    def _lose(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.2"""
        return answers.lose(g, side, ask, partial(step_worth, g))

    def _remove(self, g: Situation, side: int, ask: Ask) -> Choice:
        return answers.remove(ask, partial(worth, g))


class Defence(Section):
    """12.4, 12.5, 13.0 How an attack is met."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "stand": self._stand,
            "lead": self._lead,
            "defensive support": self._support,
            "desperate": self._desperate,
            "ignore": self._ignore,
            "retreat": self._retreat,
        }

    def _stand(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.4.1 A stand costs little; poor troops in the open and the last step of a hex are spared it."""
        h = self.hq.hex(ask)
        units = self.rules.units.units
        steady = any(units[u].quality >= 0 for u in g.group(h))
        covered = g.ground(h, g.group(h)[0]) != "clear"
        worth_it = steady or covered or self.hq.dear(g, side, h)
        if worth_it and not self._doomed(g, h, ask):
            return Choice(self.acts.stand, [Reason("12.4.1", Say("{hex} is held", hex=g.word(h)))])
        why = Say("{hex} is given up", hex=g.word(h))
        return Choice(self.acts.yield_, [Reason("12.4.1", why)])

    def _doomed(self, g: Situation, h: int, ask: Ask) -> bool:
        """12.4.8 Whether the last step in a hex is likelier to be lost in a stand than to hold."""
        group, charts = g.at[h], self.rules.charts
        if ask.about.attack is None or sum(g.steps[u] for u in group) > 1:
            return False
        names = map(self.rules.units.find, ask.about.attack.units)
        attackers = tuple(u.index for u in names if u is not None)
        lead = group[0]
        shifts = defence.modifier(g, Attack(h, attackers, attackers), lead)
        drm = sum(shift.amount for shift in shifts)
        stands = [charts.stand(g.ground(h, lead), die + drm)[0] for die in range(1, 7)]
        return sum(s.lead > 0 for s in stands) > sum(s.end == "H" and not s.lead for s in stands)

    def _lead(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.4.2 The best troops, and among them those that a step costs least."""
        units = self.rules.units.units
        return answers.lead(ask, "12.4.2", lambda u: units[u].quality, partial(step_worth, g))

    def _support(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.4.7 Ships are free, Werfers nearly so, guns cost a supply point."""
        h = self.hq.hex(ask)
        stake = sum(worth(g, u) for u in g.at[h])
        for verb in ("naval", "werfer"):
            for action in ask.actions:
                if action.verb == verb:
                    return Choice(action, [Reason("12.4.7", Say("the guns help to hold"))])
        guns = [a for a in ask.actions if a.verb in ("hq", "caen")]
        if guns and (self.hq.dear(g, side, h) or stake > AT_STAKE):
            why = Say("{hex} is worth it", hex=g.word(h))
            return Choice(guns[0], [Reason("12.4.7", why)])
        return Choice(quiet(ask), [])

    def _desperate(self, g: Situation, side: int, ask: Ask) -> Choice:
        """12.5 Two steps against all that would be lost."""
        h = self.hq.hex(ask)
        steps = sum(g.steps[u] for u in g.at[h])
        if steps > 2 or self.hq.dear(g, side, h):
            why = Say("the troops in {hex} have nowhere to go", hex=g.word(h))
            return Choice(self.acts.desperate, [Reason("12.5", why)])
        return Choice(self.acts.yield_, [])

    def _ignore(self, g: Situation, side: int, ask: Ask) -> Choice:
        why = Say("{hex} is held", hex=ask.about.hexes[0])
        return Choice(self.acts.hold, [Reason("12.6", why)])

    def _retreat(self, g: Situation, side: int, ask: Ask) -> Choice:
        """13.1 The way that leaves the position worth most."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)
        look.front.memo.clear()
        ways = [a for a in ask.actions if a.verb != "retire"]
        return answers.retreat(g, look, unit, ways, "13.1", CROWDED)


class Pursuit(Section):
    """14.0, 20.3.6 Who follows up, and how far."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {"advance": self._advance, "advance to": self._advance_to}
        self._left = -1
        """Where the unit that advances comes from; -1 for a planner that has not sent it."""

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.1 Whoever stands better in front goes there, the strongest first."""
        look = self.hq.look(g, side)
        look.front.memo.clear()
        again = self._again(g, side, ask)
        if again is not None:
            return again
        self.hq.target = self.hq.hex(ask)
        units = [a for a in ask.actions if a.verb == "advance"]
        for action in sorted(units, key=lambda a: (-worth(g, a.value), a.value)):
            unit = action.value
            if unit in look.garrison or self._guards(g, side, unit):
                continue
            stay = look.value(g, unit, g.hex[unit])
            if not g.group(self.hq.target):
                stay -= GAINED[side]
            if any(look.value(g, unit, h) > stay for h in self._ahead(g, side, unit)):
                self._left = g.hex[unit]
                why = Say("{unit} follows up", unit=action.word)
                return Choice(action, [Reason("14.1", why)])
        return Choice(self.acts.done, [])

    def _again(self, g: Situation, side: int, ask: Ask) -> Choice | None:
        """15.1b Germans who could attack once more go into Reserve instead of following up; the Allies want the ground."""
        ready = {a.value: a for a in ask.actions if a.verb == "reserve" and side != ALLIED}
        if not ready or self.hq.hasty or g.phase != "combat":
            return None
        later = in_reserve(g, ready)
        movers = [u for u in members(later.reserve & g.own(side)) if g.hex[u] >= 0]
        for strike in self.hq.planner(self.hq.look(g, side), later, movers).strikes():
            for unit in sorted(ready.keys() & strike.spots.keys()):
                facts = {"unit": g.id(unit), "hex": g.word(strike.attack.target)}
                why = Say("{unit} goes into Reserve to attack {hex}", **facts)
                return Choice(ready[unit], [Reason("15.1", why)])
        return None

    def _guards(self, g: Situation, side: int, unit: int) -> bool:
        """Whether a unit is the last in a place that counts and is in danger."""
        here, look = g.hex[unit], self.hq.look(g, side)
        front = look.front
        if look.stand(g, unit, here):
            return look.stands[here] >= self.country.due(g, self.hq.target)
        if here not in front.keys or front.over or not front.threat[here]:
            return False
        units = self.rules.units.units
        return not any(u != unit and g.defense(u) > 1 and not units[u].hq for u in g.group(here))

    def _ahead(self, g: Situation, side: int, unit: int) -> list[int]:
        """The hexes next to a unit that an advance might lead to."""
        here, tables, look = g.hex[unit], self.rules.tables, self.hq.look(g, side)
        if g.phase != "invasion":
            vacated = self.hq.target
            return [vacated] if look.room(g, unit, vacated) else []
        near = tables.ground.around[here] & tables.land & ~g.occupied[1 - side]
        return [h for h in members(near) if look.room(g, unit, h)]

    def _advance_to(self, g: Situation, side: int, ask: Ask) -> Choice:
        """14.2 Hex by hex, as long as the position gains."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)
        if g.phase != "invasion":
            self.hq.target = self.hq.hex(ask)
        here, won, turns = g.hex[unit], self.hq.target, look.turns

        def merit(action: Action) -> float:
            h = action.value if action.verb == "to" else here
            first = not any(u != unit for u in g.group(won))
            behind = self._left >= 0 and self.rules.board.grid.within(self._left, 1) >> h & 1
            onward = here == won and not behind and turns(unit, h) < turns(unit, won)
            gained = GAINED[side] * (first and (h == won or onward))
            return look.value(g, unit, h) + gained - CROWDED * (not look.room(g, unit, h))

        return answers.advance_to(ask, g.id(unit), merit)
