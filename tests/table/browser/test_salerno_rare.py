"""Questions of Salerno '43 that a game seldom asks, each answered with the mouse in every way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .salerno import RECORD, WIDE, choose, course, give, open_asked, pick
from .table import Table

POSITION = """\
grognard position 1
game salerno43
scenario {scenario}
options 25.2
turn {turn}
phase {phase}
weather A
supply 6 6
2616 US-BH-Red
"""
PANZERS = "with GE-16Pz-IIa with GE-16Pz-I64 maf 16Pz go"
THIRD = "attack 2912 with US-3-30 with US-3-15 with US-3-7 maf 3 go"

WITHDRAWAL = ("campaign", 14, "initial german", "3012 GE-16Pz-IIa GE-16Pz-I64\n2717 US-36-142\n")
ACROSS = ("campaign", 12, "movement allied", "2918 BR-5-13\n3018 BR-5-15\n3019 GE-16Pz-IIa\n")
CROWD = (
    "avalanche",
    8,
    "combat german",
    "2717 US-36-142 US-36-143 US-45-179 US-36-141\n2718 GE-16Pz-IIa GE-16Pz-I64\n",
)
SCOUT = (
    "campaign",
    12,
    "combat allied",
    "2912 GE-26Pz-rec\n2911 US-3-30 US-3-15\n2812 US-3-7\n2712 BR-BH-Roger\n",
)
PAIR = (
    "avalanche",
    8,
    "combat german",
    "2817 US-36-142 US-36-143\n2818 GE-16Pz-IIa GE-16Pz-I64\n",
)
IN_FLIGHT = ("avalanche", 8, "movement german", "2714 US-36-142(f)\n3014 GE-16Pz-Dor\n")


def record(situation: tuple[str, int, str, str], *orders: str) -> str:
    scenario, turn, phase, stacks = situation
    head = POSITION.format(scenario=scenario, turn=turn, phase=phase)
    game = grognard.load(head + stacks, dice="asked")
    for order in orders:
        game.play(order)
    return game.record


def answered(one: Table, kind: str, side: str, text: str, verbs: set[str]) -> None:
    """Give every answer that a question has, taking each back, and find it in the record."""
    ask = grognard.load(text).decision
    assert ask is not None
    assert (ask.kind, ask.side) == (kind, side)
    assert verbs <= {action.verb for action in ask.actions}
    table = open_asked(one, text)
    for action in ask.actions:
        expect(one.question).to_have_attribute("data-kind", kind)
        with one.progress():
            give(one, action)
        told: str = one.page.evaluate(RECORD, table)
        assert action.text in course(told), action.text
        with one.progress():
            one.page.locator(".undo").click()


@pytest.mark.rule("salerno43:S2.2a", "salerno43:S2.3.3", "salerno43:15.3b")
def test_who_goes_and_who_stands_aside(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    answered(one, "withdraw", "german", record(WITHDRAWAL), {"withdraw"})
    answered(one, "boundary", "allied", record(ACROSS, "done"), {"remove"})
    answered(one, "excess", "allied", record(CROWD, f"attack 2717 {PANZERS}"), {"aside"})


@pytest.mark.rule("salerno43:25.2a", "salerno43:12.1.2")
def test_how_a_scout_and_a_pair_fall_back(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    answered(one, "reconnaissance", "german", record(SCOUT, THIRD, "roll 3"), {"evade", "lose"})
    beaten = record(PAIR, f"attack 2817 {PANZERS}", "roll 6", "fallback")
    answered(one, "retreat", "allied", beaten, {"retreat", "retire"})


@pytest.mark.rule("salerno43:13.3.2e")
def test_a_unit_in_full_retreat_falls_back_in_the_middle_of_a_move(sit: Sit) -> None:
    one = sit(viewport=WIDE)
    table = open_asked(one, record(IN_FLIGHT))
    pick(one, "GE-16Pz-Dor")
    expect(one.page.locator('.piece.selected[data-piece="GE-16Pz-Dor"]')).to_have_count(1)
    with one.progress():
        choose(one, "2815")
    one.await_kind("retreat")
    expect(one.question).to_contain_text("Allied")
    while one.kind == "retreat":
        with one.progress():
            choose(one, one.lit()[0])
    one.await_kind("step")
    expect(one.question).to_contain_text("German")
    assert one.where("GE-16Pz-Dor") == "2814"
    told: str = one.page.evaluate(RECORD, table)
    assert "retreat 2615" in course(told)
    assert one.where("US-36-142") == "2616"


@pytest.mark.rule("salerno43:24.2.4")
def test_one_commando_or_both_storm_a_garrison(sit: Sit) -> None:
    """Each button is an answer: one for all of several counters stood where they are asked for one by one."""
    game = grognard.load(grognard.new("salerno43", seed=1).position, dice="asked")
    for order in ("invade Commandos", "roll 5", "assault 2707"):
        game.play(order)
    one = sit(viewport=WIDE, record=game.record)
    one.await_kind("storm")
    expect(one.question.locator(".answer")).to_have_text(["All together"])
    pick(one, "BR-2Cdo")
    with one.progress():
        one.page.locator(".note").get_by_text("No. 2 Commando alone").click()
    expect(one.question).not_to_have_attribute("data-kind", "storm")


def test_who_is_looked_at_does_not_decide(sit: Sit) -> None:
    """A click on a counter gave the first answer, to stand, though no counter was asked for."""
    one = sit(viewport=WIDE, record=record(PAIR, f"attack 2817 {PANZERS}", "roll 6"))
    one.await_kind("stand")
    pick(one, "US-36-143")
    expect(one.page.locator(".note.why")).to_contain_text("stand in a Determined Defense?")
    one.await_kind("stand")


def test_a_choice_opens_no_card_of_a_battle_before(sit: Sit) -> None:
    """An answer without a die or a result turned all battles of the phase into one card."""
    fronts = "2817 US-36-142 US-36-143\n2818 GE-16Pz-IIa GE-16Pz-I64\n3012 US-36-141\n3013 GE-16Pz-IIb GE-16Pz-I79\n"
    one = sit(viewport=WIDE, record=record(("avalanche", 8, "combat german", fronts)))
    first = "attack 3012 with GE-16Pz-IIb with GE-16Pz-I79 maf 16Pz go"
    for order in (
        first,
        "roll 6",
        "fallback",
        "retreat 2911",
        "none",
        "done",
        f"attack 2817 {PANZERS}",
        "roll 6",
    ):
        with one.progress():
            one.page.locator(".order-line").fill(order)
            one.press("Enter")
    heads = one.page.locator(".battle-card h3")
    expect(heads).to_have_text(re.compile("attack 2817$"))
    one.answer("stand")
    one.await_kind("lead")
    expect(heads).to_have_text(re.compile("attack 2817$"))
