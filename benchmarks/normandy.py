"""Figures of Normandy '44: random games, the middle of a random campaign, the campaign and its record."""

from __future__ import annotations

import time

import grognard
from grognard.front import Game
from grognard.games.normandy44 import RULES
from grognard.games.normandy44.situation import Situation

from . import series
from .clock import Figure, medians


def random_play(games: int = 8) -> Figure:
    return series.random_play(RULES((), scenario="campaign"), 2_500, games)


def legal_list(game: Game) -> Figure:
    """All answers to the question which unit moves: moves, positions, reserves, trucks, evacuations."""
    g: Situation = game.state
    (spent,) = medians(lambda: g.other_moves(g.movable()), repeats=20)
    answers = len(g.movable()) + len(g.other_moves(g.movable()))
    return Figure(f"Normandy '44: legal list of {answers} answers", spent * 1e3, "ms", 10)


def campaign() -> tuple[Figure, Figure]:
    """A whole campaign by chance, and its record replayed with every die proven."""
    start = time.process_time()
    game = series.playout(RULES((), scenario="campaign"), 5)
    played = time.process_time() - start
    record = game.record
    start = time.process_time()
    again = grognard.load(record)
    replayed = time.process_time() - start
    assert again.position == game.position
    return (
        Figure(f"Normandy '44: campaign of {len(game.trail):,} entries", played, "s", 60),
        Figure("Normandy '44: its record replayed", replayed, "s", 20),
    )


def figures() -> list[Figure]:
    rules = RULES((), scenario="campaign")
    moment = series.playout(rules, 3, turn=10, kind="move")
    return [
        series.random_play(RULES((), scenario="seven"), 2_500),
        random_play(),
        legal_list(moment),
        *series.kernels(moment, 2, 0.3, 0.8, 15),
        *campaign(),
    ]
