"""Two or three rules at once: a replacement and a landing, trucks and an entry hex, a drop and its losses."""

from __future__ import annotations

import pytest

from grognard import load
from grognard.engine.game import Game
from grognard.games.normandy44.situation import BRITAIN, LATER, Situation

from .field import clear, field, index, mark, offers, opened, put, refused, run, steps, where

UTAH = "2814"


def ashore(*renewed: str, guard: str = "", full: bool = False) -> Game[Situation]:
    """Utah is open; the 39th Infantry is In Britain."""

    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active, state.row = 5, "movement", 0, 2
        state.points = [6, 6]
        put(state, "US-Eng-1S", UTAH)
        unit = index(state, "US-9-39")
        state.hex[unit] = BRITAIN
        state.set_steps(unit, 2)
        mark(state, "renewed", *renewed)
        if guard:
            put(state, "GE-91-1057", guard)
        if full:
            put(state, "US-4-8", UTAH)
            put(state, "US-4-12", UTAH)

    return opened(begin, "campaign")


@pytest.mark.rule("normandy44:6.2.5a", "normandy44:6.5.2a")
def test_who_took_a_replacement_in_britain_does_not_land_in_an_enemy_zone() -> None:
    g = ashore("US-9-39", guard="2813")
    assert "move US-9-39" not in offers(g)
    assert refused(g, f"move US-9-39 land {UTAH}") == "6.2.5"
    assert where(run(ashore(guard="2813"), f"move US-9-39 land {UTAH}"), "US-9-39") == UTAH


@pytest.mark.rule("normandy44:6.2.4", "normandy44:20.5.3")
def test_who_took_a_replacement_goes_no_farther_than_the_beach_and_needs_room_there() -> None:
    g = run(ashore("US-9-39"), f"move US-9-39 land {UTAH}")
    assert refused(g, "to 2813") == "9.1"

    assert refused(ashore("US-9-39", full=True), f"move US-9-39 land {UTAH}") == "20.5.3"
    assert offers(run(ashore(full=True), f"move US-9-39 land {UTAH} 2813")) != set()


@pytest.mark.rule("normandy44:9.8.6b", "normandy44:6.6a")
def test_trucks_do_not_enter_the_map_in_an_enemy_zone() -> None:
    def waits(state: Situation) -> None:
        unit = index(state, "GE-77-1049")
        state.hex[unit] = LATER
        state.set_steps(unit, 2)

    def entry(hexes: str) -> Game[Situation]:
        return field(
            {"0201": "US-1-16", "0909": "GE-91-1057"},
            phase="movement",
            side="german",
            features={"green": hexes},
            change=waits,
        )

    g = entry("0101 0105")
    assert offers(run(g.copy(), "truck GE-77-1049")) == {"enter 0105", "stay"}
    assert refused(g, "truck GE-77-1049 enter 0101") == "9.8.6"
    assert refused(g, "truck GE-77-1049 0101-0102") == "9.8.6"
    assert refused(g, "move GE-77-1049 0101-0102") == "8.2"
    assert where(run(g.copy(), "move GE-77-1049 enter 0101"), "GE-77-1049") == "0101"
    shut = entry("0101")
    assert "truck GE-77-1049" not in offers(shut)
    assert "move GE-77-1049" in offers(shut)
    assert refused(shut, "truck GE-77-1049") == "9.8.6"


@pytest.mark.rule("normandy44:9.8.2b", "normandy44:17.8a")
def test_an_engineer_does_not_land_beside_a_unit_on_the_road() -> None:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active, state.row = 5, "movement", 0, 2
        state.points = [6, 6]
        state.hex[index(state, "US-Eng-1S")] = BRITAIN
        state.set_steps(index(state, "US-Eng-1S"), 2)
        put(state, "US-Tk-70", UTAH)
        mark(state, "strategic", "US-Tk-70")
        mark(state, "moved", "US-Tk-70")

    assert refused(opened(begin, "campaign"), f"move US-Eng-1S land {UTAH}") == "9.8.2"


@pytest.mark.rule("normandy44:15.1b", "normandy44:10.7")
def test_only_who_attacked_goes_into_reserve_after_the_combat() -> None:
    """A Cadre stacked with the attackers may advance with them, but has not fought."""
    g = field(
        {"0404": "GE-12SS-25 GE-12SS-26:1", "0405": "US-Rgr-2:1"},
        side="german",
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS go", 6)
    assert "reserve GE-12SS-25" in offers(g)
    assert "advance GE-12SS-26" in offers(g)
    assert "reserve GE-12SS-26" not in offers(g)
    assert refused(g, "reserve GE-12SS-26") == "15.1"


def again(g: Game[Situation]) -> Game[Situation]:
    """The Replacement Phase of a later turn."""
    state = g.state.copy()
    state.turn, state.phase, state.active, state.mover = 3, "replacement", 0, -1
    state.renewed = state.scattered = 0
    state.relieved = ""
    state.stock[2] = 3
    g.rules.start = lambda: state.copy()  # type: ignore[method-assign]
    return Game(g.rules, ask_dice=True)


@pytest.mark.rule("normandy44:20.2.2a", "normandy44:20.2.2b", "normandy44:6.2.1")
@pytest.mark.parametrize(("die", "left", "most", "rule"), [(1, 1, 2, "20.2.2"), (3, 2, 3, "6.2.1")])
def test_of_two_steps_lost_in_the_drop_one_comes_back(
    die: int, left: int, most: int, rule: str
) -> None:
    def drop(state: Situation) -> None:
        clear(state)
        put(state, "US-Eng-1S", UTAH)
        put(state, "US-82-505", "2813")
        put(state, "US-82-507", "2813", 2)
        state.droppers, state.beaches = (index(state, "US-82-505"),), ()

    g = run(opened(drop, "campaign"), die)
    assert steps(g, "US-82-505") == left
    g = run(again(g), "replace US-82-505")
    assert steps(g, "US-82-505") == most
    g = load(again(g).position)
    assert "replace US-82-507" in offers(g)
    assert refused(g, "replace US-82-505") == rule


@pytest.mark.rule("normandy44:6.2.4", "normandy44:9.8.6b")
def test_why_a_unit_with_a_replacement_goes_no_farther() -> None:
    def begin(state: Situation) -> None:
        mark(state, "renewed", "GE-91-1057")

    g = field(
        {"0505": "GE-91-1057:1", "0909": "US-1-16", "0101": "GE-91-1058"},
        phase="movement",
        side="german",
        change=begin,
    )
    assert refused(g, "move GE-91-1057 0503") == "6.2.4"
    assert refused(g, "move GE-91-1057 0504-0503") == "6.2.4"
    assert refused(g, "truck GE-91-1057") == "6.2.4"
