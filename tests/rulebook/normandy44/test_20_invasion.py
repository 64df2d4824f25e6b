"""20 The invasion of Turn 1, after the example of play."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.game import Game
from grognard.games.normandy44.situation import STOCKS, Situation

from .field import marked, offers, opened, refused, run, steps, unit, where

DROPS = (
    *("US-82-505", "US-82-507", "US-82-508", "US-101-501", "US-101-502", "US-101-506"),
    *("BR-6-3", "BR-6-8-3", "BR-6-5"),
)
"""The order in which the paratroops roll."""


def ashore(dice: dict[str, int] | None = None) -> Game[Situation]:
    """The paratroops have landed: well, unless a die is given."""
    g = opened()
    return run(g, *((dice or {}).get(name, 6) for name in DROPS))


def stock(g: Game[Situation], service: str, kind: str) -> int:
    return g.state.stock[STOCKS.index((service, kind))]


@pytest.mark.rule(
    "normandy44:20.2.1",
    "normandy44:20.2.2a",
    "normandy44:20.2.2b",
    "normandy44:17.9.1a",
    "normandy44:TBL.SCATTER",
    "normandy44:20.1a",
)
def test_scatter_of_the_example() -> None:
    """N44-30"""
    g = ashore(
        {
            "US-82-507": 2,
            "US-82-505": 5,
            "US-82-508": 2,
            "US-101-502": 2,
            "US-101-501": 1,
            "BR-6-5": 3,
            "BR-6-8-3": 1,
        }
    )
    assert [steps(g, f"US-82-{n}") for n in (507, 505, 508)] == [1, 3, 1]
    assert [steps(g, f"US-101-{n}") for n in (502, 506, 501)] == [2, 3, 1]
    assert [steps(g, f"BR-6-{n}") for n in ("3", "5", "8-3")] == [2, 3, 1]
    scattered = {name for name in DROPS if marked(g, name, "scattered")}
    assert scattered == set(DROPS) - {"US-101-506", "BR-6-3"}
    assert stock(g, "us", "airborne") == 4
    assert stock(g, "british", "airborne") == 1
    assert where(g, "US-82-507") == "2810"
    assert where(g, "BR-6-5") == "2131"
    assert g.decision is not None
    assert (g.decision.kind, g.phase) == ("beach", "invasion")


@pytest.mark.rule("normandy44:TBL.SCATTER")
@pytest.mark.parametrize(
    ("name", "die", "lost", "scattered"),
    [
        ("US-82-505", 4, 1, True),
        ("US-82-505", 6, 0, False),
        ("US-101-501", 3, 1, True),
        ("US-101-501", 4, 0, True),
        ("US-101-501", 5, 0, False),
        ("BR-6-5", 2, 1, True),
        ("BR-6-5", 4, 0, False),
    ],
)
def test_scatter_table(name: str, die: int, lost: int, scattered: bool) -> None:
    g = ashore({name: die})
    assert steps(g, name) == 3 - lost
    assert marked(g, name, "scattered") is scattered


@pytest.mark.rule("normandy44:20.2.3a4", "normandy44:8.5.1")
def test_a_scattered_unit_has_a_zone_of_control_but_no_bond() -> None:
    g = ashore({"US-82-505": 5})
    state = g.state
    hex_ = state.hex[unit(g, "US-82-505")]
    assert state.any_zoc[0] >> hex_ & 1
    assert not state.any_bond[0] >> hex_ & 1


@pytest.mark.rule(
    "normandy44:20.3.1",
    "normandy44:20.3.2a",
    "normandy44:20.3.5",
    "normandy44:20.3.6a",
    "normandy44:TBL.DDTANK",
)
def test_utah_of_the_example() -> None:
    """N44-31 Utah: a 4 is A1/D1 and an advance of two; a 1 sinks tanks."""
    g = run(ashore(), "beach Utah", 4)
    assert offers(g) == {"lose US-4-8", "lose US-4-12"}
    run(g, "lose US-4-8", 1)
    assert (steps(g, "US-4-8"), steps(g, "US-4-12"), steps(g, "US-Tk-70")) == (2, 3, 1)
    assert where(g, "GE-SP-709-1") == "eliminated"
    assert {where(g, u) for u in ("US-4-8", "US-4-12", "US-Tk-70")} == {"2814"}
    run(g, "advance US-4-12", "to 2713", "advance US-Tk-70")
    assert refused(g, "to 2712") == "20.3.6"
    run(g, "to 2813", "done")
    assert [where(g, u) for u in ("US-4-8", "US-4-12", "US-Tk-70")] == ["2814", "2713", "2813"]


@pytest.mark.rule("normandy44:20.3.4b")
def test_pointe_du_hoc_of_the_example() -> None:
    """N44-32"""
    g = run(ashore(), "beach Hoc", 4, 4)
    assert (where(g, "US-Rgr-2"), steps(g, "US-Rgr-2")) == ("2818", 1)
    assert where(g, "US-Rgr-5") == "sea Omaha"
    assert where(g, "GE-SP-PointeduHoc") == "eliminated"
    g = run(ashore(), "beach Hoc", 4, 3)
    assert where(g, "US-Rgr-5") == "2818"


@pytest.mark.rule("normandy44:20.3.4a")
def test_the_landing_at_pointe_du_hoc_fails() -> None:
    g = run(ashore(), "beach Hoc", 1)
    assert (where(g, "US-Rgr-2"), where(g, "US-Rgr-5")) == ("eliminated", "sea Omaha")
    assert where(g, "GE-SP-PointeduHoc") == "2818"


OMAHA = ("assault US-29-115", "assault US-29-116", "assault US-Tk-743")


@pytest.mark.rule("normandy44:20.3.3", "normandy44:20.3.6b", "normandy44:20.3.5")
def test_omaha_of_the_example() -> None:
    """N44-33 A 1 is rolled again and costs a step and the second hex of the advance."""
    g = run(ashore(), "beach Omaha", *OMAHA, 1, "lose US-29-116", 6, "lose US-29-115", 2)
    assert (steps(g, "US-29-115"), steps(g, "US-29-116"), steps(g, "US-Tk-743")) == (2, 2, 1)
    assert where(g, "US-29-115") == "2719"
    run(g, 2, "lose US-1-16", "lose US-1-18", 4)
    assert (steps(g, "US-1-16"), steps(g, "US-1-18"), steps(g, "US-Tk-741")) == (2, 2, 2)
    assert where(g, "US-1-16") == "2620"
    assert g.decision is not None
    assert g.decision.kind == "beach"


@pytest.mark.rule("normandy44:20.3.3")
def test_bloody_omaha_throws_a_wave_back() -> None:
    """Two Cadres and their tanks return to the box; the strongpoint stands."""
    g = run(ashore(), "beach Omaha", *OMAHA)
    run(g, 1, "lose US-29-115", 1, "lose US-29-115", 1, "lose US-29-116", 1, "lose US-29-116", 1)
    assert [steps(g, u) for u in ("US-29-115", "US-29-116", "US-Tk-743")] == [1, 1, 1]
    assert {where(g, u) for u in ("US-29-115", "US-29-116", "US-Tk-743")} == {"sea Omaha"}
    assert where(g, "GE-SP-716-1") == "2719"


@pytest.mark.rule("normandy44:TBL.BEACH", "normandy44:20.3.2a")
def test_juno_of_the_example() -> None:
    """N44-35 On EX the German picks the infantry; a 1 costs two steps."""
    g = run(ashore(), "beach Juno", "assault CAN-3-7", "assault CAN-3-8", "assault CAN-2A-1Hus", 2)
    assert g.side == "german"
    run(g, "lose CAN-3-7", 1)
    assert (steps(g, "CAN-3-7"), steps(g, "CAN-2A-1Hus")) == (2, 1)
    run(g, 1)
    assert g.side == "allied"
    run(g, "lose BR-4SS", "lose CAN-3-9", 5)
    assert [steps(g, u) for u in ("BR-4SS", "CAN-3-9", "CAN-2A-FGH")] == [1, 2, 2]
    assert where(g, "CAN-3-9") == "2528"


@pytest.mark.rule("normandy44:TBL.BEACH")
def test_gold_and_sword_of_the_example() -> None:
    """N44-34, N44-36"""
    g = run(ashore(), "beach Gold", "assault BR-50-56", "assault BR-50-231", "assault BR-8A-NY", 4)
    run(g, "lose BR-50-56", 6, 6, 1)
    assert (steps(g, "BR-50-56"), steps(g, "BR-8A-4-7RDG")) == (2, 1)
    assert g.decision is not None
    assert g.decision.kind == "advance"
    run(g, "done", "beach Sword", 6, 4)
    assert steps(g, "BR-3-8") == 3
    assert "advance BR-3-8" in offers(g)


@pytest.mark.rule("normandy44:TBL.BEACH", "normandy44:20.3.1")
@pytest.mark.parametrize(
    ("beach", "codes"),
    [
        ("Omaha", ["A1", "A2/D1", "EX", "A1/D1", "A1/D1", "A1/D1"]),
        ("Utah", ["EX", "A1/D1", "A1/D1", "A1/D1", "D1", "D1"]),
        ("Sword", ["A2/D1", "EX", "A1/D1", "A1/D1", "A1/D1", "D1"]),
        ("Hoc", ["A2/D1", "EX", "A1/D1", "A1/D1", "A1/D1", "D1"]),
    ],
)
def test_columns_of_the_beaches(beach: str, codes: list[str]) -> None:
    """N44-26"""
    found = []
    for die in range(1, 7):
        g = run(ashore(), f"beach {beach}")
        while g.decision and g.decision.kind == "assault":
            g.play(g.legal_actions[0])
        events = g.play(f"roll {die}")
        found.append(next(e.facts["result"] for e in events if e.kind == "assault"))
    assert found == codes


@pytest.mark.rule("normandy44:20.1b")
def test_the_first_turn_has_ships_but_no_aircraft_and_no_income() -> None:
    g = opened()
    assert g.state.naval == [2, 2]
    assert g.state.air == [0, 0]
    assert g.state.weather == "overcast"
    assert g.state.row == 2


@pytest.mark.rule("normandy44:20.3.1", "normandy44:TBL.BEACH", "normandy44:20.3.5")
def test_an_assault_has_a_ledger_before_the_die_and_a_beach_says_what_is_begun_with_it() -> None:
    g = ashore()
    told = {name: _outcome(g, f"beach {name}") for name in ("Omaha", "Utah", "Hoc")}
    assert told["Omaha"] == ["hexes assaulted: 2719, 2620", "no infantry step is lost: 0 in 6"]
    assert told["Utah"][1:] == ["no infantry step is lost: 2 in 6"]
    assert told["Hoc"] == ["US-Rgr-2 is lost: 1 in 6"]
    run(g, "beach Omaha", "assault US-1-16", "assault US-29-116")
    assert g.decision is not None
    assert g.decision.ledger is not None
    sheet = g.decision.ledger()
    assert [str(line.what) for line in sheet.lines] == ["US-1-16", "US-29-116"]
    assert [code for _, code in sheet.table] == ["A1", "A2/D1", "EX", "A1/D1", "A1/D1", "A1/D1"]
    assert [(c.result, str(c.chance), str(c.meaning)) for c in sheet.chances] == [
        ("A1", "1/6", "infantry steps lost: 1; the die is rolled again"),
        ("A2/D1", "1/6", "infantry steps lost: 2; hexes of advance: 1"),
        ("EX", "1/6", "infantry steps lost: 1; hexes of advance: 1"),
        ("A1/D1", "1/3", "infantry steps lost: 1; hexes of advance: 1"),
        ("A1/D1", "1/6", "infantry steps lost: 1; hexes of advance: 2"),
    ]
    assert [str(note.what) for note in sheet.notes] == ["the tanks founder and lose a step: 3 in 6"]
    again = grognard.load(g.record, dice="asked")
    run(again, "assault US-Tk-741")
    assert again.decision is not None
    assert again.decision.ledger is not None
    assert [str(line.what) for line in again.decision.ledger().lines][-1] == "US-Tk-741"


def _outcome(g: Game[Situation], order: str) -> list[str]:
    """What an answer says that it will do."""
    assert g.decision is not None
    assert g.decision.outcome is not None
    action = next(action for action in g.legal_actions if action.text == order)
    return [str(say) for say in g.decision.outcome(action)]
