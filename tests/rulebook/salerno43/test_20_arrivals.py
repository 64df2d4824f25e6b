"""20.0 Replacements, 21.0 reinforcements and Entry Areas, 21.6 airdrops."""

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
    offers,
    real,
    refused,
    rules,
    run,
    state,
    status,
    steps,
    unit,
    where,
)

import grognard
from grognard.games.salerno43 import initial
from grognard.games.zocbond import reach

PZ, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"
BH = "US-BH-Red"
NORTH = {"N1": "0501 0601", "N2": "0801 0901"}


def german(units, left, **how):
    how.setdefault("features", NORTH)
    return field({"0908": US, **units}, phase="initial german", lines=f"replacements {left}", **how)


def allied(units, left, extra="", **how):
    return field(
        {"0908": PZ, **units}, phase="initial allied", lines=f"replacements {left}\n{extra}", **how
    )


# -- 20


@pytest.mark.rule("salerno43:20.1.1a")
def test_the_turn_track():
    charts = rules(field({})).charts
    assert charts.replacements[1][3] == "S"
    assert charts.replacements[0][4] == "I"
    assert sum(1 for x in charts.replacements[1] if x) == 18
    assert 2 * sum(1 for x in charts.replacements[0] if x) == 18
    g = field({}, turn=5)
    assert initial.granted(state(g), 1) == "GT"
    assert initial.granted(state(g), 0) == "CIUI"


@pytest.mark.rule("salerno43:20.1.1a", "salerno43:20.2b", "salerno43:20.1.2a")
def test_a_replacement_restores_a_step():
    g = german({"0504": f"{PZ}(r) {DOR}(r)"}, "GTGS")
    run(g, f"replace {PZ}")
    assert steps(g, PZ) == 2
    assert marked(g, PZ, "renewed")
    assert state(g).replacements == "GS"
    g = german({"0504": f"GE-29PG-71(rr) {PG}(r)"}, "GIGI")
    run(g, "replace GE-29PG-71")
    assert refused(g, "replace GE-29PG-71") == "20.2b"


@pytest.mark.rule("salerno43:20.1.1b")
def test_unused_replacements_are_lost():
    g = german({"0504": f"{PZ}(r)"}, "GT")
    run(g, "done")
    assert state(g).replacements == ""


@pytest.mark.rule("salerno43:20.1.2a", "salerno43:20.1.2b", "salerno43:20.1.2c")
def test_types():
    oob = rules(field({})).units
    kinds = {
        n: oob[unit(field({}), n)].replacement()
        for n in (
            PZ,
            PG,
            US,
            DOR,
            "US-Rgr-1",
            "BR-2Cdo",
            "US-82-504",
            "US-82-325",
            "US-36-ASU",
            "GE-HG-Pi",
            "GE-G-B",
            "GE-1FJ-II3",
        )
    }
    assert kinds == {
        PZ: "T", PG: "I", US: "I", DOR: "S", "US-Rgr-1": "S", "BR-2Cdo": "S", "US-82-504": "S",
        "US-82-325": "S", "US-36-ASU": "S", "GE-HG-Pi": "S", "GE-G-B": "I", "GE-1FJ-II3": "S",
    }  # fmt: skip
    units = {"0504": f"{PZ}(r) {PG}(r) {DOR}(r)"}
    assert hexes(german(units, "GT"), "replace") == {PZ}
    assert hexes(german(units, "GI"), "replace") == {PG}
    assert hexes(german(units, "GS"), "replace") == {PG, DOR}
    cw = allied({"0505": f"{BH} {US}(r) BR-46-128(r)"}, "CI")
    assert hexes(cw, "replace") == {"BR-46-128"}


@pytest.mark.rule("salerno43:20.2a", "salerno43:13.2.1e", "salerno43:16.4e")
def test_in_supply_and_in_good_order():
    g = german({"0504": f"{PZ}(r)", "0505": "GE-HG-I-II(rd)"}, "GT")
    assert hexes(g, "replace") == {PZ}
    assert refused(g, "replace GE-HG-I-II") == "20.2a"
    assert not hexes(
        german({"0504": f"{PZ}(r)", "0505": "GE-16Pz-ASU(u)"}, "GT", features={}), "replace"
    )


@pytest.mark.rule("salerno43:20.3.1a", "salerno43:20.3.1c", "salerno43:20.3.1d", "salerno43:17.2h")
def test_where_germans_come_back():
    asus = {"0504": "GE-16Pz-ASU", "0605": "GE-14Pz", "0304": "GE-29PG-ASU", "0805": "GE-71Neb"}
    g = german({**asus, "eliminated": f"{PG}"}, "GI")
    run(g, f"replace {PG}")
    assert hexes(g, "at") == {"N1", "N2", "0504", "0605"}
    run(g, "at 0504")
    assert (where(g, PG), steps(g, PG)) == ("0504", 1)
    near = german({**asus, "0505": US2, "eliminated": PG}, "GI")
    run(near, f"replace {PG}")
    assert hexes(near, "at") == {"N1", "N2"}


@pytest.mark.rule("salerno43:20.3.1d")
@pytest.mark.parametrize("enemy", ["US-Tk-191", US2])
def test_nobody_comes_back_beside_an_enemy_whose_zone_ends_at_the_mountains(enemy):
    g = german(
        {"0504": "GE-16Pz-ASU", "0505": enemy, "eliminated": PG},
        "GI",
        sides={"mountain": "0504/0505"},
    )
    assert bool(state(g).zoc(0) >> h(g, "0504") & 1) is (enemy == US2)
    run(g, f"replace {PG}")
    assert hexes(g, "at") == {"N1", "N2"}


@pytest.mark.rule("salerno43:20.3.1b", "salerno43:20.3.1a")
def test_where_allies_come_back():
    g = allied({"0505": f"{BH} US-36-ASU"}, "UI", f"eliminated {US}", features=NORTH)
    run(g, f"replace {US}")
    assert hexes(g, "at") == {"Reserve", "0505"}
    run(g, "at Reserve")
    assert where(g, US) == "reserve"
    eighth = allied({"0505": BH}, "CI", "eliminated BR-5-13\nareas S1", features={"S1": "0101"})
    run(eighth, "replace BR-5-13")
    assert where(eighth, "BR-5-13") == "S1"


@pytest.mark.rule("salerno43:20.3.2")
def test_coming_back_may_overstack():
    g = german(
        {"0504": "GE-16Pz-ASU GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2", "eliminated": PG},
        "GI",
    )
    run(g, f"replace {PG}", "at 0504")
    assert where(g, PG) == "0504"


@pytest.mark.rule("salerno43:20.3.3", "salerno43:17.2e", "salerno43:17.2b")
def test_asus_come_back_fired():
    g = german({"eliminated": "GE-16Pz-ASU"}, "GS")
    run(g, "replace GE-16Pz-ASU", "at N1")
    assert marked(g, "GE-16Pz-ASU", "fired")
    assert not hexes(german({"eliminated": "GE-16Pz-ASU"}, "GI"), "replace")
    assert rules(g).units[unit(g, "GE-16Pz-ASU")].steps == 1


@pytest.mark.rule("salerno43:20.3.4", "salerno43:20.3.5", "salerno43:20.1.1a")
def test_large_units_come_back_as_remnants():
    g = allied({"0505": BH}, "UIUI", f"eliminated {US3}")
    run(g, f"replace {US3}")
    assert (steps(g, US3), where(g, US3)) == (1, "reserve")
    assert state(g).remnants_left("US") == 3
    g = allied({"0505": f"{BH} {US3}(rr)"}, "UI")
    run(g, f"replace {US3}")
    assert steps(g, US3) == 2
    assert state(g).remnants_left("US") == 4
    four = "US-45-179(rr) US-45-180(rr) US-3-30(rr) US-3-7(rr)"
    none = allied({"0505": f"{BH} {four}"}, "UI", f"eliminated {US3}")
    assert US3 not in hexes(none, "replace")


@pytest.mark.rule("salerno43:16.5.6", "salerno43:18.1.3b")
def test_units_lost_for_good():
    g = allied({"0505": BH}, "UI", f"dead {US} US-BH-Blue\neliminated {US2}")
    assert hexes(g, "replace") == {US2}


@pytest.mark.rule("salerno43:20.4a", "salerno43:20.4b")
def test_replacement_markers():
    g = field({"N1": f"{PG}(p)", "0908": US}, features=NORTH)
    run(g, f"move {PG}")
    assert hexes(g, "to") == {"0501", "0601"}
    run(g, "to 0501")
    assert marked(g, PG, "moved")


# -- 21


@pytest.mark.rule("salerno43:21.1.1a", "salerno43:3.0c")
def test_reinforcements_by_their_code():
    g = field({"later": "GE-HG-rec GE-1FJ-I3", "0908": US}, phase="initial german", turn=1)
    assert refused(g, "done") == "21.1.1"
    run(g, "place GE-HG-rec")
    assert hexes(g, "at") == {"N1", "N2"}
    run(g, "at N1", "place GE-1FJ-I3")
    assert hexes(g, "at") == {"S1", "S2", "S3"}
    run(g, "at S2")
    assert where(g, "GE-1FJ-I3") == "S2"


@pytest.mark.rule("salerno43:21.1.1a")
def test_fifth_army_reinforcements_go_to_the_floating_reserve():
    g = field(
        {"later": "US-45-179 US-45-180 BR-5-13", "0908": PZ, "0505": BH},
        phase="refit german",
        lines="supply 0 1",
        turn=2,
    )
    assert where(g, "US-45-179") == "reserve"
    assert where(g, "US-45-180") == "later"


@pytest.mark.rule("salerno43:21.1.1a", "salerno43:21.2.1a")
def test_the_eighth_army_arrives_on_turn_11():
    g = field(
        {"later": "BR-5-13 CAN-1-1", "S2": "GE-29PG-I15", "0505": BH, "0101": PG},
        phase="refit german",
        turn=11,
        features={"S1": "0901", "S2": "0801", "S3": "0701"},
    )
    assert where(g, "GE-29PG-I15") == "eliminated"
    assert {f"S{n}" for n in (1, 2, 3)} == {
        a
        for k, a in enumerate(("N1", "N2", "E1", "E2", "E3", "E4", "E5", "S1", "S2", "S3"))
        if state(g).allied_areas >> k & 1
    }
    run(g, "place BR-5-13")
    assert hexes(g, "at") == {"S1", "S2", "S3"}
    run(g, "at S1", "place CAN-1-1")
    assert where(g, "CAN-1-1") == "S3"
    early = field({"S2": "GE-29PG-I15", "0505": BH, "0101": PG}, phase="refit german", turn=10)
    assert where(early, "GE-29PG-I15") == "S2"


@pytest.mark.rule("salerno43:21.1.3", "salerno43:21.3.2b", "salerno43:21.3.3")
def test_entering_the_map():
    """examples:S43-32"""
    g = field({"N1": PZ, "0503": US}, features=NORTH, roads=["major 0501-0601"])
    found = reach.ends(state(g), unit(g, PZ))
    assert found[h(g, "0501")][0] == 2
    assert found[h(g, "0601")][0] == 2
    run(g, f"move {PZ} 0501")
    assert kind(g) == "step"
    hot = field({"N1": PZ, "0502": US}, features=NORTH)
    run(hot, f"move {PZ} 0501")
    assert marked(hot, PZ, "moved")
    bonded = field({"N1": PZ, "0401": US, "0602": US2}, features={"N1": "0501 0701"})
    run(bonded, f"move {PZ}")
    assert refused(bonded, "to 0501") == "7.2a"
    assert "0701" in hexes(bonded, "to")
    routed = field({"N1": f"{PZ}(d)", "0908": US}, features=NORTH)
    assert refused(routed, f"move {PZ} 0501") == "13.2.1"


@pytest.mark.rule("salerno43:21.1.3", "salerno43:21.5a", "salerno43:21.5c", "salerno43:21.5d")
def test_between_entry_areas():
    g = field({"N1": f"{PZ} {PG}", "E4": DOR, "0908": US}, features=NORTH)
    run(g, f"move {PZ}")
    assert {"N2", "0501", "0601"} == hexes(g, "to")
    run(g, "to N2", f"move {PG} stay", f"move {DOR}")
    assert hexes(g, "to") == {"E3", "E5"}
    assert marked(g, PZ, "shifted")
    allied_ = field(
        {"S3": "BR-5-13 US-36-142", "0908": PZ}, phase="movement allied", lines="areas S1 S2 S3"
    )
    run(allied_, "move BR-5-13")
    assert hexes(allied_, "to") == {"S2", "E1"}
    run(allied_, "stay", "move US-36-142")
    assert hexes(allied_, "to") == {"S2"}


@pytest.mark.rule("salerno43:21.5c", "salerno43:21.5d")
@pytest.mark.parametrize(
    ("place", "next_"),
    [
        ("N1", "N2"),
        ("N2", "N1"),
        ("E5", "E4"),
        ("E4", "E5 E3"),
        ("E3", "E4 E2"),
        ("E2", "E3 E1"),
        ("E1", "E2 S3"),
        ("S3", "E1 S2"),
        ("S2", "S3 S1"),
        ("S1", "S2"),
    ],
)
def test_the_areas_lie_in_a_row_round_the_edge_but_for_the_north(place, next_):
    g = field({place: PG, "0908": US})
    run(g, f"move {PG}")
    assert hexes(g, "to") == set(next_.split())


@pytest.mark.rule("salerno43:21.2.1b", "salerno43:21.2.2", "salerno43:21.5b", "salerno43:S2.3.5")
def test_the_eighth_army_takes_the_east_edge():
    g = field(
        {"S3": "BR-5-13", "E1": PG, "0908": PZ}, phase="movement allied", lines="areas S1 S2 S3"
    )
    run(g, "move BR-5-13 to E1")
    assert where(g, PG) == "eliminated"
    assert state(g).friendly_area(2, 0)
    g = field(
        {"0901": "US-36-142 BR-5-13", "0108": PZ}, phase="movement allied", features={"E3": "0901"}
    )
    run(g, "move US-36-142")
    assert "E3" not in hexes(g, "to")
    run(g, "stay", "move BR-5-13 to E3")
    assert where(g, "BR-5-13") == "E3"
    german_ = field({"0901": PG, "0108": US}, features={"E3": "0901"}, lines="areas E3")
    run(german_, f"move {PG}")
    assert "E3" not in hexes(german_, "to")


@pytest.mark.rule("salerno43:21.2.1b")
@pytest.mark.parametrize("name", ["GE-16Pz-ASU", "GE-G-A", f"{PG}(f)"])
def test_every_german_in_an_area_that_the_eighth_army_takes_is_lost(name):
    g = field(
        {"S3": "BR-5-13", "E1": name, "0908": PZ}, phase="movement allied", lines="areas S1 S2 S3"
    )
    run(g, "move BR-5-13 to E1")
    assert where(g, name.removesuffix("(f)")) == "eliminated"


@pytest.mark.rule("salerno43:21.2.3", "salerno43:23.1.4b", "salerno43:23.1.4c")
def test_the_north_edge():
    g = field({"0501": US, "N1": PG, "0701": US2}, phase="movement allied", features=NORTH)
    run(g, f"move {US} to N1")
    assert where(g, PG) == where(g, US) == "N1"
    assert state(g).friendly_area(0, 1)
    assert refused(g, f"move {US} 0501") == "5.1"
    later = field({"N1": f"{US} {PG}", "0702": US2}, phase="movement allied", features=NORTH)
    assert refused(later, f"move {US} 0501") == "23.1.4"
    back = field({"N1": f"{US} {PG}", "0701": US2}, features=NORTH)
    run(back, f"move {PG}")
    assert hexes(back, "to") == {"0501", "N2"}


@pytest.mark.rule("salerno43:21.3.1", "salerno43:21.3.2a")
def test_entering_an_area():
    g = field({"0501": f"{PZ} {PG} {PG2} {DOR} GE-29PG-71", "0908": US}, features=NORTH)
    for name in (PZ, PG, PG2, DOR, "GE-29PG-71"):
        run(g, f"move {name} to N1")
        assert marked(g, name, "moved")
    run(g, "done")
    assert where(g, "GE-29PG-71") == "N1"


@pytest.mark.rule("salerno43:21.3.3")
def test_zones_do_not_reach_areas():
    g = field({"N1": PG, "0501": US}, features=NORTH)
    assert not state(g).zoc(1)


@pytest.mark.rule("salerno43:21.3.4a", "salerno43:21.3.4b", "salerno43:21.3.4c", "salerno43:21.5a")
def test_attacks_out_of_an_area():
    g = field(
        {"N1": f"{PZ} {PG} {DOR}(e)", "0501": US, "0502": PG2},
        features=NORTH,
        phase="combat german",
    )
    run(g, "attack 0501")
    assert hexes(g, "with") == {PZ, PG, PG2}
    assert refused(g, f"with {DOR}") == "21.3.4"
    allied_ = field({"N1": PG, "0501": US}, features=NORTH, phase="combat allied")
    assert not hexes(allied_, "attack")
    crowd = "GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2 GE-29PG-I15"
    full = field({"N1": crowd, "0501": US}, features=NORTH, phase="combat german")
    run(
        full,
        "attack 0501 with GE-29PG-71 with GE-HG-I1 with GE-HG-I2 with GE-HG-II1 with GE-HG-II2",
    )
    assert not hexes(full, "with")
    assert refused(full, "with GE-29PG-I15") == "21.3.4"


@pytest.mark.rule("salerno43:21.3.4d")
def test_artillery_in_an_area_reaches_only_hexes_beside_it():
    for target, foe, near in (("0501", "0502", True), ("0504", "0505", False)):
        g = field({"N1": "GE-16Pz-ASU", target: US, foe: PG}, features=NORTH, phase="combat german")
        run(g, f"attack {target} with {PG} maf 16Pz")
        assert (hexes(g, "asu") == {"GE-16Pz-ASU"}) is near


# -- 21.6


@pytest.mark.rule("salerno43:21.6.1a", "salerno43:21.6.1b", "salerno43:21.6.4")
def test_airdrops():
    units = {"0505": BH, "0507": PG, "0306": PG2, "0908": PZ, "later": "US-82-504 US-2-509"}
    g = field(
        units,
        phase="initial allied",
        turn=6,
        terrain={"C": "0504", "~": "0101"},
        features={"army8": "0901"},
        lines="weather F",
    )
    assert refused(g, "done") == "21.1.1"
    run(g.copy(), "drop US-82-504")
    drop = run(g.copy(), "drop US-82-504")
    zone = hexes(drop, "at")
    grid = rules(g).board.grid
    assert all(grid.distance(h(g, "0505"), h(g, label)) <= 3 for label in zone)
    assert "0502" in zone
    assert not {"0504", "0507", "0101"} & zone
    assert state(g).bonds(1).hexes >> h(g, "0407") & 1
    assert "0407" not in zone
    assert refused(drop, "at 0507") == "21.6.1"
    anywhere = hexes(run(g.copy(), "drop US-2-509"), "at")
    assert "0108" in anywhere
    assert "0901" not in anywhere


@pytest.mark.rule("salerno43:21.6.1c", "salerno43:24.2.1")
def test_a_drop_and_a_landing_tell_what_their_die_may_do_before_it_falls():
    g = field(
        {"0504": BH, "0501": PG, "later": "US-82-504"},
        phase="initial allied",
        terrain={"w": "0403 0502"},
    )
    run(g, "drop US-82-504")
    ask: Any = g.decision
    figures = dict(ask.about.figures)
    assert (figures["0505"], figures["0403"], figures["0502"]) == ("0", "1/3", "2/3")
    ask = run(g.copy(), "at 0502").decision
    sheet = ask.ledger()
    assert [line.amount for line in sheet.lines] == ["-2", "-2"]
    told = [(c.result, str(c.chance)) for c in sheet.chances]
    assert told == [("eliminated", "1/3"), ("reduced", "1/3"), ("disrupted", "1/3")]
    landing = grognard.new("salerno43", seed=1, dice="asked")
    ask = run(landing, "invade Uncle").decision
    sheet = ask.ledger()
    assert [result for _, result in sheet.table] == ["1/1", "1/1", "0/1", "0/1", "0/2", "0/2"]


@pytest.mark.rule("salerno43:21.6.1a")
def test_who_drops_when():
    arrivals = {u.id: u.arrival for u in rules(field({})).units if u.arrival.startswith("drop")}
    assert arrivals == {"US-82-504": "drop 5", "US-82-505": "drop 6", "US-2-509": "drop 6"}


@pytest.mark.rule("salerno43:21.6.1c", "salerno43:5.7i")
@pytest.mark.parametrize(
    ("die", "modifier", "after"),
    [(1, 0, "disrupted"), (2, 0, "disrupted"), (3, 0, "half"), (4, 0, "half"), (5, 0, "safe"), (6, 0, "safe"),
     (1, -2, "reduced"), (2, -2, "reduced"), (3, -2, "disrupted"), (5, -2, "half"), (1, -4, "eliminated"), (2, -4, "eliminated"), (3, -4, "reduced"), (4, -4, "reduced"), (5, -4, "disrupted"), (6, -4, "disrupted")],
)  # fmt: skip
def test_the_landing_table(die, modifier, after):
    place = {0: "0505", -2: "0403", -4: "0502"}[modifier]
    g = field(
        {"0504": BH, "0501": PG, "later": "US-82-504"},
        phase="initial allied",
        terrain={"w": "0403 0502"},
    )
    assert sum(m.amount for m in initial.drop_modifiers(state(g), h(g, place))) == modifier
    run(g, "drop US-82-504", f"at {place}")
    assert cited(g) == "21.6.1"
    run(g, f"roll {die}")
    name = "US-82-504"
    lost = where(g, name) == "eliminated"
    got = (
        "eliminated"
        if lost
        else "reduced"
        if steps(g, name) == 1
        else "disrupted"
        if status(g, name) == "disrupted"
        else "half"
        if marked(g, name, "half")
        else "safe"
    )
    assert got == after
    if after == "reduced":
        assert status(g, name) == "disrupted"


@pytest.mark.rule("salerno43:21.6.1c", "salerno43:16.3.4a")
@pytest.mark.parametrize(("name", "die", "ours"), [("US-82-504", 2, False), ("US-82-504", 3, True), ("US-2-509", 3, False), ("US-2-509", 5, True)])  # fmt: skip
def test_who_is_lost_in_the_drop_takes_no_hex(name, die, ours):
    g = field(
        {"0504": BH, "0501": PG, "later": name},
        phase="initial allied",
        turn=6,
        terrain={"w": "0502"},
        features={"vp1": "0502"},
    )
    run(g, f"drop {name}", "at 0502", f"roll {die}")
    assert (where(g, name) == "0502") is ours
    assert bool(state(g).control >> h(g, "0502") & 1) is ours


@pytest.mark.rule("salerno43:21.6.2")
def test_landing_modifiers():
    g = field(
        {"0501": PG, "0504": BH},
        terrain={"w": "0507", "h": "0107"},
        features={"full_mountain": "0107"},
    )
    found = {
        label: sum(m.amount for m in initial.drop_modifiers(state(g), h(g, label)))
        for label in ("0505", "0507", "0107", "0502")
    }
    assert found == {"0505": 0, "0507": -2, "0107": -2, "0502": -2}


@pytest.mark.rule("salerno43:21.6.1b")
def test_paratroops_may_move_after_the_drop():
    g = field({"0504": BH, "0108": PG, "later": "US-82-504"}, phase="initial allied")
    run(g, "drop US-82-504", "at 0505", "roll 6")
    while kind(g) == "initial":
        run(g, "done")
    assert "move US-82-504" in offers(g)


@pytest.mark.rule("salerno43:S2.2a", "salerno43:S2.2b")
def test_the_withdrawal_of_the_16th_panzer_division():
    units = {
        "0504": f"{PZ} GE-16Pz-ASU {PG} {PG2}(r)",
        "0505": "GE-29PG-71 GE-29PG-I15",
        "0908": US,
    }
    g = field(units, phase="initial german", turn=14, features=NORTH, scenario="campaign")
    assert where(g, "GE-16Pz-ASU") == "away"
    assert hexes(g, "withdraw") == {PZ, PG, PG2}
    run(g, f"withdraw {PZ}", f"withdraw {PG}", f"withdraw {PG2}")
    assert hexes(g, "withdraw") == {"GE-29PG-71", "GE-29PG-I15", "GE-26Pz-8-26"}
    run(g, "withdraw GE-29PG-I15")
    assert kind(g) != "withdraw"
    assert where(g, "GE-29PG-I15") == "away"
    short = field(units, phase="initial german", turn=14, features=NORTH)
    assert kind(short) != "withdraw"
    cut_off = field(units, phase="initial german", turn=14, scenario="campaign")
    assert where(cut_off, "GE-16Pz-ASU") == "away", "its guns go without supply too"
    assert hexes(cut_off, "withdraw") == {"GE-26Pz-8-26"}


@pytest.mark.rule("salerno43:S2.3.7a", "salerno43:S2.3.7b")
def test_abandoning_the_eighth_army_sector():
    units = {"0801": PG, "0402": PG2, "0805": "BR-5-13", "0908": US, "E2": "GE-29PG-I15"}
    how: Any = {
        "features": {"army8": "0801 0802 0805", "vp1": "0802", **NORTH},
        "scenario": "campaign",
    }
    early = field(units, phase="refit german", turn=15, **how)
    assert "abandon" not in offers(early)
    g = field(units, phase="refit german", turn=16, **how)
    run(g, "abandon")
    assert where(g, PG) == "eliminated"
    assert where(g, PG2) == "0402"
    assert where(g, "GE-29PG-I15") == "eliminated"
    assert where(g, "BR-5-13") == "away"
    assert state(g).control >> h(g, "0802") & 1
    closed = field({"0701": PG, "0908": US}, lines="abandoned", **how)
    run(closed, f"move {PG}")
    assert "0801" not in hexes(closed, "to")
    us = field({"0701": US, "0108": PG}, lines="abandoned", phase="movement allied", **how)
    run(us, f"move {US}")
    assert "0801" in hexes(us, "to")


def test_real_map_start_has_all_entry_areas():
    g = real({})
    assert all(rules(g).tables.touch)
    assert "salerno43" in grognard.games()


@pytest.mark.rule("salerno43:20.3.2", "salerno43:4.4b")
def test_overstacking_by_a_return_is_cured_at_the_end_of_the_movement_phase():
    full = "GE-16Pz-ASU GE-29PG-71 GE-HG-I1 GE-HG-I2 GE-HG-II1 GE-HG-II2"
    g = german({"0504": full, "eliminated": PG}, "GI")
    run(g, f"replace {PG}", "at 0504")
    while g.phase == "initial":
        run(g, "done")
    assert g.phase == "movement"
    assert where(g, PG) == "0504"
    run(g, "done")
    assert kind(g) == "overstacked"
    assert f"remove {PG}" in offers(g)


@pytest.mark.rule("salerno43:20.3.1a", "salerno43:20.3.1b")
def test_the_fifth_army_comes_back_by_sea_and_the_eighth_by_land():
    south = {"features": {"S1": "0101", "E1": "0901"}}
    fifth = allied({"0505": BH}, "UI", f"eliminated {US}\nareas S1", **south)
    run(fifth, f"replace {US}")
    assert where(fifth, US) == "reserve"
    asu = {"0505": f"{BH} BR-X"}
    eighth = allied(asu, "CI", "eliminated BR-5-13\nareas S1", **south)
    run(eighth, "replace BR-5-13")
    assert hexes(eighth, "at") == {"S1", "0505"}


@pytest.mark.rule("salerno43:20.3.1a", "salerno43:21.2.1c")
def test_nobody_comes_back_in_an_enemy_area():
    edges = {**NORTH, "S1": "0101"}
    for areas, found in (("", {"N1", "N2", "S1"}), ("areas S1", {"N1", "N2"})):
        g = field(
            {"0908": US, "eliminated": PG},
            phase="initial german",
            lines=f"replacements GI\n{areas}",
            features=edges,
        )
        run(g, f"replace {PG}")
        assert hexes(g, "at") == found


def withdrawal(units):
    return field(
        {"0908": US, **units},
        phase="initial german",
        turn=14,
        features=NORTH,
        scenario="campaign",
        size=(9, 12),
    )


@pytest.mark.rule("salerno43:S2.2a", "salerno43:S2.2b")
def test_twelve_points_are_enough():
    g = withdrawal({"0504": f"GE-16Pz-ASU {PZ} {DOR} {PG} {PG2}"})
    assert state(g).withdrawn == 1
    run(g, f"withdraw {PZ}", f"withdraw {DOR}")
    assert kind(g) == "withdraw"
    run(g, f"withdraw {PG}")
    assert kind(g) != "withdraw"
    assert (where(g, PG), where(g, PG2)) == ("away", "0504")
    less = withdrawal({"0504": f"GE-16Pz-ASU {PZ} {DOR} {PG} {PG2}"})
    run(less, f"withdraw {PZ}", f"withdraw {PG}", f"withdraw {PG2}")
    assert state(less).withdrawn == 11
    assert hexes(less, "withdraw") == {DOR}


@pytest.mark.rule("salerno43:S2.2a", "salerno43:S2.2b")
def test_only_supplied_units_and_only_its_own_artillery_are_withdrawn():
    g = withdrawal({"0504": f"{PZ} GE-29PG-ASU", "0512": DOR, "eliminated": "GE-16Pz-ASU"})
    assert where(g, "GE-29PG-ASU") == "0504"
    assert where(g, "GE-16Pz-ASU") == "eliminated"
    assert hexes(g, "withdraw") == {PZ}
    run(g, f"withdraw {PZ}")
    assert DOR not in hexes(g, "withdraw")
    assert "GE-29PG-ASU" in hexes(g, "withdraw")


@pytest.mark.rule("salerno43:20.1.1a", "salerno43:20.1.2c")
def test_the_replacement_that_suits_is_used_up():
    g = german({"0504": f"{PZ}(r) {DOR}(r)"}, "GTGS")
    run(g, f"replace {DOR}")
    assert state(g).replacements == "GT"
    assert hexes(g, "replace") == {PZ}
    both = allied({"0505": f"{BH} {US}(r) BR-46-128(r)"}, "CIUI")
    run(both, f"replace {US}")
    assert state(both).replacements == "CI"
    assert hexes(both, "replace") == {"BR-46-128"}


@pytest.mark.rule("salerno43:21.2.1c", "salerno43:21.1.1a")
def test_ruling_reinforcements_whose_areas_are_lost_do_not_come():
    units = {"later": "GE-1FJ-I3 GE-HG-rec", "0908": US}
    g = field(units, phase="initial german", turn=8, lines="areas S1 S2 S3")
    run(g, "place GE-1FJ-I3")
    assert where(g, "GE-1FJ-I3") == "away"
    partly = field(units, phase="initial german", turn=8, lines="areas S1 S3")
    run(partly, "place GE-1FJ-I3")
    assert where(partly, "GE-1FJ-I3") == "S2"


@pytest.mark.rule("salerno43:S2.2a")
def test_a_withdrawal_ends_when_nobody_is_left():
    g = withdrawal({"0504": f"GE-16Pz-ASU {PZ}"})
    run(g, f"withdraw {PZ}", "withdraw GE-26Pz-8-26")
    assert kind(g) != "withdraw"
    assert where(g, "GE-26Pz-8-26") == "away"


@pytest.mark.rule("salerno43:21.2.1a")
def test_the_south_is_german_through_their_own_turn_11():
    g = field(
        {"S2": "GE-29PG-I15", "0505": BH, "0101": PG},
        phase="weather allied",
        turn=11,
        features={"S2": "0801"},
    )
    run(g, "roll 1")
    assert (g.side, g.phase) == ("german", "movement")
    assert where(g, "GE-29PG-I15") == "S2"
    assert not state(g).allied_areas


@pytest.mark.rule("salerno43:20.2a")
def test_ruling_units_in_the_floating_reserve_take_replacements():
    g = allied({"0505": BH}, "UI", f"reserve {US}(r) {BN}")
    assert hexes(g, "replace") == {US}
    run(g, f"replace {US}")
    assert (steps(g, US), where(g, US)) == (2, "reserve")


@pytest.mark.rule("salerno43:20.3.1c")
def test_nobody_comes_back_to_artillery_out_of_supply():
    for place, found in (("0504", {"N1", "N2", "0504"}), ("0512", {"N1", "N2"})):
        g = german({place: "GE-16Pz-ASU", "eliminated": PG}, "GI", size=(9, 12))
        run(g, f"replace {PG}")
        assert hexes(g, "at") == found


@pytest.mark.rule("salerno43:S2.3.7a")
def test_only_the_germans_abandon_the_sector():
    for side, may in (("german", True), ("allied", False)):
        g = field(
            {"0402": PG, "0505": f"{BH} US-36-ASU(u)", "0504": "GE-16Pz-ASU(u)"},
            phase=f"refit {side}",
            turn=16,
            scenario="campaign",
            features=NORTH,
            lines="supply 2 2",
        )
        assert (g.side, kind(g)) == (side, "refit")
        assert ("abandon" in offers(g)) is may


@pytest.mark.rule("salerno43:20.1.1a")
def test_the_replacements_of_every_turn():
    charts = rules(field({})).charts
    allied_, german_ = ("".join(x or "-" for x in track) for track in charts.replacements)
    assert german_ == "---STIISTIISTIISTIIST-"
    assert allied_ == "----IT--IS--IT--IS--I-"


@pytest.mark.rule("salerno43:21.5a", "salerno43:16.4a")
def test_a_vehicle_out_of_supply_does_not_change_its_area():
    for mark, found in (("", {"0501", "0601", "N2"}), ("(o)", {"0501", "0601"})):
        g = field({"N1": f"{PZ}{mark}", "0908": US}, features=NORTH)
        run(g, f"move {PZ}")
        assert hexes(g, "to") == found


@pytest.mark.rule("salerno43:21.6.3", "salerno43:21.6.1b")
def test_a_unit_that_drops_is_in_supply_this_turn():
    from grognard.games.zocbond import supply

    units = {"0101": "US-36-142", "0908": PZ, "later": "US-2-509"}
    g = field(units, phase="initial allied", turn=6)
    run(g, "drop US-2-509", "at 0505", "roll 6")
    assert marked(g, "US-2-509", "dropped")
    assert supply.in_supply(state(g), unit(g, "US-2-509"))
    assert not supply.in_supply(state(g), unit(g, "US-36-142"))


@pytest.mark.rule("salerno43:20.3.1a", "salerno43:18.1.3b", "salerno43:17.5b", "salerno43:16.5.6")
def test_why_nothing_is_restored():
    lines = f"eliminated BR-5-13\ndead {US2} US-BH-Blue"
    g = allied({"0505": f"{BH} BR-46-128(r) BR-46-5H US-36-ASU(u)"}, "CI", lines)
    assert refused(g, "replace BR-5-13") == "20.3.1"
    assert refused(g, "replace US-BH-Blue") == "18.1.3"
    assert refused(g, f"replace {US2}") == "16.5.6"
    assert refused(g, "ready US-36-ASU") == "17.5"
    assert refused(g, "replace BR-46-5H") == "20.1.1"


@pytest.mark.rule("salerno43:S2.3.7b")
def test_abandoning_gives_up_the_victory_hexes_of_the_sector_only():
    g = field(
        {"0402": PG, "0908": US},
        features={"army8": "0801 0802 0805", "vp1": "0802", "vp2": "0303", **NORTH},
        scenario="campaign",
        phase="refit german",
        turn=16,
    )
    run(g, "abandon")
    assert set(rules(g).board.labels(state(g).control)) == {"0802"}


@pytest.mark.rule("salerno43:22.3.2", "salerno43:18.4.4b")
def test_the_port_of_salerno_on_the_map():
    g = real({})
    assert rules(g).salerno == h(g, "2707")
    assert rules(g).airfield == h(g, "2811")
