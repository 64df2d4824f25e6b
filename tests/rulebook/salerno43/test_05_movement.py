"""5.0 Land movement and 6.0 zones of control."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import (
    field,
    h,
    hexes,
    kind,
    marked,
    offers,
    real,
    refused,
    rules,
    run,
    state,
    status,
    unit,
    where,
)

from grognard.games.salerno43.reach import allowance
from grognard.games.zocbond import reach

FOOT, MECH, TANK = "US-36-143", "GE-16Pz-I64", "GE-16Pz-IIa"
EDGE = {"N1": "0101 0201 0301"}


def cost(g, name, label):
    """What a unit pays to end a move there, in sixths, None if it cannot."""
    found = reach.ends(state(g), unit(g, name)).get(h(g, label))
    return found and found[0]


@pytest.mark.rule("salerno43:5.1a", "salerno43:5.3a")
def test_movement_points_and_extended_movement():
    g = field({"0501": FOOT}, phase="movement allied", size=(9, 9))
    assert cost(g, FOOT, "0504") == 18
    assert cost(g, FOOT, "0507") == 36
    assert cost(g, FOOT, "0508") is None


@pytest.mark.rule("salerno43:5.1a")
def test_terrain_costs():
    ground = {"h": "0502 0602", "w": "0402"}
    g = field({"0501": "GE-16Pz-I64", "0901": FOOT}, terrain=ground)
    assert cost(g, MECH, "0502") == 12
    g = field({"0501": FOOT}, terrain=ground, phase="movement allied")
    assert cost(g, FOOT, "0502") == 6
    assert cost(g, FOOT, "0402") == 12


@pytest.mark.rule("salerno43:5.1b", "salerno43:5.1d")
def test_a_stack_goes_as_far_as_its_slowest_unit():
    g = field({"0801": f"{TANK} GE-1FJ-II3"}, size=(9, 9))
    assert refused(g, "move 0801 to 0808") == "5.1"
    run(g, "move 0801 to 0807")
    assert where(g, TANK) == where(g, "GE-1FJ-II3") == "0807"
    g = field({"0801": f"{TANK} GE-1FJ-II3"}, size=(9, 9))
    run(g, f"move {TANK} to 0808")
    assert where(g, TANK) == "0808"


@pytest.mark.rule("salerno43:5.1c", "salerno43:5.1d")
def test_a_unit_moves_once():
    g = field({"0501": f"{TANK} {MECH}"})
    run(g, f"move {TANK} 0502 stay")
    assert refused(g, f"move {TANK} 0503") == "5.1"
    run(g, f"move {MECH} 0502")
    assert kind(g) == "step"
    run(g, "move GE-26Pz-8-26")
    assert marked(g, MECH, "moved")


@pytest.mark.rule("salerno43:5.1e")
def test_enemy_hexes_are_closed():
    g = field({"0501": FOOT, "0502": MECH}, phase="movement allied")
    run(g, f"move {FOOT}")
    assert refused(g, "to 0502") == "5.1e"


@pytest.mark.rule("salerno43:5.2a", "salerno43:5.2d", "salerno43:5.5a")
def test_roads():
    roads = ["major 0501-0502-0503-0504", "secondary 0504-0505-0506"]
    g = field({"0501": MECH}, terrain={"h": "0502 0503 0504 0505 0506"}, roads=roads)
    assert cost(g, MECH, "0504") == 6
    assert cost(g, MECH, "0506") == 12
    assert cost(g, MECH, "0404") == 10
    g = field({"0501": FOOT}, roads=roads, phase="movement allied")
    assert cost(g, FOOT, "0504") == 18


@pytest.mark.rule("salerno43:5.2b", "salerno43:5.5a", "salerno43:5.5b")
def test_rivers_and_bridges():
    river = {"river": "0501/0502 0501/0402 0501/0602"}
    g = field({"0501": FOOT}, sides=river, phase="movement allied")
    assert cost(g, FOOT, "0502") == 12
    g = field({"0501": MECH}, sides=river)
    assert cost(g, MECH, "0402") == 12
    g = field({"0501": f"{TANK} {MECH}"}, sides=river, roads=["major 0501-0502"])
    assert cost(g, TANK, "0502") == 2
    run(g, f"move {TANK} 0502 to 0503")
    assert not marked(g, TANK, "half")


@pytest.mark.rule("salerno43:5.5b", "salerno43:5.7c", "salerno43:5.4a")
def test_a_vehicle_crosses_a_river_by_tactical_movement_first():
    river = {"river": "0502/0503 0502/0403 0502/0603 0602/0502 0402/0502"}
    g = field({"0502": TANK}, sides=river)
    run(g, f"move {TANK} 0503")
    assert marked(g, TANK, "half")
    assert "to 0504" in offers(g)
    run(g, "to 0504")
    assert not g.decision or kind(g) != "step"
    g = field({"0501": TANK}, sides=river)
    run(g, f"move {TANK} 0502")
    assert refused(g, "0502-0503") == "5.5b"


@pytest.mark.rule("salerno43:5.5b", "salerno43:22.4b")
def test_no_vehicle_crosses_in_rain():
    g = field({"0502": TANK}, sides={"river": "0502/0503"}, lines="weather F")
    run(g, f"move {TANK}")
    assert refused(g, "0502-0503") == "22.4"


@pytest.mark.rule("salerno43:5.6a", "salerno43:5.7b", "salerno43:5.6c", "salerno43:2.3.3b")
def test_infantry_crosses_mountains_by_tactical_movement_first():
    wall = {"mountain": "0502/0503 0503/0504 0503/0404 0503/0604"}
    g = field({"0502": FOOT}, sides=wall, phase="movement allied")
    run(g, f"move {FOOT} 0503")
    assert marked(g, FOOT, "half")
    assert refused(g, "0503-0504") == "5.7e"
    assert "to 0403" in offers(g)
    g = field({"0501": FOOT}, sides=wall, phase="movement allied")
    run(g, f"move {FOOT} 0502")
    assert refused(g, "0502-0503") == "5.6a"
    g = field({"0502": MECH}, sides=wall)
    run(g, f"move {MECH} 0503")
    assert marked(g, MECH, "half")


@pytest.mark.rule("salerno43:2.3.3f")
def test_ruling_a_garrison_crosses_mountains_like_infantry():
    g = field({"0502": "GE-G-B"}, sides={"mountain": "0502/0503"})
    run(g, "move GE-G-B 0503")
    assert marked(g, "GE-G-B", "half")


@pytest.mark.rule("salerno43:5.6b", "salerno43:5.4d")
def test_vehicles_need_a_road_or_a_pass():
    walls = {"mountain": "0502/0503 0502/0602 0502/0402", "pass": "0502/0602"}
    g = field({"0502": TANK}, sides=walls, roads=["secondary 0502-0402"])
    run(g, f"move {TANK}")
    assert refused(g, "0502-0503") == "5.6b"
    assert {"0602", "0402"} <= hexes(g, "to")
    run(g, "to 0602")
    assert not marked(g, TANK, "half")


@pytest.mark.rule("salerno43:5.7g", "salerno43:5.8d", "salerno43:20.4c", "salerno43:3.0f")
def test_markers_come_off_in_the_recovery_phase():
    g = field(
        {"0502": f"{MECH}(h)", "0602": "GE-1FJ-II3(t)", "0702": "GE-16Pz-II64(p)", "0908": FOOT},
        phase="combat german",
        features=EDGE,
    )
    while g.phase == "combat":
        run(g, "done")
    assert (state(g).half, state(g).trucked, state(g).renewed) == (0, 0, 0)


@pytest.mark.rule("salerno43:5.7h")
def test_the_status_is_kept_far_from_the_enemy():
    """examples:S43-01"""
    g = field({"0502": FOOT}, sides={"mountain": "0502/0503"}, phase="movement allied")
    run(g, f"move {FOOT} 0503 stay")
    assert marked(g, FOOT, "half")


@pytest.mark.rule("salerno43:5.7e")
def test_no_second_marker():
    g = field({"0502": f"{FOOT}(h)"}, sides={"mountain": "0502/0503"}, phase="movement allied")
    run(g, f"move {FOOT}")
    assert refused(g, "0502-0503") == "5.7e"


# -- 5.3, 5.4, 6.2


@pytest.mark.rule("salerno43:5.3b", "salerno43:2.3.2a")
def test_extended_movement_may_not_enter_a_zone_of_control():
    g = field({"0101": FOOT, "0506": MECH}, phase="movement allied", size=(9, 9))
    assert cost(g, FOOT, "0501") == 24
    assert cost(g, FOOT, "0404") is not None
    assert cost(g, FOOT, "0505") is None
    run(g, f"move {FOOT} to 0404 to 0405")
    assert refused(g, "0405-0406") == "5.3b"


@pytest.mark.rule("salerno43:5.3c", "salerno43:6.2b", "salerno43:5.2c")
def test_leaving_a_zone_costs_two():
    g = field({"0504": FOOT, "0503": MECH}, phase="movement allied", size=(9, 9))
    assert cost(g, FOOT, "0505") == 18
    assert cost(g, FOOT, "0507") == 30
    assert cost(g, FOOT, "0508") == 36
    g = field({"0504": FOOT, "0503": TANK}, roads=["major 0503-0504-0505"], phase="movement german")
    assert cost(g, TANK, "0502") == 18


@pytest.mark.rule("salerno43:5.2c")
def test_the_road_rate_applies_in_zones_of_control():
    g = field({"0504": MECH, "0502": FOOT}, roads=["major 0504-0503"])
    assert cost(g, MECH, "0503") == 2


@pytest.mark.rule("salerno43:5.4a", "salerno43:6.2c", "salerno43:6.2a", "salerno43:5.4b")
def test_tactical_movement_from_zone_to_zone():
    """examples:S43-01"""
    g = field({"0504": FOOT, "0503": MECH}, phase="movement allied")
    run(g, f"move {FOOT} 0604")
    assert where(g, FOOT) == "0604"
    assert marked(g, FOOT, "moved")


@pytest.mark.rule("salerno43:5.4a")
def test_two_hexes_whatever_they_cost():
    g = field({"0504": MECH}, terrain={"w": "0505 0506 0507 0406 0606"}, phase="movement german")
    run(g, f"move {MECH} 0505 to 0506")
    assert where(g, MECH) == "0506"
    assert "to 0507" not in offers(g)


@pytest.mark.rule("salerno43:6.2a")
def test_a_unit_stops_in_a_zone():
    g = field({"0501": TANK, "0504": FOOT})
    run(g, f"move {TANK} 0502 to 0503")
    assert marked(g, TANK, "moved")
    assert kind(g) == "move"


@pytest.mark.rule("salerno43:6.1b", "salerno43:6.1c")
def test_zones_of_control_and_mountains():
    walls = {"mountain": "0505/0504 0505/0605 0505/0506", "pass": "0505/0605", "sea": "0505/0405"}
    g = field({"0505": FOOT}, sides=walls, roads=["secondary 0505-0506"])
    labels = set(rules(g).board.labels(state(g).zoc(0)))
    assert labels == {"0504", "0605", "0606", "0506", "0406"}
    g = field({"0505": TANK}, sides=walls, roads=["secondary 0505-0506"])
    labels = set(rules(g).board.labels(state(g).zoc(1)))
    assert labels == {"0605", "0606", "0506", "0406"}
    g = field({"0505": f"{TANK} {MECH}"}, sides=walls)
    assert "0504" in rules(g).board.labels(state(g).zoc(1))


@pytest.mark.rule("salerno43:13.3.3", "salerno43:5.3b")
def test_extended_movement_keeps_away_from_units_in_full_retreat():
    g = field({"0101": FOOT, "0507": f"{MECH}(f)"}, phase="movement allied", size=(9, 9))
    assert cost(g, FOOT, "0404") is not None
    assert cost(g, FOOT, "0506") is None
    assert cost(g, FOOT, "0407") is None


# -- 5.8


@pytest.mark.rule("salerno43:5.8a", "salerno43:5.8b", "salerno43:24.3")
def test_trucks():
    """examples:S43-27"""
    units = {"0103": "GE-1FJ-II3 GE-1FJ-III4 GE-1FJ-II4", "0907": FOOT}
    road = ["major 0103-0203-0303-0403-0503-0603-0703"]
    g = field(units, features=EDGE, roads=road)
    assert {"truck GE-1FJ-II3", "truck GE-1FJ-II4"} <= offers(g)
    run(g, "truck GE-1FJ-II3")
    assert allowance(state(g), unit(g, "GE-1FJ-II3")) == 30
    run(g, "to 0703", "stay", "truck GE-1FJ-III4 stay")
    assert refused(g, "truck GE-1FJ-II4") == "5.8"
    g = field(units, features=EDGE, roads=road, turn=1)
    run(g, "truck GE-1FJ-II3")
    assert allowance(state(g), unit(g, "GE-1FJ-II3")) == 18
    g = field(units, roads=road)
    assert refused(g, "truck GE-1FJ-II3") == "5.8"


@pytest.mark.rule("salerno43:5.8a", "salerno43:19.3f")
def test_no_trucks_for_mechanized_units_and_fixed_garrisons():
    g = field({"0103": f"{MECH} GE-G-A"}, features=EDGE)
    assert refused(g, f"truck {MECH}") == "5.8"
    assert refused(g, "truck GE-G-A") == "19.3"
    assert refused(g, "move GE-G-A 0104") == "19.3"


@pytest.mark.rule("salerno43:5.8b", "salerno43:5.8c")
def test_a_trucked_unit_may_come_close_but_not_attack():
    g = field({"0103": "GE-1FJ-II3", "0105": "US-Rgr-1"}, features=EDGE)
    run(g, "truck GE-1FJ-II3 0104", "done")
    assert g.phase != "combat" or "attack 0105" not in offers(g)
    g = field({"0103": "GE-1FJ-II3(t)", "0104": "US-Rgr-1", "0204": MECH}, phase="combat german")
    run(g, "attack 0104")
    assert refused(g, "with GE-1FJ-II3") == "5.8"


# -- 24.3, 24.4, 13.2, 16.4


@pytest.mark.rule("salerno43:24.3")
def test_turn_1_halves_german_allowances():
    g = field({"0101": MECH}, turn=1, size=(9, 9))
    assert cost(g, MECH, "0104") == 18
    assert cost(g, MECH, "0107") == 36
    assert cost(g, MECH, "0108") is None


@pytest.mark.rule("salerno43:24.4.1a")
def test_turn_1_allies_use_tactical_movement():
    g = field({"0101": FOOT}, turn=1, phase="movement allied")
    assert cost(g, FOOT, "0103") is not None
    assert cost(g, FOOT, "0104") is None


@pytest.mark.rule("salerno43:13.2.1a", "salerno43:16.4a")
@pytest.mark.parametrize(
    ("name", "mark", "far"), [(TANK, "d", False), (TANK, "o", False), ("GE-1FJ-II3", "o", True)]
)
def test_tactical_movement_only(name, mark, far):
    g = field({"0101": f"{name}({mark})"}, size=(9, 9))
    assert cost(g, name, "0103") is not None
    assert (cost(g, name, "0104") is not None) is far


@pytest.mark.rule("salerno43:17.3")
@pytest.mark.parametrize("name", ["GE-26Pz-ASU", "GE-14Pz", "GE-71Neb"])
def test_an_asu_that_moves_two_hexes_is_disrupted(name):
    g = field({"0101": f"GE-16Pz-ASU {name}"})
    run(g, "move GE-16Pz-ASU 0102 stay", f"move {name} 0103 stay")
    assert status(g, "GE-16Pz-ASU") == "good"
    assert status(g, name) == "disrupted"


@pytest.mark.rule("salerno43:19.2")
def test_the_garrison_of_torre_annunziata():
    units = {"2202": "GE-1FJ-III1", "3012": "BR-46-128"}
    assert refused(real(units, turn=2), "move GE-1FJ-III1 2203") == "19.2"
    run(real(units, turn=3), "move GE-1FJ-III1 2203")
    near = {"2202": "GE-1FJ-III1", "2404": "BR-46-128"}
    run(real(near, turn=2), "move GE-1FJ-III1 2203")


@pytest.mark.rule("salerno43:S2.3.4", "salerno43:5.2e")
def test_roads_of_the_eighth_army_sector():
    units = {"0501": "BR-7A-131", "0601": "BR-5-13"}
    road = ["major 0501-0502-0503"]
    sector = {"army8": "0502 0503"}
    g = field(units, phase="movement allied", roads=road, features=sector)
    assert cost(g, "BR-7A-131", "0503") == 12
    g = field({"0501": MECH}, roads=road, features=sector)
    assert cost(g, MECH, "0503") == 4


@pytest.mark.rule("salerno43:S2.3.3")
def test_one_unit_of_the_eighth_army_beyond_the_boundary():
    g = field(
        {"0501": "BR-5-13", "0601": "BR-5-15 US-36-142", "0305": "BR-5-17", "0908": MECH},
        phase="movement allied",
        features={"army8": "0305"},
    )
    run(g, "done")
    assert offers(g) == {"remove BR-5-13", "remove BR-5-15"}
    run(g, "remove BR-5-13")
    assert where(g, "BR-5-15") == "0601"


@pytest.mark.rule("salerno43:20.4a")
def test_a_unit_with_a_replacement_moves_one_hex():
    g = field({"0501": f"{MECH}(p)"})
    run(g, f"move {MECH} 0502")
    assert marked(g, MECH, "moved")
    assert g.decision is None or kind(g) == "move"


# -- 13.3.4, 13.3.2


@pytest.mark.rule("salerno43:13.3.4a", "salerno43:13.3.4b", "salerno43:13.1.3c", "salerno43:13.3.1")
def test_voluntary_full_retreat():
    g = field(
        {"0504": f"{FOOT}(d)", "0503": MECH, "0101": "US-36-142"},
        phase="movement allied",
        size=(9, 9),
    )
    assert cost(g, FOOT, "0507") is None
    run(g, f"flee {FOOT}")
    assert status(g, FOOT) == "full"
    assert cost(g, FOOT, "0507") == 18
    run(g, "move US-36-142 0102 stay")
    assert refused(g, "flee US-36-142") == "13.3.4"


@pytest.mark.rule("salerno43:13.3.2c", "salerno43:13.3.2d")
def test_units_in_full_retreat_keep_away_from_the_enemy():
    g = field(
        {"0502": f"{FOOT}(f)", "0505": MECH, "0504": "US-36-142", "0908": TANK},
        terrain={"C": "0602"},
        phase="movement allied",
    )
    run(g, f"move {FOOT}")
    assert refused(g, "0502-0602") == "13.3.2"
    run(g, "to 0503 to 0604")
    assert refused(g, "0604-0605") == "13.3.2"
    run(g, "to 0504")
    assert where(g, FOOT) == "0504"


@pytest.mark.rule("salerno43:13.3.2b", "salerno43:13.3.2e")
def test_units_in_full_retreat_give_way_while_the_enemy_moves():
    g = field({"0504": f"{FOOT}(f)", "0501": TANK}, phase="movement german", size=(9, 9))
    run(g, f"move {TANK} 0502 to 0503")
    assert g.side == "allied"
    assert kind(g) == "retreat"
    while kind(g) == "retreat":
        run(g, next(iter(sorted(offers(g)))))
    assert rules(g).board.grid.distance(h(g, "0504"), h(g, where(g, FOOT))) == 2
    assert (g.side, kind(g)) == ("german", "step")


@pytest.mark.rule("salerno43:13.3.2e")
def test_not_if_stacked_with_a_better_unit():
    g = field({"0504": f"{FOOT}(f) US-36-142", "0501": TANK})
    run(g, f"move {TANK} 0502 to 0503")
    assert g.side == "german"
    assert where(g, FOOT) == "0504"


@pytest.mark.rule("salerno43:13.3.2f")
def test_eliminated_next_to_an_enemy_as_a_phase_begins():
    g = field(
        {"0504": f"{FOOT}(f)", "0503": TANK, "0801": "US-36-142(f) US-36-141", "0802": MECH},
        phase="initial german",
        lines="supply 0 1",
        turn=5,
    )
    if g.phase == "initial":
        run(g, "done")
    assert where(g, FOOT) == "eliminated"
    assert where(g, "US-36-142") == "0801"


@pytest.mark.rule("salerno43:5.8a", "salerno43:5.8b")
def test_a_trucked_unit_moves_as_a_mechanized_one():
    para = "GE-1FJ-II3"
    road = ["major 0103-0203-0303-0403-0503-0603-0703"]
    g = field({"0103": para, "0907": FOOT}, features=EDGE, roads=road)
    run(g, f"truck {para}")
    assert cost(g, para, "0703") == 12
    for foe, far in (("0508", 30), ("0509", None)):
        g = field({"0502": para, foe: FOOT}, features={"N1": "0501 0601"}, size=(9, 10))
        run(g, f"truck {para}")
        beside = f"05{int(foe[2:]) - 1:02d}"
        assert cost(g, para, beside) == far
    shaken = field({"0103": f"{para}(d)", "0907": FOOT}, features=EDGE, roads=road)
    assert refused(shaken, f"truck {para}") == "13.2.1"


@pytest.mark.rule("salerno43:13.3.4a", "salerno43:13.2.1a")
def test_refusals_name_their_own_rule():
    g = field({"0504": f"{FOOT}(f)", "0101": "US-36-142"}, phase="movement allied", turn=2)
    assert refused(g, f"flee {FOOT}") == "13.3.4"
    area = field({"N1": f"{TANK}(d)", "0908": FOOT}, features=EDGE, turn=2)
    assert refused(area, f"move {TANK} 0101") == "13.2.1"


@pytest.mark.rule("salerno43:5.1a", "salerno43:2.3.2a")
@pytest.mark.parametrize(("name", "points"), [(FOOT, 3), (TANK, 5), ("GE-16Pz-Dor", 6), (MECH, 5)])
def test_the_movement_allowance_is_the_printed_one(name, points):
    g = field({"0501": name})
    assert allowance(state(g), unit(g, name)) == 6 * points


@pytest.mark.rule("salerno43:6.2a")
def test_no_order_leads_through_a_zone_of_control():
    water = " ".join(f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 9) if (c, r) != (6, 4))
    g = field({"0501": TANK, "0604": FOOT}, terrain={"~": water})
    assert cost(g, TANK, "0502") == 6
    assert cost(g, TANK, "0503") == 12
    assert cost(g, TANK, "0504") is None
    free = field({"0501": TANK, "0908": FOOT}, terrain={"~": water})
    assert cost(free, TANK, "0504") == 18


@pytest.mark.rule("salerno43:21.1.3", "salerno43:5.2a")
@pytest.mark.parametrize("order", [1, -1])
def test_a_unit_enters_the_map_on_the_best_road(order):
    roads = ["secondary 0201-0202", "major 0201-0101"][::order]
    g = field({"N1": MECH, "0908": FOOT}, features={"N1": "0201"}, roads=roads)
    assert cost(g, MECH, "0201") == 2


@pytest.mark.rule("salerno43:13.3.2a", "salerno43:6.1a")
def test_a_unit_put_into_full_retreat_loses_its_zone_at_once():
    g = field({"0504": FOOT, "0101": "US-36-142", "0908": MECH}, phase="movement allied")
    assert state(g).zoc(0) >> h(g, "0505") & 1
    run(g, f"flee {FOOT}")
    assert not state(g).zoc(0) >> h(g, "0505") & 1


@pytest.mark.rule("salerno43:13.3.2f")
def test_eliminated_next_to_an_enemy_as_the_combat_phase_begins():
    units = {"0504": FOOT, "0503": MECH, "0801": "US-36-142", "0802": "US-36-141", "0803": TANK}
    g = field(units, phase="movement allied")
    run(g, f"flee {FOOT}", "flee US-36-142", "done")
    assert g.phase == "combat"
    assert where(g, FOOT) == "eliminated"
    assert where(g, "US-36-142") == "0801", "not next to the enemy"


@pytest.mark.rule("salerno43:13.3.3", "salerno43:5.3b")
def test_extended_movement_stops_short_of_units_in_full_retreat():
    for foe, far in (("", 30), (f"{MECH}(f)", None)):
        board = {"0501": FOOT, "0908": TANK} | ({"0507": foe} if foe else {})
        g = field(board, phase="movement allied", size=(9, 9))
        assert cost(g, FOOT, "0505") == 24
        assert cost(g, FOOT, "0506") == far
    near = field({"0504": FOOT, "0507": f"{MECH}(f)"}, phase="movement allied", size=(9, 9))
    assert cost(near, FOOT, "0506") == 12, "normal movement may"


@pytest.mark.rule("salerno43:13.2.3", "salerno43:13.1.1")
def test_units_pass_their_disrupted_friends_unharmed():
    g = field({"0501": FOOT, "0502": "US-36-142(d)", "0908": MECH}, phase="movement allied")
    run(g, f"move {FOOT} 0502 to 0503 stay")
    assert (where(g, FOOT), status(g, FOOT)) == ("0503", "good")
    assert status(g, "US-36-142") == "disrupted"
    g = field({"0501": FOOT, "0502": "US-36-142(d)", "0908": MECH}, phase="movement allied")
    run(g, f"move {FOOT} 0502 stay")
    assert (where(g, FOOT), status(g, FOOT)) == ("0502", "good")


@pytest.mark.rule("salerno43:5.1a", "salerno43:2.3.3a")
@pytest.mark.parametrize(
    ("letter", "on_foot", "on_wheels"), [(".", 6, 6), ("C", 6, 6), ("h", 6, 12), ("w", 12, 18)]
)
def test_what_each_kind_of_ground_costs(letter, on_foot, on_wheels):
    for name, points in ((FOOT, on_foot), (MECH, on_wheels), (TANK, on_wheels)):
        phase = "movement allied" if name == FOOT else "movement german"
        g = field({"0501": name}, terrain={letter: "0502"}, phase=phase)
        assert cost(g, name, "0502") == points


@pytest.mark.rule("salerno43:5.1a", "salerno43:5.5b")
def test_too_few_points_are_no_matter_of_rivers():
    swamp = "0502 0503 0504 0402 0403 0404 0405 0602 0603 0604 0605"
    g = field({"0501": TANK, "0908": FOOT}, terrain={"w": swamp})
    run(g, f"move {TANK} 0502 to 0503")
    assert refused(g, "to 0504") == "5.1"


@pytest.mark.rule("salerno43:5.1a", "salerno43:13.2.1a")
def test_why_a_unit_may_not_move_there():
    units = {"0501": f"{FOOT}(d)", "0908": MECH}
    g = field(units, phase="movement allied", terrain={"~": "0601"}, lines="later US-45-179")
    assert refused(g, f"move {MECH} 0907") == "5.1"
    assert refused(g, "move US-45-179 0501") == "5.1"
    run(g, f"move {FOOT}")
    assert refused(g, "to 0601") == "5.1"
    assert refused(g, "to 0504") == "13.2.1"


@pytest.mark.rule("salerno43:13.3.4a", "salerno43:21.3.2b")
def test_units_in_entry_areas_are_not_on_the_map():
    g = field({"N1": MECH, "0501": TANK, "0908": FOOT}, features={"N1": "0301"})
    assert hexes(g, "flee") == {TANK}


@pytest.mark.rule("salerno43:21.5b", "salerno43:23.1.4c")
def test_allies_leave_every_area_but_the_north():
    for area, may in (("E1", True), ("E5", True), ("S1", True), ("N1", False), ("N2", False)):
        g = field(
            {area: "BR-5-13", "0101": FOOT, "0908": MECH},
            phase="movement allied",
            features={area: "0501"},
            lines=f"areas {area}" if area[0] != "N" else "",
        )
        assert ("move BR-5-13" in offers(g)) is may, area


@pytest.mark.rule("salerno43:5.5a", "salerno43:5.7c")
def test_infantry_crosses_a_river_and_stays_effective():
    river = {"river": "0501/0502 0501/0402 0501/0602"}
    for name, phase in ((FOOT, "movement allied"), (MECH, "movement german")):
        g = field({"0501": name}, sides=river, phase=phase)
        run(g, f"move {name} 0502 stay")
        assert where(g, name) == "0502"
        assert not marked(g, name, "half")


@pytest.mark.rule("salerno43:13.3.2f")
def test_germans_in_full_retreat_are_lost_beside_the_enemy_too():
    units = {"0504": f"{MECH}(f)", "0503": FOOT, "0801": f"{TANK}(f)", "0908": "US-36-142"}
    g = field(units, phase="initial german", lines="supply 0 1", turn=5)
    if g.phase == "initial":
        run(g, "done")
    assert g.phase == "movement"
    assert where(g, MECH) == "eliminated"
    assert where(g, TANK) == "0801"


@pytest.mark.rule("salerno43:S2.3.3")
def test_who_is_too_far_across_the_boundary_is_eliminated():
    units = {"0501": "BR-5-13", "0601": "BR-5-15", "0701": "BR-5-17", "0908": MECH}
    g = field(units, phase="movement allied", features={"army8": "0305"})
    run(g, "done", "remove BR-5-13")
    assert offers(g) == {"remove BR-5-15", "remove BR-5-17"}
    run(g, "remove BR-5-17")
    assert kind(g) != "boundary"
    places = [where(g, name) for name in ("BR-5-13", "BR-5-15", "BR-5-17")]
    assert places == ["eliminated", "0601", "eliminated"]


@pytest.mark.rule("salerno43:5.8d", "salerno43:5.8a")
def test_trucks_are_free_again_next_turn():
    g = field(
        {"0502": MECH, "0602": "GE-1FJ-II3(t)", "0908": FOOT},
        phase="recovery german",
        features=EDGE,
        lines="trucks 2",
    )
    assert state(g).trucks == 0
    assert not marked(g, "GE-1FJ-II3", "trucked")


@pytest.mark.rule("salerno43:5.8a")
def test_the_allies_have_no_trucks():
    g = field({"0502": FOOT, "0501": "US-BH-Red", "0908": MECH}, phase="movement allied")
    assert not hexes(g, "truck")
    assert refused(g, f"truck {FOOT}") == "5.8"


@pytest.mark.rule("salerno43:5.6b", "salerno43:5.5b")
def test_a_river_under_mountains_is_closed_to_vehicles():
    sides = {"mountain": "0502/0503", "river": "0502/0503 0502/0602"}
    g = field({"0502": TANK, "0908": FOOT}, sides=sides)
    run(g, f"move {TANK}")
    assert "0602" in hexes(g, "to")
    assert refused(g, "0502-0503") == "5.6b"
