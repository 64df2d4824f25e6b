"""The table under siege: ``python -m benchmarks.siege [--seconds 5] [--forged 20000]``.

A server of its own process with its ordinary limits.  While one visitor (127.0.0.2) does his worst in one
way after the other, another (127.0.0.1) gives an order or asks something sixteen times a second; what is
measured is how long he waits.  Then forged messages in a bounded number: none may be accepted, none may
make the server fail, and its memory must not grow.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import socket
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.table.limits import Limits
from grognard.table.server import config, create_app
from grognard.table.work import steady

ANN, EVE = "127.0.0.1", "127.0.0.2"
HOT_SEAT = {"allied": "me", "german": "me"}
WORDS = [
    "move",
    "attack",
    "place",
    "default",
    "done",
    "go",
    "from",
    "1010",
    "0908",
    "AL-3US-A",
    "GE-HG-A",
    "roll",
    "6",
    "\u202e",
    "{x}",
    "'",
]


BY_LINK = {"allied": "me", "german": "link"}
FIELDS = {
    "order": ("id", "rev", "text"),
    "undo": ("id", "rev"),
    "consent": ("id", "yes"),
    "pledge": ("side", "top"),
    "link": ("n", "side", "place", "link"),
}
KINDS = ("order", "order", "order", "order", "undo", "consent", "pledge", "link")
WINDOW, SITTING = 50, 5000
"""Messages that are sent before any answer is read, and by one connection."""
FREE = replace(Limits(), messages=(1e6, 10**6), work=(1e6, 1e6), at_once=100)
"""For the forged messages: the rate is not what should stop them."""


def serve(database: str, port: int, limits: Limits) -> None:
    import uvicorn

    how = config(create_app(database, limits=limits, workers=1))
    how.host, how.port = ANN, port
    steady()
    uvicorn.Server(how).run()


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


class Visitor:
    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=f"http://{ANN}:{port}", transport=transport, timeout=60)

    def table(self) -> str:
        made = self.http.post("/api/tables", json={"game": "anzio", "seats": HOT_SEAT})
        return str(made.json()["id"])

    def bring(self, text: str) -> str:
        return str(self.http.post("/api/tables/import", json={"record": text}).json()["id"])

    def sit(self, table: str) -> ClientConnection:
        headers = {"Cookie": f"grognard={self.http.cookies.get('grognard', '')}"}
        url = f"ws://{ANN}:{self.port}/ws/{table}"
        source = (self.address, 0)
        how = connect(
            url, additional_headers=headers, source_address=source, max_size=None, proxy=None
        )
        return how.__enter__()


def view_of(ws: ClientConnection) -> dict[str, object]:
    while True:
        message = json.loads(ws.recv(60))
        if message["t"] == "view":
            found: dict[str, object] = message["view"]
            return found


def waits(ann: Visitor, seconds: float) -> list[float]:
    """How long a bystander waits, one thing after the other."""
    found: list[float] = []
    ws = ann.sit(ann.table())
    view = view_of(ws)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began, ref = time.monotonic(), f"r{len(found)}"
        actions = view["decision"]["actions"]  # type: ignore[index]
        ws.send(
            json.dumps({"t": "order", "id": ref, "rev": view["rev"], "text": actions[0]["text"]})
        )
        while (message := json.loads(ws.recv(60))).get("id") != ref:
            if message["t"] == "view":
                view = message["view"]
        found.append(time.monotonic() - began)
        time.sleep(1 / 16)
    ws.close()
    return sorted(found)


# -- what the other one does


def whole_game() -> str:
    rng, game = Random(3), grognard.new("anzio", seed=11)
    while game.outcome is None:
        game.play(rng.choice(game.legal_actions))
    return game.record


def attacks(eve: Visitor) -> dict[str, Callable[[threading.Event], None]]:
    record = whole_game()
    long = eve.bring(record)

    def look_back(stop: threading.Event) -> None:
        ws = eve.sit(long)
        for n in range(10**6):
            if stop.wait(0.05):
                return
            ws.send(json.dumps({"t": "ask", "id": f"a{n}", "what": "at", "at": n * 37 % 1000}))

    def join(stop: threading.Event) -> None:
        while not stop.is_set():
            with contextlib.suppress(OSError, ConnectionClosed, TimeoutError):
                eve.sit(long).close()

    def deaf(stop: threading.Event) -> None:
        ws = eve.sit(long)
        with contextlib.suppress(ConnectionClosed, OSError):
            while not stop.wait(0.05):
                ws.send(json.dumps({"t": "lang", "lang": "pl"}))

    def slow_headers(stop: threading.Event) -> None:
        socks: list[socket.socket] = []
        while not stop.wait(0.01) and len(socks) < 400:
            with contextlib.suppress(OSError):
                sock = socket.create_connection((ANN, eve.port), 2, (eve.address, 0))
                sock.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
                socks.append(sock)
        stop.wait()

    def bring(stop: threading.Event) -> None:
        while not stop.is_set():
            eve.http.post("/api/tables/import", json={"record": record})

    return {
        "nothing": lambda stop: None,
        "looking back": look_back,
        "joining": join,
        "reading nothing": deaf,
        "slow headers": slow_headers,
        "imports": bring,
    }


def forged(rng: Random, number: int, rev: object) -> dict[str, object]:
    """Nonsense that looks like a message."""
    text = " ".join(rng.choices(WORDS, k=rng.randint(1, 6)))
    kind = rng.choice(KINDS)
    given: dict[str, object] = {
        "id": f"f{number}",
        "rev": rev,
        "text": text,
        "yes": True,
        "side": rng.choice(["allied", "german", "dice"]),
        "top": f"{rng.getrandbits(256):064x}",
        "link": f"{rng.getrandbits(256):064x}",
        "place": rng.randrange(4096),
        "n": 1,
    }
    message = {"t": kind} | {key: given[key] for key in FIELDS[kind]}
    if rng.random() < 0.1:
        spoilt = rng.choice(["t", "id", "rev", "text", "zz"])
        message[spoilt] = rng.choice([None, -1, [], "x" * 2000])
    return message


def forge(eve: Visitor, most: int, answers: Counter[str]) -> None:
    """Forged messages, by turns at a table where the forger has no seat and at one where he has the seat
    of whoever is not asked."""
    rng, ann = Random(1), Visitor(eve.port, ANN)
    made = ann.http.post("/api/tables", json={"game": "anzio", "seats": BY_LINK}).json()
    token = made["links"]["german"].partition("seat=")[2]
    eve.http.post(f"/api/tables/{made['id']}/seat", json={"token": token}).raise_for_status()
    tables, sent = [ann.table(), str(made["id"])], 0
    while sent < most:
        with contextlib.suppress(ConnectionClosed, TimeoutError, OSError):
            ws = eve.sit(tables[sent // SITTING % 2])
            rev = view_of(ws)["rev"]
            for _ in range(SITTING // WINDOW):
                for n in range(sent, sent + WINDOW):
                    ws.send(json.dumps(forged(rng, n, rev)))
                ws.send('{"t":"ping"}')
                sent += WINDOW
                while (got := json.loads(ws.recv(60)))["t"] != "pong":
                    if got["t"] in ("done", "refused", "error", "answer"):
                        answers[str(got.get("kind", got["t"]))] += 1
            ws.close()


def besiege(seconds: float) -> None:
    """Measure a bystander's waits under each attack."""
    with running(Limits()) as (port, pid):
        ann, eve = Visitor(port, ANN), Visitor(port, EVE)
        for name, attack in attacks(eve).items():
            stop = threading.Event()
            thread = threading.Thread(target=attack, args=[stop], daemon=True)
            thread.start()
            found = waits(ann, seconds)
            stop.set()
            thread.join(30)
            p50, p99 = found[len(found) // 2], found[int(len(found) * 0.99) - 1]
            print(
                f"{name:16} {len(found):4} orders  p50 {p50 * 1000:6.1f} ms"
                f"  p99 {p99 * 1000:6.1f} ms  server {memory(pid):5.0f} MB",
                flush=True,
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="0: only forged messages")
    parser.add_argument("--forged", type=int, default=20_000)
    args = parser.parse_args()
    if args.seconds:
        besiege(args.seconds)
    with running(FREE) as (port, pid):
        answers: Counter[str] = Counter()
        eve = Visitor(port, EVE)
        forge(eve, min(2000, args.forged), answers)
        before, began = memory(pid), time.monotonic()
        forge(eve, args.forged, answers)
        print(f"forged {args.forged} in {time.monotonic() - began:.0f} s: {dict(answers)}")
        print(f"memory {before:.0f} MB before, {memory(pid):.0f} MB after", flush=True)
        assert answers["done"] == 0
        assert answers["internal"] == 0


@contextlib.contextmanager
def running(limits: Limits) -> Iterator[tuple[int, int]]:
    """A server: its port and its process."""
    with socket.create_server((ANN, 0)) as free:
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        context = multiprocessing.get_context("spawn")
        server = context.Process(target=serve, args=(f"{folder}/tables.db", port, limits))
        server.start()
        try:
            for _ in range(300):
                with contextlib.suppress(OSError), socket.create_connection((ANN, port), 1):
                    break
                time.sleep(0.1)
            yield port, server.pid or 0
        finally:
            server.terminate()
            server.join(20)


if __name__ == "__main__":
    main()
