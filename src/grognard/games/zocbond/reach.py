"""Where a unit may go: on its next step, and in all its move."""

from __future__ import annotations

from . import march
from .field import Field, Series
from .march import Bounds, Places, Ways


def next_places(g: Field[Series], unit: int) -> Places:
    """Where the unit on the move may go next."""
    here = g.hex[unit]
    if here < 0:
        return {}
    return march.open_steps(g.bounds(unit), here, g.spent, g.trod, g.modes)


def ends(g: Field[Series], unit: int, by: Bounds | None = None) -> Ways:
    """Where the unit could end its move by land: points in sixths and the way."""
    start = g.hex[unit]
    if start < 0 or g.fixed(unit):
        return {}
    spent, trod, kinds = 0, 0, g.kinds(unit)
    if g.mover == unit:
        spent, trod, kinds = g.spent, g.trod, g.modes
    by = by or g.bounds(unit)
    return march.ends(by, start, spent, trod, kinds, g.game.tables.size)


def goes_on(g: Field[Series], place: int, step: tuple[int, int]) -> bool:
    """Whether the unit on the move could go farther from a place that it may enter next."""
    unit = g.mover
    by = g.bounds(unit)
    if by.halted(g.hex[unit], place):
        return False
    return bool(march.open_steps(by, place, step[1], g.trod + 1, g.modes & step[0]))
