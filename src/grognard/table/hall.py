"""All tables that are in play: finding them, making them, changing them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, ParamSpec, TypeVar

import msgspec

from ..engine.words import IllegalAction, Say
from ..locale import Translate, translator
from . import clock, olddata, show, upgrade
from .chat import chat_line
from .connection import GOING_DOWN, Connection, Letters
from .keys import hashed, is_table_id, seat_code, seat_token, table_id
from .lanes import Conflict
from .limits import Limits, Turnstile
from .logs import note
from .messages import write
from .rows import Change, Chat, Handed, Kept
from .seats import HOUSE, seated
from .sentences import say_out
from .sitting import Draft, Table, now
from .store import Full, Store
from .thinking import Pool
from .work import Desk

POOL_SECONDS = 2
GROWING = 20
"""Orders from one look at what a visitor's tables hold to the next."""

P = ParamSpec("P")
T = TypeVar("T")


class Gone(Exception):
    """The table in memory is no longer the one in the store: connect again."""


class Overtaken(Gone):
    """Another process has written this revision before: the table is in memory as it has left it."""


class Hall:
    """The tables by their names, over one store."""

    def __init__(
        self, store: Store, pool: Pool, errands: Pool, reports: Pool, limits: Limits
    ) -> None:
        self.store, self.limits = store, limits
        self.pool, self.errands, self.reports = pool, errands, reports
        """Processes for bots, for what visitors ask for, and for that of it which takes long."""
        self.desk, self.turnstile = Desk(), Turnstile(limits)
        self.wake: Callable[[Table], None] = lambda table: None
        """Called when a table has changed or somebody has come: it may be a bot's turn."""
        self.pause: Callable[[Table, str], float | None] = lambda table, who: None
        """Seconds before a bot's turn that any process may take, after a change by somebody."""
        self.hurry: Callable[[Table, int | None], None] = lambda table, turn: None
        """Called when a player wants no pause between a bot's orders, or none in this turn."""
        self.tell: Callable[..., None] = lambda table, what, **facts: None
        """Tells the other processes, if there are any."""
        self.catch_up: Callable[[Table], Coroutine[Any, Any, None]] = _nothing
        """Does at a table what other processes have done there."""
        self.written = asyncio.Event()
        """Set when a letter to a player may be due."""
        self.closing = False
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._shelf = olddata.Shelf()

    @property
    def tables(self) -> Collection[Table]:
        """The tables in memory."""
        return self._tables.values()

    # -- finding and making tables

    async def table(self, id: str) -> Table | None:
        """A table by its name, opened from the store if need be; None if there is none."""
        table = self._tables.get(id)
        if table is not None and table.behind:
            await self.catch_up(table)
            table = self._tables.get(id)
        if table is not None:
            self._tables.move_to_end(id)
            return table
        if not is_table_id(id):
            return None
        if id not in self._opening:
            task = self._opening[id] = asyncio.create_task(self._open(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

    def opened(self, id: str) -> Table | None:
        """A table that is in memory."""
        return self._tables.get(id)

    async def _open(self, id: str) -> Table | None:
        found = await self.store.table(id)
        if found is None:
            return None
        asks = await self.store.asks(id)
        data = await self._data_of(found[0].base)
        opened = await self.desk.look(None, lambda: upgrade.opened(found, data))
        if isinstance(opened, upgrade.Moved):
            await self.store.move_on(id, opened.base, opened.rev, now())
            note("moved on", table=id, rev=opened.rev, why=opened.why)
        table = self._tables[id] = opened.table
        table.asks = asks
        if isinstance(opened, upgrade.Moved):
            async with table.lock:
                await self.announce(table, opened.said, "")
        self.tell(id, "who")
        self.tidy()
        return table

    async def _data_of(self, base: str) -> str | None:
        """The folder of the data that a record was played on, if they are older ones that we have."""
        named = olddata.wanted(base)
        files = await self.store.data(*named) if named else None
        if named is None or files is None:
            return None
        return str(await self.desk.look(None, lambda: self._shelf.lay_out(*named, files)))

    def tidy(self) -> None:
        """Forget the tables that nobody is at, the longest unused first, as far as need be."""
        idle = [t for t in self._tables.values() if not (t.connections or t.runner or t.busy)]
        memory = sum(table.weight for table in idle)
        for n, table in enumerate(idle):
            if len(idle) - n <= self.limits.rooms and memory <= self.limits.memory:
                break
            if not table.lock.locked():
                memory -= table.weight
                self.forget(table)

    def has_room(self, table: Table, address: str) -> bool:
        """Whether somebody from an address may come to a table: those that must stay in memory because
        somebody is there are bounded, for each address and in all."""
        if table.connections:
            return True
        own = everybody = table.weight
        for other in self._tables.values():
            if other.connections:
                everybody += other.weight
                own += other.weight if any(c.address == address for c in other.connections) else 0
        return own <= self.limits.own_memory and everybody <= self.limits.live_memory

    def forget(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        for connection in table.connections:
            connection.close(GOING_DOWN)

    async def create(
        self,
        record: str,
        game: str,
        seats: Mapping[str, str],
        name: str,
        browser: str,
        maker: str,
        names: Mapping[str, str],
        times: tuple[float, float] | None = None,
    ) -> tuple[str, dict[str, str], dict[str, str]]:
        """A new table with a game, given as its record: its name, the tokens of the sides that are
        seated by link, and the codes for the others' loss.

        ``seats`` gives for each side ``me``, ``link`` or ``bot:NAME``, ``names`` what those call
        themselves who are here, ``times`` the seconds of a turn and of the reserve, if clocks run.
        """
        id, who = table_id(), seated(seats)
        tokens = {side: seat_token() for side, seat in seats.items() if seat == "link"}
        codes = {side: seat_code() for side, seat in seats.items() if seat == "me"}
        kept = Kept(id, name, now(), record, msgspec.json.encode(who).decode())
        called = tuple((side, name) for side, name in names.items() if name)
        kept = kept._replace(names=called, maker=maker)

        def lay() -> tuple[Table, str, str | None]:
            table = Table(kept, [], [])
            if times is not None:
                table.clock = clock.wound(*times, table.humans)
                table.clock.press(clock.now(), table.turn, table.side, None)
            return table, *table.state()

        table, summary, position = await self.desk.look(None, lay)
        await self.store.add_table(
            kept._replace(position=position),
            summary,
            [(hashed(token), side) for side, token in tokens.items()],
            [(browser, side) for side, seat in seats.items() if seat == "me"],
            [(hashed(code), side) for side, code in codes.items()],
        )
        self._tables[id] = table
        self.tidy()
        note("table", table=id, game=game, seats=who)
        return id, tokens, codes

    # -- coming and going

    def join(self, table: Table, connection: Connection) -> None:
        table.connections.add(connection)
        table.show_seats()
        self.tell_here(table)
        self.wake(table)

    def leave(self, table: Table, connection: Connection) -> None:
        table.connections.discard(connection)
        if not table.connections:
            table.screens.rest()
        table.show_seats()
        self.tell_here(table)
        self.tidy()

    def tell_here(self, table: Table) -> None:
        """Tell the other processes who is at a table here."""
        sides = sorted(frozenset().union(*(c.mine for c in table.connections)))
        looking = sorted(frozenset().union(*(c.mine for c in table.connections if c.looking)))
        pages = len(table.connections)
        self.tell(table.id, "here", sides=sides, looking=looking, pages=pages)

    # -- changes

    async def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Carry out work that must not stop half-way, even if whoever asked for it is gone."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    async def draft(
        self, table: Table, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Work that changes the game in memory; it must be written next.  The caller holds the lock."""
        try:
            return await self.desk.order(work, *args, **kwargs)
        except IllegalAction:  # nothing has changed
            raise
        except BaseException:
            self.forget(table)
            raise

    async def commit(
        self,
        table: Table,
        made: Draft,
        who: str,
        ref: str,
        *,
        quiet: bool = False,
        grows: bool = False,
    ) -> None:
        """Write a step that the room has taken, then show it; the caller holds the lock.

        ``quiet`` where no bot's turn follows yet, ``grows`` where it is looked now and then whether there
        is room for more: Full if not.
        """
        most = self.limits.played_bytes if grows and table.rev % GROWING == 0 else None
        change = Change(table.rev, who, ref, made.body)
        try:
            pause = None if quiet else self.pause(table, who)
            handed = self._handed(table, made.side)
            await self.store.add_change(
                table.id, change, now(), made.summary, made.position, pause, handed, most
            )
        except BaseException as fault:
            kept = False
            with contextlib.suppress(Exception):  # the store may be out of reach altogether
                kept = isinstance(fault, Exception) and await self._taken_up(table)
            if not kept:
                self.forget(table)
            if isinstance(fault, Full):
                table.full = True
                raise
            if isinstance(fault, Conflict):
                raise (Overtaken if kept else Gone) from fault
            note("write failed", logging.ERROR, fault=True, table=table.id)
            raise
        table.refs[who, ref] = table.rev
        if table.offer is not None:
            table.offer = None
            table.show_offer()
        _post(made.letters)

    async def _taken_up(self, table: Table) -> bool:
        """Take a table up as it is in the store, for those who are at it; under the lock.

        False if it has to be opened anew.
        """
        found = await self.store.table(table.id)
        if found is None:
            return False
        opened = await self.desk.order(upgrade.opened, found, table.data)
        if isinstance(opened, upgrade.Moved):
            return False
        said = len(table.chats)
        table.become(opened.table)
        for chat in table.chats[said:]:
            table.broadcast(lambda c, chat=chat: chat_line(chat, c.lang), lambda c: c.lang)  # type: ignore[misc]
        await self.show(table, table.length + 1)
        table.show_offer()
        return True

    def _handed(self, table: Table, by: str) -> Handed | None:
        """Whose decision it is after somebody else's step, if he may want to be called."""
        to = table.side or ""
        if not by or to == by or to not in table.humans:
            return None
        self.written.set()
        return Handed(by, to, clock.now() + self.limits.call_delay)

    async def show(self, table: Table, first: int) -> None:
        """Send everybody the log from this length of the trail on and the view; under the lock."""
        _post(await self.desk.order(table.screens.news, first, list(table.connections)))

    async def announce(self, table: Table, said: Say, side: str) -> None:
        """Tell everybody, and whoever comes later, what has become of a seat; under the lock."""
        body = msgspec.json.encode(say_out(said)).decode()
        while True:
            n = len(table.chats)
            chat = Chat(n, HOUSE, f"seat {n}", now(), side, body)
            if n >= 2 * self.limits.chats:  # only those who are here are told
                break
            try:
                await self.store.add_chat(table.id, chat)
                table.chats.append(chat)
                break
            except Conflict:  # somebody has spoken elsewhere
                if not await self._taken_up(table):
                    self.forget(table)
                    return
        table.broadcast(lambda c: chat_line(chat, c.lang), lambda c: c.lang)

    def bot_failed(self, table: Table) -> None:
        """Say so; whoever comes next has its turn given out again."""
        table.job = -1
        for connection in table.connections:  # what a fault says may be a secret
            said = Say("the bot cannot go on; the server's log says why")
            told = said.translated(translator(connection.lang))
            connection.send(write({"t": "error", "kind": "bot", "text": told}))

    def later(self, work: Coroutine[Any, Any, Any]) -> None:
        """Carry out work for which nobody waits."""

        async def safely() -> None:
            try:
                await work
            except Exception:
                note("work failed", logging.ERROR, fault=True)

        task = asyncio.create_task(safely())
        self._work.add(task)
        task.add_done_callback(self._work.discard)

    # -- the end

    async def close(self) -> None:
        """Finish what has begun, let everybody go, and close the store."""
        self.closing = True
        runners = [t.runner for t in self._tables.values() if t.runner is not None]
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        pools = self.pool, self.errands, self.reports
        await asyncio.gather(*(pool.close(POOL_SECONDS) for pool in pools))
        await asyncio.gather(*self._work, return_exceptions=True)
        for table in self._tables.values():
            for connection in table.connections:
                connection.close(GOING_DOWN)
        await self.store.close()
        self.desk.close()
        self._shelf.close()


def _post(letters: Letters) -> None:
    for connection, texts in letters:
        for text in texts:
            connection.send(text)


async def _nothing(table: Table) -> None:
    """Nobody else is at this table."""


def refused(ref: str, kind: str, text: Say, tr: Translate, rule: str = "") -> show.Plain:
    said = text.translated(tr)
    return {"t": "refused", "id": ref, "kind": kind, "rule": rule, "text": said}
