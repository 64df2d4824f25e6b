"""PostgreSQL that is slow, stands still or goes away, and machines whose clocks differ."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from grognard.table import clock, lines
from grognard.table.sitting import now

from .players import BY_LINK, HOT_SEAT, Browser, Page, Running, wait_for

SOON = 6.0
"""Seconds after which nobody waits any more, with the bounds of these tests."""


@pytest.fixture
def running(postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    bounds = {"lock_timeout": "500ms", "statement_timeout": "1s"}
    monkeypatch.setattr(lines, "BOUNDS", lines.BOUNDS | bounds)
    monkeypatch.setattr(lines, "ANSWER_SECONDS", 2.0)
    monkeypatch.setattr(lines, "LOOK_SECONDS", 0.2)
    running = Running(postgres())
    yield running
    running.stop()
    clock.set_by(None)


def order(page: Page) -> dict[str, Any]:
    return page.order(page.decision()["actions"][0]["text"])


def test_a_row_that_somebody_holds_stops_nobody_else(running: Running) -> None:
    """A process that hangs, an operator's open transaction: before, every order of every table waited for it."""
    ann, ben = Browser(running.port), Browser(running.port)
    id = ann.create(HOT_SEAT)["id"]
    one, other = ann.sit(id), ben.sit(ben.create(HOT_SEAT)["id"])
    with psycopg.connect(running.database) as db:
        db.execute("SELECT 1 FROM tables WHERE id = %s FOR UPDATE", (id,))
        text = one.decision()["actions"][0]["text"]
        sent = one.send(t="order", rev=0, text=text)
        began = time.monotonic()
        assert order(other)["t"] == "done"
        said = one.until("done", "refused", id=sent)
        assert time.monotonic() - began < SOON
    assert (said["kind"], said["text"].partition(";")[0]) == (
        "store",
        "the database does not answer now",
    )
    assert one.order(text, rev=0)["t"] == "done"


@pytest.mark.parametrize("lane", ["writes", "reads"])
def test_a_backend_that_stands_still_is_left(running: Running, lane: str) -> None:
    """It holds the line and answers nothing: before, all tables waited for it without end."""
    ann = Browser(running.port)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    page.do("default")
    pid = getattr(running.hall.store, f"_{lane}").db._line._db.info.backend_pid
    os.kill(pid, signal.SIGSTOP)
    try:
        began = time.monotonic()
        assert ann.http.get("/api/tables").status_code == 200
        said = order(page)
        while said["t"] != "done":  # what was under way is refused, or done after all
            assert said["kind"] in ("store", "stale"), said
            said = order(page)
        assert time.monotonic() - began < 3 * SOON
    finally:
        os.kill(pid, signal.SIGCONT)


def test_an_order_whose_commit_stands_still_is_there_or_not(running: Running) -> None:
    """Whatever became of it: the page learns it, and the order that is sent again is done once."""
    ann = Browser(running.port)
    id = ann.create(HOT_SEAT)["id"]
    page = ann.sit(id)
    store, text = running.hall.store, page.decision()["actions"][0]["text"]
    line = store._writes.db._line  # type: ignore[attr-defined]
    ask, pid = line.ask, line._db.info.backend_pid

    def stopped(sql: str, args: Any = ()) -> Any:
        if sql != "COMMIT":
            return ask(sql, args)
        timer = threading.Timer(3.0, os.kill, (pid, signal.SIGCONT))
        timer.start()
        os.kill(pid, signal.SIGSTOP)
        return ask(sql, args)

    line.ask = stopped
    assert page.order(text, rev=0, id="same")["kind"] == "store"
    time.sleep(1.5)  # the backend goes on, and may commit what it was told
    again = ann.sit(id)
    said = again.order(text, rev=again.view["rev"], id="same")
    said = said if said["t"] == "done" else again.order(text, rev=said["rev"], id="same")
    assert (said["t"], said["rev"]) == ("done", 1)
    running.restart()
    assert ann.sit(id).view["rev"] == 1


def test_a_process_that_no_longer_hears_the_others_notices_it(running: Running) -> None:
    """The line on which the others tell what they do stands still: before, its pages saw nothing any more."""
    two = Running(running.database)
    try:
        ann, ben = Browser(running.port), Browser(two.port)
        id = ann.create(HOT_SEAT)["id"]
        one, watcher = ann.sit(id), ben.sit(id)
        with psycopg.connect(running.database, autocommit=True) as db:
            ears = wait_for(
                lambda: db.execute(
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
                    " AND query IN ('SELECT 1', 'LISTEN grognard')"
                ).fetchall()
            )
        for (pid,) in ears:
            os.kill(pid, signal.SIGSTOP)
        one.do("default")
        watcher.until("view", timeout=3 * SOON)
        assert watcher.view["rev"] == 1
        for (pid,) in ears:
            os.kill(pid, signal.SIGCONT)
    finally:
        two.stop()


def test_a_process_that_hangs_in_a_transaction_gives_up_its_locks(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(lines.BOUNDS, "idle_in_transaction_session_timeout", "1s")
    ann = Browser(running.port)
    id = ann.create(HOT_SEAT)["id"]
    hung = lines.Line(running.database, bounds=True)
    hung.ask("BEGIN")
    hung.ask("UPDATE tables SET size = size WHERE id = %s", (id,))
    page = ann.sit(id)
    wait_for(lambda: page.order(page.decision()["actions"][0]["text"])["t"] == "done", SOON)
    hung.close()


def test_players_clocks_go_by_the_databases_clock(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server whose own clock is an hour ahead takes nobody's time away, nor gives him any."""
    real, steady = time.time, time.monotonic
    ahead = SimpleNamespace(time=lambda: real() + 3600, monotonic=steady)
    database = postgres()
    monkeypatch.setattr(clock, "time", ahead)
    running = Running(database)
    try:
        ann, ben = Browser(running.port), Browser(running.port)
        made = ann.create(BY_LINK, clock={"turn": 600, "reserve": 600})
        ben.take(made["links"]["german"])
        page = ann.sit(made["id"])
        page.do("default")
        table = running.hall.opened(made["id"])
        assert table is not None
        assert table.clock is not None
        assert table.seated is not None
        assert abs(table.clock.since - real()) < 30
        assert abs(table.seated - real()) < 30
        assert now()[:13] == time.strftime("%Y-%m-%dT%H", time.gmtime(real()))
    finally:
        running.stop()
        clock.set_by(None)


def test_a_clock_that_is_set_back_costs_nobody_anything() -> None:
    times = clock.wound(600, 600, ["allied", "german"])
    times.press(10_000, 1, "allied", 0.0)
    times.press(6_400, 1, "german", 0.0)
    assert times.remaining("allied", 6_500, 0.0) == (600, 600)
    assert times.remaining("german", 6_500, 0.0) == (500, 600)
    assert times.fallen(6_500, 9_000.0) is None
