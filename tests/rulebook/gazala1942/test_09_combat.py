"""9.0-9.2, 9.6, 9.7 Normal combat: who may attack, strengths, odds, shifts, limits."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.rulebook.gazala1942.battlefield import (
    column,
    lines,
    no_odds,
    plain,
    play,
    refused,
    scene,
    shift,
    steps,
    texts,
    where,
    words,
)

from grognard import Game
from grognard.games.gazala1942 import odds

AXIS, ALLIED = "combat axis", "combat allied"
FAR = "0101 AX-HQ-X"


def assault(axis: str, allied: str, phase: str = AXIS, hq: str = FAR, **more: Any) -> Game:
    """Axis in 0505, Allies in 0506."""
    return scene(f"0505 {axis}; 0506 {allied}; {hq}", phase, **more)


# -- 9.0


@pytest.mark.rule("gazala1942:9.0a1", "gazala1942:3.23")
def test_attacks_are_voluntary_and_against_occupied_adjacent_hexes() -> None:
    g = scene(f"0505 AX-200(e); 0506 AL-7-7-BN; 0304 AL-1SF; {FAR}")
    assert texts(g) == {"attack 0506", "done"}
    assert refused(g, "attack 0304") == "9.0a1"
    assert refused(g, "attack 0605") == "9.0a1"
    g.play("done")
    assert g.rolls == []
    assert g.phase != "combat"


@pytest.mark.rule("gazala1942:9.0a2")
def test_a_unit_attacks_once_in_the_phase() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go", "attack 0504")
    assert words(g, "with") == {"AX-1-21I"}
    assert refused(g, "with AX-200") == "9.0a2"


@pytest.mark.rule("gazala1942:9.0a3", "gazala1942:9.72")
def test_a_hex_is_attacked_once_in_the_impulse() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go")
    assert texts(g) == {"attack 0504", "done"}
    assert refused(g, "attack 0506") == "9.0a3"
    g = scene(
        f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; {FAR}", lines=["targets 0506"]
    )
    assert texts(g) == {"attack 0504", "done"}
    assert refused(g, "attack 0506 with AX-200 go") == "9.0a3"


@pytest.mark.rule("gazala1942:9.0a4")
def test_a_stack_is_attacked_as_a_whole_and_a_combat_has_one_hex() -> None:
    g = scene(f"0505 AX-200(e) AX-361(e); 0506 AL-7-7-BN AL-1SF AL-1R-1; 0504 AL-50-1; {FAR}")
    found = lines(g, "attack 0506 all")
    assert found["9.22"] == ["2", "2", "2"]
    assert found["9.23"] == ["1:1"]


@pytest.mark.rule("gazala1942:9.72")
def test_a_unit_that_retreated_into_another_attacked_hex_is_not_attacked_again() -> None:
    """Ruling: its strength does not count there, and it takes no loss."""
    g = scene(
        "0505 AX-200(e) AX-1-21I(e) AX-2-21I(e) AX-1-15I(e); 0407 AX-361(e); 0706 AX-19-27;"
        f"0506 AL-3IND; 0507 AL-1SF; {FAR}"
    )
    play(g, "attack 0506 from 0505 go", "attack 0507 with AX-361 go", "fight 0506", "6")
    told = play(g, "retire", "done", "6")  # to its friends, nobody advances; then 4 against 2
    assert any(event.facts.get("column") == "2:1" for event in told)
    assert where(g, "AL-3IND", "AL-1SF") == ["0507", ""]
    assert steps(g, "AL-3IND") == [1]
    assert lines(scene(f"0505 AX-200(e); 0506 AL-1SF AL-3IND(b); {FAR}"), "attack 0506 all")[
        "9.22"
    ] == ["2"]


@pytest.mark.rule("gazala1942:9.0b", "gazala1942:8.0a")
def test_with_vehicles_armor_combat_must_come_first() -> None:
    g = assault("AX-1-21T(e) AX-1-21I(e)", "AL-150-50")
    assert no_odds(g, "attack 0506 with AX-1-21T") == "9.0b"
    g.play("attack 0506")
    assert refused(g, "with AX-1-21T") == "9.0b"
    fought = assault(
        "AX-1-21T(e) AX-1-21I(e)", "AL-150-50", lines=["armor-targets 0506", "count attacks 1"]
    )
    assert lines(fought, "attack 0506 all")["9.21"] == ["4", "3"]


@pytest.mark.rule("gazala1942:9.0b")
def test_no_armor_combat_is_owed_to_a_hex_without_armor_factor_or_across_mines() -> None:
    g = assault("AX-1-21T(e)", "AL-7-7-BN")
    assert lines(g, "attack 0506 all")["9.21"] == ["4"]
    mined = assault("AX-1-21T(e)", "AL-KDG", board=plain("side minefield 0505/0506"))
    assert lines(mined, "attack 0506 all")["9.21"] == ["1"]
    # Armored cars owe it too; infantry does not.
    cars = assault("AX-33-15A(e) AX-1-21I(e)", "AL-150-50")
    assert no_odds(cars, "attack 0506 with AX-33-15A") == "9.0b"
    assert lines(cars, "attack 0506 with AX-1-21I")["9.21"] == ["3"]


@pytest.mark.rule("gazala1942:9.0c", "gazala1942:3.23")
def test_all_attacks_and_their_support_are_named_before_the_first_is_fought() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; {FAR}")
    play(g, "attack 0506 with AX-200 go")
    assert g.rolls == []
    assert "attack 0504" in texts(g)
    play(g, "attack 0504 with AX-1-21I go")
    assert texts(g) == {"fight 0504", "fight 0506"}
    play(g, "fight 0504", "1")
    assert g.rolls[-1].rule == "9.25"


# -- 9.1, 8.5, 7.6


@pytest.mark.rule("gazala1942:9.1", "gazala1942:8.5")
def test_armor_and_normal_attacks_count_together() -> None:
    units = f"0505 AX-1-21T(e) AX-1-21I(e); 0506 AL-9L-1; 0504 AL-1SF; 0605 AL-1R-1; {FAR}"
    one = scene(units, lines=["armor-targets 0506", "count attacks 1"])
    play(one, "attack 0504 with AX-1-21I go")
    assert one.decision is not None
    assert one.decision.rule == "9.25"
    two = scene(units, lines=["armor-targets 0506", "count attacks 2"])
    assert two.phase != "combat"


@pytest.mark.rule("gazala1942:8.5")
def test_with_the_option_the_limit_counts_hexes() -> None:
    units = f"0505 AX-1-21T(e) AX-1-21I(e); 0506 AL-9L-1; 0504 AL-BY-1; 0605 AL-1R-1; {FAR}"
    g = scene(units, lines=["armor-targets 0504 0506", "count attacks 2"], options="attacks-by-hex")
    assert words(g, "attack") == {"0504", "0506"}
    assert refused(g, "attack 0605") == "8.5"
    literal = scene(units, lines=["armor-targets 0504 0506", "count attacks 2"])
    assert literal.phase != "combat"


@pytest.mark.rule("gazala1942:7.6b")
def test_in_a_withdrawal_the_allies_make_one_attack_in_the_turn() -> None:
    units = "0505 AX-1-21I; 0506 AL-150-50(e) AL-1SF(e); 0507 AX-2-21I; 0101 AL-HQ-50"
    g = scene(units, ALLIED, hq="AL-HQ-50", lines=["withdrawing"])
    play(g, "attack 0505 with AL-150-50 go")
    assert g.decision is not None
    assert g.decision.rule == "9.25"
    done = scene(units, ALLIED, hq="AL-HQ-50", lines=["withdrawing", "count attacks_turn 1"])
    assert done.phase != "combat"
    free = scene(units, ALLIED, hq="AL-HQ-50", lines=["count attacks_turn 1"])
    assert free.phase == "combat"


@pytest.mark.rule("gazala1942:7.6b", "gazala1942:8.5")
def test_a_second_attack_on_the_same_hex_leaves_the_one_of_the_withdrawal_counted() -> None:
    """With the option the normal attack adds nothing to the armor attack, and takes nothing off."""
    units = "0505 AX-1-21I; 0506 AL-9L-1(e) AL-1R-1(e); 0101 AL-HQ-1ARM; 0901 AX-HQ-X"
    g = scene(
        units,
        "armor allied",
        hq="AL-HQ-1ARM",
        options="attacks-by-hex",
        lines=["withdrawing"],
    )
    play(g, "engage 0505 all go", "roll 1,1,1,1", "roll 1")
    assert (g.phase, g.state.attacks_turn) == ("combat", 1)
    play(g, "attack 0505 all go")
    assert g.state.attacks_turn == 1


# -- 9.7, 10.2d, 10.11


@pytest.mark.rule("gazala1942:9.73", "gazala1942:2.1a")
def test_a_unit_that_is_not_activated_again_does_not_attack_again() -> None:
    g = assault("AX-200(u) AX-1-21I(e)", "AL-7-7-BN")
    assert no_odds(g, "attack 0506 with AX-200") == "3.0"


@pytest.mark.rule("gazala1942:9.71")
def test_units_off_the_map_do_not_attack() -> None:
    g = assault("AX-200(e)", "AL-7-7-BN", lines=["later AX-1-21I"])
    assert no_odds(g, "attack 0506 with AX-1-21I") == "9.71"


@pytest.mark.rule("gazala1942:9.74")
def test_armor_factors_do_not_count_but_those_of_attacking_flak() -> None:
    g = assault("AX-1-18AA(e) AX-1-21T(e)", "AL-7-7-BN")
    found = lines(g, "attack 0506 all")
    assert (found["9.74"], found["9.21"]) == (["2"], ["4"]), "and the ledger says so"
    g = scene("0505 AX-1-18AA; 0506 AL-150-50(e); 0101 AL-HQ-50", ALLIED, hq="AL-HQ-50")
    assert lines(g, "attack 0505 all")["9.22"] == ["1"]


@pytest.mark.rule("gazala1942:9.74", "gazala1942:6.22")
def test_flak_out_of_supply_is_halved_once() -> None:
    g = assault("AX-1-18AA(eN) AX-2-18AA(eI)", "AL-7-7-BN")
    assert lines(g, "attack 0506 all")["9.74"] == ["1", "1"]


@pytest.mark.rule("gazala1942:10.11a")
def test_an_hq_does_not_attack_and_defends_with_one_if_alone() -> None:
    g = scene("0505 AX-200(e) AX-HQ-AFRIKA(e); 0506 AL-HQ-50")
    assert no_odds(g, "attack 0506 with AX-HQ-AFRIKA") == "10.11a"
    assert lines(g, "attack 0506 all")["9.23"] == ["4:1"]
    stacked = scene(f"0505 AX-200(e); 0506 AL-HQ-50 AL-7-7-BN; {FAR}")
    assert lines(stacked, "attack 0506 all")["9.23"] == ["2:1"]
    two = scene(f"0505 AX-200(e); 0506 AL-HQ-50 AL-HQ-1SA; {FAR}")
    assert lines(two, "attack 0506 all")["9.23"] == ["4:1"]


@pytest.mark.rule("gazala1942:10.2d")
def test_units_that_rommel_activated_attack_only_with_him() -> None:
    here = scene("0505 AX-200(e) AX-ROMMEL(e); 0506 AL-7-7-BN", hq="AX-ROMMEL")
    assert words(here, "attack") == {"0506"}
    gone = scene("0505 AX-200(e); 0605 AX-ROMMEL(e) AX-1-21I(e); 0506 AL-7-7-BN", hq="AX-ROMMEL")
    assert no_odds(gone, "attack 0506 with AX-200") == "10.2d"
    assert lines(gone, "attack 0506 with AX-1-21I")["9.21"] == ["3"]


# -- 9.2 odds


@pytest.mark.rule("gazala1942:9.23")
def test_g42_01_fifteen_to_four_is_three_to_one() -> None:
    assert odds.spelled(odds.ladder(15, 4)) == "3:1"


@pytest.mark.rule("gazala1942:9.23")
@pytest.mark.parametrize(
    ("attack", "defence", "spelled"),
    [(4, 4, "1:1"), (7, 4, "1:1"), (8, 4, "2:1"), (3, 4, "1:2"), (2, 4, "1:2"), (1, 4, "1:4"),
     (3, 7, "1:3"), (40, 3, "13:1")],
)  # fmt: skip
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, spelled: str) -> None:
    assert odds.spelled(odds.ladder(attack, defence)) == spelled
    assert odds.rung(spelled) == odds.ladder(attack, defence)


@pytest.mark.rule("gazala1942:9.21", "gazala1942:9.22")
def test_strengths_are_added_up() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0605 AX-2-21I(er); 0506 AL-150-50(r) AL-1SF; {FAR}")
    found = lines(g, "attack 0506 all")
    assert found["9.21"] == ["4", "3", "2"]
    assert found["9.22"] == ["4", "2"]
    assert found["9.23"] == ["1:1"]
    assert column(g, "attack 0506 all") == "1:1"


@pytest.mark.rule("gazala1942:6.21a", "gazala1942:6.21b")
def test_supply_divides_the_attack_unit_by_unit_rounded_up() -> None:
    g = assault("AX-200(eN) AX-1-21I(eN) AX-1-15I(eI)", "AL-7-7-BN")
    found = lines(g, "attack 0506 all")
    assert found["9.21"] == ["2", "2", "1"]
    assert found["6.21a"] == ["1/2", "1/2"]
    assert found["6.21b"] == ["1/4"]


@pytest.mark.rule("gazala1942:6.21c")
def test_isolated_units_defend_with_half_unsupplied_ones_in_full() -> None:
    g = assault("AX-200(e)", "AL-150-50(n)")
    assert lines(g, "attack 0506 all")["9.22"] == ["6"]
    g = assault("AX-200(e)", "AL-10-5(i)")
    assert lines(g, "attack 0506 all")["9.22"] == ["3"]


@pytest.mark.rule("gazala1942:9.24a", "gazala1942:9.64", "gazala1942:9.63a")
def test_shifts_count_from_the_true_odds_above_ten_to_one() -> None:
    """13:1 on a hill is 11:1, and so still the last column; 11:1 there is 9:1."""
    force = "AX-200(e) AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-53-15E(e)"
    hill = plain(h0506="h")
    strong = scene(
        f"0505 {force}; 0605 AX-361(e) AX-2-15I(e) AX-3-15I(e) AX-1-1-90(e) AX-2-1-90(e);"
        f"0506 AL-9-5-BN AL-10-5-BN; {FAR}",
        board=hill,
    )
    total = sum(int(n) for n in lines(strong, "attack 0506 all")["9.21"])
    assert total == 29
    assert lines(strong, "attack 0506 all")["9.23"] == ["14:1"]
    assert column(strong, "attack 0506 all") == "10:1"
    weaker = scene(f"0505 {force}; 0506 AL-9-5-BN; {FAR}", board=hill)
    assert lines(weaker, "attack 0506 all")["9.23"] == ["15:1"]
    assert column(weaker, "attack 0506 with AX-200 with AX-1-21I with AX-2-21I") == "8:1"
    assert column(weaker, "attack 0506 with AX-200 with AX-1-21I with AX-2-21I with AX-53-15E") == (
        "10:1"
    )


@pytest.mark.rule("gazala1942:9.24b")
def test_no_attack_below_the_lowest_column_after_shifts() -> None:
    g = assault("AX-53-15E(e)", "AL-150-50")  # 2 to 6 is 1:3
    assert column(g, "attack 0506 all") == "1:3"
    hill = assault("AX-53-15E(e)", "AL-150-50", board=plain(h0506="h"))
    assert hill.phase != "combat"
    weak = scene(f"0505 AX-53-15E(e) AX-200(e); 0506 AL-150-50 AL-1SF; {FAR}")
    assert no_odds(weak, "attack 0506 with AX-53-15E") == "9.24b"
    weak.play("attack 0506 with AX-53-15E")
    assert refused(weak, "go") == "9.24b"
    weak.play("with AX-200")


@pytest.mark.rule("gazala1942:9.25")
def test_the_ledger_shows_the_column_and_the_chance_of_each_result() -> None:
    g = assault("AX-200(e)", "AL-7-7-BN")  # 4 to 2
    ledger = g.odds("attack 0506 all")
    assert ledger.column == "2:1"
    assert [cell for _, cell in ledger.table] == ["2/-", "2/-", "2/-", "1/1", "1/1", "1/1"]
    assert {c.result: c.chance for c in ledger.chances} == {
        "2/-": Fraction(1, 2),
        "1/1": Fraction(1, 2),
    }


@pytest.mark.rule("gazala1942:9.3")
def test_the_first_figure_is_the_attackers() -> None:
    g = assault("AX-200(e)", "AL-7-7-BN")
    play(g, "attack 0506 with AX-200 go", "1")  # 2/-
    assert steps(g, "AX-200", "AL-7-7-BN") == [1, 1]


# -- 9.6 shifts


@pytest.mark.rule("gazala1942:9.6", "gazala1942:9.64")
def test_a_hill_is_two_columns_for_the_defender() -> None:
    g = assault("AX-200(e) AX-361(e)", "AL-7-7-BN", board=plain(h0506="h"))
    assert shift(g, "attack 0506 all", "9.64") == -2
    assert column(g, "attack 0506 all") == "2:1"
    beside = assault("AX-200(e) AX-361(e)", "AL-7-7-BN", board=plain(h0505="h"))
    assert shift(beside, "attack 0506 all", "9.64") == 0


@pytest.mark.rule("gazala1942:9.61a", "gazala1942:9.61b")
def test_across_the_escarpment_a_quarter_and_not_on_wheels() -> None:
    board = plain("side cliff 0505/0506")
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0605 AX-361(e); 0506 AL-7-7-BN; {FAR}", board=board)
    assert no_odds(g, "attack 0506 with AX-1-21I") == "9.61a"
    found = lines(g, "attack 0506 with AX-200 with AX-361")
    assert found["9.21"] == ["1", "4"]  # only the unit that attacks across it
    assert found["9.61a"] == ["1/4"]


@pytest.mark.rule("gazala1942:9.62")
def test_from_four_hexes_one_column_more() -> None:
    three = "0504 AX-1-21I(e); 0604 AX-2-21I(e); 0605 AX-1-15I(e)"
    four = f"{three}; 0404 AX-2-15I(e)"
    g = scene(f"{three}; 0505 AL-150-50; {FAR}")
    assert shift(g, "attack 0505 all", "9.62") == 0
    g = scene(f"{four}; 0505 AL-150-50; {FAR}")
    assert shift(g, "attack 0505 all", "9.62") == 1
    assert shift(g, "attack 0505 from 0504 with AX-2-21I with AX-1-15I", "9.62") == 0


@pytest.mark.rule("gazala1942:9.63a")
@pytest.mark.parametrize(
    ("axis", "columns"),
    [
        ("0505 AX-1-21T(e) AX-1-21I(e)", 2),
        ("0505 AX-1-21T(e) AX-53-15E(e)", 2),
        ("0505 AX-1-21T(e) AX-HECKER(e)", 2),
        ("0505 AX-1-21T(e); 0605 AX-1-21I(e)", 0),
        ("0505 AX-1-21T(e)", 0),
        ("0505 AX-33-15A(e) AX-1-21I(e)", 0),
        ("0505 AX-1-21T(e) AX-1-18AA(e)", 0),
    ],
)
def test_tanks_stacked_with_attacking_infantry_are_two_columns(axis: str, columns: int) -> None:
    g = scene(f"{axis}; 0506 AL-1SF; {FAR}")
    assert shift(g, "attack 0506 all", "9.63a") == columns


@pytest.mark.rule("gazala1942:9.63a")
def test_infantry_that_does_not_attack_does_not_help_the_tanks() -> None:
    g = scene(f"0505 AX-1-21T(e) AX-1-21I; 0506 AL-1SF; {FAR}")
    assert shift(g, "attack 0506 all", "9.63a") == 0


@pytest.mark.rule("gazala1942:9.63b")
@pytest.mark.parametrize(
    ("allied", "columns"),
    [("AL-1SF AL-8T", -2), ("AL-1SF", 0), ("AL-8T", 0), ("AL-1SF AL-KDG", 0)],
)
def test_defending_tanks_with_infantry_cancel_it(allied: str, columns: int) -> None:
    done = ["armor-targets 0506"]
    g = assault("AX-1-21T(e) AX-1-21I(e)", allied, lines=done)
    assert shift(g, "attack 0506 all", "9.63b") == columns
    without = assault("AX-200(e)", allied)
    assert shift(without, "attack 0506 all", "9.63b") == 0


@pytest.mark.rule("gazala1942:9.63b")
def test_defending_flak_counts_as_tanks_do() -> None:
    g = scene(
        "0505 AX-1-18AA AX-1-21I; 0506 AL-9L-1(e) AL-1R-1(e); 0101 AL-HQ-1ARM",
        ALLIED,
        hq="AL-HQ-1ARM",
        lines=["armor-targets 0505"],
    )
    assert shift(g, "attack 0505 all", "9.63a") == 2
    assert shift(g, "attack 0505 all", "9.63b") == -2


@pytest.mark.rule("gazala1942:9.66", "gazala1942:10.12")
def test_the_activated_hq_supports_one_attack_in_range_outside_enemy_zones() -> None:
    units = "0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF"
    g = scene(f"{units}; 0608 AX-HQ-AFRIKA(e); 0103 AX-HQ-XX", hq="AX-HQ-AFRIKA")
    g.play("attack 0506 with AX-200")
    assert "support AX-HQ-AFRIKA" in texts(g)
    assert refused(g, "support AX-HQ-XX") == "10.12"
    play(g, "support AX-HQ-AFRIKA", "go", "attack 0504 with AX-1-21I")
    assert texts(g) == {"go"}
    assert refused(g, "support AX-HQ-AFRIKA") == "10.12"
    one = scene(f"{units}; 0608 AX-HQ-AFRIKA(e)", hq="AX-HQ-AFRIKA")
    assert shift(one, "attack 0506 with AX-200 support AX-HQ-AFRIKA", "9.66") == 1


@pytest.mark.rule("gazala1942:10.12")
def test_an_hq_out_of_range_or_in_an_enemy_zone_supports_nobody() -> None:
    # The XXI Corps has a range of 5 hexes.
    order = "attack 0506 with AX-200 support AX-HQ-XXI"
    near = scene("0505 AX-200(e); 0506 AL-7-7-BN; 0501 AX-HQ-XXI(e)", hq="AX-HQ-XXI")
    assert shift(near, order, "9.66") == 1
    far = scene("0505 AX-200(e); 0506 AL-7-7-BN; 0301 AX-HQ-XXI(e)", hq="AX-HQ-XXI")
    assert no_odds(far, order) == "10.12"
    zone = scene(
        "0505 AX-200(e); 0506 AL-7-7-BN; 0502 AX-HQ-XXI(e); 0602 AL-150-50", hq="AX-HQ-XXI"
    )
    assert no_odds(zone, order) == "10.12"


@pytest.mark.rule("gazala1942:10.12", "gazala1942:9.66")
def test_the_defender_assigns_his_hq_after_the_attacker() -> None:
    g = scene(
        f"0505 AX-200(e) AX-361(e); 0506 AL-7-7-BN; 0508 AL-HQ-50; 0901 AL-HQ-1SA; {FAR}",
        hq="AX-HQ-XXI",
    )
    g.play("attack 0506 all go")
    assert (g.side, texts(g)) == ("allied", {"support AL-HQ-50", "none"})
    assert g.decision is not None
    assert g.decision.outcome is not None
    said = {each.text: str(g.decision.outcome(each)[0]) for each in g.decision.actions}
    assert said["support AL-HQ-50"] != said["none"]
    assert g.odds().column == g.odds("none").column == "4:1"
    assert g.odds("support AL-HQ-50").column == "3:1"
    assert refused(g, "support AL-HQ-1SA") == "10.12"
    ledger = g.decision
    told = play(g, "support AL-HQ-50", "6")
    assert any(e.kind == "result" and e.facts["column"] == "3:1" for e in told)
    assert ledger is not None
    plain_ = scene(f"0505 AX-200(e) AX-361(e); 0506 AL-7-7-BN; 0508 AL-HQ-50; {FAR}")
    play(plain_, "attack 0506 all go")
    told = play(plain_, "none", "6")
    assert any(e.kind == "result" and e.facts["column"] == "4:1" for e in told)


@pytest.mark.rule("gazala1942:10.12")
def test_an_hq_of_the_defender_supports_one_combat() -> None:
    g = scene(
        f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; 0508 AL-HQ-50; {FAR}",
        hq="AX-HQ-XXI",
    )
    play(g, "attack 0506 with AX-200 go", "attack 0504 with AX-1-21I go", "support AL-HQ-50")
    assert g.side == "axis"
    assert words(g, "fight") == {"0504", "0506"}


@pytest.mark.rule("gazala1942:10.5")
@pytest.mark.parametrize("columns", [1, 2])
def test_air_support_shifts_one_normal_attack_of_the_axis(columns: int) -> None:
    units = f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; 0504 AL-1SF; {FAR}"
    g = scene(units, lines=[f"count air {columns}"])
    assert shift(g, "attack 0506 with AX-200 air", "10.5") == columns
    play(g, "attack 0506 with AX-200 air go", "attack 0504 with AX-1-21I")
    assert "air" not in texts(g)
    assert refused(g, "air") == "10.5"
    none = scene(units)
    assert no_odds(none, "attack 0506 with AX-200 air") == "10.5"


@pytest.mark.rule("gazala1942:10.5")
def test_air_support_is_spent_by_the_attack_and_not_for_the_allies() -> None:
    g = scene(f"0505 AX-200(e); 0506 AL-7-7-BN; {FAR}", lines=["count air 2"])
    play(g, "attack 0506 with AX-200 air go", "4")
    assert g.state.air == 0
    units = "0505 AX-1-21I; 0506 AL-150-50(e); 0101 AL-HQ-50"
    allied = scene(units, ALLIED, hq="AL-HQ-50", lines=["count air 2"])
    assert no_odds(allied, "attack 0505 all air") == "10.5"


# -- 10.7, 10.8


@pytest.mark.rule("gazala1942:10.7a")
def test_into_the_perimeter_half_out_of_it_in_full() -> None:
    board = plain("side fortification 0505/0506", "feature tobruk 0506")
    g = assault("AX-1-21I(e)", "AL-7-7-BN", board=board)
    assert lines(g, "attack 0506 all")["9.21"] == ["2"]
    out = scene("0505 AX-1-21I; 0506 AL-10-5(e); 0101 AL-HQ-50", ALLIED, hq="AL-HQ-50", board=board)
    assert lines(out, "attack 0505 all")["9.21"] == ["5"]
    fallen = assault("AX-1-21I(e)", "AL-7-7-BN", board=board, lines=["fallen 0505-0506"])
    assert lines(fallen, "attack 0506 all")["9.21"] == ["3"]


@pytest.mark.rule("gazala1942:10.81a1")
def test_across_a_minefield_an_eighth_flak_a_half() -> None:
    board = plain("side minefield 0505/0506")
    g = assault("AX-200(e) AX-1-18AA(e) AX-53-15E(e)", "AL-7-7-BN", board=board)
    found = lines(g, "attack 0506 all")
    assert found["9.21"] + found["9.74"] == ["1", "1", "1"]
    assert found["10.81a1"] == ["1/8", "1/2", "1/8"]
    both = assault("AX-1-18AA(eN)", "AL-9-5-BN", board=board)
    assert lines(both, "attack 0506 all")["9.74"] == ["1"]
    allied = scene(
        "0505 AX-53-15E; 0506 AL-150-50(e); 0101 AL-HQ-50", ALLIED, hq="AL-HQ-50", board=board
    )
    assert lines(allied, "attack 0505 all")["9.21"] == ["1"]


@pytest.mark.rule("gazala1942:10.81a1")
def test_with_the_option_a_quarter_across_a_minefield() -> None:
    board = plain("side minefield 0505/0506")
    g = assault("AX-200(e)", "AL-7-7-BN", board=board, options="mines-quarter")
    assert lines(g, "attack 0506 all")["10.81a1"] == ["1/4"]
    allied = scene(
        "0505 AX-53-15E; 0506 AL-150-50(e); 0101 AL-HQ-50",
        ALLIED,
        hq="AL-HQ-50",
        board=board,
        options="mines-quarter",
    )
    assert lines(allied, "attack 0505 all")["9.21"] == ["2"]


@pytest.mark.rule("gazala1942:10.81a2")
def test_no_tank_shift_across_a_minefield() -> None:
    board = plain("side minefield 0505/0506")
    g = assault("AX-1-21T(e) AX-1-21I(e)", "AL-9-5-BN", board=board)
    assert shift(g, "attack 0506 all", "9.63a") == 0
    beside = scene(
        f"0605 AX-1-21T(e) AX-1-21I(e); 0505 AX-2-21I(e); 0506 AL-9-5-BN; {FAR}", board=board
    )
    assert shift(beside, "attack 0506 all", "9.63a") == 2


@pytest.mark.rule("gazala1942:10.7c", "gazala1942:10.85b")
@pytest.mark.parametrize(("feature", "rule"), [("fortification", "10.7c"), ("minefield", "10.85b")])
def test_engineers_across_it_are_one_column(feature: str, rule: str) -> None:
    board = plain(f"side {feature} 0505/0506", "feature tobruk 0506")
    g = scene(f"0505 AX-200(e) AX-53-15E(e); 0605 AX-33E(e); 0506 AL-7-7-BN; {FAR}", board=board)
    assert shift(g, "attack 0506 with AX-200 with AX-53-15E", rule) == 1
    assert shift(g, "attack 0506 with AX-200 with AX-33E", rule) == 0  # not across it
    assert shift(g, "attack 0506 with AX-200", rule) == 0


# -- 12.1


@pytest.mark.rule("gazala1942:12.1")
def test_co_operation_adds_one_to_attack_and_defence() -> None:
    four = "AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-2-15I(e)"
    units = f"0505 {four}; 0506 AL-1R-1 AL-50-1 AL-201-1-BN AL-2H-1; {FAR}"
    done = ["armor-targets 0506"]
    g = scene(units, options="12.1", lines=done)
    found = lines(g, "attack 0506 all")
    assert found["12.1"] == ["+1", "+1"]
    assert "13 against 9" in str(g.odds("attack 0506 all"))
    assert "12.1" not in lines(scene(units, lines=done), "attack 0506 all")
    three = lines(g, "attack 0506 with AX-1-21I with AX-2-21I with AX-1-15I")
    assert three["12.1"] == ["+1"]  # the defence alone
    mixed = scene(
        f"0505 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e) AX-34E(e); 0506 AL-1SF; {FAR}", options="12.1"
    )
    assert "12.1" not in lines(mixed, "attack 0506 all")


@pytest.mark.rule("gazala1942:10.13a")
def test_where_nothing_is_left_of_an_attack_nothing_happens() -> None:
    g = scene(f"0505 AX-200(e); 0506 AL-HQ-50; {FAR}", lines=["cup AL-HQ-50"])
    told = play(g, "attack 0506 with AX-200 go", "6")
    assert where(g, "AL-HQ-50") == [""]
    assert g.state.tracks[1]
    assert not g.state.cup
    assert any(e.rule == "10.13a" for e in told)


# -- orders in words


def test_the_attacks_open_to_a_unit() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0605 AX-361(e); 0506 AL-7-7-BN; {FAR}")
    orders = [action.text for action in g.legal_actions.of("AX-200")]
    assert orders == [
        "attack 0506 with AX-200 go",
        "attack 0506 from 0505 go",
        "attack 0506 all go",
    ]
    for order in orders:
        other = g.copy()
        other.play(order)
        assert other.decision is not None
        assert other.decision.rule == "9.25"


def test_a_bad_word_in_an_attack_changes_nothing() -> None:
    g = scene(f"0505 AX-200(e) AX-1-21I(e); 0506 AL-7-7-BN; {FAR}")
    assert refused(g, "attack 0506 with AX-200 with AX-200 go") == "9.0a1"
    assert refused(g, "attack 0506 from 0303 go") == "9.0a1"
    assert refused(g, "attack 0506 go") == "9.0a1"
    assert no_odds(g, "attack 0506 with 0505 with AL-7-7-BN") == "2.1a"
    assert no_odds(g, "attack") == "9.0c"


@pytest.mark.rule("gazala1942:9.0a1", "gazala1942:9.0a2", "gazala1942:7.3")
@pytest.mark.parametrize(
    ("named", "rule"),
    [
        ("with AX-65-101", "7.3"),
        ("with AX-200", "9.0a2"),
        ("with AX-19-27", "9.0a1"),
        ("from 0605", "7.3"),
        ("from 0505", "9.0a2"),
    ],
)
def test_where_nobody_can_attack_the_refusal_speaks_of_who_was_named(named: str, rule: str) -> None:
    g = scene(
        f"0505 AX-HQ-XX AX-65-101 AX-200(ec); 0605 AX-1-132T; 0506 AL-1SF;"
        f" 0904 AL-1R-1; 0903 AX-19-27(e); {FAR}"
    )
    assert words(g, "attack") == {"0904"}
    order = f"attack 0506 {named}"
    assert refused(g, f"{order} go") == rule
    assert no_odds(g, order) == rule


@pytest.mark.rule("gazala1942:9.63b")
def test_marines_are_no_infantry_for_tanks_in_defense() -> None:
    for foot, columns in (("AX-HECKER", 0), ("AX-1-21I", -2), ("AX-53-15E", -2)):
        g = scene(
            f"0505 AL-9L-1(e) AL-1KR-7(e); 0506 AX-1-21T {foot}; 0909 AL-HQ-7ARM(e); {FAR}",
            "combat allied",
            hq="AL-HQ-7ARM",
            lines=["armor-targets 0506"],
        )
        assert shift(g, "attack 0506 all", "9.63a") == 2
        assert shift(g, "attack 0506 all", "9.63b") == columns
