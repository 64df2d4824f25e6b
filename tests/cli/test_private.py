"""The seed of a game that goes on is not in its record but in a key beside it, for its owner alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.cli.files import GameFile, write_game

from .conftest import Run


@pytest.fixture
def game(run: Run, tmp_path: Path) -> Path:
    file = tmp_path / "game.grog"
    assert run("new", "anzio", str(file), "--seed", "7").code == 0
    for _ in range(2):
        assert run("play", str(file), "default").code == 0
    return file


def key(file: Path) -> Path:
    return file.with_name("game.grog.key")


def test_the_seed_is_in_the_key_alone(game: Path) -> None:
    assert "\nseed " not in game.read_text()
    assert "\ncommitment " in game.read_text()
    assert key(game).read_text() == "7\n"


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_key_is_for_its_owner_alone(game: Path) -> None:
    assert stat.S_IMODE(key(game).stat().st_mode) == 0o600


def test_whoever_holds_the_key_plays_on_with_the_dice_that_were_promised(
    run: Run, game: Path
) -> None:
    assert grognard.load(game).seed == "7"
    assert run("play", str(game), "done").code == 0
    assert "proven" in run("verify", str(game)).out


def test_without_the_key_the_game_is_looked_at_and_not_played(run: Run, game: Path) -> None:
    key(game).unlink()
    before = game.read_bytes()
    assert run("show", str(game)).code == 0
    code, _, err = run("play", str(game), "done")
    assert code != 0
    assert "game.grog.key, which is not here" in err
    assert "not been revealed" in run("verify", str(game)).err
    assert game.read_bytes() == before


def test_the_key_of_another_game_is_refused(run: Run, game: Path) -> None:
    key(game).write_text("8\n")
    code, _, err = run("play", str(game), "done")
    assert code != 0
    assert "does not match the commitment" in err


def test_at_the_end_the_seed_is_told_and_the_key_is_gone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.grog"
    whole, rng = grognard.new("anzio", seed="11"), Random(3)
    write_game(file, whole)
    assert key(file).exists()
    kept = GameFile(file)
    kept.load()
    while whole.outcome is None:
        whole.play(rng.choice(whole.legal_actions))
    kept.save(whole)
    assert "\nseed 11\n" in file.read_text()
    assert not key(file).exists()
    assert "proven" in run("verify", str(file)).out
