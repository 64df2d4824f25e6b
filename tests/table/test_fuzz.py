"""Nonsense of every kind: no failure of the server, no illegal action, no secret given away."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

import grognard
from grognard.table import links
from grognard.table.room import Room
from grognard.table.steps import step_in

from .players import BY_LINK, HOT_SEAT, Browser, Page, Running, finished

WORDS = [
    *("move", "attack", "place", "default", "done", "go", "from", "support", "at", "to", "roll"),
    *("AL-3US-A", "GE-HG-A", "AL-1UK-A+AL-1UK-B", "1010", "0908", "1010-1009-0908", "9999", "6"),
    *(
        "",
        " ",
        "\t",
        "é",
        "\u202e",
        "--",
        "'",
        '"',
        ";",
        "{hex}",
        "{0}",
        "%s",
        "../..",
        "\U0001f3b2",
    ),
    *("allied", "german", "dice", "1" * 300, "-" * 50, "0101-", "+", "AL-3US-A+", "None", "NaN"),
]
VALUES: list[Any] = [None, True, -1, 0, 1, 2**31, 2**64, 1.5, "", "x", [], {}, [[]], {"t": "order"}]
KINDS = ["order", "undo", "consent", "chat", "ask", "pace", "skip", "lang", "ping", "hello", "x"]
DICE_KINDS = ["order", "order", "pledge", "link", *KINDS]
WHATS = ["of", "reach", "why", "odds", "hex", "at", "overlay", "report", "seed"]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tmp_path_factory.mktemp("fuzz") / "tables.db")


@pytest.fixture
def faults(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    """What the server has logged as its own failure: nothing, in the end."""
    found: list[str] = []
    with caplog.at_level(logging.ERROR):
        yield found
    found += [f"{r.getMessage()} {r.exc_text or r.exc_info}" for r in caplog.records]
    assert found == []


def order_text(rng: Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 7)))


def message(rng: Random, page: Page) -> Any:
    """Something like a message, more or less."""
    decision = page.view["decision"]
    texts = [a["text"] for a in decision["actions"]] if decision else []
    kinds = DICE_KINDS if page.view["dice"]["kind"] == "shared" else KINDS
    made: dict[str, Any] = {"t": rng.choice(kinds), "id": f"{rng.getrandbits(60):x}"}
    match made["t"]:
        case "order":
            text = rng.choice(texts) if texts and rng.random() < 0.3 else order_text(rng)
            made |= {"rev": page.view["rev"], "text": text}
            if rng.random() < 0.2:
                made["side"] = rng.choice(["allied", "german", "dice", "x"])
        case "undo":
            made |= {"rev": page.view["rev"], "order": rng.random() < 0.3}
        case "consent":
            made["yes"] = rng.random() < 0.5
        case "chat":
            made["text"] = order_text(rng)
        case "ask":
            made["what"] = rng.choice(WHATS[:-2] if rng.random() < 0.95 else WHATS)
            for key in ("unit", "text", "hex", "name"):
                if rng.random() < 0.7:
                    made[key] = rng.choice(WORDS) if key != "text" else order_text(rng)
            if rng.random() < 0.5:
                made["at"] = rng.randint(0, page.view["length"] + 3)
        case "pledge":
            top = f"{rng.getrandbits(256):064x}"
            made = {"t": "pledge", "side": rng.choice(["allied", "german", "dice"]), "top": top}
        case "link":
            made = {"t": "link", "n": rng.randint(0, 5), "side": rng.choice(["allied", "german"])}
            made |= {"place": rng.randint(-1, 4096), "link": f"{rng.getrandbits(256):064x}"}
        case "pace":
            made = {"t": "pace", "ms": rng.choice([0, 0, 10_000, -5])}
        case "lang":
            made = {"t": "lang", "lang": rng.choice(["en", "pl", "it", "xx", "../en", "\x00"])}
        case _:
            made.pop("id")
    if rng.random() < 0.15:
        made[rng.choice(["t", "id", "rev", "text", "what", "at", "yes", "zz"])] = rng.choice(VALUES)
    return made


def frame(rng: Random, page: Page) -> str:
    text = json.dumps(message(rng, page))
    if rng.random() < 0.1:
        cut = rng.randrange(len(text))
        text = (
            text[:cut] + rng.choice(["", "\x00", "}", '"', "\\ud800", "[" * 50]) + text[cut + 1 :]
        )
    return text


@pytest.mark.parametrize("seed", range(3))
def test_a_websocket_survives_anything(
    server: Running, faults: list[str], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "PATIENCE", 0.05)
    rng = Random(seed)
    ann, ben = Browser(server.port), Browser(server.port)
    made = ann.create(BY_LINK, dice="shared" if seed == 2 else "server")
    ben.take(made["links"]["german"])
    pages = [ann.sit(made["id"]), ben.sit(made["id"]), Browser(server.port).sit(made["id"])]
    for _ in range(500):
        page = rng.choice(pages)
        mine = page.hello["seats"]
        page.ws.send(frame(rng, page))
        page.ws.send('{"t":"ping"}')
        while (answer := page.receive())["t"] != "pong":
            assert answer["t"] != "error" or answer["kind"] == "malformed", answer
            if answer["t"] == "done":
                assert mine, "a spectator has done something"
    seen = json.dumps([page.seen for page in pages])
    for page in pages:
        page.close()
    room, seed_text = kept(server.database, made["id"])
    assert seed_text not in seen
    assert grognard.verify(room.record(reveal=True)) == []
    assert room.rules.check(room.game.state) == []


def kept(database: str, table: str) -> tuple[Room, str]:
    """The table as the store has it: every action of it is played again, and so is legal."""
    with sqlite3.connect(database) as db:
        (base,) = db.execute("SELECT base FROM tables WHERE id = ?", (table,)).fetchone()
        rows = db.execute("SELECT body FROM changes WHERE table_id = ? ORDER BY rev", (table,))
        room = Room(base, [step_in(body) for (body,) in rows])
    assert room.seed is not None
    return room, room.seed


PATHS = [
    *("/", "/t/{id}", "/healthz", "/api/games", "/api/tables", "/api/tables/import"),
    *("/api/tables/{id}/map.svg", "/api/tables/{id}/picture.svg", "/api/tables/{id}/record"),
    *("/api/tables/{id}/position", "/api/tables/{id}/rules/{word}", "/api/tables/{id}/verify"),
    *("/api/tables/{id}/seat", "/api/tables/{id}/branch", "/client/{word}", "/{word}", "/ws/{id}"),
    *("/api/counters", "/api/games/{word}/map.svg", "/api/games/anzio/page"),
]
QUERIES = ["at", "theme", "lang", "seat", "game", "of", "x"]
FACE = ["german", "inf", "XX", "1", "name", ["1", "2"], False, ["star"]]


def query(rng: Random) -> dict[str, str]:
    values = [*WORDS, "light", "pl", "0", "-1", "9" * 30, "1e5", "\x00", "anzio"]
    asked = {rng.choice(QUERIES): rng.choice(values) for _ in range(rng.randint(0, 3))}
    if rng.random() < 0.3:
        face = list(FACE)
        face[rng.randrange(len(face))] = rng.choice([*VALUES, *WORDS])
        asked |= {"game": "anzio", "of": json.dumps([face])}
    return asked


def body(rng: Random, path: str) -> bytes:
    """Something like the body that belongs to a path, mostly."""
    shapes: dict[str, dict[str, Any]] = {
        "tables": {"game": "anzio", "seats": dict(HOT_SEAT)},
        "import": {"record": finished()},
        "branch": {"at": 0},
        "seat": {"token": "x"},
    }
    own = shapes.get(path.rpartition("/")[2])
    base = dict(own if own and rng.random() < 0.8 else rng.choice(list(shapes.values())))
    if "record" in base:
        lines = base["record"].splitlines()
        for _ in range(rng.randint(0, 3)):
            at = rng.randrange(len(lines))
            lines[at] = rng.choice([rng.choice(lines), order_text(rng), "", lines[at][:-1]])
        base["record"] = "\n".join(lines)
    if rng.random() < 0.6:
        base[rng.choice([*base, "options", "scenario", "name", "zz"])] = rng.choice(
            [*VALUES, *WORDS]
        )
    text = json.dumps(base).encode()
    if rng.random() < 0.1:
        cut = rng.randrange(len(text))
        text = text[:cut] + bytes([rng.randrange(256)]) + text[cut + 1 :]
    return text


@pytest.mark.parametrize("seed", range(3))
def test_http_survives_anything(server: Running, faults: list[str], seed: int) -> None:
    rng = Random(seed)
    ann = Browser(server.port)
    table = ann.create(BY_LINK)
    secret = table["links"]["german"].partition("seat=")[2]
    stranger = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=30)
    statuses: dict[int, int] = {}
    for _ in range(500):
        id = rng.choice([table["id"], table["id"], table["id"], "nowhere", rng.choice(WORDS)])
        path = rng.choice(PATHS).format(
            id=id, word=rng.choice([*WORDS, "12.7", "12.7a-c", "index"])
        )
        method = rng.choice(["GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS"])
        headers = {"Content-Type": rng.choice(["application/json", "application/json", "text/x"])}
        if rng.random() < 0.1:
            headers["Origin"] = "https://evil.example"
        content = body(rng, path) if method == "POST" else None
        request = stranger.build_request(
            method, quote(path), params=query(rng), headers=headers, content=content
        )
        answer = stranger.send(request)
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (method, path, str(request.url), content, answer.text)
        assert secret not in answer.text
        assert "content-security-policy" in answer.headers
        stranger.cookies.clear()
    assert {200, 201, 400, 403, 404, 405, 415, 422} <= set(statuses)
    _, seed_text = kept(server.database, table["id"])
    for part in ("record", "position"):
        assert seed_text not in stranger.get(f"/api/tables/{table['id']}/{part}").text


def test_bytes_that_are_no_websocket(server: Running) -> None:
    rng = Random(9)
    table = Browser(server.port).create(HOT_SEAT)["id"]
    head = (
        f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", server.port), 5) as raw:
            raw.sendall(head.encode() if rng.random() < 0.7 else rng.randbytes(50))
            raw.sendall(rng.randbytes(rng.randint(1, 200)))
    page = Browser(server.port).sit(table)
    with pytest.raises((ConnectionClosed, TimeoutError)):
        page.until("never", timeout=0.2)
