"""A table in memory: what is rebuilt is what was."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine.decision import DICE, Drawn, Event, Rolled
from grognard.engine.entries import Skip
from grognard.engine.words import IllegalAction, Say
from grognard.locale import translator
from grognard.table import show
from grognard.table.chronicle import Row
from grognard.table.imports import read_untrusted
from grognard.table.room import Room
from grognard.table.rows import Kept
from grognard.table.sitting import Table
from grognard.table.steps import Step, step_in, step_out
from grognard.textdata import DataError

from .browser.positions import AT_MOVEMENT
from .players import before_battle, finished


def played(seed: int, orders: int) -> tuple[str, Room, list[Step]]:
    """A game with take-backs: its beginning, the room, and the steps as the store keeps them."""
    base = grognard.new("anzio", seed=seed).record
    room, rng, steps = Room(base), Random(seed), []
    for _ in range(orders):
        if room.over:
            break
        if room.frames and rng.random() < 0.1:
            step = room.undo(rng.choice(room.frames[-8:]).start, "allied")
        else:
            side = str(room.game.side)
            text = rng.choice(room.game.legal_actions).text
            step, _ = room.order(text, side, (("12.1", Say("because of {x}", x=Say("y"))),))
        steps.append(step_in(step_out(step)))
    return base, room, steps


def test_what_chance_decided_is_stored() -> None:
    fell = (
        Rolled(3, 5, 6, "1.0", "the die", "red"),
        Rolled(4, 5, 6, "1.0", "the dice", "red", True, (1, 2)),
        Drawn(7, 2, 3, "Night Raid", "1.0", "the cup", "red"),
    )
    step = Step(0, (*fell, Skip(9)), "red")
    assert step_in(step_out(step)) == step
    old = '{"start":0,"entries":[["rolled",3,5,6,"1.0","the die","red",false]],"side":"red"}'
    assert step_in(old).entries == fell[:1]


@pytest.mark.parametrize("seed", range(4))
def test_a_room_rebuilt_is_the_same_room(seed: int) -> None:
    base, room, steps = played(seed, 700)
    again = Room(base, steps)
    assert again.game.trail == room.game.trail
    assert again.game.position == room.game.position
    assert again.rows == room.rows
    assert again.frames == room.frames
    assert any(isinstance(entry, Skip) for step in steps for entry in step.entries)
    assert grognard.verify(again.record(reveal=True)) == []


def test_a_coarse_order_is_one_frame_and_its_entries_have_rows_of_their_own() -> None:
    room = Room(grognard.load(before_battle(), seed=4).record)
    target = room.game.legal_actions[0].word
    trial = room.game.copy()
    trial.play(f"attack {target}")
    origin = trial.legal_actions[0].word
    step, dropped = room.order(f"attack {target} from {origin} go", "allied")
    assert dropped is None
    assert [row.at for row in room.rows if row.event.kind == "choice"] == [1, 2]
    assert next(row for row in room.rows if row.event.kind == "roll").at == 4
    back = room.take_back(["allied"])
    assert back == (0, False)
    undone = room.undo(0, "allied")
    assert undone.entries == (Skip(room.game.state.die),)
    assert room.length == 1
    first = step.entries[3]
    room.order(f"attack {target} from {origin} go", "allied")
    assert room.game.rolls[0].number == first[0] + 1  # type: ignore[operator]


def test_a_refused_order_leaves_no_trace() -> None:
    room = Room(grognard.new("anzio", seed=1).record)
    for order in ("place AL-3US-A 0101", "default now", "", "done"):
        with pytest.raises(IllegalAction):
            room.order(order, "allied")
    with pytest.raises(IllegalAction):
        room.order("default", "german")
    assert (room.length, room.rows, room.frames) == (0, [], [])


def test_the_other_sides_orders_are_not_taken_back_freely() -> None:
    room = Room(grognard.new("anzio", seed=1).record)
    room.order("default", "allied")
    room.order("place GE-HG-A", "german")
    assert room.take_back(["german"]) == (1, True)
    assert room.take_back(["allied"]) == (0, False)
    assert room.take_back([]) is None


def test_dice_by_hand_are_taken_back_too() -> None:
    game = grognard.new("anzio", dice="asked")
    room = Room(game.record)
    for order in ("default", "default"):
        room.order(order, str(room.game.side))
    room.order("roll 3", DICE)
    start = room.take_back(["allied"])
    assert start == (2, False)
    assert room.undo(2, "allied").entries == ()
    assert room.game.side == DICE


def test_the_seed_stays_hidden_until_the_end() -> None:
    _, room, _ = played(3, 50)
    assert "seed 3\n" not in room.record()
    assert "seed 3\n" in room.record(reveal=True)
    ended = Room(finished())
    assert ended.over
    assert "seed 11\n" in ended.record()


@pytest.mark.parametrize(
    "text",
    [
        "pyproject.toml",
        "/etc/passwd",
        "grognard record 1",
        "grognard position 1\ngame ../anzio\nscenario campaign\n",
        "grognard record 1\n\nend 0 0\n",
        "",
    ],
)
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        read_untrusted(text)


def test_the_lines_of_a_battle_belong_together_and_to_the_phase_they_happened_in() -> None:
    room, rng = Room(grognard.new("anzio", seed=3).record), Random(3)
    while not room.over:
        room.order(rng.choice(room.game.legal_actions).text, str(room.game.side))
    battles: dict[int, list[str]] = {}
    for row in room.rows:
        if row.battle:
            battles.setdefault(row.battle, []).append(row.event.kind)
            assert row.phase == "combat"
    assert len(battles) > 5
    for kinds in battles.values():
        assert kinds[0] == "attack"
        assert kinds.count("attack") == 1
        assert "result" in kinds
        assert not {"turn", "phase", "weather", "move"} & set(kinds)
    told = [row for row in room.rows if row.event.kind in ("attack", "result")]
    assert all(row.battle for row in told)
    assert all(row.phase == "movement" for row in room.rows if row.event.kind == "move")


@pytest.mark.parametrize(
    ("game", "result", "means"),
    [
        ("anzio", "DLR", "the defender loses a step and retreats"),
        ("gazala1942", "2/-", "attacker loses a step, retreats a hex"),
        ("normandy44", "A1/D1", "each side loses a step, the defender retreats two hexes"),
        ("salerno43", "DR2", "the defender retreats 2 or stands"),
    ],
)
def test_a_result_of_a_combat_is_told_in_words(game: str, result: str, means: str) -> None:
    """A code alone says nothing to who does not know the table by heart."""
    room = Room(grognard.new(game).record)

    def told(**facts: str) -> object:
        line = Row(1, Event("result", "", "a result", facts), "", 1, "combat")
        return show.row(room, line, (), translator("en")).get("means")

    assert told(column="3-1", result=result) == means
    assert told(result=result) is None, "a die that has no column is of another table"
    assert told(column="3-1", result="stop") is None


def test_a_march_goes_on_more_quickly_than_the_next_begins() -> None:
    record = grognard.load(AT_MOVEMENT, seed=1).record
    table = Table(Kept("t", "", "2026-01-01", record, '{"allied": "bot:staff"}'), [], [])
    table.pace = 800
    assert table.pause == 0.8
    table.room.order("move AL-504 1209", "allied")
    assert table.room.game.decision is not None
    assert table.room.game.decision.kind == "step"
    assert table.pause == 0.2
