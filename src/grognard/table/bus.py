"""What the server processes on one database tell each other: LISTEN and NOTIFY of PostgreSQL.

What is written down is told in the transaction that writes it, so that nobody hears of it before it is there;
the rest (who is at a table, a pace) is told by itself.  A lost connection is made anew, and whoever listened
is told that he may have missed something.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
from collections.abc import Callable
from typing import Any

import msgspec

from .lines import Line
from .logs import note

CHANNEL = "grognard"
NOTIFY = "SELECT pg_notify(?, ?)"
QUIET_SECONDS = 1.0
AGAIN_SECONDS = 0.5

Heard = Callable[[str, str, dict[str, Any]], None]
"""Called with a table, what is told of it, and the facts."""


class Mouth:
    """This process, as the others hear it."""

    def __init__(self) -> None:
        self.me = secrets.token_hex(8)

    def letter(self, table: str, what: str, **facts: Any) -> tuple[str, str]:
        """What is told, ready to be sent."""
        told = {"by": self.me, "table": table, "what": what} | facts
        return CHANNEL, msgspec.json.encode(told).decode()


class Ear:
    """A thread that listens to the other processes."""

    def __init__(self, url: str, me: str, heard: Heard, missed: Callable[[], None]) -> None:
        self._url, self._me, self._heard, self._missed = url, me, heard, missed
        self._loop = asyncio.get_running_loop()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        before = False
        while not self._end.is_set():
            try:
                with contextlib.closing(Line(self._url, bounds=True)) as line:
                    line.ask(f"LISTEN {CHANNEL}")
                    if before:
                        self._call(self._missed)
                    before = True
                    while not self._end.is_set():
                        for told in line.heard(QUIET_SECONDS):
                            self._take(told)
                        line.ask("SELECT 1")  # whether there is still somebody
            except Exception:
                # Whatever it was: who does not listen shows its pages nothing any more.
                note("line broken", logging.WARNING, fault=True)
                self._end.wait(AGAIN_SECONDS)

    def _take(self, text: str) -> None:
        facts = msgspec.json.decode(text)
        by, table, what = facts.pop("by"), facts.pop("table"), facts.pop("what")
        if by != self._me:
            self._call(self._heard, table, what, {"by": by} | facts)

    def _call(self, what: Callable[..., None], *args: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what, *args)

    async def close(self) -> None:
        self._end.set()
        await asyncio.to_thread(self._thread.join)
