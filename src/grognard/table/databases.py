"""The two kinds of database: one SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol

from ..say import Say
from .lines import Line
from .schema import StoreFault, bring_forward, no_tables

WAL_HEADER, FRAME_HEADER = 32, 24
ROOM = 256 * 1024
"""Bytes that a database needs on its disk to be opened."""


class Database(Protocol):
    """One connection."""

    kind: str
    clash: type[Exception]

    def run(self, sql: str, args: Sequence[Any] = ()) -> list[Any]: ...
    def begin(self) -> None: ...
    def commit(self) -> None: ...
    def rollback(self) -> None: ...
    def close(self) -> None: ...
    def told(self, fault: Exception) -> Exception:
        """The fault in words, where we know what it means."""
        ...

    def may_pass(self, fault: Exception) -> bool:
        """Whether the same work may go well if it is done again: others were in its way."""
        ...


def is_url(database: str) -> bool:
    return database.startswith(("postgresql://", "postgres://"))


def connect(database: str, *, reads: bool = False, bounds: bool = True) -> Database:
    """A connection; with ``reads`` it changes nothing, with ``bounds`` nothing takes long where others wait."""
    if is_url(database):
        return Postgres(database, reads=reads, bounds=bounds)
    return Lite(Path(database), reads=reads)


def set_up(database: str) -> str:
    """Check the database and bring it to the newest schema; the secret that it keeps for the server."""
    if is_url(database):
        return _set_up_postgres(database)
    path = Path(database)
    _look_at_files(path)
    with faults(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # The file holds seeds: nobody else may read it.  Never while it is in use: to close any
            # handle of a file gives up all locks that this process has on it.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        lite = Lite(path)
        try:
            verdict = lite.run("PRAGMA quick_check(1)")[0][0]
            if verdict != "ok":
                raise StoreFault(_damaged(str(path), verdict))
            lite.begin()
            if lite.run("SELECT 1 FROM sqlite_master WHERE type IN ('trigger', 'view')"):
                raise StoreFault(_damaged(str(path), "somebody has built something into it"))
            names = lite.run("SELECT name FROM sqlite_master WHERE type = 'table'")
            secret = bring_forward(lite.run, {name for (name,) in names})
            # A write that changes nothing tells now, not at the first order, that the disk is full.
            lite.run("UPDATE meta SET value = value WHERE name = 'schema'")
            lite.commit()
        finally:
            lite.rollback()
            lite.close()
    return secret


def claim(path: Path) -> IO[bytes]:
    """The right to serve the tables of a SQLite file, held until this is closed or the process ends; StoreFault if
    another server has it."""
    with faults(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}-server")
        held = os.fdopen(os.open(beside, os.O_CREAT | os.O_RDWR, 0o600), "r+b")
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise StoreFault(
            Say(
                "another server serves the tables of {file}: one process has a SQLite file for itself, several"
                " share PostgreSQL",
                file=str(path),
            )
        ) from None
    return held


def _set_up_postgres(database: str) -> str:
    found = Postgres(database, bounds=False)  # to bring a large database forward takes its time
    try:
        found.begin()
        found.run("SELECT pg_advisory_xact_lock(7346510)")  # one server at a time
        names = found.run("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        secret = bring_forward(found.run, {name for (name,) in names})
        found.commit()
        return secret
    except found.misfit as fault:
        raise no_tables(str(fault).strip().splitlines()[0]) from fault
    except BaseException:
        with contextlib.suppress(Exception):
            found.rollback()
        raise
    finally:
        found.close()


# -- SQLite


class Lite:
    """One SQLite file."""

    kind = "sqlite"
    clash: type[Exception] = sqlite3.IntegrityError

    def __init__(self, path: Path, *, reads: bool = False) -> None:
        self._path, self._reads = path, reads
        self._db = sqlite3.connect(path, isolation_level=None, timeout=10, check_same_thread=False)
        pragmas = ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"]
        for pragma in [*pragmas, "query_only = ON"] if reads else pragmas:
            self._db.execute(f"PRAGMA {pragma}").fetchall()

    def run(self, sql: str, args: Sequence[Any] = ()) -> list[Any]:
        return self._db.execute(sql, args).fetchall()

    def begin(self) -> None:
        self._db.execute("BEGIN" if self._reads else "BEGIN IMMEDIATE")

    def commit(self) -> None:
        self._db.execute("COMMIT")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()

    def may_pass(self, fault: Exception) -> bool:
        return False

    def told(self, fault: Exception) -> Exception:
        if not isinstance(fault, sqlite3.Error):
            return fault
        said = _meaning(fault, self._path, self._path.name)
        return fault if said is None else _because(StoreFault(said), fault)


def _because(told: StoreFault, fault: Exception) -> StoreFault:
    """What visitors are told, with the fault itself for the log."""
    told.__cause__ = fault
    return told


def _meaning(fault: sqlite3.Error, path: Path, called: str) -> Say | None:
    """What a fault of a file means, in words that call it so."""
    code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path)):
        return Say(
            "the disk of {file} is full: nothing that was acknowledged is lost; make room and try again",
            file=called,
        )
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return _damaged(called, str(fault))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM):
        return Say(
            "{file} cannot be written ({fault}): it and its folder must belong to whoever runs the server",
            file=called,
            fault=str(fault),
        )
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Say(
            "{file} is in use by another program: one server at a time, or PostgreSQL for several",
            file=called,
        )
    if code == sqlite3.SQLITE_IOERR:
        return Say("{file} cannot be read or written: {fault}", file=called, fault=str(fault))
    return None


def _no_room(path: Path) -> bool:
    """Whether a disk is full: SQLite calls it another fault where it cannot lay out its shared memory."""
    try:
        return shutil.disk_usage(path.parent).free < ROOM
    except OSError:
        return False


def _damaged(called: str, verdict: str) -> Say:
    return Say(
        "{file} is damaged ({verdict}): put it aside with its -wal and -shm files and restore a backup"
        " with 'grognard table restore'",
        file=called,
        verdict=verdict.splitlines()[-1],
    )


@contextlib.contextmanager
def faults(path: Path) -> Iterator[None]:
    """What goes wrong with a file, in a sentence that says what to do."""
    try:
        yield
    except sqlite3.Error as fault:
        said = _meaning(fault, path, str(path))
        if said is None and isinstance(fault, sqlite3.OperationalError):
            said = _damaged(str(path), str(fault))  # what is in it is not what it says
        if said is None:
            raise
        raise StoreFault(said) from fault
    except OSError as fault:
        text = Say("{file} cannot be opened: {fault}", file=str(path), fault=str(fault.strerror))
        raise StoreFault(text) from fault


def _look_at_files(path: Path) -> None:
    """Find what SQLite would pass over: a log without its file, a file that was emptied."""
    log = path.with_name(path.name + "-wal")
    kept = path.exists() and path.stat().st_size > 0
    if not kept and log.exists() and log.stat().st_size > 0:
        raise StoreFault(
            Say(
                "{file} is missing or empty, but its write-ahead log {log} is there: put the file back"
                " beside it, or move the log away to begin anew",
                file=str(path),
                log=log.name,
            )
        )


def cut_short(path: Path) -> int:
    """Bytes of an unfinished write at the end of the write-ahead log; 0 if it ends as it should."""
    log = path.with_name(path.name + "-wal")
    try:
        with log.open("rb") as file:
            head = file.read(WAL_HEADER)
        size = log.stat().st_size
    except OSError:
        return 0
    if size == 0:
        return 0
    if len(head) < WAL_HEADER:
        return size
    page = int.from_bytes(head[8:12], "big")
    return (size - WAL_HEADER) % (FRAME_HEADER + page) if page else size


# -- PostgreSQL


class Postgres:
    """A PostgreSQL database; a lost connection is made anew with the next transaction."""

    kind = "postgresql"

    def __init__(self, url: str, *, reads: bool = False, bounds: bool = True) -> None:
        """Without ``bounds`` its work may take as long as it likes."""
        self._psycopg = import_module("psycopg")
        self.clash: type[Exception] = self._psycopg.IntegrityError
        self.misfit: type[Exception] = self._psycopg.ProgrammingError
        self._url, self._reads, self._bounds = url, reads, bounds
        try:
            self._line = self._connect()
        except self._psycopg.OperationalError as fault:
            why = str(fault).strip().splitlines()[0]
            raise StoreFault(Say("the database does not answer: {fault}", fault=why)) from fault

    def _connect(self) -> Line:
        line = Line(self._url, bounds=self._bounds)
        if self._reads:
            # What it writes is only told to other processes and need not be on the disk.
            line.ask("SET synchronous_commit = off")
        return line

    def run(self, sql: str, args: Sequence[Any] = ()) -> list[Any]:
        return self._line.ask(sql.replace("?", "%s"), args)

    def begin(self) -> None:
        # What is read of a table must be of one moment: other processes write meanwhile.
        begin = "BEGIN ISOLATION LEVEL REPEATABLE READ" if self._reads else "BEGIN"
        try:
            self._line.ask(begin)
        except self._psycopg.OperationalError:
            self._line.close()
            self._line = self._connect()
            self._line.ask(begin)

    def commit(self) -> None:
        self._line.ask("COMMIT")

    def rollback(self) -> None:
        if not self._line.closed:
            self._line.ask("ROLLBACK")

    def close(self) -> None:
        self._line.close()

    def may_pass(self, fault: Exception) -> bool:
        errors = self._psycopg.errors
        return isinstance(fault, (errors.DeadlockDetected, errors.SerializationFailure))

    def told(self, fault: Exception) -> Exception:
        if isinstance(fault, self._psycopg.errors.DiskFull):
            said = Say(
                "the disk of the database is full: nothing that was acknowledged is lost; make room"
            )
        elif isinstance(fault, self._psycopg.OperationalError):
            said = Say("the database does not answer now; try again in a moment")
        else:
            return fault
        return _because(StoreFault(said), fault)
