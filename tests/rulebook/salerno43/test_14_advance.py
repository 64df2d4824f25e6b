"""14.0 Advance After Combat and 15.0 Breakthrough Combat."""

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
    refused,
    rules,
    run,
    state,
    steps,
    unit,
    where,
)

from grognard.games.salerno43 import advance
from grognard.games.zocbond import pursuit
from grognard.games.zocbond.battle import Path

PZ, PG, PG2, DOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64", "GE-16Pz-Dor"
FJ = "GE-1FJ-II3"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"


def onward(g, name, vacated, left=2, first=True, limited=False):
    """The hexes a unit may advance into next."""
    found = pursuit.next_hexes(
        state(g), unit(g, name), Path(left, first=first), h(g, vacated), limited
    )
    return {state(g).word(x) for x in found}


def allowed(mark, name, hexes):
    g = field({"0505": f"{name}{mark}"})
    return advance.allowance(state(g), unit(g, name), hexes)


@pytest.mark.rule("salerno43:14.2.1", "salerno43:5.7d", "salerno43:16.4c")
def test_length_of_advance():
    assert [allowed("", PZ, n) for n in (2, 3, 4)] == [2, 3, 4]
    assert [allowed("", FJ, n) for n in (2, 3, 4)] == [2, 2, 2]
    assert allowed("(o)", PZ, 4) == 2
    assert allowed("(h)", PZ, 4) == 1


@pytest.mark.rule("salerno43:14.1a", "salerno43:14.1b", "salerno43:14.3", "salerno43:8.3e")
def test_all_that_took_part_may_advance_in_any_direction():
    """examples:S43-18"""
    g = field(
        {"0505": "US-36-ASU", "0504": f"{PZ} {PG} {DOR}", "0503": PG2},
        phase="combat german",
        size=(9, 12),
    )
    run(g, f"attack 0505 with {PZ} with {PG} maf 16Pz go", "none")
    assert hexes(g, "advance") == {PZ, PG}
    run(g, f"advance {PG}")
    assert {"0505", "0604", "0404"} <= hexes(g, "to")
    run(g, "to 0604 to 0605 to 0606 to 0607")
    assert where(g, PG) == "0607"
    run(g, f"advance {PZ}")
    assert "0503" in hexes(g, "to")


@pytest.mark.rule("salerno43:14.1a", "salerno43:17.2d")
def test_asus_advance_only_if_they_gave_no_support():
    for fired, may in (("", True), (" asu GE-16Pz-ASU", False)):
        g = field(
            {"0505": "US-36-ASU US-45-ASU", "0504": f"{PZ} GE-16Pz-StuG {PG} GE-16Pz-ASU"},
            phase="combat german",
            size=(9, 12),
        )
        run(g, f"attack 0505 with {PZ} with {PG} with GE-16Pz-StuG maf 16Pz{fired} go")
        while kind(g) != "advance":
            run(g, "none" if "none" in offers(g) else sorted(offers(g))[0])
        assert ("advance GE-16Pz-ASU" in offers(g)) is may


@pytest.mark.rule("salerno43:14.1b", "salerno43:4.4b")
def test_stacking_after_the_advance():
    g = field(
        {
            "0505": "US-36-ASU",
            "0504": f"{DOR} {PG} {PG2}",
            "0606": "GE-29PG-71 GE-29PG-I15 GE-29PG-II15 GE-29PG-III15",
        },
        phase="combat german",
    )
    run(g, f"attack 0505 with {DOR} with {PG} with {PG2} maf 16Pz go", "none")
    run(g, f"advance {DOR} to 0505 to 0606", "done")
    assert kind(g) == "overstacked"
    assert g.side == "german"


@pytest.mark.rule("salerno43:14.4.1a", "salerno43:14.4.1b")
def test_zones_of_control_in_an_advance():
    g = field({"0504": PZ, "0605": US})
    assert onward(g, PZ, "0505") >= {"0505", "0404"}
    assert "0604" not in onward(g, PZ, "0505")
    g = field({"0505": PZ, "0606": US})
    assert onward(g, PZ, "0505", first=False)
    g = field({"0604": PZ, "0605": US})
    assert onward(g, PZ, "0505", first=False) == set()


@pytest.mark.rule("salerno43:14.4.2", "salerno43:7.2c")
def test_bonds_in_an_advance():
    g = field({"0504": PZ, "0405": US, "0606": US2, "0301": PG})
    assert state(g).bonds(0).hexes >> h(g, "0505") & 1
    assert "0505" in onward(g, PZ, "0505")
    assert "0505" not in onward(g, PZ, "0404")


@pytest.mark.rule("salerno43:14.2.2")
def test_a_limited_advance_goes_into_the_vacated_hex_only():
    g = field({"0504": PZ, "0908": US})
    assert onward(g, PZ, "0505", left=1, limited=True) == {"0505"}


@pytest.mark.rule("salerno43:14.5a", "salerno43:14.5b", "salerno43:14.5d", "salerno43:5.7b")
def test_rivers_and_mountains_in_an_advance():
    """examples:S43-19"""
    sides = {"mountain": "0504/0604", "river": "0504/0404"}
    g = field({"0504": f"{PZ} {PG}", "0908": US}, sides=sides)
    for name in (PZ, PG):
        assert not {"0604", "0404"} & onward(g, name, "0505")
    assert "0404" in onward(g, PZ, "0404")
    assert "0604" in onward(g, PG, "0604")
    assert "0604" not in onward(g, PZ, "0604")
    assert "0604" not in onward(g, PG, "0604", first=False)
    half = field({"0504": f"{PG}(h)", "0908": US}, sides=sides)
    assert "0604" not in onward(half, PG, "0604")
    rain = field({"0504": PZ, "0908": US}, sides=sides, lines="weather F")
    assert "0404" not in onward(rain, PZ, "0404")


def walked(g, name, *path, hexes=4):
    """A unit advances along a path; what is left of its allowance and whether it must stop."""
    paths = {unit(g, name): Path(hexes)}
    for label in path:
        for _ in pursuit.step(state(g), [unit(g, name)], h(g, label), paths):
            raise AssertionError
    return paths[unit(g, name)]


@pytest.mark.rule("salerno43:14.5d", "salerno43:14.5b", "salerno43:5.7c")
def test_crossing_costs_effectiveness():
    g = field({"0504": PG, "0908": US}, sides={"mountain": "0504/0505"})
    assert walked(g, PG, "0505").stopped
    assert marked(g, PG, "half")
    g = field({"0504": PZ, "0908": US}, sides={"river": "0504/0505"})
    assert walked(g, PZ, "0505").stopped
    assert marked(g, PZ, "half")


@pytest.mark.rule("salerno43:14.5c")
def test_hills_in_an_advance():
    hill = {"h": "0505"}
    stop = field({"0504": PZ, "0908": US}, terrain=hill)
    assert walked(stop, PZ, "0505").stopped
    road = field({"0504": PZ, "0908": US}, terrain=hill, roads=["major 0504-0505"])
    path = walked(road, PZ, "0505")
    assert not path.stopped
    one_more = field({"0504": PZ, "0908": US}, terrain=hill, roads=["major 0504-0505"])
    assert walked(one_more, PZ, "0505", "0506").stopped
    through = field({"0504": PZ, "0908": US}, terrain=hill, roads=["major 0504-0505-0506"])
    assert not walked(through, PZ, "0505", "0506").stopped


# -- 15


def won(units, order, *more, **how):
    """A combat won at 10-1 without a die, up to the choice of the Breakthrough Group."""
    g = field({"0505": "US-36-ASU", **units}, phase="combat german", size=(9, 12), **how)
    return run(g, order, *more)


THREE = f"attack 0505 with {PZ} with {PG} with {DOR} maf 16Pz go"


@pytest.mark.rule(
    "salerno43:15.1",
    "salerno43:15.2.1a",
    "salerno43:15.2.2a",
    "salerno43:15.2.3",
    "salerno43:15.2.4c",
)
@pytest.mark.rule("salerno43:15.2.2b")
def test_a_group_forms_in_the_vacated_hex_and_attacks():
    """examples:S43-20"""
    g = won({"0504": f"{PZ} {PG}", "0405": DOR, "0507": US}, THREE)
    assert kind(g) == "breakthrough group"
    assert hexes(g, "group") == {PZ, PG, DOR}
    run(g, f"group {PZ}", f"group {DOR}", "go")
    assert where(g, PZ) == where(g, DOR) == "0505"
    run(g, "to 0506")
    assert "assault 0507" in offers(g)
    run(g, "assault 0507", "maf 16Pz")
    assert g.side == "dice"


@pytest.mark.rule("salerno43:15.2.3", "salerno43:4.4b")
def test_the_group_keeps_to_the_stacking_limit():
    g = won(
        {"0504": f"{PZ} {PG} GE-29PG-71", "0405": f"{DOR} {PG2} GE-HG-I1", "0507": US},
        f"attack 0505 with {PZ} with {PG} with GE-29PG-71 with {DOR} with {PG2} with GE-HG-I1 maf 16Pz go",
    )
    run(g, "group GE-29PG-71", f"group {DOR}", f"group {PG2}", f"group {PG}")
    assert "group GE-HG-I1" not in offers(g)
    assert f"group {PZ}" in offers(g)


@pytest.mark.rule("salerno43:15.2.4a", "salerno43:15.2.4b", "salerno43:15.2.6a")
def test_action_costs():
    """examples:S43-21"""
    g = won({"0504": f"{PZ} {PG} {DOR}", "0403": BN}, THREE)
    run(g, f"group {PZ}", "go")
    assert "assault 0403" not in offers(g)
    run(g, "to 0404")
    assert {"assault 0403"} <= offers(g)
    run(g, "assault 0403", "roll 6")
    assert where(g, BN) == "eliminated"
    assert offers(g) == {"to 0403", "stay"}


@pytest.mark.rule("salerno43:15.2.4a")
def test_turning_round_costs_one():
    g = won(
        {"0504": f"{PZ} {PG} {FJ}", "0401": BN, "0908": US},
        f"attack 0505 with {PZ} with {PG} with {FJ} maf 16Pz go",
    )
    run(g, f"group {FJ}", "go", "to 0404")
    assert kind(g) == "advance"


@pytest.mark.rule("salerno43:15.2.1b", "salerno43:15.2.5")
def test_after_a_success_the_group_stops():
    """examples:S43-22"""
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": US}, THREE)
    run(g, f"group {PZ}", f"group {PG}", "go", "to 0505")
    run(g, "assault 0506", "maf 16Pz", "roll 2", "fallback")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert offers(g) == {"to 0506", "stay", f"leave {PZ}", f"leave {PG}"}
    run(g, "to 0506")
    assert where(g, PG) == "0506"
    assert kind(g) == "advance"
    assert hexes(g, "advance") == {DOR}


@pytest.mark.rule("salerno43:15.2.9", "salerno43:15.2.1b")
def test_a_unit_may_be_dropped_where_the_group_attacked_from():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": US}, THREE)
    run(g, f"group {PZ}", f"group {PG}", "go", "to 0505")
    run(g, "assault 0506", "maf 16Pz", "roll 2", "fallback")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    run(g, f"leave {PG}", "to 0506")
    assert (where(g, PG), where(g, PZ)) == ("0505", "0506")
    assert hexes(g, "advance") == {DOR}


@pytest.mark.rule("salerno43:15.2.1c")
def test_after_ds_the_group_goes_on():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": "US-45-ASU", "0508": US}, THREE)
    run(
        g, f"group {PZ}", f"group {PG}", f"group {DOR}", "go", "to 0505", "assault 0506", "maf 16Pz"
    )
    run(g, "to 0506")
    assert kind(g) == "breakthrough"
    run(g, "to 0507", "assault 0508", "maf 16Pz")
    assert g.side == "dice"


@pytest.mark.rule("salerno43:15.2.1d", "salerno43:15.2.8", "salerno43:15.2.2a")
def test_a_failure_ends_the_groups_advance_and_the_others_follow():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": US3}, THREE)
    run(g, f"group {PZ}", "go", "to 0505", "assault 0506", "roll 1")
    assert steps(g, PZ) == 1
    assert kind(g) == "advance"
    assert hexes(g, "advance") == {PG, DOR}
    run(g, f"advance {PG} to 0505")
    assert not hexes(g, "assault")


@pytest.mark.rule("salerno43:15.2.6b", "salerno43:15.2.6c")
def test_not_across_rivers_or_mountains_off_the_road():
    for road, may in (([], False), (["major 0505-0506"], True)):
        for feature in ("river", "mountain"):
            g = won(
                {"0504": f"{PZ} {PG} {DOR}", "0506": US},
                THREE,
                sides={feature: "0505/0506"},
                roads=road,
            )
            run(g, f"group {PZ}", "go", "to 0505")
            assert ("assault 0506" in offers(g)) is may


@pytest.mark.rule("salerno43:15.2.7")
def test_no_support_for_the_attacker_but_for_the_defender():
    g = won(
        {"0504": f"{PZ} {PG} {DOR}", "0506": US, "0503": "GE-16Pz-ASU"},
        THREE.replace(" go", ""),
        lines="air GE US",
    )
    assert "asu GE-16Pz-ASU" in offers(g)
    run(g, "go", "none", f"group {PZ}", "go", "to 0505", "assault 0506")
    assert (g.side, offers(g)) == ("allied", {"air US", "none"})


@pytest.mark.rule("salerno43:15.2.7")
def test_support_ordered_with_a_breakthrough_combat_is_refused_and_nothing_attacks():
    units = {"0504": f"{PZ} {PG} {DOR}", "0506": US, "0503": "GE-16Pz-ASU"}
    alone = run(won(units, THREE), f"group {PZ}", "go", "to 0505")
    two = run(won(units, THREE), f"group {PZ}", f"group {PG}", "go", "to 0505")
    for g in (alone, two):
        for words in ("", "maf 16Pz ", f"maf {PZ} attach {PG} "):
            assert refused(g, f"assault 0506 {words}asu GE-16Pz-ASU") == "15.2.7"
    assert refused(run(two, "assault 0506"), "asu GE-16Pz-ASU") == "15.2.7"


@pytest.mark.rule("salerno43:15.2.9")
def test_units_may_be_dropped_but_not_picked_up():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0507": US}, THREE)
    run(g, f"group {PZ}", f"group {PG}", "go", "to 0505", f"leave {PG}", "to 0606")
    assert where(g, PG) == "0505"
    run(g, "halt")
    assert hexes(g, "advance") == {DOR}


@pytest.mark.rule("salerno43:15.3b")
def test_overstacked_defenders_add_nothing():
    """Their owner picks them once the attack is made: here the strongest goes, to lose no steps."""
    crowd = f"{US3} US-45-179 {US}(d) {BN}"
    for aside, defence in (([US3], 6 + 2 + 2), ([US, BN], 6 + 6)):
        g = won({"0504": f"{PZ} {PG} {DOR}", "0506": crowd}, THREE)
        run(g, f"group {PZ}", f"group {PG}", f"group {DOR}", "go", "to 0505", "assault 0506")
        assert g.decision is not None
        assert g.decision.ledger is not None
        totals = [line.amount for line in g.decision.ledger().lines if "total" in str(line.what)]
        assert totals[1:] == ["12"], "until he has, the weakest are left out"
        run(g, "maf 16Pz")
        assert (kind(g), g.side, cited(g)) == ("excess", "allied", "15.3")
        assert hexes(g, "aside") == {US3, "US-45-179", US, BN}
        run(g, *(f"aside {name}" for name in aside))
        assert kind(g) == "roll"
        (told,) = [event for event in g.play("roll 6") if event.kind == "result"]
        assert told.facts["defence"] == defence


@pytest.mark.rule("salerno43:13.3.2e")
def test_an_advance_drives_units_in_full_retreat_before_it():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0507": f"{US}(f)"}, THREE)
    run(g, f"group {PZ}", "go", "to 0505", "to 0506")
    assert (g.side, kind(g)) == ("allied", "retreat")


@pytest.mark.rule("salerno43:21.3.2a", "salerno43:21.3.4c")
def test_entry_areas_in_an_advance():
    g = field({"0501": PZ, "0908": US}, features={"N1": "0501 0601"})
    assert "N1" in onward(g, PZ, "0502")
    g = field({"N1": PZ, "0908": US}, features={"N1": "0501 0601"})
    assert onward(g, PZ, "0501") == {"0501", "0601"}
    assert rules(g).tables.size


@pytest.mark.rule("salerno43:14.4.2", "salerno43:7.2c")
def test_hexside_bonds_in_an_advance():
    """The hexside 0405/0505 lies between 0504 and 0406: crossed only into the vacated hex."""
    units = {"0405": PZ, "0504": US, "0406": US2, "0901": PG}
    g = field(units)
    assert state(g).bonds(0).crosses(rules(g).tables.ground, h(g, "0405"), h(g, "0505"))
    assert "0505" in onward(g, PZ, "0505")
    assert "0505" not in onward(g, PZ, "0405", first=False)
    broken = field({**units, "0406": f"{US2}(d)"})
    assert "0505" in onward(broken, PZ, "0405", first=False)


@pytest.mark.rule("salerno43:14.5a", "salerno43:S2.3.7a")
def test_no_german_advance_into_the_abandoned_sector():
    def into(name, foe, lines):
        g = field(
            {"0504": name, "0908": foe},
            features={"army8": "0404 0505"},
            scenario="campaign",
            lines=lines,
        )
        return onward(g, name, "0505") & {"0404", "0505"}

    assert into(PZ, US, "") == {"0404", "0505"}
    assert into(PZ, US, "abandoned") == set()
    assert into(US, PZ, "abandoned") == {"0404", "0505"}


@pytest.mark.rule("salerno43:14.4.1a")
def test_from_the_zone_of_one_unit_into_the_zone_of_another():
    g = field({"0504": PZ, "0605": US, "0304": US2})
    zone = state(g).zoc(0)
    assert zone >> h(g, "0504") & zone >> h(g, "0404") & 1
    assert "0404" in onward(g, PZ, "0505")
    assert "0604" not in onward(g, PZ, "0505")


@pytest.mark.rule("salerno43:15.2.4c", "salerno43:15.2.4a", "salerno43:15.2.1c")
def test_a_breakthrough_combat_costs_one_hex():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": "US-45-ASU", "0909": US}, THREE)
    run(g, f"group {PZ}", f"group {PG}", f"group {DOR}", "go", "to 0505")
    run(g, "assault 0506", "maf 16Pz", "to 0506")
    assert kind(g) == "breakthrough"
    run(g, "to 0507", "to 0508")
    assert where(g, PZ) == "0508"
    assert kind(g) != "breakthrough", "four hexes: advance, combat, two more"


@pytest.mark.rule("salerno43:21.3.2a", "salerno43:21.5a")
def test_an_advance_into_an_entry_area_ends_there():
    units = {"0501": "US-36-ASU", "0502": f"{PZ} {PG} {DOR}", "0908": US}
    g = field(units, features={"N1": "0501 0601"}, phase="combat german")
    run(g, f"attack 0501 with {PZ} with {PG} with {DOR} maf 16Pz go", "none")
    run(g, f"advance {PZ} to 0501 to N1")
    assert where(g, PZ) == "N1"
    assert kind(g) == "advance", "no hex more, though two are left"
    assert marked(g, PZ, "shifted")


@pytest.mark.rule("salerno43:21.2.1b", "salerno43:21.2.2", "salerno43:S2.3.5")
def test_the_eighth_army_takes_an_east_area_by_advance():
    units = {"0501": "GE-16Pz-ASU", "0502": "BR-5-13 BR-5-15", "E3": "GE-29PG-I15", "0908": PG}
    g = field(units, features={"E3": "0501"}, phase="combat allied", turn=12)
    run(g, "attack 0501 with BR-5-13 with BR-5-15 maf 5 go", "none")
    run(g, "advance BR-5-13 to 0501 to E3")
    assert where(g, "BR-5-13") == "E3"
    assert where(g, "GE-29PG-I15") == "eliminated"
    assert state(g).friendly_area(4, 0)
    fifth = field({"0501": US, "0908": PG}, features={"E3": "0501"})
    assert "E3" not in onward(fifth, US, "0502")


@pytest.mark.rule("salerno43:15.2.1b", "salerno43:8.4.3a")
def test_a_unit_is_attached_in_a_breakthrough_combat():
    other = "GE-29PG-129Pz"
    order = f"attack 0505 with {PZ} with {PG} with {other} maf 16Pz go"
    g = won({"0504": f"{PZ} {PG} {other}", "0506": US}, order)
    run(g, f"group {PZ}", f"group {PG}", f"group {other}", "go", "to 0505")
    run(g, "assault 0506", "maf 16Pz")
    assert offers(g) == {f"attach {other}", "go"}
    for answer, strength in (("go", 10), (f"attach {other}", 11)):
        (told,) = [e for e in run(g.copy(), answer).play("roll 1") if e.kind == "result"]
        assert told.facts["attack"] == strength


@pytest.mark.rule("salerno43:14.5b", "salerno43:5.7e")
def test_a_half_effective_vehicle_does_not_advance_over_a_river():
    river = {"river": "0504/0404"}
    assert "0404" in onward(field({"0504": PZ, "0908": US}, sides=river), PZ, "0404")
    assert "0404" not in onward(field({"0504": f"{PZ}(h)", "0908": US}, sides=river), PZ, "0404")
    assert "0404" in onward(field({"0504": f"{PG}(h)", "0908": US}, sides=river), PG, "0404")


@pytest.mark.rule("salerno43:21.3.4c", "salerno43:14.1a")
def test_units_advance_out_of_an_entry_area():
    units = {"0501": "US-36-ASU", "N1": f"{PZ} {PG} {DOR}", "0908": US}
    g = field(units, features={"N1": "0501 0601"}, phase="combat german")
    run(g, f"attack 0501 with {PZ} with {PG} with {DOR} maf 16Pz go", "none")
    run(g, f"advance {PZ} to 0501 to 0502")
    assert where(g, PZ) == "0502"
    run(g, "halt", f"advance {PG} to 0601 halt", "done")
    assert (where(g, PG), where(g, DOR)) == ("0601", "N1")


@pytest.mark.rule("salerno43:17.2d", "salerno43:21.2.3")
def test_an_enemy_in_the_same_area_does_not_advance():
    units = {"0501": "US-45-ASU", "N1": f"{PZ} {PG} {DOR} GE-16Pz-ASU US-36-ASU", "0908": US}
    g = field(units, features={"N1": "0501 0601"}, phase="combat german")
    run(g, f"attack 0501 with {PZ} with {PG} with {DOR} maf 16Pz go", "none")
    assert hexes(g, "advance") == {PZ, PG, DOR, "GE-16Pz-ASU"}


@pytest.mark.rule("salerno43:14.4.1a", "salerno43:14.4.2", "salerno43:14.5a")
def test_why_a_unit_may_not_advance():
    from tests.rulebook.salerno43.field import refused

    units = {"0504": f"{PZ} {PG} {DOR}", "0605": US, "0407": US2, "0606": US3}
    g = won(units, THREE, "none", f"advance {PZ}", sides={"mountain": "0504/0503"})
    assert refused(g, "to 0604") == "14.4.1"
    assert refused(g, "to 0605") == "14.5"
    assert refused(g, "to 0503") == "14.5"
    run(g, "to 0505")
    assert state(g).bonds(0).hexes >> h(g, "0506") & 1
    assert refused(g, "to 0506") == "14.4.2"


@pytest.mark.rule("salerno43:15.2.6a", "salerno43:15.2.6c", "salerno43:8.6.1a")
def test_a_refused_breakthrough_combat_says_why():
    units = {"0506": f"{US3} US-45-179", "0606": US, "0405": BN, "0103": US2}
    how = {"sides": {"river": "0505/0606"}, "terrain": {"h": "0506"}}
    g = won({"0504": f"{PZ} {PG} {DOR}", **units}, THREE, **how)
    run(g, f"group {PG}", "go")
    assert refused(g, "assault 0405") == "15.2.6a"
    run(g, "to 0505")
    assert "assault 0405" in offers(g)
    assert refused(g, "assault 0506") == "8.6.1"
    assert refused(g, "assault 0606") == "15.2.6c"
    assert refused(g, "assault 0103") == "15.2.6a"
    assert refused(g, "assault 0507") == "8.1a"


@pytest.mark.rule("salerno43:14.5b", "salerno43:17.2d")
def test_guns_that_did_not_attack_do_not_follow_over_a_river():
    for river, may in (("0404/0504", True), ("0504/0505", False)):
        g = field(
            {"0908": US, "0504": f"{PZ} {PG} {DOR} GE-16Pz-ASU"},
            phase="combat german",
            size=(9, 12),
            sides={"river": river},
        )
        assert ("0505" in onward(g, "GE-16Pz-ASU", "0505")) is may
        assert "0505" in onward(g, PG, "0505")


@pytest.mark.rule("salerno43:14.1a", "salerno43:17.2d")
def test_artillery_follows_a_lone_attacker():
    units = {"0505": BN, "0504": f"{PZ} GE-16Pz-ASU", "0909": US}
    g = field(units, phase="combat german", size=(9, 12))
    run(g, f"attack 0505 with {PZ} maf 16Pz go", "roll 6")
    while kind(g) in ("lose", "stand", "retreat", "breakthrough group"):
        run(
            g,
            "fallback"
            if kind(g) == "stand"
            else "none"
            if "none" in offers(g)
            else sorted(offers(g))[0],
        )
    assert kind(g) == "advance"
    assert hexes(g, "advance") == {PZ, "GE-16Pz-ASU"}


@pytest.mark.rule("salerno43:14.4.1a", "salerno43:6.1c")
def test_zones_over_mountains_in_an_advance():
    """The zone of infantry in 0605 reaches 0604 over the mountains, that of vehicles does not."""
    wall = {"mountain": "0605/0604"}
    foot = field({"0504": PZ, "0605": US, "0403": US2}, sides=wall)
    assert "0604" not in onward(foot, PZ, "0505")
    wheels = field({"0504": PZ, "0605": "BR-7A-11H", "0703": US2}, sides=wall)
    assert state(wheels).zoc(0) >> h(wheels, "0604") & 1
    assert "0604" in onward(wheels, PZ, "0505")


@pytest.mark.rule("salerno43:14.2.1", "salerno43:14.3")
def test_one_open_hex_does_not_shorten_the_advance():
    water = {f"{c:02d}{r:02d}" for c in (4, 6) for r in range(1, 13)} | {"0503"}
    g = won({"0504": f"{PZ} {PG} {DOR}", "0909": US}, THREE, terrain={"~": " ".join(sorted(water))})
    run(g, "none", f"advance {PZ} to 0505 to 0506 to 0507 to 0508")
    assert where(g, PZ) == "0508"


@pytest.mark.rule("salerno43:15.2.4a", "salerno43:14.2.1")
def test_a_unit_of_two_hexes_turns_and_goes_one():
    g = won(
        {"0504": f"{PZ} {PG} {FJ}", "0401": BN, "0908": US},
        f"attack 0505 with {PZ} with {PG} with {FJ} maf 16Pz go",
    )
    run(g, f"group {FJ}", "go", "to 0404")
    assert where(g, FJ) == "0404"


@pytest.mark.rule("salerno43:15.2.2b", "salerno43:17.2d")
def test_ruling_artillery_is_in_no_breakthrough_group():
    g = won({"0504": f"{PZ} {PG} {DOR} GE-16Pz-ASU", "0507": US}, THREE)
    assert hexes(g, "group") == {PZ, PG, DOR}
    run(g, "none")
    assert "GE-16Pz-ASU" in hexes(g, "advance")


@pytest.mark.rule("salerno43:14.5c", "salerno43:21.3.4c")
def test_ruling_a_hill_ends_an_advance_out_of_an_entry_area_on_the_road_too():
    """Ruling 61: between an area and a hex there is no road to advance by."""
    how: Any = {"features": {"N1": "0501 0601"}, "roads": ["major 0501-0502-0503"]}
    for ground, farther in (({}, True), ({"h": "0501"}, False)):
        units = {"N1": f"{PZ} {PG} {DOR}", "0501": "US-36-ASU"}
        g = field(units, phase="combat german", terrain=ground, **how)
        run(g, THREE.replace("0505", "0501"), "none", f"advance {PZ} to 0501")
        assert ("to 0502" in offers(g)) is farther
