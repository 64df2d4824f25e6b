"""The store, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest

from grognard.table.lanes import Conflict
from grognard.table.rows import GROW, Change, Chat, Kept, Offered, Taken
from grognard.table.schema import Work
from grognard.table.store import Store

from .players import carry_out

Test = Callable[[Store], Awaitable[None]]


def run(database: str, test: Test) -> None:
    async def go() -> None:
        store = Store(database)
        try:
            await test(store)
        finally:
            await store.close()

    carry_out(go())


def kept(id: str) -> Kept:
    return Kept(id, "name", "2026-01-01T00:00:00+00:00", "base", '{"allied":"human"}')


async def lay(store: Store, id: str, **more: list[tuple[str, str]]) -> None:
    await store.add_table(kept(id), "{}", more.get("tokens", []), more.get("holds", []))


def change(rev: int, ref: str, body: str = "{}") -> Change:
    return Change(rev, "ann", ref, body)


def test_what_is_written_is_read(database: str) -> None:
    async def test(store: Store) -> None:
        await lay(store, "t1", tokens=[("hash", "german")], holds=[("ann", "allied")])
        for rev in (1, 2):
            await store.add_change("t1", change(rev, f"r{rev}", f"body {rev} é"), "now", "{}")
        await store.add_chat("t1", Chat(0, "ann", "c", "now", "allied", "hello"))
        for ref in ("u1", "u2"):
            await store.set_offer("t1", Offered(2, "ann", ref, "allied german", "undo"))
        found = await store.table("t1")
        assert found is not None
        assert found[0] == kept("t1")._replace(summary="{}")
        assert [c.body for c in found[1]] == ["body 1 é", "body 2 é"]
        assert found[2] == [Chat(0, "ann", "c", "now", "allied", "hello")]
        assert found[3] == Offered(2, "ann", "u2", "allied german", "undo")
        await store.set_offer("t1", None)
        found = await store.table("t1")
        assert found is not None
        assert found[3] is None
        assert await store.sides("t1", "ann") == ["allied"]
        taken = await store.take_seat("t1", "hash", "code", "ann", "ann", 2)
        assert taken is not None
        assert taken[:2] == ("german", "taken")
        assert taken.seated is not None
        assert await store.take_seat("t1", "hash", "other", "ann", "ann", 2) == Taken(
            "german", "held"
        )
        assert await store.sides("t1", "ann") == ["allied", "german"]
        assert await store.take_seat("t1", "wrong", "code", "ann", "ann", 2) is None
        assert await store.take_seat("t1", "hash", "third", "ben", "ben", 2) == Taken(
            "german", "asked"
        )
        assert await store.take_seat("t1", "hash", "third", "eve", "eve", 1) == Taken(
            "german", "crowded"
        )
        assert await store.asks("t1") == [("german", "ben")]
        assert await store.sides("t1", "ben") == []
        await store.answer_ask("t1", "german", "ben", True)
        assert (await store.sides("t1", "ben"), await store.asks("t1")) == (["german"], [])
        assert await store.recover("t1", "other", "new", "cat") is None
        assert await store.recover("t1", "code", "new", "cat") == "german"
        assert await store.recover("t1", "code", "newer", "dan") is None
        assert await store.sides("t1", "ann") == ["allied"]
        assert (await store.sides("t1", "ben"), await store.sides("t1", "cat")) == ([], ["german"])
        assert await store.table("nowhere") is None

    run(database, test)


def test_a_revision_or_an_order_is_written_once(database: str) -> None:
    async def test(store: Store) -> None:
        await lay(store, "t2")
        await store.add_change("t2", change(1, "a"), "now", "{}")
        for again in (change(1, "b"), change(2, "a")):
            with pytest.raises(Conflict):
                await store.add_change("t2", again, "now", "{}")
        with pytest.raises(Conflict):
            await store.add_change("nowhere", change(1, "a"), "now", "{}")
        await store.add_change("t2", change(2, "b"), "now", "{}")

    run(database, test)


def test_a_job_that_fails_does_not_harm_its_neighbours(database: str) -> None:
    async def test(store: Store) -> None:
        await lay(store, "t3")
        jobs = [
            store.add_change("t3", change(rev, ref), "now", "{}")
            for rev, ref in ((1, "a"), (1, "x"), (2, "b"), (2, "x"), (3, "c"))
        ]
        bad = store.add_change("t3", Change(4, "ann", "d", object()), "now", "{}")  # type: ignore[arg-type]
        last = store.add_change("t3", change(4, "d"), "now", "{}")
        done = await asyncio.gather(*jobs, bad, last, return_exceptions=True)
        assert [type(result).__name__ for result in done[:5]] == [
            "NoneType",
            "Conflict",
            "NoneType",
            "Conflict",
            "NoneType",
        ]
        assert isinstance(done[5], Exception)
        assert done[6] is None
        found = await store.table("t3")
        assert found is not None
        assert [c.rev for c in found[1]] == [1, 2, 3, 4]

    run(database, test)


def test_closing_finishes_what_was_asked_for(database: str) -> None:
    async def write() -> None:
        store = Store(database)
        await lay(store, "t4")
        jobs = [
            asyncio.ensure_future(store.add_change("t4", change(rev, str(rev)), "now", "{}"))
            for rev in range(1, 301)
        ]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*jobs)
        with pytest.raises(RuntimeError):
            await store.ping()

    carry_out(write())

    async def read(store: Store) -> None:
        found = await store.table("t4")
        assert found is not None
        assert len(found[1]) == 300

    run(database, read)


def test_a_sqlite_file_is_private_and_synchronous(tmp_path: Path) -> None:
    path = tmp_path / "new" / "tables.db"

    async def test(store: Store) -> None:
        await store.ping()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        run = store._writes.db.run
        assert run("PRAGMA synchronous") == [(2,)]
        assert run("PRAGMA journal_mode") == [("wal",)]

    run(str(path), test)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_lost_connection_to_postgresql_is_made_anew(postgres: Callable[[], str]) -> None:
    url = postgres()

    async def test(store: Store) -> None:
        await lay(store, "t5")
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        await store.add_change("t5", change(1, "a"), "now", "{}")
        found = await store.table("t5")
        assert found is not None
        assert len(found[1]) == 1

    run(url, test)


def test_work_that_two_processes_lock_each_other_out_of_is_done_again(
    postgres: Callable[[], str],
) -> None:
    """PostgreSQL ends one of two transactions that wait for each other: it is no fault of whoever asked."""
    url = postgres()

    def grow(first: str, second: str) -> Callable[[Work], None]:
        def job(run: Work) -> None:
            run(GROW, (1, first))
            time.sleep(0.5)
            run(GROW, (1, second))

        return job

    async def test(one: Store) -> None:
        two = Store(url)
        try:
            for id in ("t6", "t7"):
                await lay(one, id)
            await asyncio.gather(one.write(grow("t6", "t7")), two.write(grow("t7", "t6")))
            sizes = await one.read(lambda run: run("SELECT size FROM tables"))
            assert [size for (size,) in sizes] == [len("base") + 2] * 2
        finally:
            await two.close()

    run(url, test)
