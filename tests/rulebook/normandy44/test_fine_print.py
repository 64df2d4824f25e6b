"""Small print: who helps, who counts and who may, one condition at a time."""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import BRITAIN, GONE, STOCKS, Situation

from .field import (
    clear,
    field,
    hexes,
    index,
    ledger,
    mark,
    offers,
    opened,
    put,
    refused,
    run,
    steps,
    where,
)

RING = {
    "0404": "US-1-16",
    "0606": "US-1-18",
    "0604": "US-1-26",
    "0406": "US-9-39",
    "0307": "US-9-47",
}
"""Americans all around 0505."""


def harbor(state: Situation) -> None:
    """The Americans have a Mulberry in 0504."""
    state.harbour[0] = state.game.board.index("0504")
    state.control |= 1 << state.harbour[0]


def isolated(units: str) -> Game[Situation]:
    """The Supply Phase of Germans in 0505 who have been cut off since the turn before."""

    def cut(state: Situation) -> None:
        mark(state, "oos", *units.split())
        mark(state, "red", *units.split())

    return field(
        {**RING, "0505": units},
        phase="supply",
        side="german",
        features={"orange": "0909"},
        change=cut,
    )


@pytest.mark.rule("normandy44:18.5.2")
@pytest.mark.parametrize(("unit", "die"), [("GE-6FJ", 4), ("GE-91-1057", 5), ("GE-709-739", 6)])
def test_poor_troops_wear_away_sooner_than_good_ones(unit: str, die: int) -> None:
    """A modified 5 is needed: the Quality of the three is +1, 0 and -1."""
    full = steps(isolated(unit), unit)
    assert steps(run(isolated(unit), die), unit) == full
    assert steps(run(isolated(unit), die - 1), unit) == full - 1


@pytest.mark.rule("normandy44:18.5.2", "normandy44:18.5.4")
@pytest.mark.parametrize(("die", "left"), [(2, 1), (3, 2)])
def test_a_headquarters_helps_the_isolated_and_dies_with_the_last_of_them(
    die: int, left: int
) -> None:
    g = run(isolated("GE-91-1057 GE-HQ-84"), die)
    assert steps(g, "GE-91-1057") == left
    assert where(g, "GE-HQ-84") == "0505"
    g = run(isolated("GE-352-1-914 GE-HQ-84"), 1)
    assert where(g, "GE-HQ-84") == "eliminated"


@pytest.mark.rule("normandy44:15.1d2", "normandy44:20.2.3a1")
def test_a_scattered_unit_is_no_reserve() -> None:
    def begin(state: Situation) -> None:
        mark(state, "scattered", "US-82-505")

    g = field(
        {"0505": "US-82-505", "0101": "US-82-507", "0909": "GE-91-1057"},
        phase="movement",
        change=begin,
    )
    assert "reserve US-82-507" in offers(g)
    assert "reserve US-82-505" not in offers(g)
    assert refused(g, "reserve US-82-505") == "15.1"


@pytest.mark.rule("normandy44:11.4.2a", "normandy44:11.4.2b")
@pytest.mark.parametrize(
    ("stack", "shift"),
    [
        ("US-2A-CCA:2", -1),
        ("US-2A-CCA:1", -1),
        ("US-4Rcn", 0),
        ("US-Tk-70", 0),
        ("US-Tk-70 US-HQ-5", 0),
        ("US-Tk-70 US-Rgr-2", -1),
        ("US-TD-634 US-Rgr-2", 0),
    ],
)
def test_who_gives_the_defense_an_armor_shift(stack: str, shift: int) -> None:
    """Infantry with grey armor; combat commands are both in one, reconnaissance and guns are not."""
    g = field({"0404": "GE-12SS-25", "0405": stack}, side="german")
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    assert ledger(g).shifts.get("11.4.2", 0) == shift


@pytest.mark.rule("normandy44:13.1.2b", "normandy44:13.5a")
@pytest.mark.parametrize("fell_back", [False, True])
def test_who_has_fallen_back_calms_no_zone_for_those_who_follow(fell_back: bool) -> None:
    def begin(state: Situation) -> None:
        if fell_back:
            mark(state, "fell_back", "GE-91-1057")

    g = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914", "0406": "GE-91-1057", "0505": "US-1-18"},
        change=begin,
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    assert ("retreat 0406" in offers(g)) is not fell_back
    assert (where(g, "GE-352-1-914") == "0305") is fell_back


@pytest.mark.rule("normandy44:13.3b", "normandy44:13.7")
def test_a_friend_on_the_road_stops_no_retreat() -> None:
    """The only way leads through his hex: it goes on, and his marker comes off."""

    def begin(state: Situation) -> None:
        mark(state, "strategic", "GE-21-125")

    g = field(
        {"0404": "US-1-16", "0304": "US-1-18", "0504": "US-1-26", "0405": "GE-352-1-914"}
        | {"0406": "GE-21-125", "0606": "US-9-39", "0206": "US-9-47"},
        change=begin,
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 3, "fallback")
    assert where(g, "GE-352-1-914") != "0405"
    if g.decision is not None and g.decision.kind == "retreat":
        assert "stop" not in offers(g)
        run(g, "retreat 0407")
    assert where(g, "GE-352-1-914") == "0407"
    assert not g.state.strategic


@pytest.mark.rule("normandy44:12.4.4a", "normandy44:12.4.4b")
@pytest.mark.parametrize(
    ("lead", "column"), [("GE-SP-Yorck", "strongpoint"), ("GE-91-1057", "improved")]
)
def test_a_strongpoint_in_a_position_leads_on_its_own_column(lead: str, column: str) -> None:
    def begin(state: Situation) -> None:
        state.improved[1] = 1 << state.game.board.index("0405")

    g = field({"0404": "US-1-16 US-1-18", "0405": "GE-91-1057 GE-SP-Yorck"}, change=begin)
    run(g, "attack 0405 with US-1-16 US-1-18 maf US1 go", 4, "stand", f"lead {lead}")
    told = next(e for e in g.play("roll 4") if e.kind == "defence")
    assert told.facts["column"] == column
    assert told.facts["result"] == {"strongpoint": "EX", "improved": "-1"}[column]


@pytest.mark.rule("normandy44:21.1.5", "normandy44:23.3a")
def test_a_harbor_that_is_built_anew_is_no_longer_lost() -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.beaches, state.droppers = 6, "initial", (), ()
        state.control = 1 << state.game.board.index("2524")
        state.harbours_lost = 2
        put(state, "GE-77-1049", "1010")

    g = run(opened(change, scenario="campaign"), 3)
    assert (g.state.due[1], g.state.harbours_lost) == (11, 0)


@pytest.mark.rule("normandy44:6.2.2d")
def test_a_unit_rebuilt_this_phase_brings_back_no_other() -> None:
    """0106 is five hexes from the survivor, 0109 only near the battalion that has just come back."""

    def change(state: Situation) -> None:
        for name in ("GE-91-3-1058", "GE-91-1058", "GE-352-1-914"):
            state.hex[index(state, name)] = GONE
        state.stock[7] = 3

    g = field(
        {"0101": "GE-91-1057", "0909": "US-1-16"},
        phase="replacement",
        side="german",
        towns="0106 0109",
        roads=["secondary 0101-0102-0103-0104-0105-0106-0107-0108-0109"],
        features={"orange": "0101"},
        change=change,
    )
    run(g, "rebuild GE-91-3-1058")
    assert where(g, "GE-91-3-1058") == "0106"
    assert refused(g, "rebuild GE-91-1058 at 0109") == "6.2.2"
    run(g, "rebuild GE-91-1058")
    assert where(g, "GE-91-1058") == "0106"
    assert hexes(g, "rebuild") == set(), "nobody of its division is left to the battalion"


@pytest.mark.rule("normandy44:6.2.2a", "normandy44:17.2.1")
@pytest.mark.parametrize(("hq", "homes"), [("US-HQ-5", {"0505", "Britain"}), ("BR-HQ-1", set())])
def test_a_headquarters_brings_back_units_of_its_own_nation(hq: str, homes: set[str]) -> None:
    def change(state: Situation) -> None:
        state.hex[index(state, "US-Tk-70")] = GONE
        state.stock[1] = 1
        harbor(state)

    g = field(
        {"0505": hq, "0504": "US-1-16", "0909": "GE-91-1057"}, phase="replacement", change=change
    )
    run(g, "rebuild US-Tk-70")
    assert hexes(g, "at") == homes
    assert homes or where(g, "US-Tk-70") == "Britain"


@pytest.mark.rule("normandy44:6.2.3d", "normandy44:6.2.6")
@pytest.mark.parametrize(
    ("name", "stock", "taken"),
    [
        ("CAN-3-7", ("canadian", "infantry"), True),
        ("CAN-3-7", ("british", "infantry"), False),
        ("CAN-2A-1Hus", ("british", "armor"), True),
        ("BR-50-69", ("british", "infantry"), True),
        ("BR-50-69", ("canadian", "infantry"), False),
        ("BR-50-69", ("us", "infantry"), False),
        ("BR-8A-NY", ("us", "armor"), False),
        ("BR-8A-NY", ("british", "infantry"), False),
        ("US-82-505", ("us", "infantry"), False),
        ("US-82-505", ("us", "airborne"), True),
        ("US-82-505", ("british", "airborne"), False),
        ("US-4Rcn", ("us", "armor"), True),
    ],
)
def test_whose_and_which_replacements_a_unit_takes(
    name: str, stock: tuple[str, str], taken: bool
) -> None:
    def change(state: Situation) -> None:
        harbor(state)
        state.stock[STOCKS.index(stock)] = 1
        state.stock[STOCKS.index(("us", "armor"))] |= 1

    g = field(
        {"0505": f"{name}:1", "0506": "US-Tk-70:1", "0909": "GE-91-1057"},
        phase="replacement",
        change=change,
    )
    assert (f"replace {name}" in offers(g)) is taken
    assert taken or refused(g, f"replace {name}") == "6.2.3"


@pytest.mark.rule("normandy44:15.1a")
@pytest.mark.parametrize(
    ("name", "goal", "rests"),
    [("US-1-16", "0507", True), ("US-1-16", "0508", False), ("US-Tk-70", "0508", True)],
)
def test_one_point_by_road_leaves_a_unit_for_the_reserve(name: str, goal: str, rests: bool) -> None:
    """Two hexes at a half each, three at a third; one and a half are too much."""
    g = field(
        {"0505": name, "0101": "US-1-18", "0909": "GE-91-1057"},
        phase="movement",
        roads=["major 0505-0506-0507-0508"],
    )
    run(g, f"move {name} {goal} stay")
    assert (f"reserve {name}" in offers(g)) is rests
    assert rests or refused(g, f"reserve {name}") == "15.1"


@pytest.mark.rule("normandy44:25.2")
@pytest.mark.parametrize(("turn", "storm"), [(11, False), (12, True)])
def test_long_storms_come_from_turn_twelve_on(turn: int, storm: bool) -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.beaches, state.droppers = turn, "initial", (), ()
        put(state, "GE-77-1049", "1010")

    g = run(opened(change, scenario="campaign", options=("25.2",)), 1)
    assert (g.state.weather, g.state.storm_left) == (("storm", 2) if storm else ("overcast", 0))
    assert g.state.thunder is not storm


@pytest.mark.rule("normandy44:19.2.5")
@pytest.mark.parametrize(("bombardment", "rule"), [(0, None), (4, None), (5, "19.2.5")])
def test_ships_off_cherbourg_support_nobody_elsewhere(bombardment: int, rule: str | None) -> None:
    def change(state: Situation) -> None:
        state.bombardment, state.naval = bombardment, [1, 1]

    g = field({"0404": "US-1-16", "0405": "GE-91-1057"}, features={"naval": "0405"}, change=change)
    run(g, "attack 0405 with US-1-16 maf US1")
    assert ("naval US" in offers(g)) is (rule is None)
    assert rule is None or refused(g, "naval US") == rule


@pytest.mark.rule("normandy44:16.1.3a", "normandy44:16.1.4b", "normandy44:15.1d4")
def test_where_and_by_whom_no_position_is_begun() -> None:
    def change(state: Situation) -> None:
        state.positions = [3, 3, 3]
        mark(state, "renewed", "US-1-18")
        mark(state, "dug", "US-9-47")

    units = {"0505": "US-1-16", "0503": "US-1-18", "0301": "US-1-26", "0303": "US-9-39"}
    g = field(
        {**units, "0101": "US-9-47", "0909": "GE-91-1057"},
        phase="movement",
        terrain={"city": "0301"},
        features={"permanent": "0303"},
        change=change,
    )
    assert hexes(g, "dig") == {"US-1-16", "US-9-47"}
    assert refused(g, "dig US-1-18") == "16.1.3"
    assert refused(g, "dig US-1-26") == "16.1.4"
    assert refused(g, "dig US-9-39") == "16.1.4"
    assert "reserve US-9-47" not in offers(g)
    assert refused(g, "reserve US-9-47") == "15.1"


@pytest.mark.rule("normandy44:21.1.3", "normandy44:5.3a")
@pytest.mark.parametrize(("army", "points"), [(0, [2, 1]), (1, [1, 2])])
def test_a_harbor_feeds_its_own_army(army: int, points: list[int]) -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.beaches, state.droppers = 9, "initial", (), ()
        state.sp = [0] * 5
        state.harbour[army] = state.game.mulberries[army].hexes[0]
        put(state, "GE-77-1049", "1010")

    g = run(opened(change, scenario="campaign"), 3, "supply 7Army", "supply 7Army")
    assert g.state.sp[:3] == [*points, 2]


@pytest.mark.rule("normandy44:12.6")
def test_a_force_of_two_battalions_of_which_one_is_lost_still_drives_the_defender_out() -> None:
    g = field({"0404": "GE-352-1-914 GE-352-2-914", "0405": "US-Rgr-2"}, side="german")
    run(g, "attack 0405 with GE-352-1-914 GE-352-2-914 maf GE352 go")
    told = g.play("roll 2")
    assert next(e for e in told if e.kind == "result").facts["result"] == "A1/DR"
    run(g, "lose GE-352-1-914")
    assert g.decision is not None
    assert g.decision.kind == "stand"


@pytest.mark.rule("normandy44:21.1.4", "normandy44:17.8a")
def test_an_engineer_returns_to_its_own_beach() -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active, state.points = 5, "movement", 0, [6, 6]
        state.hex[index(state, "US-Eng-1S")] = BRITAIN
        state.set_steps(index(state, "US-Eng-1S"), 2)

    g = opened(change, scenario="campaign")
    assert refused(g, "move US-Eng-1S land 2719") == "6.5.2"
    assert where(run(g, "move US-Eng-1S land 2814"), "US-Eng-1S") == "2814"


@pytest.mark.rule("normandy44:S3.3.2b")
@pytest.mark.parametrize(("held", "gone"), [("2512", True), ("2814", False)])
def test_carentan_must_be_held_for_the_parachutists_to_go(held: str, gone: bool) -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active, state.beaches, state.droppers = 5, "end", 0, (), ()
        put(state, "US-4-8", held)
        put(state, "GE-6FJ", "2510")
        state.control |= 1 << state.game.board.index("2512")

    assert (where(opened(change, scenario="cherbourg"), "GE-6FJ") == "dead") is gone
