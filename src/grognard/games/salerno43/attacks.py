"""8.1-8.6 Who may attack what, with whom, and as which Main Assault Force."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import IllegalAction
from ..zocbond.assault import Attack, Force
from . import stacking
from .counters import GERMAN, VEHICLE
from .situation import AREAS, GOOD, Situation


def beside_map(g: Situation, target: int) -> list[int]:
    """21.3.4 The units in Entry Areas that touch a hex."""
    tables = g.game.tables
    return [u for k in tables.areas_of.get(target, ()) for u in g.group(tables.size + k)]


def edge(g: Situation) -> int:
    """21.3.4 The hexes that occupied Entry Areas touch."""
    size, found = g.game.tables.size, 0
    for k, touched in enumerate(g.game.tables.touch):
        if g.group(size + k):
            found |= touched
    return found


def no_target(g: Situation, word: str) -> IllegalAction | None:
    """21.3.4"""
    if word in AREAS:
        return IllegalAction("21.3.4", "units in an Entry Area cannot be attacked")
    return None


def resting(g: Situation, origin: int) -> bool:
    """20.4b Whether a unit that took a Replacement forbids all combat out of a hex."""
    return any(g.renewed >> u & 1 for u in g.at[origin])


def fit(g: Situation, unit: int, kind: str = "combat") -> IllegalAction | None:
    """8.1b, 13.2.1c, 17.7, 19.3, 20.4b, 5.8c, 2.3.2a Why a unit cannot attack at all this phase.

    15.0 In a Breakthrough Combat it has attacked before.  21.3.4 Out of an Entry Area units attack in
    the Combat Phase only.
    """
    if kind == "breakthrough":
        return None
    name, counter = g.id(unit), g.game.units.units[unit]
    if g.attacked >> unit & 1:
        rule = "8.7.1" if any(unit in group[1:] for group in g.automatic) else "8.1b"
        return IllegalAction(rule, "{unit} has attacked already", unit=name)
    if g.status[unit] != GOOD:
        return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
    if counter.variable or not g.attack(unit):
        rule = "19.3" if counter.variable else "18.1.3" if counter.beachhead else "17.7"
        return IllegalAction(rule, "{unit} has no Attack Strength", unit=name)
    if g.trucked >> unit & 1:
        return IllegalAction("5.8", "{unit} is on trucks", unit=name)
    if g.renewed >> unit & 1:
        return IllegalAction("20.4", "{unit} took a Replacement this turn", unit=name)
    if g.far >> unit & 1:
        return IllegalAction("5.3", "{unit} used Extended Movement", unit=name)
    if kind == "automatic" and g.is_area(g.hex[unit]):
        return IllegalAction(
            "21.3.4", "{unit} attacks out of its area only in the Combat Phase", unit=name
        )
    return None


def blocked(g: Situation, unit: int, origin: int, target: int) -> IllegalAction | None:
    """5.7f, 8.1g, 9.8d, 20.4, 21.3.4, 22.4b Why a unit cannot attack across a hexside or the edge."""
    if origin >= g.game.tables.size:
        if g.shifted >> unit & 1:
            return IllegalAction("21.3.4", "{unit} entered its area this turn", unit=g.id(unit))
        return None
    ground, counter = g.game.tables.ground, g.game.units.units[unit]
    d = ground.deltas.index(target - origin)
    facts = {"unit": counter.id, "hex": g.word(target)}
    if ground.closed[d] >> origin & 1:
        return IllegalAction("8.1g", "sea lies between {unit} and {hex}", **facts)
    if g.abandoned and counter.side == GERMAN and g.game.tables.sector8 >> target & 1:
        return IllegalAction("S2.3.7", "the Germans have abandoned the 8th Army sector")
    vehicle = counter.klass == VEHICLE
    if ground.steep[d] >> origin & 1:
        if vehicle and ground.wall[d] >> origin & 1:
            return IllegalAction("9.8d", "{unit} may not attack across the mountains", **facts)
        if g.half >> unit & 1:
            return IllegalAction(
                "5.7f", "{unit} is half effective and may not attack across the mountains", **facts
            )
    if vehicle and ground.wet[d] >> origin & 1:
        if g.half >> unit & 1:
            return IllegalAction(
                "5.7f", "{unit} is half effective and may not attack across the river", **facts
            )
        if g.weather == "rain" and ground.unbridged[d] >> origin & 1:
            return IllegalAction("22.4", "{unit} may not attack across the river in rain", **facts)
    if resting(g, origin):
        return IllegalAction("20.4", "a Replacement forbids all combat out of the hex")
    return None


def joins(g: Situation, joined: Sequence[int], unit: int, target: int) -> IllegalAction | None:
    """8.5, 21.3.4b Why a unit may not join: one nationality, one army, room in the Entry Area."""
    units = g.game.units.units
    first, second = units[joined[0]], units[unit]
    if first.nation != second.nation:
        return IllegalAction("8.5.1", "US and Commonwealth units may not attack together")
    if first.army != second.army:
        return IllegalAction("8.5.2", "the 5th and 8th Armies may not attack together")
    size = g.game.tables.size
    crowded = [u for u in joined if g.hex[u] >= size]
    if crowded and g.hex[unit] >= size:
        room = max(1, _edge_hexes(g, target))
        if stacking.points(g, [*crowded, unit], room) > stacking.LIMIT * room:
            return IllegalAction(
                "21.3.4", "there is no room in the Entry Area for {unit}", unit=second.id
            )
    return None


def _edge_hexes(g: Situation, target: int) -> int:
    terrain = g.game.board.terrain
    return sum(1 for n in g.game.tables.ground.neighbours[target] if n < 0 or not terrain[n])


def singles(g: Situation, joined: Sequence[int]) -> list[Force]:
    """8.4.1 A single unit may be the Main Assault Force too."""
    return [Force(g.game.actions.single[u], (u,)) for u in joined]


def attachable(g: Situation, attack: Attack, unit: int) -> IllegalAction | None:
    """8.4.3 The Allies attach tanks or a battalion only."""
    counter = g.game.units.units[unit]
    if counter.side == GERMAN or counter.silhouette or counter.battalion:
        return None
    return IllegalAction("8.4.3", "{unit} is neither a battalion nor a tank unit", unit=counter.id)


def sure_only(g: Situation, attack: Attack) -> bool:
    """8.7.1 An Automatic DS is no attack with a die."""
    return attack.kind == "automatic"


def forbidden(g: Situation, attack: Attack) -> IllegalAction | None:
    """8.6.1a, 8.7.1 At least 1-3 before the defender's air; 10-1 for an Automatic DS."""
    column, charts = g.reckon(attack).column, g.game.charts
    if attack.kind == "automatic" and column < charts.beyond_from:
        name = charts.name(column)
        return IllegalAction("8.7.1", "an Automatic DS needs 10-1, and this is {odds}", odds=name)
    return IllegalAction("8.6.1", "the odds are below 1-3") if column < 0 else None
