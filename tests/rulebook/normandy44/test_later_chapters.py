"""Chapters 13 to 25 where they meet: floods on a retreat and an advance, headquarters, support, Reserves."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.game import Game
from grognard.games.normandy44.situation import DISRUPTED, Situation

from .field import (
    clear,
    field,
    index,
    ledger,
    mark,
    marked,
    offers,
    opened,
    put,
    refused,
    run,
    steps,
    where,
)

# -- 13 retreat


def _flooded_behind(stack: str) -> Game[Situation]:
    """A stack whose only ways out lead through flooded hexes."""
    g = field(
        {"0405": "US-1-16 US-1-18", "0406": "US-1-26", "0505": stack},
        terrain={"flooded": "0605 0606", "sea": "0504 0506"},
    )
    return run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "fallback")


@pytest.mark.rule("normandy44:13.2.1b")
def test_a_vehicle_of_one_step_drowns_after_infantry_has_paid_for_the_stack() -> None:
    """The infantry's step pays for the stack, not for the mechanized unit, which is eliminated."""
    g = _flooded_behind("GE-Lehr-PzJg GE-346-857")
    run(g, "retreat 0605", "retreat 0604")
    assert (where(g, "GE-346-857"), steps(g, "GE-346-857")) == ("0604", 1)
    assert where(g, "GE-Lehr-PzJg") == "eliminated"


@pytest.mark.rule("normandy44:13.2.1b")
def test_a_drowned_vehicle_pays_nothing_for_the_stack() -> None:
    g = field(
        {"0405": "US-1-16 US-1-18", "0406": "US-1-26", "0505": "GE-Lehr-PzJg GE-346-857"},
        terrain={"flooded": "0605 0606", "sea": "0504 0506"},
        roads=["secondary 0605-0705", "secondary 0606-0706"],
    )
    run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "fallback")
    run(g, "retreat 0605" if "retire GE-346-857" in offers(g) else "retire GE-Lehr-PzJg")
    while where(g, "GE-346-857") == "0505":
        run(g, next(a for a in sorted(offers(g)) if a.startswith("retreat")))
    assert where(g, "GE-Lehr-PzJg") == "eliminated"
    assert steps(g, "GE-346-857") == 1


@pytest.mark.rule("normandy44:13.2.1c", "normandy44:13.1.4")
def test_who_follows_his_stack_through_a_flood_takes_the_way_that_is_paid_for() -> None:
    """Another way would cost a second step: the guidelines want the fewest losses."""
    g = _flooded_behind("GE-346-857 GE-346-858")
    run(g, "retreat 0605", "retreat 0604")
    assert offers(g) == {"retreat 0604", "retreat 0704", "retreat 0705"}
    assert refused(g, "retreat 0606") == "13.1.1"
    run(g, "retreat 0704")
    assert (steps(g, "GE-346-857"), steps(g, "GE-346-858")) == (1, 2)


@pytest.mark.rule("normandy44:13.2.2f")
def test_vehicles_leave_a_flooded_hex_by_road_alone_also_in_retreat() -> None:
    def fought(*roads: str) -> Game[Situation]:
        g = field(
            {"0405": "US-1-16 US-1-18", "0505": "GE-Lehr-2-130"},
            terrain={"flooded": "0505"},
            roads=roads,
        )
        return run(g, "attack 0505 from 0405 maf US1 go", "result DR", "fallback")

    assert where(fought(), "GE-Lehr-2-130") == "eliminated"
    g = fought("secondary 0505-0605-0705")
    assert where(g, "GE-Lehr-2-130") == "0505" or where(g, "GE-Lehr-2-130")[:2] in ("06", "07")
    while where(g, "GE-Lehr-2-130") == "0505":
        assert offers(g) == {"retreat 0605"}
        run(g, "retreat 0605")
    assert steps(g, "GE-Lehr-2-130") == 2


# -- 14 advance


@pytest.mark.rule("normandy44:14.4.3a")
def test_infantry_that_enters_a_flooded_hex_by_road_goes_on_by_road_or_stops() -> None:
    g = field(
        {"0405": "US-1-16 US-1-18", "0505": "GE-77-3-1050"},
        terrain={"flooded": "0505"},
        roads=["secondary 0405-0505-0605"],
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result D1", "advance US-1-16", "to 0505")
    assert offers(g) == {"to 0405", "to 0605", "halt"}
    assert refused(g, "to 0606") == "14.4.3"


@pytest.mark.rule("normandy44:14.1b")
def test_a_limited_advance_may_name_the_vacated_hex_and_no_other() -> None:
    g = field({"0405": "US-1-16:2", "0406": "US-1-18:2", "0505": "GE-77-3-1050"})
    run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result EX", "lose US-1-16")
    assert refused(g, "advance US-1-18 to 0506") == "14.1"
    assert refused(g, "reserve US-1-18") == "15.1"
    run(g, "advance US-1-18 to 0505")
    assert where(g, "US-1-18") == "0505"


@pytest.mark.rule(
    "normandy44:14.4.1", "normandy44:14.4.2", "normandy44:14.4.4", "normandy44:22.1.2a"
)
def test_what_keeps_an_advance_from_a_hex_is_said_with_its_own_rule() -> None:
    g = field(
        {"0405": "US-1-16 US-1-18", "0406": "US-Tk-70", "0505": "GE-77-3-1050"},
        terrain={"bocage": "0505", "marsh": "0304"},
        sides={"impassable": "0305/0405"},
        features={"us": "0405 0505 0504 0605 0606", "cw": "0404 0403 0303"},
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result D1", "advance US-1-16")
    assert refused(g, "to 0304") == "TBL.TEC.a"
    assert refused(g, "to 0305") == "14.4.2"
    run(g, "to 0505")
    assert not offers(g) & {"to 0606", "to 0504"}
    g = field(
        {"0405": "US-1-16 US-1-18", "0505": "GE-77-3-1050"},
        sides={"major_river": "0505/0605", "flooded_river": "0505/0606"},
        features={"us": "0405 0505 0605 0606 0406", "cw": "0404 0504 0503 0403"},
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result D1", "advance US-1-16", "to 0404")
    assert refused(g, "to 0403") == "22.1.2"
    run(g, "halt", "advance US-1-18", "to 0505")
    assert refused(g, "to 0605") == "14.4.4"
    assert refused(g, "to 0606") == "14.4.3"


# -- 16, 17 fortifications, headquarters


@pytest.mark.rule("normandy44:16.1.6")
def test_a_permanent_position_is_not_said_to_be_gone() -> None:
    g = field(
        {"0405": "US-1-16 US-1-18", "0406": "US-1-26", "0505": "GE-12SS-25"},
        terrain={"mixed": "0505"},
        features={"permanent": "0505"},
    )
    run(g, "attack 0505 from 0405 from 0406 maf US1 go", "result DR", "stand")
    told = g.play("roll 5")
    assert not [event for event in told if event.kind == "position"]
    assert g.state.position(g.rules.board.index("0505"))


@pytest.mark.rule("normandy44:17.2.3", "normandy44:15.2")
def test_a_hex_in_each_of_two_movement_phases_flips_a_headquarters() -> None:
    def walked(*first: str) -> Game[Situation]:
        g = field(
            {"0301": "GE-HQ-84", "0801": "GE-346-857", "0901": "US-1-16"},
            phase="movement",
            side="german",
            features={"green": "0101"},
        )
        run(g, *first, "reserve GE-HQ-84", "done", "done")
        return run(g, "move GE-HQ-84 0501" if first else "move GE-HQ-84 0401", "done")

    assert marked(walked("move GE-HQ-84 0401", "stay"), "GE-HQ-84", "used")
    assert not marked(walked(), "GE-HQ-84", "used")


@pytest.mark.rule("normandy44:17.2.5a", "normandy44:18.1a")
def test_a_headquarters_marked_out_of_supply_gives_no_support() -> None:
    """18.1: it has the state of the last Supply Phase, also where a line could be traced now."""

    def begin(out: bool) -> Game[Situation]:
        def change(state: Situation) -> None:
            state.sp = [3, 3, 3, 3, 0]
            if out:
                mark(state, "oos", "GE-HQ-84")

        g = field(
            {"0301": "GE-HQ-84 GE-346-857", "0401": "US-1-16:1"},
            side="german",
            features={"green": "0101"},
            change=change,
        )
        return run(g, "attack 0401 from 0301 maf GE346")

    assert "hq GE-HQ-84" in offers(begin(False))
    assert refused(begin(True), "hq GE-HQ-84") == "17.2.5"


def _between_two_sources(phase_side: str) -> Game[Situation]:
    """A headquarters with a line to an entry hex and another to Cherbourg."""

    def change(state: Situation) -> None:
        state.sp = [3, 3, 2, 2, 0]

    germans, target = "GE-HQ-84 GE-346-857", "US-1-16:1"
    if phase_side == "allied":
        germans, target = "GE-HQ-84 GE-346-857", "US-1-16 US-1-18"
    return field(
        {"0301": germans, "0401": target},
        side=phase_side,
        terrain={"city": "0901"},
        roads=[
            "secondary 0101-0201-0301",
            "secondary 0301-0302-0402-0502-0602-0702-0802-0901",
        ],
        features={"green": "0101", "cherbourg": "0901"},
        change=change,
    )


@pytest.mark.rule("normandy44:17.2.7")
def test_a_headquarters_with_both_lines_is_paid_for_from_the_track_that_is_named() -> None:
    g = _between_two_sources("german")
    run(g, "attack 0401 from 0301 maf GE346")
    assert refused(g, "supply Cherbourg") == "17.2.7"
    run(g, "hq GE-HQ-84")
    assert {"supply 7Army", "supply Cherbourg"} <= offers(g)
    plain = run(g.copy(), "go", 1)
    assert plain.state.sp[2:4] == [1, 2]
    run(g, "supply Cherbourg")
    assert ledger(g).shifts["17.2.5"] == 1
    assert refused(g, "supply 7Army") == "17.2.7"
    run(g, "go", 1)
    assert g.state.sp[2:4] == [2, 1]
    whole = run(
        _between_two_sources("german"), "attack 0401 from 0301 hq GE-HQ-84 supply Cherbourg go", 1
    )
    assert whole.state.sp[2:4] == [2, 1]


@pytest.mark.rule("normandy44:17.2.7", "normandy44:17.2.6")
def test_a_defense_too_may_be_paid_for_by_the_fortress() -> None:
    def pressed() -> Game[Situation]:
        g = _between_two_sources("allied")
        return run(g, "attack 0301 from 0401 maf US1 go", "result DR", "stand")

    assert offers(pressed()) == {"hq GE-HQ-84", "supply Cherbourg", "none"}
    for order, left in (("hq GE-HQ-84", [1, 2]), ("supply Cherbourg", [2, 1]), ("none", [2, 2])):
        g = run(pressed(), order)
        told = g.play("roll 4")
        assert g.state.sp[2:4] == left
        assert [e.facts["modified"] for e in told if e.kind == "defence"] == [4 + (order != "none")]


@pytest.mark.rule(
    "normandy44:12.4.7a", "normandy44:17.2.3", "normandy44:17.3a", "normandy44:19.2.3"
)
def test_why_something_does_not_support_a_defense() -> None:
    def change(state: Situation) -> None:
        state.sp = [0, 0, 3, 3, 0]
        mark(state, "used", "GE-HQ-86")

    units = {
        "0405": "US-1-16 US-1-18",
        "0505": "GE-12SS-25",
        "0606": "GE-HQ-84",
        "0607": "GE-HQ-86",
    }
    units |= {"0706": "GE-Werfer7", "0905": "GE-Werfer8"}
    g = field(units, features={"green": "0909", "naval": "0505"}, change=change)
    run(g, "attack 0505 from 0405 maf US1 go", "result DR", "stand")
    assert offers(g) == {"hq GE-HQ-84", "werfer GE-Werfer7", "none"}
    assert refused(g, "hq GE-HQ-86") == "17.2.3"
    assert refused(g, "werfer GE-Werfer8") == "17.3"
    assert refused(g, "caen") == "17.2.8"
    assert refused(g, "naval US") == "12.4.7"


# -- 19 support


@pytest.mark.rule("normandy44:19.2.3", "normandy44:4.3d")
def test_neither_ships_nor_aircraft_in_a_storm() -> None:
    def change(state: Situation) -> None:
        state.naval, state.air = [2, 2], [2, 2]

    g = field(
        {"0405": "US-1-16", "0505": "GE-77-3-1050"},
        row=1,
        features={"naval": "0505"},
        change=change,
    )
    run(g, "attack 0505 from 0405 maf US1")
    assert refused(g, "naval US") == "19.2.3"
    assert refused(g, "air US") == "4.3"


# -- 20 invasion


@pytest.mark.rule("normandy44:20.3.6a", "normandy44:14.1a")
def test_nobody_advances_from_a_beach_into_a_hex_without_room() -> None:
    g = opened(scenario="campaign")
    run(g, *[6] * 9, "beach Utah", 6, 6)
    run(g, "advance US-4-8", "to 2813", "advance US-Tk-70", "to 2813", "advance US-4-12")
    assert offers(g) == {"to 2713", "halt"}
    assert refused(g, "to 2813") == "7.2"
    run(g, "halt")
    assert where(g, "US-4-12") == "2814"


# -- refusals that know their rule


@pytest.mark.rule("normandy44:17.4b", "normandy44:15.4", "normandy44:16.1.2b", "normandy44:16.1.6")
def test_why_an_order_of_the_movement_phase_is_refused() -> None:
    def change(state: Situation) -> None:
        state.control |= 1 << state.game.board.index("0902")
        mark(state, "reserve", "GE-12SS-25")

    g = field(
        {"0901": "GE-HQ-Cotentin", "0405": "GE-12SS-25", "0303": "US-1-16"},
        phase="movement",
        side="german",
        terrain={"city": "0901 0902 0903"},
        features={"cherbourg": "0901 0902 0903", "permanent": "0505"},
        change=change,
    )
    assert "cotentin 0903" in offers(g)
    for hex_ in ("0901", "0902", "0405"):
        assert refused(g, f"cotentin {hex_}") == "17.4"
    assert refused(g, "unreserve GE-HQ-Cotentin") == "15.4"
    assert refused(g, "level 0405") == "16.1.2"
    assert refused(g, "level 0505") == "16.1.6"
    run(g, "cotentin 0903")
    assert refused(g, "cotentin 0901") == "17.4"


@pytest.mark.rule("normandy44:20.3.1", "normandy44:24a")
def test_why_a_beach_or_a_unit_is_not_the_next_to_assault() -> None:
    g = run(opened(scenario="campaign"), *[6] * 9, "beach Utah", 6, 6, "done")
    assert refused(g, "beach Utah") == "20.3"
    run(g, "beach Omaha")
    assert refused(g, "assault US-Tk-741") == "20.3.1"
    g = run(opened(scenario="campaign", options=["24a"]), *[6] * 9)
    assert refused(g, "beach Gold") == "24a"


@pytest.mark.rule("normandy44:20.2.4b")
def test_why_a_delayed_glider_unit_does_not_land_in_a_hex() -> None:
    def change(state: Situation) -> None:
        state.turn, state.phase = 3, "initial"
        put(state, "GE-91-1057", "2811")
        put(state, "US-1-16", "2712")
        put(state, "US-1-18", "2712")

    g = run(opened(change, scenario="campaign"), 3)
    while g.decision is not None and g.decision.kind == "supply point":
        run(g, "supply 7Army")
    assert g.decision is not None
    assert g.decision.kind == "glider"
    assert refused(g, "at 1515") == "20.2.4"
    assert refused(g, "at 2614") == "20.2.4"
    assert refused(g, "at 2812") == "20.2.4"
    assert refused(g, "at 2712") == "20.2.4"


@pytest.mark.rule(
    "normandy44:13.1.1b", "normandy44:13.2.2b-f", "normandy44:13.1.2a", "normandy44:13.7"
)
def test_why_a_retreat_does_not_go_to_a_hex() -> None:
    def change(state: Situation) -> None:
        mark(state, "strategic", "GE-346-858")

    g = field(
        {"0405": "US-1-16 US-1-18", "0406": "US-1-26", "0505": "GE-346-857", "0706": "GE-346-858"},
        sides={"impassable": "0504/0505"},
        change=change,
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result DR", "fallback")
    assert offers(g) == {"retreat 0605", "retreat 0606"}
    for hex_, rule in {
        "0504": "13.2.2",
        "0406": "13.2.2",
        "0506": "13.1.2",
        "0909": "13.1.1",
    }.items():
        assert refused(g, f"retreat {hex_}") == rule, hex_
    run(g, "retreat 0606")
    assert refused(g, "retreat 0706") == "13.7"
    assert refused(g, "retreat 0505") == refused(g, "retreat 0605") == "13.1.1"


@pytest.mark.rule("normandy44:22.1.2b")
def test_who_must_return_over_the_boundary_neither_rests_nor_digs_first() -> None:
    ours = " ".join(f"{line:02d}{place:02d}" for line in range(1, 10) for place in range(1, 5))
    theirs = " ".join(f"{line:02d}{place:02d}" for line in range(1, 10) for place in range(5, 10))

    def change(state: Situation) -> None:
        state.positions = [1, 1, 0]

    def at(place: str) -> Game[Situation]:
        return field(
            {place: "US-1-16", "0101": "US-1-18"},
            phase="movement",
            features={"us": ours, "cw": theirs},
            change=change,
        )

    g = at("0307")
    assert not {"dig US-1-16", "reserve US-1-16"} & offers(g)
    assert refused(g, "dig US-1-16") == refused(g, "reserve US-1-16") == "22.1.2"
    assert refused(g, "move US-1-16 0305") == "22.1.2"
    assert {"dig US-1-16", "reserve US-1-16"} <= offers(at("0305"))
    assert {"dig US-1-16", "reserve US-1-16"} <= offers(at("0309"))


@pytest.mark.rule("normandy44:6.5.2b", "normandy44:14.1b")
def test_a_regroup_marker_in_a_position_halves_and_limits() -> None:
    g = grognard.load(
        """grognard position 1
game normandy44
map pointy odd 0101 0303 upwards
  . . .
  . . .
  . . .
turn 5
phase combat allied
weather 3
0302 US-1-16(h)
0303 GE-77-3-1050
""",
        dice="asked",
    )
    lines = g.odds("attack 0303 from 0302").lines
    assert [line.amount for line in lines][:2] == ["4", "4"]
    assert grognard.load(g.position).position == g.position


@pytest.mark.rule("normandy44:13.3b", "normandy44:13.3c")
@pytest.mark.parametrize(
    ("terrain", "mark_", "stops"),
    [
        ("bocage", "", True),
        ("bocage", "disrupted", False),
        ("clear", "", True),
        ("clear", "stood", False),
    ],
)
def test_who_can_stop_a_retreat_next_to_the_enemy(terrain: str, mark_: str, stops: bool) -> None:
    """Cover does not help beside the enemy with a Disrupted friend alone; who has stood stops nobody."""

    def change(state: Situation) -> None:
        if mark_ == "disrupted":
            state.set_status(index(state, "GE-346-858"), DISRUPTED)
        elif mark_:
            mark(state, mark_, "GE-346-858")

    g = field(
        {"0405": "US-1-16 US-1-18", "0505": "GE-346-857", "0605": "GE-346-858", "0604": "US-1-26"},
        terrain={terrain: "0605"},
        change=change,
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result DR", "fallback")
    run(g, "retreat 0605")
    assert ("stop" in offers(g)) == stops


@pytest.mark.rule("normandy44:16.3b")
@pytest.mark.parametrize(("inside", "open_"), [("0605", True), ("0704", False)])
def test_zones_reach_over_the_cherbourg_line_outwards(inside: str, open_: bool) -> None:
    """The zone of 0704 over the line to 0605 is ignored only where it reaches inwards."""
    g = field(
        {"0405": "US-1-16 US-1-18", "0505": "GE-346-857", "0704": "US-1-26"},
        terrain={"bocage": "0605"},
        sides={"fortress_line": "0605/0704"},
        features={"perimeter": inside},
    )
    run(g, "attack 0505 from 0405 maf US1 go", "result DR", "fallback")
    assert ("retreat 0605" in offers(g)) == open_
    assert {"retreat 0506", "retreat 0606"} <= offers(g)
    if not open_:
        assert refused(g, "retreat 0605") == "13.1.2"


# -- 18 supply


@pytest.mark.rule("normandy44:18.5.2")
@pytest.mark.parametrize(
    ("side", "place", "held", "modified"),
    [
        ("german", "city", "german", 4),
        ("german", "city", "allied", 2),
        ("allied", "city", "german", 2),
        ("allied", "city", "allied", 4),
        ("german", "coast", "german", 2),
        ("allied", "coast", "german", 4),
    ],
)
def test_what_helps_the_isolated(side: str, place: str, held: str, modified: int) -> None:
    """A city of one's own; the coast only the Allies. The die is 2, the Quality 0."""

    def change(state: Situation) -> None:
        city = 1 << state.game.board.index("0901")
        state.control = city if held == "allied" else 0
        mark(state, "oos", *names)
        mark(state, "red", *names)

    names = ("GE-346-857",) if side == "german" else ("US-1-16",)
    foe = "US-1-18" if side == "german" else "GE-346-858"
    g = field(
        {"0901": names[0], "0802": foe} if place == "coast" else {"0902": names[0], "0803": foe},
        phase="supply",
        side=side,
        terrain={"city": "0901"} if place == "city" else {},
        features={"coast": "0902"} if place == "coast" else {},
        change=change,
    )
    told = g.play("roll 2")
    assert [e.facts["modified"] for e in told if e.kind == "attrition"] == [modified]


@pytest.mark.rule("normandy44:18.5.1b")
def test_the_isolated_out_of_contact_do_not_wear_away() -> None:
    def change(state: Situation) -> None:
        mark(state, "oos", "GE-346-857")
        mark(state, "red", "GE-346-857")

    units = {"0901": "GE-346-857", "0803": "US-1-18"}
    g = field(units, phase="supply", side="german", change=change)
    assert g.decision is not None
    assert (g.phase, g.side, steps(g, "GE-346-857")) == ("movement", "allied", 2)


@pytest.mark.rule("normandy44:17.2.8")
@pytest.mark.parametrize(
    ("allied", "fires"), [("0901", True), ("0505", False), ("0505 0901", False)]
)
def test_the_guns_of_caen_reach_from_its_german_hexes(allied: str, fires: bool) -> None:
    def change(state: Situation) -> None:
        state.sp = [0, 0, 1, 0, 0]
        for label in allied.split():
            state.control |= 1 << state.game.board.index(label)

    g = field(
        {"0303": "GE-346-857", "0304": "US-1-16:1"},
        side="german",
        terrain={"city": "0505 0901"},
        features={"caen": "0505 0901"},
        change=change,
    )
    run(g, "attack 0304 from 0303 maf GE346")
    assert ("caen" in offers(g)) == fires
    if not fires:
        assert refused(g, "caen") == "17.2.8"


# -- 23 automatic victory


@pytest.mark.rule("normandy44:23.3a", "normandy44:21.1.5")
def test_mulberries_that_the_germans_took_count_as_closed() -> None:
    """One closed beach and both harbors are three."""

    def change(state: Situation) -> None:
        state.turn, state.phase, state.active, state.beaches, state.droppers = 5, "end", 0, (), ()
        state.opened, state.harbours_lost = 31, 3
        for name, beach in state.game.beaches.items():
            if beach.engineer >= 0 and name != "Utah":
                put(state, state.game.units[beach.engineer].id, state.word(beach.hexes[0]))
        for name in ("US-82-505", "US-101-506", "BR-6-5"):
            state.take_off(index(state, name), state.AWAY)

    def ended(lost: int) -> Game[Situation]:
        def more(state: Situation) -> None:
            change(state)
            state.harbours_lost = lost

        g = opened(more, scenario="campaign")
        while g.outcome is None and g.decision is not None and g.decision.kind == "home":
            run(g, "done")
        return g

    assert ended(1).outcome is None
    outcome = ended(3).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule) == ("german", "23.3")


@pytest.mark.rule("normandy44:21.1.5")
@pytest.mark.parametrize("hex_", ["2719", "2620"])
def test_germans_on_either_hex_of_omaha_end_the_building_of_its_mulberry(hex_: str) -> None:
    def change(state: Situation) -> None:
        state.due = [7, 8]
        put(state, "GE-352-1-916", hex_)

    g = opened(change, scenario="campaign")
    assert (g.state.due, g.state.harbours_lost) == ([0, 8], 1)


@pytest.mark.rule("normandy44:18.5.4")
@pytest.mark.parametrize(("friend", "lost"), [("GE-HQ-86", True), ("GE-77-3-1050", False)])
def test_headquarters_do_not_save_one_another(friend: str, lost: bool) -> None:
    units = {"0901": f"GE-HQ-84 {friend}", "0803": "US-1-18"}
    g = field(units, phase="supply", side="german")
    assert (where(g, "GE-HQ-84") == "eliminated") == lost


@pytest.mark.rule("normandy44:17.6.1")
@pytest.mark.parametrize(("turn", "released"), [(1, False), (2, True)])
def test_nobody_of_restricted_mobility_is_released_on_turn_one(turn: int, released: bool) -> None:
    units = {"0505": "GE-Chr-17MG", "0506": "US-1-16", "0901": "GE-346-857"}
    g = field(units, phase="replacement", side="german", turn=turn)
    while g.phase == "replacement":
        run(g, "done")
    assert g.state.released == released


@pytest.mark.rule("normandy44:17.5.1", "normandy44:17.5.2a")
def test_rangers_in_britain_are_withdrawn_too() -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.active, state.beaches, state.droppers = (
            5,
            "supply",
            1,
            (),
            (),
        )
        put(state, "US-Rgr-2", "2818")
        put(state, "GE-77-1049", "1010")

    g = opened(change, scenario="campaign")
    assert (where(g, "US-Rgr-2"), where(g, "US-Rgr-5")) == ("dead", "dead")


@pytest.mark.rule("normandy44:21.1.1b")
@pytest.mark.parametrize(("held", "due"), [(True, 8), (False, 0)])
def test_the_british_mulberry_needs_an_allied_arromanches(held: bool, due: int) -> None:
    def change(state: Situation) -> None:
        clear(state)
        state.turn, state.phase, state.beaches, state.droppers = 3, "initial", (), ()
        state.control = 1 << state.game.board.index("2524") if held else 0
        put(state, "GE-77-1049", "1010")

    assert run(opened(change, scenario="campaign"), 3).state.due[1] == due
