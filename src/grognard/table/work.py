"""The tables' own work, done in threads: the event loop only carries messages."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from .limits import charge

P = ParamSpec("P")
T = TypeVar("T")

SWITCH_SECONDS = 0.001
"""How long a thread may keep the interpreter while another one waits for it."""
COLLECT = 2_000, 10, 1_000
"""How seldom the interpreter looks for what nothing leads to any more: it stops everybody meanwhile."""


def steady() -> None:
    """Set the interpreter up so that nobody waits long for it; called when all that is always needed is there."""
    sys.setswitchinterval(SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


class Desk:
    """Two lanes, so that what changes a table never waits behind what only looks at one."""

    def __init__(self, threads: int = 2) -> None:
        self._orders = ThreadPoolExecutor(threads, "orders")
        self._looks = ThreadPoolExecutor(threads, "looks")
        self._free = asyncio.Semaphore(threads)

    async def order(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Work that somebody's order waits for."""
        return await _run(self._orders, lambda: work(*args, **kwargs))

    def slot(self) -> asyncio.Semaphore:
        """A place in the lane of those who look; whoever wants a table's lock too takes it after."""
        return self._free

    async def looking(self, work: Callable[[], T]) -> T:
        """Work of those who look; the caller has a slot."""
        return await _run(self._looks, work)

    async def look(self, lock: asyncio.Lock | None, work: Callable[[], T]) -> T:
        """The same with a slot, and under the lock of a table if one is given.

        The lock is taken last: nobody's orders wait while another's work has the lane.
        """
        async with self.slot():
            if lock is None:
                return await self.looking(work)
            async with lock:
                return await self.looking(work)

    def close(self) -> None:
        for lane in (self._orders, self._looks):
            lane.shutdown(wait=False, cancel_futures=True)


async def _run(lane: ThreadPoolExecutor, work: Callable[[], T]) -> T:
    """In the lane, to its end: a table's lock must not be given up while its work goes on."""
    took = 0.0

    def timed() -> T:
        nonlocal took
        began = time.thread_time()
        try:
            return work()
        finally:
            took = time.thread_time() - began

    future = asyncio.get_running_loop().run_in_executor(lane, timed)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        await asyncio.wait([future])
        raise
    finally:
        charge(took)
