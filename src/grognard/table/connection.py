"""A page that looks at a table, as the hall knows it: what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from .limits import charge

GOING_DOWN, SLOW = 1012, 1013

EASY = 128 * 1024
"""Bytes that may wait for a page that is heard all the same."""


MESSAGE_SECONDS, BYTE_SECONDS = 60e-6, 30e-9
"""What a message and each of its bytes cost on their way out, packed and copied."""


class Connection:
    """A page that looks at a table."""

    def __init__(
        self, browser: str, mine: Iterable[str], lang: str, backlog: int, address: str = ""
    ) -> None:
        self.browser, self.address = browser, address
        self.mine = frozenset(mine)
        self.lang = lang
        self.eyes: str | None = None
        """The seat whose log the page has been sent; None where nothing is hidden."""
        self.looking = True
        """Whether the page is in sight and somebody is at it."""
        self.shown = -1
        """The revision of the view that it was sent last."""
        self.dropped = asyncio.Event()
        """Set when the page takes too little of what is sent to it."""
        self._waiting: asyncio.Queue[str | int] = asyncio.Queue()
        self._bytes, self._backlog = 0, backlog
        self._eased = asyncio.Event()
        self._eased.set()
        self._closing = False

    def send(self, message: str) -> None:
        if self._closing:
            return
        if self._bytes and self._bytes + len(message) > self._backlog:
            self._waiting = asyncio.Queue()
            self.close(SLOW)
            self.dropped.set()
            return
        charge(MESSAGE_SECONDS + len(message) * BYTE_SECONDS)
        self._bytes += len(message)
        if self._bytes > EASY:
            self._eased.clear()
        self._waiting.put_nowait(message)

    @property
    def waiting(self) -> int:
        """Bytes that wait to be sent."""
        return self._bytes

    @property
    def closing(self) -> bool:
        """Whether it was told to go: it is not heard any more."""
        return self._closing

    def close(self, code: int) -> None:
        """Send what waits, then close the connection with this code."""
        if not self._closing:
            self._closing = True
            self._waiting.put_nowait(code)

    async def next(self) -> str | int:
        """What is to be sent now; a number closes the connection with this code."""
        return await self._waiting.get()

    def sent(self, message: str) -> None:
        self._bytes -= len(message)
        if self._bytes <= EASY:
            self._eased.set()

    async def eased(self, seconds: float) -> None:
        """Wait until little is left to be sent; TimeoutError if the page does not take it."""
        if not self._eased.is_set():
            await asyncio.wait_for(self._eased.wait(), seconds)


Letters = list[tuple[Connection, list[str]]]
"""What is to be sent to whom."""
