"""Positions of Normandy '44 with a known best plan, solved by the level in the middle."""

from __future__ import annotations

import random

import pytest
from tests.rulebook.normandy44.field import clear, opened, put, where

from grognard import bots
from grognard.bots.normandy44.country import Country
from grognard.bots.search import LEVELS
from grognard.engine.game import Game
from grognard.games.normandy44.counters import ALLIED, GERMAN
from grognard.games.normandy44.situation import Situation

MIDDLE = LEVELS[len(LEVELS) // 2 - 1].name


def position(
    units: dict[str, str],
    side: int,
    phase: str = "movement",
    turn: int = 5,
    scenario: str = "seven",
    won: str = "",
) -> Game[Situation]:
    """Only these units on the map, nothing landed or dropped any more, these places Allied."""

    def change(state: Situation) -> None:
        clear(state)
        state.beaches, state.droppers = (), ()
        state.turn, state.phase, state.active = turn, phase, side
        for place in won.split():
            state.control |= 1 << state.game.board.index(place)
        for place, names in units.items():
            for name in names.split():
                name, _, steps = name.partition(":")
                put(state, name, place, int(steps) if steps else None)

    return opened(change, scenario)


def answer(g: Game[Situation]) -> str:
    return str(bots.make(MIDDLE, "normandy44").choose(g, random.Random(1)).order)


def moved(g: Game[Situation]) -> Game[Situation]:
    side, bot = g.side, bots.make(MIDDLE, "normandy44")
    while g.side == side and g.state.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def towards(g: Game[Situation], unit: str, place: str) -> int:
    """How many hexes a unit is from a place."""
    board = g.rules.board
    return int(board.grid.distance(board.index(where(g, unit)), board.index(place)))


def beside(g: Game[Situation], unit: str, place: str) -> bool:
    return towards(g, unit, place) == 1


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


COTENTIN = {"2814": "US-Eng-1S", "3606": "GE-Chr-Fort"}
"""What stays where it is in the positions of the peninsula."""
CARENTAN = "2512 2809 2811 2310"
"""With these in Allied hands one road is left to the Germans in the Cotentin: over La Haye-du-Puits."""


@pytest.mark.rule("normandy44:S1.3.1b")
def test_the_road_that_feeds_the_cotentin_is_held() -> None:
    """Without La Haye every town of the peninsula counts for nothing; Lessay, as near, is one town."""
    units = COTENTIN | {"2509": "US-90-357 US-90-358", "2406": "GE-243-922"}
    g = moved(position(units, GERMAN, turn=9, scenario="campaign", won=CARENTAN))
    assert where(g, "GE-243-922") == "2506"


@pytest.mark.rule("normandy44:S1.3.1b")
def test_the_road_that_feeds_the_cotentin_is_cut() -> None:
    """The regiment is as near to Saint-Sauveur, which is one town; nobody holds either."""
    units = COTENTIN | {"2608": "US-90-357"}
    g = moved(position(units, ALLIED, turn=9, scenario="campaign", won=CARENTAN))
    assert where(g, "US-90-357") == "2506"


@pytest.mark.rule("normandy44:S1.3.1b")
def test_who_is_cut_off_goes_into_the_fortress() -> None:
    """The peninsula is cut: nothing before the perimeter counts any more, each battalion there is lost alone."""
    units = COTENTIN | {
        "2506": "US-90-357",
        "2704": "US-90-359",
        "3109": "US-4-8 US-4-12",
        "3208": "GE-709-919",
        "3305": "GE-91-3-1058",
    }
    south = "2506 2207 2109 2314 2014 1815 1812 1713 1708"
    g = position(units, GERMAN, turn=12, scenario="campaign", won=f"{CARENTAN} {south}")
    before = {name: towards(g, name, "3606") for name in ("GE-709-919", "GE-91-3-1058")}
    moved(g)
    inside = g.state.game.tables.perimeter
    assert inside >> g.rules.board.index(where(g, "GE-91-3-1058")) & 1
    assert towards(g, "GE-709-919", "3606") < before["GE-709-919"]


@pytest.mark.rule("normandy44:S1.3.1a")
def test_what_is_before_the_front_comes_before_empty_towns_in_the_rear() -> None:
    """Granville is a city and empty, but far behind the German line; Saint-Lô, strongly held, is next."""
    units = {
        "2620": "US-Eng-5S",
        "2116": "US-29-115",
        "1815": "GE-17SS-37 GE-17SS-38",
        "1917": "GE-3FJ-5 GE-3FJ-8",
        "1913": "GE-352-2-914",
    }
    g = position(units, ALLIED, turn=9, scenario="campaign")
    aims, board = Country(g.state.game).aims(g.state, ALLIED), g.rules.board
    assert aims[board.index("1815")] > aims[board.index("1005")]


@pytest.mark.rule("normandy44:22.2")
def test_a_worn_out_airborne_division_goes_home() -> None:
    """Four British brigades are worn out, five lose the game; who has gone home does not count."""
    units = {
        "2430": "BR-Eng-5 BR-6-3:1",
        "2331": "BR-6-5:1",
        "2324": "BR-50-69:1 BR-50-151:1",
        "2020": "GE-352-1-914",
    }
    g = position(units, ALLIED, "end", 11, "campaign")
    assert answer(g) == "division 6Abn"
