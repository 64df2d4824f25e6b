"""Chapters 5, 13 and 16 to 21: exceptions and bullets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.salerno43.field import (
    field,
    hexes,
    kind,
    marked,
    offers,
    real,
    refused,
    run,
    status,
    where,
)

import grognard

PZ, PZB, PG, PG2, PG3, PG4 = (f"GE-16Pz-{x}" for x in ("IIa", "IIb", "I64", "II64", "I79", "II79"))
STUG, DOR = "GE-16Pz-StuG", "GE-16Pz-Dor"
US142, US141, US143, BN142, BN141 = (f"US-36-{x}" for x in ("142", "141", "143", "1-142", "bn141"))


@pytest.mark.rule("salerno43:5.7d")
def test_a_move_given_as_a_goal_does_not_cost_effectiveness_without_need() -> None:
    """Two hexes over the river by Tactical Movement or three by road: the order means the road."""
    g = field(
        {"0504": PZ, "0109": DOR, "0110": US141},
        sides={"river": "0504/0505 0504/0605"},
        roads=["major 0504-0405-0406-0506"],
        size=(9, 12),
    )
    run(g, f"move {PZ} 0506")
    assert not marked(g, PZ, "half")
    assert refused(g, f"move {PZ} 0507") == "5.1"


@pytest.mark.rule("salerno43:18.2.1b")
def test_a_port_that_was_closed_stays_closed_when_the_position_is_saved() -> None:
    """A port taken in this phase is no harbour before the next turn, saved and loaded or not."""
    lines = "reserve US-45-157\nports"
    units = {"0505": BN142, "0901": PG, "0808": "US-BH-Red"}
    g = field(units, features={"port1": "0506"}, phase="movement allied", lines=lines)
    run(g, f"move {BN142} 0506 stay")
    again = grognard.load(g.position, dice="asked")
    for each in (g, again):
        assert refused(each, "move US-45-157 sail 0506") == "18.2.1"
    assert "sail 0808" in offers(run(again, "move US-45-157"))


@pytest.mark.rule("salerno43:21.6.1c", "salerno43:10.3")
def test_a_battalion_that_dies_in_its_drop_carries_no_marker() -> None:
    g = real(
        {"2712": "BR-BH-Roger", "3506": PG}, turn=6, phase="initial allied", lines="later US-2-509"
    )
    run(g, "drop US-2-509", "at 3507", "roll 1")
    assert where(g, "US-2-509") == "eliminated"
    assert not marked(g, "US-2-509", "half")
    assert status(g, "US-2-509") == "good"


@pytest.mark.rule("salerno43:S2.2b")
def test_a_withdrawn_unit_leaves_its_markers_behind() -> None:
    units = {"3001": "GE-16Pz-ASU(u) GE-16Pz-I64(o)", "3002": "GE-16Pz-Dor GE-16Pz-IIa GE-16Pz-I79"}
    g = real(units, turn=14, scenario="campaign", phase="initial german")
    assert where(g, "GE-16Pz-ASU") == "away"
    assert not marked(g, "GE-16Pz-ASU", "fired")
    while kind(g) == "withdraw":
        run(g, sorted(offers(g))[0])
    assert grognard.load(g.position, dice="asked").position == g.position


@pytest.mark.rule("salerno43:18.4.2b", "salerno43:13.2.1a", "salerno43:21.1.2a")
def test_a_unit_disrupted_by_a_foreign_beachhead_still_has_its_second_hex() -> None:
    """Landing is one of two hexes of Tactical Movement, and Disrupted units use Tactical Movement."""
    units = {"2712": "BR-BH-Roger", "2710": "BR-BH-Uncle", "4010": PG}
    g = real(units, phase="movement allied", lines="reserve US-45-157 US-45-179")
    run(g, "move US-45-157 sail 2712")
    assert status(g, "US-45-157") == "disrupted"
    run(g, "to 2812")
    assert where(g, "US-45-157") == "2812"
    assert kind(g) == "move"


@pytest.mark.rule("salerno43:S2.3.7a", "salerno43:8.1g")
def test_no_german_attack_into_the_abandoned_sector() -> None:
    """A unit may not attack into a hex that it is prohibited from entering."""
    units = {"0505": US142, "0504": PG, "0107": DOR, "0108": US141}
    how = {"features": {"army8": "0505 0506"}, "phase": "combat german", "turn": 18}
    before = field(units, scenario="campaign", **how)  # type: ignore[arg-type]
    assert hexes(before, "attack") == {"0505", "0108"}
    g = field(units, scenario="campaign", lines="abandoned", **how)  # type: ignore[arg-type]
    assert hexes(g, "attack") == {"0108"}
    assert refused(g, "attack 0505") == "S2.3.7"


@pytest.mark.rule("salerno43:19.2")
def test_the_garrison_of_torre_annunziata_once_released_stays_so() -> None:
    """The Rangers come within three hexes and go away again: the paratroops may move all the same."""
    near = {"2202": "GE-1FJ-III1", "2404": "US-Rgr-1", "4010": PG}
    g = real(near, turn=1, phase="movement allied")
    run(g, "move US-Rgr-1 2405 stay")
    while not (g.turn == 2 and g.phase == "movement"):
        run(
            g,
            "roll 1"
            if g.side == "dice"
            else "done"
            if "done" in offers(g)
            else sorted(offers(g))[0],
        )
    assert "move GE-1FJ-III1" in offers(g)
    assert "move GE-1FJ-III1" in offers(grognard.load(g.position, dice="asked"))
    far = {"2202": "GE-1FJ-III1", "2407": "US-Rgr-1", "4010": PG}
    assert refused(real(far, turn=2), "move GE-1FJ-III1") == "19.2"


@pytest.mark.rule("salerno43:5.3b", "salerno43:6.2a", "salerno43:7.2a", "salerno43:13.3.3")
def test_a_hex_out_of_reach_names_the_rule_that_closes_it() -> None:
    para = "GE-1FJ-II3"

    def reason(order: str, **units: str) -> str:
        return refused(field({"0301": para, **units}, size=(9, 12)), f"move {para} {order}")

    assert reason("0307", **{"0308": US142}) == "5.3b"
    assert reason("0307", **{"0308": f"{US142}(f)"}) == "13.3.3"
    assert reason("0301-0302-0303", **{"0402": US142}) == "6.2"
    row = {"0103": "US-Tk-191", "0303": "US-Tk-751", "0503": "US-Tk-753"}
    assert reason("0305", **row) == "6.2"
    bonded = {"0103": US142, "0303": US141, "0503": US143}
    assert reason("0305", **bonded) == "7.2a"
    assert reason("0311") == "5.1"


@pytest.mark.rule("salerno43:16.4a", "salerno43:20.4a", "salerno43:13.3.2b", "salerno43:24.4.1a")
def test_a_slow_unit_is_told_what_slows_it() -> None:
    def reason(name: str, order: str, mark: str, **how: Any) -> str:
        g = field({"0301": f"{name}{mark}", "0507": US142, "0907": PG}, size=(9, 12), **how)
        return refused(g, f"move {name} {order}")

    assert reason(PZ, "0304", "(o)") == "16.4"
    assert reason(PZ, "0304", "(d)") == "13.2.1"
    assert reason(PZ, "0303", "(p)") == "20.4"
    assert reason(PZ, "0506", "(f)") == "13.3.2"
    assert reason(US141, "0304", "", phase="movement allied", turn=1) == "24.4.1"


@pytest.mark.rule("salerno43:5.8a", "salerno43:13.3.1")
def test_trucks_carry_units_in_full_retreat() -> None:
    """Full Retreat lifts the limits on movement; a Disrupted unit keeps to two hexes on any wheels."""
    para = "GE-1FJ-II3"
    edge = {"features": {"N1": "0101"}, "size": (9, 12)}
    g = field({"0101": f"{para}(f)"}, **edge)  # type: ignore[arg-type]
    run(g, f"truck {para}", "to 0108")
    assert where(g, para) == "0108"
    assert refused(field({"0101": f"{para}(d)"}, **edge), f"truck {para}") == "13.2.1"  # type: ignore[arg-type]
