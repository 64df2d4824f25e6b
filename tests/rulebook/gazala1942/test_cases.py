"""Cases in which chapters meet: several impulses, marks of a position, losses on the way."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import play, refused, scene, texts, words

AFRIKA = "AX-HQ-AFRIKA"


@pytest.mark.rule("gazala1942:7.6b")
def test_attacks_of_the_axis_do_not_count_in_an_allied_withdrawal() -> None:
    g = scene(
        "0505 AX-200(e) AX-361(e); 0506 AL-1SF; 0801 AX-HQ-XXI(e); 0604 AL-69-50; 0709 AL-HQ-50",
        "combat axis",
        impulse="AX-HQ-XXI",
        lines=("withdrawing", "cup AL-HQ-50"),
    )
    play(g, "attack 0506 with AX-200 go", "done", "none", "roll 4", "done")
    while g.phase != "movement":
        play(g, "AL-HQ-50" if g.phase == "draw" else min(texts(g)))
    play(g, "done")
    assert (g.phase, words(g, "attack")) == ("combat", {"0505"})
    play(g, "attack 0505 with AL-69-50 go", "none", "roll 1")
    while g.phase == "combat":
        play(g, min(texts(g)))
    assert g.state.attacks_turn == 1


@pytest.mark.rule("gazala1942:6.12b", "gazala1942:6.21a-b", "gazala1942:6.22")
def test_nobody_is_better_supplied_in_an_impulse_than_in_its_turn() -> None:
    """A position may mark the turn alone."""
    g = battlefield.scene(
        "0505 AX-200(en) AX-7B(ei) AX-361(eN) AX-1-18AA(en); 0506 AL-1SF; 0101 AX-HQ-XXI(e)",
        hq="AX-HQ-XXI",
    )
    assert battlefield.lines(g, "attack 0506 all")["9.21"] == ["2", "1", "2", "1"]


@pytest.mark.rule("gazala1942:4.34", "gazala1942:7.2a")
def test_an_hq_that_leaves_the_map_in_its_own_impulse() -> None:
    """Who was activated goes on; nobody else can be, and asking is no fault of the program."""
    g = scene(
        "0509 AL-HQ-50 AL-69-50; 0101 AL-KDG; 0102 AL-HQ-7ARM; 0901 AX-HQ-X; 0508 AX-1-21I",
        "activation allied",
        impulse="AL-HQ-50",
    )
    play(g, "done", "move AL-HQ-50 exit")
    assert refused(g, "move AL-KDG 0202") == "7.2a"
    play(g, "done")
    assert refused(g, "attack 0508 all support AL-HQ-50 go") == "10.12"
    play(g, "attack 0508 all go")
