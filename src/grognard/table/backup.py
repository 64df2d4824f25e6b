"""Backup, restore and check of the tables, while the server runs or not."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from ..say import Say
from . import databases, olddata
from .databases import faults, is_url
from .room import Room
from .rows import CHANGES, Change
from .schema import StoreFault, known_version
from .steps import step_in

IN_USE = Say("somebody else uses these tables: stop the servers and workers first")
OTHERS = """SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""
TRIES = 30
"""Looks, a tenth of a second apart: a server that was stopped a moment ago may still be there."""


def back_up(database: str, file: Path) -> None:
    """A consistent copy of the tables; whoever can read it knows the dice of unfinished games.

    It has its name only when it is whole.
    """
    if file.exists():
        raise StoreFault(Say("{file} exists already", file=str(file)))
    if not is_url(database) and not Path(database).exists():
        raise StoreFault(Say("{file} does not exist", file=database))
    part = _beside(file, ".part")
    part.unlink(missing_ok=True)
    try:
        with faults(file):
            os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if is_url(database):
            _postgres("pg_dump", "--format=custom", f"--file={part}", database)
        else:
            _copy(Path(database), part, file)
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, part: Path, file: Path) -> None:
    """Copy a SQLite file, in use or not, to what will be this file."""
    old, new = sqlite3.connect(source), sqlite3.connect(part)
    try:
        with faults(source):
            old.execute("SELECT count(*) FROM sqlite_master")
        with faults(file):
            old.backup(new)
    finally:
        old.close()
        new.close()


def restore(database: str, file: Path) -> Path | None:
    """Put a backup in the place of the tables; where those went that were there, if any.

    StoreFault while a server runs: it would go on with what was put aside.
    """
    if not file.exists():
        raise StoreFault(Say("{file} does not exist", file=str(file)))
    if is_url(database):
        return _restore_postgres(database, file)
    target = Path(database)
    trial = _beside(target, ".restoring")
    trial.unlink(missing_ok=True)
    try:
        with faults(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(trial, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            shutil.copyfile(file, trial)
        databases.set_up(str(trial))  # damaged or too new: nothing has been touched yet
    except BaseException:
        for name in (trial, _beside(trial, "-wal"), _beside(trial, "-shm")):
            name.unlink(missing_ok=True)
        raise
    aside = None
    if target.exists():
        if _in_use(target):
            trial.unlink()
            raise StoreFault(IN_USE)
        aside = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        for end in ("-wal", "-shm", ""):
            if _beside(target, end).exists():
                _beside(target, end).rename(_beside(aside, end))
    for end in ("-wal", "-shm"):
        _beside(trial, end).unlink(missing_ok=True)
    trial.rename(target)
    return aside


def _restore_postgres(database: str, file: Path) -> Path | None:
    _await_nobody(database)
    _look_into(file)  # damaged or too new: nothing has been touched yet
    aside = None
    if _has_tables(database):
        aside = file.with_name(f"{file.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S}")
        back_up(database, aside)
    options = ("--clean", "--if-exists", "--no-owner", "--single-transaction")
    _postgres("pg_restore", *options, f"--dbname={database}", str(file))
    return aside


def _look_into(file: Path) -> None:
    """StoreFault unless a dump is one of tables that this program knows."""
    words = ("--data-only", "--table=meta", "--file=-", str(file))
    rows = [line.split("\t") for line in _postgres("pg_restore", *words).splitlines()]
    known_version([row[1:] for row in rows if row[0] == "schema"])


def _has_tables(database: str) -> bool:
    db = databases.connect(database, reads=True)
    try:
        return bool(db.run("SELECT 1 FROM pg_tables WHERE schemaname = current_schema() LIMIT 1"))
    finally:
        db.close()


def _in_use(path: Path) -> bool:
    """Whether another program has a database open."""
    db = sqlite3.connect(path, timeout=0.2)
    try:
        db.execute("PRAGMA journal_mode = DELETE")  # nobody may while somebody else is there
    except sqlite3.OperationalError as bad:
        return "locked" in str(bad)
    except sqlite3.DatabaseError:
        return False  # damaged: that is why there are backups
    finally:
        db.close()
    return False


def _await_nobody(url: str) -> None:
    """StoreFault if somebody else is connected to a database, and stays."""
    db = databases.connect(url, reads=True)
    try:
        for _ in range(TRIES):
            db.begin()
            others = db.run(OTHERS)[0][0]
            db.rollback()
            if not others:
                return
            time.sleep(0.1)
    finally:
        db.close()
    raise StoreFault(IN_USE)


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def check(database: str) -> Iterator[tuple[str, Say | None]]:
    """Each table by its name, and what is wrong with it: that it does not replay, or to something else
    than was shown last.  StoreFault if the database itself is damaged."""
    if not is_url(database) and not Path(database).exists():
        raise StoreFault(Say("{file} does not exist", file=database))
    databases.set_up(database)
    db = databases.connect(database, reads=True, bounds=False)
    try:
        if not is_url(database):
            verdict = db.run("PRAGMA integrity_check(1)")[0][0]
            if verdict != "ok":
                raise StoreFault(
                    Say("{file} is damaged ({verdict})", file=database, verdict=verdict)
                )
        ids = [row[0] for row in db.run("SELECT id FROM tables ORDER BY id")]
        with contextlib.closing(olddata.Shelf()) as shelf:
            for id in ids:
                db.begin()  # all of one moment: a server may go on meanwhile
                rows = db.run("SELECT base, summary, from_rev FROM tables WHERE id = ?", (id,))
                changes = [Change(*row) for row in db.run(CHANGES, (id,))]
                wrong = None
                for base, summary, first in rows:
                    wrong = _replays(db, shelf, base, summary, first, changes)
                db.rollback()
                if rows:
                    yield id, wrong
    finally:
        db.close()


def _data_of(db: databases.Database, shelf: olddata.Shelf, base: str) -> str | None:
    """The folder of the data that a table was begun with, if they are older ones that are kept."""
    named = olddata.wanted(base)
    if named is None:
        return None
    files = db.run("SELECT files FROM data WHERE game = ? AND digest = ?", named)
    return str(shelf.lay_out(*named, files[0][0])) if files else None


def _replays(
    db: databases.Database,
    shelf: olddata.Shelf,
    base: str,
    summary: str,
    first: int,
    changes: list[Change],
) -> Say | None:
    """What is wrong with a table; the changes up to the first are no part of it any more."""
    try:
        data = _data_of(db, shelf, base)
        game = Room(base, (step_in(c.body) for c in changes if c.rev > first), data).game
        told, rev = msgspec.json.decode(summary), changes[-1].rev if changes else 0
        now = {"turn": game.turn, "phase": game.phase, "rev": rev, "decision": game.side}
        wrong = [key for key, value in now.items() if told[key] != value]
    except Exception as bad:
        return Say("it does not replay: {fault}", fault=str(bad))
    if wrong:
        return Say("it replays to another {what} than was shown last", what=", ".join(wrong))
    return None


def _postgres(program: str, *words: str) -> str:
    """Run a program of PostgreSQL's own: what it says."""
    found = shutil.which(program)
    if found is None:
        debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
        found = str(debian[-1]) if debian else None
    if found is None:
        raise StoreFault(Say("PostgreSQL's program {program} is not installed", program=program))
    done = subprocess.run([found, *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        why = done.stderr.strip().splitlines()[-1:] or [""]
        raise StoreFault(Say("{program} failed: {fault}", program=program, fault=why[0]))
    return done.stdout
