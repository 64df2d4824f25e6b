"""A game that its players end before the rules do."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.entries import Ended
from grognard.engine.words import IllegalAction


def _begun() -> grognard.Game:
    game = grognard.new("anzio", seed="7")
    game.play("default")
    game.play("default")
    return game


def test_who_resigns_has_lost() -> None:
    game = _begun()
    before = game.position
    (told,) = game.resign("german")
    assert str(told.say) == "the german player resigns"
    assert game.outcome is not None
    assert game.outcome.winner == "allied"
    assert game.decision is None
    assert game.side is None
    assert list(game.legal_actions) == []
    with pytest.raises(IllegalAction, match="the game is over"):
        game.play("done")
    with pytest.raises(IllegalAction, match="the game is over"):
        game.resign("allied")
    with pytest.raises(IllegalAction, match="the game is over"):
        game.undo(force=True)
    assert game.copy(len(game.trail) - 1).position == before, "the moment before can be looked at"


@pytest.mark.parametrize(
    ("ended", "line"),
    [
        (Ended("allied", "german"), "resigned german"),
        (Ended("allied", "german", late=True), "overstepped german"),
        (Ended("german"), "agreed german"),
        (Ended(None), "agreed draw"),
    ],
)
def test_the_record_says_how_it_was_ended(ended: Ended, line: str) -> None:
    game = _begun()
    game.follow(ended)
    assert f"\n{line}\n" in game.record
    again = grognard.load(game.record)
    assert list(again.trail) == list(game.trail)
    assert again.outcome == game.outcome
    assert grognard.verify(game.record) == []


@pytest.mark.parametrize("line", ["resigned spectator", "agreed french", "agreed", "resigned"])
def test_a_line_that_ends_nothing_is_refused(line: str) -> None:
    game = _begun()
    game.agree(None)
    with pytest.raises(grognard.DataError):
        grognard.load(game.record.replace("agreed draw", line))


def test_a_draw_must_be_between_the_sides_of_the_game() -> None:
    game = _begun()
    with pytest.raises(IllegalAction, match="no side french"):
        game.agree("french")
    assert game.outcome is None
    assert game.decision is not None
