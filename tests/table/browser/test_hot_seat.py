"""One browser, both sides, by mouse."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT


def test_a_game_against_the_printed_german_takes_two_clicks(sit: Sit) -> None:
    one = sit()
    one.page.locator(".start").click()
    one.ready()
    one.await_kind("set up")
    one.answer("default")
    one.press("s")
    one.await_kind("move", "reinforce", "bombard", "attack")
    expect(one.page.locator(".status")).to_contain_text("German orders")


def test_a_whole_turn_by_mouse(sit: Sit) -> None:
    one = sit()
    one.begin(allied="me", german="me")
    one.ready()
    for _ in range(2):
        one.await_kind("set up")
        one.answer("default")
    moved = 0
    while "1 of" in one.page.locator(".status").inner_text():
        kind = one.kind
        if kind == "move":
            piece = one.lit_pieces()[-1]
            one.page.mouse.click(*one.at_piece(piece))
            cost = one.page.locator(".cost").first
            expect(cost).to_be_visible()
            expect(one.page.locator(f'[data-piece="{piece}"].selected')).to_have_count(1)
            goal = one.cheapest()
            one.point(goal)
            expect(one.page.locator(".way")).to_have_count(1)
            one.click_hex(goal)
            expect(one.page.locator(f'.pieces [data-piece="{piece}"]')).to_have_attribute(
                "data-at", goal
            )
            moved += 1
            if one.kind == "step":
                one.answer("stay")
            one.await_kind("move")
            one.answer("done")
        elif kind == "reinforce":
            one.page.locator(".hand .card").first.click()
            one.page.wait_for_selector("[data-lit]", state="attached")
            with one.progress():
                one.click_hex(one.lit()[0])
        elif kind == "hit":
            with one.progress():
                one.page.mouse.click(*one.at_piece(one.lit_pieces()[0]))
        elif kind in ("bombard", "attack"):
            one.answer("pass" if kind == "bombard" else "done")
        elif kind == "step":
            one.answer("stay")
        else:
            raise AssertionError(f"an unexpected question: {kind}")
    assert moved == 2


def test_a_counter_is_dragged_and_taken_back(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    mouse = one.page.mouse
    mouse.move(*one.at_piece("AL-504"))
    mouse.down()
    mouse.move(*one.at_hex("1209"), steps=8)
    expect(one.page.locator(".ghost")).to_have_count(1)
    mouse.up()
    counter = one.page.locator('.pieces [data-piece="AL-504"]')
    expect(counter).to_have_attribute("data-at", "1209")
    one.page.locator(".undo").click()
    expect(counter).to_have_attribute("data-at", "1110")


def test_a_refusal_tells_the_reason_and_its_rule_opens(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.page.mouse.click(*one.at_piece("AL-504"))
    expect(one.page.locator(".piece.selected")).to_have_count(1)
    bar = one.question.bounding_box()
    assert bar is not None
    assert one.at_hex("1701")[1] > bar["y"] + bar["height"], "the map begins below the question"
    one.click_hex("1701")
    note = one.page.locator(".note.why")
    expect(note).to_contain_text("movement points away")
    note.locator(".rule").click()
    expect(one.page.locator(".note.rule-note")).to_contain_text("Movement")
    one.press("Escape")
    expect(one.page.locator(".note")).to_have_count(0)


def test_a_stack_fans_out_and_moves_together(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.point("1009")
    expect(one.page.locator(".fanned")).to_have_count(2)
    expect(one.page.locator(".inspector")).to_contain_text("3rd Infantry Division, A")
    expect(one.page.locator(".inspector")).to_contain_text("strength 6")
    one.page.mouse.click(*one.at_piece("AL-3US-A"))
    one.question.get_by_role("button", name="Take all 2").click()
    expect(one.question).to_contain_text("Stack of 2")
    one.click_hex("0908")
    for unit in ("AL-3US-A", "AL-3US-B"):
        expect(one.page.locator(f'.pieces [data-piece="{unit}"]')).to_have_attribute(
            "data-at", "0908"
        )


def test_the_ledger_says_what_the_rules_say(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    one.click_hex("0908")
    one.await_kind("attack from")
    one.click_hex("0808")
    one.await_kind("support")
    ledger = one.page.locator(".ledger")
    for support in ("", " support 0909"):
        if support:
            ledger.get_by_role("button", name="Keep to compare").click()
            one.click_hex("0909")
            expect(ledger.locator(".compare .bars")).to_have_count(2)
        sheet = game.odds(f"attack 0908 from 0808{support}")
        expect(ledger.locator(".amount")).to_have_text(
            [line.amount.replace("-", "\u2212") for line in sheet.lines]
        )
        expect(ledger.locator(".strip b")).to_have_text(
            [result.replace("-", "\u2013") for _, result in sheet.table]
        )
        shown = ledger.locator(".bars").last.locator(".figure")
        expect(shown).to_have_text(
            [f"{float(c.chance):.1%}".replace(".0%", "%") for c in sheet.chances]
        )
        assert ledger.locator(".chart thead .on").count() == 1
    one.answer("go")
    expect(one.page.locator(".strip .fallen")).to_have_count(1)
    expect(one.page.locator(".battle-card .die")).not_to_have_count(0)
    one.page.locator("#tab-log").click()
    expect(one.page.locator(".event-result").last).to_contain_text(
        re.compile(r"Differential -\d+, die \d")
    )


def test_units_are_called_by_their_names(sit: Sit) -> None:
    """The id that an order is typed with is in the tooltip, not in the sentence."""
    one = sit(record=AT_MOVEMENT)
    first = one.page.locator("#panel button.order").first
    expect(first).to_have_text("1Move 1st Infantry Division, A")
    expect(first).to_have_attribute("title", "move AL-1UK-A")
    one.type_order("move AL-504")
    one.await_kind("step")
    expect(one.page.locator(".prompt .named").first).to_be_visible()
    one.press("Escape")
    one.type_order("move AL-504 1701")
    toast = one.page.locator(".toast")
    expect(toast.locator(".named").first).to_be_visible()
    for words in (one.page.locator(".prompt"), one.page.locator("#panel"), toast):
        assert "AL-" not in words.inner_text()
