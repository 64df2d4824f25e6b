"""What an attack promises, by the exact table, and the best way to make it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...engine.words import Say
from ...games.normandy44 import chances, support
from ...games.normandy44.counters import ALLIED
from ...games.normandy44.situation import DISRUPTED, Situation
from ...games.zocbond import attacks
from ...games.zocbond.assault import Attack, Force, attach
from ...games.zocbond.charts import Cell
from ...say import figure
from ..seat import Choice, Reason
from ..zocbond.orders import attack_order
from .look import Look
from .worth import BEACH, POINT, decisive, step_worth, urgency, worth

GROUND = 0.8
"""What any hex won is worth."""
RELIEF = 0.15
"""The part of a beach's worth that driving an enemy from beside it is worth."""
LAST_LOSSES = 0.1
"""How much losses count on the last turn of the Allies."""
EVEN = 2
"""The column 1-1."""
LONG_ODDS = 1.5
"""What an attack below even odds costs beside its losses: the attackers stand where they are beaten next."""
SHAKEN, BROKEN = 0.2, 0.35
"""The part of its worth that a stack loses for a time when it retreats two hexes, or four."""
STUCK = 0.8
"""The part of their worth that defenders lose who cannot move when their hex falls."""
COSTS = {"air": 0.15, "naval": 0.1, "hq": 0.6, "werfer": 0.3, "caen": 0.6}
"""What the use of support costs."""
SPARED = 0.25
"""What a unit must add to an attack that could join another."""
SUPPORT_WORTH = 0.3
"""What a column of support costs that is taken for granted."""


class Prospect(NamedTuple):
    """An attack, its Main Assault Force, and what it promises in strength points."""

    attack: Attack
    force: Force
    worth: float


def last_chance(g: Situation, side: int) -> bool:
    """3.0 After the last combat of the Allies only Victory Points count."""
    return side == ALLIED and g.turn == g.game.turns


def prize(g: Situation, look: Look, side: int, h: int) -> float:
    """What the ground of a hex is worth to a side that takes it from the enemy."""
    country, value = look.country, GROUND * (not last_chance(g, side))
    if not country.holds(g, side, h):
        value += POINT * urgency(g) * (country.due(g, h) + look.feeding.get(h, 0.0))
    if side == ALLIED and not last_chance(g, side):
        near = g.game.tables.ground.around[h]
        value += RELIEF * BEACH * (near & country.shore).bit_count()
        value += POINT * urgency(g) * look.link.get(h, 0.0)
    return value


class Stakes:
    """What each result of an attack is worth to the attacker."""

    def __init__(self, g: Situation, look: Look, attack: Attack) -> None:
        self.g, self.attack = g, attack
        units, target = g.game.units.units, attack.target
        self.side = units[attack.units[0]].side
        self.prize = prize(g, look, self.side, target)
        if not last_chance(g, self.side):
            self.prize += look.progress(g, attack.units, target)
        self.defenders = g.at[target]
        self.weight = LAST_LOSSES if last_chance(g, self.side) else 1.0
        hurt = [self.weight * step_worth(g, u) for u in g.contributors(attack)] or [1.0]
        ours = [max(self.weight * step_worth(g, u), decisive(g, u)) for u in attack.maf]
        self.foe_least, self.foe_most, self.foe_mean = min(hurt), max(hurt), sum(hurt) / len(hurt)
        self.our_least, self.our_most = min(ours), max(ours)
        self.all = self.weight * sum(worth(g, u) for u in self.defenders)
        self.lost = (
            self.weight * STUCK * sum(worth(g, u) for u in self.defenders if not units[u].move)
        )
        leads = g.leads(self.defenders, self.defenders)
        self.lead = max(leads, key=lambda u: units[u].quality, default=-1)
        self._known: dict[str, float] = {}

    def fallen(self, length: int) -> float:
        """The hex is won and the defenders have gone."""
        rate = BROKEN if length > 2 else SHAKEN
        return self.prize + rate * self.all + self.lost

    def cell(self, cell: Cell) -> float:
        """The worth of one result."""
        known = self._known.get(cell.result.code)
        if known is None:
            known = self._known[cell.result.code] = self._cell(cell)
        return known

    def _cell(self, cell: Cell) -> float:
        result = cell.result
        picked = result.opponent_picks
        total = 0.0
        if result.attacker:
            total -= self.our_most if picked else self.our_least
        if result.share:
            steps = sum(self.g.steps[u] for u in self.defenders)
            total += self.foe_mean * ((steps + 1) // 2)
        elif result.defender:
            total += (self.foe_most if picked else self.foe_least) * result.defender
        if not result.retreat:
            return total
        if "no stand" in result.also or self.lead < 0:
            return total + self.fallen(result.retreat)
        return total + self._stand(cell)

    def _stand(self, cell: Cell) -> float:
        """12.4 The defender stands: each die of the Determined Defense, with half a support."""
        g = self.g
        charts, target = g.game.charts, self.attack.target
        drm = g.drm(self.attack, cell, self.lead)
        ground = g.ground(target, self.lead)
        gone = self.fallen(cell.result.retreat)
        step = self.weight * step_worth(g, self.lead)
        total = 0.0
        for die in range(1, 7):
            stand = charts.stand(ground, die + drm)[0]
            price = step * stand.lead
            if stand.attacker:
                price -= self.our_most if stand.picked else self.our_least
            total += price if stand.end == "H" else price + gone
        return total / 6 * 0.95

    def column(self, column: int) -> float:
        """The worth of an attack in this column; at long odds a defeat leaves the attackers exposed."""
        value = self._expected(column)
        if column < EVEN and not last_chance(self.g, self.side):
            return value - LONG_ODDS
        return value

    def _expected(self, column: int) -> float:
        charts = self.g.game.charts
        if fixed := charts.fixed(column):
            return self.cell(fixed)
        return sum(self.cell(charts.cell(column, die)) for die in range(1, 7)) / 6


def appraise(g: Situation, attack: Attack, stakes: Stakes, shift: int = 0) -> float:
    """What an attack promises; ``shift`` columns of support are taken for granted."""
    stakes.attack = attack
    reckoning = g.reckon(attack)
    if reckoning.base < 0:
        return -9.0
    column = reckoning.column + shift
    if not chances.raided(g, attack):
        return stakes.column(column)
    faces = g.game.charts.jabos
    return sum(stakes.column(column - shift) for shift in faces) / len(faces)


def options(g: Situation, target: int, able: Sequence[int]) -> Iterator[tuple[Attack, Force]]:
    """10.3 Each army's attacks on a hex with all its units, by Main Assault Force and attachment."""
    for army in sorted({g.army(u) for u in able}):
        joined: list[int] = []
        for u in sorted(able, key=lambda u: -g.attack(u)):
            if g.army(u) == army and u in attacks.partners(g, able, joined, target):
                joined.append(u)
        for force in g.forces(joined):
            attack = attacks.under(target, joined, force)
            yield attack, force
            for u in attacks.attachments(g, attack):
                yield attach(attack, u), force


def best(g: Situation, look: Look, target: int, able: Sequence[int]) -> Prospect | None:
    """The best attack on a hex by the exact table, with the support that it deserves."""
    found: Prospect | None = None
    for attack, force in options(g, target, able):
        shift = likely(g, attack)
        value = appraise(g, attack, Stakes(g, look, attack), shift) - SUPPORT_WORTH * shift
        if found is None or value > found.worth:
            found = Prospect(attack, force, value)
    if found is None:
        return None
    stakes = Stakes(g, look, found.attack)
    attack, value = _trimmed(g, stakes, found.force, *with_support(g, found.attack, stakes))
    return Prospect(attack, found.force, value) if g.forbidden(attack) is None else None


def sharing(
    g: Situation,
    look: Look,
    found: Sequence[Prospect],
    able: Mapping[int, Sequence[int]],
    enough: float,
) -> Prospect:
    """10.1 The attack that promises most, without those who do more in another one."""
    first, *others = sorted(found, key=lambda prospect: -prospect.worth)
    taken: set[int] = set()

    def without(prospect: Prospect, units: set[int]) -> Prospect | None:
        target = prospect.attack.target
        return best(g, look, target, [u for u in able[target] if u not in units])

    for other in others:
        mine, theirs = set(first.attack.units), set(other.attack.units)
        if not mine & theirs or theirs & taken:
            continue
        fewer, left = without(first, taken | theirs), without(other, mine)
        if fewer is None or fewer.worth < enough:
            continue
        rest = left.worth if left is not None and left.worth >= enough else 0.0
        if fewer.worth + other.worth > first.worth + rest:
            first, taken = fewer, taken | theirs
    return first


def likely(g: Situation, attack: Attack) -> int:
    """10.5b How many columns of support are at hand."""
    counters, artillery = g.game.units.units, g.game.charts.artillery
    side = counters[attack.units[0]].side
    army, target = g.army(attack.units[0]), attack.target
    distance = g.game.board.grid.distance
    guns = 0
    for u in g.game.guns[side]:
        ready = g.hex[u] >= 0 and not g.used >> u & 1 and g.status[u] != DISRUPTED
        if not ready or (side == ALLIED and g.army(u) != army):
            continue
        reach = artillery["headquarters" if counters[u].hq else "werfer"]
        guns += distance(g.hex[u], target) <= reach
    if side != ALLIED:
        return min(guns, 1 if g.weather == "storm" else 2, 2)
    guns = min(guns, g.sp[army], 1 if g.weather == "storm" else 2)
    ships = support.refuse_ships(g, army, target, attack=True) is None
    return guns + bool(g.air[army]) + ships


def with_support(g: Situation, attack: Attack, stakes: Stakes) -> tuple[Attack, float]:
    """10.5b Support is added as long as it promises more than it costs."""
    value, spent = appraise(g, attack, stakes), 0.0
    while True:
        found: tuple[Attack, float, float] | None = None
        for order in g.supports(attack):
            if order.verb not in COSTS:
                continue
            more = g.with_support(attack, order)
            cost = spent + COSTS[order.verb]
            promised = appraise(g, more, stakes) - cost
            if promised > value + 0.05 and (found is None or promised > found[1]):
                found = more, promised, cost
        if found is None:
            return attack, value
        attack, value, spent = found


def _trimmed(
    g: Situation, stakes: Stakes, force: Force, attack: Attack, value: float
) -> tuple[Attack, float]:
    """10.4 Units beside the Main Assault Force that change nothing are kept for other work.

    10.3.4 Without them it must still be one: a unit alone is none once its stack is small.
    """
    cost = appraise(g, attack, stakes) - value
    for u in [u for u in attack.units if u not in attack.maf]:
        fewer = replace(attack, units=tuple(v for v in attack.units if v != u))
        if force not in g.forces(fewer.units):
            continue
        promised = appraise(g, fewer, stakes) - cost
        if promised >= value - SPARED:
            attack, value = fewer, promised
    return attack, value


def ordered(g: Situation, prospect: Prospect) -> Choice:
    """The attack as an order, with what it promises."""
    attack = prospect.attack
    why = Say(
        "{hex} at {column}: worth {worth} strength points",
        hex=g.word(attack.target),
        column=g.game.charts.name(g.reckon(attack).column),
        worth=figure(prospect.worth, "+.1f"),
    )
    return Choice(attack_order(g, attack, prospect.force.order.word), [Reason("10.5", why)])
