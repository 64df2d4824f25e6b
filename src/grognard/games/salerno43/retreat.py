"""12.0 Retreats, and 13.3.2 the automatic retreat of units in Full Retreat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cache

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from ..zocbond.retreats import Terms, Way, survives, ways
from . import supply
from .counters import ALLIED, SIDES
from .situation import AWAY, FULL, Situation


def terms(g: Situation, unit: int, leaving: Collection[int], *, calm_only: bool = False) -> Terms:
    """12.1.3, 12.2, 12.3 What bounds the retreat of a unit while ``leaving`` retreat with it."""
    counter = g.game.units.units[unit]
    side, tables = counter.side, g.game.tables
    calm = 0
    zoc = g.zoc(1 - side)
    for h in members(zoc & g.occupied[side]):
        if any(u not in leaving and not g.fell_back >> u & 1 for u in g.at[h]):
            calm |= 1 << h
    mine = g.control if side == ALLIED else ~g.control
    havens = tables.city & mine
    if side == ALLIED:
        for h in g.beachheads():
            havens |= 1 << h
    exits = [
        (touched, tables.size + k)
        for k, touched in enumerate(tables.touch)
        if touched and g.friendly_area(k, side) and _may_leave(counter.army, k)
    ]
    closed = tables.sector8 if side != ALLIED and g.abandoned else 0
    if g.status[unit] == FULL:
        closed |= tables.city & ~mine
    return Terms(
        tables.ground,
        counter.vehicle,
        g.occupied[side],
        g.occupied[1 - side],
        g.bonds(1 - side),
        zoc & ~calm,
        closed,
        havens,
        exits,
        supplied_after(g, unit, leaving),
        calm_only,
    )


def supplied_after(
    g: Situation, unit: int, leaving: Collection[int], *, lost: bool = False
) -> Callable[[int], bool]:
    """12.1.3d Whether the unit would be in supply in a place, its old hex left by all ``leaving``.

    With ``lost`` the Germans have the old hex (11.5.2b).
    """
    side, origin = g.game.units.units[unit].side, g.hex[unit]
    left: Situation | None = None

    @cache
    def supplied(place: int) -> bool:
        nonlocal left
        if place >= g.game.tables.size:
            return True
        if left is None:
            left = g.copy()
            for u in g.at[origin]:
                if u in leaving:
                    left.put(u, AWAY)
            if lost:
                left.control &= ~(1 << origin)
        if supply.supplied(left, side) >> place & 1:
            return True
        there = left.copy()
        there.put(unit, place)
        return bool(supply.supplied(there, side) >> place & 1)

    return supplied


def _may_leave(army: int, area: int) -> bool:
    """21.2.2 East Entry Areas are for the 8th Army alone among the Allies."""
    return army != 5 or not 2 <= area <= 6


def open_ways(
    g: Situation, unit: int, shortest: int, longest: int, leaving: Collection[int]
) -> list[Way]:
    """12.1.3 The ways open to a unit's retreat; [] if any retreat eliminates it."""
    if g.game.units.units[unit].move == 0 or not 0 <= g.hex[unit] < g.game.tables.size:
        return []
    return ways(terms(g, unit, leaving), g.hex[unit], shortest, longest)


def can_retreat(
    g: Situation, unit: int, length: int, leaving: Collection[int], longest: int = 0
) -> bool:
    """11.5.2 Whether the unit would survive the retreat."""
    if g.game.units.units[unit].move == 0 or not 0 <= g.hex[unit] < g.game.tables.size:
        return False
    return survives(terms(g, unit, leaving), g.hex[unit], length, longest or length)


def retreat(
    g: Situation,
    units: Sequence[int],
    shortest: int,
    longest: int,
    rule: str = "12.1.1",
    *,
    calm_only: bool = False,
) -> Procedure:
    """12.1 Units retreat one after the other, in the order and each the way that its owner likes."""
    leaving, counters = set(units), g.game.units.units
    for u in units:
        if g.hex[u] >= 0 and not counters[u].move:
            g.eliminate(u, "12.2")
    waiting = [u for u in units if g.hex[u] >= 0]
    while waiting:
        found: dict[int, list[Way]] = {}
        for u in waiting:
            by = terms(g, u, leaving, calm_only=calm_only)
            if open_ := ways(by, g.hex[u], shortest, longest):
                found[u] = open_
        if not found:
            for u in waiting:
                g.eliminate(u, "12.2")
            return
        unit = max(found, key=lambda u: len(found[u]) > 1)
        others = [u for u in found if u != unit] if len(found[unit]) > 1 else []
        before = yield from _one(g, unit, found[unit], rule, others)
        if before is not None:
            unit = before
            yield from _one(g, unit, found[unit], rule, [])
        waiting.remove(unit)


def _one(
    g: Situation, unit: int, found: list[Way], rule: str, others: Sequence[int]
) -> Asking[int | None]:
    """12.1.1 One unit retreats along one of the ways found for it, or its owner sends another first."""
    counter = g.game.units.units[unit]
    origin, size = g.hex[unit], g.game.tables.size
    gone: Way = ()
    while True:
        onward = {way[len(gone)] for way in found if len(way) > len(gone)}
        # An enemy in Full Retreat may meanwhile have fallen back onto the way (12.2a).
        shut = g.occupied[1 - counter.side]
        places = sorted(h for h in onward if h >= size or not shut >> h & 1)
        may_stop = gone in found
        if not places:
            if not may_stop:
                g.eliminate(unit, "12.2")
                return None
            break
        place = places[0]
        if len(places) > 1 or may_stop or (others and not gone):
            choice = yield from _ask(g, unit, places, may_stop, found, gone, others, origin)
            if choice.verb == "retire":
                sent: int = choice.value
                return sent
            if choice.verb == "stop":
                break
            place = choice.value
        g.fell_back |= 1 << unit
        _walk(g, unit, place)
        gone = (*gone, place)
        found = [way for way in found if way[: len(gone)] == gone]
        if place < size:
            yield from automatic(g, place, counter.side)
    g.tell(
        "retreat",
        rule,
        "{unit} retreats from {start} to {hex}",
        unit=counter.id,
        start=g.word(origin),
        hex=g.word(g.hex[unit]),
    )
    return None


def _ask(
    g: Situation,
    unit: int,
    places: list[int],
    may_stop: bool,
    found: list[Way],
    gone: Way,
    others: Sequence[int],
    origin: int,
) -> Asking[Action]:
    """12.1.2, 12.1.3 The next hex; before the first one another unit of the stack may be sent first."""
    acts = g.game.actions
    actions = [acts.retreat[h] for h in places]
    if may_stop:
        actions.append(acts.stop)
    if not gone:
        actions += [acts.retire[u] for u in others]
    choice: Action = yield Ask(
        SIDES[g.game.units[unit].side],
        "retreat",
        "12.1.3",
        Say("where does {unit} retreat?", unit=g.id(unit)),
        actions,
        continues=bool(gone),
        refuse=lambda verb, word: refuse_hex(g, unit, [unit, *others], origin, word),
        expand=lambda words: _expand(g, words, found, gone, bool(others)),
    )
    return choice


def _expand(
    g: Situation, words: Sequence[str], found: list[Way], gone: Way, asked: bool
) -> list[list[str]] | None:
    """``retreat HEX`` for a hex at the end of a way: the hexes to it."""
    if words[0] != "retreat" or len(words) < 2:
        return None
    for way in found:
        if g.word(way[-1]) == words[1] and len(way) > len(gone) + 1:
            at = len(gone)
            steps = []
            rest = found
            for place in way[at:]:
                options = {w[at] for w in rest if len(w) > at}
                stop = any(len(w) == at for w in rest)
                if len(options) > 1 or stop or (asked and at == 0):
                    steps += ["retreat", g.word(place)]
                rest = [w for w in rest if len(w) > at and w[at] == place]
                at += 1
            if len(rest) > 1:
                steps.append("stop")
            return [[*steps, *words[2:]]]
    return None


def refuse_hex(
    g: Situation, unit: int, leaving: Collection[int], origin: int, word: str
) -> IllegalAction | None:
    """12.1.3, 12.2, 12.3 Why the unit, on its retreat from ``origin``, may not go to this hex."""
    if not g.game.is_hex(word):
        return None
    goal, counter = g.game.board.index(word), g.game.units[unit]
    facts = {"unit": counter.id, "hex": word}
    here, ground = g.hex[unit], g.game.tables.ground
    by = terms(g, unit, leaving)
    if by.enemies >> goal & 1:
        return IllegalAction("12.2a", "{hex} is held by the enemy", hex=word)
    near = ground.around[here] >> goal & 1
    if by.bonds.hexes >> goal & 1 or (near and by.bonds.crosses(ground, here, goal)):
        return IllegalAction("12.2b", "an enemy ZOC Bond closes the way to {hex}", hex=word)
    if near and ground.across(ground.wall, here, goal):
        if counter.vehicle:
            return IllegalAction("12.3.2a", "{unit} would be lost in the mountains", **facts)
        return IllegalAction("12.1.3e", "{unit} can retreat without crossing mountains", **facts)
    if near and counter.vehicle and ground.across(ground.unbridged, here, goal):
        return IllegalAction("12.3.1", "{unit} would be lost in the river before {hex}", **facts)
    away = ground.distances(origin)
    if away.get(goal, 9) <= away.get(here, 0):
        return IllegalAction("12.1.3b", "{hex} leads no farther away", hex=word)
    if by.dangerous >> goal & 1:
        return IllegalAction("12.1.3c", "{hex} lies in an enemy ZOC", hex=word)
    return IllegalAction(
        "12.1.3", "the retreat guidelines lead {unit} elsewhere than to {hex}", **facts
    )


def _walk(g: Situation, unit: int, place: int) -> None:
    """12.3.2a A retreat over a mountain hexside without road or pass costs effectiveness."""
    here, ground = g.hex[unit], g.game.tables.ground
    if place < g.game.tables.size and ground.across(ground.wall, here, place):
        g.half |= 1 << unit
    g.put(unit, place)


def automatic(g: Situation, h: int, side: int) -> Procedure:
    """13.3.2e Enemies in Full Retreat on their own fall back when a unit comes next to them."""
    other = 1 - side
    near = g.game.tables.ground.around[h] & g.routed[other]
    if not near:
        return
    for spot in members(near):
        units = g.group(spot)
        if units and all(g.status[u] == FULL for u in units):
            yield from retreat(g, units, 2, 2, "13.3.2")


def purge(g: Situation) -> None:
    """13.3.2f Units in Full Retreat alone next to an enemy are eliminated as a phase begins."""
    spread = g.game.board.grid.spread
    near = [g.routed[side] and g.routed[side] & spread(g.occupied[1 - side]) for side in (0, 1)]
    for h in members(near[0] | near[1]):
        for u in g.group(h):
            g.eliminate(u, "13.3.2f")
