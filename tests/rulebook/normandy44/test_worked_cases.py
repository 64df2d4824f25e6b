"""Worked cases of the book that stand in no other file: Bonds, movement costs, odds; Bloody Omaha's advance."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import Situation
from grognard.games.zocbond import odds

from .field import field, ledger, offers, refused, run, where
from .test_20_invasion import OMAHA, ashore


def moving(units: dict[str, str], side: str = "german", **how: Any) -> Game[Situation]:
    return field(units, phase="movement", side=side, **how)


def crossed(g: Game[Situation], side: int, one: str, other: str) -> bool:
    """Whether a Bond of a side closes the hexside between two hexes."""
    board, state = g.state.game.board, g.state
    ground = state.game.tables.ground
    return state.bonds(side).crosses(ground, board.index(one), board.index(other))


# -- N44-06


@pytest.mark.rule("normandy44:8.5.3")
def test_enemies_on_both_sides_negate_a_hexside_bond() -> None:
    """N44-06 The Bonds D-E and E-F: one over a hex with an enemy, one between two enemies."""
    line = {"0502": "US-1-16", "0504": "US-1-18", "0704": "US-1-26"}
    g = moving({**line, "0909": "GE-352-1-914"})
    state = g.state
    assert state.bonds(0).hexes >> state.game.board.index("0503") & 1
    assert crossed(g, 0, "0604", "0605")
    g = moving({**line, "0604": "GE-352-1-914"})
    assert crossed(g, 0, "0604", "0605")
    run(g, "move GE-352-1-914")
    assert refused(g, "to 0605") == "8.5.2"
    g = moving({**line, "0604": "GE-352-1-914", "0605": "GE-352-2-914", "0503": "GE-352-1-916"})
    assert not crossed(g, 0, "0604", "0605")
    assert not g.state.bonds(0).hexes >> state.game.board.index("0503") & 1


@pytest.mark.rule("normandy44:8.5.4")
def test_bonds_of_both_sides_may_cross() -> None:
    """N44-06 F-G stands though an enemy Bond crosses it, and so does that."""
    g = moving(
        {"0704": "US-1-16", "0904": "US-1-18", "0803": "GE-21-125", "0805": "GE-21-192"},
    )
    state = g.state
    assert crossed(g, 0, "0804", "0805")
    assert state.bonds(1).hexes >> state.game.board.index("0804") & 1


@pytest.mark.rule("normandy44:8.5.5a")
@pytest.mark.parametrize(
    ("hex_", "sides", "how"),
    [
        ("0205", ("0104", "0105"), {}),
        ("0508", ("0409", "0509"), {}),
        ("0505", ("0605", "0606"), {"terrain": {"marsh": "0705"}}),
        ("0505", ("0605", "0606"), {"terrain": {"sea": "0705"}}),
    ],
)
def test_what_a_hexside_bond_is_anchored_on(
    hex_: str, sides: tuple[str, str], how: dict[str, Any]
) -> None:
    """N44-06 C and H bond with the border, marsh and coast: exactly the hexside between is closed."""
    g = moving({hex_: "US-1-16", "0909": "GE-352-1-914"}, **how)
    assert crossed(g, 0, *sides)
    assert crossed(g, 0, *reversed(sides))
    alone = moving({hex_: "GE-SP-Hillman", "0909": "US-1-16"}, **how)
    assert not crossed(alone, 1, *sides)


# -- N44-07


@pytest.mark.rule("normandy44:9.3", "normandy44:9.4.1", "normandy44:9.4.2", "normandy44:9.5.1b")
@pytest.mark.parametrize(
    ("name", "how", "sixths"),
    [
        ("GE-352-1-914", {"terrain": {"bocage": "0405"}}, 6),
        ("GE-352-1-914", {"terrain": {"bocage": "0405"}, "roads": ["secondary 0404-0405"]}, 3),
        ("GE-352-1-914", {"sides": {"major_river": "0404/0405"}}, 12),
        (
            "GE-352-1-914",
            {"sides": {"major_river": "0404/0405"}, "roads": ["major 0404-0405"]},
            3,
        ),
        ("GE-352-1-914", {"sides": {"minor_river": "0404/0405"}}, 6),
        ("GE-21-125", {"sides": {"minor_river": "0404/0405"}}, 12),
        ("GE-352-1-914", {"terrain": {"flooded": "0405"}}, 12),
        ("GE-352-1-914", {"sides": {"flooded_river": "0404/0405"}}, 12),
    ],
)
def test_movement_costs(name: str, how: dict[str, Any], sixths: int) -> None:
    """N44-07 Terrain, rivers and floods, and a road or its bridge instead of them."""
    g = moving({"0404": name, "0909": "US-1-16"}, **how)
    assert round(float(Fraction(g.cost(name, "0404-0405").cost)) * 6) == sixths


@pytest.mark.rule("normandy44:9.5.1b")
def test_a_flooded_hexside_is_crossed_from_beside_it_alone() -> None:
    """N44-07"""
    flood = {"flooded_river": "0404/0405"}
    g = moving({"0404": "GE-352-1-914", "0909": "US-1-16"}, sides=flood)
    run(g, "move GE-352-1-914", "to 0405")
    assert where(g, "GE-352-1-914") == "0405"
    g = moving({"0403": "GE-352-1-914", "0909": "US-1-16"}, sides=flood)
    run(g, "move GE-352-1-914", "to 0404")
    assert refused(g, "0404-0405") == "9.5.1"


# -- N44-10


@pytest.mark.rule("normandy44:10.5a", "normandy44:10.6b")
def test_odds_of_the_book() -> None:
    """N44-10 15 against 4 is 3-1, 11 against 12 is 1-2."""
    g = field({"0404": "US-1-16 US-1-18", "0504": "US-Tk-70:1", "0405": "GE-91-1057"})
    run(g, "attack 0405", "with US-1-16", "with US-1-18", "with US-Tk-70", "maf US1")
    sheet = ledger(g)
    assert sheet.strengths == (15, 4)
    assert _raw(g) == "3-1"
    g = field(
        {"0404": "US-1-16 US-1-18:2", "0405": "GE-12SS-25 GE-Chr-Fort"},
    )
    run(g, "attack 0405", "with US-1-16", "with US-1-18", "maf US1")
    assert ledger(g).strengths == (11, 12)
    assert _raw(g) == "1-2"


def _raw(g: Game[Situation]) -> str:
    """The odds of the ledger before any shift."""
    assert g.decision is not None
    assert g.decision.ledger is not None
    lines = g.decision.ledger().lines
    return next(str(line.what) for line in lines if line.rule == "10.5").removeprefix("odds ")


@pytest.mark.rule("normandy44:10.5a", "normandy44:10.6b")
def test_odds_beyond_the_table_are_shifted_before_they_are_cut() -> None:
    """N44-10 10-1 and two columns to the left is 8-1, which is fought as 7-1: not 5-1."""
    g = field({"0404": "GE-12SS-26", "0405": "US-Tk-70:1"}, side="german", row=4)
    run(g, "attack 0405", "with GE-12SS-26", "maf 12SS")
    assert _raw(g) == "10-1"
    assert ledger(g).shifts == {"11.5": 1}
    run(g, "go", 6)
    fought = next(e.facts for e in g.play("roll 1") if e.kind == "result")
    assert (fought["shift"], fought["column"]) == ("-2", "8-1")
    charts = g.state.game.charts
    assert fought["result"] == charts.cell(odds.of("7-1"), 1).result.code
    assert fought["result"] != charts.cell(odds.of("5-1"), 1).result.code


# -- 20.3.6b


@pytest.mark.rule("normandy44:20.3.6b")
def test_an_a1_at_omaha_costs_the_second_hex_of_the_advance() -> None:
    """The 1st Division: a 6 at once leads inland, after a 1 it ends in the beach hex."""
    first = run(ashore(), "beach Omaha", *OMAHA, 6, "lose US-29-115", 6)
    inland = run(first.copy(), 6, "lose US-1-16", 6)
    assert {"advance US-1-16", "advance US-1-18", "advance US-Tk-741"} <= offers(inland)
    bloody = run(first.copy(), 1, "lose US-1-16", 6, "lose US-1-18", 6)
    assert bloody.decision is not None
    assert bloody.decision.kind == "beach"
    assert {where(bloody, u) for u in ("US-1-16", "US-1-18", "US-Tk-741")} == {"2620"}
