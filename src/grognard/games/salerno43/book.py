"""Where the books of the series differ, what the book of Salerno '43 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...engine.decision import Asking, Procedure
from ...engine.words import Action, IllegalAction
from ..zocbond.lines import Country
from ..zocbond.march import Bounds
from ..zocbond.supply import linked
from . import move_orders, movement, reach, remnants, supply
from .book_combat import Combat


class Salerno(Combat):
    """The situation in play."""

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
        sail = self.game.actions.sail
        return [sail[h] for h in reach.voyages(self, self.mover)]

    def other_step(self, choice: Action) -> Procedure:
        return movement.sail(self, choice)

    def other_orders(self, unit: int) -> list[Action]:
        return move_orders.others(self, unit)

    def leaves(self, unit: int, place: int) -> None:
        movement.leaves(self, unit, place)

    def entered(self, unit: int, place: int) -> Procedure:
        return movement.entered(self, unit, place)

    def stopped(self, unit: int) -> None:
        movement.stopped(self, unit)

    def refuse_move(self, verb: str, word: str) -> IllegalAction | None:
        return move_orders.refuse_move(self, verb, word)

    def refuse_order(self, verb: str, word: str) -> IllegalAction | None:
        return move_orders.refuse_order(self, verb, word)

    def refuse_words(self, words: Sequence[str]) -> IllegalAction | None:
        return move_orders.refuse_words(self, words)

    def refuse_goal(self, goal: int) -> IllegalAction | None:
        return move_orders.refuse_goal(self, goal)

    def refuse_crossing(self, goal: int) -> IllegalAction | None:
        return move_orders.refuse_crossing(self, goal)

    def refuse_shy(self, goal: int) -> IllegalAction:
        return move_orders.refuse_shy(self, goal)

    def refuse_slow(self, unit: int) -> IllegalAction:
        return move_orders.refuse_slow(self, unit)

    def refuse_onward(self, place: int, kinds: int) -> IllegalAction:
        own = move_orders.refuse_onward(self, place, kinds)
        return own or super().refuse_onward(place, kinds)

    # -- supply

    def sources(self, side: int) -> tuple[int, int]:
        return supply.sources(self, side)

    def country(self, side: int) -> Country:
        return supply.country(self, side)

    def barren(self) -> int:
        return supply.barren(self)

    def fed(self, unit: int) -> bool | None:
        return supply.fed(self, unit)

    def rationed(self, unit: int) -> bool:
        return supply.rationed(self, unit)

    def ration(self, short: Collection[int]) -> Asking[set[int]]:
        return supply.ration(self, short)

    def reddens(self, unit: int) -> bool:
        """16.5.1 It has no Line of Communications."""
        return not linked(self, unit)

    def attrition_bonus(self, unit: int) -> int:
        return supply.attrition_bonus(self, unit)

    def keeps_last_step(self, unit: int, rule: str) -> Asking[bool]:
        return remnants.keep(self, unit, rule)
