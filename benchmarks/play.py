"""Figures of whole games: random play, clones, legal lists, texts, import, memory."""

from __future__ import annotations

import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable

import grognard
from grognard.front import Game
from grognard.lab import openspiel

from .clock import Figure, medians

GAME = "anzio"


def playout(seed: int, limit: int | None = None) -> Game:
    """A random game to its end, or to so many decisions."""
    game = grognard.new(GAME, seed=seed)
    rng = random.Random(seed)
    done = 0
    while (ask := game.decision) is not None and done != limit:
        game.play(ask.actions[int(rng.random() * len(ask.actions))])
        done += 1
    return game


def _decisions_per_second(seed: int) -> float:
    start = time.process_time()
    game = playout(seed)
    return (len(game.trail) - len(game.rolls)) / (time.process_time() - start)


def chess_per_second(seed: int) -> float:
    import chess

    board, rng = chess.Board(), random.Random(seed)
    start, moves = time.process_time(), 0
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(rng.random() * len(legal))])
        moves += 1
    return moves / (time.process_time() - start)


def _nodes_per_second(seed: int) -> float:
    state, rng = openspiel.Game(GAME).new_initial_state(), random.Random(seed)
    start, steps = time.process_time(), 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        steps += 1
    return steps / (time.process_time() - start)


def random_play(games: int = 20) -> Figure:
    """Decisions per CPU-second of random play, and python-chess's moves if it is installed."""
    playout(0)
    rates: list[tuple[float, float | None]] = []
    chess = installed("chess")
    for seed in range(1, games + 1):
        rates.append((_decisions_per_second(seed), chess_per_second(seed) if chess else None))
    peers = [peer for _, peer in rates if peer is not None]
    return Figure(
        "random play",
        statistics.median(rate for rate, _ in rates),
        "decisions/s",
        8_000,
        True,
        "python-chess, random moves" if chess else "",
        statistics.median(peers) if peers else None,
    )


def installed(name: str) -> bool:
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def adapter_play(games: int = 5) -> Figure:
    """Random play through the OpenSpiel shape, choices and dice."""
    rates = [_nodes_per_second(seed) for seed in range(games)]
    return Figure("random play, OpenSpiel shape", statistics.median(rates), "steps/s", None, True)


def clone() -> list[Figure]:
    """Cloning a game in its middle, alone and with the next choice made in the clone."""
    game = playout(1, 600)

    def branch() -> None:
        twin = game.copy()
        twin.play(twin.legal_actions[0])

    alone, on = medians(game.copy, branch, repeats=300)
    return [
        Figure("clone", alone * 1e6, "µs", 10),
        Figure("clone and one choice", on * 1e6, "µs"),
    ]


def busiest(games: int = 5) -> tuple[Game, list[str]]:
    """The movement decision with the most whole moves in some random games, and its units."""
    best, found = -1, None
    for seed in range(games):
        game, rng = grognard.new(GAME, seed=seed), random.Random(seed)
        while (ask := game.decision) is not None:
            if ask.kind == "move":
                units = [action.word for action in ask.actions if action.verb == "move"]
                moves = sum(len(game.legal_actions.of(unit)) for unit in units)
                if moves > best:
                    best, found = moves, (game.copy(), units)
            game.play(ask.actions[int(rng.random() * len(ask.actions))])
    assert found is not None
    return found


def legal_list() -> Figure:
    """All whole moves of all units at the busiest moment of a movement phase."""
    game, units = busiest()
    moves = sum(len(game.legal_actions.of(unit)) for unit in units)
    (spent,) = medians(lambda: [game.legal_actions.of(unit) for unit in units], repeats=10)
    return Figure(f"legal list: {moves} moves of {len(units)} units", spent * 1e3, "ms", 2)


def position_size(games: int = 3) -> Figure:
    """The longest position text of some random games."""
    longest = 0
    for seed in range(games):
        game, rng = grognard.new(GAME, seed=seed), random.Random(seed)
        while (ask := game.decision) is not None:
            longest = max(longest, len(game.position.encode()))
            game.play(ask.actions[int(rng.random() * len(ask.actions))])
    return Figure("position text, longest", longest, "bytes", 4_096)


def import_time(rounds: int = 7) -> Figure:
    """CPU time of ``import grognard`` in a fresh process with compiled modules, as installed."""
    code = "import time; t = time.process_time(); import grognard; print(time.process_time() - t)"
    with tempfile.TemporaryDirectory() as compiled:
        env = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        env.pop("PYTHONDONTWRITEBYTECODE", None)

        def once() -> float:
            done = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, check=True, text=True, env=env
            )
            return float(done.stdout)

        once()
        spent = statistics.median(once() for _ in range(rounds))
    return Figure("import, CPU time", spent * 1e3, "ms", 100)


def memory() -> Figure:
    """What one finished game holds beyond the map and rules that all games share."""
    playout(1)
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        game = playout(1)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert game.outcome is not None
    return Figure("memory of a finished game", (after - before) / 1024, "KB", 1_024)


def figures() -> list[Figure]:
    singles: list[Callable[[], Figure]] = [
        random_play,
        adapter_play,
        legal_list,
        position_size,
        import_time,
        memory,
    ]
    return [*(measure() for measure in singles), *clone()]
