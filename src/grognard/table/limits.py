"""How much anybody may ask of the server."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import IPv4Address, ip_address, ip_network

BODY = 16 * 1024
RECORD_BODY = 1024 * 1024
FRAME = 16 * 1024
HOST_BITS = 64
"""Of an IPv6 address: whoever has a line may choose them as he likes."""


@lru_cache(maxsize=4096)
def visitor(host: str) -> str:
    """Who counts as one visitor: an address, or the whole network of an IPv6 one, which is all one
    line's; '' for nobody."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(found, IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found) >> HOST_BITS << HOST_BITS, 128 - HOST_BITS)))


@dataclass(frozen=True)
class Limits:
    """Requests and messages: so many a second, and so many at once."""

    lines: tuple[float, int] = (20.0, 120)
    """New connections of one address."""
    requests: tuple[float, int] = (30.0, 900)
    """HTTP requests and WebSockets of one address; a browser that comes to a table for the first time has some ninety."""
    tables: tuple[float, int] = (0.5, 40)
    """New tables of one address: made, branched or imported."""
    seats: tuple[float, int] = (1.0, 30)
    """Tries to take a seat of one address."""
    pictures: tuple[float, int] = (0.5, 20)
    """Pictures of positions for one address."""
    proofs: tuple[float, int] = (0.2, 10)
    """Records verified for one address."""
    messages: tuple[float, int] = (20.0, 60)
    """Messages of one connection."""
    strikes: int = 40
    """Messages refused for their number before the connection is closed."""
    work: tuple[float, float] = (0.25, 3.0)
    """Seconds of the server's work for one address: a second, and at once."""
    at_once: int = 2
    """Pieces of that work done at the same time for one address."""
    in_line: int = 200
    """Pieces of work of one address that may wait for their turn."""
    own_tables: int = 300
    """Tables that one address may have made and that are kept."""
    own_bytes: int = 20 * 1024 * 1024
    """Bytes that these tables may hold."""
    played_bytes: int = 200 * 1024 * 1024
    """Bytes to which they may grow by being played."""
    all_tables: int = 100_000
    all_bytes: int = 4 * 1024**3
    """The same for everybody together."""
    shelves: tuple[float, int] = (1 / 60, 5)
    """Downloads of all games of one address."""
    calls: tuple[float, int] = (1 / 60, 10)
    """Wishes of one address to be called when it is somebody's turn."""
    invitations: int = 3
    """Messages in a day that ask the same address whether it wants to be called."""
    call_delay: float = 60.0
    """Seconds before a player who does not look is told that it is his turn."""
    call_pause: float = 600.0
    """Seconds between two such messages to a seat."""
    chats: int = 2000
    """Lines of chat at a table."""
    changes: int = 40_000
    """Orders and take-backs at a table; the longest games have less than a quarter."""
    asks: int = 8
    """Browsers that may wait for the consent of a seat's holder at the same time."""
    unplayed_days: float = 14.0
    """After so many days a table at which nobody ever gave an order is abandoned."""
    keep_days: float = 0.0
    """After so many days without an order any table is; 0 keeps it for ever."""
    grace_days: float = 1.0
    """An abandoned table is kept so much longer, then it goes to the archive."""
    archive_days: float = 365.0
    """So long a record stays in the archive; 0 keeps it for ever."""
    connections: int = 64
    """Connections to one table."""
    per_address: int = 64
    """WebSockets of one address."""
    in_all: int = 4000
    """WebSockets in all."""
    rooms: int = 400
    """Tables kept in memory although nobody is at them."""
    memory: int = 256 * 1024 * 1024
    """Bytes, as reckoned, of the tables kept in memory although nobody is at them."""
    own_memory: int = 128 * 1024 * 1024
    """Bytes, as reckoned, of the tables at which one address is."""
    live_memory: int = 1024**3
    """The same for everybody together."""
    backlog: int = 4 * 1024 * 1024
    """Bytes waiting for a slow connection before it is dropped."""
    patience: float = 30.0
    """Seconds in which a connection has to take what waits for it before it is heard again."""


class Bucket:
    """A token bucket."""

    __slots__ = ("_burst", "_level", "_rate", "_then")

    def __init__(self, rate: tuple[float, float]) -> None:
        self._rate, self._burst = rate
        self._level = float(self._burst)
        self._then = time.monotonic()

    def take(self) -> bool:
        self._fill()
        if self._level < 1:
            return False
        self._level -= 1
        return True

    def owe(self, amount: float) -> None:
        """Take what has been used already, though it may be more than there is."""
        self._level -= amount

    def wait(self) -> float:
        """Seconds until nothing is owed."""
        self._fill()
        return max(0.0, -self._level / self._rate)

    def _fill(self) -> None:
        now = time.monotonic()
        self._level = min(self._burst, self._level + (now - self._then) * self._rate)
        self._then = now


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


class Crowded(Exception):
    """Too much work of one address is waiting already."""


@dataclass
class Spent:
    """Seconds that a piece of work has taken."""

    seconds: float = 0.0


_charged: ContextVar[Spent | None] = ContextVar("charged", default=None)


def charge(seconds: float) -> None:
    """Charge whoever's turn it is."""
    spent = _charged.get()
    if spent is not None:
        spent.seconds += seconds


@dataclass
class _Gate:
    bucket: Bucket
    doors: asyncio.Semaphore
    waiting: int = 0
    used: float = field(default_factory=time.monotonic)


class Turnstile:
    """Work is charged by what it cost: an address that has used up its share waits for its next."""

    FORGET = 600.0

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._gates: dict[str, _Gate] = {}
        self._tidied = time.monotonic()

    @contextlib.asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """A turn for one piece of work, to be charged; Crowded if too many wait already."""
        self._tidy()
        gate = self._gates.get(address)
        if gate is None:
            doors = asyncio.Semaphore(self._limits.at_once)
            gate = self._gates[address] = _Gate(Bucket(self._limits.work), doors)
        if gate.waiting >= self._limits.in_line:
            raise Crowded
        gate.waiting += 1
        try:
            async with gate.doors:
                while (wait := gate.bucket.wait()) > 0:
                    await asyncio.sleep(wait)
                spent = Spent()
                token = _charged.set(spent)
                try:
                    yield
                finally:
                    _charged.reset(token)
                    gate.bucket.owe(spent.seconds)
                    gate.used = time.monotonic()
        finally:
            gate.waiting -= 1

    def _tidy(self) -> None:
        now = time.monotonic()
        if now - self._tidied < self.FORGET:
            return
        self._tidied = now
        old = [a for a, g in self._gates.items() if not g.waiting and now - g.used > self.FORGET]
        for address in old:
            del self._gates[address]
