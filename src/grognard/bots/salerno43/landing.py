"""18.0 The troops from the sea: who lands where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...games.salerno43 import naval
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import RESERVE, SEA, Situation
from ...games.zocbond import stacking
from .country import Country
from .look import Look

LANDING = 0.5
"""What a landing must be worth."""
SLOW = 0.3
"""What is left of it where the unit needs two turns (18.4.4c)."""
FOREIGN = 1.0
"""What a beach of the other nation takes from it."""
HELP = 0.5
"""How much the safety of the position counts when a landing is weighed."""


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
        value -= self.look.astray(trial, unit, harbour)
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
    return not stacking.over(g, [*g.group(h), unit])


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
