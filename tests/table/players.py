"""People at a table, for tests: a browser with its cookie, and a page with its WebSocket."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import uuid
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random
from typing import Any, TypeVar

import httpx
import uvicorn
from websockets.sync.client import connect

import grognard
from grognard.table.hall import Hall
from grognard.table.limits import Limits
from grognard.table.office import Office
from grognard.table.server import config, create_app

Plain = dict[str, Any]
T = TypeVar("T")

LAX = Limits(
    requests=(1e6, 10**6),
    tables=(1e6, 10**6),
    seats=(1e6, 10**6),
    pictures=(1e6, 10**6),
    messages=(1e6, 10**6),
    proofs=(1e6, 10**6),
    calls=(1e6, 10**6),
    shelves=(1e6, 10**6),
    own_tables=10**6,
    own_bytes=10**12,
    work=(1e6, 1e6),
    at_once=1000,
    in_line=10**6,
    per_address=1000,
)
"""Limits that no test meets by chance."""

PATIENCE = 60
"""Seconds for what comes at once, unless the machine is busy."""

HOT_SEAT = {"allied": "me", "german": "me"}
BY_LINK = {"allied": "me", "german": "link"}


def carry_out(work: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine to its end in a thread of its own: tests of the page leave a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()


class Running:
    """A server in a thread, on any free port."""

    def __init__(
        self,
        database: str,
        limits: Limits = LAX,
        office: Office | None = None,
        *,
        bots: bool = True,
    ) -> None:
        self.database, self.limits, self.office, self.bots = database, limits, office, bots
        self.start()

    def start(self, port: int = 0) -> None:
        app: Any = create_app(
            self.database, limits=self.limits, workers=1, office=self.office, bots=self.bots
        )
        self.hall: Hall = app._app.app.state.hall
        how = config(app)
        how.host, how.port = "127.0.0.1", port
        self._server = uvicorn.Server(how)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve()

        asyncio.run(serve())

    def ask(self, work: Coroutine[Any, Any, T]) -> T:
        """What work on the server's own loop comes to."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()

    def restart(self) -> None:
        self.stop()
        self.start(self.port)


def wait_for(ready: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return found


class Browser:
    """Somebody's browser: it keeps the cookie.  ``address`` is where he comes from."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self.port, self.address = port, address
        self.http = httpx.Client(
            base_url=f"http://127.0.0.1:{port}",
            timeout=PATIENCE,
            transport=httpx.HTTPTransport(local_address=address),
        )

    def create(self, seats: Plain, game: str = "anzio", **more: Any) -> Plain:
        answer = self.http.post("/api/tables", json={"game": game, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        made: Plain = answer.json()
        return made

    def bring(self, text: str) -> str:
        """Import a record or a position; the name of the new table."""
        answer = self.http.post("/api/tables/import", json={"record": text})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def take(self, link: str) -> Plain:
        """Open the link of a seat, and come to the table with the key that it gave."""
        path, _, token = link.partition("#seat=")
        id = path.removeprefix("/t/")
        answer = self.http.post(f"/api/tables/{id}/seat", json={"token": token})
        assert answer.status_code == 200, answer.text
        assert self.http.get(f"/api/tables/{id}/calls").status_code == 200
        taken: Plain = answer.json()
        return taken

    def sit(self, id: str, lang: str = "en", **how: Any) -> Page:
        return Page(self, id, lang, **how)

    @property
    def cookie(self) -> str:
        return self.http.cookies.get("grognard", "") or ""


def whole(message: Plain, before: Plain) -> Plain:
    """The view of a message; where it tells only what differs, the rest is as it was."""
    view: Plain = message["view"]
    if "since" not in message:
        return view
    assert message["since"] == before["rev"]
    kept = {key: before[key] for key in ("boxes", "tracks", "pieces")}
    if changed := message.get("changed"):
        kept["pieces"] = [changed.get(str(n), old) for n, old in enumerate(kept["pieces"])]
    return kept | view


class Page:
    """A page that shows a table: it keeps the view and the log as a page would."""

    def __init__(self, browser: Browser, id: str, lang: str, **how: Any) -> None:
        headers = {"Cookie": f"grognard={browser.cookie}"} if browser.cookie else {}
        headers |= how.pop("headers", {})
        url = f"ws://127.0.0.1:{browser.port}/ws/{id}?lang={lang}"
        how = {"additional_headers": headers, "max_size": None, "max_queue": None} | how
        how["source_address"] = (browser.address, 0)
        self.ws = connect(url, proxy=None, **how).__enter__()
        self.raw: list[str] = []
        self.seen: list[Plain] = []
        self.view: Plain = {}
        self.log: list[Plain] = []
        self.offered = "nothing"
        """The key of the last offer, which an answer means."""
        self.hello = self.until("hello")
        self.until("view")

    def send(self, **message: Any) -> str:
        """Send a message; its id."""
        if message["t"] not in ("pledge", "link", "pace", "look", "skip", "lang", "ping"):
            message.setdefault("id", str(uuid.uuid4()))
        if message["t"] == "consent":
            message.setdefault("to", self.offered)
        self.ws.send(json.dumps(message))
        return str(message.get("id", ""))

    def receive(self, timeout: float = PATIENCE) -> Plain:
        self.raw.append(str(self.ws.recv(timeout)))
        message: Plain = json.loads(self.raw[-1])
        self.seen.append(message)
        if message["t"] == "view":
            assert message["rev"] >= self.view.get("rev", 0)
            self.view = whole(message, self.view)
        elif message["t"] == "events":
            anew = "early" in message
            self.log = [row for row in self.log if not anew and row["at"] < message["from"]]
            self.log += message["events"]
        elif message["t"] == "offer":
            self.offered = message.get("key", self.offered)
        return message

    def until(self, *kinds: str, id: str | None = None, timeout: float = PATIENCE) -> Plain:
        """The next message of one of these kinds, with this id if one is given."""
        end = time.monotonic() + timeout
        while True:
            message = self.receive(end - time.monotonic())
            if message["t"] in kinds and (id is None or message.get("id") == id):
                return message

    def whole_log(self) -> list[Plain]:
        """The log with all older lines, asked for as a page does that is scrolled."""
        first = next(m for m in reversed(self.seen) if "early" in m)["from"]
        while first:
            older = self.until("answer", id=self.send(t="ask", what="log", at=first))
            assert older["from"] < first
            first, self.log = older["from"], [*older["events"], *self.log]
        return self.log

    def order(self, text: str, **more: Any) -> Plain:
        """Give an order; ``done`` or ``refused``."""
        more.setdefault("rev", self.view["rev"])
        return self.until("done", "refused", id=self.send(t="order", text=text, **more))

    def do(self, *orders: str) -> None:
        """Give orders that must be accepted."""
        for text in orders:
            answer = self.order(text)
            assert answer["t"] == "done", (text, answer)

    def ask(self, what: str, **more: Any) -> Plain:
        return self.until("answer", "refused", id=self.send(t="ask", what=what, **more))

    def resign(self) -> Plain:
        rev = self.view["rev"]
        return self.until("done", "refused", id=self.send(t="resign", rev=rev))

    def undo(self) -> Plain:
        rev = self.view["rev"]
        return self.until("done", "refused", id=self.send(t="undo", rev=rev))

    def decision(self) -> Plain:
        found: Plain = self.view["decision"]
        return found

    def play_on(self, rng: Random, orders: int) -> None:
        """Take any choices while they are mine."""
        for _ in range(orders):
            if self.view["outcome"] or not self.decision()["mine"]:
                break
            self.do(rng.choice(self.decision()["actions"])["text"])

    def close(self) -> None:
        self.ws.close()


@cache
def before_battle() -> str:
    """A position in which the Allies may attack from more than one hex with support."""
    rng = Random(5)
    for seed in range(200):
        game = grognard.new("anzio", seed=seed)
        while game.outcome is None:
            ask = game.decision
            assert ask is not None
            if ask.kind == "attack" and ask.side == "allied" and game.turn >= 2:
                trial = game.copy()
                trial.play(ask.actions[0])
                following = trial.decision
                if following is not None and following.kind == "attack from":
                    return game.position
            game.play(rng.choice(ask.actions))
    raise AssertionError("no battle found")


@cache
def finished() -> str:
    """The record of a whole game."""
    rng = Random(3)
    game = grognard.new("anzio", seed=11)
    while game.outcome is None:
        game.play(rng.choice(game.legal_actions))
    return game.record
