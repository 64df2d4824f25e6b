"""The table under load: ``python -m benchmarks.table_load [--games 200] [--seconds 30]``.

A server of its own process, or with ``--postgres --servers 3 --workers 1`` several behind a proxy; half of the games are between two people, half against a bot with
somebody watching.  Each player clicks about once a second; what is measured is the time from the
click until the new view has arrived on both screens of its table.

Measured with SQLite, server, bots and all 400 screens on two cores: see docs/benchmarks.md.  On a machine that
others use, give it the cores: ``nice -n -10 python -m benchmarks.table_load``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import statistics
import sys
import tempfile
import time
import uuid
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from .clock import Figure
from .fleet import Fleet, below, cpu_seconds, resident
from .postgres import postgres

GAMES, SECONDS, THINK = 200, 30.0, 1.0
GOAL_MS = 100.0
COOKIE = "grognard"


class Decision(msgspec.Struct):
    mine: bool
    actions: list[dict[str, Any]]


class View(msgspec.Struct):
    rev: int
    decision: Decision | None


class Message(msgspec.Struct):
    t: str
    id: str = ""
    view: View | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass
class Load:
    """What is measured by all players together."""

    think: float
    end: float = 0.0
    begin: float = 0.0
    waits: list[float] = field(default_factory=list)
    views: int = 0
    refused: int = 0
    over: int = 0
    orders: int = 0
    bytes: int = 0
    cpu: dict[str, float] = field(default_factory=dict)
    memory: float = 0.0
    """Megabytes of the servers for a live game."""


class Screen:
    """One page at a table."""

    def __init__(self, ws: ClientConnection, load: Load, first: bool) -> None:
        """``first`` of a table's screens."""
        self.ws, self.load, self.first = ws, load, first
        self.view: View | None = None
        self.seen: dict[int, float] = {}
        self.news = asyncio.Event()
        self.task = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for text in self.ws:
            message = decode(text)
            if self.load.begin:
                self.load.bytes += len(text)
            if message.t == "view" and message.view is not None:
                now = time.perf_counter()
                self.view = message.view
                self.seen[message.view.rev] = now
                self.load.views += 1
                self.load.orders += self.first and bool(self.load.begin)
                self.news.set()
            elif message.t == "refused":
                self.load.refused += 1
                self.news.set()

    async def until(self, rev: int) -> float:
        """When this revision, or a later one, was on the screen."""
        while self.view is None or self.view.rev < rev:
            self.news.clear()
            await self.news.wait()
        return min(when for seen, when in self.seen.items() if seen >= rev)


async def game(screens: list[Screen], load: Load, rng: Random) -> None:
    """The players of a table click until the time is over."""
    await asyncio.sleep(rng.uniform(0, load.think))
    while time.perf_counter() < load.end:
        player = next(
            (s for s in screens if s.view and s.view.decision and s.view.decision.mine), None
        )
        if player is None:
            if all(s.view and s.view.decision is None for s in screens):
                load.over += 1
                return
            await asyncio.sleep(0.02)
            continue
        await asyncio.sleep(rng.uniform(0, 2 * load.think))
        view = player.view
        assert view is not None
        if view.decision is None or not view.decision.mine:
            continue
        order = {
            "t": "order",
            "id": uuid.uuid4().hex,
            "rev": view.rev,
            "text": rng.choice(view.decision.actions)["text"],
        }
        clicked = time.perf_counter()
        await player.ws.send(msgspec.json.encode(order).decode())
        seen = await asyncio.gather(*(screen.until(view.rev + 1) for screen in screens))
        if clicked >= load.begin:
            load.waits.append(max(seen) - clicked)


async def seat(http: httpx.AsyncClient, bot: bool) -> tuple[str, list[str]]:
    """A new table: its name and the cookies of its two screens ('' watches)."""
    seats = {"allied": "me", "german": "bot:random" if bot else "link"}
    made = await http.post("/api/tables", json={"game": "anzio", "seats": seats})
    made.raise_for_status()
    table, cookies = made.json(), [made.cookies[COOKIE], ""]
    http.cookies.clear()
    if not bot:
        token = table["links"]["german"].partition("seat=")[2]
        taken = await http.post(f"/api/tables/{table['id']}/seat", json={"token": token})
        taken.raise_for_status()
        cookies[1] = taken.cookies[COOKIE]
        http.cookies.clear()
    return table["id"], cookies


async def measure(fleet: Fleet, load: Load, games: int, seconds: float) -> None:
    rng, port = Random(1), fleet.port
    screens: list[list[Screen]] = []
    async with contextlib.AsyncExitStack() as stack:
        base = f"http://127.0.0.1:{port}"
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=60))
        for n in range(games):
            table, cookies = await seat(http, bot=n % 2 == 0)
            pair: list[Screen] = []
            for cookie in cookies:
                headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
                url = f"ws://127.0.0.1:{port}/ws/{table}"
                ws = connect(url, additional_headers=headers, max_size=None, proxy=None)
                pair.append(Screen(await stack.enter_async_context(ws), load, not pair))
            screens.append(pair)
        gc.disable()  # the players' own pauses are not the server's
        before = spent(fleet)
        load.begin = time.perf_counter() + 3
        load.end = load.begin + seconds
        await asyncio.gather(*(game(pair, load, Random(rng.random())) for pair in screens))
        load.cpu = {name: used - before[name] for name, used in spent(fleet).items()}
        for pair in screens:
            for screen in pair:
                screen.task.cancel()


def spent(fleet: Fleet) -> dict[str, float]:
    """Seconds of the processor by kind of process, with all that they have begun."""
    servers = len(fleet.ports)
    return {
        "servers": sum(map(cpu_seconds, fleet.pids()[:servers])),
        "bots": sum(cpu_seconds(pid) for own in fleet.pids() for pid in below(own))
        + sum(map(cpu_seconds, fleet.pids()[servers:])),
        "database": sum(map(cpu_seconds, fleet.database_pids())),
    }


def run(
    games: int = GAMES,
    seconds: float = SECONDS,
    think: float = THINK,
    servers: int = 1,
    workers: int = 0,
    *,
    shared: bool = False,
) -> Load:
    """The load on one server with SQLite, or on some with PostgreSQL behind a proxy."""
    load = Load(think)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = str(folder / "tables.db")
        if shared:
            database = stack.enter_context(postgres(fsync=True))()
        fleet = Fleet(database, folder, servers, workers)
        stack.callback(fleet.close)
        empty = sum(map(resident, fleet.pids()[:servers]))
        asyncio.run(measure(fleet, load, games, seconds))
        load.memory = (sum(map(resident, fleet.pids()[:servers])) - empty) / games
    return load


def figures(games: int = GAMES, seconds: float = SECONDS, think: float = THINK) -> list[Figure]:
    load = run(games, seconds, think)
    p99 = statistics.quantiles(load.waits, n=100)[98] * 1000
    name = f"table: {games} live games, click to both screens, p99"
    return [Figure(name, p99, "ms", GOAL_MS)]


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.table_load", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--think", type=float, default=THINK, help="mean seconds before a click")
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL instead of SQLite")
    parser.add_argument("--servers", type=int, default=1, help="with PostgreSQL")
    parser.add_argument("--workers", type=int, default=0, help="with PostgreSQL: bots apart")
    asked: Any = parser.parse_args()
    how = asked.servers, asked.workers
    load = run(asked.games, asked.seconds, asked.think, *how, shared=asked.postgres)
    cuts = statistics.quantiles(load.waits, n=100)
    orders = max(load.orders, 1)
    print(
        f"{asked.games} games, {2 * asked.games} screens: {len(load.waits)} clicks in"
        f" {asked.seconds:.0f} s, {load.views} views sent, {load.refused} refused,"
        f" {load.over} games over\n"
        f"click to both screens: p50 {cuts[49] * 1000:.1f} ms, p95 {cuts[94] * 1000:.1f} ms,"
        f" p99 {cuts[98] * 1000:.1f} ms (goal {GOAL_MS:.0f} ms),"
        f" longest {max(load.waits) * 1000:.1f} ms\n"
        f"{orders} orders of people and bots; for each:"
        + "".join(f" {name} {used / orders * 1000:.2f} ms," for name, used in load.cpu.items())
        + f" {load.bytes / orders / 1024:.1f} KB to the screens\n"
        f"memory of the servers for a live game: {load.memory:.2f} MB"
    )
    held = cuts[98] * 1000 < GOAL_MS
    goal = f"goal: click to both screens within {GOAL_MS:.0f} ms at p99"
    print(f"{goal}: {'held' if held else 'FAILED'}")
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
