"""A table is opened from how it stood last: the same table, quickly; of other rules, with a mark."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from tests.engine.fog import in_the_box

import grognard
from grognard.engine.sight import SPECTATOR
from grognard.games import _own, ruleset_class
from grognard.table import room as rooms
from grognard.table.room import Room
from grognard.table.steps import Step, step_in, step_out
from grognard.textdata import DataError

Bump = Callable[[str, int], None]


@pytest.fixture
def bump(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bump]:
    def to(game: str, version: int) -> None:
        monkeypatch.setattr(ruleset_class(game), "version", version)
        _own.cache_clear()

    yield to
    _own.cache_clear()


def played(game: str, orders: int, seed: int = 1, base: str = "") -> tuple[str, Room, list[Step]]:
    """A table with take-backs: its beginning, the room, and the steps as the store keeps them."""
    base = base or grognard.new(game, seed=seed).record
    room, rng, steps = Room(base), random.Random(seed), []
    for _ in range(orders):
        if room.over:
            break
        if room.frames and rng.random() < 0.05:
            step = room.undo(rng.choice(room.frames[-8:]).start, str(room.game.side))
        else:
            text = rng.choice(room.game.legal_actions).text
            step, _ = room.order(text, str(room.game.side))
        steps.append(step_in(step_out(step)))
    return base, room, steps


def bare(steps: list[Step]) -> list[Step]:
    """The same steps without a word of how the game stood: all must be played again."""
    return [step._replace(stand=None) for step in steps]


@pytest.mark.parametrize("game", ["anzio", "salerno43"])
@pytest.mark.parametrize("seed", range(3))
def test_from_a_stand_it_is_the_same_table(game: str, seed: int) -> None:
    base, room, steps = played(game, 260, seed)
    assert any(step.stand for step in steps)
    quick, slow = Room(base, steps), Room(base, bare(steps))
    assert quick._untold
    assert not slow._untold
    assert quick.game.trail == slow.game.trail == room.game.trail
    assert quick.game.position == slow.game.position == room.game.position
    assert quick.frames == slow.frames == room.frames
    rng = random.Random(seed)
    for at in rng.sample(range(room.length), 20):
        assert quick.at(at).position == slow.at(at).position
        assert quick.at(at).trail == slow.at(at).trail
    assert quick.record() == slow.record() == room.record()
    assert quick._untold, "the log has not been needed yet"
    assert quick.rows == slow.rows == room.rows
    again = Room(base, steps)
    start = again.frames[3].start
    assert again.undo(start, "allied") == slow.undo(start, "allied")
    assert again.rows == slow.rows


@pytest.mark.parametrize("seed", range(2))
def test_the_log_is_told_only_as_far_back_as_it_is_asked_for(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "TAIL", 30)
    base, room, steps = played("salerno43", 260, seed)
    quick = Room(base, steps)
    assert quick.lines < len(room.rows) / 2
    marked = [(r.at, r.event.kind) for r in room.rows if r.event.kind in ("turn", "attack")]
    assert quick.moments == marked
    assert quick.lines < len(room.rows) / 2, "the moments were noted"
    old = [s._replace(stand=s.stand and s.stand._replace(moments=None)) for s in steps]
    assert Room(base, old).moments == marked, "where nobody noted them they are found out"
    for first in (room.length - 35, room.length // 2, 3, 0):
        told = [row for row in quick.told(first) if row.at >= first]
        assert told == [row for row in room.rows if row.at >= first]
        assert quick.moments == marked
    again = Room(base, steps)
    start = again.frames[-40].start
    assert again.undo(start, "allied") == room.undo(start, "allied")
    for at in (start, start - 20):
        assert again.at(at).position == room.at(at).position
    assert again.moments == room.moments
    assert again.rows == room.rows


def test_a_table_that_began_with_a_record_stands_where_that_stood() -> None:
    _, room, _ = played("anzio", 200)
    base = room.record(reveal=True)
    quick = Room(base)
    assert quick._untold
    assert quick.record(reveal=True) == base
    base, on, steps = played("anzio", 30, base=base)
    assert Room(base, steps).rows == on.rows


@pytest.mark.parametrize("seed", range(4))
def test_nothing_leaks_from_a_stand(seed: int) -> None:
    """What is secret is secret also in entries that are not played again."""
    with in_the_box(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rooms, "STAND", 3)
        base, room, steps = played("fog", 60, seed)
        quick, slow = Room(base, steps), Room(base, bare(steps))
        for seat in ("blue", "red", SPECTATOR):
            one, two = quick.sight(seat), slow.sight(seat)
            assert [one.knows(e) for e in quick.game.trail] == [
                two.knows(e) for e in slow.game.trail
            ]
        if quick._untold and not quick.over:
            assert quick.game.revealed_since(0)
        assert quick.rows == slow.rows == room.rows


@pytest.mark.parametrize("game", ["anzio", "salerno43"])
def test_a_table_of_older_rules_goes_on_with_a_mark(game: str, bump: Bump) -> None:
    base, room, steps = played(game, 220)
    version, dice = room.rules.version, room.game.state.die
    last = next(step.stand for step in reversed(steps) if step.stand)
    bump(game, version + 1)
    moved = Room(base, steps)
    assert moved.length == 0
    assert moved.game.state.die >= dice
    assert moved.game.turn == room.at(last.at).turn
    assert [row.event.kind for row in moved.rows][:1] == ["moved on"]
    mark = f"ruleset {version} data {room.rules.digest} at {last.at} end -"
    assert moved.game.moved_on == (mark,)
    assert f"moved on from {mark}\n" in moved.record()
    rng = random.Random(3)
    for _ in range(60):
        step, _ = moved.order(rng.choice(moved.game.legal_actions).text, str(moved.game.side))
        steps.append(step_in(step_out(step)))
    again = Room(base, steps)
    assert again.record() == moved.record()
    assert again.game.moved_on == (mark,)
    assert Room(base, bare(steps)).game.position == moved.game.position
    bump(game, version + 2)
    assert len(Room(base, steps).game.moved_on) == 2


def test_a_table_without_a_stand_is_refused_in_one_sentence(bump: Bump) -> None:
    base, _, steps = played("anzio", 60)
    now = ruleset_class("anzio").version
    bump("anzio", 99)
    with pytest.raises(
        DataError, match=f"played under ruleset {now}; this program has 99: it is over"
    ):
        Room(base, bare(steps))
    assert len(Room(base).game.moved_on) == 1, "nothing was played yet"


def test_a_finished_table_of_older_rules_is_refused(bump: Bump) -> None:
    base, room, steps = played("anzio", 5000)
    assert room.over
    assert Room(base, steps).record() == room.record()
    bump("anzio", 99)
    with pytest.raises(DataError, match="it is over"):
        Room(base, steps)
