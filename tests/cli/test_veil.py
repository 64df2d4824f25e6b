"""A game with secrets at the terminal: nobody reads there what he may not know."""

from __future__ import annotations

from pathlib import Path

import grognard
from grognard.engine.entries import Played

from .conftest import Run
from .test_play import on_a_terminal

WIPED = "\x1b[2J"
TO_THE_NOTE = ("default,", "default,", "pass,", "pass")


def _hot_seat(run: Run, folder: Path) -> str:
    file = str(folder / "desert.grog")
    assert run("new", "gazala1942", file, "--seed", "5").code == 0
    assert run("play", file, *TO_THE_NOTE).code == 0
    return file


def test_two_at_one_terminal_read_what_lies_open(run: Run, tmp_path: Path) -> None:
    file = _hot_seat(run, tmp_path)
    assert "note a landing" in run("show", file, "-q").out, "the Axis player is asked in secret"
    said = run("play", file, stdin="note 2131\nlog\nunits\nhex 2131\n").out
    told = said.split("Group Hecker is to land", 1)
    assert len(told) == 1, "what was noted is not told to both"
    for look in ((), ("--log",), ("--units",), ("--json", "--log")):
        assert "land in 2131" not in run("show", file, *look).out


def test_each_side_may_look_with_its_own_eyes(run: Run, tmp_path: Path) -> None:
    file = _hot_seat(run, tmp_path)
    run("play", file, "note 2131")
    assert "land in 2131" in run("show", file, "--log", "--side", "axis").out
    assert "land in 2131" not in run("show", file, "--log", "--side", "allied").out
    assert "has no side 'german'" in run("show", file, "--side", "german").err


def test_the_secret_choices_of_a_bot_are_not_told(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "desert.grog")
    lines = "default\n" + "pass\n" * 2
    said = run(
        "play", "gazala1942", "--side", "allied", "--bot", "random", "--seed", "3",
        "--save", file, stdin=lines,
    )  # fmt: skip
    assert "the Axis player decides in secret" in said.out
    secrets = [
        str(entry.action)
        for entry in grognard.load(file).trail
        if isinstance(entry, Played) and entry.secret and entry.side == "axis"
    ]
    assert secrets
    assert not [order for order in secrets if f": {order}\n" in said.out]


def test_a_curtain_falls_between_two_players(run: Run, tmp_path: Path) -> None:
    file = str(tmp_path / "desert.grog")
    assert run("new", "gazala1942", file, "--seed", "5").code == 0
    typed = "default\ndefault\npass\npass\n\nnote 2131\nquit\n"
    code, seen = on_a_terminal("play", file, typed=typed, cwd=tmp_path)
    assert code == 0
    before, _, after = seen.partition("looks away")
    assert "note a landing" not in before
    assert "note a landing" in after
    assert WIPED in after, "what one player read is gone before the other looks"
    assert "land in 2131" not in after.rpartition(WIPED)[2]
