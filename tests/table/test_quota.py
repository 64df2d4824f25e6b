"""What one visitor may keep here, what all may, and what becomes of abandoned tables."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.table import databases, keeping
from grognard.table.keeping import tidy_up
from grognard.table.rows import ADD_CHANGE, ALL, DUE, OWN, SUMMARISE
from grognard.table.sitting import Table

from .players import BY_LINK, HOT_SEAT, LAX, Browser, Running, wait_for

WISH = {"game": "anzio", "seats": HOT_SEAT}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Running]:
    limits = replace(LAX, own_tables=3, own_bytes=60_000, all_tables=5, chats=2, changes=4, asks=2)
    running = Running(str(tmp_path / "tables.db"), limits)
    yield running
    running.stop()


def test_tables_of_one_visitor_and_of_all_are_bounded(small: Running) -> None:
    eve, ann = Browser(small.port, "127.0.0.2"), Browser(small.port, "127.0.0.3")
    statuses = [eve.http.post("/api/tables", json=WISH).status_code for _ in range(4)]
    assert statuses == [201, 201, 201, 429]
    made = [ann.http.post("/api/tables", json=WISH) for _ in range(3)]
    assert [answer.status_code for answer in made] == [201, 201, 503]
    assert made[2].json()["error"]["kind"] == "quota"


def test_bytes_of_one_visitor_are_bounded(small: Running) -> None:
    eve = Browser(small.port)
    position = grognard.new("anzio", seed=1).position
    eve.bring(position)
    with sqlite3.connect(small.database) as db:
        assert db.execute("SELECT MIN(size) FROM tables").fetchone()[0] > 500
        db.execute("UPDATE tables SET size = 60000")
    answer = eve.http.post("/api/tables", json=WISH)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "quota")


def test_the_chat_of_a_table_is_bounded(small: Running) -> None:
    ann = Browser(small.port)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    for n in range(2):
        page.until("done", id=page.send(t="chat", text=f"line {n}"))
    assert page.until("refused", id=page.send(t="chat", text="more"))["kind"] == "full"


def test_the_orders_and_take_backs_of_a_table_are_bounded(small: Running) -> None:
    ann = Browser(small.port)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    for _ in range(2):
        page.do("default")
        page.undo()
    assert page.order("default")["kind"] == "full"
    assert page.until("refused", id=page.send(t="undo", rev=page.view["rev"]))["kind"] == "full"
    page.until("done", id=page.send(t="resign", rev=page.view["rev"]))


def test_those_who_ask_for_a_taken_seat_are_bounded(small: Running) -> None:
    ann, ben = Browser(small.port), Browser(small.port)
    made = ann.create(BY_LINK)
    link = made["links"]["german"]
    ben.take(link)
    token = {"token": link.partition("=")[2]}
    path = f"/api/tables/{made['id']}/seat"
    others = [Browser(small.port) for _ in range(3)]
    assert [one.http.post(path, json=token).status_code for one in others] == [202, 202, 429]
    page = ben.sit(made["id"])
    page.until("offer")
    page.until("done", id=page.send(t="consent", yes=False))
    assert others[2].http.post(path, json=token).status_code == 202


def test_what_the_house_says_is_bounded(small: Running) -> None:
    """A seat that is brought back by its code again and again fills nothing."""
    ann = Browser(small.port)
    made = ann.create(HOT_SEAT)
    page, code = ann.sit(made["id"]), made["codes"]["german"]
    for _ in range(8):
        wish = {"code": code.partition("=")[2]}
        code = ann.http.post(f"/api/tables/{made['id']}/seat", json=wish).json()["code"]
        page.until("chat")
    with sqlite3.connect(small.database) as db:
        assert db.execute("SELECT COUNT(*) FROM chats").fetchone()[0] == 4


def test_tables_do_not_grow_for_ever_by_being_played(tmp_path: Path) -> None:
    """However many tables he plays at; whoever is at one may still end the game."""
    running = Running(str(tmp_path / "tables.db"), replace(LAX, played_bytes=4_000))
    try:
        eve, ann = Browser(running.port, "127.0.0.2"), Browser(running.port)
        page = eve.sit(eve.create(HOT_SEAT)["id"])
        for _ in range(100):
            answer = page.order(page.decision()["actions"][0]["text"])
            if answer["t"] == "refused":
                break
        assert (answer["t"], answer["kind"]) == ("refused", "full")
        rev = page.view["rev"]
        again = page.order(page.decision()["actions"][0]["text"])
        assert (again["t"], again["kind"]) == ("refused", "full")
        ann.sit(ann.create(HOT_SEAT)["id"]).do("default")
        page.until("done", id=page.send(t="resign", rev=rev))
        with sqlite3.connect(running.database) as db:
            assert db.execute("SELECT MAX(size) FROM tables").fetchone()[0] < 12_000
    finally:
        running.stop()


def test_what_is_in_the_archive_counts_until_it_is_cleared(tmp_path: Path) -> None:
    """Whoever fills tables and puts them away has no more room than others."""
    limits = replace(LAX, own_bytes=20_000, archive_days=30)
    running = Running(str(tmp_path / "tables.db"), limits)
    now = datetime.now(UTC)
    try:
        ann = Browser(running.port)
        ids = []
        while (made := ann.http.post("/api/tables", json=WISH)).status_code == 201:
            ids.append(made.json()["id"])
        assert made.json()["error"]["kind"] == "quota"
        for id in ids:
            ann.http.post(f"/api/tables/{id}/shelf", json={"discard": True})
        assert sorted(running.ask(tidy_up(running.hall, now + timedelta(days=2)))) == sorted(ids)
        assert ann.http.get("/api/tables").json() == []
        assert ann.http.post("/api/tables", json=WISH).json()["error"]["kind"] == "quota"
        running.ask(tidy_up(running.hall, now + timedelta(days=33)))
        assert ann.http.post("/api/tables", json=WISH).status_code == 201
    finally:
        running.stop()


def test_a_table_that_cannot_be_read_keeps_no_other_from_the_archive(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")
    running = Running(path, replace(LAX, unplayed_days=7))
    now = datetime.now(UTC)
    ann = Browser(running.port)
    bad, good = (ann.create(HOT_SEAT)["id"] for _ in range(2))
    running.stop()
    with sqlite3.connect(path) as db:
        db.execute(
            "UPDATE tables SET base = 'nothing', position = NULL, created = '2026-01-01',"
            " changed = '2026-01-01' WHERE id = ?",
            (bad,),
        )
    running.start()
    try:
        assert running.ask(tidy_up(running.hall, now + timedelta(days=8))) == []
        assert running.ask(tidy_up(running.hall, now + timedelta(days=10))) == [good]
        assert running.ask(running.hall.store.table(bad)) is not None
    finally:
        running.stop()


@pytest.mark.parametrize(("sql", "args"), [(OWN, ("m", "m")), (ALL, ()), (DUE, ("2026",))])
def test_nobody_reads_all_tables_to_sum_them_up(tmp_path: Path, sql: str, args: Any) -> None:
    """An index tells: a full server is as quick as an empty one."""
    path = str(tmp_path / "tables.db")
    databases.set_up(path)
    with sqlite3.connect(path) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", args)]
    looks = [line for line in plan if "tables" in line or "archive" in line]
    assert looks
    assert all("USING COVERING INDEX" in x or "(doomed<?)" in x for x in looks), plan


def test_an_abandoned_table_is_archived_after_a_day_of_grace(tmp_path: Path) -> None:
    limits = replace(LAX, unplayed_days=7, keep_days=0)
    running = Running(str(tmp_path / "tables.db"), limits)
    loop = running.loop
    now = datetime.now(UTC)

    def tidy(days: float) -> list[str]:
        work = tidy_up(running.hall, now + timedelta(days=days))
        return asyncio.run_coroutine_threadsafe(work, loop).result(20)

    try:
        ann = Browser(running.port)
        idle, played, saved = (ann.create(HOT_SEAT)["id"] for _ in range(3))
        ann.sit(played).do("default")
        assert tidy(6) == []
        assert tidy(8) == []
        listed = {t["id"]: t["expires"] for t in ann.http.get("/api/tables").json()}
        assert listed[played] is None
        assert listed[idle] is not None
        assert listed[saved] is not None
        page = ann.sit(saved)
        page.do("default")
        page.close()
        assert tidy(9.5) == [idle]
        assert ann.http.get(f"/api/tables/{idle}/record").status_code == 404
        assert {t["id"] for t in ann.http.get("/api/tables").json()} == {played, saved}
        with sqlite3.connect(running.database) as db:
            (row,) = db.execute("SELECT id, record FROM archive").fetchall()
        assert row[0] == idle
        assert grognard.load(row[1]).rules.name == "anzio"
    finally:
        running.stop()


def test_two_servers_that_tidy_up_lose_no_record(
    postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both find the table abandoned and both have its record: the second must not take the first one's away."""
    monkeypatch.setattr(keeping, "ANSWER_SECONDS", 0.0)
    url, now = postgres(), datetime.now(UTC)
    one, two = Running(url), Running(url)
    try:
        ann = Browser(one.port)
        id = ann.create(HOT_SEAT)["id"]
        ann.http.post(f"/api/tables/{id}/shelf", json={"discard": True})
        late, stamp = now + timedelta(days=2), (now + timedelta(days=2)).isoformat()
        assert one.ask(tidy_up(one.hall, late)) == [id]
        assert not two.ask(two.hall.store.archive(id, stamp, "as the second has it"))
        kept = two.ask(two.hall.store.read(lambda run: run("SELECT id, record FROM archive")))
        assert [row[0] for row in kept] == [id]
        assert kept[0][1].startswith("grognard record")
    finally:
        one.stop()
        two.stop()


def test_an_order_while_its_table_is_put_away_is_not_lost(postgres: Callable[[], str]) -> None:
    running, now = Running(postgres()), datetime.now(UTC)
    try:
        ann = Browser(running.port)
        id = ann.create(HOT_SEAT)["id"]
        ann.http.post(f"/api/tables/{id}/shelf", json={"discard": True})
        store = running.hall.store
        other = databases.connect(running.database)  # another process writes an order
        other.begin()
        other.run(SUMMARISE, ("now", "{}", 1, id))
        other.run(ADD_CHANGE, (id, 1, "ann", "r", "now", "body"))
        stamp = (now + timedelta(days=2)).isoformat()
        work = store.archive(id, stamp, "record")
        archiving = asyncio.run_coroutine_threadsafe(work, running.loop)
        time.sleep(0.3)
        other.commit()
        assert not archiving.result(10)
        assert other.run("SELECT rev FROM changes WHERE table_id = ?", (id,)) == [(1,)]
        assert other.run("SELECT id FROM archive") == []
        other.close()
    finally:
        running.stop()


def test_no_table_keeps_others_from_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither one at which somebody sits, nor one whose record cannot be written."""
    running, now = Running(str(tmp_path / "tables.db")), datetime.now(UTC)
    try:
        ann = Browser(running.port)
        watched, broken, idle = (ann.create(HOT_SEAT)["id"] for _ in range(3))
        for id in (watched, broken, idle):
            ann.http.post(f"/api/tables/{id}/shelf", json={"discard": True})
        page = ann.sit(watched)
        written = keeping._whole_record

        def fails(table: Table) -> str:
            if table.id == broken:
                raise KeyError("no such thing")
            return written(table)

        monkeypatch.setattr(keeping, "_whole_record", fails)
        assert running.ask(tidy_up(running.hall, now + timedelta(days=2))) == [idle]
        left = {t["id"]: t["expires"] for t in ann.http.get("/api/tables").json()}
        assert left[broken] is None
        assert left[watched] > (now + timedelta(days=2)).isoformat()
        page.close()
        wait_for(lambda: not any(t.connections for t in running.hall.tables))
        assert running.ask(tidy_up(running.hall, now + timedelta(days=4))) == [watched]
    finally:
        running.stop()
