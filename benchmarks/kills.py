"""Kills under load: ``python -m benchmarks.kills [--kills 100] [--servers 3] [--workers 2] [--sqlite] [--minutes 10]``.

People play at a few tables, some against a bot, while one process after the other is killed (SIGKILL) at any
moment and started again.  With PostgreSQL any of several servers and workers behind a round-robin proxy is
killed; with SQLite the one server.  At the end every order that was acknowledged must be in the database under
its revision, and every table must replay with proven dice.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import grognard
from grognard.table import databases
from grognard.table.room import Room
from grognard.table.steps import step_in
from grognard.table.turns import BOTS

from .fleet import Fleet
from .postgres import postgres

HOT_SEAT = {"allied": "me", "german": "me"}
WITH_BOT = {"allied": "me", "german": "bot:random"}
LONG = 20


@dataclass
class Told:
    """What was acknowledged: revisions by table and reference; what waits for its answer."""

    acked: dict[tuple[str, str], int] = field(default_factory=dict)
    unanswered: dict[str, dict[str, Any] | None] = field(default_factory=dict)
    over: int = 0
    kills: int = 0
    wrong: list[Any] = field(default_factory=list)
    end: bool = False


async def player(
    http: httpx.AsyncClient, port: int, seats: dict[str, str], told: Told, rng: Random
) -> None:
    """Play at one table after the other until the end, over every break of the line."""
    table = cookie = ""
    while not told.end:
        with contextlib.suppress(OSError, WebSocketException, TimeoutError, httpx.HTTPError):
            if not table:
                table, cookie = await _new_table(http, seats)
            if await _sit(port, table, cookie, told, rng):
                told.over += 1
                table = ""
        await asyncio.sleep(0.05)


async def _new_table(http: httpx.AsyncClient, seats: dict[str, str]) -> tuple[str, str]:
    """A new table: its name and the cookie of its player."""
    made = await http.post("/api/tables", json={"game": "anzio", "seats": seats})
    made.raise_for_status()
    cookie = str(made.cookies["grognard"])
    http.cookies.clear()
    return str(made.json()["id"]), cookie


async def _sit(port: int, table: str, cookie: str, told: Told, rng: Random) -> bool:
    """Play at a table; True when the game there is over."""
    url, headers = f"ws://127.0.0.1:{port}/ws/{table}", {"Cookie": f"grognard={cookie}"}
    how = {
        "additional_headers": headers,
        "max_size": None,
        "proxy": None,
        "open_timeout": 5,
    }
    async with connect(url, **how) as ws:  # type: ignore[arg-type]
        view: dict[str, Any] = {}
        sent = told.unanswered.get(table)
        await ws.send('{"t":"pace","ms":0}')
        if sent is not None:
            await ws.send(json.dumps(sent))
        while not told.end:
            try:
                message = json.loads(await asyncio.wait_for(ws.recv(), 1))
            except TimeoutError:
                continue
            if message["t"] == "view":
                view = message["view"]
            elif message["t"] in ("done", "refused") and sent and message["id"] == sent["id"]:
                if message["t"] == "done":
                    told.acked[table, message["id"]] = message["rev"]
                elif message["kind"] == "stale":
                    view = message["view"]
                else:
                    told.wrong.append(message)
                told.unanswered[table] = sent = None
            elif message["t"] == "error":
                told.wrong.append(message)
            if view.get("outcome") and sent is None:
                return True
            decision = view.get("decision")
            if sent is None and decision and decision["mine"]:
                sent = {
                    "t": "order",
                    "id": f"{rng.getrandbits(64):x}",
                    "rev": view["rev"],
                }
                sent["text"] = rng.choice(decision["actions"])["text"]
                told.unanswered[table] = sent
                await ws.send(json.dumps(sent))
        return False


async def under_kills(
    fleet: Fleet, kills: int, hot: int, bots: int, rng: Random, minutes: float = 0
) -> Told:
    """Play while processes are killed and started again, so often or until the time is up."""
    told, end = Told(), time.monotonic() + minutes * 60
    base = f"http://127.0.0.1:{fleet.port}"
    async with httpx.AsyncClient(base_url=base, timeout=20, trust_env=False) as http:
        tables = [HOT_SEAT] * hot + [WITH_BOT] * bots
        playing = [
            asyncio.create_task(player(http, fleet.port, seats, told, rng)) for seats in tables
        ]
        await _until(lambda: len({table for table, _ in told.acked}) == len(tables), 120)
        for n in range(kills):
            if minutes and time.monotonic() > end:
                break
            before = len(told.acked)
            await _until(lambda before=before: len(told.acked) > before)  # type: ignore[misc]
            # a bot's process takes a while to come up again: now and then there is time for it
            await asyncio.sleep(rng.uniform(2, 6) if n % LONG == 0 else rng.uniform(0, 0.3))
            victim = rng.randrange(len(fleet.processes))
            await asyncio.to_thread(fleet.kill, victim)
            told.kills += 1
            await asyncio.sleep(rng.uniform(0, 0.1))
            await asyncio.to_thread(fleet.start, victim)
            if n % 50 == 49:
                print(f"{n + 1} kills, {len(told.acked)} orders acknowledged", flush=True)
        before = len(told.acked)
        await _until(lambda: len(told.acked) >= before + len(tables))
        told.end = True
        await asyncio.gather(*playing)
    return told


async def _until(ready: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something, but not for ever."""
    end = time.monotonic() + seconds
    while not ready() and time.monotonic() < end:
        await asyncio.sleep(0.01)


def lost(database: str, told: Told) -> tuple[list[tuple[str, str]], int]:
    """What was acknowledged and is not there, after every table has been replayed and its dice proven; and
    how many orders are of bots."""
    db = databases.connect(database, reads=True)
    missing, kept, bots = [], set(), 0
    try:
        db.begin()
        for id, base in db.run("SELECT id, base FROM tables"):
            rows = db.run(
                "SELECT rev, ref, body, who FROM changes WHERE table_id = ? ORDER BY rev",
                (id,),
            )
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), id
            room = Room(base, [step_in(row[2]) for row in rows])
            assert grognard.verify(room.record(reveal=True)) == [], id
            kept.add(id)
            bots += sum(row[3] == BOTS for row in rows)
            there = {row[1]: row[0] for row in rows}
            own = {key: rev for key, rev in told.acked.items() if key[0] == id}
            missing += [key for key, rev in own.items() if there.get(key[1]) != rev]
    finally:
        db.rollback()
        db.close()
    return missing + [key for key in told.acked if key[0] not in kept], bots


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=0, help="no longer than this")
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sqlite", action="store_true")
    args = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if args.sqlite:
            database, servers, workers = str(folder / "tables.db"), 1, 0
        else:
            database = stack.enter_context(postgres())()
            servers, workers = args.servers, args.workers
        began = time.monotonic()
        fleet = Fleet(database, folder, servers, workers)
        try:
            told = asyncio.run(under_kills(fleet, args.kills, 6, 3, Random(7), args.minutes))
        finally:
            fleet.close()
        gone, orders = lost(database, told)
        print(
            f"{told.kills} kills in {time.monotonic() - began:.0f} s, {len(told.acked)} orders"
            f" acknowledged, {told.over} games played to the end, {orders} of bots,"
            f" {len(gone)} lost, {len(told.wrong)} wrong answers; every table replays, its dice are proven"
        )
        failed = [f"lost {gone[:3]}"] if gone else []
        failed += [f"answered wrongly {told.wrong[:3]}"] if told.wrong else []
        failed += [] if told.kills == args.kills else [f"only {told.kills} kills in the time"]
        failed += [] if len(told.acked) > told.kills else ["hardly an order was acknowledged"]
        failed += [] if orders else ["no bot has played"]
        verdict = "; ".join(["FAILED", *failed]) if failed else "held"
        print(
            f"goal: {args.kills} kills, no acknowledged order lost, every table replays: {verdict}"
        )
        sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
