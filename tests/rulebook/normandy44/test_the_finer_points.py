"""Cases that only a rule broken by hand has shown to be untested."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.normandy44 import beaches
from grognard.games.normandy44.situation import Situation

from .field import field, hexes, ledger, mark, marked, offers, refused, run, steps, where

POSITION = """grognard position 1
game normandy44
scenario campaign
turn {turn}
phase {phase}
weather 2
{lines}
"""


def at(phase: str, lines: str, turn: int = 6) -> grognard.Game:
    return grognard.load(POSITION.format(phase=phase, lines=lines, turn=turn))


@pytest.mark.rule("normandy44:6.6a", "normandy44:8.5.2a")
def test_nobody_enters_the_map_under_an_enemy_bond_or_where_the_enemy_stands() -> None:
    lines = "later GE-Lehr-902\n0824 US-1-16\n0826 US-1-18\n0832 US-1-26\n2512 GE-6FJ"
    g = at("movement german", lines, 3)
    run(g, "move GE-Lehr-902")
    assert hexes(g, "enter") == {"0838"}
    assert refused(g, "enter 0825") == "8.5.2"
    assert refused(g, "enter 0832") == "9.1"
    assert refused(g, "enter 1341") == "6.6"


@pytest.mark.rule("normandy44:21.2a")
def test_who_has_moved_to_the_beach_is_not_shipped_home() -> None:
    g = at("movement allied", "2814 US-Eng-1S\n2813 US-4-22\n2713 US-4-8\n1030 GE-21-125")
    run(g, "move US-4-22 2814")
    assert "US-4-22" not in hexes(g, "evacuate")
    assert refused(g, "evacuate US-4-22") == "21.2"


@pytest.mark.rule("normandy44:10.7", "normandy44:14.1a")
def test_of_those_who_did_not_attack_only_units_in_parentheses_go_with_the_advance() -> None:
    g = field({"0404": "US-1-16 US-1-18 US-1-26:1", "0405": "GE-352-1-914"})
    run(g, "attack 0405 with US-1-16 maf US1 go", 6)
    assert hexes(g, "advance") == {"US-1-16", "US-1-26"}


@pytest.mark.rule("normandy44:19.1.5", "normandy44:9.8.4a")
@pytest.mark.parametrize(
    ("on_the_road", "die", "left"), [(True, 5, 1), (True, 4, 2), (False, 5, 2)]
)
def test_tanks_under_a_strategic_movement_marker_are_easier_to_strafe(
    on_the_road: bool, die: int, left: int
) -> None:
    def begin(state: Situation) -> None:
        state.air = [1, 0]
        if on_the_road:
            mark(state, "strategic", "GE-21-1-22")

    g = field({"0404": "US-1-16", "0508": "GE-21-1-22"}, row=4, change=begin)
    run(g, "strafe 0508", die)
    assert steps(g, "GE-21-1-22") == left


@pytest.mark.rule("normandy44:16.1.6", "normandy44:16.1.4b")
def test_where_a_position_is_permanent_none_is_begun() -> None:
    def begin(state: Situation) -> None:
        state.positions = [1, 1, 2]

    g = field(
        {"0404": "GE-91-1057", "0406": "GE-91-1058", "0909": "US-1-16"},
        phase="movement",
        side="german",
        features={"permanent": "0404"},
        change=begin,
    )
    assert hexes(g, "dig") == {"GE-91-1058"}
    assert refused(g, "dig GE-91-1057") == "16.1.4"


@pytest.mark.rule("normandy44:17.2.3", "normandy44:17.3b", "normandy44:3.0b4")
def test_guns_without_a_line_of_supply_are_not_ready_again() -> None:
    """Inland there is a line; in the ring of Allied units around 3012 there is none."""
    lines = (
        "1815 GE-HQ-84(u)\n1816 GE-Werfer7(u)\n2814 US-Eng-1S\n3012 GE-HQ-86(uo) GE-Werfer8(uo)\n"
        "3011 US-4-8\n3112 US-4-12\n2912 US-4-22\n2911 US-9-39\n3013 US-9-47\n3111 US-9-60"
    )
    g = grognard.load(POSITION.format(phase="end allied", lines=lines, turn=6), dice="asked")
    run(g, 2, "supply 7Army")
    told = g.play("supply 7Army")
    assert [e.facts["unit"] for e in told if e.kind == "ready"] == ["GE-HQ-84", "GE-Werfer7"]
    assert [e.rule for e in told if e.kind == "ready"] == ["17.2.3", "17.3"]
    assert marked(g, "GE-HQ-86", "used")
    assert marked(g, "GE-Werfer8", "used")


@pytest.mark.rule("normandy44:17.9.4", "normandy44:17.9.1b")
def test_a_dead_cadre_keeps_its_place_in_the_display() -> None:
    lines = "2814 US-Eng-1S US-4-12\n1030 GE-21-125\neliminated US-4-8"
    free = at("movement allied", lines).state.cadres_left("US infantry")
    assert (
        at("movement allied", f"tied US-4-8\n{lines}").state.cadres_left("US infantry") == free - 1
    )


@pytest.mark.rule("normandy44:6.5.2c", "normandy44:21.1.3")
@pytest.mark.parametrize(("landed", "rule"), [("0 0 4 0 0", "6.5.2"), ("0 0 0 4 0", None)])
def test_what_lands_at_arromanches_counts_for_gold(landed: str, rule: str | None) -> None:
    lines = f"points 6 6\nthrough {landed}\nharbours none 2524\n2527 BR-Eng-7\n1030 GE-21-125"
    g = at("movement allied", f"{lines}\ncontrol 2524\nBritain BR-51-152")
    run(g, "move BR-51-152")
    if rule is None:
        assert "2524" in hexes(g, "land")
    else:
        assert refused(g, "land 2524") == rule


@pytest.mark.rule("normandy44:9.8.1", "normandy44:9.3", "normandy44:9.7")
def test_strategic_movement_has_twice_the_points_and_no_more() -> None:
    """Three points in Clear weather are six, at half a point a hex twelve hexes."""
    road = "-".join(f"04{place:02d}" for place in range(1, 16))
    g = field(
        {"0401": "GE-21-125", "1501": "US-1-16"},
        phase="movement",
        side="german",
        row=4,
        size=15,
        roads=[f"major {road}"],
    )
    assert max(label for label in g.reach("GE-21-125") if label.startswith("04")) == "0413"


@pytest.mark.rule("normandy44:12.6", "normandy44:17.9.1b")
def test_an_assault_force_of_two_steps_that_finds_no_cadre_excuses_nobody() -> None:
    def worn(state: Situation) -> None:
        for u in state.game.cadre_units:
            if state.game.units[u].nation == "US" and state.game.units[u].id != "US-1-16":
                state.tied |= 1 << u

    g = field({"0404": "US-1-16:2", "0405": "GE-352-1-914", "0402": "US-1-18"}, change=worn)
    run(g, "attack 0405 with US-1-16 maf US1 go", 2)
    assert where(g, "US-1-16") == "eliminated"
    assert g.decision is not None
    assert g.decision.kind == "stand"


@pytest.mark.rule("normandy44:17.4b")
def test_the_cotentin_headquarters_is_placed_in_cherbourg_once_a_game() -> None:
    lines = "2512 GE-HQ-Cotentin\n1030 GE-21-125\n2814 US-Eng-1S"
    assert "3606" in hexes(at("movement german", lines), "cotentin")
    again = at("movement german", f"cotentin-moved\n{lines}")
    assert not hexes(again, "cotentin")
    assert refused(again, "cotentin 3606") == "17.4"


@pytest.mark.rule("normandy44:19.1.2", "normandy44:19.1.4b")
@pytest.mark.parametrize(("turn", "rule"), [(16, "19.1.2"), (17, None)])
def test_from_turn_17_two_air_markers_support_a_combat(turn: int, rule: str | None) -> None:
    def ready(state: Situation) -> None:
        state.air = [3, 0]

    g = field({"0404": "US-1-16", "0405": "GE-91-1057"}, turn=turn, row=4, change=ready)
    run(g, "attack 0405 with US-1-16 maf US1 air US")
    if rule is None:
        run(g, "air US")
        assert refused(g, "air US") == "19.1.2"
    else:
        assert refused(g, "air US") == rule


@pytest.mark.rule("normandy44:20.2.4a", "normandy44:20.2.4b")
@pytest.mark.parametrize(("foe", "lands"), [("2710", True), ("2711", False)])
def test_on_turn_2_only_an_enemy_in_its_hex_delays_a_glider_unit(foe: str, lands: bool) -> None:
    """A zone of control, or a Bond, does not."""
    lines = f"{foe} GE-91-1057\n2712 GE-91-1058\n2814 US-Eng-1S\nlater US-82-325"
    g = grognard.load(POSITION.format(phase="initial german", lines=lines, turn=2), dice="asked")
    run(g, 1, "supply 7Army", "supply 7Army")
    assert g.decision is not None
    assert (g.decision.kind == "roll") == lands
    assert (where(g, "US-82-325") == "2711") == lands


@pytest.mark.rule("normandy44:6.4.1b")
def test_what_no_tiger_has_taken_is_an_ordinary_armor_replacement() -> None:
    lines = "unsaved cats\nreplacements 0 0 0 0 0 0 0 0 0\n1030 GE-21-1-22(r)\n2814 US-Eng-1S"
    g = at("replacement german", lines)
    run(g, "done")
    assert g.state.stock[-1] == 1
    assert g.state.unsaved == ""


@pytest.mark.rule("normandy44:13.5a", "normandy44:12.4.2")
def test_who_has_fallen_back_leads_no_defense() -> None:
    """Not even where no marker says that it is Disrupted."""
    g = field(
        {"0404": "US-1-16", "0405": "GE-352-1-914 GE-91-1057"},
        change=lambda state: mark(state, "fell_back", "GE-91-1057"),
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", 3)
    run(g, "stand")
    assert g.decision is not None
    assert g.decision.kind == "roll", "one can lead, so nobody is asked"


@pytest.mark.rule("normandy44:18.2.2", "normandy44:18.1a")
def test_a_beach_hex_that_the_enemy_holds_feeds_nobody() -> None:
    """Omaha is open by its engineer in 2719; a German stands in 2620."""
    lines = "2719 US-Eng-5S\n2618 US-1-16\n2620 GE-91-1057\n1030 GE-21-125"
    state = at("movement allied", lines).state
    fed, _ = state.sources(0)
    assert fed >> state.game.board.index("2719") & 1
    assert not fed >> state.game.board.index("2620") & 1


@pytest.mark.rule("normandy44:6.2.2d", "normandy44:6.7")
def test_nobody_is_rebuilt_by_a_unit_that_was_mobilized_in_the_same_phase() -> None:
    """It was not on the map when the phase began."""
    lines = (
        "replacements 0 0 0 0 0 0 0 3 1\n1030 GE-21-1-22(r)\n2814 US-Eng-1S\n"
        "later GE-709-729\neliminated GE-709-919"
    )
    g = at("replacement german", lines)
    run(g, "mobilize GE-709-729", "at 3412")
    assert refused(g, "rebuild GE-709-919") == "6.2.2"
    there = at("replacement german", f"{lines}\n3412 GE-709-739")
    assert there.legal_actions.why_not("rebuild GE-709-919") is None


@pytest.mark.rule("normandy44:17.4b", "normandy44:15.1a")
def test_the_cotentin_headquarters_that_is_placed_in_cherbourg_leaves_the_reserve() -> None:
    g = at("movement german", "3105 GE-HQ-Cotentin(v) GE-243-FE(v)\n2814 US-Eng-1S")
    run(g, "cotentin 3606")
    assert not marked(g, "GE-HQ-Cotentin", "reserve")
    assert marked(g, "GE-243-FE", "reserve")
    assert refused(g, "reserve GE-HQ-Cotentin") == "15.1"


@pytest.mark.rule("normandy44:15.4", "normandy44:15.1a")
def test_who_was_taken_out_of_the_reserve_and_has_not_moved_may_go_back() -> None:
    g = at("movement german", "3105 GE-243-FE(v) GE-243-920\n2814 US-Eng-1S")
    run(g, "unreserve GE-243-FE")
    assert not marked(g, "GE-243-FE", "reserve")
    run(g, "reserve GE-243-FE")
    assert marked(g, "GE-243-FE", "reserve")


CROWD = "2711 US-4-8 US-4-12\n2814 US-Eng-1S\n1030 GE-21-125\nlater US-82-325\ncrowded US-82-325"


@pytest.mark.rule("normandy44:20.2.4b")
def test_a_glider_unit_that_waits_for_room_lands_when_there_is_some() -> None:
    """At the latest when the Movement Phase of Turn 2 ends; the die for scatter follows."""
    g = grognard.load(POSITION.format(phase="movement allied", lines=CROWD, turn=2), dice="asked")
    assert refused(g, "drop US-82-325") == "20.2.4"
    run(g, "move US-4-8 2712")
    assert g.copy().legal_actions.why_not("drop US-82-325") is None
    run(g, "done")
    assert g.decision is not None
    assert g.decision.kind == "roll"
    assert where(g, "US-82-325") == "2711"
    run(g, 5)
    assert not marked(g, "US-82-325", "scattered")


@pytest.mark.rule("normandy44:20.2.4b")
def test_a_glider_unit_that_found_no_room_on_turn_2_never_lands_in_its_own_hex() -> None:
    g = grognard.load(POSITION.format(phase="movement allied", lines=CROWD, turn=2), dice="asked")
    told = [event for event in g.play("done") if event.kind == "glider"]
    assert [event.rule for event in told] == ["20.2.4"]
    assert not g.state.crowded
    late = grognard.load(
        POSITION.format(phase="movement allied", lines=CROWD.replace(" US-4-12", ""), turn=3),
        dice="asked",
    )
    assert refused(late, "drop US-82-325") == "20.2.4"
    assert not hexes(late, "drop")


@pytest.mark.rule("normandy44:16.1.3a", "normandy44:15.1d4")
def test_who_is_in_reserve_is_told_so_when_it_should_dig() -> None:
    g = at("movement allied", "positions 1 1 0\n2814 US-Eng-1S US-4-8(v) US-4-12\n1030 GE-21-125")
    assert str(g.legal_actions.why_not("dig US-4-8")) == "US-4-8 is in Reserve [16.1.3]"


SIEGE = POSITION.replace("campaign", "cherbourg")


@pytest.mark.rule("normandy44:S3.2.2", "normandy44:S3.2.3a", "normandy44:S3.2.3b")
@pytest.mark.parametrize(
    ("turn", "die", "points", "american"),
    [(2, 1, 4, 0), (3, 1, 4, 1), (3, 3, 4, 1), (3, 4, 3, 0), (3, 2, 4, 0), (4, 5, 3, 1)],
)
def test_what_the_weather_brings_at_cherbourg(
    turn: int, die: int, points: int, american: int
) -> None:
    """The fortress a point in any weather but clear, a storm included; replacements from Turn 3, on odd dice."""
    lines = "supply 0 0 0 3\n2814 US-Eng-1S\n3606 GE-Chr-Fort\n3105 GE-HQ-Cotentin"
    g = grognard.load(SIEGE.format(phase="initial german", lines=lines, turn=turn), dice="asked")
    run(g, die)
    assert g.state.sp[3] == points
    assert g.state.stock[0] == american


@pytest.mark.rule("normandy44:21.2a", "normandy44:20.2.3a1")
def test_who_is_scattered_is_not_shipped_home() -> None:
    """It may not move, and evacuation is a move."""
    g = at("movement allied", "2814 US-Eng-1S US-101-502(c) US-101-506\n1030 GE-21-125")
    assert hexes(g, "evacuate") == {"US-101-506"}
    assert refused(g, "evacuate US-101-502") == "21.2"


@pytest.mark.rule("normandy44:6.2.3e", "normandy44:20.2.2b")
def test_an_airborne_division_takes_one_replacement_a_turn_and_another_on_the_next() -> None:
    lines = (
        "replacements 0 0 3 0 0 0 0 0 0\n2814 US-Eng-1S US-101-502(r) US-101-506(r)\n1030 GE-21-125"
    )
    g = grognard.load(
        POSITION.format(phase="replacement allied", lines=lines, turn=6), dice="asked"
    )
    run(g, "replace US-101-502")
    assert steps(g, "US-101-506") == 2
    assert g.phase == "movement", "the division has had its replacement"
    while not (g.turn == 7 and g.phase == "replacement"):
        answer = "roll 3" if g.decision and g.decision.kind == "roll" else ""
        g.play(answer or ("done" if "done" in offers(g) else "supply 7Army"))
    run(g, "replace US-101-506")
    assert steps(g, "US-101-506") == 3


@pytest.mark.rule("normandy44:17.2.3", "normandy44:15.2")
def test_an_hq_in_reserve_that_gave_a_shift_moves_one_hex_at_most_in_the_whole_turn() -> None:
    """One gave a shift, one gave a shift after it had moved a hex, one was silent."""

    def begin(state: Situation) -> None:
        mark(state, "reserve", "US-HQ-7", "US-HQ-5", "US-HQ-8")
        mark(state, "strolled", "US-HQ-5", "US-HQ-8")
        mark(state, "attacked", "US-HQ-7", "US-HQ-5")

    g = field(
        {"0402": "US-HQ-7", "0302": "US-HQ-5", "0301": "US-HQ-8", "0809": "GE-91-1057"},
        phase="reserve-movement",
        change=begin,
    )
    near = set(g.reach("US-HQ-7"))
    assert near == {"0401", "0403", "0301", "0302", "0501", "0502"}
    assert refused(g, "move US-HQ-7 0602") == "17.2.3"
    assert refused(g, "move US-HQ-5 0202") == "17.2.3"
    assert len(g.reach("US-HQ-8")) > 6


@pytest.mark.rule("normandy44:17.2.3", "normandy44:17.2.5a")
def test_the_shift_of_an_hq_is_remembered_until_its_reserve_movement() -> None:
    g = at(
        "combat allied",
        "supply 3 3 3 3\n2814 US-Eng-1S\n2813 US-HQ-7(v)\n2811 US-4-8 US-4-12\n2810 GE-91-1057",
    )
    run(g, "attack 2810 from 2811 hq US-HQ-7")
    g.play("go")
    while g.phase == "combat":
        g.play("done" if "done" in offers(g) else min(offers(g)))
    assert g.phase == "reserve-movement"
    assert refused(g, "move US-HQ-7 2711") == "17.2.3"
    assert g.legal_actions.why_not("move US-HQ-7 2812") is None


@pytest.mark.rule("normandy44:6.7")
def test_who_waits_for_mobilization_does_not_enter_over_the_edge() -> None:
    g = at("movement german", "later GE-709-729\n2814 US-Eng-1S\n1030 GE-21-125")
    assert refused(g, "move GE-709-729 enter 0825") == "6.7"


@pytest.mark.rule("normandy44:9.8.6a", "normandy44:9.8.5a")
def test_the_trucks_of_last_turn_are_free_again() -> None:
    lines = "2814 US-Eng-1S\n1030 GE-346-857(t)\n1032 GE-91-1057\n"
    g = grognard.load(
        POSITION.format(
            phase="replacement german", lines=lines + "unsaved cats\n1034 GE-21-1-22(r)", turn=6
        )
    )
    run(g, "done")
    assert g.phase == "movement"
    assert not marked(g, "GE-346-857", "trucked")
    run(g, "truck GE-91-1057")
    assert refused(g, "truck GE-346-857") == "9.8.6"


@pytest.mark.rule("normandy44:22.2")
def test_with_a_division_goes_also_who_still_waits_at_sea() -> None:
    lines = "2814 US-Eng-1S\n2813 US-101-502\nsea-Utah US-101-327\n1030 GE-21-125"
    g = at("end allied", lines)
    run(g, "division 101Abn")
    assert where(g, "US-101-327") == where(g, "US-101-502") == "dead"


@pytest.mark.rule("normandy44:17.4b", "normandy44:17.2.3")
@pytest.mark.parametrize(("start", "flipped"), [("3605", False), ("3504", True), ("3705", False)])
def test_the_cotentin_headquarters_is_flipped_if_it_goes_more_than_a_hex(
    start: str, flipped: bool
) -> None:
    g = at("movement german", f"{start} GE-HQ-Cotentin\n3105 GE-243-FE\n2814 US-Eng-1S")
    run(g, "cotentin 3606")
    assert marked(g, "GE-HQ-Cotentin", "used") == flipped


@pytest.mark.rule("normandy44:23.3a")
def test_a_beach_that_was_never_open_is_closed_only_while_the_germans_hold_all_of_it() -> None:
    lines = (
        "2814 US-Eng-1S\n2525 BR-50-56\n1030 GE-21-125\nsea-Omaha US-Eng-5S\nsea-Gold BR-Eng-9\n"
        "sea-Juno BR-Eng-7\nsea-Sword BR-Eng-5"
    )
    shut = beaches.closed(at("movement allied", lines).state)
    assert shut == 3, "Omaha, Juno and Sword; of Gold the Allies hold a hex"


@pytest.mark.rule("normandy44:9.8.2a", "normandy44:6.6d")
@pytest.mark.parametrize(("foe", "open_"), [("0925", False), ("0926", True)])
def test_who_enters_next_to_an_enemy_does_not_go_on_by_strategic_movement(
    foe: str, open_: bool
) -> None:
    """An HQ has no zone of control; it is an enemy all the same."""
    g = at("movement german", f"later GE-Lehr-902\n2814 US-Eng-1S\n{foe} US-HQ-7\n1815 GE-HQ-84", 3)
    run(g, "move GE-Lehr-902", "enter 0825")
    assert bool(g.state.modes & 2) == open_


@pytest.mark.rule("normandy44:9.8.6b", "normandy44:9.7")
@pytest.mark.parametrize(("row", "points"), [(4, 3), (2, 5), (1, 5)])
def test_trucks_have_three_points_in_clear_weather(row: int, points: int) -> None:
    g = field(
        {"0101": "GE-346-857", "0909": "US-1-16"},
        phase="movement",
        side="german",
        turn=6,
        row=row,
        change=lambda state: mark(state, "trucked", "GE-346-857"),
    )
    ways = [way for way in g.reach("GE-346-857").values() if way.by == "normal"]
    assert max(int(way.cost) for way in ways) == points


@pytest.mark.rule("normandy44:S3.3.2a", "normandy44:S3.3.3")
@pytest.mark.parametrize(("turn", "far"), [(2, True), (3, False)])
def test_from_turn_3_the_airborne_divisions_stay_on_their_ground(turn: int, far: bool) -> None:
    lines = "2814 US-Eng-1S\n2912 US-101-502\n3111 US-82-505\n3606 GE-Chr-Fort\n2812 US-101-506"
    g = grognard.load(SIEGE.format(phase="movement allied", lines=lines, turn=turn))
    for unit, goal in (("US-101-502", "3012"), ("US-82-505", "3211")):
        assert (goal in g.reach(unit)) == far, unit


@pytest.mark.rule("normandy44:20.5.3", "normandy44:7.2a")
def test_who_lands_in_a_full_hex_goes_on_to_one_with_room() -> None:
    lines = "2814 US-Eng-1S US-4-8 US-4-12\n2713 US-1-16 US-1-18\n1030 GE-21-125\nsea-Utah US-4-22"
    g = at("movement allied", lines, 3)
    run(g, "move US-4-22", "land 2814")
    assert "stay" not in offers(g)
    assert refused(g, "stay") == "7.2"
    assert "2713" not in hexes(g, "to")
    run(g, "to 2813")
    assert where(g, "US-4-22") == "2813"


@pytest.mark.rule("normandy44:11.4.2b")
@pytest.mark.parametrize(
    ("defender", "shift"),
    [("BR-8A-Bde", -1), ("BR-8A-Bde:1", -1), ("BR-8A-NY", 0), ("BR-7A-a", -1)],
)
def test_an_allied_armored_brigade_is_infantry_and_armor_at_once(defender: str, shift: int) -> None:
    """A tank battalion is not."""
    g = field({"0404": "GE-91-1057 GE-91-1058", "0405": defender}, side="german")
    run(g, "attack 0405 from 0404 maf GE91")
    assert ledger(g).shifts.get("11.4.2", 0) == shift


@pytest.mark.rule("normandy44:19.2.5")
def test_no_ship_supports_a_defense_inside_the_perimeter_of_cherbourg() -> None:
    lines = "naval 2 2\n3504 US-9-39(r)\n3503 GE-91-1057\n3505 GE-91-1058\n2814 US-Eng-1S"
    g = grognard.load(POSITION.format(phase="combat german", lines=lines, turn=16), dice="asked")
    run(g, "attack 3504 from 3503 from 3505 maf GE91 go", "result DR", "stand")
    assert g.decision is not None
    assert g.decision.kind == "roll", "nothing can support the defense, so nobody is asked"


@pytest.mark.rule("normandy44:17.2.8", "normandy44:17.2.5a")
def test_caen_and_a_headquarters_do_not_both_support_an_attack() -> None:
    def begin(state: Situation) -> None:
        state.sp = [0, 0, 5, 0, 0]

    g = field(
        {"0404": "GE-12SS-25", "0405": "US-1-16", "0303": "GE-HQ-84", "0302": "GE-Werfer7"},
        side="german",
        features={"caen": "0403", "green": "0101"},
        roads=["major 0101-0201-0301-0302-0303"],
        change=begin,
    )
    run(g, "attack 0405 from 0404 caen")
    assert refused(g, "hq GE-HQ-84") == "17.2.5"
    run(g, "werfer GE-Werfer7")
    other = field(
        {"0404": "GE-12SS-25", "0405": "US-1-16", "0303": "GE-HQ-84"},
        side="german",
        features={"caen": "0403", "green": "0101"},
        roads=["major 0101-0201-0301-0302-0303"],
        change=begin,
    )
    run(other, "attack 0405 from 0404 hq GE-HQ-84")
    assert refused(other, "caen") == "17.2.5"


@pytest.mark.rule("normandy44:17.2.5a", "normandy44:5.1a")
def test_each_shift_of_a_headquarters_costs_a_point() -> None:
    lines = "supply 1 5 5 5\n2814 US-Eng-1S\n2813 US-HQ-7\n2811 US-4-8 US-4-12\n2810 GE-91-1057"
    g = at("combat allied", lines)
    run(g, "attack 2810 from 2811 hq US-HQ-7")
    assert refused(g, "hq US-HQ-7") == "17.2.5"
    rich = at("combat allied", lines.replace("supply 1", "supply 2"))
    run(rich, "attack 2810 from 2811 hq US-HQ-7 hq US-HQ-7")
    rich.play("go")
    assert rich.state.sp[0] == 0


@pytest.mark.rule("normandy44:12.5b", "normandy44:13.5a")
def test_who_has_fallen_back_pays_nothing_for_a_desperate_defense() -> None:
    """He stays in the hex, and so holds it."""
    g = field(
        {
            "0404": "US-1-16",
            "0405": "GE-91-1057 GE-352-1-914",
            "0406": "US-1-18",
            "0304": "US-4-8",
            "0305": "US-4-12",
            "0504": "US-4-22",
            "0505": "US-9-39",
        },
        change=lambda state: mark(state, "fell_back", "GE-352-1-914"),
    )
    run(g, "attack 0405 with US-1-16 maf US1 go", "result A1/DR", "stand", 1, "desperate")
    assert where(g, "GE-91-1057") == "eliminated"
    assert where(g, "GE-352-1-914") == "0405"
    assert not hexes(g, "advance")


@pytest.mark.rule("normandy44:13.3a", "normandy44:16.1.6")
@pytest.mark.parametrize(("features", "stops"), [({"permanent": "0406"}, True), ({}, False)])
def test_a_retreat_of_two_may_stop_in_a_permanent_position(
    features: dict[str, str], stops: bool
) -> None:
    g = field({"0404": "US-1-16", "0405": "GE-352-1-914"}, features=features)
    run(g, "attack 0405 with US-1-16 maf US1 go", "result DR", "fallback")
    run(g, "retreat 0406")
    assert ("stop" in offers(g)) == stops


@pytest.mark.rule("normandy44:13.3b")
def test_friends_stop_no_more_strength_than_they_have() -> None:
    """Two points stop the first battalion, and none is left for the second."""
    g = field({"0404": "US-1-16 US-1-18", "0405": "GE-352-1-914 GE-352-1-915", "0406": "GE-352-FE"})
    run(g, "attack 0405 from 0404 maf US1 go", "result DR", "fallback")
    run(g, "retreat 0406")
    run(g, "stop")
    run(g, "retreat 0406")
    assert "stop" not in offers(g)


@pytest.mark.rule("normandy44:15.4")
@pytest.mark.parametrize(("place", "kept"), [("2811", False), ("2809", True)])
def test_reserves_next_to_an_enemy_without_a_zone_of_control_lose_their_marker(
    place: str, kept: bool
) -> None:
    lines = f"2814 US-Eng-1S\n2812 US-4-8(v)\n{place} GE-SP-Hillman\n2713 US-4-12\n2613 GE-91-1057"
    g = grognard.load(POSITION.format(phase="combat allied", lines=lines, turn=6), dice="asked")
    while "done" in offers(g):
        run(g, "done")
    assert g.phase == "initial"
    assert marked(g, "US-4-8", "reserve") == kept


@pytest.mark.rule("normandy44:24b", "normandy44:17.2.8")
def test_who_faces_the_commonwealth_asks_nobody_for_the_guns_of_caen() -> None:
    lines = "supply 0 0 3 0 3\n2130 GE-12SS-25\n2230 BR-50-56(rr)\n2525 BR-Eng-9\n1815 GE-HQ-84"
    text = POSITION.format(phase="combat german", lines=lines, turn=6)
    g = grognard.load(text.replace("campaign\n", "campaign\noptions 24b\n"), dice="asked")
    assert g.side == "panzer_west"
    run(g, "attack 2230 from 2130 caen go")
    assert g.decision is not None
    assert g.decision.kind == "roll"


@pytest.mark.rule("normandy44:12.4.5", "normandy44:12.4.7a")
@pytest.mark.parametrize(("quality", "helps"), [(0, 1), (1, 2), (2, 2)])
def test_two_is_the_most_that_helps_a_determined_defense(quality: int, helps: int) -> None:
    g = grognard.load(
        f"""grognard position 1
game normandy44
unit GE-6FJ quality={quality}
turn 6
phase combat allied
weather 2
supply 3 3 3 3
2814 US-Eng-1S
2712 US-4-8 US-4-12
2711 GE-6FJ
2409 GE-HQ-84
""",
        dice="asked",
    )
    run(g, "attack 2711 from 2712 maf US4 go", "result DR", "stand", "hq GE-HQ-84")
    told = g.play("roll 2")
    aids = next(event.facts["modifiers"] for event in told if event.kind == "defence")
    assert sum(each.amount for each in aids) == helps


@pytest.mark.rule("normandy44:12.4.8b", "normandy44:12.4.8a")
@pytest.mark.parametrize(("kind", "held"), [("clear", False), ("mixed", True)])
def test_in_the_open_a_five_costs_the_leader_a_step_and_the_hex(kind: str, held: bool) -> None:
    units = {"0405": "US-1-16 US-1-18", "0505": "GE-91-1057"}
    g = run(field(units, terrain={kind: "0505"}), "attack 0505 from 0405 maf US1 go", "result DR")
    run(g, "stand", 5)
    assert steps(g, "GE-91-1057") == 1
    assert bool(hexes(g, "retreat")) != held
