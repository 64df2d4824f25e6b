"""The table under siege: ``python -m benchmarks.siege [--seconds 5] [--forged 20000] [--only NAME]``.

A server of its own process with its ordinary limits.  While one visitor (127.0.0.2 and so on) does his worst
in one way after the other, another (127.0.0.1) gives an order sixteen times a second; what is measured is how
long he waits.  A row whose attack did not do what it says has failed.  Then forged messages in a bounded number: none may
be accepted, none may make the server fail, and its memory must not grow.  What fails is told, and ends with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from websockets.exceptions import WebSocketException

from grognard.table.limits import Limits
from grognard.table.server import config, create_app, listen
from grognard.table.work import steady

from .attacks import BY_LINK, Did, Visitor, rows, view_of, whole_game

ANN, EVE = "127.0.0.1", "127.0.0.2"
GOAL_MS = 250.0
GROWN_MB = 10.0
"""What the server may hold more after the forged messages."""
LATE_SECONDS = 60.0
"""So much longer an attack may take to be seen, where the machine is busy."""
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


def waits(ann: Visitor, seconds: float) -> list[float]:
    """How long a bystander waits, one thing after the other."""
    found: list[float] = []
    ws = ann.sit(ann.table())
    view = view_of(ws)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began, ref = time.monotonic(), f"r{len(found)}"
        text = view["decision"]["actions"][0]["text"]
        ws.send(json.dumps({"t": "order", "id": ref, "rev": view["rev"], "text": text}))
        while (message := json.loads(ws.recv(60))).get("id") != ref:
            if message["t"] == "view":
                view = message["view"]
        assert message["t"] == "done", message
        found.append(time.monotonic() - began)
        time.sleep(1 / 16)
    ws.close()
    return sorted(found)


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
        try:
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
        except (WebSocketException, TimeoutError, OSError):
            answers["broken line"] += 1


def besiege(seconds: float, only: str | None) -> list[str]:
    """Measure a bystander's waits under each attack; what has failed."""
    failed = []
    with running(Limits()) as (port, pid):
        ann, record = Visitor(port, ANN), whole_game()
        for n, name in enumerate(rows(ann, record)):
            if only not in (None, name):
                continue
            eve = Visitor(port, f"127.0.0.{n + 2}")  # nobody has worn himself out before
            row, did, stop = rows(eve, record)[name], Did(), threading.Event()
            thread = threading.Thread(target=row.attack, args=[stop, did], daemon=True)
            thread.start()
            found = waits(ann, seconds)
            late = time.monotonic() + LATE_SECONDS
            while not row.seen(did) and time.monotonic() < late:
                time.sleep(0.1)
            stop.set()
            thread.join(30)
            p50, p99 = (found[int(len(found) * part)] * 1000 for part in (0.5, 0.99))
            wrong = [f"over {GOAL_MS:.0f} ms"] if p99 > GOAL_MS else []
            wrong += (
                [] if row.seen(did) else [f"no attack: {row.times} were to be, saw {dict(did)}"]
            )
            failed += [f"{name}: {what}" for what in wrong]
            print(
                f"{name:23} {len(found):4} orders  p50 {p50:6.1f} ms  p99 {p99:6.1f} ms"
                f"  server {memory(pid):5.0f} MB  {row.sees} {did[row.sees]}"
                + "".join(f"  FAILED: {what}" for what in wrong),
                flush=True,
            )
    print(f"goal: another's order within {GOAL_MS:.0f} ms at p99 in every row: {_verdict(failed)}")
    return failed


def forgery(most: int) -> list[str]:
    """Send forged messages; what has failed."""
    with running(FREE) as (port, pid):
        answers: Counter[str] = Counter()
        eve = Visitor(port, EVE)
        forge(eve, min(2000, most), answers)
        before, began = memory(pid), time.monotonic()
        forge(eve, most, answers)
        after = memory(pid)
        print(f"forged {most} in {time.monotonic() - began:.0f} s: {dict(answers)}")
        print(f"memory {before:.0f} MB before, {after:.0f} MB after", flush=True)
    bad = "done", "internal", "store", "broken line"
    failed = [f"{answers[kind]} {kind}" for kind in bad if answers[kind]]
    failed += ["memory grows"] if after - before > GROWN_MB else []
    failed += [] if answers["seat"] and answers["undo"] else ["nothing was refused for its seat"]
    print(f"goal: 0 accepted, 0 faults of the server, memory flat: {_verdict(failed)}", flush=True)
    return failed


def _verdict(failed: list[str]) -> str:
    return "; ".join(["FAILED", *failed]) if failed else "held"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="0: only forged messages")
    parser.add_argument("--forged", type=int, default=20_000, help="0: none")
    parser.add_argument("--only", help="one row by its name")
    args = parser.parse_args()
    failed = besiege(args.seconds, args.only) if args.seconds else []
    failed += forgery(args.forged) if args.forged else []
    sys.exit(1 if failed else 0)


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
