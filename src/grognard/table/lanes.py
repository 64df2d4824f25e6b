"""Connections to the database, each with the thread that works on it.

Whatever waits is one transaction, so that many tables share one write to the disk; a result is given only after
the commit.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from typing import Any, TypeVar

from .databases import Database
from .schema import Work

T = TypeVar("T")

BATCH = 256

Job = tuple[Callable[[Work], Any], "asyncio.Future[Any]"]


class Conflict(Exception):
    """Somebody else has written this revision, or the same order, before."""


class Lane:
    """A connection with the thread that works on it."""

    def __init__(self, db: Database, name: str) -> None:
        self.db = db
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name=name, daemon=True)
        self._thread.start()

    async def do(self, job: Callable[[Work], T]) -> T:
        if not self._thread.is_alive():
            raise RuntimeError("the store is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        # The work goes on even if nobody waits for it any more.
        return await asyncio.shield(future)

    async def close(self) -> None:
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        going = True
        while going:
            batch: list[Job] = []
            job = self._jobs.get()
            with contextlib.suppress(queue.Empty):
                while job is not None:
                    batch.append(job)
                    if len(batch) == BATCH:
                        break
                    job = self._jobs.get_nowait()
            going = job is not None
            if batch:
                self._transact(batch)
        self.db.close()

    def _transact(self, batch: list[Job], tries: int = 3) -> None:
        results: list[tuple[asyncio.Future[Any], Any, BaseException | None]] = []
        try:
            self.db.begin()
            for job, future in batch:
                self.db.run("SAVEPOINT job")
                try:
                    results.append((future, job(self.db.run), None))
                    self.db.run("RELEASE SAVEPOINT job")
                except Exception as bad:
                    if self.db.may_pass(bad):
                        raise  # all of it is done again
                    try:
                        self.db.run("ROLLBACK TO SAVEPOINT job")
                    except Exception:
                        raise bad from None  # the whole transaction is lost, or the connection
                    clash = isinstance(bad, self.db.clash)
                    fault = Conflict(str(bad)) if clash else self.db.told(bad)
                    results.append((future, None, fault))
            self.db.commit()
        except Exception as bad:
            failed = self.db.told(bad)
            with contextlib.suppress(Exception):
                self.db.rollback()
            if tries > 1 and self.db.may_pass(bad):
                self._transact(batch, tries - 1)
                return
            results = [(future, None, failed) for _, future in batch]
        for future, result, refusal in results:
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits
                future.get_loop().call_soon_threadsafe(_settle, future, result, refusal)


def _settle(future: asyncio.Future[Any], result: Any, fault: BaseException | None) -> None:
    if future.cancelled():
        return
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)
