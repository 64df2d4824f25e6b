"""A server of its own and a real Chromium for the tests of the page."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ..mailmen import Mailman, mailman
from ..players import LAX, PATIENCE, Running
from .table import Table

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = {"width": 1280, "height": 800}

expect.set_options(timeout=1000 * PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def mail() -> Iterator[Mailman]:
    """The mail server of the tables."""
    with mailman() as man:
        yield man


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, mail: Mailman) -> Iterator[Running]:
    limits = replace(LAX, call_delay=0.0, call_pause=0.0)
    one = Running(str(tmp_path_factory.mktemp("table") / "tables.db"), limits, mail.office)
    yield one
    one.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    found = next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    assert found, "the tests of the page need Chromium (Debian's package chromium)"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


Sit = Callable[..., Table]


@pytest.fixture
def sit(chromium: Browser, server: Running) -> Iterator[Sit]:
    """Open a new browser at the lobby, at a path, or at a table made of a record or a position.

    Faults of the page fail the test.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def heard(page: Page) -> None:
        page.on("pageerror", lambda fault: faults.append(str(fault)))
        page.on(
            "console",
            lambda said: (
                faults.append(said.text) if "Content Security Policy" in said.text else None
            ),
        )

    url = f"http://127.0.0.1:{server.port}"

    def open_(path: str = "/", record: str = "", **how: object) -> Table:
        how.setdefault("viewport", DESK)
        how.setdefault("locale", "en-GB")
        how.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(**how)  # type: ignore[arg-type]
        context.set_default_timeout(1000 * PATIENCE)
        contexts.append(context)
        context.on("page", heard)
        one = Table(context.new_page(), url)
        if record:
            one.open(record)
        else:
            one.page.goto(url + path)
        return one

    yield open_
    for context in contexts:
        context.close()
    assert not faults
