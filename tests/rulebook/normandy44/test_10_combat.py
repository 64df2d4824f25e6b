"""10, 11 The Main Assault Force, odds and shifts."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation

from .field import Sheet, field, hexes, ledger, mark, offers, refused, run


def attack(
    attackers: str, defenders: str, maf: str, *orders: str, at: str = "0405", **how: Any
) -> tuple[Game[Situation], Sheet]:
    """Units in 0404 attack units in the next hex to the east; the last orders come after the force."""
    units = {"0404": attackers, at: defenders}
    g = field({**units, **how.pop("more", {})}, **how)
    run(g, f"attack {at}", *(f"with {name.partition(':')[0]}" for name in attackers.split()))
    for name in how.get("joining", "").split():
        run(g, f"with {name}")
    run(g, f"maf {maf}", *orders)
    return g, ledger(g)


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.3.3", "normandy44:10.4", "normandy44:11.2a")
def test_the_combat_example() -> None:
    """N44-11 The 1st Division and a tank battalion at full strength, the others at half; 18 to 8."""
    g = field(
        {
            "0404": "US-1-16 US-Tk-712",
            "0304": "US-29-115 US-29-116",
            "0504": "US-9-39",
            "0405": "GE-352-1-914 GE-352-2-914",
        },
        towns="0405",
    )
    run(g, "attack 0405", "with US-1-16", "with US-Tk-712", "with US-29-115", "with US-29-116")
    run(g, "with US-9-39", "maf US1")
    assert hexes(g, "attach") == {"US-Tk-712"}
    run(g, "attach US-Tk-712")
    sheet = ledger(g)
    assert sheet.strengths == (18, 8)
    assert sheet.shifts == {"11.4.1": 1}
    assert sheet.column == "3-1"


@pytest.mark.rule("normandy44:10.3.3", "normandy44:10.3.2")
def test_choosing_the_main_assault_force() -> None:
    """N44-08 A unit is attached only to a force that it is stacked with."""
    g = field(
        {
            "0404": "US-29-115 US-Rgr-2",
            "0304": "US-1-16 US-Tk-712",
            "0504": "US-Tk-70",
            "0405": "GE-352-1-914",
        },
    )
    run(g, "attack 0405", "with US-29-115", "with US-Rgr-2", "with US-1-16", "with US-Tk-712")
    run(g, "with US-Tk-70")
    assert {"maf US29", "maf US1"} <= offers(g)
    assert "maf US-29-115" not in offers(g)
    other = g.copy()
    run(g, "maf US29")
    assert hexes(g, "attach") == {"US-Rgr-2"}
    run(other, "maf US1")
    assert hexes(other, "attach") == {"US-Tk-712"}


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.3.2")
def test_a_unit_stands_for_its_formation() -> None:
    g = field({"0404": "US-29-115 US-Rgr-2", "0304": "US-1-16", "0405": "GE-352-1-914"})
    whole = "attack 0405 with US-29-115 with US-Rgr-2 with US-1-16 maf"
    assert g.odds(f"{whole} US-1-16") == g.odds(f"{whole} US1") != g.odds(f"{whole} US29")
    assert refused(g, f"{whole} US-29-116") == "10.3.1"
    run(g, f"{whole} US-1-16 go")
    assert "maf US1 go" in g.record


@pytest.mark.rule("normandy44:10.3.4")
def test_a_battle_group_of_six_attacks_at_full_strength_without_attachment() -> None:
    g = field({"0404": "US-Rgr-2 US-Tk-70", "0504": "US-1-16", "0405": "GE-352-1-914"})
    run(g, "attack 0405", "with US-Rgr-2", "with US-Tk-70")
    assert "maf 0404" in offers(g)
    run(g, "maf 0404")
    assert ledger(g).strengths[0] == 5
    assert not hexes(g, "attach")
    g = field({"0404": "BR-1SS BR-27A-SY", "0405": "GE-352-1-914"})
    run(g, "attack 0405", "with BR-1SS", "with BR-27A-SY")
    assert "maf 0404" not in offers(g)
    assert "maf 27ArmdBde" in offers(g)
    g = field({"0404": "US-Rgr-2 US-Rgr-5 US-Tk-70", "0405": "GE-352-1-914"})
    run(g, "attack 0405", "with US-Rgr-2", "with US-Rgr-5", "with US-Tk-70")
    assert "maf 0404" not in offers(g), "two, two and three are seven"


@pytest.mark.rule("normandy44:10.4")
def test_the_limit_of_eighteen() -> None:
    """N44-09 7, 7 and a tank of 3 in a city are 22, counted 18."""
    _, sheet = attack(
        "GE-12SS-25",
        "US-1-16 US-1-18 US-Tk-70",
        "12SS",
        side="german",
        terrain={"city": "0405"},
    )
    assert sheet.strengths == (9, 18)


@pytest.mark.rule("normandy44:10.5a", "normandy44:10.6a", "normandy44:10.6b")
def test_odds_below_one_to_three_are_forbidden() -> None:
    """2 against 7 is 1-4: no shift helps."""
    g = field({"0404": "GE-352-1-914", "0405": "US-1-16"}, side="german")
    run(g, "attack 0405", "with GE-352-1-914", "maf GE352")
    assert "go" not in offers(g)
    assert refused(g, "go") == "10.6"


@pytest.mark.rule("normandy44:10.6b", "normandy44:19.1.3", "normandy44:TBL.JABO")
def test_jabos_may_push_an_attack_off_the_table() -> None:
    """N44-25 In clear weather a 6 shifts a German attack by three; below 1-3 it is an A1 without a die."""
    g = field({"0404": "GE-21-125 GE-21-1-22", "0405": "US-82-505:2"}, side="german", row=4)
    run(g, "attack 0405", "with GE-21-125", "with GE-21-1-22", "maf 21Pz")
    assert ledger(g).column == "4-1"
    run(g, "go", 6)
    assert g.decision is not None
    events = g.play("roll 1")
    assert next(e for e in events if e.kind == "result").facts["column"] == "1-1"
    g = field({"0404": "GE-352-1-914", "0405": "US-1-16:2"}, side="german", row=4)
    run(g, "attack 0405", "with GE-352-1-914", "maf GE352", "go")
    events = g.play("roll 6")
    assert next(e for e in events if e.kind == "result").facts["result"] == "A1"


@pytest.mark.rule("normandy44:11.1a", "normandy44:11.1h")
def test_halving_rounds_up_for_each_unit() -> None:
    """N44-12 5 and 5 halved are 6; 1 stays 1."""
    g = field({"0404": "BR-1SS", "0504": "BR-4SS", "0304": "US-Tk-70", "0405": "GE-352-1-914"})
    run(g, "attack 0405", "with BR-1SS", "with BR-4SS", "maf 0404")
    assert ledger(g).strengths[0] == 5 + 3


@pytest.mark.rule("normandy44:11.2c", "normandy44:11.2b2", "normandy44:2.3.6c")
def test_the_bonus_is_capped_by_those_who_may_receive_it() -> None:
    """N44-13"""
    _, sheet = attack("US-1-16", "GE-352-1-914 GE-21-1-22", "US1", terrain={"bocage": "0405"})
    assert sheet.strengths[1] == 2 + 4 + 2
    _, sheet = attack(
        "GE-12SS-25 GE-12SS-26", "US-29-115 US-29-116", "12SS", side="german", towns="0405"
    )
    assert sheet.strengths[1] == 16
    _, sheet = attack("US-1-16", "GE-21-1-22", "US1", terrain={"bocage": "0405"})
    assert sheet.strengths[1] == 4


@pytest.mark.rule("normandy44:11.2a", "normandy44:TBL.TEC.c")
@pytest.mark.parametrize(
    ("terrain", "bonus"),
    [("clear", 0), ("mixed", 2), ("bocage", 3), ("woods", 3), ("city", 5), ("flooded", 0)],
)
def test_defensive_bonus(terrain: str, bonus: int) -> None:
    _, sheet = attack("GE-12SS-25", "US-1-16", "12SS", side="german", terrain={terrain: "0405"})
    assert sheet.strengths[1] == 7 + bonus


@pytest.mark.rule("normandy44:11.2b3", "normandy44:9.8.4a")
def test_strategic_movement_costs_the_bonus_and_a_column() -> None:
    _, sheet = attack(
        "US-1-16",
        "GE-21-125",
        "US1",
        terrain={"bocage": "0405"},
        change=lambda s: mark(s, "strategic", "GE-21-125"),
    )
    assert sheet.strengths[1] == 6
    assert sheet.shifts == {"9.8.4": 1}


@pytest.mark.rule(
    "normandy44:11.3a", "normandy44:11.3b", "normandy44:11.4.2b", "normandy44:11.4.4a"
)
def test_armor_over_a_major_river() -> None:
    """N44-14 Halved, one column to the left, no armor shift for anybody."""
    _, sheet = attack(
        "US-1-16 US-1-18 US-Tk-70",
        "GE-352-1-914 GE-21-1-22",
        "US1",
        "attach US-Tk-70",
        sides={"major_river": "0404/0405"},
        towns="0405",
    )
    assert sheet.strengths == (4 + 4 + 2, 2 + 4 + 2)
    assert sheet.shifts == {"11.3": -1}


@pytest.mark.rule("normandy44:11.1b", "normandy44:11.1c", "normandy44:11.1f", "normandy44:11.7")
@pytest.mark.parametrize(
    ("how", "halved", "left"),
    [
        ({"sides": {"minor_river": "0404/0405"}}, True, 0),
        ({"sides": {"major_river": "0404/0405"}}, True, -1),
        ({"sides": {"flooded_river": "0404/0405"}}, True, -1),
        ({"sides": {"airfield": "0404/0405"}}, True, 0),
        ({"terrain": {"flooded": "0404"}}, True, -1),
        ({"terrain": {"flooded": "0405"}}, False, 0),
        ({}, False, 0),
    ],
)
def test_water_halves_an_attack(how: dict[str, Any], halved: bool, left: int) -> None:
    _, sheet = attack("US-1-16", "GE-91-1057", "US1", **how)
    assert sheet.strengths[0] == (4 if halved else 7)
    assert sheet.shifts.get("11.3", 0) == left


@pytest.mark.rule("normandy44:11.1d", "normandy44:11.1g", "normandy44:18.4a")
@pytest.mark.parametrize("state", ["oos", "landed"])
def test_out_of_supply_or_just_landed_is_halved_once(state: str) -> None:
    _, sheet = attack(
        "US-1-16",
        "GE-91-1057",
        "US1",
        sides={"minor_river": "0404/0405"},
        change=lambda s: mark(s, state, "US-1-16"),
    )
    assert sheet.strengths[0] == 4


@pytest.mark.rule("normandy44:11.1e", "normandy44:11.4.4b2", "normandy44:16.3a")
def test_the_cherbourg_line_halves_allied_attacks_and_bars_armor() -> None:
    how: dict[str, Any] = {"sides": {"fortress_line": "0404/0405"}}
    _, sheet = attack("US-1-16 US-Tk-70", "GE-91-1057", "US1", "attach US-Tk-70", **how)
    assert sheet.strengths[0] == 6
    assert "11.4.1" not in sheet.shifts
    _, sheet = attack("GE-21-125", "US-1-16", "21Pz", side="german", **how)
    assert sheet.strengths[0] == 6


@pytest.mark.rule("normandy44:11.4.1a", "normandy44:11.4.1b", "normandy44:11.4.3")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        ("US-1-16 US-Tk-70", "GE-91-1057", 1),
        ("US-1-16 US-Tk-70", "GE-91-1057 GE-100Pz", 1),
        ("US-1-16 US-Tk-70", "GE-91-1057 GE-21-1-22", 0),
        ("US-1-16 US-Tk-70", "GE-91-1057 GE-21-200AT", 0),
        ("US-1-16 US-TD-702", "GE-91-1057", 0),
        ("US-1-16", "GE-91-1057", 0),
    ],
)
def test_the_attackers_armor(attackers: str, defenders: str, shift: int) -> None:
    tank = attackers.split()[1:]
    _, sheet = attack(attackers, defenders, "US1", *(f"attach {t}" for t in tank))
    assert sheet.shifts.get("11.4.1", 0) == shift


@pytest.mark.rule("normandy44:11.4.4b1", "normandy44:11.4.4b3", "normandy44:11.4.4a")
@pytest.mark.rule("normandy44:TBL.TEC.d", "normandy44:TBL.TEC.e")
@pytest.mark.parametrize(
    ("how", "shift"),
    [
        ({"terrain": {"woods": "0405"}}, 0),
        ({"terrain": {"city": "0405"}}, 0),
        ({"terrain": {"flooded": "0405"}}, 0),
        ({"terrain": {"flooded": "0404"}}, 0),
        ({"terrain": {"bocage": "0405"}}, 1),
        ({"towns": "0405"}, 1),
        ({"sides": {"minor_river": "0404/0405"}}, 1),
        ({"sides": {"airfield": "0404/0405"}}, 1),
        ({"sides": {"flooded_river": "0404/0405", "causeway": "0404/0405"}}, 0),
        ({"sides": {"major_river": "0404/0405"}, "roads": ["major 0404-0405"]}, 0),
    ],
)
def test_where_armor_counts(how: dict[str, Any], shift: int) -> None:
    _, sheet = attack("US-1-16 US-Tk-70", "GE-91-1057", "US1", "attach US-Tk-70", **how)
    assert sheet.shifts.get("11.4.1", 0) == shift


@pytest.mark.rule(
    "normandy44:11.4.4b4", "normandy44:16.1.1a", "normandy44:16.2c", "normandy44:11.9a"
)
def test_positions_and_strongpoints_bar_armor_but_not_tigers() -> None:
    def dug_in(state: Situation) -> None:
        state.improved[0] |= 1 << state.game.board.index("0405")

    _, sheet = attack(
        "GE-12SS-25 GE-101Tiger",
        "US-1-16",
        "12SS",
        "attach GE-101Tiger",
        side="german",
        change=dug_in,
    )
    assert sheet.shifts == {"11.5": 1, "11.9": 1}
    _, sheet = attack(
        "GE-12SS-25 GE-101Tiger", "US-1-16", "12SS", "attach GE-101Tiger", side="german"
    )
    assert sheet.shifts == {"11.4.1": 1, "11.5": 1, "11.9": 1}
    _, sheet = attack(
        "GE-12SS-25 GE-101Tiger",
        "US-1-16",
        "12SS",
        "attach GE-101Tiger",
        side="german",
        terrain={"flooded": "0405"},
    )
    assert "11.9" not in sheet.shifts, "not into a flood"


@pytest.mark.rule("normandy44:11.4.2a", "normandy44:11.4.4c", "normandy44:11.4.2b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "shift"),
    [
        ("US-1-16", "GE-91-1057 GE-21-1-22", -1),
        ("US-1-16", "GE-21-1-22", 0),
        ("US-1-16", "GE-91-1057 GE-21-200AT", 0),
        ("US-1-16 US-TD-702", "GE-91-1057 GE-21-1-22", 0),
        ("US-1-16 US-LT-744", "GE-91-1057 GE-21-1-22", 0),
    ],
)
def test_the_defenders_armor(attackers: str, defenders: str, shift: int) -> None:
    tank = attackers.split()[1:]
    _, sheet = attack(attackers, defenders, "US1", *(f"attach {t}" for t in tank))
    assert sheet.shifts.get("11.4.2", 0) == shift


@pytest.mark.rule("normandy44:11.4.2a")
def test_an_allied_armor_symbol_is_infantry_and_armor() -> None:
    _, sheet = attack("GE-91-1057 GE-91-1058", "BR-7A-a:2", "GE91", side="german")
    assert sheet.shifts["11.4.2"] == -1


@pytest.mark.rule("normandy44:11.5a", "normandy44:11.5b")
@pytest.mark.parametrize(
    ("attackers", "defenders", "maf", "side", "shifts"),
    [
        ("US-82-505", "GE-91-1057", "82Abn", "allied", [1]),
        ("US-1-16", "GE-711-731", "US1", "allied", [1]),
        ("US-1-16", "GE-91-1057", "US1", "allied", []),
        ("GE-711-731", "US-1-16:2", "GE711", "german", [-1]),
        ("GE-711-731", "US-1-16:2 US-Tk-70:1", "GE711", "german", [-1]),
    ],
)
def test_quality(attackers: str, defenders: str, maf: str, side: str, shifts: list[int]) -> None:
    _, sheet = attack(attackers, defenders, maf, side=side)
    assert [v for rule, v in sheet.shifts.items() if rule == "11.5"] == shifts


@pytest.mark.rule("normandy44:11.8")
def test_hilltop() -> None:
    _, sheet = attack(
        "US-1-16", "GE-91-1057", "US1", features={"hilltop": "0405"}, terrain={"bocage": "0405"}
    )
    assert sheet.shifts == {"11.8": -1}
    assert sheet.strengths[1] == 7


@pytest.mark.rule("normandy44:16.2b", "normandy44:16.2c", "normandy44:19.2.2", "normandy44:11.2b1")
def test_attack_on_a_strongpoint() -> None:
    """N44-22 9 to 2, quality and a ship: 6-1, neither armor shift nor bonus."""

    def ships(state: Situation) -> None:
        state.naval = [2, 2]

    _, sheet = attack(
        "US-29-115 US-Tk-70",
        "GE-SP-709-1",
        "US29",
        "attach US-Tk-70",
        "naval US",
        features={"naval": "0405"},
        terrain={"bocage": "0405"},
        change=ships,
    )
    assert sheet.strengths == (9, 2)
    assert sheet.shifts == {"11.5": 1, "19.2.2": 1}
    assert sheet.column == "6-1"


@pytest.mark.rule("normandy44:10.1b", "normandy44:10.1a", "normandy44:10.2c")
def test_once_in_a_phase() -> None:
    g = field({"0404": "US-1-16 US-1-18", "0405": "GE-352-1-914", "0304": "GE-91-1057"})
    run(g, "attack 0405", "with US-1-16", "maf US1", "go", 1)
    run(
        g,
        *(["done"] if "done" in offers(g) and g.decision and g.decision.kind == "advance" else []),
    )
    assert refused(g, "attack 0405") != ""
    assert hexes(g, "attack") <= {"0304"}


@pytest.mark.rule("normandy44:9.6", "normandy44:22.1.1")
def test_who_may_not_attack_together_or_across() -> None:
    g = field({"0404": "US-1-16", "0304": "BR-50-56", "0405": "GE-352-1-914"})
    run(g, "attack 0405", "with US-1-16")
    assert refused(g, "with BR-50-56") == "22.1.1"
    g = field({"0404": "US-1-16", "0405": "GE-352-1-914"}, sides={"impassable": "0404/0405"})
    assert g.phase != "combat" or "attack 0405" not in offers(g)


@pytest.mark.rule(
    "normandy44:6.2.5b", "normandy44:16.1.3c", "normandy44:13.6b2", "normandy44:20.2.3a1"
)
@pytest.mark.parametrize(
    ("how", "rule"),
    [
        (lambda s: mark(s, "renewed", "US-1-18"), "6.2.5"),
        (lambda s: s.digging.__setitem__(0, 1 << s.game.board.index("0404")), "16.1.3"),
        (lambda s: s.set_status(s.game.units.find("US-1-16").index, 1), "13.6"),
        (lambda s: mark(s, "scattered", "US-1-16"), "20.2.3"),
        (lambda s: mark(s, "attacked", "US-1-16"), "10.1"),
    ],
)
def test_who_cannot_attack(how: Any, rule: str) -> None:
    """Another unit elsewhere keeps the phase open."""
    g = field(
        {
            "0404": "US-1-16 US-1-18",
            "0405": "GE-352-1-914",
            "0804": "US-9-39",
            "0504": "US-9-47",
        },
        change=how,
    )
    run(g, "attack 0405")
    assert refused(g, "with US-1-16") == rule


@pytest.mark.rule("normandy44:11.5b")
@pytest.mark.parametrize(
    ("attackers", "shifts"), [("GE-352-FE", {"11.5": -1}), ("GE-352-FE GE-352-1-914", {})]
)
def test_poor_troops_count_only_where_all_of_the_force_are_poor(
    attackers: str, shifts: dict[str, int]
) -> None:
    _, sheet = attack(attackers, "US-1-16:1", "GE352", side="german")
    assert sheet.shifts == shifts


@pytest.mark.rule("normandy44:10.1b")
def test_a_hex_that_has_held_is_not_attacked_again_by_others_in_the_phase() -> None:
    g = field({"0404": "US-1-16", "0504": "US-1-18", "0405": "GE-91-1057", "0505": "GE-91-1058"})
    run(g, "attack 0405 with US-1-16 maf US1 go", "result A1")
    assert refused(g, "attack 0405 with US-1-18 maf US1 go") == "10.1"
    assert "attack 0405" not in offers(g)
    run(g, "attack 0505 with US-1-18 maf US1 go")


@pytest.mark.rule("normandy44:11.5b")
def test_better_troops_outside_the_force_do_not_help_poor_ones() -> None:
    g = field({"0404": "US-1-16:1", "0405": "GE-352-FE GE-91-1057"}, side="german")
    run(g, "attack 0404", "with GE-352-FE", "with GE-91-1057", "maf GE352")
    assert ledger(g).shifts.get("11.5") == -1


@pytest.mark.rule("normandy44:11.3b")
@pytest.mark.parametrize(("dry", "left"), [("US-1-18", 0), ("US-9-39", -1)])
def test_the_river_counts_where_the_whole_force_is_behind_it(dry: str, left: int) -> None:
    """One regiment of the division on the near bank is enough; another division's is not."""
    g = field(
        {"0404": "US-1-16", "0504": dry, "0405": "GE-91-1057"},
        sides={"major_river": "0404/0405"},
    )
    run(g, "attack 0405", "with US-1-16", f"with {dry}", "maf US1")
    assert ledger(g).shifts.get("11.3", 0) == left


@pytest.mark.rule("normandy44:11.9a")
@pytest.mark.parametrize(
    ("how", "tigers"),
    [
        ({"sides": {"minor_river": "0404/0405"}}, True),
        ({"sides": {"major_river": "0404/0405"}}, False),
        ({"sides": {"flooded_river": "0404/0405"}}, False),
        ({"terrain": {"flooded": "0404"}}, False),
    ],
)
def test_tigers_bring_nothing_over_great_water(how: dict[str, Any], tigers: bool) -> None:
    _, sheet = attack(
        "GE-12SS-25 GE-101Tiger", "US-1-16:1", "12SS", "attach GE-101Tiger", side="german", **how
    )
    assert ("11.9" in sheet.shifts) is tigers
