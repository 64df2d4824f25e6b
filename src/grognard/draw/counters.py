"""Counters in the manner of APP-6: branch, echelon, name, factors, state.  Pure functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from ..engine.view import Piece
from .geometry import num
from .labels import text_width
from .picture import clean
from .style import Palette, palette_of

# A counter is drawn on a square of 100 units; the symbol box is 48 x 32 around (0, 0).
SIDE = 100.0

_X = "M-24,-16L24,16M-24,16L24,-16"
_OVAL = "M-11,-8.5h22a8.5,8.5 0 0 1 0,17h-22a8.5,8.5 0 0 1 0,-17z"
_WINGS = "M-13,11.5q3.2,-6.5 6.5,-1.5q3.2,4 6.5,.8q3.2,3.2 6.5,-.8q3.2,-5 6.5,1.5"
_WHEELS = "M-17,19.5a3,3 0 1 0 6,0a3,3 0 1 0 -6,0M11,19.5a3,3 0 1 0 6,0a3,3 0 1 0 -6,0"
_HULL = "M-19,-1h38l2,5l-5,6h-32l-5,-6z"
_DOT = '<circle r="6" fill="currentColor" stroke="none"/>'


def _path(d: str) -> str:
    return f'<path d="{d}"/>'


def _solid(d: str) -> str:
    return f'<path d="{d}" fill="currentColor" stroke="none"/>'


def _word(text: str, size: float = 13.0) -> str:
    """A short word in the box, for branches that APP-6 also writes as letters."""
    return (
        f'<text y="{num(size * 0.36)}" font-size="{num(size)}" font-weight="bold" '
        f'text-anchor="middle" fill="currentColor" stroke="none">{clean(text)}</text>'
    )


def _tag(text: str) -> str:
    """Infantry with a word set into the middle of its cross."""
    wide = text_width(text, 12.5, bold=True) + 4
    return (
        _path(_X)
        + f'<path class="plate" d="M{num(-wide / 2)},-6.6h{num(wide)}v13.2h{num(-wide)}z" '
        'stroke="none"/>' + _word(text, 12.5)
    )


SYMBOLS: dict[str, str] = {
    "infantry": _path(_X),
    "parachute": _path(_X) + _path(_WINGS),
    "airborne": _path(_X) + _path("M-8,11.8q4,-8 8,-2.6q4,-5.4 8,2.6"),
    "glider": _path(_X) + _path("M-12,12.5L0,7L12,12.5"),
    "light infantry": _path(_X) + _path("M-3,5v8h6.5"),
    "motorised infantry": _path(_X) + _path(_WHEELS),
    "motorised parachute": _path(_X) + _path(_WINGS) + _path(_WHEELS),
    "mechanised infantry": _path(_X) + _path(_OVAL),
    "armour": _path(_OVAL),
    "heavy armour": _path(_OVAL) + _path("M-24,-11H24"),
    "tank destroyer": _path(_OVAL) + _path("M-24,16L0,-16L24,16"),
    "assault gun": _path(_OVAL) + '<circle r="4.4" fill="currentColor" stroke="none"/>',
    "reconnaissance": _path("M-24,16L24,-16"),
    "armoured reconnaissance": _path(_OVAL) + _path("M-24,16L24,-16"),
    "cavalry": _path("M-24,16L24,-16"),
    "artillery": _DOT,
    "armoured artillery": _path(_OVAL) + '<circle r="4.6" fill="currentColor" stroke="none"/>',
    "rocket artillery": '<circle cy="6" r="5" fill="currentColor" stroke="none"/>'
    + _path("M-7,-2L0,-8L7,-2M-7,-7L0,-13L7,-7"),
    "anti-aircraft": _path("M-24,16A24,24 0 0 1 24,16"),
    "anti-tank": _path("M-24,16L0,-16L24,16"),
    "engineer": _path("M-13,7v-13h26v13M0,-6v13"),
    "motorised engineer": _path("M-13,5v-13h26v13M0,-8v13") + _path(_WHEELS),
    "commander": '<path d="M0,-13l3.6,8.3l9,.8l-6.8,5.9l2,8.8l-7.8,-4.7l-7.8,4.7l2,-8.8'
    'l-6.8,-5.9l9,-.8z" fill="currentColor" stroke="none"/>',
    "commando": _tag("CDO"),
    "ranger": _tag("RGR"),
    "marine": _path(_X) + _path("M0,-9v18M-5,-6h10M-8,3q2,7 8,7q6,0 8,-7"),
    "headquarters": _path("M-24,-6.5H24") + '<path d="M-24,-16H24V-6.5H-24z" fill="currentColor"/>'
    '<g transform="translate(0,5)">' + _word("HQ", 14) + "</g>",
    "garrison": _path(_X) + _path("M-24,16v5h8v-5M-4,16v5h8v-5M16,16v5h8v-5"),
    "fortress": _path("M-16,11v-20h6v5h7v-5h6v5h7v-5h6v20z"),
    "security": _tag("SEC"),
    "cyclist": _path(_X)
    + _path("M-8,-10.5a3.5,3.5 0 1 0 .1,0zM8,-10.5a3.5,3.5 0 1 0 .1,0zM-4.5,-7h9"),
    "naval": _path("M0,-11v22M-7,-6h14M-13,2q2,9.5 13,9.5q11,0 13,-9.5M-13,2l-3,4M13,2l3,4"),
    "air": '<path d="M0,0q-17,-14 -17,0q0,14 17,0q17,-14 17,0q0,14 -17,0z" fill="currentColor"/>',
    "supply": _path("M-24,8H24"),
    "beachhead": _path("M0,-11L8,-2H3.5V6h-7v-8H-8zM-16,11q4,-4 8,0t8,0t8,0t8,0"),
    "cadre": _path("M-24,-16L24,16") + _path("M-24,0H24"),
    "partisan": _path(_X) + _path("M0,-12v24"),
    "tank silhouette": _solid(f"{_HULL}M-8,-1l2,-7.5h10l4,7.5z") + _path("M6,-5.5H21"),
    "panther silhouette": _solid(f"{_HULL}M-9,-1l2,-7.5h12l4,7.5z") + _path("M7,-5H23.5"),
    "tiger silhouette": _solid(f"{_HULL}M-10,-1v-8h15l5,8z") + _path("M8,-5H23.5M19,-6.8v3.6"),
    "assault gun silhouette": _solid(f"{_HULL}M-15,-1l3,-5.5h17l8,5.5z") + _path("M8,-3.5H22"),
    "tank destroyer silhouette": _solid(f"{_HULL}M-6,-1v-8h9v8z") + _path("M3,-5.5H23"),
    "flak silhouette": _solid("M-5,-2h9v6h-9zM-2,4h3v6h-3z") + _path("M0,-1L20,-13M-14,10.5H13"),
    "anti-tank silhouette": _solid("M-4,-9h4l3,15h-5z")
    + _path("M-1,-3H22M-20,8L-2,3M-7.5,5a4.6,4.6 0 1 0 9.2,0a4.6,4.6 0 1 0 -9.2,0"),
    "improved position": _path("M-21,7L-13,-6L-5,7L3,-6L11,7L19,-6M-21,12H21"),
    "entrenching": '<path d="M-21,7L-13,-6L-5,7L3,-6L11,7L19,-6" stroke-dasharray="4 3"/>'
    + _path("M-21,12H21"),
    "mulberry": _path("M-17,10V-7H17V10M-6,10V1H6V10M-21,-12q3.5,-4 7,0t7,0t7,0t7,0t7,0t7,0"),
}
"""By branch: what is drawn in the box, in strokes of the counter's ink."""

ALIASES: dict[str, str] = {
    "inf": "infantry",
    "i": "infantry",
    "rifle": "infantry",
    "ost": "infantry",
    "remnant": "cadre",
    "para": "parachute",
    "fallschirmjaeger": "parachute",
    "fallschirmjager": "parachute",
    "motorized fallschirmjaeger": "motorised parachute",
    "airborne infantry": "airborne",
    "air-landing infantry": "glider",
    "glider infantry": "glider",
    "ltinf": "light infantry",
    "light": "light infantry",
    "jaeger": "light infantry",
    "motinf": "motorised infantry",
    "motorized infantry": "motorised infantry",
    "motorised": "motorised infantry",
    "motorized": "motorised infantry",
    "mot": "motorised infantry",
    "pzg": "mechanised infantry",
    "panzergrenadier": "mechanised infantry",
    "mech": "mechanised infantry",
    "mechanized infantry": "mechanised infantry",
    "mechanised": "mechanised infantry",
    "mechanized": "mechanised infantry",
    "pz": "armour",
    "arm": "armour",
    "armor": "armour",
    "armored": "armour",
    "tank": "armour",
    "panzer": "armour",
    "panther": "armour",
    "t": "armour",
    "tiger": "heavy armour",
    "td": "tank destroyer",
    "sturmgeschuetz": "assault gun",
    "stug": "assault gun",
    "recon": "reconnaissance",
    "armored car": "armoured reconnaissance",
    "armoured car": "armoured reconnaissance",
    "motorized engineer": "motorised engineer",
    "rec": "reconnaissance",
    "art": "artillery",
    "arty": "artillery",
    "asu": "artillery",
    "corps asu": "headquarters",
    "a": "artillery",
    "nebelwerfer": "rocket artillery",
    "werfer": "rocket artillery",
    "aa": "anti-aircraft",
    "flak": "anti-aircraft",
    "flak88": "anti-aircraft",
    "at": "anti-tank",
    "at88": "anti-tank",
    "eng": "engineer",
    "e": "engineer",
    "cdo": "commando",
    "rgr": "ranger",
    "hq": "headquarters",
    "h": "headquarters",
    "variable strength garrison": "garrison",
    "fortress garrison": "fortress",
    "strongpoint": "fortress",
    "fort": "fortress",
    "navy": "naval",
    "ship": "naval",
    "airborne regiment": "airborne",
    "sup": "supply",
}


def branch_of(symbol: str) -> str:
    """The branch that a game's word means; an unknown word is returned as it is."""
    word = symbol.strip().lower().replace("_", " ").split(" (", 1)[0]
    return word if word in SYMBOLS else ALIASES.get(word, word)


def _symbol(piece: Piece, palette: Palette) -> str:
    """The box with what is in it, around (0, 0)."""
    branch = branch_of(piece.symbol)
    inner = SYMBOLS.get(branch) or _word(piece.symbol[:4].upper(), 13)
    inner = inner.replace('class="plate"', f'fill="{palette.box}"')
    inner = inner.replace("currentColor", "#16181a")
    return (
        f'<path d="M-24,-16h48v32h-48z" fill="{palette.box}"/>'
        f'<g fill="none" stroke="#16181a" stroke-width="2.6" stroke-linejoin="round" '
        f'font-family="sans-serif">{inner}'
        '<path d="M-24,-16h48v32h-48z"/></g>'
    )


def _echelon(size: str, ink: str) -> str:
    """The marks of size above the box: strokes for I to III, crosses from X up, else letters."""
    word = size.strip()
    boxed = word.startswith("[") and word.endswith("]")
    core = word.strip("[]")
    tail = ""
    for mark in ("(-)", "(+)", "det"):
        if core.endswith(mark):
            core, tail = (
                core[: -len(mark)].strip(),
                {"(-)": "\u2212", "(+)": "+", "det": "\u2212"}[mark],
            )
    if not core or core == "-":
        return ""
    out, wide = "", 0.0
    if set(core) <= {"I", "X"} and len(set(core)) == 1:
        pitch = 6.0 if core[0] == "I" else 10.0
        wide = pitch * len(core)
        d = ""
        for i in range(len(core)):
            x = (i - (len(core) - 1) / 2) * pitch
            if core[0] == "I":
                d += f"M{num(x)},-5v10"
            else:
                d += f"M{num(x - 4)},-5l8,10M{num(x + 4)},-5l-8,10"
        out = f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="2.2"/>'
    else:
        wide = text_width(core, 12.5, bold=True)
        out = f'<text y="4.8" font-size="12.5" font-weight="bold" text-anchor="middle">{clean(core)}</text>'
    if tail:
        out += f'<text x="{num(wide / 2 + 6)}" y="4" font-size="12" font-weight="bold" text-anchor="middle">{tail}</text>'
    if boxed:
        half = wide / 2 + 4
        out += (
            f'<path d="M{num(-half + 3)},-7h-3v14h3M{num(half - 3)},-7h3v14h-3" fill="none" '
            f'stroke="{ink}" stroke-width="1.6"/>'
        )
    return out


_STAR = "M0,-10L2.6,-3.2L9.6,-3.1L4,1.3L6,8.1L0,4.2L-6,8.1L-4,1.3L-9.6,-3.1L-2.6,-3.2z"


def _star() -> str:
    return (
        f'<path d="{_STAR}" fill="#c4161c" stroke="#fff" stroke-width="1.8" '
        'paint-order="stroke" stroke-linejoin="round"/>'
    )


def _badge(body: str, fill: str) -> str:
    return f'<circle r="9.5" fill="{fill}" stroke="#fff" stroke-width="2"/>{body}'


def _letter(text: str, size: float = 13.0) -> str:
    """A sign written in a badge."""
    return (
        f'<text y="{num(size * 0.36)}" font-size="{num(size)}" font-weight="bold" '
        f'font-family="sans-serif" text-anchor="middle" fill="#fff">{clean(text)}</text>'
    )


def _band(text: str, fill: str) -> str:
    """A word across the counter."""
    return (
        f'<rect x="-36" y="-7.5" width="72" height="15" rx="3" fill="{fill}" stroke="#fff" '
        f'stroke-width="1.6"/>{_letter(text, 11)}'
    )


def _plate(text: str, fill: str) -> str:
    """A figure on a small square, such as a class of armor."""
    return (
        f'<rect x="-8" y="-8" width="16" height="16" rx="2.5" fill="{fill}" stroke="#fff" '
        f'stroke-width="1.4"/>{_letter(text, 13)}'
    )


def _quality(n: int) -> str:
    """Better or worse troops than most."""
    fill = "#f4d35e" if n > 0 else "#fff"
    return (
        f'<rect x="-11" y="-8" width="22" height="16" rx="8" fill="{fill}" stroke="#16181a" '
        f'stroke-width="1.4"/><text y="4.4" font-size="12.5" font-weight="bold" '
        f'font-family="sans-serif" text-anchor="middle" fill="#16181a">'
        f"{'+' if n > 0 else chr(0x2212)}{abs(n)}</text>"
    )


def _coin(n: int) -> str:
    """What it costs."""
    return (
        '<circle r="9.5" fill="#e9b949" stroke="#5c4308" stroke-width="2"/>'
        f'<text y="4.6" font-size="13" font-weight="bold" font-family="sans-serif" '
        f'text-anchor="middle" fill="#2b1e02">{n}</text>'
    )


MARKS: dict[str, tuple[float, float, Callable[[], str]]] = {
    # mark: x, y on the counter, drawing
    "star": (87.0, 14.0, _star),
    "attacked": (
        6.0,
        56.0,
        lambda: _badge(
            '<path d="M-5,-5L5,5M5,-5L-5,5" stroke="#fff" stroke-width="3"/>', "#8f1b14"
        ),
    ),
    "moved": (
        94.0,
        56.0,
        lambda: _badge(
            '<path d="M-4.5,-5.5L1,0L-4.5,5.5M1,-5.5L6.5,0L1,5.5" fill="none" stroke="#fff" '
            'stroke-width="2.6"/>',
            "#2c3e50",
        ),
    ),
    "active": (
        94.0,
        10.0,
        lambda: _badge('<path d="M-3.5,-5.5L6,0L-3.5,5.5z" fill="#fff"/>', "#27632f"),
    ),
    "used": (
        6.0,
        10.0,
        lambda: _badge(
            '<path d="M-5,0L-1.5,4L5,-4" fill="none" stroke="#fff" stroke-width="3"/>', "#44505a"
        ),
    ),
    "unsupplied": (
        96.0,
        96.0,
        lambda: _badge(
            '<path d="M0,-6v7" stroke="#fff" stroke-width="3.2"/>'
            '<circle cy="5" r="1.9" fill="#fff"/>',
            "#9a5b00",
        ),
    ),
    "fired": (4.0, 96.0, lambda: _badge('<circle r="4.5" fill="#fff"/>', "#8f1b14")),
    "out of supply": (96.0, 96.0, lambda: _badge(_letter("!", 15), "#9a5b00")),
    "isolated": (96.0, 96.0, lambda: _badge(_letter("!!", 14), "#a3140d")),
    "half effective": (94.0, 36.0, lambda: _badge(_letter("\u00bd", 14), "#4a3b8c")),
    "replacement": (6.0, 56.0, lambda: _badge(_letter("+", 16), "#27632f")),
    "truck": (
        4.0,
        96.0,
        lambda: _badge(
            '<path d="M-6.5,-4h7.5v6.5h-7.5zM1.5,-1.5h3.2l2,2.2v1.8h-5.2z" fill="#fff"/>'
            '<circle cx="-3.4" cy="4.2" r="1.7" fill="#fff"/>'
            '<circle cx="3.6" cy="4.2" r="1.7" fill="#fff"/>',
            "#2c3e50",
        ),
    ),
    "elite": (
        87.0,
        12.0,
        lambda: (
            '<path d="M-8,1L0,-6L8,1M-8,7L0,0L8,7" fill="none" stroke="#fff" stroke-width="5"/>'
            '<path d="M-8,1L0,-6L8,1M-8,7L0,0L8,7" fill="none" stroke="#7a1f14" stroke-width="2.8"/>'
        ),
    ),
    "low": (
        87.0,
        12.0,
        lambda: (
            '<path d="M-7,-4H7L0,6z" fill="#fff" stroke="#16181a" stroke-width="2"'
            ' stroke-linejoin="round"/>'
        ),
    ),
    "disrupted": (50.0, 56.0, lambda: _band("DISRUPTED", "#b4630a")),
    "full retreat": (50.0, 56.0, lambda: _band("FULL RETR", "#a3140d")),
    "remnant": (50.0, 13.0, lambda: _band("REMNANT", "#44505a")),
    "cadre": (50.0, 56.0, lambda: _band("CADRE", "#44505a")),
    "restricted": (
        4.0,
        96.0,
        lambda: _badge(
            '<path d="M-4.5,-.5h9v6h-9zM-2.8,-.5v-2.6a2.8,2.8 0 0 1 5.6,0v2.6" fill="none" '
            'stroke="#fff" stroke-width="2"/>',
            "#44505a",
        ),
    ),
    "panzer west": (6.0, 56.0, lambda: _badge(_letter("W", 13), "#16181a")),
    "has moved": (4.0, 96.0, lambda: _badge(_letter("HQ", 9), "#8f1b14")),
    "strategic": (4.0, 96.0, lambda: _badge(_letter("S", 14), "#7a4b00")),
    "reserve": (4.0, 96.0, lambda: _badge(_letter("R", 14), "#27632f")),
    "regroup": (6.0, 56.0, lambda: _badge(_letter("G", 14), "#44505a")),
    "landed": (
        6.0,
        56.0,
        lambda: _badge(
            '<path d="M0,-6v6M-3.5,-2.5L0,1.2L3.5,-2.5M-6,4.5q3,-3 6,0t6,0" fill="none" '
            'stroke="#fff" stroke-width="2"/>',
            "#1f5673",
        ),
    ),
    "scattered": (
        94.0,
        36.0,
        lambda: _badge(
            '<path d="M-6,-1a6,5.5 0 0 1 12,0zM-6,-1L0,6L6,-1" fill="none" stroke="#fff" '
            'stroke-width="1.8"/>',
            "#5b3a8c",
        ),
    ),
    **{
        f"tank {n}": (8.0, 36.0, partial(_badge, _letter(str(n), 14), "#16181a"))
        for n in range(1, 10)
    },
    **{f"armor {n}": (27.0, 12.5, partial(_plate, str(n), "#575c5f")) for n in range(1, 6)},
    **{f"anti-tank {n}": (27.0, 12.5, partial(_plate, str(n), "#b3201a")) for n in range(1, 6)},
    **{f"quality {n:+d}": (86.0, 11.0, partial(_quality, n)) for n in (-2, -1, 1, 2)},
    **{f"cost {n}": (90.0, 90.0, partial(_coin, n)) for n in range(1, 7)},
}
"""Marks with a drawing; any other mark is written as a small tab with its first letters."""


def _sides(label: str) -> tuple[str, str]:
    """What stands left and right of the box: ``65 A`` -> ``65`` and ``A``."""
    for bar in ("|", "/"):
        if bar in label:
            left, right = label.split(bar, 1)
            return left.strip(), right.strip()
    left, _, right = label.strip().rpartition(" ")
    return (left, right) if left else (right, "")


def _beside(text: str, x: float) -> str:
    """A name beside the box, upright if short, else along it."""
    if not text:
        return ""
    if len(text) <= 2 and text_width(text, 14, bold=True) <= 21:
        return (
            f'<text x="{num(x)}" y="43" font-size="14" font-weight="bold" '
            f'text-anchor="middle">{clean(text)}</text>'
        )
    size = min(14.0, 42 / max(1.0, text_width(text, 1.0, bold=True)))
    turn = -90 if x < 50 else 90
    dx = size * 0.36 if x < 50 else -size * 0.36
    return (
        f'<text transform="translate({num(x + dx)},38.5) rotate({turn})" font-size="{num(size)}" '
        f'font-weight="bold" text-anchor="middle">{clean(text)}</text>'
    )


def counter_group(piece: Piece) -> str:
    """The counter on a square from (0, 0) to (100, 100), without a frame of its own."""
    palette = palette_of(piece.palette)
    ink = palette.ink
    out = (
        f'<rect x="1.5" y="1.5" width="97" height="97" rx="8" fill="{palette.body}"/>'
        # A lit edge above and a dark one below: die-cut card.
        '<path d="M3.5,92V10q0,-6.5 6.5,-6.5H92" fill="none" stroke="#fff" stroke-opacity=".55" '
        'stroke-width="2.4"/>'
    )
    if piece.reduced:
        # The reduced side: a broad pale band with ruled edges from corner to corner.
        out += (
            '<path d="M1.5,74V98.5H26L98.5,26V1.5H74z" fill="#fff" fill-opacity=".62"/>'
            f'<path d="M1.5,74L74,1.5M26,98.5L98.5,26" stroke="{palette.edge}" stroke-width="2" '
            'stroke-dasharray="5 3.5" fill="none"/>'
        )
    out += (
        f'<rect x="1.5" y="1.5" width="97" height="97" rx="8" fill="none" '
        f'stroke="{palette.edge}" stroke-width="2.6"/>'
    )
    body_ink = "#16181a" if piece.reduced and ink == "#ffffff" else ink
    out += f'<g fill="{body_ink}" font-family="sans-serif">'
    out += f'<g class="size" transform="translate(50,12.5)">{_echelon(piece.size, body_ink)}</g>'
    # What is too fine to be read from afar.
    out += '<g class="fine">'
    if palette.code:
        out += (
            f'<text x="5.5" y="13" font-size="9.5" fill-opacity=".9">{clean(palette.code)}</text>'
        )
    left, right = _sides(piece.label)
    out += _beside(left, 13.0) + _beside(right, 87.0)
    factors = "-".join(piece.factors)
    if factors:
        size = min(36.0, 90 / max(1.0, text_width(factors, 1.0, bold=True)))
        halo = ' stroke="#fff" stroke-width="3" stroke-opacity=".6" paint-order="stroke"'
        out += (
            f'<text x="50" y="{num(77.5 + size * 0.36)}" font-size="{num(size)}" '
            f'font-weight="bold" text-anchor="middle"{halo if piece.reduced else ""}>'
            f"{clean(factors)}</text>"
        )
    out += f'</g></g><g class="branch" transform="translate(50,38)">{_symbol(piece, palette)}</g>'
    spare = 0
    for mark in piece.marks:
        if mark in MARKS:
            x, y, drawing = MARKS[mark]
            out += f'<g class="mark" data-mark="{mark}" transform="translate({num(x)},{num(y)})">'
            out += f"{drawing()}</g>"
        else:
            y = 58 + spare * 15
            spare += 1
            out += (
                f'<g class="mark" data-mark="{clean(mark)}" transform="translate(100,{y})">'
                '<rect x="-26" y="-7" width="30" height="14" rx="3" fill="#fff" '
                'stroke="#16181a" stroke-width="1.4"/>'
                f'<text x="-11" y="4" font-size="11" font-family="sans-serif" text-anchor="middle" fill="#16181a">'
                f"{clean(mark[:4])}</text></g>"
            )
    return out


def account_of(piece: Piece) -> str:
    """A counter in words."""
    parts = [
        piece.name or piece.id,
        f"{piece.side}, {branch_of(piece.symbol)} {piece.size}".strip(),
    ]
    if piece.factors:
        parts.append("-".join(piece.factors))
    if piece.reduced:
        parts.append("reduced")
    parts.extend(piece.marks)
    return ", ".join(parts)


def placed(piece: Piece, x: float, y: float, size: float) -> str:
    """A counter with its corner at (x, y), as part of a larger picture."""
    return (
        f'<g class="piece" data-piece="{clean(piece.id)}" data-side="{clean(piece.side)}" '
        f'data-at="{clean(piece.hex)}" '
        f'transform="translate({num(x)},{num(y)}) scale({size / SIDE:.3g})">'
        f"<title>{clean(account_of(piece))}</title>"
        '<rect x="5" y="6" width="97" height="97" rx="8" fill="#000" fill-opacity=".3"/>'
        f"{counter_group(piece)}</g>"
    )


def counter_svg(piece: Piece, size: float = 100.0) -> str:
    """One counter as a picture of its own, ``size`` units square."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(size)}" height="{num(size)}" '
        f'viewBox="-2 -2 104 104" role="img"><title>{clean(piece.name or piece.id)}</title>'
        f"<desc>{clean(account_of(piece))}</desc>{counter_group(piece)}</svg>\n"
    )


def counters_svg(
    pieces: Sequence[Piece], *, columns: int = 8, size: float = 100.0, title: str = "Counters"
) -> str:
    """A sheet of counters, row by row."""
    gap = size * 0.14
    columns = max(1, min(columns, len(pieces) or 1))
    rows = -(-len(pieces) // columns)
    wide = columns * (size + gap) + gap
    tall = rows * (size + gap) + gap
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{num(wide)}" height="{num(tall)}" '
        f'viewBox="0 0 {num(wide)} {num(tall)}" role="img"><title>{clean(title)}</title>'
        f"<desc>{clean(_list(pieces))}</desc>"
        f'<rect width="{num(wide)}" height="{num(tall)}" fill="#e9e2cf"/>'
        + "".join(
            placed(
                piece,
                gap + (i % columns) * (size + gap),
                gap + (i // columns) * (size + gap),
                size,
            )
            for i, piece in enumerate(pieces)
        )
        + "</svg>\n"
    )


def _list(pieces: Iterable[Piece]) -> str:
    return "; ".join(account_of(piece) for piece in pieces)
