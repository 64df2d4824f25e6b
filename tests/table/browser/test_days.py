"""Play over days: names, clocks, offers, coming back."""

from __future__ import annotations

import re
import time
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import expect

import grognard

from ..mailmen import URL, Mailman, text_of, ticket_of
from ..players import wait_for
from .conftest import Sit
from .positions import AT_MOVEMENT
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
    phases = german.page.locator(".log-phase")
    expect(phases.first).to_contain_text("Ann")
    expect(german.page).to_have_title(re.compile(r"Your decision · .* · Ann · Grognard$"))
    german.answer("default")
    # Who gave the order is named only over his own side's part of the turn.
    expect(phases.filter(has_text=re.compile("German · set-up · Ben"))).to_have_count(1)
    strangers = re.compile("^Allied .* Ben|^German .* Ann")
    expect(phases.filter(has_text=strangers)).to_have_count(0)
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
    assert "\n\nSet-up.\n\n" in told
    link = told[told.index(f"{URL}/t/") :].split()[0]
    german.page.goto(german.url + link.removeprefix(URL))
    german.await_kind("set up")
    assert german.page.url == address
    mailed.goto(f"{german.url}/call#stop={ticket_of(told, 'stop')}")
    expect(mailed.locator(".call-said")).to_contain_text("Stopped")


def menu(one: Table, item: str) -> None:
    """Press something in the menu beside the slider."""
    one.page.get_by_role("button", name="Copy, picture, report").click()
    one.page.get_by_role("button", name=item, exact=True).click()


def test_a_draw_is_offered_declined_taken_back_and_agreed(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    menu(allied, "End by agreement")
    allied.page.get_by_role("button", name="A draw").click()
    allied.page.get_by_role("button", name="Take it back").click()
    expect(allied.page.locator(".toast")).to_contain_text("You have taken it back")
    menu(allied, "End by agreement")
    allied.page.get_by_role("button", name="A draw").click()
    expect(german.question).to_contain_text("The Allied player offers a draw")
    # Who is to answer is told in the title, and not who waits for it.
    expect(german.page).to_have_title(re.compile("^● Your decision · "))
    expect(allied.page).to_have_title(re.compile("^Anzio"))
    for one, waits in ((german, 1), (allied, 0)):
        lobby = one.page.context.new_page()
        lobby.goto(one.url)
        expect(lobby.locator(".tables li")).to_have_count(1)
        expect(lobby.locator(".tables .tag.you")).to_have_count(waits)
        lobby.close()
    german.question.get_by_role("button", name="No").click()
    expect(allied.page).to_have_title(re.compile("^● Your decision · "))
    expect(allied.page.locator(".toast")).to_contain_text("The request was declined")
    allied.page.locator("#tab-talk").click()
    expect(allied.page.locator(".chat")).to_contain_text(
        "the German player does not agree: the game goes on"
    )
    allied.answer("default")
    menu(german, "End by agreement")
    german.page.get_by_role("button", name="Allied victory").click()
    expect(allied.question).to_contain_text(
        "The German player proposes to end the game: Allied victory"
    )
    allied.question.get_by_role("button", name="Agree").click()
    for each in (allied, german):
        expect(each.page.locator("dialog.report")).to_contain_text(
            "the players agree: Allied victory"
        )


def test_clocks_are_shown_and_the_late_may_lose(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = 0.0
    monkeypatch.setattr("grognard.table.clock.now", lambda: time.time() + gone)
    allied = sit()
    clock = allied.page.locator(".clock-choice")
    expect(clock).to_be_hidden()
    allied.page.locator('.seat[data-side="german"] label', has_text="A friend").click()
    clock.locator("select").select_option(label="1 day a turn, 3 days in reserve")
    allied.begin(allied="me")
    link = allied.page.locator(".share-link").input_value()
    allied.page.locator(".share-sheet .answer").click()
    allied.ready()
    expect(allied.page.locator(".clock")).to_have_text(["1d + 3d", "1d + 3d"])
    expect(allied.page.locator(".clock.runs")).to_have_count(0)
    german = sit("/" + link.split("/", 3)[3])
    german.ready()
    expect(allied.page.locator(".clock.runs")).to_have_count(1)
    allied.answer("default")
    gone = 26 * 3600.0
    allied.page.reload()
    allied.ready()
    expect(allied.page.locator(".clock.runs")).to_have_text(re.compile(r"^0s \+ 2d 2[12]h$"))
    german.page.goto(german.url)
    expect(german.page.locator(".tables li").first).to_contain_text("2d 2")
    gone = 97 * 3600.0
    allied.page.reload()
    allied.ready()
    expect(allied.page.locator(".clock.runs")).to_have_text("out of time")
    allied.page.get_by_role("button", name="claim the victory").click()
    expect(allied.page.locator("dialog.report")).to_contain_text(
        "the German player has run out of time"
    )


def test_all_records_in_one_file(sit: Sit, tmp_path: Path) -> None:
    one = sit(record=AT_MOVEMENT)
    one.open(AT_MOVEMENT)
    one.page.goto(one.url)
    with one.page.expect_download() as coming:
        one.page.locator(".download-all").click()
    coming.value.save_as(tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as packed:
        assert len(packed.namelist()) == 2
        for name in packed.namelist():
            assert name.startswith("anzio-")
            assert grognard.load(packed.read(name).decode()).turn >= 1


def test_what_i_said_myself_is_not_news(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    for one, words in ((allied, "Good day"), (german, "And to you")):
        one.page.locator("#tab-talk").click()
        one.page.get_by_placeholder("Say something").fill(words)
        one.press("Enter")
        one.page.locator("#tab-orders").click()
    tab = allied.page.locator("#tab-talk")
    expect(tab).to_have_attribute("data-unread", "1")
    allied.page.reload()
    allied.ready()
    expect(tab).to_have_attribute("data-unread", "1")
    tab.click()
    expect(allied.page.locator(".chat li")).to_have_count(2)
    expect(tab).not_to_have_class(re.compile("news"))
    allied.page.reload()
    allied.ready()
    allied.page.locator("#tab-log").click()
    expect(tab).not_to_have_attribute("data-unread", re.compile("."))
    # Nor on another device, which does not know what was read.
    table = allied.page.url.rpartition("/")[2]
    allied.page.evaluate("key => localStorage.removeItem(key)", f"read-{table}")
    allied.page.reload()
    allied.ready()
    expect(tab).to_have_attribute("data-unread", "1")


def test_a_take_back_of_the_other_is_announced(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    allied.page.locator(".hand .card").first.click()
    expect(allied.page.locator("[data-lit]")).not_to_have_count(0)
    allied.click_hex(allied.lit()[0])
    expect(german.page.locator('.pieces [data-side="allied"]')).to_have_count(1)
    with allied.progress():
        allied.page.locator(".undo").click()
    expect(german.page.locator(".toast")).to_have_text("The Allied player has taken back an order.")
    expect(allied.page.locator(".toast")).to_have_count(0)
    # Also to who was away meanwhile.
    with allied.progress():
        allied.type_order("place AL-1UK-A 0307")
    expect(german.page.locator('.pieces [data-side="allied"]')).to_have_count(1)
    german.page.goto("about:blank")
    with allied.progress():
        allied.page.locator(".undo").click()
    german.page.go_back()
    sheet = german.page.locator("dialog.absence-sheet")
    expect(sheet).to_contain_text("What you saw last has been taken back since.")


NOTIFIED = """
window.told = [];
window.Notification = class {
  static permission = "granted";
  static async requestPermission() { return "granted"; }
  constructor(title, more) { window.told.push([title, more.body]); }
  addEventListener() {}
};
"""


def test_a_notification_when_it_is_my_turn_and_i_look_elsewhere(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    german.page.add_init_script(NOTIFIED)
    german.page.reload()
    german.ready()
    german.page.locator(".settings-button").click()
    german.page.get_by_label("Desktop notification when it is my turn").check()
    german.press("Escape")
    # How it looks is shown at once.
    german.page.wait_for_function("() => window.told.splice(0).length === 1")
    german.page.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true})")
    allied.answer("default")
    german.page.wait_for_function("() => window.told.length")
    told = german.page.evaluate("() => window.told")
    assert len(told) == 1
    assert told[0][0].startswith("Your decision · Anzio")
    expect(german.page).to_have_title(re.compile("^● Your decision · "))


def test_who_looks_back_is_told_that_it_is_his_turn(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    with german.progress(), allied.progress():
        allied.type_order("place AL-1UK-A 0307")
    german.page.get_by_role("button", name="One action back").click()
    expect(german.question).to_contain_text("Back to now")
    allied.answer("default")
    expect(german.page).to_have_title(re.compile("^● Your decision · "))
    expect(german.question).to_contain_text("Back to now")


def test_a_phone_that_has_only_the_name_of_notifications_plays_on(sit: Sit) -> None:
    """As Chromium on Android: what is asked is announced all the same, and nothing fails."""
    allied, german, _ = by_link(sit)
    broken = NOTIFIED.replace("window.told.push([title, more.body]);", "throw new TypeError();")
    german.page.add_init_script(broken + "localStorage.setItem('notify', 'on');")
    german.page.reload()
    german.ready()
    german.page.evaluate("() => Object.defineProperty(document, 'hidden', {get: () => true})")
    allied.answer("default")
    german.await_kind("set up")
    expect(german.page.locator("#live")).to_contain_text("place a unit")
    # It is switched on in vain, and says so.
    german.page.evaluate("() => localStorage.removeItem('notify')")
    german.page.locator(".settings-button").click()
    switch = german.page.get_by_label("Desktop notification when it is my turn")
    switch.click()
    expect(german.page.locator(".toast")).to_contain_text("shows no such notifications")
    expect(switch).not_to_be_checked()


def test_the_lobby_says_which_games_wait_for_me(sit: Sit) -> None:
    """With my side and the other player, and while it lies open, too."""
    allied, german, _ = by_link(sit)
    german.page.goto(german.url)
    row = german.page.locator(".tables li").first
    expect(row).to_contain_text("You: German · against a friend")
    expect(row).to_contain_text("Anzioset-up · ")
    expect(row.locator(".tag")).to_have_count(0)
    expect(german.page).to_have_title("Grognard")
    allied.answer("default")
    german.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(row.locator(".tag.you")).to_have_text("Your decision")
    expect(german.page).to_have_title("● Your decision (1) · Grognard")
    expect(german.page.locator('link[rel="icon"]')).to_have_attribute(
        "href", re.compile("/icon-mine.svg$")
    )
