"""7, 8, 9 Stacking, zones of control and Bonds, movement; 6.5 and 6.6 coming onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import DISRUPTED, Situation

from .field import field, hexes, index, mark, marked, offers, put, refused, run, unit, where


def moving(units: dict[str, str], side: str = "german", **how: Any) -> Game[Situation]:
    return field(units, phase="movement", side=side, **how)


def reach(g: Game[Situation], name: str) -> set[str]:
    return set(g.rules.reach(g.state, name))


# -- 7 stacking


@pytest.mark.rule("normandy44:7.1a", "normandy44:7.1b", "normandy44:7.1c", "normandy44:2.3.6a")
@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        ("US-1-16 US-1-18", True),
        ("US-1-16 US-1-18 US-Tk-70", True),
        ("US-1-16 US-1-18 US-Tk-70 US-HQ-5 US-Eng-1S", True),
        ("US-1-16 US-1-18 US-Tk-70 US-Tk-741", False),
        ("US-1-16 US-1-18 US-99", False),
        ("US-1-16 US-1-18:1 US-29-115:1 US-Tk-70", True),
        ("US-1-16 US-Tk-70 US-TD-702 US-LT-744", True),
        ("US-1-16 US-1-18 US-HQ-5 US-HQ-7", False),
    ],
)
def test_stacking_limit(stack: str, legal: bool) -> None:
    """N44-05"""
    g = moving({"0404": stack, "0101": "GE-352-1-914"}, side="allied")
    run(g, "done")
    assert (g.decision is not None and g.decision.kind == "overstacked") is not legal


@pytest.mark.rule("normandy44:7.2a")
def test_the_owner_removes_the_excess() -> None:
    g = moving({"0404": "US-1-16 US-1-18 US-99", "0101": "GE-352-1-914"}, side="allied")
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    (end,) = (action for action in ask.actions if action.verb == "done")
    assert list(map(str, ask.outcome(end))) == ["over the stacking limit, units lost: 0404"]
    one = moving(
        {"0404": "US-1-16 US-1-18", "0403": "US-99", "0101": "GE-352-1-914"}, side="allied"
    )
    one.play("move US-99 0404")
    ask = one.decision
    assert ask is not None
    assert ask.outcome is not None
    (stay,) = (action for action in ask.actions if action.verb == "stay")
    assert list(map(str, ask.outcome(stay))) == ["over the stacking limit, units lost: 0404"]
    run(g, "done")
    assert hexes(g, "remove") == {"US-1-16", "US-1-18", "US-99"}
    run(g, "remove US-99")
    assert where(g, "US-99") == "eliminated"


# -- 8 zones of control and Bonds


@pytest.mark.rule("normandy44:7.2a", "normandy44:17.2.2a2", "normandy44:7.1c")
def test_who_stacks_free_is_not_removed_for_others() -> None:
    stack = {"0404": "US-1-16 US-1-18 US-1-26 US-HQ-5 US-Eng-5S", "0909": "GE-91-1057"}
    g = moving(stack, side="allied")
    run(g, "done")
    assert offers(g) == {"remove US-1-16", "remove US-1-18", "remove US-1-26"}


@pytest.mark.rule("normandy44:7.2a", "normandy44:14.1a")
def test_an_advance_may_not_leave_a_hex_overstacked() -> None:
    g = field({"0504": "US-1-16 US-1-18", "0605": "US-1-26", "0505": "GE-352-1-914"})
    run(g, "attack 0505 from 0504 from 0605 maf US1 go", "result D1")
    run(g, *(f"advance {name} to 0505 halt" for name in ("US-1-16", "US-1-18", "US-1-26")))
    assert offers(g) == {"remove US-1-16", "remove US-1-18", "remove US-1-26"}


@pytest.mark.rule("normandy44:8.1a", "normandy44:8.1b", "normandy44:16.2b")
def test_strength_one_and_strongpoints_have_no_zone() -> None:
    def zone(units: str) -> int:
        g = moving({"0404": units, "0901": "GE-352-1-914"}, side="allied")
        return g.state.zoc(0).bit_count()

    assert zone("US-1-16") == 6
    assert zone("US-1-16:1") == 6
    assert zone("US-Tk-70:1") == 0
    assert zone("US-HQ-5") == 0
    g = moving({"0404": "GE-SP-Hillman", "0909": "US-1-16"})
    assert g.state.zoc(1) == 0


@pytest.mark.rule("normandy44:8.1b")
def test_a_zone_goes_with_the_step() -> None:
    g = moving({"0404": "US-Tk-70", "0909": "GE-352-1-914"}, side="allied")
    state = g.state.copy()
    assert state.zoc(0)
    state.set_steps(index(state, "US-Tk-70"), 1)
    assert not state.zoc(0)


@pytest.mark.rule("normandy44:8.2a", "normandy44:8.2b", "normandy44:8.3")
def test_a_zone_stops_and_costs_a_point_to_leave() -> None:
    g = moving({"0404": "GE-352-1-914", "0407": "US-1-16", "0909": "GE-91-1057"})
    assert "0406" in reach(g, "GE-352-1-914")
    assert "0507" not in reach(g, "GE-352-1-914")
    g = moving({"0406": "GE-352-1-914", "0407": "US-1-16"})
    assert {"0405", "0404"} <= reach(g, "GE-352-1-914")
    assert "0403" not in reach(g, "GE-352-1-914")
    assert "0506" in reach(g, "GE-352-1-914")


@pytest.mark.rule("normandy44:8.2a", "normandy44:8.3")
@pytest.mark.parametrize("start", ["0404", "0304"])
def test_the_first_hex_of_a_move_ends_it_in_a_zone(start: str) -> None:
    """0405 lies in the zone of 0406; 0304 does not, and 0404 is watched by 0503."""
    g = moving(
        {start: "US-1-16", "0406": "GE-91-1057", "0503": "GE-91-1058"},
        side="allied",
        roads=["major 0304-0404-0405-0505", "major 0304-0305-0405"],
    )
    first = "0405" if start == "0404" else "0404"
    run(g, f"move US-1-16 to {first}")
    assert g.state.mover == -1
    assert refused(g, "move US-1-16 to 0305") == "9.1"


@pytest.mark.rule("normandy44:8.5.1", "normandy44:8.5.2a", "normandy44:13.6d", "normandy44:9.10c")
def test_bonds_close_hexes_and_hexsides() -> None:
    """A Hex Bond in a straight line; silhouettes and Disrupted units bond too."""
    g = moving(
        {"0504": "US-Tk-70", "0506": "US-1-16", "0303": "GE-352-1-914"},
        change=lambda s: s.set_status(index(s, "US-1-16"), DISRUPTED),
    )
    state = g.state
    assert state.bonds(0).hexes >> state.game.board.index("0505") & 1
    run(g, "move GE-352-1-914")
    assert refused(g, "to 0505") == "8.5.2"


@pytest.mark.rule("normandy44:8.5.3", "normandy44:8.5.4")
def test_an_enemy_in_the_hex_negates_a_bond() -> None:
    g = moving({"0504": "US-9-39", "0506": "US-1-16", "0505": "GE-352-1-914"})
    state = g.state
    assert not state.bonds(0).hexes


@pytest.mark.rule("normandy44:8.5.5a", "normandy44:8.5.5b", "normandy44:8.5.6")
@pytest.mark.parametrize(
    ("hex_", "how", "bonded"),
    [
        ("0205", {}, True),
        ("0508", {}, True),
        ("0502", {}, False),
        ("0505", {}, False),
        ("0505", {"terrain": {"marsh": "0705"}}, True),
    ],
)
def test_a_bond_with_the_edge(hex_: str, how: dict[str, Any], bonded: bool) -> None:
    """One hex from the south or east edge, or from marsh, a unit bonds with it; never with the west."""
    g = moving({hex_: "US-1-16", "0909": "GE-352-1-914"}, **how)
    assert any(g.state.bonds(0).sides) is bonded


@pytest.mark.rule("normandy44:8.5.3", "normandy44:8.5.5a")
@pytest.mark.parametrize(("beyond", "rule"), [("0909", "8.5.2"), ("0105", None)])
def test_a_bond_with_the_edge_stands_until_enemies_are_on_both_sides_of_it(
    beyond: str, rule: str | None
) -> None:
    """0205 bonds with the south edge over the hexside of 0104 and 0105."""
    g = moving({"0104": "US-1-16", beyond: "US-1-18", "0205": "GE-91-1057"}, side="allied")
    why = g.legal_actions.why_not("move US-1-16 0105")
    assert (why and why.rule) == rule


@pytest.mark.rule("normandy44:8.5.6", "normandy44:9.6")
def test_zones_end_at_impassable_hexsides_but_not_at_rivers() -> None:
    g = moving(
        {"0404": "US-1-16", "0909": "GE-352-1-914"},
        sides={"impassable": "0404/0405", "major_river": "0403/0404"},
    )
    state = g.state
    index_ = state.game.board.index
    assert not state.zoc(0) >> index_("0405") & 1
    assert state.zoc(0) >> index_("0403") & 1


# -- 9 movement


@pytest.mark.rule("normandy44:9.1a", "normandy44:TBL.TEC.a")
@pytest.mark.parametrize(
    ("name", "terrain", "reached"),
    [
        ("GE-352-1-914", "bocage", True),
        ("GE-352-1-914", "woods", True),
        ("GE-352-1-914", "marsh", False),
        ("GE-21-125", "flooded", False),
        ("GE-21-125", "marsh", False),
        ("GE-21-125", "city", True),
    ],
)
def test_terrain(name: str, terrain: str, reached: bool) -> None:
    g = moving({"0404": name, "0909": "US-1-16"}, terrain={terrain: "0405"})
    assert ("0405" in reach(g, name)) is reached


@pytest.mark.rule("normandy44:9.3", "normandy44:9.7", "normandy44:4.3a", "normandy44:4.3b")
@pytest.mark.parametrize(
    ("row", "budget", "cost"), [(1, 30, 2), (2, 30, 3), (3, 30, 3), (4, 18, 3), (6, 18, 3)]
)
def test_aircraft_slow_german_vehicles(row: int, budget: int, cost: int) -> None:
    g = moving({"0401": "GE-21-125", "0909": "US-1-16"}, roads=["major 0401-0402-0403"], row=row)
    run(g, "move GE-21-125", "to 0402")
    assert g.state.spent == cost
    assert g.state.bounds(unit(g, "GE-21-125")).modes[0].budget == budget


@pytest.mark.rule("normandy44:9.4.1", "normandy44:9.10f")
def test_a_major_river_is_crossed_with_the_first_hex_only() -> None:
    river = {"major_river": "0404/0405 0404/0504 0404/0304 0405/0406"}
    g = moving({"0404": "GE-352-1-914", "0909": "US-1-16"}, sides=river)
    assert "0405" in reach(g, "GE-352-1-914")
    g = moving({"0403": "GE-352-1-914", "0909": "US-1-16"}, sides=river)
    run(g, "move GE-352-1-914", "to 0404")
    assert refused(g, "0404-0405") == "9.4.1"


@pytest.mark.rule("normandy44:9.4.2", "normandy44:TBL.TEC.b")
def test_a_minor_river_costs_vehicles_a_point() -> None:
    river = {"minor_river": "0404/0405"}
    for name, spent in (("GE-352-1-914", 6), ("GE-21-125", 12)):
        g = moving({"0404": name, "0909": "US-1-16"}, sides=river)
        run(g, f"move {name}", "to 0405")
        assert g.state.spent == spent


@pytest.mark.rule("normandy44:9.5.1a", "normandy44:9.5.1b", "normandy44:9.10e", "normandy44:9.11")
def test_floods() -> None:
    g = moving({"0404": "GE-352-1-914 GE-21-125", "0909": "US-1-16"}, terrain={"flooded": "0405"})
    run(g, "move GE-352-1-914", "to 0405")
    assert g.state.mover == -1
    run(g, "move GE-21-125")
    assert refused(g, "0404-0405") == "9.5.1"
    side = {"flooded_river": "0404/0405"}
    g = moving({"0404": "GE-21-125", "0909": "US-1-16"}, sides=side)
    run(g, "move GE-21-125")
    assert refused(g, "0404-0405") == "9.5.1"
    g = moving({"0404": "GE-21-125", "0909": "US-1-16"}, sides={**side, "causeway": "0404/0405"})
    run(g, "move GE-21-125", "to 0405")
    assert g.state.spent == 6


@pytest.mark.rule("normandy44:9.5.1a", "normandy44:9.10d")
def test_a_vehicle_leaves_a_flooded_hex_by_road_alone() -> None:
    g = moving(
        {"0405": "GE-21-125 GE-352-1-914", "0909": "US-1-16"},
        terrain={"flooded": "0405"},
        roads=["secondary 0405-0406"],
    )
    assert refused(g, "move GE-21-125 0405-0404") == "9.5.1"
    assert refused(g, "move GE-21-125 tactical 0405-0404") == "9.5.1"
    run(g, "move GE-352-1-914 0405-0404", "move GE-21-125 0405-0406")
    assert (where(g, "GE-352-1-914"), where(g, "GE-21-125")) == ("0404", "0406")


@pytest.mark.rule("normandy44:9.5.1a", "normandy44:9.5.1b")
def test_who_came_into_a_flooded_hex_by_road_leaves_it_off_the_road_only_on_foot() -> None:
    """The road spares infantry the stop as it enters; in an advance (14.4.3) all of the way must follow it."""
    g = moving(
        {"0404": "GE-352-1-914 GE-21-125", "0909": "US-1-16"},
        terrain={"flooded": "0405"},
        roads=["secondary 0404-0405-0406"],
    )
    assert refused(g, "move GE-21-125 0404-0405-0505") == "9.5.1"
    assert g.cost("GE-352-1-914", "0404-0405-0505").cost == "1 1/2"
    assert refused(g, "move GE-352-1-914 0404-0304-0405-0505") == "9.5.1"
    run(g, "move GE-352-1-914 0404-0405-0505")
    assert where(g, "GE-352-1-914") == "0505"


@pytest.mark.rule("normandy44:9.6")
def test_impassable() -> None:
    g = moving({"0404": "GE-352-1-914", "0909": "US-1-16"}, sides={"impassable": "0404/0405"})
    run(g, "move GE-352-1-914")
    assert refused(g, "0404-0405") == "9.6"


ROAD = "major 0401-0402-0403-0404-0405-0406-0407-0408-0409"


@pytest.mark.rule("normandy44:9.8.1", "normandy44:9.8.2b", "normandy44:9.8.3", "normandy44:9.8.5a")
def test_strategic_movement_doubles_by_road_and_leaves_a_marker() -> None:
    g = moving({"0401": "GE-HQ-84", "0208": "GE-91-1057", "0909": "US-1-16"}, roads=[ROAD], row=4)
    assert "0409" in reach(g, "GE-HQ-84")
    run(g, "move GE-HQ-84 to 0409", "stay")
    assert marked(g, "GE-HQ-84", "strategic")
    g = moving({"0401": "GE-HQ-84", "0409": "GE-352-1-914", "0909": "US-1-16"}, roads=[ROAD], row=4)
    assert "0409" not in reach(g, "GE-HQ-84")


@pytest.mark.rule("normandy44:9.8.2b")
@pytest.mark.parametrize(("friends", "rule"), [("", None), (" GE-352-1-914", "9.8.2")])
def test_strategic_movement_does_not_come_back_into_the_stack_it_left(
    friends: str, rule: str | None
) -> None:
    road = [f"04{place:02d}" for place in range(2, 9)]
    g = moving(
        {"0402": "GE-21-125" + friends, "0909": "US-1-16"}, roads=["major " + "-".join(road)]
    )
    there_and_back = "-".join([*road[1:], *reversed(road[:-1])])
    why = g.legal_actions.why_not(f"move GE-21-125 strategic {there_and_back}")
    assert (why and why.rule) == rule


@pytest.mark.rule("normandy44:9.8.2a", "normandy44:9.8.2c", "normandy44:9.8.7", "normandy44:9.8.3")
@pytest.mark.parametrize(
    "how",
    [
        {"turn": 1},
        {"more": {"0501": "US-9-39"}},
        {"change": lambda s: mark(s, "strategic", "GE-HQ-86", "GE-HQ-1SS", "GE-HQ-2SS")},
        {"change": lambda s: mark(s, "oos", "GE-HQ-84")},
        {"change": lambda s: s.set_status(index(s, "GE-HQ-84"), DISRUPTED)},
    ],
)
def test_when_there_is_no_strategic_movement(how: dict[str, Any]) -> None:
    how = dict(how)
    more = how.pop("more", {})
    g = moving({"0401": "GE-HQ-84", "0909": "US-1-16", **more}, roads=[ROAD], row=4, **how)
    assert "0409" not in reach(g, "GE-HQ-84")


@pytest.mark.rule("normandy44:9.8.6a", "normandy44:9.8.6b", "normandy44:9.8.7")
def test_one_german_unit_on_trucks() -> None:
    g = moving({"0401": "GE-352-1-914 GE-91-1057", "0909": "US-1-16"}, roads=[ROAD])
    run(g, "truck GE-352-1-914")
    assert g.state.bounds(unit(g, "GE-352-1-914")).modes[0].budget == 30
    run(g, "to 0402", "stay")
    assert refused(g, "truck GE-91-1057") == "9.8.6"
    g = moving({"0401": "GE-352-1-914", "0909": "US-1-16"}, roads=[ROAD], turn=1)
    assert refused(g, "truck GE-352-1-914") == "9.8.7"
    g = moving({"0401": "GE-352-1-914", "0402": "US-1-16"}, roads=[ROAD])
    assert refused(g, "truck GE-352-1-914") == "9.8.6"


@pytest.mark.rule("normandy44:9.9")
@pytest.mark.parametrize(("row", "far"), [(2, True), (4, False), (1, False)])
def test_cyclists_ride_in_overcast_weather(row: int, far: bool) -> None:
    road = "secondary 0101-0102-0103-0104-0105-0106-0107-0108-0109-0209-0309"
    g = moving({"0101": "GE-30-bde", "0909": "US-1-16"}, roads=[road], row=row)
    assert ("0209" in reach(g, "GE-30-bde")) is far


@pytest.mark.rule("normandy44:9.10a", "normandy44:13.6b1", "normandy44:18.4b")
@pytest.mark.parametrize("state", ["oos", "disrupted"])
def test_two_hexes_at_most(state: str) -> None:
    def change(s: Situation) -> None:
        if state == "oos":
            mark(s, "oos", "GE-21-125")
        else:
            s.set_status(index(s, "GE-21-125"), DISRUPTED)

    g = moving(
        {"0404": "GE-21-125", "0909": "US-1-16"}, terrain={"woods": "0405 0406"}, change=change
    )
    assert "0406" in reach(g, "GE-21-125")
    assert "0407" not in reach(g, "GE-21-125")
    run(g, "move GE-21-125")
    assert refused(g, "to 0407") == ("18.4" if state == "oos" else "13.6")


@pytest.mark.rule("normandy44:6.2.4", "normandy44:6.2.5a")
def test_a_unit_with_a_replacement_moves_one_hex_and_into_no_zone() -> None:
    g = moving(
        {"0404": "GE-91-1057", "0407": "US-1-16"},
        change=lambda s: mark(s, "renewed", "GE-91-1057"),
    )
    assert reach(g, "GE-91-1057") == {"0403", "0405", "0303", "0304", "0503", "0504"}
    g = moving(
        {"0405": "GE-91-1057", "0407": "US-1-16"},
        change=lambda s: mark(s, "renewed", "GE-91-1057"),
    )
    assert "0406" not in reach(g, "GE-91-1057")


@pytest.mark.rule("normandy44:17.1b", "normandy44:20.4a", "normandy44:20.4b", "normandy44:17.6.1")
def test_the_germans_on_turn_one() -> None:
    g = moving({"0404": "GE-716-642 GE-711-731 GE-21-125", "0909": "US-1-16"}, turn=1)
    assert refused(g, "move GE-716-642") == "17.1"
    assert refused(g, "move GE-711-731") == "20.4"
    assert g.state.bounds(unit(g, "GE-21-125")).modes[0].budget == 18
    g = moving({"0404": "GE-711-731", "0909": "US-1-16"}, turn=3)
    assert g.decision is None or refused(g, "move GE-711-731") == "17.6.1"


@pytest.mark.rule("normandy44:17.2.3")
def test_an_hq_that_moves_more_than_one_hex_is_not_ready() -> None:
    """N44-37"""
    g = moving({"0404": "GE-HQ-Cotentin GE-HQ-84", "0909": "US-1-16"})
    run(g, "move GE-HQ-Cotentin to 0405", "stay", "move GE-HQ-84 to 0406", "stay")
    assert not marked(g, "GE-HQ-Cotentin", "used")
    assert marked(g, "GE-HQ-84", "used")


@pytest.mark.rule("normandy44:20.2.3a1")
def test_scattered_units_do_not_move() -> None:
    g = moving(
        {"0404": "US-82-505 US-82-507", "0909": "GE-352-1-914"},
        side="allied",
        change=lambda s: s.scatter(index(s, "US-82-505"), True),
    )
    assert refused(g, "move US-82-505") == "20.2.3"


@pytest.mark.rule("normandy44:22.1.2a")
def test_the_army_boundary() -> None:
    east = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(5, 10))
    west = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(1, 5))
    g = moving(
        {"0403": "US-1-16", "0909": "GE-352-1-914"},
        side="allied",
        features={"us": west, "cw": east},
    )
    assert "0405" in reach(g, "US-1-16")
    assert "0406" not in reach(g, "US-1-16")
    run(g, "move US-1-16")
    assert refused(g, "to 0406") == "22.1.2"


@pytest.mark.rule("normandy44:22.1.2b")
def test_who_was_driven_over_the_boundary_comes_back() -> None:
    """Done is not enough for a unit that can return; one that cannot stays."""
    east = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(5, 10))
    west = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(1, 5))
    lines = {"us": west, "cw": east}
    g = moving({"0407": "US-1-16", "0901": "GE-352-1-914"}, side="allied", features=lines)
    run(g, "done")
    assert g.decision is not None
    assert g.decision.kind == "return"
    assert all(int(label[2:]) < 5 for label in hexes(g, "to"))
    g = moving({"0409": "US-82-505", "0901": "GE-352-1-914"}, side="allied", features=lines)
    run(g, "done")
    assert g.decision is None or g.decision.kind != "return"


# -- 15.1 Reserve, 16.1 Improved Positions


@pytest.mark.rule("normandy44:15.1a", "normandy44:15.1d5", "normandy44:15.1c")
def test_who_goes_into_reserve() -> None:
    g = moving({"0404": "GE-352-1-914 GE-91-1057 GE-21-125", "0909": "US-1-16"})
    run(g, "reserve GE-352-1-914")
    assert marked(g, "GE-352-1-914", "reserve")
    run(g, "move GE-91-1057", "to 0405", "stay", "reserve GE-91-1057")
    run(g, "move GE-21-125", "to 0405", "to 0406", "stay")
    assert refused(g, "reserve GE-21-125") == "15.1"


@pytest.mark.rule("normandy44:15.1d1", "normandy44:15.1d2", "normandy44:15.1d4")
@pytest.mark.parametrize("state", ["renewed", "oos", "regroup", "dug"])
def test_who_stays_out_of_reserve(state: str) -> None:
    g = moving(
        {"0404": "GE-352-1-914 GE-91-1057", "0909": "US-1-16"},
        change=lambda s: mark(s, state, "GE-352-1-914"),
    )
    assert refused(g, "reserve GE-352-1-914") == "15.1"


@pytest.mark.rule("normandy44:16.1.3a", "normandy44:16.1.2a", "normandy44:16.1.4b")
def test_digging_in() -> None:
    def granted(state: Situation) -> None:
        state.positions = [1, 1, 1]

    g = moving(
        {"0404": "GE-352-1-914 GE-HQ-84", "0505": "GE-91-1057", "0909": "US-1-16"},
        terrain={"city": "0505"},
        change=granted,
    )
    assert refused(g, "dig GE-HQ-84") == "16.1.3"
    assert refused(g, "dig GE-91-1057") == "16.1.4"
    assert (
        promised(g, "dig GE-352-1-914")[-1] == "Improved Positions that may be begun this turn: 1"
    )
    assert promised(g, "move GE-352-1-914") == []
    run(g, "dig GE-352-1-914")
    assert g.state.digging[1] >> g.state.game.board.index("0404") & 1
    assert refused(g, "dig GE-91-1057") == "16.1.2"
    assert refused(g, "move GE-352-1-914") == "16.1.3"


def promised(g: Game[Situation], order: str) -> list[str]:
    """What an answer on offer says that it will do."""
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    return [str(said) for a in ask.actions if a.text == order for said in ask.outcome(a)]


@pytest.mark.rule("normandy44:15.1c")
def test_who_goes_into_reserve_is_told_what_it_brings() -> None:
    g = moving({"0404": "GE-352-1-914", "0909": "US-1-16"})
    assert promised(g, "reserve GE-352-1-914") == [
        "no move now, but one after the combat, and an attack then",
        "who attacks before that is no longer in Reserve",
        "Reserve markers left: 6",
    ]


@pytest.mark.rule("normandy44:16.1.4a", "normandy44:4.3d")
@pytest.mark.parametrize(("turn", "row", "rule"), [(4, 2, "16.1.4"), (6, 1, "16.1.2")])
def test_when_nobody_digs(turn: int, row: int, rule: str) -> None:
    g = moving({"0404": "GE-352-1-914", "0909": "US-1-16"}, turn=turn, row=row)
    assert refused(g, "dig GE-352-1-914") == rule


# -- 6.5, 6.6


@pytest.mark.rule("normandy44:6.6a", "normandy44:6.6c", "normandy44:6.6b")
def test_germans_enter_by_the_colour_of_their_zone() -> None:
    def waiting(state: Situation) -> None:
        u = index(state, "GE-12SS-26")
        state.hex[u] = -1
        state.set_steps(u, 3)

    how: dict[str, Any] = {
        "features": {"red": "0309", "blue": "0709", "orange": "0105"},
        "change": waiting,
    }
    g = moving({"0404": "GE-352-1-914", "0901": "US-1-16"}, turn=2, **how)
    run(g, "move GE-12SS-26")
    assert hexes(g, "enter") == {"0309"}
    run(g, "enter 0309", "to 0308", "stay")
    assert where(g, "GE-12SS-26") == "0308"
    g = moving({"0404": "GE-352-1-914", "0901": "US-1-16"}, turn=3, **how)
    run(g, "move GE-12SS-26")
    assert hexes(g, "enter") == {"0309", "0709", "0105"}
    g = moving({"0404": "GE-352-1-914", "0901": "US-1-16"}, turn=1, **how)
    assert refused(g, "move GE-12SS-26") == "6.6"
    put(g.state.copy(), "GE-12SS-25", "0101")
    assert "done" in offers(g)


@pytest.mark.rule("normandy44:6.6a")
@pytest.mark.parametrize(("roads", "spent"), [([], 12), (["secondary 0308-0309"], 3)])
def test_a_reinforcement_pays_for_its_first_hex_by_road_if_there_is_one(
    roads: list[str], spent: int
) -> None:
    def waiting(state: Situation) -> None:
        u = index(state, "GE-12SS-26")
        state.hex[u] = -1
        state.set_steps(u, 3)

    g = moving(
        {"0404": "GE-352-1-914", "0901": "US-1-16"},
        turn=2,
        terrain={"woods": "0309"},
        roads=roads,
        features={"red": "0309"},
        change=waiting,
    )
    run(g, "move GE-12SS-26", "enter 0309")
    line = next(words for words in g.position.splitlines() if words.startswith("moving"))
    assert line.split()[2] == str(spent)
