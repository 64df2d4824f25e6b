"""3.0 Sequence of play."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import (
    has,
    index,
    plain,
    play,
    refused,
    rules,
    scene,
    texts,
    words,
)

import grognard
from grognard import Game

FIELD = "0202 AX-HQ-AFRIKA AX-1-15T; 0203 AX-HQ-XX AX-65-101; 0808 AL-HQ-50 AL-69-50; 0809 AL-HQ-1SA AL-1-1SA"


def turn(*lines: str, phase: str = "withdrawal axis", number: int = 8, **more: str) -> Game:
    return scene(FIELD, phase, turn=number, lines=lines, **more)


def idle(g: Game) -> None:
    """Nobody does anything until a marker is drawn, a die falls or the markers are chosen."""
    while g.decision is not None and g.decision.kind in (
        "withdrawal",
        "assign",
        "replace",
        "note",
        "split",
        "move",
        "armor",
        "attack",
        "join",
    ):
        g.play("pass" if "pass" in texts(g) else "done")


@pytest.mark.rule(
    "gazala1942:3.1a", "gazala1942:3.1b", "gazala1942:3.1c", "gazala1942:3.1d", "gazala1942:7.1"
)
def test_the_initial_segment_in_its_order() -> None:
    g = turn("later AX-HECKER")
    seen = []
    while g.decision is not None and g.decision.kind != "draw":
        seen.append((g.phase, g.decision.kind, g.side))
        if g.decision.kind == "roll":
            g.play("4")
        elif g.decision.kind == "markers":
            g.play(g.legal_actions[0])
        else:
            g.play("pass" if "pass" in texts(g) else "done")
    phases = list(dict.fromkeys(phase for phase, _, _ in seen))
    order = ["withdrawal", "limits", "assignment", "note", "markers"]
    assert next(s for p, k, s in seen if k == "markers") == "axis"
    assert phases == order
    assert g.state.limit == [3, 2]


@pytest.mark.rule("gazala1942:3.1c", "gazala1942:6.0")
def test_supply_is_found_out_before_the_markers_are_chosen() -> None:
    g = turn(phase="assignment allied")
    g.play("pass")
    assert g.phase == "markers"
    assert g.state.supply[index(g, "AX-1-15T")] == 1, "no source on this board"


@pytest.mark.rule("gazala1942:3.2a")
def test_the_axis_draws_the_first_marker() -> None:
    g = turn("cup AX-HQ-XX AL-HQ-50", phase="draw axis")
    assert (g.side, g.decision.kind if g.decision else "") == ("dice", "draw")
    events = g.play("draw AL-HQ-50")
    assert [e.facts["side"] for e in events if e.kind == "draw" and e.seats is None] == ["axis"]
    assert g.side == "allied"


@pytest.mark.rule("gazala1942:3.0", "gazala1942:3.24", "gazala1942:2.1a")
def test_the_drawn_marker_gives_its_owner_an_impulse_and_lies_on_his_track() -> None:
    g = turn("cup AX-HQ-XX AX-HQ-AFRIKA AL-HQ-50", phase="draw axis")
    g.play("draw AX-HQ-AFRIKA")
    assert (g.side, g.phase) == ("axis", "movement")
    assert words(g, "move") == {"AX-HQ-AFRIKA", "AX-1-15T"}
    assert refused(g, "move AX-65-101 0303") == "7.3"
    assert refused(g, "move AL-69-50 0807") == "3.0"
    names = [[rules(g).marker_names[m] for m in track] for track in g.state.tracks]
    assert names == [["AX-HQ-AFRIKA"], []]


@pytest.mark.rule("gazala1942:3.24")
def test_no_die_ends_the_first_impulse_of_the_turn() -> None:
    g = turn("cup AX-HQ-XX AX-HQ-AFRIKA AL-HQ-50", phase="draw axis")
    g.play("draw AX-HQ-AFRIKA")
    idle(g)
    assert g.decision is not None
    assert g.decision.kind == "draw"


@pytest.mark.rule("gazala1942:3.3a", "gazala1942:7.5")
@pytest.mark.parametrize(("die", "stops"), [(1, True), (2, False)])
def test_from_the_second_impulse_on_a_die_says_whether_the_side_goes_on(
    die: int, stops: bool
) -> None:
    g = turn(
        "cup AX-HQ-XX AL-HQ-50",
        "track axis AX-HQ-AFRIKA",
        "count impulses 1",
        phase="draw axis",
    )
    g.play("draw AX-HQ-XX")
    idle(g)
    assert g.decision is not None
    assert g.decision.rule == "3.3"
    g.play(str(die))
    assert bool(g.state.stopped & 1) == stops


@pytest.mark.rule("gazala1942:3.3a")
def test_the_number_is_that_of_the_box_on_the_own_track() -> None:
    g = turn("cup AL-HQ-50 AX-HQ-X", "track axis AX-HQ-XX", "count impulses 1", phase="draw axis")
    g.play("draw AL-HQ-50")
    idle(g)
    g.play("1")
    assert g.state.stopped == 0, "the first box of the Allied track holds a 0"


@pytest.mark.rule("gazala1942:3.3b")
def test_the_other_side_goes_on_and_markers_of_the_stopped_side_are_discarded() -> None:
    g = turn(
        "cup AX-HQ-XX AL-HQ-50",
        "stopped axis",
        "track axis AX-HQ-AFRIKA",
        "count impulses 2",
        phase="draw axis",
    )
    events = g.play("draw AX-HQ-XX")
    assert any(event.kind == "discard" and event.rule == "3.3b" for event in events)
    g.play("draw AL-HQ-50")
    assert g.side == "allied"
    assert len(g.state.tracks[0]) == 1


@pytest.mark.rule("gazala1942:3.3b", "gazala1942:7.5")
def test_the_turn_ends_when_the_cup_is_empty_or_both_have_stopped() -> None:
    g = turn("stopped axis allied", "cup AX-HQ-XX", phase="draw axis")
    assert (g.turn, g.state.cup, g.state.tracks) == (9, 0, ((), ()))
    g = turn(phase="draw axis")
    assert (g.turn, g.state.used) == (9, 0)


@pytest.mark.rule("gazala1942:3.3b")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("stopped axis allied", "both sides have stopped: the turn is over"),
        ("stopped allied", "no marker is left to draw: the turn is over"),
    ],
)
def test_the_end_of_a_turn_says_why(line: str, why: str) -> None:
    g = turn(line, phase="draw axis")
    passed = [str(event) for event in g.opening_events if event.kind == "pass"]
    assert passed[0] == f"{why} [3.3b]"


@pytest.mark.rule("gazala1942:3.0", "gazala1942:4.0")
def test_a_unit_is_activated_once_a_turn() -> None:
    g = scene("0202 AX-HQ-AFRIKA AX-1-15T(u) AX-2-15T; 0808 AL-69-50", impulse="AX-HQ-AFRIKA")
    assert words(g, "move") == {"AX-HQ-AFRIKA", "AX-2-15T"}
    assert refused(g, "move AX-1-15T 0303") == "3.0"
    play(g, "move AX-2-15T 0303", "stay")
    assert has(g, "acted", "AX-2-15T")
    assert not has(g, "acted", "AX-HQ-AFRIKA")
    assert refused(g, "move AX-2-15T 0304") == "4.0"


@pytest.mark.rule("gazala1942:3.21a", "gazala1942:3.21b")
def test_who_breaches_does_not_move_first() -> None:
    g = scene(
        "0202 AX-HQ-AFRIKA; 0303 AX-1-15I AX-2-15I; 0808 AL-69-50",
        impulse="AX-HQ-AFRIKA",
        board=plain("side minefield 0303/0304"),
    )
    assert words(g, "breach") == {"AX-1-15I", "AX-2-15I"}
    play(g, "breach AX-1-15I 0304", "2")
    assert refused(g, "move AX-1-15I 0302") == "3.21b"
    play(g, "move AX-2-15I 0302", "0303", "stay")
    assert refused(g, "breach AX-2-15I 0304") == "10.84"


@pytest.mark.rule("gazala1942:13.11a", "gazala1942:13.31a")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "turns"),
    [
        ("opening", "26 May", "5 June", 11),
        ("aida", "26 May", "22 June", 28),
        ("british", "23 May", "22 June", 31),
    ],
)
def test_the_days_of_the_scenarios(scenario: str, first: str, last: str, turns: int) -> None:
    setting = rules(grognard.new("gazala1942", scenario=scenario, seed="1")).setting
    assert (setting.dates[0], setting.dates[-1], setting.turns) == (first, last, turns)


@pytest.mark.rule("gazala1942:3.3b", "gazala1942:4.43", "gazala1942:10.5", "gazala1942:7.6b")
def test_what_held_for_a_turn_is_over_with_it() -> None:
    g = scene(
        "0202 AX-HQ-XX AX-65-101(uomh); 0808 AL-HQ-50 AL-69-50",
        "end axis",
        lines=["withdrawing", "count air 2 attacks_turn 1 withdrawals 1"],
    )
    assert g.turn == 5
    assert not any(has(g, marks, "AX-65-101") for marks in ("used", "used_rommel", "moved", "held"))
    assert (g.state.air, g.state.attacks_turn, g.state.withdrawing) == (0, 0, False)
    assert g.state.withdrawals == 1


@pytest.mark.rule("gazala1942:3.3a", "gazala1942:10.13a")
def test_the_box_is_that_of_the_marker_played_not_of_one_that_came_to_the_track_after_it() -> None:
    g = scene(
        "0404 AX-HQ-AFRIKA AX-HQ-XX AX-1-15T AX-2-15T AX-1-15I AX-2-15I AX-3-15I; 0101 AX-65-101;"
        " 0808 AL-HQ-50 AL-69-50",
        "movement-excess axis",
        impulse="AX-HQ-AFRIKA",
        lines=[
            "track axis AX-HQ-X AX-HQ-XXI AX-HQ-AFRIKA",
            "cup AX-HQ-XX AL-HQ-50",
            "count impulses 3",
        ],
    )
    play(g, "lose AX-HQ-XX")
    assert "AX-HQ-XX" in g.position.split("track axis ")[1].splitlines()[0]
    idle(g)
    told = play(g, "roll 2")
    assert next(event.facts["box"] for event in told if event.kind == "stop") == 1


@pytest.mark.rule("gazala1942:9.0c")
@pytest.mark.parametrize(("other", "last"), [("", True), ("0304 AL-150-50;", False)])
def test_the_last_attack_that_can_be_declared_says_that_it_is_fought_at_once(
    other: str, last: bool
) -> None:
    units = f"0505 AX-200(e); 0404 AX-361(e); 0506 AL-1SF; {other} 0101 AX-HQ-AFRIKA"
    g = scene(units, "combat axis", impulse="AX-HQ-AFRIKA")
    g.play("attack 0506 with AX-200")
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = [str(each) for a in ask.actions if a.verb == "go" for each in ask.outcome(a)]
    assert any("fought at once" in each for each in said) == last
