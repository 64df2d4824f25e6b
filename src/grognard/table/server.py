"""The server: ``grognard table``."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import webbrowser
from collections.abc import AsyncIterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp

from .. import __version__
from ..engine.words import Say
from ..games import names, open_rules
from ..locale import languages
from . import looks, openapi, pages, pictures
from .guard import Guard
from .hall import Hall
from .limits import FRAME, Limits
from .logs import note, set_up
from .store import Store
from .talk import Talk
from .thinking import Pool
from .web import COOKIE, Fault, Web, fault_answer, game_card

CLIENT = Path(__file__).parent / "client"
SHUTDOWN_SECONDS = 5


def default_database() -> str:
    """Where tables are kept unless something else is asked for."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(home) / "grognard" / "tables.db")


def create_app(
    database: str, *, limits: Limits | None = None, workers: int | None = None
) -> ASGIApp:
    """The application over a database: the path of a file or a PostgreSQL URL."""
    limits = limits or Limits()
    store = Store(database)
    hall = Hall(store, Pool(workers or os.cpu_count() or 1), limits)
    web = Web(hall, limits)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        note("open", version=__version__, database=store.kind)
        yield
        await hall.close()
        note("closed")

    async def refuse(request: Request, fault: Exception) -> Response:
        assert isinstance(fault, Fault)
        return fault_answer(fault, request)

    async def missing(request: Request, _: Exception) -> Response:
        return fault_answer(Fault(404, "missing", Say("there is nothing here")), request)

    async def wrong_method(request: Request, _: Exception) -> Response:
        return fault_answer(Fault(405, "malformed", Say("this cannot be done here")), request)

    app = Starlette(
        routes=[
            *web.routes(),
            *pages.routes(CLIENT),
            *looks.routes(),
            *openapi.routes(),
            WebSocketRoute("/ws/{id}", Talk(hall, COOKIE).serve),
        ],
        exception_handlers={Fault: refuse, 404: missing, 405: wrong_method},
        lifespan=lifespan,
    )
    return Guard(GZipMiddleware(app, minimum_size=1024), limits)


def config(app: ASGIApp) -> uvicorn.Config:
    """How the server runs; behind a proxy name its address in FORWARDED_ALLOW_IPS."""
    return uvicorn.Config(
        app,
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

    def __init__(self, how: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(how)
        self._address, self._open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(f"Grognard {__version__}: {self._address}", flush=True)
            if self._open_browser:
                threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()


def warm() -> None:
    """Read and draw beforehand what the first page would wait for."""
    for name in names():
        for lang in languages():
            game_card(name, lang)
        pictures.board(open_rules(name))


def main(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str | None = None,
    open_browser: bool = False,
) -> None:
    """Serve tables until told to stop; port 0 takes any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family)
    set_up()
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}/"
    app = create_app(database or default_database())
    warm()
    with contextlib.suppress(KeyboardInterrupt):
        _Server(config(app), address, open_browser).run(sockets=[listener])
