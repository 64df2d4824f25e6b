"""What runs along hexsides and from hex to hex: rivers, ridges, walls, roads."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ..board import Side
from ..hexes import OFF
from .geometry import (
    UNIT,
    Key,
    Layout,
    Point,
    chains,
    cornered,
    dist,
    flowing,
    middle,
    noise,
    num,
    pt,
    spline,
    toward,
)
from .labels import Space
from .picture import Picture, clean, is_sea
from .style import Theme, road_style, side_style


def side_links(p: Picture, sides: Iterable[Side]) -> tuple[list[tuple[Key, Key]], dict[Key, Point]]:
    links: list[tuple[Key, Key]] = []
    spots: dict[Key, Point] = {}
    for side in sides:
        a, b = p.lay.between(*side)
        ka, kb = p.lay.key(a), p.lay.key(b)
        spots[ka], spots[kb] = a, b
        links.append((ka, kb))
    return links, spots


def ink_of(theme: Theme, name: str) -> str:
    return {"water": theme.water, "ink": theme.ink, "accent": theme.accent}.get(
        name, theme.mark.get(name, theme.ink)
    )


def draw_hexsides(p: Picture, space: Space) -> None:
    t, board, lay = p.theme, p.board, p.lay
    kinds: dict[str, list[Side]] = {}
    for side, features in sorted(board.sides.items()):
        if side[0] in lay.centres and side[1] in lay.centres:
            for feature in sorted(features):
                kinds.setdefault(feature, []).append(side)
    order = ("flow", "canal", "ridge", "cliff", "wall", "line", "mines", "gap")
    water_ends = _open_ends(p)
    for feature in sorted(kinds, key=lambda f: (order.index(side_style(f).how), f)):
        style = side_style(feature)
        ink = ink_of(t, style.ink)
        links, spots = side_links(p, kinds[feature])
        body = ""
        watery = style.how in ("flow", "canal")
        for start, end in links:
            space.take_line((spots[start], spots[end]), 9.0 if watery else 7.0, 3.0)
        if style.how in ("gap", "mines"):
            for side in kinds[feature]:
                a, b = lay.between(*side)
                body += gap_mark(a, b) if style.how == "gap" else mine_marks(a, b)
            p.layer(
                f"side {clean(feature)}",
                f'<path d="{body}" fill="none" stroke="{t.paper}" stroke-width="{style.width + 2.4}"/>'
                f'<path d="{body}" fill="none" stroke="{ink}" stroke-width="{style.width}"/>',
                'stroke-linecap="round"',
            )
            continue
        d, teeth = "", ""
        for chain in chains(links, spots.__getitem__):
            line = [spots[k] for k in chain]
            if watery and chain[0] != chain[-1]:
                if chain[0] in water_ends:
                    line.insert(0, water_ends[chain[0]])
                if chain[-1] in water_ends:
                    line.append(water_ends[chain[-1]])
            d += flowing(line) if style.how in ("flow", "ridge", "line") else cornered(line, 7)
        if style.how in ("cliff", "ridge"):
            for side in kinds[feature]:
                teeth += _teeth(p, side, 5.0, both=style.how == "ridge")
        body = side_strokes(style.how, d, teeth, style.width, ink, t, style.dash)
        clip = f'clip-path="{p.ref("frame")}"'
        if watery:
            body = f'<g clip-path="{p.ref("dry")}">{body}</g>'
        p.layer(f"side {clean(feature)}", body, f'fill="none" {clip}')


def side_strokes(how: str, d: str, teeth: str, w: float, ink: str, t: Theme, dash: str = "") -> str:
    """The strokes that make a line look like what it is."""
    round_ = 'stroke-linecap="round" stroke-linejoin="round"'
    if how == "flow":
        inner = f' stroke-dasharray="{dash}"' if dash else ""
        return (
            f'<path d="{d}" stroke="{t.paper}" stroke-opacity=".7" stroke-width="{num(w + 2.2)}" '
            f'{round_}/><path d="{d}" stroke="{ink}" stroke-width="{num(w)}"{inner} '
            f"{'' if dash else round_}/>"
        )
    if how == "canal":
        return (
            f'<path d="{d}" stroke="{t.paper}" stroke-opacity=".7" stroke-width="{num(w + 2.4)}"/>'
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w + 4.2)}" '
            f'stroke-dasharray="1.3 7.7"/>'
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w)}"/>'
            f'<path d="{d}" stroke="{t.sea}" stroke-width="{num(w - 2.6)}"/>'
        )
    if how == "ridge":
        return (
            f'<path d="{d}" stroke="{ink}" stroke-opacity=".28" stroke-width="{num(w * 2.1)}" {round_}/>'
            f'<path d="{teeth}" stroke="{ink}" stroke-width="1"/>'
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w * 0.42)}" {round_}/>'
        )
    if how == "cliff":
        return (
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w)}" {round_}/>'
            f'<path d="{teeth}" stroke="{ink}" stroke-width="1.3" {round_}/>'
        )
    if how == "wall":
        return (
            f'<path d="{d}" stroke="{t.paper}" stroke-width="{num(w + 4.5)}"/>'
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w + 3)}" stroke-dasharray="4 4"/>'
            f'<path d="{d}" stroke="{ink}" stroke-width="{num(w * 0.55)}"/>'
        )
    return (
        f'<path d="{d}" stroke="{t.paper}" stroke-opacity=".8" stroke-width="{num(w + 2)}"/>'
        f'<path d="{d}" stroke="{ink}" stroke-width="{num(w)}" stroke-dasharray="{dash}"/>'
    )


def _open_ends(p: Picture) -> dict[Key, Point]:
    """Corners at the shore or at the edge of the map: where water that ends there runs on to."""
    touching: dict[Key, list[tuple[Point, bool]]] = {}
    spots: dict[Key, Point] = {}
    close = {
        h
        for side, features in p.board.sides.items()
        if any(side_style(f).how in ("flow", "canal") for f in features)
        for end in side
        for h in (end, *p.lay.near.get(end, ()))
    }
    for h in sorted(close & p.lay.centres.keys()):
        c = p.lay.centres[h]
        for d in range(6):
            corner = p.lay.corner(h, d)
            k = p.lay.key(corner)
            spots[k] = corner
            touching.setdefault(k, []).append((c, is_sea(p.board.terrain[h])))
    ends: dict[Key, Point] = {}
    for k, around in touching.items():
        x, y = spots[k]
        wet = [c for c, sea in around if sea]
        if wet:
            mean = (sum(c[0] for c in wet) / len(wet), sum(c[1] for c in wet) / len(wet))
            ends[k] = toward((x, y), mean, 0.8)
        elif len(around) < 3:
            mean = (
                sum(c[0] for c, _ in around) / len(around),
                sum(c[1] for c, _ in around) / len(around),
            )
            away = dist((x, y), mean)
            ends[k] = toward((x, y), mean, -64 / away)
    return ends


def gap_mark(a: Point, b: Point) -> str:
    """Two brackets across the middle of a hexside: a pass, a bridge."""
    (x, y), long = middle(a, b), dist(a, b)
    u, v = (b[0] - a[0]) / long, (b[1] - a[1]) / long
    path = ""
    for s in (-1, 1):
        q = (x + u * 6.5 * s, y + v * 6.5 * s)
        path += (
            f"M{pt((q[0] + v * 8 + u * 3 * s, q[1] - u * 8 + v * 3 * s))}Q{pt((q[0] - u * 1.5 * s, q[1] - v * 1.5 * s))} "
            f"{pt((q[0] - v * 8 + u * 3 * s, q[1] + u * 8 + v * 3 * s))}"
        )
    return path


def mine_marks(a: Point, b: Point) -> str:
    path = ""
    for share in (0.14, 0.38, 0.62, 0.86):
        x, y = toward(a, b, share)
        path += f"M{pt((x - 2.6, y - 2.6))}l5.2,5.2M{pt((x + 2.6, y - 2.6))}l-5.2,5.2"
    return path


def _teeth(p: Picture, side: Side, long: float, *, both: bool) -> str:
    """Short strokes across a hexside, down the slope, or to both sides of a crest."""
    a, b = p.lay.between(*side)
    low, high = sorted(side, key=lambda h: (p.board.elevation.get(h, 0), h))
    (x0, y0), (x1, y1) = p.lay.centres[high], p.lay.centres[low]
    u, v = (x1 - x0) / UNIT, (y1 - y0) / UNIT
    path = ""
    for i in range(5):
        share = (i + 0.5) / 5
        x, y = toward(a, b, share)
        # The drawn line rounds corners: keep the strokes shorter near the ends.
        k = long * (1.0 if 0.2 < share < 0.8 else 0.75)
        if both:
            path += f"M{pt((x - u * k * 1.3, y - v * k * 1.3))}L{pt((x + u * k * 1.3, y + v * k * 1.3))}"
        else:
            path += f"M{pt((x, y))}l{pt((u * k * 1.3, v * k * 1.3))}"
    return path


def draw_roads(p: Picture, space: Space) -> None:
    t, board, lay = p.theme, p.board, p.lay
    degree: dict[int, set[int]] = {}
    kinds: dict[str, list[tuple[int, int]]] = {}
    for road in board.roads:
        for a, b in pairwise(road.hexes):
            if b in lay.near.get(a, ()):
                degree.setdefault(a, set()).add(b)
                degree.setdefault(b, set()).add(a)
                kinds.setdefault(road.kind, []).append((a, b))
    fixed = {h for h, near in degree.items() if len(near) != 2} | {q.hex for q in board.places}
    ranks = ("track", "rail", "minor", "major")
    drawn: list[tuple[int, float, str, str]] = []
    for kind, links in kinds.items():
        style = road_style(kind)
        d = ""
        for chain in chains(links, lay.centres.__getitem__):
            line = [lay.centres[h] for h in chain]
            for i in range(1, len(chain) - 1):
                if chain[i] not in fixed:
                    here = line[i]
                    ends = middle(lay.centres[chain[i - 1]], lay.centres[chain[i + 1]])
                    u, v = noise(here, 53)
                    q = toward(here, ends, 0.34)
                    line[i] = (q[0] + u * 1.6, q[1] + v * 1.6)
            for end, nearby in ((0, 1), (-1, -2)):
                h = chain[end]
                if len(degree[h]) == 1 and (out := _way_out(lay, h, chain[nearby])):
                    line.insert(0, out) if end == 0 else line.append(out)
            d += spline(line)
            space.take_line(line, 6.0, style.width / 2 + 1.5)
        drawn.append((ranks.index(style.how), style.width, kind, d))
    drawn.sort()
    cases, fills = "", ""
    for rank, w, kind, d in drawn:
        how = ranks[rank]
        ref = f"{p.ids}-road-{_slug(kind)}"
        p.defs.append(f'<path id="{ref}" d="{d}"/>')
        case, fill = road_strokes(how, f'<use href="#{ref}"', w, t)
        cases += case
        fills += fill
    p.layer(
        "roads",
        cases + fills,
        f'fill="none" stroke-linecap="round" stroke-linejoin="round" clip-path="{p.ref("frame")}"',
    )


def _slug(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in text)


def road_strokes(how: str, element: str, w: float, t: Theme) -> tuple[str, str]:
    """What is drawn below all roads, and what above."""
    if how in ("major", "minor"):
        ink = t.road if how == "major" else t.road_minor
        return (
            f'{element} stroke="{t.paper}" stroke-opacity=".55" stroke-width="{num(w + 4.4)}"/>'
            f'{element} stroke="{t.casing}" stroke-width="{num(w + 2)}"/>',
            f'{element} stroke="{ink}" stroke-width="{num(w)}"/>',
        )
    if how == "rail":
        return (
            f'{element} stroke="{t.casing}" stroke-width="{num(w)}"/>',
            f'{element} stroke="{t.casing}" stroke-width="{num(w + 4)}" stroke-dasharray="1.4 6" '
            'stroke-linecap="butt"/>',
        )
    return (
        f'{element} stroke="{t.paper}" stroke-opacity=".6" stroke-width="{num(w + 2.4)}"/>',
        f'{element} stroke="{t.casing}" stroke-width="{num(w)}" stroke-dasharray="5 4"/>',
    )


def _way_out(lay: Layout, h: int, before: int) -> Point | None:
    """Where a road that ends at the edge of the map leaves it."""
    (x, y), (bx, by) = lay.centres[h], lay.centres[before]
    u, v = (x - bx) / UNIT, (y - by) / UNIT
    best, way = 0.3, None
    for d, step in enumerate(lay.steps):
        along = (step[0] * u + step[1] * v) / UNIT
        if lay.near[h][d] == OFF and along > best:
            best, way = along, (x + step[0] * 1.5, y + step[1] * 1.5)
    return way
