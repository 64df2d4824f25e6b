"""The other side decides in the middle of a move, and the rest of it costs something else."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.engine.screen import March, Screen, in_the_box

import grognard
from grognard.engine.entries import Played
from grognard.engine.game import Game
from grognard.engine.words import IllegalAction
from grognard.table.room import Room
from grognard.table.steps import step_in, step_out


@pytest.fixture(autouse=True)
def box() -> Iterator[None]:
    with in_the_box():
        yield


def met(order: str = "move COLUMN 0202 0302") -> Game[March]:
    """The column has come next to the car, whose player is asked."""
    game = Game(Screen(), seed="1")
    game.play(order)
    assert (game.side, game.state.left) == ("blue", 3)
    return game


def costs(game: Game[March]) -> dict[str, int]:
    return {label: int(way.cost) for label, way in game.reach("COLUMN").items()}


def test_an_order_ends_where_the_other_is_asked_and_says_so() -> None:
    game = Game(Screen(), seed="1")
    events = game.play("move COLUMN 0202 0302 0403 0503")
    assert [str(e) for e in events][-1] == (
        "the rest of the order was dropped: "
        "the blue player answers first; then give the rest of the order again: 0403 0503 [1.3]"
    )
    assert [a.text for a in game.legal_actions] == ["back 0502", "back 0503", "back 0403", "stay"]


def test_the_answer_changes_what_the_rest_costs() -> None:
    game = met()
    assert costs(game) == {"0301": 1, "0401": 2, "0303": 2, "0202": 1, "0201": 1}
    game.play("back 0502")
    assert game.side == "red"
    assert costs(game) == {"0301": 1, "0401": 2, "0402": 2, "0303": 1, "0202": 1, "0201": 1}
    assert game.legal_actions.why_not("to 0303 to 0403 to 0303") is None
    stayed = met()
    stayed.play("stay")
    assert str(stayed.legal_actions.why_not("to 0402")) == (
        "0402 is not a free hex next to the column [1.2]"
    )
    stayed.play("to 0303")
    stayed.play("stay")
    assert str(stayed.legal_actions.why_not("to 0403")) == "0403 costs 2, 1 left [1.2]"


def test_the_order_in_hand_is_the_movers_alone() -> None:
    game = met()
    game.play("back 0502")
    assert game.pending == "move COLUMN to 0202 to 0302"
    assert game.seen_by("blue").pending == game.pending


def test_undo_goes_back_through_the_interrupt_choice_by_choice() -> None:
    game = met()
    before = game.position
    game.play("back 0502")
    game.play("to 0301")
    assert [game.undo().text for _ in range(2)] == ["to 0301", "back 0502"]
    assert (game.side, game.position) == ("blue", before)
    assert game.undo().text == "to 0302"
    assert (game.side, game.state.left) == ("red", 5)


def test_the_record_tells_it_line_by_line() -> None:
    game = met()
    game.play("back 0502")
    game.play("to 0402 0503")
    lines = game.record.splitlines()
    at = lines.index("")
    assert lines[at + 1 : -1] == [
        "red move COLUMN to 0202 to 0302",
        "blue back 0502",
        "red to 0402",
    ]
    assert grognard.load(game.record).position == game.position
    assert game.position.splitlines()[-3:] == [
        "then red move COLUMN to 0202 to 0302",
        "then blue back 0502",
        "then red to 0402",
    ]


@pytest.mark.parametrize("seed", range(10))
def test_every_moment_is_saved_cloned_and_returned_to(seed: int) -> None:
    game, rng = grognard.new("screen", seed=seed), random.Random(seed)
    moments = []
    while (ask := game.decision) is not None:
        again = grognard.load(game.position, seed=0)
        assert (again.side, list(again.legal_actions)) == (game.side, list(ask.actions))
        assert again.reach("COLUMN") == game.reach("COLUMN")
        moments.append((len(game.trail), game.state.copy(), [a.text for a in ask.actions]))
        game.play(rng.choice(ask.actions))
    for length, state, actions in moments:
        back = game.copy(length)
        assert (back.state, [a.text for a in back.legal_actions]) == (state, actions)
    assert grognard.load(game.record).record == game.record
    while any(isinstance(entry, Played) for entry in game.trail):
        game.undo()
    assert game.state == game.rules.start()


def test_the_table_copes() -> None:
    base = grognard.new("screen", seed=1).record
    room, steps = Room(base), []
    step, dropped = room.order("move COLUMN 0202 0302 0403", "red")
    steps.append(step)
    assert dropped is not None
    assert room.game.side == "blue"
    back = room.take_back(["red"])
    assert back is not None
    assert back.free, "nobody has answered yet"
    steps.append(room.order("back 0502", "blue")[0])
    back = room.take_back(["red"])
    assert back is not None
    assert not back.free, "the other has decided since"
    with pytest.raises(IllegalAction, match="not the blue player's"):
        room.order("to 0301", "blue")
    steps.append(room.order("to 0301", "red")[0])
    again = Room(base, [step_in(step_out(step)) for step in steps])
    assert again.game.position == room.game.position
    assert again.rows == room.rows
    assert [row.side for row in room.rows if row.event.kind == "move"] == ["red"] * 2 + [
        "blue",
        "red",
    ]
    steps.append(room.undo(back.start, "red"))
    assert room.game.side == "red"
    assert room.length == 0
    assert Room(base, steps).game.position == room.game.position
