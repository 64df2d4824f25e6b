"""Positions of Salerno '43 with a known best plan, solved by the level in the middle."""

from __future__ import annotations

import random

from tests.rulebook.salerno43.field import field, real, rules, state, unit

from grognard import Game, bots
from grognard.bots.search import LEVELS
from grognard.games.salerno43 import victory
from grognard.games.zocbond import attacks, reach

MIDDLE = LEVELS[len(LEVELS) // 2 - 1].name
BEACH = {"0101": "US-BH-Red"}
UNCLE = {"2710": "BR-BH-Uncle", "2707": "BR-2Cdo"}
SALERNO, EBOLI, ALTAVILLA = "2707", "3213", "3116"


def answer(g: Game) -> str:
    return str(bots.make(MIDDLE, "salerno43").choose(g, random.Random(1)).order)


def moved(g: Game) -> Game:
    """The position after the movement of the side whose turn it is."""
    side, bot = g.side, bots.make(MIDDLE, "salerno43")
    while g.side == side and g.phase == "movement":
        g.play(bot.choose(g, random.Random(1)).order)
    return g


def controls(g: Game, side: int, label: str) -> bool:
    return state(g).controls(side, rules(g).board.index(label))


def beside(g: Game, names: tuple[str, ...], label: str) -> bool:
    """Whether one of these units could attack a hex from where it stands."""
    able = attacks.targets(state(g)).get(rules(g).board.index(label), ())
    return any(unit(g, name) in able for name in names)


def reached(g: Game, side: int, names: tuple[str, ...], label: str) -> bool:
    """Whether one of these units could end its next movement in a hex."""
    s = state(g).copy()
    s.active, s.phase, s.moved, s.far = side, "movement", 0, 0
    return any(rules(g).board.index(label) in reach.ends(s, unit(g, name)) for name in names)


def test_good_odds_are_taken() -> None:
    units = BEACH | {"0404": "US-36-143 US-Tk-191", "0504": "GE-15PG-I115(r)"}
    assert answer(field(units, phase="combat allied")).startswith("attack 0504 with US-36-143")


def test_nobody_attacks_uphill_at_bad_odds() -> None:
    units = BEACH | {"0404": "US-36-1-142", "0504": "GE-29PG-71 GE-29PG-I15 GE-29PG-129Pz"}
    g = field(units, phase="combat allied", terrain={"h": "0504"})
    assert answer(g) == "done"


def test_a_division_comes_together_to_attack() -> None:
    units = BEACH | {"0203": "US-36-143", "0205": "US-36-142 US-36-141", "0504": "GE-29PG-71(r)"}
    g = moved(field(units, phase="movement allied"))
    near = set(attacks.targets(state(g)).get(rules(g).board.index("0504"), ()))
    assert len({unit(g, f"US-36-{name}") for name in ("143", "142", "141")} & near) >= 2


def test_guns_alone_are_overrun() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142 US-Tk-191", "0504": "GE-29PG-ASU"}
    assert answer(field(units, phase="movement allied")).startswith("autods 0504 ")


def test_eboli_is_taken_this_turn() -> None:
    """It lies open and is in supply."""
    units = UNCLE | {"3012": "BR-46-138", "3113": "BR-46-139", "3203": "GE-29PG-I15"}
    lines = "control 2710 2707 3012 2811"
    assert controls(moved(real(units, phase="movement allied", turn=7, lines=lines)), 0, EBOLI)


def test_the_last_movement_wins_the_game() -> None:
    """S1.2 Two points are missing, places lie open, and nobody comes after it."""
    units = UNCLE | {
        "2712": "BR-BH-Roger",
        "2616": "US-BH-Red",
        "2617": "US-BH-Blue",
        "2911": "BR-56-201G",
        "3113": "BR-46-139",
        "2706": "BR-46-138",
        "3203": "GE-29PG-I15",
    }
    lines = "control 2710 2707 2811 2407 2418 2716"
    g = real(units, phase="movement allied", turn=8, lines=lines)
    assert victory.points(state(g)) == rules(g).needed - 2
    assert victory.points(state(moved(g))) >= rules(g).needed


def test_the_road_to_eboli_is_closed() -> None:
    units = {
        "2707": "BR-46-138 BR-46-139",
        "3012": "BR-7A-131 BR-7A-11H",
        "3215": "GE-29PG-I15 GE-29PG-II15 GE-29PG-71",
    }
    lines = "control 2707 3012 2811 2716 2605"
    g = real(units, phase="movement german", turn=6, lines=lines)
    brigade = ("BR-7A-131", "BR-7A-11H")
    assert reached(g, 0, brigade, EBOLI)
    assert not reached(moved(g), 0, brigade, EBOLI)


def test_an_open_place_that_counts_is_taken_back() -> None:
    """Altavilla is theirs and empty; the Germans stand beside it."""
    units = {
        "2616": "US-BH-Red US-36-141",
        "3216": "GE-29PG-I15 GE-29PG-71",
        "3316": "GE-29PG-II15",
    }
    g = moved(real(units, phase="movement german", turn=6, lines="control 2616 2716 3116"))
    assert controls(g, 1, ALTAVILLA)


def test_a_beachhead_alone_is_attacked() -> None:
    units = {
        "2616": "US-BH-Red",
        "2712": "BR-BH-Roger BR-46-138",
        "2716": "GE-16Pz-I79 GE-16Pz-II79",
        "2816": "GE-16Pz-I64 GE-16Pz-II64",
    }
    g = real(units, phase="combat german", turn=3, lines="control 2616 2712")
    assert answer(g).startswith("attack 2616 ")


def test_the_beachhead_is_marched_on() -> None:
    """It can be reached and has no troops: whoever can attacks it."""
    units = {
        "2616": "US-BH-Red",
        "2712": "BR-BH-Roger BR-46-138",
        "2915": "GE-16Pz-I79 GE-16Pz-II79",
        "3014": "GE-16Pz-I64 GE-16Pz-II64",
    }
    g = moved(real(units, phase="movement german", turn=3, lines="control 2616 2712"))
    names = ("GE-16Pz-I79", "GE-16Pz-II79", "GE-16Pz-I64", "GE-16Pz-II64")
    assert beside(g, names, "2616")


def test_salerno_is_not_left_to_a_patrol() -> None:
    """Two Victory Points, and a German battalion within reach of them."""
    units = {
        "2710": "BR-BH-Uncle",
        "2707": "BR-46-138",
        "2705": "GE-HG-I1 GE-HG-II1",
        "3203": "GE-29PG-I15",
    }
    lines = "control 2710 2707 2811"
    g = moved(real(units, phase="movement allied", turn=6, lines=lines))
    assert not reached(g, 1, ("GE-HG-I1", "GE-HG-II1"), SALERNO)


def test_trapped_troops_stand() -> None:
    units = BEACH | {"0404": "US-36-143 US-36-142", "0504": "GE-29PG-I15"}
    g = field(units, phase="combat allied")
    g.play("attack 0504 from 0404 maf 36 go")
    for face in range(1, 7):
        trial = g.copy()
        trial.play(f"roll {face}")
        if trial.decision is not None and trial.decision.kind == "stand":
            assert answer(trial) == "stand"
            return
    raise AssertionError("no die asks for a stand")
