"""Every listing command speaks a language, keeps quiet and writes JSON; nothing is abbreviated."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import grognard
from grognard import GrognardError
from grognard.bots import CannotPlay
from grognard.cli.parser import build
from grognard.games import CORRECTED, correct, open_rules
from grognard.lab.batch import StudyError

from .conftest import Run


def test_the_package_is_the_command() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "grognard", "games", "-q"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.split() == [*grognard.games()]


def test_nothing_is_abbreviated(run: Run) -> None:
    assert run("table", "--dat", "x").code == 2
    assert run("games", "--js").code == 2
    assert run("sim", "anzio", "--game", "3").code == 2
    commands = build()._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    assert all(not parser.allow_abbrev for parser in commands.values())  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "keys"),
    [
        (("show",), {"turn", "phase", "pieces", "decision"}),
        (("odds", "attack", "0704", "from", "0603"), None),
        (("why", "move", "AL-3US-A", "1601"), {"legal", "rule", "reason"}),
        (("verify",), {"ok", "faults"}),
    ],
)
def test_answers_as_json(run: Run, game: Path, words: tuple[str, ...], keys: set[str]) -> None:
    command, *rest = words
    said = run(command, str(game), *rest, "--json")
    if keys is None:
        assert said.code == 1, "there is nothing to attack"
        return
    assert keys <= set(json.loads(said.out))


def test_legal_games_and_rules_as_json_and_quietly(run: Run, game: Path) -> None:
    assert "done" in json.loads(run("legal", str(game), "--json").out)
    assert "done" in run("legal", str(game), "-q").out.split("\n")
    assert [card["name"] for card in json.loads(run("games", "--json").out)] == [*grognard.games()]
    assert run("games", "-q").out.split() == [*grognard.games()]
    assert "12.7a" in run("rules", "anzio", "-q").out.split()
    assert run("rules", "anzio", "12.2", "-q").out.split() == ["12.2a", "12.2b"]
    rows = json.loads(run("rules", "anzio", "12.2", "--json").out)
    assert [row["id"] for row in rows] == ["12.2a", "12.2b"]
    assert run("why", str(game), "move", "AL-3US-A", "1601", "-q").code == 1
    assert run("verify", str(game), "-q").out == ""


def test_a_language_is_asked_for(run: Run, game: Path) -> None:
    assert "Alianci" in run("show", str(game), "--lang", "pl", "-q").out
    assert "Alleati" in run("show", str(game), "--lang", "it", "-q").out


# -- data files in the owner's hands


def test_data_files_are_copied_out_and_what_is_reconstructed_is_told(
    run: Run, tmp_path: Path
) -> None:
    said = run("data", "anzio", "mine")
    assert said.code == 0
    assert "units.csv" in said.out
    assert "reconstructed(values)" in said.out
    copied = {path.name for path in (tmp_path / "mine").iterdir()}
    assert {"units.csv", "charts.toml", "hexes.csv"} <= copied
    assert grognard.new("anzio", data=tmp_path / "mine").rules.digest == open_rules("anzio").digest
    assert run("data", "anzio", "mine").code == 2, "a folder with something in it is left alone"
    told = json.loads(run("data", "salerno43", "other", "--json").out)
    assert told["reconstructed"][0]["file"] in told["files"]


def test_the_table_takes_corrected_files_by_game(run: Run, tmp_path: Path) -> None:
    assert run("table", "--data", "nowhere").code == 2
    assert run("table", "--data", "anzio=nowhere").code == 2
    assert run("table", "--data", "tictactoe=.").code == 2
    run("data", "anzio", "mine")
    units = tmp_path / "mine" / "units.csv"
    units.write_text(
        units.read_text().replace("inf,no,no,6,4,3,4,setup", "inf,no,no,9,4,3,4,setup")
    )
    before = open_rules("anzio").digest
    correct({"anzio": tmp_path / "mine"})
    try:
        assert open_rules("anzio").digest != before
        assert grognard.new("anzio").unit("AL-3US-A").values["strength"] == (0, 3, 9)
    finally:
        CORRECTED.clear()
    assert open_rules("anzio").digest == before


# -- errors


def test_every_error_of_ours_has_one_base() -> None:
    for error in (
        grognard.DataError,
        grognard.IllegalAction,
        grognard.UnknownGame,
        grognard.UnknownChoice,
        grognard.UnknownRule,
        CannotPlay,
        StudyError,
    ):
        assert issubclass(error, GrognardError)
    with pytest.raises(GrognardError):
        grognard.new("tictactoe")


def test_a_worker_needs_a_database_that_can_be_shared(run: Run) -> None:
    code, _, err = run("table", "worker", "--database", "tables.db")
    assert code == 2
    assert "workers need PostgreSQL" in err
