"""What a position is worth: what the enemy could walk into, and what he could beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...games.salerno43 import Salerno43, supply
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import DISRUPTED, FULL, GOOD, Situation
from ...games.zocbond import odds
from ...hexes import Edges, mask_of, members, reach

LOSS = (0.02, 0.04, 0.07, 0.1, 0.14, 0.2, 0.28, 0.36, 0.42, 0.48, 0.54, 0.6)
"""By column, 1-3 first: the part of its worth that a stack attacked there stands to lose."""
FALL = (0.05, 0.12, 0.2, 0.28, 0.4, 0.5, 0.65, 0.8, 0.9, 0.95, 1.0, 1.0)
"""By column: how likely the hex falls."""
MASSED = 0.7
"""How much of the enemy's strength within reach will really come."""
FRONT = 9.0
"""The strength that attacks over one hexside."""
OPEN = 0.06
"""What each hex that lies open to the enemy counts."""
RANGE = 4
"""How many hexes the enemy is taken to move when he finds a gap."""
LONE_ASU = 10.0


def worth(g: Situation, unit: int) -> float:
    """A unit in strength points."""
    counter = g.game.units.units[unit]
    if counter.asu:
        return 3.0
    if counter.beachhead:
        return 6.0
    value = (g.attack(unit) + g.defense(unit)) / 2 + 0.5 * bool(counter.tank)
    return value * (1.2 if g.quality(unit) == "elite" else 1.0)


def step_worth(g: Situation, unit: int) -> float:
    """What the loss of one step costs."""
    counter, steps = g.game.units.units[unit], g.steps[unit]
    if steps <= 1:
        airborne = counter.side == ALLIED and counter.type in ("airborne", "glider")
        vital = counter.asu or counter.beachhead or (airborne and not counter.battalion)
        return worth(g, unit) + 1.0 + 8.0 * vital
    drop = counter.attack[steps] - counter.attack[steps - 1]
    drop += counter.defense[steps] - counter.defense[steps - 1]
    return drop / 2 + 0.2


class Front:
    """The enemy as he stands at the beginning of a movement: what each of his units could strike."""

    def __init__(
        self,
        rules: Salerno43,
        g: Situation,
        side: int,
        keys: Mapping[int, float],
        rides: Sequence[Edges],
    ) -> None:
        self.rules, self.side = rules, side
        self.keys = keys
        self.threat = self._threats(g, rides)
        self.supplied = supply.supplied(g, side)

    def _threats(self, g: Situation, rides: Sequence[Edges]) -> list[float]:
        """By hex: the Attack Strength that could stand next to it if nothing stood in the way."""
        spread, enemy = self.rules.board.grid.spread, 1 - self.side
        size, units = self.rules.tables.size, self.rules.units.units
        found = [0.0] * size
        for u in g.in_play(enemy):
            strength = g.attack(u)
            if not strength or g.status[u] != GOOD:
                continue
            places = reach(rides[units[u].klass], g.hex[u], 6 * units[u].move)
            mask = mask_of(h for h in places if h < size)
            for h in members(mask | spread(mask)):
                found[h] += strength
        return found

    def open_hexes(self, g: Situation) -> int:
        """The hexes that the enemy could walk to past our zones of control and bonds."""
        ground = self.rules.tables.ground
        side = self.side
        bonds, zoc = g.bonds(side), g.zoc(side)
        free = ground.land & ~g.occupied[side] & ~bonds.hexes
        seen = edge = g.occupied[1 - side]
        for _ in range(RANGE):
            new = 0
            for d in range(6):
                source = edge & ground.zoc_wheels[d] & ~bonds.sides[d]
                if source:
                    new |= ground.shift(source, d)
            new &= free & ~seen
            if not new:
                break
            seen |= new
            edge = new & ~zoc
        return seen

    def value(self, g: Situation, watch: int = -1) -> float:
        """The position without the pull of goals: keys that lie open, ground, exposed stacks."""
        open_ = self.open_hexes(g)
        total = -OPEN * (open_ & ~g.occupied[1 - self.side]).bit_count()
        for h, value in self.keys.items():
            if open_ >> h & 1:
                total -= 0.6 * value
        threat, mine = self.threat, g.occupied[self.side]
        for h in members(mine & watch):
            if threat[h]:
                total -= self.exposure(g, h, open_)
            if not self.supplied >> h & 1:
                total -= 0.15 * sum(worth(g, u) for u in g.at[h])
        return total

    def exposure(self, g: Situation, h: int, open_: int) -> float:
        """What the stack in a hex stands to lose to an attack."""
        tables, units = self.rules.tables, self.rules.units.units
        near = tables.ground.around[h] & open_
        if not near:
            return 0.0
        attack = min(MASSED * self.threat[h], FRONT * near.bit_count(), 20.0)
        if attack < 1:
            return 0.0
        defence, value, firm, beach = 0.0, 0.0, False, False
        for u in g.at[h]:
            counter = units[u]
            value += worth(g, u)
            if counter.asu or g.status[u] == FULL:
                continue
            firm = firm or not counter.variable
            strength = float(g.defense(u))
            if counter.variable:
                strength = 0.7
            elif g.status[u] == DISRUPTED:
                strength /= 2
            elif tables.rough >> h & 1 and not counter.silhouette:
                strength *= 2
            defence += strength
            beach = beach or counter.beachhead
        if beach:
            for n in members(tables.ground.around[h] & g.occupied[self.side]):
                defence += sum(g.defense(u) // 2 for u in g.at[n] if g.status[u] == GOOD)
        if not firm and not defence:
            value += LONE_ASU
        column = odds.column(int(attack), max(1, int(min(defence, 20.0)))) + 1
        column = min(max(column, 0), len(LOSS) - 1)
        return LOSS[column] * value + FALL[column] * self.keys.get(h, 0.0)
