"""The interface of the bots, the driver, and what holds for every bot."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import Game, bots
from grognard.bots.search import LEVELS

OPTIONS = ["6.2", "8.2", "10.5", "12.3", "solitaire"]


def match(allied: str, german: str, seed: int, options: list[str] | None = None) -> Game:
    g = grognard.new("anzio", seed=seed, options=options or [])
    seats = {"allied": bots.make(allied, "anzio"), "german": bots.make(german, "anzio")}
    bots.play(g, seats, random.Random(seed))
    return g


def test_the_bots_by_name() -> None:
    levels = tuple(level.name for level in LEVELS)
    assert bots.names("anzio") == ("random", *levels, "staff", "orders")
    assert [bots.make(name, "anzio").name for name in bots.names("anzio")] == [*bots.names("anzio")]
    assert bots.names("chess") == ("random",)
    with pytest.raises(
        ValueError, match=r"no bot 'nobody'; there are: random, recruit, .*, staff, orders"
    ):
        bots.make("nobody", "anzio")


@pytest.mark.parametrize(
    ("allied", "german"), [("random", "random"), ("staff", "random"), ("staff", "orders")]
)
def test_a_seed_gives_one_game_and_it_replays(allied: str, german: str) -> None:
    options = ["solitaire"] if german == "orders" else ["10.5", "12.3"]
    one, two = (match(allied, german, 11, options) for _ in range(2))
    assert one.outcome is not None
    assert one.record == two.record
    assert grognard.load(one.record).position == one.position


@pytest.mark.parametrize(("allied", "german"), [("staff", "orders"), ("random", "staff")])
def test_every_option_is_played_to_the_end(allied: str, german: str) -> None:
    options = OPTIONS if german == "orders" else OPTIONS[:-1]
    for seed in range(2):
        g = match(allied, german, seed, options)
        assert g.outcome is not None
        assert g.rules.check(g.state) == []


def test_the_driver_stops_where_a_person_decides() -> None:
    g = grognard.new("anzio", seed=2)
    seats = {"german": bots.make("staff", "anzio")}
    bots.play(g, seats, random.Random(2))
    assert (g.side, len(g.trail)) == ("allied", 0)
    g.play("default")
    heard = []
    bots.play(g, seats, random.Random(2), lambda side, choice, events: heard.append((side, choice)))
    assert g.side == "allied"
    assert {side for side, _ in heard} == {"german"}


def test_the_driver_stops_at_dice_that_are_asked_for() -> None:
    g = grognard.new("anzio", dice="asked")
    seats = {side: bots.make("staff", "anzio") for side in ("allied", "german")}
    bots.play(g, seats, random.Random(2))
    assert g.side == "dice"


def test_a_bot_changes_nothing_but_by_its_order() -> None:
    g = match("random", "random", 5)
    g = g.copy(len(g.trail) // 2)
    before = g.position
    bot = bots.make("staff", "anzio")
    choice = bot.choose(g, random.Random(1))
    assert g.position == before
    g.play(choice.order, g.side)


def test_a_bot_can_take_over_anywhere() -> None:
    """In the middle of a move, of a declared attack, of a battle: each kind of question."""
    asked: dict[str, int] = {}
    for seed in range(4):
        rng = random.Random(seed)
        g = grognard.new("anzio", seed=seed, options=["10.5", "12.3"])
        while g.decision is not None:
            kind, side = g.decision.kind, g.decision.side
            if asked.setdefault(kind, 0) < 3 and len(g.legal_actions) > 1:
                asked[kind] += 1
                order = bots.make("staff", "anzio").choose(g, rng).order
                g.copy().play(order, side)
            g.play(rng.choice(g.legal_actions))
    kinds = {"set up", "set up where", "reinforce where", "move", "step", "bombard", "target"}
    kinds |= {"attack", "attack from", "support", "retreat", "advance"}
    assert kinds <= {kind for kind, count in asked.items() if count}
