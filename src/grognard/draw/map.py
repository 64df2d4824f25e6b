"""A board as a picture: ``board_svg``.  Pure functions from data to SVG text."""

from __future__ import annotations

from itertools import pairwise

from ..board import Board
from ..hexes import OFF
from .boxes import Room
from .geometry import (
    UNIT,
    Cells,
    Key,
    Point,
    cells,
    contours,
    dist,
    layout,
    middle,
    noise,
    num,
    outlines,
    pt,
    spline,
    wobbly,
)
from .labels import Box, Space
from .legend import draw_frame, draw_licence, draw_strip
from .lines import draw_hexsides, draw_roads
from .names import draw_names, draw_numbers
from .picture import EDGE, Coast, Picture, clean, document, is_sea, read_coast, words
from .style import Theme, texture_of, theme_of
from .terrain import MARKS, VARIANTS, marks

__all__ = ["Coast", "board_svg", "describe", "draw_board", "read_coast"]

NARROWEST = 760.0
"""A picture with a legend is at least so wide."""


def board_svg(
    board: Board,
    theme: Theme | str = "light",
    coast: Coast | None = None,
    *,
    title: str = "",
    subtitle: str = "",
    legend: bool = True,
    ids: str = "map",
) -> str:
    """The map as SVG.

    Each hex is a ``<path class="hex" data-hex="0308" data-terrain="clear">``; layers are groups
    with a class each.  ``coast`` gives the real shore; without it the shore follows the hexes.
    ``ids`` begins all ids of the picture, so that two pictures can stand on one page.
    """
    picture = draw_board(
        board, theme, coast, title=title, subtitle=subtitle, legend=legend, ids=ids
    )
    return document(picture, title or board.name, describe(board))


def describe(board: Board) -> str:
    """A map in words, for those who do not see it."""
    count: dict[str, int] = {}
    for h in board.hexes:
        count[board.terrain[h]] = count.get(board.terrain[h], 0) + 1
    shape = "flat-topped" if board.grid.orientation == "flat" else "pointed"
    parts = [f"Map of {len(board.hexes)} {shape} hexes."]
    parts.append(
        "Terrain: " + ", ".join(f"{words(t).lower()} {n}" for t, n in sorted(count.items())) + "."
    )
    for word, mask in sorted(board.where.items()):
        if word in count and texture_of(word) not in ("clear", "sea") and count[word] <= 60:
            parts.append(f"{words(word)} hexes: {', '.join(board.labels(mask))}.")
    if board.places:
        names = ", ".join(f"{p.name} {board.label(p.hex)}" for p in board.places)
        parts.append(f"Places: {names}.")
    if board.roads:
        parts.append(
            "Roads: "
            + "; ".join(
                f"{r.name or words(r.kind)} {'-'.join(board.label(h) for h in r.hexes)}"
                for r in board.roads
            )
            + "."
        )
    return " ".join(parts)


def draw_board(
    board: Board,
    theme: Theme | str,
    coast: Coast | None,
    *,
    title: str = "",
    subtitle: str = "",
    legend: bool = True,
    ids: str = "map",
    room: Room = (0.0, 0.0, 0.0, 0.0),
    penned: bool = False,
) -> Picture:
    """The layers of the map; ``room`` is left free around it for what lies beside it.

    ``penned``: hex numbers are drawn, not set in type, which a browser shows sooner.
    """
    look = theme_of(theme)
    if not ids.replace("-", "").replace("_", "").isalnum():
        raise ValueError(f"ids {ids!r} must be letters, digits, - and _")
    left, top, right, bottom = room
    lay = layout(board, EDGE + left, EDGE + top)
    width = lay.frame[2] + EDGE + right
    if legend and width < NARROWEST:
        lay = layout(board, EDGE + left + round((NARROWEST - width) / 2, 1), EDGE + top)
        width = NARROWEST
    picture = Picture(board, look, lay, ids, width, lay.frame[3] + EDGE + bottom)
    field_ = cells(board, lay)
    space = Space(lay.frame)
    picture.layers.append("")  # the mat, when the height is known

    _ground(picture, field_, coast)
    _relief(picture)
    _terrain(picture, field_)
    _edge_of_play(picture, field_)
    _grid(picture)
    draw_hexsides(picture, space)
    draw_roads(picture, space)
    draw_numbers(picture, space, penned=penned)
    draw_names(picture, space)
    draw_frame(picture)
    if legend:
        draw_strip(picture, lay.frame[3] + bottom + 20, coast, title or board.name, subtitle)
    elif board.licence:
        draw_licence(picture, picture.height - 8)
    picture.layers[0] = (
        f'<rect class="mat" width="{num(picture.width)}" height="{num(picture.height)}" '
        f'fill="{look.mat}"/>\n'
    )
    return picture


# ------------------------------------------------------------------ ground


def _rect(box: Box) -> str:
    a, b, c, d = box
    return f"M{pt((a, b))}H{num(c)}V{num(d)}H{num(a)}Z"


def _ground(p: Picture, field_: Cells, coast: Coast | None) -> None:
    """Sea with water-lining, land like paper."""
    t, lay = p.theme, p.lay
    frame = _rect(lay.frame)
    p.defs.append(f'<clipPath id="{p.ids}-frame"><path d="{frame}"/></clipPath>')
    flecks = "".join(
        f"M{pt(((noise((i, 1.0), 41)[0] + 1) * 90, (noise((i, 1.0), 41)[1] + 1) * 90))}"
        f"l{num(noise((i, 2.0), 43)[0] * 2.2)},{num(noise((i, 2.0), 43)[1] * 2.2)}"
        for i in range(46)
    )
    p.defs.append(
        f'<pattern id="{p.ids}-paper" width="180" height="180" patternUnits="userSpaceOnUse">'
        f'<path d="{flecks}" stroke="{t.soft}" stroke-width=".8" stroke-opacity=".22"/></pattern>'
    )
    sea = {k for k, word in field_.terrain.items() if is_sea(word)}
    land = ""
    if sea:
        if coast and coast.land:
            rings = ([lay.at(x, y) for x, y in ring] for ring in coast.land if len(ring) > 2)
            land = "".join(spline([*ring, ring[0]], 7.0) + "Z" for ring in rings)
        else:
            dry = set(field_.terrain) - sea
            land = "".join(wobbly(loop, 5.0, 1) for loop in outlines(dry, field_, lay))
    if not sea:
        land = frame
    p.defs.append(f'<path id="{p.ids}-land" d="{land}"/>')
    p.defs.append(f'<clipPath id="{p.ids}-dry"><use href="#{p.ids}-land"/></clipPath>')
    body = ""
    use = f'<use href="#{p.ids}-land"'
    if sea:
        body += f'<path d="{frame}" fill="{t.sea}"/>'
        if land:
            body += '<g fill="none" stroke-linejoin="round">'
            for wide, ink in ((58, 0.28), (40, 0.42), (25, 0.6), (13, 0.85)):
                body += f'{use} stroke="{t.sea}" stroke-width="{wide + 2}"/>'
                body += f'{use} stroke="{t.shore}" stroke-opacity="{ink}" stroke-width="{wide}"/>'
                body += f'{use} stroke="{t.sea}" stroke-width="{wide - 1.8:.1f}"/>'
            body += "</g>"
    body += f'{use} fill="{t.paper}"/>{use} fill="{p.ref("paper")}"/>'
    p.layer("ground", body, f'clip-path="{p.ref("frame")}"')


def _shoreline(p: Picture) -> None:
    p.layer(
        "shore",
        f'<use href="#{p.ids}-land" fill="none" stroke="{p.theme.coast}" stroke-width="1.5" '
        'stroke-linejoin="round"/>',
        f'clip-path="{p.ref("frame")}"',
    )


def _relief(p: Picture) -> None:
    """Form lines, where the data know heights that differ."""
    heights = sorted(p.board.elevation.values())
    if len(heights) < 12 or heights[-1] - heights[0] < 40:
        return
    spread = heights[int(len(heights) * 0.95)] - heights[int(len(heights) * 0.05)]
    step = next((s for s in (10, 20, 25, 50, 100, 200, 250, 500) if spread / s <= 9), 1000)
    levels = range((heights[0] // step + 1) * step, heights[-1] + 1, step)
    thin, thick = "", ""
    for level, line in contours(p.board, p.lay, levels):
        if len(line) > 4:
            closed = dist(line[0], line[-1]) < 1
            soft = [middle(u, v) for u, v in pairwise(line)]
            line = [*soft, soft[0]] if closed else [line[0], *soft, line[-1]]
        if level % (step * 5) == 0:
            thick += spline(line)
        else:
            thin += spline(line)
    body = ""
    for d, width in ((thin, 0.7), (thick, 1.2)):
        if d:
            body += f'<path d="{d}" stroke-width="{width}"/>'
    p.layer(
        "relief",
        f'<g clip-path="{p.ref("dry")}">{body}</g>' if body else "",
        f'fill="none" stroke="{p.theme.relief}" stroke-opacity=".55" clip-path="{p.ref("frame")}"',
    )


# ------------------------------------------------------------------ terrain


def _terrain(p: Picture, field_: Cells) -> None:
    t = p.theme
    by_texture: dict[str, set[Key]] = {}
    for k, word in field_.terrain.items():
        by_texture.setdefault(texture_of(word), set()).add(k)
    tints, uses, built = "", "", ""
    for texture in MARKS:
        region = by_texture.get(texture)
        if not region:
            continue
        for v in range(VARIANTS):
            p.defs.append(f'<g id="{p.ids}-{texture}{v}">{marks(texture, t, v)}</g>')
        spots: dict[str, list[str]] = {}
        for k in sorted(region, key=lambda k: (field_.centres[k][1], field_.centres[k][0])):
            x, y = field_.centres[k]
            if not _within((x, y), p.lay.frame, UNIT * 0.35):
                continue
            v = int((noise((x, y), 29)[0] + 1) * 1.4999)
            spots.setdefault(f"{p.ids}-{texture}{v}", []).append(pt((x, y)))
        here = "".join(_repeated(p, name, at) for name, at in sorted(spots.items()))
        if texture in ("town", "city"):
            built += here
        else:
            d = "".join(wobbly(loop, 5.0) for loop in outlines(region, field_, p.lay))
            tints += (
                f'<path class="{texture}" d="{d}" fill="{t.ground[texture]}" fill-opacity=".82"/>'
            )
            uses += here
    dry = f'clip-path="{p.ref("dry")}"'
    p.layer("tints", f"<g {dry}>{tints}</g>" if tints else "", f'clip-path="{p.ref("frame")}"')
    p.layer("marks", f"<g {dry}>{uses}</g>" if uses else "", f'clip-path="{p.ref("frame")}"')
    _shoreline(p)
    p.layer("built", built)


def _repeated(p: Picture, drawing: str, spots: list[str]) -> str:
    """A drawing in many places: as the mark of a path, which spares a browser a copy for each."""
    p.defs.append(
        f'<marker id="{drawing}-m" markerUnits="userSpaceOnUse" overflow="visible">'
        f'<use href="#{drawing}"/></marker>'
    )
    mark = f"url(#{drawing}-m)"
    # The last spot is named twice: the end of the path has no mark of its own.
    way = " ".join((*spots, spots[-1]))
    return f'<path d="M{way}" fill="none" marker-start="{mark}" marker-mid="{mark}"/>'


def _within(point: Point, box: Box, margin: float) -> bool:
    a, b, c, d = box
    x, y = point
    return a - margin < x < c + margin and b - margin < y < d + margin


def _edge_of_play(p: Picture, field_: Cells) -> None:
    """A veil over what lies beyond the playable hexes, thinner over the sea."""
    real = {p.lay.key(c) for c in p.lay.centres.values()}
    rings = outlines(real, field_, p.lay)
    d = "".join("M" + "L".join(pt(c) for c in ring) + "Z" for ring in rings)
    veil = f'<path d="{_rect(p.lay.frame)}{d}"'
    p.layer(
        "beyond",
        f'{veil} fill-opacity=".34"/>{veil} fill-opacity=".42" clip-path="{p.ref("dry")}"/>',
        f'fill="{p.theme.panel}" fill-rule="evenodd"',
    )


def _grid(p: Picture) -> None:
    t, lay, board = p.theme, p.lay, p.board
    shape = lay.hex_path()
    hexes = "".join(
        f'<path class="hex" data-hex="{board.label(h)}" data-terrain="{clean(board.terrain[h])}" '
        f'd="M{pt(c)}{shape}"/>'
        for h, c in lay.centres.items()
    )
    dry, wet = "", ""
    for h, near in lay.near.items():
        for d in range(6):
            if near[d] != OFF and near[d] < h:
                continue
            a, b = lay.corner(h, d), lay.corner(h, d + 1)
            line = f"M{pt(a)}L{pt(b)}"
            if is_sea(board.terrain[h]) and (near[d] == OFF or is_sea(board.terrain[near[d]])):
                wet += line
            else:
                dry += line
    p.layer(
        "grid",
        (f'<path d="{dry}" stroke="{t.grid}" stroke-opacity="{t.grid_opacity}"/>' if dry else "")
        + (f'<path d="{wet}" stroke="{t.coast}" stroke-opacity=".38"/>' if wet else ""),
        'fill="none" stroke-width="1" stroke-linecap="round"',
    )
    p.layer("hexes", hexes, 'fill="none" stroke="none" pointer-events="all"')
