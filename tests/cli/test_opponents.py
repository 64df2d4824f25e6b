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


def test_the_plan_of_an_advice_is_kept_between_commands(run: Run, game: Path) -> None:
    """Who follows it step by step carries out one plan, not a new one with every order."""
    plan = json.loads(run("advise", str(game), "--level", "veteran", "--json").out)
    assert plan["weighed"]
    assert run("play", str(game), plan["order"]).code == 0
    then = json.loads(run("advise", str(game), "--level", "veteran", "--json").out)
    assert then["weighed"] == []
    assert then["why"][0] == plan["why"][0].replace("the plan", "as planned")


def test_what_is_taken_back_is_planned_anew(run: Run, game: Path) -> None:
    plan = json.loads(run("advise", str(game), "--level", "veteran", "--json").out)
    assert run("play", str(game), plan["order"]).code == 0
    assert run("undo", str(game)).code == 0
    assert json.loads(run("advise", str(game), "--level", "veteran", "--json").out) == plan


def test_a_bot_keeps_its_plan_when_the_game_is_put_away(run: Run, tmp_path: Path) -> None:
    """In two commands or in one: the same game, and the plan is for the owner's eyes alone."""
    for path in ("one.grog", "two.grog"):
        assert run("new", "anzio", path, "--seed", "7", "--players", "allied=regular").code == 0
    assert run("play", "one.grog", "default,", "done").code == 0
    assert run("play", "two.grog", "default").code == 0
    beside = tmp_path / "two.grog.plans"
    assert list(json.loads(beside.read_text())) == ["allied"]
    assert beside.stat().st_mode & 0o077 == 0
    assert run("play", "two.grog", "done").code == 0
    assert (tmp_path / "one.grog").read_text() == (tmp_path / "two.grog").read_text()
    beside.write_text("[nonsense")
    assert run("show", "two.grog").code == 0
