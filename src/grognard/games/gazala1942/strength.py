"""9.21-9.22 What a unit is worth in a normal attack, and 8.12 in armor combat.

Every divisor of a unit is multiplied first and the fraction rounded up once, unit by unit.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Say
from .counters import ALLIED
from .situation import ISOLATED, SUPPLIED, Situation

Share = tuple[str, Say, int]
"""A rule, what it is, and what it divides by."""

TANK, CAR, FLAK = "tank", "armored car", "flak"
INFANTRY, ENGINEER, MARINE = "infantry", "engineer", "marine"
VEHICLES = (TANK, CAR)
COOPERATION = 4
"""12.1 So many units of one formation in a hex help each other."""


def shares(g: Situation, u: int, target: int) -> list[Share]:
    """6.21, 9.61, 10.7, 10.81 Everything that divides a unit's attack, each with its rule."""
    unit, origin, by = g.game.units[u], g.hex[u], g.game.charts.divisors
    found: list[Share] = []
    if unit.type == FLAK:
        found += armor_shares(g, u)
    elif g.status(u) == ISOLATED:
        found.append(("6.21b", Say("isolated"), by["isolated_attack"]))
    elif g.status(u) != SUPPLIED:
        found.append(("6.21a", Say("unsupplied"), by["unsupplied_attack"]))
    if cliff(g, origin, target):
        found.append(("9.61a", Say("up or down the escarpment"), by["cliff"]))
    if inwards(g, origin, target) and g.fortified(origin, target):
        found.append(("10.7a", Say("against the Tobruk perimeter"), by["fortification"]))
    if g.mined(origin, target):
        quarter = "mines-quarter" in g.game.options
        kind = "minefield_quarter" if quarter else "minefield"
        mines = by["minefield_flak" if unit.type == FLAK else kind]
        found.append(("10.81a1", Say("across a minefield"), mines))
    return found


def cliff(g: Situation, a: int, b: int) -> bool:
    """9.61 Whether the escarpment lies between two hexes."""
    ground = g.game.ground
    return bool(ground.cliffs[ground.board.grid.direction(a, b)] >> a & 1)


def inwards(g: Situation, origin: int, target: int) -> bool:
    """10.7 Whether an attack goes into a fortification: out of Tobruk nothing is halved."""
    inside = g.game.ground.perimeter
    return not (inside >> origin & 1 and not inside >> target & 1)


def attack(g: Situation, u: int, target: int) -> int:
    """9.21, 9.74 A unit's attack on a hex; flak attacks with its armor factor."""
    unit = g.game.units[u]
    factor = (unit.armor if unit.type == FLAK else unit.strength)[g.steps[u]]
    divisor = 1
    for _, _, by in shares(g, u, target):
        divisor *= by
    return -(-factor // divisor)


def defence_shares(g: Situation, u: int) -> list[Share]:
    """6.21c What divides a unit's defence, with its rule."""
    if g.status(u) != ISOLATED or not g.game.units[u].strength[g.steps[u]]:
        return []
    return [("6.21c", Say("isolated"), g.game.charts.divisors["isolated_defence"])]


def defence(g: Situation, u: int) -> int:
    """9.22, 6.21c A unit's defence; an HQ counts apart (10.11)."""
    factor = g.game.units[u].strength[g.steps[u]]
    for _, _, by in defence_shares(g, u):
        factor = -(-factor // by)
    return factor


def attack_total(g: Situation, group: Sequence[int], target: int) -> int:
    """9.21 All attackers together, and one more for each hex of 12.1."""
    total = sum(attack(g, u, target) for u in group)
    return total + len(cooperating(g, group))


def defence_total(g: Situation, group: Sequence[int]) -> int:
    """9.22, 10.11a All defenders; an HQ without a unit that can fight is worth 1."""
    total = sum(defence(g, u) for u in group)
    if total == 0:
        return int(any(g.game.units[u].hq for u in group))
    return total + cooperates(g, group)


def cooperates(g: Situation, group: Sequence[int]) -> bool:
    """12.1 (optional) Four units or more in a hex, all of one formation: one point more."""
    if "12.1" not in g.game.options:
        return False
    commands = [g.command[u] for u in group if not g.game.units[u].hq]
    return len(commands) >= COOPERATION and commands[0] >= 0 and len(set(commands)) == 1


def cooperating(g: Situation, group: Sequence[int]) -> list[int]:
    """12.1 The hexes from which four attack, where nobody of another formation stands by."""
    return [
        h
        for h, part in by_hex(g, group).items()
        if cooperates(g, part) and cooperates(g, g.stack(h))
    ]


def by_hex(g: Situation, group: Sequence[int]) -> dict[int, list[int]]:
    """Units by the hex that they stand in."""
    found: dict[int, list[int]] = {}
    for u in group:
        found.setdefault(g.hex[u], []).append(u)
    return found


def armor_shares(g: Situation, u: int) -> list[Share]:
    """6.22 What divides a unit's armor factor, with its rule."""
    if g.status(u) == SUPPLIED:
        return []
    return [("6.22", Say("out of supply"), g.game.charts.divisors["short_armor"])]


def armor(g: Situation, u: int) -> int:
    """6.22 A unit's armor factor, half of it out of supply."""
    factor = g.game.units[u].armor[g.steps[u]]
    for _, _, by in armor_shares(g, u):
        factor = -(-factor // by)
    return factor


def fires(g: Situation, u: int, attacking: bool) -> int:
    """8.12 The dice a unit brings: vehicles, flak, German infantry; any Allied unit in defence."""
    unit = g.game.units[u]
    counts = (
        unit.type in VEHICLES
        or unit.type == FLAK
        or (unit.type == INFANTRY and unit.nationality == "German")
        or (not attacking and unit.side == ALLIED)
    )
    return armor(g, u) if counts else 0


def dice(g: Situation, group: Sequence[int], attacking: bool) -> tuple[int, int]:
    """8.12-8.13 The dice of a side: those of the flak are thrown apart."""
    plain = flak = 0
    for u in group:
        if g.game.units[u].type == FLAK:
            flak += fires(g, u, attacking)
        else:
            plain += fires(g, u, attacking)
    return plain, flak
