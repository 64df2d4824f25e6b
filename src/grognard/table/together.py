"""Several server processes on one database: each follows what the others do at the tables it has open.

What changes a table is written with its revision, and only one process can write each; the others hear of it,
read it and show it.  Who is at a table they tell each other, again and again, and forget who is silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine
from typing import Any

from ..engine.shared import Given
from ..engine.words import Say
from ..locale import translator
from .bus import Ear
from .chat import chat_line
from .clock import clock_of
from .connection import GOING_DOWN
from .hall import Hall, refused
from .limits import charge
from .links import ask_here, heard, take
from .logs import note
from .messages import write
from .offers import offer_of
from .rows import Since
from .sitting import Elsewhere, Table
from .steps import step_in

HERE_SECONDS = 8.0
SILENT_SECONDS = 20.0
TOLD_SECONDS = 0.5e-3
"""What it costs all of them to be told something."""


class Together:
    """What this process and the others know of each other."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._ear: Ear | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()
        self.job = asyncio.Event()
        """Set when a bot's turn has come somewhere."""
        hall.tell, hall.catch_up = self.tell, self.follow

    def open(self) -> None:
        store = self._hall.store
        self._ear = Ear(store.url, store.mouth.me, self._heard, self._missed)
        self._ticker = asyncio.create_task(self._tick())

    async def close(self) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
        for task in self._work:
            task.cancel()
        if self._ear is not None:
            await self._ear.close()

    def tell(self, table: str, what: str, **facts: Any) -> None:
        """Tell the other processes, in good time."""
        charge(TOLD_SECONDS)
        self._do(self._hall.store.tell(table, what, **facts))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        async def safely() -> None:
            try:
                await work
            except Exception:
                note("together failed", logging.ERROR, fault=True)

        task = asyncio.create_task(safely())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    async def _tick(self) -> None:
        """Tell again and again who is here; forget who is silent."""
        while True:
            await asyncio.sleep(HERE_SECONDS)
            self._do(self._hall.store.set_clock())
            now = time.monotonic()
            for table in list(self._hall.tables):
                silent = [p for p, e in table.elsewhere.items() if now - e.heard > SILENT_SECONDS]
                for process in silent:
                    del table.elsewhere[process]
                if silent:
                    table.show_seats()
                if table.connections:
                    self._hall.tell_here(table)

    # -- what the others tell

    def _missed(self) -> None:
        """The line was broken: look at every table anew."""
        self.job.set()
        for table in list(self._hall.tables):
            self._do(self._seats(table))

    def _heard(self, id: str, what: str, facts: dict[str, Any]) -> None:
        if facts.get("job") or what == "job":
            self.job.set()
        table = self._hall.opened(id)
        if table is None:
            return
        match what:
            case "rev":
                self._behind(table)
            case "seats":
                self._do(self._seats(table))
            case "gone":
                self._hall.forget(table)
            case "who":
                if table.connections:
                    self._hall.tell_here(table)
            case "here":
                sides, pages = frozenset(facts["sides"]), facts["pages"]
                before = table.elsewhere.pop(facts["by"], None)
                if pages:
                    looking = frozenset(facts["looking"])
                    there = Elsewhere(sides, pages, time.monotonic(), looking)
                    table.elsewhere[facts["by"]] = there
                if sides != (before.sides if before else frozenset()):
                    table.show_seats()
            case "pace":
                table.pace = facts["ms"]
                table.tell_all({"t": "pace", "ms": table.pace})
            case "skip":
                table.skip_from = facts["turn"]
                table.skip.set()
            case "ask":
                ask_here(table, facts["ask"], facts["holder"])
            case "link":
                take(table, facts["side"], facts["n"], Given(facts["place"], facts["link"]))
                heard(table, facts["side"], facts["n"])
            case "bot":
                self._hall.bot_failed(table)

    def _behind(self, table: Table) -> None:
        """Somebody else has done something at a table: look at once if anybody looks at it here."""
        table.behind = True
        if table.connections:
            self._do(self.follow(table))

    async def follow(self, table: Table) -> None:
        """Do here what other processes have done at a table, and show it."""
        async with table.lock:
            if table.gone or not table.behind:
                return
            table.behind = False
            news = await self._hall.store.since(table.id, table.rev, len(table.chats))
            if news is None or not await self._take(table, news):
                self._hall.forget(table)
                return
        self._hall.wake(table)

    async def _take(self, table: Table, news: Since) -> bool:
        hall, first = self._hall, None
        for change in news.changes:
            step = step_in(change.body)
            if change.rev != table.rev + 1 or not await hall.desk.order(table.follow, step):
                return False
            table.rev = change.rev
            table.refs[change.who, change.ref] = change.rev
            first = step.start if first is None else min(first, step.start)
        if table.seated != news.seated and table.clock is not None:
            first = table.length if first is None else first
        table.seated, table.clock = news.seated, clock_of(news.summary)
        for chat in news.chats:
            table.chats.append(chat)
            table.said.add((chat.who, chat.ref))
            table.broadcast(lambda c, chat=chat: chat_line(chat, c.lang), lambda c: c.lang)  # type: ignore[misc]
        if first is not None:
            await hall.show(table, first + 1)
        for change in news.changes:
            for page in (c for c in table.connections if c.browser == change.who):
                page.send(write({"t": "done", "id": change.ref, "rev": change.rev}))
        await self._offer(table, news)
        if table.names != news.names:
            table.names = news.names
            table.show_seats()
        table.job = max(table.job, -1 if news.job is None else news.job)
        return True

    async def _offer(self, table: Table, news: Since) -> None:
        """What waits for consent, as another process has left it."""
        before, offered = table.offer, news.offer
        table.offer = None
        if offered is not None and offered.rev == table.rev:
            table.offer = await self._hall.desk.order(offer_of, table, offered)
        if before is not None and table.offer is None and not news.changes:
            for page in (c for c in table.connections if c.browser == before.browser):
                said = Say("the request was declined")
                page.send(write(refused(before.ref, "no", said, translator(page.lang))))
        if table.offer != before or table.asks != news.asks:
            table.asks = news.asks
            table.show_offer()

    async def _seats(self, table: Table) -> None:
        """Seats have changed hands: whoever holds others than before comes in again."""
        self._behind(table)
        for page in list(table.connections):
            sides = await self._hall.store.sides(table.id, page.browser) if page.browser else []
            if frozenset(sides) != page.mine:
                page.close(GOING_DOWN)
        with contextlib.suppress(KeyError):
            table.show_seats()
