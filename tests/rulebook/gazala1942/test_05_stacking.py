"""5.0 Stacking."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import index, play, scene, texts, where, words

from grognard import Game
from grognard.games.gazala1942 import stacking

BNS = ("AX-1-15I", "AX-2-15I", "AX-3-15I", "AX-1-21I", "AX-2-21I", "AX-1-15T")


def fits(*units: str) -> bool:
    g = scene("0101 AX-HQ-AFRIKA; 0909 AL-KDG", impulse="AX-HQ-AFRIKA")
    return stacking.fits(g.state, [index(g, unit) for unit in units])


@pytest.mark.rule("gazala1942:5.1a")
def test_five_units_one_of_them_a_brigade() -> None:
    assert fits(*BNS[:5])
    assert not fits(*BNS)
    assert fits(*BNS[:4], "AX-65-101")
    assert not fits(*BNS[:5], "AX-65-101")
    assert not fits("AX-65-101", "AX-85-60")


@pytest.mark.rule("gazala1942:5.1b")
def test_two_brigades_of_one_formation_and_a_battalion() -> None:
    assert fits("AX-65-101", "AX-66-101", BNS[0])
    assert not fits("AX-65-101", "AX-66-101", *BNS[:2])
    assert not fits("AL-1FR", "AL-2FR"), "independent brigades have no formation"
    assert not fits("AX-65-101", "AX-66-101", "AX-8-132B")


@pytest.mark.rule("gazala1942:5.1c")
def test_one_headquarters_is_free_the_next_a_battalion() -> None:
    assert fits(*BNS[:5], "AX-HQ-XX")
    assert not fits(*BNS[:5], "AX-HQ-XX", "AX-ROMMEL")
    assert fits(*BNS[:4], "AX-HQ-XX", "AX-ROMMEL")


def warned(g: Game, verb: str = "done") -> list[str]:
    """What the end of the movement would cost, or of a march."""
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    return [
        str(said) for action in ask.actions if action.verb == verb for said in ask.outcome(action)
    ]


@pytest.mark.rule("gazala1942:5.2")
def test_at_the_end_of_movement_the_opponent_removes_the_excess_of_the_active_side() -> None:
    stack = " ".join(BNS[:5])
    over = "0808 AL-KDG AL-7A AL-3A AL-6A AL-4A AL-42T"
    g = scene(f"0203 {stack}; 0202 AX-1-15T AX-HQ-AFRIKA; {over}", impulse="AX-HQ-AFRIKA")
    assert warned(g) == []
    g.play("move AX-1-15T 0203")
    assert warned(g, "stay") == ["over the stacking limit, the enemy removes units: 0203"]
    g.play("stay")
    assert warned(g) == ["over the stacking limit, the enemy removes units: 0203"]
    g.play("done")
    assert (g.side, g.decision.rule if g.decision else "") == ("allied", "5.2")
    assert texts(g) == {f"lose {unit}" for unit in BNS}
    g.play("lose AX-1-15T")
    assert where(g, "AX-1-15T") == "eliminated"
    assert g.phase != "movement-excess", "only the active side so far"


@pytest.mark.rule("gazala1942:5.2")
def test_at_the_end_of_combat_both_sides_are_checked() -> None:
    over = "0808 AL-KDG AL-7A AL-3A AL-6A AL-4A AL-42T"
    g = scene(f"0202 AX-HQ-AFRIKA; {over}", "combat-excess axis", impulse="AX-HQ-AFRIKA")
    assert (g.side, len(texts(g))) == ("axis", 6)
    g.play("lose AL-42T")
    assert where(g, "AL-42T") == "eliminated"


@pytest.mark.rule("gazala1942:5.2")
def test_two_brigades_of_different_formations_are_one_too_many() -> None:
    g = scene(
        "0303 AX-65-101 AX-85-60 AX-1-15I; 0909 AL-KDG", "movement-excess axis", impulse="AX-HQ-XX"
    )
    assert texts(g) == {"lose AX-65-101", "lose AX-85-60"}


@pytest.mark.rule("gazala1942:13.32d")
def test_a_set_up_over_the_limit_is_spared_until_the_first_own_movement_is_over() -> None:
    over = "0303 " + " ".join(BNS)
    g = scene(
        f"{over}; 0909 AL-KDG AL-HQ-50",
        "combat-excess allied",
        impulse="AL-HQ-50",
        lines=["crowded 0303"],
    )
    assert g.decision is None or g.decision.kind != "excess"
    g = scene(
        f"{over}; 0101 AX-HQ-X; 0909 AL-KDG",
        "movement axis",
        impulse="AX-HQ-X",
        lines=["crowded 0303"],
    )
    if g.decision is not None and g.decision.kind == "move":
        assert warned(g) == ["over the stacking limit, the enemy removes units: 0303"]
        g.play("done")
    assert (g.side, g.decision.kind if g.decision else "") == ("allied", "excess")


@pytest.mark.rule("gazala1942:5.2", "gazala1942:13.32d")
def test_a_hex_that_was_set_up_too_full_is_spared_until_its_own_side_has_moved() -> None:
    g = scene(
        "0505 AX-1-1-90 AX-2-1-90 AX-3-1-90 AX-1-2-90 AX-2-2-90 AX-3-2-90; 0101 AX-HQ-AFRIKA;"
        " 0808 AL-BY-1 AL-10H-1 AL-2H-1 AL-4Y-1 AL-9L-1 AL-3Y-1; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
        lines=["crowded 0505 0808"],
    )
    play(g, "done")
    assert words(g, "lose") == {f"AX-{n}-{m}-90" for n in (1, 2, 3) for m in (1, 2)}
    told = play(g, "lose AX-1-1-90")
    assert g.turn == 5, "the Allied hex is not asked for at the end of combat"
    assert [event.kind for event in told].count("eliminated") == 1
