"""Several server processes on one PostgreSQL database: any of them serves any table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from threading import Barrier
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

import grognard
from grognard.engine.shared import chain
from grognard.table import databases, jobs, thinking
from grognard.table.keys import hashed
from grognard.table.rows import Offered
from grognard.table.together import Together

from .players import Browser, Page, Running, wait_for
from .test_shared_dice import come, follow, play

BY_LINK = {"allied": "me", "german": "link"}
WITH_BOT = {"allied": "me", "german": "bot:random"}

Two = tuple[Running, Running]


@pytest.fixture(scope="module")
def servers(postgres: Callable[[], str]) -> Iterator[Two]:
    database = postgres()
    one, two = Running(database), Running(database)
    yield one, two
    for server in (one, two):
        server.stop()


def at(server: Running, browser: Browser) -> Browser:
    """The same browser, at another server."""
    other = Browser(server.port)
    other.http.cookies.set("grognard", browser.cookie)
    return other


def two_players(servers: Two, **how: str) -> tuple[str, Browser, Browser]:
    ann, ben = (Browser(server.port) for server in servers)
    made = ann.create(BY_LINK, **how)
    ben.take(made["links"]["german"])
    return made["id"], ann, ben


def test_an_order_at_one_process_is_seen_at_the_other(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)
    one.do("default")
    two.until("view")
    assert two.view["rev"] == 1
    assert two.decision()["mine"]
    assert [row["text"] for row in two.log] == [row["text"] for row in one.log]
    two.do("default")
    one.until("view")
    assert one.view["rev"] == 2
    assert one.log == two.log


def test_both_know_who_is_there_what_is_said_and_at_which_pace(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)

    def online(page: Page) -> list[bool]:
        page.receive()
        last = [m for m in page.seen if m["t"] in ("seats", "hello")][-1]
        return [side["online"] for side in last["sides"]]

    wait_for(lambda: online(one) == [True, True])
    wait_for(lambda: online(two) == [True, True])
    one.until("done", id=one.send(t="chat", text="good day"))
    assert two.until("chat")["text"] == "good day"
    two.until("done", id=two.send(t="chat", text="and to you"))
    assert one.until("chat")["text"] == "and to you"
    one.send(t="pace", ms=70)
    assert two.until("pace")["ms"] == 70
    two.close()
    wait_for(lambda: online(one) == [True, False])


def test_lines_of_chat_at_the_same_moment_are_all_kept(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    pages = ann.sit(id), ben.sit(id)
    for n in range(20):
        for page in pages:
            page.send(t="chat", text=f"line {n}")
    for page in pages:
        answers = [page.until("done", "refused", "error") for _ in range(20)]
        assert all(answer["t"] == "done" for answer in answers)
    again = ann.sit(id)
    again.send(t="ping")
    again.until("pong")
    assert sum(m["t"] == "chat" for m in again.seen) == 40


def test_consent_across_processes(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)
    one.do("default")
    two.until("view")
    two.do(two.decision()["actions"][0]["text"])
    one.until("view")
    for yes, kind in ((False, "refused"), (True, "done")):
        ref = one.send(t="undo", rev=one.view["rev"])
        assert two.until("offer")["what"] == "undo"
        two.until("done", id=two.send(t="consent", yes=yes))
        answer = one.until("done", "refused", id=ref)
        assert answer["t"] == kind
    assert one.view["at"] == 0


def test_a_seat_that_changes_hands_is_noticed_at_the_other_process(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    made = ann.create({"allied": "me", "german": "me"})
    page = ann.sit(made["id"])
    code = made["codes"]["german"].partition("#code=")[2]
    answer = ben.http.post(f"/api/tables/{made['id']}/seat", json={"code": code})
    assert answer.status_code == 200
    with pytest.raises(ConnectionClosed, match="1012"):
        page.until("nothing more")
    assert ann.sit(made["id"]).hello["seats"] == ["allied"]
    assert id != made["id"]


def test_an_order_that_comes_twice_by_two_processes_is_done_once(servers: Two) -> None:
    ann = Browser(servers[0].port)
    id = ann.create({"allied": "me", "german": "me"})["id"]
    one, two = ann.sit(id), at(servers[1], ann).sit(id)
    assert one.order("default", id="same", rev=0) == {"t": "done", "id": "same", "rev": 1}
    two.until("view")
    assert two.order("default", id="same", rev=0) == {"t": "done", "id": "same", "rev": 1}


def test_two_orders_on_one_revision_one_is_refused(servers: Two) -> None:
    """Whoever comes second is told to look again, or to come again; nothing is doubled."""
    for _ in range(4):
        ann = Browser(servers[0].port)
        id = ann.create({"allied": "me", "german": "me"})["id"]
        pages = ann.sit(id), at(servers[1], ann).sit(id)
        for n, page in enumerate(pages):
            page.send(t="order", id=f"o{n}", rev=0, text="default")
        told = []
        for n, page in enumerate(pages):
            told.append(page.until("done", "refused", id=f"o{n}"))
        assert sorted(answer["t"] for answer in told) == ["done", "refused"], told
        assert all(answer.get("kind", "stale") == "stale" for answer in told)
        for page in pages:
            follow_plain(page, 1)
            assert page.view["at"] == 1
        assert ann.sit(id).view["rev"] == 1


def test_dice_are_shared_across_processes(servers: Two) -> None:
    ann, ben = (Browser(server.port) for server in servers)
    made = ann.create(BY_LINK, dice="shared")
    ben.take(made["links"]["german"])
    one = come(ann, made["id"])
    two = come(ben, made["id"])
    for page in (one, two):
        follow(page, 2)
    wait_for(lambda: elsewhere(servers[0], made["id"]) and elsewhere(servers[1], made["id"]))
    play(one, two, 3)
    table = servers[0].hall.opened(made["id"])
    assert table is not None
    record = table.room.record(reveal=True)
    assert record.count("\nthrow ") == 3
    assert "=-" not in record
    assert grognard.verify(record) == []


def test_two_pledges_at_the_same_moment_are_both_taken(servers: Two) -> None:
    """Neither page is sent away: the slower process takes the table up as the other has left it."""
    ann, ben = (Browser(server.port) for server in servers)
    for _ in range(3):
        made = ann.create(BY_LINK, dice="shared")
        ben.take(made["links"]["german"])
        pages = ann.sit(made["id"]), ben.sit(made["id"])
        for seat, page in zip(("allied", "german"), pages, strict=True):
            page.until("pledge")
            page.send(t="pledge", side=seat, top=chain(hashed(seat))[0])
        for page in pages:
            follow_plain(page, 2)
            page.until("pong", id=page.send(t="ping") or None)
            assert page.view["dice"]["kind"] == "shared"
        for server in servers:
            table = server.hall.opened(made["id"])
            assert table is not None
            assert table.room.dice is not None
            assert {p.seat for p in table.room.dice.pledges} == {"allied", "german"}


def follow_plain(page: Page, rev: int) -> None:
    while page.view["rev"] < rev:
        page.receive()


def elsewhere(server: Running, id: str) -> bool:
    table = server.hall.opened(id)
    return table is not None and bool(table.elsewhere)


def test_bots_play_whoever_takes_their_turn(servers: Two) -> None:
    ann = Browser(servers[0].port)
    id = ann.create(WITH_BOT)["id"]
    page = at(servers[1], ann).sit(id)
    page.send(t="pace", ms=0)
    rng = Random(4)
    for _ in range(6):
        while not page.view["outcome"] and not page.decision()["mine"]:
            page.receive()
        if page.view["outcome"]:
            break
        page.do(rng.choice(page.decision()["actions"])["text"])
    table = servers[1].hall.opened(id)
    assert table is not None
    assert "german" in {frame.side for frame in table.room.frames}
    assert grognard.verify(table.room.record(reveal=True)) == []


def test_two_bots_play_while_somebody_watches(servers: Two) -> None:
    ann, ben = (Browser(server.port) for server in servers)
    id = ann.create({"allied": "bot:random", "german": "bot:random"})["id"]
    page = ben.sit(id)
    while page.view["rev"] < 4:
        page.receive()
    assert page.hello["seats"] == []


def test_a_seat_that_changes_hands_unheard_is_noticed_when_the_line_is_back(
    servers: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LISTEN was lost for a while: whoever lost his seat meanwhile must not play on."""
    one, _ = servers
    ann, ben = (Browser(server.port) for server in servers)
    made = ann.create({"allied": "me", "german": "me"})
    page = ann.sit(made["id"])
    together: Together = one.hall.tell.__self__  # type: ignore[attr-defined]
    monkeypatch.setattr(together._ear, "_take", lambda text: None)
    code = made["codes"]["allied"].partition("#code=")[2]
    answer = ben.http.post(f"/api/tables/{made['id']}/seat", json={"code": code})
    assert answer.status_code == 200
    with pytest.raises(TimeoutError):
        page.until("nothing more", timeout=0.3)
    monkeypatch.undo()
    one.loop.call_soon_threadsafe(together._missed)
    with pytest.raises(ConnectionClosed, match="1012"):
        page.until("nothing more")
    assert ann.sit(made["id"]).hello["seats"] == ["german"]


def test_nonsense_on_the_line_deafens_nobody(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)
    db = databases.connect(servers[0].database)
    db.run("SELECT pg_notify('grognard', 'this is no letter')")
    db.close()
    one.do("default")
    two.until("view")
    assert two.view["rev"] == 1


def test_a_bot_that_failed_is_asked_again(servers: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its process died, and once more: whoever comes to the table has its turn given out again."""
    ann = Browser(servers[0].port)
    run, failed = thinking.Pool.run, 0

    async def fails(pool: thinking.Pool, who: str, work: Any, *args: Any, **kwargs: Any) -> Any:
        nonlocal failed
        if work is not thinking.think:
            return await run(pool, who, work, *args, **kwargs)
        failed += 1
        raise BrokenProcessPool("the workers died twice")

    monkeypatch.setattr(thinking.Pool, "run", fails)
    made = ann.create({"allied": "bot:random", "german": "me"})
    page = ann.sit(made["id"])
    assert page.until("error")["kind"] == "bot"
    assert failed == 1
    monkeypatch.undo()
    wait_for(lambda: not servers[0].ask(servers[0].hall.store.waiting_jobs()))
    ann.sit(made["id"])
    page.until("view")
    assert page.view["rev"] >= 1


def test_a_turn_is_taken_away_from_a_process_that_hangs(
    servers: Two, postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has not died, so its lock has not died with it."""
    monkeypatch.setattr(jobs, "HELD_SECONDS", 1)
    running = Running(postgres(), bots=False)
    try:
        ann = Browser(running.port)
        ann.sit(ann.create({"allied": "bot:random", "german": "me"})["id"])
        wait_for(lambda: running.ask(running.hall.store.waiting_jobs()))
        hangs, takes = (jobs.connect(running.database) for _ in range(2))
        hangs.begin()
        assert hangs.run(jobs.TAKE)
        takes.begin()
        assert takes.run(jobs.TAKE) == []
        takes.rollback()

        def taken() -> bool:
            takes.begin()
            found = takes.run(jobs.TAKE)
            takes.rollback()
            return bool(found)

        wait_for(taken, 5)
        takes.close()
    finally:
        running.stop()


def test_what_a_bot_remembers_of_what_was_taken_back_elsewhere_is_forgotten(servers: Two) -> None:
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)
    one.do("default")
    two.until("view")
    there = servers[1].hall.opened(id)
    assert there is not None
    there.notes["german"] = "a plan"
    rev = one.view["rev"]
    one.until("done", id=one.send(t="undo", rev=rev))
    while two.view["rev"] <= rev:
        two.receive()
    assert not there.notes


@pytest.mark.parametrize("by", ["token", "code"])
def test_a_link_or_a_code_is_taken_once_though_two_processes_are_asked(
    servers: Two, by: str
) -> None:
    """At the same moment: before, both were given the seat."""
    ann = Browser(servers[0].port)
    for _ in range(12):
        made = ann.create(BY_LINK)
        link = made["links"]["german"] if by == "token" else made["codes"]["allied"]
        wish, path = {by: link.partition("=")[2]}, f"/api/tables/{made['id']}/seat"
        guests = [Browser(server.port) for server in servers for _ in range(2)]
        start = Barrier(len(guests))

        def take(
            guest: Browser, start: Barrier = start, path: str = path, wish: Any = wish
        ) -> None:
            guest.http.get("/healthz")
            start.wait(20)
            guest.http.post(path, json=wish)

        with ThreadPoolExecutor(len(guests)) as threads:
            list(threads.map(take, guests))
        held = [sides for sides in map(_sides, guests) if sides]
        assert len(held) == 1, held


def _sides(browser: Browser) -> list[str]:
    """The seats that a browser has, at any table."""
    return [side for table in browser.http.get("/api/tables").json() for side in table["mine"]]


def test_two_offers_at_the_same_moment_one_takes_the_others_place(servers: Two) -> None:
    """Before, the second was told that something went wrong here."""
    id, ann, ben = two_players(servers)
    one, two = ann.sit(id), ben.sit(id)
    stores = [server.hall.store for server in servers]
    offers = [Offered(0, who, f"{who}-1", who, "draw") for who in ("a", "b")]
    for _ in range(10):
        done = [
            asyncio.run_coroutine_threadsafe(store.set_offer(id, offer), server.loop)
            for server, store, offer in zip(servers, stores, offers, strict=True)
        ]
        assert [work.result(30) for work in done] == [None, None]
    one.close()
    two.close()
