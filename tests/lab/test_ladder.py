"""The ladder: pairs of games on the same dice, a test that stops, ratings, a table in its place."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

import grognard
from grognard import bots
from grognard.lab import ladder
from grognard.lab.batch import StudyError
from grognard.lab.ladder import PASSIVE, Fixture, Played

SIDES = ("allied", "german")


def game(players: tuple[str, str], number: int, winner: str | None) -> Played:
    return Played(players, "s", number, winner, 12, "mark", (0.1, 0.2), (0.3, 0.4))


def test_a_pair_counts_once_and_only_when_both_games_are_played() -> None:
    games = [
        game(("elite", "staff"), 0, "allied"),
        game(("staff", "elite"), 0, None),
        game(("elite", "staff"), 1, "german"),
    ]
    assert ladder.pair_scores(games, SIDES, "elite", "staff") == [0.75]
    assert ladder.pair_scores(games, SIDES, "staff", "elite") == [0.25]


def test_the_sequential_test_decides_either_way_and_not_too_soon() -> None:
    assert ladder.likelihood([1.0, 1.0, 1.0]) > ladder.SURE
    assert ladder.likelihood([0.5, 0.25, 0.5, 0.5, 0.25, 0.5]) < -ladder.SURE
    assert abs(ladder.likelihood([1.0, 0.0, 0.5, 1.0])) < ladder.SURE


def test_ratings_follow_the_scores() -> None:
    games = []
    for number in range(10):
        games += [game(("b", "a"), number, SIDES[number % 5 == 0]), game(("a", "b"), number, None)]
        games += [game(("c", "b"), number, "allied"), game(("b", "c"), number, None)]
    found = ladder.ratings(games, SIDES)
    assert found["c"][0] > found["b"][0] > found["a"][0]
    assert all(20 < half < 400 for _, half in found.values())


def test_who_meets_whom() -> None:
    assert ladder.pairings_of(["a", "b", "staff"]) == [("b", "a"), ("a", "staff"), ("b", "staff")]


def test_an_interval_of_a_few_equal_results_is_not_certain() -> None:
    mean, low, high = ladder.interval([1.0, 1.0, 1.0])
    assert (mean, high) == (1.0, 1.0)
    assert low < 0.9


def test_a_match_is_played_kept_and_told(tmp_path: Path) -> None:
    rules = grognard.new("anzio", seed=0).rules
    file, page = tmp_path / "ladder.jsonl", tmp_path / "page.md"
    args = argparse.Namespace(pairs=1, least=3, seed="t", side=None)
    games: list[Played] = []
    ladder.match(rules, "random", PASSIVE, args, games, file, None)
    assert [g.players for g in games] == [("random", PASSIVE), (PASSIVE, "random")]
    assert ladder.read(file) == games
    ladder.match(rules, "random", PASSIVE, args, games, file, None)
    assert len(games) == 2
    page.write_text(
        "# Opponents\n\nbefore\n\n<!-- ladder anzio campaign -->\nold\n<!-- end of ladder -->\nafter\n"
    )
    ladder.into(page, "anzio campaign", ladder.told(rules, games))
    text = page.read_text()
    assert "| `random` v `passive` | 1 |" in text
    assert "old" not in text
    assert text.startswith("# Opponents\n\nbefore\n")
    assert text.endswith("-->\nafter\n")


def test_a_decided_match_ends_but_not_before_the_pairs_that_were_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def won(fixture: Fixture, mark: str) -> Played:
        side = SIDES[fixture.players.index("staff")]
        return replace(game(("", ""), fixture.number, side), players=fixture.players, seed="t")

    monkeypatch.setattr(ladder, "play", won)
    rules = grognard.new("anzio", seed=0).rules
    games: list[Played] = []
    for least, played in ((3, 3), (5, 5), (9, 6)):
        args = argparse.Namespace(pairs=6, least=least, seed="t", side=None)
        ladder.match(rules, "staff", "random", args, games, tmp_path / "ladder.jsonl", None)
        assert len(games) == 2 * played


def test_the_gauge_may_be_taken_from_one_side(tmp_path: Path) -> None:
    rules = grognard.new("anzio", seed=0).rules
    args = argparse.Namespace(pairs=1, least=3, seed="t", side="german")
    games: list[Played] = []
    ladder.match(rules, "random", PASSIVE, args, games, tmp_path / "ladder.jsonl", None)
    assert [g.players for g in games] == [(PASSIVE, "random")]
    row = next(line for line in ladder.told(rules, games).splitlines() if "`random`" in line)
    assert "| 0 |" in row
    assert "of 1" in row
    assert "nan" not in row


def test_a_line_that_was_cut_off_is_played_again_and_games_of_other_bots_do_not_count(
    tmp_path: Path,
) -> None:
    file = tmp_path / "ladder.jsonl"
    whole = [game(("random", "staff"), n, None) for n in range(2)]
    now = [replace(each, hand=bots.digest("anzio")) for each in whole]
    lines = [json.dumps(asdict(each)) for each in (*whole, *now)]
    file.write_text("\n".join(lines) + "\n" + lines[0][:40])
    assert ladder.read(file) == [*whole, *now]
    assert file.read_text() == "\n".join(lines) + "\n"
    told = ladder.told(grognard.new("anzio", seed=0).rules, now, others=2)
    assert "2 games of earlier bots are not counted." in told


def test_the_digest_of_bots_tells_games_apart() -> None:
    assert bots.digest("anzio") == bots.digest("anzio") != bots.digest("salerno43")


def test_an_unknown_player_is_refused() -> None:
    with pytest.raises(StudyError, match="anzio has no bot nobody; there are: random"):
        ladder._pool("nobody,staff", "anzio")
