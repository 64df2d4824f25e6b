"""The staff of Normandy '44 with an aim in mind: what it wants most, how hard it presses, what it risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...games.normandy44.counters import GERMAN
from ...games.normandy44.situation import Situation
from ..search import Aim, Draft
from ..zocbond.movements import Plan
from .country import Country
from .headquarters import Headquarters
from .look import Look, Posture, expected
from .plan import Planner, moment

NEAR = 9
"""How near the enemy, in hexes, a unit must be to move in a playout: farther troops are not seen at its end."""


@dataclass(frozen=True)
class Design(Aim):
    """An aim in Normandy."""

    posture: Posture
    wanted: Mapping[int, float] = field(default_factory=dict)
    """By place: what it counts beside what the staff wants."""

    def __hash__(self) -> int:
        return hash(self.key)


class Map(Country):
    """The country with a design in mind; the marches are everybody's."""

    def __init__(self, country: Country, design: Design, side: int) -> None:
        self.__dict__.update(country.__dict__)
        self._design, self._side = design, side

    def aims(self, g: Situation, side: int, army: int = 0) -> dict[int, float]:
        found = super().aims(g, side, army)
        if side == self._side:
            for place, more in self._design.wanted.items():
                if not self.closed(side, army) >> place & 1:
                    found[place] = found.get(place, 0.0) + more
        return found


class Quick(Planner):
    """A planner who moves who is near the enemy, looks at fewer places, and at the front as it was."""

    short_list = 3
    gaps = 3
    joins = 3
    passes = (1, 1)
    wary = False

    def _safety(self, h: int) -> float:
        """The Germans hold a line, whatever that costs to work out; the Allies look at a unit's own danger."""
        if self.side == GERMAN:
            return super()._safety(h)
        if not self.front.threat[h]:
            return 0.0
        return -self.front.exposure(self.trial, h, self._open)

    def __init__(self, look: Look, g: Situation, movers: Sequence[int]) -> None:
        near = g.occupied[1 - look.side]
        for _ in range(NEAR):
            near |= look.rules.board.grid.spread(near)
        super().__init__(look, g, [u for u in movers if g.hex[u] >= 0 and near >> g.hex[u] & 1])

    def plan(self) -> Plan:
        self._open = self.front.open_hexes(self.g)
        return super().plan()

    def _site(self, unit: int, plan: Plan) -> None:
        """Guns stay where they are: a playout is too short for them to matter."""


class Command(Headquarters):
    """The papers of one officer: his design, and the movement that is drafted already."""

    def __init__(
        self,
        country: Country,
        design: Design,
        side: int,
        draft: Draft | None,
        planner: type[Planner],
    ) -> None:
        postures = [*expected(country.rules)]
        postures[side] = design.posture
        super().__init__(Map(country, design, side), postures)
        self._draft, self.planner = draft, planner
        self.hasty = draft is None and planner is Quick

    def plan(self, g: Situation, side: int, movers: Sequence[int]) -> Plan:
        draft, self._draft = self._draft, None
        if draft is None:
            return super().plan(g, side, movers)
        self.look_again(side)
        return Plan(moment(g), dict(draft.goals), dict(draft.why))
