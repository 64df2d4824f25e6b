"""Backups made while the server runs, put back, and checked."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.cli import main
from grognard.table import backup, databases, rows
from grognard.table.schema import NEWEST, StoreFault

from .players import HOT_SEAT, Browser, Running


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    made: str = request.getfixturevalue("postgres")()
    return made


def test_a_backup_of_a_running_server_is_put_back(kept: str, tmp_path: Path) -> None:
    running = Running(kept)
    file = tmp_path / "backup"
    try:
        ann = Browser(running.port)
        page = ann.sit(ann.create(HOT_SEAT)["id"])
        page.do("default")
        backup.back_up(kept, file)
        with pytest.raises(StoreFault, match="stop the servers"):
            backup.restore(kept, file)
        page.do("default")
        table = page.hello["table"]["id"]
    finally:
        running.stop()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(StoreFault, match="exists already"):
        backup.back_up(kept, file)
    aside = backup.restore(kept, file)
    assert aside is not None
    assert aside.exists()
    assert list(backup.check(kept)) == [(table, None)]
    again = Running(kept)
    try:
        other = Browser(again.port)
        other.http.cookies.set("grognard", ann.cookie)
        assert other.sit(table).view["rev"] == 1
    finally:
        again.stop()


def test_a_damaged_backup_changes_nothing(tmp_path: Path) -> None:
    path, file = tmp_path / "tables.db", tmp_path / "backup"
    Running(str(path)).stop()
    before = path.read_bytes()
    file.write_text("this is no backup at all\n" * 500)
    with pytest.raises(StoreFault, match="damaged"):
        backup.restore(str(path), file)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir() if "restoring" in p.name) == []


NEWER = f"UPDATE meta SET value = '{NEWEST + 1}' WHERE name = 'schema'"


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        (NEWER, "newer version"),
        ("UPDATE meta SET value = 'abc' WHERE name = 'schema'", "no number"),
        ("UPDATE meta SET value = '-5' WHERE name = 'schema'", "no number"),
        ("UPDATE meta SET value = '3' WHERE name = 'schema'", "damaged"),
        ("DELETE FROM meta", "no number"),
        ("DROP TABLE changes", "changes is missing"),
        (
            "CREATE TRIGGER t AFTER INSERT ON changes BEGIN DELETE FROM chats; END",
            "built something",
        ),
        ("CREATE VIEW v AS SELECT 1", "built something"),
    ],
)
def test_a_backup_that_somebody_has_tampered_with_changes_nothing(
    tmp_path: Path, sql: str, says: str
) -> None:
    path, file = tmp_path / "tables.db", tmp_path / "backup"
    for name in (path, file):
        databases.set_up(str(name))
    before = path.read_bytes()
    with contextlib.closing(sqlite3.connect(file)) as db:
        db.execute(sql)
        db.commit()
    with pytest.raises(StoreFault, match=says):
        backup.restore(str(path), file)
    assert path.read_bytes() == before
    assert not [p for p in tmp_path.iterdir() if "restoring" in p.name]


def test_a_newer_dump_of_postgresql_changes_nothing(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    """Before, what was there was gone, and this program could not read what took its place."""
    psycopg = pytest.importorskip("psycopg")
    old, new, file = postgres(), postgres(), tmp_path / "backup"
    for url in (old, new):
        databases.set_up(url)
    with psycopg.connect(new) as db:
        db.execute(NEWER)
    backup.back_up(new, file)
    with pytest.raises(StoreFault, match="newer version"):
        backup.restore(old, file)
    databases.set_up(old)
    with psycopg.connect(new) as db:
        db.execute("UPDATE meta SET value = '3' WHERE name = 'schema'")
    with pytest.raises(StoreFault, match="no database of tables, or a damaged one"):
        databases.set_up(new)


def test_a_table_that_cannot_be_read_at_all_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    databases.set_up(str(path))
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO tables (id, name, created, changed, base, seats, summary)"
            " VALUES ('odd', '', '', '', x'00ff', '{}', '{')"
        )
    ((id, fault),) = backup.check(str(path))
    assert (id, str(fault).partition(":")[0]) == ("odd", "it does not replay")


@pytest.mark.parametrize("where", ["no-database", "no-folder", "no-server"])
def test_a_backup_that_fails_leaves_nothing_that_looks_like_one(tmp_path: Path, where: str) -> None:
    """And says why in a sentence."""
    path, file = str(tmp_path / "tables.db"), tmp_path / "copy.db"
    Running(path).stop()
    if where == "no-database":
        Path(path).write_text("a letter, and no database; long enough to be one\n" * 9)
    elif where == "no-folder":
        file = tmp_path / "nowhere" / "copy.db"
    else:
        path = "postgresql://nobody@127.0.0.1:1/nothing"
    before = set(tmp_path.iterdir())
    with pytest.raises(StoreFault):
        backup.back_up(path, file)
    assert set(tmp_path.iterdir()) == before


def test_the_check_raises_no_alarm_while_a_server_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it reads of a table is of one moment, though an order falls in between."""
    path = str(tmp_path / "tables.db")
    running = Running(path)
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        page = ann.sit(table)
        page.do("default")
        read = databases.Lite.run

        def meanwhile(db: databases.Lite, sql: str, args: Any = ()) -> Any:
            if sql == rows.CHANGES and page.view["rev"] == 1:
                page.do("default")
            return read(db, sql, args)

        monkeypatch.setattr(databases.Lite, "run", meanwhile)
        assert list(backup.check(path)) == [(table, None)]
        assert page.view["rev"] == 2
    finally:
        running.stop()


def test_the_check_finds_a_table_that_does_not_replay(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.db"
    running = Running(str(path))
    try:
        ann = Browser(running.port)
        good, bad = ann.create(HOT_SEAT)["id"], ann.create(HOT_SEAT)["id"]
        for id in (good, bad):
            ann.sit(id).do("default")
    finally:
        running.stop()
    with sqlite3.connect(path) as db:
        db.execute(
            "UPDATE changes SET body = replace(body, 'place', 'plaice') WHERE table_id = ?", (bad,)
        )
        db.execute(
            "UPDATE changes SET body = replace(body, 'default', 'nothing') WHERE table_id = ?",
            (bad,),
        )
    found = dict(backup.check(str(path)))
    assert found[good] is None
    assert found[bad] is not None
    words = ["table", "--database", str(path), "check"]
    assert main(words) == 1
    assert "1 with faults" in capsys.readouterr().out


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, file = tmp_path / "tables.db", tmp_path / "copy"
    Running(str(path)).stop()
    how: Callable[..., int] = lambda *w: main(["table", "--database", str(path), *map(str, w)])  # noqa: E731
    assert how("backup") == 2
    assert how("backup", file) == 0
    assert how("restore", file) == 0
    assert how("check") == 0
    assert how("restore", tmp_path / "nowhere") == 2
    assert "does not exist" in capsys.readouterr().err
