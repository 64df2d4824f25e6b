"""A mail server and a receiver of webhooks, both real, for tests."""

from __future__ import annotations

import asyncio
import json
import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from aiosmtpd.smtp import SMTP, AuthResult

from grognard.table.office import Office, Smtp

URL = "https://table.example.org"


class Mailman:
    """A mail server on this machine that keeps what it takes."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.raw: list[bytes] = []
        """The same as they came."""
        self.answers: list[str] = []
        """What is answered to the next letters, before they are taken again."""
        self.port = 0
        self.silent = threading.Event()
        """While it is set nothing is answered."""
        self.reached = threading.Event()
        """Set when a letter is handed over."""
        self.seen: list[tuple[str, str, bool]] = []
        """Who came: name, password, and whether the line was encrypted."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.reached.set()
        while self.silent.is_set():
            await asyncio.sleep(0.01)
        if self.answers:
            return self.answers.pop(0)
        self.raw.append(envelope.content)
        self.letters.append(message_from_bytes(envelope.content, policy=default))
        return "250 taken"

    def admit(self, server: Any, session: Any, envelope: Any, way: str, data: Any) -> AuthResult:
        encrypted = session.ssl is not None or server.transport.get_extra_info("sslcontext")
        self.seen.append((data.login.decode(), data.password.decode(), bool(encrypted)))
        return AuthResult(success=True)

    @property
    def office(self) -> Office:
        smtp = Smtp("smtp+plain", "127.0.0.1", self.port)
        return Office(URL, "Grognard <table@example.org>", smtp)

    def office_by(self, way: str, host: str) -> Office:
        """The same with a name and a password, by an encrypted way."""
        smtp = Smtp(way, host, self.port, "ann", "p@ss")
        return Office(URL, "Grognard <table@example.org>", smtp)


@contextmanager
def mailman(tls: str = "", certificate: Path | None = None) -> Iterator[Mailman]:
    """With ``tls`` (``smtps``, or ``smtp`` for STARTTLS) it speaks to nobody but over TLS."""
    man, ready = Mailman(), threading.Event()
    loop = asyncio.new_event_loop()
    context = None
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, certificate.with_suffix(".key"))
    start: dict[str, Any] = (
        {"tls_context": context, "require_starttls": True} if tls == "smtp" else {}
    )
    login: dict[str, Any] = (
        {"authenticator": man.admit, "auth_require_tls": tls == "smtp"} if tls else {}
    )

    def mail() -> SMTP:
        return SMTP(man, loop=loop, **start, **login)

    async def serve() -> asyncio.Server:
        around = context if tls == "smtps" else None
        return await loop.create_server(mail, "127.0.0.1", 0, ssl=around)

    def run() -> None:
        asyncio.set_event_loop(loop)
        server = loop.run_until_complete(serve())
        man.port = server.sockets[0].getsockname()[1]
        ready.set()
        loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    assert ready.wait(30)
    yield man
    man.silent.clear()
    loop.call_soon_threadsafe(loop.stop)
    thread.join(30)


class Receiver:
    """A program that webhooks are sent to."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, Any]]] = []
        self.status = 200
        self.headers: dict[str, str] = {}
        self.port = 0


@contextmanager
def receiver() -> Iterator[Receiver]:
    told = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told.got.append((self.path, json.loads(body)))
            self.send_response(told.status)
            for name, value in told.headers.items():
                self.send_header(name, value)
            self.end_headers()

        do_GET = do_POST

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield told
    server.shutdown()
    thread.join(30)
    server.server_close()


def text_of(letter: Message) -> str:
    return str(letter.get_content()).replace("\r\n", "\n")  # type: ignore[attr-defined]


def ticket_of(text: str, what: str) -> str:
    """What a link in a letter says."""
    found = re.search(rf"{URL}/call#{what}=(\S+)", text)
    assert found is not None, text
    return found[1]
