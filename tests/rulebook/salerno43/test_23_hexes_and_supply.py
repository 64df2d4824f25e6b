"""23.0 and S2.4: whose hex it is, and whose supply."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, real, state

from grognard.games.salerno43 import victory

RING = {
    "0503": "US-36-142",
    "0305": "US-36-141",
    "0307": "BR-46-128",
    "0507": "BR-46-138",
    "0705": "BR-46-139",
    "0707": "BR-56-169",
}


@pytest.mark.rule("salerno43:S2.4b", "salerno43:23.1.1a")
@pytest.mark.parametrize(
    ("control", "port", "points", "final"),
    [
        ("control 0505", {}, 0, 0),
        ("control", {}, 0, 2),
        ("control 0505 0302", {"port1": "0302"}, 2, 2),
    ],
)
def test_an_own_hex_without_supply_does_not_count_as_an_isolated_one(control, port, points, final):
    """Inside the Allied ring nobody else has a line; only a German hex counts for that at the end."""
    g = field(
        {**RING, "0908": "GE-16Pz-IIa"},
        features={"vp2": "0505", "N1": "0501", **port},
        lines=control,
        scenario="campaign",
    )
    assert victory.points(state(g)) == points
    assert victory.points(state(g), final=True) == final


@pytest.mark.rule("salerno43:23.1.1a", "salerno43:16.2.2b")
@pytest.mark.parametrize(("guard", "points"), [("", 0), ("BR-2Cdo", 2)])
def test_salerno_beside_a_german_counts_while_somebody_is_in_it(guard, points):
    """Its port is no source in a zone of control when vacant, and there is no other."""
    units = {"2808": "GE-16Pz-I64"} | ({"2707": guard} if guard else {})
    g = real(units, lines="control 2707")
    assert victory.points(state(g)) == points


@pytest.mark.rule("salerno43:23.2a", "salerno43:23.2b", "salerno43:3.0j")
@pytest.mark.parametrize(
    ("turn", "held", "winner"),
    [
        (4, "2707 2811 2407", None),
        (4, "2811", "german"),
        (4, "2707", None),
        (3, "", None),
        (6, "2707", "german"),
        (6, "2707 2811", None),
    ],
)
def test_the_benchmark_at_the_end_of_a_turn(turn, held, winner):
    """Turn 4 asks for 6 points, turn 6 for 7: five short, and the Germans have won."""
    g = real(
        {"2710": "BR-BH-Uncle", "3213": "GE-16Pz-I64"},
        turn=turn,
        phase="victory allied",
        lines=f"control {held}",
    )
    assert (g.outcome and g.outcome.winner) == winner
    assert (g.turn, g.phase) == ((turn, "victory") if winner else (turn + 1, "weather"))
