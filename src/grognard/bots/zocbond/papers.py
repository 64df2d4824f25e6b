"""The papers of a staff: its look at this phase, and what a question is about."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

from ...engine.decision import Ask
from ...games.zocbond.battle import Battle
from ...games.zocbond.series import SeriesRules

S = TypeVar("S", bound=Battle[Any])
L = TypeVar("L")


class Papers(ABC, Generic[S, L]):
    """What all sections of a staff share."""

    rules: SeriesRules[Any]

    def __init__(self) -> None:
        self._looks: dict[int, tuple[tuple[object, ...], L]] = {}
        self.target = -1
        """The hex attacked last."""

    @abstractmethod
    def fresh_look(self, g: S, side: int) -> L:
        """A look at the table as it is now."""

    def look(self, g: S, side: int) -> L:
        """The side's look at this phase, taken once."""
        key = g.turn, g.phase, g.active
        known = self._looks.get(side)
        if known is None or known[0] != key:
            known = self._looks[side] = key, self.fresh_look(g, side)
        return known[1]

    def look_again(self, side: int) -> None:
        """The next look of this side is a fresh one."""
        self._looks.pop(side, None)

    def named(self, ask: Ask) -> int:
        """The unit that a question is about."""
        return self.units(ask)[0]

    def units(self, ask: Ask) -> list[int]:
        """The units that a question is about."""
        found = map(self.rules.units.find, ask.about.units)
        return [unit.index for unit in found if unit is not None]

    def hex(self, ask: Ask) -> int:
        """The hex that a question is about."""
        return self.rules.board.index(ask.about.hexes[0])
