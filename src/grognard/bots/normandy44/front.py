"""What a position is worth: what the enemy could walk into, and what he could beat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ...games.normandy44 import Normandy44, modifiers
from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import DISRUPTED, Situation
from ...games.zocbond import odds
from ...hexes import Edges, mask_of, members, reach
from ..zocbond import lines
from .worth import step_worth, strain, worth

STEPS = (0.2, 0.2, 0.2, 0.35, 0.5, 0.7, 0.85, 1.1, 1.5)
"""By column, 1-3 first: the steps that defenders lose on average."""
FALL = (0.1, 0.18, 0.28, 0.38, 0.5, 0.6, 0.7, 0.8, 0.9)
"""By column: how likely the hex falls."""
SHAKEN = 0.15
"""The part of its worth that a stack loses when it is driven back."""
TRAPPED = (0.6, SHAKEN)
"""13.2 By side: the same of one that has no way out; the Germans stand where they must."""
MASSED = 0.7
"""How much of the enemy's strength within reach will really come."""
HEXSIDE = 10.0
"""The strength that attacks over one hexside."""
HASTE = 0.5
"""How much of the fear for their troops the Allies keep in the seven turns: they would hardly miss them before the end."""
ANXIOUS = 1.0
"""23.3 How much more it counts to the Allies when nearly as many units are worn out as lose the game."""
UNFED = 0.15
"""The part of its worth that a stack out of supply stands to lose."""


class Fears(NamedTuple):
    """What a side fears of the enemy's next turn."""

    weight: float
    """How much all of it counts."""
    gap: float
    """What each hex that lies open to the enemy counts."""
    key: float
    """The part of its worth that a place counts which lies open to him."""
    beyond: float
    """The same for a place without troops that an advance after combat would reach."""
    support: float
    """Columns that support brings him."""
    ships: float = 0.0
    """19.2.2 Columns that ships bring him beside that, on average."""
    tanks: float = 0.0
    """11.4.1 The same of tanks."""
    hole: float = 0.0
    """What it costs beside the troops that a post of the line is gone: fewer and stronger ones last longer."""


ATTACKERS, DEFENDERS = Fears(0.5, 0.06, 0.6, 0.35, 0.0), Fears(1.0, 0.8, 0.6, 0.35, 1.0)
"""The Allies have more to put in than the enemy has."""
LINE = Fears(1.8, 1.6, 0.8, 0.25, 0.6, ships=1.0, tanks=0.5, hole=3.0)
"""In the campaign the Germans hold a line for three weeks: a gap in it is worse than all else."""


def fears(rules: Normandy44, side: int) -> Fears:
    if side == ALLIED:
        return ATTACKERS
    return LINE if rules.scenario == "campaign" else DEFENDERS


class Front(lines.Enemy):
    """The enemy as he stands at the beginning of a movement: what each of his units could strike."""

    def __init__(
        self,
        rules: Normandy44,
        g: Situation,
        side: int,
        keys: Mapping[int, float],
        rides: Sequence[Edges],
    ) -> None:
        super().__init__(g, side)
        self.rules, self.keys = rules, keys
        self.over = side == ALLIED and g.turn == rules.turns and g.active == ALLIED
        """3.0 The enemy does not come again before the Victory Points are counted."""
        self.fears = fears(rules, side)
        self.fear = self.fears.weight * (1.0 + ANXIOUS * strain(g) ** 2 * (side == ALLIED))
        if side == ALLIED and rules.scenario == "seven":
            self.fear *= HASTE
            self.keys = {h: value / HASTE for h, value in keys.items()}
        self.armor = max((rules.units.units[u].grey for u in g.on_map(1 - side)), default=0)
        """11.4.1 The best tanks that the enemy can bring."""
        self.memo: dict[tuple[int, tuple[int, ...], int], float] = {}
        """What stacks stand to lose, while a movement is planned and only places change."""
        self._march(g, rides)
        self.struck = mask_of(h for h, strength in enumerate(self.threat) if strength)
        """Hexes that are in any danger."""

    def _march(self, g: Situation, rides: Sequence[Edges]) -> None:
        """Who is Disrupted or scattered does not attack."""
        enemy = 1 - self.side
        tables, units = self.rules.tables, self.rules.units.units
        marches: dict[tuple[int, int, int], int] = {}
        for u in g.on_map(enemy):
            counter = units[u]
            if not counter.move or (counter.restricted and not g.released):
                continue
            self.inert &= ~(1 << g.hex[u])
            table = tables.table(counter.klass, enemy == GERMAN)
            key = table, g.hex[u], counter.move
            mask = marches.get(key)
            if mask is None:
                mask = marches[key] = mask_of(reach(rides[table], g.hex[u], 6 * counter.move))
            shaken = g.status[u] == DISRUPTED or g.scattered >> u & 1
            self.comes(0 if shaken else g.attack(u), mask)

    def value(self, g: Situation, pinned: int = 0) -> float:
        """The position without the pull of aims: keys that lie open, ground, exposed stacks."""
        if self.over:
            return 0.0
        open_ = self.open_hexes(g, pinned)
        total = -self.fears.gap * (open_ & ~g.occupied[1 - self.side]).bit_count()
        spread = self.rules.board.grid.spread
        next_ = spread(spread(open_)) & ~g.occupied[self.side]
        for h, value in self.keys.items():
            if open_ >> h & 1:
                total -= self.fears.key * value
            elif next_ >> h & 1:
                total -= self.fears.beyond * value
        ours = g.occupied[self.side]
        for h in members(ours & self.struck & spread(open_)):
            total -= self.exposure(g, h, open_)
        for h in members(ours & ~self.supplied):
            total -= UNFED * sum(worth(g, u) for u in g.at[h])
        return self.fear * total

    def exposure(self, g: Situation, h: int, open_: int) -> float:
        """What the stack in a hex stands to lose to an attack."""
        near = self.rules.tables.ground.around[h] & open_
        if not near:
            return 0.0
        key = h, g.at[h], near
        known = self.memo.get(key)
        if known is None:
            known = self.memo[key] = self._stake(g, h, near)
        return known

    def _stake(self, g: Situation, h: int, near: int) -> float:
        """What the stack stands to lose to enemies who come into these hexes next to it."""
        comers = self.comers(near)
        most = self.rules.charts.limit
        attack = min(MASSED * comers, HEXSIDE * near.bit_count(), most)
        if attack < 1:
            return 0.0
        group = g.at[h]
        strength = sum(g.defense(u) for u in group)
        defence = strength + min(modifiers.bonus(g, h), modifiers.sheltered(g, group))
        column = odds.column(int(attack), max(1, min(defence, most))) + self.support(g, h)
        steps = sum(g.steps[u] for u in group)
        each = sum(step_worth(g, u) for u in group) / len(group)
        ground = self.rules.tables.ground
        out = ground.around[h] & ground.land & ~near & ~g.occupied[1 - self.side]
        lost = (SHAKEN if out else TRAPPED[self.side]) * sum(worth(g, u) for u in group)
        driven = lost + self.keys.get(h, 0.0) + self.fears.hole
        return min(_at(STEPS, column), steps) * each + _at(FALL, column) * driven

    def support(self, g: Situation, h: int) -> float:
        """The columns by which the enemy's support moves an attack on a hex, on average."""
        more, tables, units = self.fears.support, self.rules.tables, self.rules.units.units
        barred = g.position(h) or (tables.city | tables.woods | tables.flooded) >> h & 1
        if not barred and all(units[u].armor < self.armor for u in g.at[h]):
            more += self.fears.tanks
        return more + self.fears.ships * (tables.naval_zone >> h & 1)


def _at(row: Sequence[float], column: float) -> float:
    """The value of a row at a column, or between two."""
    low = min(max(column, 0.0), len(row) - 1.0)
    left = min(int(low), len(row) - 2)
    return row[left] + (low - left) * (row[left + 1] - row[left])
