"""Cases in which chapters meet: several impulses, marks of a position, losses on the way."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import (
    PLAIN,
    has,
    index,
    plain,
    play,
    refused,
    rules,
    scene,
    steps,
    texts,
    where,
    words,
)

import grognard
from grognard import Game

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
    found = battlefield.lines(g, "attack 0506 all")
    assert found["9.21"] + found["9.74"] == ["2", "1", "2", "1"]


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


@pytest.mark.rule("gazala1942:9.21", "gazala1942:8.12", "gazala1942:7.3")
@pytest.mark.parametrize("phase", ["activation axis", "markers axis"])
def test_the_odds_of_an_attack_that_is_not_due(phase: str) -> None:
    """As if it were declared now, by either side, with the supply of the turn."""
    g = scene(
        "0505 AX-200 AX-1-21T; 0506 AL-69-50(n) AL-9L-1; 0801 AX-HQ-XXI; 0709 AL-HQ-50",
        phase,
        impulse="AX-HQ-XXI" if phase.startswith("activation") else "",
    )
    before = g.position
    assert g.odds("attack 0506 with AX-200").column == "1:3"
    assert battlefield.lines(g, "attack 0505 with AL-69-50")["9.21"] == ["3"]
    assert battlefield.shift(g, "attack 0505 with AL-69-50 support AL-HQ-50", "9.66") == 1
    assert battlefield.lines(g, "engage 0505 all")["8.13a"] == ["4", "6"]
    assert battlefield.no_odds(g, "attack 0505 with AL-9L-1") == "9.0b"
    assert g.position == before


@pytest.mark.rule("gazala1942:2.1c")
def test_a_zone_that_was_there_before_takes_nothing_back() -> None:
    g = scene(
        "0303 AX-65-101; 0306 AL-69-50; 0806 AL-150-50; 0801 AX-HQ-XX; 0909 AL-HQ-50",
        impulse="AX-HQ-XX",
        lines=("control axis 0303", "cup AL-HQ-50"),
    )
    controls = lambda h: g.state.controls(0, rules(g).board.index(h))  # noqa: E731
    assert not controls("0305")
    play(g, "move AX-65-101 0304", "done")
    assert controls("0305"), "the zone extended last"
    while g.phase != "movement":
        play(g, "AL-HQ-50" if g.phase == "draw" else "done")
    play(g, "move AL-150-50 0805", "stay")
    assert controls("0305"), "the Allied zone there is the old one"
    play(g, "move AL-69-50 0406", "stay")
    assert controls("0305")


@pytest.mark.rule("gazala1942:4.43", "gazala1942:10.3a")
@pytest.mark.parametrize(("mark", "asked"), [("", "allied"), ("(h)", "axis")])
def test_a_car_that_holds_a_hex_does_not_step_aside(mark: str, asked: str) -> None:
    g = scene(f"0503 AX-200; 0507 AL-KDG{mark}; 0801 AX-HQ-XXI; 0909 AL-HQ-50", impulse="AX-HQ-XXI")
    play(g, "move AX-200 0506")
    assert g.side == asked


@pytest.mark.rule("gazala1942:4.34", "gazala1942:4.42a")
@pytest.mark.parametrize(("start", "left", "leaves"), [("0503", 4, False), ("0502", 5, True)])
def test_leaving_the_map_out_of_a_zone_costs_half_the_allowance_more(
    start: str, left: int, leaves: bool
) -> None:
    """The brigade in 0601 has 0501 in its zone; an escarpment keeps it from 0502."""
    g = scene(
        f"{start} AX-200; 0601 AL-69-50; 0101 AX-HQ-XXI; 0909 AL-HQ-50",
        impulse="AX-HQ-XXI",
        board=plain("side cliff 0502/0601"),
    )
    play(g, "move AX-200 0501")
    assert where(g, "AX-200") == "0501"
    if leaves:
        assert g.state.points == 2 * left
        assert "exit" in texts(g)
    else:
        assert "exit" not in texts(g)


@pytest.mark.rule("gazala1942:6.12a", "gazala1942:7.22")
@pytest.mark.parametrize(("enemy", "level"), [("0904 AL-8T", 0), ("0504 AL-8T", 1)])
def test_within_range_but_the_line_is_longer(enemy: str, level: int) -> None:
    """Five hexes as the crow flies, six around the enemy; the range of the HQ is five."""
    g = scene(f"0502 AX-HQ-XXI; 0507 AX-200; {enemy}; 0909 AL-HQ-50", impulse="AX-HQ-XXI")
    assert has(g, "eligible", "AX-200")
    assert g.state.status(index(g, "AX-200")) == level


@pytest.mark.rule("gazala1942:7.4")
@pytest.mark.parametrize(("limit", "dropped"), [(1, True), (2, False)])
def test_no_marker_is_dropped_of_those_that_the_limit_allows(limit: int, dropped: bool) -> None:
    g = scene(
        "0101 AX-HQ-XXI; 0901 AL-HQ-50; 0902 AL-HQ-7ARM",
        "markers allied",
        turn=9,
        lines=(f"limits 0 {limit}",),
    )
    play(g, "put AL-HQ-50", "put AL-HQ-7ARM")
    assert g.decision is not None
    assert (g.decision.rule == "7.4") == dropped
    if not dropped:
        assert g.state.cup.bit_count() == 2


@pytest.mark.rule("gazala1942:7.2a", "gazala1942:3.0")
def test_who_did_nothing_may_wait_for_another_hq() -> None:
    g = scene(
        "0505 AL-KDG AL-4A; 0504 AL-HQ-50; 0506 AL-HQ-7ARM; 0101 AX-HQ-XXI",
        "activation allied",
        impulse="AL-HQ-50",
        lines=("cup AL-HQ-7ARM",),
    )
    play(g, "move AL-KDG 0605", "stay", "done")
    play(g, "AL-HQ-7ARM")
    assert words(g, "move") == {"AL-4A", "AL-HQ-7ARM"}
    assert refused(g, "move AL-KDG 0604") == "3.0"


def fight(units: str, *own: str, board: str = PLAIN) -> Game:
    """The combat phase of an Axis impulse, with counters of one's own."""
    text = ["grognard position 1", "game gazala1942", *own, board, "turn 4", "phase combat axis"]
    text += [f"impulse {AFRIKA}", *(part.strip() for part in units.split(";"))]
    return grognard.load("\n".join(text) + "\n", dice="asked")


STRONG = "unit AX-1-21I strength=100 reduced_strength=50"


@pytest.mark.rule("gazala1942:9.0b")
def test_a_vehicle_without_an_armor_factor_owes_no_armor_combat() -> None:
    g = fight("0505 AX-RCM(er) AX-3-21A(e); 0506 AL-3IND(r) AL-1R-1; 0101 AX-HQ-AFRIKA(e)")
    assert words(g, "attack") == {"0506"}
    assert refused(g, "attack 0506 with AX-3-21A go") == "9.0b"
    play(g, "attack 0506 with AX-RCM")


@pytest.mark.rule("gazala1942:9.33")
def test_who_has_no_strength_loses_nothing_before_the_others_are_gone() -> None:
    g = fight(
        "0505 AX-1-21I(e); 0506 AL-1SF AL-1R-1 AL-50-1; 0101 AX-HQ-AFRIKA(e)",
        STRONG,
        "unit AL-1SF strength=0",
    )
    play(g, "attack 0506 all go", "result -/3")
    assert words(g, "lose") == {"AL-1R-1", "AL-50-1"}
    assert refused(g, "lose AL-1SF") == "9.33"
    play(g, "lose AL-1R-1")
    assert where(g, "AL-50-1") == "eliminated", "the second step is his"
    assert where(g, "AL-1SF") == "0506"


@pytest.mark.rule("gazala1942:9.43")
def test_those_who_cannot_go_pay_together() -> None:
    """Escarpments all around: the foot retreat, the two tank units lose one step between them."""
    sides = [f"side cliff 0506/{h}" for h in ("0507", "0605", "0606", "0405", "0406")]
    g = fight(
        "0505 AX-1-21I(e); 0506 AL-69-50 AL-8T AL-4T; 0101 AX-HQ-AFRIKA(e)",
        STRONG,
        board=plain(*sides),
    )
    play(g, "attack 0506 all go", "result -/2", "lose AL-69-50", "retire", "retreat 0507")
    assert words(g, "lose") == {"AL-8T", "AL-4T"}
    told = play(g, "lose AL-4T")
    assert [e.rule for e in told if e.kind == "loss"] == ["9.43"]
    assert (steps(g, "AL-8T"), steps(g, "AL-4T")) == (2, 1)
    assert (where(g, "AL-69-50"), where(g, "AL-8T")) == ("0507", "0506")


@pytest.mark.rule("gazala1942:9.63a", "gazala1942:9.63b")
def test_marines_lead_tanks_but_do_not_stop_them() -> None:
    g = battlefield.scene(
        "0505 AL-9L-1(e) AL-1R-1(e); 0506 AX-HECKER AX-1-18AA; 0101 AL-HQ-1ARM(e)",
        "combat allied",
        hq="AL-HQ-1ARM",
        lines=("armor-targets 0506",),
    )
    assert battlefield.shift(g, "attack 0506 all", "9.63a") == 2
    assert battlefield.shift(g, "attack 0506 all", "9.63b") == 0
    g = battlefield.scene(
        "0505 AX-1-21T(e) AX-HECKER(e); 0506 AL-1SF; 0101 AX-HQ-AFRIKA(e)", hq=AFRIKA
    )
    assert battlefield.shift(g, "attack 0506 all", "9.63a") == 2


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:10.11a")
def test_the_marker_of_an_hq_lost_in_combat_goes_from_the_cup_to_the_track() -> None:
    g = battlefield.scene(
        "0505 AX-1-21I(e) AX-2-21I(e); 0506 AL-HQ-50; 0908 AL-HQ-1ARM; 0101 AX-HQ-AFRIKA(e)",
        hq=AFRIKA,
        lines=("cup AL-HQ-50 AL-HQ-1ARM", "count impulses 1", f"track axis {AFRIKA}"),
    )
    play(g, "attack 0506 all go", "none")
    told = play(g, "roll 6")
    assert [e.rule for e in told if e.kind == "reveal"] == ["10.13a"]
    assert rules(g).marker_names[g.state.tracks[1][0]] == "AL-HQ-50"
    assert g.state.cup.bit_count() == 1


@pytest.mark.rule("gazala1942:12.1")
def test_an_hq_neither_helps_nor_hinders_co_operation() -> None:
    four = "AX-1-21I AX-2-21I AX-1-15I AX-2-15I"
    for stack, amounts in ((f"{four} {AFRIKA}", ["+1"]), (f"{four[:-9]} {AFRIKA}", None)):
        g = battlefield.scene(
            f"0505 AL-69-50(e); 0506 {stack}; 0101 AL-HQ-50(e)",
            "combat allied",
            hq="AL-HQ-50",
            options="12.1",
        )
        assert battlefield.lines(g, "attack 0506 all").get("12.1") == amounts


@pytest.mark.rule("gazala1942:12.4")
def test_the_third_loss_is_the_owners_again() -> None:
    g = fight(
        "0505 AX-1-21I(e); 0506 AL-8T AL-4T AL-9L-1; 0101 AX-HQ-AFRIKA(e)", "options 12.4", STRONG
    )
    play(g, "attack 0506 all go", "result -/6")
    asked = []
    for _ in range(3):
        asked.append(g.side)
        play(g, min(texts(g)))
    assert asked == ["allied", "axis", "allied"]


@pytest.mark.rule("gazala1942:9.31b")
def test_a_battalion_in_place_of_a_brigade_has_attacked_too() -> None:
    g = scene(
        "0505 AL-69-50(e); 0506 AX-200 AX-361; 0101 AL-HQ-50(e); 0901 AX-HQ-XXI",
        "combat allied",
        impulse="AL-HQ-50",
        lines=("cup AL-HQ-7ARM", "count impulses 1"),
    )
    play(g, "attack 0506 all go")
    while g.side != "dice":
        play(g, "none")
    play(g, "roll 1")
    assert where(g, "AL-69-50-BN") == "0505"
    assert has(g, "acted", "AL-69-50-BN")
    assert has(g, "fought", "AL-69-50-BN")


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:4.43")
def test_parts_that_join_have_moved_or_hold_if_one_of_them_did() -> None:
    g = scene(
        "0505 AL-69-50(rh) AL-69-50-BN(m); 0601 AL-HQ-50; 0901 AX-HQ-XXI",
        "join allied",
        impulse="AL-HQ-50",
        lines=("cup AL-HQ-50",),
    )
    play(g, "join AL-69-50-BN")
    assert steps(g, "AL-69-50") == 3
    assert has(g, "moved", "AL-69-50")
    assert has(g, "held", "AL-69-50")


@pytest.mark.rule("gazala1942:10.86", "gazala1942:3.21b")
def test_after_a_breach_the_first_step_goes_through_it() -> None:
    g = scene(
        "0505 AX-1-15I AX-2-15I; 0501 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse=AFRIKA,
        board=plain("side minefield 0505/0506"),
    )
    play(g, "breach AX-1-15I across 0506", "roll 6", "move AX-1-15I")
    assert words(g, "to") == {"0506"}
    assert refused(g, "to 0504-0503") == "10.86"
    play(g, "to 0506", "stay", "move AX-2-15I")
    assert words(g, "to") == {"0504", "0506", "0604", "0605", "0404", "0405"}
