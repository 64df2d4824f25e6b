"""What the page shows of lines and bonds agrees with the rules behind it, in every game with ZOC Bonds."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

import grognard
from grognard.bots.random import RandomBot
from grognard.games.zocbond import supply
from grognard.games.zocbond.series import SeriesRules
from grognard.games.zocbond.zones import bonds

GAMES = ["salerno43", "normandy44"]
TOP = {
    "salerno43": "scenario avalanche\nturn 2\nphase movement allied\nweather A",
    "normandy44": "scenario campaign\nturn 6\nphase movement german",
}


def situations(name: str, chance: Random, turns: int, share: float) -> Any:
    """Moments of a random game: its rules, the situation."""
    game = grognard.new(name, seed=5)
    bot = RandomBot()
    assert isinstance(game.rules, SeriesRules)
    while game.decision is not None and game.turn < turns:
        if game.decision.top and chance.random() < share:
            yield game.rules, game.state
        game.play(bot.choose(game, chance).order)


@pytest.mark.parametrize(
    ("name", "turns", "share"), [("salerno43", 6, 0.02), ("normandy44", 5, 0.012)]
)
def test_a_line_is_whole_exactly_where_the_rules_see_supply(
    name: str, turns: int, share: float
) -> None:
    """Where one breaks, the line of communications is shown too, broken if the unit is isolated."""
    seen: Counter[bool] = Counter()
    for rules, g in situations(name, Random(2), turns, share):
        for u in (*g.on_map(0), *g.on_map(1)):
            if g.fed(u):
                continue
            trace, *more = rules.traces(g, g.word(g.hex[u]))
            assert trace.whole == supply.in_supply(g, u)
            assert trace.path[0] == g.word(g.hex[u])
            second = [] if trace.whole else [supply.linked(g, u)]
            assert [line.whole for line in more] == second
            seen[trace.whole] += 1
    assert seen[True] > 100
    assert seen[False]


@pytest.mark.parametrize(
    ("game", "units", "place", "rule", "text"),
    [
        ("salerno43", "2616 US-BH-Red\n3116 US-36-142", "3116", "16.3.1", "in supply from 2616"),
        ("salerno43", "3116 US-36-142", "3116", "16.3.1", "no way leads to a source"),
        (
            "salerno43",
            "2616 US-BH-Red\n3309 US-36-142",
            "3309",
            "16.3.4",
            "3012 is controlled by the enemy",
        ),
        (
            "salerno43",
            "2616 US-BH-Red\n2717 US-36-142\n2817 GE-16Pz-I79\n2716 GE-16Pz-II79\n2617 GE-16Pz-IIa",
            "2717",
            "16.3.2d",
            "enemy units hold 2716",
        ),
        ("normandy44", "2814 US-Eng-1S\n2713 US-4-8", "2713", "18.3", "in supply from 2814"),
        ("normandy44", "2713 US-4-8", "2713", "18.3", "no way leads to a source"),
        ("normandy44", "3209 GE-91-1058", "3209", "18.3", "in supply from 3"),
        (
            "normandy44",
            "3209 GE-91-1058\n3208 US-9-39\n3109 US-9-47\n3210 US-9-60\n3309 US-79-314\n3308 US-79-315",
            "3209",
            "18.3b",
            "an enemy ZOC Bond closes the way to 3",
        ),
    ],
)
def test_a_line_that_breaks_says_where_and_why(
    game: str, units: str, place: str, rule: str, text: str
) -> None:
    g = grognard.load(f"grognard position 1\ngame {game}\n{TOP[game]}\n{units}\n")
    trace, *_ = g.rules.traces(g.state, place)
    assert trace.rule == rule
    assert text in str(trace.text)


@pytest.mark.parametrize("name", GAMES)
def test_the_lines_of_bonds_close_what_the_bonds_close(name: str) -> None:
    seen = 0
    for rules, g in situations(name, Random(4), 3, 0.05):
        tables = rules.tables
        for side, who in enumerate(rules.sides):
            (shown,) = (o for o in rules.overlays(g) if o.name == f"bonds {who}")
            hexes, sides = 0, [0] * 6
            for line in shown.lines:
                ends = [rules.place(word) for word in line]
                two = sum(1 << h for h in ends if h is not None and h < tables.size)
                near = [
                    a
                    for a in g.anchors(side)
                    if two >> a.hex & 1
                    and (a.label in line or f"{g.word(a.left)}/{g.word(a.right)}" in line)
                ]
                foot, wheels = g.foot_bond[side] & two, g.any_bond[side] & two
                part = bonds(tables.ground, foot, wheels, g.occupied[1 - side], near)
                hexes |= part.hexes
                sides = [a | b for a, b in zip(sides, part.sides, strict=True)]
            assert (hexes, tuple(sides)) == (g.bonds(side).hexes, g.bonds(side).sides)
            seen += len(shown.lines)
    assert seen
