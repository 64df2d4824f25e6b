"""Where names go: beside their place, clear of numbers, roads, rivers and each other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .geometry import Point, dist, toward

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
CELL = 28.0
NARROW = set("iljtfrI.,:;'()|!- ")
WIDE = set("mwMWQ@%")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide a text is at most, in the usual fonts of its kind."""
    em = sum(
        0.4 if c in NARROW else 0.95 if c in WIDE else 0.7 if c.isupper() else 0.6 for c in text
    )
    return em * size * (1.16 if bold else 1.0)


def lines_of(name: str, longest: int = 13) -> tuple[str, ...]:
    """A long name on two lines, parted at a bracket or at the blank nearest its middle."""
    if len(name) <= longest or " " not in name:
        return (name,)
    blanks = [i for i, c in enumerate(name) if c == " "]
    bracket = name.find(" (")
    cut = bracket if bracket > 0 else min(blanks, key=lambda i: abs(i - len(name) / 2))
    return (name[:cut], name[cut + 1 :])


@dataclass
class Space:
    """What is taken already, and how bad it would be to print over it."""

    frame: Box
    taken: dict[tuple[int, int], list[tuple[Box, float]]] = field(default_factory=dict)

    def take(self, box: Box, weight: float) -> None:
        for i in range(int(box[0] // CELL), int(box[2] // CELL) + 1):
            for j in range(int(box[1] // CELL), int(box[3] // CELL) + 1):
                self.taken.setdefault((i, j), []).append((box, weight))

    def take_line(self, points: Sequence[Point], weight: float, half: float) -> None:
        """A line as a row of small squares."""
        for a, b in pairwise(points):
            steps = max(1, int(dist(a, b) / 7))
            for i in range(steps):
                x, y = toward(a, b, (i + 0.5) / steps)
                self.take((x - half, y - half, x + half, y + half), weight)

    def cost(self, box: Box) -> float:
        left, top, right, bottom = box
        a, b, c, d = self.frame
        total = 0.0
        if left < a + 3 or top < b + 3 or right > c - 3 or bottom > d - 3:
            total += 900.0
        seen: set[int] = set()
        for i in range(int(left // CELL), int(right // CELL) + 1):
            for j in range(int(top // CELL), int(bottom // CELL) + 1):
                for entry in self.taken.get((i, j), ()):
                    if id(entry) in seen:
                        continue
                    seen.add(id(entry))
                    (p, q, r, s), weight = entry
                    if p < right and r > left and q < bottom and s > top:
                        total += weight
        return total


@dataclass(frozen=True)
class Label:
    """A name set on the map: its lines, where the first one begins, and how it is anchored."""

    lines: tuple[str, ...]
    x: float
    y: float
    anchor: str
    box: Box


def place_label(
    space: Space,
    at: Point,
    name: str,
    size: float,
    *,
    gap: float,
    bold: bool = False,
) -> Label:
    """The best spot for a name around a point; it is taken at once."""
    best: tuple[float, Label] | None = None
    x, y = at
    shapes = {lines_of(name), lines_of(name, 18)}
    for lines in sorted(shapes, key=len):
        wide = max(text_width(line, size, bold=bold) for line in lines)
        tall = size * 1.08 * len(lines)
        for rank, (u, v) in enumerate(_AROUND):
            for stretch in (1.0, 1.4, 2.0):
                extra = rank * 0.9 + (stretch - 1) * 22 + (len(lines) - 1) * 1.5
                if best is not None and extra >= best[0]:
                    continue
                gx, gy = u * gap * stretch, v * gap * stretch
                if abs(u) < 0.5:
                    anchor, left = "middle", x + gx - wide / 2
                elif u > 0:
                    anchor, left = "start", x + gx
                else:
                    anchor, left = "end", x + gx - wide
                top = y + gy - (tall if v < -0.5 else 0.0 if v > 0.5 else tall / 2)
                box = (left - 1.5, top - 0.5, left + wide + 1.5, top + tall + 0.5)
                cost = space.cost(box) + extra
                if best is None or cost < best[0]:
                    anchor_x = {"middle": x + gx, "start": left, "end": left + wide}[anchor]
                    best = (cost, Label(lines, anchor_x, top + size * 0.86, anchor, box))
    assert best is not None
    space.take(best[1].box, 120.0)
    return best[1]


_D = math.sqrt(0.5)
_AROUND = (
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (0.95, 0.4),
    (0.95, -0.4),
    (-0.95, 0.4),
    (-0.95, -0.4),
    (_D, _D),
    (_D, -_D),
    (-_D, _D),
    (-_D, -_D),
)
