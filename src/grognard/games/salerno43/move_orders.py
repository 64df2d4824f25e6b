"""5.0 Moves in words: what Salerno adds to whole orders, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Action, IllegalAction
from ..zocbond.field import Field
from ..zocbond.march import TACTICAL
from . import automatic, naval, reach
from .counters import ALLIED, GERMAN
from .situation import AREAS, DISRUPTED, FULL, GOOD, RESERVE, SEA, Situation


def others(g: Situation, unit: int) -> list[Action]:
    """13.3.4, 18.4.5 Voyages and Full Retreat as whole orders of a unit."""
    acts, on_the_move = g.game.actions, g.mover == unit
    found: list[Action] = []
    if on_the_move or reach.may_move(g, unit):
        verb = "sail" if on_the_move else f"move {g.id(unit)} sail"
        found = [Action(verb, acts.sail[h].word, h) for h in reach.voyages(g, unit)]
    if not on_the_move and unit in reach.fleeing(g, reach.movable(g)):
        found.append(acts.flee[unit])
    return found


def refuse_words(g: Situation, words: Sequence[str]) -> IllegalAction | None:
    """18.4 Why the unit on the move does not sail there."""
    if words[0] != "sail" or len(words) < 2:
        return None
    return refuse_order(g, "sail", words[1]) or IllegalAction(
        "18.4.5", "{unit} has no movement left for a move by sea", unit=g.id(g.mover)
    )


def refuse_onward(g: Situation, place: int, kinds: int) -> IllegalAction:
    """20.4, 21.3.2 Why a place ends the move of the unit."""
    rule = "21.3.2" if g.is_area(place) else "20.4" if g.renewed >> g.mover & 1 else ""
    if rule:
        facts = {"unit": g.id(g.mover), "hex": g.word(place)}
        return IllegalAction(rule, "{unit} can go no farther than {hex}", **facts)
    if reach.kinds(g, g.mover) == TACTICAL:
        return refuse_slow(g, g.mover)
    return Field.refuse_onward(g, place, kinds)


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """5.1 Why this unit cannot be moved, trucked or put into Full Retreat now; 8.7.1 no Automatic DS."""
    if verb == "autods" and (place := g.game.place(word)) is not None:
        return automatic.refuse(g, place)
    unit = g.game.units.find(word)
    if unit is None or verb not in ("move", "truck", "flee", ""):
        return None
    u, name = unit.index, unit.id
    if unit.side != g.active:
        return IllegalAction("5.1", "{unit} belongs to the other side", unit=name)
    if g.hex[u] < 0 and g.hex[u] not in (RESERVE, SEA):
        return IllegalAction("5.1", "{unit} is not on the map", unit=name)
    if g.moved >> u & 1 and verb == "flee":
        return IllegalAction(
            "13.3.4", "{unit} has moved: too late to put it into Full Retreat", unit=name
        )
    if g.moved >> u & 1:
        rule = "8.7.1" if any(u in group[1:] for group in g.automatic) else "5.1"
        return IllegalAction(rule, "{unit} may not move any more this phase", unit=name)
    if not unit.move:
        return IllegalAction("19.3" if unit.variable else "18.1.1", "{unit} cannot move", unit=name)
    if verb == "flee":
        return IllegalAction("13.3.4", "{unit} cannot be put into Full Retreat", unit=name)
    if verb == "truck":
        if g.trucks >= g.game.truck_limit:
            return IllegalAction("5.8", "both Truck markers are in use")
        if unit.side != GERMAN or unit.mechanized:
            return IllegalAction(
                "5.8", "trucks are for German units that are not mechanized", unit=name
            )
        if g.status[u] == DISRUPTED:
            return IllegalAction("13.2.1", "{unit} is Disrupted: two hexes at most", unit=name)
        return IllegalAction("5.8", "{unit} is not in supply", unit=name)
    if u == g.game.locked and not reach.released(g):
        return IllegalAction("19.2", "{unit} has not been released yet", unit=name)
    if g.is_area(g.hex[u]):
        if g.status[u] != GOOD:
            return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
        return IllegalAction("23.1.4", "{unit} may not leave its North Entry Area", unit=name)
    return naval.nowhere(g, u)


def refuse_order(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """18.4, 21.3 Why the unit on the move cannot go to the Reserve, by sea, or to an Entry Area."""
    unit, word = g.mover, word or verb
    if word == "Reserve":
        return naval.refuse(g, unit, RESERVE)
    goal = g.game.place(word)
    if goal is None:
        return None
    if g.hex[unit] < 0 or verb == "sail":
        if naval.harbours(g) >> goal & 1:
            return naval.refuse(g, unit, goal)
        return naval.closed(g, goal)
    return _refuse_area(g, unit, goal - g.game.tables.size) if g.is_area(goal) else None


def refuse_goal(g: Situation, goal: int) -> IllegalAction | None:
    """7.2a, 13.3.2, 20.4, 23.1.4, S2.3.7 Why the unit on the move may not enter a hex."""
    unit, here, tables = g.mover, g.hex[g.mover], g.game.tables
    enemy = 1 - g.game.units[unit].side
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if g.abandoned and enemy == ALLIED and tables.sector8 >> goal & 1:
        return IllegalAction("S2.3.7", "the Germans have abandoned the 8th Army sector")
    gate = tables.touch[here - tables.size] if here >= tables.size else 0
    if (gate & g.bonds(enemy).edge) >> goal & 1:
        return IllegalAction("7.2a", "an enemy ZOC Bond closes the way to {hex}", **facts)
    if (gate & g.zoc(enemy)) >> goal & 1 and reach.besieged(g, here):
        return IllegalAction(
            "23.1.4", "with Allies in {area} nobody leaves it into a ZOC", area=g.word(here)
        )
    near = here < tables.size and tables.ground.around[here] >> goal & 1
    if g.renewed >> unit & 1 and (g.trod or not near):
        return IllegalAction("20.4", "{unit} took a Replacement and moves one hex at most", **facts)
    if g.status[unit] == FULL and reach.bounds(g, unit).blocked >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    return None


def refuse_crossing(g: Situation, goal: int) -> IllegalAction | None:
    """5.5b, 5.6, 5.7e, 22.4 Why the unit on the move may not cross to a neighbour."""
    unit, here, ground = g.mover, g.hex[g.mover], g.game.tables.ground
    counter = g.game.units[unit]
    facts = {"unit": counter.id, "hex": g.word(goal)}
    if ground.across(ground.closed, here, goal):
        return IllegalAction("5.1", "sea lies between {unit} and {hex}", **facts)
    if ground.across(ground.wall, here, goal):
        rule = "5.6b" if counter.vehicle else "5.7e" if g.half >> unit & 1 else "5.6a"
        return IllegalAction(
            rule, "{unit} may not cross the mountain hexside to {hex} now", **facts
        )
    if counter.vehicle and ground.across(ground.unbridged, here, goal):
        rule = "22.4" if g.weather == "rain" else "5.7e" if g.half >> unit & 1 else "5.5b"
        return IllegalAction(rule, "{unit} may not cross the river to {hex} now", **facts)
    return None


def refuse_slow(g: Situation, unit: int) -> IllegalAction:
    """13.2.1, 16.4, 24.4.1 Why the unit has Tactical Movement only."""
    name = g.id(unit)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.2.1", "{unit} is Disrupted: two hexes at most", unit=name)
    if g.oos >> unit & 1 and g.game.units[unit].mechanized:
        return IllegalAction("16.4", "{unit} is out of supply: two hexes at most", unit=name)
    return IllegalAction("24.4.1", "on Turn 1 the Allies move two hexes at most")


def refuse_shy(g: Situation, goal: int) -> IllegalAction:
    """5.3b, 13.3.3 Why Extended Movement does not lead there."""
    facts = {"unit": g.id(g.mover), "hex": g.word(goal)}
    if g.zoc(g.enemy) >> goal & 1:
        return IllegalAction(
            "5.3b",
            "{unit} uses Extended Movement and may not enter the enemy ZOC in {hex}",
            **facts,
        )
    return IllegalAction(
        "13.3.3", "{unit} uses Extended Movement and may not go next to the enemy", **facts
    )


def _refuse_area(g: Situation, unit: int, area: int) -> IllegalAction:
    """20.4a, 21.2, 21.3.2, 21.5 Why the unit on the move cannot go to this Entry Area."""
    counter, here = g.game.units[unit], g.hex[unit]
    facts = {"unit": counter.id, "area": AREAS[area]}
    if not reach.may_enter(g, unit, area):
        if counter.side == ALLIED and AREAS[area][0] == "E":
            return IllegalAction("21.2.2", "only the 8th Army uses Entry Area {area}", **facts)
        return IllegalAction("21.2.1", "Entry Area {area} is the enemy's", **facts)
    if here < g.game.tables.size:
        return IllegalAction("21.3.2", "{unit} cannot reach Entry Area {area}", **facts)
    if g.renewed >> unit & 1:
        return IllegalAction(
            "20.4", "{unit} took a Replacement and may not change its Entry Area", **facts
        )
    return IllegalAction("21.5", "{unit} may not move from its Entry Area to {area}", **facts)
