"""What all sections of the staff share: the map, the look at this phase, the hex attacked last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.decision import Ask
from ...games.normandy44 import Normandy44
from ...games.normandy44.situation import Situation
from ..seat import Choice
from .country import Country
from .look import EXPECTED, Look, Posture


class Headquarters:
    """The staff's own papers."""

    def __init__(self, rules: Normandy44, postures: Sequence[Posture] = EXPECTED) -> None:
        self.rules, self.postures = rules, postures
        self.country = Country(rules)
        self._looks: dict[int, tuple[tuple[object, ...], Look]] = {}
        self.target = -1
        """The hex attacked last."""

    def look(self, g: Situation, side: int) -> Look:
        """The side's look at this phase, taken once."""
        key = g.turn, g.phase, g.active
        known = self._looks.get(side)
        if known is None or known[0] != key:
            look = Look(self.rules, self.country, g, side, self.postures[side])
            known = self._looks[side] = key, look
        return known[1]

    def look_again(self, side: int) -> None:
        """The next look of this side is a fresh one."""
        self._looks.pop(side, None)

    def dear(self, g: Situation, side: int, h: int) -> bool:
        """Whether a hex is one that must be held."""
        return h in self.country.keys(g, side) or bool(self.rules.tables.city >> h & 1)

    def named(self, ask: Ask) -> int:
        """The unit that a question is about."""
        found = self.rules.units.find(ask.about.units[0])
        assert found is not None
        return found.index

    def hex(self, ask: Ask) -> int:
        """The hex that a question is about."""
        return self.rules.board.index(ask.about.hexes[0])


class Section:
    """A part of the staff that answers some kinds of questions."""

    answers: dict[str, Callable[[Situation, int, Ask], Choice]]

    def __init__(self, hq: Headquarters) -> None:
        self.hq = hq
        self.rules, self.country = hq.rules, hq.country
        self.acts = hq.rules.actions
