"""13.0 Victory."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import plain, play, scene

from grognard import Game

TOWNS = plain(
    "place town 0206 Anzio",
    "place town 0606 Nettuno",
    "place town 0202 Campoleone",
    "place town 0602 Cisterna",
    h0206="T",
    h0606="T",
    h0202="T",
    h0602="T",
)
BOTH = "0202 AL-1UK-A; 0602 AL-3US-A"


def last(units: str, turn: int = 12, lines: tuple[str, ...] = ()) -> Game:
    """At the end of a turn in which nobody can fight any more."""
    return scene(units, "end", turn=turn, weather="rainy", board=TOWNS, lines=lines)


def result(g: Game) -> tuple[str | None, str] | None:
    return (g.outcome.winner, g.outcome.rule) if g.outcome else None


def next_turn(g: Game) -> None:
    """Through a turn of rain in which nobody does anything."""
    turn = g.turn
    while g.outcome is None and g.turn == turn:
        assert g.decision is not None
        kind = g.decision.kind
        g.play({"roll": "roll 5", "move": "done", "bombard": "pass", "attack": "done"}[kind])


@pytest.mark.rule("anzio:13.0a")
def test_the_allies_win_with_cisterna_and_campoleone_at_the_end_of_turn_12() -> None:
    assert result(last(f"{BOTH}; 0404 GE-65-A")) == ("allied", "13.0a")
    assert result(last(f"{BOTH}; 0404 GE-65-A", turn=11)) is None
    assert result(last("0202 AL-1UK-A; 0602 GE-65-A")) == (None, "13.0d")
    assert result(last("0202 AL-1UK-A; 0601 AL-3US-A; 0404 GE-65-A")) == (None, "13.0d")


@pytest.mark.rule("anzio:13.0a")
def test_the_allies_win_by_eliminating_the_germans_at_once() -> None:
    g = scene("0404 AL-3US-A AL-3US-B; 0403 GE-65-A(r)", "combat allied", turn=4)
    play(g, "attack 0403 go", "roll 4")
    assert result(g) == ("allied", "13.0a")
    assert (g.turn, g.decision) == (4, None)
    shelled = scene("0404 AL-3US-A; 0403 GE-65-A(r)", "bombardment allied", turn=3)
    play(shelled, "bombard", "roll 6")
    assert result(shelled) == ("allied", "13.0a")


@pytest.mark.rule("anzio:13.0a", "anzio:13.0b")
def test_a_side_with_reinforcements_to_come_is_not_eliminated() -> None:
    """Ruling."""
    g = scene("0404 AL-3US-A AL-3US-B; 0403 GE-65-A(r); later GE-29PZG-A", "combat allied", turn=4)
    play(g, "attack 0403 go", "roll 4", "remain")
    assert g.outcome is None
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-RGR(r); later AL-36US-A", "combat german", turn=4)
    play(g, "attack 0403 go", "roll 4", "remain")
    assert g.outcome is None


@pytest.mark.rule("anzio:13.0b")
def test_the_germans_win_by_eliminating_the_allies_at_once() -> None:
    g = scene("0404 GE-HG-A GE-HG-B; 0403 AL-RGR(r)", "combat german", turn=4)
    play(g, "attack 0403 go", "roll 4")
    assert result(g) == ("german", "13.0b")


@pytest.mark.rule("anzio:13.0b")
@pytest.mark.parametrize("port", ["0206", "0606"])
def test_the_germans_win_by_holding_a_port_for_a_whole_turn_after_taking_it(port: str) -> None:
    near = f"{port[:2]}05"
    g = scene(
        f"{near} GE-65-A; 0404 AL-RGR", "movement german", turn=4, weather="rainy", board=TOWNS
    )
    play(g, f"move GE-65-A {port}", "stay")
    next_turn(g)
    assert (g.turn, g.outcome) == (5, None)  # the turn of capture does not count
    next_turn(g)
    assert (g.turn, result(g)) == (5, ("german", "13.0b"))


@pytest.mark.rule("anzio:13.0b")
def test_a_port_taken_by_an_advance_counts_from_that_turn() -> None:
    g = scene(
        "0205 GE-HG-A GE-HG-B; 0206 AL-RGR; 0404 AL-1UK-A", "combat german", turn=4, board=TOWNS
    )
    play(g, "attack 0206 go", "roll 3", "retreat 0207", "advance", "done")
    assert g.turn == 5
    assert "held 0206 4" in g.rules.write(g.state)
    next_turn(g)
    assert (g.turn, result(g)) == (5, ("german", "13.0b"))


@pytest.mark.rule("anzio:13.0b")
def test_the_hold_must_be_unbroken() -> None:
    g = scene(
        "0206 GE-65-A; 0404 AL-RGR",
        "movement german",
        turn=5,
        weather="rainy",
        board=TOWNS,
        lines=("held 0206 4",),
    )
    away, kept = g.copy(), g.copy()
    play(away, "move GE-65-A 0205 0206", "stay")  # out and back in
    next_turn(away)
    assert (away.turn, away.outcome) == (6, None)
    next_turn(kept)
    assert result(kept) == ("german", "13.0b")


@pytest.mark.rule("anzio:13.0b")
def test_the_town_is_held_by_whoever_relieves_a_comrade_there() -> None:
    g = scene(
        "0206 GE-65-A; 0205 GE-65-B; 0404 AL-RGR",
        "movement german",
        turn=5,
        weather="rainy",
        board=TOWNS,
        lines=("held 0206 4",),
    )
    play(g, "move GE-65-B 0206", "stay", "move GE-65-A 0205", "stay")
    next_turn(g)
    assert result(g) == ("german", "13.0b")


@pytest.mark.rule("anzio:13.0c")
def test_the_germans_win_by_a_port_at_the_end_of_turn_12_even_just_taken() -> None:
    for port in ("0206", "0606"):
        g = last(f"{port} GE-65-A; 0404 AL-RGR", lines=(f"held {port} 12",))
        assert result(g) == ("german", "13.0c")
        assert result(last(f"{port} GE-65-A; 0404 AL-RGR", 11, (f"held {port} 11",))) is None


@pytest.mark.rule("anzio:13.0d")
def test_anything_else_is_a_draw_even_if_both_hold_their_towns() -> None:
    assert result(last("0404 AL-RGR; 0401 GE-65-A")) == (None, "13.0d")
    assert result(last(f"{BOTH}; 0206 GE-65-A", lines=("held 0206 12",))) == (None, "13.0d")
    # ruling: at the end of Turn 12 the draw clause decides also if the port was taken long ago
    assert result(last(f"{BOTH}; 0206 GE-65-A", lines=("held 0206 11",))) == (None, "13.0d")
    # a turn earlier the whole turn of holding decides
    early = last(f"{BOTH}; 0206 GE-65-A", 11, ("held 0206 10",))
    assert result(early) == ("german", "13.0b")
