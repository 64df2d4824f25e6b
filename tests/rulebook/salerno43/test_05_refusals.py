"""Moves whose refusals once named the wrong rule, and orders that the enemy's retreats interrupt."""

from __future__ import annotations

import pytest
from tests.rulebook.salerno43.field import field, kind, refused, run, where

PZ, PG, REC = "GE-16Pz-IIa", "GE-16Pz-I64", "GE-16Pz-Dor"
PARA = "GE-1FJ-II3"
US142, US141 = "US-36-142", "US-36-141"


@pytest.mark.rule("salerno43:13.3.2e", "salerno43:5.1a")
def test_an_order_ends_where_the_enemy_has_to_answer() -> None:
    """A unit in Full Retreat falls back as the other passes: the move goes on after its answer."""
    g = field({"0301": REC, "0404": f"{US142}(f)"}, size=(9, 12))
    assert f"move {REC} to 0305" in {a.text for a in g.legal_actions.of(REC)}
    events = g.play(f"move {REC} 0302-0303-0304-0305")
    assert events[-1].kind == "dropped"
    assert (where(g, REC), kind(g)) == ("0303", "retreat")
    while kind(g) == "retreat":
        g.play(max(a.text for a in g.legal_actions))
    assert kind(g) == "step"
    assert where(run(g, "to 0304", "to 0305"), REC) == "0305"


@pytest.mark.rule("salerno43:13.3.2e")
def test_what_may_be_ordered_is_not_refused_for_the_enemys_answer() -> None:
    g = field({"0301": REC, "0404": f"{US142}(f)"}, size=(9, 12))
    assert g.legal_actions.why_not(f"move {REC} 0302-0303-0304") is None


@pytest.mark.rule("salerno43:5.1d")
def test_nothing_is_ordered_past_the_end_of_a_phase() -> None:
    g = field({"0301": REC, "0508": US142}, size=(9, 12))
    assert refused(g, f"done move {US142} 0507") == "5.1"
    assert where(g, REC) == "0301"


@pytest.mark.rule("salerno43:5.3b", "salerno43:13.3.3")
@pytest.mark.parametrize(("mark", "rule"), [("", "5.3b"), ("(f)", "13.3.3")])
def test_the_next_hex_is_closed_to_extended_movement(mark: str, rule: str) -> None:
    """Three points are spent; a fourth would be Extended Movement."""
    g = field({"0301": PARA, "0306": f"{US142}{mark}"}, size=(9, 12))
    run(g, f"move {PARA} 0304")
    assert refused(g, "to 0305") == rule


@pytest.mark.rule("salerno43:13.3.2b", "salerno43:5.1a")
def test_a_unit_in_full_retreat_without_points_is_told_so() -> None:
    g = field({"0301": f"{PARA}(f)", "0909": US142}, size=(9, 12), terrain={"w": "0308"})
    run(g, f"move {PARA} 0301-0302-0303-0304-0305-0306-0307")
    assert where(g, PARA) == "0307"
    g = field({"0301": f"{PARA}(f)", "0909": US142}, size=(9, 12), terrain={"w": "0307"})
    run(g, f"move {PARA} 0306")
    assert refused(g, "to 0307") == "5.1"


@pytest.mark.rule("salerno43:6.2a", "salerno43:13.2.1a")
def test_a_disrupted_unit_two_hexes_away_is_told_what_stops_it() -> None:
    units = {"0301": f"{PARA}(d)", "0403": "US-Tk-191"}
    g = field(units, size=(9, 12))
    assert refused(g, f"move {PARA} 0303") == "6.2"
    assert refused(g, f"move {PARA} 0307") == "13.2.1"


@pytest.mark.rule("salerno43:5.7e", "salerno43:5.5b")
def test_a_half_effective_vehicle_is_told_why_it_may_not_cross() -> None:
    river = {"river": "0301/0302"}
    for mark, rule in (("(h)", "5.7e"), ("", "")):
        g = field({"0301": f"{PZ}{mark}", "0909": US142}, size=(9, 12), sides=river)
        refusal = g.legal_actions.why_not(f"move {PZ} 0301-0302")
        assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("salerno43:5.4a")
def test_tactical_movement_out_of_an_entry_area_has_its_limit_too() -> None:
    g = field({"N1": REC, "0908": US142}, features={"N1": "0501"}, size=(9, 12))
    assert refused(g, f"tactical {REC} 0508") == "5.4"
    g.play(f"move {REC}")
    for far in ("tactical 0508", "tactical 0508-0608"):
        assert refused(g, far) == "5.4"


@pytest.mark.rule("salerno43:5.1a")
def test_a_stack_that_is_not_there_or_has_moved_is_told_so() -> None:
    g = field({"0404": f"{PG}(m) {PZ}(m)", "0808": US142, "0606": REC})
    for place, why in (
        ("0505", "there is no unit of yours in 0505"),
        ("0808", "there is no unit of yours in 0808"),
        ("0404", f"{PG} may not move any more this phase"),
    ):
        refusal = g.legal_actions.why_not(f"move {place} 0506")
        assert refusal is not None
        assert (refusal.rule, str(refusal.reason)) == ("5.1", why)
