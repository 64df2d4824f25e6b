"""14.0 Advance after combat, 15.1b into Reserve."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.words import Action, IllegalAction
from ..zocbond.assault import Attack
from ..zocbond.battle import Aftermath, Path
from ..zocbond.counters import FOOT
from . import reach, reserves
from .situation import Situation


def participants(g: Situation, attack: Attack) -> list[int]:
    """10.7, 14.1a All attackers, and units in parentheses stacked with one; no HQ, Werfer or MA 0, nobody Scattered."""
    there = [u for u in attack.units if g.hex[u] >= 0]
    beside = [
        u
        for h in dict.fromkeys(g.hex[u] for u in there)
        for u in g.group(h)
        if u not in there and not g.attack(u)
    ]
    return [u for u in (*there, *beside) if refuse_unit(g, u) is None]


def refuse_unit(g: Situation, unit: int) -> IllegalAction | None:
    """14.1a, 20.2.3 Why a unit never advances; None if it may."""
    counter = g.game.units.units[unit]
    if counter.hq or counter.werfer or not counter.move:
        return IllegalAction("14.1", "{unit} never advances", unit=counter.id)
    if g.scattered >> unit & 1:
        return IllegalAction("20.2.3", "{unit} is Scattered", unit=counter.id)
    return None


def may_rest(g: Situation, unit: int) -> bool:
    """15.1b Whether a unit may go into Reserve after the combat."""
    return wants_marker(g, unit) and reserves.refuse_marker(g, unit) is None


def rewarded(g: Situation, after: Aftermath) -> bool:
    """12.1a, 12.1b, 15.1b After DH or A1/D2 attackers may go into Reserve, also if 12.6 lets the defenders stay."""
    return "reserve" in g.game.charts.results[after.code].also


def rests(g: Situation, after: Aftermath, paths: Mapping[int, Path]) -> list[Action]:
    """12.1a, 12.1b, 15.1b Those who may go into Reserve instead of advancing."""
    if not rewarded(g, after):
        return []
    acts = g.game.actions
    waiting = [u for u, path in paths.items() if not path.done and g.hex[u] >= 0]
    found = [acts.reserve[u] for u in waiting if may_rest(g, u)]
    wanting = [u for u in waiting if wants_marker(g, u)]
    if wanting and reserves.markers(g, g.active) <= 0:
        found += reserves.released(g)
    return found


def rest(g: Situation, choice: Action, paths: Mapping[int, Path]) -> None:
    """15.1b, 15.4 A unit goes into Reserve, or leaves it to make room."""
    if choice.verb == "unreserve":
        reserves.drop(g, choice.value)
        return
    paths[choice.value].done = True
    reserves.place(g, choice.value)


def wants_marker(g: Situation, unit: int) -> bool:
    """15.1b Whether only a marker is missing for a unit that has attacked to go into Reserve."""
    if not g.attacked >> unit & 1 or g.reserve >> unit & 1:
        return False
    return reserves.refuse_after_combat(g, unit) is None


def refuse(g: Situation, paths: Mapping[int, Path], verb: str, word: str) -> IllegalAction | None:
    """14.1a, 15.1 Why a unit never advances, or may not go into Reserve."""
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if never := refuse_unit(g, unit.index):
        return never
    if verb != "reserve":
        return None
    if unit.index not in paths or not g.attacked >> unit.index & 1:
        return IllegalAction("15.1", "{unit} took no part in the attack", unit=unit.id)
    wrong = reserves.refuse_after_combat(g, unit.index) or reserves.refuse_marker(g, unit.index)
    if wrong:
        return wrong
    return IllegalAction(
        "15.1",
        "{unit} goes into Reserve only instead of advancing, after DH or A1/D2",
        unit=unit.id,
    )


def bars(g: Situation, unit: int, path: Path, d: int, goal: int, vacated: int) -> bool:
    """14.1b, 14.4, 22.1.2 Whether the ground keeps a unit from the next hex."""
    tables, klass, here = g.game.tables, g.game.units.units[unit].klass, g.hex[unit]
    if g.landed >> unit & 1 and goal != vacated:
        return True
    if reach.blocked(g, unit) >> goal & 1:
        return True
    table = tables.table(klass, False)
    steps = [n for n, *_ in tables.steps[table][here]]
    if path.first:
        steps += [n for n, *_ in tables.first[table][here]]
    if goal not in steps:
        return True
    if path.first or (tables.ground.road[d] >> here & 1 and path.by_road):
        return False
    if klass == FOOT and tables.flooded >> here & 1:
        return True
    by_road = tables.ground.road[d] >> here & 1
    return bool(tables.bocage >> here & 1) and not (by_road and here == vacated)


def step(g: Situation, unit: int, path: Path, place: int) -> None:
    """14.4.1, 14.4.3a A unit enters a hex, by road or not."""
    ground = g.game.tables.ground
    path.by_road = ground.across(ground.road, g.hex[unit], place)
    g.put(unit, place)


def refuse_hex(
    g: Situation, unit: int, path: Path, goal: int, vacated: int, *, limited: bool
) -> IllegalAction | None:
    """14.1b, 14.4, 22.1.2 Why the ground keeps a unit from the next hex; None if it does not."""
    tables, counter, here = g.game.tables, g.game.units.units[unit], g.hex[unit]
    ground, facts = tables.ground, {"unit": counter.id, "hex": g.word(goal)}
    if goal != vacated and g.landed >> unit & 1:
        return IllegalAction("6.5.2", "{unit} has just landed: only the vacated hex", **facts)
    if goal != vacated and limited:
        return IllegalAction("14.1", "a Limited Advance goes only into the vacated hex", **facts)
    if not tables.land >> goal & 1:
        return IllegalAction("14.4", "{hex} is sea", **facts)
    if reach.blocked(g, unit) >> goal & 1:
        return reach.refuse_ground(g, unit, goal)
    if ground.across(ground.closed, here, goal):
        return IllegalAction("14.4.2", "the hexside to {hex} is impassable", **facts)
    road = ground.across(ground.road, here, goal)
    wet = (tables.flooded >> goal | tables.flooded >> here) & 1
    flood = ground.across(tables.flood, here, goal)
    if not road and tables.marsh >> goal & 1:
        return IllegalAction("TBL.TEC.a", "{hex} is marsh", **facts)
    if not road and counter.klass != FOOT and (wet or flood):
        return IllegalAction("14.4.3", "{unit} crosses flooded ground by road only", **facts)
    if path.first:
        return None
    if flood:
        return IllegalAction(
            "14.4.3", "a flooded hexside is crossed with the first hex only", **facts
        )
    if ground.across(tables.major, here, goal):
        return IllegalAction("14.4.4", "a major river is crossed with the first hex only", **facts)
    if counter.klass == FOOT and tables.flooded >> here & 1:
        return IllegalAction("14.4.3", "{unit} stops in a flooded hex", **facts)
    if tables.bocage >> here & 1:
        return IllegalAction("14.4.1", "{unit} goes on from bocage by road only", **facts)
    return None
