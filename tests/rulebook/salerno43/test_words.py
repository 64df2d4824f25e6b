"""The words of Salerno '43 that are looked up by their value: all of them, and nothing else."""

from __future__ import annotations

import re

from grognard.games import salerno43
from grognard.games.salerno43 import words
from grognard.games.salerno43.sequence import PHASES


def test_the_words_are_what_the_game_says() -> None:
    rules = salerno43.Salerno43()
    state = rules.start()
    boxes = (piece.hex for piece in rules.pieces(state) if re.search("[a-z]", piece.hex))
    assert set(words.SIDES) == {side.capitalize() for side in rules.sides}
    assert set(words.OVERLAYS) == {overlay.kind for overlay in rules.overlays(state)}
    assert set(words.PHASES) == set(PHASES)
    found = {re.sub(r" \d+$", "", box) for box in boxes}
    assert set(words.BOXES) == {*found, *salerno43.show.WHERE.values()}
    assert list(rules.called) == [unit.id for unit in rules.units]
    assert len(set(rules.called.values())) == len(rules.called)
