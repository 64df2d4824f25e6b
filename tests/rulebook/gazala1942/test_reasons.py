"""What is said to a player who gives a wrong order: a reason that is true, and the rule of it."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import REAL, plain, play, scene, words

import grognard
from grognard import Game, IllegalAction
from grognard.textdata import DataError

FAR = "0801 AX-HQ-XXI; 0909 AL-HQ-7ARM"


def said(g: Game, order: str) -> tuple[str, str]:
    """The rule and the sentence of a refusal."""
    with pytest.raises(IllegalAction) as refusal:
        g.play(order)
    return refusal.value.rule, str(refusal.value.reason)


def ledger(g: Game, attack: str) -> list[tuple[str, str]]:
    return [(line.rule, line.amount) for line in g.odds(attack).lines]


@pytest.mark.rule("gazala1942:4.1", "gazala1942:4.34")
@pytest.mark.parametrize("order", ["to AX-361", "place AX-361", "exit AX-361", "lose AX-361"])
def test_a_unit_that_may_move_is_not_said_to_be_unable(order: str) -> None:
    g = scene(f"0504 AX-200; 0901 AX-361; {FAR}", impulse="AX-HQ-XXI")
    assert "AX-361" in words(g, "move")
    rule, reason = said(g, order)
    assert rule
    assert "AX-361" not in reason or "not possible now" in reason


@pytest.mark.rule("gazala1942:10.6b")
def test_a_late_march_is_not_answered_as_if_parts_should_join() -> None:
    g = scene(
        "0501 AL-69-50(r) AL-69-50-BN; 0601 AL-HQ-50; 0909 AX-HQ-XX",
        "activation allied",
        impulse="AL-HQ-50",
    )
    play(g, "done")
    assert words(g, "join") == {"AL-69-50-BN"}
    assert "said in the phase: movement" in said(g, "move AL-69-50-BN 0502")[1]
    assert said(g, "join AL-69-50") == (
        "10.6b",
        "AL-69-50 is not a battalion: name the battalion that joins",
    )


@pytest.mark.rule("gazala1942:7.1", "gazala1942:13.0")
def test_an_hq_whose_marker_may_be_chosen_is_in_play() -> None:
    g = grognard.new("gazala1942", scenario="opening", dice="asked")
    assert "AL-BY-1" in words(g, "place")
    assert "said in the phase: movement" in said(g, "move AL-BY-1 1718")[1]
    g = scene("0503 AX-HQ-XXI; 0505 AX-200; 0909 AL-HQ-50", "supply axis")
    while "put" not in {action.verb for action in g.legal_actions}:
        play(g, "pass")
    hq = min(words(g, "put"))
    assert "said in the phase: movement" in said(g, f"move {hq} 0504")[1]


@pytest.mark.rule("gazala1942:8.12", "gazala1942:9.0a1")
@pytest.mark.parametrize("who", ["all", "from 0505"])
def test_all_may_be_one_unit(who: str) -> None:
    g = scene(
        "0505 AX-1-21T(e); 0506 AL-42T; 0101 AX-HQ-AFRIKA(e)", "armor axis", impulse="AX-HQ-AFRIKA"
    )
    assert [e.kind for e in play(g, f"engage 0506 {who} go")] == ["attack"]
    g = scene("0505 AX-200(e); 0506 AL-1SF; 0101 AX-HQ-XXI(e)", "combat axis", impulse="AX-HQ-XXI")
    play(g, f"attack 0506 {who} go")
    assert g.decision is not None
    assert g.decision.rule == "9.25"


@pytest.mark.rule("gazala1942:8.5", "gazala1942:8.11")
def test_a_third_attack_comes_too_late() -> None:
    g = scene(
        "0505 AX-1-21T(e); 0504 AX-2-21T(e); 0506 AL-9L-1; 0604 AL-8T; 0303 AX-1-15T(e); 0302 AL-4T;"
        "0101 AX-HQ-AFRIKA(e)",
        "armor axis",
        impulse="AX-HQ-AFRIKA",
    )
    play(g, "engage 0506 with AX-1-21T go", "engage 0604 with AX-2-21T go")
    assert said(g, "engage 0302 with AX-1-15T go") == (
        "8.5",
        "no more than 2 attacks in an impulse",
    )


@pytest.mark.rule("gazala1942:6.21c")
def test_the_ledger_shows_why_an_isolated_defender_is_worth_half() -> None:
    g = scene(
        "0505 AX-200(e); 0506 AL-150-50(i); 0101 AX-HQ-XXI(e)", "combat axis", impulse="AX-HQ-XXI"
    )
    assert ledger(g, "attack 0506 all")[1:3] == [("9.22", "3"), ("6.21c", "1/2")]


@pytest.mark.rule("gazala1942:10.11a")
def test_the_ledger_shows_what_an_hq_alone_is_worth() -> None:
    lone = scene(
        "0505 AX-200(e); 0506 AL-HQ-50; 0101 AX-HQ-XXI(e)", "combat axis", impulse="AX-HQ-XXI"
    )
    assert ("10.11a", "+1") in ledger(lone, "attack 0506 all")
    kept = scene(
        "0505 AX-200(e); 0506 AL-HQ-50 AL-1SF; 0101 AX-HQ-XXI(e)",
        "combat axis",
        impulse="AX-HQ-XXI",
    )
    assert "10.11a" not in dict(ledger(kept, "attack 0506 all"))


@pytest.mark.rule("gazala1942:6.22")
def test_the_ledger_shows_why_there_are_fewer_armor_dice() -> None:
    g = scene(
        "0505 AX-1-21T(eN); 0506 AL-9L-1(i); 0101 AX-HQ-AFRIKA(e)",
        "armor axis",
        impulse="AX-HQ-AFRIKA",
    )
    assert ledger(g, "engage 0506 all") == [
        ("8.12", "3"),
        ("6.22", "1/2"),
        ("8.13a", "3"),
        ("8.12", "2"),
        ("6.22", "1/2"),
        ("8.13a", "2"),
    ]


@pytest.mark.rule("gazala1942:10.85a")
@pytest.mark.parametrize(
    ("order", "reason"),
    [
        ("AX-1-15I across 0506 assist AX-53-15E", "AX-53-15E has worked alone in this impulse"),
        ("AX-1-15I across 0506 assist AX-34E", "AX-34E is not in the same hex as AX-1-15I"),
        ("AX-1-15I across 0506 assist AX-1-21I", "AX-1-21I is not an engineer unit"),
    ],
)
def test_no_die_falls_without_the_engineer_that_was_ordered(order: str, reason: str) -> None:
    g = scene(
        "0505 AX-1-15I AX-1-21I AX-53-15E; 0504 AX-34E; 0501 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
        board=plain("side minefield 0505/0506"),
    )
    play(g, "breach AX-53-15E across 0506 alone", "roll 2")
    before = g.position
    assert said(g, f"breach {order}") == ("10.85a", reason)
    assert g.position == before
    assert "AX-1-15I" in words(g, "breach")


@pytest.mark.rule("gazala1942:10.85a")
@pytest.mark.parametrize("word", ["assist", "with", ""])
def test_an_engineer_that_is_named_in_the_order_assists(word: str) -> None:
    g = scene(
        "0505 AX-1-15I AX-53-15E; 0501 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
        board=plain("side minefield 0505/0506"),
    )
    play(g, f"breach AX-1-15I across 0506 {word} AX-53-15E", "roll 5")
    assert "breached 0505-0506" in g.position


@pytest.mark.rule("gazala1942:10.85a")
def test_an_engineer_assists_two_units_and_is_not_asked_for_a_third() -> None:
    g = scene(
        "0505 AX-1-15I AX-2-15I AX-3-15I AX-53-15E; 0501 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse="AX-HQ-AFRIKA",
        board=plain("side minefield 0505/0506"),
    )
    for unit in ("AX-1-15I", "AX-2-15I"):
        play(g, f"breach {unit} across 0506 assist AX-53-15E", "roll 2")
    assert said(g, "breach AX-3-15I across 0506 assist AX-53-15E") == (
        "10.85a",
        "AX-53-15E assists no more than 2 units in an impulse",
    )


@pytest.mark.rule("gazala1942:11.11a", "gazala1942:11.11b")
def test_why_a_reinforcement_does_not_enter_there() -> None:
    g = scene(
        "1832 AL-HQ-50; 2034 AX-RCM; 0407 AX-HQ-AFRIKA",
        "activation allied",
        turn=3,
        impulse="AL-HQ-50",
        board=REAL,
        lines=("control axis 1834", "later AL-4T"),
    )
    assert said(g, "enter AL-4T at 1234") == ("11.11a", "1234 is not an entry hex")
    assert said(g, "enter AL-4T at 2034") == ("11.11b", "2034 is held by the enemy")
    assert said(g, "enter AL-4T at 1834") == ("11.11a", "1834 is under enemy control")
    play(g, "enter AL-4T at 1934")


@pytest.mark.rule("gazala1942:11.24")
def test_a_march_among_the_replacements_is_not_answered_with_full_strength() -> None:
    g = scene(
        "1934 AL-69-50(r) AL-9L-1; 1832 AL-HQ-50; 0407 AX-HQ-AFRIKA",
        "replacements allied",
        turn=3,
        board=REAL,
        lines=("pool British_infantry 1",),
    )
    assert said(g, "replace AL-9L-1")[0] == "11.24"
    assert "said in the phase: movement" in said(g, "move AL-9L-1 1933")[1]


@pytest.mark.rule("gazala1942:7.4")
def test_no_more_markers_are_asked_for_than_there_are() -> None:
    g = scene(
        "0503 AX-HQ-XXI; 0909 AL-HQ-50; 0908 AL-HQ-1SA", "markers allied", lines=("limits 2 4",)
    )
    assert g.decision is not None
    assert str(g.decision.prompt) == "choose a marker for the cup: 0 of 2 so far"


@pytest.mark.parametrize("line", ["pool German 1 Grant", "count air 2 attacks"])
def test_a_position_with_a_name_but_no_number_is_refused(line: str) -> None:
    with pytest.raises(DataError, match="is not a number"):
        scene("0503 AX-HQ-XXI; 0909 AL-HQ-50", impulse="AX-HQ-XXI", lines=(line,))


@pytest.mark.parametrize("line", ["control allied 0404", "control 0404 0405"])
def test_a_position_says_what_the_axis_controls_and_nothing_else(line: str) -> None:
    with pytest.raises(DataError, match="is none of axis"):
        scene("0503 AX-HQ-XXI; 0909 AL-HQ-50", impulse="AX-HQ-XXI", lines=(line,))


@pytest.mark.rule("gazala1942:11.23")
def test_infantry_that_is_eliminated_does_not_come_back() -> None:
    units = "0404 AL-9L-1(r) AL-HQ-1ARM; 0909 AX-HQ-X"
    lines = ["pool Grant 1 British_infantry 2", "eliminated AL-50-1 AL-HQ-50"]
    g = scene(units, "replacements allied", lines=lines)
    for order in ("replace AL-50-1", "restore AL-50-1"):
        assert said(g, order) == ("11.23", "only tanks and armored cars come back")
    assert said(g, "replace AL-HQ-50")[0] == "11.2a"


@pytest.mark.rule("gazala1942:7.4")
def test_a_side_with_one_marker_is_told_to_choose_it() -> None:
    g = scene("0404 AX-HQ-X; 0808 AL-HQ-50", "markers allied", lines=["limits 1 1"])
    assert said(g, "done") == ("7.4", "the Allies must choose their marker")


@pytest.mark.rule("gazala1942:13.31b", "gazala1942:10.5")
@pytest.mark.parametrize(("scenario", "rule"), [("british", "13.31b"), ("aida", "10.5")])
def test_why_no_aircraft_support_an_attack(scenario: str, rule: str) -> None:
    units = "0505 AX-200(e); 0506 AL-1SF; 0101 AX-HQ-XXI"
    g = scene(units, "combat axis", impulse="AX-HQ-XXI", scenario=scenario)
    assert said(g, "attack 0506 with AX-200 air go")[0] == rule


@pytest.mark.rule("gazala1942:10.7a", "gazala1942:8.12")
def test_a_hex_is_not_engaged_for_the_reason_of_who_could_fire() -> None:
    """Italian infantry is next to it too; what keeps the tanks from it is the perimeter."""
    board = plain("side fortification 0404/0505", "feature tobruk 0404")
    units = "0504 AX-61-102(e); 0505 AX-1-21T(e); 0506 AL-KDG; 0404 AL-4Y-1; 0101 AX-HQ-AFRIKA"
    g = scene(units, "armor axis", impulse="AX-HQ-AFRIKA", board=board)
    assert said(g, "engage 0404")[0] == "10.7a"


@pytest.mark.rule("gazala1942:11.23", "gazala1942:3.1d")
def test_where_orders_have_their_place() -> None:
    g = scene(
        "0404 AL-9L-1(r) AL-HQ-1ARM; 0909 AX-HQ-X", "replacements allied", lines=["pool Grant 1"]
    )
    rule, sentence = said(g, "two")
    assert (rule, sentence.rpartition(": ")[2]) == ("11.23", "restore UNIT")
    assert said(g, "put AL-HQ-1ARM")[0] == "3.1d"


@pytest.mark.rule("gazala1942:10.86")
@pytest.mark.parametrize("who", ["AX-65-101", "0505"])
def test_who_has_breached_before_an_enemy_may_only_go_through(who: str) -> None:
    g = scene(
        "0505 AX-65-101; 0506 AL-69-50; 0404 AX-HQ-XX; 0909 AL-HQ-50",
        impulse="AX-HQ-XX",
        board=plain("side minefield 0505/0506"),
    )
    play(g, "breach AX-65-101 across 0506", "roll 6")
    assert said(g, f"move {who} 0504") == (
        "10.86",
        "AX-65-101 has breached a minefield and may only go through it",
    )
