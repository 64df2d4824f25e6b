"""The garrisons: a regiment in each hex of Caen, Saint-Lô, Carentan and Troarn that the Allies come near, whatever the line needs."""

from __future__ import annotations

from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import Situation
from ...hexes import mask_of, members
from .country import Country
from .worth import worth

TOWNS = ("2512", "1932")
"""Carentan, where the Americans from both beaches meet; Troarn, beyond which nothing bars the way east and around Caen."""
ALARM = 4
"""How near the Allies must be to a hex, in hexes, before it is garrisoned."""
REGIMENT = 4
"""11.2 The Defense Strength that the houses shelter best: as much as their bonus."""
MARCH = 3.0
"""What a turn's march counts against a unit."""


def garrison(country: Country, g: Situation) -> dict[int, int]:
    """Who holds which hex: who is there, or the best infantry near it; 11.2b tanks gain nothing from houses.

    What is lost or out of everybody's reach is nobody's.  Of whoever is in Cherbourg somebody stays in each hex.
    """
    rules = country.rules
    if rules.scenario != "campaign":
        return {}
    units, grid = rules.units.units, rules.board.grid
    able = [
        u
        for u in g.on_map(GERMAN)
        if units[u].move
        and not (units[u].silhouette or units[u].hq or units[u].restricted)
        and g.defense(u) >= REGIMENT
    ]
    towns = rules.tables.city & rules.tables.beyond | mask_of(map(rules.board.index, TOWNS))
    near = [
        h
        for h in members(towns)
        if country.holds(g, GERMAN, h) and grid.within(h, ALARM) & g.occupied[ALLIED]
    ]
    near.sort(key=lambda h: (-country.prizes[h], h))
    there = {h: [u for u in able if g.hex[u] == h] for h in near}
    found = {max(there[h], key=lambda u: (worth(g, u), -u)): h for h in near if there[h]}
    for h in near:
        free = [u for u in able if u not in found and country.turns(u, g.hex[u], h) <= 1.0]
        if free and not there[h]:
            found[max(free, key=lambda u: (_fitness(country, g, u, h), -u))] = h
    return found | _fortress(g)


def _fortress(g: Situation) -> dict[int, int]:
    """S1.3.1 The best unit in each hex of Cherbourg: the posts of the perimeter are for the others."""
    units, found = g.game.units.units, {}
    for h in members(g.game.tables.cherbourg & g.occupied[GERMAN]):
        able = [u for u in g.at[h] if units[u].move and not units[u].hq]
        if able:
            found[max(able, key=lambda u: (worth(g, u), -u))] = h
    return found


def _fitness(country: Country, g: Situation, unit: int, h: int) -> float:
    """How well a unit serves as the garrison of a hex."""
    return worth(g, unit) - MARCH * country.turns(unit, g.hex[unit], h)
