"""Whole games by chance: they end, nothing that must hold is broken, positions and records come back."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.game import Game
from grognard.games.normandy44 import Normandy44
from grognard.games.normandy44.situation import Situation
from grognard.textdata import in_words

from .field import clear, opened


@pytest.mark.rule(
    "normandy44:3.0a", "normandy44:3.0h", "normandy44:S1.1", "normandy44:S2.1", "normandy44:S3.1a"
)
@pytest.mark.parametrize(
    ("scenario", "options", "turns"),
    [("seven", (), 7), ("seven", ("25.1", "25.3"), 7), ("cherbourg", ("25.2",), 12)],
)
def test_a_game_by_chance_comes_to_its_end(
    scenario: str, options: tuple[str, ...], turns: int
) -> None:
    rules = Normandy44(options, scenario=scenario)
    rng = random.Random(scenario + "".join(options))
    g: Game[Situation] = Game(rules, seed="1944")
    asked = 0
    while g.decision is not None:
        g.play(rng.choice(g.decision.actions))
        asked += 1
        if asked % 50 == 0:
            assert rules.check(g.state) == []
            if g.decision is not None and g.decision.top:
                text = rules.write(g.state)
                assert rules.write(rules.read(in_words(enumerate(text, 1), "position"))) == text
    assert g.outcome is not None
    assert g.turn <= turns


def test_a_record_replays() -> None:
    g = grognard.new("normandy44", seed="6", scenario="seven")
    rng = random.Random(6)
    for _ in range(400):
        assert g.decision is not None
        g.play(rng.choice(g.decision.actions))
    again = grognard.load(g.record)
    assert again.position == g.position


def test_a_cleared_map_has_no_units() -> None:
    state = opened().state.copy()
    clear(state)
    assert not any(state.occupied)
