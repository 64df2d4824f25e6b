"""3-6, 16-19, 21-23, 25 The Initial Phase, replacements, supply, support, beaches and victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine.game import Game
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
    steps,
    where,
)


def initial(
    turn: int = 5,
    change: Callable[[Situation], None] | None = None,
    **how: Any,
) -> Game[Situation]:
    """The Initial Phase of a turn, with a German division at Saint-Lô and the 1st Division at Omaha."""

    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.droppers, state.beaches = turn, "initial", (), ()
        state.sp = [0, 0, 0, 0, 0]
        put(state, "GE-91-1057", "1815")
        put(state, "US-1-16", "2620")
        put(state, "US-Eng-5S", "2620")
        if change is not None:
            change(state)

    return opened(begin, **how)


def stock(g: Game[Situation]) -> dict[str, int]:
    return {
        f"{service} {kind}": n
        for (service, kind), n in zip(STOCKS, g.state.stock, strict=True)
        if n
    }


def income(g: Game[Situation], die: int) -> Game[Situation]:
    run(g, die)
    while g.decision and g.decision.kind == "supply point":
        run(g, "supply 7Army")
    return g


# -- 4 weather, 5 supply points, 6.1 replacements


@pytest.mark.rule("normandy44:4.2", "normandy44:4.1", "normandy44:4.3g")
@pytest.mark.parametrize(("die", "row"), [(1, 2), (3, 2), (4, 3), (6, 3)])
def test_turn_two(die: int, row: int) -> None:
    """N44-01"""
    g = initial(2)
    run(g, die)
    assert (g.state.row, g.state.weather) == (row, "overcast")


@pytest.mark.rule("normandy44:5.2a", "normandy44:5.3a", "normandy44:6.1a", "normandy44:3.0b3")
def test_the_income_of_a_four() -> None:
    """N44-02, N44-03"""
    g = income(initial(), 4)
    assert g.state.sp == [1, 1, 1, 0, 0]
    assert stock(g) == {"us infantry": 1, "us armor": 1, "british armor": 1, "german infantry": 1}
    assert (g.state.air, g.state.naval, g.state.positions) == ([2, 2], [2, 2], [1, 1, 1])

    def harbours(state: Situation) -> None:
        state.harbour = [state.game.board.index("2719"), state.game.board.index("2524")]

    g = income(initial(change=harbours), 4)
    assert g.state.sp[:2] == [2, 2]


@pytest.mark.rule("normandy44:4.3c", "normandy44:5.1a", "normandy44:6.2.7", "normandy44:6.4.1a")
def test_a_storm() -> None:
    g = initial()
    run(g, 1)
    while g.decision and g.decision.kind == "supply point":
        run(g, "supply 7Army")
    assert offers(g) == {"take British", "take Canadian"}
    run(g, "take Canadian")
    assert stock(g) == {"us infantry": 1, "canadian infantry": 1}
    assert g.state.sp == [0, 0, 3, 0, 0]
    assert (g.state.air, g.state.naval) == ([0, 0], [0, 0])
    assert g.state.unsaved == "cats" or g.phase != "replacement"


@pytest.mark.rule("normandy44:5.1b", "normandy44:6.1b")
def test_stocks_have_limits() -> None:
    def full(state: Situation) -> None:
        state.sp = [19, 19, 19, 0, 0]
        state.stock = [9] * len(STOCKS)

    g = income(initial(change=full), 4)
    assert g.state.sp == [19, 19, 19, 0, 0]
    assert set(g.state.stock) == {9}


@pytest.mark.rule("normandy44:5.2b")
def test_cherbourg_receives_points_only_with_a_road_to_the_south() -> None:
    g = initial()
    run(g, 2)
    assert offers(g) == {"supply 7Army", "supply Cherbourg"}
    run(g, "supply Cherbourg", "supply 7Army")
    assert g.state.sp[2:] == [1, 1, 0]

    def cut(state: Situation) -> None:
        for name, place in (("US-9-39", "3606"), ("US-9-47", "3705"), ("US-9-60", "3706")):
            put(state, name, place)

    g = initial(change=cut)
    run(g, 2)
    assert g.state.sp[2] == 2


@pytest.mark.rule("normandy44:25.1")
@pytest.mark.parametrize("turn", [14, 15, 16])
def test_the_historical_storm(turn: int) -> None:
    assert initial(turn, options=["25.1"]).state.weather == "storm"


@pytest.mark.rule("normandy44:25.1")
@pytest.mark.parametrize("turn", [5, 13, 17])
def test_there_is_no_storm_but_the_historical_one(turn: int) -> None:
    g = initial(turn, options=["25.1"])
    run(g, 1)
    assert g.decision is not None
    assert g.decision.kind == "roll"


@pytest.mark.rule("normandy44:25.2")
def test_a_storm_of_three_days() -> None:
    g = initial(13, options=["25.2"])
    run(g, 1)
    assert g.state.storm_left == 2
    g = initial(11, options=["25.2"])
    run(g, 1)
    assert g.decision is not None
    assert g.decision.kind == "roll"


# -- 21.1 Mulberries, 17.2.3 readying


@pytest.mark.rule("normandy44:21.1.1b", "normandy44:3.0b2")
def test_a_mulberry_takes_five_turns() -> None:
    """N44-27"""

    def held(state: Situation) -> None:
        put(state, "BR-50-56", "2524")

    g = initial(2, held)
    run(g, 1)
    assert g.state.due[1] == 7

    def nearly(state: Situation) -> None:
        held(state)
        state.due[1] = 7

    g = initial(7, nearly)
    run(g, 4)
    assert g.state.word(g.state.harbour[1]) == "2524"


@pytest.mark.rule("normandy44:21.1.5")
def test_a_german_in_its_hex_removes_a_mulberry() -> None:
    g = opened()
    state = g.state.copy()
    clear(state)
    state.harbour[1] = state.game.board.index("2524")
    put(state, "GE-91-1057", "2524")
    assert state.harbour[1] == -1


@pytest.mark.rule("normandy44:17.2.3", "normandy44:17.3b", "normandy44:3.0b4")
def test_guns_in_supply_are_readied() -> None:
    def used(state: Situation) -> None:
        put(state, "GE-HQ-84", "1815")
        mark(state, "used", "GE-HQ-84")

    g = income(initial(change=used), 4)
    assert not marked(g, "GE-HQ-84", "used")


@pytest.mark.rule("normandy44:20.2.4a", "normandy44:20.2.4b")
def test_gliders_come_on_turn_two() -> None:
    def gliders(state: Situation) -> None:
        for name in ("US-82-325", "BR-6-6"):
            u = index(state, name)
            state.hex[u] = -1
            state.set_steps(u, 3)

    g = initial(2, gliders)
    run(g, 1)
    while g.decision and g.decision.kind == "supply point":
        run(g, "supply 7Army")
    run(g, 1, 3)
    assert where(g, "US-82-325") == "2711"
    assert (steps(g, "US-82-325"), steps(g, "BR-6-6")) == (1, 3)
    assert marked(g, "US-82-325", "scattered")
    assert not marked(g, "BR-6-6", "scattered")


# -- 6.2 replacements


def replacing(side: str, change: Callable[[Situation], None], turn: int = 5) -> Game[Situation]:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.droppers, state.beaches = turn, "replacement", (), ()
        state.active = ("allied", "german").index(side)
        state.stock = [3] * len(STOCKS)
        put(state, "US-Eng-5S", "2620")
        change(state)

    return opened(begin)


@pytest.mark.rule("normandy44:6.2.1", "normandy44:6.2.3c", "normandy44:17.9.3", "normandy44:6.2.4")
def test_a_replacement_restores_a_step_once() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2619", 1)
        put(state, "US-1-18", "2619", 2)

    g = replacing("allied", begin)
    run(g, "replace US-1-16")
    assert steps(g, "US-1-16") == 2
    assert refused(g, "replace US-1-16") == "6.2.3"


@pytest.mark.rule(
    "normandy44:6.2.3a", "normandy44:6.2.3b", "normandy44:13.6c3", "normandy44:20.2.3a2"
)
@pytest.mark.parametrize(
    ("change", "turn", "rule"),
    [
        (lambda s: None, 1, "6.2.3"),
        (lambda s: s.set_status(index(s, "US-1-16"), 1), 5, "6.2.3"),
        (lambda s: mark(s, "dug", "US-1-16"), 5, "16.1.3"),
        (lambda s: mark(s, "renewed", "US-1-16"), 5, "6.2.3"),
    ],
)
def test_who_takes_no_replacement(
    change: Callable[[Situation], None], turn: int, rule: str
) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2619", 2)
        put(state, "US-1-18", "2619", 2)
        change(state)

    g = replacing("allied", begin, turn)
    if turn == 1:
        assert g.phase != "replacement"
    else:
        assert refused(g, "replace US-1-16") == rule


@pytest.mark.rule("normandy44:6.2.3d", "normandy44:6.2.6", "normandy44:6.3a")
def test_nationality_and_kind() -> None:
    def begin(state: Situation) -> None:
        put(state, "CAN-2A-1Hus", "2619", 1)
        put(state, "US-Rgr-2", "2619", 1)
        state.stock = [0] * len(STOCKS)
        state.stock[STOCKS.index(("british", "armor"))] = 1

    g = replacing("allied", begin)
    assert refused(g, "replace US-Rgr-2") == "6.3"
    run(g, "replace CAN-2A-1Hus")
    assert not any(g.state.stock)


@pytest.mark.rule("normandy44:6.4.1a", "normandy44:6.4.2a")
@pytest.mark.parametrize(
    ("unsaved", "name", "taken"),
    [
        ("cats", "GE-101Tiger", True),
        ("", "GE-101Tiger", False),
        ("low", "GE-711-731", True),
        ("low", "GE-91-1057", True),
        ("lowest", "GE-711-731", True),
        ("lowest", "GE-91-1057", False),
        ("low", "GE-21-125", False),
    ],
)
def test_german_replacements_on_condition(unsaved: str, name: str, taken: bool) -> None:
    def begin(state: Situation) -> None:
        put(state, name, "1815", 1)
        put(state, "GE-21-200StuG", "1815", 1)
        state.stock = [0] * len(STOCKS)
        state.stock[STOCKS.index(("german", "armor"))] = 2
        state.unsaved = unsaved

    g = replacing("german", begin)
    assert (f"replace {name}" in offers(g)) is taken


@pytest.mark.rule(
    "normandy44:6.2.2a", "normandy44:6.2.2b", "normandy44:6.2.2c", "normandy44:6.2.2d"
)
def test_where_a_unit_is_rebuilt() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815")
        state.hex[index(state, "GE-91-1058")] = GONE
        state.hex[index(state, "GE-77-1049")] = GONE
        put(state, "US-9-39", "1917")

    g = replacing("german", begin)
    assert refused(g, "rebuild GE-77-1049") == "6.2.2"
    run(g, "rebuild GE-91-1058")
    assert "1815" in hexes(g, "at")
    grid = g.rules.board.grid
    assert all(grid.distance(grid.index("1815"), grid.index(h)) <= 5 for h in hexes(g, "at"))
    run(g, "at 1815")
    assert (where(g, "GE-91-1058"), steps(g, "GE-91-1058")) == ("1815", 1)


@pytest.mark.rule("normandy44:17.9.4", "normandy44:21.1.4")
def test_engineers_return_by_way_of_britain() -> None:
    def begin(state: Situation) -> None:
        state.hex[index(state, "US-Eng-1S")] = GONE

    g = replacing("allied", begin)
    run(g, "rebuild US-Eng-1S")
    assert (where(g, "US-Eng-1S"), steps(g, "US-Eng-1S")) == ("Britain", 1)


@pytest.mark.rule("normandy44:6.7")
def test_one_unit_is_mobilized_a_turn() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815", 1)

    g = replacing("german", begin)
    assert "mobilize GE-243-920" in offers(g)
    run(g, "mobilize GE-243-920", "at 2803")
    assert where(g, "GE-243-920") == "2803"
    assert refused(g, "mobilize GE-709-729") == "6.7"


@pytest.mark.rule("normandy44:5.3b", "normandy44:6.5.1b", "normandy44:21.1.3")
def test_supply_points_are_bought_with_a_mulberry() -> None:
    def begin(state: Situation) -> None:
        state.points = [6, 6]
        state.harbour[0] = state.game.board.index("2719")

    g = replacing("allied", begin)
    run(g, "buy US")
    assert (g.state.sp[0], g.state.points[0]) == (1, 3)
    assert refused(g, "buy CW") == "5.3"


# -- 6.5 landing, 21.2 evacuation


def landing(change: Callable[[Situation], None] | None = None, turn: int = 5) -> Game[Situation]:
    def begin(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active = turn, "movement", 0
        state.droppers = state.beaches = ()
        state.points = [6, 6]
        put(state, "GE-91-1057", "1815")
        for name, place in (("US-Eng-1S", "2814"), ("US-Eng-5S", "2719"), ("BR-Eng-9", "2525")):
            put(state, name, place)
        for unit in state.game.units:
            if unit.arrival.startswith("britain"):
                state.hex[unit.index] = BRITAIN
        if change is not None:
            change(state)

    return opened(begin)


@pytest.mark.rule(
    "normandy44:6.5.1a", "normandy44:6.5.2a", "normandy44:6.5.2b", "normandy44:6.5.2c"
)
def test_landing_limits() -> None:
    """N44-04 Four points through a beach, six for an army; by Tactical Movement, the beach counts."""
    g = landing()
    run(g, "move US-2A-CCA", "land 2814")
    assert g.state.modes == 4
    run(g, "to 2813")
    assert g.state.mover == -1
    assert marked(g, "US-2A-CCA", "landed")
    run(g, "move US-HQ-8")
    assert hexes(g, "land") == {"2719", "2620"}
    assert refused(g, "land 2814") == "6.5.2"
    run(g, "land 2719", "stay")
    assert g.state.points == [0, 6]
    assert refused(g, "move US-TD-702") == "6.5.1"


@pytest.mark.rule("normandy44:21.1.4", "normandy44:20.5.1")
def test_closed_beaches() -> None:
    g = landing()
    assert refused(g, "move BR-51-152 land 2527") == "21.1.4"
    g = landing(turn=1)
    assert refused(g, "move US-9-39") == "20.5.1"


@pytest.mark.rule("normandy44:21.2a", "normandy44:21.2b")
def test_evacuation() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2719", 1)
        put(state, "US-1-18", "2719")
        put(state, "US-Tk-70", "2719")

    g = landing(begin)
    run(g, "evacuate US-1-16", "evacuate US-1-18")
    assert (where(g, "US-1-16"), steps(g, "US-1-16")) == ("Britain", 1)
    assert refused(g, "evacuate US-Tk-70") == "21.2"


@pytest.mark.rule("normandy44:6.5.3a", "normandy44:6.5.3b")
def test_a_missing_engineer_costs_two_points() -> None:
    g = opened()
    state = g.state.copy()
    clear(state)
    state.turn = 5
    from grognard.games.normandy44 import points

    for beach in state.game.beaches.values():
        if beach.engineer >= 0:
            state.hex[beach.engineer] = GONE
    points.allowance(state)
    assert state.points == [2, 2]


# -- 18 supply


@pytest.mark.rule("normandy44:18.2.1", "normandy44:18.3a", "normandy44:18.1a", "normandy44:18.1b")
def test_out_of_supply_and_red_on_the_second_turn() -> None:
    roads = ["secondary 0101-0102-0103"]

    def phase(change: Callable[[Situation], None] | None = None) -> Game[Situation]:
        return field(
            {"0103": "GE-352-1-914", "0808": "GE-91-1057", "0909": "US-1-16"},
            phase="supply",
            side="german",
            features={"green": "0101"},
            roads=roads,
            change=change,
        )

    g = phase()
    assert not marked(g, "GE-352-1-914", "oos")
    assert marked(g, "GE-91-1057", "oos")
    assert not marked(g, "GE-91-1057", "red")
    g = phase(lambda s: mark(s, "oos", "GE-91-1057"))
    assert marked(g, "GE-91-1057", "red")


@pytest.mark.rule("normandy44:18.1a")
def test_a_line_takes_off_the_red_marker_too() -> None:
    def isolated(state: Situation) -> None:
        mark(state, "oos", "GE-91-1057")
        mark(state, "red", "GE-91-1057")

    g = field(
        {"0504": "GE-91-1057", "0909": "US-1-16"},
        side="german",
        phase="supply",
        features={"green": "0501"},
        roads=["secondary 0501-0502-0503"],
        change=isolated,
    )
    assert not marked(g, "GE-91-1057", "oos")
    assert not marked(g, "GE-91-1057", "red")


@pytest.mark.rule("normandy44:18.3b3", "normandy44:18.3c")
def test_the_road_part_may_pass_one_zone_of_control_but_no_enemy_town() -> None:
    road = "secondary 0501-0502-0503-0504-0505-0506-0507-0508-0509"
    how: dict[str, Any] = {"features": {"green": "0501"}, "roads": [road]}

    def short(units: dict[str, str], **more: Any) -> bool:
        g = field(units, side="german", phase="supply", **how, **more)
        return marked(g, "GE-91-1057", "oos")

    one = {"sides": {"impassable": "0505/0605"}}
    assert not short({"0509": "GE-91-1057", "0605": "US-1-16"}, **one)
    ring = {"0605": "US-1-16", "0405": "US-1-18"}
    assert short({"0509": "GE-91-1057", **ring})
    town: dict[str, Any] = {
        "towns": "0503",
        "change": lambda s: setattr(s, "control", 1 << s.game.board.index("0503")),
    }
    assert short({"0509": "GE-91-1057", "0909": "US-1-16"}, **town)
    assert not short({"0507": "GE-91-1057", "0909": "US-1-16"}, **town)


@pytest.mark.rule("normandy44:18.3b3")
@pytest.mark.parametrize(("friend", "short"), [("0909", True), ("0504", False), ("0505", False)])
def test_the_road_part_does_not_pass_two_zones_in_a_row_that_no_friend_stands_in(
    friend: str, short: bool
) -> None:
    """0605 watches 0504 and 0505; the way around them is too long off the road."""
    g = field(
        {"0512": "GE-91-1057", "0605": "US-1-16", friend: "GE-352-1-914"},
        side="german",
        phase="supply",
        features={"green": "0501"},
        roads=["secondary " + "-".join(f"05{place:02d}" for place in range(1, 13))],
        size=12,
    )
    assert marked(g, "GE-91-1057", "oos") is short


@pytest.mark.rule("normandy44:18.3b4", "normandy44:8.5.2d")
@pytest.mark.parametrize(
    ("enemies", "short"),
    [("0605", False), ("0605 0405", True), ("0605 0406", True)],
    ids=["zone", "over a hexside", "in a hex"],
)
def test_a_road_that_a_bond_closes_feeds_nobody(enemies: str, short: bool) -> None:
    """0505 alone lies in a zone without a friend: the Bond over its western hexside or through it cuts."""
    names = ["US-1-16", "US-1-18"]
    g = field(
        {
            "0512": "GE-91-1057",
            "0504": "GE-352-1-914",
            "0506": "GE-352-2-914",
            **dict(zip(enemies.split(), names, strict=False)),
        },
        side="german",
        phase="supply",
        features={"green": "0501"},
        roads=["secondary " + "-".join(f"05{place:02d}" for place in range(1, 13))],
        size=12,
    )
    assert marked(g, "GE-91-1057", "oos") is short


@pytest.mark.rule("normandy44:18.3b1", "normandy44:9.6")
@pytest.mark.parametrize(("closed", "short"), [(6, True), (5, False)])
def test_no_line_crosses_an_impassable_hexside(closed: int, short: bool) -> None:
    around = ["0505/0506", "0505/0605", "0505/0606", "0505/0405", "0505/0406", "0504/0505"]
    g = field(
        {"0505": "GE-91-1057", "0909": "US-1-16:1"},
        side="german",
        phase="supply",
        features={"green": "0501"},
        roads=["secondary 0501-0502-0503"],
        sides={"impassable": " ".join(around[:closed])},
    )
    assert marked(g, "GE-91-1057", "oos") is short


@pytest.mark.rule("normandy44:18.3a")
@pytest.mark.parametrize(("place", "short"), [("0508", False), ("0509", True)])
def test_a_line_goes_five_hexes_to_a_road_and_no_farther(place: str, short: bool) -> None:
    g = field(
        {place: "GE-91-1057", "0909": "US-1-16:1"},
        side="german",
        phase="supply",
        features={"green": "0501"},
        roads=["secondary 0501-0502-0503"],
    )
    assert marked(g, "GE-91-1057", "oos") is short


@pytest.mark.rule("normandy44:18.5.1b", "normandy44:18.5.2", "normandy44:18.5.1a")
@pytest.mark.parametrize(("die", "left"), [(1, 2), (2, 3)])
def test_attrition(die: int, left: int) -> None:
    """N44-24 Quality +1 beside a strongpoint: a step is lost on a 1 alone."""
    g = field(
        {"0404": "GE-21-125 GE-SP-Hillman", "0405": "US-1-16", "0303": "US-1-18"},
        phase="supply",
        side="german",
        change=lambda s: mark(s, "oos", "GE-21-125", "GE-SP-Hillman"),
    )
    run(g, die)
    assert steps(g, "GE-21-125") == left


@pytest.mark.rule("normandy44:18.5.4")
def test_an_isolated_hq_alone_is_lost() -> None:
    g = field({"0404": "GE-HQ-84", "0909": "US-1-16"}, phase="supply", side="german")
    assert where(g, "GE-HQ-84") == "eliminated"


# -- 17, 19 support


@pytest.mark.rule("normandy44:17.2.5a", "normandy44:17.2.4", "normandy44:17.3a", "normandy44:17.3c")
def test_artillery() -> None:
    """N44-38 An HQ in supply gives a shift for a point, a Werfer once a turn for nothing; two in all."""

    def points(state: Situation) -> None:
        state.sp = [2, 0, 2, 0, 0]

    how: dict[str, Any] = {
        "features": {"green": "0101"},
        "roads": ["secondary 0101-0102-0103-0104"],
    }
    g = field(
        {
            "0404": "GE-21-125",
            "0405": "US-82-505:1",
            "0104": "GE-HQ-84 GE-Werfer7",
            "0204": "GE-Werfer8",
        },
        side="german",
        change=points,
        **how,
    )
    run(g, "attack 0405", "with GE-21-125", "maf 21Pz")
    assert {"hq GE-HQ-84", "werfer GE-Werfer7", "werfer GE-Werfer8"} <= offers(g)
    run(g, "hq GE-HQ-84", "werfer GE-Werfer7")
    assert refused(g, "werfer GE-Werfer8") == "17.3"
    run(g, "go", 6)
    assert g.state.sp[2] == 1
    assert marked(g, "GE-Werfer7", "used")
    assert not marked(g, "GE-HQ-84", "used")


@pytest.mark.rule("normandy44:4.3e")
def test_one_artillery_shift_in_a_storm() -> None:
    def points(state: Situation) -> None:
        state.sp = [0, 0, 2, 0, 0]

    g = field(
        {"0404": "GE-21-125", "0405": "US-82-505:1", "0304": "GE-Werfer7", "0204": "GE-Werfer8"},
        side="german",
        row=1,
        change=points,
    )
    run(g, "attack 0405", "with GE-21-125", "maf 21Pz", "werfer GE-Werfer7")
    assert refused(g, "werfer GE-Werfer8") == "4.3"


@pytest.mark.rule("normandy44:17.2.8")
def test_the_guns_of_caen() -> None:
    def points(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]

    how: dict[str, Any] = {"side": "german", "change": points, "terrain": {"city": "0407"}}
    units = {"0404": "GE-21-125", "0405": "US-82-505:1"}
    g = field(units, features={"caen": "0407"}, **how)
    run(g, "attack 0405", "with GE-21-125", "maf 21Pz")
    assert g.decision is not None
    assert g.decision.outcome is not None
    said = {each.text: [*map(str, g.decision.outcome(each))] for each in g.decision.actions}
    assert said["caen"][1:] == ["costs a supply point (German Seventh Army); left: 0"]
    assert said["go"][1:] == []
    run(g, "caen", "go")
    assert g.state.sp[2] == 0
    g = field(units, features={"caen": "0909"}, **how)
    run(g, "attack 0405", "with GE-21-125", "maf 21Pz")
    assert refused(g, "caen") == "17.2.8"


@pytest.mark.rule("normandy44:19.1.2", "normandy44:19.2.3", "normandy44:22.1.1")
def test_aircraft_and_ships_support_their_own() -> None:
    def ready(state: Situation) -> None:
        state.air, state.naval = [3, 3], [2, 2]

    g = field({"0404": "US-1-16", "0405": "GE-91-1057"}, features={"naval": "0405"}, change=ready)
    run(g, "attack 0405", "with US-1-16", "maf US1")
    assert refused(g, "air CW") == "22.1.1"
    run(g, "air US", "naval US")
    assert refused(g, "air US") == "19.1.2"
    assert refused(g, "naval US") == "19.2.3"
    run(g, "go", 1)
    assert (g.state.air, g.state.naval) == ([2, 3], [1, 2])


@pytest.mark.rule(
    "normandy44:19.1.4a", "normandy44:19.1.4b", "normandy44:19.1.5", "normandy44:TBL.STRAFE"
)
@pytest.mark.parametrize(("guns", "die", "left"), [(False, 6, 1), (False, 5, 2), (True, 6, 2)])
def test_strafing(guns: bool, die: int, left: int) -> None:
    def ready(state: Situation) -> None:
        state.air = [1, 0]

    more = {"0505": "GE-3FK-1"} if guns else {}
    g = field({"0404": "US-1-16", "0405": "GE-21-1-22", **more}, change=ready)
    assert g.decision is not None
    assert g.decision.outcome is not None
    strafe = next(action for action in g.legal_actions if action.text == "strafe 0405")
    hope = [str(said) for said in g.decision.outcome(strafe)]
    assert hope == [f"GE-21-1-22 loses a step: {0 if guns else 1} in 6"]
    run(g, "strafe 0405", die)
    assert steps(g, "GE-21-1-22") == left
    assert g.state.air == [0, 0]


@pytest.mark.rule("normandy44:19.1.4a")
def test_no_strafing_after_a_combat_whose_attackers_are_gone() -> None:
    def fought(state: Situation) -> None:
        state.air = [1, 0]
        state.struck |= 1 << index(state, "GE-21-1-22")

    g = field({"0404": "US-1-16", "0405": "GE-21-1-22", "0403": "GE-91-1057"}, change=fought)
    assert refused(g, "strafe 0405") == "19.1.4"
    assert "strafe 0405" not in offers(g)


# -- 17.5, 22.2, 23 leaving and winning


@pytest.mark.rule("normandy44:17.5.1", "normandy44:17.5.2a", "normandy44:17.5.2b")
def test_rangers_and_commandos_leave() -> None:
    from grognard.games.normandy44 import special

    state = opened().state.copy()
    clear(state)
    put(state, "US-Rgr-2", "2818")
    put(state, "BR-4SS", "2525")
    put(state, "GE-91-1057", "2417")
    put(state, "GE-SP-Longues", "2623")
    special.withdrawals(state)
    assert state.hex[index(state, "US-Rgr-2")] >= 0
    assert state.hex[index(state, "BR-4SS")] < 0
    state.take_off(index(state, "GE-91-1057"), GONE)
    special.withdrawals(state)
    assert state.hex[index(state, "US-Rgr-2")] < 0


@pytest.mark.rule("normandy44:23.3b", "normandy44:23.3c", "normandy44:23.1")
@pytest.mark.parametrize(("prefix", "needed"), [("US", 7), ("BR", 5)])
def test_worn_out_allies_lose(prefix: str, needed: int) -> None:
    def begin(state: Situation, lost: int) -> None:
        clear(state)
        state.turn, state.phase, state.active = 5, "end", 0
        state.droppers = state.beaches = ()
        for name in ("US-Eng-1S", "US-Eng-5S", "BR-Eng-9", "BR-Eng-7", "BR-Eng-5"):
            beach = next(b for b in state.game.beaches.values() if b.engineer == index(state, name))
            put(state, name, state.word(beach.hexes[0]))
        worn = [u for u in state.game.units if u.remnant and u.id.startswith(prefix)]
        for unit in worn[:lost]:
            state.hex[unit.index] = GONE
            state.set_steps(unit.index, 0)

    g = opened(lambda s: begin(s, needed))
    assert g.outcome is not None
    assert (g.outcome.winner, g.outcome.rule) == ("german", "23.3")
    g = opened(lambda s: begin(s, needed - 1))
    assert g.outcome is None


@pytest.mark.rule("normandy44:S1.3.1a", "normandy44:S1.3.1b")
def test_campaign_points() -> None:
    """N44-28 Cherbourg and its towns are nine, Buron the tenth; a German town behind the line costs one."""
    from grognard.games.normandy44 import victory

    rules = opened(scenario="campaign")
    state = rules.state.copy()
    clear(state)
    tables = state.game.tables
    put(state, "US-Eng-1S", "2814")
    state.control = (tables.town | tables.city) & ~tables.beyond | tables.perimeter & (
        tables.town | tables.city
    )
    assert victory.points(state) == 9
    state.control |= 1 << state.game.board.index("2128")
    assert victory.points(state) == 10
    state.control &= ~(1 << state.game.board.index("2322"))
    assert victory.points(state) == 8
