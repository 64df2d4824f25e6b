"""Servers and databases for the tests of the table: everything runs on SQLite and on PostgreSQL."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest
from benchmarks.postgres import postgres as running_postgres

from .players import Browser, Running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Real browsers and processes share two cores here: what fails is tried once more, and the summary says so."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], str]]:
    """A private server; each call makes a new database and gives its URL."""
    with running_postgres() as fresh:
        yield fresh


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

    attempt = getattr(request.node, "execution_count", 1)

    def decide(word: str) -> None:
        if attempt > 1:  # the tables of the first attempt may still stand on the server
            word = f"{word} {attempt}"

        def drawn(what: str) -> Callable[[], str]:
            number = count()
            return lambda: hashlib.sha256(f"{word} {what} {next(number)}".encode()).hexdigest()[:32]

        seed = drawn("seed")
        for module in ("engine.dice", "engine.course", "front"):
            monkeypatch.setattr(f"grognard.{module}.fresh_seed", seed)
        # A test that is tried again finds the tables of its first try at the same server.
        again = getattr(request.node, "execution_count", 1)
        monkeypatch.setattr("grognard.table.hall.table_id", drawn(f"table {again}"))
        monkeypatch.setattr("grognard.table.schema.server_secret", drawn("secret"))
        # One server serves many tests of the page: what bots take by chance follows the table alone.
        monkeypatch.setattr("grognard.table.turns.secret_of", lambda _, what: what)

    decide(request.node.nodeid)
    return decide
