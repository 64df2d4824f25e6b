"""One page's WebSocket: what it sends is checked and answered, what happens is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar, get_args

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..engine.shared import Given
from ..engine.words import IllegalAction, Say
from ..locale import known, translator
from ..textdata import DataError
from . import asked, messages, pictures, report, show, thinking
from .answers import clean, key_of
from .chairs import Chairs
from .connection import GOING_DOWN, SLOW, Connection
from .ends import Ends
from .guard import same_origin
from .hall import Gone, Hall, Overtaken, refused
from .keys import hashed
from .limits import Bucket, Crowded, visitor
from .logs import note
from .messages import write
from .metrics import Metrics
from .moves import NO_ROOM, Moves
from .schema import StoreFault
from .sitting import Table
from .store import Full
from .thinking import TooLong, within

MISSING, FORBIDDEN, ABUSE, FULL, BROKEN = 4404, 4403, 1008, 1013, 1011
LAST_WORDS = 5
"""Seconds for what is still to be sent before a connection is closed."""
REPORT_SECONDS = 60.0
"""Of the processor, for the figures of a report."""

T = TypeVar("T")

Order = (
    messages.GiveOrder
    | messages.Undo
    | messages.Resign
    | messages.Propose
    | messages.Withdraw
    | messages.Claim
    | messages.Give
    | messages.Consent
)
ORDERS = get_args(Order)


class Talk:
    """The WebSocket endpoint."""

    def __init__(self, hall: Hall, moves: Moves, chairs: Chairs, metrics: Metrics) -> None:
        self._hall, self._moves, self._chairs, self._metrics = hall, moves, chairs, metrics
        self._ends = Ends(hall, moves)
        self._addresses: Counter[str] = Counter()
        self._all = 0

    async def serve(self, ws: WebSocket) -> None:
        await ws.accept()
        address = visitor(ws.client.host) if ws.client else ""
        limits = self._hall.limits
        if self._addresses[address] >= limits.per_address or self._all >= limits.in_all:
            self._metrics.refusals.labels("connections").inc()
            await ws.close(FULL)
            return
        self._addresses[address] += 1
        self._all += 1
        try:
            await self._welcome(ws, address)
        except (WebSocketDisconnect, RuntimeError):
            pass  # it left while we greeted it
        except Exception as bad:
            note("joining failed", logging.ERROR, fault=True)
            said = bad.said if isinstance(bad, StoreFault) else Say("something went wrong here")
            kind = "store" if isinstance(bad, StoreFault) else "internal"
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await ws.send_text(_error(kind, said, known(ws.query_params.get("lang", ""))))
                await ws.close(BROKEN)
        finally:
            self._all -= 1
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]

    async def _welcome(self, ws: WebSocket, address: str) -> None:
        if not same_origin(ws.headers, ws.scope["scheme"]):
            await ws.close(FORBIDDEN)
            return
        lang = known(ws.query_params.get("lang", ""))
        try:
            async with self._hall.turnstile.turn(address):
                found = await self._join(ws, address, lang)
        except DataError as old:
            await ws.send_text(_error("unreadable", old.said, lang))
            await ws.close(MISSING)
            return
        except Crowded:
            await ws.close(FULL)
            return
        if isinstance(found, int):
            await ws.close(found)
            return
        table, connection, frame = found
        sender = asyncio.create_task(_send(ws, connection))
        listener = asyncio.create_task(self._listen(ws, table, connection, frame))
        dropped = asyncio.create_task(connection.dropped.wait())
        try:
            await asyncio.wait({listener, dropped}, return_when=asyncio.FIRST_COMPLETED)
            if dropped.done():
                _abort(ws)
            else:
                await listener
                await asyncio.wait_for(sender, LAST_WORDS)
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            _abort(ws)
        finally:
            for task in (sender, listener, dropped):
                task.cancel()
            self._hall.leave(table, connection)
            await asyncio.gather(sender, listener, dropped, return_exceptions=True)

    async def _join(
        self, ws: WebSocket, address: str, lang: str
    ) -> int | tuple[Table, Connection, show.Plain]:
        """The table and the page at it, greeted; or the code to close with."""
        hall = self._hall
        table = await hall.table(ws.path_params["id"])
        if table is None:
            return MISSING
        full = len(table.connections) >= hall.limits.connections
        if full or not hall.has_room(table, address):
            return FULL
        key = key_of(ws)
        browser = hashed(key) if key else ""
        mine = await hall.store.come(table.id, browser) if browser else []
        rules = table.room.rules
        frame = (await hall.desk.look(None, lambda: pictures.board(rules)))[1]
        connection = Connection(browser, mine, lang, hall.limits.backlog, address)
        # Under the lock, so that nothing is shown that is not yet on disk; it joins before
        # the lock is given up, so that it misses nothing.
        joined = await self._greet(table, connection, frame, join=True)
        if not joined:
            return GOING_DOWN
        note("joined", table=table.id, mine=sorted(mine))
        return table, connection, frame

    async def _greet(self, table: Table, to: Connection, frame: show.Plain, *, join: bool) -> bool:
        """Send all that a page begins with; False if the table is gone."""
        hall = self._hall
        async with hall.desk.slot(), table.lock:
            if table.gone:
                return False
            texts = await hall.desk.looking(lambda: table.screens.greeting(to, frame))
            for text in texts:
                to.send(text)
            if join:
                hall.join(table, to)
        return True

    async def _listen(self, ws: WebSocket, table: Table, by: Connection, frame: show.Plain) -> None:
        limits = self._hall.limits
        bucket, strikes = Bucket(limits.messages), limits.strikes
        slow: set[asyncio.Task[bool]] = set()
        while True:
            try:
                await by.eased(limits.patience)
            except TimeoutError:
                by.close(SLOW)
                by.dropped.set()
                return
            text = await _receive(ws)
            if by.closing:  # his seat may be another's by now
                return
            if not bucket.take():
                strikes -= 1
                self._complain(by, "rate", Say("too many messages; slow down"))
                if strikes <= 0:
                    by.close(ABUSE)
                    return
                continue
            try:
                message = messages.read(text)
            except (msgspec.DecodeError, UnicodeError, RecursionError) as bad:
                self._complain(by, "malformed", Say("malformed: {fault}", fault=str(bad)))
                continue
            work = self._respond(table, by, message, frame)
            if isinstance(message, messages.GiveOrder) and table.room.dice is not None:
                # Its dice wait for what this page has to say itself.
                task = asyncio.create_task(work)
                slow.add(task)
                task.add_done_callback(slow.discard)
            elif not await work:
                return

    def _complain(self, by: Connection, kind: str, said: Say) -> None:
        """Tell a page what is wrong, and count it."""
        self._metrics.refusals.labels(kind).inc()
        by.send(_error(kind, said, by.lang))

    async def _respond(
        self, table: Table, by: Connection, message: messages.Message, frame: show.Plain
    ) -> bool:
        """Answer a message; False if that was the last one that is heard."""
        began = time.perf_counter()
        try:
            answer = await self._answer(table, by, message, frame)
        except Overtaken:
            answer = await self._moves.overtaken(table, by, getattr(message, "id", ""))
        except Gone:
            by.close(GOING_DOWN)
            return False
        except Crowded:
            self._complain(by, "rate", Say("too many messages; slow down"))
            return True
        except IllegalAction as no:
            said = show.refusal(no, table.room.rules, translator(by.lang))
            ref = getattr(message, "id", "")
            answer = {"t": "refused", "id": ref, "kind": "illegal"} | said
        except Full:
            answer = refused(getattr(message, "id", ""), "full", NO_ROOM, translator(by.lang))
        except StoreFault as bad:
            ref = getattr(message, "id", "")
            if not ref:
                self._complain(by, "store", bad.said)
                return True
            answer = refused(ref, "store", bad.said, translator(by.lang))
        except Exception:
            note("message failed", logging.ERROR, fault=True, table=table.id)
            self._complain(by, "internal", Say("something went wrong here"))
            return True
        if answer is not None:
            by.send(write(answer))
            if answer["t"] == "refused":
                self._metrics.refusals.labels(answer["kind"]).inc()
        kind = type(message).__name__.lower()
        self._metrics.answers.labels(kind).observe(time.perf_counter() - began)
        return True

    async def _answer(
        self, table: Table, by: Connection, message: messages.Message, frame: show.Plain
    ) -> show.Plain | None:
        match message:  # an order of the same visitor may wait for the first two
            case messages.Pledge(side=side, top=top):
                await self._hall.do(self._moves.pledge(table, by, side, top))
                return None
            case messages.Link(side=side):
                given = Given(message.place, message.link)
                self._moves.link(table, by, side, message.n, given)
                return None
            case messages.Ping():
                return {"t": "pong"}
            case messages.Question(what="report"):
                return await self._report(table, by, message)
            case messages.Question(what="advice"):
                return await self._advice(table, by, message)
        async with self._hall.turnstile.turn(by.address):
            if isinstance(message, ORDERS):
                return await self._order(table, by, message)
            return await self._charged(table, by, message, frame)

    async def _order(self, table: Table, by: Connection, message: Order) -> show.Plain | None:
        """What changes the table: it is done to its end even if whoever sent it is gone."""
        moves, ends, ref = self._moves, self._ends, message.id
        match message:
            case messages.GiveOrder(rev=rev, text=text, side=side):
                work: Any = moves.order(table, by, ref, rev, text, side, careful=message.careful)
            case messages.Undo(rev=rev):
                work = moves.undo(table, by, ref, rev, order=message.order)
            case messages.Resign(rev=rev):
                work = ends.resign(table, by, ref, rev)
            case messages.Propose(rev=rev, what=what):
                offer = what if what == "draw" else f"win {message.side}"
                work = ends.propose(table, by, ref, rev, offer)
            case messages.Withdraw():
                work = ends.withdraw(table, by, ref)
            case messages.Claim(rev=rev):
                work = ends.claim(table, by, ref, rev)
            case messages.Give(rev=rev):
                work = ends.give(table, by, ref, rev)
            case messages.Consent(to=to, yes=yes):
                work = moves.consent(table, by, ref, to, yes)
        answer = await self._hall.do(work)
        return None if answer is None else dict(answer)

    async def _charged(
        self, table: Table, by: Connection, message: messages.Message, frame: show.Plain
    ) -> show.Plain | None:
        """All that leaves the game as it is."""
        hall = self._hall
        match message:
            case messages.Say(id=ref):
                line = clean(message.text)
                if not line:
                    tr = translator(by.lang)
                    return refused(ref, "malformed", Say("there is nothing in it"), tr)
                return dict(await hall.do(self._chairs.chat(table, by, ref, line)))
            case messages.Name(id=ref, side=side):
                if side not in by.mine:
                    return refused(ref, "seat", Say("this seat is not yours"), translator(by.lang))
                await hall.do(self._chairs.call(table, side, clean(message.name)))
                return {"t": "done", "id": ref, "rev": table.rev}
            case messages.Question():
                work = lambda: asked.answer(table, by.mine, by.lang, message)  # noqa: E731
                return await hall.desk.look(table.lock, work)
            case messages.Pace(ms=ms):
                if table.leads(by.mine):
                    table.pace = ms
                    table.tell_all({"t": "pace", "ms": ms})
                    hall.tell(table.id, "pace", ms=ms)
            case messages.Look(on=on):
                if by.looking != on:
                    by.looking = on
                    hall.tell_here(table)
            case messages.SkipPause():
                if table.leads(by.mine):
                    hall.hurry(table, table.turn if message.turn else None)
            case messages.Lang(lang=lang):
                by.lang = known(lang)
                if not await self._greet(table, by, frame, join=False):
                    raise Gone
        return None

    async def _report(self, table: Table, by: Connection, q: messages.Question) -> show.Plain:
        hall, tr = self._hall, translator(by.lang)
        secret, rev, record = await self._look(table, by, lambda: asked.for_report(table, by.mine))
        if secret:
            later = Say("a game with secrets has its report when it is over")
            return refused(q.id, "secret", later, tr)
        if table.report is None or table.report[0] != rev:
            work = hall.reports.run(
                by.address, within, REPORT_SECONDS, report.figures, record, table.data
            )
            table.report = rev, asyncio.ensure_future(work)
        figures = table.report[1]
        try:
            told = await asyncio.shield(figures)
        except TooLong:
            return refused(q.id, "busy", Say("this takes too long here"), tr)
        except Exception:
            table.report = None
            raise
        return await self._look(table, by, lambda: asked.told_report(table, q, told, by.lang))

    async def _look(self, table: Table, by: Connection, work: Callable[[], T]) -> T:
        """A look at a game, charged; what other processes do for it afterwards holds up nothing else of his."""
        async with self._hall.turnstile.turn(by.address):
            return await self._hall.desk.look(table.lock, work)

    async def _advice(self, table: Table, by: Connection, q: messages.Question) -> show.Plain:
        """What a level of the computer would do at a moment of the game."""
        hall = self._hall
        found = await self._look(table, by, lambda: asked.for_advice(table, by.mine, by.lang, q))
        if isinstance(found, dict):
            return found
        level, game, luck = q.name or "", table.room.rules.name, f"advice {q.at}"
        advice = await hall.pool.run(
            by.address, thinking.advise, level, game, found, luck, table.data
        )
        return await self._look(table, by, lambda: asked.told_advice(table, q, advice, by.lang))


async def _send(ws: WebSocket, connection: Connection) -> None:
    while isinstance(message := await connection.next(), str):
        await ws.send_text(message)
        connection.sent(message)
    await ws.close(message)


def _abort(ws: WebSocket) -> None:
    """Cut a connection off without waiting for it to take what was sent."""
    cut = ws.scope.get("extensions", {}).get("abort")
    if cut:
        cut["now"]()


async def _receive(ws: WebSocket) -> str:
    event = await ws.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    return event.get("text") or ""


def _error(kind: str, text: Say, lang: str) -> str:
    return write({"t": "error", "kind": kind, "text": text.translated(translator(lang))})
