"""The rules of movement, combat and retreat read a second time, slowly and literally.

On random small boards with random units the legal lists must agree with this second reading,
which shares nothing with the rules but the charts and counters.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import scene, words

from grognard import Game

SIZE = 6
HEXES = [f"{c:02d}{r:02d}" for c in range(1, SIZE + 1) for r in range(1, SIZE + 1)]
TERRAIN = {".": "clear", "T": "town", "F": "forest", "M": "mountain", "w": "marsh", "~": "sea"}
COST = {
    False: {"clear": 1, "town": 1, "forest": 2, "mountain": 3, "marsh": 2},
    True: {"clear": 1, "town": 1, "forest": 3, "mountain": 4},
}


def near(label: str) -> list[str]:
    """The neighbours on a flat-topped map whose even columns lie half a hex lower."""
    c, r = int(label[:2]), int(label[2:])
    lower = 1 if c % 2 == 0 else 0
    beside = [(c, r - 1), (c, r + 1)]
    beside += [(c + dc, r - 1 + lower) for dc in (-1, 1)]
    beside += [(c + dc, r + lower) for dc in (-1, 1)]
    return [f"{a:02d}{b:02d}" for a, b in beside if 1 <= a <= SIZE and 1 <= b <= SIZE]


class World:
    """A random board with random units, and the rules as the book tells them."""

    def __init__(self, seed: int, phase: str, options: str = "") -> None:
        chance = random.Random(seed)
        self.options = options.split()
        letters = {h: chance.choice("......TFMww~") for h in HEXES}
        self.terrain = {h: TERRAIN[letter] for h, letter in letters.items()}
        pairs = [(a, b) for a in HEXES for b in near(a) if a < b]
        self.water = {p for p in pairs if chance.random() < 0.2}
        self.roads = {
            p for p in pairs if chance.random() < 0.12 and "sea" not in [self.terrain[h] for h in p]
        }
        lines = [f"map flat even 0101 {SIZE:02d}{SIZE:02d}"]
        for r in range(1, SIZE + 1):
            lines.append("  " + " ".join(letters[f"{c:02d}{r:02d}"] for c in range(1, SIZE + 1)))
        lines += [
            f"side {chance.choice(('river', 'canal'))} {a}/{b}" for a, b in sorted(self.water)
        ]
        lines += [f"road road {a}-{b}" for a, b in sorted(self.roads)]
        self.units: dict[str, Any] = {u.id: u for u in ARMY}
        self.at: dict[str, list[str]] = {}
        self.full: dict[str, bool] = {}
        land = [h for h in HEXES if self.terrain[h] != "sea"]
        for unit in chance.sample(ARMY, 14):
            h = chance.choice(land)
            there = self.at.get(h, [])
            if len(there) < 2 and all(self.friends(unit.id, other) for other in there):
                self.at.setdefault(h, []).append(unit.id)
                self.full[unit.id] = chance.random() < 0.7
        self.weather = chance.choice(("clear", "rainy"))
        text = "; ".join(
            f"{h} " + " ".join(u if self.full[u] else f"{u}(r)" for u in group)
            for h, group in self.at.items()
        )
        self.game: Game = scene(
            text, phase, options=options, weather=self.weather, board="\n".join(lines)
        )
        self.side = phase.split()[1]

    def friends(self, a: str, b: str) -> bool:
        one, two = self.units[a], self.units[b]
        if one.side != two.side:
            return False
        if one.red_star or two.red_star:
            return True
        if one.nationality != two.nationality:
            return False
        return one.formation == two.formation or not (one.formation and two.formation)

    def mine(self, h: str) -> list[str]:
        return [u for u in self.at.get(h, []) if self.of(u) == self.side]

    def enemies(self, h: str) -> list[str]:
        return [u for u in self.at.get(h, []) if self.of(u) != self.side]

    def of(self, unit: str) -> str:
        return "allied" if unit.startswith("AL") else "german"

    def zone(self, h: str) -> bool:
        return any(self.enemies(n) for n in near(h))

    def wet(self, a: str, b: str) -> bool:
        return tuple(sorted((a, b))) in self.water

    def road(self, a: str, b: str) -> bool:
        return tuple(sorted((a, b))) in self.roads

    def armored(self, group: list[str]) -> bool:
        return any(self.units[u].armored for u in group)

    def strength(self, group: list[str]) -> int:
        return sum(self.units[u].strength[2 if self.full[u] else 1] for u in group)

    def step(self, unit: str, a: str, b: str) -> int | None:
        """10.1 What a step costs; None if it may not be made whatever the points."""
        if self.terrain[b] == "sea":
            return None
        if self.road(a, b):
            return 1
        armored = self.units[unit].armored
        cost = COST[armored].get(self.terrain[b])
        if cost is None or (self.wet(a, b) and armored):
            return None
        return cost + self.wet(a, b)

    def reach(self, unit: str, start: str) -> dict[str, int]:
        """10.0 Where the unit may end and for how many points, found by trying every path."""
        me = self.units[unit]
        points = me.move[2 if self.full[unit] else 1]
        if self.weather == "rainy":
            points -= 2 if me.armored else 1
        best: dict[str, int] = {}

        def stay(h: str) -> bool:
            return all(self.friends(unit, u) for u in self.mine(h) if u != unit)

        def walk(h: str, spent: int, seen: dict[str, int]) -> None:
            if h != start and self.zone(h):
                return
            for n in near(h):
                cost = self.step(unit, h, n)
                if cost is None or spent + cost > points or self.enemies(n) or n == start:
                    continue
                if len([u for u in self.mine(n) if u != unit]) >= 2:
                    continue
                if h == start and self.zone(start) and self.zone(n):
                    continue
                if self.zone(n) and not stay(n):
                    continue
                if spent + cost >= seen.get(n, 99):
                    continue
                seen[n] = spent + cost
                if stay(n):
                    best[n] = min(best.get(n, 99), spent + cost)
                walk(n, spent + cost, seen)

        walk(start, 0, {})
        return best

    def attackers(self, target: str) -> set[str]:
        return {
            h
            for h in near(target)
            if self.mine(h) and not (self.barrier(h, target) and self.armored(self.mine(h)))
        }

    def barrier(self, a: str, b: str) -> bool:
        return self.wet(a, b) and not self.road(a, b)

    def modifier(self, target: str, origin: str, support: list[str]) -> int:
        """12.6"""
        total = len(support)
        total += self.armored(self.mine(origin))
        total -= self.armored(self.enemies(target))
        total -= self.terrain[target] in ("mountain", "town", "forest")
        total -= self.wet(origin, target)
        others = [n for n in near(origin) if n != target and self.enemies(n)]
        total -= any(self.full[u] for n in others for u in self.enemies(n))
        return total

    def retreats(self, target: str, foes: list[str]) -> set[str]:
        """12.7 Where the group attacked in the target hex may go."""
        group = self.enemies(target)
        barred = {h for foe in foes for h in [foe, *near(foe)]}
        away = []
        for h in near(target):
            if h in barred or self.mine(h) or self.terrain[h] == "sea":
                continue
            closed = self.wet(target, h) or self.terrain[h] == "marsh"
            if not closed or self.road(target, h) or not self.armored(group):
                away.append(h)
        free = {h for h in away if not self.at.get(h)}
        if free:
            return free
        return {
            h
            for h in away
            if len(self.at[h]) + len(group) <= 2
            and all(self.friends(u, v) for u in group for v in self.at[h])
        }


ARMY = list(scene("0404 AL-RGR", "movement allied").state.game.units)


@pytest.mark.rule(
    "anzio:10.1b", "anzio:10.1c", "anzio:10.2", "anzio:10.3a", "anzio:10.4a-b", "anzio:10.5"
)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_everybody_can_go_just_where_a_second_reading_says(side: str) -> None:
    moves = 0
    for seed in range(40):
        world = World(seed, f"movement {side}")
        for h, group in world.at.items():
            for unit in group:
                if world.of(unit) != side:
                    continue
                expected = world.reach(unit, h)
                found = {goal: int(cost) for goal, (cost, *_) in world.game.reach(unit).items()}
                assert found == expected, (seed, unit, h)
                moves += len(found)
                if expected and world.game.phase == "movement":
                    goal = random.Random(seed).choice(sorted(expected))
                    assert f"move {unit} {goal}" in world.game.legal_actions
    assert moves > 1000


@pytest.mark.rule("anzio:12.1a", "anzio:12.2a", "anzio:12.3a", "anzio:12.5a", "anzio:12.6a-f")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_attacks_supports_and_modifiers_agree_with_a_second_reading(side: str) -> None:
    attacks = 0
    for seed in range(80):
        world = World(seed, f"combat {side}")
        g = world.game
        targets = {
            h: origins for h in world.at if world.enemies(h) and (origins := world.attackers(h))
        }
        if g.phase != "combat" or g.side != side:
            assert targets == {}
            continue
        assert words(g, "attack") == set(targets), seed
        for target, origins in targets.items():
            for origin in sorted(origins):
                support = sorted(
                    h for h in origins - {origin} if world.strength(world.mine(h)) >= 5
                )
                twin = g.copy()
                twin.play(f"attack {target}")
                if len(origins) > 1:
                    assert words(twin, "from") == origins
                    twin.play(f"from {origin}")
                assert words(twin, "support") == set(support), (seed, target, origin)
                order = f"attack {target} from {origin}" + "".join(f" support {h}" for h in support)
                ledger = g.odds(order)
                difference = world.strength(world.mine(origin)) - world.strength(
                    world.enemies(target)
                )
                assert ledger.lines[2].amount == f"{difference:+d}"
                assert ledger.modifier == world.modifier(target, origin, support), (seed, order)
                attacks += 1
    assert attacks > 150


@pytest.mark.rule("anzio:12.7a-d")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_retreats_agree_with_a_second_reading(side: str) -> None:
    asked = forced = lost = 0
    for seed in range(120):
        world = World(seed, f"combat {side}")
        g = world.game
        if g.phase != "combat" or g.side != side:
            continue
        for target in sorted(words(g, "attack")):
            for origin in sorted(world.attackers(target)):
                faces = dict(g.odds(f"attack {target} from {origin}").table)
                die = next((die for die, code in faces.items() if code == "DR"), None)
                if die is None:
                    continue
                twin = g.copy()
                twin.play(f"attack {target} from {origin} go")
                twin.play(f"roll {die}")
                expected = world.retreats(target, [origin])
                group = world.enemies(target)
                pieces = {p.id: p.hex for p in twin.rules.pieces(twin.state)}
                if len(expected) > 1:
                    assert words(twin, "retreat") == expected, (seed, target, origin)
                    asked += 1
                elif expected:
                    now = {pieces[u] for u in group} - {"eliminated"}
                    assert now <= expected, (seed, target, origin)
                    forced += 1
                else:
                    assert {pieces[u] for u in group} == {"eliminated"}, (seed, target, origin)
                    lost += 1
    assert min(asked, forced, lost) > 3
