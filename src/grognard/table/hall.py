"""All tables that are in play: finding them, making them, changing them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from typing import Any

import msgspec

from ..engine.decision import DICE
from ..engine.words import Say
from ..locale import Translate, translator
from . import olddata, show, upgrade
from .connection import GOING_DOWN, Connection
from .keys import hashed, is_table_id, seat_code, seat_token, table_id
from .limits import Limits, Turnstile
from .logs import note
from .messages import write
from .room import HUMAN, Step, say_out, step_out
from .sitting import BOT, HOUSE, Table, chat_line, now
from .store import Change, Chat, Conflict, Kept, Offered, Store, Taken
from .thinking import Pool
from .work import Desk

POOL_SECONDS = 2


class Gone(Exception):
    """The table in memory is no longer the one in the store: connect again."""


class Hall:
    """The tables by their names, over one store."""

    def __init__(self, store: Store, pool: Pool, errands: Pool, limits: Limits) -> None:
        self.store, self.limits = store, limits
        self.pool, self.errands = pool, errands
        """Processes for bots, and for what visitors ask for."""
        self.desk, self.turnstile = Desk(), Turnstile(limits)
        self.wake: Callable[[Table], None] = lambda table: None
        """Called when a table has changed or somebody has come: it may be a bot's turn."""
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
        if table is not None:
            self._tables.move_to_end(id)
            return table
        if not is_table_id(id):
            return None
        if id not in self._opening:
            task = self._opening[id] = asyncio.create_task(self._open(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        return await asyncio.shield(self._opening[id])

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
                await self._tell(table, opened.said, "")
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
        idle = [t for t in self._tables.values() if not t.connections and t.runner is None]
        memory = sum(table.weight for table in idle)
        for n, table in enumerate(idle):
            if len(idle) - n <= self.limits.rooms and memory <= self.limits.memory:
                break
            if not table.lock.locked():
                memory -= table.weight
                self.forget(table)

    def forget(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        for connection in table.connections:
            connection.close(GOING_DOWN)

    async def create(
        self, record: str, game: str, seats: Mapping[str, str], name: str, browser: str, maker: str
    ) -> tuple[str, dict[str, str], dict[str, str]]:
        """A new table with a game, given as its record: its name, the tokens of the sides that are
        seated by link, and the codes for the others' loss.

        ``seats`` gives for each side ``me``, ``link`` or ``bot:NAME``.
        """
        id, who = table_id(), seated(seats)
        tokens = {side: seat_token() for side, seat in seats.items() if seat == "link"}
        codes = {side: seat_code() for side, seat in seats.items() if seat == "me"}
        kept = Kept(id, name, now(), record, msgspec.json.encode(who).decode())

        def lay() -> tuple[Table, str, str | None]:
            table = Table(kept, [], [])
            return table, *table.state()

        table, summary, position = await self.desk.look(None, lay)
        await self.store.add_table(
            kept._replace(position=position),
            summary,
            [(hashed(token), side) for side, token in tokens.items()],
            [(browser, side) for side, seat in seats.items() if seat == "me"],
            [(hashed(code), side) for side, code in codes.items()],
            maker,
        )
        self._tables[id] = table
        self.tidy()
        note("table", table=id, game=game, seats=who)
        return id, tokens, codes

    # -- coming and going

    def join(self, table: Table, connection: Connection) -> None:
        table.connections.add(connection)
        table.show_seats()
        self.wake(table)

    def leave(self, table: Table, connection: Connection) -> None:
        table.connections.discard(connection)
        table.show_seats()
        self.tidy()

    # -- changes

    async def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Carry out work that must not stop half-way, even if whoever asked for it is gone."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    async def commit(self, table: Table, step: Step, who: str, ref: str) -> None:
        """Write a step that the room has taken, then show it; the caller holds the lock."""
        table.rev += 1
        change = Change(table.rev, who, ref, step_out(step))
        try:
            summary, position = await self.desk.order(table.state)
            await self.store.add_change(table.id, change, now(), summary, position)
        except BaseException as fault:
            self.forget(table)
            if isinstance(fault, Conflict):
                raise Gone from fault
            note("write failed", logging.ERROR, fault=True, table=table.id)
            raise
        table.refs[who, ref] = table.rev
        if table.offer is not None:
            table.offer = None
            table.show_offer()
        to = list(table.connections)
        for connection, texts in await self.desk.order(table.news, step.start + 1, to):
            for text in texts:
                connection.send(text)

    async def order(
        self, table: Table, by: Connection, ref: str, rev: int, text: str, side: str | None
    ) -> show.Plain:
        """An order from a page: what is answered."""
        async with table.lock:
            if answer := self._already(table, by, ref) or await self._stale(table, by, ref, rev):
                return answer
            tried = await self.desk.order(table.order, text, side, by.mine, by.lang)
            if isinstance(tried, dict):
                return {"t": "refused", "id": ref} | tried
            step, dropped = tried
            await self.commit(table, step, by.browser, ref)
            done = {"t": "done", "id": ref, "rev": table.rev}
            if dropped is not None:
                done["note"] = dropped
        self.wake(table)
        return done

    async def undo(
        self, table: Table, by: Connection, ref: str, rev: int, *, order: bool = False
    ) -> show.Plain | None:
        """A take-back asked for: what is answered; None when somebody else is asked first."""
        async with table.lock:
            if answer := self._already(table, by, ref) or await self._stale(table, by, ref, rev):
                return answer
            tr = translator(by.lang)
            if table.over:
                text = Say("the game is over; you may begin another from an earlier moment of it")
                return refused(ref, "undo", text, tr)
            find = table.room.call_off if order else table.room.take_back
            back = await self.desk.order(find, by.mine)
            if not by.mine or back is None:
                return refused(ref, "undo", Say("there is nothing of yours to take back"), tr)
            if not back.free and table.others(by.mine):
                offered = Offered(table.rev, by.browser, ref, " ".join(sorted(by.mine)))
                await self.store.set_offer(table.id, offered)
                table.offer = await self.desk.order(table.offer_of, by.browser, by.mine, ref)
                table.show_offer()
                return None
            side = await self.desk.order(show.seat_of, table.room.game, by.mine)
            step = await self.desk.order(table.undo, back.start, side)
            await self.commit(table, step, by.browser, ref)
            done = {"t": "done", "id": ref, "rev": table.rev}
        self.wake(table)
        return done

    async def resign(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain:
        """A player gives the game up: what is answered."""
        async with table.lock:
            if answer := self._already(table, by, ref) or await self._stale(table, by, ref, rev):
                return answer
            tr = translator(by.lang)
            if not by.mine:
                return refused(ref, "seat", Say("only players may resign"), tr)
            if table.over:
                return refused(ref, "illegal", Say("the game is over"), tr)
            step = await self.desk.order(table.resign, by.mine)
            await self.commit(table, step, by.browser, ref)
            return {"t": "done", "id": ref, "rev": table.rev}

    async def consent(self, table: Table, by: Connection, ref: str, yes: bool) -> show.Plain:
        """The answer to an offer."""
        async with table.lock:
            if table.gone:
                raise Gone
            offer = table.offer
            if offer is None and (ask := table.asked_of(by.mine)):
                await self._answer_ask(table, ask, yes)
                return {"t": "done", "id": ref, "rev": table.rev}
            if (
                offer is None
                or by.browser == offer.browser
                or not by.mine & table.others(offer.mine)
            ):
                return refused(ref, "seat", Say("nobody has asked you"), translator(by.lang))
            if yes:
                step = await self.desk.order(table.undo, offer.start, offer.side)
                await self.commit(table, step, offer.browser, offer.ref)
            else:
                await self.store.set_offer(table.id, None)
                table.offer = None
                table.show_offer()
            for asker in (c for c in table.connections if c.browser == offer.browser):
                no = refused(offer.ref, "no", Say("it was not agreed to"), translator(asker.lang))
                asker.send(write({"t": "done", "id": offer.ref, "rev": table.rev} if yes else no))
            done = {"t": "done", "id": ref, "rev": table.rev}
        self.wake(table)
        return done

    # -- seats

    async def take_seat(self, table: Table, token: str, browser: str) -> tuple[Taken, str] | None:
        """The seat of a link and a code for its loss; None if the link gives none."""
        async with table.lock:
            code = seat_code()
            taken = await self.store.take_seat(table.id, hashed(token), hashed(code), browser)
            if taken is None:
                return None
            if taken.how == "asked" and (taken.side, browser) not in table.asks:
                table.asks.append((taken.side, browser))
                table.show_offer()
            return taken, code if taken.how == "taken" else ""

    async def recover(self, table: Table, code: str, browser: str) -> tuple[str, str] | None:
        """The side of a lost seat and a new code for it; None if it is no code."""
        async with table.lock:
            new = seat_code()
            side = await self.store.recover(table.id, hashed(code), hashed(new), browser)
            if side is None:
                return None
            table.asks = [ask for ask in table.asks if ask != (side, browser)]
            said = Say("the seat of {side} was lost and is now another browser's", side=side)
            await self._tell(table, said, side)
            for connection in table.connections:
                if side in connection.mine and connection.browser != browser:
                    connection.close(GOING_DOWN)
            return side, new

    async def _answer_ask(self, table: Table, ask: tuple[str, str], yes: bool) -> None:
        side, browser = ask
        await self.store.answer_ask(table.id, side, browser, yes)
        table.asks.remove(ask)
        table.show_offer()
        if yes:
            said = Say("the seat of {side} is held by one browser more, by consent", side=side)
            await self._tell(table, said, side)
        for connection in table.connections:
            if connection.browser == browser:
                connection.close(GOING_DOWN)  # it comes back and sees what has become of it

    async def _tell(self, table: Table, said: Say, side: str) -> None:
        """Tell everybody, and whoever comes later, what has become of a seat; under the lock."""
        body = msgspec.json.encode(say_out(said)).decode()
        n = len(table.chats)
        chat = Chat(n, HOUSE, f"seat {n}", now(), side, body)
        try:
            await self.store.add_chat(table.id, chat)
        except Conflict:
            self.forget(table)
            return
        table.chats.append(chat)
        table.broadcast(lambda c: chat_line(chat, c.lang), lambda c: c.lang)

    async def chat(self, table: Table, by: Connection, ref: str, text: str) -> show.Plain:
        async with table.lock:
            if table.gone:
                raise Gone
            if not by.mine:
                return refused(ref, "seat", Say("only players may speak"), translator(by.lang))
            if len(table.chats) >= self.limits.chats:
                return refused(
                    ref, "full", Say("the chat of this table is full"), translator(by.lang)
                )
            if (by.browser, ref) not in table.said:
                side = await self.desk.order(show.seat_of, table.room.game, by.mine)
                chat = Chat(len(table.chats), by.browser, ref, now(), side, text)
                try:
                    await self.store.add_chat(table.id, chat)
                except Conflict as clash:
                    self.forget(table)
                    raise Gone from clash
                table.chats.append(chat)
                table.said.add((by.browser, ref))
                table.broadcast(lambda c: chat_line(chat, c.lang), lambda c: c.lang)
        return {"t": "done", "id": ref, "rev": table.rev}

    def _already(self, table: Table, by: Connection, ref: str) -> show.Plain | None:
        if table.gone:
            raise Gone
        rev = table.refs.get((by.browser, ref))
        return None if rev is None else {"t": "done", "id": ref, "rev": rev}

    async def _stale(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        if rev == table.rev:
            return None
        text = Say("the table has moved on; look again")
        view = await self.desk.order(table.view, by.mine, by.lang)
        now_view = {"rev": table.rev, "view": view}
        return refused(ref, "stale", text, translator(by.lang)) | now_view

    # -- the end

    async def close(self) -> None:
        """Finish what has begun, let everybody go, and close the store."""
        self.closing = True
        runners = [t.runner for t in self._tables.values() if t.runner is not None]
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        await asyncio.gather(self.pool.close(POOL_SECONDS), self.errands.close(POOL_SECONDS))
        await asyncio.gather(*self._work, return_exceptions=True)
        for table in self._tables.values():
            for connection in table.connections:
                connection.close(GOING_DOWN)
        await self.store.close()
        self.desk.close()
        self._shelf.close()


def refused(ref: str, kind: str, text: Say, tr: Translate, rule: str = "") -> show.Plain:
    said = text.translated(tr)
    return {"t": "refused", "id": ref, "kind": kind, "rule": rule, "text": said}


def seated(seats: Mapping[str, str]) -> dict[str, str]:
    """Who sits where: a person or a bot."""
    return {side: seat if seat.startswith(BOT) else HUMAN for side, seat in seats.items()}


def full_house(seats: Mapping[str, str], there: Iterable[str], bots: Iterable[str]) -> bool:
    """Whether every side has a seat of a kind that there is."""
    kinds = {"me", "link", *(BOT + name for name in bots)}
    return set(seats) == set(there) - {DICE} and set(seats.values()) <= kinds
