"""How much anybody may ask of the server."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

BODY = 16 * 1024
RECORD_BODY = 1024 * 1024
FRAME = 16 * 1024


@dataclass(frozen=True)
class Limits:
    """Requests and messages: so many a second, and so many at once."""

    requests: tuple[float, int] = (30.0, 240)
    """HTTP requests of one address."""
    tables: tuple[float, int] = (0.5, 40)
    """New tables of one address: made, branched or imported."""
    seats: tuple[float, int] = (1.0, 30)
    """Tries to take a seat of one address."""
    pictures: tuple[float, int] = (0.5, 20)
    """Pictures of positions for one address."""
    messages: tuple[float, int] = (20.0, 60)
    """Messages of one connection."""
    strikes: int = 40
    """Messages refused for their number before the connection is closed."""
    connections: int = 64
    """Connections to one table."""
    per_address: int = 64
    """Connections of one address."""
    rooms: int = 400
    """Tables kept in memory although nobody is at them."""
    backlog: int = 2000
    """Messages waiting for a slow connection before it is closed."""


class Bucket:
    """A token bucket."""

    __slots__ = ("_burst", "_level", "_rate", "_then")

    def __init__(self, rate: tuple[float, int]) -> None:
        self._rate, self._burst = rate
        self._level = float(self._burst)
        self._then = time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Buckets:
    """A bucket for each address; the longest unused are forgotten."""

    def __init__(self, rate: tuple[float, int], most: int = 10_000) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()
