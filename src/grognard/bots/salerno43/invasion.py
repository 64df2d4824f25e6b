"""24.0 The invasion of Turn 1: each beach is thought out whole, against what the enemy can do next."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import LATER, Situation
from ...games.zocbond import stacking
from ...games.zocbond.battle import Path
from ...games.zocbond.pursuit import next_hexes
from ..seat import Choice, Reason
from .headquarters import Headquarters, Section
from .look import Look
from .reply import Reply

NEIGHBOURS = 2
"""How far apart beaches may be whose landings are thought out together."""
LATER_ON = 0.25
"""How much the way inland counts before the enemy has moved: the Allies move again at once after him."""
FULL_BEACH = 20.0
"""What an overfull hex counts in a landing."""


class Invasion(Section):
    """24.2 The assault units of each beach go inland so that no Beachhead lies open to the enemy."""

    def __init__(self, hq: Headquarters) -> None:
        super().__init__(hq)
        self._inland: dict[int, int] = {}
        """Where the units of this beach go."""
        self.answers = {
            "invade": self._invade,
            "storm": self._storm,
            "invasion advance": self._advance,
            "invasion advance to": self._advance_to,
        }

    def _invade(self, g: Situation, side: int, ask: Ask) -> Choice:
        self._inland = {}
        first = [a for a in ask.actions if a.word == "Commandos"]
        best = (first or list(ask.actions))[0]
        return Choice(best, [Reason("24.2.1", Say("{beach} next", beach=best.word))])

    def _storm(self, g: Situation, side: int, ask: Ask) -> Choice:
        why = Say("both Commandos together take Salerno more often")
        return Choice(self.acts.go, [Reason("24.2.4", why)])

    def _advance(self, g: Situation, side: int, ask: Ask) -> Choice:
        """24.2.3 The whole landing of a beach is thought out before its first unit goes."""
        storm = [a for a in ask.actions if a.verb == "assault"]
        if storm:
            why = Say("{hex} can be stormed from the sea", hex=storm[0].word)
            return Choice(storm[0], [Reason("24.2.4", why)])
        units = [a.value for a in ask.actions if a.verb == "advance"]
        if not self._inland.keys() & set(units):
            self._inland = self._best_landing(g, units)
        for action in ask.actions:
            if action.verb == "advance" and self._inland.get(action.value) != g.hex[action.value]:
                why = Say("{unit} goes inland", unit=action.word)
                return Choice(action, [Reason("24.2.3", why)])
        return Choice(self.acts.done, [])

    def _advance_to(self, g: Situation, side: int, ask: Ask) -> Choice:
        unit = self.hq.named(ask)
        for action in ask.actions:
            if action.value == self._inland.get(unit):
                facts = {"unit": g.id(unit), "hex": action.word}
                why = Say("{unit} covers the beach in {hex}", **facts)
                return Choice(action, [Reason("24.2.3", why)])
        return Choice(ask.actions[0], [])

    def _best_landing(self, g: Situation, units: list[int]) -> dict[int, int]:
        """All units of a beach together; of the beaches still to come only the landing itself counts."""
        trial, ways = self._expected(g, units)
        look = Look(self.rules, self.country, trial, ALLIED)
        look.front.memo = {}
        where = {u: trial.hex[u] for u in ways}

        def value() -> float:
            full = any(stacking.over(trial, trial.group(h)) for h in set(where.values()))
            merit = sum(look.merit(g, trial, u, h) for u, h in where.items())
            return look.front.value(trial) + merit - FULL_BEACH * full

        best, better = value(), True
        while better:
            better = False
            for pair in combinations(ways, 2):
                kept = [where[u] for u in pair]
                for goals in product(*(ways[u] for u in pair)):
                    self._put(trial, where, pair, goals)
                    found = value()
                    if found > best + 1e-9:
                        best, kept, better = found, list(goals), True
                self._put(trial, where, pair, kept)
        self._stand_firm(g, trial, look, ways, where)
        return where

    def _stand_firm(
        self,
        g: Situation,
        trial: Situation,
        look: Look,
        ways: dict[int, list[int]],
        where: dict[int, int],
    ) -> None:
        """Unit by unit to where the attacks that the enemy can make next cost least."""
        reply = Reply(self.country, trial, ALLIED)
        known: dict[tuple[int, ...], float] = {}

        def value() -> float:
            key = tuple(where.values())
            if key not in known:
                full = any(stacking.over(trial, trial.group(h)) for h in key)
                merit = sum(look.merit(g, trial, u, h) for u, h in where.items())
                cost = sum(blow.cost for blow in reply.blows(trial))
                known[key] = LATER_ON * merit - cost - FULL_BEACH * full
            return known[key]

        best, better = value(), True
        while better:
            better = False
            for u, goals in ways.items():
                kept = where[u]
                for h in goals:
                    self._put(trial, where, [u], [h])
                    if value() > best + 1e-9:
                        best, kept, better = value(), h, True
                self._put(trial, where, [u], [kept])

    def _put(
        self, trial: Situation, where: dict[int, int], units: Sequence[int], goals: Sequence[int]
    ) -> None:
        for u, h in zip(units, goals, strict=True):
            where[u] = h
            if trial.hex[u] != h:
                trial.put(u, h)

    def _expected(
        self, g: Situation, units: Sequence[int]
    ) -> tuple[Situation, dict[int, list[int]]]:
        """The position with the troops of every beach on it, and where those of near beaches may go."""
        trial, path = g.copy(), Path(1, first=False)
        beaches, home = self.rules.beaches, g.hex[units[0]]
        movable = list(units)
        for name in g.beaches:
            for u, (code, _) in enumerate(self.rules.arrivals):
                if code == f"assault {name}" and g.hex[u] == LATER:
                    trial.set_steps(u, self.rules.units[u].steps)
                    trial.put(u, beaches[name].hex)
                    near = self.rules.board.grid.distance(home, beaches[name].hex) <= NEIGHBOURS
                    if near and self.rules.units[u].move:
                        movable.append(u)
        ways = {}
        for u in movable:
            here = trial.hex[u]
            ways[u] = [here, *next_hexes(trial, u, path, here, False)]
        return trial, ways
