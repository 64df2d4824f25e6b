"""12-15 Results, Determined and Desperate Defense, retreat, advance, Reserves."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.game import Game
from grognard.games.normandy44.situation import DISRUPTED, Situation

from .field import (
    field,
    hexes,
    index,
    ledger,
    mark,
    marked,
    offers,
    refused,
    run,
    steps,
    unit,
    where,
)


def fought(
    attackers: str, defenders: str, maf: str, *orders: str | int, **how: Any
) -> Game[Situation]:
    """Units in 0504 attack 0505 from the west; the orders follow the force.

    A number is a die, ``=DR`` the die that gives this result in the column of the attack.
    """
    g = field({"0504": attackers, "0505": defenders, **how.pop("more", {})}, **how)
    run(g, "attack 0505", *(f"with {name.partition(':')[0]}" for name in attackers.split()))
    for name in how.get("joining", "").split():
        run(g, f"with {name}")
    run(g, f"maf {maf}")
    for order in orders:
        if isinstance(order, str) and order.startswith("="):
            assert g.decision is not None
            assert g.decision.ledger is not None
            table = {code: die for die, code in g.decision.ledger().table}
            run(g, "go", table[order[1:]])
        else:
            run(g, order)
    return g


def disrupted(g: Game[Situation], name: str) -> bool:
    return g.state.status[unit(g, name)] == DISRUPTED


# -- 12.1, 12.2 results and losses


@pytest.mark.rule("normandy44:12.1h", "normandy44:12.2.1c")
def test_a1_costs_the_attacker_a_step_of_his_choice() -> None:
    g = fought("US-1-16 US-1-18", "GE-12SS-25", "US1", "go", 1)
    assert (g.side, hexes(g, "lose")) == ("allied", {"US-1-16", "US-1-18"})
    run(g, "lose US-1-18")
    assert (steps(g, "US-1-18"), where(g, "GE-12SS-25")) == (2, "0505")


@pytest.mark.rule("normandy44:12.2.1b", "normandy44:12.1e")
def test_who_gave_the_shift_takes_the_loss() -> None:
    """N44-47 Armor shift had: the tank unit dies."""
    g = fought(
        "BR-50-56 BR-8A-NY:1", "GE-716-1-726 GE-352-1-914", "BR50", "attach BR-8A-NY", "=A1/D1"
    )
    run(g, "lose GE-352-1-914")
    assert where(g, "BR-8A-NY") == "eliminated"
    assert steps(g, "BR-50-56") == 3


@pytest.mark.rule("normandy44:12.2.1b", "normandy44:11.9a", "normandy44:11.4.4b3")
def test_tigers_whose_own_shift_alone_was_had_take_the_loss() -> None:
    """Woods bar the armor shift, not that of the Tigers; the infantry is no better than the defenders."""
    g = field(
        {"0404": "GE-12SS-26 GE-101Tiger", "0405": "US-82-505 US-82-507"},
        side="german",
        terrain={"woods": "0405"},
    )
    run(g, "attack 0405", "with GE-12SS-26", "with GE-101Tiger", "maf 12SS", "attach GE-101Tiger")
    assert ledger(g).shifts == {"11.9": 1}
    run(g, "go", 2)
    assert (steps(g, "GE-101Tiger"), steps(g, "GE-12SS-26")) == (1, 3)


@pytest.mark.rule("normandy44:17.9.1b", "normandy44:12.3")
@pytest.mark.parametrize(("dead", "place"), [(9, "0505"), (10, "eliminated")])
def test_the_germans_too_run_out_of_cadres(dead: int, place: str) -> None:
    lost = [
        "GE-21-125",
        "GE-21-192",
        "GE-Lehr-901",
        "GE-Lehr-902",
        "GE-17SS-37",
        "GE-17SS-38",
        "GE-2Pz-2",
        "GE-2Pz-304",
        "GE-9SS-19",
        "GE-9SS-20",
    ][:dead]
    g = field(
        {"0504": "US-1-16 US-1-18", "0505": "GE-12SS-25:2"},
        change=lambda state: mark(state, "tied", *lost),
    )
    run(g, "attack 0505 from 0504 maf US1 go", "result EX")
    while g.decision is not None and g.decision.kind == "lose":
        g.play(g.legal_actions[0])
    assert where(g, "GE-12SS-25") == place


@pytest.mark.rule("normandy44:12.1f", "normandy44:12.2.1a", "normandy44:12.2.2")
def test_exchange_is_picked_by_the_opponents() -> None:
    g = fought("US-1-16 US-1-18", "GE-91-1057 GE-91-1058", "US1", "go", 4)
    assert (g.side, hexes(g, "lose")) == ("german", {"US-1-16", "US-1-18"})
    run(g, "lose US-1-16")
    assert (g.side, hexes(g, "lose")) == ("allied", {"GE-91-1057", "GE-91-1058"})
    run(g, "lose GE-91-1058")
    assert (steps(g, "US-1-16"), steps(g, "GE-91-1058")) == (2, 1)
    assert where(g, "GE-91-1057") == "0505"


@pytest.mark.rule("normandy44:12.1f", "normandy44:14.1b")
def test_exchange_that_empties_the_hex_gives_a_limited_advance() -> None:
    g = fought("US-82-505:2", "GE-352-1-914", "82Abn", "go", 3)
    assert where(g, "GE-352-1-914") == "eliminated"
    run(g, "advance US-82-505")
    assert where(g, "US-82-505") == "0505"
    assert g.decision is None or g.decision.kind != "advance to"


@pytest.mark.rule("normandy44:12.1b", "normandy44:15.1b")
def test_against_a_single_step_a1d2_costs_the_attacker_nothing() -> None:
    """N44-39 The attackers may go into Reserve."""
    g = fought("GE-21-125 GE-21-200StuG GE-21-21rec", "BR-6-8-3:1", "21Pz", "go", 4, side="german")
    assert where(g, "BR-6-8-3") == "eliminated"
    assert [steps(g, f"GE-21-{n}") for n in ("125", "200StuG", "21rec")] == [3, 2, 2]
    assert {"reserve GE-21-125", "advance GE-21-125"} <= offers(g)
    run(g, "reserve GE-21-125")
    assert marked(g, "GE-21-125", "reserve")


@pytest.mark.rule("normandy44:12.1a", "normandy44:13.1.1a", "normandy44:13.6a")
def test_defender_halved() -> None:
    """N44-15 A unit of three steps loses two, retreats four hexes, Disrupted, and may not stand."""
    force = "GE-12SS-25 GE-12SS-26 GE-101Tiger"
    g = fought(force, "US-82-505", "12SS", "attach GE-101Tiger", "=DH", side="german", size=11)
    assert steps(g, "US-82-505") == 1
    while g.decision and g.decision.kind == "retreat":
        g.play(g.legal_actions[0])
    assert disrupted(g, "US-82-505")
    grid = g.rules.board.grid
    assert grid.distance(grid.index("0505"), g.state.hex[unit(g, "US-82-505")]) == 4


@pytest.mark.rule("normandy44:12.6")
def test_the_retreat_is_ignored_when_the_lone_assault_force_dies() -> None:
    g = fought("US-Tk-70:1", "GE-711-Fus", "0504", "=A1/DR")
    assert where(g, "US-Tk-70") == "eliminated"
    assert offers(g) == {"hold", "fallback"}
    run(g, "hold")
    assert where(g, "GE-711-Fus") == "0505"


@pytest.mark.rule("normandy44:12.3", "normandy44:17.9.1a", "normandy44:17.9.1b", "normandy44:8.1b")
def test_the_second_loss_of_three_makes_a_cadre_if_there_is_one() -> None:
    g = fought("US-82-505:2", "GE-12SS-25", "82Abn", "go", 1)
    assert steps(g, "US-82-505") == 1
    assert "advance US-82-505" not in offers(g)

    def used_up(state: Situation) -> None:
        for name in (
            "US-82-507",
            "US-82-508",
            "US-82-325",
            "US-101-501",
            "US-101-502",
            "US-101-506",
            "US-101-327",
        ):
            state.tied |= 1 << index(state, name)

    g = fought("US-82-505:2", "GE-12SS-25", "82Abn", "go", 1, change=used_up)
    assert where(g, "US-82-505") == "eliminated"


# -- 12.4, 12.5


def standing(defenders: str, *orders: str | int, **how: Any) -> Game[Situation]:
    """An attack of the 1st Division that ends in DR, and the defender stands."""
    return fought(
        "US-1-16 US-1-18", defenders, "US1", how.pop("result", "=DR"), "stand", *orders, **how
    )


@pytest.mark.rule(
    "normandy44:12.4.6a", "normandy44:12.4.8b", "normandy44:12.4.1", "normandy44:12.4.3"
)
def test_better_armor_leads_a_defence() -> None:
    """N44-44 An 88 of class 4 against tanks of 3 adds one: a 4 is a 5, holds and costs a step."""
    g = fought(
        "US-1-16 US-1-18 US-Tk-741",
        "GE-352-2-916 GE-3FK-1",
        "US1",
        "attach US-Tk-741",
        "=DR",
        "stand",
        "lead GE-3FK-1",
        4,
        terrain={"mixed": "0505"},
    )
    assert steps(g, "GE-3FK-1") == 1
    assert where(g, "GE-352-2-916") == "0505"
    assert not disrupted(g, "GE-352-2-916")


@pytest.mark.rule("normandy44:12.4.8c", "normandy44:12.4.6a")
def test_a_defence_by_exchange() -> None:
    """N44-48 The German picks the unit of the Main Assault Force; a reduced brigade becomes a Cadre."""
    g = fought(
        "CAN-3-7:2 CAN-3-8 CAN-2A-1Hus",
        "GE-352-2-916 GE-21-200AT",
        "3Can",
        "attach CAN-2A-1Hus",
        "=DR",
        "stand",
        "lead GE-21-200AT",
        5,
        terrain={"mixed": "0505"},
        sides={"minor_river": "0504/0505"},
    )
    assert g.side == "german"
    run(g, "lose CAN-3-7")
    assert (steps(g, "CAN-3-7"), steps(g, "GE-21-200AT")) == (1, 1)


@pytest.mark.rule("normandy44:12.4.5", "normandy44:12.4.6b")
@pytest.mark.parametrize(
    ("lead", "die", "holds"),
    [
        ("GE-21-125", 4, True),
        ("GE-21-1-22", 4, True),
        ("GE-91-1057", 4, False),
        ("GE-91-1057", 5, True),
        ("GE-711-731", 5, False),
        ("GE-21-200AT", 4, False),
    ],
)
def test_modifiers_of_a_defence(lead: str, die: int, holds: bool) -> None:
    """N44-16 Quality +1, grey armor against none, and none for an anti-tank gun against none."""
    g = fought(
        "US-1-16 US-1-18",
        f"{lead} GE-243-FE",
        "US1",
        "=DR",
        "stand",
        f"lead {lead}",
        die,
        terrain={"mixed": "0505"},
    )
    assert (where(g, lead) == "0505" and not disrupted(g, lead) and not retreating(g)) is holds


def retreating(g: Game[Situation]) -> bool:
    return g.decision is not None and g.decision.kind == "retreat"


@pytest.mark.rule(
    "normandy44:12.4.2", "normandy44:17.2.2a4", "normandy44:17.3d2", "normandy44:13.6b2"
)
def test_who_cannot_lead() -> None:
    """The only other units are a headquarters and rocket guns: nobody asks who leads."""
    g = standing("GE-91-1057 GE-HQ-84 GE-Werfer7", "none", 1)
    assert retreating(g)
    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057",
        "US1",
        "=DR",
        change=lambda s: s.set_status(index(s, "GE-91-1057"), DISRUPTED),
    )
    assert retreating(g)


@pytest.mark.rule("normandy44:12.4.4a", "normandy44:12.4.4b", "normandy44:16.1.1b")
@pytest.mark.parametrize(
    ("how", "lead", "column"),
    [
        ({}, "GE-352-1-914", "clear"),
        ({"terrain": {"flooded": "0505"}}, "GE-352-1-914", "clear"),
        ({"terrain": {"bocage": "0505"}}, "GE-352-1-914", "other"),
        ({"towns": "0505"}, "GE-352-1-914", "other"),
        ({"terrain": {"city": "0505"}}, "GE-352-1-914", "strongpoint"),
        ({}, "GE-SP-Hillman", "strongpoint"),
        ({"features": {"permanent": "0505"}}, "GE-352-1-914", "improved"),
    ],
)
def test_columns_of_a_defence(how: dict[str, Any], lead: str, column: str) -> None:
    g = field({"0505": "GE-352-1-914 GE-SP-Hillman", "0504": "US-1-16"}, **how)
    state = g.state
    assert state.ground(state.game.board.index("0505"), unit(g, lead)) == column


@pytest.mark.rule("normandy44:12.4.8e", "normandy44:16.1.5c")
def test_a_star_destroys_the_position() -> None:
    def dug_in(state: Situation) -> None:
        state.improved[1] |= 1 << state.game.board.index("0505")

    g = standing("GE-91-1057", 6, change=dug_in)
    assert hexes(g, "lose") == {"US-1-16", "US-1-18"}
    run(g, "lose US-1-16")
    assert not g.state.improved[1]
    assert where(g, "GE-91-1057") == "0505"


@pytest.mark.rule("normandy44:12.5a", "normandy44:12.5b")
def test_desperate_defense() -> None:
    """After a failure two steps keep the hex, if a retreat would kill: the second is the attacker's pick."""
    ring = {
        "0606": "US-9-39",
        "0605": "US-9-47",
        "0406": "US-9-60",
        "0405": "US-79-313",
        "0506": "US-79-314",
    }
    g = standing("GE-91-1057 GE-91-1058", "lead GE-91-1057", 1, more=ring)
    assert offers(g) == {"desperate", "fallback"}
    run(g, "desperate")
    assert g.side == "german"
    run(g, "lose GE-91-1057")
    assert g.side == "allied"
    run(g, "lose GE-91-1057")
    assert where(g, "GE-91-1057") == "eliminated"
    assert where(g, "GE-91-1058") == "0505"


# -- 13 retreat


@pytest.mark.rule("normandy44:13.1.1b", "normandy44:13.1.4", "normandy44:13.6a", "normandy44:12.1d")
def test_a_retreat_of_two_ends_two_hexes_away() -> None:
    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback")
    first = hexes(g, "retreat")
    assert first == {"0506", "0606", "0406"}
    run(g, "retreat 0506")
    assert "stop" not in offers(g)
    run(g, "retreat 0507")
    assert where(g, "GE-91-1057") == "0507"
    assert disrupted(g, "GE-91-1057")


@pytest.mark.rule("normandy44:13.3a", "normandy44:13.3c")
def test_cover_stops_a_retreat_after_one_hex_unless_the_enemy_watches_it() -> None:
    """N44-19"""
    g = fought(
        "US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", terrain={"bocage": "0506"}
    )
    run(g, "retreat 0506")
    assert "stop" in offers(g)
    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057",
        "US1",
        "=DR",
        "fallback",
        terrain={"bocage": "0605 0506"},
        more={"0705": "US-9-39"},
    )
    assert "0605" not in hexes(g, "retreat") or "0506" in hexes(g, "retreat")


@pytest.mark.rule("normandy44:13.3b")
@pytest.mark.parametrize(("friend", "stops"), [("GE-21-125", True), ("GE-352-1-914", False)])
def test_friends_stop_no_more_than_their_strength(friend: str, stops: bool) -> None:
    """N44-18 A 6 stops a 4, a 2 does not."""
    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", more={"0506": friend})
    run(g, "retreat 0506")
    assert ("stop" in offers(g)) is stops


@pytest.mark.rule("normandy44:13.2.2a", "normandy44:13.4")
def test_who_cannot_move_dies_and_the_advance_is_full() -> None:
    g = fought("US-1-16 US-1-18", "GE-SP-RadarSt", "US1", "=DR", "fallback")
    assert where(g, "GE-SP-RadarSt") == "eliminated"
    run(g, "advance US-1-16", "to 0505")
    assert hexes(g, "to")


@pytest.mark.rule("normandy44:13.2.2b", "normandy44:13.2.2c", "normandy44:8.5.2b", "normandy44:9.2")
def test_surrounded_units_die() -> None:
    ring = {
        "0606": "US-9-39",
        "0605": "US-9-47",
        "0406": "US-9-60",
        "0405": "US-79-313",
        "0506": "US-79-314",
    }
    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", more=ring)
    assert where(g, "GE-91-1057") == "eliminated"


@pytest.mark.rule("normandy44:13.2.1a", "normandy44:13.2.1c")
def test_a_major_river_behind_the_first_hex_costs_a_step() -> None:
    sides = "0506/0507 0506/0606 0506/0406 0605/0606 0405/0406"
    river = {"major_river": sides}
    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", sides=river)
    while g.decision and g.decision.kind == "retreat":
        g.play(g.legal_actions[0])
    state = g.state
    grid = state.game.board.grid
    assert grid.distance(grid.index("0505"), state.hex[unit(g, "GE-91-1057")]) == 2


@pytest.mark.rule("normandy44:13.1.2a", "normandy44:13.2.1b", "normandy44:13.1.4")
def test_floods_cost_more_than_zones_of_control() -> None:
    """N44-17 A tank unit does not take the flooded way though the dry ones are in enemy zones."""
    g = fought(
        "US-1-16 US-1-18",
        "GE-21-1-22",
        "US1",
        "=DR",
        "fallback",
        terrain={"flooded": "0506"},
        more={"0705": "US-9-39", "0305": "US-9-47"},
    )
    assert "0506" not in hexes(g, "retreat")
    assert where(g, "GE-21-1-22") != "eliminated"


@pytest.mark.rule("normandy44:16.3b")
def test_zones_do_not_reach_over_the_cherbourg_line_in_a_retreat() -> None:
    """N44-23"""
    how: dict[str, Any] = {
        "features": {"perimeter": "0506 0507 0508 0605 0606 0405 0406"},
        "terrain": {"bocage": "0506"},
        "sides": {
            "fortress_line": "0504/0605 0504/0405 0505/0506 0505/0605 0505/0405 0604/0605 0404/0405 0705/0605 0705/0606 0706/0606"
        },
    }
    g = fought("US-1-16 US-1-18", "GE-91-1057", "US1", "=DR", "fallback", **how)
    assert {"0605", "0405"} <= hexes(g, "retreat")


@pytest.mark.rule("normandy44:13.5a")
def test_units_that_fell_back_add_nothing_and_die_if_pushed_again() -> None:
    def fallen(state: Situation) -> None:
        state.fell_back |= 1 << index(state, "GE-91-1057")

    g = fought(
        "US-1-16 US-1-18",
        "GE-91-1057 GE-91-3-1058 GE-91-3-1057",
        "US1",
        "=DR",
        "fallback",
        change=fallen,
    )
    assert where(g, "GE-91-1057") == "eliminated"


# -- 14 advance


@pytest.mark.rule("normandy44:14.1a", "normandy44:14.2", "normandy44:14.3.1b")
def test_an_advance_of_two_hexes_in_any_direction() -> None:
    g = fought("US-1-16 US-1-18", "GE-352-1-914", "US1", "=D1")
    run(g, "advance US-1-16")
    assert {"0503", "0505", "0604"} <= hexes(g, "to")
    run(g, "to 0505")
    assert "halt" in offers(g)
    assert hexes(g, "to")


@pytest.mark.rule("normandy44:14.4.1")
@pytest.mark.parametrize(("roads", "on"), [((), set()), (("major 0505-0506",), {"0506"})])
def test_bocage_stops_an_advance_but_for_the_road_out_of_the_vacated_hex(
    roads: tuple[str, ...], on: set[str]
) -> None:
    g = fought(
        "GE-12SS-25 GE-12SS-26",
        "BR-6-8-3:1",
        "12SS",
        "go",
        4,
        side="german",
        terrain={"bocage": "0505"},
        roads=roads,
    )
    run(g, "advance GE-12SS-25", "to 0505")
    assert (hexes(g, "to") if g.decision and g.decision.kind == "advance to" else set()) == on


@pytest.mark.rule("normandy44:14.3.2", "normandy44:8.5.2c")
def test_a_bond_bars_the_second_hex_of_an_advance() -> None:
    """N44-20"""
    g = fought(
        "GE-12SS-25 GE-12SS-26",
        "BR-6-8-3:1",
        "12SS",
        "go",
        4,
        side="german",
        more={"0606": "BR-50-56", "0406": "BR-50-69"},
    )
    run(g, "advance GE-12SS-25", "to 0505")
    assert "0506" not in (
        hexes(g, "to") if g.decision and g.decision.kind == "advance to" else set()
    )


@pytest.mark.rule("normandy44:14.1a", "normandy44:17.2.2a5", "normandy44:17.3d4", "normandy44:10.7")
def test_hqs_and_werfers_never_advance() -> None:
    g = field(
        {"0504": "GE-12SS-25 GE-12SS-26 GE-HQ-84 GE-Werfer7 GE-352-PzJg", "0505": "BR-6-8-3:1"},
        side="german",
    )
    run(g, "attack 0505", "with GE-12SS-25", "with GE-12SS-26", "maf 12SS", "go", 4)
    assert hexes(g, "advance") == {"GE-12SS-25", "GE-12SS-26", "GE-352-PzJg"}
    assert refused(g, "advance GE-HQ-84") == "14.1"


# -- 15 Reserves


@pytest.mark.rule("normandy44:15.3", "normandy44:15.4", "normandy44:3.0e")
def test_reserves_move_and_fight_after_the_combat() -> None:
    """N44-40"""
    g = field(
        {"0504": "GE-21-125 GE-21-200StuG", "0507": "BR-6-5"},
        side="german",
        phase="combat",
        towns="0507",
        change=lambda s: setattr(
            s, "reserve", 1 << index(s, "GE-21-125") | 1 << index(s, "GE-21-200StuG")
        ),
    )
    assert g.phase == "reserve-movement"
    run(g, "move GE-21-125 to 0506", "move GE-21-200StuG to 0506")
    assert g.phase == "reserve-combat"
    run(g, "attack 0507", "with GE-21-125", "with GE-21-200StuG", "maf 21Pz", "go", 3)
    assert not marked(g, "GE-21-125", "reserve")
    assert g.phase == "reserve-combat"


@pytest.mark.rule("normandy44:15.2", "normandy44:4.3a")
@pytest.mark.parametrize(("row", "points"), [(2, 3), (1, 3), (4, 2)])
def test_reserve_movement_is_half(row: int, points: int) -> None:
    """N44-21 A German movement allowance of 5: 3 in overcast and storm, 2 in clear weather."""
    g = field(
        {"0101": "GE-21-125", "0901": "US-1-16"},
        side="german",
        phase="combat",
        row=row,
        change=lambda s: setattr(s, "reserve", 1 << index(s, "GE-21-125")),
    )
    assert g.phase == "reserve-movement"
    state = g.state
    assert state.bounds(unit(g, "GE-21-125")).modes[0].budget == points * 6


@pytest.mark.rule("normandy44:12.5a", "normandy44:12.4.3")
def test_what_a_defence_costs_is_said_before() -> None:
    ring = dict(
        zip(
            ["0606", "0605", "0406", "0405", "0506"],
            ["US-9-39", "US-9-47", "US-9-60", "US-79-313", "US-79-314"],
            strict=True,
        )
    )
    g = standing("GE-91-1057 GE-91-1058", "lead GE-91-1057", 1, more=ring)
    ask = g.decision
    assert ask is not None
    assert ask.outcome is not None
    said = {action.verb: [str(say) for say in ask.outcome(action)] for action in ask.actions}
    assert said["desperate"] == ["the hex is held for two steps: one you pick, one the attacker"]
    assert said["fallback"] == ["GE-91-1057, GE-91-1058: no way out, eliminated"]


@pytest.mark.rule("normandy44:14.4.1")
@pytest.mark.parametrize(
    ("road", "on"), [("major 0605-0606", set()), ("major 0504-0605-0606", {"0504", "0606"})]
)
def test_beside_the_vacated_hex_only_a_road_all_the_way_leads_through_bocage(
    road: str, on: set[str]
) -> None:
    g = fought(
        "GE-12SS-25 GE-12SS-26",
        "BR-6-8-3:1",
        "12SS",
        "go",
        4,
        side="german",
        terrain={"bocage": "0605"},
        roads=(road,),
    )
    run(g, "advance GE-12SS-25", "to 0605")
    assert (hexes(g, "to") if g.decision and g.decision.kind == "advance to" else set()) == on
