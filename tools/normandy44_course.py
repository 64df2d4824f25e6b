"""How games of the bots of Normandy '44 go: ``python tools/normandy44_course.py campaign staff staff 8 --seed 1``.

A line of JSON a game, as soon as it ends: who wins by which rule, Victory Points, the turn on which places fall,
attacks made, steps lost on 6 June and in all, how far apart German divisions stand, the processor time of the longest player turn.  A last line adds
them up.  Seeds go up from the first; a game's seed is also that of its bots.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from itertools import combinations
from random import Random
from statistics import mean, median
from typing import Any

import grognard
from grognard import bots
from grognard.games.normandy44 import Normandy44, victory
from grognard.games.normandy44.counters import ALLIED, GERMAN, SIDES
from grognard.games.normandy44.situation import Situation
from grognard.hexes import mask_of
from grognard.lab.statistics import wilson

PLACES = {
    "Carentan": "2512",
    "Isigny": "2515",
    "Bayeux": "2322",
    "Saint-Lô": "1815",
    "Caumont": "1720",
    "Valognes": "3209",
}


WHOLE, EVERY = 3, 4
"""Of how many units at least a division is looked at, and on which turns."""


def taken(state: Situation, road: int) -> set[str]:
    """What the Allies hold, in words."""
    board, tables = state.game.board, state.game.tables
    found = {n for n, h in PLACES.items() if state.controls(ALLIED, board.index(h))}
    if not road & (state.occupied[GERMAN] | state.zoc(GERMAN) & ~state.occupied[ALLIED]):
        found.add("beaches linked")
    if state.game.scenario == "cherbourg":
        _, inside, cut = victory.siege(state)
        found |= {"inside the perimeter"} if inside else set()
        found |= {"peninsula cut"} if cut else set()
    for name, city in (("Cherbourg", tables.cherbourg), ("Caen", tables.caen)):
        if city & state.control:
            found.add(f"{name} entered")
        if not city & ~state.control:
            found.add(name)
    return found


def apart(state: Situation) -> float:
    """How many hexes the units of a German division of three or more are apart, on average."""
    units, distance = state.game.units.units, state.game.board.grid.distance
    divisions: dict[str, list[int]] = {}
    for u in state.on_map(GERMAN):
        divisions.setdefault(units[u].formation, []).append(state.hex[u])
    found = [
        mean(distance(a, b) for a, b in combinations(hexes, 2))
        for name, hexes in divisions.items()
        if name and len(hexes) >= WHOLE
    ]
    return mean(found) if found else 0.0


def course(scenario: str, allied: str, german: str, seed: int) -> dict[str, Any]:
    g = grognard.new("normandy44", scenario=scenario, seed=seed)
    seats = {
        name: bots.make(bot, g.rules.name)
        for name, bot in zip(g.rules.sides, (allied, german), strict=True)
    }
    rng, lost = Random(seed), Counter[tuple[int, int]]()
    spent: dict[tuple[int, str], float] = {}
    first: dict[str, int] = {}
    spread: dict[int, float] = {}
    fought = Counter[str]()
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
        for event in g.play(choice.order, side):
            fought[side] += event.kind == "attack"
        for u, (old, new) in enumerate(zip(before, g.state.steps, strict=True)):
            lost[turn, g.rules.units[u].side] += max(0, old - new)
        if g.turn != turn or g.outcome is not None:
            spread[turn] = round(apart(g.state), 1)
            for what in taken(g.state, road):
                first.setdefault(what, turn)
    assert g.outcome is not None
    return {
        "seed": seed,
        "winner": g.outcome.winner,
        "rule": g.outcome.rule,
        "why": str(g.outcome.reason),
        "turn": g.turn,
        "points": victory.points(g.state),
        "first": first,
        "attacks": [fought[side] for side in g.rules.sides],
        "steps lost on 6 June": [lost[1, ALLIED], lost[1, GERMAN]],
        "steps lost": [sum(n for (_, s), n in lost.items() if s == k) for k in (ALLIED, GERMAN)],
        "hexes apart": [spread[t] for t in sorted(spread) if not t % EVERY],
        "longest player turn": round(max(spent.values()), 2),
        "seconds": round(sum(spent.values()), 1),
    }


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Who won how often, in how many games and on which turn places fell, losses: medians."""
    number = len(games)
    wins = sum(game["winner"] == SIDES[ALLIED] for game in games)
    falls: dict[str, list[int]] = {}
    for game in games:
        for name, turn in game["first"].items():
            falls.setdefault(name, []).append(turn)
    apart = [game["hexes apart"] for game in games]
    both = ("attacks", "steps lost on 6 June", "steps lost")
    return {
        "games": number,
        "allied wins": wins,
        "interval": [round(100 * x) for x in wilson(wins, number)],
        "points": sorted(game["points"] for game in games),
        "falls": {
            name: {"games": len(turns), "first": min(turns), "median": median(turns)}
            for name, turns in sorted(falls.items())
        },
        **{what: [median(game[what][s] for game in games) for s in (0, 1)] for what in both},
        "hexes apart": [
            round(mean(row[k] for row in apart if k < len(row)), 1)
            for k in range(max(map(len, apart)))
        ],
        "longest player turn": max(game["longest player turn"] for game in games),
        "seconds a game": round(sum(game["seconds"] for game in games) / number, 1),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario")
    parser.add_argument("allied")
    parser.add_argument("german")
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    played = []
    for seed in range(given.seed, given.seed + given.games):
        game = course(given.scenario, given.allied, given.german, seed)
        played.append(game)
        print(json.dumps(game, ensure_ascii=False), flush=True)
    print(json.dumps(summary(played), ensure_ascii=False))
