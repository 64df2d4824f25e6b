"""5.0, 6.0, 20.0 to 22.0 What the staff decides outside movement and combat."""

from __future__ import annotations

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.normandy44 import special
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import BRITAIN, FORTRESS, Situation
from ..seat import Choice, Reason
from ..zocbond.orders import quiet
from .headquarters import Headquarters, Section
from .worth import spent, weariness, worth

FULL_FORTRESS = 4
"""5.2 The supply points that Fortress Cherbourg is to have while the enemy is near it."""
STORE = 2
"""The same while he is not."""
ALARM = 9
"""How near the enemy must be to Cherbourg, in hexes."""
AMMUNITION, LAST_AMMUNITION = 1, 3
"""5.3b The supply points below which an army buys more, and when troops would come too late."""
TOO_LATE = 4
"""How many turns before the end that is."""
IN_CONTACT = 1.0
"""6.2.5 What it costs to strengthen a unit beside the enemy: its stack does not attack."""


class Services(Section):
    """Supplies, replacements and the landing itself."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "replacements": self._replacements,
            "rebuild": self._place,
            "mobilize": self._place,
            "glider": self._place,
            "mulberry": self._place,
            "commonwealth": self._commonwealth,
            "supply point": self._share,
            "home": self._home,
            "consent": self._consent,
            "share": self._divide,
            "beach": self._beach,
            "assault": self._assault,
        }

    # -- 6.2 replacements

    def _replacements(self, g: Situation, side: int, ask: Ask) -> Choice:
        """6.2, 6.7, 5.3b Mobilize, strengthen whoever gains most, buy ammunition."""
        best = max(ask.actions, key=lambda a: (self._gain(g, side, a), a.text))
        if self._gain(g, side, best) <= 0:
            return Choice(self.acts.done, [])
        why = {
            "mobilize": Reason("6.7", Say("{unit} is called up", unit=best.word)),
            "replace": Reason("6.2.1", Say("{unit} gains most by it", unit=best.word)),
            "rebuild": Reason("6.2.2", Say("{unit} is worth rebuilding", unit=best.word)),
            "buy": Reason("5.3", Say("the guns of {army} need ammunition", army=best.word)),
        }
        return Choice(best, [why[best.verb]] if best.verb in why else [])

    def _gain(self, g: Situation, side: int, action: Action) -> float:
        unit = action.value
        if action.verb == "mobilize":
            return 9.0 + worth(g, unit)
        if action.verb == "buy":
            late = g.game.turns - g.turn < TOO_LATE
            wanted = LAST_AMMUNITION if late else AMMUNITION
            return 0.5 if g.sp[unit] < wanted and self._guns(g, unit) else 0.0
        if action.verb not in ("replace", "rebuild"):
            return 0.0
        counter, steps = self.rules.units[unit], max(g.steps[unit], 0)
        more = counter.attack[steps + 1] + counter.defense[steps + 1]
        gain = (more - counter.attack[steps] - counter.defense[steps]) / 2
        if side == ALLIED and counter.remnant and steps == 1:
            gain += weariness(g, unit)
        if action.verb == "rebuild":
            return gain
        contact = g.hex[unit] >= 0 and g.near_enemy(g.hex[unit], side)
        return gain - IN_CONTACT * contact

    def _guns(self, g: Situation, army: int) -> bool:
        """Whether an army has headquarters ashore."""
        return any(g.hex[u] >= 0 and g.army(u) == army for u in self.rules.guns[ALLIED])

    def _place(self, g: Situation, side: int, ask: Ask) -> Choice:
        """6.2.2, 6.7, 20.2.4, 21.1.1 Near the enemy, but not beside him; Britain if nothing else offers."""
        look = self.hq.look(g, side)

        def merit(action: Action) -> float:
            h = action.value
            if h == BRITAIN:
                return -6.0
            if not ask.about.units:
                return -look.front.threat[h]
            unit = self.hq.named(ask)
            score = look.merit(g, g, unit, h) - 0.05 * look.front.threat[h]
            return score - 9.0 * (not look.room(g, unit, h))

        best = max(ask.actions, key=merit)
        why = Say("{hex} is nearest to where it is needed", hex=best.word)
        return Choice(best, [Reason(ask.rule, why)])

    def _commonwealth(self, g: Situation, side: int, ask: Ask) -> Choice:
        """6.2.7 Whose infantry has lost more steps."""

        def missing(action: Action) -> int:
            return sum(
                unit.steps - g.steps[unit.index]
                for unit in self.rules.units
                if unit.service == action.word
                and unit.replacement == "infantry"
                and g.hex[unit.index] >= 0
            )

        best = max(ask.actions, key=missing)
        return Choice(best, [Reason("6.2.7", Say("they have lost most"))])

    def _share(self, g: Situation, side: int, ask: Ask) -> Choice:
        """5.2 Cherbourg gets what it can use while it can be supplied, 7th Army the rest."""
        near = self.rules.tables.cherbourg
        for _ in range(ALARM):
            near |= self.rules.board.grid.spread(near)
        enough = FULL_FORTRESS if near & g.occupied[ALLIED] else STORE
        if g.sp[FORTRESS] < enough:
            why = Say("Cherbourg lays in ammunition")
            return Choice(self.acts.supply["Cherbourg"], [Reason("5.2", why)])
        return Choice(self.acts.supply["7Army"], [Reason("5.2", Say("the front comes first"))])

    def _home(self, g: Situation, side: int, ask: Ask) -> Choice:
        """22.2, 23.3 A division goes home when its worn-out units bring the Allies near defeat."""
        leaving = spent(g)
        for action in ask.actions:
            if action.verb == "division" and action.word in leaving:
                why = Say("the {division} has done enough", division=special.DIVISIONS[action.word])
                return Choice(action, [Reason("22.2", why)])
        return Choice(quiet(ask), [])

    # -- 24 allies

    def _consent(self, g: Situation, side: int, ask: Ask) -> Choice:
        """24 What helps the ally helps us."""
        return Choice(self.acts.agree, [])

    def _divide(self, g: Situation, side: int, ask: Ask) -> Choice:
        """24b Half and half, whoever proposes it."""
        if self.acts.agree in ask.actions:
            return Choice(self.acts.agree, [])
        return Choice(ask.actions[len(ask.actions) // 2], [])

    # -- 20.3 the first wave

    def _beach(self, g: Situation, side: int, ask: Ask) -> Choice:
        return Choice(
            ask.actions[0], [Reason("20.3", Say("{beach} next", beach=ask.actions[0].word))]
        )

    def _assault(self, g: Situation, side: int, ask: Ask) -> Choice:
        """20.3.1 Units of one division assault together, the strongest first."""
        units = self.rules.units.units
        best = max(ask.actions, key=lambda a: (units[a.value].formation, worth(g, a.value), a.word))
        return Choice(best, [Reason("20.3.1", Say("{unit} leads", unit=best.word))])
