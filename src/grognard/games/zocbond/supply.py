"""Supply and communications of the units on the map."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...engine.decision import Procedure
from ...hexes import mask_of
from . import isolation
from .field import Field, Series
from .lines import UNLIMITED, starts, trace

OVERLAND = 5
"""The most hexes of the overland portion of a line of supply."""

MEMORY = 64
"""How many answers a game remembers."""


def reachable(g: Field[Series], side: int, hexes: int, gates: int, limit: int = OVERLAND) -> int:
    """The hexes from which a unit of the side can trace a line to the given hexes or edge now."""
    country = g.country(side).plain()
    key = limit, country, hexes, gates
    memory = g.game.supply_memory
    known = memory.get(key)
    if known is None:
        ground = g.game.tables.ground
        lines = trace(ground, country, hexes, gates, limit)
        known = starts(ground, country, lines, limit, over=limit == UNLIMITED)
        if len(memory) > MEMORY:
            memory.clear()
        memory[key] = known
    return known


def supplied(g: Field[Series], side: int) -> int:
    """The hexes from which a unit of the side has a line of supply now."""
    return reachable(g, side, *g.sources(side)) & ~g.barren()


def connected(g: Field[Series], side: int) -> int:
    """The hexes from which a unit of the side has a line of supply with an overland portion of any length."""
    return reachable(g, side, *g.sources(side), UNLIMITED)


def traces(g: Field[Series], unit: int) -> bool:
    """Whether a unit can trace a line of supply now."""
    return bool(_with_lines(g, g.game.units.units[unit].side, [unit]))


def in_supply(g: Field[Series], unit: int) -> bool:
    """Whether a unit is in supply at this instant."""
    return traces(g, unit) and not g.rationed(unit)


def all_in_supply(g: Field[Series], side: int, units: Iterable[int]) -> list[int]:
    """Those among the units of a side that are in supply at this instant."""
    return [u for u in _with_lines(g, side, units) if not g.rationed(u)]


def _with_lines(g: Field[Series], side: int, units: Iterable[int]) -> list[int]:
    found, live = [], None
    for u in units:
        place = g.hex[u]
        fed = g.fed(u) if place >= 0 else False
        if fed is None:
            live = supplied(g, side) if live is None else live
            fed = bool(live >> place & 1)
        if fed:
            found.append(u)
    return found


def linked(g: Field[Series], unit: int) -> bool:
    """Whether a unit in play has a line of communications now; areas beside the map count as linked."""
    live = connected(g, g.game.units.units[unit].side) | -1 << g.game.tables.size
    return bool(live >> g.hex[unit] & 1)


def check(g: Field[Series]) -> Procedure:
    """Mark the units of the active side that are out of supply or isolated."""
    there = g.in_play(g.active)
    fed = g.once(lambda: _with_lines(g, g.active, there))
    short = {u for u in there if u not in fed}
    short |= yield from g.ration(short)
    if not short:
        side = g.SIDES[g.active]
        g.tell("pass", g.CITES.supply, "every {side} unit is in supply", side=side)
    isolation.mark(g, short)


def forsaken(
    g: Field[Series],
    guns: Sequence[int],
    isolated: Sequence[int],
    rule: str,
    box: int | None = None,
) -> None:
    """Those among the guns of the active side that are isolated, with no line to a friend who is no gun."""
    side = g.active
    friends = mask_of(g.hex[u] for u in g.on_map(side) if u not in guns)
    for u in isolated:
        if not friends or not reachable(g, side, friends, 0) >> g.hex[u] & 1:
            g.eliminate(u, rule, box)


def facts(g: Field[Series], unit: int) -> tuple[bool, bool]:
    """Whether a unit has a line of supply and a line of communications now."""
    place = g.hex[unit]
    if place < 0 or place >= g.game.tables.size:
        own = in_supply(g, unit)
        return own, own
    return in_supply(g, unit), linked(g, unit)
