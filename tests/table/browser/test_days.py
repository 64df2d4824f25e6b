"""Play over days: names, clocks, offers, coming back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from .conftest import Sit
from .table import Table
from .test_together import by_link


def call(one: Table, name: str) -> None:
    """Say a name, beside the chat."""
    one.page.locator("#tab-talk").click()
    field = one.page.locator(".seats .player-name")
    field.fill(name)
    field.press("Enter")


def test_players_have_names(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    call(german, "Ben <i>")
    expect(allied.page).to_have_title(re.compile(r"Your decision · .* · Ben <i> · Grognard$"))
    call(allied, "Ann")
    expect(german.question).to_contain_text("Waiting for Ann")
    expect(german.page.locator(".seats")).to_contain_text("Ann (Allied)")
    german.page.get_by_placeholder("Say something").fill("Good day")
    german.press("Enter")
    expect(allied.page.locator(".chat li").last).to_contain_text("Ben <i> (German)")
    allied.answer("default")
    german.page.locator("#tab-log").click()
    expect(german.page.locator(".log-phase").first).to_contain_text("Ann")
    expect(german.page).to_have_title(re.compile(r"Your decision · .* · Ann · Grognard$"))
    allied.page.get_by_role("button", name="Copy, picture, report").click()
    allied.page.get_by_role("button", name="Report so far").click()
    expect(allied.page.locator(".luck .players")).to_have_text([" Ann", " Ben <i>"])
    allied.page.goto(allied.url)
    expect(allied.page.locator(".tables")).to_contain_text("Ben <i>")
    # The name is remembered for the next table.
    expect(allied.page.locator(".setup .player-name")).to_have_value("Ann")
    allied.begin(allied="me", german="link")
    allied.page.locator(".share-sheet .answer").click()
    allied.ready()
    allied.page.locator("#tab-talk").click()
    expect(allied.page.locator(".seats .player-name")).to_have_value("Ann")
