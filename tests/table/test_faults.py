"""Faults of the disk, the database and of what is sent: each is said in a sentence, none loses anything."""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from grognard.table import databases, guard, server
from grognard.table.databases import cut_short
from grognard.table.keys import browser_key, hashed
from grognard.table.schema import NEWEST, StoreFault
from grognard.table.store import Store

from .players import BY_LINK, HOT_SEAT, Browser, Running, carry_out


def opened(path: Path) -> None:
    async def go() -> None:
        await Store(str(path)).close()

    carry_out(go())


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A database with a table at which something happened."""
    path = tmp_path / "tables.db"
    running = Running(str(path))
    try:
        ann = Browser(running.port)
        ann.sit(ann.create(HOT_SEAT)["id"]).do("default")
    finally:
        running.stop()
    return path


# -- the file


def test_a_second_server_on_one_file_says_so(played: Path) -> None:
    """It would show nobody what is done at the other one."""
    with databases.claim(played), pytest.raises(StoreFault, match="another server serves"):
        server.main(port=0, database=str(played))
    databases.claim(played).close()


def test_a_damaged_file_is_found_at_the_start(played: Path) -> None:
    body = bytearray(played.read_bytes())
    body[4096 * 2 :] = b"x" * (len(body) - 4096 * 2)
    played.write_bytes(body)
    with pytest.raises(StoreFault, match=r"damaged .* restore a backup"):
        opened(played)


def test_a_file_of_another_kind_is_found_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    path.write_text("this is no database, only a text of some length\n" * 100)
    with pytest.raises(StoreFault, match="damaged"):
        opened(path)
    assert path.read_text().startswith("this is no database")


def test_a_missing_file_beside_its_log_is_found_at_the_start(played: Path) -> None:
    log = played.with_name(played.name + "-wal")
    log.write_bytes(b"x" * 5000)
    played.rename(played.with_name("elsewhere"))
    with pytest.raises(StoreFault, match="write-ahead log"):
        opened(played)
    assert not played.exists()


def test_a_cut_log_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE x (y)")
        db.commit()
        log = path.with_name("tables.db-wal")
        assert cut_short(path) == 0
        shutil.copy(log, tmp_path / "copy")
    log.write_bytes((tmp_path / "copy").read_bytes()[:-1000])
    assert cut_short(path) > 0
    assert cut_short(tmp_path / "nothing") == 0


def test_a_newer_database_is_not_touched(played: Path) -> None:
    with sqlite3.connect(played) as db:
        db.execute("UPDATE meta SET value = ? WHERE name = 'schema'", (str(NEWEST + 1),))
    before = played.read_bytes()
    with pytest.raises(StoreFault, match="newer version"):
        opened(played)
    assert played.read_bytes() == before


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreFault, match="cannot be opened"):
        opened(tmp_path / "file" / "tables.db")


def test_a_database_that_does_not_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(StoreFault, match="does not answer"):
        Store(f"postgresql://nobody@127.0.0.1:{port}/nothing")


def full(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the disk is full."""
    lite = running.hall.store._writes.db
    assert isinstance(lite, databases.Lite)
    lite.run(f"PRAGMA max_page_count = {lite.run('PRAGMA page_count')[0][0]}")


@pytest.mark.parametrize(("free", "says"), [(0, "is full"), (10**9, "cannot be read or written")])
def test_a_full_disk_is_called_so_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, says: str
) -> None:
    """SQLite finds no room for its shared memory and speaks of an error of the disk."""

    def fails(*_: Any, **__: Any) -> None:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
        raise fault

    monkeypatch.setattr(databases, "Lite", fails)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(1, 1, free))
    with pytest.raises(StoreFault, match=says):
        databases.set_up(str(tmp_path / "tables.db"))


def test_a_full_disk_refuses_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(str(tmp_path / "tables.db"))
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        page = ann.sit(table)
        page.do("default")
        full(running, monkeypatch)
        said: dict[str, Any] = {}
        for n in range(400):  # until the last free page is used
            try:
                page.send(t="chat", id=f"c{n}", text="x" * 500)
                said = page.until("refused", "done")
            except ConnectionClosed:
                page = ann.sit(table)
            if said["t"] == "refused":
                break
        assert said["kind"] == "store"
        assert "full" in said["text"]
        answer, acknowledged = {"t": "done"}, page.view["rev"]
        while answer["t"] == "done" and acknowledged < 200:  # orders too, and the page stays
            acknowledged = page.view["rev"]
            answer = page.order(page.decision()["actions"][0]["text"])
        assert (answer["t"], answer["kind"]) == ("refused", "store")
        page.until("pong", id=page.send(t="ping") or None)
        assert page.view["rev"] == acknowledged
        wish = {"game": "anzio", "seats": HOT_SEAT}
        made = [ann.http.post("/api/tables", json=wish) for _ in range(20)]
        assert {answer.status_code for answer in made} <= {201, 503}
        assert made[-1].json()["error"]["kind"] == "store"
        assert ann.http.get("/healthz").status_code == 200
        assert ann.sit(table).view["rev"] == acknowledged
    finally:
        running.stop()


def test_health_does_not_write(played: Path) -> None:
    running = Running(str(played))
    try:
        other = sqlite3.connect(played, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # somebody else is writing
        assert Browser(running.port).http.get("/healthz").json()["ok"] is True
        other.execute("ROLLBACK")
        other.close()
    finally:
        running.stop()


def test_a_fault_of_the_store_on_joining_is_said(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = Running(str(played))
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]

        async def broken(*_: Any) -> list[str]:
            raise sqlite3.OperationalError("no such thing")

        monkeypatch.setattr(running.hall.store, "come", broken)
        with pytest.raises(ConnectionClosed) as closed:
            ann.sit(table)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1011
        answer = ann.http.get(f"/api/tables/{table}/record")
        assert (answer.status_code, answer.json()["error"]["kind"]) == (500, "internal")
    finally:
        running.stop()


# -- what is sent


def test_deep_json_is_malformed(ann: Browser) -> None:
    page = ann.sit(ann.create(HOT_SEAT)["id"])
    for deep in ("[" * 8000, '{"a":' * 2000, '{"t":"ask","id":"a","what":' + "[" * 7000):
        page.ws.send(deep)
        assert page.until("error")["kind"] == "malformed"
    answer = ann.http.post(
        "/api/tables", content="[" * 16_000, headers={"Content-Type": "application/json"}
    )
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "malformed")


def test_every_error_is_json(ann: Browser) -> None:
    for method, path in (
        ("GET", "/nothing"),
        ("PUT", "/api/tables"),
        ("GET", "/ws/x"),
        ("POST", "/"),
    ):
        answer = ann.http.request(method, path, headers={"Content-Type": "application/json"})
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"]["text"], path
    with socket.create_connection(("127.0.0.1", ann.port), 5) as raw:
        raw.sendall(b"NO HTTP AT ALL\r\n\r\n")
        head, _, body = raw.recv(4000).partition(b"\r\n\r\n")
    assert b"400" in head
    assert json.loads(body)["error"]["kind"] == "malformed"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("localhost:1", True),
        ("LOCALHOST", True),
        ("table.example.org", True),
        ("evil.example", False),
        ("127.0.0.1.evil.example", False),
        ("localhost.evil.example:8000", False),
        ("", False),
        ("[", False),
    ],
)
def test_by_which_names_the_server_is_called(host: str, own: bool) -> None:
    names = guard.names_of_this_machine() | {"table.example.org"}
    assert guard.own_host(host, names) is own


def test_a_foreign_name_for_this_machine_opens_nothing(ann: Browser) -> None:
    table = ann.create(HOT_SEAT)["id"]
    evil = {"Host": "evil.example"}
    answer = ann.http.get(f"/api/tables/{table}/record", headers=evil)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (421, "host")
    with pytest.raises(InvalidStatus):
        ann.sit(table, headers=evil)


def test_the_origin_has_a_scheme(ann: Browser) -> None:
    wish = {"game": "anzio", "seats": HOT_SEAT}
    other = {"Origin": f"https://127.0.0.1:{ann.port}"}
    assert ann.http.post("/api/tables", json=wish, headers=other).status_code == 403
    table = ann.create(HOT_SEAT)["id"]
    with pytest.raises(ConnectionClosed):
        ann.sit(table, headers=other)


def test_keys_are_made_by_the_server_only(ann: Browser, ben: Browser) -> None:
    planted = browser_key()
    ann.http.cookies.set("grognard", planted)
    made = ann.http.post("/api/tables", json={"game": "anzio", "seats": BY_LINK})
    assert planted not in made.headers["set-cookie"]
    ben.http.cookies.set("grognard", planted)
    token = made.json()["links"]["german"].partition("seat=")[2]
    taken = ben.http.post(f"/api/tables/{made.json()['id']}/seat", json={"token": token})
    assert planted not in taken.headers["set-cookie"]
    own = taken.headers["set-cookie"].partition("grognard=")[2].partition(";")[0]
    assert hashed(own) != hashed(planted)


# -- older databases

KEPT = Path(__file__).parent / "kept"


@pytest.fixture(params=["sqlite", "postgresql"])
def oldest(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database as the first version of the schema left it."""
    script = (KEPT / "schema-1.sql").read_text()
    if request.param == "sqlite":
        path = tmp_path / "tables.db"
        with sqlite3.connect(path) as db:
            db.executescript(script)
        return str(path)
    url: str = request.getfixturevalue("postgres")()
    psycopg = __import__("psycopg")
    parts = [part.strip() for part in script.split(";\n")]
    tables = [p for p in parts if p.startswith("CREATE TABLE")]
    first = [p for kind in (" tables ", ' "tables"') for p in parts if kind in p.partition("(")[0]]
    rest = [
        p for p in tables + parts if p.startswith(("CREATE TABLE", "INSERT")) and p not in first
    ]
    with psycopg.connect(url, autocommit=True) as db:
        for sql in dict.fromkeys(first + rest):
            db.execute(sql)
    return url


def test_the_oldest_database_is_brought_forward(oldest: str) -> None:
    running = Running(oldest)
    try:
        ann = Browser(running.port)
        ann.http.cookies.set("grognard", "browser-key-of-an-old-visitor")
        assert {t["id"] for t in ann.http.get("/api/tables").json()} == {
            "kept-anzio",
            "kept-salerno43",
        }
        page = ann.sit("kept-anzio")
        assert page.hello["seats"] == ["allied"]
        assert page.view["rev"] == 60
        position = ann.http.get("/api/tables/kept-anzio/position").text
        assert position == (KEPT / "kept-anzio.txt").read_text()
        assert any(m["t"] == "chat" for m in (page.receive() for _ in range(1)))
    finally:
        running.stop()
    opened_again = Running(oldest)
    opened_again.stop()


def test_another_program_that_reads_takes_nothing_away(tmp_path: Path) -> None:
    """The server's locks hold: a reader that comes and goes does not tidy its log away."""
    path = tmp_path / "tables.db"
    running = Running(str(path))
    try:
        ann = Browser(running.port)
        table = ann.create(HOT_SEAT)["id"]
        read = "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
        read += "print(db.execute('SELECT COUNT(*) FROM tables').fetchone()[0]); db.close()"
        done = subprocess.run(
            [sys.executable, "-c", read, str(path)], capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == "1"
        assert path.with_name("tables.db-wal").exists()
        ann.sit(table).do("default")
        copy = tmp_path / "copy.db"
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{copy}{end}")
        with sqlite3.connect(copy) as db:
            assert db.execute("SELECT COUNT(*) FROM changes").fetchone() == (1,)
    finally:
        running.stop()
