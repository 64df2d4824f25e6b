"""How games of the bots of Gazala 1942 go: ``python tools/gazala1942_course.py aida staff staff 12 --seed 1``.

A line of JSON a game: who wins, the days on which places change hands (``+`` to the Axis, ``-`` from it), what
the Axis holds at the end, attacks and impulses a day, steps lost in all, tank steps lost by each half of the
game, the processor time of the longest impulse.  A last line adds them up, also when the run is stopped (by
Ctrl-C, or with ``kill``); a game that fails is told and left out.  A game's seed is also that of its bots;
``--data`` names a folder of corrected data files, ``--sum`` adds up the lines of earlier runs instead of playing.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
from collections import Counter
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import grognard
from grognard import bots
from grognard.games.gazala1942.counters import ALLIED, AXIS, SIDES
from grognard.games.gazala1942.situation import Situation

PLACES = {
    "Bir Hacheim": "0912",
    "Got el Ualeb": "1411",
    "Knightsbridge": "1715",
    "the Guards box": "1716",
    "Acroma": "2317",
    "El Adem": "1621",
    "Tobruk": "2422",
    "Gambut": "1934",
    "2303": "2303",
    "1802": "1802",
    "1404": "1404",
}


def held(state: Situation) -> set[str]:
    """What the Axis controls."""
    board = state.game.board
    return {name for name, h in PLACES.items() if state.controls(AXIS, board.index(h))}


def course(
    scenario: str, axis: str, allied: str, seed: int, data: str | None = None
) -> dict[str, Any]:
    g = grognard.new("gazala1942", scenario=scenario, seed=seed, data=data)
    seats = {
        name: bots.make(bot, g.rules.name)
        for name, bot in zip(g.rules.sides, (axis, allied), strict=True)
    }
    rng, units = Random(seed), g.rules.units
    spent: Counter[tuple[int, int]] = Counter()
    days: dict[str, list[str]] = {}
    lost, tanks = Counter[int](), Counter[tuple[int, int]]()
    fought, drawn, gone = Counter[str](), Counter[int](), Counter[int]()
    now: set[str] | None = None
    while (side := g.side) is not None:
        turn, before, start = g.turn, list(g.state.steps), time.process_time()
        impulse = g.state.impulses
        if now is None and impulse:
            now = held(g.state)
        choice = seats[side].choose(g, rng)
        spent[turn, impulse] += time.process_time() - start
        for event in g.play(choice.order, side):
            if event.kind == "attack" and event.rule in ("8.1", "9.25"):
                fought["armor" if event.rule == "8.1" else "assault"] += 1
            elif event.kind == "eliminated":
                unit = units.find(str(event.facts.get("unit", "")))
                if unit is not None and unit.hq:
                    gone[unit.side] += 1
        if g.state.impulses > impulse and g.turn == turn:
            drawn[g.state.active] += 1
        for u, (old, new) in enumerate(zip(before, g.state.steps, strict=True)):
            if new < old and not units[u].hq:
                lost[units[u].side] += old - new
                if units[u].type == "tank":
                    late = 2 * turn > g.rules.setting.turns
                    tanks[units[u].side, late] += old - new
        if g.turn != turn or g.outcome is not None:
            after = held(g.state)
            date = g.rules.setting.date(turn)
            for name in after ^ (after if now is None else now):
                days.setdefault(name, []).append(("+" if name in after else "-") + date)
            now = after
    assert g.outcome is not None
    played = g.turn
    return {
        "seed": seed,
        "winner": g.outcome.winner,
        "rule": g.outcome.rule,
        "days": days,
        "axis holds": sorted(now or ()),
        "attacks a day": {k: round(n / played, 1) for k, n in sorted(fought.items())},
        "impulses a day": [round(drawn[s] / played, 1) for s in (AXIS, ALLIED)],
        "steps lost": [lost[s] for s in (AXIS, ALLIED)],
        "tank steps lost": [[tanks[s, late] for late in (0, 1)] for s in (AXIS, ALLIED)],
        "HQs lost": [gone[s] for s in (AXIS, ALLIED)],
        "longest impulse": round(max(spent.values()), 2),
        "seconds": round(sum(spent.values()), 1),
    }


def wilson(wins: int, games: int) -> list[int]:
    """The 95 % interval of a share, in percent."""
    z, p = 1.96, wins / games
    middle, half = p + z * z / (2 * games), z * sqrt(p * (1 - p) / games + (z / (2 * games)) ** 2)
    return [round(100 * x / (1 + z * z / games)) for x in (middle - half, middle + half)]


def summary(games: list[dict[str, Any]]) -> dict[str, Any]:
    """Who won how often, when places fell for the first time, losses on the average."""
    number = len(games)
    wins = sum(game["winner"] == SIDES[AXIS] for game in games)
    falls: dict[str, list[str]] = {}
    for game in games:
        for name, changes in game["days"].items():
            first = [day[1:] for day in changes if day[0] == "+"]
            if first:
                falls.setdefault(name, []).append(first[0])
    order = {name: sorted(days, key=_date) for name, days in falls.items()}
    return {
        "games": number,
        "axis wins": wins,
        "interval": wilson(wins, number),
        "falls": {
            name: [len(days), days[len(days) // 4], days[len(days) // 2], days[3 * len(days) // 4]]
            for name, days in sorted(order.items())
        },
        "held at the end": dict(
            sorted(Counter(name for game in games for name in game["axis holds"]).items())
        ),
        "steps lost": [median(game["steps lost"][s] for game in games) for s in (0, 1)],
        "tank steps lost": [
            [median(game["tank steps lost"][s][k] for game in games) for k in (0, 1)]
            for s in (0, 1)
        ],
        "HQs lost": [round(sum(g["HQs lost"][s] for g in games) / number, 1) for s in (0, 1)],
        "longest impulse": max(game["longest impulse"] for game in games),
        "seconds a game": round(sum(game["seconds"] for game in games) / number, 1),
    }


def _date(day: str) -> tuple[bool, int]:
    number, month = day.split()
    return month == "June", int(number)


def play(given: argparse.Namespace) -> list[dict[str, Any]]:
    """One game after another, each told as it ends; what was played counts if the run is stopped."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    games = []
    try:
        for seed in range(given.seed, given.seed + given.games):
            try:
                game = course(given.scenario, given.axis, given.allied, seed, given.data)
            except Exception as fault:
                print(json.dumps({"failed": seed, "why": repr(fault)}), flush=True)
                continue
            games.append(game)
            print(json.dumps(game, ensure_ascii=False), flush=True)
    except KeyboardInterrupt:
        print(json.dumps({"stopped after": len(games)}), flush=True)
    return games


def read(files: list[str]) -> list[dict[str, Any]]:
    """The games of earlier runs, by their lines."""
    lines = [line for name in files for line in Path(name).read_text(encoding="utf-8").splitlines()]
    return [game for line in lines if "winner" in (game := json.loads(line))]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", nargs="?", default="opening")
    parser.add_argument("axis", nargs="?", default="staff")
    parser.add_argument("allied", nargs="?", default="staff")
    parser.add_argument("games", nargs="?", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data")
    parser.add_argument("--sum", nargs="+", metavar="FILE")
    given = parser.parse_args()
    if found := read(given.sum) if given.sum else play(given):
        print(json.dumps(summary(found), ensure_ascii=False))
