"""Both combats on random boards: the rules of the game against a literal reading of the book."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from tests.rulebook.gazala1942 import literal
from tests.rulebook.gazala1942.battlefield import no_odds, plain, scene

from grognard import Game, IllegalAction
from grognard.games.gazala1942 import Gazala, advance, results, retreat, stacking
from grognard.games.gazala1942.declaring import Attack

LABELS = [f"{row:02d}{col:02d}" for row in range(3, 8) for col in range(3, 8)]
RULES = Gazala()
UNITS, COLUMNS = RULES.units, RULES.charts.columns
OPTIONS = ("12.1", "12.2", "12.3", "12.4", "attacks-by-hex", "mines-quarter")


def random_field(rng: random.Random, phase: str) -> Game:
    """Some thirty counters of both sides in a small desert full of hexsides."""
    axis_turn = phase.endswith("axis")
    letters = {f"h{h}": "h" for h in rng.sample(LABELS, 4)}
    lines = []
    for h in LABELS:
        for n in literal.neighbours(h):
            if h < n and n in LABELS:
                roll = rng.random()
                if roll < 0.10:
                    lines.append(f"side minefield {h}/{n}")
                elif roll < 0.18:
                    lines.append(f"side fortification {h}/{n}")
                elif roll < 0.24:
                    lines.append(f"side cliff {h}/{n}")
                    if rng.random() < 0.3:
                        lines.append(f"road track {h}-{n}")
    lines += [f"feature tobruk {h}" for h in LABELS if int(h[2:]) > 5]
    names = [unit.id for unit in UNITS]
    axis = [name for name in names if name.startswith("AX") and "HQ" not in name]
    allied = [name for name in names if name.startswith("AL") and "HQ" not in name]
    rng.shuffle(axis)
    rng.shuffle(allied)
    hexes = LABELS[:]
    rng.shuffle(hexes)
    half = len(hexes) // 2
    placed: dict[str, list[str]] = {}
    one_step = {unit.id for unit in UNITS if unit.steps == 1}
    for mine, fields, active in (
        (axis[:18], hexes[: half - 3], axis_turn),
        (allied[:14], hexes[half + 3 :], not axis_turn),
    ):
        brigades: set[str] = set()
        for name in mine:
            h = rng.choice(fields)
            unit = UNITS.find(name)
            assert unit is not None
            if len(placed.get(h, ())) >= 5 or (unit.big and h in brigades):
                continue
            if unit.big:
                brigades.add(h)
            marks = "r" if name not in one_step and rng.random() < 0.3 else ""
            acting = active and rng.random() < 0.9
            marks += "e" if acting else ""
            marks += rng.choice(["", "", "", "N", "I"] if acting else ["", "", "", "n", "i"])
            placed.setdefault(h, []).append(f"{name}({marks})" if marks else name)
    hq = "AX-HQ-X" if axis_turn else "AL-HQ-50"
    for name, h in (("AX-HQ-X", hexes[0]), ("AL-HQ-50", hexes[-1])):
        placed.setdefault(h, []).append(name)
    units = "; ".join(f"{h} {' '.join(stack)}" for h, stack in placed.items())
    targets = [h for h in placed if rng.random() < 0.6]
    more = [f"armor-targets {' '.join(targets)}"] if targets else []
    chosen = " ".join(option for option in OPTIONS if rng.random() < 0.4)
    board = plain(*lines, **letters)
    return scene(units, phase, hq=hq, options=chosen, board=board, lines=more)


def enemies(f: literal.Field, side: str) -> list[str]:
    return sorted({man.hex for man in f.men if man.side != side})


SEEDS = range(30)


def _index(g: Game, name: str) -> int:
    rules: Any = g.rules
    return int(rules.units.find(name).index)


@pytest.mark.rule("gazala1942:8.0b", "gazala1942:8.12", "gazala1942:8.13a", "gazala1942:4.41a")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_dice_and_who_may_fire(side: str) -> None:
    checked = 0
    for seed in range(45):
        g = random_field(random.Random(seed), f"armor {side}")
        f = literal.take_apart(g)
        for target in enemies(f, side):
            fires = [man for man in f.men if man.side == side and literal.may_fire(f, man, target)]
            foes = f.at(target)
            worth = any(m.kind in ("tank", "armored car") for m in foes)
            worth = worth or sum(literal.dice_of(foes, False)) > 0
            try:
                ledger = g.odds(f"engage {target} all")
            except IllegalAction:
                assert not fires or not worth or target in f.engaged, (seed, target)
                continue
            assert fires, (seed, target)
            assert worth, (seed, target)
            assert target not in f.engaged, (seed, target)
            dice = [int(line.amount) for line in ledger.lines if line.rule == "8.13a"]
            assert dice == [
                sum(literal.dice_of(fires, True)),
                sum(literal.dice_of(foes, False)),
            ], (seed, target)
            checked += 1
    assert checked > 40


@pytest.mark.rule("gazala1942:9.21", "gazala1942:9.22", "gazala1942:9.23", "gazala1942:9.6")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_columns_of_all_kinds_of_attacks(side: str) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        rng = random.Random(seed)
        g = random_field(rng, f"combat {side}")
        f = literal.take_apart(g)
        columns = COLUMNS
        for target in enemies(f, side):
            able = [man for man in f.men if man.side == side and literal.may_attack(f, man, target)]
            for _ in range(3):
                some = [man for man in able if rng.random() < 0.6]
                if not some:
                    continue
                order = f"attack {target} " + " ".join(f"with {man.name}" for man in some)
                expected = literal.column(f, some, target, columns)
                if expected:
                    assert g.odds(order).column == expected, (seed, order)
                else:
                    assert no_odds(g, order) == "9.24b", (seed, order)
                seen[expected] += 1
            for man in f.men:
                if man.side == side and man not in able and target in literal.neighbours(man.hex):
                    with pytest.raises(IllegalAction):
                        g.odds(f"attack {target} with {man.name}")
    assert len(seen) > 8


@pytest.mark.rule("gazala1942:9.41a", "gazala1942:9.41b", "gazala1942:9.41c", "gazala1942:9.42")
def test_the_hexes_of_a_retreat() -> None:
    """Every unit beside an enemy, two hexes far, as if it had fought one or two of them."""
    kinds: Counter[int] = Counter()
    for seed in SEEDS:
        rng = random.Random(seed)
        g = random_field(rng, "combat axis")
        f, at, label = literal.take_apart(g), g.rules.board.index, g.rules.board.label
        for man in f.men:
            near = [
                h for h in literal.neighbours(man.hex) if f.at(h) and f.at(h)[0].side != man.side
            ]
            if not near:
                continue
            foes = rng.sample(near, min(len(near), rng.randint(1, 2)))
            u = _index(g, man.name)
            hexes = [at(h) for h in foes]
            first = retreat.open_hexes(g.state, u, (at(man.hex),), hexes)
            assert set(map(label, first)) == literal.retreats(f, man, [man.hex], foes), (seed, man)
            kinds[len(first)] += 1
            for b in first:
                path = (at(man.hex), b)
                second = retreat.open_hexes(g.state, u, path, hexes)
                way = [man.hex, label(b)]
                assert set(map(label, second)) == literal.retreats(f, man, way, foes), (seed, man)
    assert min(kinds[n] for n in range(4)) > 10


@pytest.mark.rule("gazala1942:9.51", "gazala1942:9.54", "gazala1942:9.55", "gazala1942:12.2")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_the_ways_of_an_advance(side: str) -> None:
    """A hex is emptied by hand; every way of every unit beside it is compared."""
    ways = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        g = random_field(rng, f"combat {side}")
        f = literal.take_apart(g)
        at = g.rules.board.index
        for target in rng.sample(enemies(f, side), 2):
            state = g.state.copy()
            for u in state.at[at(target)]:
                state.remove(u)
            gone = literal.take_apart(g)
            gone.men = [man for man in gone.men if man.hex != target]
            beside = [
                man
                for man in gone.men
                if man.side == side and target in literal.neighbours(man.hex)
            ]
            attackers = tuple(_index(g, man.name) for man in beside if rng.random() < 0.5)
            length = rng.randint(0, 3)
            trail = [target, *rng.sample(literal.neighbours(target), 1)] if length else []
            walked = (tuple(map(at, trail)),) if trail else ()
            fate = results.Fate(length, walked, 0, attackers)
            pursuit = advance.Pursuit(state, Attack(at(target), attackers), fate)
            for man in beside:
                u = _index(g, man.name)
                label = g.rules.board.label
                found = {tuple(map(label, way)) for way in _ways(pursuit, u)}
                trails = [trail] if trail else []
                expected = literal.advances(gone, man, target, length, trails, u in attackers)
                assert found == expected, (seed, target, man.name, length, trail)
                ways += len(found)
    assert ways > 100


def _ways(pursuit: advance.Pursuit, u: int) -> set[tuple[int, ...]]:
    """All ways that the game's questions would let a unit go and halt."""
    found: set[tuple[int, ...]] = set()

    def go(path: tuple[int, ...]) -> None:
        if len(path) > 1 and stacking.may_join(pursuit.g, u, path[-1]):
            found.add(path[1:])
        for b in pursuit.next(u, path):
            go((*path, b))

    go((pursuit.g.hex[u],))
    return found
