"""13.0 Retreat and disruption."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from ...engine.decision import Procedure
from ...engine.words import IllegalAction
from ...hexes import OFF
from ..zocbond import losses, stacking
from ..zocbond.retreats import Found, Retreat, Way
from ..zocbond.withdrawal import surviving
from .counters import GERMAN
from .situation import DISRUPTED, Situation


class Land(NamedTuple):
    """What bounds one unit's retreat."""

    barred: int
    """Enemies, Bonds, hexes that nobody enters."""
    hot: int
    """Vacant hexes in enemy zones of control."""
    havens: int
    """13.3 Hexes in which a retreat of two may stop after one."""


def zones(g: Situation, side: int) -> int:
    """16.3b The enemy's zones of control; for Germans not those that reach in over the Cherbourg line."""
    enemy, tables = 1 - side, g.game.tables
    if side != GERMAN or not tables.perimeter:
        return g.zoc(enemy)
    found, ground = 0, tables.ground
    for d in range(6):
        open_ = g.any_zoc[enemy] & ground.zoc_foot[d]
        found |= ground.shift(open_ & ~tables.line_side[d], d)
        found |= ground.shift(open_ & tables.line_side[d], d) & ~tables.perimeter
    return found


def land(g: Situation, unit: int, leaving: Collection[int], *, marked: bool) -> Land:
    """13.1.2, 13.2.2, 13.3, 13.7 The ground of a unit's retreat while others leave with it."""
    side = g.game.units.units[unit].side
    enemy, tables = 1 - side, g.game.tables
    firm = steady = 0
    for u in g.on_map(side):
        if u in leaving or g.fell_back >> u & 1:
            continue
        firm |= 1 << g.hex[u]
        if g.status[u] != DISRUPTED:
            steady |= 1 << g.hex[u]
    zoc = zones(g, side)
    barred = g.occupied[enemy] | g.bonds(enemy).hexes | ~tables.land | g.game.closed
    if not marked:
        barred |= g.strategic_hexes(side, unit)
    havens = _cover(g, side, leaving) & ~(zoc & ~steady)
    for u in g.on_map(side):
        h = g.hex[u]
        if steady >> h & 1 and not havens >> h & 1 and _room_for(g, unit, h, leaving):
            havens |= 1 << h
    return Land(barred, zoc & ~firm, havens)


def _cover(g: Situation, side: int, leaving: Collection[int]) -> int:
    """13.3a The hexes whose ground or works stop a retreat of two after one."""
    tables = g.game.tables
    found = tables.city | tables.town | tables.woods | tables.bocage | tables.permanent
    found |= g.improved[side] | g.improved[1 - side]
    for u in g.on_map(side):
        if g.game.units.units[u].strongpoint and u not in leaving:
            found |= 1 << g.hex[u]
    return found


def _room_for(g: Situation, unit: int, h: int, leaving: Collection[int]) -> bool:
    """13.3b Whether undisrupted friends there are strong enough to stop the unit."""
    hold = 0
    for u in g.group(h):
        if u in leaving or g.fell_back >> u & 1:
            hold -= g.defense(u) if u != unit else 0
        elif g.status[u] != DISRUPTED and not (g.stood | g.strategic) >> u & 1:
            hold += g.defense(u)
    return hold >= g.defense(unit)


def price(g: Situation, unit: int, here: int, d: int, there: int, first: bool) -> int | None:
    """13.2.1, 13.2.2f What a step of a retreat costs in steps; None where it is barred."""
    tables, counter = g.game.tables, g.game.units.units[unit]
    ground = tables.ground
    if ground.closed[d] >> here & 1:
        return None
    if ground.road[d] >> here & 1:
        return 0
    if tables.marsh >> there & 1:
        return None
    if drowns(g, unit, here, d, there):
        return g.steps[unit]
    if counter.mechanized and tables.flooded >> here & 1:
        return None
    river = (tables.flood[d] | tables.major[d]) >> here & 1
    return 1 if tables.flooded >> there & 1 or (river and not first) else 0


def drowns(g: Situation, unit: int, here: int, d: int, there: int) -> bool:
    """13.2.1b Whether a retreat over flooded ground off the road eliminates a unit: all that is mechanized."""
    tables = g.game.tables
    if not g.game.units.units[unit].mechanized or tables.ground.road[d] >> here & 1:
        return False
    return bool((tables.flood[d] >> here | tables.flooded >> there) & 1)


def ways_out(g: Situation, unit: int, leaving: Collection[int], by: Retreat) -> list[Found]:
    """13.1-13.3 The ways open to a unit, with what they cost and whether they pass a zone of control."""
    for marked in (False, True):
        ground = land(g, unit, leaving, marked=marked)
        found = _search(g, unit, ground, by)
        room = [each for each in found if not _full(g, unit, each.way[-1])]
        if found and not room:
            room = _farther(g, unit, ground, by)
        if room:
            return room
    return []


def _full(g: Situation, unit: int, h: int) -> bool:
    """13.1.5 Whether a hex would be overstacked by a unit."""
    return stacking.over(g, (*g.group(h), unit))


def _search(g: Situation, unit: int, ground: Land, by: Retreat) -> list[Found]:
    """13.1.1, 13.3 The ways of the length of the result, or of one hex into a haven, full or not."""
    start, length = g.hex[unit], by.longest
    distance = g.game.tables.ground.distances(start)
    found: list[Found] = []

    def go(way: Way, here: int, cost: int, hot: int) -> None:
        gone = len(way)
        if gone:
            ends = gone == length and distance.get(here, 9) >= length
            short = gone == 1 and length == 2 and ground.havens >> here & 1
            if ends or short:
                found.append(Found(way, 0, bool(hot), 0, 0, cost))
            if gone == length:
                return
        for n, more, danger in _onward(g, unit, ground, here, by, first=not gone):
            if n != start and n not in way:
                go((*way, n), n, cost + more, hot + danger)

    go((), start, 0, 0)
    return found


def _farther(g: Situation, unit: int, ground: Land, by: Retreat) -> list[Found]:
    """13.1.5 Where the hexes so far away are full: the fewest hexes farther that find room."""
    start, length = g.hex[unit], by.longest
    distance = g.game.tables.ground.distances(start)
    ways = {start: Found((), 0, False, 0, 0, 0)}
    brink = [start]
    while brink:
        fresh: dict[int, Found] = {}
        for here in brink:
            so_far = ways[here]
            for n, more, danger in _onward(g, unit, ground, here, by, first=not so_far.way):
                if n in ways:
                    continue
                hot = so_far.exposed or bool(danger)
                step = Found((*so_far.way, n), 0, hot, 0, 0, so_far.losses + more)
                old = fresh.get(n)
                if old is None or (step.losses, step.exposed) < (old.losses, old.exposed):
                    fresh[n] = step
        ways |= fresh
        room = [
            each
            for n, each in fresh.items()
            if len(each.way) > length and distance.get(n, 9) >= length and not _full(g, unit, n)
        ]
        if room:
            return room
        brink = list(fresh)
    return []


def _onward(
    g: Situation, unit: int, ground: Land, here: int, by: Retreat, *, first: bool
) -> Iterator[tuple[int, int, int]]:
    """13.1.2, 13.2 The next hexes of a retreat: what each costs in steps, and whether it is in a zone.

    13.2.1c What the stack has paid once costs those who follow nothing.
    """
    bonds = g.bonds(1 - g.game.units.units[unit].side)
    for d, n in enumerate(g.game.tables.ground.neighbours[here]):
        if n == OFF or ground.barred >> n & 1 or bonds.sides[d] >> here & 1:
            continue
        danger = ground.hot >> n & 1
        if danger and not first:
            continue
        more = price(g, unit, here, d, n, first)
        if more is None:
            continue
        if (here, n) in by.paid and not drowns(g, unit, here, d, n):
            more = 0
        yield n, more, danger


def first_matters(g: Situation, unit: int, way: Way, waiting: Sequence[int], by: Retreat) -> bool:
    """13.1.5, 13.2.1c Whether the owner has to say who goes first on the one way that is open to a unit: who
    does pays for those who follow, or there is not room for all at its end."""
    if stacking.over(g, (*g.group(way[-1]), *waiting)):
        return True
    deltas, here = g.game.tables.ground.deltas, g.hex[unit]
    for k, there in enumerate(way):
        d = deltas.index(there - here)
        swims = sum(not drowns(g, u, here, d, there) for u in waiting)
        if swims > 1 and (here, there) not in by.paid and price(g, unit, here, d, there, not k):
            return True
        here = there
    return False


def step(g: Situation, unit: int, place: int, by: Retreat) -> Procedure:
    """13.2.1, 13.7 A unit goes to the next hex of its way and pays for it; 9.8.6 trucks go like other markers."""
    here = g.hex[unit]
    d = g.game.tables.ground.deltas.index(place - here)
    cost = price(g, unit, here, d, place, not g.fell_back >> unit & 1) or 0
    g.put(unit, place)
    g.fell_back |= 1 << unit
    for u in g.group(place):
        g.trucked &= ~(1 << u)
        if g.strategic >> u & 1:
            g.strategic &= ~(1 << u)
            g.tell("strategic", "13.7", "{unit} loses its Strategic Movement marker", unit=g.id(u))
    if not cost:
        return
    if drowns(g, unit, here, d, place):
        g.eliminate(unit, "13.2.1")
    elif (here, place) not in by.paid:
        by.paid.add((here, place))
        yield from losses.lose_step(g, unit, "13.2.1")


def shake(g: Situation, unit: int, by: Retreat) -> None:
    """13.6a Who retreats is Disrupted; an HQ is flipped too."""
    g.fell_back |= 1 << unit
    if g.game.units.units[unit].hq:
        g.used |= 1 << unit
    if g.status[unit] != DISRUPTED:
        g.disrupt(unit, "13.6")
    g.reserve &= ~(1 << unit)


def survives(g: Situation, units: Sequence[int], length: int) -> bool:
    """12.5 Whether any of the units would come through a retreat; 13.2.1 what a way costs in steps is paid
    once by all who take it together."""
    leaving, by = set(units), Retreat("13.1", length, length)
    steps: dict[Way, int] = {}
    cost: dict[Way, int] = {}
    for u in units:
        if g.fell_back >> u & 1:
            continue
        for way, *_, lost in surviving(g, u, leaving, by):
            if not _drowned(g, u, way):
                steps[way] = steps.get(way, 0) + g.steps[u]
                cost[way] = lost
    return any(left > cost[way] for way, left in steps.items())


def _drowned(g: Situation, unit: int, way: Way) -> bool:
    """13.2.1b Whether flooded ground on a way eliminates a unit."""
    deltas, here = g.game.tables.ground.deltas, g.hex[unit]
    for there in way:
        if drowns(g, unit, here, deltas.index(there - here), there):
            return True
        here = there
    return False


def refuse(g: Situation, unit: int, origin: int, by: Retreat, word: str) -> IllegalAction | None:
    """13.1, 13.2, 13.7 Why a unit on its retreat from a hex may not go to another."""
    goal = g.game.place(word)
    if goal is None:
        return None
    facts = {"unit": g.id(unit), "hex": word}
    side, here, tables = g.game.units.units[unit].side, g.hex[unit], g.game.tables
    ground, bonds = tables.ground, g.bonds(1 - side)
    if not tables.land >> goal & 1:
        return IllegalAction("13.2.2", "{hex} is sea", **facts)
    if g.occupied[1 - side] >> goal & 1:
        return IllegalAction("13.2.2", "{hex} is held by the enemy", **facts)
    if g.game.closed >> goal & 1:
        return IllegalAction("S3.1", "nobody enters {hex} in this scenario", **facts)
    if bonds.hexes >> goal & 1:
        return IllegalAction("13.2.2", "{hex} is closed by an enemy ZOC Bond", **facts)
    if ground.around[here] >> goal & 1:
        first = here == origin
        if bonds.crosses(ground, here, goal):
            return IllegalAction("13.2.2", "an enemy ZOC Bond closes the way to {hex}", **facts)
        if ground.across(ground.closed, here, goal):
            return IllegalAction("13.2.2", "the hexside to {hex} is impassable", **facts)
        if price(g, unit, here, ground.deltas.index(goal - here), goal, first) is None:
            return IllegalAction("13.2.2", "the ground keeps {unit} from {hex}", **facts)
    away = ground.distances(origin)
    if away.get(goal, 9) <= away.get(here, 0):
        return IllegalAction("13.1.1", "{hex} is no farther away", **facts)
    if away.get(goal, 9) > by.longest:
        return IllegalAction("13.1.1", "{unit} retreats {n} hexes", n=by.longest, **facts)
    if g.strategic_hexes(side, unit) >> goal & 1:
        return IllegalAction("13.7", "in {hex} a friend uses Strategic Movement", **facts)
    if zones(g, side) >> goal & 1:
        return IllegalAction("13.1.2", "{hex} is in an enemy zone of control", **facts)
    if _full(g, unit, goal):
        return IllegalAction("13.1.5", "there is no room for {unit} in {hex}", **facts)
    found = ways_out(g, unit, by.underway, by) if here == origin else []
    fewest = min((each.losses for each in found), default=0)
    ways = [each for each in found if goal in each.way and each.losses == fewest]
    if ways and all(each.exposed for each in ways):
        return IllegalAction(
            "13.1.2", "the way to {hex} leads through an enemy zone of control", **facts
        )
    return IllegalAction("13.1.4", "{hex} is not on a path with the fewest losses", **facts)


def refuse_stop(g: Situation, unit: int, origin: int, by: Retreat) -> IllegalAction:
    """13.1.1, 13.1.5, 13.3 Why a unit on its retreat from a hex may not end it where it is."""
    here, side = g.hex[unit], g.game.units.units[unit].side
    facts = {"unit": g.id(unit), "hex": g.word(here)}
    if here != origin and stacking.over(g, g.group(here)):
        return IllegalAction("13.1.5", "there is no room for {unit} in {hex}", **facts)
    if here == origin or by.longest > 2:
        return IllegalAction("13.1.1", "{unit} retreats {n} hexes", n=by.longest, **facts)
    if _cover(g, side, by.underway) >> here & 1:
        return IllegalAction("13.3", "{hex} is in an enemy zone of control", **facts)
    if any(u not in by.underway for u in g.group(here)):
        return IllegalAction("13.3", "the friends in {hex} cannot stop {unit}", **facts)
    return IllegalAction("13.3", "{hex} offers {unit} no cover", **facts)
