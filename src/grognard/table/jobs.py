"""Bots' turns as jobs in PostgreSQL: any process may take one, and one that dies gives it back.

A job is the turn after one revision of a table.  It is locked while a bot thinks about it (``FOR UPDATE SKIP
LOCKED``), by a connection of its own: when the process dies the lock dies with it, and another process takes it.
The order is written like any other, on the revision; so a job that was done twice is done once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from ..textdata import DataError
from . import databases
from .databases import Database
from .hall import Gone, Hall
from .logs import note
from .schema import StoreFault
from .sitting import Table
from .together import Together
from .turns import BOTS, Play

TAKE = """SELECT j.table_id, j.rev FROM jobs j JOIN (
        SELECT w.table_id, w.rev,
            row_number() OVER (PARTITION BY t.maker ORDER BY w.due, w.table_id) AS place
        FROM jobs w JOIN tables t ON t.id = w.table_id
        WHERE w.due <= extract(epoch FROM clock_timestamp())
    ) AS line ON line.table_id = j.table_id AND line.rev = j.rev
    ORDER BY line.place, j.due LIMIT 1 FOR UPDATE OF j SKIP LOCKED"""
"""A turn that waits, and nobody else's second before everybody's first; one under way counts as first."""
NEXT = "SELECT min(due) - extract(epoch FROM clock_timestamp()) FROM jobs"
DONE = "DELETE FROM jobs WHERE table_id = ? AND rev = ?"

LONGEST_WAIT, SHORTEST_WAIT = 2.0, 0.02
"""Seconds between two looks for a job of which nobody has told us."""
HELD_SECONDS = 600
"""A process that has not done a turn by then hangs: PostgreSQL takes the turn away from it."""


def connect(url: str) -> Database:
    """A connection that takes jobs."""
    db = databases.connect(url)
    db.run(f"SET idle_in_transaction_session_timeout = '{HELD_SECONDS}s'")
    return db


class Jobs:
    """The bots' turns of all tables in the database, as far as this process takes them."""

    def __init__(self, hall: Hall, play: Play, together: Together, slots: int) -> None:
        self._hall, self._play, self._together, self._slots = hall, play, together, slots
        self._running: list[asyncio.Task[None]] = []
        hall.wake, hall.pause, hall.hurry = self.wake, self.pause, self.hurry

    def open(self) -> None:
        """Begin to take jobs."""
        self._running = [asyncio.create_task(self._serve()) for _ in range(self._slots)]

    async def close(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    # -- what the hall asks

    def wake(self, table: Table) -> None:
        """Show whether a bot thinks; see to it that its turn is taken by somebody."""
        side = table.side if self._play.due(table) else None
        if side is None:
            if table.thinking is not None:
                table.thinking = None
                table.skip.clear()
                table.skip_from = None
                table.tell_all({"t": "idle"})
            return
        if table.thinking is None or table.thinking[0] != side:
            table.thinking = str(side), time.monotonic()
            table.tell_all({"t": "thinking", "side": side, "since": 0})
        if table.job < table.rev and not self._hall.closing:
            table.job = table.rev
            self._hall.later(self._hall.store.add_job(table.id, table.rev))
            self._together.job.set()

    def pause(self, table: Table, who: str) -> float | None:
        """Seconds before the bot's order that follows a change; None if none follows."""
        if not self._play.due(table):
            return None
        table.job = table.rev
        self._together.job.set()
        watched = bool(table.connections or table.elsewhere)
        return table.pause if who == BOTS and watched and not table.hurried() else 0.0

    def hurry(self, table: Table, turn: int | None) -> None:
        if table.thinking is not None:
            table.skip_from = turn
            table.skip.set()
            self._hall.tell(table.id, "skip", turn=turn)
            self._hall.later(self._hall.store.hurry(table.id))
            self._together.job.set()

    # -- taking jobs

    async def _serve(self) -> None:
        db: Database | None = None
        while True:
            try:
                if db is None:
                    db = await asyncio.to_thread(connect, self._hall.store.url)
                self._together.job.clear()
                wait = await self._take(db)
                if wait > 0:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._together.job.wait(), wait)
            except asyncio.CancelledError:
                if db is not None:
                    db.close()  # what was begun is another's
                raise
            except Exception:
                note("job failed", logging.ERROR, fault=True)
                if db is not None:
                    with contextlib.suppress(Exception):
                        db.close()
                db = None
                await asyncio.sleep(LONGEST_WAIT)

    async def _take(self, db: Database) -> float:
        """Take one job; seconds to wait if there was none."""

        def claim() -> tuple[str, int] | float:
            db.begin()
            rows = db.run(TAKE)
            if rows:
                return str(rows[0][0]), int(rows[0][1])
            (next_due,) = db.run(NEXT)[0]
            db.commit()
            wait = LONGEST_WAIT if next_due is None else float(next_due)
            return min(max(wait, SHORTEST_WAIT), LONGEST_WAIT)

        taken = await asyncio.to_thread(claim)
        if isinstance(taken, float):
            return taken
        await self._do(*taken)

        def done() -> None:
            db.run(DONE, taken)
            db.commit()

        await asyncio.to_thread(done)
        return 0.0

    async def _do(self, id: str, rev: int) -> None:
        """One order of a bot, unless the table has moved on."""
        table: Table | None = None
        try:
            table = await self._hall.table(id)
            if table is None or table.gone:
                return
            if table.rev < rev:
                table.behind = True
                await self._hall.catch_up(table)
            if not self._play.may(table):
                return
            if table.rev != rev:  # whoever moved on may have died before he gave the turn out
                await self._hall.store.add_job(id, table.rev)
                return
            table.busy += 1
            try:
                await self._play.order(table)
            finally:
                table.busy -= 1
            self.wake(table)
        except (Gone, DataError):
            return
        except StoreFault:
            raise
        except Exception:
            note("bot failed", logging.ERROR, fault=True, table=id)
            if table is not None:
                self._hall.bot_failed(table)
            self._hall.tell(id, "bot")
