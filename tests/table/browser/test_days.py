"""Play over days: names, clocks, offers, coming back."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from ..mailmen import URL, Mailman, text_of, ticket_of
from ..players import wait_for
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


def test_a_letter_tells_that_it_is_my_turn(sit: Sit, mail: Mailman) -> None:
    allied, german, address = by_link(sit)

    def letters() -> list[str]:
        return [
            text_of(letter) for letter in mail.letters if letter["To"] == "ben@days.example.net"
        ]

    german.question.locator(".call-me").click()
    sheet = german.page.locator("dialog.calls-sheet")
    sheet.get_by_label("E-mail address").fill("ben@days.example.net")
    sheet.get_by_role("button", name="Tell me there").click()
    expect(sheet).to_contain_text("Open the link in the message that was sent there.")
    expect(sheet).to_contain_text("b…@days.example.net")
    (asked,) = wait_for(letters)
    mailed = german.page.context.new_page()
    mailed.goto(f"{german.url}/call#confirm={ticket_of(asked, 'confirm')}")
    expect(mailed.locator(".call-said")).to_contain_text("you will be told when it is your turn")
    assert "confirm" not in mailed.url
    german.page.reload()
    german.ready()
    german.question.locator(".call-me").click()
    expect(sheet).to_contain_text("is told when it is your turn.")
    german.page.goto("about:blank")
    allied.answer("default")
    _, told = wait_for(lambda: letters() if len(letters()) == 2 else None)
    link = told[told.index(f"{URL}/t/") :].split()[0]
    german.page.goto(german.url + link.removeprefix(URL))
    german.await_kind("set up")
    assert german.page.url == address
    mailed.goto(f"{german.url}/call#stop={ticket_of(told, 'stop')}")
    expect(mailed.locator(".call-said")).to_contain_text("Stopped")
