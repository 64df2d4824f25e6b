"""What a procedure has worked out is known when the same choices are repeated."""

from __future__ import annotations

import random

import pytest
from tests.engine.stones import TAKE, Piles, Stones

import grognard
from grognard.engine.decision import Ask, Outcome, Procedure
from grognard.engine.entries import Played
from grognard.engine.game import Game
from grognard.engine.words import Action, Say

CALLED_OFF = Action("cancel", role="calls off")
worked: list[str] = []


def _work(s: Piles, what: str) -> tuple[int, ...]:
    worked.append(what)
    return tuple(range(1, 4))


def play(s: Piles) -> Procedure:
    """Stones are taken twice from the first pile, as many as were worked out."""
    while s.outcome is None:
        first = s.offers(lambda: [TAKE[n] for n in _work(s, "top")])
        choice = yield Ask("red", "take", "1.1", Say("how many?"), first, top=True)
        taken = 0
        for _ in range(2):
            open_ = s.once(lambda: _work(s, "more"))
            answers = [*(TAKE[n] for n in open_), CALLED_OFF]
            more = yield Ask("red", "more", "1.2", Say("how many more?"), answers)
            if more is CALLED_OFF:
                break
            taken += choice.value + more.value
        s.piles[0] += taken
        s.turn += more is not CALLED_OFF
        if s.turn > 20:
            s.outcome = Outcome("red", "1.5", Say("enough"))


class Counted(Stones):
    def procedure(self, state: Piles) -> Procedure:
        return play(state)


@pytest.fixture
def game() -> Game[Piles]:
    worked.clear()
    return Game(Counted(), ask_dice=True)


def test_going_back_works_nothing_out_again(game: Game[Piles]) -> None:
    for order in ("take 1", "take 2", "take 3", "take 1", "take 1"):
        game.play(order)
    worked.clear()
    game.undo()
    game.undo()
    assert worked == []
    assert game.state.piles[0] == 4 + 1 + 2 + 1 + 3
    game.undo()
    game.undo()
    assert worked == []
    assert [a.text for a in game.decision.actions] == ["take 1", "take 2", "take 3", "cancel"]  # type: ignore[union-attr]


def test_what_is_chosen_instead_is_worked_out(game: Game[Piles]) -> None:
    for order in ("take 1", "take 2", "take 3"):
        game.play(order)
    game.undo()
    worked.clear()
    game.play("take 1")
    assert worked == ["top"]
    assert game.state.piles[0] == 4 + 1 + 2 + 1 + 1


def test_copies_go_their_own_ways(game: Game[Piles]) -> None:
    game.play("take 1")
    other = game.copy()
    game.play("take 2")
    game.undo()
    game.play("take 3")
    other.play("take 1")
    third = other.copy()
    other.play("take 1")
    third.play("take 2")
    assert (other.state.piles[0], third.state.piles[0]) == (4 + 2 + 2, 4 + 2 + 3)
    game.play("take 3")
    assert game.state.piles[0] == 4 + 4 + 4


def test_what_was_called_off_is_forgotten(game: Game[Piles]) -> None:
    game.play("take 1")
    game.play("take 2")
    game.play("cancel")
    length = len(game.trail)
    game.play("take 2")
    game.play("take 2")
    game.undo()
    game.undo()
    assert len(game.trail) == length
    assert game.copy().state == game.state


def test_what_was_called_off_too_late_stays_in_the_trail(game: Game[Piles]) -> None:
    """The stones of the first helping are on the pile: only a call-off without a trace leaves none."""
    for order in ("take 1", "take 2", "cancel"):
        game.play(order)
    assert [str(entry.action) for entry in game.trail if isinstance(entry, Played)] == [
        "take 1",
        "take 2",
        "cancel",
    ]
    assert game.copy().state.piles[0] == game.state.piles[0] == 4 + 3


@pytest.mark.parametrize("name", grognard.games())
def test_a_game_taken_back_everywhere_is_the_game(name: str) -> None:
    """Choices taken back and made again, and the same moments begun from the record."""
    rng = random.Random(name)
    game = grognard.new(name, seed="once", dice="asked")
    plain = grognard.new(name, seed="once", dice="asked")
    for _ in range(400):
        ask = game.decision
        if ask is None:
            break
        game.play(rng.choice(ask.actions))
        for _ in range(rng.choice((0, 0, 0, 0, 1, 2))):
            if sum(isinstance(entry, Played) for entry in game.trail) > 1:
                game.undo(force=True)
    for entry in game.trail:
        plain.follow(entry)
    assert plain.state == game.state
    assert plain.copy().state == game.copy().state
    fresh = grognard.load(game.record)
    assert fresh.state == game.state
    assert fresh.decision is not None
    assert game.decision is not None
    assert fresh.decision.actions == game.decision.actions
