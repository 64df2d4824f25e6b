"""The record of an unfinished game holds its seed: its file is private."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from .conftest import Run


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_file_of_an_unfinished_game_is_for_its_owner_alone(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.grog"
    assert run("new", "anzio", str(file)).code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("play", str(file), "default").code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
