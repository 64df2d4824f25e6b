"""The words of Normandy '44 that are looked up by their value: all of them, and nothing else."""

from __future__ import annotations

import re

from grognard.games import normandy44
from grognard.games.normandy44 import show, words
from grognard.games.normandy44.sequence import PHASES


def test_the_words_are_what_the_game_says() -> None:
    rules = normandy44.Normandy44(scenario="campaign")
    state = rules.start()
    boxes = (piece.hex for piece in rules.pieces(state) if re.search("[a-z]", piece.hex))
    assert set(words.SIDES) == {side.capitalize() for side in rules.sides}
    seats = rules.seating("campaign", ("24a", "24b"))
    assert set(words.SEATS) == {seat.replace("_", " ").title() for seat in seats}
    assert set(words.OVERLAYS) == {overlay.kind for overlay in rules.overlays(state)}
    assert set(words.PHASES) == set(PHASES)
    found = {re.sub(r" \d+$", "", box) for box in boxes}
    assert set(words.BOXES) == {*found, *show.WHERE.values()}
    assert (rules.charts.name(-1),) == words.COLUMNS
    assert list(rules.called) == [unit.id for unit in rules.units]
    assert len(set(rules.called.values())) == len(rules.called)
