"""Positions of Gazala 1942 with a known best plan, solved by the level in the middle.

Opening Moves: 13.19 the Axis must control 0912, 1411 and 1715 at the end of the last turn, the
Allies need one of them.  Nobody disputes 0912 and 1715 here unless a test says so.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.rulebook.gazala1942 import battlefield
from tests.rulebook.gazala1942.tabletop import REAL, scene, where

from grognard import Game, bots
from grognard.bots.search import LEVELS

MIDDLE = LEVELS[len(LEVELS) // 2 - 1].name
AFRIKA, DESERT_RATS = "AX-HQ-AFRIKA", "AL-HQ-7ARM"
LAST = 11
OTHERS = "; 0912 AX-65-101; 1715 AX-19-27"
"""The two objectives that are safe in Axis hands."""
FAR = "; 1020 AL-HQ-7ARM; 1416 AX-HQ-AFRIKA"


def moved(units: str, hq: str, turn: int = LAST) -> Game:
    """After the movement of an impulse; who works at a minefield has no luck (10.84)."""
    side = "axis" if hq.startswith("AX") else "allied"
    g = scene(units, f"activation {side}", impulse=hq, board=REAL, turn=turn, scenario="opening")
    bot = bots.make(MIDDLE, "gazala1942")
    while g.side in (side, "dice") and g.phase in ("split", "movement"):
        g.play("roll 3" if g.side == "dice" else bot.choose(g, random.Random(1)).order)
    return g


def fight(units: str, phase: str = "combat axis", turn: int = LAST) -> Game:
    hq = AFRIKA if phase.endswith("axis") else DESERT_RATS
    where: dict[str, Any] = {"board": REAL, "scenario": "opening"}
    return battlefield.scene(units + FAR, phase, hq=hq, turn=turn, **where)


def answer(g: Game) -> str:
    return str(bots.make(MIDDLE, "gazala1942").choose(g, random.Random(1)).order)


def garrison(g: Game, hex: str) -> set[str]:
    return {piece.id for piece in g.rules.pieces(g.state) if piece.hex == hex}


def near(g: Game, unit: str, hex: str) -> bool:
    board = g.rules.board
    return board.grid.distance(board.index(where(g, unit)), board.index(hex)) == 1


@pytest.mark.rule("gazala1942:13.19")
def test_an_empty_objective_is_taken() -> None:
    """It is the third of three, and the last turn."""
    g = moved(
        "1711 AX-1-21I; 1412 AX-HQ-AFRIKA; 1411 AX-20-27; 0912 AX-65-101; 2322 AL-KDG", AFRIKA
    )
    assert "AX-1-21I" in garrison(g, "1715")


@pytest.mark.rule("gazala1942:13.19")
def test_one_objective_is_enough_for_the_allies() -> None:
    """0912 stands empty, the Axis has nobody in reach who could come first."""
    units = "1117 AL-3IND; 1119 AL-HQ-7ARM; 1411 AX-20-27; 1715 AX-19-27; 0906 AX-65-101"
    assert "AL-3IND" in garrison(moved(units, DESERT_RATS), "0912")


@pytest.mark.rule("gazala1942:13.19")
def test_a_garrison_does_not_leave_for_prey() -> None:
    """A battalion stands in the open beside it; the objective would stand empty at the end."""
    units = "0912 AX-1-21I; 1411 AX-20-27; 1715 AX-19-27; 0910 AX-HQ-AFRIKA; 1013 AL-9-5-BN"
    assert "AX-1-21I" in garrison(moved(units, AFRIKA), "0912")


@pytest.mark.rule("gazala1942:13.19")
def test_the_way_into_an_objective_is_closed() -> None:
    """1411 is empty and 21st Panzer two hexes away: whoever stands in it must be thrown out first."""
    units = "1512 AL-3IND; 1514 AL-HQ-7ARM; 1408 AX-1-21I; 1409 AX-2-21I" + OTHERS
    assert "AL-3IND" in garrison(moved(units, DESERT_RATS), "1411")


@pytest.mark.rule("gazala1942:9.0a1")
def test_troops_come_together_around_the_last_objective() -> None:
    """Only those who stand beside it can attack it."""
    units = "1414 AX-1-21I AX-2-21I; 1314 AX-1-15I AX-1-21T; 1416 AX-HQ-AFRIKA; 1411 AL-9-5-BN"
    g = moved(units + "; 2322 AL-KDG" + OTHERS, AFRIKA)
    names = ("AX-1-21I", "AX-2-21I", "AX-1-15I", "AX-1-21T")
    assert sum(near(g, name, "1411") for name in names) >= 2


@pytest.mark.rule("gazala1942:13.19")
def test_poor_odds_are_better_than_a_lost_game() -> None:
    """9 against 4 in the last impulse: without 1411 the game is lost whatever is saved."""
    g = fight("1410 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e); 1411 AL-150-50(r)" + OTHERS)
    assert answer(g) == "attack 1411"


@pytest.mark.rule("gazala1942:9.23")
def test_good_odds_are_taken() -> None:
    """9 to 1 on an objective, in the middle of the game."""
    g = fight("1410 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e); 1411 AL-9-5-BN", turn=5)
    assert answer(g) == "attack 1411"


@pytest.mark.rule("gazala1942:9.24b")
def test_hopeless_odds_are_left_alone() -> None:
    """2 against 6 are 1 to 3: engineers alone against a whole brigade."""
    g = fight("1410 AX-53-15E(e) AX-1-1-90(e); 1411 AL-150-50 AL-69-50", turn=5)
    assert answer(g) in ("done", "pass")


@pytest.mark.rule("gazala1942:9.24c")
def test_a_headquarters_alone_is_attacked() -> None:
    """Nobody there has any strength: 10 to 1, and nothing can be lost."""
    assert answer(fight("1410 AX-1-21I(e); 1411 AL-HQ-50", turn=5)) == "attack 1411"


@pytest.mark.rule("gazala1942:8.13a")
def test_panzers_engage_light_tanks() -> None:
    """Ten dice against one; a step that is lost may be repaired only on 5 and 6 (8.3)."""
    g = fight("1410 AX-1-21T(e) AX-2-21T(e); 1411 AL-8H-7(r)", "armor axis", turn=5)
    assert answer(g) == "engage 1411"


@pytest.mark.rule("gazala1942:8.2b")
def test_light_tanks_do_not_engage_panzers() -> None:
    """Fire is simultaneous: two dice against ten of tanks and two of flak, which hit on 5."""
    g = fight("1410 AL-8H-7(e); 1411 AX-1-21T AX-2-21T AX-1-18AA", "armor allied", turn=5)
    assert answer(g) == "done"


@pytest.mark.rule("gazala1942:9.32b")
def test_the_last_objective_is_not_given_up_to_spare_steps() -> None:
    """Two hits: one step must go, and another or the hex.  Who retreats has lost the game (13.19)."""
    units = "1410 AX-1-21I(e) AX-2-21I(e) AX-1-15I(e); 1511 AX-2-15I(e) AX-3-15I(e); 1411 AL-150-50"
    g = fight(units + OTHERS)
    for order in ("attack 1411", "all", "support AX-HQ-AFRIKA", "go", "roll 6"):
        g.play(order)
    staff = bots.make("staff", "gazala1942")
    while g.decision is not None and g.decision.kind != "retreat or stand":
        g.play(staff.choose(g, random.Random(1)).order)
    assert g.side == "allied"
    assert answer(g) == "remain"
    g.play("remain")
    assert g.outcome is None or g.outcome.winner == "allied"
    assert garrison(g, "1411") <= {"AL-150-50", "AL-150-50-BN"}
