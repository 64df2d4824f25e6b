"""Ways over the map: what one costs, by which kind of movement, and where it breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.view import Way
from ...engine.words import IllegalAction
from . import march, move_orders, moving, reach
from .field import Field, Series
from .march import TACTICAL


def points(sixths: int) -> str:
    """Movement points as people write them."""
    whole, rest = divmod(sixths, 6)
    part = {0: "", 1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return f"{whole} {part}".strip() if whole and part else part or str(whole)


def all_ways(g: Field[Series], unit: int) -> dict[str, Way]:
    """Where a unit may end its move, what that costs, on which way and by which kind of movement."""
    found, kinds = {}, _kinds(g, unit)
    for h, (cost, path) in reach.ends(g, unit).items():
        trod = g.trod if g.mover == unit else 0
        found[g.word(h)] = _way(g, path, kinds(path), cost, trod + len(path))
    return found


def _way(g: Field[Series], path: Sequence[int], kinds: int, spent: int, trod: int) -> Way:
    """A way by the mildest of its kinds of movement; Tactical Movement counts hexes instead of points."""
    name = next((name for name, bit in g.MOVES.items() if kinds & bit), "")
    counted = str(trod) if g.MOVES.get(name) == TACTICAL else points(spent)
    return Way(counted, tuple(g.word(place) for place in path), name)


def _kinds(g: Field[Series], unit: int) -> Callable[[Sequence[int]], int]:
    """The kinds of movement that make a way of a unit and may end there; what ways share is gone once."""
    by, start = g.bounds(unit), g.hex[unit]
    spent, trod, kinds = 0, 0, g.kinds(unit)
    if g.mover == unit:
        spent, trod, kinds = g.spent, g.trod, g.modes
    after: dict[tuple[int, ...], tuple[int, int]] = {(): (kinds, spent)}
    onward: dict[tuple[int, ...], march.Places] = {}

    def of(path: Sequence[int]) -> int:
        way = tuple(path)
        gone = len(way)
        while way[:gone] not in after:
            gone -= 1
        for n in range(gone, len(way)):
            here = way[:n]
            left, paid = after[here]
            if here not in onward:
                place = here[-1] if here else start
                onward[here] = march.open_steps(by, place, paid, trod + n, left)
            uses, paid = onward[here][way[n]]
            after[way[: n + 1]] = left & uses, paid
        return by.stays(after[way][0], way[-1] if way else start)

    return of


def cost(g: Field[Series], unit: int, path: Sequence[int]) -> Way:
    """What this way costs a unit, whatever the phase; IllegalAction says where it breaks."""
    after = g.copy()
    after.active = g.game.units[unit].side
    after.moved &= ~(1 << unit)
    if after.mover != unit:
        if not after.may_move(unit):
            name = g.id(unit)
            why = after.refuse_move("move", name)
            raise why or IllegalAction(g.CITES.move, "{unit} cannot move", unit=name)
        moving.begin(after, unit)
    if after.hex[unit] < 0:
        raise IllegalAction(g.CITES.move, "{unit} is not on the map", unit=g.id(unit))
    for n, place in enumerate(path):
        kinds, spent = move_orders.next_step(after, place, farther=n + 1 < len(path))
        after.modes &= kinds
        after.spent, after.trod = spent, after.trod + 1
        after.put(unit, place)
    ending = after.bounds(unit).stays(after.modes, after.hex[unit])
    if path and not ending:
        raise moving.passes(after, path[-1])
    return _way(g, path, ending, after.spent, after.trod)
