"""8.1-8.6 Who may attack what, with whom, and as which Main Assault Force."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Action, IllegalAction
from ...hexes import members
from ..zocbond.assault import attach as attach
from ..zocbond.assault import beside
from ..zocbond.assault import force as force
from ..zocbond.assault import forces as forces
from . import stacking
from .counters import GERMAN, VEHICLE
from .modifiers import Attack, reckon
from .situation import GOOD, Situation


def targets(g: Situation) -> dict[int, list[int]]:
    """8.1 The hexes that may be attacked, with the units that may attack each."""
    tables, around = g.game.tables, g.game.tables.ground.around
    foes = g.occupied[g.enemy]
    found: dict[int, list[int]] = {}
    for origin in members(g.occupied[g.active] & g.game.board.grid.spread(foes)):
        able = [u for u in g.at[origin] if fit(g, u) is None]
        if not able or resting(g, origin):
            continue
        for target in members(around[origin] & foes):
            for u in able:
                if blocked(g, u, origin, target) is None:
                    found.setdefault(target, []).append(u)
    for k, touched in enumerate(tables.touch):
        group = g.group(tables.size + k)
        if not group or not touched & foes:
            continue
        units = g.game.units.units
        able = [
            u
            for u in group
            if units[u].side == g.active and fit(g, u) is None and not g.shifted >> u & 1
        ]
        for target in members(touched & foes):
            for u in able:
                found.setdefault(target, []).append(u)
    return {h: units for h, units in sorted(found.items()) if not spent(g, h)}


def resting(g: Situation, origin: int) -> bool:
    """20.4b Whether a unit that took a Replacement forbids all combat out of a hex."""
    return any(g.renewed >> u & 1 for u in g.at[origin])


def spent(g: Situation, target: int) -> bool:
    """8.1c Whether a hex has been attacked already this phase (units that fell back do not count)."""
    fresh = [u for u in g.at[target] if not g.fell_back >> u & 1]
    return not fresh or any(g.struck >> u & 1 for u in fresh)


def fit(g: Situation, unit: int) -> IllegalAction | None:
    """8.1b, 13.2.1c, 17.7, 19.3, 20.4b, 5.8c, 2.3.2a Why a unit cannot attack at all this phase."""
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
    return None


def blocked(g: Situation, unit: int, origin: int, target: int) -> IllegalAction | None:
    """5.7f, 8.1g, 9.8d, 22.4b Why a unit cannot attack across a hexside."""
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
    return None


def partners(g: Situation, able: Sequence[int], joined: Sequence[int], target: int) -> list[int]:
    """8.5, 21.3.4b The units that may still join: one nationality, one army, room in the Entry Area."""
    units = g.game.units.units
    found = [u for u in able if u not in joined]
    if joined:
        first = units[joined[0]]
        found = [u for u in found if (units[u].nation, units[u].army) == (first.nation, first.army)]
    size = g.game.tables.size
    crowded = [u for u in joined if g.hex[u] >= size]
    if crowded:
        room = max(1, _edge_hexes(g, target))
        limit = stacking.LIMIT * room
        found = [
            u for u in found if g.hex[u] < size or stacking.points(g, [*crowded, u], room) <= limit
        ]
    return found


def _edge_hexes(g: Situation, target: int) -> int:
    terrain = g.game.board.terrain
    return sum(1 for n in g.game.tables.ground.neighbours[target] if n < 0 or not terrain[n])


def best_force(g: Situation, target: int, joined: Sequence[int], kind: str) -> Action:
    """8.4.1 The Main Assault Force that brings the best odds, for an order that names none."""

    def worth(choice: Action) -> tuple[int, int]:
        r = reckon(g, Attack(target, tuple(joined), force(g, joined, choice), kind=kind))
        return r.column, r.attack

    return max(forces(g, joined), key=worth)


def attachments(g: Situation, attack: Attack) -> list[int]:
    """8.4.3 Units stacked with the Main Assault Force that may be attached to it, one in all."""
    units = g.game.units.units
    return [
        u
        for u in beside(g, attack)
        if units[u].side == GERMAN or units[u].silhouette or units[u].battalion
    ]


def legal(g: Situation, attack: Attack) -> bool:
    """8.6.1a, 8.7.1 At least 1-3 before the defender's air; 10-1 for an Automatic DS."""
    column = reckon(g, attack).column
    return column >= (g.game.charts.beyond_from if attack.kind == "automatic" else 0)
