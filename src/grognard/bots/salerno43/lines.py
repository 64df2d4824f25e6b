"""What a position is worth: what the enemy could walk into, and what he could beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...games.salerno43 import Salerno43
from ...games.salerno43.charts import RED, Cell, Charts
from ...games.salerno43.counters import ALLIED
from ...games.salerno43.situation import DISRUPTED, FULL, GOOD, Situation
from ...games.zocbond import odds
from ...hexes import Edges, mask_of, members
from ..zocbond import lines
from .ways import Ways

POINT = 8.0
"""What a Victory Point is worth in strength points."""
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
LONE_ASU = 4.0


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


def beach_falls(charts: Charts) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """18.1.3b By column, 1-3 first: the chance that an attack costs a Beachhead, alone or with troops."""
    alone, escorted = (
        tuple(
            sum(_lost(charts, charts.cell(column, die), alone) for die in range(1, 7)) / 6
            for column in range(len(LOSS))
        )
        for alone in (True, False)
    )
    return alone, escorted


def _lost(charts: Charts, cell: Cell, alone: bool) -> float:
    """The chance that one result of the table costs the Beachhead; half of the stands have support."""
    result = cell.result
    if result.defender and (alone or result.opponent_picks):
        return 1.0
    if not result.retreat:
        return 0.0
    if cell.colour == RED:
        return 1.0
    stands = [charts.stand("clear", die + support) for die in range(1, 7) for support in (0, 1)]
    held = [any(s.end == "H" and not (alone and s.lead) for s in each) for each in stands]
    return 1.0 - sum(held) / len(held)


def bare(g: Situation, h: int) -> bool:
    """18.1 Whether there is a Beachhead without troops."""
    units = [g.game.units.units[u] for u in g.group(h)]
    troops = any(not (unit.asu or unit.beachhead) for unit in units)
    return not troops and any(unit.beachhead for unit in units)


class Front(lines.Enemy):
    """The enemy as he stands at the beginning of a movement: what each of his units could strike."""

    def __init__(
        self,
        rules: Salerno43,
        g: Situation,
        side: int,
        keys: Mapping[int, float],
        rides: Sequence[Edges],
        beaches: tuple[tuple[float, ...], tuple[float, ...]],
        ways: Ways,
    ) -> None:
        super().__init__(g, side)
        self._ways = ways
        self.rules, self.keys = rules, keys
        self.fear = 1.0
        """How much counts what his attacks could do; where he could walk to counts in any case."""
        self.stakes = {h: POINT * value for h, value in rules.tables.vp.items()} | dict(keys)
        """What falls with a stack: the keys, and places that it may just have taken."""
        self.guard = 0.0
        """What it costs to leave a Beachhead without troops; the staff goes by what could walk there."""
        self.landings = g.beachheads() if side == ALLIED else []
        self.shore = 0.0
        """What each hex beside a Beachhead counts that lies open to the enemy, and half as much one hex farther."""
        self.strand = mask_of(self.landings)
        self.strand |= rules.board.grid.spread(self.strand)
        self.inland = rules.board.grid.spread(self.strand) & ~self.strand
        self.over = side == ALLIED and g.turn == rules.turns and g.active == ALLIED
        """S1.2 The enemy does not come again before the Victory Points are counted."""
        self.beaches = beaches
        """18.1.3b By column: the chance that a Beachhead falls, alone or with troops."""
        self.memo: dict[tuple[int, tuple[int, ...], int, int], float] | None = None
        """What stacks stand to lose, while a movement is planned and only places change."""
        self._march(g, rides)

    def _march(self, g: Situation, rides: Sequence[Edges]) -> None:
        """13.2, 13.3 Who is in Full Retreat does not come, who is Disrupted does not attack."""
        size, units = self.rules.tables.size, self.rules.units.units
        for u in g.in_play(1 - self.side):
            strength, move = g.attack(u), units[u].move
            if (strength or move) and g.hex[u] < size:
                self.inert &= ~(1 << g.hex[u])
            if g.status[u] == FULL:
                continue
            if g.phase == "invasion":
                move = (move + 1) // 2
            near = self._ways.ride(rides[units[u].klass], g.hex[u], 6 * move, size)
            self.comes(strength * (g.status[u] == GOOD), near)

    def _beside(self, mask: int) -> Sequence[int]:
        return self._ways.beside(mask, self._spread)

    def value(self, g: Situation, pinned: int = 0) -> float:
        """The position without the pull of goals: keys that lie open, ground, exposed stacks."""
        if self.over:
            return 0.0
        open_ = self.open_hexes(g, pinned)
        total = -OPEN * (open_ & ~g.occupied[1 - self.side]).bit_count()
        for h, value in self.keys.items():
            if open_ >> h & 1:
                total -= 0.6 * value
        if self.shore:
            near, next_ = (open_ & self.strand).bit_count(), (open_ & self.inland).bit_count()
            total -= self.shore * (near + 0.5 * next_)
        threat, mine = self.threat, g.occupied[self.side]
        if self.guard:
            total -= self.guard * sum(bool(threat[h]) and bare(g, h) for h in self.landings)
        for h in members(mine):
            if threat[h] and self.fear:
                total -= self.fear * self.exposure(g, h, open_)
            if not self.supplied >> h & 1:
                total -= 0.15 * sum(worth(g, u) for u in g.at[h])
        return total

    def exposure(self, g: Situation, h: int, open_: int) -> float:
        """What the stack in a hex stands to lose to an attack."""
        around = self.rules.tables.ground.around[h]
        near = around & open_
        if not near:
            return 0.0
        if self.memo is None:
            return self._stake(g, h, near)
        friends = around & g.occupied[self.side] if h in self.stakes else 0
        key = h, g.at[h], near, friends
        known = self.memo.get(key)
        if known is None:
            known = self.memo[key] = self._stake(g, h, near)
        return known

    def _stake(self, g: Situation, h: int, near: int) -> float:
        """What the stack stands to lose to enemies who come into these hexes next to it."""
        tables, units = self.rules.tables, self.rules.units.units
        attack = min(MASSED * self.comers(near), FRONT * near.bit_count(), 20.0)
        if attack < 1:
            return 0.0
        defence, value, firm, beach, troops = 0.0, 0.0, False, False, False
        for u in g.at[h]:
            counter = units[u]
            value += worth(g, u) + POINT * counter.asu
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
            troops = troops or (not counter.beachhead and g.status[u] == GOOD)
        if beach:
            for n in members(tables.ground.around[h] & g.occupied[self.side]):
                defence += sum(g.defense(u) // 2 for u in g.at[n] if g.status[u] == GOOD)
        if not firm and not defence:
            value += LONE_ASU
        column = odds.column(int(attack), max(1, int(min(defence, 20.0)))) + 1
        column = min(max(column, 0), len(LOSS) - 1)
        falls = self.beaches[troops][column] if beach else FALL[column]
        return LOSS[column] * value + falls * self.stakes.get(h, 0.0)
