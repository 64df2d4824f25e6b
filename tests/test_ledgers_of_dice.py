"""Before a die of a battle falls, what it may do is laid out, with all that was decided before it."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

import pytest

import grognard
from grognard.engine.chance import AskChance

COMBAT, STAND = "the combat", "the Determined Defense"
BEFORE = {"the Jabos", "the strength of a garrison"}
"""Dice that lead to nothing but another column of the die that follows."""


@pytest.mark.parametrize(
    ("game", "scenario", "wanted"),
    [
        ("salerno43", "avalanche", {COMBAT: 12, STAND: 2, "the strength of a garrison": 1}),
        ("normandy44", "seven", {COMBAT: 12, STAND: 2, "the Jabos": 1}),
        ("gazala1942", "opening", {COMBAT: 12}),
        ("anzio", "campaign", {COMBAT: 12}),
    ],
)
def test_the_sheet_of_a_die_gives_the_result_that_follows(
    game: str, scenario: str, wanted: dict[str, int]
) -> None:
    met: Counter[str] = Counter()
    for seed in count():
        g = grognard.new(game, scenario=scenario, dice="asked")
        chance = random.Random(seed)
        for _ in range(2500):
            if g.decision is None or met >= Counter(wanted):
                break
            ask = g.decision
            sheet = ask.ledger() if ask.ledger else None
            order = chance.choice(g.legal_actions)
            events = g.play(order)
            if not isinstance(ask, AskChance) or ask.chance.purpose not in wanted:
                continue
            what = ask.chance.purpose
            assert sheet is not None
            assert sum(each.chance for each in sheet.chances) == 1
            met[what] += 1
            if what in BEFORE:
                continue
            told = next(event for event in events if event.kind in ("result", "dilemma", "defence"))
            cell = dict(sheet.table)[order.value]
            assert str(told.facts["result"]) == str(cell)
            assert sheet.ground == (told.kind != "result")
            if what == COMBAT:
                assert told.facts["column"] == sheet.column
        if met >= Counter(wanted):
            return


def test_the_sheet_of_armor_dice_is_that_of_the_order() -> None:
    rows = "\n".join(["  " + " ".join("." * 6)] * 6)
    g = grognard.load(
        f"grognard position 1\ngame gazala1942\nmap flat odd 0101 0606\n{rows}\nturn 5\n"
        "phase armor axis\nimpulse AX-HQ-AFRIKA\ncup AX-HQ-X\n"
        "0203 AX-1-15T(e) AX-33-15A(e)\n0303 AL-9L-1\n0603 AX-HQ-AFRIKA(ea)\n",
        dice="asked",
    )
    order = "engage 0303 all go"
    expected = g.odds(order)
    g.play(order)
    for _ in ("the attacker's", "the defender's"):
        ask = g.decision
        assert isinstance(ask, AskChance)
        assert ask.chance.purpose == "the armor dice"
        assert ask.ledger is not None
        assert ask.ledger() == expected
        g.play(g.legal_actions[0])
