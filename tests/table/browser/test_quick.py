"""The page opens at once and fetches little."""

from __future__ import annotations

import re

import pytest
from benchmarks.page import GOAL_BYTES, open_lobby
from playwright.sync_api import Browser, Page, expect

from ..players import Running
from .conftest import Sit
from .positions import AT_MOVEMENT

PATIENCE_MS = 4000
"""Tests run beside each other; ``python -m benchmarks.page`` measures on a quiet machine."""


def test_the_lobby_opens_quickly(chromium: Browser, server: Running) -> None:
    url = f"http://127.0.0.1:{server.port}/"
    open_lobby(chromium, url)
    opening = open_lobby(chromium, url)
    assert opening.ms < PATIENCE_MS
    assert opening.transferred < GOAL_BYTES
    assert opening.requests < 30


def test_a_table_is_light(sit: Sit) -> None:
    one = sit()
    made = one.bring(AT_MOVEMENT)
    fresh = sit()
    sizes: list[int] = []
    fresh.page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    fresh.page.goto(f"{fresh.url}/t/{made}")
    fresh.ready()
    expect(fresh.page.locator(".pieces .piece")).to_have_count(17)
    fresh.page.wait_for_load_state("networkidle")
    assert sum(sizes) < GOAL_BYTES
    shown = fresh.page.evaluate(
        "performance.getEntriesByType('paint').find(e => e.name === 'first-contentful-paint').startTime"
    )
    assert shown < PATIENCE_MS


FETCHED = """() => performance.getEntriesByType('resource')
  .filter(({name}) => new URL(name).pathname.startsWith('/client/'))
  .map(({name, transferSize}) => [new URL(name).pathname, transferSize])"""


def fetched(page: Page) -> list[tuple[str, int]]:
    """The files of the client that the page has asked for, and what came over the line."""
    page.wait_for_load_state("networkidle")
    found: list[tuple[str, int]] = page.evaluate(FETCHED)
    return found


@pytest.mark.parametrize("table", [False, True])
def test_all_modules_are_fetched_at_once(sit: Sit, table: bool) -> None:
    one = sit()
    expect(one.page.locator(".start")).to_be_visible()
    if table:
        one.bring(AT_MOVEMENT)
    modules = {path for path, _ in fetched(one.page) if path.endswith(".js")}
    html = one.page.request.get(one.page.url).text()
    named = set(re.findall(r'modulepreload" href="([^"]+)"', html))
    assert len(named) > (35 if table else 10)
    assert {path for path in modules if not path.endswith("/main.js")} == named
    assert any("/table/" in path for path in named) == table


def test_a_second_visit_fetches_no_file_again(sit: Sit) -> None:
    one = sit()
    expect(one.page.locator(".start")).to_be_visible()
    assert all(size > 0 for _, size in fetched(one.page))
    one.page.goto(one.url + "/")
    expect(one.page.locator(".start")).to_be_visible()
    again = fetched(one.page)
    assert len(again) > 10
    assert [path for path, size in again if size] == []
