"""The log, the slider over it, branches, the report and the proof of the dice."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import grognard
from grognard.front import read_record

from .conftest import Sit
from .positions import AT_COMBAT, AT_MOVEMENT, whole_game


def test_scrub_both_ways_and_branch(sit: Sit) -> None:
    one = sit(record=whole_game())
    game, _ = read_record(whole_game())
    length = len(game.trail)
    where, pieces = one.page.locator(".where"), one.page.locator(".pieces .piece")
    expect(where).to_contain_text(f"{length}/{length}")
    slider = one.page.get_by_role("slider", name="Moments of the game")

    slider.fill(str(length // 2))
    expect(where).to_contain_text(f"{length // 2}/{length}")
    half = game.copy(length // 2)
    on_map = [p for p in half.rules.pieces(half.state) if p.hex.isdigit()]
    expect(pieces).to_have_count(len(on_map))
    assert {one.where(p.id) for p in on_map} == {p.hex for p in on_map}

    for key, step in (("]", 1), ("]", 1), ("[", -1)):
        before = int(where.inner_text().split("·")[-1].split("/")[0])
        one.press(key)
        expect(where).to_contain_text(f"{before + step}/{length}")
    one.press("{")
    expect(one.page.locator(".status")).to_contain_text(f"{half.turn} of 12")
    one.press(")")
    expect(where).to_contain_text("combat")

    at = int(where.inner_text().split("·")[-1].split("/")[0])
    one.page.get_by_role("button", name="Play on from here").click()
    sheet = one.page.locator("dialog.branch-sheet")
    expect(sheet.locator('.seat[data-side="german"] [value="me"]')).to_be_checked()
    expect(sheet.locator('.seat[data-side="german"] [value="bot:staff"]')).to_be_attached()
    elsewhere = re.compile(r"/t/(?!.*" + one.page.url.rpartition("/")[2] + ")")
    sheet.get_by_role("button", name="Begin").click()
    one.page.wait_for_url(elsewhere)
    one.ready()
    expect(where).to_have_text(re.compile(r"(\d+)/\1$"))
    here = game.copy(at)
    on_map = [p for p in here.rules.pieces(here.state) if p.hex.isdigit()]
    expect(pieces).to_have_count(len(on_map))
    assert one.mine


def test_a_row_of_the_log_leads_to_its_moment(sit: Sit) -> None:
    one = sit(record=whole_game())
    one.press("l")
    row = one.page.locator(".event-attack").first
    at = row.get_attribute("data-at")
    row.locator(".log-text").click(position={"x": 3, "y": 8})
    expect(one.page.locator(".where")).to_contain_text(f"{at}/")
    expect(one.page.locator(".event.later")).not_to_have_count(0)
    one.press("Escape")
    expect(one.page.locator(".event.later")).to_have_count(0)


OVER_MOVES = """(rows) => {
  let heading = "";
  const found = new Set();
  for (const row of rows) {
    heading = row.querySelector(".log-phase")?.textContent ?? heading;
    if (row.classList.contains("event-move")) found.add(heading);
  }
  return [...found];
}"""


def test_older_lines_come_when_the_log_is_scrolled_up(sit: Sit) -> None:
    one = sit(record=whole_game())
    game, _ = read_record(whole_game())
    length = len(game.trail)
    one.press("l")
    rows, more = one.page.locator(".event"), one.page.locator(".log-more")
    expect(rows.last).to_have_attribute("data-at", str(length))
    expect(more).to_be_attached()
    assert int(rows.first.get_attribute("data-at") or 0) > 0
    ticks = one.page.locator(".tick-turn")
    assert ticks.count() >= game.turn - 1, "the slider knows the turns before the first line"
    seen = int(rows.first.get_attribute("data-at") or 0)
    while seen > 1:
        one.page.locator(".log").evaluate("log => { log.scrollTop = 0; }")
        expect(rows.first).not_to_have_attribute("data-at", str(seen))
        seen = int(rows.first.get_attribute("data-at") or 0)
    expect(more).to_be_hidden()
    known = {int(at) for at in rows.evaluate_all("all => all.map(e => e.dataset.at)")}
    assert known - {0} == {*range(1, length + 1)}
    over_moves = rows.evaluate_all(OVER_MOVES)
    assert set(over_moves) == {"Allied · movement", "German · movement"}, "of whose part it tells"


def test_the_log_of_an_early_moment_lies_at_its_lines(sit: Sit) -> None:
    """Who followed a link to the middle of a long game read how it ended."""
    one = sit(record=whole_game())
    one.press("l")
    expect(one.page.locator(".event:visible").last).to_be_in_viewport()
    one.page.get_by_role("slider", name="Moments of the game").fill("40")
    expect(one.page.locator(".where")).to_contain_text("40/")
    expect(one.page.locator(".event:not(.later):visible").last).to_be_in_viewport()
    expect(one.page.locator(".event").last).not_to_be_in_viewport()


def test_texts_and_pictures_of_a_moment(sit: Sit) -> None:
    one = sit(record=AT_MOVEMENT)
    one.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.page.get_by_role("button", name="Copy, picture, report").click()
    one.page.get_by_role("button", name="Copy the position as text").click()
    expect(one.page.locator(".toast")).to_contain_text("Copied")
    copied = one.page.evaluate("navigator.clipboard.readText()")
    assert grognard.load(copied).position == grognard.load(AT_MOVEMENT).position
    for kind, begins in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        one.page.get_by_role("button", name="Copy, picture, report").click()
        with one.page.expect_download() as got:
            one.page.get_by_role("link", name=f"Picture ({kind})").click()
        assert got.value.path().read_bytes().startswith(begins)


def test_a_link_leads_to_a_moment_for_anybody(sit: Sit) -> None:
    """Read-only and with the slider; the address of its picture is for any page."""
    one = sit(record=whole_game())
    one.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.page.get_by_role("slider", name="Moments of the game").fill("9")
    where = one.page.locator(".where")
    expect(where).to_contain_text("9/")

    def copied(what: str) -> str:
        one.page.get_by_role("button", name="Copy, picture, report").click()
        one.page.get_by_role("button", name=what).click()
        expect(one.page.locator(".toast")).to_contain_text("Copied")
        return str(one.page.evaluate("navigator.clipboard.readText()"))

    friend = sit("/" + copied("Copy a link to this moment").split("/", 3)[3])
    expect(friend.page.locator(".where")).to_have_text(where.inner_text())
    assert "#" not in friend.page.url
    assert not friend.mine
    friend.press("]")
    expect(friend.page.locator(".where")).to_contain_text("10/")
    picture = friend.page.request.get(copied("Copy the address of this picture"))
    assert picture.text().startswith("<svg")


def test_the_end_is_told_and_the_dice_are_proven(sit: Sit) -> None:
    one = sit(record=whole_game())
    game, _ = read_record(whole_game())
    assert game.outcome is not None
    expect(one.question).to_contain_text(game.outcome.rule)
    one.question.get_by_role("button", name="Report").click()
    sheet = one.page.locator("dialog.report")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("against expectation")
    expect(sheet).to_contain_text("games in 100")
    expect(sheet.locator(".losses tbody tr")).not_to_have_count(0)
    for plot in ("Losses by turn", "Luck of the dice by turn", "Share of the ground by turn"):
        expect(sheet.get_by_role("img", name=plot)).to_be_visible()
    expect(sheet.locator(".plot-bar")).not_to_have_count(0)
    sheet.get_by_role("button", name="Verify the record").click()
    expect(sheet.locator(".verified")).not_to_be_empty()


def test_a_finished_game_is_analysed(sit: Sit) -> None:
    """Who was ahead, the battles that turned it, and what a level would do at a moment: plan, chances, reasons."""
    one = sit(record=whole_game())
    page = one.page
    one.question.get_by_role("button", name="Report").click()
    report = page.locator("dialog.report")
    expect(report.locator(".advantage .course")).to_have_attribute("d", re.compile("^M.*L"))
    expect(page.locator(".rail-line path")).to_have_count(1)
    swings = report.locator(".swings li")
    expect(swings).to_have_count(3)
    expect(swings.first).to_contain_text(re.compile(r"Turn \d+: \w+ gains .*%.*[Dd]ie"))
    swings.first.get_by_role("button").click()
    expect(report).to_have_count(0)
    expect(page.locator(".question.past")).to_be_visible()

    sheet = page.locator("dialog.advice-sheet")

    def ask(level: str) -> None:
        if not sheet.count():
            page.get_by_role("button", name="Copy, picture, report").click()
            page.get_by_role("button", name="Ask the computer").click()
        sheet.locator("select").select_option(level)
        sheet.get_by_role("button", name="What would you do here?").click()

    if one.kind == "roll":
        ask("recruit")
        expect(sheet.locator(".advice b").first).not_to_be_empty()
        one.press("Escape")
    with one.progress():
        one.press("{")
    while one.kind != "move":
        with one.progress():
            one.press("]")
    ask("recruit")
    expect(sheet.locator(".advice b").first).to_contain_text("Move")
    expect(sheet.locator(".advice ul li")).not_to_have_count(0)
    expect(sheet).to_contain_text(re.compile("As it stands: Allied .*%, German .*%"))
    ask("veteran")
    chances = sheet.locator(".weighed tbody td:last-child")
    expect(chances).not_to_have_count(0)
    shown = [float(text.rstrip("%")) for text in chances.all_inner_texts()]
    assert shown == sorted(shown, reverse=True)


def test_overlays_are_drawn_on_the_map(sit: Sit) -> None:
    one = sit(record=AT_COMBAT)
    game = grognard.load(AT_COMBAT)
    shown = {o.name: o.hexes for o in game.rules.overlays(game.state)}
    one.page.locator(".overlays-button").click()
    one.page.get_by_label("Zones of control: German").check()
    area = one.page.locator(".area")
    expect(area).to_have_count(1)
    d = area.get_attribute("d") or ""
    assert d.count("M") == len(shown["zoc german"])
    one.page.get_by_label("Reach: German").check()
    expect(area).to_have_count(2)
