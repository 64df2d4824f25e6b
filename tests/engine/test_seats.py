"""Seats are not sides: three players, two of them allies, through engine, record, bots, lab and picture."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from tests.engine.trio import Trio, in_the_box

import grognard
from grognard import bots
from grognard.engine.entries import Played
from grognard.engine.words import IllegalAction
from grognard.lab import report as study_report
from grognard.lab.batch import Results, Study, StudyError, play_one


@pytest.fixture(autouse=True)
def box() -> Iterator[None]:
    with in_the_box():
        yield


def near(dice: str = "asked") -> grognard.Game:
    """The axis is next to both allies, and is to move."""
    text = (
        "grognard position 1\ngame trio\nscenario bridge\n"
        "turn 2 2 0\nat 0101 0102 0201\nsteps 2 2 2\n"
    )
    return grognard.load(text, dice=dice, seed=1)


def test_the_seats_follow_from_the_options() -> None:
    assert dict(grognard.new("trio").rules.seats) == {
        "british": "allied",
        "american": "allied",
        "axis": "axis",
    }
    two = grognard.new("trio", options=["two"])
    assert dict(two.rules.seats) == {"allied": "allied", "axis": "axis"}
    assert two.side == "allied"
    anzio = grognard.new("anzio").rules
    assert tuple(anzio.seats) == anzio.sides


def test_a_question_goes_to_a_seat() -> None:
    game = grognard.new("trio", seed=1)
    asked = []
    for _ in range(3):
        asked.append(game.side)
        game.play("pass")
    assert asked == ["british", "american", "axis"]
    with pytest.raises(
        IllegalAction, match="the decision is the british player's, not the american player's"
    ):
        game.play("pass", "american")
    with pytest.raises(IllegalAction, match="not the axis player's"):
        game.play("pass", "axis")
    game.play("pass", "allied")  # whoever orders for a side orders for its seats
    assert game.side == "american"


def test_done_alone_is_understood_where_pass_is_asked_for() -> None:
    """It was refused; in the middle of an order it would answer a question that nobody has seen yet."""
    game = grognard.new("trio", seed=1)
    game.play("done")
    assert game.side == "american"
    with pytest.raises(IllegalAction):
        game.play("done done")
    with pytest.raises(IllegalAction):
        game.play("to done")


def test_the_ally_is_asked_in_the_middle_of_the_enemys_shot() -> None:
    game = near()
    game.play("shoot FOX")
    game.play("roll 5")
    assert game.side == "american"
    game.play("take", "american")
    assert game.state.steps == [2, 1, 2]
    assert [e.side for e in game.trail if isinstance(e, Played)] == ["axis", "american"]
    assert game.undo() == grognard.Action("take")
    assert game.side == "american"


def test_an_alliance_wins_as_one() -> None:
    game = grognard.new("trio", dice="asked")
    for order in ("to 0201", "pass", "pass", "to 0302"):
        game.play(order)
    assert game.outcome is not None
    assert game.outcome.winner == "allied"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("options", [(), ("two",)])
def test_random_plays_any_number_of_seats(seed: int, options: tuple[str, ...]) -> None:
    game = grognard.new("trio", seed=seed, options=options, players={"axis": "Rommel"})
    seats = {seat: bots.make("random", "trio") for seat in game.rules.seats}
    bots.play(game, seats, random.Random(seed))
    assert game.outcome is not None
    again = grognard.load(game.record)
    assert (again.record, again.players) == (game.record, {"axis": "Rommel"})
    assert grognard.verify(game.record) == []
    for length in range(0, len(game.trail), 5):
        back = game.copy(length)
        assert grognard.load(back.position, dice="asked").side == game.copy(length).side


def test_the_laboratory_seats_any_number() -> None:
    study = Study("trio", ("random",), games=6)
    study.check()
    rows = tuple(play_one(study, n) for n in range(6))
    found = study_report.summary(Results(study, rows))
    assert found["study"]["bots"] == dict.fromkeys(["british", "american", "axis"], "random")
    assert [each["winner"] for each in found["outcomes"]] == ["allied", "axis", None]
    assert sum(each["games"] for each in found["outcomes"]) == 6
    assert set(found["luck"]["sides"]) == {"allied", "axis"}
    Study("trio", ("random",) * 2, options=("two",)).check()
    with pytest.raises(StudyError, match="trio needs 3 bots, one for each of british, american"):
        Study("trio", ("random", "random")).check()


def test_a_picture_of_three_seats() -> None:
    game = near()
    svg = game.svg()
    assert all(unit in svg for unit in ("FOX", "OWL", "BEAR"))
    assert isinstance(game.rules, Trio)
