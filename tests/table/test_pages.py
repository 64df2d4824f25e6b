"""The files of the page: their addresses change with them, and nothing else is served."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response

from grognard.table.answers import Fault
from grognard.table.pages import FOREVER, routes
from grognard.table.server import listen

from .players import carry_out

INDEX = '<link href="/client/style.css"><script src="/client/main.js"></script>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "index.html": INDEX,
        "style.css": "p { color: red }",
        "main.js": 'import { a } from "./part.js";\nif (a) await import("./table.js");\n',
        "part.js": "export const a = 1;\n",
        "lobby.js": 'import { a } from "./part.js";\n',
        "table.js": 'import {\n  b,\n} from "./parts/b.js";\n',
        "parts/b.js": 'export { c } from "../c.js";\nexport const b = 2;\n',
        "c.js": "export const c = 3;\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


class Client:
    """Asks an application that serves a folder, without a network."""

    def __init__(self, folder: Path) -> None:
        self._app = Starlette(routes=routes(folder), exception_handlers={Fault: missing})

    def get(self, path: str, encoding: str = "gzip") -> httpx.Response:
        answers: list[httpx.Response] = []

        async def ask() -> None:
            how = httpx.ASGITransport(self._app)
            async with httpx.AsyncClient(transport=how, base_url="http://table") as client:
                answers.append(await client.get(path, headers={"Accept-Encoding": encoding}))

        carry_out(ask())
        return answers[0]


def missing(request: Request, fault: Exception) -> Response:
    assert isinstance(fault, Fault)
    return Response(status_code=fault.status)


@pytest.fixture
def client(folder: Path) -> Client:
    return Client(folder)


def preloaded(client: Client, path: str) -> list[str]:
    html = client.get(path).text
    return [
        Path(name).as_posix() for name in re.findall(r'preload" href="/client/\w+/([^"]+)', html)
    ]


def test_a_page_names_the_modules_it_will_need(client: Client) -> None:
    assert preloaded(client, "/") == ["lobby.js", "part.js"]
    assert preloaded(client, "/t/abc") == ["c.js", "part.js", "parts/b.js", "table.js"]


def style(client: Client) -> str:
    found = re.search(r'link href="([^"]+)"', client.get("/").text)
    assert found
    return found[1]


def test_a_file_is_kept_for_ever_until_it_changes(client: Client, folder: Path) -> None:
    before = style(client)
    answer = client.get(before)
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "p { color: red }"
    (folder / "style.css").write_text("p { color: blue !important }")
    after = style(client)
    assert after != before
    assert client.get(after).text == "p { color: blue !important }"
    old = client.get(before)
    assert (old.text, old.headers["cache-control"]) == (
        "p { color: blue !important }",
        "no-cache",
    )


def test_who_does_not_unpack_gets_it_plain(client: Client) -> None:
    answer = client.get(style(client), encoding="identity")
    assert "content-encoding" not in answer.headers
    assert answer.text == "p { color: red }"


@pytest.mark.parametrize("path", ["nothing.js", "", "parts", "../index.html", "%2e%2e/pages.py"])
def test_nothing_else_is_there(client: Client, path: str) -> None:
    assert client.get(f"/client/{path}").status_code == 404


def test_small_answers_are_not_held_back() -> None:
    """Asyncio sees to it only for sockets that it opens itself: a page of seventy files took half a second longer."""
    with (
        listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
