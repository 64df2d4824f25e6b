"""What a seat may know of a game with secrets, and what it costs to look."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.engine.fog import Fog, FogOfWar, in_the_box
from tests.engine.stones import Stones

import grognard
from grognard.engine.decision import REVEAL
from grognard.engine.entries import Skip
from grognard.engine.game import Game
from grognard.engine.sight import SPECTATOR
from grognard.engine.words import IllegalAction

SEATS = ("blue", "red", SPECTATOR)
LAID = ("first LION", "first MOUSE", "mine 0303")


@pytest.fixture(autouse=True)
def box() -> Iterator[None]:
    with in_the_box():
        yield


def laid(*orders: str) -> Game[Fog]:
    game = Game(FogOfWar(), seed="1")
    for order in (*LAID, *orders):
        game.play(order)
    return game


def heard(game: Game[Fog], seat: str, *orders: str) -> list[str]:
    """What a seat is told of what these orders do."""
    events = [event for order in orders for event in game.play(order)]
    told = (game.seen_by(seat).told(event) for event in events)
    return [str(event) for event in told if event is not None]


def test_a_seat_sees_its_own_counters_and_blanks() -> None:
    game = laid()
    names = {seat: [p.id for p in game.rules.pieces(game.seen_by(seat).state)] for seat in SEATS}
    assert names == {
        "blue": ["LION", "HARE", "red-1", "red-2"],
        "red": ["blue-1", "blue-2", "MOUSE", "WOLF"],
        SPECTATOR: ["blue-1", "blue-2", "red-1", "red-2"],
    }
    mines = {seat: (game.seen_by(seat).state.mine, game.seen_by(seat).state.dud) for seat in SEATS}
    assert mines == {"blue": ("?", "?"), "red": ("0303", "?"), SPECTATOR: ("?", "?")}
    assert game.state.who == ["LION", "HARE", "MOUSE", "WOLF"]


def test_a_secret_question_is_read_by_its_side_alone() -> None:
    game = Game(FogOfWar(), seed="1")
    assert str(game.seen_by("blue").prompt) == "which counter lies in 0101?"
    for seat in ("red", SPECTATOR):
        assert str(game.seen_by(seat).prompt) == "the counters are laid face down"
    game = laid("move LION")
    assert game.seen_by("blue").pending == game.pending == "move LION"
    assert game.seen_by("red").pending == ""


def test_events_for_some_and_events_for_the_others() -> None:
    one, two, three = (laid() for _ in SEATS)
    order = "move LION 0201"
    assert heard(one, "blue", order) == ["LION moves from 0101 to 0201 [2.1]"]
    for game, seat in ((two, "red"), (three, SPECTATOR)):
        assert heard(game, seat, order) == ["a counter moves from 0101 to 0201 [2.1]"]


def test_a_secret_die_is_seen_by_nobody() -> None:
    game = Game(FogOfWar(), seed="1")
    for order in LAID[:2]:
        game.play(order)
    told = {seat: heard(game.copy(), seat, LAID[2]) for seat in SEATS}
    assert told["red"] == ["the mine lies at 0303 [1.2]"]
    assert told["blue"] == told[SPECTATOR] == ["red has noted something [1.2]"]
    assert [str(e) for e in game.play(LAID[2])][-1].startswith("red roll")
    assert not any(game.seen_by(seat).knows(game.rolls[0]) for seat in SEATS)


def test_a_position_told_in_the_middle_of_a_secret_is_refused() -> None:
    game = laid("move LION")
    assert game.seen_by("blue").position.endswith("then blue move LION\n")
    for seat in ("red", SPECTATOR):
        with pytest.raises(IllegalAction, match="in the middle of a secret"):
            _ = game.seen_by(seat).position
    game.play("to 0201")
    assert "LION" not in game.seen_by("red").position


@pytest.mark.parametrize("seed", range(12))
def test_what_a_side_may_know_is_enough_to_ask_it_the_same(seed: int) -> None:
    """A bot that is given only this plays the same game; and what it reads are no secrets."""
    rng = Random(seed)
    game = grognard.new("fog", seed=seed)
    for _ in range(200):
        ask = game.decision
        if ask is None:
            break
        sight = game.seen_by(ask.side)
        again = grognard.load(sight.position, seed=0)
        assert again.decision is not None
        assert [a.text for a in again.legal_actions] == [a.text for a in ask.actions]
        assert (again.side, str(again.decision.prompt)) == (ask.side, str(ask.prompt))
        hidden = [n for n, up in enumerate(game.state.up) if not up and game.state.who[n]]
        for seat in SEATS:
            text = "\n".join(game.rules.write(game.seen_by(seat).state))
            theirs = [n for n in hidden if seat != ("blue", "red")[n // 2]]
            assert not any(game.state.who[n] in text for n in theirs)
        game.play(rng.choice(ask.actions))
    assert game.outcome is not None
    assert game.seen_by("blue").position == game.position
    assert grognard.verify(game.record) == []
    assert grognard.load(game.record).trail == game.trail


def meeting() -> Game[Fog]:
    """Red is about to meet blue in 0301."""
    game = laid()
    for order in ("move LION 0201", "move WOLF 0402", "move LION 0301"):
        game.play(order)
    assert not any(game.state.up)
    return game


def test_a_reveal_is_not_taken_back_freely() -> None:
    game = meeting()
    game.play("move WOLF")
    to = next(a for a in game.legal_actions if a.word == "0401")
    before = game.copy()
    assert REVEAL in [event.kind for event in game.play(to)]
    assert game.state.up == [True, False, False, True]
    with pytest.raises(IllegalAction, match="revealed"):
        game.undo()
    with pytest.raises(IllegalAction, match="revealed"):
        game.copy().undo()
    assert game.undo(force=True) == to
    assert game.state.up == [False] * 4
    assert game.trail[-1] == Skip(game.state.die), "the record says so"
    assert before.undo().text == "move WOLF", "what comes before it is"
    assert grognard.load(game.record).position == game.position


def test_a_game_looked_at_before_a_reveal_knows_nothing_of_it() -> None:
    game = meeting()
    game.play("move WOLF")
    length = len(game.trail)
    game.play("0401")
    earlier = game.copy(length)
    away = next(a for a in earlier.legal_actions if a.word != "0401")
    assert REVEAL not in [event.kind for event in earlier.play(away)]
    assert earlier.undo() == away, "nothing has been shown on this way"


def test_what_was_shown_before_a_stored_situation_is_not_taken_back_freely() -> None:
    game = meeting()
    base, since = game.checkpoint()
    at = len(game.trail) - len(since)
    stored = Game.resumed(game.rules, game.trail, at, base.copy())
    assert stored.state == game.state
    assert stored.revealed_since(at - 1), "nobody has looked: it may have been"
    assert not stored.revealed_since(at)
    with pytest.raises(IllegalAction, match="revealed"):
        stored.undo()


def test_what_is_at_stake_is_read_with_the_question() -> None:
    game = laid("move LION")
    stakes = {seat: game.seen_by(seat).stakes for seat in SEATS}
    assert [seat for seat, ledger in stakes.items() if ledger is not None] == ["blue"]
    game = meeting()
    game.play("move WOLF 0401")
    for seat in SEATS:
        ledger = game.seen_by(seat).stakes
        assert ledger is not None
        assert "LION defends" in str(ledger)


def test_an_order_goes_as_far_as_the_reveal() -> None:
    """It is not undone whole: nobody finds out by orders that cannot be carried out."""
    game = meeting()
    orders = "move WOLF 0401 0501"
    assert game.legal_actions.why_not(orders) is None
    events = game.play(orders)
    assert [event.kind for event in events][-1] == "dropped"
    assert game.state.up == [True, False, False, True]
    with pytest.raises(IllegalAction):
        laid().play("move LION 0201 0301")
    assert laid().legal_actions.why_not("move LION 0201 0301") is not None


def test_the_end_reveals_everything() -> None:
    game = laid()
    while game.outcome is None:
        last = game.copy()
        game.play("pass")
    for seat in SEATS:
        assert game.seen_by(seat).state == game.state
        assert game.seen_by(seat).seat is None
    assert last.seen_by("blue").seat == "blue"
    with pytest.raises(IllegalAction, match="revealed"):
        game.undo()


def test_a_game_without_secrets_is_shown_as_it_is() -> None:
    game = Game(Stones(), seed="1")
    game.play("pile A")
    for seat in SEATS:
        sight = game.seen_by(seat)
        assert sight.seat is None
        assert sight.state is game.state
        assert (sight.position, sight.pending) == (game.position, game.pending)
        assert all(sight.knows(entry) for entry in game.trail)
