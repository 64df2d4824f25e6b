"""Who wants to be called when it is his turn, and the letters that wait to go out.

A letter is written with the change that hands the decision over, so no process forgets one; whoever takes it
moves its time on before he sends it, so no two send it.
"""

from __future__ import annotations

from typing import NamedTuple

from . import clock
from .office import MAIL
from .schema import Work
from .store import Store

TURN, OFFER, CONFIRM = "turn", "offer", "confirm"

CALL = """SELECT table_id, side, kind, target, lang, confirmed, last FROM calls
    WHERE table_id = ? AND side = ? AND kind = ?"""
CALLS = """SELECT table_id, side, kind, target, lang, confirmed, last FROM calls WHERE table_id = ?
    ORDER BY side, kind"""
SET_CALL = """INSERT INTO calls (table_id, side, kind, target, lang, browser, confirmed)
    VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, side, kind) DO UPDATE SET
    target = excluded.target, lang = excluded.lang, browser = excluded.browser,
    confirmed = excluded.confirmed"""
DROP_CALL = "DELETE FROM calls WHERE table_id = ? AND side = ? AND kind = ?"
DROP_LETTERS = "DELETE FROM letters WHERE table_id = ? AND side = ? AND kind = ?"
KNOWN = """SELECT 1 FROM calls WHERE browser = ? AND kind = ? AND target = ? AND confirmed = 1
    LIMIT 1"""
CONFIRM_CALL = """UPDATE calls SET confirmed = 1 WHERE table_id = ? AND side = ? AND kind = ?
    AND target = ?"""
ADD_LETTER = "INSERT INTO letters VALUES (?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING"
FORGET_INVITED = "DELETE FROM invited WHERE made < ?"
INVITED = "SELECT COUNT(*) FROM invited WHERE target = ?"
INVITE = "INSERT INTO invited VALUES (?, ?)"
FIRST = """SELECT table_id, side, kind, what, rev, tries FROM letters WHERE due <= ?
    ORDER BY due LIMIT 1"""
NEXT = "SELECT min(due) FROM letters"
KEY = "table_id = ? AND side = ? AND kind = ? AND what = ?"
LEASE = f"UPDATE letters SET due = ?, tries = tries + 1 WHERE {KEY}"
LATER = f"UPDATE letters SET due = ?, tries = ? WHERE {KEY}"
DONE = f"DELETE FROM letters WHERE {KEY} AND rev = ?"
CALLED = "UPDATE calls SET last = ? WHERE table_id = ? AND side = ? AND kind = ?"

DAY = 24 * 3600.0


class Call(NamedTuple):
    """Where the player of a seat wants to be called."""

    table: str
    side: str
    kind: str
    target: str
    lang: str
    confirmed: int
    last: float
    """When a letter went there last."""

    @property
    def whose(self) -> str:
        """The mailbox behind the many ways in which its address may be written."""
        if self.kind != MAIL:
            return self.target
        name, _, host = self.target.lower().rpartition("@")
        return f"{name.partition('+')[0]}@{host}"


class Waiting(NamedTuple):
    """A letter that is to go out: for which seat, of what, after which revision."""

    table: str
    side: str
    kind: str
    what: str
    rev: int
    tries: int

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self[:4]


class Mailbox:
    """The calls and letters of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._first = FIRST + " FOR UPDATE SKIP LOCKED" * store.shared

    async def calls(self, table: str) -> list[Call]:
        return await self._store.read(lambda run: [Call(*row) for row in run(CALLS, (table,))])

    async def call(self, table: str, side: str, kind: str) -> Call | None:
        def job(run: Work) -> Call | None:
            rows = run(CALL, (table, side, kind))
            return Call(*rows[0]) if rows else None

        return await self._store.read(job)

    async def ask(self, call: Call, browser: str, most: int) -> bool:
        """Call a seat there once it is confirmed, which a letter asks for; False if that was asked
        of the same target too often today.  What this browser has had confirmed is confirmed."""

        def job(run: Work) -> bool:
            now = clock.now()
            where = (call.table, call.side, call.kind)
            known = bool(run(KNOWN, (browser, call.kind, call.target)))
            if not known:
                run(FORGET_INVITED, (now - DAY,))
                if run(INVITED, (call.whose,))[0][0] >= most:
                    return False
                run(INVITE, (call.whose, now))
            run(DROP_LETTERS, where)
            run(SET_CALL, (*where, call.target, call.lang, browser, int(known)))
            if not known:
                run(ADD_LETTER, (*where, CONFIRM, int(now), now))
            return True

        return await self._store.write(job)

    async def confirm(self, call: Call) -> None:
        where = (call.table, call.side, call.kind, call.target)
        await self._store.write(lambda run: run(CONFIRM_CALL, where))

    async def stop(self, table: str, side: str, kind: str) -> None:
        """Call a seat there no more."""

        def job(run: Work) -> None:
            run(DROP_LETTERS, (table, side, kind))
            run(DROP_CALL, (table, side, kind))

        await self._store.write(job)

    # -- letters

    async def take(self, lease: float) -> Waiting | float:
        """The letter whose turn it is, nobody else's for so many seconds; or how long to wait."""

        def job(run: Work) -> Waiting | float:
            now = clock.now()
            rows = run(self._first, (now,))
            if rows:
                found = Waiting(*rows[0])
                run(LEASE, (now + lease, *found.key))
                return found
            (due,) = run(NEXT)[0]
            return lease if due is None else max(0.0, float(due) - now)

        return await self._store.write(job)

    async def later(self, letter: Waiting, due: float, tries: int) -> None:
        await self._store.write(lambda run: run(LATER, (due, tries, *letter.key)))

    async def done(self, letter: Waiting, *, sent: bool = False) -> None:
        """A letter is gone, or need not go; one that was written since stays."""

        def job(run: Work) -> None:
            run(DONE, (*letter.key, letter.rev))
            if sent:
                run(CALLED, (clock.now(), *letter.key[:3]))

        await self._store.write(job)
