"""10.13 What a lost HQ takes with it; 10.3, 10.4 what alerts an armored car, what a phase gives away."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import has, plain, play, refused, scene, texts, where, words

from grognard import Game, IllegalAction

AFRIKA = "AX-HQ-AFRIKA"
COAST = [f"feature landing 05{c:02d}" for c in (5, 6, 7)]
COAST += [f"feature coast 05{c:02d}" for c in (5, 6, 7, 8)]


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:10.3a")
@pytest.mark.parametrize(
    ("place", "asked"), [(f"0101 {AFRIKA}", "axis"), (f"eliminated {AFRIKA}", "allied")]
)
def test_a_car_whose_hq_is_lost_does_not_step_aside(place: str, asked: str) -> None:
    """Ruling 10.13: to step aside is a move (10.3), and units of a lost HQ do not move."""
    g = scene(
        f"{place}; 0305 AX-33-15A; 0302 AL-3-7; 0909 AL-HQ-7ARM",
        "activation allied",
        impulse="AL-HQ-7ARM",
    )
    play(g, "move AL-3-7 0303", "to 0304")
    assert g.side == asked
    if asked == "allied":
        assert refused(g, "dodge 0306") == "10.3a"


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:7.32a")
def test_a_car_reassigned_from_a_lost_hq_steps_aside_again() -> None:
    g = scene(
        f"0101 AX-HQ-X; 0305 AX-33-15A AX-3-21A; 0303 AL-3-7; 0909 AL-HQ-7ARM; eliminated {AFRIKA}",
        "activation allied",
        impulse="AL-HQ-7ARM",
        lines=["command AX-33-15A AX-HQ-X"],
    )
    play(g, "move AL-3-7 0304")
    assert g.decision is not None
    assert g.decision.about.units[0] == "AX-33-15A"
    g.play("pass")
    assert g.side == "allied", "the other one still belongs to the lost HQ"


def failing_at_the_mines() -> Game:
    """The Afrika HQ tries a minefield and is lost by a 1, after one of its units has moved."""
    g = scene(
        f"0303 {AFRIKA} AX-1-15I; 0505 AX-1-15T; 0506 AL-KDG; 0707 AX-2-15T; 0101 AX-HQ-X",
        impulse=AFRIKA,
        board=plain("side minefield 0303/0304"),
        lines=["cup AX-HQ-X AX-HQ-XX"],
    )
    play(g, "move AX-2-15T 0708", "stay")
    assert {"move AX-1-15I", "move AX-1-15T"} <= texts(g)
    play(g, f"breach {AFRIKA} across 0304", "1")
    assert where(g, AFRIKA) == "eliminated"
    return g


@pytest.mark.rule("gazala1942:10.13a")
def test_units_of_an_hq_lost_in_its_own_impulse_neither_move_nor_attack() -> None:
    """Ruling 10.13: from that moment on; what was done before is done."""
    g = failing_at_the_mines()
    assert has(g, "used", "AX-2-15T")
    assert not has(g, "used", "AX-1-15T")
    assert (where(g, "AX-2-15T"), where(g, "AX-1-15T")) == ("0708", "0505")
    assert g.phase not in ("movement", "armor", "combat")


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:7.3")
def test_others_whom_it_activated_go_on() -> None:
    """They do not belong to it: an independent unit, here one that was made so."""
    board = plain("side minefield 0303/0304")
    g = scene(
        f"0303 {AFRIKA} AX-1-15I; 0505 AX-1-15T AX-RCM; 0506 AL-KDG",
        impulse=AFRIKA,
        board=board,
        lines=["command AX-RCM -"],
    )
    play(g, f"breach {AFRIKA} across 0304", "1")
    assert words(g, "move") == {"AX-RCM"}
    assert refused(g, "move AX-1-15I") == "10.13a"
    play(g, "done", "engage 0506")
    assert words(g, "with") == {"AX-RCM"}
    assert refused(g, "with AX-1-15T") == "10.13a"


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:10.2c3", "gazala1942:5.2")
def test_in_rommels_impulse_too() -> None:
    """The opponent may choose the second HQ of a hex that is too full: with it goes the attack."""
    g = scene(
        f"0505 AX-ROMMEL {AFRIKA} AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-19-27; 0101 AX-HQ-X; 0506 AL-KDG",
        impulse="AX-ROMMEL",
    )
    play(g, "4", "done")
    assert (g.side, g.phase) == ("allied", "movement-excess")
    g.play(f"lose {AFRIKA}")
    assert not words(g, "engage")
    assert refused(g, "attack 0506 with AX-1-15T") == "10.13a"
    play(g, "attack 0506", "with AX-19-27")


# -- the landing


def landing(note: bool, units: str = "", hq: str = "AX-HQ-XXI") -> Game:
    return scene(
        f"0101 {hq}; 0909 AL-HQ-50; later AX-HECKER; {units}",
        impulse=hq,
        turn=6,
        lines=["note 0506 6"] if note else [],
        board=plain(*COAST),
    )


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:10.4b")
def test_a_landing_alerts_no_armored_car_but_the_march_inland_does() -> None:
    """Ruling 10.3: who lands has not moved next to the car."""
    g = landing(note=True, units="0407 AL-KDG")
    play(g, "land", "5", "3")
    assert where(g, "AX-HECKER") == "0506"
    assert g.side == "axis", "not asked, though 0407 is next to 0506"
    g.play("move AX-HECKER 0406")
    assert g.side == "allied"


@pytest.mark.rule("gazala1942:10.4a")
@pytest.mark.parametrize("seat", ["allied", "spectator"])
def test_how_a_movement_ends_does_not_tell_whether_a_landing_is_noted(seat: str) -> None:
    """With everybody moved the phase goes on as long as the group is at sea, noted or not."""
    shown = []
    for note in (False, True):
        g = landing(note)
        play(g, "move AX-HQ-XXI 0102", "stay")
        assert (g.phase, g.side) == ("movement", "axis")
        assert ("land" in texts(g)) == note
        seen = g.seen_by(seat)
        shown.append((seen.position, seen.prompt, g.phase, g.side))
        g.play("done")
        assert g.phase != "movement"
    assert shown[0] == shown[1]


@pytest.mark.rule("gazala1942:4.1")
def test_a_movement_ends_by_itself_when_nobody_is_at_sea() -> None:
    g = scene("0101 AX-HQ-XXI; 0909 AL-HQ-50", impulse="AX-HQ-XXI", turn=6)
    play(g, "move AX-HQ-XXI 0102", "stay")
    assert g.phase != "movement"


@pytest.mark.rule("gazala1942:10.13a")
def test_units_of_a_lost_hq_have_no_odds_in_the_impulse_of_the_enemy_either() -> None:
    g = scene(
        f"0505 AX-1-21I AX-19-27; 0506 AL-1SF; 0101 AX-HQ-X; 0509 AL-HQ-50; eliminated {AFRIKA}",
        "movement allied",
        impulse="AL-HQ-50",
        lines=[f"returns {AFRIKA} 6"],
    )
    with pytest.raises(IllegalAction) as refusal:
        g.odds("attack 0506 with AX-1-21I")
    assert refusal.value.rule == "10.13a"
    assert g.odds("attack 0506 all").column == g.odds("attack 0506 with AX-19-27").column


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:4.43")
def test_a_car_that_has_stepped_aside_has_moved() -> None:
    g = scene(
        "0303 AX-65-101; 0305 AL-KDG; 0901 AX-HQ-XX; 0909 AL-HQ-50",
        "activation axis",
        impulse="AX-HQ-XX",
    )
    play(g, "move AX-65-101 0304", "dodge 0306")
    assert where(g, "AL-KDG") == "0306"
    assert has(g, "moved", "AL-KDG")
    assert not has(g, "used", "AL-KDG")


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:4.43")
def test_a_part_that_holds_a_hex_holds_the_brigade_that_it_joins() -> None:
    g = scene(
        "0505 AL-69-50(r) AL-69-50-BN(h); 0101 AX-HQ-X; 0509 AL-HQ-50",
        "join allied",
        impulse="AL-HQ-50",
        lines=["cup AX-HQ-X"],
    )
    play(g, "join AL-69-50-BN")
    assert has(g, "held", "AL-69-50")


@pytest.mark.rule("gazala1942:10.4a")
@pytest.mark.parametrize(("turn", "kept"), [(4, False), (5, True)])
def test_the_note_of_a_landing_lapses_with_its_turn(turn: int, kept: bool) -> None:
    g = scene(
        "0101 AX-HQ-X; 0909 AL-HQ-50; later AX-HECKER",
        "end axis",
        board=plain(*COAST),
        lines=[f"note 0505 {turn}"],
    )
    assert g.turn == 5
    assert ("\nnote 0505 5\n" in g.position) == kept
    assert "note 0505 4" not in g.position
