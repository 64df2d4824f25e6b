"""The door: bounds on what comes in, headers on what goes out, a line in the log for each request."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import time
from collections.abc import Collection, MutableMapping
from ipaddress import ip_address
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..engine.words import Say
from .answers import REFUSED, Fault, fault_answer
from .limits import BODY, RECORD_BODY, Buckets, Limits, visitor
from .logs import note
from .metrics import Metrics

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


BODY_SECONDS = 20.0
"""For a request's body."""


def same_origin(headers: Headers, scheme: str) -> bool:
    """Whether a request comes from our own page; programs that are no browsers send no origin."""
    origin, host = headers.get("origin"), headers.get("host")
    if origin is None:
        return True
    safe = scheme in ("https", "wss")
    return host is not None and origin == f"{'https' if safe else 'http'}://{host}"


def own_host(host: str, allowed: Collection[str]) -> bool:
    """Whether a request calls the server by a name of its own.

    A number is nobody else's; a name might be a foreign site's that was turned to this machine.
    """
    name = host.rpartition(":")[0] if re.search(r":\d*$", host) else host
    name = name.lower().rstrip(".")
    if name in allowed or "*" in allowed:
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def names_of_this_machine() -> frozenset[str]:
    own = socket.gethostname().lower()
    return frozenset({"localhost", own, f"{own}.local"})


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: ASGIApp, limits: Limits, metrics: Metrics, hosts: Collection[str] = ()
    ) -> None:
        """``hosts`` are the names by which the server may be called besides the machine's own."""
        self._app, self._metrics = app, metrics
        self._requests = Buckets(limits.requests)
        self._hosts = names_of_this_machine() | {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and not (self._in_time(scope) and self._known(scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            bounded = await self._admit(scope, receive)
            await self._app(scope, bounded, dressed)
        except Fault as fault:
            await _respond(fault, scope, receive, dressed)
        except Exception:
            note("request failed", logging.ERROR, fault=True, path=scope["path"])
            if not status:
                wrong = Fault(500, "internal", Say("something went wrong here"))
                await _respond(wrong, scope, receive, dressed)
        finally:
            took = time.perf_counter() - began
            self._metrics.requests.labels(str(status)).observe(took)
            if REFUSED in scope:
                self._metrics.refusals.labels(scope[REFUSED]).inc()
            note(
                "request",
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round(took * 1000, 1),
            )

    async def _admit(self, scope: Scope, receive: Receive) -> Receive:
        """The request with its body read, if it may come in."""
        if not self._in_time(scope):
            raise Fault(429, "rate", Say("too many requests; wait a little"))
        if not self._known(scope):
            text = Say("the server does not go by that name; see the setting GROGNARD_HOSTS")
            raise Fault(421, "host", text)
        if scope["method"] in ("GET", "HEAD"):
            return receive
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:
            # Of two lengths a proxy may have believed the other.
            raise Fault(400, "malformed", Say("malformed: {fault}", fault="two lengths"))
        if not same_origin(headers, scope["scheme"]):
            raise Fault(403, "origin", Say("this comes from another site"))
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Fault(415, "malformed", Say("the body must be application/json"))
        most = RECORD_BODY if scope["path"] == "/api/tables/import" else BODY
        try:
            body = await asyncio.wait_for(_read(receive, most), BODY_SECONDS)
        except TimeoutError:
            raise Fault(408, "slow", Say("the request came too slowly")) from None
        return _again(body, receive)

    def _in_time(self, scope: Scope) -> bool:
        """Whether whoever asks has not asked too often."""
        client = scope.get("client")
        return self._requests.take(visitor(client[0]) if client else "")

    def _known(self, scope: Scope) -> bool:
        return own_host(Headers(scope=scope).get("host", ""), self._hosts)


async def _read(receive: Receive, most: int) -> bytes:
    body, more = b"", True
    while more:
        message: MutableMapping[str, Any] = await receive()
        if message["type"] == "http.disconnect":
            raise Fault(400, "malformed", Say("the request was cut off"))
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > most:
            raise Fault(413, "size", Say("the body may have {most} bytes", most=most))
    return body


def _again(body: bytes, receive: Receive) -> Receive:
    given = False

    async def once() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return once


async def _respond(fault: Fault, scope: Scope, receive: Receive, send: Send) -> None:
    answer = fault_answer(fault, Request(scope))
    if fault.kind == "malformed":  # what follows may not be what it seems
        answer.headers["Connection"] = "close"
    await answer(scope, receive, send)
