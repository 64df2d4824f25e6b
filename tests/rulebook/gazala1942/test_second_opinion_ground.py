"""A second, literal reading of zones of control, supply, activation and reach, compared on whole games.

Nothing here uses bit boards or the tables of the game: hexes are labels, rules are loops.
"""

from __future__ import annotations

import random
from collections import deque
from fractions import Fraction
from heapq import heappop, heappush

import pytest
from tests.rulebook.gazala1942.tabletop import rules

import grognard
from grognard import Game
from grognard.games.gazala1942 import steps, supply
from grognard.games.gazala1942.situation import Situation

AXIS, ALLIED = 0, 1


class Eye:
    """A situation as labels."""

    def __init__(self, g: Game) -> None:
        self.g, self.state, self.game = g, g.state, rules(g)
        self.board = self.game.board
        self.units = {
            u.id: (u, self.board.label(self.state.hex[u.index]))
            for u in self.game.units
            if self.state.hex[u.index] >= 0
        }
        self.at: dict[str, list[str]] = {}
        for name, (_, h) in self.units.items():
            self.at.setdefault(h, []).append(name)

    def near(self, h: str) -> list[str]:
        board = self.board
        found = board.grid.neighbours[board.index(h)]
        return [board.label(n) for n in found if n >= 0 and board.terrain[n]]

    def land(self, h: str) -> bool:
        return self.board.terrain[self.board.index(h)] != "sea"

    def side_of(self, h: str) -> int | None:
        return self.units[self.at[h][0]][0].side if h in self.at else None

    def feature(self, a: str, b: str, what: str) -> bool:
        return what in self.board.side(self.board.index(a), self.board.index(b))

    def mined(self, a: str, b: str) -> bool:
        """10.86 A minefield that was not breached."""
        if not self.feature(a, b, "minefield"):
            return False
        sides = sorted(s for s, what in self.board.sides.items() if "minefield" in what)
        pair = tuple(sorted((self.board.index(a), self.board.index(b))))
        return not self.state.breached >> sides.index(pair) & 1  # type: ignore[arg-type]

    def zones(self, side: int) -> set[str]:
        """4.41"""
        found = set()
        for h, names in self.at.items():
            if self.side_of(h) != side:
                continue
            units = [self.units[name][0] for name in names]
            strong = any(u.size in ("X", "III") for u in units)
            strong = strong or sum(u.size == "II" for u in units) >= 3
            troops = any(u.type != "headquarters" for u in units)
            for n in self.near(h):
                if not self.land(n) or self.feature(h, n, "cliff"):
                    continue
                mined = self.mined(h, n)
                if (strong and not (mined and side == AXIS)) or (
                    mined and side == ALLIED and troops
                ):
                    found.add(n)
        return found

    def flood(self, side: int, starts: set[str], length: int) -> set[str]:
        """6.13 From where a line of this length leads to one of the starts."""
        enemy = self.zones(1 - side)

        def free(h: str) -> bool:
            if not self.land(h) or self.side_of(h) == 1 - side:
                return False
            return h not in enemy or self.side_of(h) == side

        far = {h: 0 for h in starts if free(h)}
        queue = deque(far)
        while queue:
            h = queue.popleft()
            for n in self.near(h):
                if n in far or not free(n) or far[h] == length:
                    continue
                if side == AXIS and self.mined(h, n):
                    continue
                far[n] = far[h] + 1
                queue.append(n)
        return set(far)

    def supply(self) -> dict[str, int]:
        """6.11, 6.15, 13.11e"""
        levels = {}
        setting = self.game.setting
        for side in (AXIS, ALLIED):
            heads = {
                name: h
                for name, (u, h) in self.units.items()
                if u.side == side and u.type == "headquarters" and name != "AX-ROMMEL"
            }
            word = ("axis_source", "allied_source")[side]
            sources = {
                self.board.label(h)
                for h in self.board.hexes
                if word in self.board.features.get(h, ())
            }
            good = set()
            for name, h in heads.items():
                length = 10_000
                if side == AXIS:
                    long = name in ("AX-HQ-AFRIKA", "AX-HQ-XX") and self.state.turn <= 8
                    length = 35 if long and setting.victory_rule != "13.36" else 20
                if h in self.flood(side, sources, length):
                    good.add(name)
            well = self.flood(side, {heads[name] for name in good}, 10_000)
            poor = self.flood(side, set(heads.values()), 10_000)
            for name, (u, h) in self.units.items():
                if u.side != side:
                    continue
                if name in heads:
                    levels[name] = 0 if name in good else 1
                else:
                    levels[name] = 0 if h in well else 1 if h in poor else 2
        return levels

    def reach(self, name: str) -> dict[str, Fraction]:
        """4.1-4.43 Cheapest ways, one hex always possible."""
        unit, start = self.units[name]
        state = self.state
        printed = unit.move[unit.steps]
        points = Fraction(unit.move[state.steps[unit.index]])
        if unit.mech and state.status(unit.index):
            points = Fraction((int(points) + 1) // 2)
        roads = {
            frozenset((self.board.label(a), self.board.label(b))): kind
            for (a, b), kind in self.board.road_between.items()
        }
        here = {kind for pair, kind in roads.items() if start in pair}
        enemy = self.zones(1 - unit.side)

        def price(a: str, b: str) -> Fraction | None:
            if not self.land(b) or self.side_of(b) == 1 - unit.side:
                return None
            if unit.side == AXIS and self.mined(a, b):
                return None
            if state.withdrawing and unit.side == ALLIED and a[:2] == b[:2] and b < a:
                return None
            kind = roads.get(frozenset((a, b)), "")
            if kind == "road" and "road" in here:
                cost = Fraction(1, 2)
            elif kind in ("track", "rail") and here & {"track", "rail"}:
                cost = Fraction(1)
            else:
                cost = Fraction(2 if self.board.terrain[self.board.index(b)] == "hill" else 1)
            if self.feature(a, b, "cliff"):
                if kind:
                    cost += 1
                elif unit.mech:
                    return None
                else:
                    cost += 2
            if a in enemy:
                cost += (printed + 1) // 2
                friends = [n for n in self.at.get(b, []) if n != name]
                still = [n for n in friends if not state.moved >> self.units[n][0].index & 1]
                if b in enemy and not still:
                    return None
            return cost + (1 if b in enemy else 0)

        best = {start: Fraction(0)}
        heap = [(Fraction(0), start)]
        while heap:
            spent, h = heappop(heap)
            if spent > best[h]:
                continue
            for n in self.near(h):
                cost = price(h, n)
                if cost is None:
                    continue
                total = spent + cost
                if total > points:
                    if h != start:
                        continue
                    total = points
                if total < best.get(n, Fraction(999)):
                    best[n] = total
                    if spent + cost <= points:
                        heappush(heap, (total, n))
        return best


@pytest.mark.rule("gazala1942:4.41a-c", "gazala1942:4.42a", "gazala1942:4.43", "gazala1942:6.11a-b")
@pytest.mark.parametrize("scenario", ["opening", "british"])
def test_zones_supply_and_reach_as_the_book_says(scenario: str) -> None:
    chance = random.Random(f"opinion {scenario}")
    g = grognard.new("gazala1942", scenario=scenario, seed=f"opinion-{scenario}")
    compared = 0
    while g.decision is not None and g.turn < 9 and compared < 14:
        if g.decision.kind == "move" and chance.random() < 0.06:
            look(g, chance)
            compared += 1
        choices = [a for a in g.legal_actions if a.role != "closes"]
        active = g.decision.kind in ("move", "step") and choices and chance.random() < 0.7
        g.play(chance.choice(choices if active else g.legal_actions))
    assert compared > 8


def look(g: Game, chance: random.Random) -> None:
    eye, game = Eye(g), rules(g)
    label = game.board.label
    state: Situation = g.state
    for side in (AXIS, ALLIED):
        assert set(game.board.labels(state.zones[side])) == eye.zones(side)
    fresh = state.copy()
    supply.check_turn(fresh)
    found = {name: fresh.supply[u.index] for name, (u, _) in eye.units.items()}
    assert found == eye.supply()
    movers = [
        name for name, (u, _) in eye.units.items() if u.side == state.active and not state.through
    ]
    for name in chance.sample(movers, min(4, len(movers))):
        unit = eye.units[name][0].index
        mine = {label(h): Fraction(c, 2) for h, c in steps.reach(state, unit).items()}
        assert mine == eye.reach(name), name
