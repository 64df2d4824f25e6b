"""9.0 Why a move is refused, and what a unit may do beside moving, as orders."""

from __future__ import annotations

from ...engine.words import Action, IllegalAction
from ..zocbond.counters import FOOT
from ..zocbond.field import Field
from ..zocbond.march import TACTICAL
from . import fortifications, landing, mobilization, movement, players, reach, reserves
from .counters import ALLIED, GERMAN
from .ground import CYCLING, STRATEGIC
from .situation import DISRUPTED, LATER, RESERVE_MOVE, Situation


def others(g: Situation, unit: int) -> list[Action]:
    """What else a unit may be ordered to do in the Movement Phase."""
    if g.mover == unit:
        return movement.arrivals(g)
    if g.mover >= 0:
        return []
    acts = g.game.actions
    found = []
    if g.hex[unit] < 0 and not g.moved >> unit & 1:
        if g.active == ALLIED:
            hexes = [(acts.land[h], h) for h in landing.hexes(g, unit)]
        else:
            mask = reach.entry_hexes(g, unit)
            hexes = [(acts.enter[h], h) for h in acts.enter if mask >> h & 1]
        found += [Action(f"move {g.id(unit)} {action.verb}", action.word, h) for action, h in hexes]
    found += [
        action for action in movement.others(g, reach.movable(g)) if action.word == g.id(unit)
    ]
    return found


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """Why an order of the Movement Phase is refused."""
    place = g.game.place(word)
    if place is not None and verb == "cotentin":
        return movement.refuse_cotentin(g, place)
    if place is not None and verb == "level":
        return fortifications.refuse_level(g, place)
    counter = g.game.units.find(word)
    if counter is None:
        return None
    u, facts = counter.index, {"unit": counter.id}
    if counter.side != g.active:
        return IllegalAction("9.1", "{unit} is not yours to move now", **facts)
    match verb:
        case "dig":
            return fortifications.refuse_dig(g, u)
        case "reserve":
            return reserves.refuse(g, u)
        case "evacuate":
            return landing.refuse_evacuation(g, u)
        case "truck":
            return _refuse_truck(g, u)
        case "abandon":
            return fortifications.refuse_abandon(g, u)
        case "unreserve":
            return reserves.refuse_release(g, u)
        case "drop":
            return movement.refuse_drop(g, u)
        case "move" | "":
            return _refuse_unit(g, u)
    return None


def _refuse_unit(g: Situation, unit: int) -> IllegalAction | None:
    """9.1, 6.5, 6.6 Why a unit cannot begin to move."""
    facts = {"unit": g.id(unit)}
    if g.dug >> unit & 1:
        return IllegalAction("16.1.3", "{unit} is building an Improved Position", **facts)
    if g.moved & g.reserve & 1 << unit and g.phase != RESERVE_MOVE:
        return IllegalAction("15.1", "{unit} is in Reserve", **facts)
    if g.moved >> unit & 1:
        return IllegalAction("9.1", "{unit} may not move any more this phase", **facts)
    place = g.hex[unit]
    if wrong := players.refuse(g, unit):
        return wrong
    if place >= 0:
        return reach.refuse_fixed(g, unit)
    if g.phase == RESERVE_MOVE:
        rule = "6.5.2" if g.active == ALLIED else "6.6"
        return IllegalAction(rule, "nobody enters the map in the Reserve Movement Phase")
    if g.active == GERMAN:
        if unit in mobilization.waiting(g):
            return IllegalAction("6.7", "{unit} is mobilized in the Replacement Phase", **facts)
        if place == LATER and not reach.due(g, unit):
            return IllegalAction("6.6", "{unit} has not arrived yet", **facts)
        return IllegalAction("6.6", "there is no entry hex open to {unit}", **facts)
    reasons = [
        why for name, h in landing.sites(g, unit) if (why := landing.refuse(g, unit, name, h))
    ]
    none = IllegalAction("6.5", "{unit} has no beach to land on", **facts)
    return next((why for why in reasons if why.rule != "21.1.4"), (reasons or [none])[0])


def _refuse_truck(g: Situation, unit: int) -> IllegalAction | None:
    """9.8.6, 9.8.7"""
    facts = {"unit": g.id(unit)}
    if g.active != GERMAN or g.game.units.units[unit].mechanized:
        return IllegalAction(
            "9.8.6", "trucks are for German units that are not mechanized", **facts
        )
    if g.game.scenario == "cherbourg":
        return IllegalAction("S3.3.4", "the Germans have no trucks here")
    if g.turn == 1:
        return IllegalAction("9.8.7", "there are no trucks on Turn 1")
    if g.trucked:
        return IllegalAction("9.8.6", "the trucks are in use")
    if reach.slow(g, unit):
        return _slow(g, unit)
    if g.renewed >> unit & 1:
        return IllegalAction("6.2.4", "{unit} took a replacement: one hex at most", **facts)
    if g.hex[unit] >= 0 and g.zoc(ALLIED) >> g.hex[unit] & 1:
        return IllegalAction("9.8.6", "{unit} is in an enemy zone of control", **facts)
    open_ = reach.entry_hexes(g, unit) if g.hex[unit] == LATER else 0
    if open_ and not open_ & ~g.zoc(ALLIED):
        return IllegalAction("9.8.6", "trucks do not enter an enemy zone of control", **facts)
    return _refuse_unit(g, unit)


def refuse_order(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """6.5, 6.6 Why the unit on the move cannot come onto the map there."""
    unit = g.mover
    if g.hex[unit] >= 0:
        return None
    goal = g.game.place(word or verb)
    if goal is None:
        return None
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if g.active == ALLIED:
        for name, h in landing.sites(g, unit):
            if h == goal:
                return landing.refuse(g, unit, name, h)
        return IllegalAction("6.5.2", "{unit} does not land in {hex}", **facts)
    if g.trucked >> unit & 1 and g.zoc(ALLIED) >> goal & 1:
        return IllegalAction("9.8.6", "trucks do not enter an enemy zone of control", **facts)
    if g.game.tables.entries >> goal & 1:
        if g.occupied[ALLIED] >> goal & 1:
            return IllegalAction("9.1", "{hex} is held by the enemy", **facts)
        if g.bonds(ALLIED).hexes >> goal & 1:
            return IllegalAction("8.5.2", "{hex} is closed by an enemy ZOC Bond", **facts)
        return IllegalAction("6.6", "{hex} is not in an entry zone of {unit}", **facts)
    return IllegalAction("6.6", "{hex} is not an entry hex", **facts)


def refuse_goal(g: Situation, goal: int) -> IllegalAction | None:
    """17.6.2, 22.1.2, S3.1 Why the unit on the move may not enter a hex, whichever way it comes."""
    unit = g.mover
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    strays = reach.strays(g, unit)
    if strays and not reach.homeward(g, unit) >> goal & 1:
        why = reach.stray_rule(g, unit)
        return IllegalAction(why, "{unit} cannot return to {hex}", **facts)
    if strays or not reach.blocked(g, unit) >> goal & 1:
        if g.renewed >> unit & 1 and g.zoc(g.enemy) >> goal & 1:
            return IllegalAction(
                "6.2.5", "{unit} took a replacement and may not enter an enemy ZOC", **facts
            )
        if g.renewed >> unit & 1 and (
            g.trod or not g.game.tables.ground.around[g.hex[unit]] >> goal & 1
        ):
            return IllegalAction("6.2.4", "{unit} took a replacement: one hex at most", **facts)
        if reach.spent_guns(g, unit) and (
            g.trod or not g.game.tables.ground.around[g.hex[unit]] >> goal & 1
        ):
            return IllegalAction("17.2.3", "{unit} gave a shift: one hex at most", **facts)
        if g.strategic_hexes(g.active, unit) >> goal & 1:
            return IllegalAction("9.8.2", "nobody joins the unit on the road in {hex}", **facts)
        return _refuse_off_road(g, goal, goal in g.game.tables.best_road)
    return reach.refuse_ground(g, unit, goal)


def refuse_kind(g: Situation, unit: int, kind: int) -> IllegalAction:
    """9.8-9.10 Why the unit on the move cannot use a kind of movement."""
    facts = {"unit": g.id(unit)}
    if kind == STRATEGIC:
        none = IllegalAction("9.8.1", "Strategic Movement is by road all the way", **facts)
        return reach.refuse_strategic(g, unit) or none
    if kind == CYCLING:
        none = IllegalAction("9.9", "cyclists ride by road all the way", **facts)
        return reach.refuse_cycling(g, unit) or none
    if kind == TACTICAL and g.trucked >> unit & 1:
        return IllegalAction("9.8.6", "{unit} has the points of its trucks alone", **facts)
    return Field.refuse_kind(g, unit, kind)


def refuse_onward(g: Situation, place: int, kinds: int) -> IllegalAction:
    """6.2.4, 9.5.1, 9.10 Why a hex that the unit on the move may enter next ends its move."""
    unit = g.mover
    facts = {"unit": g.id(unit), "hex": g.word(place)}
    if g.renewed >> unit & 1:
        return IllegalAction("6.2.4", "{unit} took a replacement: one hex at most", **facts)
    if reach.spent_guns(g, unit):
        return IllegalAction("17.2.3", "{unit} gave a shift: one hex at most", **facts)
    by = reach.bounds(g, unit)
    if by.halts and by.halts[g.hex[unit]] >> place & 1:
        return IllegalAction("9.5.1", "{unit} has to stop in the flooded hex {hex}", **facts)
    if reach.kinds(g, unit) == TACTICAL:
        return _slow(g, unit)
    return Field.refuse_onward(g, place, kinds)


def _refuse_off_road(g: Situation, goal: int, road: bool) -> IllegalAction | None:
    """9.8.1, 9.8.2, 9.9 What only goes by road does not leave it, and by Strategic Movement ends alone."""
    if g.modes & ~(STRATEGIC | CYCLING):
        return None
    facts = {"unit": g.id(g.mover), "hex": g.word(goal)}
    if not road:
        rule = "9.8.1" if g.modes & STRATEGIC else "9.9"
        return IllegalAction(rule, "no road leads {unit} to {hex}", **facts)
    if g.modes == STRATEGIC and g.occupied[g.active] >> goal & 1:
        return IllegalAction("9.8.2", "Strategic Movement does not end in a stack", **facts)
    return None


def refuse_crossing(g: Situation, goal: int) -> IllegalAction | None:
    """9.4-9.6 Why the unit on the move may not go straight to a neighbour."""
    unit, here = g.mover, g.hex[g.mover]
    tables = g.game.tables
    ground = tables.ground
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if ground.across(ground.closed, here, goal):
        return IllegalAction("9.6", "the hexside to {hex} is impassable", **facts)
    foot = reach.wheels(g, unit) == FOOT
    road = ground.across(ground.road, here, goal)
    if tables.marsh >> goal & 1 and not road:
        return IllegalAction("TBL.TEC.a", "{hex} is marsh", **facts)
    flooded = (tables.flooded >> goal | tables.flooded >> here) & 1
    if not foot and not road and (flooded or ground.across(tables.flood, here, goal)):
        return IllegalAction("9.5.1", "{unit} crosses flooded ground by road only", **facts)
    if g.trod and ground.across(tables.flood, here, goal):
        return IllegalAction(
            "9.5.1", "a flooded hexside is crossed with the first hex only", **facts
        )
    if g.trod and ground.across(tables.major, here, goal):
        return IllegalAction("9.4.1", "a major river is crossed with the first hex only", **facts)
    return _refuse_off_road(g, goal, bool(road))


def refuse_shy(g: Situation, goal: int) -> IllegalAction:
    """6.2.5, 9.8.2, 9.8.6, 9.9 Why only a kind of movement that is shy of a place would reach it."""
    unit = g.mover
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if g.trucked >> unit & 1 and g.zoc(g.enemy) >> goal & 1:
        return IllegalAction("9.8.6", "trucks do not enter an enemy zone of control", **facts)
    if g.modes & STRATEGIC:
        return IllegalAction("9.8.2", "Strategic Movement does not go next to an enemy", **facts)
    if g.modes & CYCLING:
        return IllegalAction("9.9", "cyclists do not ride next to an enemy", **facts)
    return IllegalAction("6.2.5", "{unit} took a replacement and stays out of enemy ZOCs", **facts)


def refuse_slow(g: Situation, unit: int) -> IllegalAction:
    return _slow(g, unit)


def _slow(g: Situation, unit: int) -> IllegalAction:
    """13.6, 18.4, 6.5.2 Why a unit has Tactical Movement only."""
    facts = {"unit": g.id(unit)}
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.6", "{unit} is Disrupted: two hexes at most", **facts)
    if g.oos >> unit & 1:
        return IllegalAction("18.4", "{unit} is out of supply: two hexes at most", **facts)
    return IllegalAction("6.5.2", "{unit} has just landed: two hexes at most", **facts)
