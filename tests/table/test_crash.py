"""The server dies at any moment: nothing acknowledged is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import grognard
from grognard.table.limits import Limits
from grognard.table.room import Room
from grognard.table.server import config, create_app
from grognard.table.steps import step_in

from .players import HOT_SEAT, LAX, Browser, carry_out, wait_for

PRELOADED = [
    __name__,
    "grognard.games.anzio",
    "uvicorn.protocols.http.h11_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
]
"""All that a server imports: once, not at each of its starts."""
TABLES = 6

Acked = dict[tuple[str, str], int]
"""Revisions by table and reference, as they were acknowledged."""


def serve(database: str, port: int, limits: Limits) -> None:
    import uvicorn

    how = config(create_app(database, limits=limits))
    how.host, how.port = "127.0.0.1", port
    uvicorn.Server(how).run()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def start(context: Any, database: str, port: int) -> BaseProcess:
    process: BaseProcess = context.Process(target=serve, args=(database, port, LAX))
    process.start()

    def listens() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return False

    wait_for(listens, 30)
    return process


async def play(
    port: int, table: str, cookie: str, acked: Acked, unanswered: dict[str, Any], rng: Random
) -> None:
    """Play on at one table until the server is gone; what got no answer is sent again first."""
    with suppress(OSError, WebSocketException):
        headers = {"Cookie": f"grognard={cookie}"}
        url = f"ws://127.0.0.1:{port}/ws/{table}"
        async with connect(url, additional_headers=headers, max_size=None, proxy=None) as ws:
            view: dict[str, Any] = {}
            sent = unanswered.get(table)
            if sent is not None:
                await ws.send(json.dumps(sent))
            async for text in ws:
                message = json.loads(text)
                if message["t"] == "view":
                    view = message["view"]
                elif message["t"] in ("done", "refused"):
                    assert message["t"] == "done" or message["kind"] == "stale", message
                    if message["t"] == "done":
                        acked[table, message["id"]] = message["rev"]
                    else:
                        view = message["view"]
                    unanswered[table] = sent = None
                if sent is None and view and view["outcome"] is None:
                    ref = f"{rng.getrandbits(64):x}"
                    sent = {"t": "order", "id": ref, "rev": view["rev"]}
                    if rng.random() < 0.05 and view["undo"]["free"]:
                        sent["t"] = "undo"
                    else:
                        sent["text"] = rng.choice(view["decision"]["actions"])["text"]
                    unanswered[table] = sent
                    await ws.send(json.dumps(sent))


async def under_load(
    process: BaseProcess, port: int, tables: list[str], cookie: str, rng: Random, **told: Any
) -> None:
    players = [
        asyncio.create_task(play(port, table, cookie, told["acked"], told["unanswered"], rng))
        for table in tables
    ]
    began, end = len(told["acked"]), time.monotonic() + 10
    while rng.random() < 0.99 and len(told["acked"]) == began and time.monotonic() < end:
        await asyncio.sleep(0.01)  # at times it dies before it has answered anything
    await asyncio.sleep(rng.uniform(0, 0.3))
    process.kill()
    await asyncio.gather(*players)


def rebuilt(database: str) -> dict[str, tuple[Room, dict[str, int]]]:
    """Every table as the file has it: the room and the revisions by reference."""
    with sqlite3.connect(database) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        tables = db.execute("SELECT id, base FROM tables").fetchall()
        changes = db.execute(
            "SELECT table_id, rev, ref, body FROM changes ORDER BY table_id, rev"
        ).fetchall()
    found = {}
    for id, base in tables:
        own = [row for row in changes if row[0] == id]
        assert [row[1] for row in own] == list(range(1, len(own) + 1))
        room = Room(base, [step_in(row[3]) for row in own])
        found[id] = room, {row[2]: row[1] for row in own}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("crashes", [10, pytest.param(50, marks=pytest.mark.soak)])
def test_crashes_lose_nothing_that_was_acknowledged(tmp_path: Path, crashes: int) -> None:
    database, port, rng = str(tmp_path / "tables.db"), free_port(), Random(50)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    process = start(context, database, port)
    ann = Browser(port)
    tables = [ann.create(HOT_SEAT)["id"] for _ in range(TABLES)]
    acked: Acked = {}
    unanswered: dict[str, Any] = {}
    busy = 0
    for crash in range(crashes):
        before = len(acked)
        load = under_load(
            process, port, tables, ann.cookie, rng, acked=acked, unanswered=unanswered
        )
        carry_out(load)
        process.join()
        assert process.exitcode == -signal.SIGKILL
        busy += len(acked) > before
        if crash % 5 == 4:
            kept = rebuilt(database)
            lost = [key for key, rev in acked.items() if kept[key[0]][1].get(key[1]) != rev]
            assert lost == []
        process = start(context, database, port)
    process.terminate()
    process.join(20)
    assert process.exitcode == -signal.SIGTERM
    kept = rebuilt(database)
    assert {key: kept[key[0]][1].get(key[1]) for key in acked} == acked
    for room, _ in kept.values():
        assert grognard.verify(room.record(reveal=True)) == []
    assert busy >= crashes // 2, "the server was killed before it had anything to do"
    print(f"{len(acked)} orders acknowledged over {crashes} crashes")


def children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def open_table(tmp_path: Path) -> tuple[subprocess.Popen[str], int]:
    """``main`` as the command runs it, on any free port."""
    code = "import sys; from grognard.table.server import main; main('127.0.0.1', 0, sys.argv[1])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path / "tables.db")],
        stdout=subprocess.PIPE,
        stderr=(tmp_path / "log").open("w"),
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith(f"Grognard {grognard.__version__}: http://127.0.0.1:")
    return process, int(line.rstrip("/\n").rpartition(":")[2])


def test_bots_do_not_outlive_a_killed_server(tmp_path: Path) -> None:
    process, port = open_table(tmp_path)
    try:
        ann = Browser(port)
        page = ann.sit(ann.create({"allied": "me", "german": "bot:random"})["id"])
        page.do("default")
        page.until("view")
        workers = children(process.pid)
        assert workers
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    wait_for(lambda: not any(alive(pid) for pid in workers), 20)


def test_a_polite_end_finishes_what_was_begun(tmp_path: Path) -> None:
    process, port = open_table(tmp_path)
    ann = Browser(port)
    table = ann.create({"allied": "me", "german": "bot:random"})["id"]
    page = ann.sit(table)
    page.send(t="pace", ms=0)
    page.do("default")
    page.until("view")
    process.terminate()
    assert process.wait(20) == -signal.SIGTERM
    shown = max(m["rev"] for m in page.seen if m["t"] == "view")
    room, refs = rebuilt(str(tmp_path / "tables.db"))[table]
    assert max(refs.values()) >= shown
    assert room.length >= page.view["length"]
    lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
    assert {"open", "table", "joined", "request", "closed"} <= {line["event"] for line in lines}
    assert ann.cookie not in (tmp_path / "log").read_text()
