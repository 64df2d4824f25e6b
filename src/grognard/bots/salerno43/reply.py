"""What the enemy will do next: his best attacks on a position, and what they cost by the exact table."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from ...games.salerno43 import defence, support
from ...games.salerno43.charts import RED, Cell
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.modifiers import contributors
from ...games.salerno43.situation import DISRUPTED, EXTENDED, GONE, GOOD, Situation
from ...games.zocbond import stacking
from ...games.zocbond.assault import Attack
from ..zocbond.massing import Reach
from . import assault
from .country import Country, beach_worth
from .lines import POINT, step_worth, worth
from .look import Look
from .massing import Massing

STRANDED = 0.4
"""How often guns are lost with the hex in which they stand."""
SHAKEN = 0.3
"""The part of its worth that a stack loses when it is driven back."""


class Blow(NamedTuple):
    """An attack of the enemy: the hex, the chance that it falls, what it costs us on average."""

    target: int
    falls: float
    cost: float


class Reply:
    """The enemy's next turn, foreseen from one moment: where our troops stand may be varied."""

    def __init__(self, country: Country, g: Situation, side: int) -> None:
        self.side = side
        s = _enemy_turn(g, side)
        self.look = Look(g.game, country, s, 1 - side)
        self.look.front.memo = {}
        units = g.game.units.units
        self._ways = country.ways
        self.strikers = [
            u for u in s.movable() if s.attack(u) and s.status[u] == GOOD and not units[u].asu
        ]
        """The enemies who can attack."""

    def blows(self, g: Situation) -> list[Blow]:
        """The attacks that he would plan against our troops, best first, each unit of his in one."""
        s = _enemy_turn(g, self.side)
        near = {u: self._reached(s, u) for u in self.strikers}
        found = []
        for strike in Massing(self.look, s, s.copy(), near, near).attacks():
            after = s.copy()
            for u, h in strike.spots.items():
                after.put(u, h)
            found.append(_blow(after, self.side, strike.attack))
        return found

    def _reached(self, s: Situation, unit: int) -> Reach:
        """Where an enemy could end a move that lets him attack."""
        return self._ways.ends(s, unit, s.bounds(unit).without(EXTENDED))


def _enemy_turn(g: Situation, side: int) -> Situation:
    """The position as the enemy finds it at the start of his movement: who can recover has done so."""
    s = g.copy()
    s.active, s.phase = 1 - side, "movement"
    s.moved = s.far = s.attacked = s.struck = s.fell_back = s.half = s.landed = 0
    zoc = s.zoc(1 - side)
    for u in s.on_map(side):
        if s.status[u] == DISRUPTED and not zoc >> s.hex[u] & 1:
            s.set_status(u, GOOD)
    return s


def _blow(g: Situation, side: int, attack: Attack) -> Blow:
    """One attack with the support at hand on either side."""
    shift = assault.likely(g, attack) - bool(support.air(g, g.group(attack.target)))
    falls, cost = _toll(g, attack, g.reckon(attack).column + shift)
    return Blow(attack.target, falls, cost + falls * _exploited(g, side, attack))


def _toll(g: Situation, attack: Attack, column: int) -> tuple[float, float]:
    """The chance that the hex falls, and the mean cost in troops, guns, ground and Beachheads."""
    units, target, charts = g.game.units.units, attack.target, g.game.charts
    group, counted = g.group(target), contributors(g, attack)
    troops = [u for u in counted if not units[u].beachhead]
    beach = beach_worth(g) if len(troops) < len(counted) else 0.0
    shaken = SHAKEN * sum(worth(g, u) for u in group if not units[u].beachhead)
    lost = shaken + POINT * g.game.tables.vp.get(target, 0)
    if troops and not units[troops[0]].asu:
        lost += STRANDED * POINT * sum(units[u].asu for u in group)
    steps = [step_worth(g, u) for u in troops] or [0.0]
    all_fall = cost = 0.0
    for die in range(1, 7):
        cell = charts.cell(column, die)
        result = cell.result
        falls = _falls(g, attack, cell, counted)
        gone = falls
        if result.defender:
            if result.opponent_picks or not troops:
                gone = 1.0
                cost += 0.0 if beach else max(steps)
            else:
                cost += min(steps)
        if result.code == "Dis":
            cost += shaken / 2
        cost += falls * lost + gone * beach
        all_fall += falls
    return all_fall / 6, cost / 6


def _falls(g: Situation, attack: Attack, cell: Cell, counted: list[int]) -> float:
    """The chance that one result takes the hex."""
    if not cell.result.retreat:
        return 0.0
    leads = g.leads(g.group(attack.target), counted)
    if cell.colour == RED or not leads:
        return 1.0
    lead = max(leads, key=lambda u: g.drm(attack, cell, u))
    drm = g.drm(attack, cell, lead)
    side = g.game.units.units[lead].side
    drm += bool(
        support.naval(g, [lead], attack.target)
        or support.asus(g, side, g.group(attack.target), attack.target, attacking=False)
    )
    ground = defence.column(g, attack.target)
    firm = "HP" if ground == "city" and not g.city_battles >> attack.target & 1 else "H"
    held = sum(
        any(stand.end in firm and stand.end for stand in g.game.charts.stand(ground, die + drm))
        for die in range(1, 7)
    )
    return 1.0 - held / 6


def _exploited(g: Situation, side: int, attack: Attack) -> float:
    """15.3 What a breakthrough from the hex costs once it has fallen."""
    tables, units = g.game.tables, g.game.units.units
    near = tables.ground.around[attack.target] & g.occupied[side]
    beaches = [h for h in g.beachheads() if near >> h & 1] if side == ALLIED else []
    if not beaches:
        return 0.0
    after = g.copy()
    for u in list(after.group(attack.target)):
        after.take_off(u, GONE)
    group: list[int] = []
    for u in sorted(attack.units, key=lambda u: -g.attack(u)):
        if not units[u].asu and not stacking.over(g, [*group, u]):
            group.append(u)
            after.put(u, attack.target)
    worst = 0.0
    for h in beaches:
        maf = tuple(u for u in group if u in attack.maf)
        if not maf:
            continue
        second = replace(
            attack, target=h, units=tuple(group), maf=maf, kind="breakthrough", support=()
        )
        column = after.reckon(second).column
        if column >= 0:
            worst = max(worst, _toll(after, second, column)[1])
    return worst
