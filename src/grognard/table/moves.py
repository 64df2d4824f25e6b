"""What changes a game: orders, take-backs, and the secrets behind its dice."""

from __future__ import annotations

from ..engine.shared import Asked, Given, Pledge, Throw
from ..engine.words import Say
from ..locale import translator
from . import clock, offers, show
from .chairs import Chairs
from .connection import Connection
from .hall import Gone, Hall, Overtaken, refused
from .links import gather, heard, may_pledge, take, unpledged
from .messages import write
from .offers import UNDO
from .rows import Offered
from .seats import HOUSE
from .sitting import Table

NO_ROOM = Say("whoever made this table has as much here as one may have")
TRIES = 10
"""How often a pledge is tried while others write."""
ASKS = 3
"""How often one may ask for the same take-back."""


class Moves:
    """The changes of the games in a hall."""

    def __init__(self, hall: Hall, chairs: Chairs) -> None:
        self._hall, self._chairs = hall, chairs

    async def order(
        self,
        table: Table,
        by: Connection,
        ref: str,
        rev: int,
        text: str,
        side: str | None,
        *,
        careful: bool = False,
    ) -> show.Plain:
        """An order from a page: what is answered."""
        async with table.lock:
            if answer := await self.stale(table, by, ref, rev) or self._full(table, by, ref):
                return answer
            if careful:
                die = await self._hall.desk.order(table.falls, text, side, by.mine, by.lang)
                if die is not None:
                    return {"t": "held", "id": ref, "die": die}
            asked = None
            if table.room.dice is not None:
                asked = await self._hall.desk.order(table.asks_for, text, side, by.mine)
            if asked is None:
                return await self._carry_out(table, by, ref, text, side)
            tr = translator(by.lang)
            if missing := unpledged(table):
                wait = Say(
                    "the dice wait until the {side} player has joined the table", side=missing[0]
                )
                return refused(ref, "dice", wait, tr)
            await self.ask(table, asked[1])
        actor = side or str(table.side)
        links = await gather(self._hall, table, asked[1], actor)
        async with table.lock:
            if answer := await self._stale(table, by, ref, rev + 1):
                return answer
            if links is None:
                await self._hall.show(table, table.length + 1)
                lost = Say("your browser gave no secret for the dice; load the page again")
                return refused(ref, "dice", lost, tr)
            throw = Throw(asked[1].number, asked[0], asked[1].bind, links)
            return await self._carry_out(table, by, ref, text, side, throw)

    async def ask(self, table: Table, asked: Asked) -> None:
        """Write down that a throw is asked for, before anybody gives a secret for it; under the lock."""
        made = await self._hall.draft(table, table.share, asked, quiet=True)
        await self._hall.commit(table, made, HOUSE, f"throw {asked.number}", quiet=True)

    async def _carry_out(
        self,
        table: Table,
        by: Connection,
        ref: str,
        text: str,
        side: str | None,
        throw: Throw | None = None,
    ) -> show.Plain:
        tried = await self._hall.draft(table, table.order, text, side, by.mine, by.lang, throw)
        if isinstance(tried, dict):
            return {"t": "refused", "id": ref} | tried
        made, remark = tried
        await self._hall.commit(table, made, by.browser, ref, grows=True)
        self._hall.wake(table)
        done = {"t": "done", "id": ref, "rev": table.rev}
        return done if remark is None else done | {"note": remark}

    async def pledge(self, table: Table, by: Connection, side: str, top: str) -> None:
        """A seat's chain for the dice, from the next throw on; others may pledge at the same moment elsewhere."""
        for _ in range(TRIES):
            try:
                return await self._pledge(table, by, side, top)
            except Overtaken:
                continue
        raise Gone

    async def _pledge(self, table: Table, by: Connection, side: str, top: str) -> None:
        async with table.lock:
            dice = table.room.dice
            if table.gone or dice is None or not may_pledge(table, by, side):
                return
            if self._full(table, by, ""):
                return
            before, first = dice.pledge(side), dice.next
            made = await self._hall.draft(table, table.share, Pledge(first, side, top, by.browser))
            await self._hall.commit(table, made, HOUSE, f"pledge {len(dice.pledges)}")
            self._hall.wake(table)
            if before is not None:
                said = Say(
                    "from throw {n} on the {side} player's secret behind the dice is a new one",
                    side=side,
                    n=first,
                )
                await self._hall.announce(table, said, side)

    def link(self, table: Table, by: Connection, seat: str, number: int, given: Given) -> None:
        """A link that a page gives for a throw."""
        dice = table.room.dice
        pledge = dice.pledge(seat) if dice else None
        if pledge is None or seat not in by.mine or pledge.holder != by.browser:
            return
        if table.throwing is not None or number == table.last_throw:
            take(table, seat, number, given)
            heard(table, seat, number)
        else:
            told = {"side": seat, "n": number, "place": given.place, "link": given.link}
            self._hall.tell(table.id, "link", **told)

    async def undo(
        self, table: Table, by: Connection, ref: str, rev: int, *, order: bool = False
    ) -> show.Plain | None:
        """A take-back asked for: what is answered; None when somebody else is asked first."""
        async with table.lock:
            if answer := await self.stale(table, by, ref, rev) or self._full(table, by, ref):
                return answer
            tr = translator(by.lang)
            if table.over:
                text = Say("the game is over; you may begin another from an earlier moment of it")
                return refused(ref, "undo", text, tr)
            find = table.room.call_off if order else table.room.take_back
            back = await self._hall.desk.order(find, by.mine)
            if not by.mine or back is None:
                return refused(ref, "undo", Say("there is nothing of yours to take back"), tr)
            if not back.free and table.others(by.mine):
                if table.declined[by.browser, UNDO, table.rev] >= ASKS:
                    no = Say("the request was declined; play on before you ask again")
                    return refused(ref, "no", no, tr)
                await self.offer(table, by, ref, UNDO)
                return None
            side = await self._hall.desk.order(show.seat_of, table.room.game, by.mine)
            made = await self._hall.draft(table, table.undo, back.start, side)
            await self._hall.commit(table, made, by.browser, ref)
            done = {"t": "done", "id": ref, "rev": table.rev}
        self._hall.wake(table)
        return done

    async def offer(self, table: Table, by: Connection, ref: str, what: str) -> None:
        """Ask the others for their consent; under the lock."""
        offered = Offered(table.rev, by.browser, ref, " ".join(sorted(by.mine)), what)
        asked = sorted(offers.asked(table, what, by.mine))
        due = clock.now() + self._hall.limits.call_delay
        await self._hall.store.set_offer(table.id, offered, asked, due)
        self._hall.written.set()
        table.offer = await self._hall.desk.order(offers.offer_of, table, offered)
        table.show_offer()

    async def consent(
        self, table: Table, by: Connection, ref: str, to: str, yes: bool
    ) -> show.Plain:
        """The answer to the offer with this key: another may have taken its place meanwhile."""
        async with table.lock:
            if table.gone:
                raise Gone
            offer, wanted = table.offer, offers.seat_asked_of(table, by.mine)
            if wanted is not None and to == offers.ask_key(wanted):
                await self._chairs.answer_ask(table, wanted, yes)
                return {"t": "done", "id": ref, "rev": table.rev}
            if (
                offer is None
                or to != offer.key
                or by.browser == offer.browser
                or not by.mine & offers.asked(table, offer.what, offer.mine)
            ):
                return refused(ref, "seat", Say("nobody has asked you"), translator(by.lang))
            if yes:
                if offer.what == UNDO:
                    made = await self._hall.draft(table, table.undo, offer.start, offer.side)
                else:
                    made = await self._hall.draft(table, table.agree, offer.winner, offer.side)
                await self._hall.commit(table, made, offer.browser, offer.ref)
                for asker in (c for c in table.connections if c.browser == offer.browser):
                    asker.send(write({"t": "done", "id": offer.ref, "rev": table.rev}))
            else:
                table.declined[offer.browser, offer.what, table.rev] += 1
                await self.drop_offer(table, Say("the request was declined"))
                if offer.what != UNDO:
                    seat = min(by.mine & offers.asked(table, offer.what, offer.mine))
                    said = Say("the {side} player does not agree: the game goes on", side=seat)
                    await self._hall.announce(table, said, seat)
            done = {"t": "done", "id": ref, "rev": table.rev}
        self._hall.wake(table)
        return done

    async def drop_offer(self, table: Table, said: Say) -> None:
        """What was offered will not be, for this reason; under the lock."""
        offer = table.offer
        await self._hall.store.set_offer(table.id, None)
        table.offer = None
        table.show_offer()
        for asker in (c for c in table.connections if offer and c.browser == offer.browser):
            ref = "" if offer is None else offer.ref
            asker.send(write(refused(ref, "no", said, translator(asker.lang))))

    async def overtaken(self, table: Table, by: Connection, ref: str) -> show.Plain | None:
        """What is answered where another process was quicker."""
        async with table.lock:
            return await self.stale(table, by, ref, -1)

    async def stale(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        """What is answered to something that was done already, or asked of an earlier moment."""
        return self._already(table, by, ref) or await self._stale(table, by, ref, rev)

    def _full(self, table: Table, by: Connection, ref: str) -> show.Plain | None:
        """What is answered where more was done and undone than in any real game."""
        if table.full:
            return refused(ref, "full", NO_ROOM, translator(by.lang))
        if table.rev < self._hall.limits.changes:
            return None
        text = Say("this table has had as many orders as it may have; go on from a branch of it")
        return refused(ref, "full", text, translator(by.lang))

    def _already(self, table: Table, by: Connection, ref: str) -> show.Plain | None:
        if table.gone:
            raise Gone
        rev = table.refs.get((by.browser, ref))
        return None if rev is None else {"t": "done", "id": ref, "rev": rev}

    async def _stale(self, table: Table, by: Connection, ref: str, rev: int) -> show.Plain | None:
        if rev == table.rev and table.throwing is None:
            return None
        text = Say("the table has moved on; look again")
        view = await self._hall.desk.order(table.screens.view, by.mine, by.lang)
        now_view = {"rev": table.rev, "view": view}
        return refused(ref, "stale", text, translator(by.lang)) | now_view
