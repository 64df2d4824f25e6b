"""16.1-16.2, 17, 22-25, S1-S3 Positions, special units, options and the scenarios."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44 import supply, victory
from grognard.games.normandy44.situation import BRITAIN, GONE, STOCKS, Situation

from .field import (
    clear,
    field,
    hexes,
    index,
    mark,
    marked,
    offers,
    opened,
    put,
    refused,
    run,
    where,
)


def staged(
    phase: str,
    side: str,
    change: Callable[[Situation], None],
    turn: int = 5,
    row: int = 2,
    **how: Any,
) -> Game[Situation]:
    """A phase on the real map, with nothing on it but what a test puts there."""

    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.row = turn, phase, row
        state.active = ("allied", "german").index(side)
        state.droppers = state.beaches = ()
        change(state)

    return opened(begin, **how)


def engineers(state: Situation) -> None:
    for beach in state.game.beaches.values():
        if beach.engineer >= 0 and state.hex[beach.engineer] != state.AWAY:
            put(state, state.id(beach.engineer), state.word(beach.hexes[0]))


# -- 2.2.5 control


@pytest.mark.rule("normandy44:2.2.5")
def test_who_was_last_in_a_town_controls_it() -> None:
    state = opened().state.copy()
    town = state.game.board.index("1720")
    clear(state)
    put(state, "US-1-16", "1720")
    assert state.controls(0, town)
    put(state, "US-1-16", "1721")
    assert state.controls(0, town)
    put(state, "GE-91-1057", "1720")
    assert state.controls(1, town)


# -- 16.1, 16.2 fortifications


@pytest.mark.rule("normandy44:16.1.3b", "normandy44:3.0d1", "normandy44:13.6c1", "normandy44:18.4c")
def test_a_position_is_ready_a_turn_later_if_infantry_stands_there() -> None:
    def begun(state: Situation) -> None:
        state.phase = "replacement"
        state.digging[1] = 1 << state.game.board.index("0404") | 1 << state.game.board.index("0606")
        mark(state, "oos", "GE-91-1057")

    g = field(
        {"0404": "GE-91-1057", "0606": "GE-HQ-84", "0909": "US-1-16"}, side="german", change=begun
    )
    assert g.phase == "movement"
    ready = g.state.game.board.labels(g.state.improved[1])
    assert ready == ["0404"]


@pytest.mark.rule("normandy44:16.1.5a", "normandy44:16.1.5b", "normandy44:3.0g")
def test_a_position_goes_with_its_last_unit() -> None:
    def built(state: Situation) -> None:
        state.improved[1] = 1 << state.game.board.index("0404") | 1 << state.game.board.index(
            "0606"
        )

    g = field(
        {"0404": "GE-91-1057", "0909": "US-1-16"}, side="german", phase="supply", change=built
    )
    assert g.state.game.board.labels(g.state.improved[1]) == ["0404"]
    state = g.state.copy()
    state.eliminate(index(state, "GE-91-1057"), "12.2")
    assert not state.improved[1]


@pytest.mark.rule("normandy44:16.1.2b")
def test_a_player_levels_his_own_position() -> None:
    def built(state: Situation) -> None:
        state.improved[1] = 1 << state.game.board.index("0606")

    g = field(
        {"0404": "GE-91-1057", "0909": "US-1-16"}, side="german", phase="movement", change=built
    )
    run(g, "level 0606")
    assert not g.state.improved[1]


@pytest.mark.rule("normandy44:16.1.6")
def test_osteck_and_westeck_serve_both_sides() -> None:
    g = field({"0404": "US-1-16", "0909": "GE-91-1057"}, features={"permanent": "0404"})
    state = g.state
    assert state.position(state.game.board.index("0404"))


@pytest.mark.rule("normandy44:16.2a", "normandy44:16.2e", "normandy44:17.8b", "normandy44:2.3.1b")
def test_strongpoints_stay_and_may_be_given_up() -> None:
    g = field(
        {"0404": "GE-SP-Hillman", "0505": "GE-91-1057", "0909": "US-1-16"},
        side="german",
        phase="movement",
    )
    assert refused(g, "move GE-SP-Hillman") == "2.3.1"
    run(g, "abandon GE-SP-Hillman")
    assert where(g, "GE-SP-Hillman") == "dead"


# -- 17 special units


@pytest.mark.rule("normandy44:17.1a")
def test_ost_units_take_no_replacements() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815", 1)
        state.hex[index(state, "GE-709-561")] = GONE
        state.stock = [3] * len(STOCKS)

    g = staged("replacement", "german", begin)
    assert refused(g, "rebuild GE-709-561") == "6.3"


@pytest.mark.rule("normandy44:17.2.2b", "normandy44:17.3d5", "normandy44:17.7a")
def test_headquarters_return_to_a_city_and_werfers_for_armor() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815", 1)
        for name in ("GE-HQ-84", "GE-Werfer7", "GE-3FK-1"):
            state.hex[index(state, name)] = GONE
        state.stock = [3] * len(STOCKS)

    g = staged("replacement", "german", begin)
    assert refused(g, "rebuild GE-3FK-1") == "6.3"
    run(g, "rebuild GE-HQ-84")
    cities = set(g.state.game.board.labels(g.state.game.tables.city))
    assert hexes(g, "at") <= cities
    assert "1815" in hexes(g, "at")
    assert refused(g, "at 1720") == "17.2.2"
    run(g, "at 1815", "rebuild GE-Werfer7")
    assert g.state.stock[STOCKS.index(("german", "infantry"))] == 2


@pytest.mark.rule("normandy44:17.4b")
def test_the_cotentin_headquarters_moves_into_the_fortress_once() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-HQ-Cotentin", "3105")
        put(state, "GE-91-1057", "1815")

    g = staged("movement", "german", begin)
    assert hexes(g, "cotentin") == {"3606", "3705", "3706"}
    run(g, "cotentin 3606")
    assert where(g, "GE-HQ-Cotentin") == "3606"
    assert marked(g, "GE-HQ-Cotentin", "used")
    assert not hexes(g, "cotentin")


@pytest.mark.rule("normandy44:17.6.1", "normandy44:17.6.2")
def test_restricted_units() -> None:
    def begin(state: Situation) -> None:
        state.phase = "replacement"
        put(state, "GE-711-731", "2436")
        put(state, "GE-Chr-Fort", "3606")
        put(state, "GE-91-1057", "1815")

    g = staged("replacement", "german", begin)
    run(g, *(["done"] if g.phase == "replacement" else []))
    assert refused(g, "move GE-711-731") == "17.6.1"
    run(g, "move GE-Chr-Fort")
    assert refused(g, "to 3307") in ("17.6.2", "9.1")
    run(g, "stay")

    def near(state: Situation) -> None:
        begin(state)
        put(state, "BR-50-56", "2334")

    g = staged("replacement", "german", near)
    run(g, *(["done"] if g.phase == "replacement" else []))
    assert g.state.released


@pytest.mark.rule("normandy44:6.2.3e", "normandy44:6.3b")
def test_one_replacement_for_an_airborne_division() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "US-82-505", "2811", 2)
        put(state, "US-82-507", "2811", 2)
        put(state, "US-101-501", "2811", 2)
        state.stock = [3] * len(STOCKS)

    g = staged("replacement", "allied", begin)
    run(g, "replace US-82-505")
    assert refused(g, "replace US-82-507") == "6.2.3"
    run(g, "replace US-101-501")
    assert g.state.stock[STOCKS.index(("us", "airborne"))] == 1


# -- 19.2.5, 25.3 ships


@pytest.mark.rule("normandy44:19.2.5")
def test_cherbourg_is_bombarded_once_by_both_ships() -> None:
    def ready(state: Situation) -> None:
        state.naval = [2, 2]

    def done(state: Situation) -> None:
        ready(state)
        state.bombardment = 3

    how: dict[str, Any] = {"features": {"perimeter": "0405 0406"}, "change": ready}
    g = field(
        {"0404": "US-1-16", "0305": "US-1-18", "0405": "GE-91-1057", "0406": "GE-91-1058"}, **how
    )
    run(g, "attack 0405", "with US-1-16", "maf US1", "naval US", "go", 1)
    assert g.state.bombardment == 5
    assert g.state.naval == [1, 2]
    g = field(
        {"0404": "US-1-16", "0405": "GE-91-1057"},
        features={"perimeter": "0405"},
        change=done,
    )
    run(g, "attack 0405", "with US-1-16", "maf US1")
    assert refused(g, "naval US") == "19.2.5"


@pytest.mark.rule("normandy44:25.3a", "normandy44:25.3b", "normandy44:19.2.1")
def test_coastal_batteries_tie_down_ships() -> None:
    def begin(state: Situation) -> None:
        state.phase = "initial"
        put(state, "GE-SP-Crisbecq", "3012")
        put(state, "GE-SP-MontCanisy", "2437")
        put(state, "US-1-16", "2620")

    g = staged("initial", "german", begin, options=["25.3"])
    run(g, 4)
    assert g.state.naval == [1, 2]

    def taken(state: Situation) -> None:
        begin(state)
        state.take_off(index(state, "GE-SP-Crisbecq"), GONE)

    g = staged("initial", "german", taken, options=["25.3"])
    run(g, 4)
    assert g.state.naval == [2, 2]


# -- 20, 21 landing


@pytest.mark.rule(
    "normandy44:21.1.1a", "normandy44:17.8a", "normandy44:18.2.2", "normandy44:20.5.2"
)
def test_an_engineer_opens_its_beach() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-4-8", "2814")
        put(state, "GE-91-1057", "1815")
        for name in ("US-Eng-1S", "US-4-22", "US-101-327"):
            u = index(state, name)
            state.hex[u] = -10
            state.set_steps(u, state.game.units[u].steps)

    g = staged("movement", "allied", begin, turn=1)
    assert refused(g, "move US-4-22") == "21.1.4"
    run(g, "move US-Eng-1S", "land 2814")
    assert g.state.is_open("Utah")
    assert supply.sources(g.state, 0)[0]
    run(g, "move US-101-327", "land 2814", "to 2813")
    assert marked(g, "US-101-327", "landed")


@pytest.mark.rule("normandy44:21.2c")
def test_rangers_leave_from_pointe_du_hoc() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Rgr-2", "2818")
        put(state, "US-1-16", "2818")
        put(state, "GE-91-1057", "2617")

    g = staged("movement", "allied", begin)
    assert refused(g, "evacuate US-1-16") == "21.2"
    run(g, "evacuate US-Rgr-2")
    assert g.state.hex[index(g.state, "US-Rgr-2")] == BRITAIN


# -- 22.2, 23, S1-S3


@pytest.mark.rule("normandy44:22.2", "normandy44:3.0i")
def test_an_airborne_division_goes_home() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "US-82-505", "2814", 1)
        put(state, "US-82-507", "2814")
        put(state, "GE-91-1057", "1815")

    g = staged("end", "allied", begin)
    assert "division 82Abn" in offers(g)
    run(g, "division 82Abn")
    assert where(g, "US-82-505") == "dead"
    assert victory.worn(g.state)["US"] == 0


@pytest.mark.rule("normandy44:22.2")
@pytest.mark.parametrize(("place", "foe"), [("2814", "2713"), ("1808", "1030")])
def test_a_division_in_contact_or_out_of_supply_does_not_go_home(place: str, foe: str) -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "US-82-505", "2814")
        put(state, "US-82-507", place)
        put(state, "GE-91-1057", foe)

    g = staged("end", "allied", begin)
    assert [e.rule for e in g.opening_events if e.kind == "pass"] == ["22.2"]
    assert where(g, "US-82-505") == "2814"


@pytest.mark.rule("normandy44:23.3a")
def test_three_closed_beaches_lose() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815")
        put(state, "US-Eng-1S", "2814")
        put(state, "US-Eng-5S", "2719")

    g = staged("end", "allied", begin)
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == ("german", "23.3")


@pytest.mark.rule("normandy44:23.2")
def test_a_breakout_wins() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.control |= state.game.tables.caen
        state.at_edge = 3

    g = staged("end", "allied", begin)
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == ("allied", "23.2")


@pytest.mark.rule(
    "normandy44:S2.2a",
    "normandy44:S2.2c",
    "normandy44:S2.2d",
    "normandy44:S2.2e",
    "normandy44:S2.2f",
)
def test_points_of_the_seven_turns() -> None:
    state = opened().state.copy()
    clear(state)
    state.control = 0
    assert victory.points(state) == 3 - 10
    engineers(state)
    board = state.game.board
    assert victory.points(state) == 3
    astray = state.copy()
    astray.put(index(astray, "US-Eng-1S"), board.index("2713"))
    assert victory.points(astray) == 3 - 2, "elsewhere on the map is not on its beach"
    drops = (*("2710", "2712", "2810", "2811", "2813", "2912"), *("2032", "2131", "2233"))
    holders = ("US-4-8", "US-4-12", "US-4-22", "US-9-39", "US-9-47", "US-9-60")
    for name, h in zip((*holders, "BR-50-69", "BR-50-151", "BR-50-231"), drops, strict=True):
        put(state, name, h)
    assert victory.points(state) == 12
    state.take_off(index(state, "US-4-8"), GONE)
    assert victory.points(state) == 11, "a drop hex that is no town counts while it is held"
    state.take_off(index(state, "US-9-39"), GONE)
    base = victory.points(state)
    assert base == 11, "Sainte-Mère-Église is a town and stays Allied"
    state.control |= 1 << board.index("2322")
    assert victory.points(state) == base + 2
    state.control |= 1 << board.index("2029")
    assert victory.points(state) == base + 4


@pytest.mark.rule("normandy44:S2.2b")
def test_the_beaches_are_linked_by_road() -> None:
    state = opened().state.copy()
    clear(state)
    assert victory.linked(state)
    put(state, "GE-91-1057", "2416")
    assert not victory.linked(state)
    put(state, "US-1-16", "2515")
    put(state, "US-1-18", "2616")
    put(state, "US-1-26", "2514")
    assert victory.linked(state)


@pytest.mark.rule("normandy44:S1.2")
def test_the_set_up() -> None:
    g = opened(scenario="campaign")
    assert where(g, "GE-21-125") == "1732"
    assert where(g, "US-1-26") == "sea Omaha"
    assert where(g, "US-9-39") == "Britain"
    assert where(g, "GE-12SS-26") == "later"
    assert g.rules.check(g.state) == []


@pytest.mark.rule("normandy44:S3.1b", "normandy44:S3.3.4", "normandy44:S3.2.7")
def test_the_ground_of_the_cherbourg_scenario() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "2805")
        put(state, "GE-21-125", "2905")

    g = staged("movement", "german", begin, scenario="cherbourg")
    assert refused(g, "truck GE-91-1057") == "S3.3.4"
    state = g.state
    assert all(label.endswith("15") for label in state.game.board.labels(state.game.closed))
    assert where(g, "US-2-9") == "away"
    assert where(g, "BR-50-56") == "away"


@pytest.mark.rule(
    "normandy44:S3.2.2", "normandy44:S3.2.3a", "normandy44:S3.2.3b", "normandy44:S3.2.4"
)
@pytest.mark.parametrize(
    ("die", "points", "stock", "naval", "air"),
    [
        (2, [1, 0, 0, 1], 0, [1, 0], [0, 0]),
        (5, [1, 0, 0, 0], 2, [1, 0], [2, 0]),
        (4, [1, 0, 0, 0], 0, [1, 0], [2, 0]),
    ],
)
def test_income_in_the_cherbourg_scenario(
    die: int, points: list[int], stock: int, naval: list[int], air: list[int]
) -> None:
    def begin(state: Situation) -> None:
        state.sp = [0, 0, 0, 0, 0]
        put(state, "GE-91-1057", "2805")
        put(state, "US-Eng-1S", "2814")

    g = staged("initial", "german", begin, scenario="cherbourg")
    run(g, die)
    assert g.state.sp == [*points, 0]
    assert sum(g.state.stock) == 1 + stock, "one German armor replacement lies there from the start"
    assert (g.state.naval, g.state.air) == (naval, air)


@pytest.mark.rule("normandy44:S3.3.2a", "normandy44:S3.3.3")
def test_the_airborne_divisions_are_tied_down() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-101-501", "2712")
        put(state, "US-82-505", "2810")
        put(state, "GE-91-1057", "3209")

    g = staged("movement", "allied", begin, scenario="cherbourg")
    grid = g.state.game.board.grid
    for name, centres, most in (
        ("US-101-501", ("2512",), 4),
        ("US-82-505", ("2710", "2810", "2811"), 3),
    ):
        for h in g.rules.reach(g.state, name):
            assert min(grid.distance(grid.index(c), grid.index(h)) for c in centres) <= most
