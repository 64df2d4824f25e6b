"""11.0 Off-map bombardment."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import REAL, play, reduced, refused, scene, texts, where, words

import grognard
from grognard import Game

BOMBARD = "bombardment allied"
SHELLS = "bombardment german"


def landed(weather: int) -> Game:
    g = grognard.new("anzio", dice="asked")
    play(g, "default", "default", f"roll {weather}")
    return g


def rule(g: Game) -> str:
    assert g.decision is not None
    return g.decision.rule


@pytest.mark.rule("anzio:11.1")
def test_in_clear_weather_a_6_flips_an_allied_unit_of_the_germans_choice() -> None:
    g = landed(weather=1)
    assert (g.turn, g.side, rule(g)) == (1, "dice", "11.1")
    g.play("roll 6")
    assert (g.side, rule(g)) == ("german", "11.1")
    allied = {p.id for p in g.rules.pieces(g.state) if p.side == "allied" and p.hex.isdigit()}
    assert words(g, "hit") == allied
    assert refused(g, "hit GE-65-A") == "11.1"
    assert refused(g, "hit AL-45US-A") == "11.1"
    g.play("hit AL-3US-A")
    assert reduced(g) == {"AL-3US-A"}
    assert g.phase == "initiative"


@pytest.mark.rule("anzio:11.1")
@pytest.mark.parametrize("die", range(1, 6))
def test_less_than_a_6_misses_the_landing(die: int) -> None:
    g = landed(weather=2)
    g.play(f"roll {die}")
    assert (g.phase, reduced(g)) == ("initiative", set())


@pytest.mark.rule("anzio:11.1")
@pytest.mark.parametrize("weather", [3, 4, 5, 6])
def test_in_other_weather_the_landing_is_not_bombarded(weather: int) -> None:
    """Ruling: it is the weather of Turn 1 that counts."""
    assert landed(weather).phase == "initiative"


@pytest.mark.rule("anzio:11.1")
def test_the_landing_is_bombarded_once() -> None:
    g = scene("0308 AL-1UK-A; 0501 GE-65-A", "weather", turn=2, board=REAL)
    g.play("roll 1")
    assert g.phase == "initiative"


APART = "0101 AL-RGR; 0107 AL-3US-A AL-3US-B; 0701 GE-65-A GE-65-B; 0707 GE-71-A"


@pytest.mark.rule("anzio:11.2a")
@pytest.mark.parametrize(("first", "second"), [("allied", "german"), ("german", "allied")])
def test_each_side_may_bombard_the_initiative_first(first: str, second: str) -> None:
    g = scene(APART, f"bombardment {first}", initiative=first, turn=1)
    for side in (first, second):
        assert (g.phase, g.side) == ("bombardment", side)
        assert texts(g) == {"bombard", "pass"}
        assert refused(g, "bombard", side=first if side == second else second) == "11.2"
        before = g.state.die
        g.play("pass")
        assert g.state.die == before
    assert g.turn == 2  # nobody in contact: the turn is over, and nobody bombards twice


@pytest.mark.rule("anzio:11.2b")
def test_in_clear_weather_every_enemy_hex_is_a_target() -> None:
    g = scene(APART, BOMBARD, turn=1)
    play(g, "bombard", "roll 6")
    assert words(g, "target") == {"0701", "0707"}
    assert refused(g, "target 0404") == "11.2b"
    assert refused(g, "target 0101") == "11.2b"  # one's own
    g.play("target 0707")
    assert reduced(g) == {"GE-71-A"}


@pytest.mark.rule("anzio:11.2b")
@pytest.mark.parametrize("weather", ["cloudy", "rainy"])
def test_in_other_weather_a_target_must_be_next_to_a_friend(weather: str) -> None:
    near = "0404 AL-RGR; 0403 GE-65-A; 0504 GE-71-A; 0602 GE-HG-A"
    g = scene(near, BOMBARD, turn=1, weather=weather)
    play(g, "bombard", "roll 6")
    assert words(g, "target") == {"0403", "0504"}
    assert refused(g, "target 0602") == "11.2b"


@pytest.mark.rule("anzio:11.2b")
def test_without_a_target_in_sight_nobody_is_asked() -> None:
    g = scene(APART, BOMBARD, turn=1, weather="cloudy", initiative="allied")
    assert (g.turn, g.phase) == (2, "weather")


def rolls(turn: int, phase: str, weather: str = "clear") -> list[str]:
    """The rules of the dice that a bombardment throws."""
    g = scene("0404 AL-3US-A; 0403 GE-65-A", phase, turn=turn, weather=weather)
    g.play("bombard")
    seen = []
    while g.side == "dice":
        seen.append(rule(g))
        g.play("roll 1")
    return seen


@pytest.mark.rule("anzio:11.2c")
def test_one_roll_a_side_and_two_for_the_allies_from_turn_4() -> None:
    assert [len(rolls(turn, BOMBARD)) for turn in (1, 2, 3, 4, 5, 12)] == [1, 1, 1, 2, 2, 2]
    assert [len(rolls(turn, SHELLS, "rainy")) for turn in (1, 3, 4, 12)] == [1, 1, 1, 1]


@pytest.mark.rule("anzio:11.2d")
@pytest.mark.parametrize(("weather", "least"), [("clear", 4), ("cloudy", 6), ("rainy", 6)])
def test_what_hits_by_weather(weather: str, least: int) -> None:
    """Ruling: rain uses the cloudy column."""
    for die in range(1, 7):
        g = scene("0404 AL-RGR; 0403 GE-65-A", BOMBARD, turn=1, weather=weather)
        play(g, "bombard", f"roll {die}")
        assert reduced(g) == ({"GE-65-A"} if die >= least else set())


@pytest.mark.rule("anzio:11.2d")
def test_the_bombarding_side_picks_the_hex_after_the_roll() -> None:
    g = scene(APART, SHELLS, turn=1)
    play(g, "bombard", "roll 1", "roll 4")
    assert (g.side, rule(g), words(g, "target")) == ("german", "11.2d", {"0101", "0107"})
    g.play("target 0101")
    assert reduced(g) == {"AL-RGR"}


@pytest.mark.rule("anzio:11.2e")
def test_a_full_strength_unit_in_the_hex_is_flipped_the_bombarder_chooses() -> None:
    """Ruling: of two full-strength units the bombarding player picks one."""
    g = scene("0404 AL-RGR; 0403 GE-65-A GE-65-B", BOMBARD, turn=1)
    play(g, "bombard", "roll 6")
    assert (g.side, words(g, "hit")) == ("allied", {"GE-65-A", "GE-65-B"})
    g.play("hit GE-65-B")
    assert reduced(g) == {"GE-65-B"}


@pytest.mark.rule("anzio:11.2e")
def test_a_reduced_unit_is_safe_behind_a_full_one() -> None:
    g = scene("0404 AL-RGR; 0403 GE-65-A(r) GE-65-B", BOMBARD, turn=1)
    play(g, "bombard", "roll 6")
    assert reduced(g) == {"GE-65-A", "GE-65-B"}
    assert where(g, "GE-65-A", "GE-65-B") == ["0403", "0403"]


@pytest.mark.rule("anzio:11.2e")
def test_where_all_are_reduced_the_bombarder_eliminates_one() -> None:
    g = scene("0404 AL-RGR; 0403 GE-65-A(r) GE-65-B(r)", BOMBARD, turn=1)
    play(g, "bombard", "roll 6")
    assert (g.side, words(g, "hit")) == ("allied", {"GE-65-A", "GE-65-B"})
    assert refused(g, "hit AL-RGR") == "11.2e"
    g.play("hit GE-65-A")
    assert where(g, "GE-65-A", "GE-65-B") == ["eliminated", "0403"]


@pytest.mark.rule("anzio:11.2f")
def test_two_hits_go_to_different_hexes() -> None:
    g = scene(APART.replace("0707 GE-71-A", "0705 GE-71-A; 0707 GE-HG-A"), BOMBARD, turn=4)
    play(g, "bombard", "roll 6", "roll 6", "target 0701", "hit GE-65-A")
    assert words(g, "target") == {"0705", "0707"}
    assert refused(g, "target 0701") == "11.2f"
    g.play("target 0705")
    assert reduced(g) == {"GE-65-A", "GE-71-A"}


@pytest.mark.rule("anzio:11.2f")
def test_with_one_hex_in_sight_the_second_hit_is_lost() -> None:
    g = scene("0404 AL-RGR; 0403 GE-65-A GE-65-B; 0101 GE-71-A", BOMBARD, turn=4, weather="cloudy")
    play(g, "bombard", "roll 6", "roll 6", "hit GE-65-A")
    assert (g.phase, g.side) != ("bombardment", "allied")
    assert reduced(g) == {"GE-65-A"}


@pytest.mark.rule("anzio:11.3")
def test_a_german_air_attack_in_clear_weather_adds_1() -> None:
    assert rolls(1, SHELLS) == ["11.3", "11.2"]
    for air in range(1, 7):
        for die in (2, 3, 4):
            g = scene("0404 AL-RGR; 0403 GE-65-A", SHELLS, turn=1)
            play(g, "bombard", f"roll {air}", f"roll {die}")
            hit = die + (air >= 5) >= 4
            assert reduced(g) == ({"AL-RGR"} if hit else set())


@pytest.mark.rule("anzio:11.3")
def test_no_german_aircraft_in_other_weather_nor_for_the_allies() -> None:
    assert rolls(1, SHELLS, "cloudy") == rolls(1, SHELLS, "rainy") == ["11.2"]
    assert rolls(1, BOMBARD) == ["11.2"]
