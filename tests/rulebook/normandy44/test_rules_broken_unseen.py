"""Rules that could have been broken without a test that fails: each case is one of them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game

from .field import field, hexes, offers, run, steps, unit, where
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


# -- 23.3 closed beaches


@pytest.mark.rule("normandy44:23.3a", "normandy44:21.1.4")
@pytest.mark.parametrize(("lost", "won"), [(3, "german"), (2, None)])
def test_a_beach_without_its_engineer_is_closed_though_the_allies_hold_it(
    lost: int, won: str | None
) -> None:
    rows = ENGINEERS.splitlines()
    units = "".join(f"eliminated {row.split()[1]}\n" for row in rows[:lost])
    units += "".join(f"{row}\n" for row in rows[lost:])
    units += "2117 US-1-16\n1815 GE-3FJ-5\n"
    g = loaded(units, "end allied", lines="opened 63\n")
    assert (g.outcome.winner if g.outcome else None) == won


# -- 9.9 cyclists


@pytest.mark.rule("normandy44:9.9", "normandy44:9.8.6a")
@pytest.mark.parametrize(("take", "rule"), [("truck", "9.9"), ("move", None)])
def test_cyclists_on_trucks_do_not_ride(take: str, rule: str | None) -> None:
    rows = ("  " + " ".join("." * 12) + "\n") * 12
    road = "road secondary 0501-0502-0503-0504-0505\n"
    board = f"map pointy odd 0101 1212 upwards\n{rows}{road}feature green 0501\n"
    units = "0501 GE-353-Bohm\n1212 US-1-16\n"
    g = loaded(units, "movement german", board=board, control="")
    g.play(f"{take} GE-353-Bohm")
    assert why(g, "cycling 0504") == rule


# -- 20.2.3, S3.3.3 Scattered far from the division


@pytest.mark.rule("normandy44:20.2.3a1", "normandy44:S3.3.3")
@pytest.mark.parametrize(("marks", "kind"), [("", "return"), ("(c)", None)])
def test_who_is_scattered_does_not_return_to_his_division(marks: str, kind: str | None) -> None:
    units = f"2814 US-Eng-1S US-4-8\n2806 US-82-325{marks}\n3209 GE-91-1057\n"
    g = loaded(units, "movement allied", 3, scenario="cherbourg", control="2814")
    g.play("done")
    assert (seat(g)[1] if seat(g) == ("allied", "return") else None) == kind
    assert "2806 US-82-325" in g.position


# -- 13.2.1 what the stack has paid for


@pytest.mark.rule("normandy44:13.2.1b", "normandy44:13.2.1c", "normandy44:13.1.4")
def test_tanks_do_not_follow_over_a_flood_that_the_infantry_has_paid_for() -> None:
    """The dry way ends in a full hex, in which only the tanks still find room."""
    g = field(
        {
            "0504": "US-1-16 US-1-18",
            "0505": "GE-91-1057 GE-100Pz",
            "0706": "GE-346-857 GE-346-858",
        },
        terrain={"marsh": "0605 0405 0406 0506 0705"},
        sides={"flooded_river": "0606/0607"},
    )
    run(g, "attack 0505 from 0504 maf US1 go", "result DR", "fallback")
    assert not hexes(g, "retreat")
    assert (where(g, "GE-91-1057"), steps(g, "GE-91-1057")) == ("0607", 1)
    assert where(g, "GE-100Pz") == "0706"


# -- 13.1.5, 13.2.1 who goes first on the only way


ONE_WAY = {"0405": "US-1-16 US-1-18", "0406": "US-1-26"}


@pytest.mark.rule("normandy44:13.2.1c")
def test_the_owner_picks_who_pays_for_the_only_way_of_a_stack() -> None:
    g = field(
        {**ONE_WAY, "0505": "GE-346-857 GE-346-858"},
        terrain={"flooded": "0605", "sea": "0504 0506 0606 0604 0705"},
    )
    run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "fallback")
    assert offers(g) == {"retreat 0605", "retire GE-346-858"}
    run(g, "retire GE-346-858")
    assert (steps(g, "GE-346-857"), steps(g, "GE-346-858")) == (2, 1)
    assert (where(g, "GE-346-857"), where(g, "GE-346-858")) == ("0704", "0704")


@pytest.mark.rule("normandy44:13.1.5")
def test_the_owner_picks_who_finds_room_at_the_end_of_the_only_way() -> None:
    sea = {"sea": "0504 0506 0606 0604 0706 0704 0804 0805 0806"}
    units = {**ONE_WAY, "0505": "GE-346-857 GE-12SS-25"}
    g = field({**units, "0705": "GE-346-858"}, terrain=sea)
    run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "fallback")
    assert offers(g) == {"retreat 0605", "retire GE-12SS-25"}
    run(g, "retire GE-12SS-25")
    assert (where(g, "GE-346-857"), where(g, "GE-12SS-25")) == ("eliminated", "0705")
    room = field(units, terrain=sea)
    run(room, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "fallback")
    assert where(room, "GE-346-857") == where(room, "GE-12SS-25") == "0705", "nobody is asked"


# -- 25.3 coastal batteries


@pytest.mark.rule("normandy44:25.3a", "normandy44:25.3b")
@pytest.mark.parametrize(("subdued", "ships"), [(2, "1 2"), (0, "1 1")])
def test_one_ship_keeps_down_longues_and_mont_canisy(subdued: int, ships: str) -> None:
    """The second landing of the turn needs none either."""
    units = f"{ENGINEERS}2437 GE-SP-MontCanisy\n2623 GE-SP-Longues\n1815 GE-3FJ-5\n"
    units += "Britain BR-4A-RSG BR-HQ-8\n"
    lines = f"naval 1 2\npoints 6 6\nsubdued {subdued}\n"
    g = loaded(units, "movement allied", 4, options="25.3", lines=lines)
    for name in ("BR-HQ-8", "BR-4A-RSG"):
        g.play(f"move {name} 2430")
        assert line(g, "naval") == f"naval {ships}"


# -- 18.2, 21.1 Mulberries


@pytest.mark.rule("normandy44:18.2.2", "normandy44:21.1.1b")
@pytest.mark.parametrize(("harbor", "rule"), [("harbours 2620 none\n", None), ("", "6.2.3")])
def test_a_mulberry_supplies_also_where_no_unit_has_landed(harbor: str, rule: str | None) -> None:
    """At Omaha it may be built in a hex that no Allied unit ever entered."""
    units = "2521 US-1-16(r)\n1815 GE-3FJ-5\nBritain US-1-26(r)\n"
    g = loaded(units, "replacement allied", lines=STOCK + harbor, control="2521")
    assert why(g, "replace US-1-16") == rule


# -- 22.2 a division sent home


@pytest.mark.rule("normandy44:22.2", "normandy44:17.9.1a")
def test_the_cadres_of_a_division_that_goes_home_are_free_again() -> None:
    units = f"{ENGINEERS}2712 US-82-505(rr) US-82-507\n0912 GE-3FJ-5\n"
    g = loaded(units, "end allied", control=" ".join({*built(), *BEACHES.split()}))
    before = g.state.cadres_left("US airborne")
    g.play("division 82Abn")
    assert g.state.cadres_left("US airborne") == before + 1


# -- 22.1.2, 24a who has to return, and is asked


@pytest.mark.rule("normandy44:22.1.2b", "normandy44:24a")
@pytest.mark.parametrize(
    ("options", "unit", "place", "asked"),
    [
        ("", "BR-3-8", "2118", "allied"),
        ("24a", "BR-3-8", "2118", "commonwealth"),
        ("24a", "US-1-16", "2128", "american"),
    ],
)
def test_each_allied_player_brings_his_own_back_over_the_boundary(
    options: str, unit: str, place: str, asked: str
) -> None:
    units = f"{ENGINEERS}{place} {unit}\n0912 GE-3FJ-5\n2218 US-4-8\n2226 BR-50-56\n"
    towns = " ".join({*built(), *BEACHES.split()})
    g = loaded(units, "movement allied", control=towns, options=options)
    while seat(g)[1] == "move":
        g.play("done")
    assert seat(g) == (asked, "return")
    g.play(str(next(iter(g.legal_actions))))
    assert where(g, unit) != place


@pytest.mark.rule("normandy44:24a", "normandy44:9.1a")
@pytest.mark.parametrize("unit", ["US-4-8", "BR-50-56", "GE-3FJ-5"])
def test_the_reach_of_a_unit_is_shown_whoever_commands_it(unit: str) -> None:
    """Only its own player moves it."""
    units = f"{ENGINEERS}2218 US-4-8\n2226 BR-50-56\n1815 GE-3FJ-5\n"
    g = loaded(units, "movement allied", options="24a")
    assert seat(g) == ("american", "move")
    assert g.reach(unit)
    refusals = {"US-4-8": None, "BR-50-56": "24a", "GE-3FJ-5": "9.1"}
    assert why(g, f"move {unit}") == refusals[unit]


# -- 18.5.4 a headquarters by itself


@pytest.mark.rule("normandy44:18.5.4")
@pytest.mark.parametrize(("friend", "lives"), [("0505", True), ("0909", False)])
def test_an_isolated_headquarters_needs_a_friend_whom_a_line_reaches(
    friend: str, lives: bool
) -> None:
    ring = "0504 US-1-16\n0506 US-1-18\n0405 US-29-115\n0406 US-29-116\n0605 US-4-8\n0606 US-4-12\n"
    rows = ("  " + " ".join("." * 12) + "\n") * 12
    board = f"map pointy odd 0101 1212 upwards\n{rows}feature green 1101\n"
    units = f"{ring}0505 GE-HQ-84(o)\n{friend} GE-91-1057(o)\n"
    g = loaded(units, "supply german", board=board, control="")
    while seat(g)[1] == "roll":
        g.play("roll 6")
    assert (where(g, "GE-HQ-84") == "0505") is lives


# -- 13.5 who has retreated


@pytest.mark.rule("normandy44:10.1b", "normandy44:13.5a")
@pytest.mark.parametrize(("marks", "rule"), [("(yd)", "13.5"), ("", None)])
def test_who_has_retreated_and_stands_alone_is_not_attacked_again(
    marks: str, rule: str | None
) -> None:
    rows = ("  " + " ".join("." * 9) + "\n") * 9
    units = f"0505 US-1-16\n0506 GE-91-1057{marks}\n0303 US-1-18\n0304 GE-91-1058\n"
    board = f"map pointy odd 0101 0909 upwards\n{rows}"
    g = loaded(units, "combat allied", board=board, control="")
    assert why(g, "attack 0506 with US-1-16 go") == rule
    assert ("attack 0506" in [str(action) for action in g.legal_actions]) is (rule is None)


# -- 19.2.5 the bombardment of Cherbourg


@pytest.mark.rule("normandy44:19.2.5")
@pytest.mark.parametrize(("ships", "rule"), [("2 2", None), ("1 2", "19.2.5"), ("0 2", "19.2.1")])
def test_one_ship_alone_does_not_bombard_cherbourg(ships: str, rule: str | None) -> None:
    """The other was needed elsewhere this turn."""
    units = f"{ENGINEERS}3506 US-9-39 US-9-47\n3606 GE-Chr-Fort\n"
    g = loaded(units, "combat allied", 20, lines=f"naval {ships}\n")
    g.play("attack 3606 from 3506 maf US9")
    assert why(g, "naval US") == rule


@pytest.mark.rule("normandy44:22.2")
@pytest.mark.parametrize(("place", "rule"), [("2711", "22.2"), ("2709", None)])
def test_a_division_next_to_any_enemy_unit_stays(place: str, rule: str | None) -> None:
    """Also next to one without a zone of control."""
    units = f"{ENGINEERS}2712 US-82-505\n2912 US-101-502\n{place} GE-HQ-84\n"
    g = loaded(units, "end allied", control=" ".join({*built(), *BEACHES.split()}))
    assert why(g, "division 82Abn") == rule


# -- 12.2, 20.3.2 who cannot take a loss


@pytest.mark.rule("normandy44:12.2.1a", "normandy44:12.2.2")
@pytest.mark.parametrize(
    ("result", "unit", "rule"),
    [("A1", "US-4-8", "12.2.1"), ("A1/D1", "GE-346-857", "12.2.2")],
)
def test_who_takes_no_loss_is_told_by_the_rule_of_his_side(
    result: str, unit: str, rule: str
) -> None:
    g = field(
        {
            "0404": "US-1-16 US-1-18",
            "0504": "US-4-8",
            "0405": "GE-91-1057 GE-91-1058",
            "0406": "GE-346-857",
        }
    )
    run(g, "attack 0405 with US-1-16 with US-1-18 with US-4-8 maf US1 go", f"result {result}")
    assert why(g, f"lose {unit}") == rule


@pytest.mark.rule("normandy44:20.3.2a")
def test_tanks_take_no_loss_of_a_beach_assault() -> None:
    units = "sea-Utah US-4-8 US-4-12 US-Tk-70\n2814 GE-SP-709-1\n3209 GE-91-1057\n"
    g = loaded(units, "invasion allied", 1, control="", lines="beaches Utah\n")
    g.play("roll 4")
    assert seat(g) == ("allied", "lose")
    assert why(g, "lose US-Tk-70") == "20.3.2"


# -- 9.1 who has done something else


@pytest.mark.rule("normandy44:16.1.3a", "normandy44:15.1a", "normandy44:9.1a")
@pytest.mark.parametrize(
    ("order", "rule"), [("dig", "16.1.3"), ("reserve", "15.1"), ("move", "9.1")]
)
def test_who_does_not_move_any_more_is_told_what_he_does_instead(order: str, rule: str) -> None:
    g = field(
        {"0404": "US-1-16", "0504": "US-1-18", "0909": "GE-91-1057"},
        phase="movement",
        change=lambda state: state.positions.__setitem__(0, 1),
    )
    run(g, f"{order} US-1-16" + (" 0304" if order == "move" else ""))
    if order == "move":
        run(g, "stay")
    assert why(g, "move US-1-16 0403") == rule


# -- 16.1.3 a position is finished


@pytest.mark.rule("normandy44:16.1.3b", "normandy44:15.1d4")
def test_who_has_finished_his_position_may_go_into_reserve() -> None:
    units = f"{ENGINEERS}2117 US-1-16(e)\n2217 US-1-18(r)\n1815 GE-3FJ-5\n"
    g = loaded(units, "replacement allied", lines=f"{STOCK}digging allied 2117\n")
    assert why(g, "replace US-1-16") in ("6.2.1", "16.1.3")
    g.play("done")
    assert line(g, "improved") == "improved allied 2117"
    assert why(g, "reserve US-1-16") is None


@pytest.mark.rule("normandy44:16.1.5b", "normandy44:3.0g")
@pytest.mark.parametrize("word", ["digging", "improved"])
@pytest.mark.parametrize(("place", "stays"), [("2117", True), ("2217", False)])
def test_a_position_ready_or_begun_is_gone_when_nobody_is_left_in_it(
    word: str, place: str, stays: bool
) -> None:
    units = f"{ENGINEERS}{place} US-1-16\n1815 GE-3FJ-5\n"
    g = loaded(units, "supply allied", lines=f"{word} allied 2117\n")
    g.play("roll 3")
    assert bool(getattr(g.state, word)[0]) is stays


# -- 19.1.3 the Jabos


@pytest.mark.rule("normandy44:TBL.JABO", "normandy44:19.1.3")
@pytest.mark.parametrize(
    ("die", "column"),
    [(1, "6-1"), (2, "6-1"), (3, "6-1"), (4, "5-1"), (5, "4-1"), (6, "3-1")],
)
def test_what_each_throw_of_the_jabos_takes_from_six_to_one(die: int, column: str) -> None:
    rows = ("  " + " ".join("." * 9) + "\n") * 9
    units = "0505 GE-12SS-26\n0506 US-TD-634\n"
    board = f"map pointy odd 0101 0909 upwards\n{rows}"
    g = loaded(units, "combat german", weather=4, board=board, control="")
    g.play("attack 0506 from 0505 maf 12SS go")
    g.play(f"roll {die}")
    told = [event for event in g.play("roll 1") if event.kind == "result"]
    assert [event.facts["column"] for event in told] == [column]


# -- S3.2.7 reinforcements for Cherbourg


@pytest.mark.rule("normandy44:S3.2.7")
@pytest.mark.parametrize(
    ("scenario", "unit", "rule"),
    [
        ("cherbourg", "US-9-39", None),
        ("cherbourg", "US-2-9", "S3.2.7"),
        ("cherbourg", "US-2A-M4", "S3.2.7"),
        ("campaign", "US-2-9", None),
    ],
)
def test_two_american_divisions_do_not_land_for_cherbourg(
    scenario: str, unit: str, rule: str | None
) -> None:
    units = f"2814 US-Eng-1S US-4-8\n3209 GE-91-1057\nBritain {unit}\n"
    lines = "points 4 0\n"
    g = loaded(units, "movement allied", 5, scenario=scenario, control="2814", lines=lines)
    assert why(g, f"move {unit} 2814") == rule


# -- 6.5, 6.7 who lands, and who is mobilized


@pytest.mark.rule("normandy44:6.5.2c")
@pytest.mark.parametrize(("landed", "rule"), [(1, None), (2, "6.5.2")])
def test_a_unit_of_three_points_does_not_land_where_two_have_gone(
    landed: int, rule: str | None
) -> None:
    units = f"{ENGINEERS}1815 GE-3FJ-5\nBritain US-9-39\n"
    g = loaded(units, "movement allied", lines=f"points 6 6\nthrough {landed} 0 0 0 0\n")
    assert why(g, "move US-9-39 land 2814") == rule
    assert why(g, "move US-9-39 land 2719") is None


@pytest.mark.rule("normandy44:6.7")
@pytest.mark.parametrize(("ally", "rule"), [("3210 US-1-16", "6.7"), ("3211 US-1-16", None)])
def test_friends_in_an_enemy_zone_do_not_open_it_to_the_mobilized(
    ally: str, rule: str | None
) -> None:
    units = f"2814 US-Eng-1S\n{ally}\n3209 GE-91-1057\n1815 GE-3FJ-5\nlater GE-709-729\n"
    g = loaded(units, "replacement german", 4, control="2814")
    g.play("mobilize GE-709-729")
    assert why(g, "at 3209") == rule


# -- 20.2.4 gliders


@pytest.mark.rule("normandy44:20.2.4b")
@pytest.mark.parametrize(("hex_", "rule"), [("2611", "20.2.4"), ("2511", None)])
def test_a_delayed_glider_unit_does_not_land_in_a_flood(hex_: str, rule: str | None) -> None:
    units = f"{ENGINEERS}1815 GE-352-1-914\nlater US-82-325\n"
    g = loaded(units, "initial german", turn=3)
    g.play("roll 4")
    g.play("supply 7Army")
    assert seat(g) == ("allied", "glider")
    assert why(g, f"at {hex_}") == rule


# -- S3.1 the line of 27 June


@pytest.mark.rule("normandy44:S3.1b")
@pytest.mark.parametrize(("scenario", "rule"), [("cherbourg", "S3.1"), ("campaign", None)])
def test_the_allies_do_not_attack_over_the_line_of_27_june(scenario: str, rule: str | None) -> None:
    units = "2814 US-Eng-1S\n2608 US-9-39 US-9-47\n2507 GE-91-1057\n2708 GE-709-739\n"
    g = loaded(units, "combat allied", scenario=scenario, control="2814")
    assert why(g, "attack 2507 from 2608") == rule


# -- 24 two German players


@pytest.mark.rule("normandy44:24b")
@pytest.mark.parametrize(("cw", "facing"), [("", False), ("0506", True)])
def test_only_over_the_boundary_a_german_unit_changes_its_commander(cw: str, facing: bool) -> None:
    """South of its end no side of it is the other's: who came from the Americans stays with their enemy."""

    g = field(
        {"0505": "GE-352-1-914", "0101": "US-1-16"},
        phase="movement",
        side="german",
        features={"us": "0505"} | ({"cw": cw} if cw else {}),
        options=["24b"],
    )
    run(g, "move GE-352-1-914 0506")
    assert bool(g.state.facing_cw >> unit(g, "GE-352-1-914") & 1) is facing


# -- S3.2.2 supply points for Cherbourg


@pytest.mark.rule("normandy44:S3.2.2")
@pytest.mark.parametrize(("turn", "rule"), [(6, "S3.2.7"), (7, None)])
def test_supply_points_are_bought_for_cherbourg_from_turn_7_on(turn: int, rule: str | None) -> None:
    units = "2814 US-Eng-1S\n2512 US-101-501(r)\n3606 GE-91-1057\n"
    lines = f"{STOCK}points 4 0\n"
    g = loaded(
        units, "replacement allied", turn, scenario="cherbourg", control="2814 2512", lines=lines
    )
    assert why(g, "buy US") == rule


# -- 6.6 who comes in late


@pytest.mark.rule("normandy44:6.6c")
@pytest.mark.parametrize(
    ("turn", "hex_", "rule"),
    [
        (3, "0825", None),
        (3, "0811", "6.6"),
        (4, "0811", None),
        (4, "1341", None),
        (4, "2141", "6.6"),
    ],
)
def test_an_orange_reinforcement_that_is_late_enters_at_green_or_red(
    turn: int, hex_: str, rule: str | None
) -> None:
    units = f"{ENGINEERS}1815 GE-3FJ-5\n2117 US-1-16\nlater GE-Lehr-902\n"
    g = loaded(units, "movement german", turn)
    assert why(g, f"move GE-Lehr-902 enter {hex_}") == rule


# -- 17.9 Cadres


@pytest.mark.rule("normandy44:17.9.1a", "normandy44:2.3.1c")
@pytest.mark.parametrize(
    ("unit_", "strength"),
    [("US-1-16", 2), ("BR-50-69", 2), ("CAN-3-7", 2), ("GE-12SS-25", 3), ("GE-6FJ", 2)],
)
def test_a_cadre_defends_with_its_own_strength(unit_: str, strength: int) -> None:
    g = field({"0505": f"{unit_}:1"})
    assert g.state.defense(unit(g, unit_)) == strength
