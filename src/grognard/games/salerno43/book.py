"""Where the books of the series differ, what the book of Salerno '43 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from . import move_orders, movement, reach, remnants, show, stacking, supply
from .book_combat import Combat


class Salerno(Combat):
    """The situation in play."""

    # -- movement

    fixed = reach.fixed
    may_move = reach.may_move
    movable = reach.movable
    kinds = reach.kinds
    bounds = reach.bounds
    other_moves = movement.others
    other_move = movement.other
    other_steps = movement.sailings
    other_step = movement.sail
    other_orders = move_orders.others
    leaves = movement.leaves
    entered = movement.entered
    stopped = movement.stopped
    refuse_move = move_orders.refuse_move
    refuse_order = move_orders.refuse_order
    refuse_words = move_orders.refuse_words
    refuse_goal = move_orders.refuse_goal
    refuse_crossing = move_orders.refuse_crossing
    refuse_shy = move_orders.refuse_shy
    refuse_slow = move_orders.refuse_slow

    refuse_onward = move_orders.refuse_onward
    stack_points = stacking.points
    stack_limit = stacking.limit

    # -- supply

    sources = supply.sources
    country = supply.country
    beyond_gate = supply.beyond_gate
    barren = supply.barren
    fed = supply.fed
    rationed = supply.rationed
    ration = supply.ration
    reddens = supply.reddens
    attrition_modifiers = supply.attrition_modifiers
    keeps_last_step = remnants.keep

    # -- what a page shows

    pieces = show.pieces
    header = show.status
    tracks = show.tracks
    overlays = show.overlays
    hex_facts = show.hex_facts
    traces = show.traces
