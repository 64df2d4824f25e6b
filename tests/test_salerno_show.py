"""What the page shows of Salerno '43 agrees with the rules behind it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

import grognard
from grognard.bots.random import RandomBot
from grognard.games.salerno43 import Salerno43
from grognard.games.zocbond import sheets, supply
from grognard.games.zocbond.zones import bonds

TOP = """\
grognard position 1
game salerno43
scenario avalanche
turn 2
phase movement allied
weather A
"""


def test_a_line_is_whole_exactly_where_the_rules_see_supply() -> None:
    game, bot, chance = grognard.new("salerno43", seed=5), RandomBot(), Random(2)
    rules = game.rules
    assert isinstance(rules, Salerno43)
    broken = whole = 0
    while game.decision is not None and game.turn < 6:
        if game.decision.top and chance.random() < 0.02:
            g = game.state
            for unit in rules.units:
                place = g.hex[unit.index]
                if not 0 <= place < rules.tables.size or g.dropped >> unit.index & 1:
                    continue
                trace, *loc = rules.traces(g, g.word(place))
                assert trace.whole == supply.in_supply(g, unit.index)
                linked = [] if trace.whole else [supply.linked(g, unit.index)]
                assert [line.whole for line in loc] == linked
                assert trace.path[0] == g.word(place)
                whole += trace.whole
                broken += not trace.whole
        game.play(bot.choose(game, chance).order)
    assert whole > 100
    assert broken


@pytest.mark.parametrize(
    ("units", "place", "rule", "text"),
    [
        ("2616 US-BH-Red\n3116 US-36-142", "3116", "16.3.1", "in supply from 2616"),
        ("3116 US-36-142", "3116", "16.3.1", "no way leads to a source"),
        ("2616 US-BH-Red\n3309 US-36-142", "3309", "16.3.4", "3012 is controlled by the enemy"),
        (
            "2616 US-BH-Red\n2717 US-36-142\n2817 GE-16Pz-I79\n2716 GE-16Pz-II79\n2617 GE-16Pz-IIa",
            "2717",
            "16.3.2d",
            "enemy units hold 2716",
        ),
    ],
)
def test_a_line_that_breaks_says_where_and_why(
    units: str, place: str, rule: str, text: str
) -> None:
    game = grognard.load(f"{TOP}{units}\n")
    trace, *_ = game.rules.traces(game.state, place)
    assert trace.rule == rule
    assert text in str(trace.text)


def test_the_lines_of_bonds_close_what_the_bonds_close() -> None:
    game, bot, chance = grognard.new("salerno43", seed=5), RandomBot(), Random(4)
    rules = game.rules
    assert isinstance(rules, Salerno43)
    seen = 0
    while game.decision is not None and game.turn < 3:
        g, tables = game.state, rules.tables
        if game.decision.top and chance.random() < 0.05:
            for side, name in enumerate(rules.sides):
                (shown,) = (o for o in rules.overlays(g) if o.name == f"bonds {name}")
                anchors = g.anchors(side)
                hexes, edge, sides = 0, 0, [0] * 6
                for line in shown.lines:
                    ends = [rules.place(word) for word in line]
                    two = sum(1 << h for h in ends if h is not None and h < tables.size)
                    area = [a for a in anchors if rules.place(a.label) in ends]
                    foot, wheels = g.foot_bond[side] & two, g.any_bond[side] & two
                    part = bonds(tables.ground, foot, wheels, g.occupied[1 - side], area)
                    hexes |= part.hexes
                    sides = [a | b for a, b in zip(sides, part.sides, strict=True)]
                assert (hexes, tuple(sides), edge) == g.bonds(side)
                seen += len(shown.lines)
        game.play(bot.choose(game, chance).order)
    assert seen


def test_the_chances_of_a_determined_defence_are_those_of_its_table() -> None:
    game = grognard.load(f"{TOP}2717 US-36-142\n3012 US-45-179\n")
    board = game.rules.board
    held = sheets.chances(game.state, board.index("2717"), 0, 0)
    assert held == {"hold": Fraction(1, 3), "delay": Fraction(1, 6), "fail": Fraction(1, 2)}
    sure = sheets.chances(game.state, board.index("2717"), 0, 6)
    assert sure["hold"] == 1
    city = sheets.chances(game.state, board.index("3012"), 0, 0)
    assert city["hold"] >= held["hold"]
    assert sum(city.values()) == 1


def test_the_ledger_of_a_question_tells_what_the_die_then_does() -> None:
    """Random games with every die asked for: the sheets against the events that follow."""
    bot, chance = RandomBot(), Random(6)
    compared: Counter[str] = Counter()
    for seed in range(80):
        if min(compared["result"], compared["defence"]) > 5:
            break
        game = grognard.load(grognard.new("salerno43", seed=seed).position, dice="asked")
        while game.decision is not None and game.turn < 5:
            ask = game.decision
            sheet = ask.ledger() if ask.ledger else None
            if sheet is None:
                game.play(bot.choose(game, chance).order)
                continue
            assert sum(each.chance for each in sheet.chances) == 1
            assert {result for _, result in sheet.table} <= {c.result for c in sheet.chances}
            plain = {"defensive air": "none", "defensive support": "none", "stand": "stand"}
            game.play(plain.get(ask.kind) or bot.choose(game, chance).order)
            if game.decision is None or game.decision.rule not in ("8.3", "11.2"):
                continue
            if game.decision.kind != "roll" or ask.kind not in plain:
                continue
            face = chance.randint(1, 6)
            for event in game.play(f"roll {face}"):
                if event.kind in ("result", "defence"):
                    assert event.facts["result"] in dict(sheet.table)[face].split(" | ")
                    assert event.facts.get("column", sheet.column) == sheet.column
                    compared[event.kind] += 1
    assert compared["result"] > 5
    assert compared["defence"] > 5
