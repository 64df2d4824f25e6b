"""12.1-12.6 Combat: who may attack and support, and the die."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.rulebook.anzio.tabletop import (
    REAL,
    modifiers,
    plain,
    play,
    reduced,
    refused,
    scene,
    texts,
    where,
    words,
)

from grognard import Game, IllegalAction

GERMAN = "combat german"
ALLIED = "combat allied"
PARA = "GE-4PARA-A GE-4PARA-B"
"""8 strength points without armor: against 2, the column '+6 or more' and no modifier."""


def attack(units: str, phase: str = GERMAN, options: str = "", board: str = plain()) -> Game:
    return scene(units, phase, options=options, board=board)


# -- 12.1


@pytest.mark.rule("anzio:12.1a")
def test_only_adjacent_opposing_groups_fight() -> None:
    g = attack(f"0404 {PARA}; 0403 AL-RGR; 0402 AL-509; 0101 GE-65-A")
    assert texts(g) == {"attack 0403", "done"}
    assert refused(g, "attack 0402") == "12.1a"
    assert refused(g, "attack 0101") == "12.1a"
    assert refused(g, "attack 0505") == "12.1a"
    assert refused(g, "attack 0403", side="allied") == "12.4a"


@pytest.mark.rule("anzio:12.1a")
def test_nobody_must_attack() -> None:
    g = attack(f"0404 {PARA}; 0403 AL-RGR")
    g.play("done")
    assert where(g, "AL-RGR", "GE-4PARA-A") == ["0403", "0404"]
    assert g.rolls == []


@pytest.mark.rule("anzio:12.1a")
def test_one_group_attacks_one_group() -> None:
    g = attack(f"0404 {PARA}; 0504 GE-65-A; 0403 AL-RGR")
    g.play("attack 0403")
    assert texts(g) == {"from 0404", "from 0504"}
    assert refused(g, "from 0505") == "12.1a"
    assert refused(g, "from 0403") == "12.1a"
    g.play("from 0504")
    assert g.odds("attack 0403 from 0504").lines[0].amount == "4"


@pytest.mark.rule("anzio:12.1b")
def test_all_units_of_both_groups_count() -> None:
    ledger = attack(f"0404 {PARA}; 0403 AL-RGR AL-504").odds("attack 0403 from 0404")
    assert [line.amount for line in ledger.lines[:3]] == ["8", "5", "+3"]


@pytest.mark.rule("anzio:12.1b", "anzio:12.3a")
def test_a_group_with_armor_cannot_leave_it_behind_at_the_water() -> None:
    """Ruling: without option 12.3 such a group may neither attack nor support across it."""
    river = plain("side river 0403/0404", "side river 0304/0403")
    mixed = "0404 AL-46RTR AL-1UK-A; 0403 GE-65-A"
    assert attack(mixed, ALLIED, board=river).phase != "combat"
    g = attack(f"{mixed}; 0504 AL-3US-A", ALLIED, board=river)
    assert refused(g, "attack 0403 from 0404") == "12.3a"
    assert refused(g, "attack 0403 support 0404 go") == "12.3a"


@pytest.mark.rule("anzio:12.1c")
def test_a_group_attacks_once_a_turn_but_may_be_attacked_again() -> None:
    g = attack(f"0404 {PARA}; 0304 GE-65-A GE-65-B; 0403 AL-RGR; 0505 AL-509")
    play(g, "attack 0403 from 0304 go", "roll 2")  # no effect
    assert texts(g) == {"attack 0403", "attack 0505", "done"}
    assert refused(g, "attack 0403 from 0304") == "12.1c"
    play(g, "attack 0403 go", "roll 3")  # 8 against 2, next to another: no effect
    assert where(g, "AL-RGR") == ["0403"]
    assert g.side == "allied"  # both groups have attacked
    assert (
        refused(
            attack(f"0404 {PARA.replace('-A', '-A(a)')}; 0304 GE-71-A; 0403 AL-RGR; 0505 AL-509"),
            "attack 0505",
        )
        == "12.1c"
    )


# -- 12.2


def support(units: str, order: str, phase: str = GERMAN) -> str:
    g = attack(units, phase)
    why = g.legal_actions.why_not(order)
    return why.rule if why else ""


@pytest.mark.rule("anzio:12.2a")
def test_support_takes_5_strength_points_next_to_the_defenders() -> None:
    order = "attack 0403 from 0404 support 0304 go"
    base = f"0404 {PARA}; 0403 AL-RGR"
    assert support(f"{base}; 0304 GE-3PZG-A", order) == ""  # 5
    assert support(f"{base}; 0304 GE-65-A", order) == "12.2a"  # 4
    assert support(f"{base}; 0304 GE-65-A GE-65-B(r)", order) == ""  # 6 together
    assert support(f"{base}; 0304 GE-HG-A(r)", order) == "12.2a"  # 3
    assert support(f"{base}; 0305 GE-HG-A", order.replace("0304", "0305")) == "12.2a"
    assert support(base, order) == "12.2a"
    assert support(f"{base}; 0304 AL-3US-A", order) == "12.2a"


@pytest.mark.rule("anzio:12.2a")
def test_support_is_the_attackers_choice_and_adds_only_to_the_die() -> None:
    g = attack(f"0404 {PARA}; 0304 GE-HG-A; 0504 GE-26PZ-A; 0403 AL-RGR")
    g.play("attack 0403 from 0404")
    assert texts(g) == {"support 0304", "support 0504", "go"}
    plain_odds = g.odds("attack 0403 from 0404")
    both = g.odds("attack 0403 from 0404 support 0304 0504")
    assert both.lines[:3] == plain_odds.lines[:3]
    assert both.modifier == plain_odds.modifier + 2
    play(g, "support 0304")
    assert texts(g) == {"support 0504", "go"}
    assert refused(g, "support 0304") == "12.2a"
    assert refused(g, "support 0404") == "12.2a"


@pytest.mark.rule("anzio:12.2a", "anzio:12.1c")
def test_who_has_supported_neither_attacks_nor_supports_again() -> None:
    units = f"0404 {PARA}; 0304 GE-HG-A; 0504 GE-71-A GE-71-B; 0403 AL-3US-A AL-3US-B"
    g = attack(units)
    play(g, "attack 0403 from 0404 support 0304 go", "roll 4", "lose GE-4PARA-A")
    assert refused(g, "attack 0403 from 0304") == "12.2a"
    assert refused(g, "attack 0403 from 0504 support 0304") == "12.2a"
    assert refused(g, "attack 0403 from 0504 support 0404") == "12.2a"  # nor who has attacked
    play(g, "attack 0403 go")
    assert g.decision is not None
    assert g.decision.kind == "roll"


@pytest.mark.rule("anzio:12.2a")
def test_support_may_not_be_counted_twice_in_the_odds() -> None:
    g = attack(f"0404 {PARA}; 0304 GE-HG-A; 0403 AL-RGR")
    for order in ("attack 0403 from 0404 support 0304 0304", "attack 0403 from 0304 support 0304"):
        with pytest.raises(IllegalAction) as refusal:
            g.odds(order)
        assert refusal.value.rule == "12.2a"


# -- 12.3

RIVER = plain("side river 0403/0404", "side canal 0304/0403")


@pytest.mark.rule("anzio:12.3a")
def test_without_the_option_armor_does_not_attack_or_support_across_water() -> None:
    g = attack("0404 GE-HG-A; 0503 GE-65-A; 0304 GE-26PZ-A; 0403 AL-RGR", board=RIVER)
    g.play("attack 0403")
    assert texts(g) == {"go"}  # the infantry of 0503 alone
    g.undo()
    assert refused(g, "attack 0403 from 0404") == "12.3a"
    assert refused(g, "attack 0403 support 0304") == "12.3a"
    assert refused(g, "attack 0403 support 0404") == "12.3a"


@pytest.mark.rule("anzio:12.3a", "anzio:10.5.1")
def test_over_a_bridge_armor_attacks_as_usual() -> None:
    """Ruling: the road serves the attack as it serves the movement; the water still costs 1."""
    bridge = plain("side river 0403/0404", "road road 0404-0403")
    for options in ("", "12.3"):
        g = attack("0404 GE-HG-A; 0403 AL-RGR", options=options, board=bridge)
        assert modifiers(g, "attack 0403") == {"12.6a": 1, "12.6d": -1}
        g.play("attack 0403 go")
        assert g.decision is not None
        assert g.decision.rule == "12.5"


@pytest.mark.rule("anzio:12.3a")
@pytest.mark.parametrize("die", range(1, 7))
def test_with_the_option_armor_attacks_across_water_on_4_or_more(die: int) -> None:
    g = attack("0404 GE-HG-A; 0403 AL-RGR", options="12.3", board=RIVER)
    g.play("attack 0403 go")
    assert g.decision is not None
    assert g.decision.rule == "12.3"
    g.play(f"roll {die}")
    if die >= 4:
        assert g.decision.rule == "12.5"
    else:
        assert g.phase != "combat" or g.side == "allied"
        assert [roll.rule for roll in g.rolls] == ["12.3"]
        assert (reduced(g), where(g, "GE-HG-A")) == (set(), ["0404"])


@pytest.mark.rule("anzio:12.3a")
def test_one_test_for_all_armor_declared() -> None:
    units = "0404 GE-HG-A; 0304 GE-26PZ-A; 0403 AL-3US-A"
    g = attack(units, options="12.3", board=RIVER)
    play(g, "attack 0403 from 0404 support 0304 go", "roll 4", "roll 5")
    assert [roll.rule for roll in g.rolls] == ["12.3", "12.5"]


@pytest.mark.rule("anzio:12.3a")
def test_infantry_needs_no_test() -> None:
    g = attack(f"0404 {PARA}; 0403 AL-RGR", options="12.3", board=RIVER)
    g.play("attack 0403 go")
    assert g.decision is not None
    assert g.decision.rule == "12.5"


@pytest.mark.rule("anzio:12.3b")
def test_after_a_failure_the_rest_fights_without_the_armor() -> None:
    """Ruling: the armor takes no loss and does not retreat, yet all keep the attack marker."""
    units = "0404 AL-46RTR AL-1UK-A; 0304 AL-1ARM; 0403 GE-3PZG-A; 0707 AL-3US-A; 0706 GE-65-A"
    g = attack(units, ALLIED, options="12.3", board=RIVER)
    events = play(g, "attack 0403 from 0404 support 0304 go", "roll 3", "roll 5")
    result = next(event for event in events if event.kind == "result")
    # 5 against 5; armor in the defense -1, water -1, no armor of ours, no support: 3 is AL
    assert (result.facts["differential"], result.facts["modified"]) == ("+0", 3)
    assert reduced(g) == {"AL-1UK-A"}
    assert texts(g) == {"attack 0706", "done"}
    assert "AL-46RTR(a)" in g.position
    assert "AL-1ARM(p)" in g.position


@pytest.mark.rule("anzio:12.3b")
def test_only_the_armor_that_had_to_cross_is_out() -> None:
    units = "0404 GE-HG-A; 0504 GE-26PZ-A; 0403 AL-3US-A"
    g = attack(units, options="12.3", board=RIVER)
    events = play(g, "attack 0403 from 0504 support 0404 go", "roll 1", "roll 4")
    result = next(event for event in events if event.kind == "result")
    assert (result.facts["differential"], result.facts["modified"]) == ("+0", 5)  # armor +1


@pytest.mark.rule("anzio:12.3b")
def test_the_ledger_weighs_the_test() -> None:
    g = attack("0404 GE-HG-A GE-HG-B; 0403 AL-RGR", options="12.3", board=RIVER)
    chances = {c.result: c.chance for c in g.odds("attack 0403").chances}
    assert chances["test"] == Fraction(1, 2)
    assert sum(chances.values()) == 1


# -- 12.4


@pytest.mark.rule("anzio:12.4a")
def test_the_first_side_resolves_all_its_attacks_then_the_other() -> None:
    units = f"0404 {PARA}; 0403 AL-3US-A; 0104 GE-65-A; 0103 AL-RGR"
    g = scene(units, GERMAN, initiative="german")
    play(g, "attack 0403 go", "roll 4")  # 8 - 6: no effect
    assert (g.side, texts(g)) == ("german", {"attack 0103", "done"})
    g.play("done")
    assert (g.side, texts(g)) == ("allied", {"attack 0404", "attack 0104", "done"})
    g.play("done")
    assert (g.turn, g.phase) == (5, "weather")


@pytest.mark.rule("anzio:12.4a", "anzio:12.1c")
def test_then_the_markers_come_off() -> None:
    g = scene("0404 GE-HG-A(a); 0403 AL-3US-A(a); 0104 GE-65-A; 0103 AL-RGR", ALLIED, turn=4)
    g.play("done")
    play(g, "roll 5", "roll 1", "done", "done", "pass", "pass")
    assert (g.turn, g.phase) == (5, "combat")
    assert "attack 0403" in texts(g)
    assert "(a)" not in g.position


# -- 12.5


@pytest.mark.rule("anzio:12.5a")
@pytest.mark.parametrize(
    ("attackers", "defenders", "differential", "column", "results"),
    [
        ("GE-65-A(r)", "AL-3US-A AL-3US-B", "-10", "-3 or less", "ALR ALR ALR AL AL AR"),
        ("GE-65-A(r)", "AL-1UK-A", "-3", "-3 or less", "ALR ALR ALR AL AL AR"),
        ("GE-65-A", "AL-3US-A", "-2", "-2 to -1", "ALR ALR AL AL AR -"),
        ("GE-65-A", "AL-1UK-A", "-1", "-2 to -1", "ALR ALR AL AL AR -"),
        ("GE-65-A", "AL-RGR AL-509", "+0", "0", "ALR AL AL AR - DR"),
        ("GE-65-A", "AL-504", "+1", "+1 to +2", "AL AL AR - DR DL"),
        ("GE-65-A", "AL-RGR", "+2", "+1 to +2", "AL AL AR - DR DL"),
        ("GE-65-A", "AL-RGR(r)", "+3", "+3 to +5", "AL AR - DR DL DLR"),
        (PARA, "AL-504", "+5", "+3 to +5", "AL AR - DR DL DLR"),
        (PARA, "AL-RGR", "+6", "+6 or more", "AR - DR DL DLR DLR"),
        (PARA, "AL-RGR(r)", "+7", "+6 or more", "AR - DR DL DLR DLR"),
    ],
)
def test_the_differential_finds_the_column(
    attackers: str, defenders: str, differential: str, column: str, results: str
) -> None:
    units = f"0404 {attackers}; 0403 {defenders}"
    ledger = attack(units).odds("attack 0403")
    assert (ledger.lines[2].amount, ledger.column) == (differential, column)
    assert ledger.modifier == 0
    assert [code for _, code in ledger.table] == results.split()
    for die, code in ledger.table:  # and the battle finds what the ledger says
        events = play(attack(units), "attack 0403 go", f"roll {die}")
        assert next(e for e in events if e.kind == "result").facts["result"] == code
    assert sum(c.chance for c in ledger.chances) == 1


@pytest.mark.rule("anzio:12.5a")
def test_beyond_the_table_its_last_rows_hold() -> None:
    g = attack(
        f"0404 {PARA}; 0304 GE-HG-A; 0504 GE-26PZ-A; 0503 GE-3PZG-A; 0303 GE-16SS-A; 0403 AL-RGR"
    )
    four = g.odds("attack 0403 from 0404 support 0304 0504 0503 0303")
    assert four.modifier == 4
    assert [code for _, code in four.table] == ["DLR"] * 6
    hard = attack(
        "0404 GE-65-A(r); 0403 AL-1ARM; 0504 AL-RGR", board=plain("side river 0403/0404", h0403="M")
    ).odds("attack 0403")
    assert hard.modifier == -4
    assert [code for _, code in hard.table] == ["ALR"] * 6


@pytest.mark.rule("anzio:12.5b")
def test_the_owner_chooses_who_takes_the_loss() -> None:
    g = attack(f"0404 {PARA}; 0403 AL-RGR(r) AL-504")  # 8 - 4
    play(g, "attack 0403 go", "roll 5")  # DL
    assert (g.side, words(g, "lose")) == ("allied", {"AL-RGR", "AL-504"})
    assert refused(g, "lose GE-4PARA-A") == "12.5b"
    assert refused(g, "lose AL-504", side="german") == "12.5b"
    flipped, eliminated = g.copy(), g.copy()
    flipped.play("lose AL-504")
    assert reduced(flipped) == {"AL-RGR", "AL-504"}
    eliminated.play("lose AL-RGR")
    assert where(eliminated, "AL-RGR", "AL-504") == ["eliminated", "0403"]


@pytest.mark.rule("anzio:12.5b")
def test_the_attacker_chooses_his_own_loss() -> None:
    g = attack(f"0404 {PARA}; 0403 AL-3US-A AL-3US-B")  # 8 - 12
    play(g, "attack 0403 go", "roll 4")  # AL
    assert (g.side, words(g, "lose")) == ("german", {"GE-4PARA-A", "GE-4PARA-B"})
    g.play("lose GE-4PARA-B")
    assert reduced(g) == {"GE-4PARA-B"}


@pytest.mark.rule("anzio:12.5b")
def test_a_loss_counts_at_once() -> None:
    g = attack(f"0404 {PARA}; 0304 GE-65-A GE-65-B; 0403 AL-504 AL-RGR")  # 8 - 5
    play(g, "attack 0403 from 0404 go", "roll 5", "lose AL-504")  # DL
    assert g.odds("attack 0403 from 0304").lines[1].amount == "4"


# -- 12.6


@pytest.mark.rule("anzio:12.6a")
@pytest.mark.parametrize(
    ("attackers", "bonus"),
    [
        ("AL-46RTR", 1),
        ("AL-1ARM", 1),
        ("AL-46RTR AL-1UK-A", 1),
        ("AL-3US-A", 0),
        ("AL-RGR AL-509", 0),
    ],
)
def test_armor_in_the_attack_adds_1_once(attackers: str, bonus: int) -> None:
    found = modifiers(attack(f"0404 {attackers}; 0403 GE-65-A", ALLIED), "attack 0403")
    assert found == ({"12.6a": 1} if bonus else {})


@pytest.mark.rule("anzio:12.6a")
@pytest.mark.parametrize("unit", ["GE-3PZG-A", "GE-26PZ-A", "GE-HG-A", "GE-16SS-A", "GE-29PZG-A"])
def test_panzers_and_panzergrenadiers_are_armor(unit: str) -> None:
    pair = f"{unit} {unit[:-1]}B"
    assert modifiers(attack(f"0404 {pair}; 0403 AL-RGR"), "attack 0403") == {"12.6a": 1}


@pytest.mark.rule("anzio:12.6a", "anzio:12.6b")
def test_motorised_infantry_is_not_armor() -> None:
    """Ruling."""
    assert modifiers(attack("0404 GE-715-A; 0403 AL-RGR"), "attack 0403") == {}
    assert modifiers(attack("0404 GE-715-A; 0403 AL-RGR", ALLIED), "attack 0404") == {}


@pytest.mark.rule("anzio:12.6b")
@pytest.mark.parametrize(
    ("defenders", "malus"),
    [("AL-46RTR", -1), ("AL-1ARM", -1), ("AL-46RTR AL-1UK-A", -1), ("AL-3US-A AL-3US-B", 0)],
)
def test_armor_in_the_defence_takes_1(defenders: str, malus: int) -> None:
    found = modifiers(attack(f"0404 GE-65-A; 0403 {defenders}"), "attack 0403")
    assert found == ({"12.6b": -1} if malus else {})


@pytest.mark.rule("anzio:12.6c")
@pytest.mark.parametrize(
    ("letter", "malus"), [("M", True), ("T", True), ("F", True), (".", False), ("w", False)]
)
def test_mountain_town_and_forest_protect_the_defender(letter: str, malus: bool) -> None:
    g = attack("0404 GE-65-A; 0403 AL-RGR", board=plain(h0403=letter))
    assert modifiers(g, "attack 0403") == ({"12.6c": -1} if malus else {})
    g = attack("0404 GE-65-A; 0403 AL-RGR", board=plain(h0404=letter))
    assert modifiers(g, "attack 0403") == {}  # where the attacker stands does not matter


@pytest.mark.rule("anzio:12.6d")
@pytest.mark.parametrize("water", ["river", "canal"])
def test_attacking_across_water_takes_1(water: str) -> None:
    board = plain(f"side {water} 0403/0404")
    g = attack("0404 GE-65-A; 0504 GE-71-A; 0403 AL-RGR", board=board)
    assert modifiers(g, "attack 0403 from 0404") == {"12.6d": -1}
    assert modifiers(g, "attack 0403 from 0504") == {}
    # a supporter across the water does not count
    g = attack(f"0504 {PARA}; 0404 GE-65-A GE-65-B; 0403 AL-RGR", board=board)
    assert modifiers(g, "attack 0403 from 0504 support 0404") == {"12.6f": 1}


@pytest.mark.rule("anzio:12.6e")
def test_another_enemy_group_with_a_full_strength_unit_next_to_the_attacker_takes_1() -> None:
    base = f"0404 {PARA}; 0403 AL-RGR"
    assert modifiers(attack(base), "attack 0403") == {}
    assert modifiers(attack(f"{base}; 0505 AL-509"), "attack 0403") == {"12.6e": -1}
    assert modifiers(attack(f"{base}; 0505 AL-509(r)"), "attack 0403") == {}
    assert modifiers(attack(f"{base}; 0505 AL-509(r) AL-504"), "attack 0403") == {"12.6e": -1}
    two = f"{base}; 0505 AL-509; 0305 AL-504"
    assert modifiers(attack(two), "attack 0403") == {"12.6e": -1}  # once
    # next to the defender or to a supporter only: no matter
    assert modifiers(attack(f"{base}; 0402 AL-509"), "attack 0403") == {}
    supported = f"{base}; 0304 GE-HG-A; 0204 AL-509"
    assert modifiers(attack(supported), "attack 0403 from 0404 support 0304") == {"12.6f": 1}


@pytest.mark.rule("anzio:12.6f")
def test_one_for_each_supporting_group_and_all_modifiers_add_up() -> None:
    board = plain("side river 0403/0504", h0403="T")
    units = (
        "0404 GE-HG-A; 0304 GE-26PZ-A; 0503 GE-3PZG-A; 0504 GE-65-A GE-65-B;"
        "0403 AL-1ARM; 0505 AL-RGR"
    )
    g = attack(units, board=board)
    order = "attack 0403 from 0404 support 0304 0503"
    expected = {"12.6a": 1, "12.6b": -1, "12.6c": -1, "12.6e": -1, "12.6f": 2}
    assert modifiers(g, order) == expected
    ledger = g.odds(order)
    assert ledger.modifier == sum(expected.values()) == 0
    assert modifiers(g, "attack 0403 from 0504 support 0304 0503 0404") == {
        "12.6b": -1,
        "12.6c": -1,
        "12.6d": -1,
        "12.6e": -1,
        "12.6f": 3,
    }
    events = play(g, f"{order} go", "roll 4")
    assert next(e for e in events if e.kind == "result").facts["modified"] == 4


@pytest.mark.rule("anzio:12.6g")
@pytest.mark.parametrize(("die", "result"), [(1, "ALR"), (3, "AR")])
def test_supporters_do_not_retreat_with_the_attacker(die: int, result: str) -> None:
    g = attack("0404 GE-65-A; 0304 GE-HG-A; 0403 AL-RGR AL-509")  # 4 - 4, support +1
    if result == "ALR":
        g = attack("0404 GE-65-A; 0304 GE-HG-A; 0403 AL-RGR AL-509", board=plain(h0403="M"))
    events = play(g, "attack 0403 from 0404 support 0304 go", f"roll {die}")
    assert next(e for e in events if e.kind == "result").facts["result"] == result
    assert (g.side, words(g, "retreat")) == ("german", {"0305", "0405", "0505"})
    g.play("retreat 0405")
    assert where(g, "GE-65-A", "GE-HG-A") == ["0405", "0304"]
    assert reduced(g) == ({"GE-65-A"} if result == "ALR" else set())


# -- 12.9


@pytest.mark.rule(
    "anzio:12.9", "anzio:12.5a", "anzio:12.6a", "anzio:12.6c", "anzio:12.7a", "anzio:12.8a"
)
def test_the_factory() -> None:
    """examples:ANZ-01"""
    g = scene("0602 GE-16SS-A GE-16SS-B; 0603 AL-1UK-B", GERMAN, board=REAL)
    assert g.rules.board.names[g.rules.board.index("0603")] == "Aprilia (The Factory)"
    ledger = g.odds("attack 0603 from 0602")
    assert [line.amount for line in ledger.lines] == ["12", "5", "+7", "+1", "-1"]
    assert (ledger.column, ledger.modifier) == ("+6 or more", 0)
    assert dict(ledger.table)[3] == "DR"
    play(g, "attack 0603 from 0602 go", "roll 3")
    assert (g.side, words(g, "retreat")) == ("allied", {"0504", "0604", "0704"})
    g.play("retreat 0604")
    assert (g.side, texts(g)) == ("german", {"advance", "remain"})
    g.play("advance")
    assert where(g, "AL-1UK-B", "GE-16SS-A", "GE-16SS-B") == ["0604", "0603", "0603"]
    assert reduced(g) == set()
