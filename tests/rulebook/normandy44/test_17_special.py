"""16-18, 20-23, 25, S1-S3 Strongpoints, HQs, Cherbourg, the boundary, batteries and victory: what the other tests leave."""

from __future__ import annotations

import pytest

from grognard import IllegalAction
from grognard.engine.game import Game
from grognard.games.normandy44 import Normandy44, points, stacking, supply, victory
from grognard.games.normandy44.situation import (
    ARMY7,
    BRITAIN,
    FORTRESS,
    GONE,
    SEA,
    STOCKS,
    Situation,
)
from grognard.games.zocbond.stacking import over
from grognard.games.zocbond.supply import in_supply
from grognard.hexes import members

from .field import (
    clear,
    field,
    hexes,
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
    unit,
    where,
)
from .test_front_door import loaded
from .test_scenarios import engineers, staged

RULES = Normandy44()
TABLES, BOARD = RULES.tables, RULES.board


def at(label: str) -> int:
    return BOARD.index(label)


def cut_off(state: Situation) -> None:
    """Americans from coast to coast: the north of the peninsula has no line to the south."""
    names = iter(
        f"US-{d}"
        for d in (
            *("9-39", "9-47", "9-60", "79-313", "79-314", "79-315", "30-117", "30-119", "30-120"),
            *("90-357", "90-358", "90-359", "2-9", "2-23", "2-28"),
        )
    )
    for h in members(TABLES.land):
        if BOARD.label(h)[:2] == "31":
            put(state, next(names), BOARD.label(h))


# -- 16 strongpoints


@pytest.mark.rule("normandy44:16.2d", "normandy44:18.5.2")
@pytest.mark.parametrize(
    ("near", "die", "left"), [("", 4, 1), ("GE-SP-Hillman", 4, 2), ("GE-SP-Hillman", 2, 1)]
)
def test_a_line_to_a_strongpoint_helps_against_attrition(near: str, die: int, left: int) -> None:
    """Quality 0 and isolated: 5 is needed, with the strongpoint a 3."""

    def begin(state: Situation) -> None:
        mark(state, "oos", "GE-91-1057")
        mark(state, "red", "GE-91-1057")

    g = field(
        {"0404": "GE-91-1057", "0405": "US-1-16", "0403": near},
        side="german",
        phase="supply",
        change=begin,
    )
    run(g, die)
    assert steps(g, "GE-91-1057") == left


@pytest.mark.rule("normandy44:16.2e")
@pytest.mark.parametrize("phase", ["replacement", "movement", "combat"])
def test_a_strongpoint_is_given_up_in_any_phase_of_the_german_turn(phase: str) -> None:
    def begin(state: Situation) -> None:
        state.stock[STOCKS.index(("german", "infantry"))] = 1
        put(state, "GE-91-1057", "1815", 1)
        put(state, "GE-SP-Hillman", "2230")
        put(state, "BR-50-69", "2231")

    g = staged(phase, "german", begin)
    assert g.phase == phase
    run(g, "abandon GE-SP-Hillman")
    assert where(g, "GE-SP-Hillman") == "dead"
    assert refused(staged(phase, "german", begin), "abandon GE-91-1057") == "16.2"
    theirs = staged("combat", "allied", begin)
    assert refused(theirs, "abandon GE-SP-Hillman") == "16.2"


# -- 17 HQs and Werfers


@pytest.mark.rule("normandy44:17.2.1", "normandy44:6.2.2a")
def test_an_hq_is_where_rebuilt_units_come_in() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-HQ-84", "1609")
        put(state, "GE-91-1058", "1610")
        state.take_off(put(state, "GE-91-1057", "1817"), GONE)
        state.stock[STOCKS.index(("german", "infantry"))] = 1

    g = staged("replacement", "german", begin)
    assert not (TABLES.town | TABLES.city) >> at("1609") & 1
    run(g, "rebuild GE-91-1057")
    assert "at 1609" in offers(g)


@pytest.mark.rule("normandy44:17.2.2a1", "normandy44:17.2.3")
def test_an_hq_has_one_step_and_its_back_says_that_it_moved() -> None:
    for unit_ in RULES.units:
        if unit_.hq:
            assert unit_.steps == 1
    units = {"0404": "GE-HQ-84", "0202": "GE-91-1057", "0909": "US-1-16"}
    g = field(units, side="german", phase="movement")
    run(g, "move GE-HQ-84 0406", "stay")
    assert (steps(g, "GE-HQ-84"), marked(g, "GE-HQ-84", "used")) == (1, True)
    g = field(units, side="german", phase="movement")
    run(g, "move GE-HQ-84 to 0405", "stay")
    assert not marked(g, "GE-HQ-84", "used")


@pytest.mark.rule("normandy44:17.2.2a2", "normandy44:17.3d3", "normandy44:7.1c")
def test_hqs_and_werfers_stack_free() -> None:
    g = field({"0404": "GE-12SS-25 GE-12SS-26 GE-HQ-84 GE-Werfer7", "0909": "US-1-16"})
    state = g.state
    group = state.group(state.game.board.index("0404"))
    assert stacking.points(state, group) == 4
    assert not over(state, group)


@pytest.mark.rule("normandy44:17.2.2a3", "normandy44:17.3d1", "normandy44:10.7")
def test_hqs_and_werfers_defend_with_one_and_never_attack() -> None:
    g = field({"0404": "US-1-16", "0405": "GE-HQ-84 GE-Werfer7"})
    run(g, "attack 0405 with US-1-16 maf US1")
    assert ledger(g).strengths[1] == 2
    g = field({"0404": "US-1-16", "0405": "GE-HQ-84 GE-Werfer7"}, side="german")
    assert not hexes(g, "attack")
    for name in ("GE-Werfer7", "GE-Werfer8"):
        assert RULES.units.find(name).steps == 1  # type: ignore[union-attr]


@pytest.mark.rule("normandy44:17.3d1", "normandy44:17.3c")
def test_a_werfer_that_has_fired_fires_no_more_this_turn() -> None:
    g = field(
        {
            "0404": "GE-12SS-25",
            "0504": "GE-12SS-26",
            "0403": "GE-Werfer7",
            "0405": "US-1-16",
            "0604": "US-9-39",
        },
        side="german",
    )
    run(g, "attack 0405 with GE-12SS-25 maf 12SS werfer GE-Werfer7 go", 1)
    while g.decision is not None and g.decision.kind != "attack":
        g.play(g.decision.actions[-1])
    run(g, "attack 0604 with GE-12SS-26 maf 12SS")
    assert refused(g, "werfer GE-Werfer7") == "17.3"
    assert steps(g, "GE-Werfer7") == 1


@pytest.mark.rule("normandy44:17.4a", "normandy44:17.2.7")
def test_the_cotentin_headquarters_pays_from_cherbourg_alone() -> None:
    """Both tracks have points and both lines exist: Cotentin takes the fortress's, the 84th the 7th Army's."""

    def begin(state: Situation) -> None:
        put(state, "GE-HQ-Cotentin", "3009")
        put(state, "GE-HQ-84", "3008")
        put(state, "GE-91-1057", "2911")
        put(state, "US-4-8", "2812")
        state.sp = [0, 0, 1, 1, 0]

    def fire(g: Game[Situation], hq: str) -> list[int]:
        run(g, "attack 2812 with GE-91-1057", "maf GE91", f"hq {hq}")
        assert ledger(g).shifts["17.2.5"] == 1
        run(g, "go", 1)
        return g.state.sp[ARMY7 : FORTRESS + 1]

    assert fire(staged("combat", "german", begin), "GE-HQ-Cotentin") == [1, 0]
    assert fire(staged("combat", "german", begin), "GE-HQ-84") == [0, 1]

    def poor(state: Situation) -> None:
        begin(state)
        state.sp = [0, 0, 5, 0, 0]

    g = staged("combat", "german", poor)
    run(g, "attack 2812 with GE-91-1057", "maf GE91")
    assert refused(g, "hq GE-HQ-Cotentin") == "17.2.5"
    assert "hq GE-HQ-84" in offers(g)

    def severed(state: Situation) -> None:
        """No way to the south: who lives on Cherbourg pays from it."""
        begin(state)
        cut_off(state)
        for name, h in (("GE-HQ-84", "3407"), ("GE-91-1057", "3208"), ("GE-HQ-Cotentin", "3406")):
            put(state, name, h)
        state.take_off(index(state, "US-4-8"), GONE)

    g = staged("combat", "german", severed)
    target = next(h for h in hexes(g, "attack"))
    run(g, f"attack {target} with GE-91-1057", "maf GE91", "hq GE-HQ-84")
    assert "hq GE-HQ-Cotentin" not in offers(g)
    run(g, "cancel")
    assert supply.from_fortress(g.state, at("3407"))
    assert not supply.from_edge(g.state, at("3407"))


@pytest.mark.rule("normandy44:5.2c", "normandy44:17.4b")
def test_the_fall_of_cherbourg_takes_its_points_and_the_headquarters_at_once() -> None:
    state = opened().state.copy()
    clear(state)
    put(state, "GE-HQ-Cotentin", "3105")
    state.sp = [0, 0, 2, 2, 0]
    for name, h in (("US-9-39", "3606"), ("US-9-47", "3705")):
        put(state, name, h)
        assert state.sp[FORTRESS] == 2
    put(state, "US-9-60", "3706")
    assert state.sp == [0, 0, 2, 0, 0]
    assert state.hex[index(state, "GE-HQ-Cotentin")] == -4


FALLEN = "3705 US-9-47\n3706 US-9-60\n3105 GE-91-1057\n"


@pytest.mark.rule("normandy44:5.2c", "normandy44:17.4b")
@pytest.mark.parametrize("fallen", [True, False])
def test_a_hex_of_cherbourg_that_is_retaken_brings_the_marker_of_the_fortress_not_back(
    fallen: bool,
) -> None:
    """Once it was removed nothing puts it on the track again; the 7th Army takes all points."""
    hq = "dead GE-HQ-Cotentin" if fallen else "3606 GE-HQ-Cotentin"
    units = f"2814 US-Eng-1S\n{FALLEN}3606 GE-709-729\n{hq}\n"
    g = loaded(units, "initial german", lines="supply 0 0 0 0\n", control="3705 3706 2814")
    run(g, 2)
    if fallen:
        assert g.state.sp[ARMY7 : FORTRESS + 1] == [2, 0]
    else:
        assert {"supply 7Army", "supply Cherbourg"} == offers(g)


@pytest.mark.rule("normandy44:17.4b", "normandy44:17.2.2b")
def test_a_headquarters_that_was_lost_before_cherbourg_fell_does_not_return_after_it() -> None:
    units = f"2814 US-Eng-1S\n{FALLEN}3606 US-9-39\n1815 GE-3FJ-5\neliminated GE-HQ-Cotentin\n"
    at_hand = "replacements 0 0 0 0 0 0 0 3 0\n"
    held = units.replace("3606", "3506")
    g = loaded(held, "replacement german", lines=at_hand, control="3705 3706 2814")
    assert "rebuild GE-HQ-Cotentin" in offers(g), "a German Saint-Lô takes it in"
    g = loaded(held, "movement allied", lines=at_hand, control="3705 3706 2814")
    run(g, "move US-9-39 3606")
    assert where(g, "GE-HQ-Cotentin") == "dead"


@pytest.mark.rule("normandy44:5.2b", "normandy44:S3.2.2")
@pytest.mark.parametrize(("severed", "points"), [(False, 1), (True, 0)])
def test_a_fortress_that_is_cut_off_receives_nothing_in_its_scenario_either(
    severed: bool, points: int
) -> None:
    def begin(state: Situation) -> None:
        state.sp = [0] * 5
        put(state, "GE-709-729", "3606")
        put(state, "US-Eng-1S", "2814")
        if severed:
            cut_off(state)

    g = run(staged("initial", "german", begin, scenario="cherbourg"), 3)
    assert g.state.sp[FORTRESS] == points


@pytest.mark.rule("normandy44:6.2.3f")
@pytest.mark.parametrize("severed", [True, False])
def test_who_lives_on_cherbourg_alone_takes_no_replacements(severed: bool) -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-709-729", "3606", 1)
        put(state, "GE-91-1057", "1815", 1)
        state.take_off(put(state, "GE-709-739", "3705"), GONE)
        state.stock = [3] * len(STOCKS)
        if severed:
            cut_off(state)

    g = staged("replacement", "german", begin)
    assert in_supply(g.state, unit(g, "GE-709-729"))
    assert "replace GE-91-1057" in offers(g)
    if severed:
        assert refused(g, "replace GE-709-729") == "6.2.3"
        assert refused(g, "rebuild GE-709-739") == "6.2.2"
    else:
        assert {"replace GE-709-729", "rebuild GE-709-739"} <= offers(g)


@pytest.mark.rule("normandy44:17.9.5", "normandy44:17.9.1b", "normandy44:23.3c")
def test_the_display_counts_cadres_and_who_is_worn_out() -> None:
    """A Cadre takes a box of its kind and counts for the automatic victory until it is restored."""
    state = opened().state.copy()
    clear(state)
    before = state.cadres_left("British infantry")
    u = put(state, "BR-50-69", "2424", 1)
    assert state.cadres_left("British infantry") == before - 1
    assert victory.worn(state)["CW"] == 1
    state.set_steps(u, 2)
    assert state.cadres_left("British infantry") == before
    assert victory.worn(state)["CW"] == 0
    put(state, "CAN-3-7", "2424", 1)
    assert victory.worn(state)["CW"] == 0


# -- 19, 20, 21


@pytest.mark.rule("normandy44:19.2.4", "normandy44:19.2.3")
def test_the_naval_bombardment_zone() -> None:
    """The beaches, Bayeux and Carpiquet's coast lie in it; Caen, Saint-Lô and Cherbourg do not."""
    for label in ("2814", "2719", "2525", "2528", "2430", "2322", "2912"):
        assert TABLES.naval_zone >> at(label) & 1, label
    for label in ("1929", "2030", "1815", "3606", "3705", "0811"):
        assert not TABLES.naval_zone >> at(label) & 1, label

    def begin(state: Situation) -> None:
        engineers(state)
        state.naval = [2, 2]
        put(state, "BR-50-69", "2128")
        put(state, "GE-91-1057", "2029")
        put(state, "BR-50-56", "2424")
        put(state, "GE-352-1-914", "2323")

    g = staged("combat", "allied", begin)
    run(g, "attack 2029 with BR-50-69", "maf BR50")
    assert refused(g, "naval CW") == "19.2.3"
    run(g, "cancel", "attack 2323 with BR-50-56", "maf BR50")
    assert "naval CW" in offers(g)


@pytest.mark.rule("normandy44:20.2.3a3")
def test_scattered_units_build_nothing() -> None:
    def begin(state: Situation) -> None:
        state.positions = [1, 1, 0]
        state.scatter(index(state, "US-82-505"), True)

    g = field(
        {"0404": "US-82-505", "0202": "US-82-507", "0808": "GE-91-1057"},
        phase="movement",
        change=begin,
    )
    assert "dig US-82-507" in offers(g)
    assert refused(g, "dig US-82-505") == "20.2.3"


@pytest.mark.rule("normandy44:20.2.3b", "normandy44:20.2.3a5")
def test_a_scattered_unit_that_retreats_is_disrupted_too_and_leads_no_defence() -> None:
    def begin(state: Situation) -> None:
        state.scatter(index(state, "US-82-505"), True)

    g = field({"0404": "GE-12SS-25", "0405": "US-82-505"}, side="german", change=begin)
    run(g, "attack 0405 with GE-12SS-25 maf 12SS go", 4)
    assert g.decision is not None
    assert g.decision.kind == "stand", "it may stand while it is only Scattered"
    run(g, "fallback")
    while g.decision is not None and g.decision.kind == "retreat":
        g.play(g.decision.actions[0])
    state = g.state
    assert state.scattered >> unit(g, "US-82-505") & 1
    assert state.status[unit(g, "US-82-505")] == 1

    refusal = state.refuse_lead(unit(g, "US-82-505"), ())
    assert refusal is not None
    assert refusal.rule == "12.4.2"


@pytest.mark.rule("normandy44:20.2.5", "normandy44:20.5.2")
def test_the_327th_comes_by_sea_and_does_not_scatter() -> None:
    g = opened()
    assert where(g, "US-101-327") == "sea Utah"
    assert unit(g, "US-101-327") not in g.state.droppers

    def begin(state: Situation) -> None:
        engineers(state)
        state.hex[index(state, "US-101-327")] = SEA["Utah"]
        put(state, "GE-91-1057", "1815")

    g = staged("movement", "allied", begin, turn=1)
    run(g, "move US-101-327", "land 2814", "stay")
    assert where(g, "US-101-327") == "2814"
    assert not marked(g, "US-101-327", "scattered")
    assert g.decision is not None
    assert g.side == "allied", "no die was asked for"


@pytest.mark.rule("normandy44:20.4c", "normandy44:9.8.7")
def test_no_strategic_movement_nor_trucks_on_turn_one() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-21-192", "1815")
        put(state, "GE-352-1-914", "1816")

    g = staged("movement", "german", begin, turn=1)
    assert not hexes(g, "truck")
    assert refused(g, "truck GE-352-1-914") == "9.8.7"
    far = max(BOARD.grid.distance(at("1815"), at(h)) for h in g.reach("GE-21-192"))
    later = staged("movement", "german", begin, turn=3)
    assert max(BOARD.grid.distance(at("1815"), at(h)) for h in later.reach("GE-21-192")) > far


@pytest.mark.rule("normandy44:20.5.3")
def test_units_kept_off_by_stacking_wait_and_land_later_outside_the_points() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.points = [0, 0]
        for name in ("US-1-26", "US-29-175"):
            state.hex[index(state, name)] = SEA["Omaha"]
            state.set_steps(index(state, name), 3)
        for h, stack in (("2719", "US-1-16 US-1-18"), ("2620", "US-29-115 US-29-116")):
            for name in stack.split():
                put(state, name, h)
        for h, name in (("2718", "GE-91-1057"), ("2619", "GE-91-1058"), ("2520", "GE-77-1049")):
            put(state, name, h)

    g = staged("movement", "allied", begin, turn=2)
    assert refused(g, "move US-1-26") == "20.5.3"
    run(g, "done")
    assert where(g, "US-1-26") == "sea Omaha"

    def room(state: Situation) -> None:
        begin(state)
        state.take_off(index(state, "US-1-16"), GONE)

    g = staged("movement", "allied", room, turn=3)
    assert {"move US-1-26", "move US-29-175"} <= offers(g), "in any order"
    run(g, "move US-29-175", "land 2719")
    assert where(g, "US-29-175") == "2719"
    assert g.state.points == [0, 0]
    assert not any(g.state.through)


@pytest.mark.rule("normandy44:21.1.2", "normandy44:21.1.1b")
@pytest.mark.parametrize(
    ("place", "army", "due"), [("2423", 1, 9), ("2425", 1, 10), ("2718", 0, 10), ("2617", 0, 9)]
)
def test_a_german_next_to_the_site_delays_a_mulberry(place: str, army: int, due: int) -> None:
    """At the start of each Allied turn, at Arromanches and at either hex of Omaha."""
    sites = (("2719", "2620"), ("2524",))[army]
    near = min(BOARD.grid.distance(at(place), at(site)) for site in sites)
    assert (near == 1) == (due == 10), "where the test puts the German"

    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "US-1-16", "2719")
        put(state, "BR-50-69", "2524")
        state.due = [9, 9]
        put(state, "GE-91-1057", place)

    g = staged("supply", "german", begin)
    assert g.state.active == 0
    assert g.state.due[army] == due
    assert g.state.due[1 - army] == 9


@pytest.mark.rule("normandy44:21.2a")
def test_who_is_evacuated_does_not_land_again_in_the_phase() -> None:
    """His whole move is spent; another unit lands in the hex he has left."""

    def begin(state: Situation) -> None:
        engineers(state)
        state.points = [6, 6]
        put(state, "US-1-16", "2719", 1)
        put(state, "GE-91-1057", "2718")
        for name in ("US-9-39", "US-1-16"):
            assert RULES.units.find(name).cost == 3  # type: ignore[union-attr]

    g = staged("movement", "allied", begin)
    run(g, "evacuate US-1-16")
    assert (where(g, "US-1-16"), steps(g, "US-1-16")) == ("Britain", 1)
    assert refused(g, "move US-1-16") == "9.1"
    assert "move US-9-39" in offers(g)


# -- 22 the boundary


EAST = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(5, 10))
WEST = " ".join(f"{r:02d}{c:02d}" for r in range(1, 10) for c in range(1, 5))


@pytest.mark.rule("normandy44:22.1.2b")
def test_who_is_too_far_beyond_the_boundary_ends_his_move_on_his_own_side() -> None:
    """One hex beyond is not enough for him; a unit that had stayed at home may go there."""
    g = field(
        {"0407": "US-1-16", "0404": "US-1-18", "0901": "GE-352-1-914"},
        phase="movement",
        features={"us": WEST, "cw": EAST},
    )
    assert {int(h[2:]) for h in g.reach("US-1-16")} <= {1, 2, 3, 4}
    assert "0405" in g.reach("US-1-18")
    run(g, "done")
    assert g.decision is not None
    assert (g.decision.kind, g.decision.rule) == ("return", "22.1.2")
    run(g, "to 0404")
    assert where(g, "US-1-16") == "0404"
    far = field(
        {"0409": "US-82-505", "0901": "GE-352-1-914"},
        phase="movement",
        features={"us": WEST, "cw": EAST},
    )
    assert not far.reach("US-82-505"), "it cannot come home and stays"
    run(far, "done")
    assert where(far, "US-82-505") == "0409"


# -- 6.2.2 a destroyed division


@pytest.mark.rule("normandy44:6.2.2d")
@pytest.mark.parametrize("others", ["eliminated", "Britain"])
def test_a_destroyed_division_does_not_come_back(others: str) -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.stock = [3] * len(STOCKS)
        for name in ("US-9-39", "US-9-47", "US-9-60"):
            state.take_off(put(state, name, "2719"), GONE)
        if others == "Britain":
            state.hex[index(state, "US-9-60")] = BRITAIN
            state.set_steps(index(state, "US-9-60"), 2)
        put(state, "US-1-16", "2719", 2)

    g = staged("replacement", "allied", begin)
    if others == "eliminated":
        assert refused(g, "rebuild US-9-39") == "6.2.2"
    else:
        run(g, "rebuild US-9-39")
        if g.decision is not None and g.decision.kind == "rebuild":
            run(g, "at Britain")
        assert where(g, "US-9-39") == "Britain"


# -- 25.3 batteries


@pytest.mark.rule("normandy44:25.3b")
def test_mont_canisy_ties_a_ship_only_in_a_turn_with_landings_at_sword() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "GE-SP-MontCanisy", "2437")
        state.points, state.naval = [6, 6], [2, 2]

    g = staged("movement", "allied", begin, options=["25.3"])
    run(g, "move BR-51-152", "land 2525", "stay")
    assert g.state.naval == [2, 2], "Gold is out of its reach"
    run(g, "move BR-51-153", "land 2430", "stay")
    assert g.state.naval == [2, 1]

    def spent(state: Situation) -> None:
        begin(state)
        state.naval = [2, 0]

    g = staged("movement", "allied", spent, options=["25.3"])
    run(g, "move BR-51-153")
    assert refused(g, "land 2430") == "25.3"
    assert "land 2525" in offers(g)

    def longues(state: Situation) -> None:
        begin(state)
        put(state, "GE-SP-Longues", "2623")

    g = staged("initial", "german", longues, options=["25.3"])
    run(g, 4)
    assert g.state.naval == [2, 1], "one ship keeps both down"
    assert g.state.subdued == 2


# -- S1, S3 scenarios


@pytest.mark.rule("normandy44:S1.3.1b", "normandy44:S1.3.2")
@pytest.mark.parametrize(
    ("german", "points", "winner"), [(False, 10, "allied"), (True, 8, "german")]
)
def test_a_german_city_behind_the_line_counts_at_cherbourg_too(
    german: bool, points: int, winner: str
) -> None:
    """Nine on the peninsula and Buron win; a hex of Cherbourg with a line to the south takes two, and gives two."""

    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        engineers(state)
        places = TABLES.town | TABLES.city
        state.control = places & ~TABLES.beyond | 1 << at("2128")
        if german:
            state.control &= ~(1 << at("2322"))
        state.turn = 22

    state = staged("movement", "allied", begin, scenario="campaign").state
    assert victory.points(state) == points
    g = staged("end", "allied", begin, turn=22, scenario="campaign")
    assert g.outcome is not None
    assert g.outcome.winner == winner


@pytest.mark.rule("normandy44:S1.3.1a", "normandy44:S1.3.2")
@pytest.mark.parametrize(("buron", "winner"), [(True, "allied"), (False, "german")])
def test_nine_points_on_the_peninsula_do_not_win_the_campaign(buron: bool, winner: str) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        engineers(state)
        state.control = (TABLES.town | TABLES.city) & ~TABLES.beyond
        if buron:
            state.control |= 1 << at("2128")

    g = staged("end", "allied", begin, turn=22, scenario="campaign")
    assert g.outcome is not None
    assert g.outcome.winner == winner


@pytest.mark.rule("normandy44:S2.2a", "normandy44:S2.2b", "normandy44:S2.2e")
@pytest.mark.parametrize(("held", "winner"), [(9, "allied"), (8, "german")])
def test_thirteen_points_do_not_win_the_seven_turns(held: int, winner: str) -> None:
    """Three for the road, two for Bayeux, one for each drop hex."""
    drops = list(members(TABLES.drops))
    names = "US-4-8 US-4-12 US-4-22 US-9-39 US-9-47 US-9-60 BR-50-69 BR-50-151 BR-50-231"

    def begin(state: Situation) -> None:
        engineers(state)
        state.control = 1 << at("2322")
        for h, name in list(zip(drops, names.split(), strict=True))[:held]:
            put(state, name, BOARD.label(h))

    state = staged("movement", "allied", begin, turn=7, scenario="seven").state
    assert victory.points(state) == 5 + held
    g = staged("end", "allied", begin, turn=7, scenario="seven")
    assert g.outcome is not None
    assert g.outcome.winner == winner


@pytest.mark.rule("normandy44:S1.3.1b")
def test_cherbourg_counts_for_the_germans_while_it_has_a_line_to_the_south() -> None:
    """It lies behind the line of 27 June: nine points with the peninsula open, none when it is cut."""

    def worth(mask: int) -> int:
        return (mask & TABLES.town).bit_count() + 2 * (mask & TABLES.city).bit_count()

    state = opened(scenario="campaign").state.copy()
    clear(state)
    state.control = 0
    assert worth(TABLES.perimeter) == 9
    assert victory.points(state) == -worth(~TABLES.beyond & TABLES.land)
    cut_off(state)
    line = supply.reachable(state, 1, supply.edge_sources(state))
    assert not line & TABLES.perimeter
    assert victory.points(state) == -worth(line & ~TABLES.beyond & ~state.control)


@pytest.mark.rule("normandy44:S3.2.1")
@pytest.mark.parametrize("guarded", [False, True])
def test_germans_in_the_cherbourg_scenario_live_on_the_roads_south(guarded: bool) -> None:
    """A road hex beyond the line of 27 June feeds them; one under an Allied zone does not."""

    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        if guarded:
            put(state, "US-9-39", "2507")

    state = staged("movement", "german", begin, scenario="cherbourg").state
    sources = supply.edge_sources(state)
    assert sources
    assert not sources & ~TABLES.beyond
    assert not sources & ~TABLES.ground.paved
    zone = state.zoc(0)
    assert not sources & zone
    if guarded:
        assert TABLES.beyond & TABLES.ground.paved & zone, "a road that is watched"


@pytest.mark.rule("normandy44:S3.2.3a")
def test_one_armor_replacement_in_a_storm_of_the_cherbourg_scenario() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, "GE-91-1057", "2805")
        put(state, "GE-SturmAOK7", "2806", 1)
        state.take_off(put(state, "GE-100Pz", "2807"), GONE)

    armor = STOCKS.index(("german", "armor"))
    assert opened(scenario="cherbourg").state.stock[armor] == 1
    g = staged("replacement", "german", begin, row=2, scenario="cherbourg")
    if g.phase == "replacement":
        assert "rebuild GE-100Pz" not in offers(g)
    g = staged("replacement", "german", begin, row=1, scenario="cherbourg")
    assert "rebuild GE-100Pz" in offers(g)
    run(g, "rebuild GE-100Pz")
    if g.decision is not None and g.decision.kind == "rebuild":
        g.play(g.decision.actions[0])
    assert g.state.stock[armor] == 0

    def used(state: Situation) -> None:
        begin(state)
        state.stock[armor] = 0

    g = staged("initial", "german", used, scenario="cherbourg", options=["25.1"])
    run(g, 1, 2)
    assert g.state.stock[armor] == 1, "with 25.1 on every 1"


@pytest.mark.rule("normandy44:S3.2.7")
@pytest.mark.parametrize(
    ("turn", "row", "granted"), [(1, 4, 0), (2, 1, 0), (2, 2, 3), (5, 3, 3), (5, 4, 4)]
)
def test_reinforcement_points_of_the_cherbourg_scenario(turn: int, row: int, granted: int) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")

    state = staged("movement", "german", begin, turn, row, scenario="cherbourg").state
    points.allowance(state)
    assert state.points == [granted, 0]


@pytest.mark.rule("normandy44:S3.2.4", "normandy44:19.2.5")
def test_the_bombardment_of_cherbourg_brings_the_second_ship() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        state.naval = [1, 0]
        for name, h in (("US-9-39", "3407"), ("US-9-47", "3506"), ("US-9-60", "3408")):
            put(state, name, h)
        inside = [h for h in members(TABLES.perimeter) if state.game.tables.land >> h & 1]
        near = [
            h
            for h in inside
            if any(BOARD.grid.distance(h, at(a)) == 1 for a in ("3407", "3408"))
            and not state.occupied[0] >> h & 1
        ]
        for name, place in zip(("GE-709-729", "GE-709-739"), near, strict=False):
            put(state, name, BOARD.label(place), 1)

    g = staged("combat", "allied", begin, turn=10, scenario="cherbourg")
    targets = sorted(hexes(g, "attack"))
    assert len(targets) >= 2
    run(g, f"attack {targets[0]}")
    run(g, f"with {sorted(hexes(g, 'with'))[0]}", "maf US9", "naval US", "go", 1)
    assert g.state.naval == [1, 0], "the second of the two is there this turn"
    assert g.state.bombardment == 10


@pytest.mark.rule("normandy44:S3.2.5")
@pytest.mark.parametrize(
    ("turn", "die", "positions"),
    [(5, 2, [1, 0, 1]), (5, 3, [1, 0, 1]), (5, 4, [1, 0, 0]), (5, 1, [0, 0, 0]), (4, 2, [1, 0, 0])],
)
def test_positions_in_the_cherbourg_scenario(turn: int, die: int, positions: list[int]) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, "GE-91-1057", "2805")

    g = run(staged("initial", "german", begin, turn=turn, scenario="cherbourg"), die)
    assert g.state.positions == positions


@pytest.mark.rule("normandy44:S3.2.6")
def test_reinforcements_of_the_cherbourg_scenario_come_at_la_haye_du_puits() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, "GE-91-1057", "2805")

    comers = {"GE-77-3-1050": 5, "GE-77-1049": 6, "GE-77-2-1050": 6}
    for turn in (4, 5, 6):
        g = staged("movement", "german", begin, turn=turn, scenario="cherbourg")
        here = {name for name in comers if f"move {name}" in offers(g)}
        assert here == {name for name, first in comers.items() if first <= turn}
        for name in here:
            trial = g.copy()
            run(trial, f"move {name}")
            assert hexes(trial, "enter") == {"2506"}
            assert refused(trial, "enter 0811") == "6.6"


@pytest.mark.rule("normandy44:S3.3.1", "normandy44:S3.3.2b")
@pytest.mark.parametrize(
    ("held", "inside", "cut", "winner"),
    [
        (True, False, False, "german"),
        (True, True, False, "allied"),
        (True, False, True, "allied"),
        (False, True, True, "german"),
    ],
)
def test_winning_the_cherbourg_scenario(held: bool, inside: bool, cut: bool, winner: str) -> None:
    """Carentan, and either a supplied unit inside the perimeter or the peninsula cut."""

    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, "GE-6FJ", "2409")
        put(state, "GE-6FJ-3", "2408")
        if held:
            put(state, "US-4-8", "2512")
        if inside:
            put(state, "US-4-12", "3507")
            for place in members(TABLES.town):
                line, column = BOARD.grid.line_place(place)
                if line >= 28 and column >= 9:
                    state.control |= 1 << place
        if cut:
            cut_off(state)

    g = staged("end", "allied", begin, turn=12, scenario="cherbourg")
    assert g.outcome is not None
    assert g.outcome.winner == winner
    assert (where(g, "GE-6FJ") == where(g, "GE-6FJ-3") == "dead") == held


@pytest.mark.rule("normandy44:S3.3.2a", "normandy44:S3.3.3")
@pytest.mark.parametrize(
    ("name", "away", "centres", "most"),
    [("US-101-501", "3010", ("2512",), 4), ("US-82-505", "3209", ("2710", "2810", "2811"), 3)],
)
def test_airborne_units_off_their_ground_come_nearer_and_do_not_attack(
    name: str, away: str, centres: tuple[str, ...], most: int
) -> None:
    def far(label: str) -> int:
        return min(BOARD.grid.distance(at(c), at(label)) for c in centres)

    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, name, away)
        put(state, "GE-91-1057", "3605")

    assert far(away) > most
    g = staged("movement", "allied", begin, scenario="cherbourg")
    ends = g.reach(name)
    assert ends
    assert all(far(h) <= most or far(h) < far(away) for h in ends)
    run(g, "done")
    assert g.decision is not None
    assert g.decision.kind == "return"
    assert g.decision.rule.startswith("S3.3")
    run(g, f"to {sorted(hexes(g, 'to'))[0]}")
    assert far(where(g, name)) < far(away)

    def near(state: Situation) -> None:
        begin(state)
        put(
            state,
            "GE-91-1058",
            next(BOARD.label(h) for h in members(BOARD.grid.within(at(away), 1)) if h != at(away)),
        )

    g = staged("combat", "allied", near, scenario="cherbourg")
    assert not hexes(g, "attack")
    early = staged("combat", "allied", near, turn=2, scenario="cherbourg")
    assert hexes(early, "attack")


# -- refusals


@pytest.mark.rule("normandy44:20.5.1", "normandy44:8.5.2a")
def test_why_nobody_lands() -> None:
    """From Britain not on Turn 1; not on a hex under a German Bond."""

    def begin(state: Situation) -> None:
        engineers(state)
        state.points = [6, 6]
        put(state, "GE-91-1057", "2618")

    assert refused(staged("movement", "allied", begin, turn=1), "move US-9-39") == "20.5.1"

    def bonded(state: Situation) -> None:
        begin(state)
        put(state, "US-Eng-5S", "2719")
        put(state, "GE-91-1058", "2619")
        put(state, "GE-91-1057", "2621")

    g = staged("movement", "allied", bonded)
    assert g.state.bonds(1).hexes >> at("2620") & 1
    run(g, "move US-9-39")
    assert refused(g, "land 2620") == "8.5.2"
    assert "land 2719" in offers(g)


@pytest.mark.rule("normandy44:16.1.2a", "normandy44:16.1.4a")
def test_the_allies_dig_in_on_turn_one_and_the_germans_do_not() -> None:
    assert opened().state.positions == [1, 1, 0]
    assert opened(scenario="cherbourg").state.positions == [1, 0, 0]


@pytest.mark.rule("normandy44:3.0a", "normandy44:3.0d2", "normandy44:3.0e")
@pytest.mark.parametrize(
    ("phase", "order", "rule"),
    [
        ("movement", "attack 2718", "10.1"),
        ("movement", "strafe 2718", "19.1.4"),
        ("movement", "replace US-1-16", "6.2"),
        ("movement", "buy US", "5.3"),
        ("movement", "division 82Abn", "22.2"),
        ("combat", "move US-1-16", "9.1"),
        ("combat", "dig US-1-16", "16.1.3"),
        ("combat", "evacuate US-1-16", "21.2"),
        ("combat", "rebuild US-1-16", "6.2"),
    ],
)
def test_an_order_in_the_wrong_phase_names_its_own_rule(phase: str, order: str, rule: str) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2719")
        put(state, "GE-91-1057", "2718")

    g = staged(phase, "allied", begin)
    assert g.phase == phase
    assert refused(g, order) == rule
    with pytest.raises(IllegalAction) as turn:
        g.copy().play("done", side="german")
    assert turn.value.rule == "3.0"


@pytest.mark.rule("normandy44:S3.3.2a", "normandy44:S3.3.3")
@pytest.mark.parametrize(
    ("name", "here", "target", "rule"),
    [("US-101-501", "3010", "3109", "S3.3.2"), ("US-82-505", "3209", "3309", "S3.3.3")],
)
def test_attacks_off_the_divisions_ground_are_refused(
    name: str, here: str, target: str, rule: str
) -> None:
    def begin(state: Situation) -> None:
        put(state, "US-Eng-1S", "2814")
        put(state, name, here)
        put(state, "US-4-8", here)
        put(state, "GE-91-1057", target)

    g = staged("combat", "allied", begin, scenario="cherbourg")
    run(g, f"attack {target}")
    assert refused(g, f"with {name}") == rule


@pytest.mark.rule("normandy44:S3.2.4", "normandy44:20.1b")
def test_ships_of_turn_one() -> None:
    assert opened(scenario="cherbourg").state.naval == [1, 0]
    assert opened(scenario="campaign").state.naval == [2, 2]
