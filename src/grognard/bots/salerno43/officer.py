"""The staff of Salerno '43 with an aim in mind: what it wants most, how hard it presses, what it risks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...games.salerno43 import Salerno43
from ...games.salerno43.situation import Situation
from ...hexes import mask_of
from ..search import Aim, Draft
from .assault import Bent
from .country import Country
from .headquarters import Headquarters
from .look import FOREVER, WARY, Look
from .plan import Plan, Planner, moment
from .staff import SalernoStaff

SAFE, QUIET = 3, 0.05
"""So far from the enemy, in hexes, a place of ours is safe; and how much it still draws troops."""


@dataclass(frozen=True)
class Design(Aim):
    """An aim at Salerno."""

    wanted: Mapping[int, float] = field(default_factory=dict)
    """By place: how many times more it is wanted, and an attack on it worth, than the staff has it."""
    more: Mapping[int, float] = field(default_factory=dict)
    """By place: what is wanted beside what the staff wants."""
    enough: float | None = None
    """What an attack must promise, in strength points; None as the staff has it."""
    onward: bool = False
    """Nobody stays with a place that is ours and that no enemy is near."""
    span: int | None = None
    """How far from the beaches a place may lie, in hexes, to draw troops before the last turn of a short game."""
    held: float = 1.0
    """How much a place that counts draws troops once it is ours, against 1 for the staff."""
    zeal: float = 1.0
    """How many times more an attack on a place that counts is worth."""
    foothold: float = 0.0
    """11.6.2 The part of a city's worth that a City Battle marker there is worth."""
    guard: float = 0.0
    """What it costs to leave a Beachhead without troops that the enemy could strike if nothing stood in the way."""
    pull: float = 1.0
    """How much the march to the goal counts, against 1 for the staff."""
    risk: float = 0.5
    """How much of the danger in which an attack puts the position counts against it."""
    fear: float = 1.0
    """How much the enemy's attacks in reply count, against 1 for the staff."""
    shore: float = 0.0
    """What each hex beside a Beachhead counts that lies open to the enemy."""
    astray: float = 0.0
    """What each hex counts by which guns land out of range of their troops."""
    trophy: float = 0.0
    """The part of a Victory Point that guns of the enemy count when they are lost."""
    peaceful: bool = False
    """Never attacks."""

    def __hash__(self) -> int:
        return hash(self.key)


class Map(Country):
    """The country with a design in mind; the marches are everybody's."""

    def __init__(self, country: Country, design: Design, side: int) -> None:
        self.__dict__.update(country.__dict__)
        self._design, self._side = design, side

    def aims(self, g: Situation, side: int, army: int = 5) -> dict[int, float]:
        found = super().aims(g, side, army)
        if side != self._side:
            return found
        if self._design.span is not None and g.turn < g.game.turns < FOREVER:
            near = self._near(self._design.span)
            found = {h: worth for h, worth in found.items() if near >> h & 1} or found
        for place, times in self._design.wanted.items():
            if place in found:
                found[place] *= times
        if army == 5 or side:
            found |= self._design.more
        ours = [h for h in found if h in self.rules.tables.vp and g.controls(side, h)]
        found |= {h: self._design.held * found[h] for h in ours}
        if self._design.onward:
            near = g.occupied[1 - side]
            for _ in range(SAFE):
                near |= self.rules.board.grid.spread(near)
            quiet = [h for h in found if g.controls(side, h) and not near >> h & 1]
            found |= dict.fromkeys(quiet, QUIET)
        return found

    def _near(self, span: int) -> int:
        """The hexes so near to the beaches."""
        zone = mask_of(beach.hex for beach in self.rules.beaches.values())
        for _ in range(span):
            zone |= self.rules.board.grid.spread(zone)
        return zone


class Outlook(Look):
    """A look with a design in mind."""

    def __init__(
        self,
        rules: Salerno43,
        country: Country,
        g: Situation,
        side: int,
        design: Design,
    ) -> None:
        super().__init__(rules, country, g, side)
        self._design = design
        self.wary = WARY * design.fear / 2
        self.front.guard = design.guard
        self.front.shore = design.shore
        self.front.fear = design.fear
        self.pull *= design.pull
        self.risk = design.risk
        if design.enough is not None:
            self.enough = design.enough
        if design.peaceful:
            self.enough = float("inf")

    def first(self, trial: Situation, unit: int, h: int) -> bool:
        """One is enough to take a place that lies open."""
        return all(u == unit for u in trial.group(h))

    def bent(self, h: int) -> Bent:
        design = self._design
        zeal = design.zeal if h in self.rules.tables.vp else 1.0
        return Bent(zeal * design.wanted.get(h, 1.0), design.foothold, design.trophy)

    def astray(self, trial: Situation, unit: int, harbour: int) -> float:
        """17.4 The average way, beyond their range, from guns to the troops that they may support."""
        units = self.rules.units.units
        guns = units[unit]
        if not guns.asu:
            return 0.0
        distance, size = self.rules.board.grid.distance, self.rules.tables.size
        ways = [
            max(0, distance(harbour, trial.hex[u]) - guns.range)
            for u in trial.on_map(self.side)
            if trial.attack(u)
            and trial.hex[u] < size
            and units[u].nation == guns.nation
            and (guns.corps or units[u].formation == guns.formation)
        ]
        return self._design.astray * sum(ways) / max(len(ways), 1)

    def calls(self, g: Situation) -> dict[int, float]:
        """Those that are not ours yet."""
        found = super().calls(g)
        return {h: w for h, w in found.items() if not g.controls(self.side, h)} or found


class Quick(Planner):
    """A planner who places everybody once and looks at fewer places."""

    rounds = 1
    short_list = 3

    def _site(self, unit: int, plan: Plan) -> None:
        """Guns stay where they are: the playout is too short for them to matter."""


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
        super().__init__(Map(country, design, side))
        self.side, self._design, self._draft, self._planner = side, design, draft, planner

    def fresh_look(self, g: Situation, side: int) -> Look:
        if side != self.side:
            return super().fresh_look(g, side)
        return Outlook(self.rules, self.country, g, side, self._design)

    def drafted(self, g: Situation) -> Plan | None:
        draft, self._draft = self._draft, None
        if draft is None:
            return None
        plan = Plan(moment(g), why=dict(draft.why))
        for unit, place in draft.goals.items():
            if g.hex[unit] < 0:
                plan.landings.append((unit, place))
            else:
                plan.goals[unit] = place
        return plan

    def plan(self, g: Situation, side: int, movers: Sequence[int]) -> Plan:
        self.look_again(side)
        return self.drafted(g) or self._planner(self.look(g, side), g, movers).plan()


class Officer(SalernoStaff):
    """Answers as the staff does, by his own papers."""

    def __init__(self, hq: Headquarters) -> None:
        self.hq = hq
        self._staff(hq)
