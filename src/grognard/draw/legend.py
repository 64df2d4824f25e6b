"""Around the map: neat line, title, legend, scale, compass, attribution."""

from __future__ import annotations

from .geometry import UNIT, cornered, flowing, num, pt
from .labels import text_width
from .lines import gap_mark, ink_of, mine_marks, road_strokes, side_strokes
from .picture import EDGE, Coast, Picture, clean, words
from .style import FEATURES, road_style, side_style, texture_of


def draw_frame(p: Picture) -> None:
    a, b, c, d = p.lay.frame
    t = p.theme
    p.layer(
        "frame",
        f'<rect x="{num(a)}" y="{num(b)}" width="{num(c - a)}" height="{num(d - b)}" '
        f'stroke-width="1.2"/><rect x="{num(a - 6)}" y="{num(b - 6)}" width="{num(c - a + 12)}" '
        f'height="{num(d - b + 12)}" stroke-width="3"/>',
        f'fill="none" stroke="{t.ink}"',
    )


def draw_licence(p: Picture, y: float) -> None:
    """The line of attribution, as small as it must be to fit."""
    text = p.board.licence
    room = p.width - 2 * EDGE
    size = min(8.0, room / max(1.0, text_width(text, 1.0)))
    lines = [text]
    if size < 6.5:
        size = 7.0
        fits = max(20, int(room / (size * 0.56)))
        lines, line = [], ""
        for word in text.split():
            if line and len(line) + 1 + len(word) > fits:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}".strip()
        lines.append(line)
    spans = "".join(
        f'<tspan x="{num(EDGE)}"{f""" dy="{num(size * 1.25)}" """.rstrip() if i else ""}>'
        f"{clean(line)}</tspan>"
        for i, line in enumerate(lines)
    )
    p.height += (len(lines) - 1) * size * 1.25
    p.layer(
        "licence",
        f'<text y="{num(y)}">{spans}</text>',
        f'font-size="{num(size)}" fill="{p.theme.soft}"',
    )


def draw_strip(p: Picture, top: float, coast: Coast | None, title: str, subtitle: str) -> None:
    """Below the map: title, legend, scale and compass, attribution."""
    t = p.theme
    left, right = EDGE - 6, p.width - EDGE + 6
    items = _legend_items(p)
    title_wide = 236.0
    scale_wide = 176.0
    gap = 12.0
    room = right - left - title_wide - scale_wide - 2 * gap
    row, swatch = 33.0, 46.0
    cell = max([swatch + 8 + text_width(name, 10.5) for name, _ in items] or [100.0]) + 10
    columns = max(1, int((room - 16) // cell))
    rows = -(-len(items) // columns)
    columns = -(-len(items) // rows) if rows else 1
    tall = max(104.0, rows * row + 18)
    legend_left = left + title_wide + gap
    pitch = (room - 16) / columns

    def panel(x: float, wide: float) -> str:
        return (
            f'<rect x="{num(x)}" y="{num(top)}" width="{num(wide)}" height="{num(tall)}" '
            f'fill="{t.panel}" stroke="{t.ink}" stroke-width="1.6"/>'
            f'<rect x="{num(x + 4)}" y="{num(top + 4)}" width="{num(wide - 8)}" '
            f'height="{num(tall - 8)}" fill="none" stroke="{t.ink}" stroke-width=".6"/>'
        )

    name = title.upper()
    size = min(
        34.0, (title_wide - 36) / max(1.0, text_width(name, 1.0, bold=True) + len(name) * 0.12)
    )
    middle_x, middle_y = left + title_wide / 2, top + tall / 2
    notes = [subtitle] if subtitle else []
    if coast and coast.hex_km:
        notes.append(f"One hex is about {coast.hex_km:.1f} km ({coast.hex_km / 1.609:.1f} miles)")
    body = panel(left, title_wide)
    base = middle_y + size * 0.36 - len(notes) * 8
    body += (
        f'<text x="{num(middle_x)}" y="{num(base)}" font-family="serif" font-weight="bold" '
        f'font-size="{num(size)}" letter-spacing="{num(size * 0.1)}" text-anchor="middle">'
        f"{clean(name)}</text>"
        f'<path d="M{pt((middle_x - 62, base + 9))}h54m16,0h54" stroke="{t.ink}" '
        f'stroke-width=".8"/><path d="M{pt((middle_x, base + 5.5))}l3.5,3.5l-3.5,3.5l-3.5,-3.5z" '
        f'fill="{t.accent}"/>'
    )
    for i, note in enumerate(notes):
        fit = min(10.0, (title_wide - 24) / max(1.0, text_width(note, 1.0)))
        body += (
            f'<text x="{num(middle_x)}" y="{num(base + 26 + i * 13)}" font-family="serif" '
            f'font-style="italic" font-size="{num(fit)}" text-anchor="middle">{clean(note)}</text>'
        )
    body += panel(legend_left, room)
    for i, (name, art) in enumerate(items):
        x = legend_left + 8 + (i // rows) * pitch + 4
        y = top + (tall - rows * row) / 2 + (i % rows + 0.5) * row
        body += (
            f'<g transform="translate({num(x + swatch / 2)},{num(y)})">{art}</g>'
            f'<text x="{num(x + swatch + 8)}" y="{num(y + 3.7)}" font-size="10.5">'
            f"{clean(name)}</text>"
        )
    body += panel(right - scale_wide, scale_wide)
    body += _scale(p, coast, right - scale_wide, top, scale_wide, tall)
    p.layer("legend", body, f'fill="{t.ink}"')
    p.height = top + tall + 22
    if p.board.licence:
        draw_licence(p, top + tall + 15)


def _legend_items(p: Picture) -> list[tuple[str, str]]:
    """What the map shows, each with a small sample around (0, 0), 46 x 28."""
    t, board = p.theme, p.board
    box = '<path d="M-23,-13h46v26h-46z"'
    clip = f"{p.ids}-swatch"
    p.defs.append(f'<clipPath id="{clip}"><path d="M-23,-13h46v26h-46z"/></clipPath>')
    rim = f'{box} fill="none" stroke="{t.ink}" stroke-width=".8"/>'
    ground = f'{box} fill="{t.paper}"/>'
    items: list[tuple[str, str]] = []
    used = {board.terrain[h] for h in board.hexes}
    for word in [w for w in board.letters if w in used] + sorted(used - set(board.letters)):
        texture = texture_of(word)
        if texture == "sea":
            art = (
                f'{box} fill="{t.sea}"/><path d="M-23,5q8,-5 15,-2t14,-3t17,-1M-23,-1q9,-5 15,-2'
                f't14,-4t17,-1" fill="none" stroke="{t.shore}" stroke-width=".9"/>'
            )
        elif texture == "clear":
            art = ground
        elif texture in ("town", "city"):
            art = ground + f'<use href="#{p.ids}-{texture}0" transform="scale(.62)"/>'
        else:
            art = (
                f'{box} fill="{t.ground[texture]}"/>'
                f'<use href="#{p.ids}-{texture}0" transform="scale(.8)"/>'
            )
        items.append((words(word), f'<g clip-path="url(#{clip})">{art}</g>{rim}'))
    features = sorted({f for fs in board.sides.values() for f in fs})
    for feature in features:
        style = side_style(feature)
        a, b, c, d = (-23.0, 6.0), (-7.7, -5.0), (7.7, 5.0), (23.0, -6.0)
        ink = ink_of(t, style.ink)
        teeth = ""
        if style.how == "gap":
            line = gap_mark((-14.0, 0.0), (14.0, 0.0))
            art = f'<path d="{line}" fill="none" stroke="{ink}" stroke-width="{style.width}"/>'
        elif style.how == "mines":
            line = mine_marks((-18.0, 0.0), (18.0, 0.0))
            art = f'<path d="{line}" fill="none" stroke="{ink}" stroke-width="{style.width}"/>'
        else:
            if style.how in ("cliff", "ridge"):
                up = -5 if style.how == "ridge" else 0
                teeth = "".join(f"M{x},{up}v{5 - up}" for x in range(-18, 21, 6))
                line = "M-22,0H22"
            elif style.how == "flow":
                line = flowing((a, b, c, d))
            else:
                line = cornered((a, b, c, d), 4)
            art = side_strokes(style.how, line, teeth, style.width, ink, t, style.dash)
        items.append(
            (words(feature), f'<g clip-path="url(#{clip})" fill="none">{ground}{art}</g>{rim}')
        )
    for kind in dict.fromkeys(road.kind for road in board.roads):
        road = road_style(kind)
        element = '<path d="M-24,5C-10,-9 8,9 24,-5" fill="none"'
        case, fill = road_strokes(road.how, element, road.width, t)
        items.append((words(kind), f'<g clip-path="url(#{clip})">{ground}{case}{fill}</g>{rim}'))
    shown = {f for fs in board.features.values() for f in fs}
    for name in FEATURES:
        if name in shown and not (name == "beach" and "landing" in shown):
            items.append((words(name), f'<use href="#{p.ids}-f-{name}"/>'))
    return items


def _scale(p: Picture, coast: Coast | None, x: float, y: float, wide: float, tall: float) -> str:
    t = p.theme
    km = coast.hex_km if coast and coast.hex_km > 0 else 0.0
    step = UNIT / km if km else UNIT
    total = 1
    for n in (1, 2, 3, 4, 5, 10, 20, 25, 50, 100):
        if n * step <= wide - 50:
            total = n
    parts = total if total in (2, 3, 4, 5) else 5 if total >= 10 else 1
    long = total * step
    left, base = x + (wide - long) / 2, y + tall - 26
    bar = "".join(
        f'<rect x="{num(left + i * long / parts)}" y="{num(base)}" width="{num(long / parts)}" '
        f'height="5" fill="{t.ink if i % 2 == 0 else t.panel}" stroke="{t.ink}" '
        f'stroke-width=".8"/>'
        for i in range(parts)
    )
    unit = "km" if km else "hex" if total == 1 else "hexes"
    bar += (
        f'<g font-size="8.5" text-anchor="middle"><text x="{num(left)}" y="{num(base + 15)}">0</text>'
        f'<text x="{num(left + long)}" y="{num(base + 15)}">{total} {unit}</text></g>'
    )
    cx, cy = x + wide / 2, y + (tall - 26) / 2 + 1
    if coast is None or coast.up_bearing is None:
        return bar
    turn = num(-coast.up_bearing)
    return bar + (
        f'<g transform="translate({num(cx)},{num(cy)}) rotate({turn})">'
        f'<circle r="19" fill="none" stroke="{t.ink}" stroke-width=".7"/>'
        f'<circle r="16.5" fill="none" stroke="{t.ink}" stroke-width=".5" '
        f'stroke-dasharray="1 3.32"/>'
        f'<path d="M0,-23L4,-4L23,0L4,4L0,23L-4,4L-23,0L-4,-4z" fill="{t.panel}" '
        f'stroke="{t.ink}" stroke-width=".9" stroke-linejoin="round"/>'
        f'<path d="M0,-23L4,-4L0,0zM23,0L4,4L0,0zM0,23L-4,4L0,0zM-23,0L-4,-4L0,0z" '
        f'fill="{t.ink}"/>'
        f'<text y="-26" font-family="serif" font-weight="bold" font-size="11" '
        f'text-anchor="middle">N</text></g>'
    )
