"""A table in memory: who sits where, and what is shown to whom.

Whatever touches the game is done by one thread at a time, under the table's lock; the event loop
reads only what is noted beside it (``side``, ``length``, ``over``).
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from .. import __version__, bots
from ..bots.search import BY_NAME as LEVELS
from ..engine.entries import Ended
from ..engine.shared import Asked, Share, Throw
from ..engine.sight import Sight
from ..engine.words import IllegalAction, Say
from ..locale import Translate, languages, translator
from . import clock, show
from .clock import Clock
from .connection import Connection
from .links import Throwing, pledges_wanted
from .messages import write
from .room import HUMAN, MARKED, TAIL, Reason, Room, Step, say_in, say_out, step_in, step_out
from .rows import Change, Chat, Kept, Offered

BOT, UNDO = "bot:", "undo"
HOUSE = "house"
"""Who says what everybody at a table must know of its seats."""
PACE = 700
CHUNK = 1000
"""Rows of the log in one message."""
PAGE = 200
"""Entries of the trail whose lines a page is sent when it asks for older ones."""
CHATS = 200
"""Lines of chat that a page is sent when it comes."""

ROW, ENTRY, DRAWN_HEX, TABLE = 900, 250, 15_000, 60_000
"""Bytes in memory, as measured: a row of the log, an entry of the trail, a hex of a board that is
not the game's own, and a table without any of these."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Elsewhere(NamedTuple):
    """Who is at a table by another process: their sides, how many pages, and when it was told."""

    sides: frozenset[str]
    pages: int
    heard: float
    looking: frozenset[str] = frozenset()
    """The sides of those whose page is in sight."""


class Offer(NamedTuple):
    """What somebody else has to agree to: whose, of which sides; a take-back, and to where, or an end."""

    browser: str
    mine: frozenset[str]
    side: str
    ref: str
    start: int
    what: str
    """``undo``, ``draw`` or ``win SIDE``."""

    @property
    def winner(self) -> str | None:
        """Who is to have won; None for a draw."""
        return self.what.partition(" ")[2] or None


Letters = list[tuple[Connection, list[str]]]
"""What is to be sent to whom."""


class Draft(NamedTuple):
    """A step that the game has taken: whose it is, what is written of it, and what is sent when it is on disk."""

    side: str
    body: str
    summary: str
    position: str | None
    letters: Letters


class Log:
    """The rows of the log as they are sent to one seat in one language: each is written once."""

    def __init__(self) -> None:
        self._first, self._upto = 0, -1
        """The rows between these lengths of the trail are written."""
        self._ats: list[int] = []
        self._rows: list[msgspec.Raw] = []
        self.bytes = 0

    def cut(self, first: int) -> None:
        """Forget the rows from this length of the trail on."""
        if first <= self._upto:
            keep = bisect_left(self._ats, first)
            self.bytes -= sum(len(bytes(row)) for row in self._rows[keep:])
            del self._ats[keep:], self._rows[keep:]
            self._upto = first - 1

    def between(
        self, first: int, last: int, more: Callable[[int, int], list[show.Plain]]
    ) -> Iterator[tuple[int, list[Any]]]:
        """The rows between these lengths of the trail; ``more`` gives those not yet written.

        They come in parts of a size that is sent quickly, each with its ``from``.
        """
        if self._upto < self._first:
            self._first, self._upto = first, first - 1
        if first < self._first:
            self._write(more(first, self._first - 1), 0)
            self._first = first
        if self._upto < last:
            self._write(more(self._upto + 1, last), len(self._rows))
            self._upto = last
        begin, end = bisect_left(self._ats, first), bisect_right(self._ats, last)
        while end - begin > CHUNK:
            cut = bisect_left(self._ats, self._ats[begin + CHUNK])
            if cut <= begin:
                break
            yield first, self._rows[begin:cut]
            first, begin = self._ats[cut], cut
        yield first, self._rows[begin:end]

    def _write(self, rows: list[show.Plain], place: int) -> None:
        self._ats[place:place] = [row["at"] for row in rows]
        self._rows[place:place] = written = [msgspec.Raw(msgspec.json.encode(row)) for row in rows]
        self.bytes += sum(len(bytes(row)) for row in written)


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
            self.offer = self.offer_of(offered)
        self.declined: set[tuple[str, str, int]] = set()
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
        self.gone = False
        self.throwing: Throwing | None = None
        """Dice that wait for the seats' secrets."""
        self._made_for = self.rev
        self._made: dict[tuple[str, str | None], show.Plain] = {}
        self._shown: dict[tuple[str, str | None], tuple[int, show.Plain]] = {}
        """What pages that see alike have in common, as it was sent to them last, and its revision."""
        self._logs: dict[tuple[str, str | None], Log] = {}
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
        logs = sum(log.bytes for log in self._logs.values())
        return TABLE + ROW * room.lines + ENTRY * self.length + drawn + logs

    def looked_at_by(self, side: str) -> bool:
        """Whether the player of a seat has the table in sight."""
        here = any(side in c.mine and c.looking for c in self.connections)
        return here or any(side in there.looking for there in self.elsewhere.values())

    def leads(self, mine: Collection[str]) -> bool:
        """Whether who has these seats sets the pace; where no person plays, everybody who watches."""
        return bool(mine) or not self.humans

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

    def offer_of(self, offered: Offered) -> Offer | None:
        """What a player offers now; None if he may not."""
        _, browser, ref, sides, what = offered
        mine = frozenset(sides.split())
        back = self.room.take_back(mine) if what == UNDO else None
        if (what == UNDO and back is None) or self.room.over:
            return None
        start = 0 if back is None else back.start
        return Offer(browser, mine, show.seat_of(self.room.game, mine), ref, start, what)

    def asked(self, what: str, mine: frozenset[str]) -> frozenset[str]:
        """The seats any of which may agree to what the player of these offers: to end the game those
        of the other side."""
        serves, others = self.room.rules.serves, self.others(mine)
        own = {serves(seat) for seat in mine}
        if what == UNDO or own >= set(self.room.rules.sides):
            return others
        return frozenset(seat for seat in others if serves(seat) not in own)

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
        letters = [] if quiet else self.news(step.start + 1, tuple(self.connections))
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

    def view(self, mine: frozenset[str], lang: str) -> show.Plain:
        """The table now, for the player of these sides."""
        sight = self.sight(mine)
        return self._own(sight, mine, lang) | self._common(sight, lang)

    def _own(self, sight: Sight[Any], mine: frozenset[str], lang: str) -> show.Plain:
        """What is shown to the player of these sides alone."""
        return {
            "rev": self.rev,
            "eyes": sight.seat,
            "decision": show.decision(self.room, sight, mine, translator(lang), live=True),
            "undo": self.may_undo(mine),
            "thinking": self.thinking[0] if self.thinking and self.bot() else None,
            "clock": self.times(),
        }

    def view_at(self, at: int, mine: frozenset[str], lang: str) -> show.Plain:
        """The game at an earlier moment."""
        tr, sight = translator(lang), self.sight(mine, at)
        return {
            "rev": self.rev,
            "eyes": sight.seat,
            "decision": show.decision(self.room, sight, mine, tr, live=False),
            "undo": None,
            "thinking": None,
            "clock": None,
            **show.common(self.room, sight, tr),
        }

    def _common(self, sight: Sight[Any], lang: str) -> show.Plain:
        """What several screens show of one revision is made once."""
        if self._made_for != self.rev:
            self._made_for, self._made = self.rev, {}
        key = lang, sight.seat
        if key not in self._made:
            self._made[key] = show.common(self.room, sight, translator(lang))
        return self._made[key]

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

    # -- what is sent

    def greeting(self, to: Connection, frame: show.Plain) -> list[str]:
        """Everything that a page needs to begin, or to begin again."""
        room, tr, sight = self.room, translator(to.lang), self.sight(to.mine)
        rules = room.rules
        scenario = next(s for s in rules.scenarios if s.id == rules.scenario)
        board = rules.board
        hello: show.Plain = {
            "t": "hello",
            "version": __version__,
            "table": {
                "id": self.id,
                "name": self.name,
                "game": rules.name,
                "title": rules.title,
                "scenario": rules.scenario,
                "scenario_title": scenario.title.translated(tr),
                "options": [o for o in show.options(rules, tr) if o["id"] in rules.options],
                "created": self.created,
                "watch": f"/t/{self.id}",
            },
            "seats": sorted(to.mine),
            "sides": self.sides(to.lang),
            "board": frame,
            "names": {board.label(h): name for h, name in board.names.items()},
            "lang": to.lang,
            "langs": languages(),
            "overlays": [o.name for o in rules.overlays(sight.state)],
            "pace": self.pace,
            "levels": [
                {"name": name, "title": tr(name).capitalize()}
                for name in bots.names(rules.name)
                if name in LEVELS
            ],
            "casual": any(who.startswith(BOT) for who in self.seats.values()),
        }
        to.eyes = sight.seat
        texts = [write(hello), *self._log_anew(sight, to.lang)]
        texts.append(write({"t": "view", "rev": self.rev, "view": self.view(to.mine, to.lang)}))
        self._shown[to.lang, to.eyes] = self.rev, self._common(sight, to.lang)
        to.shown = self.rev
        texts += [write(chat_line(chat, to.lang)) for chat in self.chats[-CHATS:]]
        if self.thinking is not None:
            side, began = self.thinking
            since = round(time.monotonic() - began, 1)
            texts.append(write({"t": "thinking", "side": side, "since": since}))
        if self.offer is not None or self.asked_of(to.mine):
            texts.append(write(self.offer_for(to)))
        texts += [write(wanted) for wanted in pledges_wanted(self, to)]
        return texts

    def news(self, first: int, to: Iterable[Connection]) -> Letters:
        """The log from this length of the trail on, then the view.

        A page that looks through other eyes than before gets the log anew, then the news.
        """
        for log in self._logs.values():
            log.cut(first)
        events: dict[Any, list[str]] = {}
        views: dict[Any, str] = {}
        shown: dict[tuple[str, str | None], tuple[int, show.Plain]] = {}
        letters: Letters = []
        for c in to:
            sight = self.sight(c.mine)
            other, c.eyes = c.eyes != sight.seat, sight.seat
            alike, key = (c.lang, c.eyes), (c.lang, other, c.eyes)
            shown[alike] = self.rev, self._common(sight, c.lang)
            if key not in events:
                anew = self._log_anew(sight, c.lang) if other else []
                events[key] = [*anew, *self._news(first, sight, c.lang)]
            since, before = self._shown.get(alike, (None, None))
            if other or c.shown != since:
                since = before = None
            looks = c.lang, c.mine, since
            if looks not in views:
                views[looks] = self._view_message(
                    self._own(sight, c.mine, c.lang), shown[alike][1], since, before
                )
            letters.append((c, [*events[key], views[looks]]))
            c.shown = self.rev
        self._shown = shown
        return letters

    def _view_message(
        self, own: show.Plain, common: show.Plain, since: int | None, before: show.Plain | None
    ) -> str:
        """The view as it is sent; as far as it is as it was to those who have the one before."""
        if before is None:
            return write({"t": "view", "rev": self.rev, "view": own | common})
        told, changed = show.brief(common, before)
        message = {"t": "view", "rev": self.rev, "since": since, "view": own | told}
        return write(message if changed is None else message | {"changed": changed})

    def _log(
        self, first: int, last: int, sight: Sight[Any], lang: str
    ) -> Iterator[tuple[int, list[Any]]]:
        """The log between these lengths of the trail, in parts."""
        room, tr = self.room, translator(lang)
        log = self._logs.setdefault((lang, sight.seat), Log())
        return log.between(first, last, lambda a, b: show.rows(room, a, b, sight, tr))

    def _news(self, first: int, sight: Sight[Any], lang: str) -> list[str]:
        head = {"t": "events", "rev": self.rev, "news": True, "eyes": sight.seat}
        parts = self._log(first, self.length, sight, lang)
        return [write(head | {"from": begin, "events": part}) for begin, part in parts]

    def _log_anew(self, sight: Sight[Any], lang: str) -> list[str]:
        """The last lines of the log, for a page that knows none: it asks for older ones.

        The first message tells at which moments before it a turn began or an attack was made.
        """
        head = {"t": "events", "rev": self.rev, "news": False, "eyes": sight.seat}
        first, texts = max(self.length - TAIL, 0), []
        early: show.Plain = {kind: [] for kind in MARKED}
        for at, kind in self.room.moments:
            if at < first:
                early[kind].append(at)
        head["early"] = early
        for begin, part in self._log(first, self.length, sight, lang):
            texts.append(write(head | {"from": begin, "events": part}))
            head.pop("early", None)
        return texts

    def older(self, before: int, mine: frozenset[str], lang: str) -> show.Plain:
        """The lines of the log before this length of the trail, and from where on they are."""
        first, last = max(before - PAGE, 0), min(before - 1, self.length)
        parts = self._log(first, last, self.sight(mine), lang)
        return {"from": first, "events": [row for _, part in parts for row in part]}

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
        self.broadcast(self.offer_for, lambda c: (c.lang, c.mine, c.browser))

    def asked_of(self, mine: frozenset[str]) -> tuple[str, str] | None:
        """The first who asks the holder of these sides to share one."""
        return next((ask for ask in self.asks if ask[0] in mine), None)

    def offer_for(self, to: Connection) -> show.Plain:
        tr = translator(to.lang)
        if self.offer is None:
            ask = self.asked_of(to.mine)
            if ask is None:
                return {"t": "offer", "what": None}
            text = Say(
                "another browser has opened the {side} link and asks to share your seat",
                side=Say(show.side_title(ask[0], tr)),
            )
            said = text.translated(tr)
            what = {"what": "seat", "by": ask[0], "text": said, "mine": True, "own": False}
            return {"t": "offer"} | what
        offer = self.offer
        own = to.browser == offer.browser
        return {
            "t": "offer",
            "what": offer.what.partition(" ")[0],
            "by": offer.side,
            "text": self._offers(offer, tr).translated(tr),
            "mine": bool(to.mine & self.asked(offer.what, offer.mine)) and not own,
            "own": own,
        }

    def _offers(self, offer: Offer, tr: Translate) -> Say:
        who = show.side_title(offer.side, tr)
        if offer.what == UNDO:
            return Say(
                "the {side} player asks to take back a move made before a die roll or before a move of yours",
                side=who,
            )
        if offer.winner is None:
            return Say("{side} offers a draw", side=who)
        won = show.side_title(offer.winner, tr)
        return Say("{side} proposes to end the game: {winner} has won", side=who, winner=won)


def clock_of(summary: str) -> Clock | None:
    """The clocks as a table's summary has them."""
    kept = msgspec.json.decode(summary or "{}").get("clock")
    return None if kept is None else msgspec.convert(kept, Clock)


def chat_line(chat: Chat, lang: str) -> show.Plain:
    """A line of chat; what the house itself says is kept as a sentence and told in any language."""
    tr = translator(lang)
    who, text, by = show.side_title(chat.side, tr), chat.body, "seat"
    if chat.who == HOUSE:
        by = "table"
        said = say_in(msgspec.json.decode(chat.body))
        words = said.params.items()
        named = {k: show.side_title(v, tr) if isinstance(v, str) else v for k, v in words}
        who, text = tr("the table"), Say(said.template, **named).translated(tr)
    line = {"t": "chat", "who": who, "from": by, "side": chat.side, "text": text}
    return line | {"when": chat.made}
