"""A line of defense around the ports: which of the closed lines, who stands where in it, who behind it."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, permutations
from math import ceil
from typing import TYPE_CHECKING

from ...games.anzio import Anzio, movement
from ...games.anzio.situation import Situation
from ...hexes import mask_of, members

if TYPE_CHECKING:
    from .judge import Judge

LATE = 12.0
"""How much less a pair is worth for each turn of its march to a post."""
SMALL = 3
"""How strong a unit is at most that goes on a raid."""
PACE = (3.0, 4.0)
"""The movement points that are reckoned on in a turn, on foot and in vehicles: it may rain."""
HIDDEN = 8
"""So many hexes from the enemy are far enough."""
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
    """By unit: its post.  Who stands at the post of others and cannot make room stays there."""
    pinned: dict[int, int] = {}
    moving = g.phase == "movement" and g.active == side
    while True:
        found = _best(judge, g, side, pinned)
        stuck = _stuck(judge, g, side, found) if moving else {}
        if stuck.keys() <= pinned.keys():
            return found
        pinned |= stuck


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
    """By unit: where a small group waits, out of the enemy's reach, for the last turns; then the town that it walks into."""
    rules = judge.rules
    parties = []
    for h in members(g.occupied[side] & ~rules.port_mask):
        party = tuple(u for u in g.at[h] if rules.units[u].strength[2] <= SMALL)
        if party and len(party) == len(g.at[h]):
            parties.append(party)
    towns = judge.towns[: len(parties)]
    turns = {(p, t): ceil(judge.turns(g, side, p, t)) for p in parties for t in towns}
    chosen = min(
        permutations(parties, len(towns)),
        key=lambda who: (
            sorted((turns[each] for each in zip(who, towns, strict=True)), reverse=True),
            -sum(g.strength(p) for p in who),
        ),
        default=(),
    )
    found: dict[int, int] = {}
    for party, town in zip(chosen, towns, strict=True):
        found.update(dict.fromkeys(party, _lair(judge, g, side, party, town)))
    return found


def _lair(judge: Judge, g: Situation, side: int, party: tuple[int, ...], town: int) -> int:
    """Where a group is farthest from the enemy and can still come to a town in time."""
    way = judge.way(g, side, judge.group(g, party).klass, town)
    pace = min(PACE[judge.rules.units[u].klass] for u in party)
    reach = pace * (judge.rules.turns - g.turn)
    here, foes = judge.distance[g.hex[party[0]]], members(g.occupied[1 - side])

    def merit(h: int) -> float:
        far = judge.distance[h]
        return min(min((far[e] for e in foes), default=HIDDEN), HIDDEN) - 0.15 * here[h]

    open_ = [h for h in judge.distance if way[h] <= reach and not g.occupied[1 - side] >> h & 1]
    return max(open_, key=merit, default=town)


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
