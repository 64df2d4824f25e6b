"""``grognard table`` hands over to the server; what it cannot do is said in a sentence."""

from __future__ import annotations

import logging
import socket

import pytest

from grognard.table import server

from .conftest import Run


def test_the_server_is_started_as_asked(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    monkeypatch.setattr(server, "main", lambda *how, bots: asked.extend([*how, bots]))
    words = ["--host", "0.0.0.0", "--port", "0", "--database", "games.db", "--open"]
    assert run("table", *words).code == 0
    assert asked == ["0.0.0.0", 0, "games.db", True, {}, True]
    asked.clear()
    assert run("table").code == 0
    assert asked == [None, None, None, False, {}, True]
    asked.clear()
    assert run("table", "--no-bots").code == 0
    assert asked == [None, None, None, False, {}, False]


def test_a_port_that_is_taken(run: Run) -> None:
    """The log of the process stays as it was: there is no server to keep one."""
    before = list(logging.getLogger().handlers)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        code, _, err = run("table", "--port", port)
    assert code == 2
    assert f":{port}: " in err
    assert logging.getLogger().handlers == before


def test_without_its_libraries_it_names_the_extra(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "grognard.table.server", None)
    monkeypatch.delattr("grognard.table.server")
    code, _, err = run("table")
    assert code == 2
    assert "pip install 'grognard[table]'" in err
