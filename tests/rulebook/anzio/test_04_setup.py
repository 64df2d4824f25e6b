"""4.0 Setting up."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import PLAIN, play, refused, scene, texts, where, words

import grognard
from grognard import Game

BRITISH = ["AL-1UK-A", "AL-1UK-B", "AL-46RTR", "AL-CDO"]
US = ["AL-RGR", "AL-509", "AL-504", "AL-3US-A", "AL-3US-B"]
GERMAN = [f"GE-{d}-{x}" for d in ("4PARA", "65", "3PZG", "71", "26PZ", "HG") for x in "AB"]
NORTH = {"0101", "0501", "1001", "1101", "1601"}


@pytest.fixture
def g() -> Game:
    return grognard.new("anzio", dice="asked")


@pytest.mark.rule("anzio:4.0a", "anzio:4.0g")
def test_the_allies_set_up_first_each_nationality_round_its_beach(g: Game) -> None:
    assert (g.phase, g.side) == ("set-up", "allied")
    assert words(g, "place") == {*BRITISH, *US}
    for units, beach in ((BRITISH, "0308 0307 0407 0408"), (US, "1010 1009 0910 1110 1111")):
        for unit in units:
            g.play(f"place {unit}")
            assert words(g, "at") == set(beach.split())
            assert g.decision is not None
            assert g.decision.rule == "4.0a"
            g.undo()


@pytest.mark.rule("anzio:4.0a")
def test_elsewhere_the_allies_may_not_set_up(g: Game) -> None:
    assert refused(g, "place AL-1UK-A 1010") == "4.0a"  # the other nation's beach
    assert refused(g, "place AL-3US-A 0308") == "4.0a"
    assert refused(g, "place AL-3US-A 0909") == "4.0a"  # two hexes off
    assert refused(g, "place AL-1UK-A 0309") == "4.0a"  # sea
    assert refused(g, "place GE-65-A") == "4.0a"
    assert refused(g, "default", side="german") == "4.0"


@pytest.mark.rule("anzio:4.0b", "anzio:4.0f")
def test_the_germans_set_up_on_any_north_edge_road_hex(g: Game) -> None:
    g.play("default")
    assert (g.phase, g.side) == ("set-up", "german")
    assert words(g, "place") == set(GERMAN)
    g.play("place GE-HG-A")
    assert words(g, "at") == NORTH
    assert g.decision is not None
    assert g.decision.rule == "4.0b"
    assert refused(g, "at 0201") == "4.0b"  # north edge, no road
    assert refused(g, "at 0502") == "4.0b"  # road, not the edge
    roads = {g.rules.board.label(h) for road in g.rules.board.roads for h in road.hexes}
    assert {h for h in roads if h.endswith("01")} == NORTH


@pytest.mark.rule("anzio:4.0c")
def test_stacking_does_not_apply_to_set_up_hexes(g: Game) -> None:
    for unit in BRITISH:
        g.play(f"place {unit} 0308")
    for unit in US:
        g.play(f"place {unit} 1010")
    for unit in GERMAN:
        g.play(f"place {unit} 0501")
    assert set(where(g, *GERMAN)) == {"0501"}
    assert set(where(g, *BRITISH)) == {"0308"}
    play(g, "roll 3", "roll 1")
    assert (g.turn, g.phase, g.side) == (1, "movement", "german")
    assert "done" in texts(g)  # ruling: the set-up is the entry turn, nobody has to leave yet


@pytest.mark.rule("anzio:4.0c", "anzio:5.0a")
def test_on_turn_2_a_set_up_hex_must_be_legal(g: Game) -> None:
    """Ruling."""
    play(g, "default", "default", "roll 5", "roll 1")  # four Germans each in 0501 and 1101
    play(g, "done", "done", "roll 5", "roll 1")
    while g.phase == "reinforcements":
        g.play(g.legal_actions[0])
    assert (g.turn, g.phase, g.side) == (2, "movement", "german")
    assert refused(g, "done") == "5.0a"


@pytest.mark.rule("anzio:4.0d", "anzio:4.0f", "anzio:4.0g")
def test_a_division_is_both_detachments(g: Game) -> None:
    play(g, "default", "default")
    on_map = {p.id for p in g.rules.pieces(g.state) if p.hex.isdigit()}
    assert on_map == {*BRITISH, *US, *GERMAN}


@pytest.mark.rule("anzio:4.0d")
def test_the_1st_armored_is_a_single_counter() -> None:
    g = scene("later AL-45US-A AL-45US-B AL-1ARM", "reinforcements allied", turn=2, board="")
    assert words(g, "place") == {"AL-45US-A", "AL-45US-B", "AL-1ARM"}


@pytest.mark.rule("anzio:4.0e")
def test_reinforcements_wait_on_the_turn_track(g: Game) -> None:
    assert refused(g, "place AL-45US-A 1010") == "4.0e"
    play(g, "default", "default")
    track: dict[str, set[str]] = {}
    for piece in g.rules.pieces(g.state):
        if not piece.hex.isdigit():
            track.setdefault(piece.hex, set()).add(piece.id.split("-")[1])
    assert track == {
        "turn 2": {"45US", "1ARM"},
        "turn 3": {"56UK", "114", "362", "715", "16SS"},
        "turn 5": {"34US", "29PZG"},
        "turn 7": {"36US"},
    }


@pytest.mark.rule("anzio:4.0a", "anzio:4.0b")
def test_the_default_set_up_is_a_legal_one(g: Game) -> None:
    quick = g.copy()
    play(quick, "default", "default")
    for unit in [*BRITISH, *US, *GERMAN]:
        g.play(f"place {unit} {where(quick, unit)[0]}")
    assert g.rules.pieces(g.state) == quick.rules.pieces(quick.state)
    assert g.phase == quick.phase == "weather"


def test_the_default_fills_in_after_some_were_placed(g: Game) -> None:
    play(g, "place AL-RGR 1111", "default")
    assert where(g, "AL-RGR", "AL-509") == ["1111", "0910"]
    assert g.side == "german"


def test_whoever_has_no_hex_to_set_up_in_waits() -> None:
    """On a drawn board without beaches nothing can be placed, and nothing hangs."""
    g = scene("later AL-RGR GE-65-A; 0404 AL-1UK-A", "set-up allied", turn=0, board=PLAIN)
    assert g.decision is not None
    assert g.decision.kind == "roll"
    assert where(g, "AL-RGR") == ["set-up"]
