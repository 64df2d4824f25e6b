"""What lasts for an impulse, what for a turn, and the edges of single rules."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import (
    REAL,
    has,
    index,
    plain,
    play,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game

AFRIKA = "AX-HQ-AFRIKA"

# -- what ends with the impulse


def next_impulse(units: str, *lines: str, board: str = "") -> Game:
    """The marker of the Afrika Korps is drawn after another impulse of this turn."""
    g = scene(
        f"0101 {AFRIKA}; 0909 AL-HQ-50; {units}",
        "draw axis",
        lines=[f"cup {AFRIKA}", "count impulses 1 attacks 2", *lines],
        board=board or plain(),
    )
    play(g, AFRIKA)
    assert g.phase == "movement"
    return g


@pytest.mark.rule("gazala1942:8.5", "gazala1942:9.72", "gazala1942:9.73")
def test_attacks_of_another_impulse_do_not_count() -> None:
    """Two attacks were made; the hex was attacked, with armor too, and so were its units."""
    g = next_impulse(
        "0505 AX-1-15I AX-1-15T; 0506 AL-69-50(b)", "armor-targets 0506", "targets 0506"
    )
    play(g, "done")
    assert words(g, "engage") == {"0506"}
    play(g, "done")
    assert words(g, "attack") == {"0506"}
    assert refused(g, "attack 0506 with AX-1-15T go") == "9.0b", "that armor combat is over"
    assert battlefield.lines(g, "attack 0506 with AX-1-15I")["9.22"] == ["6"]


@pytest.mark.rule("gazala1942:10.84", "gazala1942:10.2c4", "gazala1942:4.0")
def test_what_a_unit_did_in_another_impulse_does_not_hinder_it_in_its_second() -> None:
    """It moved and tried to breach with Rommel; now its own HQ activates it."""
    g = next_impulse("0505 AX-1-15I(owtm)", board=plain("side minefield 0505/0506"))
    assert {"move AX-1-15I", "breach AX-1-15I"} <= texts(g)


# -- what ends with the turn


def next_turn(units: str, *lines: str) -> Game:
    """The turn ends; the new one is played up to the first impulse of the Afrika Korps."""
    g = scene(
        f"0101 {AFRIKA}; 0102 AX-HQ-X; 0909 AL-HQ-50; {units}",
        "end axis",
        lines=lines,
    )
    assert g.turn == 5
    while g.phase != "draw":
        if g.side == "dice":
            play(g, "1")
        elif words(g, "put"):
            play(g, f"put {min(words(g, 'put'))}")
        else:
            play(g, "pass" if "pass" in texts(g) else "done")
    play(g, AFRIKA)
    return g


@pytest.mark.rule("gazala1942:3.0", "gazala1942:4.43", "gazala1942:10.2c4")
@pytest.mark.parametrize("mark", ["u", "m", "h", "uo"])
def test_a_new_turn_forgets_who_was_activated_moved_or_held(mark: str) -> None:
    g = next_turn(f"0505 AX-1-15I({mark})")
    assert "AX-1-15I" in words(g, "move")
    assert not any(has(g, name, "AX-1-15I") for name in ("used", "used_rommel", "moved", "held"))


@pytest.mark.rule("gazala1942:7.6b")
def test_a_new_turn_forgets_the_withdrawal() -> None:
    g = next_turn("0505 AL-69-50", "withdrawing", "count withdrawals 1 attacks_turn 1")
    assert (g.state.withdrawing, g.state.attacks_turn) == (False, 0)
    assert g.state.withdrawals == 1


# -- movement


@pytest.mark.rule("gazala1942:4.43")
def test_one_friend_held_is_enough_for_all_who_come() -> None:
    g = scene(
        "0303 AX-200 AX-361; 0203 AX-33E AX-34E; 0304 AL-69-50; 0101 AX-HQ-XXI",
        impulse="AX-HQ-XXI",
    )
    play(g, "move AX-200 0203", "hold AX-34E", "move AX-361 0203")
    assert g.decision is not None
    assert g.decision.kind != "hold"
    assert not has(g, "held", "AX-33E")


@pytest.mark.rule("gazala1942:11.11b", "gazala1942:4.42a")
def test_entering_in_an_enemy_zone_costs_one_more() -> None:
    g = scene(
        "1810 AL-HQ-50(e); 1833 AX-200",
        "movement allied",
        impulse="AL-HQ-50",
        board=REAL,
        turn=3,
        lines=["later AL-4T", "control axis 0101"],
    )
    play(g, "enter AL-4T", "at 1934")
    assert g.state.points == 2 * (7 - 1) - 1


@pytest.mark.rule("gazala1942:10.86", "gazala1942:4.34")
def test_who_has_breached_goes_through_the_breach_and_not_off_the_map() -> None:
    g = scene(
        "0501 AX-1-15I; 0101 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse=AFRIKA,
        board=plain("side minefield 0501/0502"),
    )
    play(g, "breach AX-1-15I across 0502", "roll 6", "move AX-1-15I")
    assert texts(g) == {"to 0502", "stay"}


# -- armored cars that step aside


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:4.43")
def test_a_car_that_stepped_aside_has_moved() -> None:
    g = scene("0303 AX-1-15I; 0305 AL-KDG; 0101 AX-HQ-AFRIKA", impulse=AFRIKA)
    play(g, "move AX-1-15I 0304", "dodge 0306")
    assert has(g, "moved", "AL-KDG")


@pytest.mark.rule("gazala1942:10.3b", "gazala1942:7.6b")
def test_in_a_withdrawal_no_car_steps_directly_west() -> None:
    g = scene(
        "0307 AX-1-15I; 0305 AL-KDG; 0101 AX-HQ-AFRIKA", impulse=AFRIKA, lines=["withdrawing"]
    )
    play(g, "move AX-1-15I 0306")
    assert words(g, "dodge") == {"0204", "0205", "0404", "0405"}
    assert refused(g, "dodge 0304") == "7.6b"


@pytest.mark.rule("gazala1942:10.3b", "gazala1942:10.83")
def test_a_car_does_not_step_aside_over_mines_or_down_an_escarpment() -> None:
    sides = ["side minefield 0305/0404", "side cliff 0305/0204", "side minefield 0305/0205"]
    g = scene(
        "0307 AL-69-50; 0305 AX-RCM; 0909 AL-HQ-50",
        "activation allied",
        impulse="AL-HQ-50",
        board=plain(*sides),
        lines=["breached 0305-0205"],
    )
    play(g, "done", "move AL-69-50 0306")
    assert words(g, "dodge") == {"0304"}, "the rest lies in the brigade's zone or behind hexsides"
    assert refused(g, "dodge 0404") == "10.83"
    assert refused(g, "dodge 0204") == "10.3b"


# -- losses, retreats and advances

STRONG = "unit AX-1-21I strength=100 reduced_strength=50"
AROUND = ("0507", "0606", "0406", "0605", "0405")
"""The hexes around 0506 but 0505."""


def assault(units: str, *own: str, options: str = "") -> Game:
    """A strong attack from 0505 by the Afrika Korps."""
    return battlefield.scene(
        f"0505 AX-1-21I(e); 0101 {AFRIKA}(e); {units}",
        hq=AFRIKA,
        options=options,
        board=plain(STRONG, *own),
    )


@pytest.mark.rule("gazala1942:9.42")
def test_a_brigade_may_shrink_to_find_room_for_its_retreat() -> None:
    """Brigades of other formations all around leave room for a battalion each."""
    others = ("AL-1-1SA", "AL-2-1SA", "AL-3-1SA", "AL-1FR", "AL-4-2SA")
    ring = "; ".join(f"{h} {unit}" for h, unit in zip(AROUND, others, strict=True))
    g = assault(f"0506 AL-69-50 AL-150-50; {ring}")
    play(g, "attack 0506 all go", "result -/4", "lose AL-69-50", "lose AL-150-50", "retire")
    assert texts(g) == {"lose AL-69-50", "lose AL-150-50", "remain"}
    play(g, "lose AL-69-50", "retreat 0507")
    assert where(g, "AL-69-50-BN") == "0507"
    while words(g, "retreat"):
        play(g, min(texts(g)))
    play(g, "remain")
    assert where(g, "AL-150-50") == "spare", "two hexes owed are its two steps"
    assert where(g, "AL-150-50-BN") == "eliminated"


@pytest.mark.rule("gazala1942:9.42", "gazala1942:9.43")
def test_who_would_find_no_room_as_a_battalion_either_is_not_asked() -> None:
    """Motorized, with escarpments all around and one hex that is full."""
    full = "AL-3-7 AL-5-7 AL-8H-7 AL-1KR-7 AL-42T"
    g = assault(f"0506 AL-201-1; 0507 {full}", *(f"side cliff 0506/{h}" for h in AROUND[1:]))
    play(g, "attack 0506 all go", "result 1/2")
    assert where(g, "AL-201-1-BN") == "0506", "two steps are lost, the second by 9.43"


@pytest.mark.rule("gazala1942:9.34", "gazala1942:9.31b")
def test_two_brigades_have_one_battalion_counter_between_them() -> None:
    """All others of their kind are on the map, so three steps are all there is."""
    names = ("1-1SA", "2-1SA", "3-1SA", "151-50", "69-50", "6-2SA")
    out = "; ".join(f"09{n:02d} AL-{name}-BN" for n, name in enumerate(names, 1))
    g = assault(f"0506 AL-150-50(r) AL-4-2SA(r); {out}; 0809 AL-HQ-50")
    from grognard.games.gazala1942 import results

    pair = [index(g, "AL-150-50"), index(g, "AL-4-2SA")]
    both = results.capacity(g.state, pair)
    g.state.put(index(g, "AL-150-50-BN"), g.rules.board.index("0101"))
    assert (both, results.capacity(g.state, pair)) == (4, 3)


@pytest.mark.rule("gazala1942:9.51", "gazala1942:9.43")
def test_the_hexes_that_the_eliminated_still_owed_are_advanced() -> None:
    """Shut in by zones they lose one step of the three hexes that they owe, and are gone: two are left."""
    g = assault("0506 AL-8T AL-1R-1 AL-1SF; 0604 AX-200; 0607 AX-361; 0404 AX-85-60; 0407 AX-86-60")
    play(g, "attack 0506 all go", "result -/6")
    while g.side == "allied":
        play(g, min(texts(g)))
    assert where(g, "AL-8T") == "eliminated"
    play(g, "send AX-1-21I")
    assert words(g, "advance") == set(AROUND)
    play(g, "advance 0507")
    assert g.decision is None or g.decision.kind != "advance to", "two hexes, not three"


@pytest.mark.rule("gazala1942:9.53", "gazala1942:5.3")
def test_an_advance_may_pass_through_a_full_hex_but_not_end_there() -> None:
    """A regiment of another formation is in the hex attacked."""
    g = assault("0605 AX-200(e) AX-19-27; 0506 AL-8T AL-1SF; 0604 AX-361")
    play(g, "attack 0506 with AX-1-21I go", "result -/6")
    while g.side == "allied":
        play(g, min(texts(g)))
    play(g, "send AX-200 stop", "send AX-19-27")
    assert where(g, "AX-19-27") == "0506"
    assert refused(g, "stop") == "9.53"
    play(g, "advance 0507")
    assert where(g, "AX-19-27") == "0507"


@pytest.mark.rule("gazala1942:9.41a")
def test_a_retreat_does_not_return_to_a_hex_it_has_left() -> None:
    """A dead end: from 0507 only 0506 lies open, and the tanks came from there."""
    ends = [f"side cliff 0507/{h}" for h in ("0508", "0606", "0607", "0406", "0407")]
    g = assault("0506 AL-8T AL-4T", *(f"side cliff 0506/{h}" for h in AROUND[1:]), *ends)
    play(g, "attack 0506 all go", "result -/4", "lose AL-8T", "lose AL-4T", "retire")
    assert where(g, "AL-8T") in ("0507", "eliminated")
    assert "0506" not in (where(g, "AL-8T"), where(g, "AL-4T"))


@pytest.mark.rule("gazala1942:9.61a", "gazala1942:9.52")
@pytest.mark.parametrize(("side", "fought"), [("", True), ("side cliff 0506/0605", False)])
def test_who_has_advanced_behind_an_escarpment_does_not_attack_on_wheels(
    side: str, fought: bool
) -> None:
    """Named for the second attack, it advances after the first one."""
    g = battlefield.scene(
        f"0505 AX-1-21I(e) AX-2-21I(e); 0101 {AFRIKA}(e); 0506 AL-1SF; 0605 AL-1R-1",
        hq=AFRIKA,
        board=plain(STRONG, *([side] if side else [])),
    )
    play(g, "attack 0506 with AX-1-21I go", "attack 0605 with AX-2-21I go", "fight 0506", "roll 6")
    play(g, "send AX-2-21I stop", "done")
    assert (g.side == "dice") == fought


# -- brigades and their parts


@pytest.mark.rule("gazala1942:10.6b")
def test_a_stand_in_does_not_join_while_the_own_battalion_is_on_the_map() -> None:
    units = "0505 AL-69-50(r) AL-151-50-BN; 0601 AL-HQ-50; 0901 AX-HQ-XXI; 0909 AL-150-50"
    g = scene(units, "join allied", impulse="AL-HQ-50")
    assert words(g, "join") == {"AL-151-50-BN"}
    g = scene(f"{units}; 0605 AL-69-50-BN", "join allied", impulse="AL-HQ-50")
    assert g.phase != "join"


@pytest.mark.rule("gazala1942:10.6a", "gazala1942:6.12a")
def test_a_part_has_the_supply_of_its_brigade_and_was_activated() -> None:
    g = scene("0101 AL-HQ-50; 0909 AL-151-50; 0105 AX-RCM", "activation allied", impulse="AL-HQ-50")
    g.play("split AL-151-50")
    part = index(g, "AL-151-50-BN")
    assert (g.state.supply[part], g.state.status(part)) == (0, 1), "out of range"
    assert has(g, "acted", "AL-151-50-BN")


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:6.21a")
def test_parts_that_join_are_as_badly_supplied_as_the_worse_of_them() -> None:
    g = scene(
        "0505 AL-69-50(r) AL-69-50-BN(n); 0601 AL-HQ-50; 0901 AX-HQ-XXI",
        "join allied",
        impulse="AL-HQ-50",
        lines=("cup AL-HQ-50",),
    )
    play(g, "join AL-69-50-BN")
    assert g.state.supply[index(g, "AL-69-50")] == 1


@pytest.mark.rule("gazala1942:7.32a", "gazala1942:9.31b")
def test_a_battalion_in_place_of_a_brigade_has_its_formation() -> None:
    g = battlefield.scene(
        f"0505 AX-1-21I(e); 0101 {AFRIKA}(e); 0506 AL-69-50(r)",
        hq=AFRIKA,
        board=plain(STRONG),
        lines=["command AL-69-50 AL-HQ-7ARM"],
    )
    play(g, "attack 0506 all go", "result 1/2")
    assert g.state.command[index(g, "AL-69-50-BN")] == index(g, "AL-HQ-7ARM")


@pytest.mark.rule("gazala1942:9.31b", "gazala1942:10.6c")
def test_a_battalion_that_was_eliminated_serves_again() -> None:
    names = ("1-1SA", "2-1SA", "3-1SA", "151-50", "150-50", "6-2SA", "4-2SA")
    out = "; ".join(f"09{n:02d} AL-{name}-BN" for n, name in enumerate(names, 1))
    g = battlefield.scene(
        f"0505 AX-1-21I(e); 0101 {AFRIKA}(e); 0506 AL-69-50(r); {out}",
        hq=AFRIKA,
        board=plain(STRONG),
        lines=["eliminated AL-69-50-BN"],
    )
    play(g, "attack 0506 all go", "result 1/2")
    assert where(g, "AL-69-50-BN") == "0506"
    assert steps(g, "AL-69-50-BN") == 1


# -- headquarters, landing, minefields, supply


@pytest.mark.rule("gazala1942:10.13b", "gazala1942:5.1c")
def test_where_an_hq_comes_back_and_where_there_is_no_room() -> None:
    lines = ["eliminated AL-HQ-50", "returns AL-HQ-50 4"]
    five = "AL-69-50 AL-8T AL-4T AL-42T AL-44T AL-HQ-1SA"
    g = scene(f"0505 {five}; 0303 AL-150-50; 0101 AX-HQ-X", "returns allied", lines=lines)
    assert {"at 0303", "at 0909"} <= texts(g)
    assert refused(g, "at 0505") == "5.1a"
    g = scene("0505 AL-8T; 0101 AX-HQ-X; 0909 AL-HQ-7ARM", "returns allied", lines=lines)
    assert g.phase != "returns"
    assert where(g, "AL-HQ-50") == "eliminated", "no unit of it is left"


@pytest.mark.rule("gazala1942:10.13b")
def test_an_hq_is_away_for_one_whole_turn() -> None:
    g = assault("0506 AL-HQ-50; 0909 AL-69-50")
    play(g, "attack 0506 all go", "none", "roll 6")
    assert g.state.returns == ((index(g, "AL-HQ-50"), 6),)


@pytest.mark.rule("gazala1942:10.4a", "gazala1942:10.4b")
def test_a_landing_let_pass_is_off_and_another_may_be_noted() -> None:
    g = scene(
        "2403 AX-HQ-XXI; 2422 AL-HQ-50",
        "end axis",
        board=REAL,
        lines=["note 2131 4", "later AX-HECKER"],
    )
    while g.phase != "note":
        play(g, "1" if g.side == "dice" else "pass" if "pass" in texts(g) else "done")
    assert "2131" in words(g, "note")


@pytest.mark.rule("gazala1942:10.85a")
def test_an_engineer_that_has_moved_does_not_assist() -> None:
    g = scene(
        "0505 AX-1-15I; 0504 AX-53-15E; 0101 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse=AFRIKA,
        board=plain("side minefield 0505/0506"),
    )
    play(g, "move AX-53-15E 0505", "stay")
    assert refused(g, "breach AX-1-15I across 0506 assist AX-53-15E") == "10.85a"


@pytest.mark.rule("gazala1942:10.7b")
def test_a_perimeter_crossed_in_an_advance_falls_and_not_before_the_end() -> None:
    fort = ("side fortification 0505/0506", "feature tobruk 0506")
    g = assault("0506 AL-1SF; 0605 AX-200; 0909 AL-HQ-50", *fort)
    play(g, "attack 0506 all go", "none", "roll 6", "send AX-1-21I stop")
    assert not g.state.fallen
    play(g, "done")
    assert "fallen 0505-0506" in g.position


# -- the end of operations


@pytest.mark.rule("gazala1942:3.3a", "gazala1942:10.13a")
@pytest.mark.parametrize(("track", "box"), [("AL-HQ-50 AL-HQ-7ARM", 0), ("AL-HQ-7ARM AL-HQ-50", 1)])
def test_the_box_is_that_of_the_marker_just_played(track: str, box: int) -> None:
    """The marker of an HQ that was lost in this very impulse lies behind it."""
    g = scene(
        f"0101 {AFRIKA}; 0909 AL-HQ-50",
        "impulse-end allied",
        lines=["impulse AL-HQ-50", f"track allied {track}", f"cup {AFRIKA}", "count impulses 2"],
    )
    told = g.play("roll 1")
    assert [event.facts["box"] for event in told if event.kind == "stop"] == [box]


@pytest.mark.rule("gazala1942:8.3")
def test_the_attacker_throws_for_his_repairs_first() -> None:
    g = battlefield.scene(
        f"0505 AX-1-15T(e); 0506 AL-8T; 0101 {AFRIKA}(e)", "armor axis", hq=AFRIKA
    )
    play(g, "engage 0506 all go", "6 1 1 1 1", "6 1", "3")
    assert battlefield.pool(g, "German") == 1
    play(g, "5")
    assert battlefield.pool(g, "Valentine") == 1
