"""16.0 Supply and isolation."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    cited,
    field,
    h,
    hexes,
    kind,
    marked,
    refused,
    rules,
    run,
    state,
    steps,
    unit,
    where,
)

from grognard.games.salerno43 import supply
from grognard.games.zocbond import supply as series

PZ, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"
BH = "US-BH-Red"
WIDE = (9, 16)


def linked(g, name=US):
    return series.in_supply(state(g), unit(g, name))


def isolated(g, name=US):
    return not series.facts(state(g), unit(g, name))[1]


@pytest.mark.rule("salerno43:16.3.1", "salerno43:16.3.2a", "salerno43:18.1.2", "salerno43:16.2.2a")
def test_overland_to_a_beachhead():
    assert linked(field({"0501": BH, "0506": US}, size=WIDE))
    assert not linked(field({"0501": BH, "0507": US}, size=WIDE))
    assert linked(field({"0501": BH, "0506": "BR-46-128"}, size=WIDE), "BR-46-128")


@pytest.mark.rule("salerno43:16.3.2a")
def test_marsh_counts_two_off_the_road():
    swamp = {"w": "0503", "~": " ".join(f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 9))}
    assert linked(field({"0501": BH, "0505": US}, terrain=swamp, size=WIDE))
    assert not linked(field({"0501": BH, "0506": US}, terrain=swamp, size=WIDE))
    road = ["secondary 0502-0503-0504"]
    assert linked(field({"0501": BH, "0506": US}, terrain=swamp, size=WIDE, roads=road))


@pytest.mark.rule("salerno43:16.3.1", "salerno43:16.3.3a")
def test_then_along_roads_of_any_length():
    road = ["secondary " + "-".join(f"05{r:02d}" for r in range(1, 11))]
    assert linked(field({"0501": BH, "0515": US}, size=WIDE, roads=road))
    assert not linked(field({"0501": BH, "0516": US}, size=WIDE, roads=road))
    far = ["secondary " + "-".join(f"05{r:02d}" for r in range(7, 16))]
    assert not linked(field({"0501": BH, "0515": US}, size=WIDE, roads=far))


@pytest.mark.rule("salerno43:16.3.2b", "salerno43:16.3.2c")
def test_hexsides_that_close_a_line():
    sea = {"~": " ".join(f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 9))}
    units = {"0501": BH, "0504": US}
    assert linked(field(units, terrain=sea, size=WIDE))
    for feature in ("mountain", "sea"):
        assert not linked(field(units, terrain=sea, size=WIDE, sides={feature: "0502/0503"}))
    open_pass = {"mountain": "0502/0503", "pass": "0502/0503"}
    assert linked(field(units, terrain=sea, size=WIDE, sides=open_pass))
    road = field(
        units, terrain=sea, size=WIDE, sides={"mountain": "0502/0503"}, roads=["major 0502-0503"]
    )
    assert linked(road)


@pytest.mark.rule("salerno43:16.3.2c")
def test_a_mountain_top_is_out_of_supply():
    sides = {"mountain": "0503/0502 0503/0504 0503/0403 0503/0404 0503/0603 0503/0604"}
    g = field({"0501": BH, "0503": US}, sides=sides, size=WIDE)
    assert not linked(g)
    assert not isolated(g)


CORRIDOR = {
    "~": " ".join(
        f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 12) if (c, r) not in ((6, 4), (6, 5))
    )
}


@pytest.mark.rule("salerno43:16.3.2d")
def test_enemy_hexes_close_a_line():
    assert not linked(field({"0501": BH, "0505": US, "0503": DOR}, terrain=CORRIDOR, size=WIDE))


@pytest.mark.rule("salerno43:16.3.2f")
def test_not_two_hexes_in_zones_of_control():
    """examples:S43-23"""
    units = {"0501": BH, "0505": US, "0604": PZ}
    g = field(units, terrain=CORRIDOR, size=WIDE)
    assert {"0503", "0504"} <= set(rules(g).board.labels(state(g).zoc(1)))
    assert not linked(g)
    assert linked(field({**units, "0503": BN}, terrain=CORRIDOR, size=WIDE))
    one = {"0501": BH, "0504": US, "0604": PZ}
    assert linked(field(one, terrain=CORRIDOR, size=WIDE))


@pytest.mark.rule("salerno43:16.3.2e", "salerno43:7.2d")
def test_bonds_close_a_line():
    wide = {"0501": BH, "0506": US}
    assert linked(field(wide, size=WIDE))
    wall = {"0504": PG, "0304": PG2, "0104": "GE-16Pz-I79", "0704": "GE-HG-I1", "0904": "GE-HG-I2"}
    g = field({**wide, **wall}, size=WIDE)
    assert not linked(g)
    assert isolated(g)


@pytest.mark.rule("salerno43:16.3.3b")
def test_roads_in_zones_of_control():
    road = ["secondary " + "-".join(f"05{r:02d}" for r in range(1, 11))]
    units = {"0501": BH, "0510": US, "0604": PZ}
    sea = {"~": CORRIDOR["~"] + " 0412 0612"}
    assert not linked(field(units, terrain=sea, size=WIDE, roads=road))
    guarded = {**units, "0503": BN, "0504": US2}
    assert linked(field(guarded, terrain=sea, size=WIDE, roads=road))


@pytest.mark.rule("salerno43:16.3.3c", "salerno43:16.3.4b")
@pytest.mark.parametrize("what", ["city", "vp", "port"])
def test_enemy_cities_close_a_line(what):
    terrain = {"~": CORRIDOR["~"]} | ({"C": "0503"} if what == "city" else {})
    features = {"vp": {"vp1": "0503"}, "port": {"port1": "0503"}}.get(what, {})
    units = {"0501": BH, "0505": US}
    assert not linked(field(units, terrain=terrain, size=WIDE, features=features))
    mine = field(units, terrain=terrain, size=WIDE, features=features, lines="control 0503")
    assert linked(mine)


@pytest.mark.rule("salerno43:16.3.4a", "salerno43:22.2.3")
def test_control_goes_to_the_last_to_pass():
    g = field(
        {"0502": US, "0908": PZ},
        terrain={"C": "0503"},
        features={"airfield": "0504"},
        phase="movement allied",
    )
    assert not state(g).control
    run(g, f"move {US} 0503 to 0504 to 0505")
    assert set(rules(g).board.labels(state(g).control)) == {"0503", "0504"}
    g = field({"0502": PZ, "0908": US}, terrain={"C": "0503"}, lines="control 0503")
    run(g, f"move {PZ} 0503")
    assert not state(g).control


@pytest.mark.rule("salerno43:16.2.1", "salerno43:21.2.1c")
def test_german_sources():
    edge = {"N1": "0501 0601"}
    assert linked(field({"0505": PG}, features=edge), PG)
    assert not linked(field({"0505": PG}), PG)
    south = {"S2": "0501 0601"}
    assert linked(field({"0505": PG}, features=south), PG)
    assert not linked(field({"0505": PG}, features=south, lines="areas S2"), PG)
    east = field({"0505": PG}, features={"E3": "0501 0601"}, lines="areas E3")
    assert not linked(east, PG)


@pytest.mark.rule("salerno43:16.3.2a", "salerno43:16.2.1")
def test_the_step_into_an_area_counts_unless_a_road_leads_there():
    """Ruling 14: a road hex that touches an Entry Area is connected with it."""
    edge = {"N1": "0501"}
    assert linked(field({"0505": PG}, features=edge), PG)
    assert not linked(field({"0506": PG}, features=edge), PG)
    road = ["secondary 0501-0601"]
    assert linked(field({"0506": PG}, features=edge, roads=road), PG)
    assert not linked(field({"0507": PG}, features=edge, roads=road), PG)


@pytest.mark.rule("salerno43:16.2.2a")
def test_allied_sources_at_the_edge():
    for area in ("S2", "E3"):
        south = {area: "0501 0601"}
        assert not linked(field({"0505": US}, features=south))
        assert linked(field({"0505": US}, features=south, lines=f"areas {area}"))


@pytest.mark.rule("salerno43:16.2.2b", "salerno43:18.2.1a", "salerno43:18.2.2")
def test_ports():
    port = {"port1": "0501"}
    assert not linked(field({"0505": US}, features=port))
    assert linked(field({"0505": US}, features=port, lines="control 0501"))
    watched = field({"0505": US, "0401": DOR}, features=port, lines="control 0501")
    assert not linked(watched)
    held = field({"0505": US, "0501": BN, "0401": DOR}, features=port)
    assert linked(held)
    assert not linked(field({"0505": US}, features={"mined": "0501"}, lines="control 0501"))


# -- the Supply Phase


@pytest.mark.rule("salerno43:16.1a", "salerno43:16.5.1b", "salerno43:3.0g", "salerno43:16.5.2a")
def test_markers():
    g = field(
        {"0501": BH, "0506": f"{US}(oi)", "0508": US2, "0908": PZ},
        phase="supply allied",
        turn=2,
        size=WIDE,
    )
    assert (marked(g, US, "oos"), marked(g, US, "red")) == (False, False)
    assert (marked(g, US2, "oos"), marked(g, US2, "red")) == (True, False)
    g = field({"0508": US2, "0908": PZ}, phase="supply allied", turn=2, size=WIDE)
    assert (marked(g, US2, "oos"), marked(g, US2, "red")) == (True, True)


@pytest.mark.rule("salerno43:16.5.1a")
def test_isolation():
    assert not isolated(field({"0501": BH, "0515": US}, size=WIDE))
    assert isolated(field({"0515": US}, size=WIDE))
    ring = {"mountain": "0503/0502 0503/0504 0503/0403 0503/0404 0503/0603 0503/0604"}
    two = {
        "mountain": ring["mountain"]
        + " 0502/0501 0502/0402 0502/0403 0502/0602 0502/0603 0504/0505 0504/0404 0504/0405 0504/0604 0504/0605 0403/0402 0403/0302 0403/0303 0404/0303 0404/0304 0404/0405 0603/0602 0603/0702 0603/0703 0604/0703 0604/0704 0604/0605 0403/0404 0603/0604"
    }
    assert not isolated(field({"0501": BH, "0503": US}, sides=ring, size=WIDE))
    assert isolated(field({"0508": BH, "0503": US}, sides=two, size=WIDE))


@pytest.mark.rule("salerno43:16.5.2a", "salerno43:16.5.3", "salerno43:16.5.4", "salerno43:16.5.6")
def test_attrition():
    units = {"0505": f"{US}(oi) {BN}(oi)", "0504": PZ, "0108": f"{US2}(oi)"}
    g = field(units, phase="supply allied", turn=2, lines="weather D")
    assert cited(g) == "16.5.3"
    run(g, "roll 4", "roll 4")
    assert steps(g, US) == 1
    assert where(g, BN) == "dead"
    assert steps(g, US2) == 2
    g = field(units, phase="supply allied", turn=2, lines="weather D")
    run(g, "roll 5", "roll 6")
    assert steps(g, US) == 2
    fresh = field({"0505": US, "0504": PZ}, phase="supply allied", turn=2, lines="weather D")
    assert cited(fresh) != "16.5.3"
    later = field(
        {"0505": f"{US}(oin)", "0504": PZ}, phase="supply allied", turn=3, lines="weather D"
    )
    assert cited(later) == "16.5.3", "isolated in its last Supply Phase, it rolls in this one"


@pytest.mark.rule("salerno43:16.5.2b")
def test_isolated_asus():
    g = field(
        {"0505": "US-36-ASU(oi)", "0508": f"{US}(oi)", "0901": PZ}, phase="supply allied", turn=2
    )
    assert where(g, "US-36-ASU") == "0505"
    g = field({"0505": "US-36-ASU US-VI", "0901": PZ}, phase="supply allied", turn=2)
    assert where(g, "US-36-ASU") == where(g, "US-VI") == "dead"
    near = field({"0505": f"US-36-ASU(oi) {US}(oi)", "0504": PZ}, phase="supply allied", turn=2)
    run(near, "roll 6")
    assert cited(near) != "16.5.3"


@pytest.mark.rule("salerno43:16.5.5a", "salerno43:16.5.5b", "salerno43:17.2f", "salerno43:22.5")
def test_attrition_modifiers():
    def bonus(units, name, **how):
        g = field(units, **how)
        return sum(m.amount for m in supply.attrition_modifiers(state(g), unit(g, name)))

    assert bonus({"0505": US, "0504": PZ}, US, lines="weather D") == 0
    assert bonus({"0505": US, "0504": PZ}, US, lines="weather A") == 1
    assert bonus({"0505": PG, "0504": US}, PG, lines="weather A") == 0
    assert bonus({"0505": US, "0507": "US-VI", "0504": PZ}, US, lines="weather D") == 2
    assert bonus({"0505": US, "0507": "US-36-ASU", "0504": PZ}, US, lines="weather D") == 0
    city = {"terrain": {"C": "0507"}, "lines": "weather D\ncontrol 0507"}
    assert bonus({"0505": US, "0504": PZ}, US, **city) == 2
    assert (
        bonus({"0505": US, "0507": "US-VI", "0504": PZ}, US, lines="weather A\ncontrol 0507") == 3
    )
    watched = {"0501": US, "0401": PZ, "0306": PG}
    for label, worth in (("0305", 2), ("0304", 2)):
        one = {"terrain": {"C": label}, "lines": f"weather D\ncontrol {label}"}
        assert bonus(watched, US, **one) == worth
    enemy = {"terrain": {"C": "0507"}, "lines": "weather D\ncontrol"}
    assert bonus({"0505": US, "0504": PZ}, US, **enemy) == 0


@pytest.mark.rule("salerno43:25.3")
def test_limited_supply_from_ports():
    """examples:S43-29"""
    division = "US-36-143 US-45-179 US-3-30 US-36-ASU"
    units = {"0501": division, "0503": "US-36-1-142", "0908": PZ}
    how: Any = {"phase": "supply allied", "turn": 2, "features": {"port1": "0501"}}
    everyone = {*division.split(), "US-36-1-142"}

    def short(g):
        return {n for n in everyone if marked(g, n, "oos")}

    g = field(units, options="25.3", **how)
    assert (kind(g), g.side, hexes(g, "short")) == ("port supply", "allied", everyone)
    assert short(run(g.copy(), "short US-36-ASU")) == {"US-36-ASU"}
    assert short(run(g.copy(), "short US-3-30")) == {"US-3-30"}
    full = field({"0501": division, "0908": PZ}, options="25.3", **how)
    assert kind(full) != "port supply"
    assert not short(full)
    assert not short(field(units, **how))
    beach = field({**units, "0502": BH}, options="25.3", **how)
    assert kind(beach) != "port supply"
    assert not short(beach)


@pytest.mark.rule("salerno43:25.3")
def test_ports_share_their_points():
    """Ruling 21: points may come from two ports; who depends on one port alone is asked about."""
    near, far = "US-36-143 US-45-179 US-3-30", "US-45-180 US-3-7 US-34-135"
    how: Any = {"phase": "supply allied", "turn": 2, "size": (9, 16), "options": "25.3"}
    both = field({"0506": f"{near} {far}", "0908": PZ}, features={"port1": "0501 0511"}, **how)
    assert kind(both) != "port supply"
    apart = field(
        {"0502": f"{near} US-3-15", "0512": far, "0908": PZ},
        features={"port1": "0501 0511"},
        lines="control 0501 0511",
        **how,
    )
    assert hexes(apart, "short") == {*near.split(), "US-3-15"}
    assert refused(apart, "short US-3-7") == "25.3"
    two = field(
        {"0502": f"{near} {far}", "0908": PZ},
        features={"port1": "0501"},
        lines="control 0501",
        **how,
    )
    run(two, "short US-3-7", "short US-3-30")
    assert kind(two) == "port supply"
    run(two, "short US-36-143")
    assert [n for n in f"{near} {far}".split() if marked(two, n, "oos")] == [
        "US-36-143",
        "US-3-30",
        "US-3-7",
    ]


@pytest.mark.rule("salerno43:25.3")
def test_who_goes_without_a_port_is_out_of_supply_until_the_next_check():
    """Ruling 21: readying and Replacements ask for supply at that instant, which the port denies."""
    units = {"0501": "US-36-143 US-45-179 US-3-30 US-36-ASU(uo)", "0908": PZ}
    how: Any = {"phase": "initial allied", "features": {"port1": "0501"}, "lines": "supply 3 0"}
    assert not hexes(field(units, options="25.3", **how), "ready")
    assert hexes(field(units, **how), "ready") == {"US-36-ASU"}
    beach = field({**units, "0502": BH}, options="25.3", **how)
    assert hexes(beach, "ready") == {"US-36-ASU"}


@pytest.mark.rule("salerno43:21.6.3")
def test_paratroops_are_in_supply_when_they_drop():
    g = field({"0505": "US-82-504(b)", "0908": PZ}, phase="supply allied", turn=2)
    assert not marked(g, "US-82-504", "oos")
    g = field({"0505": "US-82-504", "0908": PZ}, phase="supply allied", turn=2)
    assert marked(g, "US-82-504", "oos")
    assert kind(g)
    assert h(g, "0505") in state(g).at


@pytest.mark.rule("salerno43:25.3", "salerno43:21.6.3")
def test_ports_are_not_needed_in_an_entry_area_or_after_a_drop():
    division = "US-36-143 US-45-179 US-3-30 US-36-ASU"
    units = {"0501": division, "0503": "US-82-504(b)", "0908": PZ, "S1": "US-45-180"}
    g = field(
        units,
        options="25.3",
        phase="supply allied",
        turn=2,
        features={"port1": "0501"},
        lines="areas S1",
    )
    assert not any(marked(g, name, "oos") for name in (*division.split(), "US-82-504", "US-45-180"))


@pytest.mark.rule("salerno43:16.3.2a")
def test_a_marsh_next_to_the_unit_counts_two():
    for wet, dry in (("0504", "0505"), ("0505", "0506")):
        sea = " ".join(f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 9))
        swamp = {"w": wet, "~": sea}
        assert linked(field({"0501": BH, dry: US}, terrain={"~": sea}, size=WIDE))
        assert linked(field({"0501": BH, dry: US}, terrain=swamp, size=WIDE)) is (wet == "0504")


@pytest.mark.rule("salerno43:16.3.2f")
def test_a_friend_who_arrives_opens_the_line_at_once():
    g = field(
        {"0501": f"{BH} {BN}", "0505": US, "0604": PZ},
        terrain=CORRIDOR,
        size=WIDE,
        phase="movement allied",
    )
    assert not linked(g)
    run(g, f"move {BN} 0502 to 0503")
    assert linked(g)


@pytest.mark.rule("salerno43:21.6.3")
def test_paratroops_check_their_supply_from_the_next_turn():
    g = field({"0505": "US-82-504(b)", "0908": PZ}, phase="supply allied", turn=2)
    assert not marked(g, "US-82-504", "dropped")
    assert not linked(g, "US-82-504")


@pytest.mark.rule("salerno43:16.5.4", "salerno43:16.5.2a")
def test_isolated_units_far_from_the_enemy_do_not_roll():
    units = {"0505": f"{US}(oi)", "0504": PZ, "0108": f"{US2}(oi)"}
    g = field(units, phase="supply allied", turn=2, lines="weather D")
    run(g, "roll 6")
    assert cited(g) != "16.5.3"


@pytest.mark.rule("salerno43:16.5.2b")
def test_artillery_in_supply_needs_no_friends():
    g = field(
        {"0502": "GE-16Pz-ASU", "0908": US},
        phase="supply german",
        turn=2,
        features={"N1": "0501 0601"},
    )
    assert where(g, "GE-16Pz-ASU") == "0502"
    assert not marked(g, "GE-16Pz-ASU", "oos")


@pytest.mark.rule("salerno43:25.3")
def test_ports_are_limited_only_by_the_option_and_only_for_the_allies():
    division = "US-36-143 US-45-179 US-3-30 US-36-ASU US-36-1-142"
    how: Any = {"phase": "supply allied", "turn": 2, "features": {"port1": "0501"}}
    limited = field({"0501": division, "0908": PZ}, options="25.3", **how)
    assert (limited.side, kind(limited)) == ("allied", "port supply")
    free = field({"0501": division, "0908": PZ}, **how)
    assert kind(free) != "port supply"
    germans = f"{PZ} {PG} {PG2} {DOR} GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2"
    theirs = field(
        {"0502": germans, "0908": US},
        options="25.3",
        phase="supply german",
        turn=2,
        features={"N1": "0501"},
    )
    assert kind(theirs) != "port supply"
    assert not any(marked(theirs, name, "oos") for name in germans.split())


@pytest.mark.rule("salerno43:16.3.2a", "salerno43:16.3.2f")
def test_a_marsh_in_a_zone_of_control_counts_two():
    sea = " ".join(f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 10) if (c, r) != (6, 6))
    units = {"0501": BH, "0506": US, "0606": PZ}
    assert linked(field(units, terrain={"~": sea}, size=WIDE))
    assert not linked(field(units, terrain={"~": sea, "w": "0505"}, size=WIDE))


@pytest.mark.rule("salerno43:23.1.4a", "salerno43:16.3.2a")
def test_a_line_to_a_north_area_is_five_hexes_long():
    for source, may in (("0505", True), ("0506", False)):
        g = field({source: BH, "N1": US, "0908": PZ}, features={"N1": "0501"})
        assert linked(g) is may, source


@pytest.mark.rule("salerno43:16.5.1a", "salerno43:23.1.4b")
def test_a_unit_in_an_area_is_never_isolated():
    g = field({"N1": US, "0908": PZ}, phase="supply allied", turn=2, features={"N1": "0501"})
    assert marked(g, US, "oos")
    assert not marked(g, US, "red")
