"""What all sections of the staff share: the map, the look at this phase, the hex attacked last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.decision import Ask
from ...games.normandy44.situation import Situation
from ..seat import Choice
from .country import Country
from .look import EXPECTED, Look, Posture
from .plan import Plan, Planner


class Headquarters:
    """The staff's own papers."""

    planner: type[Planner] = Planner
    hasty = False
    """Whether what takes longer to matter than the next turn is left out."""

    def __init__(self, country: Country, postures: Sequence[Posture] = EXPECTED) -> None:
        self.rules, self.postures = country.rules, postures
        self.country = country
        self._looks: dict[int, tuple[tuple[object, ...], Look]] = {}
        self.target = -1
        """The hex attacked last."""

    def look(self, g: Situation, side: int) -> Look:
        """The side's look at this phase, taken once."""
        key = g.turn, g.phase, g.active
        known = self._looks.get(side)
        if known is None or known[0] != key:
            known = self._looks[side] = key, self.fresh_look(g, side)
        return known[1]

    def fresh_look(self, g: Situation, side: int) -> Look:
        return Look(self.rules, self.country, g, side, self.postures[side])

    def plan(self, g: Situation, side: int, movers: Sequence[int]) -> Plan:
        """The movement of a phase."""
        self.look_again(side)
        return self.planner(self.look(g, side), g, movers).plan()

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
