"""7.0 Impulses: command limits, markers, activation."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import index, play, refused, rules, scene, texts, words

import grognard
from grognard import Game
from grognard.games.gazala1942 import activation

ALLIES = "0801 AL-HQ-50; 0802 AL-HQ-1SA; 0803 AL-HQ-2SA; 0804 AL-HQ-5IND; 0805 AL-HQ-1ARM; 0806 AL-HQ-7ARM"
AXIS = "0101 AX-HQ-XXI; 0102 AX-HQ-X; 0103 AX-HQ-XX; 0104 AX-HQ-AFRIKA"


def command(turn: int = 10, scenario: str = "aida", **more: object) -> Game:
    return scene(f"{AXIS}; {ALLIES}", "limits axis", turn=turn, scenario=scenario, **more)  # type: ignore[arg-type]


@pytest.mark.rule("gazala1942:7.1")
@pytest.mark.parametrize(("die", "axis", "allied"), [(1, 2, 1), (3, 3, 2), (5, 4, 2), (6, 4, 3)])
def test_the_command_limits(die: int, axis: int, allied: int) -> None:
    g = command()
    play(g, str(die), str(die))
    assert g.state.limit == [axis, allied]


@pytest.mark.rule("gazala1942:7.1")
def test_the_modifiers_of_the_table() -> None:
    g = command(turn=3)
    play(g, "3", "2")
    assert g.state.limit == [3, 1], "the Allied command is slow: one less"
    hurt = f"{AXIS}; {ALLIES}".replace("AX-HQ-AFRIKA", "AX-HQ-AFRIKA(n)")
    g = scene(hurt, "limits axis", turn=10)
    play(g, "3", "3")
    assert g.state.limit == [2, 2], "the Axis with the Afrika HQ short of supply"
    g = command(lines=["control axis 0912"], board="", turn=10)
    play(g, "4", "4")
    assert g.state.limit == [4, 2], "and gains one with Bir Hacheim"


@pytest.mark.rule("gazala1942:13.11c", "gazala1942:13.31b")
def test_the_days_on_which_the_scenario_changes_the_roll() -> None:
    g = command(turn=2)
    play(g, "3", "4")
    assert g.state.limit == [4, 2]
    g = command(turn=2, scenario="british")
    play(g, "3", "4")
    assert g.state.limit == [2, 3], "24 May: -1 and +1"
    hurt = f"{AXIS}; {ALLIES}".replace("AX-HQ-AFRIKA", "AX-HQ-AFRIKA(n)")
    g = scene(hurt, "limits axis", turn=5, scenario="british")
    play(g, "3", "3")
    assert g.state.limit == [3, 2], "no other modifier counts"


@pytest.mark.rule("gazala1942:7.6a")
def test_a_withdrawal_is_declared_twice_at_most_and_helps_the_roll() -> None:
    g = scene(f"{AXIS}; {ALLIES}", "withdrawal axis", turn=10)
    assert g.side == "allied"
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = [[str(each) for each in ask.outcome(action)] for action in ask.actions]
    price = ["command roll +2", "attacks: 1 at most", "nobody moves straight west"]
    assert said == [price, []]
    play(g, "declare", "3", "4")
    assert g.state.limit == [3, 3]
    assert g.state.withdrawing
    g = scene(f"{AXIS}; {ALLIES}", "withdrawal axis", turn=10, lines=["count withdrawals 2"])
    assert g.phase == "limits"


def markers(limits: str, side: str = "axis") -> Game:
    return scene(f"{AXIS}; {ALLIES}", f"markers {side}", turn=10, lines=[f"limits {limits}"])


@pytest.mark.rule("gazala1942:7.2a", "gazala1942:7.3")
def test_who_chooses_a_marker_is_told_how_many_it_would_activate() -> None:
    units = f"{AXIS} AX-1-21T AX-2-21T; 0203 AX-65-101; {ALLIES}"
    g = scene(units, "markers axis", turn=10, lines=["limits 2 1"])
    assert g.decision is not None
    assert g.decision.outcome is not None
    said = {a.text: [str(each) for each in g.decision.outcome(a)] for a in g.decision.actions}
    assert said["put AX-HQ-XX"] == ["units that could act from where they are: 2"]
    assert said["put AX-HQ-AFRIKA"] == ["units that could act from where they are: 3"]
    assert said["done"] == []


@pytest.mark.rule("gazala1942:3.1d", "gazala1942:7.1")
def test_the_axis_chooses_up_to_its_limit_unseen() -> None:
    g = markers("2 1")
    assert g.decision is not None
    assert g.decision.secret is not None
    assert refused(g, "put AX-ROMMEL") == "10.2a"
    assert refused(g, "put AL-HQ-50") == "7.1"
    play(g, "put AX-HQ-XX")
    assert refused(g, "put AX-HQ-XX") == "7.1"
    play(g, "put AX-HQ-X")
    assert g.side == "allied", "two and no more"
    g = markers("2 1")
    play(g, "done")
    assert g.side == "allied", "or fewer"


@pytest.mark.rule("gazala1942:7.4")
def test_the_british_choose_one_more_and_one_is_dropped_that_nobody_knows() -> None:
    g = markers("2 2", "allied")
    play(g, "put AL-HQ-50", "put AL-HQ-1SA")
    assert g.side == "allied"
    assert "done" not in texts(g)
    play(g, "put AL-HQ-7ARM")
    assert g.side == "dice"
    assert {a.word for a in g.legal_actions} == {"AL-HQ-50", "AL-HQ-1SA", "AL-HQ-7ARM"}
    events = g.play("AL-HQ-1SA")
    assert not any("AL-HQ-1SA" in str(e) and e.seats is None for e in events)
    inside = {rules(g).marker_names[m] for m in range(11) if g.state.cup >> m & 1}
    assert inside == {"AL-HQ-50", "AL-HQ-7ARM"}
    for seat in ("axis", "allied", "spectator"):
        assert g.rules.seen(g.state, seat).dropped == -2


@pytest.mark.rule("gazala1942:13.11b", "gazala1942:13.31a")
def test_the_first_cup() -> None:
    g = first_draw("opening")
    assert {a.word for a in g.legal_actions} == {"AX-HQ-AFRIKA", "AX-HQ-XX", "AX-ROMMEL"}
    g = first_draw("british")
    assert len(g.legal_actions) == 2
    assert all(a.word.startswith("AL-HQ") for a in g.legal_actions)


def first_draw(scenario: str) -> Game:
    g = grognard.new("gazala1942", scenario=scenario, seed="1", dice="asked")
    play(g, "default", "default")
    while g.decision is not None and g.decision.kind != "draw":
        if g.decision.kind == "markers":
            assert (scenario, g.side) == ("british", "allied")
            g.play(g.legal_actions[0])
        elif g.decision.kind == "roll":
            g.play("4")
        else:
            g.play("pass" if "pass" in texts(g) else "done")
    return g


def eligible(g: Game) -> set[str]:
    return {u.id for u in rules(g).units if g.state.eligible >> u.index & 1}


@pytest.mark.rule("gazala1942:7.2a", "gazala1942:3.2a", "gazala1942:7.32b")
def test_independents_go_with_any_hq_in_range_and_beyond_with_the_nearest() -> None:
    home = "0101 AL-HQ-50; 0109 AL-HQ-1SA"
    near, middle, far = "0105 AL-KDG", "0303 AL-7A", "0907 AL-3A"
    g = scene(f"{home}; {near}; {middle}; {far}", "activation allied", impulse="AL-HQ-50")
    assert eligible(g) == {"AL-HQ-50", "AL-KDG", "AL-7A"}
    why = activation.refuse(g.state, index(g, "AL-3A"))
    assert why is not None
    assert why.rule == "7.32b"
    g = scene(f"{home}; {near}; {far}", "activation allied", impulse="AL-HQ-1SA")
    assert eligible(g) == {"AL-HQ-1SA", "AL-KDG", "AL-3A"}
    g = scene(f"{home}; 0905 AL-3A", "activation allied", impulse="AL-HQ-50")
    assert "AL-3A" in eligible(g), "equally far: the owner chooses"


@pytest.mark.rule("gazala1942:7.2a")
def test_an_independent_that_does_nothing_may_wait_for_another_hq() -> None:
    g = scene(
        "0101 AL-HQ-50; 0109 AL-HQ-1SA; 0105 AL-KDG AL-7A; 0901 AX-RCM",
        "activation allied",
        impulse="AL-HQ-50",
    )
    play(g, "move AL-7A 0106", "stay")
    assert g.state.acted >> index(g, "AL-7A") & 1
    assert not g.state.acted >> index(g, "AL-KDG") & 1


@pytest.mark.rule("gazala1942:7.21", "gazala1942:7.22", "gazala1942:7.3")
def test_formations_and_range() -> None:
    units = "0101 AX-HQ-XX; 0109 AX-65-101; 0102 AX-85-60; 0105 AL-69-50"
    g = scene(units, impulse="AX-HQ-XX")
    assert eligible(g) == {"AX-HQ-XX", "AX-65-101"}, "beyond range too, enemies between or not"
    assert g.state.status(index(g, "AX-65-101")) == 1
    assert refused(g, "move AX-85-60 0103") == "7.3"
    strip = "0101 AX-HQ-XX; 0105 AX-65-101; 0103 AL-69-50"
    g = scene(strip, impulse="AX-HQ-XX")
    assert "AX-65-101" in eligible(g)


@pytest.mark.rule("gazala1942:7.2b", "gazala1942:7.31", "gazala1942:10.2c1", "gazala1942:10.2c3")
def test_rommel_activates_his_hex_whatever_the_formation() -> None:
    units = "0101 AX-ROMMEL AX-65-101 AX-85-60; 0102 AX-1-15T; 0909 AL-KDG"
    g = scene(units, impulse="AX-ROMMEL")
    g.play("4")
    assert eligible(g) == {"AX-ROMMEL", "AX-65-101", "AX-85-60"}
    assert refused(g, "move AX-1-15T 0103") == "10.2c3"


@pytest.mark.rule("gazala1942:10.2b")
@pytest.mark.parametrize(("die", "active"), [(1, False), (3, False), (4, True), (6, True)])
def test_rommels_die(die: int, active: bool) -> None:
    g = scene(
        "0101 AX-ROMMEL AX-65-101; 0909 AL-KDG",
        impulse="AX-ROMMEL",
        lines=["cup AX-HQ-XX AL-HQ-50"],
    )
    g.play(str(die))
    assert (g.phase == "movement") == active
    assert len(g.state.tracks[0]) == 1, "the marker lies on the track in any case"


@pytest.mark.rule("gazala1942:10.2a")
@pytest.mark.parametrize(("die", "enters"), [(2, False), (3, True), (6, True)])
def test_rommels_marker_goes_in_by_the_unmodified_die(die: int, enters: bool) -> None:
    g = scene(f"{AXIS} AX-ROMMEL; {ALLIES}", "limits axis", turn=2)
    play(g, str(die), "3")
    rommel = rules(g).marker_of[index(g, "AX-ROMMEL")]
    assert bool(g.state.picked >> rommel & 1) == enters
    assert g.state.limit[0] == {2: 3, 3: 4, 6: 4}[die], "the limit is for the others"


@pytest.mark.rule("gazala1942:10.2c4")
def test_units_with_rommel_are_activated_twice() -> None:
    units = "0101 AX-ROMMEL AX-1-15T(u) AX-2-15T(o) AX-1-15I; 0303 AX-HQ-AFRIKA; 0909 AL-KDG"
    g = scene(units, impulse="AX-ROMMEL")
    g.play("4")
    assert eligible(g) == {"AX-ROMMEL", "AX-1-15T", "AX-1-15I"}
    g = scene(units, impulse="AX-HQ-AFRIKA")
    assert eligible(g) == {"AX-HQ-AFRIKA", "AX-2-15T", "AX-1-15I"}


@pytest.mark.rule("gazala1942:7.32a")
def test_one_unit_a_turn_changes_its_formation() -> None:
    g = scene(f"{AXIS} AX-1-15T; {ALLIES} AL-KDG", "assignment axis", turn=10)
    play(g, "assign AX-1-15T")
    assert words(g, "under") == {"AX-HQ-XXI", "AX-HQ-X", "AX-HQ-XX"}
    assert g.decision is not None
    assert g.decision.outcome is not None
    said = {a.word: [str(each) for each in g.decision.outcome(a)] for a in g.decision.actions}
    assert said["AX-HQ-XX"] == ["hexes away: 1; range: 6"]
    events = g.play("under AX-HQ-XX")
    assert any(e.kind == "assign" and e.seats is None for e in events), "announced"
    assert g.state.command[index(g, "AX-1-15T")] == index(g, "AX-HQ-XX")
    assert g.phase != "assignment" or g.side == "allied"


@pytest.mark.rule("gazala1942:7.32b")
def test_independents_need_no_formation() -> None:
    g = scene(f"{AXIS}; {ALLIES}; 0909 AL-69-50 AL-KDG", "assignment allied", turn=10)
    assert words(g, "assign") == {"AL-69-50"}
    assert refused(g, "assign AL-KDG") == "7.32b"


@pytest.mark.rule("gazala1942:10.13a")
def test_the_marker_of_a_lost_hq_takes_a_box_and_gives_no_impulse() -> None:
    g = scene(
        "0101 AX-HQ-XX AX-1-15T AX-ROMMEL; 0909 AL-KDG; eliminated AX-HQ-AFRIKA",
        "draw axis",
        lines=["cup AX-HQ-AFRIKA AX-HQ-XX AX-ROMMEL"],
    )
    g.play("AX-HQ-AFRIKA")
    assert (g.state.impulses, len(g.state.tracks[0])) == (0, 1)
    play(g, "AX-ROMMEL", "5")
    assert "AX-1-15T" not in eligible(g), "its units do not move or attack"


@pytest.mark.rule("gazala1942:10.11b", "gazala1942:10.13b")
def test_an_hq_comes_back_two_turns_later() -> None:
    g = scene("0505 AL-69-50 AL-HQ-50; 0101 AX-HQ-XX", "returns axis", turn=6)
    g.state.remove(index(g, "AL-HQ-50"))
    assert g.state.returns == ((index(g, "AL-HQ-50"), 8),)
    lines = ["eliminated AL-HQ-50", "returns AL-HQ-50 8"]
    g = scene("0505 AL-69-50; 0101 AX-HQ-XX", "returns axis", turn=7, lines=lines)
    assert g.phase != "returns", "not yet"
    g = scene("0505 AL-69-50; 0101 AX-HQ-XX", "returns axis", turn=8, lines=lines)
    assert g.side == "allied"
    assert words(g, "at") == {"0505", *(f"{row:02d}09" for row in range(1, 10))}
    g.play("at 0505")
    assert g.state.hex[index(g, "AL-HQ-50")] == rules(g).board.index("0505")
    g = scene("0505 AL-KDG; 0101 AX-HQ-XX", "returns axis", turn=8, lines=lines)
    assert g.phase != "returns", "none of its units is left"
    assert g.state.returns == ()


@pytest.mark.rule("gazala1942:7.4")
def test_nothing_is_left_out_where_the_allies_have_no_marker_more_than_their_limit() -> None:
    g = scene(
        "0202 AX-HQ-XX; 0808 AL-HQ-50 AL-69-50; 0809 AL-HQ-1SA",
        "markers allied",
        lines=["limits 1 2", "picked AX-HQ-XX"],
    )
    play(g, "put AL-HQ-50", "put AL-HQ-1SA")
    assert g.phase == "draw"
    assert words(g, "draw") == {"AX-HQ-XX", "AL-HQ-50", "AL-HQ-1SA"}


@pytest.mark.rule("gazala1942:7.6a", "gazala1942:13.31b")
def test_a_withdrawal_helps_the_roll_also_where_the_table_has_no_modifiers() -> None:
    """Ruling 7.6."""
    g = command(scenario="british", lines=["withdrawing"])
    told = play(g, "roll 1", "roll 3")
    mine = [event for event in told if event.kind == "command"][1]
    assert [(m.rule, m.amount) for m in mine.facts["modifiers"]] == [("7.6a", 2)]


@pytest.mark.rule("gazala1942:7.32a")
@pytest.mark.parametrize(("hq", "told"), [("AX-HQ-XX", "  formation: AX-HQ-XX"), ("-", "")])
def test_the_sheet_of_a_unit_names_the_formation_that_it_has_now(hq: str, told: str) -> None:
    g = scene("0504 AX-20-27; 0101 AX-HQ-X", impulse="AX-HQ-X", lines=[f"command AX-20-27 {hq}"])
    said = [line for line in str(g.unit("AX-20-27")).splitlines() if "formation" in line]
    assert said == [told] * bool(told)
