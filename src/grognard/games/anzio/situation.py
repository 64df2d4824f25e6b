"""The situation on the table, and the tables of the map that are built once.

``Situation`` is plain data; ``Anzio`` (in ``__init__``) is everything that does not change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ...board import Board
from ...engine.decision import About
from ...engine.ledger import Aim
from ...engine.state import State
from ...engine.words import Action
from ...hexes import OFF, Edges
from ...units import OrderOfBattle
from .charts import Charts
from .counters import ALLIED, GERMAN, SIDES, Counter

if TYPE_CHECKING:
    from . import Anzio

LATER, GONE = -1, -2
"""Where a unit is when it is not on the map: still to come, or eliminated (or not in play)."""


class Tables:
    """What the map means for movement and combat (10.1, 10.5, 12.6), by hex, built once."""

    def __init__(self, board: Board, charts: Charts, crossing: bool, most: int) -> None:
        self.board = board
        self.around = board.grid.around
        self.neighbours = board.grid.neighbours
        self.spread = board.grid.spread
        water: dict[int, int] = {}
        for (a, b), features in board.sides.items():
            if features & {"river", "canal"}:
                water[a] = water.get(a, 0) | 1 << b
                water[b] = water.get(b, 0) | 1 << a
        self.water = tuple(water.get(h, 0) for h in range(board.grid.size))
        """Neighbours across a river or canal."""
        roads: dict[int, int] = {}
        for a, b in board.road_between:
            roads[a] = roads.get(a, 0) | 1 << b
            roads[b] = roads.get(b, 0) | 1 << a
        self.road = tuple(roads.get(h, 0) for h in range(board.grid.size))
        """Neighbours along a road."""
        self.barrier = tuple(w & ~r for w, r in zip(self.water, self.road, strict=True))
        """Neighbours across water without a road: closed to armored units but for 10.5 and 12.3."""
        self.rough = sum(board.where.get(t, 0) for t in ("mountain", "town", "forest"))
        self.land = sum(1 << h for h in board.hexes if board.terrain[h] != "sea")
        costs = [
            [self._edges(h, k, charts, crossing) for h in range(board.grid.size)] for k in (0, 1)
        ]
        self.edges: tuple[Edges, Edges] = (tuple(costs[0]), tuple(costs[1]))
        self.cost = tuple(tuple(dict(pairs) for pairs in klass) for klass in self.edges)
        self.sure: tuple[Edges, Edges] = (
            self.edges[0],
            tuple(
                tuple((n, c) for n, c in pairs if not self.barrier[h] >> n & 1)
                for h, pairs in enumerate(self.edges[1])
            ),
        )
        """The edges that need no crossing test."""
        self.open = tuple(
            tuple(
                tuple(sum(1 << n for n, c in pairs if c <= points) for pairs in klass)
                for points in range(most + 1)
            )
            for klass in self.edges
        )
        """By class, points left (up to ``most``) and hex: the neighbours that can be paid for."""
        self.enter = tuple(
            tuple(
                sum(
                    1 << n
                    for n in self.neighbours[h]
                    if n != OFF and self._passable(h, n, klass, charts)
                )
                for h in range(board.grid.size)
            )
            for klass in (0, 1)
        )
        """By class: the neighbours that a retreat or advance may enter, water aside."""

    def _passable(self, a: int, b: int, klass: int, charts: Charts) -> bool:
        return self.board.terrain[b] in charts.terrain[klass] or bool(self.road[a] >> b & 1)

    def _edges(
        self, h: int, klass: int, charts: Charts, crossing: bool
    ) -> tuple[tuple[int, int], ...]:
        """10.1, 10.5.1 What entering each neighbour costs."""
        pairs = []
        for n in self.neighbours[h]:
            if n == OFF or not self.land >> n & 1:
                continue
            if self.road[h] >> n & 1:
                pairs.append((n, charts.road))
                continue
            cost = charts.terrain[klass].get(self.board.terrain[n])
            if cost is None:
                continue
            if self.water[h] >> n & 1:
                if klass and not crossing:
                    continue
                cost += charts.water
            pairs.append((n, cost))
        return tuple(pairs)


class Actions:
    """The actions of the game, one object each, made once."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        def by_hex(verb: str) -> dict[int, Action]:
            return {h: Action(verb, board.label(h), h) for h in board.hexes}

        def by_unit(verb: str) -> list[Action]:
            return [Action(verb, unit.id, unit.index) for unit in units]

        self.place, self.move, self.hit, self.lose = (
            by_unit(verb) for verb in ("place", "move", "hit", "lose")
        )
        self.at, self.to, self.target = (by_hex(verb) for verb in ("at", "to", "target"))
        self.attack, self.from_, self.support, self.retreat = (
            by_hex(verb) for verb in ("attack", "from", "support", "retreat")
        )
        self.done, self.stay = Action("done", role="closes"), Action("stay", role="closes")
        self.go = Action("go", role="commits")
        self.bombard, self.pass_ = Action("bombard"), Action("pass", role="closes")
        self.advance, self.remain = Action("advance"), Action("remain", role="closes")
        self.default = Action("default")


PARTED = frozenset({"set-up", "beachhead", "reinforcements", "movement", "bombardment", "combat"})
"""The phases of which each side has its own part."""


class Situation(State):
    """Where everything stands.  Units and hexes are indices, sets of units and hexes bit boards."""

    LISTS: ClassVar[tuple[str, ...]] = ("hex", "steps", "at", "occupied", "held")

    def __init__(self, game: Anzio) -> None:
        super().__init__()
        self.game = game
        count = len(game.units)
        self.hex: list[int] = [GONE] * count
        self.steps: list[int] = [0] * count
        self.at: dict[int, tuple[int, ...]] = {}
        """The units in each occupied hex."""
        self.occupied: list[int] = [0, 0]
        """By side: the hexes its units are in."""
        self.weather = ""
        self.first = GERMAN
        """The side with the initiative (8.0)."""
        self.active = ALLIED
        """The side that acts in the present part of the phase."""
        self.moved = 0
        self.mover, self.points = -1, 0
        """The unit on the move and its points left."""
        self.entered = 0
        """Units in the turn of their entry (5.0a)."""
        self.attacked = 0
        """Units with an attack marker (12.1c)."""
        self.supported = 0
        """Units with an attack marker because they supported (12.2)."""
        self.struck = 0
        """Units that have been attacked this turn (14.5a)."""
        self.held: list[int] = [0, 0]
        """By port: the turn in which the Germans took it, 0 where they do not hold it (13.0b)."""
        self.tactic = ""

    # -- looking

    @property
    def whose(self) -> str:
        return SIDES[self.active] if self.phase in PARTED else ""

    @property
    def enemy(self) -> int:
        return 1 - self.active

    def group(self, h: int) -> tuple[int, ...]:
        """5.0a The group in a hex."""
        return self.at.get(h, ())

    def about(
        self, units: Sequence[int] = (), hexes: Sequence[int] = (), attack: Aim | None = None
    ) -> About:
        """What a question is about."""
        counters, label = self.game.units.units, self.game.board.label
        return About(tuple([counters[u].id for u in units]), tuple(map(label, hexes)), attack)

    def aim(self, target: int, origins: Sequence[int] = ()) -> Aim:
        """12.1 An attack on a group, by those in these hexes."""
        counters, label = self.game.units.units, self.game.board.label
        units = tuple(counters[u].id for h in origins for u in self.group(h))
        return Aim(label(target), tuple(map(label, origins)), units)

    def strength(self, group: tuple[int, ...]) -> int:
        """12.5a The sum of the strength points."""
        units, steps = self.game.units.units, self.steps
        return sum(units[u].strength[steps[u]] for u in group)

    def zoc(self, side: int) -> int:
        """10.4 The hexes next to the units of a side."""
        return self.game.tables.spread(self.occupied[side])

    def on_map(self, side: int) -> list[int]:
        low, high = self.game.span[side]
        hexes = self.hex
        return [u for u in range(low, high) if hexes[u] >= 0]

    # -- changing

    def put(self, unit: int, h: int) -> None:
        """Place or move a unit."""
        old = self.hex[unit]
        side = self.game.units.units[unit].side
        if old >= 0:
            self._leave(unit, old, side)
        self.hex[unit] = h
        self.at[h] = (*self.at.get(h, ()), unit)
        self.occupied[side] |= 1 << h
        if side == GERMAN and h in self.game.ports:
            port = self.game.ports.index(h)
            self.held[port] = self.held[port] or max(self.turn, 1)

    def remove(self, unit: int) -> None:
        """A unit is eliminated."""
        self._leave(unit, self.hex[unit], self.game.units.units[unit].side)
        self.hex[unit] = GONE
        self.steps[unit] = 0
        self.attacked &= ~(1 << unit)
        self.supported &= ~(1 << unit)
        self.struck &= ~(1 << unit)
        self.entered &= ~(1 << unit)
        self.moved &= ~(1 << unit)

    def _leave(self, unit: int, h: int, side: int) -> None:
        rest = tuple(u for u in self.at[h] if u != unit)
        if rest:
            self.at[h] = rest
            return
        del self.at[h]
        self.occupied[side] &= ~(1 << h)
        if side == GERMAN and h in self.game.ports:
            self.held[self.game.ports.index(h)] = 0

    def lose_step(self, unit: int, rule: str) -> None:
        """12.5b A loss: a full-strength unit is flipped, a reduced one is eliminated."""
        name = self.game.units[unit].id
        if self.steps[unit] == 2:
            self.steps[unit] = 1
            self.tell("loss", rule, "{unit} is reduced", unit=name)
        else:
            h = self.game.board.label(self.hex[unit])
            self.remove(unit)
            self.tell("eliminated", rule, "{unit} is eliminated in {hex}", unit=name, hex=h)
