"""The computer's turn: at a pace that a person can follow, with its reasons one click away."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Sit
from .table import Table

SLOW = 2600
GERMANS_MOVE = '.question[data-kind="move"]:not(.mine)'


def against_the_printed_german(sit: Sit, pace: int) -> Table:
    """A game in which the Germans carry out their first movement, of four orders at least."""
    one = sit()
    one.page.evaluate("pace => localStorage.setItem('pace', pace)", str(pace))
    one.page.locator(".start").click()
    one.page.wait_for_url(re.compile("/t/"))
    one.ready()
    one.await_mine()
    one.type_order("default")
    one.press("Escape")
    # Whoever has the initiative moves first; before that the Germans answer other questions.
    expect(one.page.locator('.question[data-kind="move"]')).to_be_visible()
    if one.mine:
        one.type_order("done")
        one.press("Escape")
    expect(one.page.locator(f"{GERMANS_MOVE} .bot-why")).to_be_visible()
    return one


def test_the_reasons_of_the_computer_are_one_click_away(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    page.locator(".bot-why").click()
    reason = page.locator(".note .reasons li").first
    expect(reason).to_be_visible()
    assert len(reason.inner_text()) > 15
    rule = reason.locator(".rule")
    number = rule.get_attribute("data-rule") or ""
    rule.click()
    expect(page.locator(".rule-note h2")).to_contain_text(number)
    expect(
        page.locator(".rule-note .rule-row.here p, .rule-note .rule-section").first
    ).not_to_be_empty()


def test_the_log_keeps_the_reasons(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    page.locator(".bot-skip").click()
    one.await_mine()
    one.press("l")
    why = page.locator(".log details.why").first
    expect(why.locator(".reasons")).to_be_hidden()
    why.locator("summary").click()
    expect(why.locator(".reasons li").first).to_be_visible()
    why.locator(".rule").first.click()
    expect(page.locator(".rule-note .rule-section")).not_to_be_empty()


def test_the_computer_moves_at_the_pace_that_is_set_and_can_be_skipped(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    where = page.locator(".where")
    thinking = page.locator(".question .thinking")
    expect(thinking.locator(".spinner")).to_be_visible()
    said = thinking.inner_text()
    with one.progress():
        pass
    before = where.inner_text()
    page.wait_for_timeout(SLOW / 8)
    assert where.inner_text() == before
    expect(thinking).not_to_have_text(said)
    assert not one.mine
    page.locator(".bot-skip").click()
    one.await_mine()
    expect(thinking).to_have_count(0)
    expect(page.locator(".bot-skip")).to_have_count(0)


def test_the_pace_is_set_while_the_computer_moves_and_is_remembered(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    page.locator('.tools [aria-label="Settings"]').click()
    slider = page.locator('.settings input[type="range"]')
    expect(slider).to_have_value(str(SLOW))
    slider.fill("0")
    one.press("Escape")
    one.await_mine()
    assert page.evaluate("localStorage.getItem('pace')") == "0"
    page.reload()
    one.ready()
    page.locator('.tools [aria-label="Settings"]').click()
    expect(page.locator('.settings input[type="range"]')).to_have_value("0")


def test_bots_among_themselves_are_followed_hurried_and_run_to_the_end(sit: Sit) -> None:
    """Pace, the next turn, the end, and a line that says how far they are; for anybody who watches."""
    one = sit()
    one.begin(allied="bot:random", german="bot:random")
    one.page.wait_for_url(re.compile("/t/"))
    line, pace = one.page.locator(".bot-progress"), one.page.locator(".bot-pace")
    expect(line).to_contain_text("Turn 1 of 12")
    pace.evaluate("node => { node.value = 3000; node.dispatchEvent(new Event('change')); }")
    expect(pace).to_have_value("3000")
    one.page.locator(".bot-turn").click()
    expect(line).to_contain_text("Turn 2 of 12")
    expect(one.page.locator(".unmanned progress")).to_have_js_property("value", 1)
    expect(pace).to_have_value("3000")
    one.page.locator(".bot-end").click()
    expect(one.page.locator(".banner-card, .bot-progress").first).to_be_visible()
    expect(line).not_to_contain_text("Turn 2 of 12")


def test_who_plays_on_from_a_moment_is_asked_and_the_computer_keeps_its_seat(sit: Sit) -> None:
    one = against_the_printed_german(sit, SLOW)
    page = one.page
    page.locator(".bot-skip").click()
    one.await_mine()
    page.get_by_role("slider", name="Moments of the game").fill("1")
    page.get_by_role("button", name="Play on from here").click()
    sheet = page.locator("dialog.branch-sheet")
    german = sheet.locator('.seat[data-side="german"]')
    expect(german.locator(':checked[value^="bot:"]')).to_have_count(1)
    expect(sheet.locator('.seat[data-side="allied"] [value="me"]')).to_be_checked()
    first = page.url
    sheet.get_by_role("button", name="Begin").click()
    page.wait_for_url(lambda url: "/t/" in url and url != first)
    one.ready()
    page.locator("#tab-talk").click()
    expect(page.locator(".seats")).to_contain_text("German orders")


def test_dice_against_the_computer_are_taken_back_only_by_consent_to_it(sit: Sit) -> None:
    """Asked once in a game; a no holds."""
    one = sit()
    one.page.evaluate("localStorage.setItem('pace', 0)")
    one.begin(allied="me", german="bot:random")
    page = one.page
    page.wait_for_url(re.compile("/t/"))
    one.ready()
    with one.progress():
        one.type_order("default")
    expect(page.locator('.question.mine:not([data-kind="set up"])')).to_be_visible()
    page.locator("#field").focus()
    one.press("u")
    sheet = page.locator("dialog.takeback-sheet")
    sheet.locator('[data-answer="no"]').click()
    expect(page.locator(".toast")).to_contain_text("dice and answers stand")
    where = page.locator(".where").text_content()
    one.press("u")
    expect(sheet).to_have_count(0)
    assert page.locator(".where").text_content() == where
    page.evaluate("id => localStorage.removeItem(`take-dice-${id}`)", page.url.rpartition("/")[2])
    one.press("u")
    with one.progress():
        sheet.locator('[data-answer="yes"]').click()
