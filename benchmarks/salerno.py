"""Figures of Salerno '43: random games, and the middle of a random campaign."""

from __future__ import annotations

from grognard.games.salerno43 import RULES

from . import series
from .clock import Figure


def figures() -> list[Figure]:
    campaign = RULES((), scenario="campaign")
    return [
        series.random_play(RULES((), scenario="avalanche"), 3_000),
        series.random_play(campaign, 3_000),
        *series.kernels(series.playout(campaign, 3, turn=12), 1, 0.3, 0.5, 60),
    ]
