"""Advice, training and the ladder from the command line."""

from __future__ import annotations

import json
from pathlib import Path

from .conftest import Run


def test_advice_is_an_order_that_can_be_given(run: Run, game: Path) -> None:
    code, out, _ = run("advise", str(game), "--level", "recruit", "-q")
    assert code == 0
    assert run("why", str(game), *out.split()).code == 0
    said = run("advise", str(game), "--level", "recruit")
    assert "as it stands: allied " in said.out
    found = json.loads(run("advise", str(game), "--level", "recruit", "--json").out)
    assert found["order"] == out.strip()
    assert sum(found["advantage"].values()) == 1
    assert found["weighed"] == []


def test_who_gives_no_advice(run: Run, game: Path) -> None:
    code, _, err = run("advise", str(game), "--level", "staff")
    assert code == 2
    assert "a level is recruit, regular" in err


def test_what_cannot_be_written_or_played_is_refused_at_once(run: Run) -> None:
    assert run("train", "anzio", "--out", "no/such/weights.json").code == 3
    assert run("ladder", "anzio", "--file", "no/such/games.jsonl").code == 3
    assert run("ladder", "anzio", "--table", "nowhere.md").code == 2
    assert run("train", "chess").code == 2
    assert run("ladder", "anzio", "--pool", "staff", "--workers", "1").code == 1


def test_a_fit_from_a_few_games(run: Run, tmp_path: Path) -> None:
    words = ("train", "anzio", "--games", "2", "--workers", "1", "--out", "weights.json")
    code, out, err = run(*words)
    assert (code, err) == (0, "")
    assert "german wins: area under the curve" in out
    made = json.loads((tmp_path / "weights.json").read_text())
    assert set(made["heads"]) == {"allied", "german"}
    assert made["made"]["games"] == 2
    assert run("train", "anzio", "--games", "2", "--seed", "other", "--workers", "1").code == 1
