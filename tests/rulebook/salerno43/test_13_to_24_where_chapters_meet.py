"""13-18 and 24: cases on the borders between chapters."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import (
    field,
    hexes,
    kind,
    marked,
    offers,
    refused,
    run,
    state,
    status,
    where,
)

import grognard
from grognard.games.salerno43 import victory
from grognard.textdata import DataError

PZ, PG, DOR, FJ = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-Dor", "GE-1FJ-II3"
US, US2, BN, US3 = "US-36-142", "US-36-141", "US-36-1-142", "US-36-143"
THREE = f"attack 0505 with {PZ} with {PG} with {DOR} maf 16Pz go"


def won(units, order=THREE, **how):
    """A German attack that takes 0505 with a DS."""
    g = field({"0505": "US-36-ASU", **units}, phase="combat german", size=(9, 12), **how)
    return run(g, order)


@pytest.mark.rule("salerno43:13.3.2f")
def test_units_of_both_sides_in_full_retreat_next_to_each_other_are_lost_together():
    g = field({"0505": f"{US}(f)", "0506": f"{PG}(f)", "0101": PZ, "0908": US2})
    run(g, "done")
    assert (where(g, US), where(g, PG)) == ("eliminated", "eliminated")
    apart = field({"0505": f"{US}(f)", "0507": f"{PG}(f)", "0101": PZ, "0908": US2})
    run(apart, "done")
    assert (where(apart, US), where(apart, PG)) == ("0505", "0507")


@pytest.mark.rule("salerno43:15.2.1c", "salerno43:14.4.1b")
def test_a_group_that_stays_in_the_first_vacated_hex_goes_on_from_it():
    """0505 lies in the zone of the regiment in 0406, which units ignore there."""
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": "US-45-ASU", "0406": US})
    run(g, f"group {PZ}", f"group {PG}", f"group {DOR}", "go", "to 0505")
    run(g, "assault 0506", "maf 16Pz", "stay")
    assert kind(g) == "breakthrough"
    assert {"0605", "0606", "0504"} <= hexes(g, "to")
    run(g, "to 0605", "to 0606")
    assert where(g, PZ) == "0606"
    assert kind(g) != "breakthrough", "in, combat, two hexes: four"


@pytest.mark.rule("salerno43:15.2.1c", "salerno43:14.4.1b")
def test_a_group_that_stays_elsewhere_does_not_go_on_in_a_zone_of_control():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0403": "US-45-ASU", "0304": US})
    run(g, f"group {PZ}", f"group {PG}", f"group {DOR}", "go", "to 0404")
    run(g, "assault 0403", "maf 16Pz", "stay")
    assert not hexes(g, "to")


@pytest.mark.rule("salerno43:14.4.2", "salerno43:14.2.1")
def test_a_refused_advance_names_bonds_and_distance():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0604": US, "0403": US2})
    run(g, "none", f"advance {PZ}")
    assert refused(g, "to 0503") == "14.4.2", "a hex between two regiments"
    assert refused(g, "to 0709") == "14.2"
    g = won({"0504": f"{PZ} {PG} {DOR}", "0606": US, "0406": US2})
    run(g, "none", f"advance {PZ} to 0505")
    assert refused(g, "to 0506") == "14.4.2", "a hexside between two regiments"
    far = won({"0504": f"{PZ} {PG} {DOR}", "0708": US})
    run(far, "none", f"advance {PZ}")
    assert refused(far, "to 0707") == "14.2", "in a zone of control, but out of reach"


@pytest.mark.rule("salerno43:14.1a", "salerno43:17.2d", "salerno43:15.2.1d", "salerno43:15.2.2b")
def test_why_a_unit_does_not_advance():
    g = field(
        {
            "0505": "US-36-ASU",
            "0504": f"{PZ} {PG} {DOR} GE-16Pz-ASU",
            "0607": US,
            "0309": FJ,
        },
        phase="combat german",
        size=(9, 12),
    )
    run(g, THREE.replace(" go", " asu GE-16Pz-ASU go"))
    assert refused(g, "group GE-16Pz-ASU") == "17.2"
    assert refused(g, f"group {FJ}") == "14.1"
    run(g, "none")
    assert refused(g, "advance GE-16Pz-ASU") == "17.2"
    assert refused(g, f"advance {FJ}") == "14.1"
    assert refused(g, "assault 0607") == "15.2.1"
    run(g, f"advance {PZ} to 0505 halt")
    assert refused(g, f"advance {PZ}") == "14.2"


@pytest.mark.rule("salerno43:16.5.2b", "salerno43:16.5.6")
@pytest.mark.parametrize(("die", "guns"), [(1, "dead"), (6, "0505")])
def test_guns_left_alone_by_attrition_are_lost_at_once(die, guns):
    ring = {"0504": US, "0604": US2, "0506": US3}
    g = field({"0505": "GE-G-B(oi) GE-16Pz-ASU(oi)", **ring}, phase="recovery german")
    assert kind(g) == "roll"
    run(g, f"roll {die}")
    assert where(g, "GE-16Pz-ASU") == guns


@pytest.mark.rule("salerno43:17.3", "salerno43:18.4.5b")
@pytest.mark.parametrize(
    ("start", "order", "after"), [("0506", "0505 sail", "disrupted"), ("0505", "sail", "good")]
)
def test_ruling_guns_that_go_to_their_harbour_by_land_land_disrupted(start, order, after):
    units = {"0505": "US-BH-Red", "0802": "US-BH-Blue", "0103": PZ}
    units[start] = f"{units.get(start, '')} US-36-ASU"
    g = field(units, phase="movement allied")
    run(g, f"move US-36-ASU {order} 0802")
    assert status(g, "US-36-ASU") == after
    assert marked(g, "US-36-ASU", "half") is (after == "good")


@pytest.mark.rule("salerno43:18.2.1b", "salerno43:18.2.2")
def test_why_a_port_is_closed():
    g = field(
        {"0505": "US-BH-Red", "0303": US, "0707": US2, "0601": BN, "0202": PZ, "reserve": US3},
        phase="movement allied",
        features={"port1": "0303", "mined": "0707"},
        lines="ports",
    )
    assert refused(g, f"move {US3} sail 0303") == "18.2.1"
    assert refused(g, f"move {US} sail 0505") == "18.2.1"
    assert refused(g, f"move {US3} sail 0707") == "18.2.2"
    assert refused(g, f"move {US2} sail Reserve") == "18.2.2"
    assert refused(g, f"move {US3} sail 0404") == "18.4"
    assert refused(g, f"move {BN} sail 0505") == "18.4.5"


@pytest.mark.rule("salerno43:24.2.4", "salerno43:15.2.1d", "salerno43:15.2.2a")
def test_the_commandos_who_do_not_storm_advance_afterwards():
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Commandos", "roll 4")
    early = run(g.copy(), "advance BR-2Cdo to 2606")
    assert not hexes(early, "assault")
    assert refused(early, "assault 2707") == "15.2.2"
    run(g, "assault 2707", "with BR-2Cdo", "roll 1", "to 2707")
    assert offers(g) == {"advance BR-41Cdo", "done"}
    run(g, "advance BR-41Cdo")
    assert "2707" in hexes(g, "to")
    run(g, "to 2606")
    assert (where(g, "BR-2Cdo"), where(g, "BR-41Cdo")) == ("2707", "2606")
    assert kind(g) == "invade"


@pytest.mark.rule("salerno43:24.2.4")
def test_nobody_else_attacks_from_a_beach():
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Red", "roll 4")
    assert refused(g, "assault 2817") == "24.2.4"


@pytest.mark.rule("salerno43:13.3.4a")
def test_who_has_moved_is_not_put_into_full_retreat():
    g = field({"0505": US, "0908": PZ}, phase="movement allied")
    assert f"flee {US}" in offers(g)
    run(g, f"move {US} 0504 stay")
    assert refused(g, f"flee {US}") == "13.3.4"


@pytest.mark.rule("salerno43:20.2a")
def test_who_is_not_there_takes_no_replacement():
    g = field(
        {"0505": f"{US}(r)", "0506": "US-BH-Red", "0101": PZ, "later": "US-3-30"},
        phase="initial allied",
        lines="replacements UI",
    )
    assert refused(g, "replace US-3-30") == "20.2a"
    assert "not on the map" in str(g.legal_actions.why_not("replace US-3-30"))


@pytest.mark.rule("salerno43:16.3.2c")
@pytest.mark.parametrize(
    ("sides", "roads", "out"),
    [
        ({}, [], True),
        ({"mountain": "0505/0506", "pass": "0505/0506"}, [], True),
        ({"mountain": "0505/0506"}, ["secondary 0505-0506"], False),
    ],
)
def test_a_full_mountain_hex_without_a_road_is_out_of_supply(sides, roads, out):
    g = field(
        {"0505": US, "0506": "US-BH-Red", "0101": PZ},
        phase="recovery allied",
        features={"full_mountain": "0505"},
        sides=sides,
        roads=roads,
    )
    assert marked(g, US, "oos") is out
    assert not marked(g, US, "red")


@pytest.mark.rule("salerno43:14.4.1a")
@pytest.mark.parametrize("wall", [True, False])
def test_a_zone_that_mountains_keep_out_is_no_zone_to_come_from(wall):
    """0504 is in the zone of 0404; the tanks in 0605 reach it only without the mountain."""
    g = won(
        {"0504": f"{PZ} {PG} {DOR}", "0605": "US-Tk-191", "0404": BN},
        sides={"mountain": "0504/0605"} if wall else {},
    )
    run(g, "none", f"advance {PZ}")
    assert ("0604" in hexes(g, "to")) is wall


@pytest.mark.rule("salerno43:13.3.2e")
def test_an_automatic_retreat_is_two_hexes_long():
    g = field({"0505": PG, "0508": f"{US}(f)", "0101": US2}, size=(9, 12))
    run(g, f"move {PG} to 0506 to 0507")
    run(g, "retreat 0509")
    assert kind(g) == "retreat"
    assert "stop" not in offers(g)
    run(g, "retreat 0510")
    assert (kind(g), where(g, US)) == ("step", "0510")


@pytest.mark.rule("salerno43:13.3.2c")
@pytest.mark.parametrize(("friend", "may"), [("", True), ("(d)", True), ("(f)", False)])
def test_full_retreat_next_to_the_enemy_needs_a_friend_who_stands(friend, may):
    g = field({"0505": f"{PG}(f)", "0506": f"{FJ}{friend}", "0507": "US-BH-Red", "0101": US})
    run(g, f"move {PG}")
    assert ("0506" in hexes(g, "to")) is may


@pytest.mark.rule("salerno43:14.5c")
def test_a_hill_left_by_road_is_forgotten():
    g = won(
        {"0504": f"{PZ} {PG} {DOR}", "0101": US},
        terrain={"h": "0505"},
        roads=["major 0504-0505-0506"],
    )
    run(g, "none", f"advance {PZ} to 0505 to 0506 to 0507")
    assert "0508" in hexes(g, "to")


@pytest.mark.rule("salerno43:15.2.1c", "salerno43:13.1.3a")
def test_after_dr4_the_group_goes_on():
    g = won({"0504": f"{PZ} {PG} {DOR}", "0506": BN, "0101": US})
    run(g, f"group {PZ}", f"group {PG}", "go", "to 0505", "assault 0506", "maf 16Pz")
    (told,) = [e for e in g.play("roll 4") if e.kind == "result"]
    assert told.facts["result"] == "DR4"
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert status(g, BN) == "full"
    run(g, "to 0506")
    assert kind(g) == "breakthrough"
    assert "0507" in hexes(g, "to")


@pytest.mark.rule("salerno43:15.4", "salerno43:15.2.2a")
def test_an_automatic_ds_out_of_two_hexes_makes_one_group():
    g = field(
        {"0505": "US-36-ASU", "0504": f"{PZ} {PG}", "0405": DOR, "0101": US},
        phase="movement german",
        size=(9, 12),
    )
    run(g, f"autods 0505 with {PZ} with {PG} with {DOR} maf 16Pz go", "done")
    assert (kind(g), hexes(g, "group")) == ("breakthrough group", {PZ, PG, DOR})
    run(g, f"group {PZ}", "go", "to 0505", "halt")
    assert (kind(g), hexes(g, "advance")) == ("advance", {PG, DOR})
    run(g, "done")
    assert (g.phase, g.side) != ("combat", "german")


@pytest.mark.rule("salerno43:20.4b", "salerno43:21.3.4c")
@pytest.mark.parametrize(("mark", "may"), [("(u)", True), ("(up)", False)])
def test_guns_that_took_a_replacement_stay_in_their_area(mark, may):
    g = field(
        {"N1": f"{PZ} {PG} {DOR} GE-16Pz-ASU{mark}", "0501": "US-36-ASU", "0908": US},
        features={"N1": "0501 0601 0401"},
        phase="combat german",
    )
    run(g, f"attack 0501 with {PZ} with {PG} with {DOR} maf 16Pz go", "none")
    assert ("advance GE-16Pz-ASU" in offers(g)) is may


@pytest.mark.rule("salerno43:18.4.4a")
def test_a_harbour_that_received_ships_nobody_out():
    units = {"0505": f"US-BH-Red {BN}", "0103": PZ, "reserve": "US-Tk-191"}
    g = field(units, phase="movement allied")
    assert "sail Reserve" in {a.text.partition(f"move {BN} ")[2] for a in g.legal_actions.of(BN)}
    run(g, "move US-Tk-191 sail 0505 stay")
    assert refused(g, f"move {BN} sail Reserve") == "18.4.4"


@pytest.mark.rule("salerno43:19.3c", "salerno43:14.2.1")
def test_a_garrison_that_melts_away_opens_four_hexes():
    g = field(
        {"0505": "GE-G-B", "0504": f"US-Tk-191 {US}", "0101": PZ},
        phase="combat allied",
        size=(9, 12),
    )
    run(g, f"attack 0505 with US-Tk-191 with {US} go", "roll 1", "none")
    run(g, "advance US-Tk-191 to 0505 to 0506 to 0507 to 0508")
    assert where(g, "US-Tk-191") == "0508"
    run(g, f"advance {US} to 0505 to 0506")
    assert kind(g) != "advance to", "two hexes on foot"


@pytest.mark.rule("salerno43:13.3.2e", "salerno43:25.1.4a")
def test_ruling_a_retreat_is_finished_before_an_enemy_who_falls_back_past_it():
    """Both are in Full Retreat: the German makes way to 0405, next to the American on his own way."""
    units = {"0503": f"{US}(f)", "0505": f"{PG}(f)", "0101": US2, "0908": PZ}
    g = field(units, phase="combat allied", options="25.1", size=(9, 12))
    run(g, f"disengage {US}", "roll 6", "retreat 0504")
    assert (g.side, kind(g)) == ("german", "retreat")
    run(g, "retreat 0405")
    assert (g.side, kind(g)) == ("german", "retreat"), "his second hex"
    run(g, "retreat 0304")
    assert (g.side, kind(g), where(g, US)) == ("allied", "retreat", "0504")
    run(g, "retreat 0605")
    assert (where(g, US), where(g, PG)) == ("0605", "0304")


@pytest.mark.rule("salerno43:16.3.4a")
def test_a_position_gives_control_of_watched_hexes_only():
    g = field({"0505": US, "0908": PZ}, terrain={"C": "0504"}, lines="control 0504 0603")
    lines = g.position.splitlines()
    assert "control 0504" in lines


@pytest.mark.rule("salerno43:25.1.2b")
@pytest.mark.parametrize(("pair", "away"), [(f"{PG} {DOR}", True), (f"{PG} {FJ}", False)])
def test_a_stack_is_mechanized_only_as_a_whole(pair, away):
    units = {"0505": pair, "0504": US, "0101": US2}
    g = field(units, phase="combat german", options="25.1", size=(9, 12))
    run(g, "disengage 0505", "roll 2")
    assert (kind(g) in ("lose", "retreat")) is away


@pytest.mark.rule("salerno43:S2.4b", "salerno43:23.1.3")
def test_lost_beachheads_do_not_count_at_the_end_of_the_campaign():
    units = {"0505": US, "0908": PZ, "dead": "US-BH-Blue US-BH-Red"}
    g = field(units, scenario="campaign", features={"port1": "0505", "vp2": "0505"})
    assert victory.points(state(g)) == 0
    assert victory.points(state(g), final=True) == 2


@pytest.mark.rule("salerno43:18.4.4b", "salerno43:18.4.4c")
@pytest.mark.parametrize(("foe", "room"), [("0908", True), ("0504", False)])
def test_a_transfer_lands_beside_others_where_the_port_has_room_again(foe, room):
    """Bound for a port of three with a German near it; he is gone, or not."""
    g = field(
        {"0303": BN, foe: PZ, "reserve": "US-Tk-191"},
        phase="movement allied",
        features={"port3": "0303"},
        lines=f"voyage 0303 {US}",
    )
    run(g, "move US-Tk-191 sail 0303 stay")
    assert (f"move {US}" in offers(g)) is room
    if not room:
        assert refused(g, f"move {US} sail 0303") == "18.4.4"


@pytest.mark.rule("salerno43:18.1.1", "salerno43:19.3f", "salerno43:13.2.1a", "salerno43:23.1.4c")
def test_who_may_not_move_reaches_nothing():
    g = field(
        {"0505": "US-BH-Red", "0303": "GE-G-D", "N1": f"{US} {PG}(d) {DOR}", "0908": PZ},
        features={"N1": "0501 0601"},
    )
    assert [bool(g.reach(name)) for name in ("US-BH-Red", "GE-G-D", US, PG)] == [False] * 4
    assert g.reach(DOR)
    assert g.reach(PZ)


@pytest.mark.rule("salerno43:19.2")
def test_the_locked_garrison_reaches_nothing():
    g = grognard.new("salerno43", scenario="tournament", dice="asked")
    assert not g.reach("GE-1FJ-III1")
    assert g.reach("GE-16Pz-Dor")


@pytest.mark.rule("salerno43:18.1.4b")
def test_ruling_guns_are_no_helpers_of_a_beachhead():
    units = {"0505": "US-BH-Red", "0605": f"US-36-ASU {BN}", "0504": f"{PZ} {PG} {DOR}"}
    g = field(units, phase="combat german")
    sheet = str(g.odds(f"attack 0505 with {PZ} with {PG} with {DOR}"))
    assert BN in sheet
    assert "US-36-ASU" not in sheet


@pytest.mark.rule("salerno43:S2.3.7a")
@pytest.mark.parametrize(("lines", "into"), [("", {"0406", "0506", "0606"}), ("abandoned", set())])
def test_no_german_retreats_into_the_abandoned_sector(lines, into):
    g = field(
        {"0505": f"{PG}(f)", "0503": US, "0101": US2},
        phase="movement allied",
        turn=17,
        scenario="campaign",
        features={"army8": "0406 0506 0606"},
        lines=lines,
        size=(9, 12),
    )
    run(g, f"move {US} to 0504")
    assert (g.side, kind(g)) == ("german", "retreat")
    assert hexes(g, "retreat") & {"0406", "0506", "0606"} == into


@pytest.mark.rule("salerno43:21.6.1a")
@pytest.mark.parametrize("room", [True, False])
def test_ruling_without_an_open_hex_near_a_beachhead_the_82nd_drops_elsewhere(room):
    """Cities and sea all round the beachhead, one of them perhaps clear."""
    near = " ".join(f"{c:02d}{r:02d}" for c in range(1, 5) for r in range(1, 9))
    near = near.replace("0302", "") if room else near
    g = field(
        {"0101": "US-BH-Red", "0908": PZ, "later": "US-82-505"},
        phase="initial allied",
        turn=6,
        terrain={"C": near},
        lines="replacements",
    )
    run(g, "drop US-82-505")
    assert (hexes(g, "at") == {"0302"}) is room
    assert ("0705" in hexes(g, "at")) is not room


@pytest.mark.rule("salerno43:21.2.3")
def test_a_position_gives_no_north_area_to_the_allies():
    with pytest.raises(DataError, match="N1"):
        field({"0505": US, "0908": PZ}, lines="areas S1 N1")


@pytest.mark.rule("salerno43:14.4.1b", "salerno43:21.3.2a")
@pytest.mark.parametrize(("foe", "on"), [("0908", True), ("0401", False)])
def test_a_unit_stopped_by_a_zone_of_control_does_not_advance_off_the_map(foe, on):
    g = field(
        {"0503": "US-36-ASU", "0502": f"{PZ} {PG} {DOR}", foe: BN},
        features={"N1": "0501 0601 0401"},
        phase="combat german",
    )
    run(g, f"attack 0503 with {PZ} with {PG} with {DOR} maf 16Pz go", "none")
    run(g, f"advance {PZ} to 0501")
    assert ("N1" in hexes(g, "to")) is on


@pytest.mark.rule("salerno43:13.3.2f", "salerno43:21.6.1a")
def test_ruling_a_drop_beside_a_unit_in_full_retreat_dooms_it():
    """Ruling 60: it does not fall back, and is lost as the Movement Phase begins."""
    units = {"0505": "US-BH-Red", "0503": f"{PG}(f)", "later": "US-82-504"}
    g = field(units, phase="initial allied", turn=5)
    run(g, "drop US-82-504 at 0504")
    assert where(g, PG) == "0503"
    run(g, "roll 6")
    assert (g.phase, where(g, PG)) == ("movement", "eliminated")
