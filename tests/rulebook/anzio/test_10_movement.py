"""10.0 Movement."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import PLAIN, plain, play, refused, scene, texts, where, words

from grognard import Game
from grognard.engine.view import Way

MOVE = "movement allied"
GERMANS = "movement german"
FOOT, TANKS = "AL-504", "AL-46RTR"


def paid(g: Game, unit: str, hex: str) -> int:
    """What one step into a hex costs."""
    return int(next(e.facts["cost"] for e in g.play(f"move {unit} {hex}") if e.kind == "move"))


def left(g: Game) -> int:
    """The movement points of the unit on the move."""
    return next(int(x.split()[2]) for x in g.position.splitlines() if x.startswith("moving"))


@pytest.mark.rule("anzio:10.1a")
@pytest.mark.parametrize(("first", "second"), [("allied", "german"), ("german", "allied")])
def test_the_side_with_the_initiative_moves_all_its_units_first(first: str, second: str) -> None:
    units = {"allied": ["AL-RGR", "AL-509"], "german": ["GE-65-A", "GE-71-A"]}
    g = scene(
        "0101 AL-RGR; 0107 AL-509; 0701 GE-65-A; 0707 GE-71-A",
        f"movement {first}",
        initiative=first,
    )
    assert words(g, "move") == set(units[first])
    assert refused(g, f"move {units[second][0]}") == "10.1a"
    play(g, f"move {units[first][0]}", "stay")
    assert words(g, "move") == {units[first][1]}
    assert refused(g, f"move {units[first][0]}") == "10.1"  # once a turn
    g.play("done")
    assert (g.side, words(g, "move")) == (second, set(units[second]))
    g.play("done")
    assert g.phase == "bombardment"


@pytest.mark.rule("anzio:10.1b")
@pytest.mark.parametrize(
    ("letter", "foot", "armored"),
    [(".", 1, 1), ("T", 1, 1), ("F", 2, 3), ("M", 3, 4), ("w", 2, None)],
)
def test_each_hex_costs_by_its_terrain(letter: str, foot: int, armored: int | None) -> None:
    board = plain(h0403=letter)
    assert paid(scene(f"0404 {FOOT}", MOVE, board=board), FOOT, "0403") == foot
    g = scene(f"0404 {TANKS}", MOVE, board=board)
    if armored is None:
        assert refused(g, f"move {TANKS} 0403") == "10.1b"
    else:
        assert paid(g, TANKS, "0403") == armored
        assert left(g) == 6 - armored


@pytest.mark.rule("anzio:10.1b")
def test_without_the_points_a_hex_may_not_be_entered() -> None:
    board = plain(h0402="M", h0401="~")
    g = scene(f"0404 {FOOT}", MOVE, board=board)
    play(g, f"move {FOOT} 0403")  # 3 left
    assert "to 0402" in texts(g)
    g = scene(f"0405 {FOOT}", MOVE, board=board)
    play(g, f"move {FOOT} 0405-0404-0403")  # 2 left
    assert "to 0402" not in texts(g)
    assert refused(g, "to 0402") == "10.1b"
    assert refused(g, "to 0401") == "10.1b"  # sea
    assert refused(scene(f"0407 {FOOT}", MOVE), f"move {FOOT} 0402") == "10.1b"
    play(g, "to 0503")
    assert left(g) == 1


@pytest.mark.rule("anzio:10.1b")
def test_a_move_ends_when_the_points_are_spent_and_not_before() -> None:
    g = scene(f"0407 {FOOT}; 0101 AL-RGR", MOVE)
    g.play(f"move {FOOT} 0403")
    assert where(g, FOOT) == ["0403"]
    assert f"move {FOOT}" not in texts(g)
    assert refused(g, f"move {FOOT} 0402") == "10.1"


@pytest.mark.rule("anzio:10.1c")
def test_a_road_costs_1_only_from_a_road_hex_along_the_road() -> None:
    board = plain("road road 0404-0403", "road road 0503-0502", h0403="M", h0502="M")
    assert paid(scene(f"0404 {FOOT}", MOVE, board=board), FOOT, "0403") == 1
    assert paid(scene(f"0303 {FOOT}", MOVE, board=board), FOOT, "0403") == 3  # not from a road hex
    assert paid(scene(f"0503 {FOOT}", MOVE, board=board), FOOT, "0403") == 3  # of another road
    assert paid(scene(f"0404 {TANKS}", MOVE, board=board), TANKS, "0403") == 1


@pytest.mark.rule("anzio:10.1c")
def test_a_road_leads_armor_through_marsh() -> None:
    board = plain("road road 0404-0403-0402", h0403="w", h0402="w")
    g = scene(f"0404 {TANKS}", MOVE, board=board)
    g.play(f"move {TANKS} 0402")
    assert left(g) == 4
    assert words(g, "to") == {"0401", "0403", "0302", "0303", "0502", "0503"}
    assert refused(scene(f"0303 {TANKS}", MOVE, board=board), f"move {TANKS} 0303-0403") == "10.1b"


@pytest.mark.rule("anzio:10.2")
@pytest.mark.parametrize(
    ("unit", "dry", "wet"),
    [
        ("AL-3US-A", 4, 3),
        ("AL-RGR", 4, 3),
        ("GE-4PARA-A", 4, 3),
        ("GE-715-A", 5, 4),
        ("AL-46RTR", 6, 4),
        ("AL-1ARM", 6, 4),
        ("GE-HG-A", 6, 4),
        ("GE-16SS-A", 6, 4),
    ],
)
def test_rain_takes_a_point_from_infantry_and_two_from_armor(unit: str, dry: int, wet: int) -> None:
    phase = MOVE if unit.startswith("AL") else GERMANS
    for weather, points in (("clear", dry), ("cloudy", dry), ("rainy", wet)):
        g = scene(f"0404 {unit}", phase, weather=weather)
        g.play(f"move {unit}")
        assert left(g) == points


@pytest.mark.rule("anzio:10.1b", "anzio:3.0a")
def test_a_reduced_unit_has_the_points_of_its_back() -> None:
    """No counter of the game differs there; one of a question may."""
    unit = "unit GE-65-A move=6 reduced_move=3"
    for mark, points in (("", 6), ("(r)", 3)):
        g = scene(f"0404 GE-65-A{mark}", GERMANS, board=f"{PLAIN}\n{unit}")
        g.play("move GE-65-A")
        assert left(g) == points


SEA = {f"h{c:02d}{r:02d}": "~" for c in range(1, 8) for r in range(1, 8) if c != 4}
CORRIDOR = plain(**SEA)


@pytest.mark.rule("anzio:10.3a")
def test_nobody_passes_through_a_full_hex() -> None:
    full = scene("0401 AL-504; 0402 AL-RGR AL-509", MOVE, board=CORRIDOR)
    assert refused(full, "move AL-504") == "10.3a"
    full = scene("0406 AL-504; 0404 AL-RGR AL-509", MOVE, board=CORRIDOR)
    assert refused(full, "move AL-504 0404") == "10.3a"
    assert refused(full, "move AL-504 0403") == "10.3a"
    single = scene("0406 AL-504; 0404 AL-RGR", MOVE, board=CORRIDOR)
    single.play("move AL-504 0403")
    assert where(single, "AL-504") == ["0403"]


@pytest.mark.rule("anzio:10.3a")
def test_one_may_pass_a_friend_one_may_not_stack_with_but_not_stop_there() -> None:
    """Ruling: the limit of two holds on the way, the rest of the stacking rule at the end."""
    g = scene("0406 AL-1UK-A; 0405 AL-3US-A", MOVE, board=CORRIDOR)
    assert refused(g, "move AL-1UK-A 0405") == "5.0b"
    play(g, "move AL-1UK-A", "to 0405")
    assert texts(g) == {"to 0404", "to 0406"}
    assert refused(g, "stay") == "5.0b"
    assert refused(g, "done") == "10.1"
    play(g, "to 0404", "stay")
    assert where(g, "AL-1UK-A") == ["0404"]
    dead_end = scene("0402 AL-1UK-A; 0401 AL-3US-A", MOVE, board=plain(h0401="M", **SEA))
    assert refused(dead_end, "move AL-1UK-A 0401") == "5.0b"
    dead_end.play("move AL-1UK-A")
    assert "to 0401" not in texts(dead_end)


@pytest.mark.rule("anzio:10.3a")
def test_nobody_passes_a_stranger_into_or_out_of_a_zone_in_which_he_must_stop() -> None:
    g = scene("0406 AL-1UK-A; 0405 AL-3US-A; 0403 GE-65-A", MOVE, board=CORRIDOR)
    g.play("move AL-1UK-A 0404")  # through 0405, which is free of zones, into one
    assert where(g, "AL-1UK-A") == ["0404"]
    g = scene("0406 AL-1UK-A; 0405 AL-3US-A; 0404 GE-65-A", MOVE, board=CORRIDOR)
    g.play("move AL-1UK-A")
    assert words(g, "to") == {"0407"}


@pytest.mark.rule("anzio:10.3a")
def test_two_strangers_in_a_row_are_passed_if_the_points_last() -> None:
    row = "0406 AL-1UK-A; 0405 AL-3US-A; 0404 AL-45US-A"
    g = scene(row, MOVE, board=CORRIDOR)
    assert set(g.reach("AL-1UK-A")) == {"0403", "0402", "0407"}
    g.play("move AL-1UK-A 0406-0405-0404-0403")
    assert where(g, "AL-1UK-A") == ["0403"]
    blocked = scene(f"{row}; 0403 AL-36US-A; 0407 AL-34US-A", MOVE, board=CORRIDOR, weather="rainy")
    assert refused(blocked, "move AL-1UK-A") == "5.0b"


@pytest.mark.rule("anzio:10.3a", "anzio:10.5.2")
def test_no_crossing_test_into_a_hex_in_which_one_may_not_stay() -> None:
    """Ruling."""
    board = plain("side river 0403/0404")
    g = scene(f"0404 {TANKS}; 0403 AL-3US-A", MOVE, board=board, options="10.5")
    g.play(f"move {TANKS}")
    assert "to 0403" not in texts(g)
    assert refused(g, "0404-0403-0402") == "5.0b"
    g = scene(f"0404 {TANKS}; 0403 AL-1UK-A", MOVE, board=board, options="10.5")
    g.play(f"move {TANKS}")
    assert "to 0403" in texts(g)
    g = scene(f"0405 {TANKS}; 0404 AL-3US-A", MOVE, board=board, options="10.5")
    play(g, f"move {TANKS}", "to 0404")
    assert "to 0403" not in texts(g)  # a failure would leave it beside the Americans
    assert "to 0504" in texts(g)


@pytest.mark.rule("anzio:10.3b", "anzio:12.1b")
def test_a_unit_may_leave_its_group_but_a_group_fights_together() -> None:
    g = scene("0405 AL-3US-A AL-3US-B; 0402 GE-65-A", MOVE)
    g.play("move AL-3US-A 0403")
    assert where(g, "AL-3US-A", "AL-3US-B") == ["0403", "0405"]
    g = scene("0403 AL-3US-A AL-3US-B; 0402 GE-65-A", "combat allied", initiative="allied")
    assert g.odds("attack 0402 from 0403").lines[0].amount == "12"
    play(g, "attack 0402 go", "roll 2")  # -: nothing happens, and both have attacked
    assert "0403 AL-3US-A(a) AL-3US-B(a)" in g.position
    assert refused(scene("0403 AL-3US-A(a) AL-3US-B; 0402 GE-65-A", "combat allied"), "attack 0402")


@pytest.mark.rule("anzio:10.3c")
def test_enemy_hexes_are_closed() -> None:
    g = scene("0404 AL-504; 0403 GE-65-A; 0504 GE-71-A", MOVE)
    g.play("move AL-504")
    assert refused(g, "to 0403") == "10.3c"
    assert words(g, "to") == {"0305", "0405"}
    g = scene("0405 AL-504; 0402 GE-65-A", MOVE, board=CORRIDOR)
    assert refused(g, "move AL-504 0402") == "10.3c"
    assert refused(g, "move AL-504 0401") == "10.1b"  # no way round


@pytest.mark.rule("anzio:10.4a")
@pytest.mark.parametrize("hex", ["0403", "0405", "0304", "0305", "0504", "0505"])
def test_entering_any_of_the_six_hexes_round_an_enemy_ends_the_move(hex: str) -> None:
    unit, start = {
        "0403": ("AL-RGR", "0402"),
        "0304": ("AL-509", "0204"),
        "0305": ("AL-504", "0205"),
        "0405": ("AL-504", "0406"),
        "0504": ("AL-RGR", "0604"),
        "0505": ("AL-CDO", "0605"),
    }[hex]
    g = scene(f"0404 GE-65-A; {start} {unit}; 0707 AL-1UK-A", MOVE)
    g.play(f"move {unit} {hex}")
    assert where(g, unit) == [hex]
    assert g.decision is not None
    assert g.decision.kind == "move"
    assert refused(g, f"move {unit}") == "10.1"


@pytest.mark.rule("anzio:10.4a")
def test_nobody_goes_through_a_zone() -> None:
    g = scene("0406 AL-504; 0503 GE-65-A; 0707 AL-RGR", MOVE, board=plain(h0304="~", h0305="~"))
    assert refused(g, "move AL-504 0402") == "10.4a"
    g.play("move AL-504")
    assert refused(g, "0406-0405-0404-0403-0402") == "10.4a"
    assert left(g) == 4


@pytest.mark.rule("anzio:10.4a")
def test_a_zone_reaches_across_water_and_a_reduced_unit_has_one() -> None:
    """Ruling: no exception is given."""
    g = scene("0405 AL-504; 0403 GE-65-A(r)", MOVE, board=plain("side river 0403/0404"))
    g.play("move AL-504 0404")
    assert g.phase == "bombardment"


@pytest.mark.rule("anzio:10.4b")
def test_leaving_a_zone_the_first_hex_must_be_outside_every_zone() -> None:
    g = scene("0404 AL-504; 0403 GE-65-A; 0605 GE-71-A", MOVE)
    g.play("move AL-504")
    assert refused(g, "0404-0304") == "10.4b"  # the same enemy's
    assert refused(g, "0404-0505") == "10.4b"  # another's
    assert words(g, "to") == {"0305", "0405"}
    play(g, "to 0405", "to 0505")  # by way of a free hex another zone may be entered
    assert where(g, "AL-504") == ["0505"]


@pytest.mark.rule("anzio:10.4b")
def test_a_friend_in_the_next_hex_does_not_calm_its_zone() -> None:
    g = scene("0404 AL-504; 0304 AL-RGR; 0403 GE-65-A", MOVE)
    assert refused(g, "move AL-504 0404-0304") == "10.4b"
    g.play("move AL-504")
    assert "0304" not in words(g, "to")


@pytest.mark.rule("anzio:10.4a", "anzio:10.1b")
def test_an_order_hex_by_hex_beyond_the_end_of_a_move_is_refused_with_the_cause() -> None:
    g = scene("0404 AL-504; 0402 GE-65-A; 0707 AL-RGR", MOVE)
    assert refused(g, "move AL-504 to 0403 to 0304") == "10.4a"
    assert refused(g, "move AL-504 to 0405 to 0406 to 0407 to 0507 to 0607") == "10.1b"
    g.play("move AL-504 to 0403 stay")  # where the move ends the word is not needed, and no fault
    assert where(g, "AL-504") == ["0403"]


@pytest.mark.rule("anzio:10.4a", "anzio:10.4b")
def test_reach_knows_the_zones() -> None:
    g = scene("0404 AL-504; 0403 GE-65-A", MOVE, board=plain(h0305="~", h0405="~", h0505="~"))
    assert g.reach("AL-504") == {}
    g = scene("0404 AL-504; 0403 GE-65-A", MOVE, board=plain(h0305="~", h0505="~"))
    assert {"0405", "0406"} <= set(g.reach("AL-504"))
    assert {"0304", "0504", "0303", "0503"} & set(g.reach("AL-504")) == set()
    g = scene("0406 AL-504; 0403 GE-65-A; 0606 AL-1UK-A", MOVE)
    assert g.reach("AL-504")["0404"] == Way("2", ("0405", "0404"))
    assert "0402" not in g.reach("AL-504")
    assert "0403" not in g.reach("AL-504")
    g = scene("0406 AL-3US-A; 0405 AL-1UK-A", MOVE)
    assert "0405" not in g.reach("AL-3US-A")  # not a hex to end in
    assert "0404" in g.reach("AL-3US-A")


@pytest.mark.rule("anzio:10.4b")
def test_who_can_only_go_from_zone_to_zone_stays() -> None:
    g = scene("0404 AL-504; 0403 GE-65-A; 0505 GE-65-B; 0305 GE-71-A; 0101 AL-RGR", MOVE)
    assert words(g, "move") == {"AL-RGR"}
    assert refused(g, "move AL-504") == "10.4b"


MOAT = [("0404", n) for n in ("0403", "0405", "0304", "0305", "0504", "0505")]
RIVER = plain("side river 0403/0404", "road road 0504-0503", "side canal 0503/0504")


@pytest.mark.rule("anzio:10.5")
def test_armor_crosses_water_only_by_road_without_the_option() -> None:
    assert "10.5" not in scene(f"0404 {TANKS}", MOVE, board=RIVER).rules.options
    g = scene(f"0404 {TANKS}", MOVE, board=RIVER)
    g.play(f"move {TANKS}")
    assert "to 0403" not in texts(g)
    assert refused(g, "0404-0403") == "10.5"
    for unit in ("GE-3PZG-A", "GE-HG-A", "GE-26PZ-B"):
        g = scene(f"0404 {unit}", GERMANS, board=RIVER)
        assert refused(g, f"move {unit} 0404-0403") == "10.5"
    assert paid(scene(f"0404 {FOOT}", MOVE, board=RIVER), FOOT, "0403") == 2
    assert paid(scene("0404 GE-715-A", GERMANS, board=RIVER), "GE-715-A", "0403") == 2


@pytest.mark.rule("anzio:10.5.1")
@pytest.mark.parametrize("options", ["", "10.5"])
def test_by_road_armor_crosses_freely(options: str) -> None:
    g = scene(f"0504 {TANKS}", MOVE, board=RIVER, options=options)
    assert paid(g, TANKS, "0503") == 1
    assert left(g) == 5
    assert g.rolls == []


@pytest.mark.rule("anzio:10.5", "anzio:10.5.2")
@pytest.mark.parametrize("die", range(1, 7))
def test_off_the_road_armor_crosses_on_3_or_more_and_goes_on(die: int) -> None:
    g = scene(f"0404 {TANKS}; 0707 AL-RGR", MOVE, board=RIVER, options="10.5")
    g.play(f"move {TANKS} 0403")
    assert g.decision is not None
    assert (g.side, g.decision.rule) == ("dice", "10.5.2")
    g.play(f"roll {die}")
    if die >= 3:
        assert where(g, TANKS) == ["0403"]
        assert left(g) == 4
        assert "to 0402" in texts(g)
    else:
        assert where(g, TANKS) == ["0404"]
        assert words(g, "move") == {"AL-RGR"}
        assert refused(g, f"move {TANKS}") == "10.1"


@pytest.mark.rule("anzio:10.5", "anzio:10.5.2")
def test_what_lies_beyond_a_crossing_is_within_reach_only_with_the_option() -> None:
    board = plain(*(f"side river {a}/{b}" for a, b in MOAT))
    for options in ("", "10.5"):
        g = scene(f"0404 {TANKS}", MOVE, board=board, options=options)
        assert ("0402" in g.reach(TANKS)) == bool(options)
        assert g.reach(TANKS).get("0403") == (Way("2", ("0403",)) if options else None)
    g.play(f"move {TANKS} 0402")
    assert g.side == "dice"  # the order waits for the die and goes no further
    g.play("roll 3")
    assert where(g, TANKS) == ["0403"]


@pytest.mark.rule("anzio:10.5.2")
def test_each_crossing_is_tested() -> None:
    board = plain("side river 0403/0404", "side canal 0402/0403")
    g = scene(f"0404 {TANKS}", MOVE, board=board, options="10.5")
    play(g, f"move {TANKS} 0403", "roll 3", "to 0402", "roll 2")
    assert where(g, TANKS) == ["0403"]
    assert [roll.rule for roll in g.rolls] == ["10.5.2", "10.5.2"]
    assert g.phase == "bombardment" or g.decision is not None


@pytest.mark.rule("anzio:10.5.2")
def test_infantry_needs_no_test() -> None:
    g = scene(f"0404 {FOOT}", MOVE, board=RIVER, options="10.5")
    g.play(f"move {FOOT} 0403")
    assert (where(g, FOOT), g.rolls) == (["0403"], [])


@pytest.mark.rule("anzio:10.5.2", "anzio:5.0a")
def test_armor_in_an_overfull_hex_may_try_the_river_and_stay_if_it_fails() -> None:
    banks = ["0403", "0405", "0304", "0305", "0504", "0505"]
    board = plain(*(f"side river 0404/{h}" for h in banks))
    g = scene("0404 GE-HG-A GE-HG-B GE-26PZ-A", GERMANS, board=board, options="10.5")
    assert refused(g, "done") == "5.0a"
    g.play("move GE-HG-A")
    assert words(g, "to") == set(banks)
    play(g, "to 0403", "roll 1", "move GE-HG-B", "to 0403", "roll 1", "move GE-26PZ-A", "to 0403")
    g.play("roll 1")
    assert set(where(g, "GE-HG-A", "GE-HG-B", "GE-26PZ-A")) == {"0404"}
    assert g.phase != "movement"


def test_a_stack_and_a_path_in_one_order() -> None:
    g = scene("0404 AL-3US-A AL-3US-B; 0707 AL-RGR", MOVE, board=PLAIN)
    assert refused(g, "move 0404") == "10.1"  # where to?
    assert refused(g, "move 0101 0202") == "10.1"  # nobody there
    g.play("move 0404 0404-0403-0402")
    assert where(g, "AL-3US-A", "AL-3US-B") == ["0402", "0402"]
    g.play("move AL-RGR 0707-0706-0606")
    assert where(g, "AL-RGR") == ["0606"]
    assert refused(g, "to 0606") == "10.1"
