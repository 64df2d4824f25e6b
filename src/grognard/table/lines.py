"""Lines to PostgreSQL on which every answer comes in time, or they are cut off.

PostgreSQL itself ends statements that take too long, waits for locks, and transactions that their owner has left; a
backend that hangs, or a machine that still holds the line and does nothing, ends nothing.
"""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any
from weakref import WeakSet

PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""How soon this side notices that PostgreSQL's machine is gone."""
NOTICE = {"tcp_keepalives_idle": 15, "tcp_keepalives_interval": 5, "tcp_keepalives_count": 3}
"""How soon PostgreSQL notices that this one is, and gives up its locks."""
BOUNDS = {
    "lock_timeout": "3s",
    "statement_timeout": "10s",
    "idle_in_transaction_session_timeout": "30s",
}
"""How long anything that a visitor waits for may take; others wait behind it."""
ANSWER_SECONDS = 15.0
"""In which PostgreSQL has to say anything at all."""
LOOK_SECONDS = 1.0


class Line:
    """A connection; with ``bounds`` nothing on it may take long."""

    def __init__(self, url: str, *, bounds: bool) -> None:
        self._since: float | None = None
        self._bounded = bounds
        self._db = import_module("psycopg").connect(url, autocommit=True, **PATIENCE)
        if bounds:
            _watch(self)
        for setting, value in {**NOTICE, **(BOUNDS if bounds else {})}.items():
            self.ask(f"SET {setting} = '{value}'")

    @property
    def closed(self) -> bool:
        return bool(self._db.closed)

    def ask(self, sql: str, args: Sequence[Any] = ()) -> list[Any]:
        self._since = time.monotonic()
        try:
            cursor = self._db.execute(sql, args)
        finally:
            self._since = None
        return list(cursor.fetchall()) if cursor.description else []

    def heard(self, seconds: float) -> Iterator[str]:
        """What others tell within this time, as it comes."""
        for told in self._db.notifies(timeout=seconds):
            yield told.payload

    def look(self, now: float) -> None:
        """Cut the line off if an answer is overdue: whoever waits for it learns so."""
        since = self._since
        if since is None or now - since < ANSWER_SECONDS:
            return
        with contextlib.suppress(Exception), socket.socket(fileno=os.dup(self._db.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._db.close()


_watched: WeakSet[Line] = WeakSet()
_lock = threading.Lock()
_watcher: threading.Thread | None = None


def _watch(line: Line) -> None:
    global _watcher
    with _lock:
        _watched.add(line)
        if _watcher is None or not _watcher.is_alive():
            _watcher = threading.Thread(target=_look, name="watch", daemon=True)
            _watcher.start()


def _look() -> None:
    while True:
        time.sleep(LOOK_SECONDS)
        with _lock:
            lines = list(_watched)
        for line in lines:
            line.look(time.monotonic())
        del lines
