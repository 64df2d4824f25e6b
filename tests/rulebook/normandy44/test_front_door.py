"""Cases of the later chapters through the front door: a position is loaded, orders are played, reasons read."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

import grognard
from grognard.engine.game import Game
from grognard.games.normandy44.victory import worn

BEACHES = "2814 2719 2620 2525 2526 2527 2528 2430"
ENGINEERS = """2814 US-Eng-1S
2719 US-Eng-5S
2525 BR-Eng-9
2527 BR-Eng-7
2430 BR-Eng-5
"""


def loaded(
    units: str,
    phase: str,
    turn: int = 9,
    weather: int = 3,
    scenario: str = "campaign",
    options: str = "",
    control: str = BEACHES,
    lines: str = "",
    board: str = "",
) -> Game[Any]:
    """A position whose dice are asked for."""
    text = f"grognard position 1\ngame normandy44\nscenario {scenario}\n"
    text += f"options {options}\n" if options else ""
    text += f"{board}turn {turn}\nphase {phase}\nweather {weather}\nsupply 3 3 3 3\n{lines}"
    return grognard.load(text + f"control {control}\n{units}", dice="asked")


@cache
def built() -> tuple[str, ...]:
    """The hexes of towns and cities."""
    data = files("grognard.games.normandy44") / "data"
    with (data / "places.csv").open(encoding="utf-8") as places:
        found = {row["hex"] for row in csv.DictReader(places) if row["kind"] in ("town", "city")}
    with (data / "hexes.csv").open(encoding="utf-8") as ground:
        found |= {row["hex"] for row in csv.DictReader(ground) if row["terrain"] == "city"}
    return tuple(sorted(found))


def why(g: Game[Any], order: str) -> str | None:
    """The rule by which an order is refused now."""
    refusal = g.legal_actions.why_not(order)
    return refusal.rule if refusal else None


def seat(g: Game[Any]) -> tuple[str, str]:
    """Who is asked, and what."""
    assert g.decision is not None
    return g.decision.side, g.decision.kind


# -- 18 lines of supply

ROAD = "road secondary 0501-0502-0503-0504-0505\n"


def country(units: str, extra: str = "", control: str = "") -> Game[Any]:
    """A road from an entry hex in 0501 to 0505, far from the edges, and Germans about it."""
    rows = ("  " + " ".join("." * 14) + "\n") * 14
    board = f"map pointy odd 0101 1414 upwards\n{rows}{ROAD}feature green 0501\n{extra}"
    return loaded(units, "movement german", board=board, control=control)


@pytest.mark.rule("normandy44:18.3a", "normandy44:18.5.1a")
@pytest.mark.parametrize(("place", "whole"), [("0510", True), ("0511", False)])
def test_a_line_is_five_hexes_off_the_road_and_isolation_knows_no_length(
    place: str, whole: bool
) -> None:
    g = country(f"{place} GE-3FJ-5\n1414 US-1-16\n")
    lines = g.lines(place)
    assert [(line.whole, line.rule) for line in lines] == (
        [(True, "18.3")] if whole else [(False, "18.3a"), (True, "18.5.1")]
    )
    assert lines[-1].path[-1] == "0501"


@pytest.mark.rule("normandy44:18.3b2", "normandy44:18.3b3", "normandy44:18.3c")
@pytest.mark.parametrize(
    ("units", "control", "rule"),
    [
        ("0503 US-1-16\n0203 US-1-18\n0803 US-1-26\n", "", "18.3b"),
        ("1414 US-1-16\n", "0503", "18.3c"),
        ("1414 US-1-16\n", "0504", None),
    ],
    ids=["enemy", "town", "a town off the road part"],
)
def test_what_breaks_a_line_is_told_with_its_rule(
    units: str, control: str, rule: str | None
) -> None:
    g = country(f"0508 GE-3FJ-5\n{units}", "place town 0503 A\nplace town 0504 B\n", control)
    line = g.lines("0508")[0]
    assert (None if line.whole else line.rule) == rule


# -- 25.1, 25.2 the events of storms


@pytest.mark.rule("normandy44:25.1", "normandy44:25.2")
@pytest.mark.parametrize(
    ("option", "turn", "dice", "rules"),
    [
        ("25.1", 13, (1, 4), ["25.1", "4.1"]),
        ("25.2", 11, (1, 4), ["25.2", "4.1"]),
        ("25.2", 12, (1,), ["25.2"]),
        ("25.2", 12, (2,), ["4.1"]),
    ],
)
def test_storms_of_the_options_are_told_with_their_rule(
    option: str, turn: int, dice: tuple[int, ...], rules: list[str]
) -> None:
    g = loaded(f"{ENGINEERS}1815 GE-3FJ-5\n", "initial german", turn, options=option)
    told = [event for die in dice for event in g.play(f"roll {die}")]
    assert [event.rule for event in told if event.kind == "weather"] == rules


@pytest.mark.rule("normandy44:25.1", "normandy44:25.2")
@pytest.mark.parametrize(("option", "lines"), [("25.1", ""), ("25.2", "storm 1\n")])
def test_a_storm_without_a_die_is_told_with_its_rule(option: str, lines: str) -> None:
    units = f"{ENGINEERS}2117 US-1-16\n1815 GE-3FJ-5\n"
    g = loaded(units, "movement allied", 13, options=option, lines=lines)
    told = [event for event in g.play("done") if event.kind == "weather"]
    assert [(event.rule, event.facts["row"]) for event in told] == [(option, 1)]


# -- 20.2.4 a delayed glider unit


@pytest.mark.rule("normandy44:20.2.4b")
@pytest.mark.parametrize(
    ("place", "open_"), [("2711", False), ("2311", True), ("2211", False), ("3111", True)]
)
def test_a_delayed_glider_unit_lands_in_another_hex_within_four(place: str, open_: bool) -> None:
    g = loaded(f"{ENGINEERS}1815 GE-3FJ-5\nlater US-82-325\n", "initial german", 3)
    g.play("roll 3")
    while seat(g)[1] == "supply point":
        g.play("supply 7Army")
    assert seat(g) == ("allied", "glider")
    assert why(g, f"at {place}") == (None if open_ else "20.2.4")


# -- 22.2, 24a divisions sent home


@pytest.mark.rule("normandy44:22.2", "normandy44:24a")
def test_each_allied_player_sends_his_own_divisions_home() -> None:
    units = f"{ENGINEERS}2712 US-82-505\n2223 BR-6-5\n0912 GE-3FJ-5\n"
    towns = " ".join({*built(), *BEACHES.split()})
    g = loaded(units, "end allied", options="24a", control=towns)
    assert seat(g) == ("american", "home")
    assert why(g, "division 6Abn") == "24a"
    assert why(g, "division 101Abn") == "22.2"
    g.play("division 82Abn")
    assert seat(g) == ("commonwealth", "home")
    assert why(g, "division 82Abn") == "24a"


# -- S3.1 the line of 27 June


@pytest.mark.rule("normandy44:S3.1b")
def test_who_was_driven_over_the_line_of_27_june_comes_back() -> None:
    units = "2814 US-Eng-1S\n2313 US-4-8\n2512 US-101-501\n3209 GE-91-1057\n"
    g = loaded(units, "movement allied", 6, scenario="cherbourg", control="2512 2814")
    assert why(g, "reserve US-4-8") == "S3.1"
    assert why(g, "move US-4-8 2312") == "S3.1"
    assert why(g, "move US-4-8 2413") is None
    g.play("done")
    assert g.decision is not None
    assert (*seat(g), g.decision.rule) == ("allied", "return", "S3.1")


# -- 6.5.2, 14.1b who has landed


def beachhead(foe: str) -> Game[Any]:
    """A landing at Utah with a German about, and one who has still to move."""
    units = f"2814 US-Eng-1S\n2117 US-1-16\n{foe} GE-77-3-1050\nsea-Utah US-4-22\n"
    return loaded(units, "movement allied", 4, control="2814")


@pytest.mark.rule("normandy44:6.5.2b", "normandy44:20.5.2")
@pytest.mark.parametrize(("foe", "marked"), [("2813", True), ("2713", True), ("2711", False)])
def test_who_lands_next_to_an_enemy_has_a_regroup_marker(foe: str, marked: bool) -> None:
    g = beachhead(foe)
    g.play("move US-4-22 2814")
    if any(action.verb == "stay" for action in g.legal_actions):
        g.play("stay")
    marks = next(piece.marks for piece in g.pieces() if piece.id == "US-4-22")
    assert ("regroup" in marks) is marked


@pytest.mark.rule("normandy44:14.1b", "normandy44:6.5.2b")
@pytest.mark.parametrize(
    ("stack", "far"),
    [("US-1-16", True), ("US-1-16(h) US-1-18(h)", False), ("US-1-16(l) US-1-18(l)", False)],
)
def test_who_has_just_landed_advances_into_the_vacated_hex_alone(stack: str, far: bool) -> None:
    rows = ("  " + " ".join("." * 9) + "\n") * 9
    board = f"map pointy odd 0101 0909 upwards\n{rows}"
    g = loaded(f"0504 {stack}\n0505 GE-77-3-1050\n", "combat allied", board=board, control="")
    g.play("attack 0505 from 0504 maf US1 go")
    g.play("result DR")
    while seat(g)[0] == "german":
        g.play("fallback" if seat(g)[1] == "stand" else str(next(iter(g.legal_actions))))
    g.play("advance US-1-16")
    assert why(g, "to 0505") is None
    assert (why(g, "to 0405") is None) is far
    g.play("to 0505")
    assert any(action.verb == "to" for action in g.legal_actions) is far


# -- 6.6 entry with delay


@pytest.mark.rule("normandy44:6.6a", "normandy44:6.6c")
@pytest.mark.parametrize(
    ("turn", "place", "open_"),
    [
        (4, "2141", True),
        (4, "1341", False),
        (5, "1341", True),
        (5, "0838", False),
        (9, "0838", False),
        (9, "2142", False),
    ],
)
def test_a_delayed_reinforcement_enters_by_its_own_zone_or_the_next(
    turn: int, place: str, open_: bool
) -> None:
    """Blue on Turn 4: red a turn later, orange never."""
    units = f"{ENGINEERS}1815 GE-3FJ-5\n2117 US-1-16\nlater GE-346-630\n"
    g = loaded(units, "movement german", turn)
    refusal = why(g, f"move GE-346-630 {place}")
    assert refusal is None if open_ else refusal in ("6.6", "2.2.1")


# -- 6.7 mobilization


@pytest.mark.rule("normandy44:6.7")
@pytest.mark.parametrize(
    ("ally", "rule"), [("3209 US-1-16", "6.7"), ("3210 US-1-16", "6.7"), ("3210 US-HQ-7", None)]
)
def test_nobody_is_mobilized_in_an_enemy_zone(ally: str, rule: str | None) -> None:
    units = f"2814 US-Eng-1S\n{ally}\n1815 GE-3FJ-5\nlater GE-709-729\n"
    g = loaded(units, "replacement german", 4, control="2814")
    g.play("mobilize GE-709-729")
    assert why(g, "at 3209") == rule


# -- 9.8.2 Strategic Movement


@pytest.mark.rule("normandy44:9.8.2a")
@pytest.mark.parametrize(("ally", "rule"), [("0504", "9.8.2"), ("0704", None)])
def test_strategic_movement_does_not_start_beside_a_unit_without_a_zone(
    ally: str, rule: str | None
) -> None:
    rows = ("  " + " ".join("." * 9) + "\n") * 9
    road = "road major 0401-0402-0403-0404-0405-0406\n"
    board = f"map pointy odd 0101 0909 upwards\n{rows}{road}feature green 0401\n"
    g = loaded(f"0404 GE-HQ-84\n{ally} US-HQ-7\n", "movement german", board=board, control="")
    assert why(g, "strategic GE-HQ-84 0401") == rule


# -- 23 automatic victory


def turned(g: Game[Any]) -> tuple[str | None, str] | None:
    """Play until the turn is over, or the game: who has won, and by which rule."""
    turn = g.position.split("\nturn ")[1].split()[0]
    while g.outcome is None and f"\nturn {turn}\n" in g.position:
        offered = [str(action) for action in g.legal_actions]
        g.play("done" if "done" in offered else offered[-1])
    return (g.outcome.winner, g.outcome.rule) if g.outcome else None


@pytest.mark.rule("normandy44:23.2", "normandy44:23.1")
@pytest.mark.parametrize(
    ("there", "caen", "sword", "won"),
    [
        (3, True, True, ("allied", "23.2")),
        (2, True, True, None),
        (3, False, True, None),
        (3, True, False, None),
    ],
)
def test_what_a_breakout_needs(
    there: int, caen: bool, sword: bool, won: tuple[str, str] | None
) -> None:
    """Three units in supply at the edge, all of Caen and every beach."""
    edge = ("0818 US-1-16\n", "0820 US-1-18\n", "1741 US-1-26\n")
    units = ENGINEERS + "".join(edge[:there]) + "3803 GE-3FJ-5\n"
    towns = {*built(), *BEACHES.split()} - (set() if caen else {"2030"})
    if not sword:
        units = units.replace("2430 BR-Eng-5", "2330 BR-Eng-5")
    assert turned(loaded(units, "movement german", control=" ".join(towns))) == won


@pytest.mark.rule("normandy44:23.3c")
@pytest.mark.parametrize(("british", "won"), [(4, None), (5, ("german", "23.3"))])
def test_canadians_never_wear_the_commonwealth_out(
    british: int, won: tuple[str, str] | None
) -> None:
    lost = ("BR-50-231", "BR-50-69", "BR-3-8", "BR-3-9", "BR-3-185")[:british]
    units = f"{ENGINEERS}eliminated CAN-3-7 CAN-3-8 CAN-3-9 {' '.join(lost)}\n"
    units += "2117 US-1-16\n0912 GE-3FJ-5\n"
    assert turned(loaded(units, "movement allied")) == won


# -- S3.3.1


@pytest.mark.rule("normandy44:S3.3.1")
@pytest.mark.parametrize(("name", "winner"), [("US-4-8", "allied"), ("US-HQ-7", "german")])
def test_a_headquarters_inside_the_perimeter_wins_nothing(name: str, winner: str) -> None:
    """Cherbourg has its road south by the west of the peninsula, the Americans theirs by the east."""
    west = {"2506", "2703", "2803", "2807", "3105", "3302", "3802", "3704", "3705", "3706", "3606"}
    towns = ({*built()} - west) | {"2814"}
    units = f"2814 US-Eng-1S\n2512 US-101-501\n3607 {name}\n3606 GE-91-1057\n2807 GE-91-1058\n"
    g = loaded(units, "supply allied", 12, scenario="cherbourg", control=" ".join(towns))
    assert turned(g) == (winner, "S3.3.1")


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.3.3")
def test_the_ledger_tells_who_is_attached_and_by_which_rule() -> None:
    units = "1820 US-1-16 US-Tk-712 US-29-115\n1720 GE-352-1-914\n"
    g = loaded(units, "combat allied")
    order = "attack 1720 from 1820 maf US1"
    rules = {str(line.what): line.rule for line in g.odds(f"{order} attach US-Tk-712").lines[:3]}
    assert rules == {
        "US-1-16": "10.3.1",
        "US-Tk-712, attached": "10.3.3",
        "US-29-115, halved": "10.3.1",
    }
    assert {line.rule for line in g.odds(order).lines[:3]} == {"10.3.1"}


@pytest.mark.rule("normandy44:19.1.1", "normandy44:19.1.2")
@pytest.mark.parametrize(
    ("ready", "turn", "rule"), [(1, 17, "19.1.1"), (2, 17, ""), (2, 16, "19.1.2")]
)
def test_from_turn_17_a_second_aircraft_supports_if_it_is_ready(
    ready: int, turn: int, rule: str
) -> None:
    units = "2719 US-1-16\n2718 GE-352-1-914\n"
    g = loaded(units, "combat allied", turn=turn, lines=f"air {ready} 3\n")
    assert g.legal_actions.why_not("attack 2718 with US-1-16 air US go") is None
    refusal = g.legal_actions.why_not("attack 2718 with US-1-16 air US air US go")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("normandy44:20.2.4b")
def test_a_delayed_glider_unit_lands_only_where_there_is_room() -> None:
    units = "2812 US-4-8 US-4-12\n2814 US-Eng-1S\n1815 GE-352-1-914\nlater US-82-325\n"
    g = loaded(units, "initial german", turn=3)
    g.play("roll 4")
    g.play("supply 7Army")
    refusal = g.legal_actions.why_not("at 2812")
    assert refusal is not None
    assert str(refusal.reason) == "there is no room for US-82-325 in 2812"
    assert g.legal_actions.why_not("at 2912") is None


@pytest.mark.rule("normandy44:23.3b")
def test_a_cadre_in_britain_is_worn_out_like_one_on_the_map() -> None:
    units = "2814 US-4-8(rr)\n1815 GE-352-1-914\nBritain US-1-16(rr) US-1-18(r)\n"
    g = loaded(units + "eliminated US-1-26\n", "movement allied")
    assert worn(g.state) == {"US": 3, "CW": 0}


@pytest.mark.rule("normandy44:10.3.1")
def test_of_a_formation_its_number_is_enough() -> None:
    units = "1820 US-1-16 US-Tk-712 US-29-115\n1720 GE-352-1-914\n1030 GE-21-125\n"
    g = loaded(units, "combat allied")
    assert g.odds("attack 1720 from 1820 maf 29") == g.odds("attack 1720 from 1820 maf US29")
    assert g.legal_actions.why_not("attack 1720 from 1820 maf 29 attach US-Tk-712 go") is None
    refusal = g.legal_actions.why_not("attack 1720 from 1820 maf 352 go")
    assert refusal is not None
    assert refusal.rule == "10.3.1"


@pytest.mark.rule("normandy44:16.1.3a")
def test_who_begins_a_position_does_not_move_though_no_mark_says_that_he_has() -> None:
    units = "1820 US-1-16(e) US-1-18\n1030 GE-21-125\n"
    g = loaded(units, "movement allied", lines="digging allied 1820\n")
    refusal = g.legal_actions.why_not("move US-1-16 1819")
    assert refusal is not None
    assert refusal.rule == "16.1.3"
    assert g.reach("US-1-16") == {}
    assert g.reach("US-1-18")


@pytest.mark.rule("normandy44:20.3.1")
def test_a_beach_is_named_with_its_own_verb() -> None:
    g = grognard.new("normandy44", seed=5)
    refusal = g.legal_actions.why_not("assault Utah")
    assert refusal is not None
    assert refusal.rule == "20.3.1"
    assert "beach BEACH" in str(refusal)


@pytest.mark.rule("normandy44:14.1a", "normandy44:13.1.4")
def test_advances_and_retreats_follow_a_path() -> None:
    board = "map pointy odd 0101 0606 upwards\n" + "  . . . . . .\n" * 6
    units = "0303 US-1-16 US-1-18\n0304 GE-91-1057\n"
    g = loaded(units, "combat allied", control="", board=board)
    for order in ("attack 0304 from 0303 maf US1 go", "result DR", "fallback"):
        g.play(order)
    g.play("retreat 0305-0306")
    assert where(g, "GE-91-1057") == "0306"
    g.play("advance US-1-16 0304-0404 advance US-1-18 to 0304 halt")
    assert [where(g, name) for name in ("US-1-16", "US-1-18")] == ["0404", "0304"]


def where(g: Game[Any], name: str) -> str:
    piece = g.unit(name).piece
    assert piece is not None
    return piece.hex


@pytest.mark.rule("normandy44:9.8.1", "normandy44:9.9", "normandy44:9.10a")
@pytest.mark.parametrize(
    ("kind", "rule"), [("strategic", "9.8.1"), ("cycling", "9.9"), ("tactical", "9.10")]
)
def test_a_kind_of_movement_has_its_place_in_the_movement_phase(kind: str, rule: str) -> None:
    g = loaded("1820 US-1-16\n1720 GE-352-1-914\n", "combat allied")
    refusal = g.legal_actions.why_not(f"{kind} US-1-16 1819")
    assert refusal is not None
    assert refusal.rule == rule
    scattered = loaded("1820 US-82-505(c)\n1030 GE-21-125\n", "movement allied")
    refusal = scattered.legal_actions.why_not(f"{kind} US-82-505 1819")
    assert refusal is not None
    assert refusal.rule == "20.2.3"


@pytest.mark.rule("normandy44:S3.1b")
def test_who_stands_where_nobody_may_enter_leaves_it_first() -> None:
    units = "2515 US-1-16\n2814 US-Eng-1S\n2506 GE-91-1057\n"
    g = loaded(units, "movement allied", scenario="cherbourg")
    refusal = g.legal_actions.why_not("reserve US-1-16")
    assert refusal is not None
    assert refusal.rule == "S3.1"


@pytest.mark.rule("normandy44:10.3.1", "normandy44:10.5b")
@pytest.mark.parametrize(
    "order",
    [
        "maf US1 from 1820 attach US-Tk-712 air US",
        "air US attach US-Tk-712 maf US1 from 1820",
        "1820 air US maf US1 attach US-Tk-712",
        "with US-1-16 maf US1 with US-Tk-712 attach US-Tk-712 air US",
    ],
)
def test_an_attack_is_told_in_any_order(order: str) -> None:
    units = "1820 US-1-16 US-Tk-712\n1720 GE-352-1-914\n"
    g = loaded(units, "combat allied", lines="air 1 0\n")
    usual = "attack 1720 from 1820 maf US1 attach US-Tk-712 air US"
    assert g.odds(f"attack 1720 {order}") == g.odds(usual)
    g.play(f"attack 1720 {order} go")
    assert g.side == "dice"


@pytest.mark.rule("normandy44:15.1a", "normandy44:21.2a")
def test_a_stack_goes_into_reserve_or_home_by_its_hex() -> None:
    units = "2814 US-Eng-1S US-9-39 US-9-47\n2713 US-1-16 US-Tk-712 US-1-18(p)\n1030 GE-21-125\n"
    g = loaded(units, "movement allied")
    g.play("reserve 2713")
    assert [bool(g.state.reserve >> unit.index & 1) for unit in g.rules.units].count(True) == 2
    refusal = g.legal_actions.why_not("reserve 2713")
    assert refusal is not None
    assert (refusal.rule, str(refusal.reason)) == ("15.1", "US-1-16 is in Reserve")
    g.play("evacuate 2814")
    assert {where(g, name) for name in ("US-9-39", "US-9-47")} == {"Britain"}


@pytest.mark.rule("normandy44:6.5.2a", "normandy44:6.6a")
def test_who_comes_onto_the_map_may_name_the_hex_beyond() -> None:
    units = "2814 US-Eng-1S\n2512 GE-6FJ\nBritain US-9-39\n"
    g = loaded(units, "movement allied", lines="points 6 6\n")
    g.play("move US-9-39 2713")
    assert where(g, "US-9-39") == "2713"
    g = loaded("2814 US-Eng-1S\n2512 GE-6FJ\nlater GE-12SS-25\n", "movement german", turn=2)
    g.play("move GE-12SS-25 1740")
    assert where(g, "GE-12SS-25") == "1740"
