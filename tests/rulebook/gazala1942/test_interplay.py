"""Cases of a third reading of the book: what one rule leaves for another to find."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import play, refused, scene, texts, where, words

PANZER = ("AX-1-21T", "AX-2-21T", "AX-1-21I", "AX-2-21I")


@pytest.mark.rule("gazala1942:10.2a", "gazala1942:10.13b")
@pytest.mark.parametrize(("die", "inside"), [(2, False), (3, True), (6, True)])
def test_rommels_marker_is_in_the_cup_of_the_turn_of_his_return(die: int, inside: bool) -> None:
    """The roll comes before the return, but both are of the Initial Segment that fills the cup."""
    g = scene(
        "0505 AX-1-15I; 0404 AX-HQ-AFRIKA; 0909 AL-HQ-50 AL-KDG",
        "withdrawal allied",
        turn=6,
        lines=["returns AX-ROMMEL 6", "eliminated AX-ROMMEL"],
    )
    told = play(g, "pass", f"roll {die}", "roll 2", "roll 2", "at 0505")
    assert ("10.2a" in [e.rule for e in told]) == inside
    play(g, "done", "put AL-HQ-50")
    assert ("draw AX-ROMMEL" in texts(g)) == inside


@pytest.mark.rule("gazala1942:10.2a", "gazala1942:10.13b")
@pytest.mark.parametrize("lines", [["returns AX-ROMMEL 7"], []])
def test_no_marker_for_rommel_while_he_is_away(lines: list[str]) -> None:
    units = "0505 AX-1-15I; 0404 AX-HQ-AFRIKA; 0909 AL-HQ-50 AL-KDG"
    g = scene(units, "withdrawal allied", turn=6, lines=[*lines, "eliminated AX-ROMMEL"])
    told = play(g, "pass", "roll 6", "roll 2", "roll 2")
    assert "10.2a" not in [e.rule for e in told]
    # Nobody of the Afrika Korps is left: he does not come back.
    g = scene(
        "0404 AX-HQ-X; 0909 AL-HQ-50 AL-KDG",
        "withdrawal allied",
        turn=6,
        lines=["returns AX-ROMMEL 6", "eliminated AX-ROMMEL"],
    )
    told = play(g, "pass", "roll 6", "roll 2", "roll 2")
    assert "10.2a" not in [e.rule for e in told]
    assert where(g, "AX-ROMMEL") == "eliminated"


@pytest.mark.rule("gazala1942:10.13a", "gazala1942:11.11a")
def test_reinforcements_of_a_lost_hq_wait_at_the_edge() -> None:
    """Any HQ activates reinforcements, but units of a lost HQ do not move: ruling."""
    g = scene(
        "2805 AX-HQ-XXI AX-200; 1934 AL-HQ-50",
        impulse="AX-HQ-XXI",
        turn=3,
        scenario="british",
        board="",
        lines=["eliminated AX-HQ-AFRIKA", "later " + " ".join(PANZER)],
    )
    assert words(g, "enter") == set()
    assert refused(g, "enter AX-1-21T at 2905") == "10.13a"
    g = scene(
        "2805 AX-HQ-XXI AX-200; 2801 AX-HQ-AFRIKA; 1934 AL-HQ-50",
        impulse="AX-HQ-XXI",
        turn=3,
        scenario="british",
        board="",
        lines=["later " + " ".join(PANZER)],
    )
    assert words(g, "enter") == set(PANZER)


@pytest.mark.rule("gazala1942:11.11a", "gazala1942:4.34")
def test_an_hq_that_has_left_the_map_brings_in_nobody() -> None:
    """Reinforcements are activated by a friendly HQ: there is none in this impulse any more."""
    g = scene(
        "1933 AL-HQ-50 AL-69-50; 1920 AL-HQ-7ARM; 0901 AX-HQ-X",
        "activation allied",
        impulse="AL-HQ-50",
        turn=3,
        board="",
        lines=["later AL-4T"],
    )
    g.play("done")
    assert words(g, "enter") == {"AL-4T"}
    g.play("move AL-HQ-50 1934 exit")
    assert words(g, "enter") == set()
    assert refused(g, "enter AL-4T at 1934") == "11.11a"


@pytest.mark.rule("gazala1942:4.34", "gazala1942:11.24")
def test_a_brigade_that_left_the_map_is_not_rebuilt_from_its_battalion() -> None:
    units = "0101 AX-HQ-XX; 0404 AL-HQ-7ARM AL-7-7-BN AL-201-1-BN; 0909 AL-KDG"
    g = scene(units, "replacements allied", lines=["left AL-7-7", "pool British_infantry 2"])
    assert words(g, "replace") == {"AL-201-1-BN"}
    assert refused(g, "replace AL-7-7-BN") == "4.34"
    g = scene(units, "replacements allied", lines=["pool British_infantry 2"])
    assert words(g, "replace") == {"AL-7-7-BN", "AL-201-1-BN"}


@pytest.mark.rule("gazala1942:4.34", "gazala1942:2.2")
def test_the_marker_of_an_hq_that_left_the_map_is_told_as_such() -> None:
    """Rommel may take an HQ along; its marker can still be in the cup when it leaves."""
    g = scene(
        "0501 AX-ROMMEL AX-HQ-AFRIKA; 0404 AX-HQ-X; 0808 AL-KDG AL-HQ-50",
        impulse="AX-ROMMEL",
        lines=["cup AX-HQ-AFRIKA AX-HQ-X"],
    )
    play(g, "roll 4", "move AX-HQ-AFRIKA exit", "done")
    told = g.play("draw AX-HQ-AFRIKA")
    assert [e.rule for e in told if e.kind == "discard"] == ["4.34"]
    g = scene(
        "0404 AX-HQ-X; 0808 AL-KDG AL-HQ-50",
        "markers axis",
        lines=["limits 2 2", "left AX-HQ-AFRIKA", "eliminated AX-HQ-XX"],
    )
    assert refused(g, "put AX-HQ-AFRIKA") == "4.34"
    assert refused(g, "put AX-HQ-XX") == "10.13"


@pytest.mark.rule("gazala1942:3.3b", "gazala1942:7.5")
def test_what_a_side_that_stopped_had_in_the_cup_is_never_shown() -> None:
    """The other has no marker left: the turn is over, without a draw that would show the rest."""
    units = "0404 AX-HQ-X AX-HQ-XX; 0808 AL-HQ-50 AL-HQ-1SA"
    for stopped, left in (("axis", "AX-HQ-X AX-HQ-XX"), ("allied", "AL-HQ-50 AL-HQ-1SA")):
        g = scene(units, "draw axis", lines=[f"stopped {stopped}", f"cup {left}"])
        assert g.turn == 5
    g = scene(units, "draw axis", lines=["stopped axis", "cup AX-HQ-X AL-HQ-50"])
    assert texts(g) == {"draw AX-HQ-X", "draw AL-HQ-50"}
    g.play("draw AX-HQ-X")
    assert texts(g) == {"draw AL-HQ-50"}


@pytest.mark.rule("gazala1942:7.4")
def test_the_allies_are_told_how_many_markers_they_choose() -> None:
    g = scene(
        "0404 AX-HQ-X; 0808 AL-HQ-50 AL-HQ-1SA AL-HQ-2SA",
        "markers allied",
        lines=["limits 1 1"],
    )
    why = g.legal_actions.why_not("done")
    assert why is not None
    assert (why.rule, str(why.reason)) == ("7.4", "the Allies choose 2 markers, not fewer")


@pytest.mark.rule("gazala1942:4.1", "gazala1942:4.0")
def test_a_stack_that_cannot_move_says_why() -> None:
    g = scene(
        "0101 AX-HQ-X; 0404 AX-19-27 AX-20-27(u); 0505 AX-27-17(u); 0909 AL-KDG", impulse="AX-HQ-X"
    )
    for order, rule in (("move 0303", "4.1"), ("move 0505", "3.0"), ("move 0404", "4.1")):
        why = g.legal_actions.why_not(order)
        assert why is not None
        assert why.rule == rule
        assert "not possible now" not in str(why)
    play(g, "move 0404 0405")
    assert where(g, "AX-19-27") == "0405"


@pytest.mark.rule("gazala1942:11.1", "gazala1942:13.26")
def test_a_reinforcement_asked_for_too_early_names_its_day() -> None:
    g = scene(
        "1632 AL-HQ-50; 2403 AX-HQ-XXI",
        "activation allied",
        impulse="AL-HQ-50",
        board="",
        lines=["later AL-4T AL-1T"],
    )
    assert words(g, "enter") == {"AL-4T"}
    why = g.legal_actions.why_not("enter AL-1T at 1934")
    assert why is not None
    assert (why.rule, str(why.reason)) == ("11.1", "AL-1T arrives on 2 June")


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:3.0")
@pytest.mark.parametrize(
    "units", ["AL-151-50(r) AL-151-50-BN(u)", "AL-151-50(ru) AL-151-50-BN", "AL-69-50-BN(u) {}"]
)
def test_a_whole_of_which_a_part_was_activated_is_not_activated_again(units: str) -> None:
    g = scene(
        f"0303 {units.format('AL-151-50-BN')}; 0101 AL-HQ-50; 0909 AX-HQ-X AX-RCM",
        "join allied",
        impulse="AL-HQ-1SA",
        lines=["cup AL-HQ-50"],
    )
    g.play("join AL-151-50-BN")
    g.play("draw AL-HQ-50")
    assert words(g, "move") == {"AL-HQ-50"}


@pytest.mark.rule("gazala1942:7.6b", "gazala1942:8.5")
@pytest.mark.parametrize(("lines", "attacked"), [([], True), (["withdrawing"], False)])
def test_in_a_withdrawal_an_armor_combat_is_the_one_attack(
    lines: list[str], attacked: bool
) -> None:
    """8.5 counts both kinds together, and so does the limit of a withdrawal: ruling."""
    g = scene(
        "0505 AL-8T(e) AL-69-50(e); 0506 AX-1-15I; 0101 AL-HQ-50(e)",
        "armor allied",
        impulse="AL-HQ-50",
        lines=lines,
    )
    play(g, "engage 0506 with AL-8T go", "roll 1 1", "roll 1")
    assert (g.phase == "combat") == attacked
    assert g.state.attacks_turn == (1 if g.turn == 4 else 0)


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:9.31b")
def test_a_brigade_that_shrinks_takes_no_hex_by_it() -> None:
    """The zone of three battalions is that which was there before: who extended his last controls."""
    g = scene(
        "0505 AL-69-50(r) AL-1R-1 AL-50-1; 0504 AX-1-15I(e) AX-2-15I(e) AX-3-15I(e) AX-1-21I(e) AX-2-21I(e);"
        " 0606 AX-200; 0101 AX-HQ-AFRIKA(e); 0909 AL-HQ-50",
        "combat axis",
        impulse="AX-HQ-AFRIKA",
        lines=["control axis 0101 0504 0605 0606"],
    )
    assert "0605" in g.overlays()["zoc allied"].hexes
    play(g, "attack 0505 all go", "roll 6", "lose AX-1-15I", "lose AL-69-50")
    assert where(g, "AL-69-50-BN") == "0505"
    assert "0605" in g.overlays()["zoc allied"].hexes
    assert "0605" in g.overlays()["control axis"].hexes


@pytest.mark.rule("gazala1942:2.1c", "gazala1942:10.6b")
def test_battalions_that_join_take_no_hex_that_was_in_their_zone() -> None:
    units = "0505 AL-7-7-BN AL-201-1-BN {}; 0606 AX-200; 0101 AX-HQ-X; 0909 AL-HQ-50 AL-HQ-7ARM"
    for third, taken in (("AL-1R-1", False), ("", True)):
        g = scene(
            units.format(third),
            "join allied",
            impulse="AL-HQ-7ARM",
            lines=["control axis 0101 0605 0606"],
        )
        g.play("join AL-7-7-BN")
        assert ("0605" not in g.overlays()["control axis"].hexes) == taken
