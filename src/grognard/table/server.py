"""The server: ``grognard table``."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Collection, Mapping
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from .. import __version__
from ..engine.words import Say
from ..games import correct, names, open_rules
from ..locale import languages
from . import olddata, openapi, pages, pictures
from .answers import Fault, fault_answer
from .calls import Calls
from .chairs import Chairs
from .company import Company
from .databases import claim, cut_short, is_url
from .door import Http, Listener, Socket
from .guard import Guard
from .hall import Hall
from .keeping import keep_house
from .limits import FRAME, Limits
from .logs import note, set_up
from .looks import Looks
from .metrics import Metrics
from .moves import Moves
from .office import Office, from_settings
from .packing import Packing
from .post import Post
from .schema import StoreFault
from .shelf import Shelf
from .store import Store
from .talk import Talk
from .thinking import Pool
from .web import Web, game_card
from .work import steady

CLIENT = Path(__file__).parent / "client"
SHUTDOWN_SECONDS = 5
CUT = (
    "the last write was not finished; after a crash or a power cut this is as it should be, and nothing"
    " acknowledged is missing; if the file was copied by hand, restore a backup instead"
)
FILES = 8192
"""Files and connections that the server may have open: more than its limits let in."""
FEW = "whoever opens that many connections shuts others out: raise the limit (systemd: LimitNOFILE)"
ERRAND_BYTES = 2 * 1024**3
"""Address space of a process that reads or draws what visitors send."""


def default_database() -> str:
    """Where tables are kept unless something else is asked for."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "grognard" / "tables.db")


def create_app(
    database: str,
    *,
    limits: Limits | None = None,
    workers: int | None = None,
    bots: bool = True,
    hosts: Collection[str] = (),
    reach: Collection[str] = (),
    office: Office | None = None,
) -> ASGIApp:
    """The application over a database: the path of a file or a PostgreSQL URL.

    Without ``bots`` their turns are left to other processes on the same PostgreSQL database.
    ``hosts`` are the names by which it may be called besides the machine's own, ``reach`` the
    addresses by which others in the local network can open it, ``office`` how players are told that
    it is their turn.
    """
    limits = limits or Limits()
    store = Store(database)
    processes = workers or os.cpu_count() or 1
    errands, reports = Pool(2, ERRAND_BYTES), Pool(1, ERRAND_BYTES)
    hall = Hall(store, Pool(processes), errands, reports, limits)
    slots = processes if bots else 0
    chairs = Chairs(hall)
    moves = Moves(hall, chairs)
    company = Company(hall, moves, slots)
    metrics = Metrics(hall)
    web = Web(hall, chairs, limits, reach)
    post = Post(hall, office) if office else None

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        note("open", version=__version__, database=store.kind)
        await store.set_clock()
        await olddata.keep_all(store)
        company.open()
        if post is not None:
            post.open()
        keeper = asyncio.create_task(keep_house(hall))
        yield
        keeper.cancel()
        if post is not None:
            await post.close()
        await company.close()
        await hall.close()
        note("closed")

    async def refuse(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, Fault)
        return fault_answer(fault, request)

    async def missing(request: Request, _: Exception) -> Response:
        return fault_answer(Fault(404, "missing", Say("there is nothing here")), request)

    async def wrong_method(request: Request, _: Exception) -> Response:
        return fault_answer(Fault(405, "malformed", Say("this cannot be done here")), request)

    async def stored(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, StoreFault)
        note("store failed", logging.ERROR, why=str(fault.__cause__ or fault))
        return fault_answer(Fault(503, "store", fault.said), request)

    async def broken(request: Request, _: Exception) -> Response:
        text = Say("something went wrong here")
        return fault_answer(Fault(500, "internal", text), request)

    app = Starlette(
        routes=[
            *Shelf(hall).routes(),
            *web.routes(),
            *Calls(hall, office).routes(),
            *pages.routes(CLIENT),
            *Looks(hall).routes(),
            *openapi.routes(),
            *metrics.routes(),
            WebSocketRoute("/ws/{id}", Talk(hall, moves, chairs, metrics).serve),
        ],
        exception_handlers={
            Fault: refuse,
            StoreFault: stored,
            404: missing,
            405: wrong_method,
            500: broken,
        },
        lifespan=lifespan,
    )
    app.state.hall = hall
    return Guard(Packing(app), limits, metrics, hosts)


def config(app: ASGIApp) -> uvicorn.Config:
    """How the server runs; behind a proxy name its address in FORWARDED_ALLOW_IPS."""
    return uvicorn.Config(
        app,
        http=Http,
        ws=Socket,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers="FORWARDED_ALLOW_IPS" in os.environ,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_keep_alive=30,
        ws_max_size=FRAME,
        ws_max_queue=16,
        h11_max_incomplete_event_size=32 * 1024,
    )


class _Server(uvicorn.Server):
    """Says where it listens once it does."""

    def __init__(self, how: uvicorn.Config, addresses: list[str], open_browser: bool) -> None:
        super().__init__(how)
        self._addresses, self._open_browser = addresses, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        first, *others = self._addresses
        print(f"Grognard {__version__}: {first}", flush=True)
        for address in others:
            print(f"  in the local network: {address}", flush=True)
        if others:
            print(
                "  Whoever reaches this machine can open tables here, unencrypted."
                " On the Internet put it behind a proxy with TLS: docs/deployment.md",
                flush=True,
            )
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=[first], daemon=True).start()


def warm() -> None:
    """Read and draw beforehand what the first page would wait for."""
    for name in names():
        for lang in languages():
            game_card(name, lang)
        pictures.board(open_rules(name))


def own_addresses(host: str, port: int) -> list[str]:
    """The addresses by which a server that listens there can be opened, this machine's own first."""
    found = [host]
    if host in ("0.0.0.0", "::"):
        found = ["127.0.0.1"]
        for target in ("192.0.2.1", "2001:db8::1"):  # nobody's: no packet is sent
            family = socket.AF_INET6 if ":" in target else socket.AF_INET
            if family == socket.AF_INET6 and host == "0.0.0.0":
                continue
            with (
                contextlib.suppress(OSError),
                socket.socket(family, socket.SOCK_DGRAM) as probe,
            ):
                probe.connect((target, 9))
                found.append(probe.getsockname()[0])
    shown = [f"[{name}]" if ":" in name else name for name in dict.fromkeys(found)]
    return [f"http://{name}:{port}/" for name in shown]


def listen(host: str, port: int, limits: Limits | None = None) -> socket.socket:
    """A socket that answers at once: what is small is not held back until the last of it is acknowledged."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.create_server((host, port), family=family)
    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Listener(bound, (limits or Limits()).lines)


def open_many() -> None:
    """Let this process have as many connections as its limits allow, where it may say so itself."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < FILES:
        note("few files", logging.WARNING, most=most, wanted=FILES, meaning=FEW)


def main(
    host: str | None = None,
    port: int | None = None,
    database: str | None = None,
    open_browser: bool = False,
    data: Mapping[str, Path] | None = None,
    *,
    bots: bool = True,
) -> None:
    """Serve tables until told to stop; port 0 takes any that is free.

    ``data`` are folders of corrected data files by game.
    What is not given is taken from HOST, PORT and DATABASE_URL; GROGNARD_HOSTS names, separated by
    commas, by which the server may be called besides the machine's own.
    """
    correct(data or {})
    host = host or os.environ.get("HOST") or "127.0.0.1"
    if port is None:
        port = int(os.environ.get("PORT") or 8000)
    database = database or os.environ.get("DATABASE_URL") or default_database()
    hosts = [name.strip() for name in os.environ.get("GROGNARD_HOSTS", "").split(",")]
    listener = listen(host, port)
    set_up()
    open_many()
    ours = contextlib.nullcontext() if is_url(database) else claim(Path(database))
    if cut := cut_short(Path(database)):
        note("write-ahead log cut", logging.WARNING, file=database, bytes=cut, meaning=CUT)
    addresses = own_addresses(host, listener.getsockname()[1])
    reach = [a for a in addresses if not a.startswith(("http://127.", "http://[::1]"))]
    app = create_app(
        database,
        bots=bots,
        hosts=[name for name in hosts if name],
        reach=reach,
        office=from_settings(os.environ),
    )
    warm()
    steady()
    with ours, contextlib.suppress(KeyboardInterrupt):
        _Server(config(app), addresses, open_browser).run(sockets=[listener])
