"""8.3-8.6 and 9.0 Strengths, odds and shifts of an attack."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine.words import Say
from ...hexes import members
from ..zocbond import odds
from ..zocbond.assault import Attack as Attack
from ..zocbond.assault import Reckoning as Reckoning
from ..zocbond.assault import Shift
from ..zocbond.stacking import surplus
from .counters import ALLIED, VEHICLE
from .situation import DISRUPTED, FULL, GOOD, Situation


def regular(g: Situation, attack: Attack) -> bool:
    """12.5, 15.3a Whether units that fell back before in the phase take no part."""
    return attack.kind not in ("breakthrough", "automatic")


def side_of(g: Situation, unit: int, target: int) -> tuple[bool, bool]:
    """Whether a unit attacks across a river and across a mountain hexside."""
    place, ground = g.hex[unit], g.game.tables.ground
    if place >= g.game.tables.size:
        return False, False
    d = ground.deltas.index(target - place)
    return bool(ground.wet[d] >> place & 1), bool(ground.steep[d] >> place & 1)


def able_to_defend(g: Situation, attack: Attack) -> list[int]:
    """12.5, 13.3.2g, 15.3b The units in the hex that can add to its defence, less those put aside."""
    return [u for u in g.group(attack.target) if g.status[u] != FULL and g.takes_part(attack, u)]


def contributors(g: Situation, attack: Attack) -> list[int]:
    """8.4.6, 10.2.2e The units that add Defense Strength.

    Until the owner of a stack over the limit has chosen, the weakest count as its excess.
    """
    units = g.game.units.units
    able = able_to_defend(g, attack)
    while excess := surplus(g, able):
        able.remove(min(excess, key=g.defense))
    firm = [u for u in able if not units[u].asu]
    return firm or able[:1]


def helpers(g: Situation, attack: Attack) -> list[tuple[int, int]]:
    """18.1.4 Allied units beside a Beachhead and beside a unit that attacks it add half."""
    units = g.game.units.units
    if not any(units[u].beachhead for u in g.group(attack.target)):
        return []
    around, size = g.game.tables.ground.around, g.game.tables.size
    contact = 0
    for u in attack.units:
        if g.hex[u] < size:
            contact |= around[g.hex[u]]
    found = []
    for h in members(around[attack.target] & g.occupied[ALLIED] & contact):
        for u in g.at[h]:
            if g.status[u] == GOOD and not units[u].beachhead and not units[u].asu:
                found.append((u, g.defense(u) // 2))
    return found


def halved(g: Situation, attack: Attack, unit: int) -> bool:
    """9.1, 9.8b, 5.7c, 16.4b Whether a unit of the Main Assault Force attacks with half its strength."""
    wet, steep = side_of(g, unit, attack.target)
    return (
        steep
        or bool((g.half | g.oos) >> unit & 1)
        or (wet and g.game.units.units[unit].klass == VEHICLE)
    )


def defend(g: Situation, attack: Attack, r: Reckoning) -> None:
    """8.1e, 9.8, 19.3 The defenders' strength, doubled behind a river or in rough ground."""
    units, target = g.game.units.units, attack.target
    all_wet = all(side_of(g, u, target)[0] for u in attack.units)
    rough = bool(g.game.tables.rough >> target & 1)
    for u in contributors(g, attack):
        counter, printed = units[u], g.defense(u)
        shaken = g.status[u] == DISRUPTED
        if counter.variable:
            rolled = attack.rolled.get(u, g.game.charts.variable_automatic)
            r.defender(u, odds.modified(rolled, shaken, False), "19.3")
            continue
        doubled = all_wet or (rough and not counter.silhouette and not counter.asu)
        strength = odds.modified(printed, shaken, doubled)
        cause = "9.8a" if all_wet else "9.8c"
        r.defender(u, strength, cause if strength > printed else "9.1" if shaken else "")
    for u, half in helpers(g, attack):
        r.extra("18.1.4", Say("{unit} beside the Beachhead", unit=g.id(u)), half)


def shifts(g: Situation, attack: Attack, r: Reckoning) -> list[Shift]:
    """9.2 The column shifts."""
    found = []
    defenders = [u for u, _ in r.defenders]
    if attack.kind != "invasion":
        tank = tank_shift(g, attack, defenders)
        if tank > 0:
            found.append(Shift("9.3.1", Say("the attacker's tanks"), 1))
        elif tank < 0:
            found.append(Shift("9.3.2", Say("the defender's tanks"), -1))
    if any(g.quality(u) == "elite" for u in attack.maf) and not any(
        g.quality(u) == "elite" for u in defenders
    ):
        found.append(Shift("9.7", Say("elite troops"), 1))
    if attack.supported("air"):
        found.append(Shift("9.4", Say("air support"), 1))
    for gun in attack.supported("asu"):
        rule = "9.5.2" if g.game.units[gun.value].corps else "9.5.1"
        found.append(Shift(rule, Say("artillery: {unit}", unit=gun.word), 1))
    if attack.supported("naval"):
        found.append(Shift("9.6", Say("naval support"), 1))
    if g.weather == "rain" and attack.kind != "invasion":
        found.append(Shift("22.4", Say("rain"), -1))
    return [*found, *attack.late]


def tank_shift(g: Situation, attack: Attack, defenders: list[int]) -> int:
    """9.3 +1 for the attacker's tanks, -1 for the defender's, 0 for neither."""
    units, tables = g.game.units.units, g.game.tables
    if (tables.rough | tables.full_mountain) >> attack.target & 1:
        return 0
    theirs = max((units[u].tank for u in defenders), default=0)
    tanks = [u for u in attack.units if units[u].tank]
    dry = [u for u in tanks if not any(side_of(g, u, attack.target))]

    def best(tanks: Iterable[int]) -> int:
        return max((units[u].tank - units[u].destroyer for u in tanks), default=0)

    if any(u in attack.maf for u in dry) and best(dry) > theirs:
        return 1
    if not any(u in attack.maf for u in tanks):
        return -1 if theirs else 0
    return -1 if theirs > best(tanks) else 0
