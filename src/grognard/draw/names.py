"""What is written on the map: hex numbers, places, rivers; and the small signs of features."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from ..board import Place, Side
from ..hexes import OFF
from .digits import PEN, blocks, pen
from .geometry import UNIT, Layout, Point, chains, dist, middle, num, pt, spline, toward
from .labels import Space, place_label, text_width
from .lines import ink_of, side_links
from .picture import Picture, clean, is_sea
from .style import FEATURES, side_style, texture_of
from .terrain import feature_mark

NUMBER = 7.8
"""Type size of hex numbers."""

Numbers = list[tuple[str, Point]]


def number_spot(lay: Layout) -> Point:
    """Where the number stands, from the centre of the hex: clear of roads and hexsides."""
    return (-UNIT * 0.185, -UNIT * 0.335) if lay.flat else (0.0, -UNIT * 0.36)


def draw_numbers(p: Picture, space: Space, *, penned: bool = False) -> None:
    """The numbers of the hexes: type, or figures drawn with a pen where all are made of figures."""
    u, v = number_spot(p.lay)
    dry: Numbers = []
    wet: Numbers = []
    crossed: Numbers = []
    for h, (x, y) in p.lay.centres.items():
        label = p.board.label(h)
        number = label, (x + u, y + v)
        (wet if is_sea(p.board.terrain[h]) else dry).append(number)
        half = NUMBER * 0.31 * len(label)
        box = (x + u - half, y + v - 7, x + u + half, y + v + 1)
        if space.cost(box):
            crossed.append(number)
        space.take(box, 70.0)
    figures = all(label.isdecimal() and label.isascii() for label, _ in (*dry, *wet))
    if penned and figures:
        t = p.theme
        inks = ((crossed, t.paper, 2.6), (dry, t.soft, PEN), (wet, t.coast, PEN))
        p.layer("numbers", "".join(pen(blocks(at), ink, wide) for at, ink, wide in inks if at))
    else:
        p.layer("numbers", *_typed(p, dry, wet))


def _typed(p: Picture, dry: Numbers, wet: Numbers) -> tuple[str, str]:
    t = p.theme
    body = ""
    for numbers, look in (
        (
            dry,
            f'fill="{t.soft}" stroke="{t.paper}" stroke-width="1.6" stroke-opacity=".75" '
            'paint-order="stroke" stroke-linejoin="round"',
        ),
        (wet, f'fill="{t.coast}" fill-opacity=".85"'),
    ):
        texts = "".join(
            f'<text x="{num(x)}" y="{num(y)}">{clean(label)}</text>' for label, (x, y) in numbers
        )
        body += f"<g {look}>{texts}</g>" if texts else ""
    return body, f'font-size="{NUMBER}" text-anchor="middle" pointer-events="none"'


_KINDS = {
    # kind: (rank, size, weight, slant, caps)
    "city": (0, 13.5, "bold", "normal"),
    "town": (1, 12.0, "bold", "normal"),
    "beach": (2, 9.6, "bold", "italic"),
    "box": (2, 10.0, "bold", "normal"),
    "village": (3, 9.6, "normal", "normal"),
    "airfield": (3, 9.0, "normal", "normal"),
    "battery": (3, 8.8, "normal", "normal"),
    "drop_zone": (4, 8.6, "normal", "italic"),
    "peak": (4, 9.0, "normal", "italic"),
    "pass": (4, 9.0, "normal", "italic"),
    "site": (5, 9.0, "normal", "italic"),
}


def _kind(place: Place) -> tuple[int, float, str, str]:
    return _KINDS.get(place.kind, (6, 9.0, "normal", "italic"))


def draw_names(p: Picture, space: Space) -> None:
    t, lay, board = p.theme, p.lay, p.board
    signs = _signs(p, space)
    dots = ""
    places = [q for q in board.places if q.hex in lay.centres]
    for place in places:
        x, y = lay.centres[place.hex]
        texture = texture_of(board.terrain[place.hex])
        if texture in ("town", "city") and place.kind in ("town", "city"):
            r = UNIT * (0.29 if texture == "town" else 0.36)
            space.take((x - r, y - r * 0.8, x + r, y + r * 0.8), 10.0)
        elif place.kind == "peak" and "hilltop" in board.features.get(place.hex, ()):
            pass
        elif place.kind == "peak":
            dots += f'<path d="M{pt((x, y - 5))}l5,8.6h-10z" fill="{t.mark["mountain"]}"/>'
            space.take((x - 5, y - 5, x + 5, y + 4), 60.0)
        elif place.kind in ("town", "city", "village", "site", "box", "airfield", "battery"):
            hollow = place.kind != "site"
            r = 3.0 if hollow else 1.9
            fill = t.panel if hollow else t.ink
            dots += (
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{r}" fill="{fill}" '
                f'stroke="{t.ink}" stroke-width="1.3"/>'
            )
            space.take((x - 4, y - 4, x + 4, y + 4), 60.0)
    for h, (x, y) in lay.centres.items():
        if texture_of(board.terrain[h]) not in ("clear", "sea", "town", "desert"):
            half = UNIT * 0.36
            space.take((x - half, y - half, x + half, y + half), 4.0)
    groups: dict[tuple[float, str, str], str] = {}
    for place in sorted(places, key=lambda q: (_kind(q)[0], q.hex, q.name)):
        _, size, weight, slant = _kind(place)
        texture = texture_of(board.terrain[place.hex])
        built = texture in ("town", "city") and place.kind in ("town", "city")
        label = place_label(
            space,
            lay.centres[place.hex],
            place.name,
            size,
            gap=UNIT * (0.3 if texture == "town" else 0.4) if built else 6.5,
            bold=weight == "bold",
        )
        p.names.append(label.box)
        text = f'<text x="{num(label.x)}" y="{num(label.y)}" text-anchor="{label.anchor}">'
        if len(label.lines) == 1:
            text += clean(label.lines[0])
        else:
            for i, line in enumerate(label.lines):
                dy = f' dy="{num(size * 1.08)}"' if i else ""
                text += f'<tspan x="{num(label.x)}"{dy}>{clean(line)}</tspan>'
        groups[size, weight, slant] = groups.get((size, weight, slant), "") + text + "</text>"
    body = _water_names(p, space)
    for (size, weight, slant), texts in groups.items():
        body += (
            f'<g font-size="{num(size)}"'
            + (f' font-weight="{weight}"' if weight != "normal" else "")
            + (f' font-style="{slant}"' if slant != "normal" else "")
            + f">{texts}</g>"
        )
    p.layer("places", dots + signs)
    p.layer(
        "names",
        body,
        f'font-family="serif" fill="{t.ink}" stroke="{t.paper}" stroke-width="{t.halo}" '
        'stroke-opacity=".9" paint-order="stroke" stroke-linejoin="round" pointer-events="none"',
    )


def _signs(p: Picture, space: Space) -> str:
    """Ports, landing beaches and the like: a small sign off the centre, towards the sea."""
    out, known = "", set()
    for h, features in sorted(p.board.features.items()):
        if h not in p.lay.centres:
            continue
        for name in FEATURES:
            if name not in features or (name == "beach" and "landing" in features):
                continue
            if name not in known:
                known.add(name)
                p.defs.append(f'<g id="{p.ids}-f-{name}">{feature_mark(name, p.theme)}</g>')
            x, y = p.lay.centres[h]
            wet = [
                step
                for step, n in zip(p.lay.steps, p.lay.near[h], strict=True)
                if n != OFF and is_sea(p.board.terrain[n])
            ]
            u, v = sum(s[0] for s in wet), sum(s[1] for s in wet)
            long = math.hypot(u, v)
            best: tuple[float, Point] | None = None
            for d in range(12):
                a = math.radians(30 * d)
                q = (x + math.cos(a) * UNIT * 0.33, y + math.sin(a) * UNIT * 0.33)
                cost = space.cost((q[0] - 8, q[1] - 8, q[0] + 8, q[1] + 8))
                if long > 1:
                    cost += 40 * (1 - (u * math.cos(a) + v * math.sin(a)) / long)
                if best is None or cost < best[0]:
                    best = (cost, q)
            assert best is not None
            q = best[1]
            space.take((q[0] - 9, q[1] - 9, q[0] + 9, q[1] + 9), 90.0)
            turn = ""
            if name in ("landing", "beach") and long > 1:
                turn = f" rotate({num(math.degrees(math.atan2(-v, -u)) + 90)})"
            out += f'<use href="#{p.ids}-f-{name}" transform="translate({pt(q)}){turn}"/>'
    return out


def _water_names(p: Picture, space: Space) -> str:
    """Names of rivers and canals along their course, where there is room."""
    named: dict[str, list[Side]] = {}
    for side, name in sorted(p.board.side_names.items()):
        if side[0] in p.lay.centres and side[1] in p.lay.centres:
            named.setdefault(name, []).append(side)
    out, size = "", 9.2
    for n, (full, sides) in enumerate(sorted(named.items())):
        name = full.split(" (", 1)[0]
        links, spots = side_links(p, sides)
        long = text_width(name, size) + len(name) * 0.8 + 4
        best: tuple[float, list[Point]] | None = None
        for chain in chains(links, spots.__getitem__):
            corners = [spots[k] for k in chain]
            mids = [middle(a, b) for a, b in pairwise(corners)]
            if len(corners) > 1:
                mids = [corners[0], *mids, corners[-1]]
            for i in range(len(mids) - 1):
                run = [mids[i]]
                length = 0.0
                for q in mids[i + 1 :]:
                    length += dist(run[-1], q)
                    run.append(q)
                    if length >= long:
                        break
                if length < long:
                    break
                if run[-1][0] < run[0][0]:
                    run.reverse()
                bend = sum(
                    abs(_turn(run[j - 1], run[j], run[j + 1])) for j in range(1, len(run) - 1)
                )
                steep = abs(run[-1][1] - run[0][1]) / max(length, 1)
                for off in (-13.0, 19.5):
                    line = _beside(run, off)
                    cost = bend * 16 + steep * 8 + (length - long) * 0.05
                    for a, b in pairwise(line):
                        if best is not None and cost >= best[0]:
                            break
                        for share in (0.0, 0.5):
                            x, y = toward(a, b, share)
                            cost += min(space.cost((x - 4, y - 5, x + 4, y + 1)), 60.0)
                    if best is None or cost < best[0]:
                        best = (cost, line)
        if best is None or best[0] > 260:
            continue
        line = best[1]
        space.take_line(line, 60.0, 4.0)
        p.defs.append(f'<path id="{p.ids}-w{n}" d="{spline(line)}"/>')
        styles = [side_style(f) for f in sorted(p.board.side(*sides[0]))]
        wet = any(s.how in ("flow", "canal") for s in styles) or not styles
        ink = "" if wet else f' fill="{ink_of(p.theme, styles[0].ink)}"'
        out += (
            f'<text{ink}><textPath href="#{p.ids}-w{n}" startOffset="50%" text-anchor="middle">'
            f"{clean(name)}</textPath></text>"
        )
    if not out:
        return ""
    return (
        f'<g font-size="{size}" font-style="italic" letter-spacing=".6" fill="{p.theme.water}">'
        f"{out}</g>"
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    one = math.atan2(b[1] - a[1], b[0] - a[0])
    two = math.atan2(c[1] - b[1], c[0] - b[0])
    return (two - one + math.pi) % (2 * math.pi) - math.pi


def _beside(line: Sequence[Point], off: float) -> list[Point]:
    """A line that runs beside another, softened."""
    soft = [
        line[i]
        if i in (0, len(line) - 1)
        else toward(line[i], middle(line[i - 1], line[i + 1]), 0.5)
        for i in range(len(line))
    ]
    moved = []
    for i, (x, y) in enumerate(soft):
        a, b = soft[max(0, i - 1)], soft[min(len(soft) - 1, i + 1)]
        long = max(dist(a, b), 0.1)
        moved.append((x - (b[1] - a[1]) / long * off, y + (b[0] - a[0]) / long * off))
    return moved
