"""Figures of Salerno '43: random games, and the middle of a random campaign."""

from __future__ import annotations

from grognard.games.salerno43 import RULES

from . import series
from .clock import Figure, medians


def legal_list() -> Figure:
    """All whole orders of all units at the busiest movement decision of four campaigns in turn 12."""
    campaign = RULES((), scenario="campaign")
    games = [series.playout(campaign, seed, turn=12, kind="move") for seed in range(4)]
    game = max(games, key=lambda game: len(game.state.movable()) if game.decision else 0)
    units = [game.state.id(u) for u in game.state.movable()]
    whole = sum(len(game.legal_actions.of(unit)) for unit in units)
    (spent,) = medians(lambda: [game.legal_actions.of(unit) for unit in units], repeats=1)
    name = f"{campaign.title}: legal list of {whole:,} orders of {len(units)} units"
    return Figure(name, spent * 1e3, "ms", 30)


def figures() -> list[Figure]:
    campaign = RULES((), scenario="campaign")
    return [
        series.random_play(RULES((), scenario="avalanche"), 3_000),
        series.random_play(campaign, 3_000),
        legal_list(),
        *series.kernels(series.playout(campaign, 3, turn=12), 1, 0.3, 0.5, 60),
    ]
