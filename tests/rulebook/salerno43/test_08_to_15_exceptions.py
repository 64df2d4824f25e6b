"""Chapters 4, 8, 9, 11 to 15 and 25: exceptions and bullets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    field,
    hexes,
    kind,
    offers,
    refused,
    run,
    status,
    steps,
    where,
)

from grognard import IllegalAction

PZ, PZB, PG, PG2, PG3, PG4 = (f"GE-16Pz-{x}" for x in ("IIa", "IIb", "I64", "II64", "I79", "II79"))
STUG, DOR = "GE-16Pz-StuG", "GE-16Pz-Dor"
US142, US141, US143, BN142, BN141 = (f"US-36-{x}" for x in ("142", "141", "143", "1-142", "bn141"))


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:13.3.2g")
def test_units_in_full_retreat_do_not_save_a_stack_from_an_automatic_ds() -> None:
    six = {"0504": f"{PZ} {PG2}", "0605": f"{PZB} {PG3}", "0405": f"{STUG} {PG4}"}
    g = field({**six, "0505": f"{BN142} {US143}(f)"})
    assert "autods 0505" in offers(g)


@pytest.mark.rule("salerno43:25.2a", "salerno43:8.7.1c")
def test_reconnaissance_slips_away_from_an_automatic_ds() -> None:
    six = {"0504": f"US-3-30 {BN142}", "0605": "US-3-7", "0405": "US-3-15"}
    board = {**six, "0505": "GE-26Pz-rec(r)"}
    order = f"autods 0505 with US-3-30+US-3-7+US-3-15+{BN142} maf 3 attach {BN142}"
    plain = field(board, phase="movement allied", size=(9, 14))
    assert where(run(plain, f"{order} go"), "GE-26Pz-rec") == "eliminated"
    g = run(field(board, phase="movement allied", options="25.2", size=(9, 14)), f"{order} go")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert steps(g, "GE-26Pz-rec") == 1


@pytest.mark.rule("salerno43:9.4a", "salerno43:11.3a")
def test_one_air_marker_a_side_in_each_combat() -> None:
    g = field(
        {
            "0505": f"{US142} BR-46-5H",
            "0504": f"{PZ} {PG}",
            "0605": PG3,
            "0109": DOR,
            "0110": US141,
        },
        phase="combat german",
        lines="air CW US",
        size=(9, 12),
    )
    run(g, f"attack 0505 with {PZ}+{PG}+{PG3} maf 16Pz go", "air US", "roll 4", "stand")
    run(g, "lead BR-46-5H")
    assert "air CW" not in offers(g)


@pytest.mark.rule("salerno43:11.5.2b", "salerno43:18.1.3b")
def test_units_that_live_by_their_beachhead_may_die_there() -> None:
    """A Beachhead cannot retreat; those who would be cut off with its loss need not leave it alone."""
    g = field(
        {"0505": f"US-BH-Red {US142}", "0504": f"{PZ} {PG}", "0605": PG3, "0405": PG4},
        phase="combat german",
        size=(9, 12),
    )
    run(g, f"attack 0505 with {PZ}+{PG}+{PG3}+{PG4} maf 16Pz go", "roll 1", "desperate")
    run(g, f"lead {US142}", "roll 2")
    assert (where(g, US142), steps(g, US142)) == ("0505", 1)
    assert where(g, "US-BH-Red") == "0505"


@pytest.mark.rule("salerno43:13.3.2d", "salerno43:12.2g")
def test_no_automatic_retreat_into_an_enemy_city() -> None:
    """13.3.2d closes enemy cities to units in Full Retreat, 12.2g closes to a retreat what is closed."""
    units = {"0505": f"{US142}(f)", "0503": PG, "0109": DOR, "0110": US141}
    g = field(units, terrain={"C": "0507 0607 0707 0407 0307"}, size=(9, 12), lines="control 0110")
    run(g, f"move {PG}", "to 0504")
    seen: set[str] = set()
    while kind(g) == "retreat":
        seen |= hexes(g, "retreat")
        run(g, sorted(offers(g))[-1])
    assert not seen & {"0507", "0607", "0707", "0407", "0307"}
    assert where(g, US142) not in {"0507", "0607", "0707", "0407", "0307"}


@pytest.mark.rule("salerno43:15.2.6b", "salerno43:14.5c")
def test_no_breakthrough_combat_out_of_a_hill_that_ended_the_advance() -> None:
    units = {"0505": BN142, "0504": PZ, "0506": US142, "0109": DOR, "0110": US141}
    g = field(units, terrain={"h": "0505"}, phase="combat german", size=(9, 12))
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 6", "fallback")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    run(g, f"group {PZ}", "go", "to 0505")
    assert where(g, PZ) == "0505"
    assert kind(g) == "attack", "nothing more can be done out of the hill"
    by_road = field(
        units,
        terrain={"h": "0505"},
        roads=["major 0504-0505"],
        phase="combat german",
        size=(9, 12),
    )
    run(by_road, f"attack 0505 with {PZ} maf {PZ} go", "roll 6", "fallback")
    while kind(by_road) == "retreat":
        run(by_road, sorted(offers(by_road))[0])
    run(by_road, f"group {PZ}", "go", "to 0505")
    assert "assault 0506" in offers(by_road), "by road one hex more is open"


@pytest.mark.rule("salerno43:15.2.7", "salerno43:8.6.1a")
def test_no_breakthrough_combat_below_one_to_three() -> None:
    units = {"0505": BN142, "0504": PG3, "0506": "BR-46-138 BR-46-139", "0109": DOR, "0110": US141}
    g = field(units, phase="combat german", size=(9, 12))
    run(g, f"attack 0505 with {PG3} maf {PG3} go", "roll 6", f"group {PG3}", "go", "to 0505")
    assert "assault 0506" not in offers(g)


@pytest.mark.rule("salerno43:4.4c")
def test_overstacking_is_corrected_before_a_breakthrough_combat() -> None:
    friends = "GE-29PG-71 GE-29PG-I15 GE-29PG-II15 GE-29PG-III15"
    units = {
        "0505": BN142,
        "0504": f"{PZ} {PG} {PG2}",
        "0406": friends,
        "0407": US142,
        "0109": DOR,
        "0110": US141,
    }
    g = field(units, phase="combat german", size=(9, 12))
    run(g, f"attack 0505 with {PZ}+{PG}+{PG2} maf 16Pz go", "roll 6")
    run(g, f"group {PZ}", f"group {PG}", f"group {PG2}", "go", "to 0505", "to 0406", "assault 0407")
    assert kind(g) == "overstacked"
    while kind(g) == "overstacked":
        run(g, sorted(offers(g))[0])
    assert kind(g) == "main assault force"
    assert g.decision
    assert g.decision.outcome
    told = [g.decision.outcome(action) for action in g.decision.actions]
    assert all("the column is" in str(said[0]) for said in told)


@pytest.mark.rule("salerno43:9.4a")
def test_support_says_what_it_makes_of_the_odds() -> None:
    units = {"0505": BN142, "0504": f"{PZ} {PG}"}
    g = field(units, phase="combat german", size=(9, 12), lines="air GE")
    run(g, f"attack 0505 with {PZ}+{PG} maf 16Pz")
    assert g.decision
    assert g.decision.outcome
    told = {a.text: [*map(str, g.decision.outcome(a))] for a in g.decision.actions}
    assert told["cancel"] == []
    assert told["air GE"] != told["go"]
    assert "the column is" in told["go"][0]


@pytest.mark.rule("salerno43:9.4a")
def test_air_support_of_the_defense_says_what_it_makes_of_the_odds() -> None:
    units = {"0505": BN142, "0504": f"{PZ} {PG}"}
    g = field(units, phase="combat german", size=(9, 12), lines="air US")
    run(g, f"attack 0505 with {PZ}+{PG} maf 16Pz go")
    assert kind(g) == "defensive air"
    assert g.decision
    assert g.decision.outcome
    told = {a.text: str(g.decision.outcome(a)[0]) for a in g.decision.actions}
    assert told["air US"] != told["none"]
    assert "the column is" in told["none"]


@pytest.mark.rule("salerno43:23.1.4c", "salerno43:21.3.4c")
def test_allies_never_leave_a_north_entry_area_not_even_to_advance() -> None:
    north = {"N1": "0504 0505"}
    units = {"N1": f"{US143} {US142}", "0505": PG3, "0109": DOR, "0110": US141}
    g = field(units, features=north, phase="combat allied", size=(9, 12))
    run(g, f"attack 0505 with {US143}+{US142} maf 36 go", "roll 6")
    while kind(g) in ("lose", "stand", "retreat"):
        run(g, "fallback" if kind(g) == "stand" else sorted(offers(g))[0])
    assert where(g, PG3) != "0505"
    assert kind(g) == "attack", "nobody advances out of N1"
    south = field(
        {**units, "S1": units["N1"], "N1": "GE-29PG-I15"},
        features={"S1": "0504 0505"},
        phase="combat allied",
        lines="areas S1 S2 S3",
        turn=12,
        size=(9, 12),
    )
    run(south, f"attack 0505 with {US143}+{US142} maf 36 go", "roll 6")
    while kind(south) in ("lose", "stand", "retreat"):
        run(south, "fallback" if kind(south) == "stand" else sorted(offers(south))[0])
    assert kind(south) in ("advance", "breakthrough group")


@pytest.mark.rule("salerno43:8.1c", "salerno43:15.1")
def test_a_breakthrough_combat_is_no_attack_that_bars_another() -> None:
    """The hex that held against a Breakthrough Group may still be attacked once in the phase."""
    g = field(
        {"0505": "US-36-ASU", "0504": f"{PZ} {PG} {PG3}", "0506": US142, "0507": PG4},
        phase="combat german",
        size=(9, 12),
    )
    run(g, f"attack 0505 with {PZ}+{PG}+{PG3} maf 16Pz go")
    run(g, f"group {PG}", "go", "to 0505", "assault 0506", "roll 1")
    while kind(g) in ("advance", "follow", "retreat"):
        run(g, "done" if "done" in offers(g) else sorted(offers(g))[0])
    assert where(g, US142) == "0506"
    assert "attack 0506" in offers(g)
    run(g, f"attack 0506 with {PG4} go")
    assert "attack 0506" not in offers(g)


@pytest.mark.rule("salerno43:12.5b", "salerno43:13.3.2h")
def test_who_fell_back_in_the_movement_phase_may_fall_back_again() -> None:
    """12.5 speaks of one Combat Phase: an Automatic DS does not eliminate those that retreat again."""
    units = {"0505": f"{BN142} {US141}(fy)", "0504": f"{PZ} {PG}", "0605": f"{PG3} {STUG} {DOR}"}
    g = field(units, size=(9, 12))
    assert refused(g, "autods 0606") == "8.7.1"
    run(g, f"autods 0505 with {PZ}+{PG}+{PG3}+{STUG}+{DOR} maf 16Pz go")
    while kind(g) == "retreat":
        run(g, sorted(offers(g))[0])
    assert where(g, BN142) == "eliminated"
    assert where(g, US141) not in ("0505", "eliminated")


@pytest.mark.rule("salerno43:10.1i", "salerno43:12.5b")
def test_dis_eliminates_disrupted_units_that_fell_back_before() -> None:
    """Disrupted twice they would have to retreat again in the same Combat Phase."""
    g = field(
        {"0505": f"US-36-143 {US141}(dy)", "0504": f"{PZ} {PG}"},
        phase="combat german",
        size=(9, 12),
    )
    run(g, f"attack 0505 with {PZ} maf {PZ} go", "roll 2")
    assert (status(g, "US-36-143"), where(g, "US-36-143")) == ("disrupted", "0505")
    assert where(g, US141) == "eliminated"


@pytest.mark.rule("salerno43:8.6.1c", "salerno43:13.3.2g")
def test_no_shift_saves_a_hex_without_any_defence() -> None:
    g = field(
        {"0505": f"{US142}(f) {US141}(dy)", "0504": PZ},
        phase="combat german",
        size=(9, 12),
        lines="weather F",
    )
    events = g.play(f"attack 0505 with {PZ} go")
    (told,) = [event for event in events if event.kind == "result"]
    assert (told.facts["result"], told.facts["die"]) == ("DS", 0)


@pytest.mark.rule("salerno43:9.3.1", "salerno43:9.3.2")
def test_the_best_of_all_attacking_tanks_is_compared_if_one_is_in_the_main_force() -> None:
    """Tank destroyers attack with 2, the Shermans beside the Main Assault Force with 3."""
    g = field(
        {"0505": PZ, "0504": f"{US142} US-TD-645", "0605": "US-Tk-191"}, phase="combat allied"
    )

    def shifts(order: str) -> list[str]:
        found = g.odds(f"attack 0505 with {order}").lines
        return [line.rule for line in found if line.rule.startswith("9.3")]

    assert shifts(f"{US142}+US-TD-645 maf 36 attach US-TD-645") == ["9.3.2"]
    assert shifts(f"{US142}+US-TD-645+US-Tk-191 maf 36 attach US-TD-645") == []
    assert shifts(f"{US142}+US-TD-645+US-Tk-191 maf 36") == ["9.3.2"]


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:18.1.4a")
def test_fewer_stacks_may_overrun_a_beachhead_that_helpers_guard_against_more() -> None:
    """All together would face half of the battalion as well; the four in 0504 and 0405 do not."""
    guards = f"{PZ} {PG} {PG3} {DOR}"
    g = field({"0505": "US-BH-Red", "0504": guards, "0405": STUG, "0606": US142, "0605": PG4})
    assert hexes(g, "autods") == {"0505"}
    assert refused(g, f"autods 0505 with {PZ}+{PG}+{PG3}+{DOR}+{STUG}+{PG4} maf 16Pz go") == "8.7.1"
    run(g, f"autods 0505 with {PZ}+{PG}+{PG3}+{DOR}+{STUG} maf 16Pz go")
    assert where(g, "US-BH-Red") == "dead"


@pytest.mark.rule("salerno43:4.4b", "salerno43:8.7.1a")
def test_an_automatic_ds_is_not_made_with_units_over_the_stacking_limit() -> None:
    """Seven points attack: one unit has to go, and the 10-1 must still be there then (4.4)."""
    crowd = [PZ, PG, PG2, PG3, PG4, DOR, "GE-29PG-I15"]
    for victim, fate in (("GE-29PG-I15", "eliminated"), (DOR, "0505")):
        g = field({"0505": BN142, "0504": " ".join(crowd)})
        run(g, f"autods 0505 with {'+'.join(crowd)} maf 16Pz go")
        assert (kind(g), g.side) == ("overstacked", "german")
        run(g, f"remove {victim}")
        assert (where(g, victim), where(g, BN142)) == ("eliminated", fate)
    assert f"move {PZ}" in offers(g)


@pytest.mark.rule("salerno43:8.5.1a", "salerno43:8.1g", "salerno43:13.2.1c")
def test_no_ledger_of_an_attack_that_cannot_be_made() -> None:
    def reason(order: str, **how: Any) -> str:
        g = field(
            {"0505": PG, "0504": f"{US142} BR-46-128 US-Tk-191 {US141}(d)"},
            phase="combat allied",
            **how,
        )
        with pytest.raises(IllegalAction) as caught:
            g.odds(f"attack 0505 with {order}")
        return caught.value.rule

    assert reason(f"{US142}+BR-46-128") == "8.5.1"
    assert reason(f"{US142}+{US141}") == "13.2.1"
    assert reason("US-Tk-191", sides={"mountain": "0504/0505"}) == "9.8d"


@pytest.mark.rule("salerno43:9.2b", "salerno43:8.7.1b", "salerno43:15.2.7", "salerno43:8.4.3a")
def test_the_ledger_takes_only_support_that_the_attack_can_have() -> None:
    units = {"0505": PG, "0504": f"{US142} US-45-179 {US141}(d)", "0404": "US-36-ASU US-VI"}
    g = field(units, phase="combat allied", lines="air US")

    def reason(order: str) -> str:
        with pytest.raises(IllegalAction) as caught:
            g.odds(order)
        return caught.value.rule

    attack = f"attack 0505 with {US142}+US-45-179 maf 36"
    shifts = [line.rule for line in g.odds(f"{attack} air US asu US-36-ASU asu US-VI").lines]
    assert [rule for rule in shifts if rule in ("9.4", "9.5.1", "9.5.2")] == [
        "9.4",
        "9.5.1",
        "9.5.2",
    ]
    assert reason(f"{attack} air CW") == "9.4"
    assert reason(f"{attack} naval US") == "9.6"
    assert reason(f"{attack} attach US-45-179") == "8.4.3"
    assert reason(f"{attack} valiant") == "19.4"
    assert reason(f"autods 0505 with {US142} maf 36 air US") == "8.7.1"
    assert reason(f"assault 0505 with {US142} maf 36 asu US-VI") == "15.2.7"
    assert len(g.odds("attack 0505 from 0504").lines) == len(g.odds(attack).lines)


NORTH = {"N1": "0401 0501"}


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:21.3.4b")
@pytest.mark.parametrize("friend", ["", PZ])
def test_no_automatic_ds_out_of_an_entry_area(friend: str) -> None:
    """Units in an area attack in the Combat Phase, whether or not a friend stands beside the target."""
    beside = {"0602": friend} if friend else {}
    crowd = f"{DOR} {PG} {PG2} {PG3} {PG4} {PZB} {'' if friend else PZ}"
    g = field({"N1": crowd, "0501": BN142, **beside}, features=NORTH)
    assert "autods 0501" not in offers(g)
    assert refused(g, "autods 0501") == "21.3.4"
    assert refused(g, f"autods 0501 with {DOR}") == "21.3.4"
    fighting = field({"N1": crowd, "0501": BN142, **beside}, features=NORTH, phase="combat german")
    assert kind(run(fighting, f"attack 0501 with {DOR}")) == "join"


@pytest.mark.rule("salerno43:8.7.1a", "salerno43:21.3.4b")
def test_units_in_an_area_do_not_join_an_automatic_ds_of_others() -> None:
    beside = {"0602": f"{PZ} {DOR} {PZB}", "0401": f"{PG} {PG2} {STUG}"}
    g = field({"N1": PG3, "0501": "US-36-ASU", **beside}, features=NORTH)
    run(g, "autods 0501")
    assert f"with {PG3}" not in offers(g)
    assert refused(g, f"with {PG3}") == "21.3.4"


@pytest.mark.rule("salerno43:20.4b", "salerno43:8.7.1a")
def test_a_replacement_forbids_an_automatic_ds_out_of_its_hex() -> None:
    """It is told by the rule that forbids it, if 10-1 were there without it."""
    six = {"0504": f"{PZ} {PG2}(p)", "0605": f"{PZB} {PG3}", "0405": f"{STUG} {PG4}"}
    g = field({**six, "0505": BN142})
    assert refused(g, "autods 0505") == "20.4"
    few = field({"0504": f"{PZ} {PG2}(p)", "0505": US142})
    assert refused(few, "autods 0505") == "8.7.1"
    assert refused(few, "autods N1") == "21.3.4"


@pytest.mark.rule("salerno43:23.1.4c")
def test_an_allied_unit_never_advances_out_of_a_north_entry_area() -> None:
    units = {"N1": US142, "0601": US143, "0501": f"{PG}(r)"}
    g = field(units, features=NORTH, phase="combat allied", turn=8)
    run(g, "attack 0501 from 0601 from N1 maf 36 go", "result DS")
    for order in (f"group {US142}", f"advance {US142}", f"advance {US142} to 0501"):
        assert refused(g, order) == "23.1.4"


@pytest.mark.rule("salerno43:11.4.1g", "salerno43:18.1.3a")
@pytest.mark.parametrize(
    ("lead", "disrupted"), [("US-BH-Red", False), (US142, True)], ids=["beachhead", "regiment"]
)
def test_the_log_disrupts_no_beachhead_that_leads(lead: str, disrupted: bool) -> None:
    g = field({"0504": PZ, "0505": lead}, phase="combat german", lines="air US")
    run(g, f"attack 0505 with {PZ} go", "none", "result A1/DR2", "stand", "air US")
    (told,) = [str(event) for event in g.play("roll 6") if event.kind == "defence"]
    assert "1/dis H" in told
    assert ("the Lead Unit is Disrupted" in told) is disrupted
    assert (status(g, lead) == "disrupted") is disrupted


@pytest.mark.rule("salerno43:12.5a", "salerno43:9.7", "salerno43:9.3.1")
@pytest.mark.parametrize(
    ("company", "shifts"),
    [
        (f"{DOR}(dy)", {"9.3.1", "9.7"}),
        (f"{DOR}(d)", {"9.3.1"}),
        (f"{PZ}(dy)", {"9.3.1", "9.7"}),
        (f"{PZ}(d)", {"9.7"}),
    ],
)
def test_ruling_who_retreated_into_the_hex_denies_no_shift(company: str, shifts: set[str]) -> None:
    """It contributes nothing to the defence; one that is only Disrupted denies as ever (13.2.2)."""
    attackers = "US-82-504 US-Tk-751"
    g = field({"0504": attackers, "0505": f"GE-26Pz-I9 {company}"}, phase="combat allied")
    sheet = g.odds("attack 0505 from 0504 maf 82 attach US-Tk-751")
    assert {
        line.rule for line in sheet.lines if line.rule[0] == "9" and line.amount[0] in "+-"
    } == (shifts)


@pytest.mark.rule("salerno43:8.4.6a", "salerno43:17.7a", "salerno43:13.3.2g")
@pytest.mark.parametrize(
    ("company", "defends"), [(f"{US142}(f)", True), (f"{US142}(dy)", True), (f"{US142}(d)", False)]
)
def test_ruling_guns_defend_beside_a_unit_that_does_not(company: str, defends: bool) -> None:
    """A unit in Full Retreat, or that fell back there, is no defender: the guns are the only ones."""
    g = field({"0504": PZ, "0505": f"US-36-ASU {company}"}, phase="combat german")
    sheet = g.odds(f"attack 0505 with {PZ}")
    assert any("US-36-ASU" in str(line.what) for line in sheet.lines) is defends
