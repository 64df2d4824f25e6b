"""The files of the page: kept in memory, compressed once, under addresses that change with them."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from ..engine.words import Say
from .answers import Fault

ROOT = "/client/"
FOREVER = "public, max-age=31536000, immutable"
IMPORT = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";$', re.MULTILINE)
DIGEST = re.compile(r"[0-9a-f]{12}/")
START = "main.js"

KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Our own: what a machine thinks of a file's name may be wrong."""

Stamp = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class File:
    body: bytes
    packed: bytes
    kind: str


def routes(folder: Path) -> list[BaseRoute]:
    files = Files(folder)

    async def lobby(request: Request) -> Response:
        return _page(files, "lobby.js")

    async def table(request: Request) -> Response:
        return _page(files, "table.js")

    async def call(request: Request) -> Response:
        return _page(files, "call.js")

    return [
        Route("/", lobby, methods=["GET"]),
        Route("/t/{id}", table, methods=["GET"]),
        Route("/call", call, methods=["GET"]),
        Route(f"{ROOT}{{path:path}}", files.serve, methods=["GET"]),
    ]


def _page(files: Files, entry: str) -> Response:
    return HTMLResponse(files.page(entry), headers={"Cache-Control": "no-cache"})


class Files:
    """What is in the client's folder; read anew when something there was changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamp: Stamp = ()
        self._files: dict[str, File] = {}
        self._digest = ""
        self._pages: dict[str, str] = {}

    def page(self, entry: str) -> str:
        """The page that begins with a module: it fetches all the modules it needs at once."""
        self._look()
        if "index.html" not in self._files:
            raise Fault(404, "missing", Say("the page is not installed"))
        if entry not in self._pages:
            self._pages[entry] = self._written(entry)
        return self._pages[entry]

    async def serve(self, request: Request) -> Response:
        """A file: for ever under its own address, else until it is asked for again."""
        if not self._files:
            self._look()
        path = request.path_params["path"]
        name = DIGEST.sub("", path, count=1)
        file = self._files.get(name)
        if file is None:
            raise Fault(404, "missing", Say("there is nothing here"))
        now = path == f"{self._digest}/{name}"
        headers = {"Cache-Control": FOREVER if now else "no-cache", "Vary": "Accept-Encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, headers=headers, media_type=file.kind)
        return Response(file.body, headers=headers, media_type=file.kind)

    def modules(self, *entries: str) -> list[str]:
        """The entries and all that they import, directly or not."""
        found: list[str] = []
        wanted = list(entries)
        while wanted:
            name = wanted.pop()
            if name in found:
                continue
            found.append(name)
            text = self._files[name].body.decode()
            wanted += [normpath(join(dirname(name), other)) for other in IMPORT.findall(text)]
        return sorted(found)

    def _look(self) -> None:
        paths = sorted(path for path in self._folder.rglob("*") if path.is_file())
        stamp = tuple((str(path), path.stat().st_mtime_ns) for path in paths)
        if stamp == self._stamp:
            return
        files = {p.relative_to(self._folder).as_posix(): p.read_bytes() for p in paths}
        self._files = {name: _file(name, body) for name, body in files.items()}
        self._digest = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:12]
        self._pages = {}
        self._stamp = stamp

    def _written(self, entry: str) -> str:
        here = f"{ROOT}{self._digest}/"
        preloads = "".join(
            f'<link rel="modulepreload" href="{here}{name}">\n    '
            for name in self.modules(START, entry)
            if name != START
        )
        text = self._files["index.html"].body.decode().replace(ROOT, here)
        return text.replace("<script ", preloads + "<script ", 1)


def _file(name: str, body: bytes) -> File:
    kind = KINDS.get(Path(name).suffix, "application/octet-stream")
    return File(body, gzip.compress(body, 9, mtime=0), kind)
