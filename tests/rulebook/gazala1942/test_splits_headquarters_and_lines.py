"""Brigades that split, headquarters in crowded hexes, lines of supply, breaches and returns, through positions and orders."""

from __future__ import annotations

import pytest
from tests.rulebook.gazala1942.tabletop import has, plain, play, refused, scene, texts, where, words

import grognard
from grognard import Game, IllegalAction
from grognard.engine.view import Trace


def told(g: Game, label: str) -> list[str]:
    return [str(fact.text) for fact in g.facts(label)]


def ends(traces: list[Trace]) -> list[tuple[str, str, bool]]:
    """Where each line begins and ends, and whether it is whole."""
    return [(line.path[0], line.path[-1], line.whole) for line in traces]


WALL = "0401 AL-201-1; 0403 AL-151-50; 0405 AL-69-50; 0407 AL-7-7; 0409 AL-2-1SA"
"""Brigades and their zones of control from the west to the east of the board."""


@pytest.mark.rule("gazala1942:6.11b")
def test_a_unit_that_is_cut_off_with_its_hq_has_a_line_to_it_and_none_to_a_source() -> None:
    board = plain("feature axis_source 0101", "feature allied_source 0309")
    units = f"{WALL}; 0309 AL-HQ-50; 0102 AX-HQ-X; 0707 AX-HQ-XX; 0805 AX-66-101"
    g = scene(units, "supply axis", board=board)
    assert "0805 AX-66-101(n)" in g.position
    assert ends(g.lines("0805"))[0] == ("0805", "0707", True)
    assert [line.whole for line in g.lines("0805")] == [True, False]
    assert [line.rule for line in g.lines("0805")] == ["6.11a", "6.13a"]


@pytest.mark.rule("gazala1942:6.11b")
def test_a_unit_without_a_line_to_any_hq_shows_one_broken_line() -> None:
    board = plain("feature axis_source 0101", "feature allied_source 0309")
    g = scene(f"{WALL}; 0309 AL-HQ-50; 0102 AX-HQ-X; 0805 AX-66-101", "supply axis", board=board)
    assert "0805 AX-66-101(i)" in g.position
    assert [line.whole for line in g.lines("0805")] == [False]


@pytest.mark.rule("gazala1942:6.11a")
def test_who_stands_with_an_hq_out_of_supply_may_have_a_line_to_another() -> None:
    """6.15 The line of the first HQ would be too long; that of the second may be longer (13.11e)."""
    sea = {f"h0{row}0{place}": "~" for row in (2, 4, 6, 8) for place in range(1, 10)}
    for row, place in ((2, 9), (4, 1), (6, 9), (8, 1)):
        del sea[f"h0{row}0{place}"]
    board = plain("feature axis_source 0301", **sea)
    units = "0905 AX-HQ-X AX-19-27; 0908 AX-HQ-XX; 0301 AX-200"
    g = scene(units, "supply axis", board=board)
    assert "0905 AX-HQ-X(n) AX-19-27\n" in g.position
    assert [line.rule for line in g.lines("0905")] == ["6.15", "6.11a", "6.11a"]
    assert [line.whole for line in g.lines("0905")] == [False, True, True]
    g = scene(units.replace(" AX-19-27", ""), "supply axis", board=board)
    assert [line.rule for line in g.lines("0905")] == ["6.15"]


@pytest.mark.rule("gazala1942:11.11a")
def test_a_hex_says_that_reinforcements_enter_by_the_reading_that_is_played() -> None:
    here = "Allied reinforcements enter here"
    for options, hexes in (("", {"1934"}), ("entry-0134", {"0134"})):
        g = scene("0505 AX-HQ-AFRIKA", "supply axis", board="", options=options)
        assert {h for h in ("0134", "1934") if here in told(g, h)} == hexes


@pytest.mark.rule("gazala1942:2.1c")
@pytest.mark.rule("gazala1942:10.6a")
@pytest.mark.parametrize("mines", [(), ("side minefield 0404/0405",)])
def test_a_brigade_that_splits_extends_no_zone_anew(mines: tuple[str, ...]) -> None:
    """The zone over 0404 was there before the Axis passed through it."""
    g = scene(
        "0405 AL-150-50; 0406 AL-HQ-50; 0204 AX-200",
        "activation allied",
        impulse="AL-HQ-50",
        board=plain(*mines),
        lines=["control axis 0204 0404"],
    )
    play(g, "split AL-150-50")
    assert "Axis control" in told(g, "0404")


@pytest.mark.rule("gazala1942:11.23")
def test_a_vehicle_that_is_eliminated_is_restored_and_not_replaced() -> None:
    g = scene(
        "0505 AL-HQ-1ARM AL-9L-1(r)",
        "replacements allied",
        lines=["eliminated AL-3Y-1 AL-42T AL-1R-1", "pool Grant 1 British_infantry 1"],
    )
    assert "restore" in str(g.legal_actions.why_not("replace AL-3Y-1"))
    assert refused(g, "replace AL-3Y-1") == "11.23"
    assert refused(g, "replace AL-42T") == "11.22", "no Matilda in the pool"
    assert refused(g, "replace AL-1R-1") == "11.23", "infantry does not come back"
    play(g, "restore AL-3Y-1")
    assert "AL-3Y-1(rn)" in g.position


@pytest.mark.rule("gazala1942:5.1c")
@pytest.mark.rule("gazala1942:13.32d")
def test_rommel_sets_up_with_the_six_battalions_that_are_one_too_many() -> None:
    g = grognard.new("gazala1942", seed=1, scenario="british")
    assert refused(g, "place AX-1-18AA at 0209") == "5.1a"
    play(g, "place AX-ROMMEL at 0209")
    assert "AX-ROMMEL" in next(line for line in g.position.splitlines() if line[:4] == "0209")


@pytest.mark.rule("gazala1942:3.3b")
@pytest.mark.parametrize(("die", "drawer"), [(1, "allied"), (6, "axis")])
def test_who_goes_on_draws_the_next_marker(die: int, drawer: str) -> None:
    """3.24 The player whose impulse it was, 3.3 the other one if his operations have stopped."""
    g = scene(
        "0101 AX-HQ-X AX-HQ-XX; 0909 AL-HQ-50",
        "impulse-end axis",
        lines=[
            "impulse AX-HQ-X",
            "track axis AX-HQ-XX AX-HQ-X",
            "count impulses 2",
            "cup AX-HQ-AFRIKA AL-HQ-50",
        ],
    )
    play(g, f"roll {die}")
    drawn = [e for e in play(g, "draw AL-HQ-50") if e.kind == "draw"]
    assert {str(e.facts["side"]) for e in drawn} == {drawer}


@pytest.mark.rule("gazala1942:5.1b")
@pytest.mark.parametrize(
    ("there", "rule"),
    [
        ("AX-65-101 AX-66-101 AX-1-132T", "5.1b"),
        ("AX-1-132T AX-2-132T AX-3-132T AX-132T AX-34E", "5.1a"),
        ("AX-65-101 AX-1-132T AX-2-132T AX-3-132T AX-132T", "5.1a"),
    ],
)
def test_why_a_battalion_finds_no_room_in_a_retreat(there: str, rule: str) -> None:
    g = scene(
        f"0505 AX-RCM; 0504 {there}; 0506 AL-150-50(e)",
        "combat allied",
        impulse="AL-HQ-50",
        lines=["armor-targets 0505"],
    )
    play(g, "attack 0505 all go", "result -/2", "retire")
    assert refused(g, "retreat 0504") == rule


@pytest.mark.rule("gazala1942:10.81b")
def test_why_a_unit_does_not_breach_before_an_advance() -> None:
    g = scene(
        "0505 AX-1-21I(e) AX-2-21I(e); 0604 AX-1-15I(e); 0506 AL-1R-1(i); 0406 AX-200; 0405 AX-361",
        "combat axis",
        impulse="AX-HQ-AFRIKA",
        board=plain("side minefield 0505/0506", "side minefield 0405/0506"),
    )
    play(g, "attack 0506 with AX-1-21I with AX-2-21I go", "result 1/1", "lose AX-1-21I")
    assert refused(g, "send AX-1-21I") == "10.83"
    assert refused(g, "breach AX-361") == "10.81b", "no attacker"
    assert refused(g, "breach AX-1-15I") == "9.52", "not next to the hex"
    play(g, "breach AX-1-21I", "roll 2")
    assert refused(g, "breach AX-2-21I") == "10.81b", "one attempt from each hex"


@pytest.mark.rule("gazala1942:11.23")
@pytest.mark.rule("gazala1942:5.1a")
def test_why_a_vehicle_does_not_come_back_in_a_hex() -> None:
    g = scene(
        "0505 AL-HQ-1ARM; 0506 AL-9L-1; 0404 AL-7A AL-3A AL-6A AL-4A AL-KDG; 0707 AL-HQ-50(n)",
        "replacements allied",
        lines=["eliminated AL-42T", "pool Matilda 1"],
    )
    play(g, "restore AL-42T")
    assert refused(g, "place 0404") == "5.1a"
    assert refused(g, "place 0707") == "11.23"
    assert refused(g, "place 0808") == "11.23"


@pytest.mark.rule("gazala1942:10.2c4")
def test_rommel_and_its_hq_activate_a_unit_in_either_order() -> None:
    """Each has activated it once when the impulses are over, and neither does again."""
    units = "0505 AX-ROMMEL AX-1-21I; 0404 AX-HQ-AFRIKA; 0909 AL-HQ-50"
    cup = ["cup AX-ROMMEL AX-HQ-AFRIKA AL-HQ-50"]
    g = scene(units, "draw axis", lines=cup)
    play(g, "draw AX-ROMMEL", "roll 4", "move AX-1-21I 0506", "done")
    assert (has(g, "used_rommel", "AX-1-21I"), has(g, "used", "AX-1-21I")) == (True, False)
    play(g, "draw AX-HQ-AFRIKA", "move AX-1-21I 0505", "done", "roll 6")
    assert (has(g, "used_rommel", "AX-1-21I"), has(g, "used", "AX-1-21I")) == (True, True)
    g = scene(units.replace(" AX-1-21I", "; 0506 AX-1-21I"), "draw axis", lines=cup)
    play(g, "draw AX-HQ-AFRIKA", "move AX-1-21I 0505", "done")
    assert (has(g, "used_rommel", "AX-1-21I"), has(g, "used", "AX-1-21I")) == (False, True)
    play(g, "draw AX-ROMMEL", "roll 4", "move AX-1-21I 0504", "done", "roll 6")
    assert (has(g, "used_rommel", "AX-1-21I"), has(g, "used", "AX-1-21I")) == (True, True)


@pytest.mark.rule("gazala1942:10.4c", "gazala1942:10.13a")
def test_group_hecker_lands_and_stands_still_when_its_hq_was_lost_in_the_impulse() -> None:
    g = scene(
        "0505 AX-HQ-XXI AX-200; 0404 AX-9B; 0909 AL-HQ-50",
        "activation axis",
        impulse="AX-HQ-XXI",
        board=plain("side minefield 0505/0506", "feature coast 0303"),
        lines=["later AX-HECKER", "note 0303 4", "command AX-9B -"],
    )
    play(g, "breach AX-HQ-XXI across 0506", "roll 1", "land", "roll 6", "roll 3")
    assert where(g, "AX-HECKER") == "0303"
    assert refused(g, "move AX-HECKER 0304") == "10.13a"


@pytest.mark.rule("gazala1942:10.6a", "gazala1942:4.43")
@pytest.mark.parametrize(("mark", "open_"), [("", True), ("(m)", False)])
def test_the_parts_of_a_brigade_that_has_moved_let_nobody_pass_between_zones(
    mark: str, open_: bool
) -> None:
    g = scene(
        f"0605 AL-150-50{mark}; 0505 AL-69-50; 0303 AL-HQ-50; 0506 AX-200",
        "activation allied",
        impulse="AL-HQ-50",
    )
    play(g, "split AL-150-50", "done")
    if open_:
        assert g.cost("AL-69-50", "0605").cost == "6"
    else:
        with pytest.raises(IllegalAction, match=r"4\.43"):
            g.cost("AL-69-50", "0605")


@pytest.mark.rule("gazala1942:10.6a", "gazala1942:3.0")
def test_an_independent_brigade_that_only_split_was_activated() -> None:
    g = scene(
        "0505 AL-11IND; 0404 AL-HQ-50; 0406 AL-HQ-1SA; 0101 AX-HQ-X",
        "draw axis",
        lines=["cup AL-HQ-50 AL-HQ-1SA AX-HQ-X"],
    )
    play(g, "draw AL-HQ-50", "split AL-11IND", "done", "done", "draw AL-HQ-1SA")
    assert refused(g, "move AL-11IND 0506") == "3.0"
    assert refused(g, "move AL-11IND-BN 0506") == "3.0"


@pytest.mark.rule("gazala1942:10.6b", "gazala1942:4.34")
@pytest.mark.parametrize(("gone", "joins"), [("eliminated", True), ("left", False)])
def test_battalions_form_no_brigade_that_has_left_the_map(gone: str, joins: bool) -> None:
    g = scene(
        "0505 AL-7-7-BN AL-201-1-BN; 0404 AL-HQ-50; 0101 AX-HQ-X",
        "join allied",
        impulse="AL-HQ-50",
        lines=[f"{gone} AL-7-7 AL-201-1", "cup AX-HQ-X"],
    )
    assert ("join AL-7-7-BN" in texts(g)) == joins


@pytest.mark.rule("gazala1942:9.74", "gazala1942:6.22")
@pytest.mark.parametrize(("mark", "worth"), [("", "8"), ("N", "4"), ("I", "4")])
def test_flak_out_of_supply_attacks_with_half_its_armor_isolated_or_not(
    mark: str, worth: str
) -> None:
    g = scene(
        f"0505 AX-1-18AA(e{mark}); 0506 AL-1SF",
        "combat axis",
        impulse="AX-HQ-AFRIKA",
        board="unit AX-1-18AA armor=8",
    )
    odds = g.odds("attack 0506 with AX-1-18AA")
    assert [line.amount for line in odds.lines if line.rule == "9.74"] == [worth]


@pytest.mark.rule("gazala1942:9.41b", "gazala1942:9.4")
def test_a_retreat_goes_away_from_those_attackers_who_still_stand() -> None:
    """The attacker's losses come first: nobody is left in 0504, so away from 0506 is what counts."""
    g = scene(
        "0504 AL-1R-1(e); 0506 AL-50-1(e); 0505 AX-200",
        "combat allied",
        impulse="AL-HQ-1ARM",
        board=f"{plain()}\nunit AL-1R-1 strength=14\nunit AL-50-1 strength=14",
    )
    play(g, "attack 0505 all go", "result 1/2", "lose AL-1R-1", "retire")
    assert words(g, "retreat") == {"0404", "0504", "0604"}


@pytest.mark.rule("gazala1942:7.32b", "gazala1942:10.2c3")
@pytest.mark.parametrize(("nearer", "goes"), [("AX-ROMMEL", True), ("AX-HQ-XX", False)])
def test_rommel_is_not_the_nearest_hq_of_an_independent_unit(nearer: str, goes: bool) -> None:
    g = scene(
        f"0501 AX-HQ-X; 0509 AX-7B; 0508 {nearer}; 0909 AL-HQ-50",
        "activation axis",
        impulse="AX-HQ-X",
        lines=["command AX-7B -"],
    )
    assert ("move AX-7B" in texts(g)) == goes


@pytest.mark.rule("gazala1942:10.12")
@pytest.mark.parametrize(("first", "shift"), [("0506", []), ("0304", ["AL-HQ-50"])])
def test_an_hq_that_is_lost_first_supports_no_later_combat(first: str, shift: list[str]) -> None:
    g = scene(
        "0505 AX-1-21I(e); 0506 AL-HQ-50; 0303 AX-2-21I(e); 0304 AL-1SF",
        "combat axis",
        impulse="AX-HQ-AFRIKA",
    )
    play(g, "attack 0506 with AX-1-21I go", "attack 0304 with AX-2-21I go", "none")
    play(g, "support AL-HQ-50", f"fight {first}")
    results = [e for e in play(g, "roll 5") if e.kind == "result"]
    if first == "0506":
        play(g, "done")
        results = [e for e in play(g, "roll 5") if e.kind == "result"]
    assert [str(each.what).split()[0] for each in results[-1].facts["shifts"]] == shift


@pytest.mark.rule("gazala1942:12.2")
def test_who_did_not_attack_has_no_fuller_advance() -> None:
    g = scene(
        "0505 AX-1-21I(e); 0605 AX-2-21I(e); 0506 AL-1SF",
        "combat axis",
        impulse="AX-HQ-AFRIKA",
        options="12.2",
    )
    play(g, "attack 0506 with AX-1-21I go", "result 1/1")
    play(g, "send AX-2-21I")
    assert where(g, "AX-2-21I") == "0506"
    play(g, "send AX-1-21I advance 0405")
    assert where(g, "AX-1-21I") == "0405"


@pytest.mark.rule("gazala1942:11.23")
@pytest.mark.parametrize(("mark", "comes"), [("", True), ("(n)", False)])
def test_a_vehicle_comes_back_with_its_hq_alone_if_that_is_supplied(mark: str, comes: bool) -> None:
    g = scene(
        f"0505 AL-HQ-1ARM{mark}; 0404 AL-HQ-50 AL-150-50(r)",
        "replacements allied",
        lines=["eliminated AL-3Y-1", "pool Grant 1 British_infantry 1"],
    )
    assert ("restore AL-3Y-1" in texts(g)) == comes


@pytest.mark.rule("gazala1942:10.12", "gazala1942:10.2c1")
@pytest.mark.parametrize(
    ("units", "supports"),
    [
        ("0505 AX-200 AX-ROMMEL; 0506 AL-1R-1(e) AL-50-1(e)", True),
        ("0505 AX-200; 0504 AX-ROMMEL; 0506 AL-1R-1(e) AL-50-1(e)", False),
        ("0505 AX-200 AX-ROMMEL; 0506 AL-150-50(e)", False),
    ],
)
def test_rommel_supports_the_defense_of_his_own_hex_outside_enemy_zones(
    units: str, supports: bool
) -> None:
    """His range is 0; a brigade next to him has a zone of control over his hex."""
    g = scene(units, "combat allied", impulse="AL-HQ-1ARM")
    play(g, "attack 0505 all go")
    assert ("support AX-ROMMEL" in texts(g)) == supports
