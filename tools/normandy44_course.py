"""How games of the bots of Normandy '44 go: ``python tools/normandy44_course.py campaign staff staff 8``.

A line of JSON a game: who wins by which rule, Victory Points, the turn on which places fall, steps lost on
6 June and in all, the processor time of the longest player turn.  Seeds go from 1; a game's seed is also that
of its bots.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from random import Random
from typing import Any

import grognard
from grognard import bots
from grognard.games.normandy44 import Normandy44, victory
from grognard.games.normandy44.counters import ALLIED, GERMAN
from grognard.games.normandy44.situation import Situation
from grognard.hexes import mask_of

PLACES = {
    "Carentan": "2512",
    "Isigny": "2515",
    "Bayeux": "2322",
    "Saint-Lô": "1815",
    "Caumont": "1720",
    "Valognes": "3209",
}


def taken(state: Situation, road: int) -> set[str]:
    """What the Allies hold, in words."""
    board, tables = state.game.board, state.game.tables
    found = {n for n, h in PLACES.items() if state.controls(ALLIED, board.index(h))}
    if not road & (state.occupied[GERMAN] | state.zoc(GERMAN) & ~state.occupied[ALLIED]):
        found.add("beaches linked")
    for name, city in (("Cherbourg", tables.cherbourg), ("Caen", tables.caen)):
        if city & state.control:
            found.add(f"{name} entered")
        if not city & ~state.control:
            found.add(name)
    return found


def course(scenario: str, allied: str, german: str, seed: int) -> dict[str, Any]:
    g = grognard.new("normandy44", scenario=scenario, seed=seed)
    seats = {
        name: bots.make(bot, g.rules.name)
        for name, bot in zip(g.rules.sides, (allied, german), strict=True)
    }
    rng, lost = Random(seed), Counter[tuple[int, int]]()
    spent: dict[tuple[int, str], float] = {}
    first: dict[str, int] = {}
    book = Normandy44(scenario="seven")
    road = mask_of(book.board.index(h) for h in book.setting["road"])
    for unit in book.units:
        if unit.airborne and g.state.hex[unit.index] >= 0:
            lost[1, ALLIED] += unit.steps - g.state.steps[unit.index]
    while (side := g.side) is not None:
        turn, before, start = g.turn, list(g.state.steps), time.process_time()
        choice = seats[side].choose(g, rng)
        took = time.process_time() - start
        spent[turn, side] = spent.get((turn, side), 0.0) + took
        g.play(choice.order, side)
        for u, (old, new) in enumerate(zip(before, g.state.steps, strict=True)):
            lost[turn, g.rules.units[u].side] += max(0, old - new)
        if g.turn != turn or g.outcome is not None:
            for what in taken(g.state, road):
                first.setdefault(what, turn)
    assert g.outcome is not None
    return {
        "seed": seed,
        "winner": g.outcome.winner,
        "rule": g.outcome.rule,
        "turn": g.turn,
        "points": victory.points(g.state),
        "first": first,
        "steps lost on 6 June": [lost[1, ALLIED], lost[1, GERMAN]],
        "steps lost": [sum(n for (_, s), n in lost.items() if s == k) for k in (ALLIED, GERMAN)],
        "longest player turn": round(max(spent.values()), 2),
    }


if __name__ == "__main__":
    name, one, other, games = sys.argv[1:]
    for number in range(1, int(games) + 1):
        print(json.dumps(course(name, one, other, number), ensure_ascii=False), flush=True)
