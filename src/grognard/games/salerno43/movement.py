"""5.0 Land movement, 21.3 Entry Areas: unit by unit, hex by hex."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Say
from ..zocbond.march import NORMAL, TACTICAL
from . import automatic, move_orders, naval, reach, retreat, stacking
from .counters import ALLIED, GERMAN, SIDES
from .situation import AREAS, GOOD, Situation


def movement(g: Situation) -> Procedure:
    """5.1 The active side moves its units, and declares Automatic DS and Full Retreats."""
    acts = g.game.actions
    while True:
        if g.mover >= 0:
            yield from _steps(g)
            continue
        actions = [acts.move[u] for u in reach.movable(g)]
        actions += [acts.truck[u] for u in reach.truckable(g)]
        actions += [acts.flee[u] for u in reach.fleeing(g)]
        actions += [acts.autods[h] for h in automatic.targets(g)]
        if not actions:
            break
        actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "move",
            "5.1",
            Say("move a unit, or end the movement"),
            actions,
            top=True,
            refuse=lambda verb, word: move_orders.refuse_move(g, verb, word),
            expand=lambda words: move_orders.expand_stack(g, words),
            of=lambda word: move_orders.orders_of(g, word),
        )
        if choice is acts.done:
            break
        verb, unit = choice.verb, choice.value
        if verb == "autods":
            yield from automatic.declare(g, unit)
        elif verb == "flee":
            g.rout(unit, "13.3.4")
            g.fled |= 1 << unit
        else:
            if verb == "truck":
                g.trucked |= 1 << unit
                g.trucks += 1
                g.tell("truck", "5.8", "{unit} takes trucks", unit=g.id(unit))
            begin(g, unit)
    yield from stacking.correct(g, g.active)
    if g.active == ALLIED:
        yield from _boundary(g)


def begin(g: Situation, unit: int) -> None:
    g.mover, g.spent, g.trod, g.modes = unit, 0, 0, reach.kinds(g, unit)


def _steps(g: Situation) -> Procedure:
    """5.1 One unit on the move: the next hex, a voyage, or stay."""
    unit, acts = g.mover, g.game.actions
    open_ = reach.next_places(g, unit)
    voyages = reach.voyages(g, unit)
    if g.trod and not open_ and not voyages:
        stop(g)
        return
    actions = [acts.to[h] for h in open_]
    actions += [acts.sail[h] for h in voyages]
    actions.append(acts.stay)
    choice = yield Ask(
        SIDES[g.active],
        "step",
        "5.1",
        Say("where does {unit} go?", unit=g.id(unit)),
        actions,
        top=True,
        continues=True,
        about=g.about([unit]),
        otherwise=acts.stay,
        refuse=lambda verb, word: move_orders.refuse_step(g, word or verb, verb == "sail"),
        expand=lambda words: move_orders.expand_path(g, words),
        of=lambda word: move_orders.orders_of(g, word),
    )
    if choice is acts.stay:
        stop(g)
    elif choice.verb == "sail":
        g.trod += 1
        g.modes = TACTICAL
        yield from naval.sail(g, unit, choice.value)
        place = g.hex[unit]
        if place < 0 or g.zoc(g.enemy) >> place & 1:
            stop(g)
    else:
        yield from enter(g, unit, choice.value, open_[choice.value])


def enter(g: Situation, unit: int, place: int, step: tuple[int, int]) -> Procedure:
    """5.1-5.7, 17.3, 21.3.2 The unit enters a hex or an Entry Area."""
    start, side = g.hex[unit], g.game.units.units[unit].side
    tables, counter = g.game.tables, g.game.units.units[unit]
    g.modes &= step[0]
    g.spent = step[1]
    g.trod += 1
    if start < tables.size and place < tables.size:
        klass = reach.wheels(g, unit)
        if tables.daring[klass][start] >> place & 1:
            g.half |= 1 << unit
            g.tell("half", "5.7", "{unit} is half effective after the crossing", unit=counter.id)
    g.put(unit, place)
    g.tell(
        "move",
        "5.1",
        "{unit} moves from {start} to {hex}",
        unit=counter.id,
        start=g.word(start),
        hex=g.word(place),
    )
    if counter.asu and g.trod == 2 and g.status[unit] == GOOD:
        g.disrupt(unit, "17.3")
    if place >= tables.size:
        capture(g, unit, place - tables.size)
        stop(g)
        return
    yield from retreat.automatic(g, place, side)
    if g.zoc(1 - side) >> place & 1:
        g.tell("zoc", "6.2", "{unit} stops in an enemy zone of control", unit=counter.id)
        stop(g)


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


def stop(g: Situation) -> None:
    bit = 1 << g.mover
    g.moved |= bit
    if g.trod and not g.modes & (NORMAL | TACTICAL):
        g.far |= bit
    g.mover, g.spent, g.trod, g.modes = -1, 0, 0, 0


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
