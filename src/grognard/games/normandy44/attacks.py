"""10.0 Who may attack what, with whom and as which Main Assault Force."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import IllegalAction
from ..zocbond import odds
from ..zocbond.assault import Attack, Force
from . import players, reach
from .counters import ALLIED
from .situation import DISRUPTED, RESERVE_COMBAT, Situation


def fit(g: Situation, unit: int, kind: str = "combat") -> IllegalAction | None:
    """6.2.5, 10.1, 10.7, 13.6, 15.3, 16.1.3, 20.2.3 Why a unit cannot attack at all in this phase."""
    counter, h = g.game.units.units[unit], g.hex[unit]
    facts = {"unit": counter.id}
    if counter.side == ALLIED and (wrong := players.refuse(g, unit)):
        return wrong
    if not g.attack(unit):
        return IllegalAction("10.7", "{unit} cannot attack", **facts)
    if g.attacked >> unit & 1:
        return IllegalAction("10.1", "{unit} has attacked already", **facts)
    if g.phase == RESERVE_COMBAT and not g.reserve >> unit & 1:
        return IllegalAction("15.3", "{unit} is not in Reserve", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.6", "{unit} is Disrupted", **facts)
    if g.scattered >> unit & 1:
        return IllegalAction("20.2.3", "{unit} is Scattered", **facts)
    if any(g.renewed >> u & 1 for u in g.group(h)):
        return IllegalAction("6.2.5", "in its hex a unit took a replacement", **facts)
    if g.digging[counter.side] >> h & 1:
        return IllegalAction("16.1.3", "an Improved Position is being built in its hex", **facts)
    tied = g.game.out_of_bounds.get(counter.formation, 0)
    if tied >> h & 1 and g.turn >= g.game.setting["tied_from"]:
        return IllegalAction(
            reach.tied_rule(g, unit), "{unit} is away from its division's ground", **facts
        )
    return None


def blocked(g: Situation, unit: int, origin: int, target: int) -> IllegalAction | None:
    """9.6, 22.1.2, S3.1 Why a unit cannot attack out of a hex into the next."""
    tables = g.game.tables
    facts = {"unit": g.id(unit), "hex": g.word(target)}
    if tables.ground.across(tables.ground.closed, origin, target):
        return IllegalAction("9.6", "the hexside to {hex} is impassable", **facts)
    if g.game.units.units[unit].side == ALLIED:
        if tables.abroad[g.army(unit)] >> target & 1:
            return IllegalAction("22.1.2", "{hex} is too far beyond the army boundary", **facts)
        if g.game.scenario == "cherbourg" and tables.beyond >> target & 1:
            return IllegalAction("S3.1", "the Allies do not attack over the 27 June line", **facts)
        tied = g.game.out_of_bounds.get(g.game.units.units[unit].formation, 0)
        if tied >> target & 1 and g.turn >= g.game.setting["tied_from"]:
            return IllegalAction(
                reach.tied_rule(g, unit), "{hex} is off its division's ground", **facts
            )
    return None


def joins(g: Situation, joined: Sequence[int], unit: int, target: int) -> IllegalAction | None:
    """22.1.1 Americans and Commonwealth do not attack together."""
    if g.game.units.units[unit].side == ALLIED and g.army(unit) != g.army(joined[0]):
        return IllegalAction("22.1.1", "the two Allied armies do not attack together")
    return None


def battle_groups(g: Situation, joined: Sequence[int]) -> list[Force]:
    """10.3.4 A stack of at most six strength points is a Main Assault Force without attachment; of a larger
    one, in which nobody belongs to a Formation, a single unit may be it."""
    acts, units, most = g.game.actions, g.game.units.units, g.game.charts.battle_group
    found = []
    for h in dict.fromkeys(g.hex[u] for u in joined):
        stack = _stack(g, joined, h)
        if sum(map(g.attack, stack)) <= most:
            found.append(Force(acts.group[h], stack, False))
            continue
        if not any(units[u].formation for u in stack):
            small = [u for u in stack if g.attack(u) <= most]
            found += [Force(acts.single[u], (u,), False) for u in small]
    return found


def _stack(g: Situation, joined: Sequence[int], h: int) -> tuple[int, ...]:
    return tuple(u for u in joined if g.hex[u] == h)


def refuse_force(g: Situation, joined: Sequence[int], word: str) -> IllegalAction:
    """10.3.1, 10.3.2, 10.3.4 Why this is no Main Assault Force of those who have joined."""
    unit, h = g.game.units.find(word), g.game.place(word)
    if unit is not None and unit.index in joined:
        return IllegalAction("10.3.2", "{unit} belongs to no Formation", unit=unit.id)
    if h is not None and (stack := _stack(g, joined, h)):
        points, most = sum(map(g.attack, stack)), g.game.charts.battle_group
        return IllegalAction(
            "10.3.4",
            "{points} strength points in {hex}: a battle group has {most} at most",
            points=points,
            hex=g.word(h),
            most=most,
        )
    if not word:
        return IllegalAction("10.3.1", "no formation takes part")
    return IllegalAction("10.3.1", "{word} takes no part", word=word)


def forbidden(g: Situation, attack: Attack) -> IllegalAction | None:
    """10.6a No attack below 1-3 before shifts."""
    r = g.reckon(attack)
    if r.base < 0:
        return IllegalAction("10.6", "odds of {odds} are too low", odds=odds.name(r.base))
    return None
