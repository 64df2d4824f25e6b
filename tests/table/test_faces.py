"""The counters that a page asks for: whatever a unit is called in any language, it is drawn."""

from __future__ import annotations

import pytest

import grognard
from grognard import locale
from grognard.table.looks import LONGEST_NAME


@pytest.mark.parametrize("lang", locale.languages())
@pytest.mark.parametrize("game", grognard.games())
def test_every_name_is_short_enough_to_be_asked_for(game: str, lang: str) -> None:
    """An Italian name of 82 letters was refused, and with it the other counters it was asked with."""
    tr = locale.translator(lang)
    g = grognard.new(game, seed=1)
    names = [tr(piece.name) for piece in g.rules.pieces(g.state)]
    assert max(map(len, names)) <= LONGEST_NAME
