"""10.0 Who could attack what in one movement: what Normandy '44 says of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from ...games.normandy44 import attacks, modifiers
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import RESERVE_MOVE, Situation
from ...games.zocbond.assault import Attack
from ..zocbond import massing
from ..zocbond.massing import Reach, Terms
from . import assault
from .look import Look


class Massing(massing.Massing[Situation]):
    helpers: ClassVar[int] = 8
    plenty: ClassVar[int] = 24
    attaches_to_one: ClassVar[bool] = False
    detour: ClassVar[float] = 0.4
    each: ClassVar[float] = 0.2

    def __init__(
        self,
        look: Look,
        g: Situation,
        trial: Situation,
        able: Iterable[int],
        reached: dict[int, Reach],
        wary: bool,
    ) -> None:
        """10.1b, 15.1b Who has gone into Reserve after an attack may attack again."""
        if g.phase == RESERVE_MOVE:
            g = g.copy()
            g.attacked = 0
        super().__init__(look, Terms(*look.posture), g, trial, able, reached)
        self.look, self.wary = look, wary

    def party(self, unit: int) -> tuple[int]:
        """22.1.1"""
        return (self.g.army(unit),)

    def lead(self, able: Sequence[int]) -> list[int]:
        """10.3.4 A Battle Group of one unit."""
        most = self.g.game.charts.battle_group
        return [u for u in able if self.g.attack(u) <= most][:1]

    def can_strike(self, unit: int, h: int, target: int) -> bool:
        return attacks.blocked(self.g, unit, h, target) is None

    def promise(self, g: Situation, attack: Attack) -> float:
        shift = assault.likely(g, attack)
        stakes = assault.Stakes(g, self.look, attack)
        return assault.appraise(g, attack, stakes, shift) - assault.SUPPORT_WORTH * shift

    def footing(self, g: Situation, h: int, target: int) -> float:
        """11.1, 11.2 Cover, but not over water."""
        tables = g.game.tables
        d = tables.ground.deltas.index(target - h)
        wet = (tables.river_side[d] | tables.airfield_side[d] | tables.flooded) >> h & 1
        return 0.25 * modifiers.bonus(g, h) - 3.0 * wet

    def spend(self, attack: Attack) -> bool:
        """10.5b"""
        trial, shift = self.trial, assault.likely(self.trial, attack)
        if self.side != ALLIED or not shift:
            return False
        army = trial.army(attack.units[0])
        trial.air[army] = max(0, trial.air[army] - 1)
        if trial.game.tables.naval_zone >> attack.target & 1:
            trial.naval[army] = max(0, trial.naval[army] - 1)
        trial.sp[army] = max(0, trial.sp[army] - 1)
        return False

    def danger(self, target: int, spots: dict[int, int]) -> float:
        """Nothing if nobody looks, or nobody moves."""
        if not self.wary or all(self.trial.hex[u] == h for u, h in spots.items()):
            return 0.0
        return super().danger(target, spots)
