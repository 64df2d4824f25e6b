"""18.0, 24.0 The troops from the sea: the invasion of Turn 1 and the landings after it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.salerno43 import advance, naval, stacking
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import LATER, RESERVE, SEA, Situation
from ..seat import Choice, Reason
from .country import Country
from .headquarters import Headquarters, Section
from .look import Look

LANDING = 0.5
"""What a landing must be worth."""
SLOW = 0.3
"""What is left of it where the unit needs two turns (18.4.4c)."""
FOREIGN = 1.0
"""What a beach of the other nation takes from it."""
HELP = 0.5
"""How much the safety of the position counts when a landing is weighed."""
NEIGHBOURS = 2
"""How far apart beaches may be whose landings are thought out together."""
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
            full = any(stacking.over(trial, h) for h in set(where.values()))
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
        return where

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
        trial, path = g.copy(), advance.Path(1, first=False)
        beaches, home = self.rules.beaches, g.hex[units[0]]
        movable = list(units)
        for name in g.beaches:
            for u, (code, _) in enumerate(self.rules.arrivals):
                if code == f"assault {name}" and g.hex[u] == LATER:
                    trial.steps[u] = self.rules.units[u].steps
                    trial.put(u, beaches[name].hex)
                    near = self.rules.board.grid.distance(home, beaches[name].hex) <= NEIGHBOURS
                    if near and self.rules.units[u].move:
                        movable.append(u)
        ways = {}
        for u in movable:
            here = trial.hex[u]
            ways[u] = [here, *advance.next_hexes(trial, u, path, here, False)]
        return trial, ways


@dataclass
class Fleet:
    """18.4 Who lands where, the most useful first, by what the landing does for the position."""

    country: Country
    look: Look

    def orders(self, trial: Situation, afloat: Iterable[int]) -> list[tuple[int, int]]:
        """Unit and harbour of each landing; they are carried out in the trial position."""
        waiting = sorted(afloat)
        found: list[tuple[int, int]] = []
        while True:
            best: tuple[float, int, int] | None = None
            before = self.look.front.value(trial)
            for unit in waiting:
                for harbour in naval.sailings(trial, unit):
                    if harbour == RESERVE or not berth(trial, unit, harbour):
                        continue
                    value = self._value(trial, unit, harbour, before)
                    if value > LANDING and (best is None or value > best[0]):
                        best = value, unit, harbour
            if best is None:
                return found
            _, unit, harbour = best
            waiting.remove(unit)
            found.append((unit, harbour))
            self._land(trial, unit, harbour)

    def _value(self, trial: Situation, unit: int, harbour: int, before: float) -> float:
        """The unit itself, and what it adds to the safety of the position."""
        cost = naval.points(trial, unit)
        value = cost * landing(trial, self.country, unit, harbour)
        if cost > naval.capacity(trial, harbour):
            return SLOW * value
        place = trial.hex[unit]
        trial.put(unit, harbour)
        after = self.look.front.value(trial)
        trial.put(unit, place)
        return value + HELP * (after - before)

    def _land(self, trial: Situation, unit: int, harbour: int) -> None:
        cost, room = naval.points(trial, unit), naval.capacity(trial, harbour)
        came, left = trial.harbour.get(harbour, (0, 0))
        trial.harbour[harbour] = min(came + cost, room), left
        if trial.hex[unit] == RESERVE:
            trial.landing += cost
        trial.put(unit, harbour if cost <= room else SEA)
        if trial.hex[unit] == SEA:
            trial.voyage[unit] = harbour


def berth(g: Situation, unit: int, h: int) -> bool:
    """4.1 Whether there is room for a unit in a harbour."""
    return stacking.points(g, [*g.group(h), unit]) <= stacking.LIMIT


def landing(g: Situation, country: Country, unit: int, harbour: int) -> float:
    """18.4 What it is worth to land a unit in a harbour, by Landing Point."""
    counter = g.game.units[unit]
    cost = counter.landing[g.steps[unit]]
    if counter.asu:
        ashore = sum(
            1
            for u in g.on_map(ALLIED)
            if g.game.units[u].nation == counter.nation
            and (counter.corps or g.game.units[u].formation == counter.formation)
        )
        value = 3.0 if ashore > 2 else 1.0
    else:
        value = (g.attack(unit) + g.defense(unit)) / cost
        if counter.silhouette:
            tanks = sum(
                1
                for u in g.on_map(ALLIED)
                if g.game.units[u].silhouette and g.game.units[u].nation == counter.nation
            )
            value = 0.7 * value - 0.4 * tanks
    aims = country.aims(g, ALLIED, counter.army)
    march = min((country.turns(unit, harbour, aim) for aim in aims if aims[aim] > 0.9), default=0.0)
    nation = naval.beachhead_nation(g, harbour)
    if harbour == g.game.sugar:
        nation = "CW"
    if nation not in ("", counter.nation):
        value -= FOREIGN
    return value - 0.8 * march
