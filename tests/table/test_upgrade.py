"""A table whose rules or data have changed: never different in silence, never a failure of the server."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.engine.decision import Rolled
from grognard.games import CORRECTED, open_rules, ruleset_class
from grognard.table import backup, upgrade
from grognard.table.room import Room
from grognard.table.rows import Change, Kept
from grognard.table.steps import step_out

from .players import HOT_SEAT, Browser, Running


@pytest.fixture
def old(tmp_path: Path) -> tuple[str, str, str, int, str]:
    """A database, a table in it, its player's key, its revision and its position."""
    path = str(tmp_path / "tables.db")
    running = Running(path)
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        page = ann.sit(table)
        page.do("default", "default")
        position = ann.http.get(f"/api/tables/{table}/position").text
        rev = page.view["rev"]
    finally:
        running.stop()
    return path, table, ann.cookie, rev, position


def change(path: str, sql: str) -> None:
    with sqlite3.connect(path) as db:
        assert db.execute(sql).rowcount > 0


OTHER_RULES = "UPDATE tables SET base = replace(base, 'ruleset ', 'ruleset 9')"
SHORTER = "DELETE FROM changes WHERE rev = 2"


@pytest.mark.parametrize("sql", [OTHER_RULES, SHORTER])
def test_a_game_goes_on_from_its_last_position_with_a_mark(
    old: tuple[str, str, str, int, str], sql: str
) -> None:
    path, table, key, rev, position = old
    change(path, sql)
    running = Running(path)
    try:
        ann = Browser(running.port)
        ann.http.cookies.set("grognard", key)
        page = ann.sit(table)
        told: dict[str, Any] = page.until("chat")
        assert "have changed" in told["text"]
        assert ann.http.get(f"/api/tables/{table}/position").text == position
        page.do(page.decision()["actions"][0]["text"])
        now = page.view["rev"]
        after = ann.http.get(f"/api/tables/{table}/position").text
        record = ann.http.get(f"/api/tables/{table}/record").text
        assert "opening" in record
        assert "moved on from ruleset " in record
    finally:
        running.stop()
    with sqlite3.connect(path) as db:
        base = db.execute("SELECT base FROM tables").fetchone()[0]
        kept = db.execute("SELECT record FROM archive").fetchone()[0]
    assert grognard.load(base).seed == next(
        line.split()[1] for line in kept.splitlines() if line.startswith("seed ")
    )
    again = Running(path)
    try:
        ben = Browser(again.port)
        ben.http.cookies.set("grognard", key)
        page = ben.sit(table)
        assert page.view["rev"] == now > rev - 1
        assert ben.http.get(f"/api/tables/{table}/position").text == after
    finally:
        again.stop()
    assert list(backup.check(path)) == [(table, None)]


def test_without_a_position_it_is_refused_with_a_sentence(
    old: tuple[str, str, str, int, str],
) -> None:
    path, table, _, _, _ = old
    change(path, OTHER_RULES)
    change(path, "UPDATE tables SET position = NULL")
    running = Running(path)
    try:
        ann = Browser(running.port)
        for part in ("record", "position", "picture.svg"):
            answer = ann.http.get(f"/api/tables/{table}/{part}")
            assert (answer.status_code, answer.json()["error"]["kind"]) == (409, "unreadable")
            assert answer.json()["error"]["text"]
    finally:
        running.stop()


def test_a_table_goes_on_with_the_data_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A figure is corrected in the data: the new table has it, the old one plays on with its own."""
    path = str(tmp_path / "tables.db")
    running = Running(path)
    try:
        ann = Browser(running.port)
        table = ann.create({"allied": "me", "german": "bot:random"})["id"]
        position = ann.http.get(f"/api/tables/{table}/position").text
    finally:
        running.stop()
    digest = open_rules("anzio").digest
    with sqlite3.connect(path) as db:
        files = json.loads(db.execute("SELECT files FROM data WHERE game = 'anzio'").fetchone()[0])
        files["charts.toml"] = "# as it was before it was corrected\n" + files["charts.toml"]
        (tmp_path / "old").mkdir()
        for name, text in files.items():
            (tmp_path / "old" / name).write_text(text, "utf-8")
        old = open_rules("anzio", data=tmp_path / "old").digest
        assert old != digest
        row = ("anzio", old, json.dumps(files))
        db.execute("INSERT INTO data VALUES (?, ?, ?)", row)
        game = grognard.new("anzio", data=tmp_path / "old", players={"german": "random"})
        db.execute("UPDATE tables SET base = ?", (game.record,))
    again = Running(path)
    try:
        ben = Browser(again.port)
        ben.http.cookies.set("grognard", ann.cookie)
        page = ben.sit(table)
        page.send(t="pace", ms=0)
        page.do("default")
        page.until("idle")
        record = ben.http.get(f"/api/tables/{table}/record").text
        assert f"data {old}" in record
        assert ben.http.get(f"/api/tables/{table}/picture.svg").status_code == 200
        assert "text" in page.ask("report")["report"]
        assert all(m["t"] not in ("chat", "error") for m in page.seen)
        assert ben.http.get(f"/api/tables/{table}/position?at=0").text == position
    finally:
        again.stop()
    assert list(backup.check(path)) == [(table, None)]


def test_a_table_begun_with_corrected_files_goes_on_with_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is started without the folder of corrected files again: its tables keep theirs."""
    path, folder = str(tmp_path / "tables.db"), tmp_path / "corrected"
    folder.mkdir()
    charts = (ruleset_class("anzio").data / "charts.toml").read_text("utf-8")
    (folder / "charts.toml").write_text(f"# corrected\n{charts}", "utf-8")
    monkeypatch.setitem(CORRECTED, "anzio", folder)
    running = Running(path)
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        ann.sit(table).do("default")
    finally:
        running.stop()
    corrected = open_rules("anzio").digest
    monkeypatch.delitem(CORRECTED, "anzio")
    assert open_rules("anzio").digest != corrected
    assert list(backup.check(path)) == [(table, None)]
    again = Running(path)
    try:
        ben = Browser(again.port)
        ben.http.cookies.set("grognard", ann.cookie)
        page = ben.sit(table)
        page.do("default")
        assert f"data {corrected}" in ben.http.get(f"/api/tables/{table}/record").text
        assert all(m["t"] not in ("chat", "error") for m in page.seen)
    finally:
        again.stop()


def test_dice_that_fell_after_the_last_position_do_not_fall_again() -> None:
    """The game goes on some orders earlier; whoever saw those dice would know what is to come."""
    base, rng = grognard.new("anzio", seed="abc").record, Random(2)
    changes: list[Change] = []
    room, position, at = Room(base), "", 0
    while room.game.state.die < 12:
        step, _ = room.order(rng.choice(room.game.legal_actions).text, str(room.game.side))
        changes.append(Change(len(changes) + 1, "ann", str(len(changes)), step_out(step)))
        if not room.game.checkpoint()[1] and room.game.state.die < 8:
            position, at = room.game.position, len(changes)
    assert 0 < at < len(changes)
    used = room.game.state.die
    kept = Kept("t", "", "", base, '{"allied": "human", "german": "human"}', 0, position, at, "{}")
    moved = upgrade._moved((kept, changes, [], None), "the rules have changed")
    room = moved.table.room
    while not (fallen := [e.number for e in room.game.trail if isinstance(e, Rolled)]):
        room.order(rng.choice(room.game.legal_actions).text, str(room.game.side))
    assert fallen[0] == used
    assert grognard.verify(room.record(reveal=True)) == []
