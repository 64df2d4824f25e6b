"""The report of a game: its figures against others, counted in other ways."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import grognard
from grognard.locale import translator
from grognard.table import report
from grognard.table.room import Room

from .players import before_battle, finished


def test_the_verdict_on_luck_is_exact() -> None:
    rng = Random(4)
    dice = []
    for _ in range(4):
        worth = [rng.randint(-2, 2) for _ in range(6)]
        dice.append((rng.choice(worth), worth))
    dice.append((1, [1] * 6))  # a die that changes nothing does not count
    verdict = report._verdict(dice)
    telling = [worth for _, worth in dice if len(set(worth)) > 1]
    totals = sorted(sum(faces) for faces in product(*telling))
    actual = sum(a for a, worth in dice if len(set(worth)) > 1)
    luckier = sum((t > actual) + 0.5 * (t == actual) for t in totals) / len(totals)
    assert verdict["actual"] == actual
    assert verdict["expected"] == pytest.approx(sum(totals) / len(totals), abs=0.01)
    assert verdict["luckier"] == pytest.approx(luckier, abs=1e-4)
    inside = sum(verdict["low"] <= t <= verdict["high"] for t in totals) / len(totals)
    assert inside >= 0.8


def test_no_dice_no_luck() -> None:
    verdict = report._verdict([])
    assert (verdict["rolls"], verdict["actual"], verdict["luckier"]) == (0, 0, 0.5)


def test_a_die_is_worth_the_steps_it_costs() -> None:
    """Every face of a battle's die, played out by hand."""
    game = grognard.load(before_battle(), seed=1)
    attack = f"attack {game.legal_actions[0].word}"
    trial = game.copy()
    trial.play(attack)
    attack += f" from {trial.legal_actions[0].word}"
    trial.play(trial.legal_actions[0])
    ledger = trial.odds(trial.pending)
    by_hand = {"-": 0, "AL": -1, "DL": 1, "AR": 0, "DR": 0}
    trial.play("go")
    room = Room(trial.record)
    index = next(i for i, entry in enumerate(trial.trail) if hasattr(entry, "face"))
    walker, roll = room.at(index), trial.rolls[0]
    for face, code in ledger.table:
        if code in by_hand:
            worth = report._worths(walker, roll, trial.trail, index)[0][face - 1]
            assert worth == by_hand[code] or "R" in code, (face, code)


def test_losses_of_a_first_turn_count_also_those_of_a_landing() -> None:
    """D-Day: who went ashore was in no hex before, and nothing was before the first turn."""
    game = grognard.new("normandy44", seed="landing")
    rng = Random(1)
    while game.phase == "invasion":
        game.play(rng.choice(game.legal_actions))
    pieces = {piece.id: piece for piece in game.rules.pieces(game.state)}
    lost = {side: [0, 0] for side in game.rules.sides}
    begun = Room(game.record).at(0)
    for old in begun.rules.pieces(begun.state):
        new = pieces.get(old.id)
        if new is None or new.hex == "eliminated":
            lost[old.side][0] += 1
        elif new.steps[0] < old.steps[0]:
            lost[old.side][1] += 1
    losses = report.figures(game.record)["losses"]
    for side, (gone, reduced) in lost.items():
        told = [sum(turn[what] for turn in losses[side]) for what in ("eliminated", "reduced")]
        assert told == [gone, reduced]
    assert lost["german"][0]
    assert lost["allied"][1]


def test_losses_and_dice_add_up() -> None:
    room = Room(finished())
    data = report.figures(finished())
    pieces = room.rules.pieces(room.game.state)
    for side in room.rules.sides:
        gone = [p.name for p in pieces if p.side == side and p.hex == "eliminated"]
        lost = [name for turn in data["losses"][side] for name in turn["units"]]
        assert sorted(lost) == sorted(gone)
        rolled = [r.face for r in room.game.rolls if r.side == side]
        assert data["dice"][side]["rolls"] == len(rolled)
        assert sum(data["dice"][side]["faces"].values()) == len(rolled)
    assert data["turns"] == list(range(room.game.turn + 1))


def test_the_front_is_where_the_sides_meet() -> None:
    room = Room(finished())
    board, grid = room.rules.board, room.rules.board.grid
    last = report.figures(finished())["front"][-1]
    where = {
        side: {p.hex for p in room.rules.pieces(room.game.state) if p.side == side}
        & set(board.labels(sum(1 << h for h in board.hexes)))
        for side in room.rules.sides
    }
    for side, other in (("allied", "german"), ("german", "allied")):
        near = {
            own
            for own in where[side]
            for foe in where[other]
            if grid.within(board.index(foe), 2) >> board.index(own) & 1
        }
        assert set(last["hexes"][side]) == near


def test_the_report_is_told_in_every_language() -> None:
    room = Room(finished())
    data = report.figures(finished())
    told = {
        lang: report.told(data, room.rules, room.game.outcome, translator(lang))["text"]
        for lang in ("en", "xx")
    }
    assert told["en"] == told["xx"]
    assert any("against expectation" in text for text in told["en"])


def test_a_finished_game_tells_who_was_ahead_and_what_turned_it() -> None:
    """The last moment is settled; the swings are the largest, each of a battle with its dice."""
    found = report.figures(finished())
    line, swings = found["advantage"], found["swings"]
    won = grognard.load(finished()).outcome
    assert won is not None
    assert won.winner is None, "a draw"
    assert line[-1]["score"] == {"allied": 0.5, "german": 0.5}
    assert [row["at"] for row in line] == sorted({row["at"] for row in line})
    assert len(swings) == 3
    gains = [swing["gain"] for swing in swings]
    assert gains == sorted(gains, reverse=True)
    told = report.told(found, grognard.load(finished()).rules, won, translator("en"))["swings"]
    assert all("die" in swing["text"] for swing in told)


def test_before_the_end_nobody_is_told_who_is_ahead() -> None:
    game = grognard.new("anzio", seed=11)
    game.play("default")
    found = report.figures(game.record)
    assert found["advantage"] == found["swings"] == []


def test_luck_by_turn_ends_where_the_verdict_stands() -> None:
    found = report.figures(finished())
    for row in found["luck"].values():
        if not row["rolls"]:
            continue
        turns = [each["turn"] for each in row["course"]]
        assert turns == sorted(set(turns))
        total = row["actual"] - row["expected"]
        assert row["course"][-1]["gained"] == pytest.approx(total, abs=0.05)
