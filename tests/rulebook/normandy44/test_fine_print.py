"""Small print: who helps, who counts and who may, one condition at a time."""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation

from .field import field, ledger, mark, offers, refused, run, steps, where

RING = {
    "0404": "US-1-16",
    "0606": "US-1-18",
    "0604": "US-1-26",
    "0406": "US-9-39",
    "0307": "US-9-47",
}
"""Americans all around 0505."""


def isolated(units: str) -> Game[Situation]:
    """The Supply Phase of Germans in 0505 who have been cut off since the turn before."""

    def cut(state: Situation) -> None:
        mark(state, "oos", *units.split())
        mark(state, "red", *units.split())

    return field(
        {**RING, "0505": units},
        phase="supply",
        side="german",
        features={"orange": "0909"},
        change=cut,
    )


@pytest.mark.rule("normandy44:18.5.2", "normandy44:18.5.4")
@pytest.mark.parametrize(("die", "left"), [(2, 1), (3, 2)])
def test_a_headquarters_helps_the_isolated_and_dies_with_the_last_of_them(
    die: int, left: int
) -> None:
    g = run(isolated("GE-91-1057 GE-HQ-84"), die)
    assert steps(g, "GE-91-1057") == left
    assert where(g, "GE-HQ-84") == "0505"
    g = run(isolated("GE-352-1-914 GE-HQ-84"), 1)
    assert where(g, "GE-HQ-84") == "eliminated"


@pytest.mark.rule("normandy44:15.1d2", "normandy44:20.2.3a1")
def test_a_scattered_unit_is_no_reserve() -> None:
    def begin(state: Situation) -> None:
        mark(state, "scattered", "US-82-505")

    g = field(
        {"0505": "US-82-505", "0101": "US-82-507", "0909": "GE-91-1057"},
        phase="movement",
        change=begin,
    )
    assert "reserve US-82-507" in offers(g)
    assert "reserve US-82-505" not in offers(g)
    assert refused(g, "reserve US-82-505") == "15.1"


@pytest.mark.rule("normandy44:11.4.2a", "normandy44:11.4.2b")
@pytest.mark.parametrize(
    ("stack", "shift"),
    [
        ("US-2A-CCA:2", -1),
        ("US-2A-CCA:1", -1),
        ("US-4Rcn", 0),
        ("US-Tk-70", 0),
        ("US-Tk-70 US-HQ-5", 0),
        ("US-Tk-70 US-Rgr-2", -1),
        ("US-TD-634 US-Rgr-2", 0),
    ],
)
def test_who_gives_the_defense_an_armor_shift(stack: str, shift: int) -> None:
    """Infantry with grey armor; combat commands are both in one, reconnaissance and guns are not."""
    g = field({"0404": "GE-12SS-25", "0405": stack}, side="german")
    run(g, "attack 0405 with GE-12SS-25 maf 12SS")
    assert ledger(g).shifts.get("11.4.2", 0) == shift
