"""The server's log: one JSON object a line, on standard error."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import msgspec

from .limits import Bucket

LINES = (20.0, 200)
"""Lines of one kind: so many a second, and so many at once."""

OTHERS = (1.0, 20)
"""The same for what the libraries below say by themselves: anybody may be able to make them say it."""

LONGEST = 200
"""Characters of a fact in a line."""

log = logging.getLogger("grognard.table")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        facts = getattr(record, "facts", {})
        line |= {
            key: _short(fact) if isinstance(fact, str) else fact for key, fact in facts.items()
        }
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def _short(text: str) -> str:
    """What a visitor may have written: no line grows with it, and no terminal obeys it."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
    return "".join(c if c.isprintable() else "\ufffd" for c in cut)


_told: dict[str, Bucket] = {}
_left_out: Counter[str] = Counter()


def note(event: str, /, level: int = logging.INFO, *, fault: bool = False, **facts: Any) -> None:
    """Log that something happened; ``fault`` adds the exception being handled.

    An event that comes too often is counted, and the count added to the next line that is written.
    """
    if not _may(event, LINES):
        return
    if missed := _left_out.pop(event, 0):
        facts["left_out"] = missed
    log.log(level, event, extra={"facts": facts}, exc_info=fault)


def _may(event: str, rate: tuple[float, int]) -> bool:
    bucket = _told.get(event)
    if bucket is None:
        bucket = _told[event] = Bucket(rate)
    if bucket.take():
        return True
    _left_out[event] += 1
    return False


def _in_time(record: logging.LogRecord) -> bool:
    """Whether a line may be written that is not ours."""
    if hasattr(record, "facts"):
        return True
    place = f"{record.pathname} {record.lineno}"
    if not _may(place, OTHERS):
        return False
    record.facts = {"left_out": missed} if (missed := _left_out.pop(place, 0)) else {}
    return True


def set_up(level: int = logging.INFO) -> None:
    """Everything that this process logs goes out as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    handler.addFilter(_in_time)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Its lines would hold whole addresses, and anybody can make it write them.
    logging.getLogger("uvicorn").setLevel(logging.ERROR)
