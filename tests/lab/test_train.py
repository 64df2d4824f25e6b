"""Fitting the value: it learns what is there, foretells what it has not seen, and is taken up again."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from grognard.bots.search.value import BIAS, read
from grognard.lab import train
from grognard.lab.batch import StudyError
from grognard.lab.train import Course, Note

COURSE = Course("anzio", None, "t")


def notes(games: int = 300) -> list[Note]:
    """Games in which ``x`` decides and ``y`` means nothing; a third are drawn."""
    rng = random.Random(1)
    found = []
    for game in range(games):
        x, y = rng.gauss(0, 1), rng.gauss(0, 1)
        roll = x + rng.gauss(0, 0.5)
        winner = "blue" if roll > 0.4 else "red" if roll < -0.4 else None
        found += [Note(game, tick, winner, {"x": x, "y": y}) for tick in range(3)]
    return found


def test_a_head_learns_what_decides_and_is_calibrated() -> None:
    heads, report = train.fit(notes(), ("blue", "red"))
    assert heads["blue"]["x"] > 2 > 0 > -2 > heads["red"]["x"]
    assert abs(heads["blue"]["y"]) < 0.5
    assert set(heads["blue"]) == {BIAS, "x", "y"}
    for side in ("blue", "red"):
        assert report[side]["games"] == 300
        assert report[side]["auc"] > 0.9
        assert report[side]["brier"] < 0.15
        for foretold, happened, _ in report[side]["calibration"]:
            assert abs(foretold - happened) < 0.25
    said = train.told(report, heads)
    assert "blue wins: area under the curve 0.9" in said


def test_where_the_games_say_little_the_hunches_stand() -> None:
    """They speak for the first side, and strong evidence overrules them."""
    few, many = notes(8), notes(300)
    hunches = {"y": 3.0, "x": -3.0}
    heads, _ = train.fit(few, ("blue", "red"), hunches)
    plain, _ = train.fit(few, ("blue", "red"))
    assert heads["blue"]["y"] > plain["blue"]["y"] + 0.5
    assert heads["red"]["y"] < plain["red"]["y"] - 0.5
    heads, _ = train.fit(many, ("blue", "red"), hunches)
    assert heads["blue"]["x"] > 2
    assert abs(heads["blue"]["y"]) < 0.5


def test_equal_forecasts_foretell_nothing() -> None:
    found = train.judged(train.forecasts({BIAS: 0.0}, notes(20), "blue"))
    assert found["auc"] == 0.5


def test_the_report_tells_of_games_that_the_fit_has_not_seen() -> None:
    """What says nothing can be learned by heart, one figure for each game, but foretells nothing."""
    rng = random.Random(3)
    won = [rng.choice(["blue", "red"]) for _ in range(40)]
    found = [
        Note(game, 1, winner, {str(n): float(n == game) for n in range(40)})
        for game, winner in enumerate(won)
    ]
    heads, report = train.fit(found, ("blue", "red"), {"0": 5.0})
    by_heart = train.judged(train.forecasts(heads["blue"], found, "blue"))
    assert by_heart["auc"] > 0.95
    assert report["blue"]["auc"] < 0.7
    assert report["blue"]["hunches"]["auc"] < 0.7


def test_games_are_taken_up_where_they_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []

    def play(course: Course, number: int) -> list[Note]:
        played.append(number)
        return [Note(number, 1, "blue", {"x": 0.5})]

    monkeypatch.setattr(train, "play", play)
    file = tmp_path / "notes.jsonl"
    first = train.gather(COURSE, 3, file, "mark", None)
    again = train.gather(COURSE, 5, file, "mark", None)
    assert played == [0, 1, 2, 3, 4]
    assert again[:3] == first
    assert len(train.gather(COURSE, 2, file, "mark", None)) == 2
    with pytest.raises(StudyError, match="belongs to other rules"):
        train.gather(COURSE, 5, file, "another mark", None)


def test_a_game_is_noted_turn_by_turn_and_the_weights_can_be_read(tmp_path: Path) -> None:
    found = train.play(COURSE, 1)
    assert found == train.play(COURSE, 1)
    assert [note.tick for note in found] == list(range(found[0].tick, found[-1].tick + 1))
    assert len({note.winner for note in found}) == 1
    heads, _ = train.fit(found, ("allied", "german"))
    out = tmp_path / "weights.json"
    out.write_text(json.dumps({"fingerprint": "mark", "heads": heads}))
    value = read(out)
    assert value.fingerprint == "mark"
    assert 0 <= value.score(found[0].features, "allied") <= 1


def test_two_staffs_play_other_games_than_quick_players_kept_apart_from_theirs(
    tmp_path: Path,
) -> None:
    staffs = replace(COURSE, staff=True)
    found = train.play(staffs, 1)
    assert found == train.play(staffs, 1)
    assert found != train.play(COURSE, 1)
    file = tmp_path / "notes.jsonl"
    train.gather(staffs, 1, file, "mark", None)
    with pytest.raises(StudyError, match="belongs to other rules"):
        train.gather(COURSE, 1, file, "mark", None)
