"""Where things are in a picture: hexes, outlines, smooth lines; numbers in, paths out."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..board import Board
from ..hexes import OFF

Point = tuple[float, float]
Key = tuple[int, int]
"""A point as a key: the same corner of two hexes has the same key."""
N = TypeVar("N", bound=Hashable)

UNIT = 72.0
"""Picture units from the centre of a hex to the next."""
R = UNIT / math.sqrt(3.0)
"""From the centre of a hex to a corner."""
PAD = 8.0
"""Between the outermost corners and the neat line."""


def num(x: float) -> str:
    """A coordinate, one decimal, as short as it goes."""
    return f"{round(x, 1) + 0.0:.4g}" if -999 < x < 999 else f"{round(x, 1):.10g}"


def pt(p: Point) -> str:
    return f"{num(p[0])},{num(p[1])}"


def noise(p: Point, salt: int = 0) -> Point:
    """Two numbers in [-1, 1] that depend on the place only: the same picture every time."""
    a, b = round(p[0] * 2), round(p[1] * 2)
    h = (a * 73856093 ^ b * 19349663 ^ salt * 83492791) & 0xFFFFFFFF
    h = (h ^ h >> 15) * 0x2C1B3C6D & 0xFFFFFFFF
    h = (h ^ h >> 12) * 0x297A2D39 & 0xFFFFFFFF
    h ^= h >> 15
    return (h & 0xFFFF) / 32767.5 - 1, (h >> 16) / 32767.5 - 1


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def dist(a: Point, b: Point) -> float:
    return math.hypot(a[0] - b[0], a[1] - b[1])


@dataclass(frozen=True)
class Layout:
    """Where the hexes of a board lie in the picture, and the frame around them."""

    flat: bool
    centres: dict[int, Point]
    corners: tuple[Point, ...]
    """The six corners around a centre; side d lies between corners d and d + 1."""
    steps: tuple[Point, ...]
    """The way to the neighbour across side d."""
    near: dict[int, tuple[int, ...]]
    """By hex: the neighbour across side d, OFF where the map has none."""
    frame: tuple[float, float, float, float]
    """Left, top, right, bottom of the neat line."""
    dx: float
    dy: float
    """Picture position of the origin of hex units."""

    def at(self, x: float, y: float) -> Point:
        """A point given in hex units (as of ``Grid.centre``)."""
        return x * UNIT + self.dx, y * UNIT + self.dy

    def key(self, p: Point) -> Key:
        """Centres and corners lie on a lattice: the same point has the same key."""
        x, y = p[0] - self.dx, p[1] - self.dy
        if self.flat:
            return round(x * 2 / R), round(y * 2 / UNIT)
        return round(x * 2 / UNIT), round(y * 2 / R)

    def corner(self, h: int, d: int) -> Point:
        (x, y), (a, b) = self.centres[h], self.corners[d % 6]
        return x + a, y + b

    def hex_path(self) -> str:
        """The outline of a hex relative to its centre, to be put after ``M centre``."""
        first, *rest = self.corners
        path = "m" + pt(first)
        last = (round(first[0], 1), round(first[1], 1))
        for c in rest:
            here = (round(c[0], 1), round(c[1], 1))
            path += "l" + pt((here[0] - last[0], here[1] - last[1]))
            last = here
        return path + "z"

    def between(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the hexside between two neighbours."""
        d = self.near[a].index(b)
        return self.corner(a, d), self.corner(a, d + 1)


def layout(board: Board, left: float, top: float) -> Layout:
    """Place the board so that the neat line begins at (left, top)."""
    grid = board.grid
    flat = grid.orientation == "flat"
    raw = {h: grid.centre(h) for h in board.hexes}
    turn = 240 if flat else 210
    corners = tuple(
        (R * math.cos(math.radians(turn + 60 * d)), R * math.sin(math.radians(turn + 60 * d)))
        for d in range(6)
    )
    turn += 30
    steps = tuple(
        (UNIT * math.cos(math.radians(turn + 60 * d)), UNIT * math.sin(math.radians(turn + 60 * d)))
        for d in range(6)
    )
    reach_x, reach_y = max(c[0] for c in corners) + PAD, max(c[1] for c in corners) + PAD
    xs = [p[0] for p in raw.values()] or [0.0]
    ys = [p[1] for p in raw.values()] or [0.0]
    dx = round(left + reach_x - min(xs) * UNIT, 1)
    dy = round(top + reach_y - min(ys) * UNIT, 1)
    right = left + (max(xs) - min(xs)) * UNIT + 2 * reach_x
    bottom = top + (max(ys) - min(ys)) * UNIT + 2 * reach_y
    centres = {h: (x * UNIT + dx, y * UNIT + dy) for h, (x, y) in raw.items()}
    bare = Layout(flat, centres, corners, steps, {}, (left, top, right, bottom), dx, dy)
    by_place = {bare.key(p): h for h, p in centres.items()}
    near = {
        h: tuple(by_place.get(bare.key((x + sx, y + sy)), OFF) for sx, sy in steps)
        for h, (x, y) in centres.items()
    }
    return Layout(flat, centres, corners, steps, near, (left, top, right, bottom), dx, dy)


# ------------------------------------------------------------------ regions of hexes


@dataclass(frozen=True)
class Cells:
    """The hexes and a fringe of imagined hexes that carry the land on to the neat line."""

    centres: dict[Key, Point]
    terrain: dict[Key, str]


def cells(board: Board, lay: Layout) -> Cells:
    """The map and two rings around it, each imagined hex like most of its neighbours."""
    centres: dict[Key, Point] = {}
    terrain: dict[Key, str] = {}
    for h, p in lay.centres.items():
        centres[lay.key(p)] = p
        terrain[lay.key(p)] = board.terrain[h]
    for _ in range(2):
        votes: dict[Key, dict[str, int]] = {}
        spots: dict[Key, Point] = {}
        for k, p in centres.items():
            for step in lay.steps:
                q = (p[0] + step[0], p[1] + step[1])
                n = lay.key(q)
                if n not in terrain:
                    spots[n] = q
                    tally = votes.setdefault(n, {})
                    tally[terrain[k]] = tally.get(terrain[k], 0) + 1
        for n, tally in votes.items():
            best = max(tally.values())
            word = min(w for w, v in tally.items() if v == best)
            centres[n] = spots[n]
            terrain[n] = "clear" if word in ("town", "city") else word
    return Cells(centres, terrain)


def outlines(region: set[Key], field: Cells, lay: Layout) -> list[list[Point]]:
    """The borders of a set of hexes as closed chains of corners, clockwise."""
    start: dict[Key, tuple[Point, Point]] = {}
    for k in sorted(region):
        x, y = field.centres[k]
        for d, step in enumerate(lay.steps):
            if lay.key((x + step[0], y + step[1])) not in region:
                (ax, ay), (bx, by) = lay.corners[d], lay.corners[(d + 1) % 6]
                start[lay.key((x + ax, y + ay))] = ((x + ax, y + ay), (x + bx, y + by))
    loops = []
    while start:
        first = next(iter(start))
        a, b = start.pop(first)
        loop = [a]
        while (k := lay.key(b)) in start:
            loop.append(b)
            _, b = start.pop(k)
        loops.append(loop)
    return loops


def wobbly(loop: Sequence[Point], amount: float, salt: int = 0) -> str:
    """A closed chain of corners as a natural, smooth outline close to it."""
    n = len(loop)

    def moved(p: Point, share: float) -> Point:
        a, b = noise((round(p[0]), round(p[1])), salt)
        return p[0] + a * amount * share, p[1] + b * amount * share

    mids = [moved(middle(loop[i], loop[(i + 1) % n]), 1.0) for i in range(n)]
    path = ["M", pt(mids[-1])]
    for i in range(n):
        path += ("Q", pt(moved(loop[i], 1.2)), " ", pt(mids[i]))
    return "".join(path) + "Z"


# ------------------------------------------------------------------ chains and smooth lines


def chains(links: Iterable[tuple[N, N]], where: Callable[[N], Point]) -> list[list[N]]:
    """Join links into long chains; where more than two meet, the straightest two go on."""
    joined: dict[N, list[N]] = {}
    for a, b in links:
        if a != b and b not in joined.setdefault(a, []):
            joined[a].append(b)
            joined.setdefault(b, []).append(a)
    mate: dict[tuple[N, N], N] = {}
    for node, ends in joined.items():
        free = list(ends)
        x, y = where(node)
        aim = {e: math.atan2(where(e)[1] - y, where(e)[0] - x) for e in ends}
        while len(free) > 1:
            best = max(
                ((a, b) for i, a in enumerate(free) for b in free[i + 1 :]),
                key=lambda ab: -math.cos(aim[ab[0]] - aim[ab[1]]),
            )
            if len(ends) > 2 and math.cos(aim[best[0]] - aim[best[1]]) > 0.3:
                break
            a, b = best
            mate[a, node], mate[b, node] = b, a
            free.remove(a)
            free.remove(b)
    unused = {(a, b) for a, ends in joined.items() for b in ends}
    order = {node: i for i, node in enumerate(joined)}
    found: list[list[N]] = []

    def follow(a: N, b: N) -> None:
        chain = [a, b]
        unused.discard((a, b))
        unused.discard((b, a))
        while (c := mate.get((a, b))) is not None and (b, c) in unused:
            chain.append(c)
            unused.discard((b, c))
            unused.discard((c, b))
            a, b = b, c
        found.append(chain)

    for a, ends in joined.items():
        for b in ends:
            if (a, b) in unused and mate.get((b, a)) is None:
                follow(a, b)
    for a, b in sorted(unused, key=lambda ab: (order[ab[0]], order[ab[1]])):
        if (a, b) in unused:
            follow(a, b)
    return found


def spline(points: Sequence[Point], tension: float = 6.0) -> str:
    """A smooth line through all points (Catmull-Rom as cubic curves)."""
    if len(points) < 3:
        return "M" + "L".join(pt(p) for p in points)
    closed = dist(points[0], points[-1]) < 0.01
    n = len(points)
    path = ["M", pt(points[0])]
    for i in range(n - 1):
        p1, p2 = points[i], points[i + 1]
        p0 = points[i - 1] if i else (points[-2] if closed else p1)
        p3 = points[i + 2] if i + 2 < n else (points[1] if closed else p2)
        c1 = (p1[0] + (p2[0] - p0[0]) / tension, p1[1] + (p2[1] - p0[1]) / tension)
        c2 = (p2[0] - (p3[0] - p1[0]) / tension, p2[1] - (p3[1] - p1[1]) / tension)
        path += ("C", pt(c1), " ", pt(c2), " ", pt(p2))
    return "".join(path)


def flowing(points: Sequence[Point]) -> str:
    """A smooth line along a chain of hexsides: through their middles, rounding the corners."""
    if len(points) < 3:
        return "M" + "L".join(pt(p) for p in points)
    closed = dist(points[0], points[-1]) < 0.01
    first = middle(points[0], points[1])
    path = ["M", pt(first)] if closed else ["M", pt(points[0]), "L", pt(first)]
    for i in range(1, len(points) - 1):
        path += ("Q", pt(points[i]), " ", pt(middle(points[i], points[i + 1])))
    if closed:
        path += ("Q", pt(points[0]), " ", pt(first))
    else:
        path += ("L", pt(points[-1]))
    return "".join(path)


def cornered(points: Sequence[Point], radius: float) -> str:
    """A straight-sided line whose corners are slightly rounded."""
    path = ["M", pt(points[0])]
    for i in range(1, len(points) - 1):
        a, b, c = points[i - 1], points[i], points[i + 1]
        path += ("L", pt(toward(b, a, min(0.5, radius / max(dist(a, b), 0.1)))))
        path += ("Q", pt(b), " ", pt(toward(b, c, min(0.5, radius / max(dist(b, c), 0.1)))))
    path += ("L", pt(points[-1]))
    return "".join(path)


# ------------------------------------------------------------------ form lines


def contours(board: Board, lay: Layout, levels: Iterable[int]) -> list[tuple[int, list[Point]]]:
    """Form lines through the mean heights of the hexes, for each level the chains of points."""
    height = {h: board.elevation.get(h, 0) for h in lay.centres}
    triangles: list[tuple[int, int, tuple[tuple[int, int], ...]]] = []
    for h, near in lay.near.items():
        for d in (1, 2):
            a, b = near[d], near[d + 1]
            if a != OFF and b != OFF:
                heights = (height[h], height[a], height[b])
                pairs = ((h, a), (a, b), (h, b))
                low, high = min(heights), max(heights)
                if low != high:
                    triangles.append((low, high, tuple((min(e), max(e)) for e in pairs)))
    found: list[tuple[int, list[Point]]] = []
    for level in levels:
        links: list[tuple[tuple[int, int], tuple[int, int]]] = []
        spots: dict[tuple[int, int], Point] = {}
        for low, high, edges in triangles:
            if not low < level <= high:
                continue
            cut = [e for e in edges if (height[e[0]] < level) != (height[e[1]] < level)]
            for a, b in cut:
                share = (level - height[a]) / (height[b] - height[a])
                spots[a, b] = toward(lay.centres[a], lay.centres[b], share)
            links.append((cut[0], cut[1]))
        for chain in chains(links, spots.__getitem__):
            if len(chain) > 2:
                found.append((level, [spots[e] for e in chain]))
    return found
