"""Lines of supply over the map edge against a second, literal reading of 16.3 on random boards."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.salerno43.field import field, h, rules, state, unit
from tests.rulebook.zocbond.test_supply_and_retreat import (
    ALLIED,
    GERMAN,
    HEXES,
    HIGH,
    WIDE,
    Land,
    around,
    random_land,
    side,
)

from grognard import Game
from grognard.games.salerno43 import supply
from grognard.games.zocbond import supply as series


def game(land: Land, gates: set[str]) -> Game:
    letters: dict[str, list[str]] = {}
    for x, letter in land.terrain.items():
        if letter != ".":
            letters.setdefault(letter, []).append(x)
    return field(
        {x: " ".join(names) for x, names in land.units.items()},
        terrain={letter: " ".join(labels) for letter, labels in letters.items()},
        sides={
            "river": " ".join(sorted(land.rivers)),
            "mountain": " ".join(sorted(land.mountains)),
            "pass": " ".join(sorted(land.passes)),
        },
        roads=[f"secondary {road.replace('/', '-')}" for road in sorted(land.roads)],
        features={"port1": " ".join(sorted(land.ports)), "N2": " ".join(sorted(gates))},
        size=(WIDE, HIGH),
        lines=f"control {' '.join(sorted(land.ours))}".strip(),
    )


def supplied(g: Game, land: Land, gates: set[str], start: str) -> bool:
    """16.3, ruling 14: five hexes overland, the step into the area among them, then roads of any length."""
    friends, foes, zoc = land.occupied(GERMAN), land.occupied(ALLIED), land.zoc(ALLIED)
    bonds, ground = state(g).bonds(ALLIED), rules(g).tables.ground
    kept = land.ports | {x for x, letter in land.terrain.items() if letter == "C"}
    shut = {x for x in kept & land.ours if x not in friends}
    paved = {x for road in land.roads for x in road.split("/")}

    def hot(x: str) -> bool:
        return x in zoc and x not in friends

    def enters(a: str, b: str) -> bool:
        return not (
            land.sea(b)
            or b in foes
            or b in shut
            or bonds.hexes >> h(g, b) & 1
            or bonds.crosses(ground, h(g, a), h(g, b))
        )

    best: dict[tuple[str, bool], int] = {}
    work = [(0, start, False)]
    while work:
        work.sort(reverse=True)
        spent, here, by_road = work.pop()
        if here in gates and (spent < 5 or by_road or (here in paved and not hot(here))):
            return True
        if best.get((here, by_road), 6) <= spent:
            continue
        best[here, by_road] = spent
        for n in around(here):
            if not enters(here, n):
                continue
            road = side(here, n) in land.roads
            if road and not hot(here) and not hot(n):
                work.append((spent, n, True))
            if by_road or land.wall(here, n) or (here != start and hot(here) and hot(n)):
                continue
            cost = spent + (2 if land.terrain[n] == "w" and not road else 1)
            if cost <= 5:
                work.append((cost, n, False))
    return False


@pytest.mark.rule("salerno43:16.2.1", "salerno43:16.3.1", "salerno43:16.3.2a-f")
@pytest.mark.rule("salerno43:16.3.3a-c", "salerno43:16.3.4b")
@pytest.mark.parametrize("seed", range(15))
def test_german_lines_to_an_entry_area(seed: int) -> None:
    chance = random.Random(seed)
    land = random_land(chance)
    edge = [x for x in HEXES if x[:2] in ("01", "09") or x[2:] in ("01", "08")]
    gates = {x for x in chance.sample(edge, 4) if not land.sea(x)}
    g = game(land, gates)
    found = series.supplied(state(g), GERMAN)
    wrong = [
        x
        for x in sorted(land.occupied(GERMAN))
        if bool(found >> h(g, x) & 1) != supplied(g, land, gates, x)
    ]
    assert not wrong, (wrong, g.position)


@pytest.mark.rule("salerno43:16.5.5a", "salerno43:16.3.2a")
@pytest.mark.parametrize(("row", "bonus"), [("10", 2), ("11", 0)])
@pytest.mark.parametrize("corps", [True, False])
def test_a_city_or_corps_out_of_reach_helps_nobody(row, bonus, corps):
    units = {"0505": "US-36-142", "0504": "GE-16Pz-I64"}
    if corps:
        units[f"05{row}"] = "US-VI"
    g = field(
        units,
        terrain={} if corps else {"C": f"05{row}"},
        lines="weather D" if corps else f"weather D\ncontrol 05{row}",
        size=(9, 16),
    )
    assert (
        sum(m.amount for m in supply.attrition_modifiers(state(g), unit(g, "US-36-142"))) == bonus
    )
