"""The one mechanism: the state at the last checkpoint and the choices since."""

from __future__ import annotations

import random

import pytest
from tests.engine.stones import Piles, Stones

from grognard.engine.decision import Rolled
from grognard.engine.entries import Played, Skip
from grognard.engine.game import Game
from grognard.engine.record import write_record
from grognard.engine.words import Action, IllegalAction


def new(**how) -> Game[Piles]:
    return Game(Stones(), **how)


def asked() -> Game[Piles]:
    return new(ask_dice=True)


def texts(g: Game[Piles]) -> list[str]:
    return [action.text for action in g.legal_actions]


def test_small_choices_one_by_one() -> None:
    g = asked()
    assert (g.side, texts(g)) == ("red", ["pile A", "pile B"])
    assert g.play("pile A") == []
    assert (g.side, texts(g)) == ("red", ["take 1", "take 2", "take 3"])
    events = g.play("take 2")
    assert [str(e) for e in events] == ["red takes 2 [1.2]"]
    assert (g.side, texts(g)) == ("dice", ["roll 1", "roll 2"])
    assert [str(e) for e in g.play("roll 2")] == ["red roll for the coin: 2 [1.3]"]
    assert (g.side, texts(g)) == ("blue", ["give", "keep"])
    g.play("give")
    assert (g.side, g.state.piles, g.turn) == ("blue", [3, 4], 2)


def test_an_order_of_several_choices() -> None:
    g = asked()
    g.play("pile a take 3")
    assert g.state.piles == [1, 4]
    g.play("roll 1")
    g.play("B")  # a word alone names the action if its verb is clear
    assert texts(g) == ["take 1", "take 2", "take 3"]


def test_what_is_taken_for_granted_and_what_is_expanded() -> None:
    g = asked()
    events = g.play("pile A pile B")  # take 1; then the die is awaited, and the order ends
    assert [e.kind for e in events] == ["taken", "dropped"]
    assert (g.side, g.state.piles) == ("dice", [3, 4])
    g.play("roll 1")
    g.play("done A")
    assert g.state.piles == [2, 4]


def test_after_a_die_the_rest_of_an_order_is_dropped_and_said_so() -> None:
    g = new(seed="1")
    events = g.play("done A A A A A A A A A")
    dropped = [e for e in events if e.kind == "dropped"]
    assert len(dropped) == 1
    assert g.rolls
    assert g.state.piles[0] == 4 - sum(e.kind == "taken" for e in events)


def test_a_die_that_has_fallen_is_not_undone_with_an_order_that_goes_too_far() -> None:
    """Also where the next question begins another player's turn: nobody throws again by asking too much."""
    for n in range(20):
        g = new(seed=str(n))
        g.play("pile A take 1 pile B")
        assert (len(g.rolls), g.state.piles) == (1, [3, 4])
        if g.decision is not None and g.decision.top:
            return
    raise AssertionError("the coin never left the turn to blue")


def test_an_order_may_not_end_where_it_is_unfinished() -> None:
    """A single choice may: the question stays. An order of several is done whole or not at all."""
    g = asked()
    g.play("pile A take 1")
    g.play("roll 2")
    with pytest.raises(IllegalAction) as refusal:
        g.play("keep pile B")
    assert refusal.value.rule == "1.2"
    assert (g.side, texts(g)) == ("blue", ["give", "keep"])
    g.play("keep")
    g.play("pile B")
    g.play("take 2")
    assert g.state.piles == [3, 2]


def test_refusals_name_the_rule_and_change_nothing() -> None:
    g = asked()
    for order, rule in (
        ("take 1", "1.1"),
        ("pile C", "1.1"),
        ("", ""),
        ("pile A take 4", "1.2"),
    ):
        with pytest.raises(IllegalAction) as refusal:
            g.play(order)
        assert refusal.value.rule == rule, order
        assert (g.state.piles, list(g.trail), texts(g)) == ([4, 4], [], ["pile A", "pile B"])
    with pytest.raises(IllegalAction, match="red") as wrong:
        g.play("pile A", side="blue")
    assert wrong.value.rule == "1.1"
    empty = Piles()
    empty.piles = [0, 4]
    with pytest.raises(IllegalAction, match="pile A is empty"):
        new(state=empty, ask_dice=True).play("pile A")


def test_events_come_once() -> None:
    g = new(seed="2")
    first = g.play("pile A take 1")
    assert any(e.kind == "taken" for e in first)
    again = g.play(g.legal_actions[0])
    assert not [e for e in again if e in first]


def whole(seed: str) -> Game[Piles]:
    g, chance = new(seed=seed), random.Random(seed)
    while g.decision is not None:
        g.play(chance.choice(g.legal_actions))
    return g


@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_every_moment_can_be_cloned_replayed_and_returned_to(seed: str) -> None:
    g, chance = new(seed=seed), random.Random(seed)
    moments: list[tuple[int, list[int], list[str]]] = []
    while g.decision is not None:
        moments.append((len(g.trail), list(g.state.piles), texts(g)))
        twin = g.copy()
        assert twin.state == g.state
        assert texts(twin) == texts(g)
        twin.play(chance.choice(twin.legal_actions))
        assert len(g.trail) == moments[-1][0]
        g.play(chance.choice(g.legal_actions))
    for length, piles, listed in moments:
        back = g.copy(length)
        assert (len(back.trail), back.state.piles, texts(back)) == (length, piles, listed)
    replayed = asked()
    replayed.replay(g.trail)
    assert replayed.state == g.state
    assert replayed.outcome == g.outcome


@pytest.mark.parametrize("seed", list("abcdefgh"))
def test_undo_all_the_way(seed: str) -> None:
    g = whole(seed)
    thrown = g.state.die
    played = [entry.action for entry in g.trail if isinstance(entry, Played)]
    while any(isinstance(entry, Played) for entry in g.trail):
        assert g.undo(force=True) == played.pop()
        assert g.decision is not None
    assert (g.state.piles, g.turn) == ([4, 4], 1)
    assert g.state.die == thrown  # no die falls twice
    assert [type(entry) for entry in g.trail] == [Skip]


def test_undo_without_force_stops_at_a_die() -> None:
    g = new(seed="3")
    g.play("pile A")
    assert g.undo() == Action("pile", "A")
    g.play("pile A take 1")
    with pytest.raises(IllegalAction, match="die"):
        g.undo()
    assert isinstance(g.trail[-1], Rolled)
    with pytest.raises(IllegalAction, match="nothing"):
        new(seed="3").undo()


def test_an_asked_die_taken_back_is_asked_again() -> None:
    g = asked()
    g.play("pile A take 1")
    g.play("roll 1")
    assert g.undo(force=True).text == "take 1"
    assert (g.state.die, texts(g)) == (0, ["take 1", "take 2", "take 3"])


@pytest.mark.parametrize(
    "entries",
    [
        [Played("blue", Action("pile", "A"))],
        [Played("red", Action("pile", "Z"))],
        [Played("red", Action("pile", "A")), Rolled(0, 1, 2, "1.3", "the coin", "red")],
        [
            Played("red", Action("pile", "A")),
            Played("red", Action("take", "1")),
            Rolled(0, 3, 2, "1.3", "the coin", "red"),
        ],
        [Skip(-1)],
    ],
)
def test_entries_that_do_not_fit_are_refused(entries) -> None:
    with pytest.raises(IllegalAction):
        asked().replay(entries)


def test_what_is_recorded_after_the_end_is_refused() -> None:
    g = whole("a")
    with pytest.raises(IllegalAction, match="over"):
        asked().replay([*g.trail, Played("red", Action("pile", "A"))])


def test_dice_can_be_taken_over_by_a_seed() -> None:
    thrown = new(seed="5")
    thrown.play("pile A take 1")
    g = asked()
    g.play("pile A take 1")
    assert g.side == "dice"
    g.take_seed("5")
    assert g.rolls == thrown.rolls
    assert (g.seed, g.commitment) == (thrown.seed, thrown.commitment)
    assert any(e.kind == "roll" for e in g.opening_events)


def test_texts_of_a_game_that_the_engine_does_not_know() -> None:
    g = asked()
    g.play("pile A take 1")
    assert g.position == (
        "grognard position 1\ngame stones\nscenario two\nturn 1\ndice 0\npiles 4 4\n"
        "then red pile A take 1\n"
    )
    assert g.pending == "pile A take 1"
    g.play("roll 2")
    g.play("keep")
    assert g.pending == ""
    assert write_record(g).splitlines()[6:-1] == [
        "",
        "red pile A take 1",
        "die 0: 2 of 2 [1.3 red] the coin",
        "blue keep",
        "stand 4",
        "| turn 2",
        "| dice 1",
        "| piles 3 4",
    ]


def test_a_state_shares_no_list_with_its_copy_and_forgets_events() -> None:
    state = Piles()
    state.tell("kind", "1.0", "said")
    twin = state.copy()
    twin.piles[0] = 0
    assert state.piles == [4, 4]
    assert (len(state.events), twin.events) == (1, [])
    assert state != twin
    assert state == state.copy()
    assert state != "Piles"
