"""8.3-8.6 and 9.0 Strengths, odds and shifts of an attack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ...engine.words import Say
from ...hexes import members
from ..zocbond import assault, odds
from ..zocbond.assault import Assault, Shift
from . import stacking
from .counters import ALLIED, VEHICLE
from .situation import DISRUPTED, FULL, GOOD, Situation

MOST = 20
"""8.4.5 The Combat Strength Limit."""


@dataclass(frozen=True)
class Attack(Assault):
    """An attack with its support."""

    air: str = ""
    asus: tuple[int, ...] = ()
    naval: str = ""
    valiant: bool = False
    shielded: bool = False
    """9.4a The defender has used his Air marker of this combat."""
    kind: str = "combat"
    """combat, breakthrough (15.0), automatic (8.7) or invasion (24.2.4)"""
    aside: tuple[int, ...] = ()
    """15.3b The defenders in excess of the stacking limit, as their owner has chosen."""

    @property
    def regular(self) -> bool:
        """12.5, 15.3a Whether units that fell back before in the phase take no part."""
        return self.kind not in ("breakthrough", "automatic")


@dataclass
class Reckoning(assault.Reckoning):
    helpers: list[tuple[int, int]] = field(default_factory=list)
    """18.1.4 Units beside a Beachhead."""
    doubled: str = ""
    """The rule that doubles the defence."""


def side_of(g: Situation, unit: int, target: int) -> tuple[bool, bool]:
    """Whether a unit attacks across a river and across a mountain hexside."""
    place, ground = g.hex[unit], g.game.tables.ground
    if place >= g.game.tables.size:
        return False, False
    d = ground.deltas.index(target - place)
    return bool(ground.wet[d] >> place & 1), bool(ground.steep[d] >> place & 1)


def able_to_defend(g: Situation, attack: Attack) -> list[int]:
    """12.5, 13.3.2g, 15.3b The units in the hex that can add to its defence, less those put aside."""
    able = [u for u in g.group(attack.target) if g.status[u] != FULL and u not in attack.aside]
    if attack.regular:
        able = [u for u in able if not g.fell_back >> u & 1]
    return able


def in_excess(g: Situation, units: list[int]) -> list[int]:
    """15.3b The units of a stack over the limit of which one must stand aside; [] within the limit."""
    if len(units) < 3 or (total := stacking.points(g, units)) <= stacking.LIMIT:
        return []
    return [u for u in units if stacking.points(g, [v for v in units if v != u]) < total]


def contributors(g: Situation, attack: Attack) -> list[int]:
    """8.4.6, 10.2.2e The units that add Defense Strength.

    Until the owner of a stack over the limit has chosen, the weakest count as its excess.
    """
    units = g.game.units.units
    able = able_to_defend(g, attack)
    while excess := in_excess(g, able):
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


def reckon(
    g: Situation,
    attack: Attack,
    rolled: Mapping[int, int] | None = None,
) -> Reckoning:
    """8.3-9.9 The strengths and shifts of an attack; ``rolled`` are Variable Strengths (19.3)."""
    r = Reckoning()
    units, tables = g.game.units.units, g.game.tables
    target = attack.target
    all_wet = True
    for u in attack.units:
        wet, steep = side_of(g, u, target)
        all_wet &= wet
        halved = u not in attack.maf or steep or bool((g.half | g.oos) >> u & 1)
        halved |= wet and units[u].klass == VEHICLE
        r.attacker(u, 0 if g.trucked >> u & 1 else g.attack(u), halved)
    rough = bool(tables.rough >> target & 1)
    for u in contributors(g, attack):
        counter = units[u]
        strength = g.defense(u)
        doubled = all_wet or (rough and not counter.silhouette and not counter.asu)
        if counter.variable:
            strength, doubled = (rolled or {}).get(u, g.game.charts.variable_automatic), False
        r.defender(u, odds.modified(strength, g.status[u] == DISRUPTED, doubled))
    r.doubled = "9.8a" if all_wet else "9.8c" if rough else ""
    r.helpers = helpers(g, attack)
    r.defence += sum(value for _, value in r.helpers)
    r.limit(MOST)
    r.shifts = _shifts(g, attack, r)
    return r


def _shifts(g: Situation, attack: Attack, r: Reckoning) -> list[Shift]:
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
    if attack.air:
        found.append(Shift("9.4", Say("air support"), 1))
    for u in attack.asus:
        rule = "9.5.2" if g.game.units[u].corps else "9.5.1"
        found.append(Shift(rule, Say("artillery: {unit}", unit=g.id(u)), 1))
    if attack.naval:
        found.append(Shift("9.6", Say("naval support"), 1))
    if g.weather == "rain" and attack.kind != "invasion":
        found.append(Shift("22.4", Say("rain"), -1))
    if attack.shielded:
        found.append(Shift("9.4", Say("the defender's air support"), -1))
    return found


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
