"""The garrisons: a regiment in each hex of Caen, Saint-Lô, Carentan and Troarn that the Allies come near, whatever the line needs."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import Situation
from ...games.zocbond import reach
from ...hexes import mask_of, members
from .country import Country
from .worth import worth

TOWNS = ("2512", "1932")
"""Carentan, where the Americans from both beaches meet; Troarn, beyond which nothing bars the way east and around Caen."""
ALARM = 3
"""How near the Allies must be to a hex, in hexes, before it is garrisoned."""
REGIMENT = 4
"""11.2 The Defense Strength that the houses shelter best: as much as their bonus."""
MARCH = 3.0
"""What a turn's march counts against a unit."""

LAST = 2
"""On how many turns at the end places behind the line are garrisoned."""
DRIVE, CLEAR = 12, 2
"""9.8.1 How near the Allies must be to such a place, in hexes, and how far from them a unit must be that is sent there."""


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
    found |= _fortress(g)
    return found | _rear(country, g, found)


def _fortress(g: Situation) -> dict[int, int]:
    """S1.3.1 The best unit in each hex of Cherbourg: the posts of the perimeter are for the others."""
    units, found = g.game.units.units, {}
    for h in members(g.game.tables.cherbourg & g.occupied[GERMAN]):
        able = [u for u in g.at[h] if units[u].move and not units[u].hq]
        if able:
            found[max(able, key=lambda u: (worth(g, u), -u))] = h
    return found


def _rear(country: Country, g: Situation, posted: Mapping[int, int]) -> dict[int, int]:
    """S1.3.1 On the last turns: who of those far from the Allies goes into which empty place that they could march into."""
    rules, grid = country.rules, country.rules.board.grid
    if rules.turns - g.turn >= LAST or g.phase != "movement" or g.active != GERMAN:
        return {}
    ours, foes = g.occupied[GERMAN], g.occupied[ALLIED]
    prizes = mask_of(country.prizes)
    empty = [
        h
        for h in members(prizes & ~ours)
        if country.holds(g, GERMAN, h) and grid.within(h, DRIVE) & foes
    ]
    empty.sort(
        key=lambda h: (-country.prizes[h], min(grid.distance(h, f) for f in members(foes)), h)
    )
    idle = {u: ends for u, ends in _idle(g, prizes).items() if u not in posted}
    found: dict[int, int] = {}
    for h in empty:
        free = [u for u, ends in idle.items() if h in ends and u not in found]
        if free:
            found[min(free, key=lambda u: (worth(g, u), u))] = h
    return found


def _idle(g: Situation, prizes: int) -> dict[int, Collection[int]]:
    """Who is on the map and far from the Allies, and where he could go; nobody leaves a place that counts alone."""
    rules = g.game
    found: dict[int, Collection[int]] = {}
    for u in g.on_map(GERMAN):
        counter, h = rules.units.units[u], g.hex[u]
        alone = prizes >> h & 1 and len(g.group(h)) == 1
        near = rules.board.grid.within(h, CLEAR) & g.occupied[ALLIED]
        if counter.move and not (
            counter.hq or counter.werfer or counter.restricted or alone or near
        ):
            found[u] = reach.ends(g, u)
    return found


def _fitness(country: Country, g: Situation, unit: int, h: int) -> float:
    """How well a unit serves as the garrison of a hex."""
    return worth(g, unit) - MARCH * country.turns(unit, g.hex[unit], h)
