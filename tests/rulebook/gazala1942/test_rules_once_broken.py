"""Rules that no other test would miss if they were broken: found by breaking them."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest
from tests.rulebook.gazala1942 import tabletop
from tests.rulebook.gazala1942.battlefield import (
    index,
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

HEAD = "0101 AX-HQ-AFRIKA"


@pytest.mark.rule("gazala1942:8.11", "gazala1942:8.13b")
def test_a_vehicle_without_an_armor_factor_may_be_engaged_for_it_can_be_hit() -> None:
    g = scene(f"0505 AX-1-21T(e); 0506 AL-KDG(r); {HEAD}", "armor axis", hq="AX-HQ-AFRIKA")
    assert "engage 0506" in texts(g)
    play(g, "engage 0506 all go", "roll 5,1,1,1,1")
    assert where(g, "AL-KDG") == [""]


@pytest.mark.rule("gazala1942:10.7a")
def test_no_armor_combat_out_of_the_perimeter_either() -> None:
    board = plain("side fortification 0404/0505", "feature tobruk 0404")
    units = "0404 AL-9L-1(e); 0405 AL-3Y-1(e); 0505 AX-1-21T; 0101 AL-HQ-1ARM"
    g = scene(units, "armor allied", hq="AL-HQ-1ARM", board=board)
    assert refused(g, "engage 0505 with AL-9L-1") == "10.7a"
    told = play(g, "engage 0505 all go")
    assert [e.facts["units"] for e in told if e.kind == "attack"] == ["AL-3Y-1"]


@pytest.mark.rule("gazala1942:10.13a")
def test_an_hq_is_told_to_be_eliminated_before_its_marker_moves() -> None:
    g = scene(
        "0505 AX-200(e) AX-361(e); 0506 AL-HQ-50; 0808 AL-150-50; 0101 AX-HQ-XXI",
        hq="AX-HQ-XXI",
        lines=["cup AL-HQ-50 AX-HQ-XXI"],
    )
    told = play(g, "attack 0506 all go", "roll 6")
    assert [e.kind for e in told][-2:] == ["eliminated", "reveal"]


@pytest.mark.rule("gazala1942:7.1")
@pytest.mark.parametrize(("lost", "limit"), [("AX-HQ-AFRIKA", 2), ("AX-HQ-XX", 3)])
def test_a_lost_afrika_hq_weighs_on_the_command_roll(lost: str, limit: int) -> None:
    heads = {"AX-HQ-AFRIKA", "AX-HQ-XX"} - {lost}
    g = tabletop.scene(
        f"0404 {heads.pop()} AX-1-21T AX-65-101; 0808 AL-HQ-50",
        "limits axis",
        turn=10,
        lines=[f"eliminated {lost}"],
    )
    play(g, "roll 3")
    assert g.state.limit[0] == limit


@pytest.mark.rule("gazala1942:10.85a", "gazala1942:2.1a")
def test_an_engineer_that_assisted_was_activated() -> None:
    g = tabletop.scene(
        "0403 AX-65-101 AX-34E; 0101 AX-HQ-XX; 0909 AL-KDG",
        impulse="AX-HQ-XX",
        board=plain("side minefield 0403/0404"),
    )
    play(g, "breach AX-65-101 across 0404 assist AX-34E", "roll 2")
    assert tabletop.has(g, "acted", "AX-34E")


def entering(car: str = "1020 AL-KDG") -> Game:
    """The 21st Panzer Division may enter at the coast road."""
    return tabletop.scene(
        f"2805 AX-HQ-XXI; 2801 AX-HQ-AFRIKA; 1934 AL-HQ-50; {car}",
        impulse="AX-HQ-XXI",
        turn=3,
        scenario="british",
        board="",
        lines=["later AX-1-21T AX-2-21T", "control axis 2905"],
    )


@pytest.mark.rule("gazala1942:10.3a", "gazala1942:11.11b")
def test_a_car_steps_aside_from_a_reinforcement_that_enters() -> None:
    g = entering("2906 AL-KDG")
    play(g, "enter AX-1-21T at 2905")
    assert g.decision is not None
    assert (g.decision.side, g.decision.rule) == ("allied", "10.3")


@pytest.mark.rule("gazala1942:11.11b", "gazala1942:4.0")
def test_a_reinforcement_that_stays_where_it_enters_has_moved() -> None:
    g = entering()
    play(g, "enter AX-1-21T at 2905 stay")
    assert refused(g, "move AX-1-21T 2904") == "4.0"
    assert tabletop.has(g, "acted", "AX-1-21T")


@pytest.mark.rule("gazala1942:11.21")
def test_italian_armored_cars_take_no_german_replacements() -> None:
    g = tabletop.scene(
        "0404 AX-RCM(r) AX-33-15A(r); 0808 AL-HQ-50",
        "replacements axis",
        lines=["pool German_armored_car 1"],
    )
    assert tabletop.words(g, "replace") == {"AX-33-15A"}
    assert refused(g, "replace AX-RCM") == "11.21"


@pytest.mark.rule("gazala1942:3.3a", "gazala1942:10.2b")
def test_rommels_failed_roll_is_an_impulse_of_the_turn() -> None:
    g = tabletop.scene(
        "0404 AX-ROMMEL AX-HQ-X; 0808 AL-HQ-50",
        impulse="AX-ROMMEL",
        lines=["count impulses 2", "cup AL-HQ-50"],
    )
    play(g, "roll 1")
    assert g.decision is not None
    assert g.decision.rule == "3.3"
    play(g, "roll 6", "draw AL-HQ-50", "done")
    assert g.decision is not None
    assert g.decision.rule == "3.3", "the third impulse"


@pytest.mark.rule("gazala1942:12.1")
def test_independents_do_not_co_operate() -> None:
    units = "0505 AL-42T(e) AL-7T(e) AL-8T(e) AL-44T(e); 0506 AX-61-102; 0101 AL-HQ-50"
    g = scene(units, "combat allied", hq="AL-HQ-50", options="12.1", lines=["armor-targets 0506"])
    assert "12.1" not in [line.rule for line in g.odds("attack 0506 all").lines]


def flak_without_strength(folder: Path) -> Path:
    """Figures in which a battalion of flak has an armor factor and no combat strength."""
    figures = copytree(tabletop.FIGURES, folder / "figures")
    file = figures / "units.csv"
    rows = file.read_text("utf-8").splitlines()
    flak = next(row for row in rows if row.startswith("AX-1-18AA,"))
    weak = flak.replace(",mech,2,1,2,8,1,1,8,", ",mech,2,0,2,8,0,1,8,")
    assert weak != flak
    file.write_text("\n".join(weak if row == flak else row for row in rows) + "\n", "utf-8")
    return figures


@pytest.mark.rule("gazala1942:10.11a", "gazala1942:9.24c")
@pytest.mark.parametrize(("hq", "column"), [("AX-HQ-X", "6:1"), ("", "10:1")])
def test_an_hq_among_units_without_strength_defends_as_if_alone(
    tmp_path: Path, hq: str, column: str
) -> None:
    g = scene(
        f"0505 AL-150-50(e); 0506 AX-1-18AA {hq}; 0101 AL-HQ-50",
        "combat allied",
        hq="AL-HQ-50",
        data=flak_without_strength(tmp_path),
    )
    assert g.odds("attack 0506 all").column == column


@pytest.mark.rule("gazala1942:9.33", "gazala1942:9.74")
def test_flak_that_attacks_with_its_armor_factor_may_take_the_loss(tmp_path: Path) -> None:
    g = scene(
        f"0505 AX-1-21I(e) AX-1-18AA(e); 0506 AL-150-50; {HEAD}",
        hq="AX-HQ-AFRIKA",
        data=flak_without_strength(tmp_path),
    )
    play(g, "attack 0506 all go", "roll 1")
    assert {"lose AX-1-21I", "lose AX-1-18AA"} <= texts(g)


@pytest.mark.rule("gazala1942:10.11a", "gazala1942:9.33")
def test_an_hq_is_lost_after_units_without_strength_too(tmp_path: Path) -> None:
    g = scene(
        "0505 AX-1-18AA AX-HQ-X; 0506 AL-150-50(e); 0909 AL-HQ-50",
        "combat allied",
        hq="AL-HQ-50",
        data=flak_without_strength(tmp_path),
    )
    play(g, "attack 0505 all go", "roll 3")
    assert g.state.steps[index(g, "AX-1-18AA")] < 2
    assert where(g, "AX-HQ-X") != [""]


@pytest.mark.rule("gazala1942:9.33", "gazala1942:9.74")
def test_flak_in_defense_loses_nothing_by_its_armor_factor(tmp_path: Path) -> None:
    g = scene(
        "0505 AX-1-21I AX-1-18AA AX-2-21I; 0506 AL-150-50(e) AL-69-50(e); 0901 AX-HQ-X; 0909 AL-HQ-50",
        "combat allied",
        hq="AL-HQ-50",
        data=flak_without_strength(tmp_path),
    )
    play(g, "attack 0505 all go", "roll 6", "lose AL-69-50")
    assert words(g, "lose") == {"AX-1-21I", "AX-2-21I"}
    assert refused(g, "lose AX-1-18AA") == "9.33"


@pytest.mark.rule("gazala1942:4.1", "gazala1942:9.57")
@pytest.mark.parametrize("way", ["road", "track", "rail"])
def test_wheels_cross_an_escarpment_along_any_way(way: str) -> None:
    g = tabletop.scene(
        "0404 AX-7B; 0101 AX-HQ-XXI; 0909 AL-HQ-50",
        impulse="AX-HQ-XXI",
        board=plain("side cliff 0404/0405", f"road {way} 0404-0405"),
    )
    play(g, "move AX-7B 0404-0405")
    assert where(g, "AX-7B") == ["0405"]


@pytest.mark.rule("gazala1942:6.13a", "gazala1942:6.11a")
@pytest.mark.parametrize(("foe", "mark"), [("0201 AL-150-50", "(n)"), ("0201 AL-KDG", "")])
def test_a_source_in_an_enemy_zone_gives_no_supply(foe: str, mark: str) -> None:
    """The HQ next to it stands in the zone too; that a friend is there opens its own hex alone."""
    g = tabletop.scene(
        f"0102 AX-HQ-X; {foe}; 0909 AL-HQ-50",
        "supply axis",
        board=plain("feature axis_source 0101", "feature allied_source 0909"),
    )
    assert f"0102 AX-HQ-X{mark}\n" in g.position


@pytest.mark.rule("gazala1942:2.1c")
@pytest.mark.parametrize(("other", "axis"), [("0504 AX-200", True), ("0103 AX-200", False)])
def test_a_hex_stays_with_the_side_that_still_has_a_zone_over_it(other: str, axis: bool) -> None:
    """Both sides have a zone over 0505, the Axis came last; one of its regiments goes away."""
    g = tabletop.scene(
        f"0405 AX-361; {other}; 0101 AX-HQ-XXI; 0506 AL-150-50; 0909 AL-HQ-50",
        impulse="AX-HQ-XXI",
        lines=["control axis 0505"],
    )
    play(g, "move AX-361 0305")
    assert g.state.controls(0, g.rules.board.index("0505")) == axis


@pytest.mark.rule("gazala1942:13.32d", "gazala1942:5.2")
def test_the_six_battalions_of_the_set_up_outlast_the_first_allied_impulse() -> None:
    g = grognard.new("gazala1942", scenario="british", seed=1, dice="asked")
    play(g, "default", "default", "pass", "pass", "pass", "put AL-HQ-50", "put AL-HQ-1SA")
    play(g, "draw AL-HQ-50", "done", "done")
    assert [e for e in g.legal_actions if e.verb == "lose"] == []
    assert where(g, *(f"AX-{n}-{r}-90" for n in (1, 2, 3) for r in (1, 2))) == ["0209"] * 6


ENTRY = "feature allied_entry 0509"


def arriving(units: str, *lines: str, **terrain: str) -> Game:
    """The 4th Royal Tank Regiment may enter in 0509."""
    return tabletop.scene(
        f"{units}; 0909 AL-HQ-50; 0101 AX-HQ-X",
        "movement allied",
        impulse="AL-HQ-50",
        turn=3,
        board=plain(ENTRY, *lines, **terrain),
        lines=["later AL-4T"],
    )


@pytest.mark.rule("gazala1942:11.11b", "gazala1942:4.12")
def test_the_entry_hex_is_the_one_hex_that_is_always_possible() -> None:
    """Seven points: two to enter in a zone, four to leave it, two for the hill."""
    g = arriving("0609 AX-200; 0509 AL-1SF", h0508="h")
    play(g, "enter AL-4T at 0509")
    assert refused(g, "to 0508") == "4.12"
    play(g, "to 0409")
    assert where(g, "AL-4T") == ["0409"]


@pytest.mark.rule("gazala1942:11.11b", "gazala1942:4.31")
@pytest.mark.parametrize("way", ["road", "track"])
def test_a_reinforcement_may_use_a_way_that_it_meets_beyond_the_entry_hex(way: str) -> None:
    g = arriving("0101 AX-HQ-XX", f"road {way} 0508-0507-0506", h0507="h", h0506="h")
    told = play(g, "enter AL-4T at 0509", "to 0508", "to 0507", "to 0506")
    cost = {"road": "0.5", "track": "1"}[way]
    assert [e.facts["cost"] for e in told if e.kind == "move"] == ["1", cost, cost]
