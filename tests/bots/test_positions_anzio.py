"""Positions of Anzio with a known best plan, solved by the upper of the two levels in the middle: the lower muddles."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from tests.rulebook.anzio.tabletop import REAL, scene

from grognard import Game, bots
from grognard.bots.search import LEVELS

MIDDLE = LEVELS[len(LEVELS) // 2].name
ANZIO, NETTUNO, CAMPOLEONE, CISTERNA = "0610", "0710", "0502", "1303"


def opened(units: str, phase: str, **facts: Any) -> Game:
    return scene(units, phase, board=REAL, **facts)


def moved(g: Game) -> Game:
    """After the movement of the side whose turn it is."""
    side, bot = g.side, bots.make(MIDDLE, "anzio")
    while g.side == side and g.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def answer(g: Game) -> str:
    return str(bots.make(MIDDLE, "anzio").choose(g, random.Random(1)).order)


def holder(g: Game, hex: str) -> str:
    return next((p.side for p in g.rules.pieces(g.state) if p.hex == hex), "")


def beside(g: Game, side: str, hex: str) -> bool:
    """Whether a side stands next to a hex."""
    board = g.rules.board
    near = {board.label(n) for n in board.grid.neighbours[board.index(hex)] if n >= 0}
    return any(p.side == side and p.hex in near for p in g.rules.pieces(g.state))


def reached(g: Game, side: str, hex: str) -> bool:
    """Whether a unit of a side could end its movement in a hex."""
    return any(hex in g.reach(p.id) for p in g.rules.pieces(g.state) if p.side == side)


Solved = Callable[[Game], bool]

MOVEMENTS: dict[str, tuple[str, dict[str, Any], Solved]] = {
    "an empty port is taken": (
        "0606 GE-HG-A GE-HG-B; 0501 GE-65-A; 1010 AL-RGR",
        {"phase": "movement german", "initiative": "german"},
        lambda g: "german" in (holder(g, ANZIO), holder(g, NETTUNO)),
    ),
    "an empty port is taken on the last turn": (
        "0607 GE-65-A; 1301 GE-71-A; 1009 AL-3US-A AL-3US-B",
        {"phase": "movement german", "initiative": "allied", "turn": 12},
        lambda g: "german" in (holder(g, ANZIO), holder(g, NETTUNO)),
    ),
    "nobody walks into a port": (
        "0705 GE-HG-A GE-HG-B; 0505 GE-26PZ-A GE-26PZ-B; 1009 AL-1UK-A; 0407 AL-3US-A AL-3US-B; 0609 AL-RGR",
        {"phase": "movement allied", "initiative": "allied"},
        lambda g: (
            not any(
                port in g.copy().reach(unit)
                for port in (ANZIO, NETTUNO)
                for unit in ("GE-HG-A", "GE-HG-B", "GE-26PZ-A", "GE-26PZ-B")
            )
        ),
    ),
    "both towns are taken at the end": (
        "0503 AL-1UK-A; 1304 AL-3US-A; 1708 GE-65-A; 0610 AL-RGR; 0710 AL-509",
        {"phase": "movement allied", "initiative": "german", "turn": 12},
        lambda g: holder(g, CAMPOLEONE) == holder(g, CISTERNA) == "allied",
    ),
    "a town is not left on the last turn": (
        "0502 AL-1UK-A AL-1UK-B; 1304 AL-3US-A; 1708 GE-65-A; 0504 GE-71-A(r); 0610 AL-RGR; 0710 AL-509",
        {"phase": "movement allied", "initiative": "german", "turn": 12},
        lambda g: holder(g, CAMPOLEONE) == holder(g, CISTERNA) == "allied",
    ),
    "a lost port is attacked at once": (
        "0710 GE-65-A(r); 0610 AL-RGR; 0907 AL-3US-A AL-3US-B; 0807 AL-45US-A AL-45US-B; 0403 GE-71-A",
        {
            "phase": "movement allied",
            "initiative": "german",
            "turn": 8,
            "lines": ["held 0710 7"],
        },
        lambda g: beside(g, "allied", NETTUNO),
    ),
    "the last chance at a town is taken": (
        "0502 AL-1UK-A AL-1UK-B; 1303 AL-509(r); 0610 AL-RGR; 0710 AL-504; 1501 GE-71-A GE-71-B; 1302 GE-HG-A",
        {"phase": "movement german", "initiative": "allied", "turn": 12},
        lambda g: beside(g, "german", CISTERNA),
    ),
}


@pytest.mark.parametrize("name", MOVEMENTS)
def test_a_movement(name: str) -> None:
    units, facts, solved = MOVEMENTS[name]
    assert solved(moved(opened(units, **facts)))


def test_the_last_town_is_attacked() -> None:
    """Without Cisterna it is a draw; nothing can be lost any more."""
    g = opened(
        "0502 AL-1UK-A; 1304 AL-3US-A AL-3US-B; 1303 GE-65-A; 0610 AL-RGR; 0710 AL-509; 0402 GE-71-A(r)",
        "combat allied",
        initiative="german",
        turn=12,
    )
    assert answer(g).startswith("attack 1303 ")


def test_long_odds_are_better_than_a_lost_game() -> None:
    g = opened(
        "0502 AL-1UK-A AL-1UK-B; 1303 AL-3US-A; 1302 GE-HG-A; 0610 AL-RGR; 0710 AL-509",
        "combat german",
        initiative="allied",
        turn=12,
    )
    assert answer(g).startswith("attack 1303 ")


def test_a_game_that_is_won_is_not_risked() -> None:
    """Both towns are held and nobody attacks any more: an attack could only drive us out of one."""
    g = opened(
        "1303 AL-1UK-A; 0502 AL-3US-A AL-3US-B; 0503 GE-71-A; 0610 AL-RGR; 0710 AL-509",
        "combat allied",
        initiative="german",
        turn=12,
    )
    assert answer(g) == "done"


def test_a_port_that_wins_is_not_risked() -> None:
    """The port has been held since the last turn: at the end of this one the game is won."""
    g = opened(
        "0710 GE-65-A GE-65-B; 0609 AL-RGR; 0709 AL-509(r); 1009 AL-3US-A AL-3US-B",
        "combat german",
        initiative="allied",
        turn=8,
        lines=["held 0710 7"],
    )
    assert answer(g) == "done"


def test_the_port_is_entered_after_the_fight() -> None:
    g = opened("0609 GE-HG-A GE-HG-B; 0610 AL-RGR; 1010 AL-3US-A", "combat german")
    g.play("attack 0610 from 0609 go")
    g.play("roll 6")
    assert answer(g) == "advance"


def test_the_town_is_not_left_after_the_fight() -> None:
    g = opened(
        "0502 AL-1UK-A; 1303 AL-3US-A AL-3US-B; 1302 GE-71-A(r); 0610 AL-RGR; 0710 AL-509; 1501 GE-65-A",
        "combat allied",
        initiative="german",
        turn=12,
    )
    g.play("attack 1302 from 1303 go")
    g.play("roll 6")
    assert g.decision is not None
    if g.decision.kind == "retreat":
        g.play(g.legal_actions[0])
    assert answer(g) == "remain"
