"""Who sits where: seats taken by link, brought back by code, shared by consent; and what is said there."""

from __future__ import annotations

from ..engine.words import Say
from ..locale import translator
from . import show
from .chat import chat_line
from .connection import GOING_DOWN, Connection
from .hall import Gone, Hall, refused
from .keys import hashed, seat_code
from .lanes import Conflict
from .rows import Chat, Taken
from .sitting import Table, now

TRIES = 40
"""How often a line of chat is tried while others speak."""


class Chairs:
    """The seats at the tables of a hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    async def take_seat(
        self, table: Table, token: str, browser: str, before: str
    ) -> tuple[Taken, str] | None:
        """The seat of a link and a code for its loss; None if the link gives none.

        ``before`` is what the browser was known by until now.
        """
        async with table.lock:
            if table.gone:
                raise Gone
            code = seat_code()
            store, most = self._hall.store, self._hall.limits.asks
            taken = await store.take_seat(
                table.id, hashed(token), hashed(code), browser, before, most
            )
            if taken is None:
                return None
            if taken.how == "asked" and (taken.side, browser) not in table.asks:
                table.asks.append((taken.side, browser))
                table.show_offer()
            if taken.how == "taken" and taken.seated is not None and table.seated is None:
                table.seated = taken.seated
                if table.clock is not None:
                    await self._hall.show(table, table.length + 1)
            return taken, code if taken.how == "taken" else ""

    async def recover(self, table: Table, code: str, browser: str) -> tuple[str, str] | None:
        """The side of a lost seat and a new code for it; None if it is no code."""
        async with table.lock:
            if table.gone:
                raise Gone
            new = seat_code()
            side = await self._hall.store.recover(table.id, hashed(code), hashed(new), browser)
            if side is None:
                return None
            table.asks = [ask for ask in table.asks if ask != (side, browser)]
            said = Say("the {side} seat was lost and now belongs to another browser", side=side)
            await self._hall.announce(table, said, side)
            for connection in table.connections:
                if side in connection.mine and connection.browser != browser:
                    connection.close(GOING_DOWN)
            return side, new

    async def answer_ask(self, table: Table, ask: tuple[str, str], yes: bool) -> None:
        side, browser = ask
        await self._hall.store.answer_ask(table.id, side, browser, yes)
        table.asks.remove(ask)
        table.show_offer()
        if yes:
            said = Say("the {side} seat is now shared with one more browser, by consent", side=side)
            await self._hall.announce(table, said, side)
        for connection in table.connections:
            if connection.browser == browser:
                connection.close(GOING_DOWN)  # it comes back and sees what has become of it

    async def call(self, table: Table, side: str, name: str) -> None:
        """The player of a seat calls himself so; '' for no name."""
        async with table.lock:
            if table.gone:
                raise Gone
            await self._hall.store.set_name(table.id, side, name)
            table.names = {s: n for s, n in table.names.items() if s != side}
            if name:
                table.names[side] = name
            table.show_seats()

    async def chat(self, table: Table, by: Connection, ref: str, text: str) -> show.Plain:
        """A line of chat: what is answered.  Others may speak at the same moment elsewhere."""
        for _ in range(TRIES):
            if answer := await self._chat(table, by, ref, text):
                return answer
            table.behind = True
            await self._hall.catch_up(table)
        self._hall.forget(table)
        raise Gone

    async def _chat(self, table: Table, by: Connection, ref: str, text: str) -> show.Plain | None:
        async with table.lock:
            if table.gone:
                raise Gone
            if not by.mine:
                return refused(ref, "seat", Say("only players may speak"), translator(by.lang))
            if len(table.chats) >= self._hall.limits.chats:
                return refused(
                    ref, "full", Say("the chat of this table is full"), translator(by.lang)
                )
            if (by.browser, ref) not in table.said:
                side = await self._hall.desk.order(show.seat_of, table.room.game, by.mine)
                chat = Chat(len(table.chats), by.browser, ref, now(), side, text)
                try:
                    await self._hall.store.add_chat(table.id, chat)
                except Conflict:
                    return None
                table.chats.append(chat)
                table.said.add((by.browser, ref))
                table.broadcast(lambda c: chat_line(chat, c.lang), lambda c: c.lang)
        return {"t": "done", "id": ref, "rev": table.rev}
