"""All tables that are in play: who sits where, what is sent to whom, and the bots' turns."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

import grognard

from ..engine.decision import DICE
from ..engine.sight import Sight
from ..engine.words import IllegalAction, Say
from ..locale import Translate, translator
from . import show
from .keys import hashed, is_table_id, seat_token, table_id
from .limits import Limits
from .logs import note
from .messages import write
from .room import Reason, Room, Step, reasons_in, say_out, step_in, step_out
from .store import Change, Chat, Conflict, Kept, Offered, Store
from .thinking import Pool, think

HUMAN = "human"
BOT = "bot:"
PACE = 700
BOTS = "bots"
"""Who has sent a bot's order."""

GOING_DOWN, SLOW = 1012, 1013
POOL_SECONDS = 2


class Gone(Exception):
    """The table in memory is no longer the one in the store: connect again."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Connection:
    """A page that looks at a table."""

    def __init__(self, browser: str, mine: Iterable[str], lang: str, backlog: int) -> None:
        self.browser = browser
        self.mine = frozenset(mine)
        self.lang = lang
        self.eyes: str | None = None
        """The seat whose log the page has been sent; None where nothing is hidden."""
        self.waiting: asyncio.Queue[str | int] = asyncio.Queue()
        """What is to be sent; a number closes the connection with this code."""
        self._backlog = backlog
        self._closing = False

    def send(self, message: str) -> None:
        if self._closing:
            return
        if self.waiting.qsize() < self._backlog:
            self.waiting.put_nowait(message)
        else:
            self.waiting = asyncio.Queue()
            self.close(SLOW)

    def close(self, code: int) -> None:
        if not self._closing:
            self._closing = True
            self.waiting.put_nowait(code)


class Offer(NamedTuple):
    """A take-back that somebody else has to agree to: whose, of which sides, back to where."""

    browser: str
    mine: frozenset[str]
    side: str
    ref: str
    start: int


class Table:
    """A table in memory."""

    def __init__(
        self, kept: Kept, changes: list[Change], chats: list[Chat], offered: Offered | None = None
    ) -> None:
        self.id, self.name, self.created = kept.id, kept.name, kept.created
        self.seats: dict[str, str] = msgspec.json.decode(kept.seats)
        self.room = Room(kept.base, (step_in(change.body) for change in changes))
        self.rev = len(changes)
        self.refs = {(change.who, change.ref): change.rev for change in changes}
        self.chats = chats
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.pace = PACE
        self.skip = asyncio.Event()
        self.runner: asyncio.Task[None] | None = None
        self.thinking: tuple[str, float] | None = None
        self.offer: Offer | None = None
        """A take-back that waits for consent; it ends when the table moves on."""
        if offered is not None and offered.rev == self.rev:
            mine = frozenset(offered.sides.split())
            self.offer = self.offer_of(offered.who, mine, offered.ref)
        self.report: tuple[int, asyncio.Future[show.Plain]] | None = None
        """The figures of the report and the revision they belong to, made once for all who ask."""
        self.gone = False
        self._made_for = self.rev
        self._made: dict[tuple[str, str | None], show.Plain] = {}

    @property
    def humans(self) -> frozenset[str]:
        return frozenset(side for side, who in self.seats.items() if who == HUMAN)

    def bot(self) -> str | None:
        """The bot whose decision it is."""
        who = self.seats.get(self.room.game.side or "", "")
        return who.removeprefix(BOT) if who.startswith(BOT) else None

    def others(self, mine: frozenset[str]) -> frozenset[str]:
        """The people who have to agree when the player of these sides takes back dice."""
        return self.humans - mine

    def offer_of(self, browser: str, mine: frozenset[str], ref: str) -> Offer | None:
        """The take-back that the player of these sides may ask for now."""
        back = self.room.take_back(mine)
        if back is None:
            return None
        return Offer(browser, mine, show.seat_of(self.room.game, mine), ref, back.start)

    # -- what is shown

    def sight(self, mine: Collection[str], at: int | None = None) -> Sight[Any]:
        """The game as the player of these sides may see it: through the eyes of one of them."""
        return self.room.sight(show.seat_of(self.room.game, mine), at)

    def may_answer(self, mine: Collection[str]) -> bool:
        ask = self.room.game.decision
        return ask is not None and show.may_answer(ask, mine)

    def undo(self, mine: frozenset[str]) -> dict[str, bool]:
        back = self.room.take_back(mine)
        ask = back is not None and not back.free and bool(self.others(mine))
        return {
            "free": back is not None and not ask,
            "needs_consent": ask,
            "marked": back is not None and not back.free,
        }

    def view(self, mine: frozenset[str], lang: str) -> show.Plain:
        """The table now, for the player of these sides."""
        tr, sight = translator(lang), self.sight(mine)
        return {
            "rev": self.rev,
            "decision": show.decision(self.room, sight, mine, tr, live=True),
            "undo": self.undo(mine),
            "thinking": self.thinking[0] if self.thinking and self.bot() else None,
            **self._once((lang, sight.seat), lambda: show.common(self.room, sight, tr)),
        }

    def view_at(self, at: int, mine: frozenset[str], lang: str) -> show.Plain:
        """The game at an earlier moment."""
        tr, sight = translator(lang), self.sight(mine, at)
        return {
            "rev": self.rev,
            "decision": show.decision(self.room, sight, mine, tr, live=False),
            "undo": None,
            "thinking": None,
            **show.common(self.room, sight, tr),
        }

    def _once(self, key: tuple[str, str | None], make: Callable[[], show.Plain]) -> show.Plain:
        """What several screens show of one revision is made once."""
        if self._made_for != self.rev:
            self._made_for, self._made = self.rev, {}
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def sides(self, lang: str) -> list[show.Plain]:
        tr = translator(lang)
        here = frozenset().union(*(c.mine for c in self.connections))
        return [
            seat
            | {
                "who": self.seats.get(seat["id"], HUMAN),
                "online": seat["id"] in here or self.seats.get(seat["id"], "").startswith(BOT),
            }
            for seat in show.seats(self.room.rules.seats, tr)
        ]

    def summary(self) -> str:
        """What the list of tables shows, so that it need not open them."""
        game = self.room.game
        end = game.outcome
        return msgspec.json.encode(
            {
                "game": self.room.rules.name,
                "title": self.room.rules.title,
                "scenario": self.room.rules.scenario,
                "turn": game.turn,
                "phase": game.phase,
                "decision": game.side,
                "rev": self.rev,
                "outcome": end
                and {"winner": end.winner, "rule": end.rule, "reason": say_out(end.reason)},
            }
        ).decode()

    def broadcast(
        self, message: Callable[[Connection], show.Plain], key: Callable[..., Any]
    ) -> None:
        """Send everybody what is meant for them; equal ones are made once."""
        made: dict[Any, str] = {}
        for connection in self.connections:
            k = key(connection)
            if k not in made:
                made[k] = write(message(connection))
            connection.send(made[k])

    def tell_all(self, message: show.Plain) -> None:
        self.broadcast(lambda _: message, lambda _: None)

    def show_change(self, first: int) -> None:
        """The log from this length of the trail on, then the view.

        A page that looks through other eyes than before gets the whole log anew.
        """
        begin: dict[Connection, tuple[int, Sight[Any]]] = {}
        for c in self.connections:
            sight = self.sight(c.mine)
            begin[c] = first if c.eyes == sight.seat else 0, sight
            c.eyes = sight.seat
        self.broadcast(
            lambda c: {
                "t": "events",
                "rev": self.rev,
                "from": begin[c][0],
                "events": show.rows(self.room, *begin[c], translator(c.lang)),
            },
            lambda c: (c.lang, begin[c][0], c.eyes),
        )
        self.broadcast(
            lambda c: {"t": "view", "rev": self.rev, "view": self.view(c.mine, c.lang)},
            lambda c: (c.lang, c.mine),
        )

    def show_seats(self) -> None:
        self.broadcast(lambda c: {"t": "seats", "sides": self.sides(c.lang)}, lambda c: c.lang)

    def show_offer(self) -> None:
        self.broadcast(self.offer_for, lambda c: (c.lang, c.mine, c.browser))

    def offer_for(self, to: Connection) -> show.Plain:
        if self.offer is None:
            return {"t": "offer", "what": None}
        tr = translator(to.lang)
        who = Say(show.side_title(self.offer.side, tr))
        text = Say("{side} asks to take back a move over dice or over yours", side=who)
        return {
            "t": "offer",
            "what": "undo",
            "by": self.offer.side,
            "text": text.translated(tr),
            "mine": bool(to.mine & self.others(self.offer.mine)),
        }


class Hall:
    """The tables by their names, over one store and one pool of bots."""

    def __init__(self, store: Store, pool: Pool, limits: Limits) -> None:
        self.store, self.pool, self.limits = store, pool, limits
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self._work: set[asyncio.Task[Any]] = set()
        self._closing = False

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
        table = self._tables[id] = await asyncio.to_thread(Table, *found)
        self._tidy()
        return table

    def _tidy(self) -> None:
        idle = [t for t in self._tables.values() if not t.connections and t.runner is None]
        for table in idle[: max(0, len(idle) - self.limits.rooms)]:
            if not table.lock.locked():
                self._forget(table)

    def _forget(self, table: Table) -> None:
        table.gone = True
        if self._tables.get(table.id) is table:
            del self._tables[table.id]
        for connection in table.connections:
            connection.close(GOING_DOWN)

    async def create(
        self, game: grognard.Game, seats: Mapping[str, str], name: str, browser: str
    ) -> tuple[str, dict[str, str]]:
        """A new table: its name, and the tokens of the sides that are seated by link.

        ``seats`` gives for each side ``me``, ``link`` or ``bot:NAME``.
        """
        id = table_id()
        who = {side: seat if seat.startswith(BOT) else HUMAN for side, seat in seats.items()}
        game.players = {side: seat.removeprefix(BOT) for side, seat in who.items()}
        tokens = {side: seat_token() for side, seat in seats.items() if seat == "link"}
        kept = Kept(id, name, now(), game.record, msgspec.json.encode(who).decode())
        table = await asyncio.to_thread(Table, kept, [], [])
        await self.store.add_table(
            kept,
            table.summary(),
            [(hashed(token), side) for side, token in tokens.items()],
            [(browser, side) for side, seat in seats.items() if seat == "me"],
        )
        self._tables[id] = table
        self._tidy()
        note("table", table=id, game=game.rules.name, seats=who)
        return id, tokens

    # -- coming and going

    def join(self, table: Table, connection: Connection) -> None:
        table.connections.add(connection)
        table.show_seats()
        self.wake(table)

    def leave(self, table: Table, connection: Connection) -> None:
        table.connections.discard(connection)
        table.show_seats()
        self._tidy()

    # -- changes

    async def do(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Carry out work that must not stop half-way, even if whoever asked for it is gone."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return await asyncio.shield(task)

    async def _commit(self, table: Table, step: Step, who: str, ref: str) -> None:
        """Write a step that the room has taken, then show it; the caller holds the lock."""
        table.rev += 1
        change = Change(table.rev, who, ref, step_out(step))
        try:
            await self.store.add_change(table.id, change, now(), table.summary())
        except BaseException as fault:
            self._forget(table)
            if isinstance(fault, Conflict):
                raise Gone from fault
            note("write failed", logging.ERROR, fault=True, table=table.id)
            raise
        table.refs[who, ref] = table.rev
        if table.offer is not None:
            table.offer = None
            table.show_offer()
        table.show_change(step.start + 1)

    async def order(
        self, table: Table, by: Connection, ref: str, rev: int, text: str, side: str | None
    ) -> show.Plain:
        """An order from a page: what is answered."""
        async with table.lock:
            if answer := self._already(table, by, ref) or self._stale(table, by, ref, rev):
                return answer
            ask = table.room.game.decision
            tr, rules = translator(by.lang), table.room.rules
            if ask is not None and not show.may_answer(ask, by.mine):
                return refused(ref, "seat", Say("this decision is not yours"), tr, ask.rule)
            wanted = side or (ask.side if ask else "")
            try:
                step, dropped = table.room.order(text, wanted)
            except IllegalAction as no:
                return {"t": "refused", "id": ref, "kind": "illegal"} | show.refusal(no, rules, tr)
            await self._commit(table, step, by.browser, ref)
            done = {"t": "done", "id": ref, "rev": table.rev}
            if dropped is not None:
                done["note"] = show.event_text(dropped, rules, tr)
        self.wake(table)
        return done

    async def undo(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        """A take-back asked for: what is answered; None when somebody else is asked first."""
        async with table.lock:
            if answer := self._already(table, by, ref) or self._stale(table, by, ref, rev):
                return answer
            tr = translator(by.lang)
            if table.room.over:
                text = Say("the game is over; you may begin another from an earlier moment of it")
                return refused(ref, "undo", text, tr)
            back = table.room.take_back(by.mine)
            if not by.mine or back is None:
                return refused(ref, "undo", Say("there is nothing of yours to take back"), tr)
            if not back.free and table.others(by.mine):
                offered = Offered(table.rev, by.browser, ref, " ".join(sorted(by.mine)))
                await self.store.set_offer(table.id, offered)
                table.offer = table.offer_of(by.browser, by.mine, ref)
                table.show_offer()
                return None
            side = show.seat_of(table.room.game, by.mine)
            await self._commit(table, table.room.undo(back.start, side), by.browser, ref)
            done = {"t": "done", "id": ref, "rev": table.rev}
        self.wake(table)
        return done

    async def consent(self, table: Table, by: Connection, ref: str, yes: bool) -> show.Plain:
        """The answer to an offer."""
        async with table.lock:
            if table.gone:
                raise Gone
            offer = table.offer
            if offer is None or not by.mine & table.others(offer.mine):
                return refused(ref, "seat", Say("nobody has asked you"), translator(by.lang))
            if yes:
                step = table.room.undo(offer.start, offer.side)
                await self._commit(table, step, offer.browser, offer.ref)
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

    async def chat(self, table: Table, by: Connection, ref: str, text: str) -> show.Plain:
        async with table.lock:
            if table.gone:
                raise Gone
            if not by.mine:
                return refused(ref, "seat", Say("only players may speak"), translator(by.lang))
            if not any((c.who, c.ref) == (by.browser, ref) for c in table.chats):
                side = show.seat_of(table.room.game, by.mine)
                chat = Chat(len(table.chats), by.browser, ref, now(), side, text)
                try:
                    await self.store.add_chat(table.id, chat)
                except Conflict as clash:
                    self._forget(table)
                    raise Gone from clash
                table.chats.append(chat)
                table.broadcast(lambda c: chat_line(chat, c.lang), lambda c: c.lang)
        return {"t": "done", "id": ref, "rev": table.rev}

    def _already(self, table: Table, by: Connection, ref: str) -> show.Plain | None:
        if table.gone:
            raise Gone
        rev = table.refs.get((by.browser, ref))
        return None if rev is None else {"t": "done", "id": ref, "rev": rev}

    def _stale(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        if rev == table.rev:
            return None
        text = Say("the table has moved on; look again")
        now_view = {"rev": table.rev, "view": table.view(by.mine, by.lang)}
        return refused(ref, "stale", text, translator(by.lang)) | now_view

    # -- bots

    def wake(self, table: Table) -> None:
        """Let the bots play if it is their turn and anybody cares."""
        if table.runner is None and not self._closing and self._bot_to_move(table):
            table.runner = asyncio.create_task(self._bots(table))

    def _bot_to_move(self, table: Table) -> bool:
        cared = bool(table.connections) or bool(table.humans)
        return not table.gone and cared and table.bot() is not None

    async def _bots(self, table: Table) -> None:
        """Bots play until a person must decide; each order is shown before the next."""
        try:
            while self._bot_to_move(table):
                side = str(table.room.game.side)
                if table.thinking is None or table.thinking[0] != side:
                    table.thinking = side, time.monotonic()
                    table.tell_all({"t": "thinking", "side": side, "since": 0})
                rev, game = table.rev, table.room.rules.name
                bot, luck = str(table.bot()), f"{table.id} {rev}"
                position = table.room.sight(side).position
                text, why = await self.pool.run(think, bot, game, position, luck)
                done = await self.do(self._bot_order(table, side, rev, text, reasons_in(why)))
                if done and table.connections:
                    await self._pause(table)
        except Gone:
            pass
        except Exception:
            note("bot failed", logging.ERROR, fault=True, table=table.id)
            for connection in table.connections:  # what a fault says may be a secret
                said = Say("the bot cannot go on; the server's log says why")
                told = said.translated(translator(connection.lang))
                connection.send(write({"t": "error", "kind": "bot", "text": told}))
        finally:
            table.runner = table.thinking = None
            table.skip.clear()
            table.tell_all({"t": "idle"})
            self._tidy()

    async def _bot_order(
        self, table: Table, side: str, rev: int, text: str, why: tuple[Reason, ...]
    ) -> bool:
        """One order of a bot; False if the table has moved on while it thought."""
        async with table.lock:
            if table.gone:
                raise Gone
            if table.rev != rev:
                return False
            step, _ = table.room.order(text, side, why)
            await self._commit(table, step, BOTS, str(rev))
        return True

    async def _pause(self, table: Table) -> None:
        if table.pace and not table.skip.is_set():
            try:
                await asyncio.wait_for(table.skip.wait(), table.pace / 1000)
            except TimeoutError:
                return

    # -- the end

    async def close(self) -> None:
        """Finish what has begun, let everybody go, and close the store."""
        self._closing = True
        runners = [t.runner for t in self._tables.values() if t.runner is not None]
        for runner in runners:
            runner.cancel()
        await asyncio.gather(*runners, return_exceptions=True)
        await self.pool.close(POOL_SECONDS)
        await asyncio.gather(*self._work, return_exceptions=True)
        for table in self._tables.values():
            for connection in table.connections:
                connection.close(GOING_DOWN)
        await self.store.close()


def refused(ref: str, kind: str, text: Say, tr: Translate, rule: str = "") -> show.Plain:
    said = text.translated(tr)
    return {"t": "refused", "id": ref, "kind": kind, "rule": rule, "text": said}


def chat_line(chat: Chat, lang: str) -> show.Plain:
    who = show.side_title(chat.side, translator(lang))
    return {"t": "chat", "who": who, "side": chat.side, "text": chat.body, "when": chat.made}


def full_house(seats: Mapping[str, str], there: Iterable[str], bots: Iterable[str]) -> bool:
    """Whether every side has a seat of a kind that there is."""
    kinds = {"me", "link", *(BOT + name for name in bots)}
    return set(seats) == set(there) - {DICE} and set(seats.values()) <= kinds
