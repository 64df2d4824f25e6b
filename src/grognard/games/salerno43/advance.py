"""14.0 Advance After Combat: the ground, Entry Areas, and who advances."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine.decision import Procedure
from ...engine.words import IllegalAction
from ...hexes import members
from ..zocbond.assault import Attack
from ..zocbond.battle import Path
from . import movement, reach, retreat
from .counters import ALLIED, VEHICLE
from .situation import AREAS, GOOD, Situation


def allowance(g: Situation, unit: int, hexes: int) -> int:
    """14.2.1, 5.7d, 16.4c How many hexes a unit may advance."""
    if not g.game.units.units[unit].mechanized or g.oos >> unit & 1:
        hexes = min(hexes, 2)
    if g.half >> unit & 1:
        hexes = min(hexes, 1)
    return hexes


def participants(g: Situation, attack: Attack) -> list[int]:
    """14.1, 17.2d The units that took part, and ASUs stacked with them that gave no support."""
    units = g.game.units.units
    alive = [u for u in attack.units if g.hex[u] >= 0]
    places = {g.hex[u] for u in alive}
    asus = [
        u
        for place in sorted(places)
        for u in g.at[place]
        if units[u].asu
        and not g.gave >> u & 1
        and g.status[u] == GOOD
        and not g.renewed >> u & 1
        and units[u].side == units[attack.units[0]].side
    ]
    return alive + [u for u in asus if u not in alive]


def bars(g: Situation, unit: int, path: Path, d: int, goal: int, vacated: int) -> bool:
    """14.5, 5.7f, 22.4b, S2.3.7 Whether the ground keeps a unit from the next hex."""
    here, tables, counter = g.hex[unit], g.game.tables, g.game.units.units[unit]
    if counter.side != ALLIED and g.abandoned and tables.sector8 >> goal & 1:
        return True
    wall = tables.ground.wall[d] >> here & 1
    wet = tables.ground.unbridged[d] >> here & 1
    if not wall and not wet:
        return False
    if counter.asu or not (path.first and goal == vacated):
        return True
    half = g.half >> unit & 1
    vehicle = counter.klass == VEHICLE
    return bool(wall and (vehicle or half)) or bool(
        wet and vehicle and (g.weather == "rain" or half)
    )


def out_of_area(g: Situation, unit: int, vacated: int, limited: bool) -> list[int]:
    """21.3.4, 23.1.4 The hexes that a unit may advance into out of its Entry Area."""
    tables, counter = g.game.tables, g.game.units.units[unit]
    here, enemy = g.hex[unit], 1 - counter.side
    area = here - tables.size
    if reach.bound(g, unit):
        return []
    if limited and not tables.touch[area] >> vacated & 1:
        return []
    blocked = g.occupied[enemy]
    if counter.side != ALLIED and g.abandoned:
        blocked |= tables.sector8
    if reach.besieged(g, here):
        blocked |= g.zoc(enemy)
    bonds = g.bonds(enemy)
    closed = (bonds.hexes | bonds.edge) & ~(1 << vacated)
    open_ = tables.touch[area] & ~blocked & ~closed
    return [h for h in members(open_) if h == vacated or not limited]


def into_areas(g: Situation, unit: int) -> list[int]:
    """21.3 The Entry Areas that a unit may advance into."""
    tables = g.game.tables
    near = tables.areas_of.get(g.hex[unit], ())
    return [tables.size + k for k in near if reach.may_enter(g, unit, k)]


def step(g: Situation, unit: int, path: Path, place: int) -> None:
    """14.5, 5.7b A unit enters a hex; a hill or a crossing may end its advance.

    15.2.6b It then has no right to attack either; 14.5c a hill entered by road lets it go one hex more.
    """
    tables, here, counter = g.game.tables, g.hex[unit], g.game.units.units[unit]
    ground = tables.ground
    if place >= tables.size:
        path.left = 0
        g.put(unit, place)
        movement.capture(g, unit, place - tables.size)
        return
    on_map = here < tables.size
    by_road = on_map and ground.across(ground.road, here, place)
    if on_map:
        crossed = ground.across(ground.wall, here, place) or (
            counter.klass == VEHICLE and ground.across(ground.unbridged, here, place)
        )
        if crossed:
            g.half |= 1 << unit
            path.stopped = True
        if path.by_road and not by_road:
            path.stopped = True
    path.by_road = False
    if tables.hill >> place & 1:
        if by_road:
            path.by_road = True
        else:
            path.stopped = True
    g.put(unit, place)


def followed(g: Situation, unit: int, place: int) -> Procedure:
    """13.3.2e Enemies in Full Retreat fall back before the victors."""
    if place < g.game.tables.size:
        yield from retreat.automatic(g, place, g.game.units[unit].side)


def refuse_area(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """14.5, 14.4.2, 23.1.4 Why a unit may not advance into an Entry Area, or out of its own."""
    facts = {"unit": g.id(unit), "hex": word}
    here, tables = g.hex[unit], g.game.tables
    if word in AREAS:
        return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)
    if here < tables.size or not g.game.is_hex(word):
        return None
    goal, enemy = g.game.board.index(word), 1 - g.game.units[unit].side
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("14.5", "{hex} is held by the enemy", hex=word)
    if not tables.touch[here - tables.size] >> goal & 1:
        return IllegalAction("14.2", "{unit} is not next to {hex}", **facts)
    if g.bonds(enemy).hexes >> goal & 1:
        return IllegalAction("14.4.2", "{hex} is closed by an enemy ZOC Bond", hex=word)
    if g.zoc(enemy) >> goal & 1:
        return IllegalAction("23.1.4", "{unit} may not leave its area into {hex}", **facts)
    return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)


def refuse(g: Situation, paths: Mapping[int, Path], verb: str, word: str) -> IllegalAction | None:
    """15.2.1, 15.2.2, 17.2d, 23.1.4 Why there is no breakthrough, and who stays behind."""
    if verb == "assault":
        return IllegalAction("15.2.1", "only the Breakthrough Group attacks in an advance")
    unit = g.game.units.find(word)
    if unit is None or verb not in ("advance", "group", ""):
        return None
    u, name = unit.index, unit.id
    if u not in paths:
        if unit.asu and g.gave >> u & 1:
            return IllegalAction("17.2", "{unit} gave support and does not advance", unit=name)
        return IllegalAction("14.1", "{unit} took no part in the attack", unit=name)
    if reach.bound(g, u):
        return IllegalAction("23.1.4", "{unit} may not leave its North Entry Area", unit=name)
    if verb == "group":
        return IllegalAction("15.2.2", "{unit} cannot be in this Breakthrough Group", unit=name)
    return None
