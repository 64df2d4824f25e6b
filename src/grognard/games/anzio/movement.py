"""10.0 Movement: unit by unit, hex by hex, stopped by enemy zones of control."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...engine.decision import Ask, Procedure, Roll, led_to
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members, path_to, reach
from . import groups
from .counters import ARMORED, SIDES
from .situation import Situation

Reached = dict[int, tuple[int, int]]


def movement(g: Situation) -> Procedure:
    """10.1 The side with the initiative moves all its units first, then the other."""
    while True:
        if g.mover >= 0:
            yield from _steps(g)
            continue
        movers = movable(g)
        if not movers:
            if not g.moved:
                g.tell("pass", "10.1", "no {side} unit can move", side=SIDES[g.active])
            g.closes(SIDES[g.active])
            break
        move = g.game.actions.move
        actions = [move[u] for u in movers]
        if not _crowded(g, movers):
            actions.append(g.game.actions.done)
        choice = yield Ask(
            SIDES[g.active],
            "move",
            "10.1",
            Say("move a unit, or end the movement"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse_move(g, verb, word),
            expand=lambda words: _expand_move(g, words),
            of=lambda word: orders_of(g, word),
        )
        if choice.verb == "done":
            break
        g.mover, g.points = choice.value, allowance(g, choice.value)
    g.moved = 0
    g.mover, g.points = -1, 0


def along(g: Situation, unit: int, way: Sequence[int]) -> int:
    """10.1-10.4 What a given way costs; IllegalAction where the unit cannot go on."""
    trial, label = g.copy(), g.game.board.label
    trial.active = g.game.units[unit].side
    trial.mover, trial.points = unit, allowance(g, unit)
    tables, klass = g.game.tables, g.game.units[unit].klass
    for n, h in enumerate(way):
        here = trial.hex[unit]
        if n and trial.zoc(trial.enemy) >> here & 1:
            raise IllegalAction(
                "10.4a",
                "{unit} has to stop in the enemy zone of control in {hex}",
                unit=g.game.units[unit].id,
                hex=label(here),
            )
        if not next_hexes(trial, unit, trial.points) >> h & 1:
            raise _refuse_hex(trial, label(h)) or IllegalAction(
                "10.1", "no way to {hex}", hex=label(h)
            )
        trial.points -= tables.cost[klass][here][h]
        trial.put(unit, h)
    return allowance(g, unit) - trial.points


def _steps(g: Situation) -> Procedure:
    """10.1-10.4 One unit on the move: the next hex, or stay."""
    unit = g.mover
    open_ = next_hexes(g, unit, g.points)
    restable = _may_rest(g, unit)
    if not open_:
        _stop(g)
        return
    to = g.game.actions.to
    actions = [to[h] for h in members(open_)]
    if restable:
        actions.append(g.game.actions.stay)
    choice = yield Ask(
        SIDES[g.active],
        "step",
        "10.1",
        Say(
            "where should {unit} go? Movement points left: {points}",
            unit=g.game.units[unit].id,
            points=g.points,
        ),
        actions,
        top=True,
        continues=True,
        about=g.about([unit]),
        otherwise=g.game.actions.stay if restable else None,
        unfinished=_refuse_hex(g, "stay") if not restable and _under_way(g) else None,
        refuse=lambda verb, word: _refuse_hex(g, word or verb),
        expand=lambda words: _expand_path(g, words),
        rest=lambda action, words: _farther(g, action, words),
        of=lambda word: orders_of(g, word),
    )
    if choice.verb == "stay":
        _stop(g)
        return
    yield from _enter(g, unit, choice.value)


def _enter(g: Situation, unit: int, h: int) -> Procedure:
    """10.1 Pay for and enter a hex; 10.5.2 test an armored crossing first."""
    start = g.hex[unit]
    name, tables = g.game.units[unit].id, g.game.tables
    klass = g.game.units[unit].klass
    label = g.game.board.label
    if klass == ARMORED and tables.barrier[start] >> h & 1:
        die = yield Roll("10.5.2", "the armored crossing", SIDES[g.active])
        if die < g.game.charts.water_crossing:
            g.tell(
                "stuck",
                "10.5.2",
                "{unit} fails to cross from {hex} and moves no more",
                unit=name,
                hex=label(start),
                **led_to(die, "stuck"),
            )
            _stop(g)
            return
        g.tell("cross", "10.5.2", "{unit} gets across", unit=name, **led_to(die, "across"))
    cost = tables.cost[klass][start][h]
    g.put(unit, h)
    g.points -= cost
    g.tell(
        "move",
        "10.1",
        "{unit} moves from {start} to {hex} for {cost}",
        unit=name,
        start=label(start),
        hex=label(h),
        cost=cost,
    )
    if g.zoc(g.enemy) >> h & 1:
        g.tell("zoc", "10.4a", "{unit} stops in an enemy zone of control", unit=name)
        _stop(g)


def _stop(g: Situation) -> None:
    g.moved |= 1 << g.mover
    g.mover, g.points = -1, 0


def allowance(g: Situation, unit: int) -> int:
    """10.1, 10.2 The movement points of a unit in this weather."""
    counter = g.game.units.units[unit]
    points = counter.move[g.steps[unit]]
    if g.weather == "rainy":
        points -= g.game.charts.rain[counter.klass]
    return max(points, 0)


def next_hexes(g: Situation, unit: int, points: int) -> int:
    """10.1-10.4 The hexes the unit may enter next."""
    zoc = g.zoc(g.enemy)
    open_ = _affordable(g, unit, points, zoc)
    for h in members(open_ & g.occupied[g.active]):
        if not _may_pass(g, unit, h, points, zoc):
            open_ &= ~(1 << h)
    return open_


def _affordable(g: Situation, unit: int, points: int, zoc: int) -> int:
    """10.1, 10.3c, 10.4b The neighbours the unit can pay for and enter, friends aside."""
    start = g.hex[unit]
    klass = g.game.units.units[unit].klass
    tables = g.game.tables
    open_ = tables.open[klass][points][start] & ~g.occupied[g.enemy]
    if klass == ARMORED and g.mover == unit and _under_way(g) and not _may_rest(g, unit):
        open_ &= ~tables.barrier[start]
    return open_ & ~zoc if zoc >> start & 1 else open_


def _may_pass(g: Situation, unit: int, h: int, points: int, zoc: int) -> bool:
    """10.3a Whether the unit may enter a hex with friends: to stay, or surely to go on."""
    there = g.at[h]
    if len(there) >= groups.LIMIT:
        return False
    if g.game.mates[unit] >> there[0] & 1:
        return True
    if zoc >> h & 1:
        return False
    tables = g.game.tables
    klass = g.game.units.units[unit].klass
    start = g.hex[unit]
    if tables.barrier[start] >> h & 1 and klass == ARMORED:
        return False
    left = points - tables.cost[klass][start][h]
    enemies = g.occupied[g.enemy]
    beyond = tables.open[klass][left][h] & ~(enemies | g.occupied[g.active])
    if klass == ARMORED:
        beyond &= ~tables.barrier[h]
    if beyond:
        return True
    found = reach(
        tables.sure[klass],
        h,
        left,
        barred=enemies | groups.full(g, g.active),
        halting=zoc,
    )
    closed = groups.strangers(g, unit)
    return any(not closed >> end & 1 and end != start for end in found if end != h)


def can_move(g: Situation, unit: int, zoc: int) -> bool:
    """10.1 Whether there is any hex for the unit to enter from where it stands."""
    points = allowance(g, unit)
    open_ = _affordable(g, unit, points, zoc)
    crowd = open_ & g.occupied[g.active]
    if open_ != crowd:
        return True
    return any(_may_pass(g, unit, h, points, zoc) for h in members(crowd))


def _under_way(g: Situation) -> bool:
    """10.1 Whether the unit on the move has left the hex it began in."""
    return g.points < allowance(g, g.mover)


def _may_rest(g: Situation, unit: int) -> bool:
    """5.0 Whether the unit on the move may end where it is."""
    h = g.hex[unit]
    if len(g.at[h]) == 1:
        return True
    if not _under_way(g):
        return not groups.overfull(g, h) or g.entered >> unit & 1 == 1
    return groups.may_join(g, unit, h)


def movable(g: Situation) -> list[int]:
    """10.1 The units that have not moved and have somewhere to go."""
    moved, zoc = g.moved, g.zoc(g.enemy)
    return [u for u in g.on_map(g.active) if not moved >> u & 1 and can_move(g, u, zoc)]


def _crowded(g: Situation, movers: Sequence[int]) -> bool:
    """5.0a Whether a hex is over the limit and one of its units could still leave."""
    return any(
        len(g.at[g.hex[u]]) > 1 and not g.entered >> u & 1 and groups.overfull(g, g.hex[u])
        for u in movers
    )


def destinations(g: Situation, unit: int) -> tuple[Reached, Reached, int]:
    """10.1-10.4 Where the unit could go from here: cost and previous hex of each hex.

    First what is sure; then what takes an armored crossing test (10.5.2); last the set of hexes
    among them in which the unit may pass but not end (5.0).
    """
    side = g.game.units[unit].side
    klass = g.game.units[unit].klass
    points = g.points if g.mover == unit else allowance(g, unit)
    start, tables, zoc = g.hex[unit], g.game.tables, g.zoc(1 - side)
    strangers = groups.strangers(g, unit)
    closed = strangers | 1 << start
    barred = g.occupied[1 - side] | groups.full(g, side) | strangers & zoc
    leaving = zoc if zoc >> start & 1 else 0
    sure = reach(tables.sure[klass], start, points, barred=barred, halting=zoc, not_first=leaving)
    if klass != ARMORED or not g.game.crossing:
        return sure, {}, closed
    risky = reach(
        tables.edges[klass],
        start,
        points,
        barred=barred | strangers,
        halting=zoc,
        not_first=leaving,
    )
    return sure, risky, closed


def ends(g: Situation, unit: int) -> dict[int, tuple[int, list[int]]]:
    """10.1, 5.0 The hexes in which the unit could end its move: cost and way."""
    sure, risky, closed = destinations(g, unit)
    found = {h: (cost, path_to(sure, h)) for h, (cost, _) in sure.items() if not closed >> h & 1}
    for h, (cost, _) in risky.items():
        if h not in found and not closed >> h & 1:
            found[h] = (cost, path_to(risky, h))
    return found


def orders_of(g: Situation, word: str) -> list[Action]:
    """The moves open to a unit as whole orders, ``move UNIT HEX``."""
    unit = g.game.units.find(word)
    if unit is None or unit.side != g.active or g.hex[unit.index] < 0:
        return []
    if g.moved >> unit.index & 1 or g.mover not in (-1, unit.index):
        return []
    to = g.game.actions.to
    verb = "to" if g.mover == unit.index else f"move {unit.id}"
    sure, risky, closed = destinations(g, unit.index)
    return [Action(verb, to[h].word, h) for h in sorted({*sure, *risky}) if not closed >> h & 1]


def _expand_move(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``move UNIT HEX`` of a unit that cannot move: why not to that hex; a stack is moved unit by unit."""
    refusal = refuse_order(g, words)
    if refusal is not None:
        raise refusal
    return g.game.by_unit(words, partial(_group_in, g)) if words[0] == "move" else None


def refuse_order(g: Situation, words: Sequence[str]) -> IllegalAction | None:
    """10.1-10.5 Why a unit that cannot move cannot go to the hex that is named; None if none is."""
    if words[0] != "move" or len(words) < 2:
        return None
    unit, way = g.game.units.find(words[1]), [w for w in words[2:3] if w != "to"] or words[3:4]
    if unit is None or not way or unit.side != g.active or g.hex[unit.index] < 0:
        return None
    if g.moved >> unit.index & 1:
        return None
    here = g.game.board.label(g.hex[unit.index])
    goal = way[0].removeprefix(f"{here}-").split("-")[0]
    return refuse_hex(g, unit.index, goal) if g.game.is_hex(goal) else None


def _group_in(g: Situation, hex: str) -> Sequence[int] | None:
    """The group that is ordered to move by its hex."""
    if not g.game.is_hex(hex):
        return None
    group = g.group(g.game.board.index(hex))
    if not group:
        raise IllegalAction("10.1", "there is no group of yours in {hex}", hex=hex)
    return group


def _expand_path(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """A path ``1010-1009-0908``, taken as it stands; or a hex further away: a way to it."""
    word, rest = (
        (words[1], words[2:]) if words[0] == "to" and len(words) > 1 else (words[0], words[1:])
    )
    here = g.game.board.label(g.hex[g.mover])
    if "-" in word and g.game.is_path(word):
        first, *more = word.removeprefix(f"{here}-").split("-")
        refusal = _refuse_step(g, first, more)
        if refusal is not None:
            raise refusal
        onward = ["-".join([first, *more])] if more else []
        return [["to", first, *onward, *rest]]
    if g.game.is_hex(word):
        if word == here and rest:
            return [[*rest]]
        goal = ends(g, g.mover).get(g.game.board.index(word))
        if goal is None or len(goal[1]) == 1:
            raise refuse_hex(g, g.mover, word)
        steps = [g.game.board.label(h) for h in goal[1]]
        return [[*(part for step in steps for part in ("to", step)), *rest]]
    return None


def _farther(g: Situation, action: Action, words: Sequence[str]) -> Sequence[str]:
    """10.1, 10.4a ``to HEX to HEX`` is refused where the first ends the move; ``stay`` goes without saying there."""
    klass, tables = g.game.units[g.mover].klass, g.game.tables
    if action.verb != "to" or words[:1] not in (["to"], ["stay"]):
        return words
    left = g.points - tables.cost[klass][g.hex[g.mover]][action.value]
    if not g.zoc(g.enemy) >> action.value & 1 and tables.open[klass][left][action.value]:
        return words
    if words[0] == "stay":
        return words[1:]
    raise _refuse_step(g, action.word, words) or IllegalAction(
        "10.1b",
        "{unit} has {points} movement points left in {hex}",
        unit=g.game.units[g.mover].id,
        points=left,
        hex=action.word,
    )


def _refuse_step(g: Situation, word: str, onward: Sequence[str]) -> IllegalAction | None:
    """10.1, 10.4a Why the unit on the move may not take this step of a path; None if it may."""
    unit, goal = g.game.units[g.mover], g.game.board.index(word)
    start, tables = g.hex[g.mover], g.game.tables
    if not tables.around[start] >> goal & 1:
        return IllegalAction(
            "10.1", "{hex} is not next to {start}", hex=word, start=g.game.board.label(start)
        )
    if next_hexes(g, g.mover, g.points) >> goal & 1:
        if onward and g.zoc(g.enemy) >> goal & 1:
            return IllegalAction(
                "10.4a",
                "{unit} must stop in {hex}: an enemy zone of control",
                unit=unit.id,
                hex=word,
            )
        return None
    cost = tables.cost[unit.klass][start].get(goal, 0)
    if cost > g.points:
        return IllegalAction(
            "10.1b",
            "{hex} costs {cost} movement points; {unit} has {points}",
            hex=word,
            cost=cost,
            unit=unit.id,
            points=g.points,
        )
    return refuse_hex(g, g.mover, word)


def missed(g: Situation, words: Sequence[str]) -> IllegalAction | None:
    """10.1 Why an order could not be given in a movement that has passed without one."""
    return refuse_order(g, words) or refuse_move(g, words[0], "".join(words[1:2]))


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """10.1 Why this unit cannot be moved, or the movement not be ended, now."""
    if verb == "done":
        crowd = next((g.hex[u] for u in movable(g) if _crowded(g, [u])), None)
        if crowd is None:
            return None
        return IllegalAction(
            "5.0a",
            "{hex} is over the stacking limit: one of its units must leave first",
            hex=g.game.board.label(crowd),
        )
    unit = g.game.units.find(word)
    if verb not in ("move", "") or unit is None:
        return None
    u, name = unit.index, unit.id
    if unit.side != g.active:
        return IllegalAction(
            "10.1a", "{unit} belongs to the other side, which moves in its own turn", unit=name
        )
    if g.hex[u] < 0:
        return IllegalAction("10.1", "{unit} is not on the map", unit=name)
    if g.moved >> u & 1:
        return IllegalAction("10.1", "{unit} has moved already", unit=name)
    if g.zoc(g.enemy) >> g.hex[u] & 1:
        return _stuck(name)
    near = members(g.game.tables.around[g.hex[u]] & g.game.tables.land)
    rules = {refuse_hex(g, u, g.game.board.label(h)).rule for h in near}
    rule = rules.pop() if len(rules) == 1 else "10.1b"
    return IllegalAction(rule, "{unit} cannot enter any hex next to it", unit=name)


def _stuck(unit: str) -> IllegalAction:
    return IllegalAction(
        "10.4b",
        "{unit} is in an enemy zone of control and has no free hex outside one to go to",
        unit=unit,
    )


def _refuse_hex(g: Situation, word: str) -> IllegalAction | None:
    if word == "stay":
        return groups.refuse_joining(g, g.mover, g.hex[g.mover]) or IllegalAction(
            "5.0a",
            "the hex is over the stacking limit: {unit} must leave it",
            unit=g.game.units[g.mover].id,
        )
    return refuse_hex(g, g.mover, word) if g.game.is_hex(word) else None


def refuse_hex(g: Situation, unit: int, word: str) -> IllegalAction:
    """10.1-10.5 Why the unit cannot go to this hex."""
    goal, me = g.game.board.index(word), g.game.units[unit]
    start, tables, zoc = g.hex[unit], g.game.tables, g.zoc(1 - me.side)
    facts = {"unit": me.id, "hex": word}
    points = g.points if g.mover == unit else allowance(g, unit)
    if goal == start:
        return IllegalAction("10.1", "{unit} is in {hex} already", **facts)
    if not tables.land >> goal & 1:
        return IllegalAction("10.1b", "{hex} is sea", hex=word)
    if g.occupied[1 - me.side] >> goal & 1:
        return IllegalAction("10.3c", "{hex} is held by the enemy", hex=word)
    if len(g.group(goal)) >= groups.LIMIT:
        return IllegalAction("10.3a", "{hex} holds two units already", hex=word)
    crowd = groups.refuse_joining(g, unit, goal)
    if crowd is not None:
        return crowd
    adjacent = tables.around[start] >> goal & 1
    if zoc >> start & 1 and zoc >> goal & 1 and adjacent:
        return IllegalAction(
            "10.4b",
            "{unit} leaves an enemy zone of control and may not enter {hex}, in another, at once",
            **facts,
        )
    edges, klass = tables.edges[me.klass], me.klass
    if adjacent and goal not in tables.cost[klass][start]:
        if tables.barrier[start] >> goal & 1:
            return IllegalAction(
                "10.5",
                "{unit} is armored and may cross the water to {hex} only by road",
                **facts,
            )
        return IllegalAction("10.1b", "{hex} is closed to armored units off the road", **facts)
    if zoc >> start & 1 and not _affordable(g, unit, points, zoc):
        return _stuck(me.id)
    barred = g.occupied[1 - me.side] | groups.full(g, me.side)
    free = reach(edges, start, points, barred=barred)
    if goal in free:
        return IllegalAction(
            "10.4a",
            "{unit} would have to pass through an enemy zone of control on the way to {hex}",
            **facts,
        )
    far = reach(edges, start, 99, barred=g.occupied[1 - me.side])
    if goal not in far:
        return IllegalAction("10.1b", "{unit} has no way to {hex}", **facts)
    if far[goal][0] <= points:
        return IllegalAction(
            "10.3a", "on the way to {hex} {unit} would have to pass through full hexes", **facts
        )
    return IllegalAction(
        "10.1b",
        "{hex} is at least {cost} movement points away; {unit} has {points}",
        cost=far[goal][0],
        points=points,
        **facts,
    )
