"""18.0 Naval movement: what a unit is offered by sea is what it may do."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, hexes, real, refused, run, where

PZ, PG = "GE-16Pz-IIa", "GE-16Pz-I64"
RANGERS, BN = "US-Rgr-1", "US-36-1-142"


def told(g, name):
    """The whole orders that are offered for a unit."""
    return {action.text for action in g.legal_actions.of(name)}


@pytest.mark.rule("salerno43:18.4.5b", "salerno43:18.4.2a")
def test_a_landed_unit_is_offered_no_second_voyage():
    g = field(
        {"0505": "US-BH-Red", "0101": "US-BH-Blue", "0908": PZ},
        phase="movement allied",
        lines=f"reserve {RANGERS}",
    )
    assert {f"move {RANGERS} sail 0505", f"move {RANGERS} sail 0101"} <= told(g, RANGERS)
    run(g, f"move {RANGERS} sail 0505")
    assert not any("sail" in order for order in told(g, RANGERS))
    assert refused(g, "sail 0101") == "18.4.5"


@pytest.mark.rule("salerno43:5.7e", "salerno43:18.4.2a", "salerno43:18.4.5b")
@pytest.mark.parametrize(("name", "sails"), [(RANGERS, True), (BN, False)])
def test_over_the_mountain_and_then_to_sea(name, sails):
    """Who would be half effective twice may not sail; Rangers are not made so by the sea."""
    g = field(
        {"0504": name, "0505": "US-BH-Red", "0101": "US-BH-Blue", "0908": PZ},
        phase="movement allied",
        sides={"mountain": "0504/0505"},
    )
    run(g, f"move {name} to 0505")
    assert ("0101" in hexes(g, "sail")) is sails


@pytest.mark.rule("salerno43:19.2", "salerno43:23.1.4c")
def test_who_may_not_move_is_offered_nothing():
    g = real({"2202": "GE-1FJ-III1", "3012": PG, "2616": BN}, turn=2)
    assert told(g, "GE-1FJ-III1") == {"flee GE-1FJ-III1"}
    north = field(
        {"N1": f"{BN} {PG}", "0908": RANGERS},
        phase="movement allied",
        features={"N1": "0501"},
    )
    assert not told(north, BN)


@pytest.mark.rule("salerno43:18.4.5b", "salerno43:5.3a")
def test_only_tactical_movement_goes_on_by_sea():
    """A first hex on foot leaves the sea open; two do not."""
    g = field(
        {"0503": BN, "0505": "US-BH-Red", "0101": "US-BH-Blue", "0908": PZ},
        phase="movement allied",
    )
    run(g, f"move {BN} to 0504", "to 0505")
    assert not hexes(g, "sail")
    near = field(
        {"0504": BN, "0505": "US-BH-Red", "0101": "US-BH-Blue", "0908": PZ},
        phase="movement allied",
    )
    run(near, f"move {BN} to 0505", "sail 0101")
    assert where(near, BN) == "0101"


@pytest.mark.rule("salerno43:23.1.4b", "salerno43:21.2.3")
def test_a_stack_order_in_a_shared_area_moves_the_own_units():
    g = field({"N1": f"{BN} {PG}", "0908": RANGERS}, features={"N1": "0501"})
    run(g, "move N1 0501")
    assert (where(g, PG), where(g, BN)) == ("0501", "N1")


@pytest.mark.rule("salerno43:18.4.4a", "salerno43:18.4.5a")
def test_a_beachhead_ships_out_three_points_and_then_takes_nobody():
    g = field(
        {"0505": "US-BH-Red US-36-142 US-36-141 US-Tk-191", "0908": PZ},
        phase="movement allied",
        lines=f"reserve {BN}",
    )
    run(g, "move US-36-142 sail Reserve", "move US-36-141")
    assert refused(g, "sail Reserve") == "18.4.4"
    run(g, "stay", "move US-Tk-191 sail Reserve")
    assert where(g, "US-Tk-191") == "reserve"
    assert refused(g, f"move {BN}") == "18.4.4"


@pytest.mark.rule("salerno43:18.4.3a", "salerno43:18.4.5d", "salerno43:18.4.4c")
def test_twelve_points_bind_only_landings_from_the_reserve():
    g = field(
        {"0505": f"US-BH-Red {BN}", "0101": "US-BH-Blue", "0901": RANGERS, "0908": PZ},
        phase="movement allied",
        features={"port1": "0901"},
        lines="landing 12 0\nvoyage 0901 US-36-143\nreserve US-Tk-191",
    )
    assert refused(g, "move US-Tk-191") == "18.4.3"
    run(g, f"move {BN} sail 0101")
    assert where(g, BN) == "0101"
    run(g, "move US-36-143 sail 0901")
    assert where(g, "US-36-143") == "0901"


@pytest.mark.rule("salerno43:24.4.3")
def test_nobody_embarks_at_sugar_beach():
    g = real(
        {"2710": "BR-BH-Uncle", "2711": "BR-56-169", "3012": PG}, turn=1, phase="movement allied"
    )
    run(g, "move BR-56-169")
    assert not hexes(g, "sail")
    assert refused(g, "sail 2710") == "24.4.3"


@pytest.mark.rule("salerno43:18.4.5a", "salerno43:18.4.1")
def test_who_is_in_no_harbour_does_not_sail():
    g = field(
        {"0503": BN, "0505": "US-BH-Red", "0101": "US-BH-Blue", "0908": PZ},
        phase="movement allied",
    )
    run(g, f"move {BN}")
    assert refused(g, "sail 0505") == "18.4.5"
    assert refused(g, "sail 0303") == "18.4"
