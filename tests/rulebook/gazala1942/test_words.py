"""The words of Gazala 1942 that are looked up by their value: all of them, and nothing else."""

from __future__ import annotations

import re

import grognard
from grognard.games import gazala1942
from grognard.games.gazala1942 import words
from grognard.games.gazala1942.replacements import named
from grognard.games.gazala1942.sequence import PHASES
from grognard.games.gazala1942.show import BOXES


def test_the_words_are_what_the_game_says() -> None:
    g = grognard.new("gazala1942", scenario="opening", seed="1")
    boxes = {p.hex for p in g.rules.pieces(g.state) if re.search("[a-z]", p.hex)}
    g.play("default")
    g.play("default")
    while g.phase not in ("split", "movement"):
        g.play("pass" if "pass" in {a.text for a in g.legal_actions} else "done")
    assert set(words.SIDES) == {side.capitalize() for side in g.rules.sides}
    assert set(words.OVERLAYS) == {overlay.kind for overlay in g.rules.overlays(g.state)}
    titles = g.rules.phase_titles
    assert set(words.PHASES) == {titles.get(phase, phase) for phase in PHASES}
    found = {re.sub(r" \d+$", "", box) for box in boxes}
    assert set(words.BOXES) == {*found, *BOXES.values()}
    assert set(words.VERBS) == gazala1942.VERBS
    assert set(words.POOLS) == {str(named(pool)) for pool in gazala1942.POOLS}
    assert set(words.COLUMNS) == set(gazala1942.Gazala().charts.columns)
    dates = {
        date
        for scenario in gazala1942.Gazala.scenarios
        for date in gazala1942.Gazala(scenario=scenario.id).setting.dates
    }
    assert set(words.DATES) == dates
    assert set(words.MARKERS) == set(gazala1942.Gazala().marker_names)
