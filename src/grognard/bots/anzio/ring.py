"""A line of defense around the ports: which of the closed lines, who stands where in it, who behind it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from ...games.anzio import Anzio, movement
from ...games.anzio.situation import Situation
from ...hexes import mask_of, members

if TYPE_CHECKING:
    from .judge import Judge

LATE = 12.0
"""How much less a pair is worth for each turn of its march to a post."""
SMALL, BAND = 3, 3
"""How strong a unit is at most that goes on a raid, and how many go."""
PACE = (2.5, 3.5)
"""The movement points that are reckoned on in a turn, on foot and in vehicles: it may rain, and some are lost."""
HIDDEN, OFF = 7, 0.1
"""So many hexes from the nearest enemy are far enough; and what a hex more from all of them counts beside that."""
SEEN, NOTICED = 4, 2.0
"""So near a town, in hexes, raiders are noticed; and what that costs before the last turns."""
LATE_BY = 2.0
"""What it costs raiders to be a movement point behind their time."""
FULL = 2.0
"""What it is worth that a post is full: nobody who lands behind it must leave the port."""


@lru_cache(maxsize=8)
def posts(rules: Anzio) -> tuple[int, ...]:
    """The ports, and the hexes beside them, that first at which most enemies can come."""
    tables, inside = rules.tables, rules.port_mask
    ring = tables.spread(inside) & tables.land & ~inside
    outside = tables.land & ~ring & ~inside

    def spots(h: int) -> tuple[int, int]:
        return -(tables.around[h] & (outside if ring >> h & 1 else ring)).bit_count(), h

    return (*sorted(members(inside), key=spots), *sorted(members(ring), key=spots))


def manned(judge: Judge, g: Situation, side: int) -> dict[int, int]:
    """By unit: its post.  Who stands at the post of others and cannot make room stays there.

    The strongest of them first: if he stays, others may find room.
    """
    pinned: dict[int, int] = {}
    moving = g.phase == "movement" and g.active == side
    while True:
        found = _best(judge, g, side, pinned)
        stuck = _stuck(judge, g, side, found) if moving else {}
        if stuck.keys() <= pinned.keys():
            return found
        first = max(stuck.keys() - pinned.keys(), key=lambda u: (g.strength((u,)), -u))
        pinned[first] = stuck[first]


def _best(judge: Judge, g: Situation, side: int, pinned: dict[int, int]) -> dict[int, int]:
    """The posts that most enemies can come at have the strongest pairs."""
    free = g.on_map(side)
    mates, held = judge.rules.mates, g.occupied[1 - side]
    reached = {u: judge.reached(g, u) for u in free}
    away = raiders(judge, g, side) if judge.design.raid else {}
    pinned = {u: h for u, h in pinned.items() if u not in away}
    left, found = set(free) - pinned.keys() - away.keys(), {**pinned, **away}
    for post in posts(judge.rules):
        if held >> post & 1:
            continue
        turns = {
            u: 0.0 if reached[u] >> post & 1 else max(judge.turns(g, side, (u,), post), 1.0)
            for u in free
        }

        def merit(pair: tuple[int, ...], turns: dict[int, float] = turns) -> float:
            group = judge.group(g, pair)
            late = LATE * max(turns[u] for u in pair)
            return group.strength + group.armored + FULL * (len(pair) > 1) - late

        here = tuple(u for u, h in pinned.items() if h == post)
        if len(here) > 1:
            continue
        if here:
            rivals = [here, *((*here, v) for v in sorted(left) if mates[here[0]] >> v & 1)]
        else:
            rivals = [p for p in combinations(sorted(left), 2) if mates[p[0]] >> p[1] & 1]
            rivals += [(u,) for u in sorted(left)]
        best = max(rivals, key=merit, default=())
        found.update(dict.fromkeys(best, post))
        left.difference_update(best)
    return found


def raiders(judge: Judge, g: Situation, side: int) -> dict[int, int]:
    """By unit: where a raider ends this movement.

    Those who are farthest from the enemy go: half of them to one town, as far as they can still be in time, the others to the other.
    """
    rules, one, other = judge.rules, judge.towns[0], judge.towns[-1]
    small = [
        u
        for u in g.on_map(side)
        if rules.units[u].strength[2] <= SMALL and not rules.port_mask >> g.hex[u] & 1
    ]
    foes = members(g.occupied[1 - side])
    far = {u: sum(judge.distance[g.hex[u]][e] for e in foes) for u in small}
    band = sorted(small, key=lambda u: (-far[u], u))[:BAND]

    def way(u: int, town: int) -> int:
        return judge.way(g, side, rules.units[u].klass, town)[g.hex[u]]

    def in_time(u: int) -> bool:
        return judge.design.openly or way(u, one) <= PACE[rules.units[u].klass] * (
            rules.turns - g.turn + 1
        )

    band.sort(key=lambda u: (way(u, one) - way(u, other), not in_time(u), u))
    some = len(band) - 1 if judge.design.openly else (len(band) + 1) // 2
    return {
        u: _lair(judge, g, side, u, one if n == 0 or (n < some and in_time(u)) else other)
        for n, u in enumerate(band)
    }


def _lair(judge: Judge, g: Situation, side: int, unit: int, town: int) -> int:
    """Far from the enemy, and in time for the town at the end; not so near it that he is warned."""
    klass = judge.rules.units[unit].klass
    way, left = judge.way(g, side, klass, town), judge.rules.turns - g.turn
    foes = members(g.occupied[1 - side])

    def merit(h: int) -> tuple[float, int]:
        if judge.design.openly:
            return -way[h], -h
        away = sorted(judge.distance[h][e] for e in foes) or [HIDDEN]
        hidden = min(away[0], HIDDEN) + OFF * sum(away) / len(away)
        late = LATE_BY * max(way[h] - PACE[klass] * left, 0.0)
        near = any(judge.distance[each][h] <= SEEN for each in judge.towns)
        return hidden - late - NOTICED * (left > 1 and near), -h

    return max(members(judge.reached(g, unit) & ~g.occupied[1 - side]), key=merit)


def _stuck(judge: Judge, g: Situation, side: int, posts: dict[int, int]) -> dict[int, int]:
    """10.3a By unit: the post at which it must stay, because there is no room where it could go."""
    trial = g.copy()
    todo = {u: h for u, h in posts.items() if h != g.hex[u] and judge.reached(g, u) >> h & 1}
    wanted = mask_of(todo.values())
    leaving = [
        u
        for h in members(wanted & g.occupied[side])
        for u in g.at[h]
        if posts.get(u) != h and u not in todo
    ]
    moved = True
    while moved and todo:
        moved = False
        for u in [*todo, *leaving]:
            if g.moved >> u & 1:
                continue
            sure, _, shut = movement.destinations(trial, u)
            open_ = mask_of(sure) & ~shut
            goal = todo.get(u)
            if goal is None:
                aside = open_ & ~wanted
                goal = members(aside)[0] if aside else None
            elif not open_ >> goal & 1:
                goal = None
            if goal is None:
                continue
            trial.put(u, goal)
            todo.pop(u, None)
            if u in leaving:
                leaving.remove(u)
            moved = True
    wanted = mask_of(todo.values())
    return {u: g.hex[u] for u in (*todo, *leaving) if wanted >> g.hex[u] & 1}
