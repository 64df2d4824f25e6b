"""Answers on their way out, compressed: never on the event loop, and what was sent before only once."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import threading
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALL, LARGE = 1024, 16 * 1024
"""Bytes below which nothing is compressed, and from which on a thread does it."""
LEVEL = 6
KEPT = 16
"""So many large answers are kept as they were sent: maps, rulebooks."""
KINDS = ("application/json", "image/svg+xml", "text/")


class Packing:
    """Wraps an application whose answers come in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._packed: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = threading.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or "gzip" not in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, send)
            return
        start: Message = {}

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start:
                headers, first = MutableHeaders(scope=start), start
                start = {}
                if _may(headers, message):
                    body = await self._pack(message["body"])
                    headers["Content-Encoding"] = "gzip"
                    headers["Content-Length"] = str(len(body))
                    headers.add_vary_header("Accept-Encoding")
                    message = message | {"body": body}  # type: ignore[operator]
                await send(first)
            await send(message)

        await self.app(scope, receive, pack)

    async def _pack(self, body: bytes) -> bytes:
        if len(body) < LARGE:
            return gzip.compress(body, LEVEL, mtime=0)
        return await asyncio.to_thread(self._pack_once, body)

    def _pack_once(self, body: bytes) -> bytes:
        mark = hashlib.blake2b(body, digest_size=16).digest()
        with self._lock:
            found = self._packed.pop(mark, None)
        if found is None:
            found = gzip.compress(body, LEVEL, mtime=0)
        with self._lock:
            self._packed[mark] = found
            while len(self._packed) > KEPT:
                self._packed.popitem(last=False)
        return found


def _may(headers: Headers, message: Message) -> bool:
    """Whether an answer is worth it: whole, not small, and text."""
    whole = not message.get("more_body") and len(message.get("body", b"")) >= SMALL
    kind = headers.get("content-type", "")
    return whole and kind.startswith(KINDS) and "content-encoding" not in headers
