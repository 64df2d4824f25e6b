"""8.0 Who could attack what in one movement: what Salerno '43 says of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from ...games.salerno43.counters import VEHICLE
from ...games.salerno43.situation import Situation
from ...games.zocbond.assault import Attack
from ..zocbond import massing
from ..zocbond.massing import Reach, Terms
from . import assault
from .look import Look


class Massing(massing.Massing[Situation]):
    helpers: ClassVar[int] = 9
    plenty: ClassVar[int] = 28
    attaches_to_one: ClassVar[bool] = True

    def __init__(
        self,
        look: Look,
        g: Situation,
        trial: Situation,
        able: Iterable[int],
        reached: dict[int, Reach],
    ) -> None:
        self._look = look
        self._stakes: dict[tuple[float, ...], assault.Stakes] = {}
        self._support: dict[tuple[object, ...], int] = {}
        """The columns of support at hand, by what decides it; afresh when some is used up."""
        super().__init__(look, Terms(look.enough, look.pull, look.risk), g, trial, able, reached)

    def party(self, unit: int) -> tuple[str, int]:
        """8.5"""
        counter = self.g.game.units.units[unit]
        return counter.nation, counter.army

    def lead(self, able: Sequence[int]) -> list[int]:
        """8.4.1 A single unit."""
        return list(able[:1])

    def can_strike(self, unit: int, h: int, target: int) -> bool:
        """8.1g, 9.8d, 22.4b"""
        g, ground = self.g, self.g.game.tables.ground
        d = ground.deltas.index(target - h)
        if ground.closed[d] >> h & 1:
            return False
        if g.game.units.units[unit].klass != VEHICLE:
            return True
        if ground.wall[d] >> h & 1:
            return False
        return not (g.weather == "rain" and ground.unbridged[d] >> h & 1)

    def promise(self, g: Situation, attack: Attack) -> float:
        shift = self._likely(g, attack)
        stakes = assault.weighed(g, attack, self._look.bent(attack.target), self._stakes)
        return assault.appraise(g, attack, stakes, shift) - 0.3 * shift

    def _likely(self, g: Situation, attack: Attack) -> int:
        """How many columns of support are at hand; who takes part of each formation makes no difference."""
        units = g.game.units.units
        key = (
            attack.target,
            self.party(attack.units[0]),
            frozenset(units[u].formation for u in attack.units),
        )
        known = self._support.get(key)
        if known is None:
            known = self._support[key] = assault.likely(g, attack)
        return known

    def footing(self, g: Situation, h: int, target: int) -> float:
        """9.8 Rough ground, but not over mountains or rivers."""
        tables = g.game.tables
        ground = tables.ground
        d = ground.deltas.index(target - h)
        score = 1.0 * (tables.rough >> h & 1)
        return score - 3.0 * (ground.steep[d] >> h & 1) - 1.5 * (ground.wet[d] >> h & 1)

    def spend(self, attack: Attack) -> bool:
        """9.4-9.6"""
        trial, units = self.trial, self.g.game.units.units
        wings, guns, ships = assault.at_hand(trial, attack)
        trial.air -= set(wings[:1])
        trial.naval -= set(ships[:1])
        division = [u for u in guns if not units[u].corps][:1]
        corps = [u for u in guns if units[u].corps][: not ships]
        for u in (*division, *corps):
            trial.fired |= 1 << u
        self._support.clear()
        return bool(wings or guns or ships)
