"""How players end a game before the rules do: by resigning, by agreement, by the clock."""

from __future__ import annotations

from ..engine.words import Say
from ..locale import translator
from . import clock, show
from .clock import DAY, MOST
from .connection import Connection
from .hall import Gone, Hall, refused
from .moves import Moves
from .offers import asked
from .seats import BOT
from .sitting import Draft, Table


class Ends:
    """The ends of the games in a hall, and what puts one off."""

    def __init__(self, hall: Hall, moves: Moves) -> None:
        self._hall, self._moves = hall, moves

    async def _cannot(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        """What is answered at once, and nothing is done; under the lock."""
        if answer := await self._moves.stale(table, by, ref, rev):
            return answer
        tr = translator(by.lang)
        if not by.mine:
            return refused(ref, "seat", Say("only players may do this"), tr)
        return refused(ref, "illegal", Say("the game is over"), tr) if table.over else None

    async def _end(self, table: Table, by: Connection, ref: str, made: Draft) -> show.Plain:
        await self._hall.commit(table, made, by.browser, ref)
        return {"t": "done", "id": ref, "rev": table.rev}

    async def resign(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain:
        """A player gives the game up: what is answered."""
        async with table.lock:
            if answer := await self._cannot(table, by, ref, rev):
                return answer
            made = await self._hall.draft(table, table.resign, by.mine)
            return await self._end(table, by, ref, made)

    async def propose(
        self, table: Table, by: Connection, ref: str, rev: int, what: str
    ) -> show.Plain | None:
        """A draw or a victory by agreement: what is answered; None while somebody is asked."""
        async with table.lock:
            if answer := await self._cannot(table, by, ref, rev):
                return answer
            tr, rules = translator(by.lang), table.room.rules
            winner = what.partition(" ")[2] or None
            if winner is not None and winner not in rules.sides:
                no = Say("there is no side {side}", side=winner)
                return refused(ref, "illegal", no, tr)
            if (by.browser, what, table.rev) in table.declined:
                no = Say("the request was declined; play on before you ask again")
                return refused(ref, "no", no, tr)
            if asked(table, what, by.mine):
                await self._moves.offer(table, by, ref, what)
                return None
            if {rules.serves(seat) for seat in by.mine} >= set(rules.sides):
                seat = await self._hall.desk.order(show.seat_of, table.room.game, by.mine)
                made = await self._hall.draft(table, table.agree, winner, seat)
                return await self._end(table, by, ref, made)
            bot = next(seat for seat, who in table.seats.items() if who.startswith(BOT))
            table.declined[by.browser, what, table.rev] += 1
            await self._hall.announce(table, _declines(bot), bot)
            return refused(ref, "no", _declines(show.side_title(bot, tr)), tr)

    async def withdraw(self, table: Table, by: Connection, ref: str) -> show.Plain:
        """Take back what was offered: what is answered."""
        async with table.lock:
            if table.gone:
                raise Gone
            if table.offer is None or table.offer.browser != by.browser:
                no = Say("you have offered nothing")
                return refused(ref, "illegal", no, translator(by.lang))
            await self._moves.drop_offer(table, Say("you have taken it back"))
            return {"t": "done", "id": ref, "rev": table.rev}

    async def claim(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain:
        """The victory, because the other side has no time left: what is answered."""
        async with table.lock:
            if answer := await self._cannot(table, by, ref, rev):
                return answer
            late = table.clock.fallen(clock.now(), table.seated) if table.clock else None
            if late is None or late not in table.against(by.mine):
                no = Say("the time of the other side has not run out")
                return refused(ref, "illegal", no, translator(by.lang))
            made = await self._hall.draft(table, table.overstep, late, by.mine)
            return await self._end(table, by, ref, made)

    async def give(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain:
        """A day more for the other side: what is answered."""
        async with table.lock:
            if answer := await self._cannot(table, by, ref, rev):
                return answer
            others, tr = table.against(by.mine), translator(by.lang)
            if table.clock is None or not others:
                return refused(ref, "illegal", Say("nobody else has a clock here"), tr)
            if all(table.clock.left[seat] >= MOST for seat in others):
                no = Say("the other side has as much time as a clock can hold")
                return refused(ref, "illegal", no, tr)
            made = await self._hall.draft(table, table.give_time, others, DAY)
            done = await self._end(table, by, ref, made)
            seat = await self._hall.desk.order(show.seat_of, table.room.game, by.mine)
            said = Say("{side} gives the other side a day more", side=seat)
            await self._hall.announce(table, said, seat)
            return done


def _declines(side: str) -> Say:
    return Say(
        "the {side} player does not agree: the computer plays every game to its end", side=side
    )
