"""Where the books of the series differ, what the book of Normandy '44 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Asking, Modifier, Procedure
from ...engine.words import Action, IllegalAction
from ..zocbond.lines import Country
from ..zocbond.march import Bounds
from . import beaches, cadres, move_orders, movement, players, points, reach, stacking, supply
from .book_combat import Combat


class Normandy(Combat):
    """The situation in play."""

    def asked(self, side: int, units: Sequence[int] = ()) -> str:
        return players.asked(self, side, units)

    def put(self, unit: int, place: int) -> None:
        super().put(unit, place)
        if place >= 0:
            beaches.entered(self, unit, place)
            if self.game.tables.cherbourg >> place & 1:
                points.lost_fortress(self)
            if self.game.allies:
                players.stands_in(self, unit, place)

    def surplus(self, h: int) -> list[int]:
        return stacking.surplus(self, h)

    # -- movement

    def fixed(self, unit: int) -> bool:
        return reach.fixed(self, unit)

    def may_move(self, unit: int) -> bool:
        return reach.may_move(self, unit)

    def movable(self) -> list[int]:
        return reach.movable(self)

    def kinds(self, unit: int) -> int:
        return reach.kinds(self, unit)

    def bounds(self, unit: int) -> Bounds:
        return reach.bounds(self, unit)

    def other_moves(self) -> list[Action]:
        return movement.others(self)

    def other_move(self, choice: Action) -> Procedure:
        return movement.other(self, choice)

    def other_steps(self) -> list[Action]:
        return movement.arrivals(self)

    def other_step(self, choice: Action) -> Procedure:
        return movement.arrive(self, choice)

    def other_orders(self, unit: int) -> list[Action]:
        return move_orders.others(self, unit)

    def leaves(self, unit: int, place: int) -> None:
        movement.leaves(self, unit, place)

    def stopped(self, unit: int) -> None:
        movement.stopped(self, unit)

    def refuse_move(self, verb: str, word: str) -> IllegalAction | None:
        return move_orders.refuse_move(self, verb, word)

    def refuse_order(self, verb: str, word: str) -> IllegalAction | None:
        return move_orders.refuse_order(self, verb, word)

    def refuse_goal(self, goal: int) -> IllegalAction | None:
        return move_orders.refuse_goal(self, goal)

    def refuse_crossing(self, goal: int) -> IllegalAction | None:
        return move_orders.refuse_crossing(self, goal)

    def refuse_shy(self, goal: int) -> IllegalAction:
        return move_orders.refuse_shy(self, goal)

    def refuse_slow(self, unit: int) -> IllegalAction:
        return move_orders.refuse_slow(self, unit)

    # -- losses and supply

    def keeps_last_step(self, unit: int, rule: str) -> Asking[bool]:
        return cadres.keep(self, unit, rule)
        yield  # nobody is asked

    def country(self, side: int) -> Country:
        return supply.country(self, side)

    def sources(self, side: int) -> tuple[int, int]:
        return supply.sources(self, side), 0

    def reddens(self, unit: int) -> bool:
        """18.1b The marker turns red on who had it already."""
        return bool(self.oos >> unit & 1)

    def attrition_modifiers(self, unit: int) -> list[Modifier]:
        return supply.attrition_modifiers(self, unit)
