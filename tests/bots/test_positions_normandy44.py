"""Positions of Normandy '44 with a known best plan, solved by the level in the middle."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.normandy44.field import clear, opened, put, where

from grognard import bots
from grognard.bots.search import LEVELS
from grognard.engine.game import Game
from grognard.games.normandy44.counters import ALLIED, GERMAN
from grognard.games.normandy44.situation import Situation

MIDDLE = LEVELS[len(LEVELS) // 2 - 1].name


def position(
    units: dict[str, str], side: int, phase: str = "movement", turn: int = 5
) -> Game[Situation]:
    """Seven turns: only these units on the map, nothing landed or dropped any more."""

    def change(state: Situation) -> None:
        clear(state)
        state.beaches, state.droppers = (), ()
        state.turn, state.phase, state.active = turn, phase, side
        for place, names in units.items():
            for name in names.split():
                name, _, steps = name.partition(":")
                put(state, name, place, int(steps) if steps else None)

    return opened(change)


def answer(g: Game[Situation]) -> str:
    return str(bots.make(MIDDLE, "normandy44").choose(g, random.Random(1)).order)


def moved(g: Game[Situation]) -> Game[Situation]:
    side, bot = g.side, bots.make(MIDDLE, "normandy44")
    while g.side == side and g.state.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def beside(g: Game[Situation], unit: str, place: str) -> bool:
    board = g.rules.board
    return board.grid.distance(board.index(where(g, unit)), board.index(place)) == 1


@pytest.mark.rule("normandy44:S2.2c")
def test_bayeux_is_taken_this_turn() -> None:
    """Two points, nobody holds it, and the brigade that is there stays there."""
    g = moved(position({"2525": "BR-Eng-9", "2424": "BR-50-69"}, ALLIED))
    assert where(g, "BR-50-69") == "2322"


@pytest.mark.rule("normandy44:S2.2e")
def test_a_drop_hex_is_taken_in_the_last_turn() -> None:
    g = moved(position({"2814": "US-Eng-1S US-101-506"}, ALLIED, turn=7))
    assert where(g, "US-101-506") == "2813"


@pytest.mark.rule("normandy44:S2.2c")
def test_bayeux_is_closed_to_the_british() -> None:
    """It is empty and they are three hexes away: whoever stands in it must be thrown out first."""
    units = {"2525": "BR-Eng-9", "2626": "BR-50-69", "2222": "GE-352-2-914"}
    assert where(moved(position(units, GERMAN, turn=6)), "GE-352-2-914") == "2322"


@pytest.mark.rule("normandy44:21.1.4")
def test_a_beach_without_troops_is_marched_on() -> None:
    """Without its engineer a beach is closed, and two points are lost (S2.2f)."""
    units = {"2525": "BR-Eng-9", "2224": "GE-21-125 GE-21-192", "2030": "BR-3-8"}
    g = moved(position(units, GERMAN, turn=3))
    assert beside(g, "GE-21-125", "2525") or beside(g, "GE-21-192", "2525")


@pytest.mark.rule("normandy44:21.1.4")
def test_a_beach_without_troops_is_attacked() -> None:
    g = position({"2525": "BR-Eng-9", "2524": "GE-21-125 GE-21-192"}, GERMAN, "combat", 3)
    assert answer(g).startswith("attack 2525 ")


@pytest.mark.rule("normandy44:10.3.1")
def test_a_division_attacks_together() -> None:
    """Two regiments of one division count in full."""
    units = {"2620": "US-Eng-5S", "2420": "US-1-16 US-1-18", "2320": "GE-352-2-914"}
    order = answer(position(units, ALLIED, "combat"))
    assert order.startswith("attack 2320 ")
    assert "US-1-16" in order
    assert "US-1-18" in order
    assert "maf US1" in order


@pytest.mark.rule("normandy44:10.3.1")
def test_a_division_comes_together_to_attack() -> None:
    units = {
        "2620": "US-Eng-5S",
        "2519": "US-1-16",
        "2521": "US-1-18",
        "2320": "GE-352-2-914:1",
    }
    g = moved(position(units, ALLIED))
    assert beside(g, "US-1-16", "2320")
    assert beside(g, "US-1-18", "2320")


def test_the_weaker_of_two_is_attacked() -> None:
    units = {
        "2620": "US-Eng-5S",
        "2420": "US-1-16 US-1-18",
        "2320": "GE-352-2-914:1",
        "2421": "GE-352-1-914 GE-352-1-916",
    }
    assert answer(position(units, ALLIED, "combat")).startswith("attack 2320 ")


def test_a_worn_brigade_in_the_open_is_struck() -> None:
    units = {"2525": "BR-Eng-9", "2424": "BR-50-69:1", "2423": "GE-21-125 GE-21-192"}
    assert answer(position(units, GERMAN, "combat", 3)).startswith("attack 2424 ")


@pytest.mark.parametrize(
    ("units", "side"),
    [
        ({"2620": "US-Eng-5S", "2420": "US-Tk-70:1", "2320": "GE-352-2-914"}, ALLIED),
        ({"2525": "BR-Eng-9", "2424": "BR-50-69 BR-50-151", "2423": "GE-352-2-914:1"}, GERMAN),
    ],
)
def test_hopeless_odds_are_left_alone(units: dict[str, str], side: int) -> None:
    assert answer(position(units, side, "combat")) == "done"


@pytest.mark.rule("normandy44:6.6a")
def test_the_hitler_youth_comes_at_once() -> None:
    """It may be delayed for as long as one likes; the British stand before Caen."""
    g = moved(position({"2430": "BR-Eng-5", "2230": "BR-3-8"}, GERMAN, turn=2))
    units = [u for u in g.rules.units if u.formation == "12SS"]
    assert sum(where(g, u.id) != "later" for u in units) >= 4


def test_a_headquarters_does_not_stay_beside_the_enemy() -> None:
    """It has no strength: whoever attacks it takes it."""
    units = {"2620": "US-Eng-5S", "2420": "US-HQ-5", "2319": "GE-352-2-914 GE-352-1-914"}
    assert not beside(moved(position(units, ALLIED)), "US-HQ-5", "2319")
