"""20.0, 21.0 Replacements, arrivals and withdrawals, and 17.5 the guns made ready."""

from __future__ import annotations

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.salerno43.counters import GERMAN
from ...games.salerno43.situation import RESERVE, Situation
from ...hexes import members
from ..seat import Choice, Reason
from .headquarters import Headquarters, Section
from .lines import worth


class Reinforcements(Section):
    """3.0c, 3.0g The Initial Phase and the end of a player turn."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self.answers = {
            "initial": self._initial,
            "refit": self._refit,
            "reinforce": self._reinforce,
            "return": self._reinforce,
            "airdrop": self._airdrop,
            "withdraw": self._withdraw,
        }

    def _initial(self, g: Situation, side: int, ask: Ask) -> Choice:
        by_verb: dict[str, list[Action]] = {}
        for action in ask.actions:
            by_verb.setdefault(action.verb, []).append(action)
        for verb in ("place", "drop"):
            if verb in by_verb:
                return Choice(by_verb[verb][0], [])
        if "replace" in by_verb:
            best = max(by_verb["replace"], key=lambda a: self._gain(g, a.value))
            why = Say("{unit} gains most by the Replacement", unit=best.word)
            return Choice(best, [Reason("20.1.1", why)])
        if "ready" in by_verb:
            return self._ready(g, side, by_verb["ready"])
        return Choice(self.acts.done, [])

    def _gain(self, g: Situation, unit: int) -> float:
        """20.1 What one more step adds; a unit that comes back is of use only later."""
        counter, steps = self.rules.units[unit], g.steps[unit]
        more = counter.attack[steps + 1] + counter.defense[steps + 1]
        more -= counter.attack[steps] + counter.defense[steps]
        contact = g.hex[unit] >= 0 and g.zoc(1 - counter.side) >> g.hex[unit] & 1
        return more / 2 + 2.0 * counter.asu - 0.5 * (not steps) - 0.3 * bool(contact)

    def _ready(self, g: Situation, side: int, actions: list[Action]) -> Choice:
        """17.5 The guns with most of the enemy in range first."""
        grid, units = self.rules.board.grid, self.rules.units
        foes = members(g.occupied[1 - side])

        def use(action: Action) -> int:
            place, reach = g.hex[action.value], units[action.value].range + 1
            if g.is_area(place):
                return 0
            return sum(grid.distance(place, f) <= reach for f in foes)

        best = max(actions, key=use)
        return Choice(best, [Reason("17.5", Say("{unit} will be needed again", unit=best.word))])

    def _refit(self, g: Situation, side: int, ask: Ask) -> Choice:
        ready = [a for a in ask.actions if a.verb == "ready"]
        if ready:
            return self._ready(g, side, ready)
        if self.acts.abandon in ask.actions and self._lost_east(g):
            why = Say("nothing is left to hold against the 8th Army")
            return Choice(self.acts.abandon, [Reason("S2.3.7", why)])
        return Choice(self.acts.done, [])

    def _lost_east(self, g: Situation) -> bool:
        """S2.3.7 Whether the sector of the 8th Army has nothing more to lose."""
        tables = self.rules.tables
        troops = [u for u in g.on_map(GERMAN) if tables.sector8 >> g.hex[u] & 1]
        prizes = [h for h in tables.vp if tables.sector8 >> h & 1]
        return not troops and all(g.control >> h & 1 for h in prizes)

    def _reinforce(self, g: Situation, side: int, ask: Ask) -> Choice:
        """21.1.1, 20.3.1 Where the march to the unit's aim is shortest."""
        unit = self.hq.named(ask)
        aims = self.country.aims(g, side, self.rules.units[unit].army)

        def march(action: Action) -> float:
            if action.value == RESERVE:
                return 2.5
            crowd = 0.05 * len(g.group(action.value))
            turns = self.country.turns
            ways = (turns(unit, action.value, aim) - 0.5 * aims[aim] for aim in aims)
            return min(ways, default=0.0) + crowd

        best = min(ask.actions, key=march)
        facts = {"unit": self.rules.units[unit].id, "area": best.word}
        return Choice(
            best, [Reason("21.1.1", Say("{unit}: from {area} the way is short", **facts))]
        )

    def _airdrop(self, g: Situation, side: int, ask: Ask) -> Choice:
        """21.6.2 On open ground out of reach of the enemy, near the fighting."""
        unit, look = self.hq.named(ask), self.hq.look(g, side)
        tables = self.rules.tables
        aims = look.calls(g)
        bad = tables.full_mountain | tables.marsh

        def merit(action: Action) -> float:
            h = action.value
            risk = 3.0 * (bad >> h & 1) + 3.0 * (g.zoc(GERMAN) >> h & 1)
            risk += 3.0 * (not look.front.supplied >> h & 1) + look.wary * look.front.threat[h]
            ways = (self.country.turns(unit, h, aim) - aims[aim] for aim in aims)
            march = min(ways, default=0.0)
            return -march - risk + 2.0 * bool(look.prize(g, h)) - 9.0 * (not look.room(g, unit, h))

        best = max(ask.actions, key=merit)
        why = Say("{hex} is open ground near the fighting", hex=best.word)
        return Choice(best, [Reason("21.6.2", why)])

    def _withdraw(self, g: Situation, side: int, ask: Ask) -> Choice:
        best = min(ask.actions, key=lambda a: worth(g, a.value) - 0.5 * g.defense(a.value))
        why = Say("{unit} can be spared most easily", unit=best.word)
        return Choice(best, [Reason("S2.2", why)])
