"""One visitor does his worst; the others play on as if nothing happened."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import logging
import resource
import socket
import threading
import time
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from benchmarks import attacks, siege
from websockets.exceptions import ConnectionClosed

import grognard
from grognard.engine.record import write_record
from grognard.table import (
    asked,
    connection,
    databases,
    door,
    imports,
    jobs,
    logs,
    looks,
    packing,
    report,
    screens,
    shelf,
    sitting,
    talk,
    thinking,
    web,
)
from grognard.table.keys import secret_of
from grognard.table.limits import Limits, Turnstile
from grognard.table.logs import note
from grognard.table.room import Room
from grognard.table.rows import Kept

from .players import (
    BY_LINK,
    HOT_SEAT,
    LAX,
    Browser,
    Page,
    Running,
    before_battle,
    carry_out,
    finished,
    wait_for,
)

EVE = "127.0.0.2"
"""Where the attacker comes from."""
SOON = 1.0
"""Seconds in which somebody else is answered, whatever goes on, on a machine that is busy with other
tests; the p99 on a quiet one is in docs/benchmarks.md."""


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Running]:
    """A server with the limits that it has when nobody says otherwise."""
    running = Running(str(tmp_path / "tables.db"), Limits())
    yield running
    running.stop()


@cache
def begun() -> tuple[str, str, str]:
    """A position, who decides there, and an attack that may be begun and called off."""
    rng = Random(0)
    game = grognard.new("salerno43", seed=0)
    while True:
        for action in game.legal_actions:
            if action.verb == "attack":
                trial = game.copy()
                trial.play(action)
                if any(a.text == "cancel" for a in trial.legal_actions):
                    return game.position, str(game.side), action.text
        game.play(rng.choice(game.legal_actions))


def pointless(times: int) -> str:
    """A game in which an attack is begun and called off again and again."""
    position, side, attack = begun()
    return position + f"then {side} {attack}\nthen {side} cancel\n" * times


@contextmanager
def while_(work: Callable[[threading.Event], None], count: int = 1) -> Iterator[None]:
    """Somebody works against the server in threads of his own."""
    stop = threading.Event()
    threads = [threading.Thread(target=work, args=[stop], daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stop.set()
        for thread in threads:
            thread.join(30)


def waits(page: Page, seconds: float) -> list[float]:
    """How long a bystander waits for his questions and orders, one after the other."""
    found: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end and len(found) < 400:
        began = time.monotonic()
        if len(found) % 3 == 0 and page.decision()["actions"]:
            page.do(page.decision()["actions"][0]["text"])
        else:
            page.until("pong", id=page.send(t="ping") or None)
        found.append(time.monotonic() - began)
        time.sleep(0.06)
    return sorted(found)


def most(found: list[float]) -> float:
    """What nine of ten waits keep below."""
    assert len(found) >= 5
    return found[int(len(found) * 0.9)]


# -- 1: one socket


def test_looking_back_at_a_long_game_holds_up_nobody(plain: Running) -> None:
    ann, eve = Browser(plain.port), Browser(plain.port, EVE)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    quiet = waits(page, 1)
    long = eve.bring(pointless(2500))
    worst = eve.sit(long)

    def look(stop: threading.Event) -> None:
        n = 0
        while not stop.is_set():
            n += 1
            try:
                worst.send(t="ask", what="at", at=worst.view["length"] - n % 7 - 1)
                if n % 5 == 0:
                    worst.send(t="lang", lang=("pl", "it", "en")[n // 5 % 3])
            except ConnectionClosed:  # it reads nothing, either
                return
            stop.wait(0.05)

    with while_(look):
        found = waits(page, 4)
    assert most(found) < SOON + 5 * most(quiet), found[-5:]


def test_joining_again_and_again_holds_up_nobody(plain: Running) -> None:
    ann, eve = Browser(plain.port), Browser(plain.port, EVE)
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    quiet = waits(page, 1)
    long = eve.bring(finished())

    def join(stop: threading.Event) -> None:
        while not stop.is_set():
            sock = silent(plain.port, long, eve.cookie, EVE)
            sock.settimeout(5)
            with suppress(OSError):
                sock.recv(2000)
            sock.close()

    with while_(join, 2):
        found = waits(page, 4)
    assert most(found) < SOON + 5 * most(quiet), found[-5:]


def test_nothing_of_a_game_is_worked_out_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: dict[str, set[str]] = {}

    def watched(owner: Any, name: str) -> None:
        whole = getattr(owner, name)

        def noted(*args: Any, **kwargs: Any) -> Any:
            lane = threading.current_thread().name.partition("_")[0]
            threads.setdefault(f"{owner.__name__}.{name}", set()).add(lane)
            return whole(*args, **kwargs)

        monkeypatch.setattr(owner, name, noted)

    for name in ("__init__", "order", "undo", "record", "sight", "take_back", "at"):
        watched(Room, name)
    for name in ("greeting", "news", "view", "view_at"):
        watched(screens.Screens, name)
    for name in ("summary", "position"):
        watched(sitting.Table, name)
    for module, name in (
        (web, "game_card"),
        (web, "_listed"),
        (looks, "_drawing"),
        (looks, "rulebook"),
        (shelf, "packed"),
        (packing.Packing, "_pack_once"),
    ):
        watched(module, name)
    running = Running(str(tmp_path / "tables.db"))
    try:
        ann = Browser(running.port)
        table = ann.create({"allied": "me", "german": "bot:random"})["id"]
        page = ann.sit(table)
        page.send(t="pace", ms=0)
        page.do("default")
        page.until("idle")
        page.ask("at", at=1)
        page.ask("hex", hex="1010")
        page.ask("report")
        page.send(t="lang", lang="pl")
        page.until("view")
        page.undo()
        page.order("default", rev=99)
        for part in ("record", "position?at=1", "picture.svg", "map.svg"):
            assert ann.http.get(f"/api/tables/{table}/{part}").status_code == 200
        assert ann.http.post(f"/api/tables/{table}/branch", json={"at": 1}).status_code == 201
        assert ann.http.post(f"/api/tables/{table}/verify", json={}).status_code == 200
        for path in (
            "/api/tables/records.zip",
            "/api/games",
            "/api/tables",
            "/api/games/anzio/rules",
            "/api/games/anzio/map.svg",
        ):
            assert ann.http.get(path).status_code == 200
        face = ["german", "infantry", "III", "715", "", ["3"], [2, 2], []]
        drawn = {"game": "anzio", "of": json.dumps([face])}
        assert ann.http.get("/api/counters", params=drawn).status_code == 200
        running.restart()
        ann.sit(table)
    finally:
        running.stop()
    assert len(threads) == 19
    assert threads.pop("Packing._pack_once") == {"asyncio"}
    assert set().union(*threads.values()) <= {"orders", "looks"}, threads


def test_work_is_charged_by_what_it_costs() -> None:
    """Whoever has used up his share waits, the others do not; what waits is bounded."""
    limits = replace(Limits(), work=(10.0, 0.5), at_once=1, in_line=2)

    async def go() -> None:
        from grognard.table.limits import Crowded, charge

        stile = Turnstile(limits)

        async def work(who: str, cost: float) -> float:
            began = time.monotonic()
            async with stile.turn(who):
                charge(cost)
                return time.monotonic() - began

        assert await work("eve", 2.5) < 0.05
        later = asyncio.create_task(work("eve", 0.0))
        also = asyncio.create_task(work("eve", 0.0))
        await asyncio.sleep(0)
        with pytest.raises(Crowded):
            await work("eve", 0.0)
        assert await work("ann", 0.1) < 0.05
        assert 0.15 < await later < 0.5
        await also

    carry_out(go())


def test_a_long_room_is_opened_in_one_go() -> None:
    """Four times as many steps take about four times as long, not sixteen times."""

    position, side, attack = begun()
    base = grognard.load(position, dice="asked").record

    def seconds(times: int) -> float:
        room = Room(base)
        start = room.length
        pair = [room.order(order, side)[0] for order in (attack, "cancel")]
        grown = room.length - start
        many = [step._replace(start=step.start + grown * n) for n in range(times) for step in pair]
        began = time.thread_time()
        Room(base, many)
        return time.thread_time() - began

    seconds(100)
    assert seconds(8000) < 10 * seconds(2000)


# -- 2: memory by not reading


def test_a_page_that_reads_nothing_is_heard_no_more(tmp_path: Path) -> None:
    """It asks for much and takes nothing: what waits for it is bounded, and it is cut off."""
    limits = replace(LAX, patience=0.5)
    running = Running(str(tmp_path / "tables.db"), limits)
    try:
        eve = Browser(running.port)
        table = eve.bring(pointless(1500))
        deaf = [silent(running.port, table, eve.cookie) for _ in range(4)]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for sock in deaf:
            sock.sendall(frames([{"t": "lang", "lang": "pl"}] * 200))
        time.sleep(2.5)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        assert grown < 60_000, f"{grown} KB"
        page = eve.sit(table)
        assert page.view["length"] > 0
        for sock in deaf:
            sock.close()
    finally:
        running.stop()


def frames(messages: list[dict[str, Any]]) -> bytes:
    """Text frames as a browser would send them."""
    out = b""
    for message in messages:
        body = json.dumps(message).encode()
        assert len(body) < 126
        out += bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body
    return out


def silent(port: int, table: str, cookie: str, address: str = "127.0.0.1") -> socket.socket:
    """A WebSocket whose owner never reads."""
    sock = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: grognard={cookie}\r\n\r\n".encode()
    )
    return sock


def test_the_backlog_is_counted_in_bytes() -> None:
    async def go() -> None:
        page = connection.Connection("", (), "en", 10_000)
        page.send("x" * 50_000)  # one alone may be as long as it has to be
        assert not page.dropped.is_set()
        page.send("x")
        assert page.dropped.is_set()
        assert await page.next() == connection.SLOW
        other = connection.Connection("", (), "en", 10_000_000)
        other.send("x" * (connection.EASY + 1))
        with pytest.raises(TimeoutError):
            await other.eased(0.05)
        other.sent(str(await other.next()))
        await other.eased(0.05)

    carry_out(go())


# -- 3: memory and time by import


def test_an_import_is_bounded(plain: Running) -> None:
    eve = Browser(plain.port)
    position = grognard.new("anzio", seed=1).position.splitlines()
    rows = "\n".join("  " + ". " * 99 for _ in range(99))
    big = f"grognard position 1\ngame anzio\nmap flat even 0101 9999\n{rows}\nturn 1\n"
    name = "x" * 200
    small = "map flat even 0101 0303\n  . . .\n  . . .\n  . . .\n"
    texts = {
        "hexes": big,
        "characters": f"grognard position 1\ngame anzio\n{small}place town 0202 {name}\nturn 1\n",
        "lines": f"grognard position 1\ngame anzio\n{small}" + "place town 0202 a\n" * 1500,
        "character": "\n".join([*position[:3], "then allied " + "x " * 1500]) + "\n",
    }
    for word, text in texts.items():
        began = time.monotonic()
        answer = eve.http.post("/api/tables/import", json={"record": text})
        assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "record"), word
        assert word in answer.json()["error"]["text"], answer.text
        assert time.monotonic() - began < 5


def test_a_record_may_not_be_endless() -> None:
    text = pointless(imports.ENTRIES // 2 + 10)
    assert "entries" in imports.bring(text, "seed").fault["say"]


def test_reading_a_game_may_not_take_for_ever(
    plain: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = Browser(plain.port)
    eve.bring(before_battle())  # the worker is there
    monkeypatch.setattr(imports, "SECONDS", 0.05)
    answer = eve.http.post("/api/tables/import", json={"record": pointless(4000)})
    assert (answer.status_code, answer.json()["error"]["kind"]) == (422, "record")
    assert "long" in answer.json()["error"]["text"]
    monkeypatch.setattr(imports, "SECONDS", 8.0)
    eve.bring(before_battle())


def test_work_ends_where_a_process_cannot_interrupt_itself() -> None:
    """As on Windows: the process ends, the work is not tried again, and the next finds a new one."""

    async def try_it() -> None:
        pool = thinking.Pool(1)
        with pytest.raises(thinking.TooLong):
            await pool.run("eve", thinking.watched, 0.2, exec, "while True: pass")
        assert await pool.run("ann", thinking.watched, 5.0, len, "12345678") == 8
        await pool.close(5)

    carry_out(try_it())


def test_idle_tables_are_forgotten_by_their_weight(tmp_path: Path) -> None:
    limits = replace(LAX, memory=3 * sitting.TABLE)
    running = Running(str(tmp_path / "tables.db"), limits)
    try:
        ann = Browser(running.port)
        tables = [ann.create(HOT_SEAT)["id"] for _ in range(8)]
        pages = [ann.sit(id) for id in tables]
        for page in pages:
            page.do("default")
            page.close()
        kept = running.hall._tables
        wait_for(lambda: sum(t.weight for t in kept.values()) <= limits.memory)
        assert ann.sit(tables[0]).view["rev"] == 1
    finally:
        running.stop()


def test_a_forgotten_table_leaves_the_memory_at_once() -> None:
    """Nothing of it waits until the interpreter looks for what nothing leads to."""
    for game in grognard.games():
        begun = grognard.new(game, seed=1)
        seats = dict.fromkeys(begun.rules.seats, "human")
        record = write_record(begun, reveal=True)
        table = sitting.Table(Kept("t", "", sitting.now(), record, json.dumps(seats)), [], [])
        page = connection.Connection("b", seats, "en", 10**9)
        table.screens.greeting(page, {})
        table.connections.add(page)
        for _ in range(3):
            ask = table.room.game.decision
            assert ask is not None
            table.order(str(ask.actions[-1]), ask.side, page.mine, "en")
        table.connections.clear()
        left = weakref.ref(table), weakref.ref(table.room), weakref.ref(table.room.game)
        gc.collect()
        gc.disable()
        try:
            del table
            assert [seen() for seen in left] == [None, None, None], game
        finally:
            gc.enable()


def test_imports_of_drawn_boards_leave_the_server_small() -> None:
    """Resident memory of the whole server, by the kernel's word: it grows by what idle tables may take."""
    limits = replace(LAX, memory=32 * 1024 * 1024)
    with siege.running(limits) as (port, pid):
        eve = Browser(port, EVE)
        eve.create(HOT_SEAT)
        before = siege.memory(pid)
        for _ in range(11):  # of 11 MB each
            eve.bring(attacks.drawn_board())
        assert siege.memory(pid) - before < 2 * 32


def test_what_a_table_takes_is_reckoned_with() -> None:
    """What is taken by measure is never much more than what is reckoned with."""
    rows = "\n".join("  " + ". " * 20 for _ in range(20))
    drawn = "grognard position 1\ngame {}\nmap flat even 0101 2020\n" + rows + "\nturn 1\n"
    texts = [drawn.format(game) for game in ("anzio", "salerno43", "normandy44")]
    for text in [*texts, finished()]:
        brought = imports.bring(text, "seed")
        kept = Kept("t", "", sitting.now(), brought.record, "{}")
        sitting.Table(kept, [], [])  # what all tables share is there
        gc.collect()
        tracemalloc.start()
        table = sitting.Table(kept, [], [])
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert taken < 1.1 * table.weight, text[:40]


def test_the_tables_that_one_visitor_keeps_open_are_bounded(tmp_path: Path) -> None:
    limits = replace(LAX, own_memory=3 * sitting.TABLE, live_memory=5 * sitting.TABLE)
    running = Running(str(tmp_path / "tables.db"), limits)
    try:
        eve, ann = Browser(running.port, EVE), Browser(running.port)
        tables = [eve.create(HOT_SEAT)["id"] for _ in range(4)]
        pages = [eve.sit(id) for id in tables[:3]]
        with pytest.raises(ConnectionClosed) as closed:
            eve.sit(tables[3])
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == talk.FULL
        own = ann.create(HOT_SEAT)["id"]
        pages.append(ann.sit(own))
        pages.append(eve.sit(own))  # it is in memory anyhow
        for page in pages:
            page.close()
        wait_for(lambda: not any(table.connections for table in running.hall.tables))
        eve.sit(tables[3]).close()
    finally:
        running.stop()


# -- 7: slow headers, too many connections


def test_slow_headers_and_too_many_connections_shut_nobody_out(
    plain: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "HEADER_SECONDS", 1.0)
    monkeypatch.setattr(door, "MOST_OF_ONE", 40)
    slow = []
    for n in range(60):
        sock = socket.create_connection(("127.0.0.1", plain.port), 5)
        if n % 2:
            sock.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: ")
        slow.append(sock)

    def answers() -> bool:
        try:
            return Browser(plain.port).http.get("/healthz").status_code == 200
        except httpx.HTTPError:
            return False

    wait_for(answers, 5)
    for sock in slow:
        sock.settimeout(5)
        with suppress(ConnectionResetError):
            assert sock.recv(100) == b""
        sock.close()


@pytest.mark.parametrize("way", ["silent", "body"])
def test_whoever_has_most_connections_makes_room_for_a_newcomer(
    plain: Running, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr(door, "MOST", 40)
    held = []
    body = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    for n in range(60):  # from ten addresses: silent, between two requests, or slow to send a body
        source = (f"127.0.1.{n % 10}", 0)
        sock = socket.create_connection(("127.0.0.1", plain.port), 5, source)
        with suppress(OSError):
            if way == "body":
                sock.sendall(body + b"Content-Length: 100\r\n\r\n{")
            elif n % 2:
                sock.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                sock.recv(1000)
        held.append(sock)
    for n in range(5):
        ann = Browser(plain.port, f"127.0.2.{n}")
        assert ann.http.get("/healthz").status_code == 200
        ann.sit(ann.create(HOT_SEAT)["id"]).do("default")
    assert door.Http.counted.all <= 40
    for sock in held:
        sock.close()
    wait_for(lambda: not door.Http.counted._quiet.keys() & {f"127.0.1.{n}" for n in range(10)})


def test_whoever_does_not_take_what_he_has_asked_for_is_cut_off(
    plain: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, an answer that nobody read was held without end."""
    monkeypatch.setattr(door, "TAKE_SECONDS", 0.3)
    before = door.Http.counted.all
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    sock.bind((EVE, 0))
    sock.connect(("127.0.0.1", plain.port))
    for _ in range(12):
        sock.sendall(b"GET /api/games/normandy44/map.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
    wait_for(lambda: door.Http.counted.of[EVE] == 1)
    wait_for(lambda: door.Http.counted.all == before, 20)
    sock.close()


def test_the_log_does_not_grow_with_the_attack(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        for _ in range(5000):
            note("a test of the log")
    lines = [record for record in caplog.records if record.getMessage() == "a test of the log"]
    assert 100 <= len(lines) < 400


def test_what_a_library_says_by_itself_does_not_fill_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Text that is no UTF-8, twenty times a second: each made uvicorn tell where it was, in a page of text."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", list(root.handlers))
    level, below = root.level, logging.getLogger("uvicorn").level
    logs.set_up()
    try:
        for _ in range(500):
            logging.getLogger("uvicorn.error").error("no UTF-8")
        for handler in root.handlers:
            handler.flush()
    finally:
        root.setLevel(level)
        logging.getLogger("uvicorn").setLevel(below)
    assert 1 <= capsys.readouterr().err.count("no UTF-8") <= 30


def test_a_report_may_not_take_for_ever(plain: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "REPORT_SECONDS", 0.01)
    ann = Browser(plain.port)
    page = ann.sit(ann.bring(finished()))
    for _ in range(2):
        refused = page.until("refused", id=page.send(t="ask", what="report"))
        assert refused["kind"] == "busy"


def test_no_import_waits_behind_a_report(plain: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report may have a minute of the processor: it has a process of its own."""
    ann, eve = Browser(plain.port), Browser(plain.port, EVE)
    page = eve.sit(eve.bring(finished()))
    monkeypatch.setattr(report, "figures", exec)
    long = "import time; time.sleep(20)"
    monkeypatch.setattr(asked, "for_report", lambda *_: (False, 0, long))
    page.send(t="ask", what="report")
    wait_for(lambda: plain.hall.reports._busy)
    began = time.monotonic()
    ann.bring(before_battle())
    assert time.monotonic() - began < 15
    began = time.monotonic()
    plain.stop()  # which waits for no report either
    assert time.monotonic() - began < 12
    plain.start()


def test_what_is_large_is_compressed_once(plain: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A map is asked for again and again: the work is done once."""
    sizes: list[int] = []
    whole = gzip.compress

    def counted(body: bytes, *args: Any, **kwargs: Any) -> bytes:
        sizes.append(len(body))
        return whole(body, *args, **kwargs)

    monkeypatch.setattr(gzip, "compress", counted)
    ann = Browser(plain.port)
    path = "/api/games/normandy44/map.svg"
    maps = [ann.http.get(path) for _ in range(5)]
    assert {answer.headers["content-encoding"] for answer in maps} == {"gzip"}
    assert len({answer.text for answer in maps}) == 1
    assert sizes == [len(maps[0].content)]
    plainly = ann.http.get(path, headers={"Accept-Encoding": "identity"})
    assert plainly.content == maps[0].content
    assert "content-encoding" not in plainly.headers


# -- 9: bots serve everybody in turn


def test_those_who_ask_for_much_wait_behind_those_who_ask_for_little() -> None:
    async def go() -> None:
        pool = thinking.Pool(1)
        await pool.run("warm", int, 1)
        done: list[str] = []

        async def ask(who: str) -> None:
            await pool.run(who, time.sleep, 0.02)
            done.append(who)

        greedy = [asyncio.create_task(ask("eve")) for _ in range(20)]
        await asyncio.sleep(0)
        modest = [asyncio.create_task(ask(name)) for name in ("ann", "ben")]
        await asyncio.gather(*greedy, *modest)
        assert max(done.index("ann"), done.index("ben")) <= 5
        await pool.close(2)

    carry_out(go())


def test_nobody_has_all_processes_while_others_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long his pieces of work are, another's begins at once; alone he has them all."""

    async def go() -> None:
        pool, ends = thinking.Pool(2), threading.Event()
        threads = ThreadPoolExecutor(2)  # as good as processes here, and there at once
        monkeypatch.setattr(pool, "_open", lambda: threads)
        alone = [asyncio.create_task(pool.run("eve", ends.wait)) for _ in range(3)]
        await asyncio.sleep(0.01)
        assert (pool._busy["eve"], pool.waiting) == (2, 1)
        first = asyncio.create_task(pool.run("ann", int, 1))  # from now on she is reckoned with
        await asyncio.sleep(0.01)
        ends.set()
        await asyncio.gather(*alone, first)
        ends.clear()
        greedy = [asyncio.create_task(pool.run("eve", ends.wait)) for _ in range(4)]
        await asyncio.sleep(0.01)
        assert (pool._busy["eve"], pool.waiting) == (1, 3)
        assert await pool.run("ann", int, 1) == 1
        assert not any(task.done() for task in greedy)
        ends.set()
        await asyncio.gather(*greedy)
        assert (pool.waiting, pool._busy.total()) == (0, 0)
        threads.shutdown()

    carry_out(go())


def test_all_tables_of_a_visitor_wait_in_one_line_for_the_bots(
    plain: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[str] = []
    run = thinking.Pool.run

    async def noted(pool: thinking.Pool, who: str, work: Any, *args: Any, **kwargs: Any) -> Any:
        if work is thinking.think:
            lines.append(who)
        return await run(pool, who, work, *args, **kwargs)

    monkeypatch.setattr(thinking.Pool, "run", noted)
    for address in ("127.0.0.2", "127.0.0.3"):
        browser = Browser(plain.port, address)
        for _ in range(2):
            already = len(lines)
            browser.sit(browser.create({"allied": "bot:random", "german": "me"})["id"])
            wait_for(lambda already=already: len(lines) > already)  # type: ignore[misc]
    assert len(set(lines)) == 2


def test_a_table_against_the_computer_is_made_while_all_bots_think(plain: Running) -> None:
    async def occupy() -> list[asyncio.Task[None]]:
        pool = plain.hall.pool
        return [asyncio.create_task(pool.run("eve", time.sleep, 4)) for _ in range(8)]

    busy = plain.ask(occupy())
    begun = time.monotonic()
    Browser(plain.port).create({"allied": "me", "german": "bot:random"})
    assert time.monotonic() - begun < 4
    assert not all(task.done() for task in busy)


def test_any_process_takes_the_first_turn_of_each_visitor_before_anybodys_second(
    postgres: Callable[[], str],
) -> None:
    url = postgres()
    running = Running(url, bots=False)
    try:
        made, waiting = [], running.hall.store.waiting_jobs
        for address in ("127.0.0.2",) * 4 + ("127.0.0.3",):
            browser = Browser(running.port, address)
            made.append(browser.create({"allied": "bot:random", "german": "me"})["id"])
            browser.sit(made[-1])
            wait_for(lambda: running.ask(waiting()) == len(made))
        hands = [databases.connect(url) for _ in range(3)]
        taken = []
        for db in hands:
            db.begin()
            taken.append(db.run(jobs.TAKE)[0][0])
        for db in hands:
            db.rollback()
            db.close()
        assert taken == [made[0], made[4], made[1]]
    finally:
        running.stop()


def test_a_bot_draws_its_luck_from_a_secret(
    plain: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who knows the table and the revision does not know what the bot will draw."""
    drawn: list[str] = []
    run = thinking.Pool.run

    async def noted(self: thinking.Pool, who: str, work: Any, *args: Any, **kwargs: Any) -> Any:
        if work is thinking.think:
            drawn.append(args[3])
        return await run(self, who, work, *args, **kwargs)

    monkeypatch.setattr("grognard.table.turns.secret_of", secret_of)
    monkeypatch.setattr(thinking.Pool, "run", noted)
    ann = Browser(plain.port)
    table = ann.create({"allied": "me", "german": "bot:random"})["id"]
    page = ann.sit(table)
    page.do("default")
    wait_for(lambda: drawn)
    assert table not in drawn[0]
    secret = plain.hall.store.secret
    assert drawn[0] in {secret_of(secret, f"luck {table} {rev}") for rev in range(5)}
    assert secret not in "".join(page.raw)


def test_by_link_there_is_no_token_in_what_is_asked_for(plain: Running) -> None:
    link = Browser(plain.port).create(BY_LINK)["links"]["german"]
    assert "?" not in link
    assert "#seat=" in link
