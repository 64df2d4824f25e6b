"""What somebody may do at his worst against the table, each with what must have come of it.

A row whose attack did not do what it says measures nothing: each counts what it saw, and says what must be there.
"""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import secrets
import socket
import threading
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import httpx
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

import grognard

HERE = "127.0.0.1"
HOT_SEAT = {"allied": "me", "german": "me"}
BY_LINK = {"allied": "me", "german": "link"}
BOTS = {"allied": "bot:elite", "german": "bot:elite"}
LANGS = ("pl", "it", "en")
THEMES = ({"theme": "light"}, {"theme": "dark"})
LISTS = ("/api/tables", "/api/games", "/api/games/normandy44/rules", "/api/tables/records.zip")
PING, PART, BEGIN, PONG = (bytes([head, 0x80]) + bytes(4) for head in (0x89, 0x00, 0x01, 0x8A))
"""Frames without anything in them."""
PAGES = 60
BROKEN = (WebSocketException, OSError, TimeoutError)

Did = Counter[str]
"""What an attack has seen, by name."""
Attack = Callable[[threading.Event, Did], None]


class Row(NamedTuple):
    """An attack, and what it must have seen how often: less, and it was none."""

    attack: Attack
    sees: str
    times: int

    def seen(self, did: Did) -> bool:
        return did[self.sees] >= self.times


class Visitor:
    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=f"http://{HERE}:{port}", transport=transport, timeout=60)

    def make(self, seats: dict[str, str]) -> httpx.Response:
        return self.http.post("/api/tables", json={"game": "anzio", "seats": seats})

    def table(self) -> str:
        return str(self.make(HOT_SEAT).json()["id"])

    def bring(self, text: str) -> str:
        return str(self.http.post("/api/tables/import", json={"record": text}).json()["id"])

    @property
    def cookie(self) -> str:
        return f"grognard={self.http.cookies.get('grognard', '')}"

    def sit(self, table: str) -> ClientConnection:
        how = connect(
            f"ws://{HERE}:{self.port}/ws/{table}",
            additional_headers={"Cookie": self.cookie},
            source_address=(self.address, 0),
            max_size=None,
            max_queue=None,  # what comes is always taken, else both sides would wait
            proxy=None,
        )
        return how.__enter__()

    def line(self) -> socket.socket:
        return socket.create_connection((HERE, self.port), 5, (self.address, 0))

    def raw(self, table: str) -> tuple[socket.socket, str]:
        """A WebSocket of which every byte is our own, and the status that it was answered with."""
        line, key = self.line(), base64.b64encode(secrets.token_bytes(16)).decode()
        line.sendall(
            f"GET /ws/{table} HTTP/1.1\r\nHost: {HERE}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )
        return line, line.recv(12).decode()[9:]


def view_of(ws: ClientConnection) -> dict[str, Any]:
    while True:
        message = json.loads(ws.recv(60))
        if message["t"] == "view":
            found: dict[str, Any] = message["view"]
            return found


def whole_game() -> str:
    rng, game = Random(3), grognard.new("anzio", seed=11)
    while game.outcome is None:
        game.play(rng.choice(game.legal_actions))
    return game.record


def drawn_board() -> str:
    """A position on a board that is as large as may be."""
    rows = "\n".join("  " + ". " * 40 for _ in range(40))
    return f"grognard position 1\ngame anzio\nmap flat even 0101 4040\n{rows}\nturn 1\n"


def _heard(ws: ClientConnection, did: Did) -> None:
    """Count all that has come."""
    with contextlib.suppress(TimeoutError):
        while True:
            message = json.loads(ws.recv(0))
            did[" ".join([message["t"], *([message["kind"]] if "kind" in message else [])])] += 1


def over_a_socket(eve: Visitor, table: str, pause: float, text: Callable[[int], str]) -> Attack:
    """Messages without end at a table, over a new line when one is closed; what comes back is read."""

    def attack(stop: threading.Event, did: Did) -> None:
        numbers = itertools.count()
        while not stop.wait(0.05):
            with contextlib.suppress(*BROKEN):
                ws = eve.sit(table)
                while not stop.wait(pause):
                    ws.send(text(next(numbers)))
                    _heard(ws, did)

    return attack


def over_http(ask: Callable[[int], httpx.Response]) -> Attack:
    """Requests without end, one after the other."""

    def attack(stop: threading.Event, did: Did) -> None:
        numbers = itertools.count()
        while not stop.is_set():
            with contextlib.suppress(httpx.HTTPError):
                answer = ask(next(numbers))
                did[f"{answer.url.path.rpartition('/')[2]} {answer.status_code}"] += 1

    return attack


def frames(eve: Visitor, table: str, part: bytes, first: bytes = b"") -> Attack:
    """Frames that bring no message to its end, as fast as they are taken."""

    def attack(stop: threading.Event, did: Did) -> None:
        while not stop.wait(0.05):
            with contextlib.suppress(OSError):
                line, status = eve.raw(table)
                with line:
                    if status == "101":
                        line.sendall(first)
                        try:
                            while not stop.is_set():
                                line.sendall(part * 5000)
                        except OSError:
                            did["cut off"] += 1

    return attack


def question(n: int, what: str, **more: object) -> str:
    return json.dumps({"t": "ask", "id": f"a{n}", "what": what} | more)


def offer(n: int) -> str:
    """A draw offered and taken back."""
    ask = {"t": "withdraw"} if n % 2 else {"t": "propose", "rev": 0, "what": "draw"}
    return json.dumps(ask | {"id": f"o{n}"})


def counters(n: int) -> dict[str, str]:
    """As many counters as may be drawn at once, none of them known."""
    faces = [["german", "infantry", "III", f"{n} {k}", "", ["3"], [2, 2], []] for k in range(64)]
    return {"game": "anzio", "of": json.dumps(faces)}


def look_away(n: int) -> str:
    return '{"t":"ping"}' if n % 4 == 3 else json.dumps({"t": "look", "on": bool(n % 2)})


def order_and_back(eve: Visitor) -> Attack:
    """Begin something and call it off, as fast as the answers come."""

    def attack(stop: threading.Event, did: Did) -> None:
        n, table = 0, eve.table()
        while not stop.wait(0.05):
            with contextlib.suppress(*BROKEN):
                ws = eve.sit(table)
                view = view_of(ws)
                while not stop.is_set():
                    actions = view["decision"]["actions"]
                    ask = {"t": "order", "text": actions[-1]["text"]} if n % 2 else {"t": "undo"}
                    ws.send(json.dumps(ask | {"id": f"b{n}", "rev": view["rev"]}))
                    n += 1
                    while (got := json.loads(ws.recv(60)))["t"] not in ("done", "refused", "error"):
                        if got["t"] == "view":
                            view = got["view"]
                    did[got["t"]] += 1

    return attack


def joining(eve: Visitor, table: str) -> Attack:
    def attack(stop: threading.Event, did: Did) -> None:
        while not stop.is_set():
            with contextlib.suppress(*BROKEN):
                ws = eve.sit(table)
                did[json.loads(ws.recv(5))["t"]] += 1
                ws.close()

    return attack


def reading_nothing(eve: Visitor, table: str) -> Attack:
    """Ask for much over some lines, and see at the end how much was kept for them."""
    message = json.dumps({"t": "lang", "lang": "pl"}).encode()
    frame = bytes([0x81, 0x80 | len(message)]) + bytes(4) + message

    def attack(stop: threading.Event, did: Did) -> None:
        lines = [eve.raw(table)[0] for _ in range(4)]
        with contextlib.suppress(OSError):
            while not stop.wait(0.06):
                did["asked"] += 1
                for line in lines:
                    line.sendall(frame)
        for line in lines:
            line.close()

    return attack


def held_open(eve: Visitor, addresses: list[str], most: int, first: bytes) -> Attack:
    """Connections that say nothing, or not to the end; how many are held is looked at again and again."""

    def attack(stop: threading.Event, did: Did) -> None:
        lines: list[socket.socket] = []
        while not stop.is_set() and len(lines) < most:
            with contextlib.suppress(OSError):
                source = addresses[len(lines) % len(addresses)], 0
                line = socket.create_connection((HERE, eve.port), 2, source)
                line.sendall(first)
                line.setblocking(False)
                lines.append(line)
        while not stop.wait(0.2):
            did["held"] = max(did["held"], sum(map(_is_open, lines)))
        for line in lines:
            line.close()

    return attack


def _is_open(line: socket.socket) -> bool:
    try:
        return bool(line.recv(1, socket.MSG_PEEK))
    except BlockingIOError:
        return True
    except OSError:
        return False


def large_tables(eve: Visitor) -> Attack:
    """As many drawn boards as may be, with somebody at each."""

    def attack(stop: threading.Event, did: Did) -> None:
        socks: list[ClientConnection] = []
        while not stop.wait(0.05) and len(socks) < 40:
            with contextlib.suppress(*BROKEN, KeyError):
                socks.append(eve.sit(eve.bring(drawn_board())))
                view_of(socks[-1])
                did["sat"] += 1
        stop.wait()

    return attack


def bots(eve: Visitor) -> Attack:
    """Twenty tables at which the computer plays against itself, with somebody at each."""

    def attack(stop: threading.Event, did: Did) -> None:
        socks = []
        for _ in range(20):
            if stop.is_set():
                return
            with contextlib.suppress(*BROKEN, KeyError):
                socks.append(eve.sit(eve.make(BOTS).json()["id"]))
        while not stop.wait(0.1):
            for ws in socks:
                with contextlib.suppress(*BROKEN):
                    _heard(ws, did)

    return attack


def strangers(eve: Visitor) -> Attack:
    """WebSockets opened and left, as many as there may be, at tables that do not exist."""

    def attack(stop: threading.Event, did: Did) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError):
                line, status = eve.raw(secrets.token_urlsafe(12))
                line.close()
                did[f"status {status}"] += 1

    return attack


def own_pages(eve: Visitor) -> Attack:
    """Sixty pages at one's own table, and what goes to all of them as often as may be."""

    def attack(stop: threading.Event, did: Did) -> None:
        table = eve.table()
        pages: list[ClientConnection] = []
        for n in itertools.count():
            if stop.wait(0.01):
                return
            with contextlib.suppress(*BROKEN):
                if len(pages) < PAGES:
                    pages.append(eve.sit(table))
                by = pages[n % len(pages)]
                by.send(json.dumps({"t": "pace", "ms": n % 900}))
                name = {"t": "name", "id": f"n{n}", "side": "allied", "name": f"N{n}"}
                by.send(json.dumps(name))
                for page in pages:
                    _heard(page, did)

    return attack


def rows(eve: Visitor, record: str) -> dict[str, Row]:
    """What somebody may do at his worst, by name; ``record`` is of a long game."""
    long, by_link = eve.bring(record), str(eve.make(BY_LINK).json()["id"])
    at, get, post = f"/api/tables/{long}", eve.http.get, eve.http.post

    def when(n: int) -> dict[str, int]:
        return {"at": n * 37 % 1000}

    def asks(pause: float, text: Callable[[int], str], table: str = long) -> Attack:
        return over_a_socket(eve, table, pause, text)

    def bring(text: str) -> Attack:
        return over_http(lambda n: post("/api/tables/import", json={"record": text}))

    def lang(n: int) -> str:
        return json.dumps({"t": "lang", "lang": LANGS[n % 3]})

    def advice(n: int) -> str:
        return question(n, "advice", at=n * 37 % 1000, name="grognard")

    crowd, others, deaf = ([f"127.0.{k}.{n}" for n in range(1, 11)] for k in (1, 2, 3))
    slow = f"GET / HTTP/1.1\r\nHost: {HERE}\r\nX: ".encode()
    body = (
        f"POST /api/tables HTTP/1.1\r\nHost: {HERE}\r\nContent-Type: application/json\r\n".encode()
    )
    body += b"Content-Length: 100\r\n\r\n{"
    map_ = f"GET /api/games/normandy44/map.svg HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
    wrong = {"code": "x" * 24}
    return {
        "nothing": Row(lambda stop, did: None, "", 0),
        "looking back": Row(asks(0.05, lambda n: question(n, "at", **when(n))), "answer", 5),
        "joining": Row(joining(eve, long), "hello", 5),
        "changing the language": Row(asks(0.05, lang), "hello", 5),
        "orders and take-backs": Row(order_and_back(eve), "done", 5),
        "reading nothing": Row(reading_nothing(eve, long), "asked", 20),
        "a flood of messages": Row(asks(0, lambda n: '{"t":"ping"}'), "error rate", 20),
        "pings": Row(frames(eve, long, PING), "cut off", 1),
        "pongs": Row(frames(eve, long, PONG), "cut off", 1),
        "parts of a message": Row(frames(eve, long, PART, BEGIN), "cut off", 1),
        "at no table": Row(strangers(eve), "status 101", 50),
        "sixty own pages": Row(own_pages(eve), "pace", 200),
        "deep JSON": Row(asks(0.02, lambda n: "[" * 16_000), "error malformed", 10),
        "slow headers": Row(held_open(eve, [eve.address], 400, slow), "held", 50),
        "a crowd of connections": Row(held_open(eve, crowd, 2500, b""), "held", 500),
        "a crowd of slow bodies": Row(held_open(eve, others, 2500, body), "held", 500),
        "answers not taken": Row(held_open(eve, deaf, 2500, map_), "held", 500),
        "large tables kept open": Row(large_tables(eve), "sat", 3),
        "imports of a whole game": Row(bring(record), "import 201", 3),
        "imports of drawn boards": Row(bring(drawn_board()), "import 201", 3),
        "old positions": Row(
            over_http(lambda n: get(f"{at}/position", params=when(n))), "position 200", 10
        ),
        "pictures": Row(
            over_http(lambda n: get(f"{at}/picture.svg", params=when(n))), "picture.svg 200", 3
        ),
        "embedded pictures": Row(
            over_http(lambda n: get(f"{at}/embed.svg", params=when(n))), "embed.svg 200", 3
        ),
        "maps": Row(
            over_http(lambda n: get("/api/games/normandy44/map.svg", params=THEMES[n % 2])),
            "map.svg 200",
            10,
        ),
        "counters": Row(
            over_http(lambda n: get("/api/counters", params=counters(n))), "counters 200", 10
        ),
        "lists and all records": Row(
            over_http(lambda n: get(LISTS[n % len(LISTS)])), "records.zip 200", 2
        ),
        "reports": Row(asks(0.05, lambda n: question(n, "report")), "answer", 1),
        "advice": Row(asks(0.05, advice), "answer", 1),
        "offers": Row(asks(0.05, offer, by_link), "offer", 10),
        "looking away": Row(asks(0.05, look_away, by_link), "pong", 5),
        "proofs": Row(over_http(lambda n: post(f"{at}/verify", json={})), "verify 200", 3),
        "guessing codes": Row(over_http(lambda n: post(f"{at}/seat", json=wrong)), "seat 403", 10),
        "new tables": Row(over_http(lambda n: eve.make(HOT_SEAT)), "tables 201", 20),
        "bots at twenty tables": Row(bots(eve), "thinking", 5),
    }
