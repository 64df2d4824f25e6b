"""25.3 Limited supply from ports attacked: Salerno, and who draws on a port at all."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, hexes, kind, marked, refused, run, where

PZ, PG = "GE-16Pz-IIa", "GE-16Pz-I64"
FOUR = "US-36-143 US-45-179 US-3-30 US-3-15"


def check(units, **how):
    how.setdefault("features", {"port3": "0505"})
    return field(units, phase="supply allied", turn=3, options="25.3", size=(9, 12), **how)


@pytest.mark.rule("salerno43:25.3", "salerno43:18.4.4b")
@pytest.mark.parametrize(("foe", "asked"), [("0507", True), ("0508", False)])
def test_salerno_near_the_enemy_supplies_ten_points(foe, asked):
    """Ruling 21: twelve points of units on Salerno alone."""
    g = check({"0505": FOUR, foe: PG})
    assert (kind(g) == "port supply") is asked
    if asked:
        assert hexes(g, "short") == set(FOUR.split())
        assert refused(g, "done") == "25.3"


@pytest.mark.rule("salerno43:25.3", "salerno43:16.2.2b")
def test_a_port_in_a_zone_of_control_with_nobody_in_it_gives_nothing():
    g = check({"0503": FOUR, "0506": PG}, lines="control 0505")
    assert kind(g) != "port supply"
    assert all(marked(g, name, "oos") for name in FOUR.split())


@pytest.mark.rule("salerno43:25.3", "salerno43:21.6.3")
def test_who_dropped_this_turn_draws_on_no_port():
    units = {"0505": "US-36-143 US-45-179 US-3-30", "0504": "US-82-505(b)", "0507": PG}
    g = check(units)
    assert kind(g) != "port supply"
    assert not marked(g, "US-82-505", "oos")


@pytest.mark.rule("salerno43:25.3", "salerno43:18.4.3b")
def test_reduced_units_draw_what_they_would_take_to_land():
    """A Remnant counts one: 3 + 3 + 3 + 1."""
    g = check({"0505": "US-36-143 US-45-179 US-3-30 US-3-15(rr)", "0507": PG})
    assert kind(g) != "port supply"


@pytest.mark.rule("salerno43:25.3", "salerno43:16.5.1a")
def test_who_goes_without_is_not_isolated():
    g = check({"0505": FOUR, "0507": PG, "0906": PZ})
    run(g, "short US-3-30")
    assert marked(g, "US-3-30", "oos")
    assert not marked(g, "US-3-30", "red")
    assert where(g, "US-3-30") == "0505"
