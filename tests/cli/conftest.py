"""Commands run in this process: exit code, what they said, what they complained of."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from grognard import cli


class Said(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Said]


class Pipe(io.StringIO):
    """Standard input that is no terminal."""


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)

    def command(*words: str, stdin: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", Pipe(stdin))
        capsys.readouterr()
        try:
            code = cli.main(words)
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        return Said(code, *capsys.readouterr())

    return command


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Path:
    """A game of Anzio with both sides set up, the Allies about to move (seed 7)."""
    path = tmp_path / "game.grog"
    assert run("new", "anzio", str(path), "--seed", "7").code == 0
    assert run("play", str(path), "default,", "default").code == 0
    return path
