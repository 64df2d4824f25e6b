"""Where two chapters meet."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.normandy44.situation import Situation

from .field import field, hexes, mark, marked, offers, refused, run, where

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


# -- markers


@pytest.mark.rule("normandy44:9.8.6b", "normandy44:9.8.5c", "normandy44:9.8.5d")
def test_trucks_are_gone_when_their_unit_is_attacked_or_joined_in_a_retreat() -> None:
    def trucked(state: Situation) -> None:
        mark(state, "trucked", "GE-91-1057")

    g = field({"0404": "US-1-16 US-1-18", "0405": "GE-91-1057"}, change=trucked)
    run(g, "attack 0405 with US-1-16 with US-1-18 maf US1 go", 1)
    assert not marked(g, "GE-91-1057", "trucked")
    g = field(
        {"0404": "US-1-16 US-1-18", "0405": "GE-91-1058", "0406": "GE-91-1057"}, change=trucked
    )
    run(g, "attack 0405 with US-1-16 with US-1-18 maf US1 go", 3, "fallback", "retreat 0406")
    assert not marked(g, "GE-91-1057", "trucked")


ROAD = "secondary " + "-".join(f"04{place:02d}" for place in range(1, 10))


@pytest.mark.rule("normandy44:9.9", "normandy44:15.2")
@pytest.mark.parametrize(("row", "farthest"), [(2, "0407"), (4, "0405")])
def test_cyclists_in_reserve_ride_half_of_their_six_points(row: int, farthest: str) -> None:
    """Overcast: three points by road; in Clear weather half of four."""
    g = field(
        {"0401": "GE-30-bde", "0909": "US-1-16"},
        phase="reserve-movement",
        side="german",
        row=row,
        roads=[ROAD],
        change=lambda state: mark(state, "reserve", "GE-30-bde"),
    )
    assert max(h for h in g.reach("GE-30-bde") if h.startswith("04")) == farthest
    run(g, f"move GE-30-bde {farthest}")
    assert where(g, "GE-30-bde") == farthest


@pytest.mark.rule("normandy44:15.1d5", "normandy44:9.10a", "normandy44:15.1b")
def test_who_used_tactical_movement_is_no_reserve_after_the_combat_either() -> None:
    """Two woods hexes are more than a tank has after leaving a zone: Tactical Movement."""
    g = field(
        {
            "0402": "US-Tk-70:1",
            "0302": "US-1-16",
            "0401": "GE-91-1057",
            "0405": "GE-352-1-914",
            "0305": "US-1-18",
            "0505": "US-1-26",
        },
        phase="movement",
        terrain={"woods": "0403 0404"},
        sides={"minor_river": "0402/0403 0403/0404"},
    )
    run(g, "move US-Tk-70 tactical 0404", "done")
    assert marked(g, "US-Tk-70", "crept")
    assert "US-Tk-70(rmbx)" in g.position
    run(g, "attack 0405 with US-Tk-70 with US-1-18 with US-1-26 maf US1 go", 6)
    assert "reserve US-1-18" in offers(g)
    assert "reserve US-Tk-70" not in offers(g)
    assert refused(g, "reserve US-Tk-70") == "15.1"


# -- 6.2.2 and the army boundary

REBUILT = """grognard position 1
game normandy44
scenario campaign
turn 6
phase replacement allied
weather 2
replacements 3 0 0 3 0 0 0 0 0
2719 US-Eng-5S US-1-16(r)
2527 BR-Eng-7 BR-50-56(r)
1030 GE-21-125
eliminated US-HQ-5 BR-HQ-30
"""


@pytest.mark.rule("normandy44:17.2.2b", "normandy44:22.1.2a", "normandy44:6.2.2a")
@pytest.mark.parametrize(
    ("name", "homes", "other"),
    [("US-HQ-5", {"2620", "2719"}, "2528"), ("BR-HQ-30", {"2527", "2528"}, "2719")],
)
def test_a_headquarters_returns_to_a_beach_of_its_own_army(
    name: str, homes: set[str], other: str
) -> None:
    g = grognard.load(REBUILT)
    run(g, f"rebuild {name}")
    assert hexes(g, "at") == homes
    assert refused(g, f"at {other}") == "22.1.2"
    assert refused(g, "at Britain") == "17.2.2"


# -- 15.1 six markers

SIX = {
    "0101": "US-1-16 US-1-18",
    "0301": "US-1-26",
    "0501": "US-9-39",
    "0701": "US-9-47",
    "0901": "US-9-60",
    "0105": "US-4-8",
    "0909": "GE-352-1-914",
}


@pytest.mark.rule("normandy44:15.1c", "normandy44:15.2")
def test_reserves_that_go_apart_need_a_seventh_marker_that_is_not_there() -> None:
    names = " ".join(list(SIX.values())[:-1]).split()
    g = field(SIX, phase="reserve-movement", change=lambda state: mark(state, "reserve", *names))
    run(g, "move US-1-16 0102", "done")
    assert g.decision is not None
    assert (g.decision.kind, g.decision.rule) == ("reserves", "15.1")
    assert hexes(g, "unreserve") == set(names)
    told = g.play("unreserve US-4-8")
    assert [e.facts["unit"] for e in told if e.rule == "15.1"] == ["US-4-8"]
    whole = field(
        SIX, phase="reserve-movement", change=lambda state: mark(state, "reserve", *names)
    )
    assert not [e for e in whole.play("done") if e.rule == "15.1"], "a stack has one marker"


@pytest.mark.rule("normandy44:15.4")
def test_who_is_not_in_reserve_is_not_taken_out_of_it() -> None:
    g = grognard.load(REBUILT.replace("US-1-16(r)", "US-1-16(r) US-1-18(v)"))
    assert "unreserve US-1-18" in offers(g)
    assert refused(g, "unreserve US-1-16") == "15.4"


# -- 12.6 and the Reserve


@pytest.mark.rule("normandy44:12.6", "normandy44:15.1b", "normandy44:12.1b")
def test_after_an_a1_d2_that_the_defenders_ignore_the_other_attackers_may_go_into_reserve() -> None:
    def ready(state: Situation) -> None:
        state.air, state.naval = [3, 0], [2, 0]

    g = field(
        {
            "0404": "US-1-16 US-1-18",
            "0504": "US-LT-744",
            "0304": "US-1-26",
            "0405": "GE-HQ-84 GE-Werfer7 GE-352-1-914 GE-352-2-914",
        },
        turn=18,
        row=4,
        features={"naval": "0405"},
        change=ready,
    )
    run(g, "attack 0405 with US-LT-744 with US-1-16 with US-1-18 with US-1-26 maf 0504")
    run(g, "air US", "air US", "naval US", "go", 5, "lose GE-HQ-84", "lose GE-Werfer7", "hold")
    assert hexes(g, "reserve") == {"US-1-16", "US-1-18", "US-1-26"}
    assert not hexes(g, "advance")
    run(g, "reserve US-1-16", "done")
    assert g.phase == "reserve-movement"
    assert marked(g, "US-1-16", "reserve")
