"""Where two chapters meet."""

from __future__ import annotations

import pytest

import grognard

from .field import field, hexes, offers, refused, run, where

TIED = """grognard position 1
game normandy44
scenario cherbourg
turn 6
phase movement allied
weather 2
2814 US-Eng-1S
3508 US-82-505
"""


@pytest.mark.rule("normandy44:S3.3.3", "normandy44:S3.3.2a")
def test_who_comes_nearer_to_his_ground_may_stop_wherever_the_order_was_offered() -> None:
    """Hexes between its ground and where it began are nearer, and it may stop there hex by hex."""
    g = grognard.load(TIED)
    near = set(g.reach("US-82-505"))
    grid = g.rules.board.grid
    far = [h for h in near if min(grid.distance(grid.index(h), grid.index(c)) for c in DROPS) > 3]
    assert far, "a hex that is only nearer"
    for goal in far:
        again = g.copy()
        run(again, f"move US-82-505 {goal}")
        if again.state.mover >= 0:
            assert "stay" in offers(again), goal
            line = next(words for words in again.position.splitlines() if "moving" in words)
            assert line.split()[-1] == "3508"
            assert grognard.load(again.position).position == again.position
            run(again, "stay")
        assert again.state.began == -1
        assert where(again, "US-82-505") == goal


DROPS = ("2710", "2810", "2811")


@pytest.mark.rule("normandy44:22.1.2b")
def test_step_by_step_too_a_unit_returns_to_its_own_side_of_the_boundary() -> None:
    """One hex beyond the line is not back, whether it is reached at once or hex by hex."""
    ours = " ".join(f"{line:02d}{place:02d}" for line in range(1, 10) for place in range(1, 5))
    theirs = " ".join(f"{line:02d}{place:02d}" for line in range(1, 10) for place in range(5, 10))
    lines = {"us": ours, "cw": theirs}
    g = field({"0407": "US-1-16", "0901": "GE-352-1-914"}, phase="movement", turn=6, features=lines)
    run(g, "move US-1-16", "to 0406", "to 0405")
    assert "stay" not in offers(g)
    assert refused(g, "stay") == "22.1.2"
    assert all(int(label[2:]) < 6 for label in hexes(g, "to") if label != "0406")
    assert "0404" in hexes(g, "to")
    run(g, "to 0404")
    assert where(g, "US-1-16") == "0404"
