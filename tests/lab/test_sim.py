"""The command line of the laboratory."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path
from typing import Any

import pytest

from grognard.lab.sim import arguments, execute, progress_bar


def sim(*words: str) -> int:
    parser = argparse.ArgumentParser()
    arguments(parser)
    return execute(parser.parse_args(["anzio", "--games", "2", "--workers", "1", *words]))


def test_the_tables_are_printed(capsys: Any) -> None:
    assert sim() == 0
    assert "Who won" in capsys.readouterr().out


def test_json_goes_to_the_output_or_to_a_file(capsys: Any, tmp_path: Path) -> None:
    assert sim("--seed", "9", "--options", "6.2,8.2", "--json") == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["study"]["options"] == ["6.2", "8.2"]
    assert sim("--seed", "9", "--options", "6.2,8.2", "--json", str(tmp_path / "a.json")) == 0
    assert json.loads((tmp_path / "a.json").read_text()) == printed


def test_a_page_is_written_whole_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("old")
    assert sim("--html", str(tmp_path / "a.html")) == 0
    assert (tmp_path / "a.html").read_text().startswith("<!doctype html>")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bots", "random,nobody"), "has no bot 'nobody'"),
        (("--options", "1.1"), "has no option '1.1'"),
        (("--html", "/nowhere/at/all.html"), "/nowhere/at"),
    ],
)
def test_a_refusal_is_one_line_and_exit_code_1(capsys: Any, words: Any, said: str) -> None:
    assert sim(*words) == 1
    told = capsys.readouterr().err
    assert told.startswith("grognard sim: ")
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("count", ["0", "-1", "many"])
def test_a_count_is_a_whole_number(capsys: Any, count: str) -> None:
    with pytest.raises(SystemExit) as left:
        sim("--games", count)
    assert left.value.code == 2


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_on_a_terminal_only() -> None:
    terminal = Terminal()
    with progress_bar(terminal) as show:
        assert show is not None
        show(3, 4)
    assert "3/4" in terminal.getvalue()
    with progress_bar(io.StringIO()) as show:
        assert show is None


def test_progress_without_rich_is_a_line(monkeypatch: Any) -> None:
    monkeypatch.setitem(__import__("sys").modules, "rich.progress", None)
    terminal = Terminal()
    with progress_bar(terminal) as show:
        assert show is not None
        show(3, 4)
    assert terminal.getvalue() == "\r3 of 4 games\n"
