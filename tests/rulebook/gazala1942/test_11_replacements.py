"""11.2 Replacements: steps regained, vehicles that come back; 8.3 and 11.22 by type."""

from __future__ import annotations

from typing import Any

import pytest
from tests.rulebook.gazala1942.battlefield import (
    play,
    pool,
    refused,
    scene,
    steps,
    texts,
    where,
    words,
)

from grognard import Game

AXIS, ALLIED = "replacements axis", "replacements allied"


def rebuild(units: str, points: str, side: str = ALLIED, **more: Any) -> Game:
    lines = [f"pool {points}", *more.pop("lines", [])]
    return scene(units, side, lines=lines, **more)


@pytest.mark.rule("gazala1942:11.2a", "gazala1942:3.1b")
def test_units_in_play_regain_steps_for_points() -> None:
    g = rebuild("0505 AL-9L-1(r) AL-3-7(r)", "Grant 1")
    assert texts(g) == {"replace AL-9L-1", "replace AL-3-7", "done"}
    g.play("replace AL-3-7")
    assert steps(g, "AL-9L-1", "AL-3-7") == [1, 2]
    assert pool(g, "Grant") == 0
    assert g.phase != "replacements"


@pytest.mark.rule("gazala1942:11.2a")
def test_not_isolated_and_not_next_to_the_enemy() -> None:
    g = rebuild("0505 AL-9L-1(ri); 0305 AL-3-7(r); 0306 AX-33-15A; 0808 AL-5-7(rn)", "Grant 2")
    assert words(g, "replace") == {"AL-5-7"}
    assert refused(g, "replace AL-9L-1") == "11.2a"
    assert refused(g, "replace AL-3-7") == "11.2a"
    assert refused(g, "replace AX-33-15A") == "11.2a"


@pytest.mark.rule("gazala1942:11.2b")
def test_infantry_for_infantry_vehicles_for_vehicles_and_nothing_for_the_rest() -> None:
    g = rebuild("0505 AL-150-50(r) AL-KDG(r) AL-9L-1(r)", "British_infantry 1")
    assert words(g, "replace") == {"AL-150-50"}
    g = rebuild("0505 AL-150-50(r) AL-KDG(r) AL-9L-1(r)", "armored_car 1")
    assert words(g, "replace") == {"AL-KDG"}
    g = rebuild("0505 AX-1-18AA(r) AX-1-21I(r)", "German 1 German_infantry 1", AXIS)
    assert words(g, "replace") == {"AX-1-21I"}
    assert refused(g, "replace AX-1-18AA") == "11.2b"


@pytest.mark.rule("gazala1942:11.2b")
def test_motorized_infantry_takes_infantry_points() -> None:
    g = rebuild("0505 AL-201-1(r)", "British_infantry 1")
    assert words(g, "replace") == {"AL-201-1"}


@pytest.mark.rule("gazala1942:11.21")
def test_nations_do_not_mix_but_british_serve_for_indians() -> None:
    g = rebuild("0505 AL-10-5(r); 0705 AL-1-1SA(r); 0303 AL-2FR(r)", "British_infantry 3")
    assert words(g, "replace") == {"AL-10-5"}
    assert refused(g, "replace AL-1-1SA") == "11.21"
    assert refused(g, "replace AL-2FR") == "11.21"
    g = rebuild("0505 AX-1-21I(r); 0705 AX-65-101(r)", "German_infantry 1", AXIS)
    assert words(g, "replace") == {"AX-1-21I"}
    assert refused(g, "replace AX-65-101") == "11.21"


@pytest.mark.rule("gazala1942:11.22")
def test_g42_05_allied_tanks_by_type() -> None:
    g = rebuild("0505 AL-9L-1(r) AL-4Y-1(r)", "Grant 2")
    assert words(g, "replace") == {"AL-9L-1"}
    assert refused(g, "replace AL-4Y-1") == "11.22"
    g = rebuild("0505 AL-9L-1(r) AL-4Y-1(r)", "Crusader 2")
    assert words(g, "replace") == {"AL-4Y-1"}


@pytest.mark.rule("gazala1942:11.22")
def test_axis_tanks_have_no_types_but_nations() -> None:
    g = rebuild("0505 AX-1-21T(r) AX-132T(r) AX-1-132T(r)", "Italian 1", AXIS)
    assert words(g, "replace") == {"AX-132T", "AX-1-132T"}
    g = rebuild("0505 AX-1-21T(r) AX-132T(r)", "German 1", AXIS)
    assert words(g, "replace") == {"AX-1-21T"}


@pytest.mark.rule("gazala1942:11.23")
def test_eliminated_vehicles_come_back_reduced_for_one_point_full_for_two() -> None:
    units = "0505 AL-10H-1; 0705 AL-3-7"
    g = rebuild(units, "Grant 1", lines=["eliminated AL-9L-1 AL-150-50 AL-1R-1"])
    assert texts(g) == {"restore AL-9L-1", "done"}
    assert refused(g, "restore AL-150-50") == "11.23"
    assert refused(g, "restore AL-10H-1") == "11.23"
    g.play("restore AL-9L-1")
    assert where(g, "AL-9L-1") == ["0505"]  # with the other regiment of its division
    assert steps(g, "AL-9L-1") == [1]
    g = rebuild(units, "Grant 3", lines=["eliminated AL-9L-1"])
    play(g, "restore AL-9L-1", "two")
    assert steps(g, "AL-9L-1") == [2]
    assert pool(g, "Grant") == 1


@pytest.mark.rule("gazala1942:11.23")
def test_it_joins_a_supplied_unit_of_its_formation() -> None:
    g = rebuild(
        "0505 AL-10H-1(n); 0705 AL-3-7; 0303 AL-BY-1; 0909 AL-2H-1",
        "Grant 1",
        lines=["eliminated AL-9L-1"],
    )
    g.play("restore AL-9L-1")
    assert words(g, "place") == {"0303", "0909"}
    assert refused(g, "place 0705") == "11.23"
    none = rebuild("0505 AL-10H-1(n); 0705 AL-3-7", "Grant 1", lines=["eliminated AL-9L-1"])
    assert none.phase != "replacements"


@pytest.mark.rule("gazala1942:11.23")
def test_an_independent_unit_joins_any_supplied_unit_of_its_side() -> None:
    g = rebuild("0505 AL-10H-1; 0705 AL-150-50(i)", "Matilda 1", lines=["eliminated AL-44T"])
    g.play("restore AL-44T")
    assert where(g, "AL-44T") == ["0505"]


@pytest.mark.rule("gazala1942:11.23", "gazala1942:5.1a")
def test_it_does_not_come_back_to_a_full_hex() -> None:
    full = "0505 AL-10H-1 AL-BY-1 AL-2H-1 AL-1R-1 AL-50-1"
    g = rebuild(full, "Grant 1", lines=["eliminated AL-9L-1"])
    assert g.phase != "replacements"


@pytest.mark.rule("gazala1942:11.24")
def test_never_above_the_printed_strength() -> None:
    g = rebuild("0505 AL-9L-1 AL-3-7(r)", "Grant 2")
    assert refused(g, "replace AL-9L-1") == "11.24"
    g.play("replace AL-3-7")
    assert g.phase != "replacements"


@pytest.mark.rule("gazala1942:11.24", "gazala1942:9.31b")
def test_a_battalion_becomes_its_brigade_again_and_a_split_brigade_is_whole() -> None:
    g = rebuild("0505 AL-150-50-BN", "British_infantry 2")
    g.play("replace AL-150-50-BN")
    assert where(g, "AL-150-50", "AL-150-50-BN") == ["0505", ""]
    assert steps(g, "AL-150-50") == [2]
    g.play("replace AL-150-50")
    assert steps(g, "AL-150-50") == [3]
    split = rebuild("0505 AL-150-50(r); 0808 AL-150-50-BN; 0202 AL-69-50(r)", "British_infantry 2")
    assert words(split, "replace") == {"AL-69-50"}
    assert refused(split, "replace AL-150-50") == "11.24"
    assert refused(split, "replace AL-150-50-BN") == "11.24"


@pytest.mark.rule("gazala1942:11.24", "gazala1942:4.34")
def test_a_battalion_does_not_become_a_brigade_that_has_left_the_map() -> None:
    g = rebuild(
        "0505 AL-150-50-BN; 0202 AL-69-50(r)", "British_infantry 2", lines=["left AL-150-50"]
    )
    assert words(g, "replace") == {"AL-69-50"}
    assert refused(g, "replace AL-150-50-BN") == "4.34"


@pytest.mark.rule("gazala1942:11.25")
def test_replacements_may_be_saved() -> None:
    g = rebuild("0505 AL-9L-1(r)", "Grant 2")
    g.play("done")
    assert pool(g, "Grant") == 2
    assert steps(g, "AL-9L-1") == [1]


@pytest.mark.rule("gazala1942:3.1b")
def test_both_sides_rebuild_the_axis_first() -> None:
    g = rebuild("0505 AL-9L-1(r); 0101 AX-1-21T(r)", "Grant 1 German 1", AXIS)
    assert g.side == "axis"
    g.play("done")
    assert g.side == "allied"
    assert words(g, "replace") == {"AL-9L-1"}
