"""Several server processes on one PostgreSQL database: any of them serves any table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

import grognard
from grognard.engine.shared import chain
from grognard.table.keys import hashed

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
