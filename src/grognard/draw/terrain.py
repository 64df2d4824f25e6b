"""The marks of terrain: trees, peaks, tufts, blocks; small drawings repeated with variations."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from .geometry import UNIT, Point, noise, num, pt
from .style import Theme

VARIANTS = 3
"""So many versions of each drawing, so that a wide forest does not look like wallpaper."""


@lru_cache(maxsize=128)
def spots(count: int, radius: float, gap: float, salt: int) -> tuple[Point, ...]:
    """Scattered points within a disc, no two closer than the gap, from far to near."""
    found: list[Point] = []
    for i in range(count * 14):
        a, b = noise((i * 3.0 + 0.5, salt * 7.0), salt + 1)
        r, turn = radius * math.sqrt(abs(a)), math.pi * b
        p = (r * math.cos(turn), r * math.sin(turn))
        if all((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 >= gap * gap for q in found):
            found.append(p)
            if len(found) == count:
                break
    return tuple(sorted(found, key=lambda p: p[1]))


def _forest(theme: Theme, salt: int) -> str:
    ink, light = theme.mark["forest"], theme.shade["forest"]
    trunks, crowns, glints = "", "", ""
    for x, y in spots(15, UNIT * 0.42, 11.5, salt):
        r = 4.6 + noise((x, y), 3)[0] * 0.9
        trunks += f"M{pt((x, y + r - 0.5))}v3.4"
        crowns += (
            f"M{pt((x - r, y))}a{num(r)},{num(r)} 0 1 1 {num(2 * r)},0"
            f"a{num(r)},{num(r * 0.85)} 0 0 1 {num(-2 * r)},0z"
        )
        glints += (
            f"M{pt((x - r * 0.55, y - 0.2))}a{num(r * 0.6)},{num(r * 0.6)} 0 0 1 "
            f"{num(r * 0.7)},{num(-r * 0.5)}"
        )
    return (
        f'<path d="{trunks}" stroke="{ink}" stroke-width="1.1" fill="none"/>'
        f'<path d="{crowns}" fill="{light}" stroke="{ink}" stroke-width=".8"/>'
        f'<path d="{glints}" fill="none" stroke="{theme.ground["forest"]}" stroke-width="1"/>'
    )


def _mountain(theme: Theme, salt: int) -> str:
    ink, light = theme.mark["mountain"], theme.shade["mountain"]
    out = ""
    for x, y in spots(5, UNIT * 0.33, 19, salt):
        k = 1.0 + noise((x, y), 5)[0] * 0.2
        w, t = 14 * k, 15.5 * k
        y += 8
        top = (x + 1.5, y - t)
        out += (
            f'<path d="M{pt((x - w, y))}Q{pt((x - w * 0.45, y - t * 0.45))} {pt(top)}'
            f'Q{pt((x + w * 0.5, y - t * 0.5))} {pt((x + w, y))}z" fill="{light}" stroke="none"/>'
        )
        shade = (
            f"M{pt(top)}q{num(w * 0.1)},{num(t * 0.35)} {num(-w * 0.08)},{num(t * 0.5)}"
            f"t{num(w * 0.1)},{num(t * 0.5)}H{num(x + w)}Q{pt((x + w * 0.5, y - t * 0.5))} {pt(top)}z"
        )
        out += f'<path d="{shade}" fill="{ink}" fill-opacity=".42"/>'
        lines = (
            f"M{pt((x - w, y))}Q{pt((x - w * 0.45, y - t * 0.45))} {pt(top)}"
            f"Q{pt((x + w * 0.5, y - t * 0.5))} {pt((x + w, y))}"
        )
        for i in range(1, 4):
            f = i / 4
            lines += f"M{pt((x - w * f * 0.62, y - t * (1 - f) * 0.86))}l{num(-1.6)},{num(t * 0.2)}"
        out += (
            f'<path d="{lines}" fill="none" stroke="{ink}" stroke-width="1" '
            f'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    return out


def _hill(theme: Theme, salt: int) -> str:
    ink, light = theme.mark["hill"], theme.shade["hill"]
    humps, marks = "", ""
    for x, y in spots(4, UNIT * 0.31, 21, salt):
        k = 1.0 + noise((x, y), 5)[0] * 0.18
        w, t = 12 * k, 9.5 * k
        humps += (
            f"M{pt((x - w, y + 4))}q{num(w * 0.35)},{num(-t)} {num(w)},{num(-t)}t{num(w)},{num(t)}"
        )
        for i in range(4):
            f = 0.18 + i * 0.19
            marks += f"M{pt((x + w * f, y + 4 - t * (1 - f * f)))}l{num(0.6 + f * 2)},{num(3.4)}"
    return (
        f'<path d="{humps}" fill="{light}" fill-opacity=".7" stroke="{ink}" stroke-width="1.1" '
        f'stroke-linecap="round"/>'
        f'<path d="{marks}" fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round"/>'
    )


def _marsh(theme: Theme, salt: int) -> str:
    ink = theme.mark["marsh"]
    blades, water = "", ""
    for x, y in spots(9, UNIT * 0.4, 15.5, salt):
        blades += f"M{pt((x, y))}v-5.5M{pt((x - 2.2, y))}l-2.2,-4M{pt((x + 2.2, y))}l2.2,-4"
        water += f"M{pt((x - 6.5, y + 0.6))}h13M{pt((x - 3, y + 3.2))}h8"
    return (
        f'<path d="{water}" fill="none" stroke="{ink}" stroke-width="1"/>'
        f'<path d="{blades}" fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round"/>'
    )


def _flooded(theme: Theme, salt: int) -> str:
    ink = theme.mark["flooded"]
    waves = "".join(
        f"M{pt((x - 7, y))}q3.5,-3 7,0t7,0" for x, y in spots(13, UNIT * 0.43, 12.5, salt)
    )
    return f'<path d="{waves}" fill="none" stroke="{ink}" stroke-width="1"/>'


def _desert(theme: Theme, salt: int) -> str:
    ink = theme.mark["desert"]
    dots = "".join(f"M{pt(p)}h.1" for p in spots(26, UNIT * 0.45, 8, salt))
    dunes = "".join(
        f"M{pt((x - 5, y))}q4,-3.4 10,-.4" for x, y in spots(2, UNIT * 0.3, 26, salt + 9)
    )
    return (
        f'<path d="{dots}" stroke="{ink}" stroke-width="1.2" stroke-linecap="round"/>'
        f'<path d="{dunes}" fill="none" stroke="{ink}" stroke-width=".8"/>'
    )


def _hedges(theme: Theme, salt: int, name: str, fields: int) -> str:
    """Small fields enclosed by hedges; some stand alone in mixed country."""
    ink, light = theme.mark[name], theme.shade[name]
    plots, dots = "", ""
    for x, y in spots(fields, UNIT * 0.36, 17 if fields > 5 else 24, salt):
        a, b = noise((x, y), 11)
        w, t = 8 + a * 1.5, 6.5 + b * 1.2
        lean = a * 2.5
        plots += (
            f"M{pt((x - w + lean, y - t))}L{pt((x + w, y - t + b))}"
            f"L{pt((x + w - lean, y + t))}L{pt((x - w, y + t - b))}z"
        )
        for u, v in ((-w + lean, -t), (w, -t + b), (w - lean, t), (-w, t - b), (0, -t)):
            dots += f"M{pt((x + u, y + v))}h.1"
    return (
        f'<path d="{plots}" fill="none" stroke="{ink}" stroke-width="1.2" stroke-opacity=".75"/>'
        f'<path d="{dots}" stroke="{light}" stroke-width="4.4" stroke-linecap="round"/>'
        f'<path d="{dots}" stroke="{ink}" stroke-width="2.4" stroke-linecap="round"/>'
    )


def _bocage(theme: Theme, salt: int) -> str:
    return _hedges(theme, salt, "bocage", 9)


def _mixed(theme: Theme, salt: int) -> str:
    return _hedges(theme, salt, "mixed", 3)


def _blocks(theme: Theme, salt: int, name: str, radius: float) -> str:
    """A built-up area: an irregular ground, streets left free between the blocks."""
    ink, light, ground = theme.mark[name], theme.shade[name], theme.ground[name]
    ring = []
    for i in range(9):
        turn = i * 2 * math.pi / 9
        r = radius * (1.05 + 0.14 * noise((i * 5.0, salt), 17)[0])
        ring.append((r * math.cos(turn), r * 0.92 * math.sin(turn)))
    edge = "M" + pt(((ring[-1][0] + ring[0][0]) / 2, (ring[-1][1] + ring[0][1]) / 2))
    for i, p in enumerate(ring):
        q = ring[(i + 1) % 9]
        edge += f"Q{pt(p)} {pt(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2))}"
    blocks = ""
    pitch = 7.4
    n = int(radius // pitch) + 1
    for i in range(-n, n + 1):
        for j in range(-n, n + 1):
            a, b = noise((i * 4.0, j * 4.0), salt + 23)
            x, y = (i + 0.5) * pitch, (j + 0.5) * pitch * 0.92
            if math.hypot(x, y * 1.08) > radius * (0.86 + 0.12 * a):
                continue
            w, t = 5.2 + a * 0.7, 4.6 + b * 0.7
            if b > 0.72:
                continue
            blocks += f"M{pt((x - w / 2, y - t / 2))}h{num(w)}v{num(t)}h{num(-w)}z"
    return (
        f'<g transform="rotate({num(noise((salt, 3.0), 2)[0] * 14)})">'
        f'<path d="{edge}Z" fill="{ground}" stroke="{ink}" stroke-width=".8" stroke-opacity=".7"/>'
        f'<path d="{blocks}" fill="{ink}" stroke="{light}" stroke-width=".5"/></g>'
    )


def _town(theme: Theme, salt: int) -> str:
    return _blocks(theme, salt, "town", UNIT * 0.3)


def _city(theme: Theme, salt: int) -> str:
    return _blocks(theme, salt, "city", UNIT * 0.42)


def _plain(theme: Theme, salt: int) -> str:
    marks = "".join(f"M{pt((x - 2, y))}h4m-2,-2v4" for x, y in spots(9, UNIT * 0.4, 15, salt))
    return f'<path d="{marks}" fill="none" stroke="{theme.mark["plain"]}" stroke-width=".8"/>'


MARKS: dict[str, Callable[[Theme, int], str]] = {
    "forest": _forest,
    "mountain": _mountain,
    "hill": _hill,
    "marsh": _marsh,
    "flooded": _flooded,
    "desert": _desert,
    "bocage": _bocage,
    "mixed": _mixed,
    "town": _town,
    "city": _city,
    "plain": _plain,
}
"""By texture: the drawing of one hex of it.  Clear land and the sea have none."""


def marks(texture: str, theme: Theme, variant: int) -> str:
    """One version of the drawing of a hex of this texture, around (0, 0)."""
    return MARKS[texture](theme, variant * 31 + 7)


FEATURE_MARKS = {
    "port": '<circle r="7.5" fill="{panel}" stroke="{ink}" stroke-width="1"/>'
    '<path d="M0,-4.4v8.6M-2.6,-2h5.2M-4.4,1c.4,2.4 2,3.4 4.4,3.4s4,-1 4.4,-3.4" fill="none" '
    'stroke="{ink}" stroke-width="1.2" stroke-linecap="round"/>'
    '<circle cy="-4.7" r="1.1" fill="none" stroke="{ink}" stroke-width=".9"/>',
    "landing": '<path d="M0,-8l6.5,7h-3.4v7.5h-6.2v-7.5h-3.4z" fill="{accent}" stroke="{panel}" '
    'stroke-width="1.1" stroke-linejoin="round"/>'
    '<path d="M-7,9q3.5,-3 7,0t7,0" fill="none" stroke="{coast}" stroke-width="1.3"/>',
    "airfield": '<circle r="7.5" fill="{panel}" stroke="{ink}" stroke-width="1"/>'
    '<path d="M0,-5.4q1,1 1,3l4.6,3v1.3l-4.6,-1.2l-.3,2.8l1.6,1.4h-4.6l1.6,-1.4l-.3,-2.8'
    'l-4.6,1.2v-1.3l4.6,-3q0,-2 1,-3z" fill="{ink}"/>',
    "battery": '<path d="M-7,4a7,7 0 0 1 14,0z" fill="{panel}" stroke="{ink}" stroke-width="1.2"/>'
    '<path d="M0,1l7,-6" stroke="{ink}" stroke-width="2.2"/>',
    "hilltop": '<path d="M0,-6l6.5,10.5h-13z" fill="{panel}" stroke="{ink}" stroke-width="1.2" '
    'stroke-linejoin="round"/><circle cy="1" r="1.3" fill="{ink}"/>',
    "drop_zone": '<path d="M-7,-1a7,7 0 0 1 14,0q-3.5,-2.4 -7,0q-3.5,-2.4 -7,0zL0,7L7,-1M0,-1.6V7" '
    'fill="{panel}" stroke="{ink}" stroke-width="1" stroke-linejoin="round"/>',
    "box": '<path d="M-7,-6h3v2h2.4v-2h3.2v2h2.4v-2h3v12h-14z" fill="{panel}" stroke="{ink}" '
    'stroke-width="1.2" stroke-linejoin="round"/>',
}
FEATURE_MARKS["beach"] = FEATURE_MARKS["landing"]


def feature_mark(name: str, theme: Theme) -> str:
    """The small sign of a feature of a hex, around (0, 0)."""
    return FEATURE_MARKS[name].format(
        panel=theme.panel, ink=theme.ink, accent=theme.accent, coast=theme.coast
    )
