"""Servers and databases for the tests of the table: everything runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from .players import Browser, Running, wait_for

ROOT = Path(__file__).parent.parent.parent


def _programs() -> Path:
    """The folder of PostgreSQL's programs; Debian's package is installed if there are none."""
    for attempt in range(2):
        if found := shutil.which("initdb"):
            return Path(found).parent
        if debian := sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb")):
            return debian[-1].parent
        if attempt == 0:
            subprocess.run([ROOT / "tools" / "need", "postgresql"], check=True)
    raise AssertionError("PostgreSQL has no initdb")


def _somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: who runs it then."""
    if os.geteuid() != 0:
        return {}
    users = {user.pw_name: user for user in pwd.getpwall()}
    user = users.get("postgres") or users["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A private server; each call makes a new database and gives its URL."""
    programs, who = _programs(), _somebody()
    home = Path(tempfile.mkdtemp(prefix="pg-"))
    server = None
    try:
        if who:
            os.chown(home, who["user"], who["group"])
        data = home / "data"
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "grognard", "-A", "trust", "-N", "-E", "UTF8"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=home,
            **who,
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        settings = ["listen_addresses=127.0.0.1", f"unix_socket_directories={home}", "fsync=off"]
        command: list[str | Path] = [programs / "postgres", "-D", data, "-p", str(port)]
        for setting in settings:
            command += ["-c", setting]
        log = (home / "log").open("wb")
        server = subprocess.Popen(command, stdout=log, stderr=log, cwd=home, **who)
        url = f"postgresql://grognard@127.0.0.1:{port}/"

        def answers() -> bool:
            try:
                psycopg.connect(url + "postgres").close()
            except psycopg.OperationalError:
                return False
            return True

        wait_for(answers, 30)

        def fresh() -> str:
            name = f"t{uuid.uuid4().hex}"
            with psycopg.connect(url + "postgres", autocommit=True) as db:
                db.execute(f"CREATE DATABASE {name}".encode())
            return url + name

        yield fresh
    finally:
        if server is not None:
            server.send_signal(2)
            server.wait(20)
        shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A fresh database."""
    if request.param == "sqlite":
        return str(tmp_path_factory.mktemp("tables") / "tables.db")
    made: str = request.getfixturevalue("postgres")()
    return made


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[Running]:
    running = Running(database)
    yield running
    running.stop()


@pytest.fixture
def ann(server: Running) -> Browser:
    return Browser(server.port)


@pytest.fixture
def ben(server: Running) -> Browser:
    return Browser(server.port)


Fate = Callable[[str], None]


@pytest.fixture(autouse=True)
def fate(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Fate:
    """From a word the dice of all tables follow, and with the tables' names what bots take by chance.

    Each test has a word of its own and may choose another. The servers in this process obey.
    """

    def decide(word: str) -> None:
        def drawn(what: str) -> Callable[[], str]:
            number = count()
            return lambda: hashlib.sha256(f"{word} {what} {next(number)}".encode()).hexdigest()[:32]

        seed = drawn("seed")
        for module in ("engine.dice", "engine.game", "front"):
            monkeypatch.setattr(f"grognard.{module}.fresh_seed", seed)
        monkeypatch.setattr("grognard.table.hall.table_id", drawn("table"))
        monkeypatch.setattr("grognard.table.schema.server_secret", drawn("secret"))
        # One server serves many tests of the page: what bots take by chance follows the table alone.
        monkeypatch.setattr("grognard.table.turns.secret_of", lambda _, what: what)

    decide(request.node.nodeid)
    return decide
