"""The rows of the log as they are sent: each is written once for all who see alike."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from . import show

CHUNK = 1000
"""Rows of the log in one message."""


class Log:
    """The rows of the log as they are sent to one seat in one language: each is written once."""

    def __init__(self) -> None:
        self._first, self._upto = 0, -1
        """The rows between these lengths of the trail are written."""
        self._ats: list[int] = []
        self._rows: list[msgspec.Raw] = []
        self.bytes = 0

    def cut(self, first: int) -> None:
        """Forget the rows from this length of the trail on."""
        if first <= self._upto:
            keep = bisect_left(self._ats, first)
            self.bytes -= sum(len(bytes(row)) for row in self._rows[keep:])
            del self._ats[keep:], self._rows[keep:]
            self._upto = first - 1

    def between(
        self, first: int, last: int, more: Callable[[int, int], list[show.Plain]]
    ) -> Iterator[tuple[int, list[Any]]]:
        """The rows between these lengths of the trail; ``more`` gives those not yet written.

        They come in parts of a size that is sent quickly, each with its ``from``.
        """
        if self._upto < self._first:
            self._first, self._upto = first, first - 1
        if first < self._first:
            self._write(more(first, self._first - 1), 0)
            self._first = first
        if self._upto < last:
            self._write(more(self._upto + 1, last), len(self._rows))
            self._upto = last
        begin, end = bisect_left(self._ats, first), bisect_right(self._ats, last)
        while end - begin > CHUNK:
            cut = bisect_left(self._ats, self._ats[begin + CHUNK])
            if cut <= begin:
                break
            yield first, self._rows[begin:cut]
            first, begin = self._ats[cut], cut
        yield first, self._rows[begin:end]

    def _write(self, rows: list[show.Plain], place: int) -> None:
        self._ats[place:place] = [row["at"] for row in rows]
        self._rows[place:place] = written = [msgspec.Raw(msgspec.json.encode(row)) for row in rows]
        self.bytes += sum(len(bytes(row)) for row in written)
