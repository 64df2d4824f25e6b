"""Who lets the bots play: this process alone, or all that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping
from pathlib import Path

from ..games import correct
from ..say import Say
from .chairs import Chairs
from .databases import is_url
from .hall import Hall
from .jobs import Jobs
from .limits import Limits
from .logs import note, set_up
from .moves import Moves
from .schema import StoreFault
from .store import Store
from .thinking import Pool
from .together import Together
from .turns import Play, Turns


class Company:
    """A hall's bots, and the other processes on its database if it is shared."""

    def __init__(self, hall: Hall, moves: Moves, slots: int) -> None:
        """``slots`` bots may think here at a time, where the turns are shared out."""
        play = Play(hall, moves)
        self._together: Together | None = None
        self._jobs: Jobs | None = None
        if hall.store.shared:
            self._together = Together(hall)
            self._jobs = Jobs(hall, play, self._together, slots)
        else:
            Turns(hall, play)

    def open(self) -> None:
        if self._together is not None and self._jobs is not None:
            self._together.open()
            self._jobs.open()

    async def close(self) -> None:
        if self._together is not None and self._jobs is not None:
            await self._jobs.close()
            await self._together.close()


def work(database: str, slots: int | None = None, data: Mapping[str, Path] | None = None) -> None:
    """Let bots play for the servers on a PostgreSQL database until told to stop.

    ``data`` are folders of corrected data files by game, the same as the servers have.
    """
    if not is_url(database):
        raise StoreFault(
            Say("workers need PostgreSQL: a SQLite file has one server, and its own bots")
        )
    correct(data or {})
    set_up()
    asyncio.run(_work(database, slots or os.cpu_count() or 1))


async def _work(database: str, slots: int) -> None:
    store = Store(database)
    hall = Hall(store, Pool(slots), Pool(1), Pool(1), Limits())
    company = Company(hall, Moves(hall, Chairs(hall)), slots)
    end = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(sign, end.set)
    await store.set_clock()
    company.open()
    note("worker open", slots=slots)
    await end.wait()
    await company.close()
    await hall.close()
    note("worker closed")
