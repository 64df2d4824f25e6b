"""Where units could march, remembered: what they could not come near makes no difference."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...games.salerno43.situation import Situation
from ...games.zocbond import march, reach
from ...games.zocbond.march import Bounds
from ...games.zocbond.zones import NO_BONDS
from ...hexes import Edges, mask_of, members
from ...hexes import reach as spread

MANY = 2000
"""So many marches are remembered; then all are forgotten."""


class Ways:
    """Marches of units from a place by the same terms, through the same enemies."""

    def __init__(self) -> None:
        self._open: dict[tuple[object, ...], int] = {}
        self._ends: dict[tuple[object, ...], march.Ways] = {}
        self._rides: dict[tuple[int, int, int], int] = {}
        self._beside: dict[int, Sequence[int]] = {}

    def ends(self, g: Situation, unit: int, by: Bounds | None = None) -> march.Ways:
        """Where the unit could end its move, as ``reach.ends`` has it; nobody may change what is found."""
        start = g.hex[unit]
        if g.mover == unit or start < 0 or g.fixed(unit):
            return reach.ends(g, unit, by)
        by = by or g.bounds(unit)
        kinds, size = g.kinds(unit), g.game.tables.size
        modes = tuple((mode.bit, mode.budget, mode.most) for mode in by.modes)
        terms = id(by.steps), start, kinds, tuple(by.first), modes
        near = self._open.get(terms)
        if near is None:
            near = self._open[terms] = _unhindered(by, start, kinds, size)
        shy = tuple(mode.shy & near for mode in by.modes)
        sides = tuple(side & near for side in by.bonds.sides)
        key = terms, by.leave, by.blocked & near, by.zoc & near, by.shut & near, sides, shy
        found = self._ends.get(key)
        if found is None:
            if len(self._ends) >= MANY:
                self._ends.clear()
            found = self._ends[key] = march.ends(by, start, 0, 0, kinds, size)
        return found

    def ride(self, edges: Edges, start: int, points: int, size: int) -> int:
        """The hexes that so many sixths of a movement point lead to in a country without enemies."""
        key = id(edges), start, points
        found = self._rides.get(key)
        if found is None:
            found = mask_of(h for h in spread(edges, start, points) if h < size)
            self._rides[key] = found
        return found

    def beside(self, mask: int, spread: Callable[[int], int]) -> Sequence[int]:
        """The hexes of a set and those next to it."""
        found = self._beside.get(mask)
        if found is None:
            found = self._beside[mask] = members(mask | spread(mask))
        return found


def _unhindered(by: Bounds, start: int, kinds: int, size: int) -> int:
    """The places that a unit could come to if there were no enemies, with that where it stands."""
    modes = tuple(mode._replace(shy=0) for mode in by.modes)
    free = by._replace(modes=modes, blocked=0, zoc=0, bonds=NO_BONDS, leave=0, shut=0)
    return mask_of(march.ends(free, start, 0, 0, kinds, size)) | 1 << start
