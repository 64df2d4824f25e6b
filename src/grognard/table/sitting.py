"""A table in memory: its game, who sits where, and who is there.

Whatever touches the game is done by one thread at a time, under the table's lock; the event loop
reads only what is noted beside it (``side``, ``length``, ``over``).
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

import msgspec

from ..engine.entries import Ended
from ..engine.shared import Asked, Share, Throw
from ..engine.sight import Sight
from ..engine.words import IllegalAction, Say
from ..locale import translator
from . import clock, offers, show
from .clock import clock_of
from .connection import Connection, Letters
from .links import Throwing
from .messages import write
from .offers import Offer
from .room import Room
from .rows import Change, Chat, Kept, Offered
from .screens import Screens
from .seats import BOT, HUMAN
from .sentences import Reason, say_out
from .steps import Step, step_in, step_out

PACE = 700
NOBODY = ""
"""No seat is called so: whoever looked through such eyes is sent the log anew."""
BRISK = 4
"""So much quicker is the next hex of a march than the next march."""

ROW, ENTRY, CHANGE, DRAWN_HEX, TABLE = 1200, 700, 450, 9_000, 100_000
"""Bytes in memory, as measured: a row of the log, an entry of the trail, a reference or a line of chat,
a hex of a board that is not the game's own, and a table without any of these."""


def now() -> str:
    return clock.moment().isoformat(timespec="milliseconds")


class Elsewhere(NamedTuple):
    """Who is at a table by another process: their sides, how many pages, and when it was told."""

    sides: frozenset[str]
    pages: int
    heard: float
    looking: frozenset[str] = frozenset()
    """The sides of those whose page is in sight."""


class Draft(NamedTuple):
    """A step that the game has taken: whose it is, what is written of it, and what is sent when it is on disk."""

    side: str
    body: str
    summary: str
    position: str | None
    letters: Letters


class Table:
    """A table in memory."""

    def __init__(
        self,
        kept: Kept,
        changes: list[Change],
        chats: list[Chat],
        offered: Offered | None = None,
        data: str | None = None,
    ) -> None:
        """``data`` is the folder of the data it was begun with, if they are not those of now."""
        self.data = data
        self.id, self.name, self.created = kept.id, kept.name, kept.created
        self.maker = kept.maker
        self.seats: dict[str, str] = msgspec.json.decode(kept.seats)
        self.seated = kept.seated
        """When the last seat was taken: from then on clocks run."""
        self.clock = clock_of(kept.summary)
        self.names = dict(kept.names)
        """What the players call themselves, by seat."""
        steps = (step_in(change.body) for change in changes if change.rev > kept.from_rev)
        self.room = Room(kept.base, steps, data)
        self.rev = changes[-1].rev if changes else 0
        self.refs = {(change.who, change.ref): change.rev for change in changes}
        self.chats = chats
        self.said = {(chat.who, chat.ref) for chat in chats}
        self.lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self.pace = PACE
        self.skip = asyncio.Event()
        self.skip_from: int | None = None
        """The turn whose end also ends the skipping."""
        self.runner: asyncio.Task[None] | None = None
        self.thinking: tuple[str, float] | None = None
        self.notes: dict[str, str] = {}
        """By seat: what its bot wants to remember."""
        self.offer: Offer | None = None
        """What waits for consent; it ends when the table moves on."""
        if offered is not None and offered.rev == self.rev:
            self.offer = offers.offer_of(self, offered)
        self.declined: Counter[tuple[str, str, int]] = Counter()
        """What was not agreed to: whose offer, of what, at which revision."""
        self.asks: list[tuple[str, str]] = []
        """Who asks for a seat that another browser holds: sides with browsers."""
        self.report: tuple[int, asyncio.Future[show.Plain]] | None = None
        """The figures of the report and the revision they belong to, made once for all who ask."""
        self.elsewhere: dict[str, Elsewhere] = {}
        """Who is at this table by other processes."""
        self.behind = False
        """Whether another process has done something here that is not done in this one yet."""
        self.job = -1
        """The last revision for which a bot's turn was given out to any process."""
        self.busy = 0
        """How many bots think about it here."""
        self.gone = self.full = False
        """No longer the table in the store; there is no room for more of its maker's."""
        self.throwing: Throwing | None = None
        """Dice that wait for the seats' secrets."""
        self.last_throw = 0
        self.mute: set[str] = set()
        """The seats that have not answered for the dice: nobody waits for them until they do."""
        self.patience: dict[str, float] = {}
        """By seat: seconds in which it has to answer for the dice, where it has missed a throw."""
        self.screens = Screens(self)
        self.note()

    def become(self, fresh: Table) -> None:
        """Be as a table that was just read from the store; those who are here get all of it anew."""
        self.room, self.rev, self.refs = fresh.room, fresh.rev, fresh.refs
        self.chats, self.said, self.names = fresh.chats, fresh.said, fresh.names
        self.clock, self.seated, self.offer = fresh.clock, fresh.seated, fresh.offer
        self.notes.clear()
        self.screens = Screens(self)
        for connection in self.connections:
            connection.eyes, connection.shown = NOBODY, -1
        self.note()

    def note(self) -> None:
        """Note beside the game what the event loop wants to know of it."""
        game = self.room.game
        self.side, self.over, self.length = game.side, self.room.over, self.room.length
        self.turn = game.turn
        self.last = self.room.frames[-1].side if self.room.frames else ""
        """Who gave the last order."""

    @property
    def humans(self) -> frozenset[str]:
        return frozenset(side for side, who in self.seats.items() if who == HUMAN)

    @property
    def weight(self) -> int:
        """Bytes in memory, roughly."""
        room, rules = self.room, self.room.rules
        drawn = DRAWN_HEX * rules.board.grid.size if rules.drawn else 0
        changes = CHANGE * (len(self.refs) + len(self.chats))
        lines = ROW * room.lines + ENTRY * self.length
        return TABLE + lines + changes + drawn + self.screens.bytes

    def looked_at_by(self, side: str) -> bool:
        """Whether the player of a seat has the table in sight."""
        here = any(side in c.mine and c.looking for c in self.connections)
        return here or any(side in there.looking for there in self.elsewhere.values())

    def leads(self, mine: Collection[str]) -> bool:
        """Whether who has these seats sets the pace; where no person plays, everybody who watches."""
        return bool(mine) or not self.humans

    @property
    def pause(self) -> float:
        """Seconds before a bot's next order: what it has begun goes on more quickly than the next begins."""
        ask = self.room.game.decision
        return self.pace / 1000 / (BRISK if ask is not None and ask.continues else 1)

    def hurried(self) -> bool:
        """Whether somebody wants no pause between a bot's orders now."""
        if self.skip_from is not None and self.turn != self.skip_from:
            self.skip.clear()
            self.skip_from = None
        return self.skip.is_set()

    def bot(self) -> str | None:
        """The bot whose decision it is."""
        who = self.seats.get(self.side or "", "")
        return who.removeprefix(BOT) if who.startswith(BOT) else None

    def others(self, mine: frozenset[str]) -> frozenset[str]:
        """The people who have to agree when the player of these sides takes back dice."""
        return self.humans - mine

    # -- changes

    def asks_for(
        self, text: str, side: str | None, mine: Collection[str]
    ) -> tuple[int, Asked] | None:
        """The throw for which an order needs the seats' secrets, and its first die."""
        ask = self.room.game.decision
        if ask is None or not show.may_answer(ask, mine):
            return None  # it will be refused
        try:
            return self.room.asks_for(text, side or (ask.side if ask else ""))
        except IllegalAction:
            return None  # it will be refused

    def falls(
        self, text: str, side: str | None, mine: Collection[str], lang: str
    ) -> show.Plain | None:
        """The die that an order lets fall at once; None where none does, or the order is refused."""
        ask = self.room.game.decision
        if ask is None or not show.may_answer(ask, mine):
            return None
        try:
            die = self.room.falls(text, side or ask.side)
        except IllegalAction:
            return None
        return None if die is None else show.die(die, translator(lang))

    def order(
        self,
        text: str,
        side: str | None,
        mine: Collection[str],
        lang: str,
        throw: Throw | None = None,
    ) -> show.Plain | tuple[Draft, str | None]:
        """An order tried: why it is refused, or the step that it makes and a remark."""
        ask, tr, rules = self.room.game.decision, translator(lang), self.room.rules
        if ask is not None and not show.may_answer(ask, mine):
            said = Say("this decision is not yours").translated(tr)
            return {"kind": "seat", "rule": ask.rule, "text": said}
        try:
            step, dropped = self.room.order(text, side or (ask.side if ask else ""), throw=throw)
        except IllegalAction as no:
            return {"kind": "illegal"} | show.refusal(no, rules, tr)
        remark = None if dropped is None else show.event_text(dropped, rules, tr)
        return self._draft(step), remark

    def _draft(self, step: Step, *, quiet: bool = False) -> Draft:
        """All that follows from a step, made at one go; ``quiet`` where there is nothing to see yet.

        The caller has the lock until it is written, so that nobody comes in between.
        """
        self.note()
        self.rev += 1
        if self.clock is not None:
            self.clock.press(clock.now(), self.turn, self.side, self.seated)
        letters = [] if quiet else self.screens.news(step.start + 1, tuple(self.connections))
        return Draft(step.side, step_out(step), *self.state(), letters)

    def place(self) -> str | None:
        """The position, if this is a checkpoint."""
        game = self.room.game
        return None if game.checkpoint()[1] else game.position

    def state(self) -> tuple[str, str | None]:
        """The summary and the position, to be kept with a change."""
        return self.summary(), self.place()

    def bot_order(
        self, text: str, side: str, why: tuple[Reason, ...], throw: Throw | None = None
    ) -> Draft:
        step, _ = self.room.order(text, side, why, throw)
        return self._draft(step)

    def share(self, share: Share, *, quiet: bool = False) -> Draft:
        """What is told of the secrets behind the dice."""
        return self._draft(self.room.share(share), quiet=quiet)

    def resign(self, mine: frozenset[str]) -> Draft:
        """The player of these seats gives the game up; IllegalAction if it is over."""
        seat = show.seat_of(self.room.game, mine)
        won = next(side for side in self.room.rules.sides if side != self.room.rules.serves(seat))
        return self._draft(self.room.end(Ended(won, seat), seat))

    def agree(self, winner: str | None, side: str) -> Draft:
        """The players end the game; IllegalAction if it is over."""
        return self._draft(self.room.end(Ended(winner), side))

    def overstep(self, late: str, mine: frozenset[str]) -> Draft:
        """The player of these seats claims the victory: the time of a seat has run out."""
        rules = self.room.rules
        won = next(side for side in rules.sides if side != rules.serves(late))
        seat = show.seat_of(self.room.game, mine)
        return self._draft(self.room.end(Ended(won, late, late=True), seat))

    def give_time(self, seats: Collection[str], seconds: float) -> Draft:
        """More reserve for these seats."""
        if self.clock is not None:
            self.clock.give(seats, seconds)
        return self._draft(Step(self.length, (), ""))

    def against(self, mine: Collection[str]) -> list[str]:
        """The seats with a clock that are not on the side of these."""
        serves = self.room.rules.serves
        own = {serves(seat) for seat in mine}
        return [s for s in (self.clock.left if self.clock else ()) if serves(s) not in own]

    def times(self) -> show.Plain | None:
        """What is left on the clocks, in seconds."""
        if self.clock is None:
            return None
        now = clock.now()
        return {
            "turn": self.clock.turn_time,
            "runs": None if self.over or self.seated is None else self.clock.runs,
            "seats": {s: self.clock.remaining(s, now, self.seated) for s in self.clock.left},
        }

    def follow(self, step: Step) -> bool:
        """A step that another process has taken; False if the table must be opened anew."""
        if step.start < self.length:
            self.notes.clear()  # as in undo
        followed = self.room.follow(step)
        self.note()
        return followed

    def undo(self, start: int, side: str) -> Draft:
        step = self.room.undo(start, side)
        self.notes.clear()  # a plan made after what is taken back does not fit any more
        return self._draft(step)

    # -- what is shown

    def sight(self, mine: Collection[str], at: int | None = None) -> Sight[Any]:
        """The game as the player of these seats may see it."""
        return self.room.sight(show.eyes_of(self.room.game, mine), at)

    def position(self, side: str) -> str:
        """The situation as text, as a side may know it."""
        return self.room.sight(side).position

    def may_answer(self, mine: Collection[str]) -> bool:
        ask = self.room.game.decision
        return ask is not None and show.may_answer(ask, mine)

    def may_undo(self, mine: frozenset[str]) -> dict[str, bool]:
        back = self.room.take_back(mine)
        ask = back is not None and not back.free and bool(self.others(mine))
        return {
            "free": back is not None and not ask,
            "needs_consent": ask,
            "marked": back is not None and not back.free,
            "order": self.room.call_off(mine) is not None,
        }

    def sides(self, lang: str) -> list[show.Plain]:
        tr = translator(lang)
        here = frozenset().union(
            *(c.mine for c in self.connections), *(e.sides for e in self.elsewhere.values())
        )
        return [
            seat
            | {
                "who": self.seats.get(seat["id"], HUMAN),
                "name": self.names.get(seat["id"], ""),
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
                "clock": self.clock,
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

    def show_seats(self) -> None:
        self.broadcast(lambda c: {"t": "seats", "sides": self.sides(c.lang)}, lambda c: c.lang)

    def show_offer(self) -> None:
        self.broadcast(lambda c: offers.shown(self, c), lambda c: (c.lang, c.mine, c.browser))
