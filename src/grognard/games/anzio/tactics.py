"""14.3 The German tactics A to E: where each of them sends a group, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from ...engine.words import Say
from ...hexes import members, reach
from . import groups, movement
from .counters import ALLIED, ARMORED, FOOT, GERMAN
from .situation import Situation

if TYPE_CHECKING:
    from . import Anzio

FAR = 40
"""Movement points beyond which a march is not counted any more."""
ROAD = "Via Anziate"
NEAR_ROAD = 3
"""Tactic B: who is so near the Albano road joins the limited offensive."""
GUARD = 2
"""Tactic D: how far from an objective the Germans stand guard."""
NORTH_OF = 5
"""Tactic E: the Germans withdraw north of this row."""

Party = tuple[int, ...]
"""Units of a hex that move together."""


def destination(g: Situation, party: Party) -> tuple[int, tuple[str, Say]]:
    """14.3 Where the tactic sends a group, and why."""
    start = g.hex[party[0]]
    names = "+".join(g.game.units[u].id for u in party)
    if g.game.port_mask >> start & 1:
        return start, ("13.0b", Say("{units} hold the port in {hex}", **_facts(g, party, start)))
    ends = _ends(g, party)
    if not ends:
        return start, ("10.1", Say("{units} have nowhere to go", units=names))
    tactic = {
        "A": _general_offensive,
        "B": _limited_offensive,
        "C": _hold_the_line,
        "D": _guard_the_objectives,
        "E": _withdraw,
    }[g.tactic or "C"]
    goal, say = tactic(g, party, ends)
    return goal, ("14.3", say)


def _facts(g: Situation, party: Party, h: int) -> dict[str, str]:
    units, label = g.game.units, g.game.board.label
    return {
        "units": "+".join(units[u].id for u in party),
        "start": label(g.hex[party[0]]),
        "hex": label(h),
    }


def _ends(g: Situation, party: Party) -> dict[int, int]:
    """5.0, 10.1 Where the whole group could surely end, with its cost; staying too if it may.

    The printed Germans risk no armored crossing (ruling).
    """
    start = g.hex[party[0]]
    found: dict[int, int] = {}
    for i, unit in enumerate(party):
        sure, _, closed = movement.destinations(g, unit)
        costs = {h: cost for h, (cost, _) in sure.items() if not closed >> h & 1}
        found = costs if i == 0 else {h: max(c, costs[h]) for h, c in found.items() if h in costs}
    found = {h: c for h, c in found.items() if len(g.group(h)) + len(party) <= groups.LIMIT}
    if not groups.overfull(g, start) and len(g.at[start]) <= groups.LIMIT:
        found[start] = 0
    return found


def _general_offensive(g: Situation, party: Party, ends: dict[int, int]) -> tuple[int, Say]:
    """14.3 A: on to the nearer port, up to the weakest Allied group on the way."""
    start, klass = g.hex[party[0]], _class(g, party)
    facts = _facts(g, party, start)
    foes = foes_of(g, start)
    if foes and start in ends:
        return start, Say(
            "{units} stay in {hex}, next to the enemy in {foe}",
            foe=g.game.board.label(weakest(g, foes)[0]),
            **facts,
        )

    def key(h: int) -> tuple[int, int, bool, int, int]:
        near = foes_of(g, h)
        weak = min((g.strength(g.at[foe]) for foe in near), default=99)
        rough = bool(g.game.tables.rough >> h & 1)
        return nearest(g.game, klass, g.game.ports, h), weak, not rough, ends[h], h

    goal = min(ends, key=key)
    facts = _facts(g, party, goal)
    if goal == start:
        return goal, Say("{units} hold {hex}: no way leads nearer to the ports", **facts)
    near = foes_of(g, goal)
    if near:
        foe = g.game.board.label(weakest(g, near)[0])
        return goal, Say(
            "{units} close up from {start} to {hex}, next to the enemy in {foe}", foe=foe, **facts
        )
    return goal, Say("{units} march from {start} to {hex}, toward the ports", **facts)


def _limited_offensive(g: Situation, party: Party, ends: dict[int, int]) -> tuple[int, Say]:
    """14.3 B: along the Albano road as in A; elsewhere hold, or close a gap in the line."""
    start = g.hex[party[0]]
    if albano_road(g.game, NEAR_ROAD) >> start & 1:
        return _general_offensive(g, party, ends)
    facts = _facts(g, party, start)
    if foes_of(g, start) and start in ends:
        return start, Say("{units} hold {hex}: the offensive is along the Albano road", **facts)
    goal = _line_hex(g, party, ends, gaps_only=True)
    facts = _facts(g, party, goal)
    if goal == start:
        return goal, Say("{units} hold {hex}: the offensive is along the Albano road", **facts)
    return goal, Say("{units} go from {start} to {hex} to close the line", **facts)


def _hold_the_line(g: Situation, party: Party, ends: dict[int, int]) -> tuple[int, Say]:
    """14.3 C: groups in contact stay; others join or extend the line, on good ground first."""
    start = g.hex[party[0]]
    if foes_of(g, start) and start in ends:
        facts = _facts(g, party, start)
        return start, Say("{units} hold their part of the line in {hex}", **facts)
    goal = _line_hex(g, party, ends, gaps_only=False)
    facts = _facts(g, party, goal)
    if goal == start:
        return goal, Say("{units} hold their part of the line in {hex}", **facts)
    return goal, Say("{units} go from {start} to {hex} to lengthen the line", **facts)


def _line_hex(g: Situation, party: Party, ends: dict[int, int], *, gaps_only: bool) -> int:
    """14.3 B-C The place in the line for a group that is not in contact.

    A line is a row of groups at most two hexes apart, out of Allied zones of control and not more
    than three hexes from the nearest Allied group (ruling).  Whoever is too far off marches up.
    """
    start = g.hex[party[0]]
    away = distances(g, ALLIED)
    others = g.occupied[GERMAN] if len(g.at[start]) > len(party) else _without(g, start)
    rough, water = g.game.tables.rough, g.game.tables.water
    line = [h for h in members(others) if away(h) <= 3]

    def apart(h: int) -> int:
        return min((g.game.board.grid.distance(h, other) for other in line), default=0)

    places = [h for h in ends if 2 <= away(h) <= 3 and (not line or 1 <= apart(h) <= 2)]
    if gaps_only:
        places = [h for h in places if _closes_gap(g, h, line)]
        if not places:
            return start if start in ends else min(ends, key=lambda h: (ends[h], h))
    if places:
        return min(
            places,
            key=lambda h: (
                not rough >> h & 1,
                not water[h],
                apart(h) != 2,
                h != start,
                ends[h],
                h,
            ),
        )
    quiet = [h for h in ends if away(h) >= 2] or list(ends)
    return min(quiet, key=lambda h: (away(h), not rough >> h & 1, h != start, ends[h], h))


def _closes_gap(g: Situation, h: int, line: list[int]) -> bool:
    """Whether two groups of the line, too far apart, would both be within two hexes of this one."""
    far = g.game.board.grid.distance
    near = [other for other in line if far(h, other) <= 2]
    return any(far(a, b) > 2 for a in near for b in near)


def _guard_the_objectives(g: Situation, party: Party, ends: dict[int, int]) -> tuple[int, Say]:
    """14.3 D: a two-unit group into each objective, the rest near them across the roads."""
    start, klass, game = g.hex[party[0]], _class(g, party), g.game
    post = garrisons(g).get(party[0])
    if post is not None:
        goal = min(ends, key=lambda h: (march(game, klass, post)[h], ends[h], h))
        facts = _facts(g, party, goal)
        name = game.board.names.get(post, game.board.label(post))
        if goal == start:
            return goal, Say("{units} are the garrison of {place}", place=name, **facts)
        return goal, Say(
            "{units} go from {start} to {hex} to garrison {place}", place=name, **facts
        )
    goals = members(game.objective_mask)
    far = game.board.grid.distance

    def key(h: int) -> tuple[int, int, bool, bool, bool, int, int]:
        off = min((far(h, goal) for goal in goals), default=0)
        return (
            max(off - GUARD, 0),
            len(g.group(h)) if h != start else 0,
            bool(g.zoc(ALLIED) >> h & 1) and h != start,
            not game.tables.road[h],
            not game.tables.rough >> h & 1,
            ends[h],
            h,
        )

    free = {h: cost for h, cost in ends.items() if not game.objective_mask >> h & 1 or h == start}
    goal = min(free or ends, key=key)
    facts = _facts(g, party, goal)
    if goal == start:
        return goal, Say("{units} stand guard in {hex}", **facts)
    return goal, Say("{units} go from {start} to {hex} to bar the roads to the objectives", **facts)


def garrisons(g: Situation) -> dict[int, int]:
    """14.3 D The units that garrison the objectives: the two-unit group there, else the nearest."""
    found: dict[int, int] = {}
    far = g.game.board.grid.distance
    pairs = [h for h in members(g.occupied[GERMAN]) if len(g.at[h]) >= groups.LIMIT]
    for post in members(g.game.objective_mask & ~g.occupied[ALLIED]):
        free = [h for h in pairs if not any(u in found for u in g.at[h])]
        if not free:
            continue
        best = min(free, key=lambda h: (far(h, post), h))
        found.update(dict.fromkeys(g.at[best][: groups.LIMIT], post))
    return found


def _withdraw(g: Situation, party: Party, ends: dict[int, int]) -> tuple[int, Say]:
    """14.3 E: out of Allied zones to the nearest town, mountain or river in the north."""
    start, game = g.hex[party[0]], g.game
    facts = _facts(g, party, start)
    if game.objective_mask >> start & 1 and start in ends:
        return start, Say("{units} stay as the garrison of {hex}", **facts)
    zoc, refuge, far = g.zoc(ALLIED), refuges(game), game.board.grid.distance
    safe = {h: cost for h, cost in ends.items() if not zoc >> h & 1}
    if not safe:
        return (start if start in ends else min(ends)), Say(
            "{units} cannot leave the Allied zones of control", **facts
        )
    havens = members(refuge & ~zoc & ~g.occupied[ALLIED])

    def key(h: int) -> tuple[int, int, int]:
        return min((far(h, haven) for haven in havens), default=0), safe[h], h

    goal = min(safe, key=key)
    facts = _facts(g, party, goal)
    if goal == start:
        return goal, Say("{units} stand in good ground in {hex}", **facts)
    if refuge >> goal & 1:
        return goal, Say("{units} withdraw from {start} to good ground in {hex}", **facts)
    return goal, Say("{units} withdraw from {start} by way of {hex}", **facts)


# -- what the map and the enemy mean to the Germans


@lru_cache(maxsize=64)
def march(game: Anzio, klass: int, goal: int) -> tuple[int, ...]:
    """10.1 By hex: the cheapest march to a goal, units aside; FAR where there is none."""
    back: list[list[tuple[int, int]]] = [[] for _ in range(game.board.grid.size)]
    for h, pairs in enumerate(game.tables.sure[klass]):
        for n, cost in pairs:
            back[n].append((h, cost))
    costs = reach(tuple(tuple(pairs) for pairs in back), goal, FAR)
    return tuple(costs[h][0] if h in costs else FAR for h in range(len(back)))


def nearest(game: Anzio, klass: int, goals: Iterable[int], h: int) -> int:
    """The march from a hex to the nearest of several goals."""
    return min((march(game, klass, goal)[h] for goal in goals if goal >= 0), default=FAR)


@lru_cache(maxsize=16)
def albano_road(game: Anzio, distance: int) -> int:
    """14.3 B The hexes so near the Albano road."""
    mask = 0
    for road in game.board.roads:
        if road.name.startswith(ROAD):
            for h in road.hexes:
                mask |= game.board.grid.within(h, distance)
    return mask


@lru_cache(maxsize=16)
def refuges(game: Anzio) -> int:
    """14.3 E Towns, mountains and river lines in the north."""
    where, grid = game.board.where, game.board.grid
    good = where.get("town", 0) | where.get("mountain", 0)
    mask = 0
    for h in members(game.tables.land):
        if grid.line_place(h)[1] < NORTH_OF and (good >> h & 1 or game.tables.water[h]):
            mask |= 1 << h
    return mask


def parties(g: Situation, side: int) -> list[Party]:
    """5.0 The units that march together, the foremost first: a group, or a division on its road."""
    units, found = g.game.units, []
    goals = g.game.ports if side == GERMAN else members(g.game.objective_mask)
    for h in members(g.occupied[side]):
        waiting = [u for u in g.at[h] if not g.moved >> u & 1 and u != g.mover]
        whole = len(g.at[h]) <= groups.LIMIT and not groups.overfull(g, h)
        while waiting:
            unit = waiting.pop(0)
            mate = next(
                (
                    u
                    for u in waiting
                    if whole
                    or (
                        groups.compatible(g, unit, u)
                        and units[u].formation == units[unit].formation
                    )
                ),
                None,
            )
            if mate is not None:
                waiting.remove(mate)
            found.append((unit,) if mate is None else (unit, mate))
    return sorted(found, key=lambda p: (nearest(g.game, FOOT, goals, g.hex[p[0]]), p))


def _class(g: Situation, party: Party) -> int:
    return ARMORED if any(g.game.units[u].armored for u in party) else FOOT


def _without(g: Situation, h: int) -> int:
    return g.occupied[GERMAN] & ~(1 << h)


def foes_of(g: Situation, h: int) -> list[int]:
    """12.1a The Allied groups next to a hex."""
    return members(g.game.tables.around[h] & g.occupied[ALLIED])


def distances(g: Situation, side: int) -> Callable[[int], int]:
    """How far a hex is from the nearest group of a side."""
    there, far = members(g.occupied[side]), g.game.board.grid.distance

    @cache
    def away(h: int) -> int:
        return min((far(h, other) for other in there), default=99)

    return away


def weakest(g: Situation, hexes: Iterable[int]) -> list[int]:
    """12.4b, 14.5b The weakest Allied group; ties: the one that holds or blocks an objective; then all equals."""
    keys = g.game.port_mask | g.game.objective_mask

    def key(h: int) -> tuple[int, bool, int]:
        block = nearest(g.game, FOOT, g.game.ports, h)
        return g.strength(g.at[h]), not keys >> h & 1, block

    ranked = sorted((key(h), h) for h in hexes)
    return [h for rank, h in ranked if rank == ranked[0][0]]
