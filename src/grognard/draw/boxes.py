"""Places beside the map where counters lie: entry areas, reserves, the eliminated."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..board import Board
from ..engine.view import Piece
from .counters import placed
from .geometry import UNIT, Layout, Point, layout, num
from .labels import text_width
from .picture import Picture, clean

TITLE = 20.0
"""The height of a title."""
GAP = 4.0
Room = tuple[float, float, float, float]
"""What boxes need beyond the neat line: left, top, right, bottom."""


@dataclass(frozen=True)
class Box:
    """A box; its measures are in hexes, its upper left corner from the middle of the hex ``near``."""

    name: str
    title: str
    near: str
    at: Point
    size: Point
    always: bool = True
    """Drawn also while nothing lies in it."""
    mark: str = ""
    """Its name in large faint letters, to be read from afar."""


def read_boxes(text: str) -> tuple[Box, ...]:
    """The ``boxes`` of a ``page.json``, their titles in English."""
    try:
        found = json.loads(text).get("boxes", {})
        return tuple(
            Box(
                name,
                str(box["title"]["en"]),
                str(box["near"]),
                (float(box["at"][0]), float(box["at"][1])),
                (float(box["size"][0]), float(box["size"][1])),
                box.get("when") != "used",
                str(box.get("mark", "")),
            )
            for name, box in found.items()
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as bad:
        raise ValueError(f"page.json: boxes: {bad!r}") from None


def corner(box: Box, board: Board, lay: Layout) -> Point:
    x, y = lay.centres[board.index(box.near)]
    return x + box.at[0] * UNIT, y + box.at[1] * UNIT


def room(boxes: Iterable[Box], board: Board) -> Room:
    """How far boxes stand out beyond the neat line."""
    lay = layout(board, 0, 0)
    a, b, c, d = lay.frame
    left = top = right = bottom = 0.0
    for box in boxes:
        x, y = corner(box, board, lay)
        left, top = max(left, a - x), max(top, b - y)
        right = max(right, x + box.size[0] * UNIT - c)
        bottom = max(bottom, y + box.size[1] * UNIT - d)
    return left, top, right, bottom


def deal(box: Box, count: int, largest: float) -> tuple[float, int]:
    """How large counters lie in a box, and how many in a row, so that all find room."""
    wide, tall = box.size[0] * UNIT, box.size[1] * UNIT
    size = min(largest, tall - TITLE - 6, wide - 12)
    while True:
        across = max(1, int((wide - 8) // (size + GAP)))
        if -(-count // across) * (size + GAP) <= tall - TITLE or size < 8:
            return size, across
        size *= 0.95


def draw_boxes(
    p: Picture, boxes: Sequence[Box], held: Mapping[str, Sequence[Piece]], counter: float
) -> None:
    """The boxes in their places with what lies in them."""
    t, out = p.theme, ""
    for box in boxes:
        stack = held.get(box.name, ())
        if not stack and not box.always:
            continue
        x, y = corner(box, p.board, p.lay)
        wide, tall = box.size[0] * UNIT, box.size[1] * UNIT
        fit = min(13.0, (wide - 12) / max(1.0, text_width(box.title, 1.0, bold=True)))
        out += (
            f'<g class="box" data-box="{clean(box.name)}"><rect x="{num(x)}" y="{num(y)}" '
            f'width="{num(wide)}" height="{num(tall)}" rx="6" fill="{t.panel}" '
            f'fill-opacity=".92" stroke="{t.ink}" stroke-width="1.4"/>'
        )
        if box.mark:
            big = min(tall - TITLE, 60.0)
            out += (
                f'<text x="{num(x + wide / 2)}" y="{num(y + TITLE + (tall - TITLE + big * 0.7) / 2)}" '
                f'font-family="serif" font-weight="bold" font-size="{num(big)}" '
                f'text-anchor="middle" fill="{t.ink}" fill-opacity=".12">{clean(box.mark)}</text>'
            )
        out += (
            f'<text x="{num(x + 7)}" y="{num(y + TITLE - 5)}" font-family="serif" '
            f'font-weight="bold" font-size="{num(fit)}" fill="{t.ink}">{clean(box.title)}</text>'
        )
        size, across = deal(box, len(stack), counter)
        for i, piece in enumerate(stack):
            left = x + 6 + i % across * (size + GAP)
            out += placed(piece, left, y + TITLE + i // across * (size + GAP), size)
        out += "</g>"
    p.layer("boxes", out)
