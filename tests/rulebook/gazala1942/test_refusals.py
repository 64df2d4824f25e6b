"""The rule that an order breaks: the nearest one, on every question that the game asks."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import (
    FIGURES,
    PLAIN,
    REAL,
    plain,
    play,
    refused,
    scene,
    texts,
    where,
    words,
)

import grognard
from grognard import Game

AFRIKA = "AX-HQ-AFRIKA"
FAR = "0801 AX-HQ-XXI; 0909 AL-HQ-50"
WALL = "0405 AL-69-50; 0605 AL-150-50"
"""Two brigades whose zones cover 0505."""


def why(g: Game, order: str) -> str:
    """The rule that ``why_not`` gives; ``play`` gives the same."""
    refusal = g.legal_actions.why_not(order)
    assert refusal is not None, order
    assert refused(g, order) == refusal.rule
    assert "not possible now" not in str(refusal.reason)
    return refusal.rule


# -- 4 movement


@pytest.mark.rule("gazala1942:4.12", "gazala1942:4.43")
@pytest.mark.parametrize(
    ("way", "rule"),
    [
        ("0501-0502-0503-0504-0505-0506", "4.43"),
        ("0501-0502-0503-0504-0505-0504", "4.12"),
        ("0501-0502-0503-0504-0604-0605", "4.32"),
        ("0501-0502-0402-0302-0202-0102-0101-0201", "4.12"),
        ("0501-0503", "4.1"),
    ],
)
def test_a_path_breaks_where_the_book_says(way: str, rule: str) -> None:
    """The unit has no point to go on with in 0505, and so its move would be over there."""
    g = scene(f"0501 AX-200; {FAR}; {WALL}", impulse="AX-HQ-XXI")
    start = way.split("-")[0]
    if rule == "4.12" and way.endswith("0201"):
        g = scene(f"0501 AX-86-60; {FAR}; {WALL}", impulse="AX-HQ-XXI")
        assert why(g, f"move AX-86-60 {way}") == rule
        return
    assert where(g, "AX-200") == start
    assert why(g, f"move AX-200 {way}") == rule


@pytest.mark.rule("gazala1942:4.12")
def test_a_hex_beyond_the_points_says_what_it_costs() -> None:
    g = scene(f"0501 AX-200; {FAR}", impulse="AX-HQ-XXI")
    assert why(g, "move AX-200 0509") == "4.12"
    reason = g.legal_actions.why_not("move AX-200 0509")
    assert reason is not None
    assert "8 points" in str(reason.reason)
    assert "has 7" in str(reason.reason)


@pytest.mark.rule("gazala1942:4.42b", "gazala1942:4.43")
def test_a_hex_behind_zones_of_control() -> None:
    g = scene(f"0501 AX-200; {FAR}; {WALL}", impulse="AX-HQ-XXI")
    assert why(g, "move AX-200 0507") == "4.42b"
    narrow = plain(**{f"h{row:02d}{col:02d}": "~" for row in (4, 6) for col in range(1, 10)})
    g = scene(f"0501 AX-200; {FAR}; 0506 AL-69-50", impulse="AX-HQ-XXI", board=narrow)
    assert why(g, "move AX-200 0507") == "4.1"


@pytest.mark.rule("gazala1942:10.83")
def test_a_hex_behind_a_minefield() -> None:
    sides = [f"{row:02d}03/{row:02d}04" for row in range(1, 10)]
    sides += [f"{row:02d}03/{row + d:02d}04" for row in range(2, 9, 2) for d in (-1, 1)]
    board = plain(*(f"side minefield {side}" for side in sides))
    g = scene(f"0503 AX-200; {FAR}; 0502 AX-361", impulse="AX-HQ-XXI", board=board)
    assert why(g, "move AX-200 0505") == "10.83"
    assert why(g, "move AX-200 0504") == "10.83"


@pytest.mark.rule("gazala1942:7.6b")
def test_a_hex_due_west_in_a_withdrawal() -> None:
    board = plain(**{f"h{row:02d}{col:02d}": "~" for row in (4, 6) for col in range(1, 10)})
    g = scene(
        "0505 AL-69-50; 0506 AL-HQ-50; 0901 AX-HQ-X",
        "activation allied",
        impulse="AL-HQ-50",
        board=board,
        lines=("withdrawing",),
    )
    play(g, "done")
    assert why(g, "move AL-69-50 0503") == "7.6b"
    assert why(g, "move AL-69-50 0504") == "7.6b"
    assert why(g, "move AL-69-50 0305") == "4.1"


@pytest.mark.rule("gazala1942:10.83", "gazala1942:4.43")
def test_a_hex_that_mines_and_zones_bar_together() -> None:
    """Neither alone: the points would do without both, so they are not to blame."""
    around = plain(*(f"side minefield 0505/{h}" for h in battlefield.RING))
    foes = "0506 AL-69-50; 0603 AL-151-50; 0403 AL-150-50"
    g = scene(f"0501 AX-200; {FAR}; {foes}", impulse="AX-HQ-XXI", board=around)
    assert why(g, "move AX-200 0505") == "10.83"
    g = scene(f"0501 AX-200; {FAR}; {foes}", impulse="AX-HQ-XXI")
    assert why(g, "move AX-200 0505") == "4.43"


@pytest.mark.rule("gazala1942:7.6b", "gazala1942:4.43")
def test_a_hex_that_a_withdrawal_and_zones_bar_together() -> None:
    g = scene(
        "0505 AL-42T(n); 0506 AL-HQ-50; 0403 AX-200; 0901 AX-HQ-X",
        "activation allied",
        impulse="AL-HQ-50",
        lines=("withdrawing",),
    )
    assert why(g, "move AL-42T 0503") == "7.6b"


@pytest.mark.rule("gazala1942:4.34")
def test_who_has_left_the_map_does_not_return() -> None:
    g = scene(f"0501 AX-200 AX-361; {FAR}", impulse="AX-HQ-XXI")
    play(g, "move AX-200 exit")
    assert why(g, "move AX-200 0502") == "4.34"
    assert why(g, "enter AX-200 at 0501") == "4.34"


@pytest.mark.rule("gazala1942:4.43")
def test_who_holds_the_hex() -> None:
    g = scene(
        f"0504 AX-200; 0505 AX-361 AX-85-60 AX-33E(m); 0604 AL-69-50; 0405 AL-150-50; {FAR}",
        impulse="AX-HQ-XXI",
    )
    play(g, "move AX-200 to 0505")
    assert words(g, "hold") == {"AX-361", "AX-85-60"}
    for unit in ("AX-33E", "AX-200", "AX-7B", "AL-69-50"):
        assert why(g, f"hold {unit}") == "4.43"


@pytest.mark.rule("gazala1942:5.1b", "gazala1942:5.1c", "gazala1942:5.2")
def test_who_is_one_too_many() -> None:
    g = scene(
        f"0503 AX-200 AX-19-27 AX-33E AX-HQ-X; {FAR}", "movement-excess axis", impulse="AX-HQ-XXI"
    )
    assert texts(g) == {"lose AX-200", "lose AX-19-27"}
    assert why(g, "lose AX-33E") == "5.1b"
    assert why(g, "lose AX-HQ-X") == "5.1c"
    assert why(g, "lose AX-HQ-XXI") == "5.2"
    assert why(g, "lose AL-HQ-50") == "5.2"


# -- 7 command


@pytest.mark.rule("gazala1942:7.32a", "gazala1942:10.2c3")
def test_to_whom_a_unit_is_not_assigned() -> None:
    g = scene(
        "0504 AX-200; 0601 AX-HQ-XXI; 0602 AX-HQ-X AX-ROMMEL; 0909 AL-HQ-50", "assignment axis"
    )
    assert why(g, "assign AX-200 under AX-HQ-XXI") == "7.32a"
    assert why(g, "assign AX-200 under AX-HQ-XX") == "7.32a"
    assert why(g, "assign AX-200 under AX-200") == "7.32a"
    assert why(g, "assign AX-200 under AL-HQ-50") == "7.32a"
    assert why(g, "assign AX-200 under AX-ROMMEL") == "10.2c3"


@pytest.mark.rule("gazala1942:13.11c", "gazala1942:13.31b", "gazala1942:7.6a")
@pytest.mark.parametrize(
    ("scenario", "lines", "axis", "allied"),
    [
        ("opening", (), [("13.11c", 2)], [("7.1", -1)]),
        ("british", ("withdrawing",), [("13.31b", -1)], [("13.31b", 1), ("7.6a", 2)]),
    ],
)
def test_the_rules_of_what_is_added_to_the_command_rolls(
    scenario: str,
    lines: tuple[str, ...],
    axis: list[tuple[str, int]],
    allied: list[tuple[str, int]],
) -> None:
    g = scene(
        "1832 AL-HQ-50; 2403 AX-HQ-AFRIKA",
        "limits axis",
        turn=2,
        scenario=scenario,
        board=REAL,
        lines=lines,
    )
    found = []
    for _ in range(2):
        told = next(e for e in g.play("roll 3") if e.kind == "command")
        found.append([(each.rule, each.amount) for each in told.facts["modifiers"]])
    assert found == [axis, allied]


# -- 8 and 9 attacks


@pytest.mark.rule("gazala1942:8.0a", "gazala1942:8.11", "gazala1942:10.5", "gazala1942:10.12")
def test_armor_combat_is_refused_by_its_own_chapter() -> None:
    g = battlefield.scene(
        "0505 AX-1-21T(e); 0506 AL-9L-1; 0909 AL-8T; 0101 AX-HQ-AFRIKA(e)", "armor axis", hq=AFRIKA
    )
    assert why(g, "engage 0504") == "8.11"
    assert why(g, "engage 0909") == "8.0a"
    assert why(g, "engage 0506 with AX-HQ-AFRIKA") == "8.0a"
    assert why(g, "engage 0506 support AX-HQ-AFRIKA") == "10.12"
    assert why(g, "engage 0506 air") == "10.5"


@pytest.mark.rule("gazala1942:7.3", "gazala1942:3.0", "gazala1942:9.0b")
def test_why_nobody_next_to_a_hex_attacks_it() -> None:
    g = battlefield.scene(
        "0505 AX-HQ-XX AX-1-21T(e); 0506 AL-9L-1; 0303 AX-19-27; 0304 AL-1R-1; 0707 AX-2-15I(u);"
        "0708 AL-50-1; 0903 AX-1-15I(e); 0904 AL-1SF; 0101 AX-HQ-AFRIKA(e)",
        hq=AFRIKA,
    )
    assert why(g, "attack 0506") == "9.0b"
    assert why(g, "attack 0304") == "7.3"
    assert why(g, "attack 0708") == "3.0"


@pytest.mark.rule("gazala1942:8.5", "gazala1942:9.1", "gazala1942:9.0a3", "gazala1942:9.0c")
def test_a_third_attack_is_one_too_many() -> None:
    g = battlefield.scene(
        "0505 AX-1-21I(e); 0506 AL-1R-1; 0303 AX-2-21I(e); 0304 AL-50-1; 0705 AX-1-15I(e);"
        "0706 AL-1SF; 0101 AX-HQ-AFRIKA(e)",
        hq=AFRIKA,
    )
    play(g, "attack 0506 all go", "attack 0304 all go")
    assert why(g, "attack 0706 all go") == "8.5"
    assert why(g, "attack 0506 all go") == "9.0a3"
    assert why(g, "fight 0706") == "9.0c"


@pytest.mark.rule("gazala1942:8.5", "gazala1942:7.6b")
@pytest.mark.parametrize(
    ("lines", "rule"),
    [(("count attacks 2",), "8.5"), (("withdrawing", "count attacks_turn 1"), "7.6b"), ((), "")],
)
def test_a_phase_without_attacks_left_says_why(lines: tuple[str, ...], rule: str) -> None:
    g = battlefield.scene(
        "0505 AL-69-50(e); 0506 AX-1-21I; 0602 AL-HQ-50(e)",
        "armor allied",
        hq="AL-HQ-50",
        lines=lines,
    )
    passed = [event.rule for event in g.opening_events if event.kind == "pass"]
    assert (rule in passed) == bool(rule)


@pytest.mark.rule("gazala1942:9.5", "gazala1942:9.54", "gazala1942:9.57")
def test_an_advance_may_be_said_in_one_line() -> None:
    strong = "unit AX-1-21I strength=60 reduced_strength=30"
    units = ["0505 AX-1-21I(e)", "0405 AX-200", "0506 AL-69-50", "0101 AX-HQ-AFRIKA(e)"]
    head = ["grognard position 1", "game gazala1942", strong, PLAIN, "turn 4"]
    text = "\n".join([*head, "phase combat axis", f"impulse {AFRIKA}", *units])
    g = grognard.load(text + "\n", dice="asked")
    play(g, "attack 0506 all go", "result -/6")
    assert why(g, "advance 0506") == "9.5"
    far = g.copy()
    play(far, "send AX-1-21I advance 0506-0507-0508")
    assert where(far, "AX-1-21I") == "0508"
    near = g.copy()
    play(near, "send AX-200 advance 0506 stop")
    assert where(near, "AX-200") == "0506"
    play(near, "send AX-1-21I advance 0506 advance 0507 stop")
    assert where(near, "AX-1-21I") == "0507"
    play(g, "send AX-1-21I")
    assert why(g, "advance 0909") == "9.57"


@pytest.mark.rule("gazala1942:10.7a", "gazala1942:10.7c")
@pytest.mark.parametrize(
    ("feature", "strength", "engineers"),
    [("feature tobruk 0506", "2", 1), ("", "2", 1), ("feature tobruk 0505", "3", 0)],
)
def test_a_fortification_of_which_nobody_says_what_is_inside(
    feature: str, strength: str, engineers: int
) -> None:
    """10.7a Halved across the hexside; only an attack out of Tobruk is not."""
    board = battlefield.plain(*filter(None, ("side fortification 0505/0506", feature)))
    g = battlefield.scene(
        "0505 AX-1-21I(e) AX-53-15E(e); 0506 AL-1SF; 0101 AX-HQ-AFRIKA(e)", hq=AFRIKA, board=board
    )
    assert battlefield.lines(g, "attack 0506 with AX-1-21I")["9.21"] == [strength]
    assert battlefield.shift(g, "attack 0506 all", "10.7c") == engineers


@pytest.mark.rule("gazala1942:10.7c", "gazala1942:10.85b", "gazala1942:9.32b", "gazala1942:9.43")
@pytest.mark.parametrize(("side", "rule"), [("minefield", "10.85b"), ("fortification", "10.7c")])
def test_the_rule_by_which_engineers_are_lost_first(side: str, rule: str) -> None:
    g = battlefield.scene(
        "0505 AX-1-21I(e) AX-2-21I(e) AX-53-15E(e) AX-34E(e); 0506 AL-1SF; 0101 AX-HQ-AFRIKA(e)",
        hq=AFRIKA,
        board=battlefield.plain(f"side {side} 0505/0506"),
    )
    play(g, "attack 0506 with AX-1-21I with AX-53-15E with AX-34E go", "roll 1")
    assert why(g, "lose AX-1-21I") == rule
    told = play(g, "lose AX-34E")
    assert (told[0].kind, told[0].rule) == ("eliminated", rule)


@pytest.mark.rule("gazala1942:9.32b", "gazala1942:9.43")
def test_steps_lost_to_stand_and_steps_lost_for_want_of_a_way() -> None:
    units = "0505 AX-200(e) AX-361(e); 0506 AL-69-50 AL-150-50 AL-8T; 0101 AX-HQ-XXI(e)"
    g = battlefield.scene(units, hq="AX-HQ-XXI", lines=("count air 2",))
    play(g, "attack 0506 all air go", "roll 1", "lose AX-200")
    told = [e for e in play(g, "remain", "lose AX-361") if e.kind == "loss"]
    assert [e.rule for e in told] == ["9.32b"]
    ring = "; ".join(
        f"{h} AL-{unit}" for h, unit in (("0503", "151-50"), ("0304", "1FR"), ("0705", "2FR"))
    )
    g = battlefield.scene(
        f"{units}; {ring}; 0703 AL-1-1SA; 0404 AL-8H-7; 0604 AL-5-7; 0605 AL-3-7; 0405 AL-4T; 0504 AL-1T",
        hq="AX-HQ-XXI",
        lines=("count air 2",),
    )
    play(g, "attack 0506 all air go", "roll 1", "lose AX-200")
    told = [e for e in play(g, "lose AX-361") if e.kind == "loss"]
    assert [e.rule for e in told] == ["9.43"]


# -- 10 and 11


@pytest.mark.rule("gazala1942:10.13b", "gazala1942:4.32", "gazala1942:5.1a")
def test_where_a_lost_hq_does_not_come_back() -> None:
    g = scene(
        "0503 AX-200; 0505 AX-HQ-X AX-33E; 0301 AL-8T; 0401 AX-19-27 AX-HQ-XX AX-1-21T AX-2-21T AX-1-15T AX-2-15T",
        "returns axis",
        turn=6,
        lines=("returns AX-HQ-XXI 6",),
    )
    assert why(g, "at 0606") == "10.13b"
    assert why(g, "at 0301") == "4.32"
    assert why(g, "at 0401") == "5.1a"
    play(g, "at 0503")


@pytest.mark.rule("gazala1942:10.6a")
def test_who_does_not_split() -> None:
    g = scene(
        "0504 AL-69-50; 0601 AL-HQ-50; 0909 AX-HQ-X AX-200", "activation allied", impulse="AL-HQ-50"
    )
    assert why(g, "split AL-151-50") == "10.6a"
    assert why(g, "split AX-200") == "10.6a"


@pytest.mark.rule("gazala1942:10.85a")
def test_who_does_not_assist() -> None:
    g = scene(
        "0505 AX-1-15I AX-53-15E AX-1-15T; 0504 AX-34E; 0501 AX-HQ-AFRIKA; 0909 AL-HQ-50",
        impulse=AFRIKA,
        board=plain("side minefield 0505/0506"),
    )
    play(g, "breach AX-1-15I across 0506")
    assert why(g, "assist AX-1-15T") == "10.85a"
    assert why(g, "assist AX-34E") == "10.85a"
    assert words(g, "assist") == {"AX-53-15E"}


@pytest.mark.rule("gazala1942:10.3a")
def test_cars_do_not_step_aside_of_themselves() -> None:
    g = scene(f"0504 AX-200; 0508 AL-KDG; {FAR}", impulse="AX-HQ-XXI")
    assert why(g, "dodge 0509") == "10.3a"


@pytest.mark.rule("gazala1942:10.4a", "gazala1942:10.4b")
def test_why_group_hecker_does_not_come() -> None:
    lines = ("later AX-HECKER", "note 2129 6")
    units = "1832 AL-HQ-50; 0407 AX-HQ-AFRIKA; 2403 AX-HQ-XXI"
    g = scene(units, turn=5, impulse="AX-HQ-XXI", board=REAL, lines=lines)
    assert why(g, "land") == "10.4a"
    assert why(g, "move AX-HECKER 2129") == "10.4b"
    assert why(g, "enter AX-HECKER at 2905") == "10.4b"
    g = scene(units, "activation allied", turn=5, impulse="AL-HQ-50", board=REAL, lines=lines)
    assert why(g, "land") == "10.4a"


@pytest.mark.rule("gazala1942:10.2c3", "gazala1942:11.11a")
def test_nobody_enters_in_rommels_impulse() -> None:
    g = scene(
        "0502 AX-ROMMEL AX-200; 0101 AX-HQ-AFRIKA; 1934 AL-HQ-50",
        turn=3,
        scenario="british",
        impulse="AX-ROMMEL",
        board=REAL,
        lines=("later AX-1-21T", "control axis 2903 2904 2905"),
    )
    play(g, "roll 6")
    assert why(g, "enter AX-1-21T at 2905") == "10.2c3"


@pytest.mark.rule("gazala1942:11.21", "gazala1942:11.2b")
def test_nations_without_replacements() -> None:
    g = scene(
        "0502 AL-1-1SA(r) AL-1FR(r) AL-69-50(r); 0602 AL-HQ-50; 0909 AX-HQ-X",
        "replacements allied",
        lines=("pool British_infantry 2",),
    )
    assert why(g, "replace AL-1-1SA") == "11.21"
    assert why(g, "replace AL-1FR") == "11.21"
    assert why(g, "replace AL-HQ-50") == "11.2b"


@pytest.mark.rule("gazala1942:11.23", "gazala1942:5.1a")
def test_no_room_for_one_who_comes_back() -> None:
    five = "AX-1-21I AX-2-21I AX-1-15I AX-2-15I AX-3-15I"
    g = scene(
        f"0502 {five} AX-HQ-AFRIKA; 0601 AX-200(r) AX-HQ-XXI; 0909 AL-HQ-50",
        "replacements axis",
        lines=("pool German 1 German_infantry 1", "eliminated AX-1-21T"),
    )
    assert why(g, "restore AX-1-21T") == "5.1a"


@pytest.mark.rule("gazala1942:11.1", "gazala1942:13.18")
def test_what_arrives_is_told() -> None:
    g = scene("1832 AL-HQ-50; 2403 AX-HQ-XXI", "end axis", turn=2, scenario="opening", board=REAL)
    told = [(e.rule, str(e)) for e in g.opening_events if e.kind == "arrival"]
    assert told[0] == ("13.18", "Allied reinforcements: AL-4T [13.18]")
    assert ("13.18", "Allied replacements: 2 Grant [13.18]") in told
    assert len(told) == 5


@pytest.mark.rule("gazala1942:3.0")
@pytest.mark.parametrize("order", ["split AL-69-50", "move AL-69-50 0605", "support AL-HQ-50"])
def test_units_of_the_other_side_wait_for_their_impulse(order: str) -> None:
    g = scene(
        f"0505 AL-69-50; 0504 AX-200(e); {FAR}", "combat axis", impulse="AX-HQ-XXI", board=PLAIN
    )
    assert why(g, order) == "3.0"
    refusal = g.legal_actions.why_not("done", "allied")
    assert refusal is not None
    assert refusal.rule == "3.0"


@pytest.mark.rule("gazala1942:7.6b")
@pytest.mark.parametrize(("lines", "left"), [([], 2), (["withdrawing"], 1)])
def test_the_attacks_that_are_left_are_told(lines: list[str], left: int) -> None:
    g = scene(
        "0505 AL-69-50(e); 0504 AX-200; 0101 AL-HQ-50(e)",
        "combat allied",
        impulse="AL-HQ-50",
        lines=lines,
    )
    assert g.decision is not None
    assert f"attacks left in this impulse: {left}" in str(g.decision.prompt)


@pytest.mark.rule("gazala1942:8.13a")
def test_the_ledger_of_an_armor_combat_in_words_has_no_column() -> None:
    g = scene("0505 AL-8T(e); 0506 AX-1-15T; 0101 AL-HQ-50", "armor allied", impulse="AL-HQ-50")
    said = str(g.odds("engage 0506 all"))
    assert "Allied: dice" in said
    assert "column" not in said


@pytest.mark.rule("gazala1942:9.0b")
@pytest.mark.parametrize(("fought", "told"), [([], ["9.0b"]), (["armor-targets 0505"], [])])
def test_the_ledger_names_the_tanks_that_owe_armor_combat(
    fought: list[str], told: list[str]
) -> None:
    g = battlefield.scene(
        "0505 AL-69-50; 0504 AX-1-15T(e) AX-1-15I(e); 0101 AX-HQ-AFRIKA",
        hq="AX-HQ-AFRIKA",
        lines=fought,
    )
    sheet = g.odds("attack 0505 from 0504")
    assert [line.rule for line in sheet.notes] == told
    assert all("AX-1-15T" in str(line.what) for line in sheet.notes)
    assert any("AX-1-15T" in str(line.what) for line in sheet.lines) != bool(told)


@pytest.mark.parametrize("dice", ["asked", "thrown"])
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("move AX-200 0303", "4.0"),
        ("engage 0808 all go", "8.0a"),
        ("attack 0808 all go", "9.0a1"),
        ("replace AX-200", "11.2"),
        ("put AX-HQ-X", "3.1d"),
        ("pass", "4.1"),
    ],
)
def test_a_wrong_order_does_not_end_the_impulse(order: str, rule: str, dice: str) -> None:
    """The last unit is on the move: that it stays would let the impulse end, and a die fall."""
    board = scene(
        "0303 AX-200(e); 0808 AL-69-50; 0101 AX-HQ-XXI; 0909 AL-HQ-50 AL-HQ-1SA",
        "movement axis",
        impulse="AX-HQ-XXI",
        lines=["cup AL-HQ-50 AL-HQ-1SA", "count impulses 2"],
    ).position
    g = grognard.load(board, dice=dice, data=FIGURES)
    g.play("move AX-200 0304")
    before = g.position
    for said in (order, *([f"to 0305 {order}"] if order != "pass" else [])):
        assert refused(g, said) == rule
        assert g.position == before
    assert g.legal_actions.why_not("done") is None
