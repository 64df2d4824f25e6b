"""Where the books of the series differ, what the book of Normandy '44 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from . import (
    beaches,
    cadres,
    move_orders,
    movement,
    panels,
    players,
    points,
    reach,
    show,
    stacking,
    supply,
)
from .book_combat import Combat


class Normandy(Combat):
    """The situation in play."""

    asked = players.asked

    def put(self, unit: int, place: int) -> None:
        super().put(unit, place)
        if place >= 0:
            beaches.entered(self, unit, place)
            if self.game.tables.cherbourg >> place & 1:
                points.lost_fortress(self)
            if self.game.allies:
                players.stands_in(self, unit, place)

    stack_points = stacking.points
    stack_limit = stacking.limit

    # -- movement

    fixed = reach.fixed
    may_move = reach.may_move
    movable = reach.movable
    kinds = reach.kinds
    bounds = reach.bounds
    other_moves = movement.others
    other_move = movement.other
    move_said = movement.said
    other_steps = movement.arrivals
    other_step = movement.arrive
    other_orders = move_orders.others
    leaves = movement.leaves
    stopped = movement.stopped
    refuse_move = move_orders.refuse_move
    refuse_order = move_orders.refuse_order
    refuse_goal = move_orders.refuse_goal
    refuse_crossing = move_orders.refuse_crossing
    refuse_shy = move_orders.refuse_shy
    refuse_slow = move_orders.refuse_slow
    refuse_kind = move_orders.refuse_kind
    refuse_onward = move_orders.refuse_onward

    # -- losses and supply

    keeps_last_step = cadres.keep
    country = supply.country
    sources = supply.sources
    reddens = supply.reddens
    attrition_modifiers = supply.attrition_modifiers

    # -- what a page shows

    pieces = show.pieces
    header = panels.status
    tracks = panels.tracks
    overlays = show.overlays
    hex_facts = show.hex_facts
    traces = show.traces
