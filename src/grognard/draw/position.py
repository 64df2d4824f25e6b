"""A situation as a picture: map, counters, boxes beside the map, overlays.  Pure functions."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..board import Board
from ..engine.view import Piece
from .boxes import Box, draw_boxes, room
from .counters import account_of, placed
from .geometry import (
    UNIT,
    Cells,
    Layout,
    Point,
    R,
    dist,
    num,
    outlines,
    pt,
    spline,
    toward,
)
from .labels import text_width
from .map import describe, draw_board
from .picture import EDGE, Coast, Picture, clean, document, words
from .style import Theme, theme_of

COUNTER = UNIT * 0.64
"""Size of a counter on the map."""


@dataclass(frozen=True)
class Reach:
    """Where a unit can go, and what is written there (a cost)."""

    costs: Mapping[str, str]


@dataclass(frozen=True)
class Zoc:
    """The hexes that a side controls; each side has a hatching of its own."""

    side: str
    hexes: Sequence[str]


@dataclass(frozen=True)
class Arrow:
    """From hex to hex; ``kind`` is attack, support, move, retreat or advance."""

    start: str
    end: str
    kind: str = "attack"


@dataclass(frozen=True)
class Path:
    """A way from hex to hex."""

    hexes: Sequence[str]


@dataclass(frozen=True)
class Highlight:
    """Hexes to look at; ``kind`` is select, legal, target, objective or warn."""

    hexes: Sequence[str]
    kind: str = "select"


Overlay = Reach | Zoc | Arrow | Path | Highlight


def position_svg(
    board: Board,
    pieces: Sequence[Piece],
    *,
    theme: Theme | str = "light",
    overlays: Sequence[Overlay] = (),
    boxes: Mapping[str, str] | None = None,
    laid: Sequence[Box] = (),
    coast: Coast | None = None,
    title: str = "",
    subtitle: str = "",
    legend: bool = True,
    ids: str = "map",
) -> str:
    """The map with its counters.

    A piece whose ``hex`` is not on the map lies in the box of that name: one of those ``laid``
    around the map, or one in a panel beside it.  ``boxes`` (name -> title) gives the order and
    titles of the boxes of the panel, also of empty ones.  In a stack the last piece lies on top.
    """
    on_map, off_map = _sort(board, pieces)
    around = {box.name for box in laid}
    wanted: dict[str, str] = dict(boxes or {})
    for name in sorted(off_map.keys() - around, key=_natural):
        wanted.setdefault(name, words(name))
    left, top, right, bottom = room(laid, board)
    height = _map_height(board)
    panel = _Panel.fitting(wanted, off_map, height) if wanted else None
    picture = draw_board(
        board,
        theme,
        coast,
        title=title,
        subtitle=subtitle,
        legend=legend,
        ids=ids,
        room=(left, top, right + (panel.width + 14 if panel else 0.0), bottom),
    )
    sides = sorted({p.side for p in pieces} | {o.side for o in overlays if isinstance(o, Zoc)})
    below, above, defs = overlays_svg(board, picture.lay, overlays, picture.theme, sides, ids=ids)
    picture.defs.append(defs)
    picture.layer("overlays", below, 'pointer-events="none"')
    draw_boxes(picture, laid, off_map, COUNTER)
    picture.layer("pieces", pieces_svg(board, picture.lay, on_map))
    picture.layer("overlays above", above, 'pointer-events="none"')
    if panel:
        beside = picture.lay.frame[2] + right + 6 + 14
        panel.draw(picture, beside, EDGE - 6, off_map, wanted)
    titles = wanted | {box.name: box.title for box in laid}
    return document(picture, title or board.name, account(board, pieces, titles))


def account(board: Board, pieces: Sequence[Piece], boxes: Mapping[str, str] | None = None) -> str:
    """The situation in words: every stack and box, then the map."""
    on_map, off_map = _sort(board, pieces)
    parts = [f"{len(pieces)} counters."]
    for label, stack in sorted(on_map.items()):
        name = board.names.get(board.index(label))
        where = f"{label} {name}" if name else label
        parts.append(f"{where}: {'; '.join(account_of(p) for p in stack)}.")
    for box, stack in sorted(off_map.items()):
        name = (boxes or {}).get(box) or words(box)
        parts.append(f"{name}: {'; '.join(account_of(p) for p in stack)}.")
    return " ".join(parts) + " " + describe(board)


def _natural(name: str) -> list[tuple[int, str]]:
    """So that turn 10 comes after turn 9."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name)]


def _sort(
    board: Board, pieces: Iterable[Piece]
) -> tuple[dict[str, list[Piece]], dict[str, list[Piece]]]:
    on_map: dict[str, list[Piece]] = {}
    off_map: dict[str, list[Piece]] = {}
    for piece in pieces:
        here = board.grid.has(piece.hex) and board.terrain[board.grid.index(piece.hex)]
        (on_map if here else off_map).setdefault(piece.hex, []).append(piece)
    return on_map, off_map


def pieces_svg(board: Board, lay: Layout, on_map: Mapping[str, Sequence[Piece]]) -> str:
    """All stacks on the map, from north to south."""
    stacks = sorted((lay.centres[board.index(label)], label) for label in on_map)
    out = ""
    for (x, y), label in sorted(stacks, key=lambda s: (s[0][1], s[0][0])):
        stack = on_map[label]
        n = len(stack)
        step = 0.0 if n == 1 else min(9.0, 19.0 / (n - 1))
        left = x - COUNTER / 2 + step * (n - 1) / 2
        top = y - COUNTER / 2 - step * (n - 1) / 2 + 2
        for i, piece in enumerate(stack):
            out += placed(piece, left - i * step, top + i * step, COUNTER)
        if n > 2:
            bx, by = left + COUNTER - 1, top + 1
            out += (
                f'<g class="count"><circle cx="{num(bx)}" cy="{num(by)}" r="6.5" fill="#fff" '
                f'stroke="#16181a" stroke-width="1.2"/><text x="{num(bx)}" y="{num(by + 3.3)}" '
                f'font-size="9" font-weight="bold" text-anchor="middle" fill="#16181a">{n}</text></g>'
            )
    return out


# ------------------------------------------------------------------ boxes


def _map_height(board: Board) -> float:
    ys = [board.grid.centre(h)[1] for h in board.hexes] or [0.0]
    return (max(ys) - min(ys)) * UNIT + 2 * R


@dataclass(frozen=True)
class _Panel:
    """Boxes one below the other, so many counters in a row, in one or more columns."""

    across: int
    columns: int
    width: float

    @staticmethod
    def fitting(
        boxes: Mapping[str, str], off_map: Mapping[str, Sequence[Piece]], height: float
    ) -> _Panel:
        best = None
        for columns in (1, 2, 3, 4):
            for across in (4, 5, 6, 8):
                width = columns * (across * (COUNTER + 5) + 15) + (columns - 1) * 8
                panel = _Panel(across, columns, width)
                tall = panel._deal(boxes, off_map)[1]
                if tall <= height:
                    return panel
                if best is None or tall < best[0]:
                    best = (tall, panel)
        assert best is not None
        return best[1]

    def _tall(self, count: int) -> float:
        return 26 + max(1, -(-count // self.across)) * (COUNTER + 5) + 5

    def _deal(
        self, boxes: Mapping[str, str], off_map: Mapping[str, Sequence[Piece]]
    ) -> tuple[list[tuple[str, int, float]], float]:
        """For each box its column and top."""
        total = sum(self._tall(len(off_map.get(name, ()))) + 8 for name in boxes)
        spots, column, y, deepest = [], 0, 0.0, 0.0
        for name in boxes:
            tall = self._tall(len(off_map.get(name, ())))
            if y and column < self.columns - 1 and y + tall > total / self.columns + 30:
                column, y = column + 1, 0.0
            spots.append((name, column, y))
            y += tall + 8
            deepest = max(deepest, y)
        return spots, deepest - 8

    def draw(
        self,
        picture: Picture,
        left: float,
        top: float,
        off_map: Mapping[str, Sequence[Piece]],
        titles: Mapping[str, str],
    ) -> None:
        t = picture.theme
        spots, tall = self._deal(titles, off_map)
        wide = self.across * (COUNTER + 5) + 15
        out = ""
        for name, column, y in spots:
            x, y = left + column * (wide + 8), top + y
            stack = off_map.get(name, ())
            size = min(11.0, (wide - 20) / max(1.0, text_width(titles[name], 1.0, bold=True)))
            out += (
                f'<g class="box" data-box="{clean(name)}"><rect x="{num(x)}" y="{num(y)}" '
                f'width="{num(wide)}" height="{num(self._tall(len(stack)))}" fill="{t.panel}" '
                f'stroke="{t.ink}" stroke-width="1.4"/>'
                f'<text x="{num(x + 9)}" y="{num(y + 16)}" font-family="serif" '
                f'font-weight="bold" font-size="{num(size)}" fill="{t.ink}">'
                f"{clean(titles[name])}</text>"
            )
            for i, piece in enumerate(stack):
                out += placed(
                    piece,
                    x + 9 + (i % self.across) * (COUNTER + 5),
                    y + 24 + (i // self.across) * (COUNTER + 5),
                    COUNTER,
                )
            out += "</g>"
        picture.layer("boxes", out)
        if top + tall + EDGE > picture.height:
            picture.height = top + tall + EDGE
            picture.layers[0] = (
                f'<rect class="mat" width="{num(picture.width)}" '
                f'height="{num(picture.height)}" fill="{t.mat}"/>\n'
            )


# ------------------------------------------------------------------ overlays


def overlays_svg(
    board: Board,
    lay: Layout,
    overlays: Sequence[Overlay],
    theme: Theme | str,
    sides: Sequence[str] = (),
    *,
    ids: str = "map",
) -> tuple[str, str, str]:
    """What lies below the counters, what above them, and the patterns used."""
    t = theme_of(theme)
    below, above, top = "", "", ""
    used: dict[str, str] = {}
    shape = lay.hex_path()

    def spot(label: str) -> Point:
        try:
            return lay.centres[board.index(label)]
        except KeyError:
            raise ValueError(f"an overlay names hex {label!r}, which is not on the map") from None

    def area(labels: Iterable[str]) -> tuple[str, str]:
        """The hexes as one path, and the outline around them."""
        centres = {lay.key(c): c for c in map(spot, labels)}
        fill = "".join(f"M{pt(c)}{shape}" for c in centres.values())
        rings = outlines(set(centres), Cells(centres, {}), lay)
        return fill, "".join("M" + "L".join(pt(c) for c in ring) + "Z" for ring in rings)

    def pattern(name: str, size: float, body: str, turn: float = 0) -> str:
        ref = f"{ids}-o-{name}"
        used[ref] = (
            f'<pattern id="{ref}" width="{num(size)}" height="{num(size)}" '
            f'patternUnits="userSpaceOnUse" patternTransform="rotate({num(turn)})">{body}</pattern>'
        )
        return f"url(#{ref})"

    for overlay in overlays:
        if isinstance(overlay, Reach):
            fill, edge = area(overlay.costs)
            dots = pattern("reach", 8, f'<circle cx="4" cy="4" r="1.3" fill="{t.reach}"/>')
            below += (
                f'<g class="reach"><path d="{fill}" fill="{t.reach}" fill-opacity=".2"/>'
                f'<path d="{fill}" fill="{dots}" fill-opacity=".6"/>'
                f'<path d="{edge}" fill="none" stroke="{t.panel}" stroke-width="4.5"/>'
                f'<path d="{edge}" fill="none" stroke="{t.reach}" stroke-width="2.4"/>'
            )
            below += "</g>"
            top += '<g class="costs">'
            for label, cost in overlay.costs.items():
                x, y = spot(label)
                wide = max(16.0, text_width(cost, 10.5, bold=True) + 7)
                top += (
                    f'<g data-hex="{clean(label)}"><rect x="{num(x - wide / 2)}" y="{num(y + 15)}" '
                    f'width="{num(wide)}" height="14" rx="7" fill="{t.panel}" stroke="{t.reach}" '
                    f'stroke-width="1.1"/><text x="{num(x)}" y="{num(y + 25.8)}" font-size="10.5" '
                    f'font-weight="bold" text-anchor="middle" fill="{t.ink}">{clean(cost)}</text></g>'
                )
            top += "</g>"
        elif isinstance(overlay, Zoc):
            order = sides.index(overlay.side) if overlay.side in sides else len(sides)
            ink = (t.attack, t.water, t.mark["hill"], t.ink)[order % 4]
            wide = (8, 8, 6, 12)[order % 4]
            hatch = pattern(
                f"zoc{order}",
                wide,
                f'<path d="M0,0V{wide}" stroke="{ink}" stroke-width="2.2"/>',
                (45, -45, 0, 90)[order % 4],
            )
            fill, edge = area(overlay.hexes)
            dash = ("7 4", "2 4", "10 3 2 3", "none")[order % 4]
            below += (
                f'<g class="zoc" data-side="{clean(overlay.side)}"><path d="{fill}" '
                f'fill="{hatch}" fill-opacity=".5"/><path d="{edge}" fill="none" '
                f'stroke="{ink}" stroke-width="2.2" stroke-dasharray="{dash}"/></g>'
            )
        elif isinstance(overlay, Highlight):
            fill, edge = area(overlay.hexes)
            ink, dash, wash = {
                "select": (t.accent, "none", 0.0),
                "legal": (t.reach, "4 3", 0.14),
                "target": (t.attack, "none", 0.2),
                "objective": (t.ink, "10 4", 0.0),
                "warn": (t.attack, "2 4", 0.0),
            }.get(overlay.kind, (t.ink, "6 3", 0.0))
            below += f'<g class="highlight {clean(overlay.kind)}" fill="none">'
            if wash:
                below += f'<path d="{fill}" fill="{ink}" fill-opacity="{wash}"/>'
            if overlay.kind == "target":
                cross = pattern(
                    "target", 9, f'<path d="M0,0H9M0,0V9" stroke="{ink}" stroke-width="1.6"/>', 45
                )
                below += f'<path d="{fill}" fill="{cross}" fill-opacity=".55"/>'
            below += f'<path d="{edge}" stroke="{t.panel}" stroke-width="6.5"/>'
            below += (
                f'<path d="{edge}" stroke="{ink}" stroke-width="3.2" stroke-dasharray="{dash}"/>'
            )
            below += "</g>"
        elif isinstance(overlay, Path):
            line = [spot(label) for label in overlay.hexes]
            if len(line) > 1:
                d = spline(line, 8.0)
                x, y = line[-1]
                above += (
                    f'<g class="path" fill="none" stroke-linecap="round"><path d="{d}" '
                    f'stroke="{t.panel}" stroke-width="6.5"/><path d="{d}" stroke="{t.reach}" '
                    f'stroke-width="3.4" stroke-dasharray="1 7"/><circle cx="{num(x)}" '
                    f'cy="{num(y)}" r="6" fill="{t.panel}" stroke="{t.reach}" '
                    f'stroke-width="3"/></g>'
                )
        else:
            above += _arrow(spot(overlay.start), spot(overlay.end), overlay.kind, t)
    return below, above + top, "".join(used[k] for k in sorted(used))


def _arrow(a: Point, b: Point, kind: str, t: Theme) -> str:
    """A broad arrow for blows, a narrow one for movement; hollow where someone gives way."""
    long = dist(a, b)
    if long < 1:
        return ""
    start, end = toward(a, b, min(0.32, 24 / long)), toward(a, b, 1 - min(0.32, 24 / long))
    length = dist(start, end)
    turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
    body, head, deep = {
        "attack": (5.0, 12.0, 14.0),
        "support": (3.0, 8.0, 12.0),
        "retreat": (4.5, 10.0, 14.0),
        "advance": (4.5, 10.0, 14.0),
    }.get(kind, (2.0, 6.5, 10.0))
    neck = max(2.0, length - deep)
    d = (
        f"M0,{num(-body * 0.55)}L{num(neck)},{num(-body)}V{num(-head)}L{num(length)},0"
        f"L{num(neck)},{num(head)}V{num(body)}L0,{num(body * 0.55)}z"
    )
    ink = {"attack": t.attack, "support": t.attack, "retreat": t.ink}.get(kind, t.reach)
    hollow = kind in ("retreat", "support")
    dash = ' stroke-dasharray="3 2.5"' if kind == "support" else ""
    return (
        f'<g class="arrow {clean(kind)}" transform="translate({pt(start)}) rotate({num(turn)})" '
        f'stroke-linejoin="round"><path d="{d}" fill="{t.panel}" stroke="{t.panel}" '
        f'stroke-width="5"/><path d="{d}" fill="{t.panel if hollow else ink}" stroke="{ink}" '
        f'stroke-width="1.8"{dash}/></g>'
    )
