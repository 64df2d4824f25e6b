"""The words of Anzio that are looked up by their value: all of them, and nothing else."""

from __future__ import annotations

import re

from grognard.games import anzio
from grognard.games.anzio import words
from grognard.games.anzio.counters import NATIONALITIES
from grognard.games.anzio.sequence import PHASES


def test_the_words_are_what_the_game_says() -> None:
    rules = anzio.Anzio(["solitaire"])
    state = rules.start()
    boxes = (piece.hex for piece in rules.pieces(state) if re.search("[a-z]", piece.hex))
    assert set(words.SIDES) == {side.capitalize() for side in rules.sides}
    assert set(words.OVERLAYS) == {overlay.kind for overlay in rules.overlays(state)}
    assert set(words.NATIONALITIES) == set(NATIONALITIES)
    assert set(words.PHASES) == set(PHASES)
    assert set(words.BOXES) == {re.sub(r" \d+$", "", box) for box in boxes}
    assert set(words.VERBS) == anzio.VERBS
    assert set(words.TACTICS) == set(rules.charts.tactic_names.values())
    assert set(words.COLUMNS) == {*rules.charts.columns, *rules.charts.tactic_columns}
    assert set(words.UNITS) == {unit.name for unit in rules.units if unit.id not in rules.called}
