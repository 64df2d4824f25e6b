"""4.0 Movement: unit by unit, hex by hex; armored cars of the enemy may step aside in between."""

from __future__ import annotations

from functools import partial

from ...engine.decision import About, Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import cars, hecker, minefields, reinforcements, stacking
from .actions import refusing
from .counters import AXIS, SIDES
from .move_orders import (
    expand_entry,
    expand_path,
    expand_stack,
    orders_of,
    refuse_move,
    refuse_step,
)
from .situation import LEFT, NOBODY, SUPPLIED, Situation
from .steps import allowance, anchors, begin, begins, step_cost

EXIT_COST = 2
"""4.34 Half points for leaving the map: those of open desert."""


def movement(g: Situation) -> Procedure:
    """3.21, 4.1 The active side moves its activated units, one after the other."""
    idle = True
    while True:
        if g.alert:
            yield from cars.step_aside(g)
            continue
        if g.mover != NOBODY:
            yield from _steps(g)
            idle = False
            continue
        actions = choices(g)
        if len(actions) == 1 and not hecker.at_sea(g):
            if idle:
                g.tell("pass", "4.1", "no {side} unit can move", side=SIDES[g.active])
            g.closes(SIDES[g.active])
            break
        idle = False
        choice = yield Ask(
            SIDES[g.active],
            "move",
            "4.1",
            Say("move a unit, or end the movement"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse_move(g, verb, word),
            expand=lambda words: expand_stack(g, words),
            of=lambda word: orders_of(g, word),
            outcome=partial(_outcome, g),
        )
        if choice.verb == "done":
            break
        if choice.verb == "move":
            begin(g, choice.value)
        elif choice.verb == "enter":
            yield from _enter(g, choice.value)
        elif choice.verb == "breach":
            yield from minefields.breach(g, choice.value)
        else:
            yield from hecker.land(g)
    g.through, g.assists = (), ()


def _outcome(g: Situation, answer: Action) -> list[Say]:
    """What ending the movement, or a landing from the sea, may cost."""
    if answer.verb == "land":
        return hecker.risk(g)
    return stacking.too_many(g, g.active) if answer.verb == "done" else []


def choices(g: Situation) -> list[Action]:
    """3.21 Everything that may be done in the movement phase between two moves."""
    actions = g.game.actions
    found = [actions.move[u] for u in movable(g)]
    waiting = reinforcements.able(g, g.active)
    if waiting and reinforcements.entries(g, g.active):
        found += [actions.enter[u] for u in waiting]
    if g.active == AXIS:
        found += [actions.breach[u] for u in minefields.breachers(g)]
        if hecker.may_land(g):
            found.append(actions.land)
    found.append(actions.done)
    return found


def movable(g: Situation) -> list[int]:
    """4.0 The activated units that have not moved and have somewhere to go."""
    able = g.eligible & ~g.marched & ~g.held
    breached = {u for u, _ in g.through}
    return [
        u
        for u in members(able & ~g.tried | _mask(breached) & able)
        if begins(g, u) or _may_exit(g, u)
    ]


def _mask(units: set[int]) -> int:
    mask = 0
    for u in units:
        mask |= 1 << u
    return mask


def _steps(g: Situation) -> Procedure:
    """4.1-4.4 One unit on the move: the next hex, or stay."""
    unit, game = g.mover, g.game
    open_ = begins(g, unit)
    leaving = _may_exit(g, unit)
    if not open_ and not leaving:
        stop(g)
        return
    actions = [game.actions.to[h] for h in open_]
    if leaving:
        actions.append(game.actions.exit)
    actions.append(game.actions.stay)
    choice = yield Ask(
        SIDES[g.active],
        "step",
        "4.1",
        Say(
            "where should {unit} go? Movement points left: {points}",
            unit=game.units[unit].id,
            points=f"{g.points / 2:g}",
        ),
        actions,
        top=True,
        continues=True,
        otherwise=game.actions.stay,
        about=About(units=(game.units[unit].id,)),
        refuse=lambda verb, word: refuse_step(g, word or verb),
        expand=lambda words: expand_path(g, words),
        of=lambda word: orders_of(g, word),
        outcome=lambda answer: (
            stacking.too_many(g, g.active, 1 << g.hex[unit]) if answer.verb == "stay" else []
        ),
    )
    if choice.verb == "stay":
        stop(g)
    elif choice.verb == "exit":
        g.tell("exit", "4.34", "{unit} leaves the map", unit=game.units[unit].id)
        g.remove(unit, LEFT)
        g.mover = NOBODY
    else:
        yield from _step(g, unit, choice.value)


def _step(g: Situation, unit: int, goal: int) -> Procedure:
    """4.1 Pay for a hex and enter it; 4.43 a friend may be held for it; 10.3 cars may step aside."""
    start, label = g.hex[unit], g.game.board.label
    cost = step_cost(
        g, unit, start, g.game.board.grid.direction(start, goal), g.points, g.steps_taken == 0
    )
    zone = g.zones[g.enemy]
    through_zones = zone >> start & zone >> goal & 1
    g.points = max(g.points - cost, 0)
    g.steps_taken += 1
    mark(g, unit)
    g.put(unit, goal)
    g.tell(
        "move",
        "4.1",
        "{unit} moves from {start} to {hex} for {cost}",
        unit=g.game.units[unit].id,
        start=label(start),
        hex=label(goal),
        cost=f"{cost / 2:g}",
    )
    g.through = tuple(pair for pair in g.through if pair[0] != unit)
    if through_zones:
        yield from _hold(g, unit, goal)
    g.alert = cars.alerted(g, unit)


def mark(g: Situation, unit: int) -> None:
    """4.0 The unit has moved: in this impulse and this turn; so it was activated."""
    bit = 1 << unit
    g.marched |= bit
    g.moved |= bit
    g.acted |= bit


def _hold(g: Situation, unit: int, h: int) -> Procedure:
    """4.43 The friend that lets a unit pass from zone to zone does not move this turn."""
    friends = anchors(g, unit, h)
    if any(g.held >> u & 1 for u in friends):
        return
    friend = friends[0]
    if len(friends) > 1:
        choice = yield Ask(
            SIDES[g.active],
            "hold",
            "4.43",
            Say("which unit in {hex} does not move this turn?", hex=g.game.board.label(h)),
            [g.game.actions.hold[u] for u in friends],
            continues=True,
            about=About(hexes=(g.game.board.label(h),)),
            refuse=refusing("hold", lambda word: _refuse_hold(g, h, word)),
        )
        friend = choice.value
    g.held |= 1 << friend
    g.tell("hold", "4.43", "{unit} may not move this turn", unit=g.game.units[friend].id)


def _refuse_hold(g: Situation, h: int, word: str) -> IllegalAction | None:
    """4.43 Why this unit does not hold the hex."""
    unit, label = g.game.units.find(word), g.game.board.label(h)
    if unit is None:
        return None
    if g.hex[unit.index] != h or unit.side != g.active:
        return IllegalAction(
            "4.43", "{unit} is not a friendly unit in {hex}", unit=unit.id, hex=label
        )
    return IllegalAction("4.43", "{unit} has moved this turn", unit=unit.id)


def _enter(g: Situation, unit: int) -> Procedure:
    """11.11 A reinforcement comes onto the map: it pays for the first hex, by road if there is one."""
    game, label = g.game, g.game.board.label
    at = game.actions.at
    choice = yield Ask(
        SIDES[g.active],
        "enter",
        "11.11",
        Say("where should {unit} enter?", unit=game.units[unit].id),
        [at[h] for h in members(reinforcements.entries(g, g.active))],
        continues=True,
        refuse=lambda verb, word: (
            reinforcements.refuse_entry(g, g.active, game.board.index(word))
            if game.is_hex(word)
            else None
        ),
        expand=lambda words: expand_entry(g, words),
        about=About(units=(game.units[unit].id,)),
    )
    h = choice.value
    g.put(unit, h)
    g.supply[unit] = g.impulse_supply[unit] = SUPPLIED
    g.eligible |= 1 << unit
    counter = game.units[unit]
    cost = game.charts.road
    if not game.ground.road_at >> h & 1:
        cost = game.charts.terrain[counter.klass][game.board.terrain[h]]
    if g.zones[g.enemy] >> h & 1:
        cost += game.charts.enter_zoc
    g.mover, g.began, g.steps_taken = unit, NOBODY, 1
    g.points = max(allowance(g, unit) - cost, 0)
    mark(g, unit)
    g.tell("enter", "11.11", "{unit} enters at {hex}", unit=counter.id, hex=label(h))
    g.alert = cars.alerted(g, unit)


def stop(g: Situation) -> None:
    g.mover, g.points, g.began, g.steps_taken = NOBODY, 0, NOBODY, 0


def _may_exit(g: Situation, unit: int) -> bool:
    """4.34 Whether the unit can leave the map here: Axis to the west, Allies to the east."""
    ground, h = g.game.ground, g.hex[unit]
    edge = ground.west if g.active == AXIS else ground.east
    if not edge >> h & 1:
        return False
    if any(u == unit for u, _ in g.through):
        return False
    if g.mover != unit or g.steps_taken == 0:
        return True
    cost = EXIT_COST
    if g.zones[g.enemy] >> h & 1:
        cost += g.game.leave_zoc[unit][g.steps[unit]]
    return g.points >= cost
