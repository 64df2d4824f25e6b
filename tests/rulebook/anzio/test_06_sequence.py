"""6.0 The sequence of play."""

from __future__ import annotations

import pytest
from tests.rulebook.anzio.tabletop import REAL, play, refused, scene, texts, words

import grognard
from grognard import Game

QUIET = {"move": "done", "bombard": "pass", "attack": "done"}


def walk(g: Game, dice: list[int], until: int) -> list[str]:
    """What is asked until a turn begins, everything declined, reinforcements put anywhere."""
    rolls = iter(dice)
    seen = []
    while g.decision is not None and g.turn < until:
        kind = g.decision.kind
        seen.append(f"{g.decision.rule} roll" if kind == "roll" else f"{kind} {g.side}")
        if kind == "roll":
            g.play(f"roll {next(rolls)}")
        else:
            g.play(QUIET.get(kind) or g.legal_actions[0])
    return seen


CONTACT = "0505 AL-1UK-A; 0605 GE-65-A; later AL-56UK-A GE-114-A"


@pytest.mark.rule("anzio:6.1b", "anzio:8.3", "anzio:12.4a")
@pytest.mark.parametrize(
    ("die", "first", "other"), [(1, "german", "allied"), (6, "allied", "german")]
)
def test_the_phases_of_a_turn_and_who_acts_first(die: int, first: str, other: str) -> None:
    g = scene(CONTACT, "weather", turn=3, board=REAL)
    assert walk(g, [1, die], 4) == [
        "7.0 roll",
        "8.1 roll",
        f"reinforce {first}",
        f"reinforce where {first}",
        f"reinforce {other}",
        f"reinforce where {other}",
        f"move {first}",
        f"move {other}",
        f"bombard {first}",
        f"bombard {other}",
        f"attack {first}",
        f"attack {other}",
    ]


@pytest.mark.rule("anzio:6.1a")
def test_there_are_twelve_turns() -> None:
    g = grognard.new("anzio", dice="asked")
    turns = set()
    while g.decision is not None:
        turns.add(g.turn)
        kind = g.decision.kind
        usual = ({"roll": "roll 3", "set up": "default"} | QUIET).get(kind, "")
        g.play(usual if usual in texts(g) else g.legal_actions[0])
    assert turns == set(range(13))
    assert (g.turn, g.phase) == (12, "end")
    assert g.outcome is not None


@pytest.mark.rule("anzio:6.1a")
def test_the_eleventh_turn_is_not_the_last() -> None:
    g = scene("0404 AL-RGR; 0401 GE-65-A", "combat german", turn=11, initiative="allied")
    assert (g.turn, g.outcome) == (12, None)
    g = scene("0404 AL-RGR; 0401 GE-65-A", "combat german", turn=12, initiative="allied")
    assert g.outcome is not None


def landed(options: tuple[str, ...]) -> Game:
    g = grognard.new("anzio", options=options, dice="asked")
    play(g, "default", "default")
    return g


@pytest.mark.rule("anzio:6.2a")
def test_expanding_the_beachhead_the_allies_move_before_turn_1() -> None:
    g = landed(("6.2",))
    assert (g.turn, g.phase, g.side) == (0, "beachhead", "allied")
    assert words(g, "move") >= {"AL-3US-A", "AL-1UK-B", "AL-46RTR"}
    assert refused(g, "move GE-65-A") == "10.1a"
    assert refused(g, "move AL-3US-A 0905") == "10.1b"  # a normal movement: points count
    assert refused(g, "move AL-3US-A 0910") == "10.3a"
    play(g, "move AL-3US-A 0908", "stay", "done")
    assert g.decision is not None
    assert g.decision.rule == "11.1"
    play(g, "roll 1", "roll 1", "roll 6")
    assert (g.turn, g.phase, g.side) == (1, "movement", "allied")
    assert "move AL-3US-A" in texts(g)  # and moves again


@pytest.mark.rule("anzio:6.2a")
def test_without_the_option_the_first_turn_follows_the_set_up() -> None:
    g = landed(())
    assert (g.turn, g.phase, g.side) == (1, "weather", "dice")


@pytest.mark.rule("anzio:6.2b", "anzio:11.1")
def test_with_the_option_the_landing_is_bombarded_whatever_the_weather() -> None:
    g = landed(("6.2",))
    g.play("done")
    assert g.decision is not None
    assert (g.phase, g.decision.rule, g.state.weather) == ("landing", "11.1", "")
    g.play("roll 5")
    assert (g.turn, g.phase) == (1, "weather")
    play(g, "roll 1")  # clear: the landing is not bombarded a second time
    assert g.phase == "initiative"


@pytest.mark.rule("anzio:12.4a", "anzio:12.2a", "anzio:14.5a")
def test_what_a_group_did_or_suffered_in_combat_is_forgotten_in_the_next_turn() -> None:
    units = "0505 AL-1UK-A AL-1UK-B; 0605 GE-65-A(s); 0504 AL-3US-A(p)"
    g = scene(units, "combat german", turn=3, initiative="allied")
    assert "AL-3US-A(p)" in g.position
    assert "GE-65-A(s)" in g.position
    play(g, "done", "roll 1", "roll 1")
    assert (g.turn, g.phase) == (4, "movement")
    assert "AL-3US-A\n" in g.position
    assert "GE-65-A\n" in g.position
