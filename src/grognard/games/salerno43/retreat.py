"""12.0 Retreats, and 13.3.2 the automatic retreat of units in Full Retreat."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...engine.decision import Ask, Asking, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import members
from ..zocbond.retreats import Terms, Way, ways
from . import supply
from .counters import ALLIED, SIDES
from .situation import FULL, Situation


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
        g.occupied[1 - side],
        g.bonds(1 - side),
        zoc & ~calm,
        closed,
        havens,
        exits,
        lambda place: place >= tables.size or bool(supply.supplied(g, side) >> place & 1),
        calm_only,
    )


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


def can_retreat(g: Situation, unit: int, length: int, leaving: Collection[int]) -> bool:
    """11.5.2 Whether the unit would survive the retreat."""
    return bool(open_ways(g, unit, length, length, leaving))


def retreat(
    g: Situation,
    units: Sequence[int],
    shortest: int,
    longest: int,
    rule: str = "12.1.1",
    *,
    calm_only: bool = False,
) -> Procedure:
    """12.1 Units retreat one after the other, each its own way if its owner likes."""
    leaving = set(units)
    for u in units:
        if g.hex[u] >= 0:
            yield from _one(g, u, shortest, longest, leaving, rule, calm_only)


def _one(
    g: Situation,
    unit: int,
    shortest: int,
    longest: int,
    leaving: set[int],
    rule: str,
    calm_only: bool,
) -> Procedure:
    counter = g.game.units.units[unit]
    origin = g.hex[unit]
    found: list[Way] = []
    if counter.move:
        found = ways(terms(g, unit, leaving, calm_only=calm_only), origin, shortest, longest)
    if not found:
        g.eliminate(unit, "12.2")
        return
    g.fell_back |= 1 << unit
    gone: Way = ()
    while True:
        onward = [way for way in found if len(way) > len(gone)]
        places = sorted({way[len(gone)] for way in onward})
        may_stop = gone in found
        if not places:
            break
        place = places[0]
        if len(places) > 1 or may_stop:
            chosen = yield from _ask(g, unit, places, may_stop, found, gone)
            if chosen is None:
                break
            place = chosen
        _walk(g, unit, place)
        gone = (*gone, place)
        found = [way for way in found if way[: len(gone)] == gone]
        if place < g.game.tables.size:
            yield from automatic(g, place, counter.side)
    g.tell(
        "retreat",
        rule,
        "{unit} retreats from {start} to {hex}",
        unit=counter.id,
        start=g.word(origin),
        hex=g.word(g.hex[unit]),
    )


def _ask(
    g: Situation, unit: int, places: list[int], may_stop: bool, found: list[Way], gone: Way
) -> Asking[int | None]:
    acts = g.game.actions
    actions = [acts.retreat[h] for h in places]
    if may_stop:
        actions.append(acts.stop)
    choice = yield Ask(
        SIDES[g.game.units[unit].side],
        "retreat",
        "12.1.3",
        Say("where does {unit} retreat?", unit=g.id(unit)),
        actions,
        continues=bool(gone),
        refuse=lambda verb, word: refuse_hex(g, unit, word),
        expand=lambda words: _expand(g, words, found, gone),
    )
    return None if choice is acts.stop else choice.value


def _expand(
    g: Situation, words: Sequence[str], found: list[Way], gone: Way
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
                if len(options) > 1 or stop:
                    steps += ["retreat", g.word(place)]
                rest = [w for w in rest if len(w) > at and w[at] == place]
                at += 1
            if len(rest) > 1:
                steps.append("stop")
            return [[*steps, *words[2:]]]
    return None


def refuse_hex(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """12.1.3, 12.2 Why the unit may not retreat to this hex."""
    if not g.game.is_hex(word):
        return None
    goal, counter = g.game.board.index(word), g.game.units[unit]
    facts = {"unit": counter.id, "hex": word}
    enemy = 1 - counter.side
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("12.2a", "{hex} is held by the enemy", hex=word)
    bonds, ground = g.bonds(enemy), g.game.tables.ground
    here = g.hex[unit]
    if bonds.hexes >> goal & 1 or (
        ground.around[here] >> goal & 1 and bonds.crosses(ground, here, goal)
    ):
        return IllegalAction("12.2b", "an enemy ZOC Bond closes the way to {hex}", hex=word)
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
    for side in (0, 1):
        if not g.routed[side]:
            continue
        near = g.game.board.grid.spread(g.occupied[1 - side])
        for h in members(g.routed[side] & near):
            for u in g.group(h):
                g.eliminate(u, "13.3.2f")
