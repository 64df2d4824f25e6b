"""The bots' turns: they think in other processes and their orders come one by one."""

from __future__ import annotations

import asyncio
import logging
import time

from ..engine.shared import Throw
from ..engine.words import Say
from ..locale import translator
from .hall import Gone, Hall
from .keys import secret_of
from .links import gather, unpledged
from .logs import note
from .messages import write
from .moves import Moves
from .room import Reason, reasons_in
from .sitting import Table
from .thinking import think

BOTS = "bots"
"""Who has sent a bot's order."""


class Turns:
    """Lets the bots of a hall play."""

    def __init__(self, hall: Hall, moves: Moves) -> None:
        self._hall, self._moves = hall, moves
        hall.wake = self.wake

    def wake(self, table: Table) -> None:
        """Let the bots play if it is their turn and anybody cares."""
        if table.runner is None and not self._hall.closing and self._to_move(table):
            table.runner = asyncio.create_task(self._play(table))

    def _to_move(self, table: Table) -> bool:
        cared = bool(table.connections) or bool(table.humans)
        return not table.gone and cared and table.bot() is not None and not unpledged(table)

    async def _play(self, table: Table) -> None:
        """Bots play until a person must decide; each order is shown before the next."""
        hall = self._hall
        try:
            while self._to_move(table):
                async with table.lock:
                    side, rev, bot = str(table.side), table.rev, table.bot()
                    if bot is None:
                        break
                    position = await hall.desk.order(table.position, side)
                if table.thinking is None or table.thinking[0] != side:
                    table.thinking = side, time.monotonic()
                    table.tell_all({"t": "thinking", "side": side, "since": 0})
                luck = secret_of(hall.store.secret, f"luck {table.id} {rev}")
                game = table.room.rules.name
                kept = table.notes.get(side, "")
                text, why, table.notes[side] = await hall.pool.run(
                    table.id, think, bot, game, position, luck, table.data, kept
                )
                done = await hall.do(self._order(table, side, rev, text, reasons_in(why)))
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
            table.skip_from = None
            table.tell_all({"t": "idle"})
            hall.tidy()

    async def _order(
        self, table: Table, side: str, rev: int, text: str, why: tuple[Reason, ...]
    ) -> bool:
        """One order of a bot; False if the table has moved on while it thought."""
        throw = None
        async with table.lock:
            if not _still(table, rev):
                return False
            asked = await self._hall.desk.order(table.asks_for, text, side)
            if asked is not None:
                await self._moves.ask(table, asked[1])
        if asked is not None:
            rev += 1
            links = await gather(table, asked[1], side)
            assert links is not None
            throw = Throw(asked[1].number, asked[0], asked[1].bind, links)
        async with table.lock:
            if not _still(table, rev):
                return False
            step = await self._hall.desk.order(table.bot_order, text, side, why, throw)
            await self._hall.commit(table, step, BOTS, str(rev))
        return True

    async def _pause(self, table: Table) -> None:
        if table.skip_from is not None and table.turn != table.skip_from:
            table.skip.clear()
            table.skip_from = None
        if table.pace and not table.skip.is_set():
            try:
                await asyncio.wait_for(table.skip.wait(), table.pace / 1000)
            except TimeoutError:
                return


def _still(table: Table, rev: int) -> bool:
    """Whether nothing has happened since this revision; Gone if the table is another one."""
    if table.gone:
        raise Gone
    return table.rev == rev
