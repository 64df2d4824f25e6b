"""11.0 Strengths and column shifts of an attack."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Say
from ..zocbond.assault import Attack, Reckoning, Shift
from .counters import ALLIED
from .situation import Situation


def across(g: Situation, unit: int, target: int) -> int:
    """The direction in which a unit attacks."""
    return g.game.tables.ground.deltas.index(target - g.hex[unit])


def over_water(g: Situation, unit: int, target: int) -> bool:
    """11.3b Whether a unit attacks over a major or flooded hexside, or out of a flooded hex."""
    tables, here = g.game.tables, g.hex[unit]
    d = across(g, unit, target)
    return bool((tables.big_river_side[d] | tables.flooded) >> here & 1)


def over_line(g: Situation, unit: int, target: int) -> bool:
    """16.3a Whether an Allied unit attacks over the Cherbourg line."""
    side = g.game.tables.line_side[across(g, unit, target)]
    return g.game.units.units[unit].side == ALLIED and bool(side >> g.hex[unit] & 1)


RIVER, FLOOD, FIELD = Say("over a river or a flood"), Say("out of a flooded hex"), Say("Carpiquet")
LINE, SHORT, LANDED = Say("the Cherbourg line"), Say("out of supply"), Say("just landed")


def halving(g: Situation, attack: Attack, unit: int) -> Say | None:
    """11.1 What halves an attacker: water, the airfield, the Cherbourg line, no supply, a landing this turn."""
    tables, here = g.game.tables, g.hex[unit]
    d = across(g, unit, attack.target)
    if tables.river_side[d] >> here & 1:
        return RIVER
    if tables.flooded >> here & 1:
        return FLOOD
    if tables.airfield_side[d] >> here & 1:
        return FIELD
    if over_line(g, unit, attack.target):
        return LINE
    if g.oos >> unit & 1:
        return SHORT
    return LANDED if g.landed >> unit & 1 else None


def halved(g: Situation, attack: Attack, unit: int) -> bool:
    """11.1"""
    return halving(g, attack, unit) is not None


# -- 11.2 the defence


def bonus(g: Situation, h: int) -> int:
    """11.2a The best Defensive Bonus of a hex."""
    tables, table = g.game.tables, g.game.charts.bonus
    best = table.get(g.game.board.terrain[h], 0)
    return max(best, table["town"]) if tables.town >> h & 1 else best


def sheltered(g: Situation, units: Sequence[int]) -> int:
    """11.2b, 11.2c The strength of those who may receive the bonus, which is its limit."""
    counters = g.game.units.units
    return sum(
        g.defense(u)
        for u in units
        if not counters[u].strongpoint and not counters[u].silhouette and not g.strategic >> u & 1
    )


def defend(g: Situation, attack: Attack, r: Reckoning) -> None:
    """10.1c, 11.2 All defenders, and the bonus of the ground for the hex."""
    units = g.contributors(attack)
    for u in units:
        r.defender(u, g.defense(u))
    best, most = bonus(g, attack.target), sheltered(g, units)
    if 0 < most < best:
        r.extra("11.2c", Say("Defensive Bonus {n}, capped by whom it shelters", n=best), most)
    elif most and best:
        r.extra("11.2", Say("Defensive Bonus"), best)


# -- 11.3-11.9 shifts


def shifts(g: Situation, attack: Attack, r: Reckoning) -> list[Shift]:
    """11.3-11.9, 9.8.4, 17.2.5, 19.0 The column shifts."""
    defenders = [u for u, _ in r.defenders]
    found = []
    if armor_givers(g, attack, defenders):
        found.append(Shift("11.4.1", Say("the attacker's armor"), 1))
    if defending_armor(g, attack, defenders):
        found.append(Shift("11.4.2", Say("the defender's armor"), -1))
    if quality_givers(g, attack, defenders):
        found.append(Shift("11.5", Say("better troops"), 1))
    if all(g.game.units.units[u].quality < 0 for u in attack.maf):
        found.append(Shift("11.5", Say("poor troops"), -1))
    if tiger_givers(g, attack):
        found.append(Shift("11.9", Say("attacking Tigers"), 1))
    if any(g.game.units.units[u].tiger for u in defenders):
        found.append(Shift("11.9", Say("defending Tigers"), -1))
    if attack.maf and all(over_water(g, u, attack.target) for u in attack.maf):
        found.append(Shift("11.3", Say("over a major river or a flood"), -1))
    if g.game.tables.hilltop >> attack.target & 1:
        found.append(Shift("11.8", Say("hilltop"), -1))
    if any(g.strategic >> u & 1 for u in defenders):
        found.append(Shift("9.8.4", Say("Strategic Movement"), 1))
    for order in attack.support:
        if order.verb != "supply":
            found.append(_support(order.verb, order.word))
    return [*found, *attack.late]


def _support(verb: str, word: str) -> Shift:
    match verb:
        case "air":
            return Shift("19.1.2", Say("air support"), 1)
        case "naval":
            return Shift("19.2.2", Say("naval support"), 1)
        case "werfer":
            return Shift("17.3", Say("artillery: {unit}", unit=word), 1)
        case "caen":
            return Shift("17.2.8", Say("the guns of Caen"), 1)
    return Shift("17.2.5", Say("artillery: {unit}", unit=word), 1)


def best_class(g: Situation, units: Sequence[int]) -> int:
    """11.4.1 The best armor class of either colour."""
    return max((g.game.units.units[u].armor for u in units), default=0)


def armor_barred(g: Situation, unit: int, target: int, defenders: Sequence[int]) -> bool:
    """11.4.4 Whether the ground or a strongpoint keeps an armor unit of the attacker from the shift."""
    tables = g.game.tables
    if (tables.city | tables.woods | tables.flooded) >> target & 1:
        return True
    if g.position(target) or any(g.game.units.units[u].strongpoint for u in defenders):
        return True
    return over_water(g, unit, target) or over_line(g, unit, target)


def armor_givers(g: Situation, attack: Attack, defenders: Sequence[int]) -> list[int]:
    """11.4.1, 11.4.3 The units of the Main Assault Force that bring the attacker's armor shift."""
    units, theirs = g.game.units.units, best_class(g, defenders)
    return [
        u
        for u in attack.maf
        if units[u].grey > theirs and not armor_barred(g, u, attack.target, defenders)
    ]


def defending_armor(g: Situation, attack: Attack, defenders: Sequence[int]) -> bool:
    """11.4.2 No class at all in the Main Assault Force against infantry with grey-class armor."""
    units = [g.game.units.units[u] for u in defenders]
    if best_class(g, attack.maf):
        return False
    both = any(u.type == "armor" and u.side == ALLIED for u in units)
    return both or (any(u.infantry_type for u in units) and any(u.grey for u in units))


def quality_givers(g: Situation, attack: Attack, defenders: Sequence[int]) -> list[int]:
    """11.5a The units of the Main Assault Force better than all defenders."""
    units = g.game.units.units
    theirs = max((units[u].quality for u in defenders), default=9)
    return [u for u in attack.maf if units[u].quality > theirs]


def tiger_givers(g: Situation, attack: Attack) -> list[int]:
    """11.9a Tigers in the Main Assault Force, not over big rivers nor into or out of floods."""
    units, target = g.game.units.units, attack.target
    if g.game.tables.flooded >> target & 1:
        return []
    return [u for u in attack.maf if units[u].tiger and not over_water(g, u, target)]


def givers(g: Situation, attack: Attack, defenders: Sequence[int]) -> list[int]:
    """12.2.1b Who gave a quality, armor or Tiger shift against these defenders and so takes the loss."""
    found = armor_givers(g, attack, defenders) + quality_givers(g, attack, defenders)
    return list(dict.fromkeys([*found, *tiger_givers(g, attack)]))
