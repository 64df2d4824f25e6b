"""What units are worth, and what a combat promises: exact dice and table, shared losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...games.gazala1942 import odds, replacements, retreat, sheets, shifts, strength
from ...games.gazala1942.declaring import Attack
from ...games.gazala1942.results import capacity
from ...games.gazala1942.situation import Situation

HQ_WORTH = 6.0
STEP_WORTH = 0.5
"""Any step is worth so much beside its factors."""
GIVEN_UP = 0.5
"""The part of a hit that a retreat saves, in steps."""


class Promise(NamedTuple):
    """What an attack brings on the average: the gain in worth, and the chance that the hex is left."""

    gain: float
    clears: float


def worth(g: Situation, u: int) -> float:
    """What a unit is worth as it is, in points of strength and armor."""
    unit, steps = g.game.units.units[u], g.steps[u]
    if unit.hq:
        return HQ_WORTH
    return unit.strength[steps] + unit.armor[steps] + STEP_WORTH * steps


def step_worth(g: Situation, u: int) -> float:
    """What the next step of a unit is worth."""
    return worth(g, u) / max(g.steps[u], 1)


def repaired(g: Situation, u: int) -> float:
    """8.3 The chance that a step lost in armor combat comes back."""
    unit = g.game.units.units[u]
    least = g.game.charts.repair.get(unit.nationality)
    if least is None or not replacements.pool_of(unit):
        return 0.0
    return (7 - least) / 6


def _shot(g: Situation, group: Sequence[int], dice: tuple[int, int]) -> float:
    """8.2 The worth that a group loses on the average to so many dice, the flak's apart."""
    vehicles = [u for u in group if g.game.units.units[u].type in strength.VEHICLES]
    if not vehicles:
        return 0.0
    charts = g.game.charts
    steps = sum(
        g.steps[u]
        * (charts.armor["matilda_hits"] if g.game.units.units[u].tank == "Matilda" else 1)
        for u in vehicles
    )
    hits = dice[0] * (7 - charts.armor["hit"]) / 6 + dice[1] * (7 - charts.armor["flak"]) / 6
    if any(g.game.units.units[u].car for u in vehicles):
        hits += dice[0] * (charts.armor["hit"] - charts.armor["car"]) / 6
    lost = hits * steps / (hits + steps) if hits > steps / 2 else hits * 0.9
    price = sum(worth(g, u) * (1 - 0.5 * repaired(g, u)) for u in vehicles) / steps
    return min(lost, steps) * price


def armor(g: Situation, units: Sequence[int], target: int) -> float:
    """8.1 What an armor combat brings: the enemy's loss less our own."""
    foes = g.stack(target)
    theirs = _shot(g, foes, strength.dice(g, units, True))
    ours = _shot(g, units, strength.dice(g, foes, False))
    return theirs - ours


def assault(g: Situation, attack: Attack, ground: float, fierce: float) -> Promise:
    """9.2 What a normal attack brings by the table; ``ground`` is what the hex is worth if left.

    ``fierce`` is how little own losses count: 1 is as much as the enemy's.
    """
    defenders = sheets.exposed(g, attack.target)
    at = shifts.column(g, shifts.place(g, attack, defenders))
    if at < 0 or not defenders:
        return Promise(-99.0, 0.0)
    theirs = strength.defence_total(g, defenders)
    origins = tuple({g.hex[u] for u in attack.units})
    holds = capacity(g, defenders)
    trapped = not any(
        retreat.rank(g, u, (g.hex[u],), b, origins)
        for u in defenders
        for b in g.game.ground.neighbours[g.hex[u]]
        if b >= 0
    )
    price = sum(worth(g, u) for u in defenders) / max(holds, 1)
    cheap = min((step_worth(g, u) for u in attack.units), default=0.0)
    gain = clears = 0.0
    for die in range(1, 7):
        mine, hits = sheets.result(g, at, die, theirs)
        must, hexes = odds.must_lose(hits), odds.must_retreat(hits)
        if trapped:
            must, hexes = hits, 0
        if must >= holds:
            gain += holds * price + ground
            clears += 1
        elif hexes:
            last = must + hexes >= holds
            stands = hexes * price + (ground if last else 0.0)
            gain += must * price + min(stands, GIVEN_UP * price * hexes + ground)
            clears += 1.0 if last else 0.7
        else:
            gain += must * price
        lost = odds.must_lose(mine) + GIVEN_UP * odds.must_retreat(mine)
        gain -= lost * cheap * 1.3 / fierce
    return Promise(gain / 6, clears / 6)
