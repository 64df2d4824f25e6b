"""Cases an outsider would try: stacking to retreats, rules that meet."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, hexes, kind, refused, run, where


@pytest.mark.rule("salerno43:13.3.2d", "salerno43:12.2g", "salerno43:10.1i")
@pytest.mark.parametrize(
    ("defender", "attackers", "die", "closed"),
    [
        ("GE-29PG-I15", "US-36-143", 4, False),  # DR2: Disrupted
        ("GE-29PG-I15(d)", "US-36-143", 4, True),  # DR2 once more: Full Retreat
        ("GE-29PG-71(d)", "US-36-143", 1, True),  # Dis
        ("GE-29PG-I15(r)", "US-36-143 US-36-142 US-36-1-142", 4, True),  # DR4
    ],
)
def test_ruling_a_retreat_into_full_retreat_enters_no_city_of_the_enemy(
    defender, attackers, die, closed
):
    g = field(
        {"0504": defender, "0503": attackers},
        phase="combat allied",
        terrain={"C": "0505"},
        lines="control 0505",
    )
    run(g, "attack 0504 from 0503 maf 36 go", f"roll {die}")
    if kind(g) == "stand":
        run(g, "fallback")
    assert kind(g) == "retreat"
    assert ("0505" in hexes(g, "retreat")) is not closed
    if closed:
        assert refused(g, "retreat 0505") == "13.3.2"


@pytest.mark.rule("salerno43:12.1.3c", "salerno43:12.2c", "salerno43:12.2d", "salerno43:12.2e")
@pytest.mark.parametrize(
    ("friend", "end"),
    [("GE-1FJ-I3", "0506"), ("GE-1FJ-I3(dy)", "0507"), ("", "eliminated")],
)
def test_a_friend_that_retreated_before_calms_its_hex_for_those_who_pass(friend, end):
    """Down a strip of land past 0606: 0505 and 0506 lie in its zone, 0507 does not."""
    strip = {"0503", "0504", "0505", "0506", "0507", "0508", "0606"}
    sea = {f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 9)} - strip
    units = {"0504": "GE-29PG-I15(d)", "0503": "US-36-143", "0606": "US-45-157"}
    if friend:
        units["0506"] = friend
    g = field(units, phase="combat allied", terrain={"~": " ".join(sorted(sea))})
    run(g, "attack 0504 with US-36-143 maf 36 go", "roll 3")
    assert where(g, "GE-29PG-I15") == end


@pytest.mark.rule("salerno43:13.3.3", "salerno43:5.3b")
@pytest.mark.parametrize("stack", ["GE-29PG-I15(f)", "GE-29PG-I15(f) GE-16Pz-IIb"])
def test_no_extended_movement_next_to_full_retreat_across_mountains(stack):
    """The tanks have no zone over the mountains, and the routed battalion has none at all."""
    g = field(
        {"0510": "US-36-143", "0505": stack},
        phase="movement allied",
        size=(9, 12),
        sides={"mountain": "0505/0506"},
    )
    assert refused(g, "move US-36-143 0510-0509-0508-0507-0506") == "13.3.3"
    alone = field(
        {"0510": "US-36-143", "0505": "GE-16Pz-IIb"},
        phase="movement allied",
        size=(9, 12),
        sides={"mountain": "0505/0506"},
    )
    run(alone, "move US-36-143 0510-0509-0508-0507-0506")
    assert where(alone, "US-36-143") == "0506"
