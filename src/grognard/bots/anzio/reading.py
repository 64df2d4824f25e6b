"""How a position of Anzio is read: a dozen figures, for the value that is fitted on them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from ...engine.words import Say
from ...games.anzio.counters import ALLIED, ARMORED, GERMAN
from ...games.anzio.situation import LATER, Situation
from ...hexes import members
from .judge import Judge
from .ring import PACE

FOOTSTEPS = (4, 6)
"""The movement points of a turn, on foot and in vehicles."""
TURNS = 4.0
"""A march of more turns is as good as none."""
AWAY = 3
"""So many hexes from the ports nobody is on a raid."""
WORDS: Mapping[str, Say] = {
    "strength": Say("the balance of strength"),
    "late strength": Say("the balance of strength late in the game"),
    "towns": Say("the towns in Allied hands"),
    "late towns": Say("the towns in Allied hands late in the game"),
    "both towns": Say("both towns in Allied hands"),
    "ports": Say("the ports that the Germans do not hold"),
    "way to the towns": Say("the Allied way to the farther town"),
    "late way to the towns": Say("the Allied way to the farther town late in the game"),
    "way to the ports": Say("the German way to the nearer port"),
    "at the towns": Say("the balance of strength around the towns"),
    "at the ports": Say("the balance of strength around the ports"),
    "approaches": Say("the approaches to the ports that the Germans can reach"),
    "late raiders": Say("the towns that Allied raiders can still reach in time"),
    "late guards": Say("the towns that the Germans guard late in the game"),
    "late": Say("the time that is left"),
}


def figures(judge: Judge, g: Situation) -> dict[str, float]:
    """The figures of a position, each of about the size of 1; what speaks for the Allies is above 0 as a rule."""
    rules = judge.rules
    judge.look(g)
    late = 1 - max(rules.turns - g.turn, 0) / rules.turns
    ratio = math.log((_strength(judge, g, ALLIED) + 4) / (_strength(judge, g, GERMAN) + 4))
    towns = sum(g.occupied[ALLIED] >> h & 1 for h in judge.towns)
    ports = sum(not g.occupied[GERMAN] >> h & 1 for h in judge.ports)
    way = max((_way(judge, g, ALLIED, h) for h in judge.towns), default=0.0)
    approaches = 0
    for port in judge.ports:
        approaches |= rules.tables.around[port] | 1 << port
    return {
        "strength": ratio,
        "late strength": ratio * late,
        "towns": float(towns),
        "late towns": towns * late,
        "both towns": (towns == 2) * late * late,
        "ports": float(ports),
        "way to the towns": way,
        "late way to the towns": way * late,
        "way to the ports": min((_way(judge, g, GERMAN, h) for h in judge.ports), default=TURNS),
        "at the towns": min((_balance(judge, g, h, 2, 2) for h in judge.towns), default=0.0),
        "at the ports": min((_balance(judge, g, h, 2, 3) for h in judge.ports), default=0.0),
        "approaches": (approaches & judge.flood(g, GERMAN)).bit_count() / 4,
        "late raiders": raided(judge, g) * late,
        "late guards": sum(g.occupied[GERMAN] >> h & 1 for h in judge.towns) * late,
        "late": late,
    }


def _strength(judge: Judge, g: Situation, side: int) -> int:
    """On the map and still to come."""
    units = judge.rules.units
    return sum(
        units[u].strength[g.steps[u] or 2]
        for u in range(*judge.rules.span[side])
        if g.hex[u] >= 0 or g.hex[u] == LATER
    )


def _way(judge: Judge, g: Situation, side: int, goal: int) -> float:
    """How many turns the nearest group needs to a place, around the enemy."""
    found = TURNS
    for h in members(g.occupied[side]):
        klass = judge.group(g, g.at[h]).klass
        found = min(found, judge.way(g, side, klass, goal)[h] / FOOTSTEPS[klass == ARMORED])
    return found


def raided(judge: Judge, g: Situation) -> int:
    """How many towns Allies who are away from the ports can be in at the end, each in one."""
    rules = judge.rules
    out = [
        h
        for h in members(g.occupied[ALLIED])
        if all(judge.distance[port][h] > AWAY for port in judge.ports)
    ]
    left = rules.turns - g.turn + 1

    def in_time(h: int, town: int) -> bool:
        klass = judge.group(g, g.at[h]).klass
        return judge.way(g, ALLIED, klass, town)[h] <= PACE[klass] * left

    reached = [{(h, u) for h in out if in_time(h, t) for u in g.at[h]} for t in judge.towns]
    return min(sum(map(bool, reached)), len(set().union(*reached)))


def _balance(judge: Judge, g: Situation, h: int, ours: int, theirs: int) -> float:
    """The strength of the Allies near a place less that of the Germans."""
    within = judge.rules.board.grid.within
    allied = sum(g.strength(g.at[n]) for n in members(g.occupied[ALLIED] & within(h, ours)))
    german = sum(g.strength(g.at[n]) for n in members(g.occupied[GERMAN] & within(h, theirs)))
    return math.tanh((allied - german) / 20)
