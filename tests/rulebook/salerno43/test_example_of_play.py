"""The Extended Example of Play, Turn 1, replayed on the map of the game.

The text names few hexes; the others are chosen so that the strengths of the example come out.  (The
battalion of the 141st goes inland here: on the beach it would help the beachhead by 18.1.4.)
"""

from __future__ import annotations

from tests.rulebook.salerno43.field import (
    h,
    hexes,
    kind,
    marked,
    offers,
    rules,
    run,
    state,
    status,
    steps,
    where,
)

import grognard
from grognard import Game

IIA, IIB, I79 = "GE-16Pz-IIa", "GE-16Pz-IIb", "GE-16Pz-I79"
US142, BN142, BH = "US-36-142", "US-36-1-142", "US-BH-Red"


def landed() -> Game:
    """S43-30, S43-31: the seven landings with the dice of the example."""
    g = grognard.new("salerno43", dice="asked")
    run(g, "invade Rangers", "roll 3")
    run(g, "advance US-Rgr-1 to 2406", "advance US-Rgr-3 to 2406", "done")
    run(
        g, "invade Commandos", "roll 4", "assault 2707", "go", "roll 6", "roll 3", "stand", "roll 2"
    )
    run(g, "to 2707", "to 2707")
    run(g, "invade Uncle", "roll 3")
    run(g, "invade Sugar", "roll 5", "advance BR-56-169 to 2811", "advance BR-56-2-6Q to 2811")
    run(g, "invade Roger", "roll 3")
    run(g, "advance BR-56-167 to 2812", "advance BR-56-bn167 to 2812", "advance BR-Greys to 2812")
    run(g, "invade Red", "roll 6", f"advance {US142} to 2715", f"advance {BN142} to 2715")
    run(g, "invade Blue", "roll 4", "advance US-36-141 to 2717", "advance US-36-bn141 to 2717")
    return g


def test_after_the_landings():
    g = landed()
    assert (where(g, "US-Rgr-4"), where(g, "US-Rgr-1")) == ("2407", "2406")
    assert where(g, "BR-2Cdo") == "2707"
    assert where(g, "BR-46-128") == "2710"
    assert state(g).control >> h(g, "2811") & 1
    assert sorted(rules(g).board.label(x) for x in state(g).beachheads()) == [
        "2616",
        "2617",
        "2710",
        "2712",
    ]
    assert (g.phase, g.side) == ("initial", "german")


def german_moves(g: Game) -> Game:
    """S43-32: reinforcements in N1 and S2; the moves that the text describes."""
    run(g, "place GE-HG-rec", "at N1", "place GE-1FJ-I3", "at S2")
    run(g, "move GE-HG-rec to 2605")
    run(g, "move GE-16Pz-StuG to 3113", "move GE-16Pz-ASU to 3113")
    run(g, "truck GE-1FJ-I3 to 3213")
    return g


def test_german_movement():
    g = german_moves(landed())
    assert where(g, "GE-HG-rec") == "2605"
    assert status(g, "GE-16Pz-ASU") == "good"
    assert where(g, "GE-1FJ-I3") == "3213"
    assert marked(g, "GE-1FJ-I3", "far")


def test_the_german_attack_and_breakthrough():
    """S43-33, S43-34: attack J at 4-1, cut to 3-1 by air; breakthrough K against Red Beach."""
    g = german_moves(landed())
    run(g, f"move {IIA} to 2816", f"move {IIB} to 2816", f"move {I79} to 2816", "done")
    run(g, f"attack 2715 with {IIA} with {IIB} with {I79} maf 16Pz")
    assert "asu GE-16Pz-ASU" in offers(g)
    ledger = g.odds(f"attack 2715 with {IIA} with {IIB} with {I79} maf 16Pz asu GE-16Pz-ASU")
    assert ledger.column == "4-1"
    run(g, "asu GE-16Pz-ASU", "go")
    assert (g.side, hexes(g, "air")) == ("allied", {"US"})
    run(g, "air US")
    (told,) = [e for e in g.play("roll 4") if e.kind == "result"]
    assert (told.facts["attack"], told.facts["defence"]) == (10, 6)
    assert (told.facts["column"], told.facts["result"]) == ("3-1", "DR2")
    run(g, "stand", f"lead {BN142}", "naval US", "roll 2")
    while kind(g) == "retreat":
        run(g, next(o for o in ("retreat 2616", "stop", *sorted(offers(g))) if o in offers(g)))
    assert where(g, US142) == where(g, BN142) == "2616"
    assert status(g, US142) == "disrupted"
    assert not state(g).naval & {"US"}
    run(g, f"group {IIA}", f"group {I79}", "go", "to 2715")
    assert "assault 2616" in offers(g)
    run(g, "assault 2616", "maf 16Pz")
    (told,) = [e for e in g.play("roll 1") if e.kind == "result"]
    assert (told.facts["attack"], told.facts["defence"], told.facts["result"]) == (7, 5, "EX")
    run(g, f"lose {IIA}", f"lose {BH}")
    assert where(g, BH) == "dead"
    assert steps(g, IIA) == 1
