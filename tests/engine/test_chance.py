"""Chance is any finite draw: dice of any sort, handfuls, things from a cup; open and secret."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.cup import CUP, Cup, Table

from grognard.engine.chance import Throws, figures, truth
from grognard.engine.decision import Drawn, Rolled
from grognard.engine.dice import Dice
from grognard.engine.game import Game
from grognard.engine.record import (
    Heading,
    dice_used,
    faults,
    read_entries,
    write_entries,
    write_record,
)
from grognard.engine.words import Action, IllegalAction


def asked(*answers: str) -> Game[Table]:
    game = Game(Cup(), ask_dice=True)
    for answer in answers:
        game.play(answer)
    return game


def thrown(seed: str, order: str = "throw 4") -> Game[Table]:
    game = Game(Cup(), seed=seed)
    while game.decision is not None:
        game.play(order)
    return game


def test_a_handful_is_one_event_and_one_entry() -> None:
    game = asked("draw red", "draw blue", "throw 4")
    (event,) = game.play("roll 3 6 6 1")
    assert str(event) == "blue roll for the sixes: 3 6 6 1 [1.4]"
    assert event.facts["dice"] == [3, 6, 6, 1]
    last = game.trail[-1]
    assert isinstance(last, Rolled)
    assert (last.number, last.shown, last.faces) == (2, (3, 6, 6, 1), 6)
    assert game.state.score == [0, 2]
    assert game.state.die == 6
    assert asked("draw red", "draw blue", "throw 4", "roll 3,6,6,1").trail == game.trail


def test_a_single_die_of_a_handful_is_a_die() -> None:
    game = asked("draw red", "draw blue", "throw 1", "roll 6")
    assert game.state.score == [0, 1]
    assert game.rolls[-1].shown == (6,)


def test_a_thing_is_drawn_by_its_name() -> None:
    game = asked("draw blue")
    (event,) = game.play("draw night raid")
    assert str(event) == "drawn for the turn: Night Raid [1.2]"
    assert (str(event.facts["thing"]), event.facts["place"]) == ("Night Raid", 4)
    assert game.trail[-1] == Drawn(1, 4, 4, "Night Raid", "1.2", "the turn", "red")
    assert game.state.cup == list(CUP[:3])
    assert [a.text for a in game.legal_actions] == ["roll 1", "roll 2", "roll 3"]
    game.play("roll 3")
    assert game.side == "blue"


def test_several_answers_in_one_order_are_taken_whole_or_not_at_all() -> None:
    game = asked("draw red")
    with pytest.raises(IllegalAction, match="not a throw of a die with 3 faces"):
        game.play("draw night raid roll 4")
    assert len(game.trail) == 1
    game.play("draw night raid roll 1")
    assert len(game.trail) == 3


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("roll 1 2 3", "'roll 1 2 3' is not a throw of 4 dice with 6 faces: say 'roll 1,1,1,1'"),
        ("roll 1 2 3 7", "not a throw of 4 dice"),
        ("roll 1,2,3,4,5", "not a throw of 4 dice"),
        ("roll 1 2 3 4 5", "nothing more|not a throw|cannot be drawn"),
        ("roll", "not a throw of 4 dice"),
        ("draw red", "not a throw of 4 dice"),
        ("roll ² 1 1 1", "not a throw of 4 dice"),
        ("", "an empty order"),
    ],
)
def test_what_is_no_throw_is_refused_and_nothing_changes(answer: str, said: str) -> None:
    game = asked("draw red", "draw blue", "throw 4")
    before = list(game.trail)
    with pytest.raises(IllegalAction, match=said):
        game.play(answer)
    assert list(game.trail) == before
    assert isinstance(game.legal_actions.why_not(answer), IllegalAction)


def test_what_is_not_in_the_cup_is_refused() -> None:
    with pytest.raises(IllegalAction, match="'draw Green' cannot be drawn; what can: Red, Blue, N"):
        asked("draw red").play("draw Green")


def test_the_throws_of_a_handful_are_never_made_all_at_once() -> None:
    game = asked("draw red", "draw blue", "throw 40")
    ask = game.decision
    assert ask is not None
    throw = Action("roll", ",".join("6" * 40))
    assert throw in ask.actions
    assert ask.actions[-1] == throw
    assert Action("roll", ",".join("7" * 40)) not in ask.actions
    assert game.legal_actions.why_not(throw) is None
    assert "40 dice" in repr(ask)
    assert repr(game.legal_actions)
    game.play(throw)
    assert game.state.score == [0, 40]


def test_throws_are_a_sequence() -> None:
    throws = Throws(3, 2)
    assert [a.word for a in throws] == [
        "1,1",
        "1,2",
        "1,3",
        "2,1",
        "2,2",
        "2,3",
        "3,1",
        "3,2",
        "3,3",
    ]
    assert [throws.index(a) for a in throws] == list(range(9))
    assert throws[-1] == throws[8]
    assert [a.word for a in throws[3:5]] == ["2,1", "2,2"]
    with pytest.raises(IndexError):
        throws[9]
    with pytest.raises(ValueError, match="no throw"):
        throws.index(Action("roll", "4,1"))


@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_every_line_is_read_back_and_proven(seed: str) -> None:
    game = thrown(seed)
    lines = write_entries(game.trail)
    again = [entry for _, entry in read_entries(enumerate(lines), game.rules.seats, "text")]
    assert write_entries(again) == lines
    replayed = asked()
    replayed.replay(again)
    assert replayed.state == game.state
    assert list(replayed.trail) == list(game.trail)
    assert dice_used(game.trail) == game.state.die, "taken up elsewhere, no die falls twice"
    dice = Dice(seed)
    fell = [entry for entry in game.trail if isinstance(entry, (Rolled, Drawn))]
    assert all(figures(entry) == truth(entry, dice) for entry in fell)
    assert any(figures(entry) != truth(entry, Dice("other")) for entry in fell)


def test_a_marker_that_the_seed_did_not_draw_is_found_by_the_proof() -> None:
    game = thrown("a")
    heading = Heading(write_record(game), "text")
    assert faults(game, heading) == []
    true = game.trail[0]
    assert isinstance(true, Drawn)
    wrong = asked(f"draw {'blue' if true.thing == 'red' else 'red'}")
    assert [str(fault)[:5] for fault in faults(wrong, heading)] == ["die 0"]


def test_the_lines_of_a_record() -> None:
    game = asked("draw blue", "draw night raid", "roll 2", "throw 2", "roll 6 5")
    assert write_entries(game.trail) == [
        "draw 0: blue, 2 of 2 [1.1 red] the favour",
        "draw 1: Night Raid, 4 of 4 [1.2 red] the turn",
        "die 2: 2 of 3 [1.3 blue] the raid",
        "red throw 2",
        "dice 3-4: 6 5 of 6 [1.4 red] the sixes",
    ]


def test_two_things_that_read_the_same_are_told_apart_by_their_place() -> None:
    game = thrown("a")
    entry = Drawn(1, 3, 4, "Red", "1.2", "the turn", "red")
    one = asked("draw red")
    one.follow(entry)
    assert one.state.cup == ["Red", "Blue", "Night Raid"]
    assert one.trail[-1] == entry
    assert game.outcome is not None


@pytest.mark.parametrize(
    "entry",
    [
        Drawn(1, 5, 4, "Red", "1.2", "the turn", "red"),
        Drawn(1, 0, 4, "Red", "1.2", "the turn", "red"),
        Rolled(1, 1, 4, "1.2", "the turn", "red"),
    ],
)
def test_what_cannot_have_fallen_is_refused(entry: Drawn | Rolled) -> None:
    with pytest.raises(IllegalAction):
        asked("draw red").follow(entry)


def test_a_secret_draw_is_seen_by_nobody() -> None:
    game = Game(Cup(), seed="1")
    first = game.trail[0]
    assert isinstance(first, Drawn)
    assert first.secret
    for seat in ("red", "blue", "spectator"):
        sight = game.seen_by(seat)
        assert not sight.knows(first)
        assert sight.knows(game.trail[1])
        assert [sight.told(e) for e in game.opening_events if e.rule == "1.1"] == [None]


def test_undo_over_a_draw_needs_consent_and_draws_afresh() -> None:
    game = Game(Cup(), seed="1")
    game.play("throw 4")
    with pytest.raises(IllegalAction, match="thrown"):
        game.undo()
    die = game.state.die
    game.undo(force=True)
    game.play("throw 4")
    assert game.rolls[-1].number == die


def test_every_thing_is_equally_likely() -> None:
    drawn: Counter[int] = Counter()
    for seed in range(800):
        entry = Game(Cup(), seed=str(seed)).trail[1]
        assert isinstance(entry, Drawn)
        drawn[entry.place] += 1
    assert sorted(drawn) == [1, 2, 3, 4]
    assert all(150 < count < 250 for count in drawn.values())
