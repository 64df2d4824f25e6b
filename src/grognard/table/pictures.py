"""Maps and positions as pictures; an empty map is drawn once for each theme and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

import grognard

from ..board import Place
from ..draw import THEMES, game_svg
from ..draw.boxes import room
from ..draw.game import boxes_of, coast_of
from ..draw.geometry import UNIT, R
from ..draw.map import describe, draw_board
from ..draw.picture import Picture, document
from ..draw.png import png
from ..engine.ruleset import Ruleset

KEPT = 24
IDS = "map"
UNSEEN = ('<rect class="mat"', '<g class="hexes"')
"""How the layers begin that a bare map has not."""

_maps: OrderedDict[Hashable, tuple[str, dict[str, Any]]] = OrderedDict()


def board(
    rules: Ruleset[Any], theme: str = "light", *, bare: bool = False
) -> tuple[str, dict[str, Any]]:
    """The empty map as SVG, and where its hexes lie; KeyError for an unknown theme.

    ``bare``: without the mat and without the hexes to point at, its numbers drawn, for a page that
    lays it on its own mat and knows where they lie.
    """
    look = THEMES[theme]
    key = (rules.name, rules.digest, rules.board.text() if rules.drawn else "", theme, bare)
    found = _maps.get(key)
    if found is None:
        coast = None if rules.drawn else coast_of(rules.name)
        around = room(() if rules.drawn else boxes_of(rules.name), rules.board)
        picture = draw_board(
            rules.board, look, coast, title=rules.title, ids=IDS, room=around, penned=bare
        )
        if bare:
            picture.layers = [layer for layer in picture.layers if not layer.startswith(UNSEEN)]
        svg = document(picture, rules.title, describe(rules.board))
        found = _maps[key] = svg, _frame(rules, picture)
        while len(_maps) > KEPT:
            _maps.popitem(last=False)
    return found


CHIEF = ("city", "box")
"""Kinds of places by which one finds one's way on a whole map."""


def _chief(rules: Ruleset[Any]) -> list[Place]:
    return [place for place in rules.board.places if place.kind in CHIEF]


def _frame(rules: Ruleset[Any], picture: Picture) -> dict[str, Any]:
    label, centres = rules.board.label, picture.lay.centres
    return {
        "name": rules.board.name,
        "orientation": rules.board.grid.orientation,
        "width": picture.width,
        "height": picture.height,
        "unit": UNIT,
        "radius": R,
        "hexes": {
            label(h): [round(centres[h][0], 2), round(centres[h][1], 2)] for h in rules.board.hexes
        },
        "chief": [[label(place.hex), place.name] for place in _chief(rules)],
        "names": [[round(x) for x in corners] for corners in picture.names],
        "terrain": {label(h): rules.board.terrain[h] for h in rules.board.hexes},
    }


def position_svg(position: str, theme: str, seat: str | None, data: str | None = None) -> str:
    """A position, given as text, as a seat may see it (None: as it is)."""
    return game_svg(grognard.load(position, dice="asked", data=data), theme=theme, seat=seat)


def position_png(position: str, theme: str, seat: str | None, data: str | None = None) -> bytes:
    """The same as PNG.  This takes seconds: it is work for another process."""
    return png(position_svg(position, theme, seat, data))
