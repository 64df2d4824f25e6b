"""Two browsers at one table, spectators, and a server that goes away and comes back."""

from __future__ import annotations

import hashlib
import re

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect

import grognard

from ..players import Running
from .conftest import Sit
from .positions import AT_MOVEMENT
from .table import Table


def by_link(sit: Sit, **how: object) -> tuple[Table, Table, str]:
    """The Allies in one browser, such as it is, the Germans in another by the link that the first was given."""
    allied = sit(**how)
    allied.begin(allied="me", german="link")
    link = allied.page.locator(".share-link").input_value()
    allied.page.locator(".share-sheet .answer").click()
    allied.ready()
    german = sit("/" + link.split("/", 3)[3])
    german.ready()
    assert "seat=" not in german.page.url
    return allied, german, german.page.url


def test_a_link_that_works_only_here_says_so(sit: Sit) -> None:
    """A server that listens to this machine alone is no use to a friend elsewhere."""
    one = sit()
    one.begin(allied="me", german="link")
    sheet = one.page.locator(".share-sheet")
    expect(sheet).to_contain_text("works only on this machine")
    expect(sheet).to_contain_text("grognard table --host 0.0.0.0")


def test_a_link_is_offered_by_an_address_that_friends_can_reach(sit: Sit) -> None:
    """The page was opened on this machine, by a name that means every machine itself."""
    one = sit()

    def told(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json=answer.json() | {"reach": ["http://192.0.2.7:8000/"]})

    one.page.route("**/api/tables", told)
    one.begin(allied="me", german="link")
    link = one.page.locator(".share-link")
    expect(link).to_have_value(re.compile(r"^http://192\.0\.2\.7:8000/t/"))
    expect(one.page.locator(".share-sheet")).not_to_contain_text("works only on this machine")


def test_by_link_through_a_restart(sit: Sit, server: Running) -> None:
    allied, german, address = by_link(sit)
    watcher = sit("/" + address.split("/", 3)[3])
    watcher.ready()
    assert allied.mine
    assert not german.mine
    assert not watcher.mine
    expect(german.question).to_contain_text("Waiting for the Allied player")

    allied.page.locator(".hand .card").first.click()
    expect(allied.page.locator("[data-lit]")).not_to_have_count(0)
    allied.click_hex("0307")
    for each in (allied, german, watcher):
        expect(each.page.locator('.pieces [data-piece="AL-1UK-A"]')).to_have_count(1)

    server.stop()
    expect(allied.page.locator(".line-state")).to_contain_text("Connection lost")
    # An order given while the line is down is sent when it is back, once.
    allied.question.locator('[data-order="default"]').click()
    expect(allied.page.locator(".line-state")).to_contain_text("your order is kept")
    expect(allied.question.locator('[data-order="default"]')).to_be_disabled()
    server.start(server.port)
    german.await_kind("set up")
    expect(allied.page.locator(".line-state")).to_be_empty()
    assert allied.page.locator('.pieces [data-side="allied"]').count() == 9
    rows = german.page.evaluate(
        "async () => (await fetch(location.pathname.replace('/t/', '/api/tables/') + '/record')).text()"
    )
    assert rows.count("allied default") == 1
    german.answer("default")
    allied.page.locator("#tab-log").click()
    expect(allied.page.locator(".log")).to_contain_text("4PARA A sets up in 0101")


def test_undo_over_another_seat_needs_consent(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    allied.answer("default")
    german.await_kind("set up")
    german.page.locator(".hand .card").first.click()
    expect(german.page.locator("[data-lit]")).not_to_have_count(0)
    german.click_hex(german.lit()[0])
    expect(allied.page.locator('.pieces [data-side="german"]')).to_have_count(1)

    allied.page.locator(".undo").click()
    german.await_kind("offer")
    german.question.get_by_role("button", name="No").click()
    expect(allied.page.locator(".toast")).to_be_visible()
    expect(allied.page.locator('.pieces [data-side="allied"]')).to_have_count(9)

    german.await_kind("set up")
    allied.page.locator(".undo").click()
    german.await_kind("offer")
    german.question.get_by_role("button", name="Agree").click()
    allied.await_kind("set up")
    for each in (allied, german):
        expect(each.page.locator(".pieces .piece")).to_have_count(0)


def test_a_move_is_seen_at_once_and_words_are_heard(sit: Sit) -> None:
    allied, german, _ = by_link(sit)
    german.press("t")
    allied.question.locator('[data-order="default"]').click()
    german.await_kind("set up")
    allied.press("t")
    allied.page.get_by_placeholder("Say something").fill("Good luck, <b>General</b>!")
    allied.press("Enter")
    line = german.page.locator(".chat li").last
    expect(line).to_contain_text("Good luck, <b>General</b>!")
    expect(line).to_contain_text("Allied")
    expect(german.page.locator(".toast")).to_have_count(0)
    german.press("o")
    allied.page.get_by_placeholder("Say something").fill("Your turn")
    allied.press("Enter")
    expect(german.page.locator(".toast")).to_have_text("Allied: Your turn")


def test_the_dice_are_made_of_both_browsers_secrets(sit: Sit, server: Running) -> None:
    allied, german, address = by_link(sit)
    allied.answer("default")
    german.await_kind("set up")
    german.answer("default")
    allied.page.locator("#tab-log").click()
    expect(allied.page.locator(".log")).to_contain_text("for the weather")
    table = next(t for t in server.hall.tables if t.id == address.rsplit("/", 1)[1])
    record = table.room.record(reveal=True)
    throw = next(line for line in record.splitlines() if line.startswith("throw 1 "))
    assert " allied=0:" in throw
    assert " german=0:" in throw
    assert grognard.verify(record) == []
    # The page finds out when its secrets were asked for with another order than the record has.
    bound = throw.split()[3]
    look = """async (text) => new (await import('/client/secrets.js')).Secrets().missing(text)"""
    assert german.page.evaluate(look, record) == []
    assert german.page.evaluate(look, record.replace(bound, "0" * 64)) == [1]


def test_the_page_has_the_same_hash_as_everybody(sit: Sit) -> None:
    page = sit().page
    texts = ["", "abc", "x" * 55, "x" * 56, "x" * 64, "grognard link " + "a1" * 32, "q" * 1000]
    found = page.evaluate(
        "async (all) => { const { sha256 } = await import('/client/secrets.js'); return all.map(sha256); }",
        texts,
    )
    assert found == [hashlib.sha256(text.encode()).hexdigest() for text in texts]


HOURS = "() => { const then = Date.now(); Date.now = () => then + 3 * 3600e3; }"
AWAKE = "() => document.dispatchEvent(new Event('visibilitychange'))"


@pytest.mark.parametrize("slept", ["hours", "a moment"])
@pytest.mark.parametrize("arrives", [True, False])
def test_an_order_into_a_line_that_died_in_its_sleep_is_done_once(
    sit: Sit, slept: str, arrives: bool
) -> None:
    """Whether the order still came to the server or not: nobody told the page that the line was dead."""
    one = sit()
    dead: list[WebSocketRoute] = []
    asleep = False

    def line(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        if not dead:
            dead.append(page)
        server.on_message(lambda m: None if asleep and page is dead[0] else page.send(m))
        page.on_message(
            lambda m: None if asleep and page is dead[0] and not arrives else server.send(m)
        )

    one.page.route_web_socket("**/ws/**", line)
    one.open(AT_MOVEMENT)
    one.await_kind("move")
    asleep = True
    if slept == "hours":
        one.page.evaluate(HOURS)
    one.type_order("move AL-504 1209")
    one.page.evaluate(AWAKE)
    expect(one.page.locator(".where")).to_contain_text("2/2", timeout=20_000)
    expect(one.page.locator(".line-state")).to_be_empty()
    assert one.where("AL-504") == "1209"
    expect(one.page.locator(".where")).to_contain_text("2/2")
