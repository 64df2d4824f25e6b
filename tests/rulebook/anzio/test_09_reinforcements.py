"""9.0 Reinforcements, on the real map: Anzio is 0610, Nettuno 0710."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import REAL, counters, play, refused, scene, texts, where, words

from grognard import Game

NORTH = {"0101", "0501", "1001", "1101", "1601"}


def arriving(units: str, side: str = "allied", turn: int = 3) -> Game:
    return scene(units, f"reinforcements {side}", initiative=side, turn=turn, board=REAL)


@pytest.mark.rule("anzio:9.0a")
def test_germans_enter_on_north_edge_roads_before_the_movement() -> None:
    g = arriving("0502 AL-RGR; later GE-114-A GE-114-B", "german")
    assert (g.phase, g.side) == ("reinforcements", "german")
    g.play("place GE-114-A")
    assert words(g, "at") == NORTH  # next to an enemy too
    assert refused(g, "at 0301") == "9.0a"
    assert refused(g, "at 0102") == "9.0a"
    g.play("at 0501")
    assert where(g, "GE-114-A") == ["0501"]


@pytest.mark.rule("anzio:9.0a")
def test_an_entry_hex_held_by_the_enemy_is_closed() -> None:
    g = arriving("0501 AL-RGR; later GE-114-A", "german")
    assert refused(g, "place GE-114-A 0501") == "9.0a"
    g.play("place GE-114-A")
    assert words(g, "at") == NORTH - {"0501"}


@pytest.mark.rule("anzio:9.0a")
def test_who_finds_no_entry_hex_waits_for_the_next_turn() -> None:
    """Ruling."""
    stars = "0101 AL-RGR; 0501 AL-509; 1001 AL-504; 1101 AL-CDO; 1601 AL-1UK-A"
    g = arriving(f"{stars}; later GE-114-A", "german")
    assert (g.phase, where(g, "GE-114-A")) == ("movement", ["turn 3"])
    g = arriving(f"{stars.replace('0101', '0102')}; later GE-114-A", "german", turn=4)
    assert words(g, "place") == {"GE-114-A"}
    play(g, "place GE-114-A 0101")
    assert where(g, "GE-114-A") == ["0101"]


@pytest.mark.rule("anzio:9.0b")
def test_allies_enter_at_anzio_or_nettuno() -> None:
    g = arriving("0404 GE-65-A; later AL-56UK-A AL-56UK-B")
    g.play("place AL-56UK-A")
    assert words(g, "at") == {"0610", "0710"}
    assert refused(g, "at 0609") == "9.0b"
    assert refused(g, "at 0308") == "9.0b"
    g.play("at 0710")
    assert where(g, "AL-56UK-A") == ["0710"]


@pytest.mark.rule("anzio:9.0b")
@pytest.mark.parametrize(("held", "other"), [("0610", "0710"), ("0710", "0610")])
def test_if_the_germans_hold_one_port_the_other_serves(held: str, other: str) -> None:
    g = arriving(f"{held} GE-65-A; later AL-56UK-A")
    g.play("place AL-56UK-A")
    assert words(g, "at") == {other}
    assert refused(g, f"at {held}") == "9.0b"
    assert refused(g, "at 0609") == "9.0b"


@pytest.mark.rule("anzio:9.0c")
def test_if_both_ports_are_german_land_next_to_them_serves() -> None:
    both = "0610 GE-65-A; 0710 GE-65-B"
    g = arriving(f"{both}; later AL-56UK-A")
    g.play("place AL-56UK-A")
    assert words(g, "at") == {"0510", "0609", "0709", "0809"}
    assert refused(g, "at 0610") == "9.0c"
    assert refused(g, "at 0608") == "9.0c"
    assert refused(g, "at 0711") == "9.0c"  # sea


@pytest.mark.rule("anzio:9.0c")
def test_nationalities_do_not_mix_in_such_an_entry_hex() -> None:
    both = "0610 GE-65-A; 0710 GE-65-B"
    g = arriving(
        f"{both}; 0609 AL-3US-A; 0510 AL-1UK-A; 0709 AL-RGR; later AL-56UK-A AL-CDO AL-45US-A"
    )
    g.play("place AL-56UK-A")
    assert refused(g, "at 0609") == "9.0c"
    assert words(g, "at") == {
        "0510",
        "0709",
        "0809",
    }  # another British division, a red star, nobody
    g.undo()
    g.play("place AL-45US-A")
    assert words(g, "at") == {"0609", "0709", "0809"}
    g.undo()
    g.play("place AL-CDO")
    assert words(g, "at") == {"0510", "0609", "0709", "0809"}


@pytest.mark.rule("anzio:9.0c")
def test_at_the_ports_themselves_nationalities_may_mix_on_the_entry_turn() -> None:
    g = arriving("0610 AL-3US-A; later AL-56UK-A AL-56UK-B")
    play(g, "place AL-56UK-A 0610", "place AL-56UK-B 0610")
    assert where(g, "AL-56UK-A", "AL-56UK-B") == ["0610", "0610"]


@pytest.mark.rule("anzio:9.0c")
def test_a_unit_that_could_only_mix_waits_and_says_so() -> None:
    g = arriving(
        "0610 GE-65-A; 0710 GE-65-B; 0609 AL-3US-A; 0510 AL-3US-B; 0709 AL-45US-A; 0809 AL-45US-B;"
        "later AL-56UK-A AL-1ARM"
    )
    assert words(g, "place") == {"AL-1ARM"}
    assert "waits" in str(g.legal_actions.why_not("place AL-56UK-A"))
    assert refused(g, "place AL-56UK-A") == "9.0c"


@pytest.mark.rule("anzio:9.0d")
@pytest.mark.parametrize(("first", "second"), [("allied", "german"), ("german", "allied")])
def test_both_sides_place_before_anybody_moves(first: str, second: str) -> None:
    g = arriving("0404 GE-65-A; later AL-56UK-A GE-114-A", first)
    for side in (first, second):
        assert (g.phase, g.side) == ("reinforcements", side)
        assert (
            refused(g, g.legal_actions[0].text, side=first if side == second else second) == "9.0"
        )
        play(g, str(g.legal_actions[0]))
        play(g, str(g.legal_actions[0]))
    assert (g.phase, g.side) == ("movement", first)


@pytest.mark.rule("anzio:9.0d")
def test_the_entry_hex_costs_nothing() -> None:
    g = arriving("0404 GE-65-A; later AL-56UK-A")
    play(g, "place AL-56UK-A 0610", "move AL-56UK-A")
    assert f"moving AL-56UK-A {counters(g).find('AL-56UK-A').move[2]}" in g.position
    g.play("to 0606")  # four hexes of road
    assert where(g, "AL-56UK-A") == ["0606"]


@pytest.mark.rule("anzio:9.0e-h", "anzio:4.0e")
@pytest.mark.parametrize("turn", range(1, 13))
def test_who_arrives_when(turn: int) -> None:
    later = " ".join(unit.id for unit in counters(arriving("0404 GE-65-A")) if unit.turn >= turn)
    g = scene(f"0404 AL-RGR; 0401 GE-65-A; later {later}", "initiative", turn=turn, board=REAL)
    g.play("roll 6")
    arrivals: set[str] = set()
    while g.phase == "reinforcements":
        arrivals |= words(g, "place")
        g.play(g.legal_actions[0])
    expected: dict[int, str] = {
        2: "AL-45US-A AL-45US-B AL-1ARM",
        3: "AL-56UK-A AL-56UK-B GE-114-A GE-114-B GE-362-A GE-362-B GE-715-A GE-715-B GE-16SS-A GE-16SS-B",
        5: "AL-34US-A AL-34US-B GE-29PZG-A GE-29PZG-B",
        7: "AL-36US-A AL-36US-B",
    }
    assert arrivals == set(expected.get(turn, "").split())


@pytest.mark.rule("anzio:9.0a", "anzio:9.0b")
def test_nobody_comes_before_his_turn_or_twice() -> None:
    g = arriving("0404 GE-65-A; later AL-56UK-A AL-34US-A GE-114-A")
    assert refused(g, "place AL-34US-A") == "9.0g"
    assert refused(g, "place GE-114-A") == "9.0"
    assert texts(g) == {"place AL-56UK-A"}
    play(g, "place AL-56UK-A 0610")
    assert g.side == "german"
    assert refused(g, "place AL-56UK-A") == "9.0"


@pytest.mark.rule("anzio:5.0a", "anzio:4.0c")
def test_the_turn_of_entry_frees_a_reinforcement_from_the_limit_and_only_that_turn() -> None:
    units = "0610 AL-3US-A AL-3US-B; 0701 GE-65-A; later AL-45US-A"
    g = scene(
        units, "reinforcements allied", initiative="allied", turn=2, weather="rainy", board=REAL
    )
    play(g, "place AL-45US-A 0610")
    assert (g.phase, "done" in texts(g)) == ("movement", True)
    play(g, "done", "done", "roll 5", "roll 6")
    assert (g.turn, g.phase, g.side) == (3, "movement", "allied")
    assert refused(g, "done") == "5.0a"
