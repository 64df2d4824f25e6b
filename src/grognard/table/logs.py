"""The server's log: one JSON object a line, on standard error."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

log = logging.getLogger("grognard.table")


class _Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def note(event: str, /, level: int = logging.INFO, *, fault: bool = False, **facts: Any) -> None:
    """Log that something happened; ``fault`` adds the exception being handled."""
    log.log(level, event, extra={"facts": facts}, exc_info=fault)


def set_up(level: int = logging.INFO) -> None:
    """Everything that this process logs goes out as JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # its lines would hold whole addresses
