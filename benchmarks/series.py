"""Figures of the games that share ``games/zocbond``: random play, supply, bonds, reach, clone, on their full maps."""

from __future__ import annotations

import random
import statistics
import time
from typing import Any

from grognard.front import Game
from grognard.games.zocbond import supply as line
from grognard.games.zocbond.field import Field
from grognard.games.zocbond.reach import ends
from grognard.games.zocbond.series import SeriesRules

from .clock import Figure, medians
from .play import chess_per_second, installed

Rules = SeriesRules[Any]


def playout(rules: Rules, seed: int, turn: int | None = None, kind: str = "") -> Game:
    """A random game to its end, or to the first decision of a turn (of a kind)."""
    game = Game(rules, seed=str(seed))
    rng = random.Random(seed)
    while (ask := game.decision) is not None:
        if game.turn == turn and kind in ("", ask.kind):
            break
        game.play(ask.actions[int(rng.random() * len(ask.actions))])
    return game


def random_play(rules: Rules, goal: float, games: int = 8) -> Figure:
    """Decisions per CPU-second of random games, beside python-chess's random moves if it is installed."""
    chess = installed("chess")
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
        f"{rules.title}, {rules.scenario}: random play",
        statistics.median(rates),
        "decisions/s",
        goal,
        True,
        "python-chess, random moves" if chess else "",
        statistics.median(peers) if peers else None,
    )


def kernels(game: Game, supply: float, bonds: float, reach: float, clone: float) -> list[Figure]:
    """Supply of all units, bonds of one side, reach of a unit and clones at a moment, with their goals."""
    g: Field[Any] = game.state.copy()
    units = [u for side in (0, 1) for u in g.on_map(side)]
    title = game.rules.title

    def supply_all() -> None:
        g.game.supply_memory.clear()
        for unit in units:
            line.in_supply(g, unit)

    def bonds_anew() -> None:
        g.bound[0] = None
        g.bonds(0)

    def reach_all() -> None:
        for unit in units:
            ends(g, unit)

    found = medians(supply_all, bonds_anew, game.copy, g.copy, repeats=50)
    (spent,) = medians(reach_all, repeats=1)
    return [
        Figure(f"{title}: supply of all {len(units)} units", found[0] * 1e3, "ms", supply),
        Figure(f"{title}: bonds of one side", found[1] * 1e3, "ms", bonds),
        Figure(f"{title}: reach of one unit", spent * 1e3 / len(units), "ms", reach),
        Figure(f"{title}: clone of a game", found[2] * 1e6, "µs", clone),
        Figure(f"{title}: clone of the state", found[3] * 1e6, "µs", clone),
    ]
