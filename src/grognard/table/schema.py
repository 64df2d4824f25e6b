"""What the database looks like, version by version; an older one is brought forward when it is opened."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Any, Protocol

from ..say import Say


class Work(Protocol):
    """What a job may do inside the transaction of its batch."""

    def __call__(self, sql: str, args: Sequence[Any] = ()) -> list[Any]: ...


class StoreFault(Exception):
    """The database cannot be used: why, and what to do about it."""

    def __init__(self, said: Say) -> None:
        self.said = said
        super().__init__(str(said))


FIRST = (
    """CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL,
        base TEXT NOT NULL, seats TEXT NOT NULL, summary TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS changes (
        table_id TEXT NOT NULL REFERENCES tables (id), rev INTEGER NOT NULL,
        who TEXT NOT NULL, ref TEXT NOT NULL, made TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, rev), UNIQUE (table_id, who, ref))""",
    """CREATE TABLE IF NOT EXISTS tokens (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS holds (
        browser TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL,
        PRIMARY KEY (browser, table_id, side))""",
    """CREATE TABLE IF NOT EXISTS chats (
        table_id TEXT NOT NULL REFERENCES tables (id), n INTEGER NOT NULL, who TEXT NOT NULL,
        ref TEXT NOT NULL, made TEXT NOT NULL, side TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, n), UNIQUE (table_id, who, ref))""",
    """CREATE TABLE IF NOT EXISTS offers (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), rev INTEGER NOT NULL, who TEXT NOT NULL,
        ref TEXT NOT NULL, sides TEXT NOT NULL)""",
)
"""The schema before versions were kept."""

SECOND = (
    "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "ALTER TABLE tables ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE tables ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN doomed TEXT",
    "UPDATE tables SET size = length(base)",
    "CREATE INDEX tables_maker ON tables (maker)",
    "CREATE INDEX tables_changed ON tables (changed)",
    "CREATE INDEX holds_table ON holds (table_id)",
    "CREATE INDEX tokens_table ON tokens (table_id)",
    """CREATE TABLE archive (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL, archived TEXT NOT NULL,
        record TEXT NOT NULL)""",
)
"""A version, a secret of the server, who made a table and how much it holds, the archive."""

THIRD = (
    "ALTER TABLE tokens ADD COLUMN taken INTEGER NOT NULL DEFAULT 0",
    """UPDATE tokens SET taken = 1 WHERE EXISTS (SELECT 1 FROM holds h
        WHERE h.table_id = tokens.table_id AND h.side = tokens.side)""",
    """CREATE TABLE codes (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL)""",
    """CREATE TABLE asks (
        table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL, browser TEXT NOT NULL,
        PRIMARY KEY (table_id, side, browser))""",
    "CREATE INDEX codes_table ON codes (table_id)",
)
"""Links that are taken once, codes for lost seats, who asks for a seat."""

FOURTH = (
    "ALTER TABLE tables ADD COLUMN position TEXT",
    "ALTER TABLE tables ADD COLUMN position_rev INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE tables ADD COLUMN from_rev INTEGER NOT NULL DEFAULT 0",
)
"""A recent position of each table, to go on from when its rules have changed; the revision from which
on its base and changes are of the rules of now."""

FIFTH = (
    """CREATE TABLE data (
        game TEXT NOT NULL, digest TEXT NOT NULL, files TEXT NOT NULL, PRIMARY KEY (game, digest))""",
)
"""The data files of games, by their fingerprints."""

SIXTH = (
    """CREATE TABLE jobs (
        table_id TEXT NOT NULL REFERENCES tables (id), rev INTEGER NOT NULL,
        due DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, rev))""",
    "CREATE INDEX jobs_due ON jobs (due)",
)
"""Bots' turns that wait for a process to take them, each for the revision that it follows."""

SEVENTH = (
    """CREATE TABLE names (
        table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (table_id, side))""",
)
"""What the players call themselves."""

EIGHTH = (
    """CREATE TABLE calls (
        table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL, kind TEXT NOT NULL,
        target TEXT NOT NULL, lang TEXT NOT NULL, browser TEXT NOT NULL, confirmed INTEGER NOT NULL,
        last DOUBLE PRECISION NOT NULL DEFAULT 0, PRIMARY KEY (table_id, side, kind))""",
    """CREATE TABLE letters (
        table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL, kind TEXT NOT NULL,
        what TEXT NOT NULL, rev INTEGER NOT NULL, due DOUBLE PRECISION NOT NULL,
        tries INTEGER NOT NULL, PRIMARY KEY (table_id, side, kind, what))""",
    "CREATE INDEX letters_due ON letters (due)",
    "CREATE INDEX calls_browser ON calls (browser)",
    "CREATE TABLE invited (target TEXT NOT NULL, made DOUBLE PRECISION NOT NULL)",
    "CREATE INDEX invited_target ON invited (target)",
)
"""Who is called where when it is his turn, the letters that wait, and who was asked whether he wants them."""

NINTH = (
    "ALTER TABLE tables ADD COLUMN seated DOUBLE PRECISION",
    "ALTER TABLE offers ADD COLUMN what TEXT NOT NULL DEFAULT 'undo'",
)
"""When the last seat of a table was taken, from when on its clocks run; what is offered."""

TENTH = (
    "DROP INDEX tables_maker",
    "CREATE INDEX tables_size ON tables (maker, size)",
    "CREATE INDEX tables_doomed ON tables (doomed) WHERE doomed IS NOT NULL",
    "ALTER TABLE archive ADD COLUMN maker TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE archive ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
    "UPDATE archive SET size = length(record)",
    "CREATE INDEX archive_size ON archive (maker, size)",
    "CREATE INDEX archive_archived ON archive (archived)",
)
"""What tables hold is summed up without reading them; the archive counts too, and has an end."""

ELEVENTH = (
    "CREATE TABLE shared (browser TEXT PRIMARY KEY, times INTEGER NOT NULL)",
    "CREATE INDEX asks_browser ON asks (browser)",
)
"""How often the seats of a browser were given to a new key of it as well."""

TWELFTH = ("ALTER TABLE offers ADD COLUMN asked TEXT NOT NULL DEFAULT ''",)
"""Which seats may agree to what is offered: a shelf tells it without opening the table."""

VERSIONS: tuple[tuple[str, ...], ...] = (
    FIRST,
    SECOND,
    THIRD,
    FOURTH,
    FIFTH,
    SIXTH,
    SEVENTH,
    EIGHTH,
    NINTH,
    TENTH,
    ELEVENTH,
    TWELFTH,
)
NEWEST = len(VERSIONS)

_MADE = re.compile(r"CREATE TABLE (?:IF NOT EXISTS )?(\w+)")
_META = "SELECT value FROM meta WHERE name = ?"
_SET = "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def made_by(version: int) -> set[str]:
    """The names of the tables that a database of this version has."""
    return {name for step in VERSIONS[:version] for sql in step for name in _MADE.findall(sql)}


def known_version(rows: Sequence[Sequence[Any]]) -> int:
    """The version that a database says it is of; StoreFault if it is none that this program knows."""
    told = str(rows[0][0]) if rows else ""
    if not re.fullmatch(r"[1-9][0-9]{0,5}", told, re.ASCII):
        raise no_tables("its schema has no number")
    if int(told) > NEWEST:
        raise StoreFault(
            Say(
                "the database is of schema {schema}, this program knows {newest}: it was written by a"
                " newer version; run that one, or restore the backup made before the upgrade",
                schema=int(told),
                newest=NEWEST,
            )
        )
    return int(told)


def no_tables(why: str) -> StoreFault:
    return StoreFault(
        Say("this is no database of tables, or a damaged one ({why}): restore a backup", why=why)
    )


def server_secret() -> str:
    return secrets.token_hex(32)


def bring_forward(run: Work, tables: set[str]) -> str:
    """Make the database of today out of an empty or older one; the server's secret.

    ``tables`` are the names of those that there are.
    """
    if "meta" in tables:
        version = known_version(run(_META, ("schema",)))
    else:
        version = 1 if "tables" in tables else 0
    if missing := made_by(version) - tables:
        raise no_tables(f"{min(missing)} is missing")
    for step in VERSIONS[version:]:
        for sql in step:
            run(sql)
    if version < NEWEST:
        run(_SET, ("schema", str(NEWEST)))
    found = run(_META, ("secret",))
    if not found:
        run(_SET, ("secret", server_secret()))
        found = run(_META, ("secret",))
    return str(found[0][0])
