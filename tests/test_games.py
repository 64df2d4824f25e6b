"""A game lives in its own folder: it is found there, listed when it is ready, opened by name before."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.fog import FogOfWar, in_the_box

import grognard
from grognard import bots
from grognard.games import IN_THE_MAKING, UnknownGame, is_game, names, open_rules, ruleset_class


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr("grognard.games.HERE", tmp_path)
    names.cache_clear()
    yield tmp_path
    names.cache_clear()


def test_a_game_is_listed_when_it_is_ready(shelf: Path) -> None:
    for name in ("zulu", "alpha", "family"):
        (shelf / name).mkdir()
    for name in ("zulu", "alpha"):
        (shelf / name / "data").mkdir()
    (shelf / "zulu" / IN_THE_MAKING).write_text("the rules are missing\n")
    assert names() == ("alpha",)
    assert [is_game(name) for name in ("alpha", "zulu", "family", "..", "")] == [
        True,
        True,
        False,
        False,
        False,
    ]
    names.cache_clear()
    (shelf / "zulu" / IN_THE_MAKING).unlink()
    assert names() == ("alpha", "zulu")


def test_a_game_that_is_not_listed_is_opened_by_name() -> None:
    with in_the_box():
        assert "fog" not in grognard.games()
        assert isinstance(grognard.new("fog", seed=1).rules, FogOfWar)
    with pytest.raises(UnknownGame, match="no game is called 'fog'; there are: anzio"):
        grognard.new("fog")


@pytest.mark.parametrize("name", ["zocbond", "..", "anzio.combat", "os", ""])
def test_what_is_no_game(name: str) -> None:
    with pytest.raises(UnknownGame):
        ruleset_class(name)


def test_the_games_are_both_a_package_and_a_call() -> None:
    code = """
import sys, grognard
assert grognard.games()[0] == "anzio"
assert not any(name.startswith("grognard.games.") for name in sys.modules), "nothing is loaded yet"
import grognard.games.anzio
assert grognard.games.anzio.RULES.name == "anzio"
assert grognard.games.names() == grognard.games()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_every_listed_game_has_its_rules_words_and_bots() -> None:
    for name in grognard.games():
        assert ruleset_class(name).name == name
        assert bots.names(name)[0] == "random"
        for bot in bots.names(name):
            assert bots.make(bot, name).name == bot
    assert bots.names("patrol") == ("random",)
    with pytest.raises(ValueError, match="patrol has no bot 'staff'; there are: random"):
        bots.make("staff", "patrol")


def test_corrected_files_are_read_once_until_they_are_edited(tmp_path: Path) -> None:
    own = ruleset_class("anzio").data / "scenarios.toml"
    corrected = tmp_path / own.name
    corrected.write_text(own.read_text("utf-8"), "utf-8")
    first = open_rules("anzio", data=tmp_path)
    assert open_rules("anzio", data=tmp_path) is first
    corrected.write_text(own.read_text("utf-8") + "# proof-read\n", "utf-8")
    assert open_rules("anzio", data=tmp_path).digest != first.digest
