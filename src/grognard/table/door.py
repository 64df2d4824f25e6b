"""The lowest door: connections that are too many, or too slow to say what they want, are closed.

Thin layers over uvicorn's protocols, which have no bound of their own here.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter
from ipaddress import ip_address, ip_network
from typing import Any

import msgspec
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import Bucket, Buckets, visitor
from .logs import note

HEADER_SECONDS = 10.0
"""For a request's first line and headers, from its first byte or the opening of the connection."""
MOST, MOST_OF_ONE = 2000, 256
"""Connections that are no WebSockets: in all, and of one address."""

TAKE_SECONDS, TAKE_BYTES = 15.0, 32 * 1024
"""In so many seconds so much of an answer has to be taken at least."""

SLICE = 1024
"""Bytes of a WebSocket that are looked at before anything else may come in between."""
ASIDE = (2.0, 60)
"""Frames of a WebSocket that bring no message to its end (pings, pongs, parts): so many a second, and so many at
once.  No page sends any but pongs."""
LINGER = 2.0
"""Seconds in which a WebSocket that was closed has to be gone."""

_MALFORMED = msgspec.json.encode(
    {"error": {"kind": "malformed", "text": "this is no HTTP request"}}
).decode()


def _refuse(transport: asyncio.Transport) -> None:
    """Answer to what is no request, and close."""
    head = "HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\nconnection: close\r\n"
    transport.write(f"{head}content-length: {len(_MALFORMED)}\r\n\r\n{_MALFORMED}".encode())
    transport.close()


class Counted:
    """How many connections there are, by address."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        self.all = 0
        self._quiet: dict[str, dict[Http, None]] = {}
        """By address: connections on which nothing is under way, the longest quiet first."""

    def come(self, address: str, *, trusted: bool = False) -> bool:
        """Whether one more may come; a proxy that is trusted brings those of many."""
        if self.all >= MOST or (not trusted and self.of[address] >= MOST_OF_ONE):
            return False
        self.of[address] += 1
        self.all += 1
        return True

    def quiet(self, address: str, connection: Http) -> None:
        """Nothing is under way on a connection: it may have to make room."""
        self._quiet.setdefault(address, {})[connection] = None

    def busy(self, address: str, connection: Http) -> None:
        line = self._quiet.get(address, {})
        line.pop(connection, None)
        if not line:
            self._quiet.pop(address, None)

    def make_room(self, address: str) -> bool:
        """Where there are too many in all, whoever has most of them gives one up to somebody who has fewer."""
        if self.all < MOST or not self._quiet:
            return False
        most = max(self._quiet, key=lambda other: self.of[other])
        if self.of[most] <= self.of[address] + 1:
            return False
        next(iter(self._quiet[most])).make_room()
        return True

    def go(self, address: str) -> None:
        self.of[address] -= 1
        self.all -= 1
        if not self.of[address]:
            del self.of[address]


def _is_proxy(host: str) -> bool:
    proxies = [name.strip() for name in os.environ.get("FORWARDED_ALLOW_IPS", "").split(",")]
    return "*" in proxies or any(name and _is_in(host, name) for name in proxies)


def _is_in(host: str, network: str) -> bool:
    try:
        return ip_address(host) in ip_network(network)
    except ValueError:
        return host == network


class Listener(socket.socket):
    """Where connections come in; those of one address that come too fast are dropped before anything is made of them."""

    def __init__(self, bound: socket.socket, rate: tuple[float, int]) -> None:
        super().__init__(bound.family, bound.type, bound.proto, bound.detach())
        self._rate = Buckets(rate)

    def accept(self) -> tuple[socket.socket, Any]:
        while True:
            line, address = super().accept()
            if _is_proxy(address[0]) or self._rate.take(visitor(address[0])):
                return line, address
            note("too many connections", address=address[0])
            line.close()


class Http(H11Protocol):
    """A connection that must say soon what it wants."""

    counted = Counted()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._address: str | None = None
        self._trusted = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        address, self._trusted = visitor(host), _is_proxy(host)
        if not self.counted.come(address, trusted=self._trusted) and not (
            self.counted.make_room(address) and self.counted.come(address, trusted=self._trusted)
        ):
            note("too many connections", address=host)
            self.connections.discard(self)
            transport.abort()
            return
        self._address = address
        self._wait_for_headers()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        idle = self.cycle is None or self.cycle.response_complete
        if self._address is None:
            return
        if not idle:
            self._said()
            if self.cycle.more_body:  # whoever is slow to send it may have to make room
                self._fall_quiet()
            else:
                self.counted.busy(self._address, self)
        elif self._deadline is None:
            self._wait_for_headers()

    def on_response_complete(self) -> None:
        self._said()
        self._fall_quiet()
        super().on_response_complete()
        self._see_it_taken(self.transport.get_write_buffer_size())

    def _see_it_taken(self, left: int) -> None:
        if left:
            self.loop.call_later(TAKE_SECONDS, self._look_again, left)

    def _look_again(self, before: int) -> None:
        """Whoever does not take what he has asked for is cut off: it would be held for him without end."""
        left = self.transport.get_write_buffer_size()
        if left and before - left < TAKE_BYTES:
            note("slow reader", address=self._address)
            self.transport.abort()
        else:
            self._see_it_taken(left)

    def make_room(self) -> None:
        """Somebody else needs the place."""
        self._leave()
        self.transport.abort()

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._leave()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        self._leave()
        if self.transport.is_closing():
            return
        _refuse(self.transport)

    def _wait_for_headers(self) -> None:
        self._deadline = self.loop.call_later(HEADER_SECONDS, self._too_slow)
        self._fall_quiet()

    def _fall_quiet(self) -> None:
        if self._address is not None and not self._trusted:
            self.counted.quiet(self._address, self)

    def _said(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._deadline = None
        note("slow headers", address=self._address)
        self.transport.abort()

    def _leave(self) -> None:
        self._said()
        if self._address is not None:
            self.counted.busy(self._address, self)
            self.counted.go(self._address)
            self._address = None


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that is heard a little at a time, and can be cut off: whoever sends without end would hold up
    everybody, whoever reads nothing would hold what was sent to him."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = LINGER
        self._rest = bytearray()
        """What has come and waits until the messages before it are dealt with."""
        self._aside = Bucket(ASIDE)
        self._asked = False
        """Whether there was a handshake at all."""

    def handle_connect(self, event: Any) -> None:
        self._asked = True
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"]["abort"] = {"now": self.transport.abort}

    def data_received(self, data: bytes) -> None:
        self._rest += data
        self._hear()
        if not self._asked and not self.transport.is_closing():
            _refuse(self.transport)  # it would be held for ever, and nobody would count it

    def _hear(self) -> None:
        """Look at what has come, as far as the next message."""
        while self._rest and not self.read_paused and not self.transport.is_closing():
            part = bytes(self._rest[:SLICE])
            del self._rest[:SLICE]
            super().data_received(part)

    async def receive(self) -> Any:
        message = await super().receive()
        self._hear()
        return message

    async def send(self, message: Any) -> None:
        await super().send(message)
        self._hear()  # after a close there may be the answer to it

    def handle_ping(self) -> None:
        if self._may():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._may():
            super().handle_pong(event)

    def handle_text(self, event: Any) -> None:
        if event.fin or self._may():
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        if event.fin or self._may():
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        if self._may():
            super().handle_cont(event)

    def _may(self) -> bool:
        """Whether one more frame may come that is no message; else the connection is cut off."""
        if self.transport.is_closing():
            return False
        if self._aside.take():
            return True
        note("too many frames", address=self.client[0] if self.client else "")
        self.transport.abort()
        return False

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # it takes nothing: not even the rest would ever be sent

    def on_task_complete(self, task: Any) -> None:
        super().on_task_complete(task)
        self.loop.call_later(2 * LINGER, self.transport.abort)
