"""18.0 Beachheads, ports and naval transport."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import (
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
    status,
    unit,
    where,
)

from grognard.games.salerno43 import naval

PZ, PG = "GE-16Pz-IIa", "GE-16Pz-I64"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"
TANK, ASU = "US-Tk-191", "US-36-ASU"
BH, CWBH = "US-BH-Red", "BR-BH-Uncle"


def shore(units, reserve="", **how):
    lines = how.pop("lines", "")
    if reserve:
        lines += f"\nreserve {reserve}"
    return field({"0908": PZ, **units}, phase="movement allied", lines=lines, **how)


@pytest.mark.rule("salerno43:18.4.3b")
def test_landing_points():
    """examples:S43-26"""
    g = shore({"0505": BH}, f"{US3} {US} {BN} {TANK} {ASU} US-45-179(rr)")
    points = {n: naval.points(state(g), unit(g, n)) for n in (US3, US, BN, TANK, ASU, "US-45-179")}
    assert points == {US3: 3, US: 2, BN: 1, TANK: 1, ASU: 1, "US-45-179": 1}


@pytest.mark.rule(
    "salerno43:18.4.1",
    "salerno43:21.1.2a",
    "salerno43:18.4.2a",
    "salerno43:5.7a",
    "salerno43:18.1.1",
)
def test_landing_by_tactical_movement():
    g = shore({"0505": BH}, f"{US} US-Rgr-1")
    run(g, f"move {US} sail 0505")
    assert marked(g, US, "half")
    run(g, "to 0506")
    assert where(g, US) == "0506"
    assert marked(g, US, "moved")
    run(g, "move US-Rgr-1 sail 0505")
    assert not marked(g, "US-Rgr-1", "half")
    assert refused(g, f"move {BH} 0506") == "18.1.1"


@pytest.mark.rule("salerno43:18.4.4a", "salerno43:18.4.3a")
def test_capacities():
    """examples:S43-36"""
    g = shore({"0505": BH}, f"{US3} {ASU} {TANK} US-TD-645")
    run(g, f"move {ASU} sail 0505", f"move {TANK} sail 0505")
    assert refused(g, f"move {US3} sail 0505") == "18.4.4"
    run(g, "move US-TD-645 sail 0505")
    g = shore(
        {"0505": BH, "0101": "US-BH-Blue", "0901": CWBH, "0301": "BR-BH-Roger"},
        f"{US3} US-45-179 US-45-180 US-3-30 {BN}",
    )
    for name, place in (
        (US3, "0505"),
        ("US-45-179", "0101"),
        ("US-45-180", "0901"),
        ("US-3-30", "0301"),
    ):
        run(g, f"move {name} sail {place}")
    assert state(g).landing == 12
    assert f"move {BN}" not in offers(g)


@pytest.mark.rule("salerno43:18.4.3a")
def test_twelve_points_a_turn():
    g = shore({"0505": BH}, f"{BN} {US}", lines="landing 11 0")
    run(g, f"move {BN}")
    assert "sail 0505" in offers(g)
    g = shore({"0505": BH}, f"{BN} {US}", lines="landing 11 0")
    assert refused(g, f"move {US}") == "18.4.3"


@pytest.mark.rule("salerno43:18.4.2b")
def test_foreign_beaches_disrupt():
    g = shore({"0505": CWBH, "0101": BN}, f"{US} US-Rgr-1", features={"port1": "0101"})
    run(g, f"move {US} sail 0505")
    assert (status(g, US), marked(g, US, "half")) == ("disrupted", False)
    run(g, "move US-Rgr-1 sail 0505")
    assert status(g, "US-Rgr-1") == "disrupted"
    g = shore({"0101": "BR-46-5H"}, BN, features={"port1": "0101"})
    run(g, f"move {BN} sail 0101")
    assert status(g, BN) == "good"


@pytest.mark.rule("salerno43:21.1.2b")
def test_landing_in_a_zone_of_control():
    g = shore({"0505": BH, "0506": PG}, US)
    run(g, f"move {US} sail 0505")
    assert marked(g, US, "moved")
    assert kind(g) == "move"


@pytest.mark.rule("salerno43:21.1.2b", "salerno43:4.4b")
def test_landing_may_overstack_until_the_end_of_the_phase():
    g = shore({"0505": f"{BH} US-45-179 US-45-180"}, BN)
    run(g, f"move {BN} sail 0505 stay", "done")
    assert kind(g) == "overstacked"


@pytest.mark.rule("salerno43:18.4.2a")
def test_only_in_good_order():
    g = shore({"0505": f"{BH} {US}(d)"}, features={"port1": "0101"}, lines="control 0101")
    run(g, f"move {US}")
    assert not hexes(g, "sail")
    assert refused(g, "sail 0101") == "18.4.2"


@pytest.mark.rule("salerno43:18.2.1b", "salerno43:18.2.2")
def test_only_ports_held_at_the_start_of_the_phase():
    g = shore({"0102": BN}, US, features={"port1": "0101"}, lines="control\nports")
    assert f"move {US}" not in offers(g)
    run(g, f"move {BN} 0101 stay")
    assert f"move {US}" not in offers(g)
    assert refused(g, f"move {US} sail 0101") == "18.2.1"
    g = shore({}, BN, features={"mined": "0101"}, lines="control 0101")
    assert f"move {BN}" not in offers(g)


@pytest.mark.rule("salerno43:18.4.5b", "salerno43:5.4a")
def test_a_third_hex_after_a_landing_is_refused_by_tactical_movement():
    g = shore({"0505": BH}, US)
    assert refused(g, f"move {US} sail 0505 to 0504 to 0503") == "5.4"
    assert where(run(g, f"move {US} sail 0505 to 0504 stay"), US) == "0504"


@pytest.mark.rule("salerno43:18.4.4b")
def test_salerno_near_the_enemy():
    for foe, value in (("0503", 1), ("0504", 1), ("0507", 1), ("0508", 3)):
        g = shore({"0505": BN, foe: PG}, "", features={"port3": "0505"})
        assert naval.capacity(state(g), h(g, "0505")) == value


@pytest.mark.rule("salerno43:18.4.4c", "salerno43:18.4.4d")
def test_two_turn_transfer():
    g = shore({"0101": BN}, US3, features={"port1": "0101"})
    run(g, f"move {US3} sail 0101")
    assert where(g, US3) == "sea"
    assert state(g).landing == 3
    assert state(g).harbour[h(g, "0101")] == (1, 0)
    g = shore({"0101": BN}, TANK, features={"port1": "0101"}, lines=f"voyage 0101 {US3}")
    run(g, f"move {US3} sail 0101")
    assert where(g, US3) == "0101"
    assert state(g).landing == 0
    assert f"move {TANK}" not in offers(g)
    g = shore({"0101": BN, "0505": BH}, "", features={"port1": "0101"}, lines=f"voyage 0101 {US3}")
    run(g, f"move {US3}")
    assert hexes(g, "sail") == {"0101"}
    assert refused(g, "sail 0505") == refused(g, "sail Reserve") == "18.4.4c"
    g = field(
        {"0102": PG, "0908": US},
        features={"port1": "0101"},
        lines=f"control 0101\nvoyage 0101 {US3}",
    )
    run(g, f"move {PG} 0101")
    assert where(g, US3) == "reserve"


@pytest.mark.rule("salerno43:18.4.5a", "salerno43:18.4.5b", "salerno43:18.3")
def test_from_port_to_port_and_back_to_the_reserve():
    g = shore({"0505": f"{BH} {US} {BN}", "0506": PG, "0101": "US-BH-Blue"})
    run(g, f"move {US} sail 0101")
    assert marked(g, US, "half")
    run(g, "to 0102")
    assert marked(g, US, "moved")
    run(g, f"move {BN} sail Reserve")
    assert where(g, BN) == "reserve"
    g = shore({"0101": f"{TANK}(oi)"}, features={"port1": "0101"})
    run(g, f"move {TANK} sail Reserve")
    assert not marked(g, TANK, "oos")
    assert not marked(g, TANK, "red")
    g = shore({"0505": BH, "0504": US, "0101": "US-BH-Blue"})
    run(g, f"move {US} 0505 sail 0101")
    assert marked(g, US, "moved")


@pytest.mark.rule("salerno43:18.4.5d", "salerno43:18.4.4a")
def test_three_points_from_port_to_port():
    g = shore(
        {"0505": f"{BH} {US3}", "0901": f"{CWBH} {BN}", "0101": "US-BH-Blue", "0301": "BR-BH-Roger"}
    )
    run(g, f"move {US3} sail 0101 stay", f"move {BN}")
    assert hexes(g, "sail") == {"Reserve"}
    assert refused(g, "sail 0301") == "18.4.5d"
    g = shore({"0505": f"{BH} {BN}", "0101": "US-BH-Blue"}, US)
    run(g, f"move {BN} sail 0101")
    assert refused(g, f"move {US} sail 0505") == "18.4.4"


@pytest.mark.rule("salerno43:18.4.5c", "salerno43:18.4.1")
def test_no_sailing_out_of_phase():
    g = field({"0505": f"{BH} {US}", "0504": PZ, "0101": "US-BH-Blue"}, phase="combat allied")
    assert not hexes(g, "sail")
    german = field({"0101": PG, "0908": US}, features={"port1": "0101 0901"})
    run(german, f"move {PG}")
    assert not hexes(german, "sail")


@pytest.mark.rule("salerno43:20.4a")
def test_no_sailing_with_a_replacement():
    g = shore({"0505": f"{BH} {US}(p)", "0101": "US-BH-Blue"}, f"{US2}(p)")
    assert f"move {US2}" not in offers(g)
    run(g, f"move {US}")
    assert not hexes(g, "sail")
    assert refused(g, "sail 0101") == "20.4"


@pytest.mark.rule("salerno43:18.4.2c", "salerno43:17.3")
def test_a_landing_asu():
    g = shore({"0505": BH}, f"{ASU} US-45-ASU")
    run(g, f"move {ASU} sail 0505 stay", "move US-45-ASU sail 0505 to 0506")
    assert marked(g, ASU, "landed")
    assert status(g, "US-45-ASU") == "disrupted"
    hot = shore({"0505": BH, "0506": PG}, ASU)
    run(hot, f"move {ASU} sail 0505")
    assert not marked(hot, ASU, "landed")


@pytest.mark.rule("salerno43:24.4.3", "salerno43:24.4.2", "salerno43:24.4.1b")
def test_sugar_beach():
    from tests.rulebook.salerno43.field import real

    units = {"2710": CWBH, "3012": PG, "reserve": f"BR-56-201G BR-46-139 {US}"}
    g = real(units, turn=1, phase="movement allied")
    run(g, "move BR-56-201G")
    assert hexes(g, "sail") == {"2710", "2711"}
    run(g, "sail 2711", "to 2811")
    assert marked(g, "BR-56-201G", "half")
    run(g, "move BR-46-139")
    assert hexes(g, "sail") == {"2710"}
    g = real({"2710": CWBH, "3012": PG, "reserve": US3}, turn=1, phase="movement allied")
    run(g, f"move {US3} sail 2711")
    assert (status(g, US3), marked(g, US3, "half")) == ("disrupted", False)
    g = real(units, turn=2, phase="movement allied")
    run(g, "move BR-56-201G")
    assert hexes(g, "sail") == {"2710"}
    assert rules(g).sugar == h(g, "2711")


@pytest.mark.rule("salerno43:18.4.4c", "salerno43:18.4.4d")
def test_any_number_of_two_turn_transfers():
    ports = {"port1": "0101 0901"}
    g = shore({"0101": BN, "0901": "BR-46-5H"}, f"{US3} {US}", features=ports)
    run(g, f"move {US3} sail 0101", f"move {US} sail 0901")
    assert (where(g, US3), where(g, US)) == ("sea", "sea")
    assert state(g).landing == 5
    assert {state(g).word(x) for x in state(g).voyage.values()} == {"0101", "0901"}


@pytest.mark.rule("salerno43:24.4.3")
def test_a_german_on_sugar_beach_closes_it():
    from tests.rulebook.salerno43.field import real

    units = {"2710": CWBH, "2711": PG, "reserve": "BR-56-201G"}
    g = real(units, turn=1, phase="movement allied")
    run(g, "move BR-56-201G")
    assert hexes(g, "sail") == {"2710"}


@pytest.mark.rule("salerno43:18.4.5d", "salerno43:18.4.3a")
def test_transfers_and_landings_are_counted_apart():
    g = shore({"0505": f"{BH} {US3}", "0101": "US-BH-Blue", "0901": CWBH}, BN)
    run(g, f"move {US3} sail 0101 stay")
    assert (state(g).landing, state(g).transfer) == (0, 3)
    run(g, f"move {BN} sail 0901 stay")
    assert (state(g).landing, state(g).transfer) == (1, 3)


@pytest.mark.rule("salerno43:18.4.5b")
def test_no_voyage_after_two_hexes():
    for start, may in (("0503", False), ("0504", True)):
        g = shore({"0505": BH, start: US, "0101": "US-BH-Blue"})
        run(g, f"move {US} to 0505")
        assert ("sail 0101" in offers(g)) is may


@pytest.mark.rule("salerno43:18.4.3a", "salerno43:18.4.5d", "salerno43:18.4.4a")
def test_landing_points_are_counted_anew_each_turn():
    g = field(
        {"0505": BH, "0908": PZ},
        phase="recovery allied",
        turn=2,
        lines="landing 12 3\nharbour 0505 3 0",
    )
    assert (state(g).landing, state(g).transfer, state(g).harbour) == (0, 0, {})


@pytest.mark.rule("salerno43:18.4.4a", "salerno43:18.4.4c")
def test_two_turns_are_for_ports_of_one_point():
    for name, may in ((US3, False), (US, True), (BN, True)):
        g = shore({"0505": "US-Rgr-1"}, name, features={"port3": "0505"}, lines="harbour 0505 1 0")
        if may:
            run(g, f"move {name} sail 0505 stay")
            assert where(g, name) == "0505"
        else:
            assert f"move {name}" not in offers(g)


@pytest.mark.rule("salerno43:18.4.5a", "salerno43:18.3", "salerno43:24.4.3")
def test_why_a_unit_may_not_sail():
    from tests.rulebook.salerno43.field import real

    g = shore({"0505": BH, "0303": US, "0101": "US-BH-Blue"}, BN)
    assert refused(g, f"move {US} sail 0505") == "18.4.5"
    run(g, f"move {BN}")
    assert refused(g, "sail Reserve") == "18.3"
    units = {"2710": CWBH, "2711": "BR-56-169", "3012": PG}
    sugar = real(units, turn=1, phase="movement allied")
    run(sugar, "move BR-56-169")
    assert not hexes(sugar, "sail")
    assert refused(sugar, "sail 2710") == "24.4.3"


@pytest.mark.rule("salerno43:18.4.4c", "salerno43:18.4.4d")
def test_a_transfer_ends_with_the_landing():
    g = shore({"0101": BN}, TANK, features={"port1": "0101"}, lines=f"voyage 0101 {US3}")
    run(g, f"move {US3} sail 0101")
    assert where(g, US3) == "0101"
    assert not state(g).voyage


@pytest.mark.rule("salerno43:18.4.2c", "salerno43:17.6.3a")
def test_an_asu_that_has_landed_supports_attacks_and_no_defence():
    attack = {"0505": PG, "0504": US, "0506": f"{ASU}(hl)"}
    g = run(field(attack, phase="combat allied"), f"attack 0505 with {US} maf 36")
    assert f"asu {ASU}" in offers(g)
    defence = {"0505": f"{US} {ASU}(hl)", "0504": f"{PZ} {PG}"}
    g = run(field(defence, phase="combat german"), "attack 0505 from 0504 maf 16Pz go")
    run(g, "result DR2", "stand")
    assert f"asu {ASU}" not in offers(g)
