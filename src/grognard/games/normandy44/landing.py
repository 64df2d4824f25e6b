"""6.5, 20.5, 21.2 Allied reinforcements land on the beaches, and units leave from there."""

from __future__ import annotations

from ...engine.words import IllegalAction
from ...hexes import members
from ..zocbond import stacking
from . import batteries, players, setup
from .counters import ALLIED, GERMAN
from .situation import BEACHES, BRITAIN, SEA, Situation

BOXES = {box: beach for beach, box in SEA.items()}


def sites(g: Situation, unit: int) -> list[tuple[str, int]]:
    """6.5.2, 20.5.2, 21.1.4 The hexes at which a unit could come ashore, each with its beach."""
    counter, place = g.game.units.units[unit], g.hex[unit]
    found: list[tuple[str, int]] = []
    if place in BOXES:
        beach = g.game.beaches.get(BOXES[place])
        return [(BOXES[place], h) for h in beach.hexes] if beach else []
    if place != BRITAIN:
        return []
    army = g.army(unit)
    for name in BEACHES:
        beach = g.game.beaches.get(name)
        if beach is None or beach.army != army:
            continue
        if counter.type == "engineer" and beach.engineer != unit:
            continue
        found += [(name, h) for h in beach.hexes]
    for owner, site in g.game.mulberries.items():
        harbour = g.harbour[owner]
        if owner == army and harbour >= 0 and harbour not in [h for _, h in found]:
            found.append((site.beach, harbour))
    return found


def harbours(g: Situation) -> dict[int, int]:
    """6.5.2c By army: the most points that one of its beaches can still take."""
    most = g.game.charts.landing["beach"]
    room: dict[int, int] = {}
    for k, name in enumerate(BEACHES):
        beach = g.game.beaches.get(name)
        if beach is not None:
            room[beach.army] = max(room.get(beach.army, 0), most - g.through[k])
    return room


def affords(g: Situation, unit: int, room: dict[int, int]) -> bool:
    """6.5.1, 6.5.2c Whether points and beaches suffice for a unit, wherever it would land."""
    army, cost = g.army(unit), g.game.units.units[unit].cost
    return g.turn > 1 and cost <= min(g.points[army], room.get(army, 0))


def hexes(g: Situation, unit: int) -> list[int]:
    """6.5 Where a unit may land now."""
    if g.hex[unit] >= 0 or g.active != ALLIED:
        return []
    return [h for name, h in sites(g, unit) if refuse(g, unit, name, h) is None]


def refuse(g: Situation, unit: int, name: str, h: int) -> IllegalAction | None:
    """6.5, 20.5, 21.1.4 Why a unit may not land in a hex of a beach; None if it may."""
    counter, place = g.game.units.units[unit], g.hex[unit]
    facts = {"unit": counter.id, "hex": g.word(h), "beach": name}
    if place == BRITAIN and g.turn == 1:
        return IllegalAction("20.5.1", "on Turn 1 only the follow-up units land")
    if g.game.scenario == "cherbourg" and counter.formation in setup.ELSEWHERE:
        return IllegalAction("S3.2.7", "{unit} takes no part in this scenario", **facts)
    if g.occupied[GERMAN] >> h & 1:
        return IllegalAction("21.1.4", "the enemy holds {hex}", **facts)
    if g.bonds(GERMAN).hexes >> h & 1:
        return IllegalAction("8.5.2", "{hex} is closed by an enemy ZOC Bond", **facts)
    if g.renewed >> unit & 1 and g.zoc(GERMAN) >> h & 1:
        return IllegalAction(
            "6.2.5", "{unit} took a replacement and may not enter an enemy ZOC", **facts
        )
    if not (g.is_open(name) or h in g.harbour or counter.type == "engineer"):
        return IllegalAction(
            "21.1.4", "{beach} is closed: only its engineers may land there", **facts
        )
    if wrong := batteries.refuse(g, g.game.beaches[name].army, name):
        return wrong
    if place == BRITAIN:
        army = g.army(unit)
        if g.points[army] < counter.cost:
            return IllegalAction(
                "6.5.1", "there are not enough reinforcement points for {unit}", **facts
            )
        if g.through[BEACHES.index(name)] + counter.cost > g.game.charts.landing["beach"]:
            return IllegalAction("6.5.2", "no more than four points land at {beach}", **facts)
    if stacking.over(g, (*g.group(h), unit)) and not _onward(g, unit, h):
        return IllegalAction("20.5.3", "there is no room for {unit} in {hex}", **facts)
    if g.strategic_hexes(ALLIED, unit) >> h & 1 and not _onward(g, unit, h):
        return IllegalAction("9.8.2", "nobody joins the unit on the road in {hex}", **facts)
    return None


def _onward(g: Situation, unit: int, h: int) -> bool:
    """20.5.3 Whether a unit that lands where it may not stay can leave the hex for one with room; 6.2.4 who
    took a replacement goes no farther."""
    counter, tables = g.game.units.units[unit], g.game.tables
    if not counter.move or (g.zoc(GERMAN) >> h | g.renewed >> unit) & 1:
        return False
    bonds = g.bonds(GERMAN)
    shut = g.occupied[GERMAN] | bonds.hexes | tables.abroad[g.army(unit)] | g.game.closed
    for n, d, _, _ in tables.steps[tables.table(counter.klass, False)][h]:
        open_ = not (shut >> n | bonds.sides[d] >> h) & 1
        if open_ and not stacking.over(g, (*g.group(n), unit)):
            return True
    return False


def full(g: Situation, unit: int) -> int:
    """20.5.3 The hexes near a unit that has just landed in which it would be one too many."""
    here = g.hex[unit]
    near = g.game.tables.ground.around[here] & g.occupied[ALLIED]
    found = 0
    for n in members(near):
        if stacking.over(g, (*g.group(n), unit)):
            found |= 1 << n
    if stacking.over(g, g.group(here)):
        found |= 1 << here
    return found


def land(g: Situation, unit: int, h: int) -> None:
    """6.5.2a The unit comes ashore: by Tactical Movement, the beach is its first hex."""
    name = next(name for name, site in sites(g, unit) if site == h)
    counter = g.game.units.units[unit]
    army = g.game.beaches[name].army
    if batteries.needed(g, army, name):
        batteries.subdue(g, army)
    if g.hex[unit] == BRITAIN:
        g.points[g.army(unit)] -= counter.cost
        g.through[BEACHES.index(name)] += counter.cost
    g.put(unit, h)
    g.landed |= 1 << unit
    g.tell("land", "6.5.2", "{unit} lands in {hex}", unit=counter.id, hex=g.word(h), beach=name)


# -- 21.2 evacuation


def refuse_evacuation(g: Situation, unit: int) -> IllegalAction | None:
    """21.2 Why a unit cannot be shipped back to Britain; None if it can."""
    counter, h = g.game.units.units[unit], g.hex[unit]
    facts = {"unit": counter.id}
    if wrong := players.refuse(g, unit):
        return wrong
    if h < 0 or counter.side == GERMAN or not counter.move or g.scattered >> unit & 1:
        return IllegalAction("21.2", "{unit} cannot leave", **facts)
    if g.dug >> unit & 1:
        return IllegalAction("16.1.3", "{unit} is building an Improved Position", **facts)
    if g.moved & g.reserve & 1 << unit:
        return IllegalAction("15.1", "{unit} is in Reserve", **facts)
    if g.moved >> unit & 1:
        return IllegalAction("21.2", "{unit} has moved: evacuation takes its whole move", **facts)
    beach = any(h in g.game.beaches[name].hexes for name in g.open_beaches())
    hoc = g.game.beaches.get("Hoc")
    ranger = counter.type == "ranger" and hoc is not None and h in hoc.hexes
    if not (beach or ranger):
        return IllegalAction("21.2", "{unit} is not on an open beach", **facts)
    if g.evacuated.get(h, 0) >= g.game.charts.landing["evacuated"]:
        return IllegalAction("21.2", "two units have left {hex} this turn", hex=g.word(h))
    return None


def evacuate(g: Situation, unit: int) -> None:
    """21.2 The unit goes to Britain as it is."""
    h, steps = g.hex[unit], g.steps[unit]
    g.evacuated[h] = g.evacuated.get(h, 0) + 1
    g.take_off(unit, BRITAIN)
    g.set_steps(unit, steps)
    g.moved |= 1 << unit
    g.tell("evacuate", "21.2", "{unit} returns to Britain", unit=g.id(unit), hex=g.word(h))
