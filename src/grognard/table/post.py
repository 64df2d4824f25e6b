"""The post: takes the letters that are due and sends them, never on the event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ..textdata import DataError
from . import carriers, clock, offers
from .carriers import Failed, Letter
from .hall import Hall
from .letters import confirm_letter, offer_letter, turn_letter
from .logs import note
from .mailbox import CONFIRM, OFFER, Call, Mailbox, Waiting
from .office import MAIL, Office
from .sitting import Table

HANDS = 4
"""Letters that are sent at the same time."""
LEASE = 300.0
"""Seconds for which a letter that was taken is nobody else's."""
LONGEST_WAIT = 5.0
"""Seconds between two looks for letters of which nobody has told us."""
AGAIN = (60.0, 300.0, 1800.0, 7200.0)
"""Seconds after which a letter that did not go out is tried again; then it is given up."""
ANSWER_SECONDS = 1.0
"""In which other processes say who is at a table."""


class Post:
    """The letters of a hall, as far as this process sends them."""

    def __init__(self, hall: Hall, office: Office) -> None:
        self._hall, self._office = hall, office
        self._mailbox = Mailbox(hall.store)
        self._threads = ThreadPoolExecutor(HANDS, "post")
        self._hands = asyncio.Semaphore(HANDS)
        self._running: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        self._running.add(asyncio.create_task(self._serve()))

    async def close(self) -> None:
        """What is under way is finished by its thread; another process takes what was not sent."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _serve(self) -> None:
        written = self._hall.written
        while True:
            try:
                async with self._hands:
                    written.clear()
                    taken = await self._mailbox.take(LEASE)
                if isinstance(taken, Waiting):
                    task = asyncio.create_task(self._carry(taken))
                    self._running.add(task)
                    task.add_done_callback(self._running.discard)
                    await asyncio.sleep(0)
                    continue
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(written.wait(), min(taken + 0.01, LONGEST_WAIT))
            except Exception:
                note("post failed", logging.ERROR, fault=True)
                await asyncio.sleep(LONGEST_WAIT)

    async def _carry(self, waiting: Waiting) -> None:
        async with self._hands:
            try:
                await self._send(waiting)
            except Exception:
                note("post failed", logging.ERROR, fault=True)

    async def _send(self, waiting: Waiting) -> None:
        """Send a letter, or find out that it need not go or not yet."""
        call = await self._mailbox.call(waiting.table, waiting.side, waiting.kind)
        wait = 0.0 if call is None else call.last + self._hall.limits.call_pause - clock.now()
        if waiting.what != CONFIRM and wait > 0:
            await self._mailbox.later(waiting, clock.now() + wait, waiting.tries)
            return
        letter = None if call is None else await self._letter(waiting, call)
        if call is None or letter is None:
            await self._mailbox.done(waiting)
            return
        carrier = carriers.mail if call.kind == MAIL else carriers.hook
        try:
            await self._in_thread(lambda: carrier(self._office, call.target, letter))
        except Failed as bad:
            note("letter failed", logging.WARNING, table=call.table, kind=call.kind, why=str(bad))
            if bad.final or waiting.tries >= len(AGAIN):
                await self._mailbox.done(waiting)
            else:
                due = clock.now() + AGAIN[waiting.tries]
                await self._mailbox.later(waiting, due, waiting.tries + 1)
            return
        note("letter", table=call.table, kind=call.kind, what=waiting.what)
        await self._mailbox.done(waiting, sent=waiting.what != CONFIRM)

    async def _in_thread(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _letter(self, waiting: Waiting, call: Call) -> Letter | None:
        """The letter as it is now; None if it need not go."""
        try:
            table = await self._hall.table(waiting.table)
        except DataError:
            return None
        if table is None:
            return None
        secret = self._hall.store.secret
        if waiting.what == CONFIRM:
            return None if call.confirmed else confirm_letter(self._office, secret, call, table)
        if not call.confirmed or await self._needless(table, waiting):
            return None
        write = offer_letter if waiting.what == OFFER else turn_letter
        return await self._hall.desk.look(
            table.lock, lambda: write(self._office, secret, call, table)
        )

    async def _needless(self, table: Table, waiting: Waiting) -> bool:
        """Whether he is not asked any more: somebody else decides by now, the player has acted, what was
        offered is settled, or he looks at the table."""
        if self._hall.store.shared:
            if table.rev < waiting.rev:
                table.behind = True
                await self._hall.catch_up(table)
            self._hall.tell(table.id, "who")
            await asyncio.sleep(ANSWER_SECONDS)
        if waiting.what == OFFER:
            offer = table.offer
            asked = frozenset() if offer is None else offers.asked(table, offer.what, offer.mine)
            settled = waiting.side not in asked
        else:
            settled = table.side != waiting.side or table.last == waiting.side
        return settled or table.looked_at_by(waiting.side)
