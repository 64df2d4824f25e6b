"""Small plots as SVG: pure functions from figures to text, readable without colour.

Sides differ by tint and by texture or dash, every figure has its label, and each
plot is an image with a name for those who do not see it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from ..board import Board

WIDTH = 640
DASHES = ("", "7 4", "2 4", "9 3 2 3")


class Mark(NamedTuple):
    """A point of a line: its place, and the band around it."""

    x: float
    y: float
    low: float
    high: float


def _svg(height: float, name: str, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(name)}">'
        f"<title>{escape(name)}</title>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
        f"{f' class={chr(34)}{kind}{chr(34)}' if kind else ''}>{escape(words)}</text>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _rect(x: float, y: float, width: float, height: float, kind: str, hint: str = "") -> str:
    title = f"<title>{escape(hint)}</title>" if hint else ""
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}"'
        f' height="{max(height, 0):.1f}">{title}</rect>'
    )


def shares(name: str, entries: Sequence[tuple[str, str, Mapping[str, float]]]) -> str:
    """Bars of shares with their 95% intervals; an entry is label, tint and figures."""
    left, right, step = 150, 84, 46
    scale = WIDTH - left - right
    foot = step * len(entries) + 8
    body = []
    for tick in range(0, 101, 25):
        x = left + scale * tick / 100
        body += [_line(x, 4, x, foot, "rule"), _text(x, foot + 18, f"{tick}%", "tick", "middle")]
    for place, (label, tint, figures) in enumerate(entries):
        y = 8 + place * step
        middle = y + step / 2 - 4
        low, high = (left + scale * figures[key] for key in ("low", "high"))
        body += [
            _text(left - 12, middle + 5, label, "label", "end"),
            _rect(left, y + 4, scale * figures["share"], step - 16, f"fill {tint}"),
            _line(low, middle, high, middle, "whisker"),
            _line(low, middle - 6, low, middle + 6, "whisker"),
            _line(high, middle - 6, high, middle + 6, "whisker"),
            _text(WIDTH - right + 14, middle + 5, f"{figures['share']:.1%}", "figure"),
        ]
    return _svg(foot + 26, name, body)


def columns(
    name: str,
    groups: Sequence[tuple[str, str, Mapping[str, int]]],
    unit: str,
) -> str:
    """Histograms one below the other over one axis; a group is label, tint and counts."""
    values = [int(value) for _, _, counts in groups for value in counts]
    first, last = min(values), max(values)
    width = max(1, math.ceil((last - first + 1) / 30))
    bins = (last - first) // width + 1
    left, step = 110, min(60, (WIDTH - 110 - 16) / bins)
    tall, gap = 92, 26
    body = []
    for place, (label, tint, counts) in enumerate(groups):
        base = gap + place * (tall + gap) + tall
        heaps = [0] * bins
        for value, count in counts.items():
            heaps[(int(value) - first) // width] += count
        top = max(heaps)
        body += [
            _text(left - 12, base - tall / 2 + 5, label, "label", "end"),
            _line(left, base, WIDTH - 16, base, "axis"),
        ]
        for index, heap in enumerate(heaps):
            if not heap:
                continue
            height = tall * heap / top
            x = left + index * step
            start = first + index * width
            said = str(start) if width == 1 else f"{start}-{start + width - 1}"
            body.append(
                _rect(
                    x + 1,
                    base - height,
                    step - 2,
                    height,
                    f"fill {tint}",
                    f"{label} {said} {unit}: {heap}",
                )
            )
            if heap == top:
                body.append(_text(x + step / 2, base - height - 6, str(heap), "tick", "middle"))
    foot = gap + len(groups) * (tall + gap) - gap
    every = max(1, math.ceil(bins / 12))
    for index in range(0, bins, every):
        x = left + (index + 0.5) * step
        body.append(_text(x, foot + 18, str(first + index * width), "tick", "middle"))
    body.append(_text(WIDTH - 16, foot + 38, unit, "tick", "end"))
    return _svg(foot + 46, name, body)


def lines(
    name: str,
    series: Sequence[tuple[str, str, Sequence[Mark]]],
    across: str,
    up: str,
    *,
    downwards: bool,
) -> str:
    """Lines with a band from the first to the third quartile; ``downwards`` turns the axis over."""
    marks = [mark for _, _, points in series for mark in points]
    low = math.floor(min(min(mark.low, mark.y) for mark in marks))
    high = math.ceil(max(max(mark.high, mark.y) for mark in marks))
    high = max(high, low + 1)
    last = max(1.0, *(mark.x for mark in marks))
    left, right, top, tall = 56, 96, 34, 250

    def x(value: float) -> float:
        return left + (WIDTH - left - right) * value / last

    def y(value: float) -> float:
        part = (value - low) / (high - low)
        return top + tall * (part if downwards else 1 - part)

    body = [_text(10, 16, up, "tick")]
    every = max(1, round((high - low) / 6))
    for tick in range(low, high + 1, every):
        body += [
            _line(left, y(tick), WIDTH - right, y(tick), "rule"),
            _text(left - 10, y(tick) + 4, str(tick), "tick", "end"),
        ]
    every = max(1, math.ceil(last / 12))
    for tick in range(0, int(last) + 1, every):
        body.append(_text(x(tick), top + tall + 20, str(tick), "tick", "middle"))
    body.append(_text(WIDTH - right, top + tall + 40, across, "tick", "end"))
    heights = _apart([y(points[-1].y) for _, _, points in series], 19)
    for place, (label, tint, points) in enumerate(series):
        there = " ".join(f"{x(m.x):.1f},{y(m.low):.1f}" for m in points)
        back = " ".join(f"{x(m.x):.1f},{y(m.high):.1f}" for m in reversed(points))
        way = " ".join(f"{x(m.x):.1f},{y(m.y):.1f}" for m in points)
        dash = f' stroke-dasharray="{DASHES[place % 4]}"' if DASHES[place % 4] else ""
        end = points[-1]
        body += [
            f'<polygon class="band {tint}" points="{there} {back}"/>',
            f'<polyline class="way {tint}" points="{way}"{dash}/>',
            f'<circle class="fill {tint}" cx="{x(end.x):.1f}" cy="{y(end.y):.1f}" r="4"/>',
            _text(x(end.x) + 10, heights[place] + 5, label, "label"),
        ]
    return _svg(top + tall + 48, name, body)


def _apart(heights: Sequence[float], gap: float) -> list[float]:
    """The heights of labels, moved down where two would lie on each other."""
    moved = list(heights)
    last = -math.inf
    for place in sorted(range(len(moved)), key=lambda index: moved[index]):
        last = moved[place] = max(moved[place], last + gap)
    return moved


def hexes(
    name: str,
    board: Board,
    sides: Sequence[tuple[str, str, Mapping[str, int]]],
    games: int,
) -> str:
    """A map: each hex in the tint of the side that held it in more games, and in what share."""
    grid = board.grid
    centres = {h: grid.centre(h) for h in board.hexes}
    xs, ys = zip(*centres.values(), strict=True)
    scale = (WIDTH - 8) / (max(xs) - min(xs) + 1.2)
    towns = {
        p.hex: p.name.partition(" (")[0] for p in board.places if p.kind in ("city", "town", "port")
    }
    turn = 0 if grid.orientation == "flat" else 30
    corners = [
        (
            math.cos(math.radians(60 * k + turn)) * 0.5774,
            math.sin(math.radians(60 * k + turn)) * 0.5774,
        )
        for k in range(6)
    ]
    head = 30
    body, labels = [], []
    for place, (side, tint, _) in enumerate(sides):
        body += [_rect(4 + 120 * place, 4, 26, 14, f"fill {tint}")]
        labels.append(_text(38 + 120 * place, 16, side, "label"))
    for h, (cx, cy) in centres.items():
        x, y = 4 + (cx - min(xs) + 0.6) * scale, head + (cy - min(ys) + 0.6) * scale
        points = " ".join(f"{x + a * scale:.1f},{y + b * scale:.1f}" for a, b in corners)
        label = grid.label(h)
        ground = "sea" if board.terrain[h] == "sea" else "land"
        body.append(f'<polygon class="{ground}" points="{points}"/>')
        held, tint, who = max(
            ((counts.get(label, 0), tint, side) for side, tint, counts in sides),
            key=lambda entry: entry[0],
        )
        if held:
            share = held / games
            hint = f"{label} {board.names.get(h, '')} {who} {share:.0%}".replace("  ", " ")
            body.append(
                f'<polygon class="fill {tint}" fill-opacity="{0.12 + 0.83 * share:.2f}"'
                f' points="{points}"><title>{escape(hint)}</title></polygon>'
            )
            if share >= 0.1:
                kind = "held strong" if share > 0.55 else "held"
                labels.append(_text(x, y + 4, f"{share * 100:.0f}", kind, "middle"))
        if h in towns:
            labels.append(_text(x, y + scale * 0.4, towns[h], "place", "middle"))
    return _svg(head + 4 + (max(ys) - min(ys) + 1.2) * scale, name, [*body, *labels])


def textures(tints: Mapping[str, str]) -> str:
    """The definitions that the tints need, once for a page: every other side is hatched."""
    patterns = [
        f'<pattern id="hatch-{tint}" width="6" height="6" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><rect width="6" height="6" fill="{colour}"/>'
        f'<rect width="1.6" height="6" fill="#fff" fill-opacity=".45"/></pattern>'
        for tint, colour in tints.items()
    ]
    return f'<svg width="0" height="0" aria-hidden="true"><defs>{"".join(patterns)}</defs></svg>'


def points(front: Sequence[Mapping[str, Any]], side: str, axis: str) -> list[Mark]:
    """The line of a side through the ``front`` of a summary."""
    return [
        Mark(
            entry["after_turn"],
            entry[side][axis]["mean"],
            entry[side][axis]["quarter"],
            entry[side][axis]["three_quarters"],
        )
        for entry in front
        if side in entry
    ]
