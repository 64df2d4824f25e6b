"""The table under siege: ``python -m benchmarks.siege [--seconds 5] [--forged 20000]``.

A server of its own process with its ordinary limits.  While one visitor (127.0.0.2 and so on) does his worst
in one way after the other, another (127.0.0.1) gives an order or asks something sixteen times a second; what is
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
from grognard.table.server import config, create_app, listen
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
    "consent": ("id", "to", "yes"),
    "pledge": ("side", "top"),
    "link": ("n", "side", "place", "link"),
    "claim": ("id", "rev"),
    "give": ("id", "rev"),
    "withdraw": ("id",),
    "resign": ("id", "rev"),
    "propose": ("id", "rev", "what", "side"),
    "chat": ("id", "text"),
    "name": ("id", "side", "name"),
}
KINDS = (*["order"] * 4, "undo", "consent", "pledge", "link", "claim", "give", "withdraw")
"""What nobody may do whose decision it is not."""
PLAYERS = ("resign", "propose", "chat", "name")
"""What only players may do."""
WINDOW, SITTING = 50, 5000
"""Messages that are sent before any answer is read, and by one connection."""
FREE = replace(Limits(), lines=(1e6, 10**6), messages=(1e6, 10**6), work=(1e6, 1e6), at_once=100)
"""For the forged messages: the rate is not what should stop them."""


def serve(database: str, port: int, limits: Limits) -> None:
    import uvicorn

    how = config(create_app(database, limits=limits, workers=1))
    steady()
    uvicorn.Server(how).run(sockets=[listen(ANN, port, limits)])


def memory(pid: int) -> float:
    """Resident megabytes of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) / 1024


class Visitor:
    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        transport = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=f"http://{ANN}:{port}", transport=transport, timeout=60)

    def make(self, seats: dict[str, str]) -> httpx.Response:
        return self.http.post("/api/tables", json={"game": "anzio", "seats": seats})

    def table(self) -> str:
        return str(self.make(HOT_SEAT).json()["id"])

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


Attack = Callable[[threading.Event], None]
BOTS = {"allied": "bot:colonel", "german": "bot:colonel"}
LANGS = ("pl", "it", "en")


def over_a_socket(eve: Visitor, table: str, pause: float, text: Callable[[int], str]) -> Attack:
    """Messages without end at a table, over a new line when one is closed; what comes back is read."""

    def attack(stop: threading.Event) -> None:
        n = 0
        while not stop.wait(0.05):
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                ws = eve.sit(table)
                while not stop.wait(pause):
                    ws.send(text(n))
                    n += 1
                    with contextlib.suppress(TimeoutError):
                        while True:
                            ws.recv(0)

    return attack


def over_http(eve: Visitor, ask: Callable[[int], object]) -> Attack:
    """Requests without end, one after the other."""

    def attack(stop: threading.Event) -> None:
        n = 0
        while not stop.is_set():
            with contextlib.suppress(httpx.HTTPError):
                ask(n)
            n += 1

    return attack


def drawn_board() -> str:
    """A position on a board that is as large as may be."""
    rows = "\n".join("  " + ". " * 40 for _ in range(40))
    return f"grognard position 1\ngame anzio\nmap flat even 0101 4040\n{rows}\nturn 1\n"


def order_and_back(eve: Visitor) -> Attack:
    """Begin something and call it off, as fast as the answers come."""

    def attack(stop: threading.Event) -> None:
        n, table = 0, eve.table()
        while not stop.wait(0.05):
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError):
                ws = eve.sit(table)
                view = view_of(ws)
                while not stop.is_set():
                    actions = view["decision"]["actions"]  # type: ignore[index]
                    ask = {"t": "order", "text": actions[-1]["text"]} if n % 2 else {"t": "undo"}
                    ws.send(json.dumps(ask | {"id": f"b{n}", "rev": view["rev"]}))
                    n += 1
                    while (got := json.loads(ws.recv(60)))["t"] not in ("done", "refused", "error"):
                        if got["t"] == "view":
                            view = got["view"]

    return attack


THEMES = ({"theme": "light"}, {"theme": "dark"})
LISTS = ("/api/tables", "/api/games", "/api/games/normandy44/rules", "/api/tables/records.zip")


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


def attacks(eve: Visitor, record: str) -> dict[str, Attack]:
    """What somebody may do at his worst, by name; ``record`` is of a long game."""
    long = eve.bring(record)
    at = f"/api/tables/{long}"

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

    def crowd(stop: threading.Event) -> None:
        """More silent connections than there are places, from ten addresses."""
        socks: list[socket.socket] = []
        while not stop.is_set() and len(socks) < 2500:
            with contextlib.suppress(OSError):
                source = f"127.0.1.{len(socks) % 10 + 1}", 0
                socks.append(socket.create_connection((ANN, eve.port), 2, source))
        stop.wait()
        for sock in socks:
            sock.close()

    def large(stop: threading.Event) -> None:
        """As many drawn boards as may be, with somebody at each."""
        socks: list[ClientConnection] = []
        while not stop.wait(0.05) and len(socks) < 40:
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError, KeyError):
                socks.append(eve.sit(eve.bring(drawn_board())))
        stop.wait()

    def bots(stop: threading.Event) -> None:
        """Twenty tables at which the computer plays against itself, with somebody at each."""
        socks = []
        for _ in range(20):
            made = eve.make(BOTS)
            if stop.is_set():
                return
            with contextlib.suppress(ConnectionClosed, OSError, TimeoutError, KeyError):
                socks.append(eve.sit(made.json()["id"]))
        stop.wait()

    def bring(text: str) -> Attack:
        return over_http(eve, lambda n: eve.http.post("/api/tables/import", json={"record": text}))

    def ask(n: int) -> str:
        return question(n, "at", at=n * 37 % 1000)

    by_link = str(eve.make(BY_LINK).json()["id"])
    wrong = {"code": "x" * 24}
    return {
        "nothing": lambda stop: None,
        "looking back": over_a_socket(eve, long, 0.05, ask),
        "joining": join,
        "changing the language": over_a_socket(
            eve, long, 0.05, lambda n: json.dumps({"t": "lang", "lang": LANGS[n % 3]})
        ),
        "orders and take-backs": order_and_back(eve),
        "reading nothing": deaf,
        "a flood of messages": over_a_socket(eve, long, 0, lambda n: '{"t":"ping"}'),
        "deep JSON": over_a_socket(eve, long, 0.02, lambda n: "[" * 16_000),
        "slow headers": slow_headers,
        "a crowd of connections": crowd,
        "large tables kept open": large,
        "imports of a whole game": bring(record),
        "imports of drawn boards": bring(drawn_board()),
        "old positions": over_http(
            eve, lambda n: eve.http.get(f"{at}/position", params={"at": n * 37 % 1000})
        ),
        "pictures": over_http(
            eve, lambda n: eve.http.get(f"{at}/picture.svg", params={"at": n * 37 % 1000})
        ),
        "embedded pictures": over_http(
            eve, lambda n: eve.http.get(f"{at}/embed.svg", params={"at": n * 37 % 1000})
        ),
        "maps": over_http(
            eve, lambda n: eve.http.get("/api/games/normandy44/map.svg", params=THEMES[n % 2])
        ),
        "counters": over_http(eve, lambda n: eve.http.get("/api/counters", params=counters(n))),
        "lists and all records": over_http(eve, lambda n: eve.http.get(LISTS[n % len(LISTS)])),
        "reports": over_a_socket(eve, long, 0.05, lambda n: question(n, "report")),
        "advice": over_a_socket(
            eve, long, 0.05, lambda n: question(n, "advice", at=n * 37 % 1000, name="grognard")
        ),
        "offers": over_a_socket(eve, by_link, 0.05, offer),
        "looking away": over_a_socket(
            eve, by_link, 0.05, lambda n: json.dumps({"t": "look", "on": bool(n % 2)})
        ),
        "proofs": over_http(eve, lambda n: eve.http.post(f"{at}/verify", json={})),
        "guessing codes": over_http(eve, lambda n: eve.http.post(f"{at}/seat", json=wrong)),
        "new tables": over_http(eve, lambda n: eve.make(HOT_SEAT)),
        "bots at twenty tables": bots,
    }


def forged(rng: Random, number: int, rev: object, kinds: tuple[str, ...]) -> dict[str, object]:
    """Nonsense that looks like a message."""
    text = " ".join(rng.choices(WORDS, k=rng.randint(1, 6)))
    kind = rng.choice(kinds)
    given: dict[str, object] = {
        "id": f"f{number}",
        "rev": rev,
        "text": text,
        "to": "0" * 16,
        "yes": True,
        "side": rng.choice(["allied", "german", "dice"]),
        "top": f"{rng.getrandbits(256):064x}",
        "link": f"{rng.getrandbits(256):064x}",
        "place": rng.randrange(4096),
        "n": 1,
        "what": rng.choice(["draw", "win"]),
        "name": text[:20],
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
            seated = sent // SITTING % 2
            ws, kinds = eve.sit(tables[seated]), KINDS if seated else KINDS + PLAYERS
            rev = view_of(ws)["rev"]
            for _ in range(SITTING // WINDOW):
                for n in range(sent, sent + WINDOW):
                    ws.send(json.dumps(forged(rng, n, rev, kinds)))
                ws.send('{"t":"ping"}')
                sent += WINDOW
                while (got := json.loads(ws.recv(60)))["t"] != "pong":
                    if got["t"] in ("done", "refused", "error", "answer"):
                        answers[str(got.get("kind", got["t"]))] += 1
            ws.close()


def besiege(seconds: float) -> None:
    """Measure a bystander's waits under each attack."""
    with running(Limits()) as (port, pid):
        ann, record = Visitor(port, ANN), whole_game()
        for n, name in enumerate(attacks(ann, record)):
            eve = Visitor(port, f"127.0.0.{n + 2}")  # nobody has worn himself out before
            attack, stop = attacks(eve, record)[name], threading.Event()
            thread = threading.Thread(target=attack, args=[stop], daemon=True)
            thread.start()
            found = waits(ann, seconds)
            stop.set()
            thread.join(30)
            p50, p99 = found[len(found) // 2], found[int(len(found) * 0.99) - 1]
            print(
                f"{name:23} {len(found):4} orders  p50 {p50 * 1000:6.1f} ms"
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
