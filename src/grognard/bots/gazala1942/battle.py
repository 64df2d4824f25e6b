"""8.0, 9.0 Attacks by what they promise; hits, losses, retreats and advances."""

from __future__ import annotations

from typing import NamedTuple

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.gazala1942 import odds, shifts, strength
from ...games.gazala1942.armor import ARMOR
from ...games.gazala1942.combat import ASSAULT
from ...games.gazala1942.declaring import Attack
from ...games.gazala1942.situation import LATER, Situation
from ...hexes import members
from ..seat import Choice, Reason
from . import reckoning
from .look import Look
from .papers import Papers, Section, quiet
from .plan import package

DUEL = 0.3
"""What an armor combat alone must promise."""
STAND = 1.15
"""Steps are dearer than ground by so much."""


class Use(NamedTuple):
    """A use of attacks: what it promises, how many it takes, whether it begins with armor combat."""

    gain: float
    attacks: int
    target: int
    engages: bool


class Battle(Section):
    """Both combats, as attacker and as defender."""

    def __init__(self, papers: Papers) -> None:
        super().__init__(papers)
        self.answers = {
            "engage": self._engage,
            "attack": self._attack,
            "engage with": self._all,
            "attack with": self._all,
            "fight": self._fight,
            "hit": self._hit,
            "lose": self._lose,
            "excess": self._excess,
            "make room": self._lose,
            "support": self._support,
            "retreat or stand": self._retreats,
            "retreat": self._retreat,
            "send": self._send,
            "advance": self._advance,
            "advance to": self._advance_to,
        }

    # -- declaring

    def _engage(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.11, 8.5 The armor combat that begins the best use of the attacks that are left."""
        look = self.papers.look(g, side)
        left = self.rules.charts.attacks - g.attacks
        offers = {a.value: a for a in ask.actions if a.verb == "engage"}
        uses = self._uses(g, look, set(offers), left)
        best: tuple[float, int] = (0.0, -1)
        for one in uses:
            gain, target = one.gain, one.target if one.engages else -1
            rest = [o for o in uses if o.target != one.target and one.attacks + o.attacks <= left]
            if rest:
                other = max(rest, key=lambda o: (o.gain, -o.target))
                gain += other.gain
                if target < 0 and other.engages:
                    target = other.target
            best = max(best, (gain, target))
        if best[1] < 0:
            return Choice(quiet(ask), [])
        action = offers[best[1]]
        dice = sum(strength.dice(g, ARMOR.able(g, (), action.value), True))
        theirs = sum(strength.dice(g, g.stack(action.value), False))
        why = Say(
            "armor at {hex}: {dice} dice against {theirs}",
            hex=action.word,
            dice=dice,
            theirs=theirs,
        )
        return Choice(action, [Reason("8.1", why)])

    def _uses(self, g: Situation, look: Look, offers: set[int], left: int) -> list[Use]:
        """8.0, 9.0 What each enemy hex offers: armor combat, an assault, or both, as far as they promise enough."""
        near = self.rules.board.grid.spread(g.occupied[g.active]) & g.occupied[1 - g.active]
        found = []
        for target in members(near):
            units = self._around(g, target)
            if not any(look.design.allows(g.command[u], target) for u in units):
                continue
            if target in offers:
                duel = reckoning.armor(g, ARMOR.able(g, (), target), target)
                if duel > DUEL:
                    found.append(Use(duel, 1, target, True))
            gain, _, attacks = package(look, g, target, units, left, duels=False)
            if gain > look.design.enough / (1 if attacks > 1 else 2):
                found.append(Use(gain, attacks, target, attacks > 1 and target in offers))
        return found

    def _meant(self, g: Situation, look: Look, target: int) -> bool:
        """Whether the troops of this impulse are to attack a hex: others besiege some."""
        return any(look.design.allows(g.command[u], target) for u in self._around(g, target))

    def _around(self, g: Situation, target: int) -> list[int]:
        """Who may still take part in an attack on a hex from where he stands."""
        near = self.rules.ground.around[target] & g.occupied[g.active]
        units = [
            u
            for h in members(near)
            for u in g.at[h]
            if g.eligible >> u & 1 and not self.units[u].hq
        ]
        if g.headquarters == self.rules.rommel:
            units = [u for u in units if g.hex[u] == g.hex[self.rules.rommel]]
        return units

    def _attack(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.0c The attack that promises most."""
        look = self.papers.look(g, side)
        best: tuple[float, Action, Attack] | None = None
        for action in ask.actions:
            target = action.value
            if action.verb != "attack" or not self._meant(g, look, target):
                continue
            able = tuple(ASSAULT.able(g, (), target))
            attack = ASSAULT.best(g, (), Attack(target, able))
            gain = reckoning.assault(g, attack, look.ground(g, target), look.design.fierce).gain
            if gain > look.design.enough / 2 and (best is None or gain > best[0]):
                best = gain, action, attack
        if best is None:
            return Choice(quiet(ask), [])
        _, action, attack = best
        at = shifts.place(g, attack, g.stack(attack.target))
        why = Say(
            "the attack on {hex} is at {odds}",
            hex=action.word,
            odds=odds.spelled(min(at, shifts.highest(g))),
        )
        return Choice(action, [Reason("9.25", why)])

    def _all(self, g: Situation, side: int, ask: Ask) -> Choice:
        """Everybody takes part who can, with all support."""
        for verb in ("all", "with", "support", "air", "go"):
            for action in ask.actions:
                if action.verb == verb:
                    return Choice(action, [])
        return Choice(ask.actions[0], [])

    def _fight(self, g: Situation, side: int, ask: Ask) -> Choice:
        look = self.papers.look(g, side)
        return Choice(max(ask.actions, key=lambda a: (look.ground(g, a.value), -a.value)), [])

    def _support(self, g: Situation, side: int, ask: Ask) -> Choice:
        """10.12 An HQ supports the defence whenever one can."""
        return Choice(ask.actions[0], [])

    # -- losses

    def _hit(self, g: Situation, side: int, ask: Ask) -> Choice:
        """8.2a The owner spares what is dear, the opponent strikes it."""
        owner = self.units[ask.actions[0].value].side
        pick = min if owner == side else max
        return Choice(pick(ask.actions, key=lambda a: self._price(g, a.value)), [])

    def _price(self, g: Situation, u: int) -> tuple[float, int]:
        price = reckoning.step_worth(g, u) * (1 - 0.4 * reckoning.repaired(g, u))
        return price + (1.0 if g.steps[u] == 1 else 0.0), u

    def _lose(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.33 A step from the cheapest; 12.4 from the dearest of the enemy."""
        losers = [a for a in ask.actions if a.verb == "lose"]
        pick = min if self.units[losers[0].value].side == side else max
        return Choice(pick(losers, key=lambda a: self._price(g, a.value)), [])

    def _excess(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(max(ask.actions, key=lambda a: (reckoning.worth(g, a.value), a.value)), [])

    # -- retreats and advances

    def _retreats(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.32b Retreat, unless the ground, and the HQs that stay behind, are worth more than the steps."""
        look = self.papers.look(g, side)
        found = [self.rules.units.find(name) for name in ask.about.units]
        group = [unit.index for unit in found if unit is not None and g.hex[unit.index] >= 0]
        hexes = {g.hex[u] for u in group}
        ground = max((look.ground(g, h) for h in hexes), default=0.0)
        cheap = sorted(reckoning.step_worth(g, u) for u in group)
        steps = STAND * cheap[0]
        if sum(g.steps[u] for u in group) <= 2:
            steps += 2.0
        left = g.copy()
        for u in group:
            left.remove(u, LATER)
        danger = sum(look.threat.staffs(left, h) - look.threat.staffs(g, h) for h in hexes)
        stand = ground + look.care * danger > steps
        verb = "remain" if stand else "retire"
        action = next(a for a in ask.actions if a.verb == verb)
        label = self.label(min(hexes))
        why = (
            Say("{hex} is worth more than a step", hex=label)
            if stand
            else Say("{hex} is not worth a step", hex=label)
        )
        return Choice(action, [Reason("9.32b", why)])

    def _retreat(self, g: Situation, side: int, ask: Ask) -> Choice:
        look, unit = self.papers.look(g, side), self.named(ask)
        return Choice(max(ask.actions, key=lambda a: (look.score(g, unit, a.value), -a.value)), [])

    def _send(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(max(ask.actions, key=lambda a: (reckoning.worth(g, a.value), a.value)), [])

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """9.5 Those go forward who stand better there."""
        target = self.rules.board.index(ask.about.hexes[0])
        look = self._won(g, side, target)
        best: tuple[float, Action] | None = None
        for action in ask.actions:
            if action.verb == "send":
                unit = action.value
                gain = look.score(g, unit, target) - look.score(g, unit, g.hex[unit])
                gain += 1.0 if target in look.goals and not g.stack(target) else 0.2
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, action
            elif action.verb == "breach" and (best is None or best[0] < 0.1):
                best = 0.1, action
        if best is None:
            return Choice(quiet(ask), [])
        why = Say("{unit} follows up", unit=best[1].word)
        return Choice(best[1], [Reason("9.5", why)])

    def _won(self, g: Situation, side: int, target: int) -> Look:
        """9.5 The look when a hex was won and nobody had yet gone there: who goes first does not make it safe."""
        before = g
        if g.occupied[side] >> target & 1:
            before = g.copy()
            for u in g.stack(target):
                before.remove(u, LATER)
        return self.papers.look(before, side)

    def _advance_to(self, g: Situation, side: int, ask: Ask) -> Choice:
        look, unit = self.papers.look(g, side), self.named(ask)
        here = look.score(g, unit, g.hex[unit]) if len(ask.about.hexes) > 1 else -99.0
        best, choice = here, quiet(ask)
        for action in ask.actions:
            if action.verb == "advance":
                value = look.score(g, unit, action.value)
                if value > best:
                    best, choice = value, action
        return Choice(choice, [])
