"""What an attack promises, by the exact table, and the best way to make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...engine.words import Say
from ...games.salerno43 import defence, retreat, support
from ...games.salerno43.charts import FULL_RETREAT, RED, Cell
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.modifiers import contributors
from ...games.salerno43.situation import Situation
from ...games.zocbond import attacks, sheets
from ...games.zocbond.assault import Attack, attach
from ...say import figure
from ..seat import Choice, Reason
from ..zocbond.orders import attack_order
from .country import beach_worth, urgency
from .lines import POINT, step_worth, worth

GROUND = 0.8
"""What any hex won is worth, in strength points."""
RELIEF = 0.12
"""The part of a Beachhead's worth that driving an enemy from beside it is worth."""
LAST_LOSSES = 0.1
"""How much losses count on the last turn of the Allies."""
EVEN = 2
"""The column 1-1."""
LONG_ODDS = 1.5
"""What an attack below even odds costs beside its losses: the attackers stand where they are beaten next."""
SHAKEN, BROKEN = 0.2, 0.4
"""The part of its worth that a stack loses for a time when Disrupted or in Full Retreat."""
COSTS = {"air": 0.15, "naval": 0.15, "asu": 0.5, "valiant": 1.0}
"""What the use of support costs."""


class Bent(NamedTuple):
    """How a side looks at attacks on a hex; the staff as it stands here."""

    zeal: float = 1.0
    """How many times more the ground is worth."""
    foothold: float = 0.0
    """11.6.2 The part of the ground's worth that a City Battle marker is worth: the next attack takes the city."""
    trophy: float = 0.0
    """23.1.2 The part of a Victory Point that guns of the enemy count when they are lost."""


STAFF = Bent()


class Prospect(NamedTuple):
    """An attack and what it promises in strength points."""

    attack: Attack
    worth: float


def last_chance(g: Situation, side: int) -> bool:
    """S1.2 After the last combat of the Allies only Victory Points count."""
    return side == ALLIED and g.turn == g.game.turns


def prize(g: Situation, side: int, h: int) -> float:
    """What the ground of a hex is worth to a side that takes it from the enemy."""
    tables = g.game.tables
    value = GROUND * (not last_chance(g, side))
    if not g.controls(side, h):
        value += POINT * urgency(g) * tables.vp.get(h, 0)
        if tables.port_value.get(h) and side == ALLIED:
            value += 1.0
    if any(g.game.units.units[u].beachhead for u in g.group(h)):
        value += POINT
    if h == g.game.airfield and not g.controls(side, h):
        value += 2.0
    if side == ALLIED and not last_chance(g, side):
        near = tables.ground.around[h]
        value += RELIEF * beach_worth(g) * sum(near >> beach & 1 for beach in g.beachheads())
    return value


class Stakes:
    """What each result of an attack is worth to the attacker."""

    long_odds = LONG_ODDS

    def __init__(self, g: Situation, attack: Attack, *, deep: bool, bent: Bent = STAFF) -> None:
        self.g, self.attack = g, attack
        units = g.game.units.units
        self.side = units[attack.units[0]].side
        self.prize = bent.zeal * prize(g, self.side, attack.target)
        self.foothold = 0.0 if last_chance(g, self.side) else bent.foothold
        self.defenders = g.at[attack.target]
        counted = contributors(g, attack)
        self.weight = LAST_LOSSES if last_chance(g, self.side) else 1.0
        self.trophy = bent.trophy * POINT * urgency(g)
        hurt = [self._hurt(u, step_worth(g, u)) for u in counted] or [1.0]
        ours = [self.weight * step_worth(g, u) for u in attack.maf]
        self.foe_least, self.foe_most = min(hurt), max(hurt)
        self.our_least, self.our_most = min(ours), max(ours)
        self.all = self.weight * sum(worth(g, u) for u in self.defenders)
        leads = g.leads(self.defenders, counted)
        plain = Cell(g.game.charts.results["DR2"], "")
        self.lead = max(leads, key=lambda u: g.drm(attack, plain, u), default=-1)
        self.ground = defence.column(g, attack.target)
        self.deep = deep
        self._lost: dict[int, float] = {}
        self._known: dict[tuple[str, str], float] = {}
        self._columns: dict[tuple[int, int], float] = {}

    def _hurt(self, unit: int, loss: float) -> float:
        """What the loss of a step, or of the whole unit, costs the enemy."""
        return self.weight * loss + self.trophy * self.g.game.units.units[unit].asu

    def lost(self, length: int) -> float:
        """The worth of the defenders that no retreat of this length saves."""
        known = self._lost.get(length)
        if known is None:
            g, units = self.g, self.g.game.units.units
            known = 0.0
            for u in self.defenders:
                stuck = not units[u].move
                if self.deep and not stuck:
                    stuck = not retreat.can_retreat(g, u, length, self.defenders)
                if stuck:
                    known += self._hurt(u, worth(g, u) + 1.0)
            self._lost[length] = known
        return known

    def fallen(self, length: int, *, shattered: bool = False) -> float:
        """The hex is won and the defenders have gone."""
        rate = BROKEN if shattered else SHAKEN
        return self.prize + rate * self.all + (1.0 - rate) * self.lost(length)

    def cell(self, cell: Cell) -> float:
        """The worth of one result."""
        key = cell.result.code, cell.colour
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._cell(cell)
        return known

    def _cell(self, cell: Cell) -> float:
        result = cell.result
        picked = result.opponent_picks
        total = 0.0
        if result.attacker:
            total -= self.our_most if picked else self.our_least
        if result.defender:
            total += self.foe_most if picked else self.foe_least
        if result.code == "Dis":
            return total + SHAKEN * self.all
        if not result.retreat:
            return total
        if FULL_RETREAT in result.also:
            return total + self.fallen(result.retreat, shattered=True)
        if cell.colour == RED or self.lead < 0:
            return total + self.fallen(result.retreat)
        return total + self._stand(cell)

    def _stand(self, cell: Cell) -> float:
        """11.2 The defender stands: each die of the Determined Defense, with half a support."""
        g, result = self.g, cell.result
        charts = g.game.charts
        drm = g.drm(self.attack, cell, self.lead)
        gone = self.fallen(result.retreat)
        step = self.weight * step_worth(g, self.lead)
        total = 0.0
        for die in range(1, 7):
            offers = []
            for stand in charts.stand(self.ground, die + drm):
                end = stand.end
                if end == "P" and g.city_battles >> self.attack.target & 1:
                    end = "D"
                price = step * stand.lead - (self.our_most if stand.picked else 0.0)
                if stand.attacker and not stand.picked:
                    price -= self.our_least
                if end == "D":
                    price += self.prize + SHAKEN * self.all
                elif end == "":
                    price += gone
                elif end == "P":
                    price += self.foothold * self.prize
                offers.append(price)
            total += min(offers)
        return total / 6 * 0.9

    def column(self, column: int) -> float:
        """The worth of an attack in this column; at long odds a defeat leaves the attackers exposed."""
        lasting = column < EVEN and self.g.turn < self.g.game.turns
        return self._expected(column) - self.long_odds * lasting

    def _expected(self, column: int) -> float:
        """The same without what comes after."""
        plus = self.attack.drm
        known = self._columns.get((column, plus))
        if known is None:
            charts = self.g.game.charts
            if charts.fixed(column):
                known = self.cell(charts.cell(column, 1))
            else:
                at, dice = max(column, 0), range(1 + plus, 7 + plus)
                known = sum(self.cell(charts.cell(at, die)) for die in dice) / 6
            self._columns[column, plus] = known
        return known


@lru_cache(maxsize=64)
def _branches(values: tuple[int, ...], count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """19.3 The strengths of garrisons with their chances."""
    found: dict[tuple[int, ...], float] = {}
    for each in product(values, repeat=count):
        found[each] = found.get(each, 0.0) + len(values) ** -count
    return tuple(found.items())


def weighed(
    g: Situation, attack: Attack, bent: Bent, known: dict[tuple[float, ...], Stakes]
) -> Stakes:
    """What is at stake, as it is known of an attack on the same hex that risks the same steps."""
    steps = [step_worth(g, u) for u in attack.maf]
    key = attack.target, min(steps), max(steps)
    found = known.get(key)
    if found is None:
        found = known[key] = Stakes(g, attack, deep=False, bent=bent)
    return found


def appraise(g: Situation, attack: Attack, stakes: Stakes | None = None, shift: int = 0) -> float:
    """What an attack promises; ``shift`` columns of support are taken for granted."""
    units = g.game.units.units
    stakes = stakes or Stakes(g, attack, deep=False)
    stakes.attack = attack
    garrisons = [u for u in g.at[attack.target] if units[u].variable]
    if not garrisons:
        column = g.reckon(attack).column + shift
        return stakes.column(column) if column >= 0 else -9.0
    total = 0.0
    bare = len(garrisons) == len(g.at[attack.target])
    for strengths, chance in _branches(g.game.charts.variable, len(garrisons)):
        if bare and not any(strengths):
            total += chance * (stakes.prize + stakes.all)
            continue
        rolled = dict(zip(garrisons, strengths, strict=True))
        total += chance * stakes.column(g.reckon(replace(attack, rolled=rolled)).column + shift)
    return total


def options(g: Situation, target: int, able: Sequence[int]) -> Iterator[Attack]:
    """8.4 Each nation's attacks on a hex with all its units, by Main Assault Force and attachment."""
    units = g.game.units.units
    for nation, army in sorted({(units[u].nation, units[u].army) for u in able}):
        joined: list[int] = []
        for u in sorted(able, key=lambda u: -g.attack(u)):
            if (units[u].nation, units[u].army) == (nation, army) and u in attacks.partners(
                g, able, joined, target
            ):
                joined.append(u)
        for force in g.forces(joined):
            single = force.order.value
            if single >= 0 and units[single].formation:
                continue
            attack = attacks.under(target, joined, force)
            yield attack
            for u in attacks.attachments(g, attack):
                yield attach(attack, u)


def best(g: Situation, target: int, able: Sequence[int], bent: Bent = STAFF) -> Prospect | None:
    """The best attack on a hex by the exact table, with the support that it deserves."""
    found: Prospect | None = None
    known: dict[tuple[float, ...], Stakes] = {}
    shifts: dict[tuple[int, ...], int] = {}
    for attack in options(g, target, able):
        if attack.units not in shifts:
            shifts[attack.units] = likely(g, attack)
        shift = shifts[attack.units]
        stakes = weighed(g, attack, bent, known)
        value = appraise(g, attack, stakes, shift) - 0.3 * shift
        if found is None or value > found.worth:
            found = Prospect(attack, value)
    if found is None:
        return None
    stakes = Stakes(g, found.attack, deep=True, bent=bent)
    chosen = _trimmed(g, with_support(g, found.attack, stakes), stakes)
    return chosen if g.forbidden(chosen.attack) is None else None


def at_hand(g: Situation, attack: Attack) -> tuple[list[str], list[int], list[str]]:
    """9.2b The Air markers, ASUs and Naval markers that can still be ordered."""
    found = g.supports(attack)
    guns = [order.value for order in found if order.verb == "asu"]
    wings, ships = ([o.word for o in found if o.verb == verb] for verb in ("air", "naval"))
    return wings, guns, ships


def likely(g: Situation, attack: Attack) -> int:
    """How many columns of support are at hand."""
    wings, guns, ships = at_hand(g, attack)
    units = g.game.units.units
    division = any(not units[u].corps for u in guns)
    corps = bool(ships) or any(units[u].corps for u in guns)
    return bool(wings) + division + corps


def with_support(g: Situation, attack: Attack, stakes: Stakes) -> Prospect:
    """9.2 Support is added as long as it promises more than it costs."""
    value = appraise(g, attack, stakes)
    while True:
        more = [(COSTS[o.verb], g.with_support(attack, o)) for o in g.supports(attack)]
        found: Prospect | None = None
        for cost, each in more:
            promised = appraise(g, each, stakes) - cost
            if promised > value + 0.05 and (found is None or promised > found.worth):
                found = Prospect(each, promised)
        if found is None:
            return Prospect(attack, value)
        attack, value = found


def _trimmed(g: Situation, prospect: Prospect, stakes: Stakes) -> Prospect:
    """8.4 Units beside the Main Assault Force that change nothing are kept for other work."""
    attack, value = prospect
    cost = value - appraise(g, attack, stakes)
    for u in [u for u in attack.units if u not in attack.maf]:
        fewer = replace(attack, units=tuple(v for v in attack.units if v != u))
        side = g.game.units.units[u].side
        guns = support.asus(g, side, fewer.units, attack.target, attacking=True)
        if not {gun.value for gun in attack.supported("asu")} <= set(guns):
            continue
        promised = appraise(g, fewer, stakes) + cost
        if promised >= value - 0.05:
            attack, value = fewer, promised
    return Prospect(attack, value)


def order(g: Situation, attack: Attack, verb: str = "attack") -> str:
    """8.4.1 An attack as an order; a unit that leads alone while others of its formation help is named itself."""
    units = g.game.units.units
    core = [u for u in attack.maf if u != attack.attached]
    force = units[core[0]].formation or units[core[0]].id
    if len(core) == 1 and sum(units[u].formation == force for u in attack.units) > 1:
        force = units[core[0]].id
    return attack_order(g, attack, force, verb)


def ordered(g: Situation, prospect: Prospect) -> Choice:
    """The attack as an order, with what it promises."""
    attack = prospect.attack
    why = Say(
        "{hex} at {column}: worth {worth} strength points",
        hex=g.word(attack.target),
        column=sheets.ledger(g, attack).column,
        worth=figure(prospect.worth, "+.1f"),
    )
    return Choice(order(g, attack), [Reason("8.3", why)])
