"""Sheets over the table: how to win, the rules, finding a unit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

import grognard

from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT
from .table import Table


def test_how_do_i_win(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.press("g")
    sheet = one.page.locator("dialog.goal-sheet")
    expect(sheet).to_contain_text("Hold Cisterna and Campoleone at the end of turn 12")
    expect(sheet).to_contain_text("Take Anzio or Nettuno")
    expect(sheet.locator("code")).to_have_text(re.compile("[0-9a-f]{64}"))
    expect(sheet.locator(".goal-rules").get_by_role("button", name="13.0a")).to_be_visible()
    sheet.get_by_role("button", name="Show the objectives on the map").click()
    expect(sheet).to_have_count(0)
    expect(one.page.locator(".shine .glow")).to_have_count(4)


@pytest.mark.parametrize(
    ("locale", "words"),
    [("en-GB", "GERMAN win: take"), ("pl-PL", "zwyciestwo niemcow"), ("it-IT", "vittoria tedesca")],
)
def test_the_rules_are_searched(sit: Sit, locale: str, words: str) -> None:
    """Without regard to capitals and accents, in the language of the page."""
    one = sit(record=AT_COMBAT, locale=locale)
    one.type_order("attack 0908 from 0808 go")
    expect(one.page.locator(".battle-card")).to_be_visible()
    one.page.locator(".book-button").click()
    sheet = one.page.locator("dialog.book-sheet")
    expect(sheet.locator(".chapter")).not_to_have_count(0)
    rows = sheet.locator(".book-rule")
    every = rows.count()
    assert every == 97
    sheet.locator(".book-search").fill("12.5a")
    expect(rows).to_have_count(1)
    expect(rows.locator(".struck li")).not_to_have_count(0)
    sheet.locator(".book-search").fill(words)
    expect(rows.first).to_contain_text("13.0b")
    assert 0 < rows.count() < every
    sheet.locator(".book-search").fill("12.5a")
    rows.locator(".struck button").first.click()
    expect(one.page.locator(".question.past")).to_be_visible()


def test_a_unit_is_found_by_its_name(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.press("i")
    sheet = one.page.locator("dialog.find-sheet")
    sheet.locator("input").fill("rangers")
    expect(sheet.locator(".found li")).to_have_count(1)
    one.press("Enter")
    expect(sheet).to_have_count(0)
    expect(one.page.locator(".shine .glow")).to_have_count(1)
    expect(one.page.locator("#context")).to_contain_text("0910")
    # By its button, which has the focus again afterwards: the key that chooses does not press it.
    one.page.locator(".find-button").click()
    sheet.locator("input").fill("rangers")
    one.press("Enter")
    expect(sheet).to_have_count(0)
    one.page.wait_for_timeout(200)
    expect(sheet).to_have_count(0)


def test_a_unit_that_is_not_on_the_map_is_said_to_be_elsewhere(sit: Sit) -> None:
    """It was chosen and nothing happened; and it came before those that can be shown."""
    one = sit(record=grognard.new("salerno43", seed="find").position)
    one.press("i")
    sheet = one.page.locator("dialog.find-sheet")
    sheet.locator("input").fill("tank")
    expect(sheet.locator(".found li").first).to_contain_text("40th Royal Tank Regiment")
    sheet.locator('[data-unit="US-Tk-191"]').click()
    expect(one.page.locator(".toast")).to_contain_text("191st Tank Battalion · turn 1")


def test_a_rule_beside_the_text_holds_no_remark_of_the_editor(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.press("g")
    one.page.locator("dialog.goal-sheet .rule", has_text="13.0d").click()
    note = one.page.locator(".rule-note")
    expect(note).to_contain_text("Anything else is a draw")
    expect(note).not_to_contain_text("Contradiction")
    inside(one, note)


def inside(one: Table, note: Locator) -> None:
    """Nothing of it is beyond the window."""
    box, view = note.bounding_box(), one.page.viewport_size
    assert box
    assert view
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= view["width"]
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= view["height"]


def test_the_book_holds_the_charts_and_is_printed(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    one.page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    one.press("r")
    sheet = one.page.locator("dialog.book-sheet")
    sheet.get_by_role("button", name="Print").click()
    assert one.page.evaluate("window.printed")
    charts = sheet.locator(".book-charts")
    charts.locator("summary").first.click()
    expect(charts.locator("table").first).to_be_visible()


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["desk", "phone"])
def test_a_rule_lies_in_the_window_and_not_over_its_own_text(
    sit: Sit, size: tuple[int, int]
) -> None:
    """At the right edge, in the last lines of the log, and in the question."""
    one = sit(record=AT_COMBAT, viewport={"width": size[0], "height": size[1]})
    one.type_order("attack 0908 from 0808 go")
    expect(one.page.locator(".battle-card")).to_be_visible()
    if not one.page.locator("#tab-log").is_visible():
        one.page.locator(".sheet-handle").click()
    one.page.locator("#tab-log").click()
    for rule in (one.page.locator(".log .rule:visible").last, one.question.locator(".rule").first):
        own = rule.bounding_box()
        rule.click()
        note = one.page.locator(".rule-note")
        expect(note.locator(".rule-section")).not_to_be_empty()
        inside(one, note)
        box = note.bounding_box()
        assert box
        assert own
        beside = box["x"] >= own["x"] + own["width"] or own["x"] >= box["x"] + box["width"]
        assert (
            beside or box["y"] >= own["y"] + own["height"] or own["y"] >= box["y"] + box["height"]
        )
        one.press("Escape")


def test_the_forces_as_an_order_of_battle(sit: Sit) -> None:
    """By formation, with the steps that are left; a unit of it is found on the map."""
    one = sit(record=AT_MOVEMENT)
    one.page.locator("#tab-forces").click()
    forces = one.page.locator(".forces")
    division = forces.locator("details details", has_text="1st Infantry Division").first
    expect(division.locator("summary")).to_have_text(re.compile(r"\d+ of \d+ steps$"))
    row = division.locator(".roster-row").first
    expect(row).not_to_be_visible()
    division.locator("summary").click()
    expect(row).to_be_visible()
    row.click()
    unit = row.get_attribute("data-unit")
    expect(one.page.locator(f'[data-piece="{unit}"].selected')).to_have_count(1)


@pytest.mark.parametrize(
    ("game", "rules"),
    [("salerno43", ["23", "S1"]), ("gazala1942", ["13.19"]), ("normandy44", ["23", "S2"])],
)
def test_the_sheets_of_the_other_games(sit: Sit, game: str, rules: list[str]) -> None:
    """What wins on the map, a unit by its name, the forces, the rule of the question here and in the book."""
    start = grognard.new(game, seed="sheets")
    one = sit(record=start.record, viewport={"width": 1280, "height": 720})
    page, dialogs = one.page, one.page.locator("dialog")
    one.press("g")
    decide = page.locator("dialog.goal-sheet .goal-rules .rule")
    expect(decide.first).to_contain_text(rules[0])
    expect(decide.filter(has_text=re.compile(f"^\\W*({'|'.join(rules)})"))).to_have_count(
        decide.count()
    )
    page.get_by_role("button", name="Show the objectives on the map").click()
    expect(dialogs).to_have_count(0)
    expect(page.locator(".shine > *, .badge, .area")).not_to_have_count(0)
    on_map = [p for p in start.rules.pieces(start.state) if start.rules.board.grid.has(p.hex)]
    one.press("i")
    page.locator("dialog.find-sheet input").fill(on_map[-1].name)
    expect(page.locator(".found li").first).to_contain_text(on_map[-1].name)
    one.press("Enter")
    expect(dialogs).to_have_count(0)
    expect(page.locator("#context")).to_contain_text(on_map[-1].hex)
    page.locator("#tab-forces").click()
    expect(page.locator(".forces details details")).not_to_have_count(0)
    expect(page.locator(".forces summary", has_text=" steps")).not_to_have_count(0)
    rule = one.question.locator(".rule").first
    number = rule.inner_text().removeprefix("\u00a7").strip()
    rule.click()
    expect(page.locator(".rule-note")).to_contain_text(number)
    inside(one, page.locator(".rule-note"))
    one.press("Escape")
    page.locator(".book-button").click()
    page.locator(".book-search").fill(number)
    expect(page.locator(".book-rule").first).to_contain_text(number)
