"""What a last reading of the rulebook, chapter by chapter, found untried."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.rulebook.gazala1942 import tabletop
from tests.rulebook.gazala1942.battlefield import always, plain, play, refused, scene

HEADS = "0101 AX-HQ-X; 0909 AL-HQ-50"


@pytest.mark.rule("gazala1942:9.72")
def test_a_hex_whose_units_have_all_been_attacked_is_not_attacked_again() -> None:
    g = scene(f"0505 AX-19-27(e); 0506 AL-1FR(b); 0605 AL-2FR(r); {HEADS}")
    assert refused(g, "attack 0506 all go") == "9.72"
    beside = scene(f"0505 AX-19-27(e); 0506 AL-1FR(b) AL-1R-1; 0605 AL-2FR(r); {HEADS}")
    ledger = beside.odds("attack 0506 all")
    assert [str(line.what) for line in ledger.lines if line.rule == "9.22"] == ["defense: AL-1R-1"]


@pytest.mark.rule("gazala1942:4.12", "gazala1942:4.42b")
def test_reach_tells_the_whole_cost_of_the_one_hex_that_is_always_possible() -> None:
    g = tabletop.scene(
        "0202 AX-1-21I(i); 0203 AL-150-50; 0101 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
    )
    reach = g.reach("AX-1-21I")
    assert {h: way.cost for h, way in reach.items()} == {"0102": "6", "0201": "6", "0302": "6"}
    assert reach["0201"] == g.cost("AX-1-21I", "0201")


@pytest.mark.rule("gazala1942:9.54")
def test_a_unit_sent_forward_is_in_the_hex_attacked(tmp_path: Path) -> None:
    units = "0505 AX-9B(e); 0506 AL-HQ-50; 0808 AL-69-50; 0101 AX-HQ-X"
    g = scene(units, data=always("-/4", tmp_path))
    play(g, "attack 0506 all go", "roll 6", "send AX-9B")
    refusal = g.legal_actions.why_not("advance 0506")
    assert refusal is not None
    assert (refusal.rule, str(refusal.reason)) == ("9.54", "AX-9B is in 0506 already")


@pytest.mark.rule("gazala1942:10.85a")
def test_an_engineer_that_assisted_does_not_work_alone() -> None:
    g = tabletop.scene(
        "0505 AX-65-101 AX-66-101 AX-34E; 0101 AX-HQ-XX; 0909 AL-HQ-50",
        impulse="AX-HQ-XX",
        board=plain("side minefield 0505/0506"),
    )
    play(g, "breach AX-65-101 across 0506 assist AX-34E", "roll 2")
    assert refused(g, "breach AX-34E across 0506") == "10.85a"


@pytest.mark.rule("gazala1942:4.43", "gazala1942:10.3a")
@pytest.mark.parametrize(("car", "asked"), [("AL-KDG", "allied"), ("AL-KDG(h)", "axis")])
def test_a_car_that_holds_a_hex_does_not_step_aside(car: str, asked: str) -> None:
    units = f"0502 AX-200; 0505 {car}; 0101 AX-HQ-XXI; 0909 AL-HQ-50"
    g = tabletop.scene(units, impulse="AX-HQ-XXI")
    play(g, "move AX-200 0503-0504")
    assert g.decision is not None
    assert g.decision.side == asked


@pytest.mark.rule("gazala1942:4.43", "gazala1942:10.6b")
@pytest.mark.parametrize("parts", ["AL-7-7(rh) AL-7-7-BN", "AL-7-7(r) AL-7-7-BN(h)"])
def test_a_brigade_holds_the_hex_that_a_part_of_it_held_before_they_joined(parts: str) -> None:
    g = tabletop.scene(
        f"0505 {parts}; 0101 AX-HQ-X; 0909 AL-HQ-7ARM AL-HQ-50",
        "join allied",
        impulse="AL-HQ-7ARM",
        lines=["cup AL-HQ-50"],
    )
    play(g, "join AL-7-7-BN")
    assert tabletop.where(g, "AL-7-7-BN") == "spare"
    assert tabletop.has(g, "held", "AL-7-7")
