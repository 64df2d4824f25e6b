"""Floods below the messages: frames, handshakes, connections, and what one message has sent to many."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import secrets
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.table import connection, door, limits, logs, server, talk
from grognard.table.limits import Limits

from .players import HOT_SEAT, LAX, Browser, Running, wait_for

PING, TEXT, PART = 0x89, 0x81, 0x00


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(str(tmp_path / "tables.db"))
    yield running
    running.stop()


def frame(head: int, body: bytes = b"") -> bytes:
    """A frame as a page sends it, masked with nothing."""
    assert len(body) < 126
    return bytes([head, 0x80 | len(body)]) + bytes(4) + body


def raw(port: int, table: str) -> socket.socket:
    """A WebSocket of which we write every byte ourselves."""
    line = socket.create_connection(("127.0.0.1", port), 10)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    line.sendall(
        f"GET /ws/{table} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b" 101 " in line.recv(64)
    return line


HANDSHAKE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("POST", "Content-Length: 5\r\n"),
        ("GET", "Content-Length: 5\r\n"),
        ("GET", "Transfer-Encoding: chunked\r\n"),
        ("GET", "A: b\r\n" * 300),
        ("GET", f"A: {'b' * 20_000}\r\n"),
        ("GET", "Sec-WebSocket-Key: another\r\n"),
    ],
)
def test_a_handshake_that_is_none_is_not_held(running: Running, method: str, more: str) -> None:
    """Before, it was never answered nor closed, and counted among no connections: 8,000 shut everybody out."""
    with socket.create_connection(("127.0.0.1", running.port), 10) as line:
        line.sendall(
            f"{method} /ws/x HTTP/1.1\r\nHost: 127.0.0.1\r\n{HANDSHAKE}{more}\r\n".encode()
        )
        heard = b""
        while part := line.recv(4096):
            heard += part
    assert heard.startswith(b"HTTP/1.1 4")


def test_a_request_of_two_lengths_is_the_last_on_its_line(running: Running) -> None:
    """A proxy may have believed the length, and taken what follows for a part of the body."""
    inner = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    head = (
        "POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        f"Content-Length: {5 + len(inner)}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", running.port), 10) as line:
        line.sendall(head.encode() + inner)
        heard = b""
        with suppress(ConnectionResetError):
            while part := line.recv(4096):
                heard += part
    assert heard.count(b"HTTP/1.1 ") == heard.count(b"HTTP/1.1 400 ") == 1


def answers(line: socket.socket, what: bytes) -> int:
    """How often this comes back until the other side has had enough."""
    heard = b""
    line.settimeout(5)
    try:
        while part := line.recv(1 << 16):
            heard += part
    except OSError:
        pass
    return heard.count(what)


@pytest.mark.parametrize("part", [frame(PING, b"ho"), frame(PART), frame(0x8A)])
def test_frames_that_say_nothing_are_cut_off(running: Running, part: bytes) -> None:
    """Pings, parts of a message without end, pongs that nobody asked for: before, one such line held up everybody."""
    line = raw(running.port, Browser(running.port).create(HOT_SEAT)["id"])
    begin = frame(TEXT & 0x7F) if part == frame(PART) else b""
    with suppress(OSError):
        line.sendall(begin + part * 5000)
    assert answers(line, b"\x8a\x02ho") <= door.ASIDE[1] + door.SLICE // len(part)
    wait_for(lambda: not any(table.connections for table in running.hall.tables), 5)


def test_messages_that_come_at_once_are_all_heard(running: Running) -> None:
    """They are looked at a little at a time, and none is lost."""
    id = Browser(running.port).create(HOT_SEAT)["id"]
    page = Browser(running.port).sit(id)
    for _ in range(600):
        page.ws.send('{"t":"ping"}')
    for _ in range(600):
        page.until("pong")
    page.ws.ping().wait(10)


def test_sockets_may_not_be_opened_without_end(tmp_path: Path) -> None:
    running = Running(str(tmp_path / "tables.db"), replace(LAX, requests=(0.01, 6)))
    try:
        id = Browser(running.port).create(HOT_SEAT)["id"]
        for _ in range(5):
            Browser(running.port).sit(id).close()
        with pytest.raises(InvalidStatus, match="403"):
            Browser(running.port).sit(id)
        Browser(running.port, "127.0.0.2").sit(id)
    finally:
        running.stop()


def test_connections_that_come_too_fast_are_dropped() -> None:
    with door.Listener(socket.create_server(("127.0.0.1", 0)), (0.01, 3)) as listener:
        listener.settimeout(5)
        lines = [
            socket.create_connection(listener.getsockname(), 5, (source, 0))
            for source in ("127.0.0.2",) * 6 + ("127.0.0.3",)
        ]
        came = [listener.accept()[1][0] for _ in range(4)]
        assert came == ["127.0.0.2"] * 3 + ["127.0.0.3"]
        assert lines[5].recv(10) == b""  # nobody keeps it
        for line in lines:
            line.close()


def test_a_proxy_may_be_named_by_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "10.0.0.0/8, 127.0.0.1")
    assert [door._is_proxy(h) for h in ("10.1.2.3", "127.0.0.1", "127.0.0.2", "", "odd")] == [
        *(True, True),
        *(False, False, False),
    ]


def test_what_one_message_has_sent_to_many_is_charged(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pace, a name, a line of chat goes to all who are there: whoever sends it pays for each."""
    spent = 0.0

    def charge(seconds: float) -> None:
        nonlocal spent
        if limits._charged.get() is not None:
            spent += seconds

    ann = Browser(running.port)
    made = ann.create(HOT_SEAT)
    pages = [ann.sit(made["id"]) for _ in range(20)]
    monkeypatch.setattr(connection, "charge", charge)
    messages: list[dict[str, Any]] = [
        {"t": "pace", "ms": 5},
        {"t": "name", "id": "n", "side": "allied", "name": "Ann"},
        {"t": "chat", "id": "c", "text": "hello"},
    ]
    for message, heard in zip(messages, ("pace", "seats", "chat"), strict=True):
        before = spent
        pages[0].ws.send(json.dumps(message))
        for page in pages:
            page.until(heard)
        assert spent - before >= 20 * connection.MESSAGE_SECONDS


def test_whoever_was_sent_away_is_not_heard(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """He may read nothing, so that he is never told: what he sends counts for nothing all the same."""
    ann, ben, cat = (Browser(running.port) for _ in range(3))
    made = ann.create(HOT_SEAT)

    async def stuck(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(talk, "LAST_WORDS", 0.2)
    page = ann.sit(made["id"])
    with monkeypatch.context() as patch:
        patch.setattr(talk, "_send", stuck)
        deaf = base64.b64encode(secrets.token_bytes(16)).decode()
        line = socket.create_connection(("127.0.0.1", running.port), 10)
        line.sendall(
            f"GET /ws/{made['id']} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {deaf}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: grognard={ann.cookie}\r\n\r\n".encode()
        )
        table = running.hall.opened(made["id"])
        assert table is not None
        wait_for(lambda: len(table.connections) == 2)
    code = made["codes"]["allied"].partition("#code=")[2]
    seat = f"/api/tables/{made['id']}/seat"
    assert ben.http.post(seat, json={"code": code}).status_code == 200
    with pytest.raises(ConnectionClosed):
        page.until("nothing more")
    order = json.dumps({"t": "order", "id": "x", "rev": 0, "text": "default"}).encode()
    line.sendall(frame(TEXT, order))
    watcher = cat.sit(made["id"])
    wait_for(lambda: len(table.connections) == 1, 10)
    assert (table.rev, watcher.view["rev"]) == (0, 0)
    line.close()


def test_no_line_of_the_log_grows_with_what_is_asked(running: Running) -> None:
    """And none moves the cursor of whoever reads it."""
    line = logs._Lines()
    record = logging.makeLogRecord({"msg": "request"})
    record.facts = {"path": "/\x9b2J\x1b[31m‮" + "a" * 30_000, "status": 404}
    told = line.format(record)
    assert len(told) < 500
    assert json.loads(told)["path"].startswith("/�2J�[31m�aaa")
    assert told.isprintable()
    assert json.loads(told)["status"] == 404


def test_the_server_opens_as_many_files_as_it_may(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Usually a process may have 1,024: four visitors could take them all."""
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 524288))
    server.open_many()
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 2048))
    with caplog.at_level("WARNING"):
        server.open_many()
    assert asked == [(server.FILES, 524288), (2048, 2048)]
    assert "few files" in caplog.text
    bounds = Limits()
    assert bounds.in_all + door.MOST + 1000 < server.FILES
