"""Floors well below the figures in docs/benchmarks.md: they catch a lost order of magnitude."""

from __future__ import annotations

import pytest
from benchmarks import gazala, kernels, normandy, play
from benchmarks.__main__ import table
from benchmarks.clock import Figure


def test_random_play_is_fast() -> None:
    assert play.random_play(games=5).value >= 3_000


def test_random_play_of_gazala_is_fast() -> None:
    assert gazala.random_play(games=2).value >= 2_000


def test_random_play_of_normandy_is_fast() -> None:
    assert normandy.random_play(games=1).value >= 1_200


def test_a_clone_is_cheap() -> None:
    alone, with_choice = play.clone()
    assert alone.value < 50
    assert with_choice.value < 2_000


def test_all_whole_moves_of_a_movement_phase_are_listed_quickly() -> None:
    assert play.legal_list().value < 10


def test_a_position_is_short() -> None:
    assert play.position_size(games=1).value < 4_096


def test_the_library_is_imported_in_a_blink() -> None:
    assert play.import_time(rounds=3).value < 500


def test_a_finished_game_is_small() -> None:
    assert play.memory().value < 1_024


@pytest.mark.parametrize("world", [kernels.anzio(), kernels.synthetic()], ids=["anzio", "large"])
def test_the_kernels_find_what_the_textbook_finds_and_sooner(world: kernels.World) -> None:
    for figure in kernels.measure(world):
        assert figure.ratio is not None
        assert figure.ratio > 1.5, figure.name


def test_the_large_map_is_as_large_as_said() -> None:
    world = kernels.synthetic()
    assert len(world.grid.neighbours) >= 1_300
    assert world.grid.every.bit_count() == 1_300
    assert len({*world.mine, *world.enemies}) == 200


def test_the_table_says_whether_a_goal_is_met() -> None:
    rows = table(
        [
            Figure("slow", 12.0, "ms", 10),
            Figure("fast", 9_000.0, "moves/s", 8_000, True, "tortoise", 3_000.0),
            Figure("short", 2.0, "µs", peer="snail", peer_value=9.0),
        ]
    ).splitlines()[2:]
    assert [[cell.strip() for cell in row.strip("|").split("|")] for row in rows] == [
        ["slow", "12 ms", "< 10 MISSED", "", "", ""],
        ["fast", "9,000 moves/s", "≥ 8,000 met", "tortoise", "3,000 moves/s", "3.0x"],
        ["short", "2 µs", "", "snail", "9 µs", "4.5x"],
    ]
