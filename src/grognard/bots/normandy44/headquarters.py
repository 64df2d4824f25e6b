"""What all sections of the staff share: the map, the look at this phase, the hex attacked last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.decision import Ask
from ...games.normandy44 import Normandy44
from ...games.normandy44.situation import Situation
from ..seat import Choice
from ..zocbond.movements import Plan
from ..zocbond.papers import Papers
from .country import Country
from .look import Look, Posture, expected
from .plan import Planner


class Headquarters(Papers[Situation, Look]):
    """The staff's own papers."""

    rules: Normandy44
    planner: type[Planner] = Planner
    hasty = False
    """Whether trucks, positions and Reserves, which take longer to matter than the next turn, are left out."""

    def __init__(self, country: Country, postures: Sequence[Posture] = ()) -> None:
        super().__init__()
        self.rules, self.country = country.rules, country
        self.postures = postures or expected(country.rules)

    def fresh_look(self, g: Situation, side: int) -> Look:
        return Look(self.rules, self.country, g, side, self.postures[side])

    def plan(self, g: Situation, side: int, movers: Sequence[int]) -> Plan:
        """The movement of a phase."""
        self.look_again(side)
        return self.planner(self.look(g, side), g, movers).plan()

    def dear(self, g: Situation, side: int, h: int) -> bool:
        """Whether a hex is one that must be held."""
        return h in self.country.keys(g, side) or bool(self.rules.tables.city >> h & 1)


class Section:
    """A part of the staff that answers some kinds of questions."""

    answers: dict[str, Callable[[Situation, int, Ask], Choice]]

    def __init__(self, hq: Headquarters) -> None:
        self.hq = hq
        self.rules, self.country = hq.rules, hq.country
        self.acts = hq.rules.actions
