"""Ctrl-C reaches a study and all its workers at once; only the study answers it, and calls them off."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_called_off: Any = None
"""In a worker: a number in memory shared with the study, not 0 when nothing more is wanted."""


def attend(called_off: Any) -> None:
    """First thing in a worker: hear the study and not the terminal.

    An interrupted worker may send home half a message, which is waited for without end.
    """
    global _called_off
    _called_off = called_off
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def check() -> None:
    """KeyboardInterrupt in a worker that has been called off."""
    if _called_off is not None and _called_off.value:
        raise KeyboardInterrupt


@contextmanager
def held() -> Iterator[None]:
    """An interrupt waits until this is over, and is blocked in processes started here.

    Interrupted halfway, the birth of a worker leaves one that nobody knows and everybody waits for.
    """
    came = False

    def remember(number: int, frame: object) -> None:
        nonlocal came
        came = True

    main = threading.current_thread() is threading.main_thread()  # the only one to be interrupted
    before = signal.signal(signal.SIGINT, remember) if main else None
    _block(True)
    try:
        yield
    finally:
        _block(False)
        if main:
            signal.signal(signal.SIGINT, before)
    if came:
        raise KeyboardInterrupt


def _block(on: bool) -> None:
    if sys.platform != "win32":
        how = signal.SIG_BLOCK if on else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})
