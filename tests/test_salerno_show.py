"""What the page shows of Salerno '43 agrees with the rules behind it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import grognard
from grognard.bots.random import RandomBot
from grognard.games.zocbond import sheets

TOP = """\
grognard position 1
game salerno43
scenario avalanche
turn 2
phase movement allied
weather A
"""


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
