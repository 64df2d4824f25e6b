"""Rules that could have been broken without a test that fails: each case is one of them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game

from .test_front_door import BEACHES, ENGINEERS, built, loaded, seat, why

STOCK = "replacements 3 3 3 3 3 3 3 3 3\n"


def line(g: Game[Any], word: str) -> str:
    """A line of the position; '' if there is none."""
    found = [text for text in g.position.splitlines() if text.split()[0] == word]
    return found[0] if found else ""


# -- S3.2.3 replacements at Cherbourg


def weather_at_cherbourg(turn: int, die: int) -> Game[Any]:
    units = "2814 US-Eng-1S\n2512 US-101-501\n3606 GE-91-1057\n2506 GE-91-1058\n"
    g = loaded(units, "initial german", turn, scenario="cherbourg", control="2814 2512")
    g.play(f"roll {die}")
    return g


@pytest.mark.rule("normandy44:S3.2.3b", "normandy44:S3.2.3a")
@pytest.mark.parametrize(("turn", "die", "stock"), [(2, 6, ""), (3, 3, "1 0"), (3, 6, "")])
def test_nobody_takes_replacements_at_cherbourg_before_turn_3(
    turn: int, die: int, stock: str
) -> None:
    """On Turn 2 a 6 is overcast-3, an odd row all the same."""
    g = weather_at_cherbourg(turn, die)
    assert line(g, "replacements").removeprefix("replacements ").startswith(stock)
    assert bool(line(g, "replacements")) is bool(stock)


@pytest.mark.rule("normandy44:S3.2.3a")
@pytest.mark.parametrize(("die", "rule"), [(5, None), (6, "6.2.3"), (4, "6.2.3")])
def test_at_cherbourg_only_a_5_brings_a_german_replacement(die: int, rule: str | None) -> None:
    units = "2814 US-Eng-1S\n2512 US-101-501\n3606 GE-91-1057(r)\n2506 GE-711-731(r)\n"
    units += "later GE-709-729\n"
    g = loaded(units, "initial german", 4, scenario="cherbourg", control="2814 2512")
    g.play(f"roll {die}")
    assert seat(g) == ("german", "replacements")
    assert why(g, "replace GE-711-731") == rule


# -- 6.5.3 reinforcement points


@pytest.mark.rule("normandy44:6.5.3b", "normandy44:6.5.1a")
def test_in_a_storm_a_missing_engineer_takes_no_more_than_there_is() -> None:
    units = ENGINEERS.replace("2719 US-Eng-5S", "eliminated US-Eng-5S")
    g = loaded(f"{units}2117 US-1-16\n1815 GE-3FJ-5\n", "supply german", weather=1)
    assert seat(g)[0] == "allied"
    assert line(g, "points") == ""


# -- 17.9.4 Cadres


@pytest.mark.rule("normandy44:17.9.4", "normandy44:17.9.3")
def test_a_unit_that_comes_back_from_its_dead_cadre_leaves_it_to_others_in_the_end() -> None:
    units = f"{ENGINEERS}eliminated US-1-26\n2117 US-1-16\n1815 GE-3FJ-5\n"
    g = loaded(units, "replacement allied", lines=f"{STOCK}tied US-1-26\n")
    before = g.state.cadres_left("US infantry")
    g.play("rebuild US-1-26 at Britain")
    assert g.state.cadres_left("US infantry") == before
    assert line(g, "tied") == ""


# -- 16.1.2 markers


@pytest.mark.rule("normandy44:16.1.2b")
@pytest.mark.parametrize(("begun", "rule"), [("0304", "16.1.2"), ("", None)])
def test_positions_that_are_begun_use_markers_too(begun: str, rule: str | None) -> None:
    rows = ("  " + " ".join("." * 12) + "\n") * 12
    board = f"map pointy odd 0101 1212 upwards\n{rows}feature green 0501\n"
    ready = "0202 0203 0204 0205 0206 0207 0208"
    units = "".join(f"{h} {u}\n" for h, u in zip(ready.split(), PRIVATES, strict=True))
    lines = f"positions 1 0 0\nimproved allied {ready}\n"
    lines += f"digging allied {begun}\n" if begun else ""
    units += f"{begun} US-1-16\n" if begun else ""
    units += "0606 US-1-18\n1212 GE-3FJ-5\n"
    g = loaded(units, "movement allied", board=board, control="", lines=lines)
    # What was begun stays so: it is finished only as the phase begins.
    assert why(g, "dig US-1-18") == rule


PRIVATES = ("US-29-115", "US-29-116", "US-29-175", "US-4-8", "US-4-12", "US-4-22", "US-9-39")


# -- who is told why


@pytest.mark.rule("normandy44:6.2.1", "normandy44:6.2.2a")
def test_replacements_are_not_for_the_enemy_s_units() -> None:
    """They are there, and among the eliminated; they are only not his."""
    units = f"{ENGINEERS}2117 US-1-16(r)\n1815 GE-3FJ-5(r)\neliminated GE-3FJ-8\n"
    g = loaded(units, "replacement allied", lines=STOCK)
    for order in ("replace GE-3FJ-5", "rebuild GE-3FJ-8"):
        refusal = g.legal_actions.why_not(order)
        assert refusal is not None
        assert (refusal.rule, str(refusal.reason)) == ("6.2", f"{order.split()[1]} is not yours")


@pytest.mark.rule("normandy44:9.8.6a", "normandy44:S3.3.4")
@pytest.mark.parametrize(
    ("phase", "unit", "rule"),
    [
        ("movement allied", "US-4-8", "9.8.6"),
        ("movement german", "GE-21-125", "9.8.6"),
        ("movement german", "GE-91-1057", "S3.3.4"),
    ],
)
def test_trucks_are_refused_to_each_by_his_own_rule(phase: str, unit: str, rule: str) -> None:
    units = "2814 US-Eng-1S US-4-8\n3606 GE-91-1057\n3706 GE-21-125\n"
    g = loaded(units, phase, 4, scenario="cherbourg", control="2814")
    assert why(g, f"truck {unit}") == rule


@pytest.mark.rule("normandy44:6.6a", "normandy44:6.5.2a")
@pytest.mark.parametrize(
    ("side", "order", "rule"),
    [("german", "move GE-77-3-1050 0808", "6.6"), ("allied", "move US-9-39 2814", "6.5.2")],
)
def test_nobody_enters_in_the_reserve_movement_phase(side: str, order: str, rule: str) -> None:
    units = f"{ENGINEERS}2813 US-4-8(v)\n3209 GE-91-1057(v)\n"
    units += "later GE-77-3-1050\nBritain US-9-39\n"
    assert why(loaded(units, f"reserve-movement {side}"), order) == rule


# -- 5.2, 17.4 Fortress Cherbourg


@pytest.mark.rule("normandy44:5.2c", "normandy44:17.4b")
@pytest.mark.parametrize(("held", "points", "there"), [((), "0", False), (("3706",), "3", True)])
def test_an_allied_cherbourg_has_neither_points_nor_headquarters(
    held: tuple[str, ...], points: str, there: bool
) -> None:
    """Also in a position that is loaded so."""
    units = f"{ENGINEERS}2117 US-1-16\n3105 GE-HQ-Cotentin\n1815 GE-3FJ-5\n"
    towns = {*built(), *BEACHES.split()} - {*held}
    g = loaded(units, "movement german", control=" ".join(towns))
    assert line(g, "supply").split()[4] == points
    assert ("3105 GE-HQ-Cotentin" in g.position) is there
