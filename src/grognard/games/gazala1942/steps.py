"""4.1-4.4 One step of a move: what it costs, or why it is not allowed."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.words import IllegalAction
from ...hexes import OFF, members
from .counters import ALLIED, AXIS
from .ground import NONE, ROADS, TRACKS, WEST
from .situation import NOBODY, SUPPLIED, Situation

CLOSED, ENEMY, MINED, WESTWARD, ZONES, POINTS, BREACH = -1, -2, -3, -4, -5, -6, -7
"""Why a step is not allowed."""

ENOUGH = 999
"""Half points for any way over the map."""


def allowance(g: Situation, unit: int) -> int:
    """2.1f, 6.23 The movement points of a unit in half points: mechanized units short of supply have half."""
    counter = g.game.units.units[unit]
    points = counter.move[g.steps[unit]]
    if counter.mech and g.status(unit) != SUPPLIED:
        points = (points + 1) // 2
    return 2 * points


def rates(g: Situation, unit: int) -> int:
    """4.31, 11.11b Which roads the unit may use by where its move began."""
    if g.mover == unit:
        return ROADS | TRACKS if g.began == NOBODY else g.game.ground.rates(g.began)
    return g.game.ground.rates(g.hex[unit])


def anchors(g: Situation, unit: int, h: int) -> list[int]:
    """4.43 The friends in a hex that have not moved this turn."""
    return [u for u in g.stack(h) if u != unit and not g.moved >> u & 1]


def step_cost(g: Situation, unit: int, start: int, d: int, points: int, first: bool) -> int:
    """4.1-4.43, 10.83, 7.6b What the step in a direction costs in half points; a reason below 0 if it may not be."""
    game = g.game
    counter, ground = game.units.units[unit], game.ground
    cost = ground.cost[counter.klass][rates(g, unit)][start][d]
    if not cost:
        return CLOSED
    goal = ground.neighbours[start][d]
    enemy = 1 - counter.side
    if g.occupied[enemy] >> goal & 1:
        return ENEMY
    if counter.side == AXIS:
        if g.mines[d] >> start & 1:
            return MINED
    elif d == WEST and g.withdrawing:
        return WESTWARD
    zone = g.zones[enemy]
    if zone >> start & 1:
        cost += game.leave_zoc[unit][g.steps[unit]]
        if zone >> goal & 1 and not anchors(g, unit, goal):
            return ZONES
    if zone >> goal & 1:
        cost += game.charts.enter_zoc
    if cost > points and not first:
        return POINTS
    return cost


def begins(g: Situation, unit: int) -> list[int]:
    """4.1 The hexes that the unit may enter next, on the move or before it."""
    moving = g.mover == unit
    points = g.points if moving else allowance(g, unit)
    first = not moving or g.steps_taken == 0
    start = g.hex[unit]
    near = g.game.ground.neighbours[start]
    behind = [h for u, h in g.through if u == unit]
    return [
        n
        for d, n in enumerate(near)
        if n != OFF
        and (not behind or n in behind)
        and step_cost(g, unit, start, d, points, first) > 0
    ]


def refuse_goal(g: Situation, unit: int, goal: int) -> IllegalAction | None:
    """4.1-4.43 Why the unit may not take this step; None if it may, or if it is none."""
    game, start = g.game, g.hex[unit]
    counter, label = game.units[unit], game.board.label(goal)
    if goal not in game.ground.neighbours[start]:
        return IllegalAction(
            "4.1", "{hex} is not next to {start}", hex=label, start=game.board.label(start)
        )
    moving = g.mover == unit
    points = g.points if moving else allowance(g, unit)
    first = not moving or g.steps_taken == 0
    d = game.board.grid.direction(start, goal)
    why = step_cost(g, unit, start, d, points, first)
    behind = [h for u, h in g.through if u == unit]
    if why > 0 and behind and goal not in behind:
        why = BREACH
    if why == CLOSED:
        if not game.ground.land >> goal & 1:
            return IllegalAction("4.1", "{hex} is sea", hex=label)
        return IllegalAction(
            "4.1", "{unit} cannot cross the escarpment to {hex}", unit=counter.id, hex=label
        )
    if why == ENEMY:
        return IllegalAction("4.32", "{hex} is held by the enemy", hex=label)
    if why == MINED:
        return IllegalAction("10.83", "an unbreached minefield lies before {hex}", hex=label)
    if why == WESTWARD:
        return IllegalAction("7.6b", "in a withdrawal no Allied unit moves directly west")
    if why == ZONES:
        return IllegalAction(
            "4.43",
            "{unit} would go from one enemy zone of control to another: only to a friend that has not moved",
            unit=counter.id,
        )
    if why == POINTS:
        return IllegalAction(
            "4.12",
            "{hex} costs more points than {unit} has left: {points}",
            hex=label,
            points=f"{points / 2:g}",
            unit=counter.id,
        )
    if why == BREACH:
        return IllegalAction(
            "10.86", "{unit} has breached a minefield and may only go through it", unit=counter.id
        )
    return None


def begin(g: Situation, unit: int) -> None:
    """4.1 A unit starts its move."""
    g.mover, g.points, g.steps_taken = unit, allowance(g, unit), 0
    g.began = g.hex[unit]


def along(g: Situation, unit: int, way: Iterable[int]) -> int:
    """4.1-4.43 What a way costs in half points; IllegalAction says where it breaks."""
    g = g.copy()
    if g.mover != unit:
        begin(g, unit)
    spent = 0
    for goal in way:
        if (why := refuse_goal(g, unit, goal)) is not None:
            raise why
        d, first = g.game.board.grid.direction(g.hex[unit], goal), g.steps_taken == 0
        cost = step_cost(g, unit, g.hex[unit], d, g.points, first)
        g.points, g.steps_taken = max(g.points - cost, 0), g.steps_taken + 1
        g.moved |= 1 << unit
        g.put(unit, goal)
        g.through = tuple(pair for pair in g.through if pair[0] != unit)
        spent += cost
    return spent


def reach(g: Situation, unit: int) -> dict[int, int]:
    """4.1-4.43 Where the unit could go from here: the cost in half points of each hex.

    Wave by wave: all hexes that cost as much are taken together as one set.  One hex is always
    possible (4.12).
    """
    game, start = g.game, g.hex[unit]
    counter, ground = game.units.units[unit], game.ground
    side, enemy = counter.side, 1 - counter.side
    points = g.points if g.mover == unit else allowance(g, unit)
    waves = ground.waves[counter.klass][rates(g, unit)]
    zone = g.zones[enemy]
    allowed = ground.land & ~g.occupied[enemy]
    friends = _friends(g, unit) if zone else 0
    leave, enter = game.leave_zoc[unit][g.steps[unit]], game.charts.enter_zoc
    closed = g.mines if side == AXIS else NONE
    if side == ALLIED and g.withdrawing:
        closed = (ground.every, 0, 0, 0, 0, 0)
    deltas = ground.deltas
    behind = _set(h for u, h in g.through if u == unit)
    near = [1 << start] + [0] * points
    done, costs = 0, {start: 0}
    for spent in range(points + 1):
        fresh = near[spent] & ~done
        if not fresh:
            continue
        done |= fresh
        for h in members(fresh):
            costs[h] = spent
        for here, extra in ((fresh & ~zone, 0), (fresh & zone, leave)):
            if not here:
                continue
            for cost, masks in waves:
                total = spent + extra + cost
                if total > points:
                    break
                there = 0
                for d in range(6):
                    out = here & masks[d] & ~closed[d]
                    if out:
                        delta = deltas[d]
                        there |= out << delta if delta > 0 else out >> -delta
                there &= allowed & ~done
                if behind and not spent:
                    there &= behind
                near[total] |= there & ~zone
                if there & zone and total + enter <= points:
                    near[total + enter] |= there & zone & (friends if extra else -1)
    for n in begins(g, unit):
        if n not in costs:
            d = game.board.grid.direction(start, n)
            costs[n] = step_cost(g, unit, start, d, points, True)
    return costs


def unhindered(
    g: Situation,
    unit: int,
    *,
    mines: bool = False,
    west: bool = False,
    zones: bool = False,
    points: bool = False,
) -> dict[int, int]:
    """Where the unit could go but for minefields, a withdrawal, enemy zones or the points it has."""
    g = g.copy()
    if g.mover != unit:
        begin(g, unit)
    if mines:
        g.mines = NONE
    if west:
        g.withdrawing = False
    if zones:
        g.zones[1 - g.game.units.units[unit].side] = 0
    if points:
        g.points = ENOUGH
    return reach(g, unit)


def path(g: Situation, unit: int, costs: dict[int, int], goal: int) -> list[int]:
    """The hexes from the unit (excluded) to a goal in the result of ``reach``, as straight as they can be."""
    start, way = g.hex[unit], [goal]
    grid = g.game.board.grid
    behind = [h for u, h in g.through if u == unit]
    while way[-1] != start:
        here = way[-1]
        before = []
        for n in grid.neighbours[here]:
            spent = costs.get(n)
            if spent is None or (n == start and behind and here not in behind):
                continue
            d = grid.direction(n, here)
            cost = step_cost(g, unit, n, d, costs[here] - spent, False)
            if cost > 0 and spent + cost == costs[here]:
                before.append(n)
        way.append(min(before, key=lambda n: (grid.distance(n, start), grid.distance(n, goal), n)))
    return way[-2::-1]


def _set(hexes: Iterable[int]) -> int:
    mask = 0
    for h in hexes:
        mask |= 1 << h
    return mask


def _friends(g: Situation, unit: int) -> int:
    """4.43 The hexes with a friend that has not moved this turn."""
    mask, moved = 0, g.moved | 1 << unit
    for u in g.on_map(g.game.units.units[unit].side):
        if not moved >> u & 1:
            mask |= 1 << g.hex[u]
    return mask
