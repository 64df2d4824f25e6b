"""The trail: shared by copies, cut at its end, free of what was called off, never without end."""

from __future__ import annotations

import random

import pytest
from tests.engine.stones import Piles, Stones
from tests.golden.book import FOLDER

import grognard
from grognard.engine import course
from grognard.engine.decision import Ask, Procedure, Roll
from grognard.engine.entries import Played
from grognard.engine.game import Game
from grognard.engine.trail import CHUNK, Trail
from grognard.engine.words import Action, IllegalAction, Say
from grognard.table.room import Room


@pytest.mark.parametrize("seed", range(20))
def test_a_trail_is_a_list_and_its_copies_are_independent(seed: int) -> None:
    rng = random.Random(seed)
    trails: list[tuple[Trail[int], list[int]]] = [(Trail(), [])]
    for n in range(1500):
        trail, plain = rng.choice(trails)
        match rng.randrange(12):
            case 0:
                trails = [*trails[-6:], (trail.copy(), plain.copy())]
            case 1:
                length = rng.randint(0, len(plain))
                trail.cut(length)
                del plain[length:]
            case _:
                for k in range(rng.choice([1, 1, CHUNK])):
                    trail.append(n * 100 + k)
                    plain.append(n * 100 + k)
    for trail, plain in trails:
        assert trail == plain
        assert [*reversed(trail)] == plain[::-1]
        assert len(trail) == len(plain)
        for _ in range(50):
            a, b = rng.randint(-9, len(plain) + 9), rng.randint(-9, len(plain) + 9)
            assert trail[a:b] == plain[a:b]
            assert trail.since(max(a, 0)) == plain[max(a, 0) :]
            if plain:
                i = rng.randrange(-len(plain), len(plain))
                assert trail[i] == plain[i]
        with pytest.raises(IndexError):
            trail[len(plain)]


BEGIN, GO, CANCEL = (
    Action("begin"),
    Action("go", role="commits"),
    Action("cancel", role="calls off"),
)
LOOK = Action("look")


def attack(s: Piles) -> Procedure:
    """Begin, then go, look (a die falls) or cancel."""
    while s.outcome is None:
        yield Ask("red", "begin", "1.1", Say("begin?"), [BEGIN], top=True)
        choice = yield Ask("red", "go", "1.2", Say("go?"), [GO, LOOK, CANCEL], continues=True)
        if choice is LOOK:
            yield Roll("1.3", "a look", "red")
            choice = yield Ask("red", "go", "1.2", Say("go?"), [GO, CANCEL])
        if choice is GO:
            s.turn += 1


class Attack(Stones):
    def procedure(self, state: Piles) -> Procedure:
        return attack(state)


def test_what_was_begun_and_called_off_leaves_no_entry() -> None:
    game = Game(Attack(), seed="1")
    game.play("begin go")
    before, state = list(game.trail), game.state.copy()
    for _ in range(3):
        for order in ("begin", "cancel"):
            game.play(order)
        game.play("begin cancel")
        assert (list(game.trail), game.state) == (before, state)
    game.play("begin")
    assert game.undo() == BEGIN
    game.play("begin go")
    assert game.turn == 3
    again = Game(Attack(), ask_dice=True)
    again.replay(game.trail)
    assert again.state == game.state


def test_what_a_die_fell_for_stays() -> None:
    game = Game(Attack(), seed="1")
    game.play("begin look")
    game.play("cancel")
    assert len(game.trail) == 4


def test_a_record_that_holds_called_off_orders_is_read_as_it_is() -> None:
    entries = [Played("red", BEGIN), Played("red", CANCEL), Played("red", BEGIN), Played("red", GO)]
    game = Game(Attack(), ask_dice=True)
    game.replay(entries)
    assert [e.action for e in game.trail if isinstance(e, Played)] == [BEGIN, CANCEL, BEGIN, GO]


def test_a_game_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "LONGEST", 7)
    game = Game(Attack(), seed="1")
    for _ in range(3):
        game.play("begin go")
    with pytest.raises(IllegalAction, match="more than any real one"):
        game.play("begin go")
    assert len(game.trail) == 6
    with pytest.raises(IllegalAction, match="more than any real one"):
        Game(Attack(), ask_dice=True).replay([Played("red", BEGIN), Played("red", GO)] * 4)


def test_the_table_forgets_what_was_called_off() -> None:
    text = (FOLDER / "salerno43-avalanche-random-random-1.record").read_text("utf-8")
    whole = grognard.load(text)
    at = next(
        i
        for i, entry in enumerate(whole.trail)
        if isinstance(entry, Played) and entry.action.verb == "cancel"
    )
    begun = max(i for i in range(at) if whole.copy(i).decision.top)  # type: ignore[union-attr]
    start = whole.copy(begun)
    room = Room(start.record)
    length, rows, position = room.length, list(room.rows), room.game.position
    steps = []
    for entry in whole.trail[begun : at + 1]:
        assert isinstance(entry, Played)
        steps.append(room.order(entry.action.text, entry.side)[0])
    assert (steps[-1].start, steps[-1].entries) == (length, ())
    assert (room.length, room.rows, room.game.position) == (length, rows, position)
    again = Room(start.record, steps)
    assert (again.length, again.rows, again.frames) == (length, rows, room.frames)


@pytest.mark.parametrize("game", ["anzio", "salerno43"])
def test_undo_and_looking_back_are_exact_at_every_depth(game: str) -> None:
    rng = random.Random(game)
    g = grognard.new(game, seed=3, dice="asked")
    known: dict[int, str] = {}
    for _ in range(220):
        known = {n: position for n, position in known.items() if n < len(g.trail)}
        known[len(g.trail)] = g.position
        g.play(rng.choice(g.legal_actions))
    for length in rng.sample(sorted(known), 25):
        assert g.copy(length).position == known[length]
    while len(g.trail) > 100:
        g.undo(force=True)
        if len(g.trail) in known:  # a die that is asked for lies between two choices
            assert g.position == known[len(g.trail)]
