"""What the store keeps, as rows, and how they are asked for."""

from __future__ import annotations

from typing import NamedTuple

ADD_TABLE = """INSERT INTO tables (id, name, created, changed, base, seats, summary, maker, size)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""
ADD_TOKEN = "INSERT INTO tokens (hash, table_id, side) VALUES (?, ?, ?)"
ADD_CODE = "INSERT INTO codes VALUES (?, ?, ?)"
ADD_ASK = "INSERT INTO asks VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
DROP_ASK = "DELETE FROM asks WHERE table_id = ? AND side = ? AND browser = ?"
DROP_CODES = "DELETE FROM codes WHERE table_id = ? AND side = ?"
DROP_HOLDS = "DELETE FROM holds WHERE table_id = ? AND side = ?"
ADD_HOLD = "INSERT INTO holds VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
ADD_CHANGE = "INSERT INTO changes VALUES (?, ?, ?, ?, ?, ?)"
ADD_CHAT = "INSERT INTO chats VALUES (?, ?, ?, ?, ?, ?, ?)"
ADD_OFFER = """INSERT INTO offers (table_id, rev, who, ref, sides, what, asked)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""
DROP_OFFER = "DELETE FROM offers WHERE table_id = ?"
PLACE = "UPDATE tables SET position = ?, position_rev = ? WHERE id = ?"
MOVE_ON = "UPDATE tables SET base = ?, from_rev = ? WHERE id = ?"
SUMMARISE = """UPDATE tables SET changed = ?, summary = ?, size = size + ?, doomed = NULL
    WHERE id = ?"""
GROW = "UPDATE tables SET size = size + ? WHERE id = ?"
TABLE = """SELECT id, name, created, base, seats, from_rev, position, position_rev, summary, seated,
    maker FROM tables WHERE id = ?"""
CHANGES = "SELECT rev, who, ref, body FROM changes WHERE table_id = ? ORDER BY rev"
OFFER = "SELECT rev, who, ref, sides, what FROM offers WHERE table_id = ?"
CHANGES_SINCE = """SELECT rev, who, ref, body FROM changes WHERE table_id = ? AND rev > ?
    ORDER BY rev"""
CHATS_SINCE = """SELECT n, who, ref, made, side, body FROM chats WHERE table_id = ? AND n >= ?
    ORDER BY n"""
ADD_JOB = """INSERT INTO jobs VALUES (?, ?, extract(epoch FROM clock_timestamp()) + ?)
    ON CONFLICT DO NOTHING"""
WAITING_JOBS = "SELECT count(*) FROM jobs WHERE due <= extract(epoch FROM clock_timestamp())"
HURRY = """UPDATE jobs SET due = 0 WHERE (table_id, rev) IN
    (SELECT table_id, rev FROM jobs WHERE table_id = ? FOR UPDATE SKIP LOCKED)"""
CLOCK = "SELECT extract(epoch FROM clock_timestamp())"
CHATS = "SELECT n, who, ref, made, side, body FROM chats WHERE table_id = ? ORDER BY n"
ASKS = "SELECT side, browser FROM asks WHERE table_id = ? ORDER BY side, browser"
NAMES = "SELECT side, name FROM names WHERE table_id = ? ORDER BY side"
MY_NAMES = """SELECT DISTINCT n.table_id, n.side, n.name FROM names n
    JOIN holds h ON h.table_id = n.table_id WHERE h.browser = ?"""
SET_NAME = """INSERT INTO names VALUES (?, ?, ?)
    ON CONFLICT (table_id, side) DO UPDATE SET name = excluded.name"""
DROP_NAME = "DELETE FROM names WHERE table_id = ? AND side = ?"
TOKEN = "SELECT side, taken FROM tokens WHERE hash = ? AND table_id = ?"
GIVEN = 2
"""A link whose seat was given to a browser that has not been seen with its key yet."""
TAKE = "UPDATE tokens SET taken = ? WHERE hash = ?"
ANY_GIVEN = f"SELECT 1 FROM tokens WHERE table_id = ? AND taken = {GIVEN} LIMIT 1"
SEEN = f"""UPDATE tokens SET taken = 1 WHERE table_id = ? AND taken = {GIVEN}
    AND side IN (SELECT side FROM holds WHERE browser = ? AND table_id = ?)"""
SEATED = """UPDATE tables SET seated = ? WHERE id = ? AND seated IS NULL
    AND NOT EXISTS (SELECT 1 FROM tokens WHERE table_id = ? AND taken = 0)"""
HOLDERS = "SELECT browser FROM holds WHERE table_id = ? AND side = ?"
CODE = "SELECT side FROM codes WHERE hash = ? AND table_id = ?"
SHARED = """INSERT INTO shared VALUES (?, 1)
    ON CONFLICT (browser) DO UPDATE SET times = shared.times + 1"""
TIMES_SHARED = "SELECT times FROM shared WHERE browser = ?"
SHARE_HOLDS = """INSERT INTO holds SELECT ?, table_id, side FROM holds WHERE browser = ?
    ON CONFLICT DO NOTHING"""
SIDES = "SELECT side FROM holds WHERE browser = ? AND table_id = ? ORDER BY side"
KNOWN = """SELECT 1 FROM holds WHERE browser = ? UNION ALL
    SELECT 1 FROM asks WHERE browser = ? LIMIT 1"""
MINE = """SELECT t.id, t.name, t.created, t.changed, t.seats, t.summary, t.doomed, h.side,
    t.seated, COALESCE(o.rev, -1), COALESCE(o.asked, '')
    FROM holds h JOIN tables t ON t.id = h.table_id LEFT JOIN offers o ON o.table_id = t.id
    WHERE h.browser = ?
    ORDER BY t.changed DESC, t.id, h.side LIMIT 400"""
OWN = """SELECT COUNT(*), COALESCE(SUM(size), 0),
    (SELECT COALESCE(SUM(size), 0) FROM archive WHERE maker = ?) FROM tables WHERE maker = ?"""
GROWN = """SELECT COALESCE(SUM(size), 0) FROM tables
    WHERE maker <> '' AND maker = (SELECT maker FROM tables WHERE id = ?)"""
ALL = """SELECT COUNT(*), COALESCE(SUM(size), 0),
    (SELECT COALESCE(SUM(size), 0) FROM archive) FROM tables"""
DOOM = """UPDATE tables SET doomed = ? WHERE doomed IS NULL
    AND ((changed < ? AND changed = created) OR changed < ?)"""
RENAME = "UPDATE tables SET name = ? WHERE id = ?"
DISCARD = "UPDATE tables SET doomed = ? WHERE id = ?"
DUE = "SELECT id FROM tables WHERE doomed < ? ORDER BY doomed LIMIT 100"
LOCK_TABLE = "UPDATE tables SET doomed = doomed WHERE id = ?"
ARCHIVE = """INSERT INTO archive SELECT id, name, created, ?, ?, maker, ? FROM tables
    WHERE id = ? AND doomed IS NOT NULL ON CONFLICT DO NOTHING"""
CLEAR = "DELETE FROM archive WHERE archived < ?"
CHILDREN = (
    *("changes", "tokens", "holds", "chats", "offers", "codes", "asks", "jobs", "names"),
    *("calls", "letters"),
)
PING = "SELECT 1"
DROP_TURN_LETTERS = "DELETE FROM letters WHERE table_id = ? AND side = ? AND what = 'turn'"
DROP_OFFER_LETTERS = "DELETE FROM letters WHERE table_id = ? AND what = 'offer'"
_WRITE_LETTERS = """INSERT INTO letters SELECT table_id, side, kind, '{what}', ?, ?, 0 FROM calls
    WHERE table_id = ? AND side = ? AND confirmed = 1
    ON CONFLICT (table_id, side, kind, what) DO UPDATE SET rev = excluded.rev"""
WRITE_TURN_LETTERS = _WRITE_LETTERS.format(what="turn")
WRITE_OFFER_LETTERS = _WRITE_LETTERS.format(what="offer")


class Kept(NamedTuple):
    """A table as it is kept; ``base`` is the record that it began with."""

    id: str
    name: str
    created: str
    base: str
    seats: str
    from_rev: int = 0
    """The changes up to this one are no part of the game any more."""
    position: str | None = None
    position_rev: int = 0
    """The last position at a checkpoint, and its revision."""
    summary: str = ""
    seated: float | None = None
    """When the last seat was taken, if seats were given by link."""
    maker: str = ""
    """Who made it, for quotas and for the bots' time: nobody can read the address out of it."""
    names: tuple[tuple[str, str], ...] = ()
    """What the players call themselves, by seat."""


class Change(NamedTuple):
    """One step of a table: revision, who sent it under which reference, and what it did."""

    rev: int
    who: str
    ref: str
    body: str


class Chat(NamedTuple):
    n: int
    who: str
    ref: str
    made: str
    side: str
    body: str


class Offered(NamedTuple):
    """What waits for consent: at which revision, who asked, under which reference, the sides that he
    plays, and what it is: ``undo``, ``draw`` or ``win SIDE``."""

    rev: int
    who: str
    ref: str
    sides: str
    what: str


class Handed(NamedTuple):
    """The decision has gone from one seat to another: the letters for it are due at this time."""

    by: str
    to: str
    due: float


class Taken(NamedTuple):
    """What came of opening a seat's link: ``taken``, ``held`` before, only ``asked`` for, or
    ``crowded``: too many ask already."""

    side: str
    how: str
    seated: float | None = None
    """When the last seat was taken; None if one is free."""


class Mine(NamedTuple):
    """A seat that a browser holds, with its table."""

    id: str
    name: str
    created: str
    changed: str
    seats: str
    summary: str
    doomed: str | None
    side: str
    seated: float | None
    offered: int
    """At which revision something was offered that waits for consent; -1 if nothing does."""
    asked: str
    """The seats that may agree to it."""


class Since(NamedTuple):
    """What another process has done at a table."""

    changes: list[Change]
    chats: list[Chat]
    offer: Offered | None
    asks: list[tuple[str, str]]
    job: int | None
    """The last revision after which a bot's turn waits for a process."""
    names: dict[str, str]
    seated: float | None
    summary: str


Found = tuple[Kept, list[Change], list[Chat], Offered | None]
