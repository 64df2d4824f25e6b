"""Chapters 13 to 25: where rules meet, and why an order is refused."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    cited,
    field,
    kind,
    marked,
    offers,
    refused,
    run,
    status,
    steps,
    where,
)

TANK, ELITE, MOTOR = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-II64"
FIST = f"{TANK} {ELITE} {MOTOR}"
SEA = {"~": "0101 0201 0301 0401 0501 0601 0701"}
FAR = {"0908": "US-BH-Red"}


def scattered(units, *, die=5, **how):
    """0504 falls to the fist in 0404; 5 is a DS."""
    g = field({"0404": FIST, **units, **FAR}, phase="combat german", **how)
    return run(g, "attack 0504 from 0404 maf 16Pz go", f"roll {die}")


@pytest.mark.rule("salerno43:20.4b", "salerno43:15.2.6a")
def test_no_breakthrough_combat_out_of_a_hex_with_a_replacement():
    beside = {"0504": "US-45-2-157", "0302": "US-36-142"}
    g = run(scattered({**beside, "0403": "GE-26Pz-I9(p)"}), f"group {TANK} go", "to 0403")
    assert kind(g) == "advance"
    g = run(scattered({**beside, "0403": "GE-26Pz-I9"}), f"group {TANK} go", "to 0403")
    assert "assault 0302" in offers(g)


@pytest.mark.rule("salerno43:25.1.3", "salerno43:20.4b")
def test_why_a_unit_may_not_disengage():
    near = {"0504": "US-36-142", **FAR}
    g = field(
        {"0404": f"{ELITE}(p) {TANK}", "0403": "GE-G-A", "0301": MOTOR, **near},
        phase="combat german",
        options="25.1",
    )
    assert refused(g, f"disengage {ELITE}") == "20.4"
    assert refused(g, "disengage 0404") == "20.4"
    assert refused(g, "disengage GE-G-A") == "19.3"
    assert refused(g, "disengage GE-26Pz-8-26") == "8.1a"
    assert refused(g, "disengage US-36-142") == "8.1a"
    run(g, f"disengage {TANK}", "roll 1")
    assert refused(g, f"disengage {TANK}") == "25.1.3"
    trapped = {"0404": ELITE, "0504": "US-36-142", "0303": "US-36-141", "0305": "US-45-157"}
    g = field(
        {**trapped, "0503": "US-36-143", "0304": "US-45-180"}, phase="combat german", options="25.1"
    )
    assert refused(g, f"disengage {ELITE}") == "25.1.4"
    g = field({"0404": ELITE, **near}, phase="combat german")
    assert refused(g, f"disengage {ELITE}") == "25.1"


@pytest.mark.rule("salerno43:20.3.4")
def test_a_regiment_without_a_remnant_does_not_come_back():
    used = {"0505": "US-45-179(rr) US-45-180(rr)", "0506": "US-3-30(rr) US-3-7(rr)", **FAR}
    lines = "replacements UI\neliminated US-36-143"
    g = field(used, phase="initial allied", lines=lines)
    assert refused(g, "replace US-36-143") == "20.3.4"


@pytest.mark.rule("salerno43:18.4.3a", "salerno43:18.4.4a")
def test_why_a_unit_cannot_land():
    beaches = {"0202": "US-BH-Red", "0302": "US-BH-Blue", "0502": "BR-BH-Uncle"}
    later = {"0602": "BR-BH-Roger", "0908": ELITE}
    waiting = "reserve US-36-143 US-45-179 BR-46-138 BR-46-139 US-Tk-191"
    how: dict[str, Any] = {
        "phase": "movement allied",
        "turn": 4,
        "terrain": SEA,
        "features": {"port3": "0702"},
    }
    lands = ("move US-36-143 0202", "move US-45-179 0302", "move BR-46-138 0502")
    g = field({**beaches, **later}, lines=f"control 0702\n{waiting}", **how)
    run(g, *lands, "move BR-46-139 0602")
    assert refused(g, "move US-Tk-191 0702") == "18.4.3"
    g = field({**beaches, "0908": ELITE}, lines=waiting, **how)
    run(g, *lands)
    assert refused(g, "move US-Tk-191 0202") == "18.4.4"


@pytest.mark.rule("salerno43:5.7e", "salerno43:18.4.5b")
def test_why_a_unit_cannot_sail_after_its_march():
    ports = {"0202": "US-BH-Red", "0502": "US-BH-Blue", "0908": ELITE}
    how: dict[str, Any] = {"phase": "movement allied", "turn": 4, "terrain": SEA}
    g = field({**ports, "0203": "US-36-1-142 US-Rgr-1"}, sides={"mountain": "0202/0203"}, **how)
    assert refused(run(g.copy(), "move US-36-1-142 to 0202"), "sail 0502") == "5.7e"
    assert "sail 0502" in offers(run(g.copy(), "move US-Rgr-1 to 0202"))
    g = field({**ports, "0204": "US-36-1-142"}, **how)
    assert refused(run(g, "move US-36-1-142 0203-0202"), "sail 0502") == "18.4.5"


@pytest.mark.rule("salerno43:23.1.4b")
def test_why_a_german_cannot_leave_the_north_past_the_allies():
    g = field(
        {"N1": f"{TANK} US-36-142", "0102": "US-36-1-142", **FAR},
        features={"N1": "0101", "N2": "0401"},
    )
    assert refused(g, f"move {TANK} 0101") == "23.1.4"


@pytest.mark.rule("salerno43:S2.3.7a")
def test_why_a_german_cannot_enter_the_abandoned_sector():
    g = field(
        {"0404": ELITE, "0405": MOTOR, "0908": "US-36-142"},
        scenario="campaign",
        turn=17,
        features={"army8": "0406 0506 0306"},
        lines="abandoned",
    )
    assert refused(g, f"move {ELITE} 0406") == refused(g, f"move {MOTOR} 0406") == "S2.3.7"


@pytest.mark.rule("salerno43:22.4b", "salerno43:7.2a")
def test_a_unit_that_can_go_nowhere_is_told_why():
    rivers = {"river": "0404/0504 0404/0304 0404/0503 0404/0303 0404/0403 0404/0405"}
    g = field({"0404": TANK, "0804": "US-36-142"}, lines="weather F", sides=rivers)
    assert refused(g, f"move {TANK} 0504") == "22.4"
    assert not marked(run(g, f"move {TANK}"), TANK, "moved")
    assert offers(g) == {"stay"}


@pytest.mark.rule("salerno43:13.3.2f")
def test_two_enemies_in_full_retreat_next_to_each_other_are_both_lost():
    g = field(
        {"0404": f"{ELITE}(f)", "0504": "US-36-142(f)", "0101": MOTOR, **FAR},
        phase="initial german",
        lines="replacements",
    )
    assert g.phase == "movement"
    assert where(g, ELITE) == where(g, "US-36-142") == "eliminated"


@pytest.mark.rule("salerno43:13.3.2c")
def test_in_full_retreat_next_to_the_enemy_only_among_friends():
    foes = {"0705": "US-36-142", "0202": "US-45-2-157(f)"}
    g = field({"0404": f"{ELITE}(f)", "0605": "GE-26Pz-I9(d)", **foes})
    assert refused(g, f"move {ELITE} 0606") == refused(g, f"move {ELITE} 0203") == "13.3.2"
    assert where(run(g, f"move {ELITE} 0605"), ELITE) == "0605"


@pytest.mark.rule("salerno43:13.2.2", "salerno43:13.3.2g", "salerno43:9.7")
@pytest.mark.parametrize(
    ("defenders", "tanks", "elite"),
    [
        ("GE-26Pz-I9 GE-16Pz-IIb(d)", True, True),
        ("GE-26Pz-I9 GE-16Pz-IIb(f)", False, True),
        (f"GE-26Pz-I9 {ELITE}(d)", False, False),
        (f"GE-26Pz-I9 {ELITE}(f)", False, True),
    ],
)
def test_disrupted_units_still_count_for_shifts_and_fleeing_ones_do_not(defenders, tanks, elite):
    g = field({"0404": "US-Rgr-1 US-Rgr-3", "0504": defenders}, phase="combat allied")
    told = str(g.odds("attack 0504 from 0404 maf Rangers"))
    assert ("[9.3.2]" in told, "[9.7]" in told) == (tanks, elite)


@pytest.mark.rule("salerno43:13.3.2e", "salerno43:12.1.5")
def test_an_automatic_retreat_may_end_in_an_own_city():
    g = field(
        {"0304": TANK, "0504": "US-36-142(f)", **FAR},
        terrain={"C": "0605"},
        lines="control 0605",
    )
    run(g, f"move {TANK} 0404", "retreat 0605")
    assert "stop" in offers(g)
    assert where(run(g, "stop"), "US-36-142") == "0605"
    assert (g.side, kind(g)) == ("german", "step")


@pytest.mark.rule("salerno43:14.4.1a", "salerno43:14.4.1b")
def test_from_zone_to_zone_of_one_enemy_only_round_about():
    g = scattered({"0504": "US-45-2-157", "0303": "US-36-142"})
    run(g, "none", f"advance {TANK}")
    assert refused(g, "to 0403") == refused(g, "to 0304") == "14.4.1"
    run(g, "to 0405", "to 0304")
    assert (where(g, TANK), kind(g)) == ("0304", "advance")


@pytest.mark.rule("salerno43:15.2.1c", "salerno43:15.2.4c", "salerno43:15.2.5")
def test_after_a_scattered_breakthrough_two_of_four_hexes_are_left():
    g = scattered({"0504": "US-45-2-157", "0605": "US-3-531", "0705": "US-34-168"})
    run(g, f"group {TANK} group {ELITE} group {MOTOR} go", "to 0504", "assault 0605 maf 16Pz")
    run(g, "roll 6", "to 0605", "assault 0705 maf 16Pz")
    assert cited(g) == "8.3"
    g = run(g, "roll 4", "fallback")
    while g.side == "allied":
        g.play(sorted(offers(g))[0])
    assert kind(g) == "follow"
    assert kind(run(g, "to 0705")) != "breakthrough"


@pytest.mark.rule("salerno43:17.7a", "salerno43:13.3.2g")
def test_guns_beside_a_unit_in_full_retreat_defend_alone():
    g = field({"0404": "US-36-143", "0504": "GE-16Pz-ASU GE-26Pz-I9(f)"}, phase="combat allied")
    assert " 1  total defense" in str(g.odds("attack 0504 from 0404"))


@pytest.mark.rule("salerno43:18.1.4a", "salerno43:18.1.4b")
def test_who_helps_a_beachhead_and_with_how_much():
    """2, then half of 5, of 2 and of 2; not the Disrupted, the guns, or who is not next to the attacker."""
    beside = {"0503": "US-36-141(r) US-Tk-191 BR-46-5H(d) US-36-ASU", "0405": "BR-46-128"}
    g = field(
        {"0404": TANK, "0504": "US-BH-Red", "0605": "US-36-143", **beside}, phase="combat german"
    )
    told = str(g.odds("attack 0504 from 0404"))
    assert " 6  total defense" in told
    assert "[9.3.1]" in told


@pytest.mark.rule("salerno43:11.3a", "salerno43:17.6.3b")
def test_who_supports_a_canadian_defence():
    g = field(
        {"0404": f"{TANK} {ELITE}", "0504": "CAN-1-1", "0604": "BR-X US-VI", **FAR},
        phase="combat german",
        scenario="campaign",
        turn=12,
        terrain={"~": "0505"},
        lines="air US CW\nnaval US CW",
    )
    run(g, "attack 0504 from 0404 maf 16Pz go", "none", "roll 4", "stand")
    assert offers(g) == {"asu BR-X", "air CW", "naval CW", "none"}


@pytest.mark.rule("salerno43:18.4.2c", "salerno43:17.3")
@pytest.mark.parametrize(
    ("orders", "supports"),
    [
        (("move US-VI 0202 stay",), True),
        (("move US-VI 0202", "to 0102"), False),
        (("move US-VI 0502 stay",), False),
        (("move US-36-ASU sail 0202 stay",), True),
    ],
)
def test_guns_that_came_by_sea(orders, supports):
    """0502 is a Commonwealth beach; the guns of the 36th come from another beachhead, not the reserve."""
    g = field(
        {
            "0202": "US-BH-Red",
            "0203": "US-36-142",
            "0204": MOTOR,
            "0502": "BR-BH-Uncle",
            "0602": "US-BH-Blue US-36-ASU",
        },
        phase="movement allied",
        turn=4,
        terrain=SEA,
        lines="reserve US-VI",
    )
    run(g, *orders, "done", "attack 0204 from 0203 maf 36")
    guns = orders[0].split()[1]
    assert (f"asu {guns}" in offers(g)) is supports
    if not supports:
        assert refused(g, f"asu {guns}") == "17.6.3"


@pytest.mark.rule("salerno43:25.2a", "salerno43:8.7.1c")
def test_reconnaissance_alone_loses_nothing_to_an_automatic_ds():
    g = field(
        {"0404": "US-3-30 US-3-7", "0503": "US-3-15", "0504": "GE-26Pz-rec(rd)", **FAR},
        phase="movement allied",
        options="25.2",
    )
    run(g, "autods 0504 from 0404 from 0503 maf 3 go")
    while g.side == "german":
        g.play(sorted(offers(g))[0])
    assert (steps(g, "GE-26Pz-rec"), status(g, "GE-26Pz-rec")) == (1, "full")


@pytest.mark.rule("salerno43:21.4", "salerno43:21.2.2")
@pytest.mark.parametrize(
    ("unit", "die", "end"), [("CAN-1-1", 4, "E1"), ("US-36-142", 1, "eliminated")]
)
def test_only_the_8th_army_falls_back_to_the_east(unit, die, end):
    g = field(
        {"0808": f"{TANK} {ELITE}", "0907": MOTOR, "0908": unit, "0101": "US-BH-Red"},
        phase="combat german",
        scenario="campaign",
        turn=13,
        features={"E1": "0908"},
        lines="areas E1 S1 S2 S3",
    )
    run(g, "attack 0908 from 0808 maf 16Pz go", f"roll {die}", "fallback")
    assert where(g, unit) == end


@pytest.mark.rule("salerno43:16.5.5a")
@pytest.mark.parametrize(
    ("unit", "guns", "foe", "side", "left"),
    [
        ("US-36-142", "BR-X", ELITE, "allied", 2),
        ("GE-26Pz-I9", "GE-71Neb", "US-36-142", "german", 1),
        ("GE-26Pz-I9", "GE-14Pz", "US-36-142", "german", 2),
    ],
)
def test_any_corps_but_no_rockets_ease_attrition(unit, guns, foe, side, left):
    g = field(
        {"0404": f"{unit}(oi) {guns}(oi)", "0504": foe}, phase=f"supply {side}", lines="weather D"
    )
    assert steps(run(g, "roll 3"), unit) == left


@pytest.mark.rule("salerno43:18.4.4d")
def test_a_german_who_passes_through_the_port_turns_the_transport_back():
    g = field(
        {"0202": "US-BH-Red", "0603": ELITE},
        turn=4,
        terrain=SEA,
        features={"port1": "0502"},
        lines="control 0502\nvoyage 0502 US-36-143",
    )
    run(g, f"move {ELITE} to 0502", "to 0503")
    assert where(g, "US-36-143") == "reserve"


@pytest.mark.rule("salerno43:18.4.4d")
@pytest.mark.parametrize("german", ["0502", "0603"])
def test_a_drawn_transport_to_a_german_port_is_in_the_reserve(german):
    g = field(
        {"0202": "US-BH-Red", german: ELITE, "voyage 0502": "US-36-143"},
        phase="movement allied",
        turn=4,
        terrain=SEA,
        features={"port1": "0502"},
    )
    assert where(run(g, "move US-36-143 0202"), "US-36-143") == "0202"


@pytest.mark.rule("salerno43:23.1.4c", "salerno43:21.3.4b")
def test_allies_in_the_north_attack_out_of_it_and_stay():
    g = field(
        {"N1": "US-36-143", "0202": "US-36-142", "0101": "GE-26Pz-I9", **FAR},
        phase="combat allied",
        features={"N1": "0101 0201"},
    )
    run(g, "attack 0101 with US-36-143 with US-36-142 maf 36 go", "roll 4", "fallback")
    while g.side == "german":
        g.play(sorted(offers(g))[0])
    assert "group US-36-142" in offers(g)
    assert "group US-36-143" not in offers(g)
    assert "advance US-36-143" not in offers(run(g, "none"))


@pytest.mark.rule("salerno43:S2.2a")
def test_panzers_out_of_supply_are_not_withdrawn():
    g = field(
        {"0404": f"{ELITE} GE-16Pz-ASU", "0908": TANK, "0303": "GE-26Pz-I9", "0907": "US-36-142"},
        phase="initial german",
        scenario="campaign",
        turn=14,
        features={"N1": "0401"},
        lines="replacements",
    )
    assert where(g, "GE-16Pz-ASU") == "away"
    assert offers(g) == {f"withdraw {ELITE}"}
    assert refused(g, f"withdraw {TANK}") == refused(g, "withdraw GE-26Pz-I9") == "S2.2"
    assert "withdraw GE-26Pz-I9" in offers(run(g, f"withdraw {ELITE}"))


@pytest.mark.rule("salerno43:18.4.2b")
def test_ruling_a_unit_may_embark_over_a_foreign_beach():
    g = field(
        {"0202": "US-BH-Red BR-46-5H", "0502": "BR-BH-Uncle", "0908": ELITE},
        phase="movement allied",
        turn=4,
        terrain=SEA,
    )
    run(g, "move BR-46-5H sail 0502")
    assert (status(g, "BR-46-5H"), marked(g, "BR-46-5H", "half")) == ("good", True)


@pytest.mark.rule("salerno43:21.5a", "salerno43:17.3")
def test_ruling_guns_that_moved_into_an_area_support_the_defence_that_follows():
    g = field(
        {"0201": "GE-16Pz-ASU", "0101": ELITE, "0102": "US-36-143 US-36-142", **FAR},
        features={"N1": "0101 0201"},
    )
    run(g, "move GE-16Pz-ASU N1", "done")
    run(g, "attack 0102 with GE-16Pz-I64 maf 16Pz")
    assert refused(g, "asu GE-16Pz-ASU") == "21.5"
    run(g, "cancel", "done", "done", "attack 0101 from 0102 maf 36 go", "roll 4", "stand")
    assert "asu GE-16Pz-ASU" in offers(g)


@pytest.mark.rule("salerno43:20.4b", "salerno43:21.3.4b")
def test_ruling_a_replacement_in_an_area_keeps_only_itself_from_attacking():
    g = field(
        {"N1": f"{ELITE}(p) {TANK}", "0101": "US-36-142", **FAR},
        phase="combat german",
        features={"N1": "0101"},
    )
    assert refused(g, f"attack 0101 with {ELITE}") == "20.4"
    assert kind(run(g, f"attack 0101 with {TANK}")) == "join"


@pytest.mark.rule("salerno43:17.3")
def test_ruling_disrupted_guns_that_move_two_hexes_stay_disrupted():
    g = run(field({"0404": "GE-16Pz-ASU(d)", **FAR}), "move GE-16Pz-ASU 0604")
    assert (where(g, "GE-16Pz-ASU"), status(g, "GE-16Pz-ASU")) == ("0604", "disrupted")


@pytest.mark.rule("salerno43:13.5b", "salerno43:12.1.5")
@pytest.mark.parametrize(
    ("beach", "ports", "rallied"), [("US-BH-Red", "", True), ("", "0605 0404", False)]
)
def test_ruling_a_port_neither_ends_a_retreat_nor_helps_a_rally(beach, ports, rallied):
    features = {"port1": ports} if ports else {}
    g = field(
        {"0404": f"US-36-142(f) {beach}", "0504": ELITE},
        phase="recovery allied",
        features=features,
    )
    assert (status(run(g, "roll 3"), "US-36-142") == "disrupted") is rallied
    ashore = {"0605": beach} if beach else {"0908": "US-BH-Red"}
    g = field(
        {"0304": TANK, "0504": "US-36-142(f)", **ashore}, features=features, lines="control 0605"
    )
    run(g, f"move {TANK} 0404", "retreat 0605")
    assert ("stop" in offers(g)) is rallied


def said(g, order):
    return str(g.legal_actions.why_not(order))


def test_an_order_for_another_question_is_told_the_question():
    """No reason is made up for it: a unit that may well take the loss is asked for an advance."""
    fist = {"0404": f"{TANK} {ELITE}", "0504": "US-36-142", **FAR}
    g = field(fist, phase="combat german")
    assert "the question is" in said(g, "retreat 0504")
    run(g, "attack 0504")
    assert "now it is: combat [5.1]" in said(g, f"move {TANK} 0304")
    run(g, "from 0404 maf 16Pz go", "roll 3")
    assert kind(g) == "lose"
    assert "the question is" in said(g, f"advance {TANK}")
    g = field({"0404": "US-BH-Red"}, phase="initial allied", turn=6, lines="later US-82-505")
    run(g, "drop US-82-505")
    assert "now it is: initial [12.1]" in said(g, "retreat 0808")
    assert "[21.6.1]" in said(g, "at 0808")
