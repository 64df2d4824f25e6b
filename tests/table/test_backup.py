"""Backups made while the server runs, put back, and checked."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grognard.cli import main
from grognard.table import backup, databases, rows
from grognard.table.schema import StoreFault

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
    assert (aside is not None and aside.exists()) or kept.startswith("postgresql")
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
