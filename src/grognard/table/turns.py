"""The bots' turns: they think in other processes and their orders come one by one."""

from __future__ import annotations

import asyncio
import logging
import time

from ..engine.shared import Throw
from .hall import Gone, Hall
from .keys import secret_of
from .links import gather, unpledged
from .logs import note
from .moves import Moves
from .sentences import Reason, reasons_in
from .sitting import Table
from .thinking import think

BOTS = "bots"
"""Who has sent a bot's order."""


class Play:
    """How the bots of a hall play: one order after the other."""

    def __init__(self, hall: Hall, moves: Moves) -> None:
        self._hall, self._moves = hall, moves

    def may(self, table: Table) -> bool:
        """Whether it is a bot's turn."""
        return not table.gone and table.bot() is not None and not unpledged(table)

    def due(self, table: Table) -> bool:
        """Whether it is a bot's turn and anybody cares."""
        return bool(table.connections or table.elsewhere or table.humans) and self.may(table)

    async def order(self, table: Table) -> bool:
        """The next order of the bot whose turn it is; False if the table has moved on meanwhile."""
        hall = self._hall
        async with table.lock:
            side, rev, bot = str(table.side), table.rev, table.bot()
            if bot is None or table.gone:
                return False
            position = await hall.desk.order(table.position, side)
        luck = secret_of(hall.store.secret, f"luck {table.id} {rev}")
        game = table.room.rules.name
        kept = table.notes.get(side, "")
        text, why, table.notes[side] = await hall.pool.run(
            table.maker, think, bot, game, position, luck, table.data, kept
        )
        return bool(await hall.do(self._order(table, side, rev, text, reasons_in(why))))

    async def _order(
        self, table: Table, side: str, rev: int, text: str, why: tuple[Reason, ...]
    ) -> bool:
        """One order of a bot; False if the table has moved on while it thought."""
        throw = None
        async with table.lock:
            if not _still(table, rev):
                return False
            asked = None
            if table.room.dice is not None:
                asked = await self._hall.desk.order(table.asks_for, text, side, {side})
            if asked is not None:
                await self._moves.ask(table, asked[1])
        if asked is not None:
            rev += 1
            links = await gather(self._hall, table, asked[1], side)
            assert links is not None
            throw = Throw(asked[1].number, asked[0], asked[1].bind, links)
        async with table.lock:
            if not _still(table, rev):
                return False
            made = await self._hall.draft(table, table.bot_order, text, side, why, throw)
            await self._hall.commit(table, made, BOTS, str(rev), grows=True)
        return True


class Turns:
    """Lets the bots of a hall play in this process."""

    def __init__(self, hall: Hall, play: Play) -> None:
        self._hall, self._bots = hall, play
        hall.wake, hall.hurry = self.wake, self.hurry

    def wake(self, table: Table) -> None:
        """Let the bots play if it is their turn."""
        if table.runner is None and not self._hall.closing and self._bots.due(table):
            table.runner = asyncio.create_task(self._play(table))

    def hurry(self, table: Table, turn: int | None) -> None:
        """No pause until a person decides, or this turn is over."""
        if table.runner is not None:
            table.skip_from = turn
            table.skip.set()

    async def _play(self, table: Table) -> None:
        """Bots play until a person must decide; each order is shown before the next."""
        try:
            while self._bots.due(table):
                side = str(table.side)
                if table.thinking is None or table.thinking[0] != side:
                    table.thinking = side, time.monotonic()
                    table.tell_all({"t": "thinking", "side": side, "since": 0})
                if await self._bots.order(table) and table.connections:
                    await self._pause(table)
        except Gone:
            pass
        except Exception:
            note("bot failed", logging.ERROR, fault=True, table=table.id)
            self._hall.bot_failed(table)
        finally:
            table.runner = table.thinking = None
            table.skip.clear()
            table.skip_from = None
            table.tell_all({"t": "idle"})
            self._hall.tidy()

    async def _pause(self, table: Table) -> None:
        if table.pace and not table.hurried():
            try:
                await asyncio.wait_for(table.skip.wait(), table.pause)
            except TimeoutError:
                return


def _still(table: Table, rev: int) -> bool:
    """Whether nothing has happened since this revision; Gone if the table is another one."""
    if table.gone:
        raise Gone
    return table.rev == rev
