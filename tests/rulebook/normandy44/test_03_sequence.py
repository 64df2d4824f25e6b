"""2.2, 2.3, 3-9 The map, the phases in their order, weather and points, stacking and markers: what the other tests leave."""

from __future__ import annotations

import pytest

from grognard import IllegalAction
from grognard.games.normandy44 import Normandy44, reach
from grognard.games.normandy44.situation import DISRUPTED, STOCKS, Situation
from grognard.hexes import members

from .field import (
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
    where,
)
from .test_scenarios import engineers, staged

RULES = Normandy44()
TABLES, BOARD = RULES.tables, RULES.board


def at(label: str) -> int:
    return BOARD.index(label)


# -- 2 the map and the counters


@pytest.mark.rule("normandy44:2.2.1")
def test_nothing_moves_off_the_hexes() -> None:
    """Units go to hexes of land; the sea is only for who lands."""

    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2719")

    g = staged("movement", "allied", begin)
    assert refused(g, "move US-1-16 4999") == "2.2.1"
    sea = next(h for h in members(BOARD.grid.within(at("2719"), 1)) if not TABLES.land >> h & 1)
    with pytest.raises(IllegalAction):
        g.copy().play(f"move US-1-16 {BOARD.label(sea)}")


@pytest.mark.rule("normandy44:2.2.3")
def test_rivers_do_not_run_through_towns_cities_and_floods() -> None:
    """Nothing of a river lies inside a hex: rivers are hexsides, and the hex keeps its own cost."""
    rivers = {"minor_river", "major_river"}
    for h in members(TABLES.town | TABLES.city | TABLES.flooded):
        assert not rivers & set(BOARD.features.get(h, ())), BOARD.label(h)
    g = field({"0404": "US-1-16"}, phase="movement", terrain={"city": "0405"})
    run(g, "move US-1-16 to 0405")
    assert g.state.spent == 6


@pytest.mark.rule("normandy44:2.2.4")
def test_the_orne_canal_is_a_major_river() -> None:
    """From Caen to the sea: a German next to it attacks over a major river."""
    sides = [
        (a, b)
        for a, b in (("2131", "2130"), ("2232", "2231"), ("2031", "2030"))
        if TABLES.ground.across(TABLES.big_river_side, at(a), at(b))
    ]
    assert sides, "the Orne below Caen"
    for a, b in sides:
        assert TABLES.ground.across(TABLES.river_side, at(a), at(b))


@pytest.mark.rule("normandy44:2.3.4")
@pytest.mark.parametrize(
    ("name", "colour", "nation"),
    [
        ("US-1-16", "us", "US"),
        ("BR-50-69", "british", "CW"),
        ("CAN-3-7", "canadian", "CW"),
        ("GE-352-1-914", "german_heer", "GE"),
        ("GE-12SS-25", "german_ss", "GE"),
        ("GE-6FJ", "german_luftwaffe", "GE"),
        ("GE-Chr-Naval", "german_kriegsmarine", "GE"),
        ("GE-Chr-Todt", "german_todt", "GE"),
    ],
)
def test_colours_are_nationalities(name: str, colour: str, nation: str) -> None:
    unit = RULES.units.find(name)
    assert unit is not None
    assert (unit.nationality, unit.nation) == (colour, nation)


@pytest.mark.rule("normandy44:2.3.6b", "normandy44:17.7b", "normandy44:19.1.5")
@pytest.mark.parametrize(
    ("target", "near", "die", "left"),
    [
        ("GE-21-1-22", "", 6, 1),
        ("GE-21-200StuG", "", 6, 1),
        ("GE-21-1-22", "", 5, 2),
        ("GE-21-1-22", "GE-3FK-1", 6, 2),
        ("GE-21-1-22", "GE-21-200AT", 6, 1),
    ],
)
def test_tanks_and_self_propelled_guns_are_strafed(
    target: str, near: str, die: int, left: int
) -> None:
    """Flak 88s in the next hex take one from the die; anti-tank 88s do not."""

    def begin(state: Situation) -> None:
        state.air = [1, 0]

    g = field({"0404": "US-1-16", "0405": target, "0406": near}, change=begin)
    run(g, "strafe 0405", die)
    assert g.state.steps[g.rules.units.find(target).index] == left  # type: ignore[union-attr]
    assert g.state.air == [0, 0]


@pytest.mark.rule("normandy44:2.3.6b")
def test_guns_and_units_without_silhouette_are_not_strafed() -> None:
    def begin(state: Situation) -> None:
        state.air = [1, 0]

    g = field(
        {"0404": "US-1-16", "0405": "GE-3FK-1", "0303": "GE-21-21rec", "0503": "GE-21-200AT"},
        change=begin,
    )
    assert not hexes(g, "strafe")
    for h in ("0405", "0303", "0503"):
        assert refused(g, f"strafe {h}") == "19.1.4"


# -- 3 the phases


@pytest.mark.rule("normandy44:3.0b1", "normandy44:19.1.1")
@pytest.mark.parametrize(
    ("die", "air", "naval"),
    [(1, 0, 0), (2, 0, 2), (3, 1, 2), (4, 2, 2), (5, 3, 2), (6, 3, 2)],
)
def test_the_weather_readies_aircraft_and_ships(die: int, air: int, naval: int) -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        state.air, state.naval = [0, 0], [0, 0]

    g = staged("initial", "german", begin)
    run(g, die)
    assert (g.state.air, g.state.naval) == ([air, air], [naval, naval])


@pytest.mark.rule("normandy44:3.0b1", "normandy44:19.1.1")
def test_there_are_no_aircraft_on_turn_one() -> None:
    g = opened()
    assert (g.state.air, g.state.naval) == ([0, 0], [2, 2])


@pytest.mark.rule("normandy44:3.0c", "normandy44:3.0d2")
def test_replacements_come_before_movement() -> None:
    def begin(state: Situation) -> None:
        put(state, "GE-91-1057", "1815", 1)
        put(state, "GE-352-1-914", "1816")
        state.stock[STOCKS.index(("german", "infantry"))] = 1
        state.positions = [0, 0, 1]

    g = staged("replacement", "german", begin, turn=6)
    assert g.phase == "replacement"
    assert "replace GE-91-1057" in offers(g)
    with pytest.raises(IllegalAction):
        g.copy().play("move GE-352-1-914")
    run(g, "done")
    assert g.phase == "movement"
    assert {"move GE-352-1-914", "dig GE-352-1-914", "reserve GE-352-1-914"} <= offers(g)
    assert any(a.startswith("move GE-3FJ-1-5") for a in offers(g)), "reinforcements come in"
    with pytest.raises(IllegalAction):
        g.copy().play("replace GE-91-1057")


@pytest.mark.rule("normandy44:3.0d2", "normandy44:21.2a")
def test_only_the_allies_evacuate() -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "US-1-16", "2719")
        put(state, "GE-91-1057", "1815")

    assert "evacuate US-1-16" in offers(staged("movement", "allied", begin))
    assert not hexes(staged("movement", "german", begin), "evacuate")


@pytest.mark.rule("normandy44:3.0f", "normandy44:20.2.3b")
def test_regeneration_takes_off_ones_own_markers() -> None:
    """Of the active side alone: Replacement, Disrupted, Regroup, Scattered, and Reserve next to the enemy."""

    def begin(state: Situation) -> None:
        mark(state, "renewed", "US-1-16", "GE-352-1-914")
        mark(state, "regroup", "US-1-18")
        state.scatter(index(state, "US-82-505"), True)
        mark(state, "reserve", "US-1-26", "US-9-39", "GE-352-2-914")
        for name in ("US-4-8", "GE-91-1057"):
            state.set_status(index(state, name), DISRUPTED)

    g = field(
        {
            "0202": "US-1-16 US-1-18",
            "0203": "US-82-505 US-9-39",
            "0404": "US-1-26",
            "0206": "US-4-8",
            "0405": "GE-91-1057",
            "0808": "GE-352-1-914 GE-352-2-914",
        },
        phase="regeneration",
        change=begin,
    )
    assert not marked(g, "US-1-16", "renewed")
    assert not marked(g, "US-1-18", "regroup")
    assert not marked(g, "US-82-505", "scattered")
    assert not marked(g, "US-1-26", "reserve")
    assert g.state.status[index(g.state, "US-4-8")] != DISRUPTED
    assert marked(g, "GE-352-1-914", "renewed")
    assert marked(g, "GE-352-2-914", "reserve")
    assert g.state.status[index(g.state, "GE-91-1057")] == DISRUPTED


@pytest.mark.rule("normandy44:3.0f", "normandy44:15.4")
def test_a_reserve_in_supply_and_away_from_the_enemy_stays_one() -> None:
    g = field(
        {"0202": "GE-91-1057", "0404": "GE-91-1058", "0405": "US-1-16"},
        side="german",
        phase="regeneration",
        features={"orange": "0101"},
        change=lambda state: mark(state, "reserve", "GE-91-1057", "GE-91-1058"),
    )
    assert marked(g, "GE-91-1057", "reserve")
    assert not marked(g, "GE-91-1058", "reserve")


# -- 4, 5, 6


@pytest.mark.rule("normandy44:4.3f", "normandy44:6.4.1a")
@pytest.mark.parametrize(("die", "taken"), [(1, True), (2, False)])
def test_panthers_and_tigers_are_replaced_in_a_storm(die: int, taken: bool) -> None:
    def begin(state: Situation) -> None:
        engineers(state)
        put(state, "GE-101Tiger", "1815", 1)
        put(state, "GE-2Pz-1-3", "1816", 1)
        put(state, "GE-21-1-22", "1817", 1)

    g = staged("initial", "german", begin, turn=13, scenario="campaign")
    run(g, die)
    while g.decision is not None and g.phase == "initial":
        g.play(g.decision.actions[0])
    assert g.phase == "replacement"
    assert ("replace GE-101Tiger" in offers(g)) == taken
    assert ("replace GE-2Pz-1-3" in offers(g)) == taken
    assert "replace GE-21-1-22" in offers(g)
    if not taken:
        assert refused(g, "replace GE-101Tiger") == "6.4.1"


@pytest.mark.rule("normandy44:5.3c")
def test_supply_points_do_not_pass_between_the_armies() -> None:
    """The Americans have points, the Commonwealth none: its headquarters are silent."""

    def begin(state: Situation) -> None:
        engineers(state)
        state.sp = [5, 0, 0, 0, 0]
        put(state, "BR-50-69", "2424")
        put(state, "BR-HQ-30", "2525")
        put(state, "GE-352-1-914", "2323")

    g = staged("combat", "allied", begin)
    run(g, "attack 2323 with BR-50-69 maf BR50")
    assert refused(g, "hq BR-HQ-30") == "17.2.5"
    assert not hexes(g, "hq")


@pytest.mark.rule("normandy44:6.3c")
@pytest.mark.parametrize("name", ["GE-3FK-1", "GE-SP-Crisbecq", "GE-SP-RadarSt"])
def test_who_is_never_replaced(name: str) -> None:
    def begin(state: Situation) -> None:
        put(state, name, "1815", 1)
        put(state, "GE-91-1057", "1816", 1)
        state.stock = [9] * len(STOCKS)

    g = staged("replacement", "german", begin)
    assert "replace GE-91-1057" in offers(g)
    assert refused(g, f"replace {name}") == "6.3"


@pytest.mark.rule("normandy44:6.3c", "normandy44:17.1a")
def test_a_dead_ost_battalion_does_not_come_back() -> None:
    def begin(state: Situation) -> None:
        state.take_off(put(state, "GE-716-439", "1817"), state.GONE)
        put(state, "GE-91-1057", "1816", 1)
        state.stock = [9] * len(STOCKS)

    assert refused(staged("replacement", "german", begin), "rebuild GE-716-439") == "6.3"


@pytest.mark.rule("normandy44:6.6d", "normandy44:9.8.1")
def test_reinforcements_use_strategic_movement_trucks_and_reserve() -> None:
    """A mechanized unit enters by road at twice its allowance; foot on trucks; who spends a point may wait."""

    def begin(state: Situation) -> None:
        put(state, "US-1-16", "2719")

    name, entry = "GE-17SS-37", "0811"
    g = staged("movement", "german", begin, turn=7)
    run(g, f"move {name}", f"enter {entry}")
    far = {BOARD.grid.distance(at(entry), at(h)): h for h in g.reach(name)}
    assert max(far) > 10, "twice five points at a half a hex, less the first"
    run(g, f"to {far[max(far)]}")
    assert marked(g, name, "strategic")
    assert refused(g, f"reserve {name}") == "15.1"
    g = staged("movement", "german", begin, turn=7)
    run(g, "truck GE-275-Heintz", f"enter {entry}")
    assert marked(g, "GE-275-Heintz", "trucked")
    g = staged("movement", "german", begin, turn=7)
    run(g, f"move {name}", f"enter {entry}", "stay")
    assert f"reserve {name}" in offers(g)


@pytest.mark.rule("normandy44:6.6b", "normandy44:15.1a")
def test_who_enters_into_a_zone_of_control_stops_and_is_no_reserve() -> None:
    def begin(state: Situation) -> None:
        put(state, "US-1-16", "0911")

    g = staged("movement", "german", begin, turn=7)
    near = next(h for h in ("0811", "0805", "0818") if BOARD.grid.distance(at(h), at("0911")) == 1)
    run(g, "move GE-17SS-37", f"enter {near}")
    assert where(g, "GE-17SS-37") == near
    assert g.decision is not None
    assert g.decision.kind == "move"
    assert refused(g, "reserve GE-17SS-37") == "15.1"


# -- 7, 8, 9


@pytest.mark.rule("normandy44:7.1d")
def test_markers_do_not_count_for_stacking() -> None:
    def begin(state: Situation) -> None:
        state.improved[0] |= 1 << state.game.board.index("0404")
        state.digging[0] |= 1 << state.game.board.index("0404")
        mark(state, "reserve", "US-1-16")
        mark(state, "oos", "US-1-18")

    g = field({"0404": "US-1-16 US-1-18", "0808": "GE-91-1057"}, phase="movement", change=begin)
    run(g, "done")
    assert g.phase != "movement"
    assert where(g, "US-1-16") == where(g, "US-1-18") == "0404"


@pytest.mark.rule("normandy44:7.2b")
def test_the_allied_armies_stack_together() -> None:
    g = field({"0404": "US-1-16", "0405": "BR-50-69", "0808": "GE-91-1057"}, phase="movement")
    run(g, "move BR-50-69 0404", "done")
    assert where(g, "BR-50-69") == "0404"
    g = field(
        {"0404": "US-1-16 US-1-18", "0405": "BR-50-69", "0808": "GE-91-1057"}, phase="movement"
    )
    run(g, "move BR-50-69 0404", "done")
    assert g.decision is not None
    assert g.decision.kind == "overstacked"


@pytest.mark.rule("normandy44:8.4", "normandy44:8.5.2d", "normandy44:18.3b4")
@pytest.mark.parametrize("scattered", [False, True])
def test_a_bond_cuts_a_line_of_supply(scattered: bool) -> None:
    """One vacant hex between two Allied units: in their zones it may be passed, on their Bond it may not."""
    land = [f"{row:02d}{column:02d}" for row in range(5, 10) for column in (4, 5, 6)]
    board = [f"{row:02d}{column:02d}" for row in range(1, 10) for column in range(1, 10)]
    friends = iter(("GE-352-1-914", "GE-352-2-914", "GE-352-1-915", "GE-352-2-915"))
    germans = {h: next(friends) for h in ("0604", "0605", "0804", "0805")}

    def begin(state: Situation) -> None:
        if scattered:
            state.scatter(index(state, "US-82-505"), True)

    g = field(
        {"0505": "GE-91-1057", **germans, "0704": "US-82-505", "0706": "US-82-507"},
        side="german",
        phase="supply",
        features={"orange": "0905"},
        terrain={"sea": " ".join(h for h in board if h not in land)},
        change=begin,
    )
    assert marked(g, "GE-91-1057", "oos") != scattered


@pytest.mark.rule("normandy44:9.5.1c")
def test_a_flooded_hex_has_no_flooded_hexsides_of_its_own() -> None:
    """From dry ground into a flooded hex: nothing is crossed; attacks into it are not halved."""
    g = field({"0404": "US-1-16", "0405": "GE-352-1-914"}, terrain={"flooded": "0405"})
    run(g, "attack 0405 with US-1-16 maf US1")
    assert ledger(g).strengths[0] == 7
    assert "11.3" not in ledger(g).shifts


@pytest.mark.rule("normandy44:9.8.5b", "normandy44:9.8.5a", "normandy44:9.8.2a")
def test_a_strategic_marker_comes_off_next_to_the_enemy() -> None:
    def begin(state: Situation) -> None:
        mark(state, "strategic", "GE-21-125", "GE-21-192", "GE-21-21rec")

    g = field(
        {"0404": "GE-21-125", "0405": "US-1-16", "0802": "GE-21-192", "0902": "GE-21-21rec"},
        side="german",
        phase="replacement",
        change=begin,
        roads=["major 0404-0403-0402", "major 0802-0801"],
    )
    assert g.phase == "movement"
    assert not g.state.strategic
    refusal = reach.refuse_strategic(g.state, index(g.state, "GE-21-125"))
    assert refusal is not None
    assert refusal.rule == "9.8.2"
    assert reach.refuse_strategic(g.state, index(g.state, "GE-21-192")) is None


@pytest.mark.rule("normandy44:6.2.1")
def test_a_phase_in_which_nothing_can_be_replaced_says_so() -> None:
    g = field({"0404": "GE-352-1-914", "0909": "US-1-16"}, phase="replacement", side="german")
    assert g.phase == "movement"
    assert [(e.kind, e.rule) for e in g.opening_events] == [("pass", "6.2")]


@pytest.mark.rule("normandy44:22.2")
@pytest.mark.parametrize(("hex_", "said"), [("0808", True), (None, False)])
def test_an_end_phase_in_which_no_division_can_go_says_so(hex_: str | None, said: bool) -> None:
    """Paratroops next to the enemy cannot leave; without any on the map there is nothing to say."""
    units = {"0909": "GE-352-1-914"} | ({hex_: "BR-6-3"} if hex_ else {})
    g = field(units, phase="end", side="allied")
    assert ("22.2" in [e.rule for e in g.opening_events if e.kind == "pass"]) is said
