"""9.0 Where a unit may go: its kinds of movement, 4.3 weather, 17.6 restricted units, 22.1.2 the boundary."""

from __future__ import annotations

from ...engine.words import IllegalAction
from ..zocbond.counters import FOOT, MECHANIZED
from ..zocbond.march import ANY, NORMAL, TACTICAL, Bounds, Mode
from ..zocbond.reach import ends
from . import landing, players
from .counters import ALLIED, GERMAN
from .ground import CYCLING, ON_FOOT, STRATEGIC
from .situation import (
    AWAY,
    BRITAIN,
    DEAD,
    DISRUPTED,
    GONE,
    LATER,
    RESERVE_MOVE,
    Situation,
)


def movable(g: Situation) -> list[int]:
    """9.1, 15.2 The units that have not moved and may move; 6.5, 6.6 or enter the map."""
    moved, hexes, found = g.moved, g.hex, []
    ashore = landing.harbours(g) if g.active == ALLIED else {}
    for u in range(*g.game.span[g.active]):
        place = hexes[u]
        if moved >> u & 1 or place in NOWHERE:
            continue
        if place == BRITAIN and not landing.affords(g, u, ashore):
            continue
        if place >= 0:
            if players.commands(g, u) and not fixed(g, u):
                found.append(u)
        elif g.phase != RESERVE_MOVE and enters(g, u):
            found.append(u)
    return found


def may_move(g: Situation, unit: int) -> bool:
    """9.1, 15.2 Whether a unit has not moved and may move; 6.5, 6.6 or enter the map."""
    if g.moved >> unit & 1:
        return False
    if g.hex[unit] >= 0:
        return players.commands(g, unit) and not fixed(g, unit)
    return g.phase != RESERVE_MOVE and enters(g, unit)


NOWHERE = frozenset((GONE, DEAD, AWAY))


def enters(g: Situation, unit: int) -> bool:
    """6.5, 6.6 Whether a unit that is off the map may come onto it now."""
    if not players.commands(g, unit):
        return False
    if g.active == GERMAN:
        return g.hex[unit] == LATER and bool(entry_hexes(g, unit))
    return bool(landing.hexes(g, unit))


def fixed(g: Situation, unit: int) -> bool:
    return refuse_fixed(g, unit) is not None


def refuse_fixed(g: Situation, unit: int) -> IllegalAction | None:
    """2.3.1b, 15.2, 16.1.3, 17.1b, 17.6, 20.2.3, 20.4 Why a unit may not leave its hex at all; None if it may."""
    counter = g.game.units.units[unit]
    if not counter.move:
        return IllegalAction("2.3.1", "{unit} cannot move", unit=counter.id)
    if g.dug >> unit & 1 and g.phase == "movement" and counter.side == g.active:
        return IllegalAction("16.1.3", "{unit} is building an Improved Position", unit=counter.id)
    if g.phase == RESERVE_MOVE and not g.reserve >> unit & 1:
        return IllegalAction("15.2", "{unit} is not in Reserve", unit=counter.id)
    if spent_guns(g, unit) and g.strolled >> unit & 1:
        return IllegalAction("17.2.3", "{unit} has moved and given a shift", unit=counter.id)
    if counter.side == ALLIED:
        if g.scattered >> unit & 1:
            return IllegalAction("20.2.3", "{unit} is Scattered", unit=counter.id)
        return None
    if g.turn == 1 and counter.type == "ost":
        return IllegalAction("17.1", "Ost units do not move on Turn 1")
    if counter.restricted and not g.released:
        if g.turn == 1:
            return IllegalAction("20.4", "restricted units do not move on Turn 1")
        if not g.game.tables.perimeter >> g.hex[unit] & 1:
            return IllegalAction("17.6.1", "{unit} has not been released", unit=counter.id)
    return None


def spent_guns(g: Situation, unit: int) -> bool:
    """17.2.3 Whether an HQ in Reserve has given a shift this turn, and so moves one hex at most in all of it."""
    return g.phase == RESERVE_MOVE and bool(g.attacked >> unit & 1 and g.game.units.units[unit].hq)


def release(g: Situation) -> None:
    """17.6.1 From Turn 2 an Allied unit within two hexes of a restricted unit releases them all."""
    if g.released or g.turn == 1:
        return
    grid, units = g.game.board.grid, g.game.units.units
    for u in g.on_map(GERMAN):
        if units[u].restricted and grid.within(g.hex[u], 2) & g.occupied[ALLIED]:
            g.released = True
            g.tell("release", "17.6.1", "the restricted units are released", unit=units[u].id)
            return


def slow(g: Situation, unit: int) -> bool:
    """13.6, 18.4 Tactical Movement only."""
    return g.status[unit] == DISRUPTED or bool(g.oos >> unit & 1)


def kinds(g: Situation, unit: int) -> int:
    """9.8-9.10, 13.6, 15.2, 18.4 The kinds of movement open to a unit at the start of its move."""
    ashore = g.hex[unit] < 0 and g.active == ALLIED
    if slow(g, unit) or ashore or g.landed >> unit & 1:
        return TACTICAL
    open_ = NORMAL if g.trucked >> unit & 1 else NORMAL | TACTICAL
    if g.renewed >> unit & 1:
        return open_
    if refuse_strategic(g, unit) is None:
        open_ |= STRATEGIC
    if g.game.units.units[unit].type == "cyclist" and refuse_cycling(g, unit) is None:
        open_ |= CYCLING
    return open_


def wheels(g: Situation, unit: int) -> int:
    """9.8.6 How the unit moves now: on trucks as motorized infantry."""
    return MECHANIZED if g.trucked >> unit & 1 else g.game.units.units[unit].klass


def markers(g: Situation, side: int) -> int:
    """9.8.3 How many Strategic Movement markers a side has left."""
    return g.game.charts.strategic[side] - (g.strategic & g.own(side)).bit_count()


def refuse_strategic(g: Situation, unit: int) -> IllegalAction | None:
    """9.8.1, 9.8.2, 9.8.7, S3.3.4 Why a unit may not use Strategic Movement; None if it may."""
    counter = g.game.units.units[unit]
    facts = {"unit": counter.id}
    if wheels(g, unit) == FOOT:
        return IllegalAction("9.8.1", "{unit} is not mechanized", **facts)
    if g.turn == 1:
        return IllegalAction("9.8.7", "there is no Strategic Movement on Turn 1")
    if g.phase == RESERVE_MOVE:
        return IllegalAction(
            "9.8.1", "there is no Strategic Movement in the Reserve Movement Phase"
        )
    if g.oos >> unit & 1:
        return IllegalAction("9.8.1", "{unit} is out of supply", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("9.8.1", "{unit} is Disrupted", **facts)
    if g.game.scenario == "cherbourg" and counter.side == GERMAN:
        return IllegalAction("S3.3.4", "the Germans have no Strategic Movement here")
    if not markers(g, counter.side):
        return IllegalAction("9.8.3", "all Strategic Movement markers are in use")
    here = g.hex[unit]
    if here >= 0 and g.near_enemy(here, counter.side):
        return IllegalAction("9.8.2", "{unit} is next to an enemy", **facts)
    return None


def refuse_cycling(g: Situation, unit: int) -> IllegalAction | None:
    """9.9 Cyclists ride in Overcast weather, if they do not start in an enemy zone of control."""
    counter, here = g.game.units.units[unit], g.hex[unit]
    facts = {"unit": counter.id}
    if counter.type != "cyclist" or g.trucked >> unit & 1:
        return IllegalAction("9.9", "{unit} has no bicycles", **facts)
    if g.weather != "overcast":
        return IllegalAction("9.9", "cyclists are faster in Overcast weather only")
    if here >= 0 and g.zoc(ALLIED) >> here & 1:
        return IllegalAction("9.9", "{unit} is in an enemy zone of control", **facts)
    return None


def allowance(g: Situation, unit: int) -> int:
    """4.3a, 9.8.6, 15.2, 20.4b The movement allowance in sixths of a point."""
    counter, movement = g.game.units.units[unit], g.game.charts.movement
    points = counter.move * 6
    if g.trucked >> unit & 1:
        points = movement["truck"]
    if counter.side == GERMAN:
        formation, limit = g.game.slowed
        if g.turn == 1 and counter.formation == formation:
            points = limit * 6
        if g.weather == "clear" and wheels(g, unit) != FOOT:
            points -= movement["weather_loss"]
    return _halved(g, points)


def _halved(g: Situation, points: int) -> int:
    """15.2 Reserves have half their points, rounded up."""
    return (points // 6 + 1) // 2 * 6 if g.phase == RESERVE_MOVE else points


def slowed(g: Situation, side: int) -> bool:
    """4.3, 9.7 German mechanized units on main roads."""
    return side == GERMAN and g.weather != "storm"


def blocked(g: Situation, unit: int) -> int:
    """17.6.2, 22.1.2, S3.1b, S3.3 What a unit may not enter though no enemy keeps it out."""
    counter, tables = g.game.units.units[unit], g.game.tables
    shut = g.game.closed
    if counter.side == GERMAN:
        if counter.restricted and not g.released:
            shut |= ~tables.perimeter
        return shut
    shut |= tables.abroad[g.army(unit)]
    if g.game.scenario == "cherbourg":
        shut |= tables.beyond
        if g.turn >= g.game.setting["tied_from"]:
            shut |= g.game.out_of_bounds.get(counter.formation, 0)
    return shut


def refuse_ground(g: Situation, unit: int, goal: int) -> IllegalAction:
    """17.6.2, 22.1.2, S3.1b, S3.3 Why a unit may not enter a hex from which no enemy keeps it out."""
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if g.game.closed >> goal & 1:
        return IllegalAction("S3.1", "nobody enters {hex} in this scenario", **facts)
    if g.game.units.units[unit].side == GERMAN:
        return IllegalAction("17.6.2", "{unit} may not leave the Cherbourg perimeter", **facts)
    if g.game.tables.abroad[g.army(unit)] >> goal & 1:
        return IllegalAction("22.1.2", "{hex} is too far beyond the army boundary", **facts)
    if g.game.tables.beyond >> goal & 1:
        return IllegalAction("S3.1", "the Allies do not cross the line of 27 June", **facts)
    return IllegalAction(tied_rule(g, unit), "{unit} is tied to its division's ground", **facts)


def start(g: Situation, unit: int) -> int:
    """Where the unit began its move, if that was where it may not stay; else where it is."""
    return g.began if g.mover == unit and g.began >= 0 else g.hex[unit]


def strays(g: Situation, unit: int) -> bool:
    """22.1.2b, S3.1, S3.3.2, S3.3.3 Whether an Allied unit stands, or began its move, where it may not go."""
    here = start(g, unit)
    if here < 0 or g.game.units.units[unit].side == GERMAN:
        return False
    return bool(blocked(g, unit) >> here & 1)


def recalled(g: Situation, unit: int) -> IllegalAction | None:
    """22.1.2b, S3.1, S3.3 Why a unit where it may not stay does nothing but go back; None if it cannot."""
    if not strays(g, unit) or not any(h != g.hex[unit] for h in ends(g, unit)):
        return None
    return IllegalAction(stray_rule(g, unit), "{unit} has to return first", unit=g.id(unit))


def stray_rule(g: Situation, unit: int) -> str:
    """The rule that takes a unit back."""
    here = start(g, unit)
    if g.game.tables.abroad[g.army(unit)] >> here & 1:
        return "22.1.2"
    if (g.game.tables.beyond | g.game.closed) >> here & 1:
        return "S3.1"
    return tied_rule(g, unit)


def tied_rule(g: Situation, unit: int) -> str:
    """S3.3.2, S3.3.3 The rule that ties an airborne division to its ground."""
    tied: dict[str, dict[str, str]] = g.game.setting["tied"]
    return tied[g.game.units.units[unit].formation]["rule"]


def homeward(g: Situation, unit: int) -> int:
    """22.1.2b Where a unit beyond the boundary may end its move: on its own side; S3.3.2, S3.3.3 who is off
    his division's ground goes there, or comes nearer to it."""
    tables, here = g.game.tables, start(g, unit)
    army = g.army(unit)
    if g.game.units.units[unit].side == GERMAN:
        return tables.perimeter
    if tables.abroad[army] >> here & 1:
        return tables.land & ~tables.army[1 - army]
    area, near = tables.land & ~blocked(g, unit), 0
    while area and not area >> here & 1:
        near |= area
        wider = area | g.game.board.grid.spread(area)
        if wider == area:
            break
        area = wider
    return near & tables.land & ~tables.beyond if g.game.scenario == "cherbourg" else near


def bounds(g: Situation, unit: int) -> Bounds:
    """6.2.4, 8.2, 8.5.2, 9.4-9.10 What bounds the unit's move."""
    tables, charts = g.game.tables, g.game.charts
    counter = g.game.units.units[unit]
    side, enemy, here = counter.side, 1 - counter.side, g.hex[unit]
    zoc, bonds, foes = g.zoc(enemy), g.bonds(enemy), g.occupied[enemy]
    shut, passing = blocked(g, unit), g.strategic_hexes(side, unit)
    began = start(g, unit)
    if began >= 0 and shut >> began & 1:
        shut, passing = g.game.closed, passing | ~homeward(g, unit)
    table = tables.table(wheels(g, unit), slowed(g, side))
    budget, most, shy = allowance(g, unit), ANY, 0
    if g.renewed >> unit & 1:
        most, shy = 1, zoc
    if g.trucked >> unit & 1:
        shy |= zoc
    if spent_guns(g, unit):
        most = 1
    if g.landed >> unit & 1:
        passing |= landing.full(g, unit)
    modes = [
        Mode(NORMAL, budget, shy, most, passing),
        Mode(TACTICAL, ANY, shy, min(most, 2), passing),
    ]
    near = 0
    if g.modes & (STRATEGIC | CYCLING) or g.mover != unit:
        near = g.game.board.grid.spread(foes)
    if g.modes & STRATEGIC or g.mover != unit:
        friends = g.occupied[side]
        if here >= 0 and len(g.group(here)) == 1:
            friends &= ~(1 << here)
        modes.append(Mode(STRATEGIC, 2 * budget, near | shy, most, friends | passing))
    if counter.type == "cyclist":
        riding = _halved(g, charts.movement["cyclist"])
        modes.append(Mode(CYCLING, riding, near | shy, most, passing))
    return Bounds(
        tuple(modes),
        tables.steps[table],
        tables.first[table][here] if here >= 0 else (),
        foes | bonds.hexes | shut,
        zoc,
        bonds,
        charts.movement["leave"],
        0,
        tables.wades if table == ON_FOOT else (),
    )


# -- 6.6 German reinforcements


def due(g: Situation, unit: int) -> bool:
    """6.6 Whether a German reinforcement has come as far as the map."""
    turn = g.game.arrival_turn.get(unit)
    return turn is not None and turn <= g.turn


def zones(g: Situation, unit: int) -> list[str]:
    """6.6a, 6.6c Its own entry zone; a delayed unit also has the zones next to it."""
    colour = g.game.units.units[unit].arrival.split()[0]
    if g.game.arrival_turn[unit] == g.turn:
        return [colour]
    return [colour, *g.game.zones_next[colour]]


def entry_hexes(g: Situation, unit: int) -> int:
    """6.6, S3.2.6 The hexes at which a reinforcement may enter now; 9.8.6 on trucks in no enemy zone of control."""
    if not due(g, unit):
        return 0
    tables, found = g.game.tables, 0
    if g.game.scenario == "cherbourg":
        found = 1 << g.game.board.index(g.game.setting["entry"])
    else:
        for colour in zones(g, unit):
            found |= tables.entry[colour]
    if g.trucked >> unit & 1:
        found &= ~g.zoc(ALLIED)
    return found & ~g.occupied[ALLIED] & ~g.bonds(ALLIED).hexes


def entry_cost(g: Situation, unit: int, h: int) -> int:
    """6.6a The first hex is paid for, by road if there is one."""
    if g.game.scenario == "cherbourg":
        return 0
    tables = g.game.tables
    return tables.enter(tables.table(wheels(g, unit), slowed(g, GERMAN)), h)
