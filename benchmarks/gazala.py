"""Figures of Gazala 1942 on the full map in the middle of an impulse: play, supply, reach, clone, the legal list."""

from __future__ import annotations

import random
import statistics
import time

from grognard.engine.entries import Played
from grognard.front import Game
from grognard.games.gazala1942 import RULES, movement, pools, sheets, steps, supply
from grognard.games.gazala1942.situation import Situation

from .clock import Figure, medians


def playout(scenario: str, seed: int, turn: int | None = None) -> Game:
    """A random game to its end, or to the first movement of a turn."""
    game = Game(RULES((), scenario=scenario), seed=str(seed))
    rng = random.Random(seed)
    while (ask := game.decision) is not None:
        if game.turn == turn and ask.kind == "move":
            break
        game.play(ask.actions[int(rng.random() * len(ask.actions))])
    return game


def random_play(games: int = 8) -> Figure:
    """Decisions per CPU-second of random games of Opening Moves."""
    playout("opening", 0)
    rates = []
    for seed in range(1, games + 1):
        start = time.process_time()
        game = playout("opening", seed)
        decisions = sum(isinstance(entry, Played) for entry in game.trail)
        rates.append(decisions / (time.process_time() - start))
    return Figure("Gazala 1942: random play", statistics.median(rates), "decisions/s", 5_000, True)


def legal_list() -> Figure:
    """Every whole move of every unit of a large impulse."""
    game = playout("opening", 4, turn=2)
    units = [game.rules.units[u].id for u in movement.movable(game.state)]
    whole = sum(len(game.legal_actions.of(unit)) for unit in units)
    (spent,) = medians(lambda: [game.legal_actions.of(unit) for unit in units], repeats=5)
    name = f"Gazala 1942: legal list of {whole:,} orders of {len(units)} units"
    return Figure(name, spent * 1e3, "ms", 5)


def figures() -> list[Figure]:
    game = playout("opening", 3, turn=2)
    g: Situation = game.state.copy()
    units = [*g.on_map(0), *g.on_map(1)]

    def supply_all() -> None:
        supply.check_turn(g)
        g.events.clear()

    def reach_all() -> None:
        for unit in units:
            steps.reach(g, unit)

    def armor_chances() -> None:
        pools.ways.cache_clear()
        for dice, flak in ((20, 0), (12, 8)):
            pools.losses(dice, flak, pools.Target(4, 4, 8), sheets.least(g), 2)

    found = medians(supply_all, game.copy, g.copy, repeats=50)
    (duel,) = medians(armor_chances, repeats=5)
    (reach,) = medians(reach_all, repeats=1)
    return [
        random_play(),
        legal_list(),
        Figure(f"Gazala 1942: supply of all {len(units)} units", found[0] * 1e3, "ms", 1),
        Figure("Gazala 1942: reach of one unit", reach * 1e3 / len(units), "ms", 0.5),
        Figure("Gazala 1942: clone of a game", found[1] * 1e6, "µs", 10),
        Figure("Gazala 1942: clone of the state", found[2] * 1e6, "µs", 10),
        Figure("Gazala 1942: armor combat, 20 dice a side", duel * 1e3, "ms", 10),
    ]
