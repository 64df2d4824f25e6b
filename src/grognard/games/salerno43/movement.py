"""5.0 Land movement, 21.3 Entry Areas: what Salerno adds to the moves of its units."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, Say
from ..zocbond import moving, stacking
from ..zocbond.march import NORMAL, TACTICAL
from . import automatic, naval, reach, retreat
from .counters import ALLIED, GERMAN, SIDES
from .situation import AREAS, GOOD, Situation


def movement(g: Situation) -> Procedure:
    """5.1 The active side moves its units, and declares Automatic DS and Full Retreats."""
    yield from moving.movement(g)
    yield from stacking.correct(g, g.active)
    if g.active == ALLIED:
        yield from _boundary(g)


def others(g: Situation, movable: Sequence[int]) -> list[Action]:
    """5.8, 8.7, 13.3.4 Trucks, Full Retreats, Automatic DS."""
    acts = g.game.actions
    found = [acts.truck[u] for u in reach.truckable(g, movable)]
    found += [acts.flee[u] for u in reach.fleeing(g, movable)]
    return found + [acts.autods[h] for h in automatic.targets(g)]


def other(g: Situation, choice: Action) -> Procedure:
    unit = choice.value
    if choice.verb == "autods":
        yield from automatic.declare(g, unit)
    elif choice.verb == "flee":
        g.rout(unit, "13.3.4")
        g.fled |= 1 << unit
    else:
        g.trucked |= 1 << unit
        g.trucks += 1
        g.tell("truck", "5.8", "{unit} takes trucks", unit=g.id(unit))
        moving.begin(g, unit)


def sailings(g: Situation) -> list[Action]:
    """18.4.5 Where the unit on the move may go by sea."""
    return [g.game.actions.sail[h] for h in reach.voyages(g, g.mover)]


def sail(g: Situation, choice: Action) -> Procedure:
    """18.4.5 The unit on the move goes by sea."""
    unit = g.mover
    g.trod += 1
    g.modes = TACTICAL
    yield from naval.sail(g, unit, choice.value)
    place = g.hex[unit]
    if place < 0 or g.zoc(g.enemy) >> place & 1:
        moving.stop(g)


def leaves(g: Situation, unit: int, place: int) -> None:
    """5.7 A crossing of a mountain or an unbridged river costs effectiveness."""
    start, tables = g.hex[unit], g.game.tables
    if start >= tables.size or place >= tables.size:
        return
    if tables.daring[reach.wheels(g, unit)][start] >> place & 1:
        g.half |= 1 << unit
        g.tell("half", "5.7", "{unit} is half effective after the crossing", unit=g.id(unit))


def entered(g: Situation, unit: int, place: int) -> Procedure:
    """13.3.2e, 17.3, 21.3.2 Guns that go far are Disrupted; an Entry Area ends the move; enemies fall back."""
    counter = g.game.units.units[unit]
    if counter.asu and g.trod == 2 and g.status[unit] == GOOD:
        g.disrupt(unit, "17.3")
    if place >= g.game.tables.size:
        capture(g, unit, place - g.game.tables.size)
        moving.stop(g)
        return
    yield from retreat.automatic(g, place, counter.side)


def stopped(g: Situation, unit: int) -> None:
    """5.3 Only Extended Movement goes so far."""
    if g.trod and not g.modes & (NORMAL | TACTICAL):
        g.far |= 1 << unit


def capture(g: Situation, unit: int, area: int) -> None:
    """21.2.1b An East Entry Area becomes Allied when an Allied unit enters; 21.5a no attack from it."""
    g.shifted |= 1 << unit
    if g.game.units.units[unit].side == GERMAN or AREAS[area][0] != "E":
        return
    if g.friendly_area(area, ALLIED):
        return
    take_area(g, area, "21.2.1")


def take_area(g: Situation, area: int, rule: str) -> None:
    """21.2.1 An Entry Area becomes Allied; the Germans in it are eliminated."""
    g.set_area(area)
    g.tell("area", rule, "Entry Area {area} is Allied now", area=AREAS[area])
    for u in g.group(g.game.tables.size + area):
        if g.game.units.units[u].side == GERMAN:
            g.eliminate(u, rule)


def _boundary(g: Situation) -> Procedure:
    """S2.3.3 No more than one unit of the 8th Army may be across the Army Boundary Line."""
    units, tables = g.game.units.units, g.game.tables
    home = tables.sector8 | -1 << tables.size + 2
    while True:
        beyond = [u for u in g.in_play(ALLIED) if units[u].army == 8 and not home >> g.hex[u] & 1]
        if len(beyond) < 2:
            return
        choice = yield Ask(
            SIDES[ALLIED],
            "boundary",
            "S2.3.3",
            Say("too many units of the 8th Army across the boundary: which is removed?"),
            [g.game.actions.remove[u] for u in beyond],
        )
        g.eliminate(choice.value, "S2.3.3")
