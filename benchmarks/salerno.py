"""Figures of Salerno '43 on the full map in the middle of a campaign: play, supply, bonds, reach, clone."""

from __future__ import annotations

import random
import statistics
import time

from grognard.front import Game
from grognard.games.salerno43 import RULES, Salerno43
from grognard.games.salerno43.counters import ALLIED, GERMAN
from grognard.games.salerno43.situation import Situation
from grognard.games.zocbond import supply
from grognard.games.zocbond.reach import ends

from .clock import Figure, medians
from .play import chess_per_second, installed


def playout(rules: Salerno43, seed: int, turn: int | None = None) -> Game:
    """A random game to its end, or to the first decision of a turn."""
    game = Game(rules, seed=str(seed))
    rng = random.Random(seed)
    while (ask := game.decision) is not None and game.turn != turn:
        game.play(ask.actions[int(rng.random() * len(ask.actions))])
    return game


def random_play(scenario: str, games: int = 8) -> Figure:
    """Decisions per CPU-second of random games, beside python-chess's random moves if it is installed."""
    rules, chess = RULES((), scenario=scenario), installed("chess")
    playout(rules, 0)
    rates, peers = [], []
    for seed in range(1, games + 1):
        start = time.process_time()
        game = playout(rules, seed)
        decisions = len(game.trail) - len(game.rolls)
        rates.append(decisions / (time.process_time() - start))
        if chess:
            peers.append(chess_per_second(seed))
    return Figure(
        f"Salerno '43, {scenario}: random play",
        statistics.median(rates),
        "decisions/s",
        3_000,
        True,
        "python-chess, random moves" if chess else "",
        statistics.median(peers) if peers else None,
    )


def _supply(g: Situation) -> None:
    g.game.supply_memory.clear()
    for side in (ALLIED, GERMAN):
        for unit in g.in_play(side):
            supply.in_supply(g, unit)


def _bonds(g: Situation) -> None:
    g.bound[ALLIED] = None
    g.bonds(ALLIED)


def figures() -> list[Figure]:
    game = playout(RULES((), scenario="campaign"), 3, turn=12)
    g: Situation = game.state.copy()
    units = [u for side in (ALLIED, GERMAN) for u in g.on_map(side)]

    def reach_all() -> None:
        for unit in units:
            ends(g, unit)

    found = medians(lambda: _supply(g), lambda: _bonds(g), game.copy, g.copy, repeats=50)
    (reach,) = medians(reach_all, repeats=1)
    return [
        random_play("avalanche"),
        random_play("campaign"),
        Figure(f"Salerno '43: supply of all {len(units)} units", found[0] * 1e3, "ms", 1),
        Figure("Salerno '43: bonds of one side", found[1] * 1e3, "ms", 0.3),
        Figure("Salerno '43: reach of one unit", reach * 1e3 / len(units), "ms", 0.5),
        Figure("Salerno '43: clone of a game", found[2] * 1e6, "µs", 60),
        Figure("Salerno '43: clone of the state", found[3] * 1e6, "µs", 60),
    ]
