"""One page's WebSocket: what it sends is checked and answered, what happens is sent to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import __version__
from ..engine.words import IllegalAction, Say
from ..locale import known, languages, translator
from ..textdata import DataError
from . import messages, pictures, report, show
from .hall import BOT, GOING_DOWN, Connection, Gone, Hall, Table, chat_line, refused
from .keys import hashed
from .limits import Bucket
from .logs import note
from .messages import write

MISSING, FORBIDDEN, ABUSE, FULL = 4404, 4403, 1008, 1013
LAST_WORDS = 5
"""Seconds for what is still to be sent before a connection is closed."""


class Talk:
    """The WebSocket endpoint."""

    def __init__(self, hall: Hall, cookie: str) -> None:
        self._hall, self._cookie = hall, cookie
        self._addresses: Counter[str] = Counter()

    async def serve(self, ws: WebSocket) -> None:
        await ws.accept()
        address = ws.client.host if ws.client else ""
        self._addresses[address] += 1
        try:
            await self._welcome(ws, address)
        finally:
            self._addresses[address] -= 1
            self._addresses += Counter()

    async def _welcome(self, ws: WebSocket, address: str) -> None:
        if not same_origin(ws.headers.get("origin"), ws.headers.get("host")):
            await ws.close(FORBIDDEN)
            return
        try:
            table = await self._hall.table(ws.path_params["id"])
        except DataError as old:
            said = old.said.translated(translator(ws.query_params.get("lang", "")))
            await ws.send_text(write({"t": "error", "kind": "unreadable", "text": said}))
            await ws.close(MISSING)
            return
        if table is None:
            await ws.close(MISSING)
            return
        limits = self._hall.limits
        if (
            len(table.connections) >= limits.connections
            or self._addresses[address] > limits.per_address
        ):
            await ws.close(FULL)
            return
        key = ws.cookies.get(self._cookie, "")
        browser = hashed(key) if key else ""
        mine = await self._hall.store.sides(table.id, browser) if browser else []
        lang = known(ws.query_params.get("lang", ""))
        frame = (await asyncio.to_thread(pictures.board, table.room.rules))[1]
        connection = Connection(browser, mine, lang, limits.backlog)
        async with table.lock:  # nothing is shown that is not yet on disk
            if table.gone:
                await ws.close(GOING_DOWN)
                return
            greet(table, connection, frame)
            self._hall.join(table, connection)
        note("joined", table=table.id, mine=sorted(mine))
        sender = asyncio.create_task(_send(ws, connection))
        try:
            await self._listen(ws, table, connection, frame)
            await asyncio.wait_for(sender, LAST_WORDS)
        except WebSocketDisconnect:
            pass
        except TimeoutError:
            await ws.close(ABUSE)
        finally:
            sender.cancel()
            self._hall.leave(table, connection)
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def _listen(
        self, ws: WebSocket, table: Table, by: Connection, frame: dict[str, Any]
    ) -> None:
        bucket, strikes = Bucket(self._hall.limits.messages), self._hall.limits.strikes
        while True:
            text = await _receive(ws)
            if not bucket.take():
                strikes -= 1
                by.send(_error("rate", Say("too many messages; slow down"), by.lang))
                if strikes <= 0:
                    by.close(ABUSE)
                    return
                continue
            try:
                message = messages.read(text)
            except (msgspec.DecodeError, UnicodeError) as bad:
                by.send(_error("malformed", Say("malformed: {fault}", fault=str(bad)), by.lang))
                continue
            try:
                answer = await self._answer(table, by, message, frame)
            except Gone:
                by.close(GOING_DOWN)
                return
            except IllegalAction as no:
                said = show.refusal(no, table.room.rules, translator(by.lang))
                ref = getattr(message, "id", "")
                answer = {"t": "refused", "id": ref, "kind": "illegal"} | said
            except Exception:
                note("message failed", logging.ERROR, fault=True, table=table.id)
                by.send(_error("internal", Say("something went wrong here"), by.lang))
                continue
            if answer is not None:
                by.send(write(answer))

    async def _answer(
        self, table: Table, by: Connection, message: messages.Message, frame: dict[str, Any]
    ) -> show.Plain | None:
        hall = self._hall
        match message:
            case messages.GiveOrder(id=ref):
                work = hall.order(table, by, ref, message.rev, message.text, message.side)
                return _plain(await hall.do(work))
            case messages.Undo(id=ref):
                return _plain(await hall.do(hall.undo(table, by, ref, message.rev)))
            case messages.Consent(id=ref):
                return _plain(await hall.do(hall.consent(table, by, ref, message.yes)))
            case messages.Say(id=ref):
                line = _one_line(message.text)
                if not line:
                    tr = translator(by.lang)
                    return refused(ref, "malformed", Say("there is nothing in it"), tr)
                return _plain(await hall.do(hall.chat(table, by, ref, line)))
            case messages.Question():
                return await self._question(table, by, message)
            case messages.Pace(ms=ms):
                if by.mine:
                    table.pace = ms
                    table.tell_all({"t": "pace", "ms": ms})
            case messages.SkipPause():
                if by.mine and table.runner is not None:
                    table.skip.set()
            case messages.Lang(lang=lang):
                async with table.lock:
                    by.lang = known(lang)
                    greet(table, by, frame)
            case messages.Ping():
                return {"t": "pong"}
        return None

    async def _question(self, table: Table, by: Connection, q: messages.Question) -> show.Plain:
        room, tr = table.room, translator(by.lang)
        game, rules, sight = room.game, room.rules, table.sight(by.mine)
        answer: show.Plain = {"t": "answer", "id": q.id, "what": q.what}
        if q.what in ("of", "why") and sight.seat is not None and not table.may_answer(by.mine):
            return refused(q.id, "seat", Say("this decision is not yours"), tr)
        match q:
            case messages.Question(what="of", unit=str(unit)):
                return answer | {"orders": show.actions(game.legal_actions.of(unit), room, tr)}
            case messages.Question(what="reach", unit=str(unit)):
                ends = sight.reach(unit)
                reach = {h: {"cost": w.cost, "path": w.path, "by": w.by} for h, w in ends.items()}
                return answer | {"reach": reach}
            case messages.Question(what="why", text=str(text)):
                no = game.legal_actions.why_not(text)
                said = show.refusal(no, rules, tr) if no else {"rule": "", "text": ""}
                return answer | {"legal": no is None} | said
            case messages.Question(what="odds", text=str(text)):
                return answer | {"ledger": show.ledger(sight.odds(text), tr)}
            case messages.Question(what="hex", hex=str(label)) if _is_place(rules, label):
                facts = rules.hex_facts(sight.state, label)
                pieces = rules.pieces(sight.state)
                return answer | {
                    "hex": label,
                    "name": room.places.get(label, ""),
                    "facts": [{"rule": r, "text": show.sentence(s, rules, tr)} for r, s in facts],
                    "traces": show.traces(rules.traces(sight.state, label), rules, tr),
                    "pieces": [p.id for p in pieces if p.hex == label],
                }
            case messages.Question(what="at", at=int(at)) if at <= room.length:
                return answer | {"at": at, "view": table.view_at(at, by.mine, by.lang)}
            case messages.Question(what="overlay"):
                found = [o for o in rules.overlays(sight.state) if q.name in (None, o.name)]
                return answer | {"overlays": [show.overlay(o, tr) for o in found]}
            case messages.Question(what="report"):
                if sight.seat is not None:
                    later = Say("a game with secrets has its report when it is over")
                    return refused(q.id, "secret", later, tr)
                return answer | {"report": await self._report(table, by)}
        return refused(q.id, "unknown", Say("there is no such thing here"), tr)

    async def _report(self, table: Table, by: Connection) -> show.Plain:
        rev = table.rev
        if table.report is None or table.report[0] != rev:
            record = table.room.record(reveal=True)
            work = self._hall.pool.run(report.figures, record)
            table.report = rev, asyncio.ensure_future(work)
        game, figures = table.room.game, table.report[1]
        try:
            told = await asyncio.shield(figures)
        except Exception:
            table.report = None
            raise
        return report.told(told, game.rules, game.outcome, translator(by.lang))


def greet(table: Table, to: Connection, frame: dict[str, Any]) -> None:
    """Everything that a page needs to begin, or to begin again."""
    room, tr, sight = table.room, translator(to.lang), table.sight(to.mine)
    rules = room.rules
    scenario = next(s for s in rules.scenarios if s.id == rules.scenario)
    board = rules.board
    to.send(
        write(
            {
                "t": "hello",
                "version": __version__,
                "table": {
                    "id": table.id,
                    "name": table.name,
                    "game": rules.name,
                    "title": rules.title,
                    "scenario": rules.scenario,
                    "scenario_title": scenario.title.translated(tr),
                    "options": [o for o in show.options(rules, tr) if o["id"] in rules.options],
                    "created": table.created,
                    "watch": f"/t/{table.id}",
                },
                "seats": sorted(to.mine),
                "sides": table.sides(to.lang),
                "board": frame,
                "names": {board.label(h): name for h, name in board.names.items()},
                "lang": to.lang,
                "langs": languages(),
                "overlays": [o.name for o in rules.overlays(sight.state)],
                "pace": table.pace,
                "casual": any(who.startswith(BOT) for who in table.seats.values()),
            }
        )
    )
    rows = show.rows(room, 0, sight, tr)
    to.eyes = sight.seat
    to.send(write({"t": "events", "rev": table.rev, "from": 0, "events": rows}))
    to.send(write({"t": "view", "rev": table.rev, "view": table.view(to.mine, to.lang)}))
    for chat in table.chats[-200:]:
        to.send(write(chat_line(chat, to.lang)))
    if table.thinking is not None:
        side, began = table.thinking
        since = round(asyncio.get_running_loop().time() - began, 1)
        to.send(write({"t": "thinking", "side": side, "since": since}))
    if table.offer is not None:
        to.send(write(table.offer_for(to)))


def same_origin(origin: str | None, host: str | None) -> bool:
    """Whether a request comes from our own page; programs that are no browsers send no origin."""
    return origin is None or (host is not None and origin.partition("://")[2] == host)


async def _send(ws: WebSocket, connection: Connection) -> None:
    while isinstance(message := await connection.waiting.get(), str):
        await ws.send_text(message)
    await ws.close(message)


async def _receive(ws: WebSocket) -> str:
    event = await ws.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    return event.get("text") or ""


def _error(kind: str, text: Say, lang: str) -> str:
    return write({"t": "error", "kind": kind, "text": text.translated(translator(lang))})


def _plain(answer: Any) -> show.Plain | None:
    return None if answer is None else dict(answer)


def _one_line(text: str) -> str:
    """A line of chat without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _is_place(rules: Any, label: str) -> bool:
    board = rules.board
    if label in rules.places():
        return True
    return bool(board.grid.has(label) and board.terrain[board.grid.index(label)])
