"""Where tables are kept: one SQLite file, or a PostgreSQL database by its URL.

What is kept of a game is what made it: the record that it began with and every change since.
All writing is done by one thread that takes whatever waits as one transaction, so that many tables
share one write to the disk; a result is given only after the commit.  Another thread reads: it sees
whatever was committed and never waits for the disk.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

from . import clock, databases
from .bus import NOTIFY, Mouth
from .lanes import Lane
from .rows import (
    ADD_ASK,
    ADD_CHANGE,
    ADD_CHAT,
    ADD_CODE,
    ADD_HOLD,
    ADD_JOB,
    ADD_OFFER,
    ADD_TABLE,
    ADD_TOKEN,
    ALL,
    ANY_GIVEN,
    ARCHIVE,
    ASKS,
    CHANGES,
    CHANGES_SINCE,
    CHATS,
    CHATS_SINCE,
    CHILDREN,
    CLEAR,
    CLOCK,
    CODE,
    DISCARD,
    DOOM,
    DROP_ASK,
    DROP_CODES,
    DROP_HOLDS,
    DROP_NAME,
    DROP_OFFER,
    DROP_OFFER_LETTERS,
    DROP_TURN_LETTERS,
    DUE,
    GIVEN,
    GROW,
    GROWN,
    HOLDERS,
    HURRY,
    KNOWN,
    LOCK_TABLE,
    MINE,
    MOVE_ON,
    MY_NAMES,
    NAMES,
    OFFER,
    OWN,
    PING,
    PLACE,
    RENAME,
    SEATED,
    SEEN,
    SET_NAME,
    SHARE_HOLDS,
    SHARED,
    SIDES,
    SUMMARISE,
    TABLE,
    TAKE,
    TIMES_SHARED,
    TOKEN,
    WAITING_JOBS,
    WRITE_OFFER_LETTERS,
    WRITE_TURN_LETTERS,
    Change,
    Chat,
    Found,
    Handed,
    Kept,
    Mine,
    Offered,
    Since,
    Taken,
)
from .schema import StoreFault, Work

T = TypeVar("T")

SHARES = 3
"""New keys that a browser may be given with all its seats."""


class Full(Exception):
    """The tables of whoever made this one hold as much as they may."""


class Store:
    """The tables, to be used from one event loop."""

    def __init__(self, database: str) -> None:
        """``database`` is a ``postgresql://`` URL or the path of a file; StoreFault if it is no use."""
        self.secret = databases.set_up(database)
        """Known to the servers of this database only."""
        writer = databases.connect(database)
        self.kind = writer.kind
        self.url = database
        self.mouth = Mouth()
        self.shared = writer.kind == "postgresql"
        """Whether other processes may use the same database."""
        self._writes = Lane(writer, "writes")
        self._reads = Lane(databases.connect(database, reads=True), "reads")

    async def write(self, job: Callable[[Work], T]) -> T:
        """Something that changes the database, in a transaction."""
        return await self._writes.do(job)

    async def read(self, job: Callable[[Work], T]) -> T:
        """Something that only looks."""
        return await self._reads.do(job)

    # -- what the table asks for

    async def add_table(
        self,
        kept: Kept,
        summary: str,
        tokens: Sequence[tuple[str, str]],
        holds: Sequence[tuple[str, str]],
        codes: Sequence[tuple[str, str]] = (),
    ) -> None:
        """A new table with its seats: hashes of tokens and of codes with sides, browsers with sides."""

        def job(run: Work) -> None:
            size = len(kept.base)
            row = (*kept[:3], kept.created, kept.base, kept.seats, summary, kept.maker, size)
            run(ADD_TABLE, row)
            run(PLACE, (kept.position, 0, kept.id))
            for hash, side in tokens:
                run(ADD_TOKEN, (hash, kept.id, side))
            for hash, side in codes:
                run(ADD_CODE, (hash, kept.id, side))
            for browser, side in holds:
                run(ADD_HOLD, (browser, kept.id, side))
            for side, name in kept.names:
                run(SET_NAME, (kept.id, side, name))

        await self._writes.do(job)

    async def held_by(self, maker: str) -> tuple[tuple[int, int], tuple[int, int]]:
        """Tables and bytes that one maker has, with what is in the archive, and everybody together."""

        def job(run: Work) -> tuple[tuple[int, int], tuple[int, int]]:
            (own,), (every,) = run(OWN, (maker, maker)), run(ALL)
            return (int(own[0]), int(own[1] + own[2])), (int(every[0]), int(every[1] + every[2]))

        return await self._reads.do(job)

    async def doom(self, now: str, end: str, unplayed: str, played: str) -> list[str]:
        """Give the tables without an order since ``played``, and those that never had one and are
        older than ``unplayed``, until ``end``; the names of those whose time is up now."""

        def job(run: Work) -> list[str]:
            run(DOOM, (end, unplayed, played))
            return [row[0] for row in run(DUE, (now,))]

        return await self._writes.do(job)

    async def clear_archive(self, before: str) -> None:
        """Throw away what was archived before this time."""
        await self._writes.do(lambda run: run(CLEAR, (before,)))

    async def rename(self, id: str, name: str) -> None:
        await self._writes.do(lambda run: run(RENAME, (name, id)))

    async def discard(self, id: str, end: str | None) -> None:
        """Put a table away when this time has come; None keeps it."""
        await self._writes.do(lambda run: run(DISCARD, (end, id)))

    async def archive(self, id: str, when: str, record: str) -> bool:
        """Put a table's record into the archive and the table away; False if it was played on."""

        def job(run: Work) -> bool:
            run(LOCK_TABLE, (id,))  # nobody plays on, or archives it too, from here to the end
            if not run("SELECT 1 FROM tables WHERE id = ? AND doomed < ?", (id, when)):
                return False
            run(ARCHIVE, (when, record, len(record), id))
            for name in CHILDREN:
                run(f"DELETE FROM {name} WHERE table_id = ?", (id,))
            run("DELETE FROM tables WHERE id = ?", (id,))
            self._tell(run, id, "gone")
            return True

        return await self._writes.do(job)

    # -- several processes

    def _tell(self, run: Work, id: str, what: str, **facts: Any) -> None:
        """Tell the other processes of a table, when the transaction is done."""
        if self.shared:
            run(NOTIFY, self.mouth.letter(id, what, **facts))

    async def tell(self, id: str, what: str, **facts: Any) -> None:
        """Tell the other processes what is not written down anywhere."""
        if self.shared:
            letter = self.mouth.letter(id, what, **facts)
            await self._reads.do(lambda run: run(NOTIFY, letter))

    async def since(self, id: str, rev: int, chats: int) -> Since | None:
        """What has happened at a table since this revision and this many lines of chat; None if it
        must be opened anew."""

        def job(run: Work) -> Since | None:
            rows = run("SELECT from_rev, seated, summary FROM tables WHERE id = ?", (id,))
            if not rows or rows[0][0] > rev:
                return None
            changes = [Change(*row) for row in run(CHANGES_SINCE, (id, rev))]
            said = [Chat(*row) for row in run(CHATS_SINCE, (id, chats))]
            offers = [Offered(*row) for row in run(OFFER, (id,))]
            asks = [(row[0], row[1]) for row in run(ASKS, (id,))]
            (job,) = run("SELECT max(rev) FROM jobs WHERE table_id = ?", (id,))[0]
            names = {row[0]: row[1] for row in run(NAMES, (id,))}
            offer = offers[0] if offers else None
            return Since(changes, said, offer, asks, job, names, *rows[0][1:])

        return await self._reads.do(job)

    async def add_job(self, id: str, rev: int) -> None:
        """A bot's turn that any process may take."""

        def job(run: Work) -> None:
            run(ADD_JOB, (id, rev, 0.0))
            self._tell(run, id, "job")

        await self._writes.do(job)

    async def waiting_jobs(self) -> int:
        """Bots' turns that are due and wait for a process."""
        return await self._reads.do(lambda run: int(run(WAITING_JOBS)[0][0]))

    async def hurry(self, id: str) -> None:
        """Take away the pause before a bot's next order."""
        await self._writes.do(lambda run: run(HURRY, (id,)))

    # -- changes

    async def add_change(
        self,
        id: str,
        change: Change,
        made: str,
        summary: str,
        position: str | None = None,
        pause: float | None = None,
        handed: Handed | None = None,
        most: int | None = None,
    ) -> None:
        """The next step of a table, on disk when this returns; Conflict if it is not the next, Full if
        its maker's tables would hold more than ``most`` bytes.

        ``position`` is the one after it, where it ends at a checkpoint; ``pause`` the seconds after
        which any process may take the bot's turn that follows; ``handed`` says that another seat
        decides now, which may want to be called.
        """

        def job(run: Work) -> None:
            # The table's row first: of two processes the second waits here, and they lock nobody out.
            run(SUMMARISE, (made, summary, len(change.body), id))
            if most is not None and run(GROWN, (id,))[0][0] > most:
                raise Full
            run(ADD_CHANGE, (id, change.rev, change.who, change.ref, made, change.body))
            if position is not None:
                run(PLACE, (position, change.rev, id))
            if pause is not None:
                run(ADD_JOB, (id, change.rev, pause))
            if handed is not None:
                run(DROP_TURN_LETTERS, (id, handed.by))
                run(WRITE_TURN_LETTERS, (change.rev, handed.due, id, handed.to))
            self._tell(run, id, "rev", job=pause is not None)

        await self._writes.do(job)

    async def keep_data(self, game: str, digest: str, files: str) -> None:
        """Keep the data files of a game by their fingerprint."""
        add = """INSERT INTO data VALUES (?, ?, ?)
            ON CONFLICT (game, digest) DO UPDATE SET files = excluded.files"""
        await self._writes.do(lambda run: run(add, (game, digest, files)))

    async def data(self, game: str, digest: str) -> str | None:
        """The data files of a fingerprint; None if they were never here."""

        def job(run: Work) -> str | None:
            rows = run("SELECT files FROM data WHERE game = ? AND digest = ?", (game, digest))
            return str(rows[0][0]) if rows else None

        return await self._reads.do(job)

    async def move_on(self, id: str, base: str, rev: int, when: str) -> None:
        """From now on a table has this base, with no changes yet; the old base goes to the archive."""

        def job(run: Work) -> None:
            run(
                """INSERT INTO archive SELECT id || ' ' || CAST(? AS TEXT), name, created, ?, base,
                maker, length(base) FROM tables WHERE id = ? ON CONFLICT DO NOTHING""",
                (rev, when, id),
            )
            run(MOVE_ON, (base, rev, id))
            self._tell(run, id, "gone")

        await self._writes.do(job)

    async def add_chat(self, id: str, chat: Chat) -> None:
        def job(run: Work) -> None:
            run(ADD_CHAT, (id, *chat))
            run(GROW, (len(chat.body), id))
            self._tell(run, id, "rev")

        await self._writes.do(job)

    async def set_name(self, id: str, side: str, name: str) -> None:
        """What the player of a seat calls himself; '' takes the name away."""

        def job(run: Work) -> None:
            if name:
                run(SET_NAME, (id, side, name))
            else:
                run(DROP_NAME, (id, side))
            self._tell(run, id, "rev")

        await self._writes.do(job)

    async def set_offer(
        self, id: str, offer: Offered | None, asked: Collection[str] = (), due: float = 0.0
    ) -> None:
        """What waits for consent at a table, if anything; the seats that are asked may want to be
        called, at this time."""

        def job(run: Work) -> None:
            run(LOCK_TABLE, (id,))
            run(DROP_OFFER, (id,))
            run(DROP_OFFER_LETTERS, (id,))
            if offer is not None:
                run(ADD_OFFER, (id, *offer, " ".join(asked)))
                for side in asked:
                    run(WRITE_OFFER_LETTERS, (offer.rev, due, id, side))
            self._tell(run, id, "rev")

        await self._writes.do(job)

    async def table(self, id: str) -> Found | None:
        """A table with everything that happened at it; None if there is no such table."""

        def job(run: Work) -> Found | None:
            rows = run(TABLE, (id,))
            if not rows:
                return None
            changes = [Change(*row) for row in run(CHANGES, (id,))]
            chats = [Chat(*row) for row in run(CHATS, (id,))]
            offers = [Offered(*row) for row in run(OFFER, (id,))]
            names = tuple((row[0], row[1]) for row in run(NAMES, (id,)))
            kept = Kept(*rows[0])._replace(names=names)
            return kept, changes, chats, offers[0] if offers else None

        return await self._reads.do(job)

    async def take_seat(
        self, id: str, token: str, code: str, browser: str, before: str, most: int
    ) -> Taken | None:
        """The seat of a link, by the hash of its token; None if it is no token.

        The first browser holds it from now on, and the hash of a code for it is kept; another one
        has only asked for it, or may not even ask because so many wait for an answer already.
        A browser that had another key ``before``, or none, may never get the new one, when the line breaks or the server dies: until it
        has been seen with it, the link is still good for another.
        """

        def job(run: Work) -> Taken | None:
            run(LOCK_TABLE, (id,))  # another process may be asked at the same moment
            rows = run(TOKEN, (token, id))
            if not rows:
                return None
            side, taken = rows[0]
            holders = {row[0] for row in run(HOLDERS, (id, side))}
            if holders & {browser, before}:
                return Taken(side, "held")
            if taken == GIVEN:
                run(DROP_HOLDS, (id, side))
                run(DROP_CODES, (id, side))
            elif taken or holders:
                waiting = {row[1] for row in run(ASKS, (id,)) if row[0] == side}
                if browser not in waiting and len(waiting) >= most:
                    return Taken(side, "crowded")
                run(ADD_ASK, (id, side, browser))
                self._tell(run, id, "seats")
                return Taken(side, "asked")
            run(TAKE, (1 if browser == before else GIVEN, token))
            run(ADD_HOLD, (browser, id, side))
            run(ADD_CODE, (code, id, side))
            run(SEATED, (clock.now(), id, id))
            self._tell(run, id, "rev")
            return Taken(side, "taken", run("SELECT seated FROM tables WHERE id = ?", (id,))[0][0])

        return await self._writes.do(job)

    async def recover(self, id: str, old: str, new: str, browser: str) -> str | None:
        """The side of a lost seat, by the hash of its code: from now on it is this browser's alone,
        and another code is kept for it.  None if it is no code."""

        def job(run: Work) -> str | None:
            run(LOCK_TABLE, (id,))
            rows = run(CODE, (old, id))
            if not rows:
                return None
            side = str(rows[0][0])
            run(DROP_HOLDS, (id, side))
            run(DROP_CODES, (id, side))
            run(ADD_CODE, (new, id, side))
            run(ADD_HOLD, (browser, id, side))
            run(DROP_ASK, (id, side, browser))
            self._tell(run, id, "seats")
            return side

        return await self._writes.do(job)

    async def asks(self, id: str) -> list[tuple[str, str]]:
        """Who asks for a seat that is taken: sides with browsers."""
        return await self._reads.do(lambda run: [(row[0], row[1]) for row in run(ASKS, (id,))])

    async def answer_ask(self, id: str, side: str, browser: str, yes: bool) -> None:
        def job(run: Work) -> None:
            run(DROP_ASK, (id, side, browser))
            if yes:
                run(ADD_HOLD, (browser, id, side))
            self._tell(run, id, "seats")

        await self._writes.do(job)

    async def knows(self, browser: str) -> bool:
        """Whether a browser holds any seat, or asks for one: its key is of our making."""
        return await self._reads.do(lambda run: bool(run(KNOWN, (browser, browser))))

    async def share_seats(self, old: str, new: str) -> None:
        """The seats of a browser are those of its new key, too.  It may be given one that never reaches it, but
        not without end."""

        def job(run: Work) -> None:
            if not run(KNOWN, (old, old)):
                return
            run(SHARED, (old,))
            if run(TIMES_SHARED, (old,))[0][0] <= SHARES:
                run(SHARE_HOLDS, (new, old))

        await self._writes.do(job)

    async def come(self, id: str, browser: str) -> list[str]:
        """The sides that a browser plays at a table to which it comes: it has its key."""

        def job(run: Work) -> tuple[list[str], bool]:
            found = [row[0] for row in run(SIDES, (browser, id))]
            return found, bool(found and run(ANY_GIVEN, (id,)))

        sides, given = await self._reads.do(job)
        if given:
            with contextlib.suppress(StoreFault):  # he may come all the same
                await self._writes.do(lambda run: run(SEEN, (id, browser, id)))
        return sides

    async def sides(self, id: str, browser: str) -> list[str]:
        """The sides that a browser plays at a table."""
        return await self._reads.do(lambda run: [row[0] for row in run(SIDES, (browser, id))])

    async def mine(self, browser: str) -> tuple[list[Mine], dict[str, dict[str, str]]]:
        """The seats that a browser holds; by table, what the players there call themselves."""

        def job(run: Work) -> tuple[list[Mine], dict[str, dict[str, str]]]:
            names: dict[str, dict[str, str]] = {}
            for id, side, name in run(MY_NAMES, (browser,)):
                names.setdefault(id, {})[side] = name
            return [Mine(*row) for row in run(MINE, (browser,))], names

        return await self._reads.do(job)

    async def set_clock(self) -> None:
        """Go by the clock of the database, if others share it."""
        if not self.shared:
            clock.set_by(None)
            return
        asked = time.monotonic()
        theirs = await self._reads.do(lambda run: float(run(CLOCK)[0][0]))
        clock.set_by(theirs, (asked + time.monotonic()) / 2)

    async def ping(self) -> None:
        await self._reads.do(lambda run: run(PING))

    async def close(self) -> None:
        """Finish what was asked for and close."""
        await self._writes.close()
        await self._reads.close()
