"""Figures drawn with a pen: a browser lays out a thousand hex numbers in type far more slowly."""

from __future__ import annotations

from .geometry import Point, pt

WIDE, PITCH = 3.2, 4.5
PEN = 0.8
BLOCK = 300.0
"""A stroke of the pen is as long as a block of the map: a browser passes over those out of sight."""
_FIGURES = {
    "0": "m0,-2.8c0,-3.6 3.2,-3.6 3.2,0s-3.2,3.6 -3.2,0z",
    "1": "m.5,-4.4l1.3,-1.1v5.5",
    "2": "m.1,-4.1c.2,-1.9 3.1,-1.9 3,.1c0,1.3 -2.2,2.6 -3,4h3.2",
    "3": "m.2,-4.7c.7,-1.3 2.9,-1 2.8,.5c0,.9 -.8,1.3 -1.6,1.3c.9,0 1.8,.5 1.8,1.5c0,1.8 -2.6,1.9 -3.2,.3",
    "4": "m2.5,0v-5.5l-2.5,3.9h3.3",
    "5": "m2.9,-5.5h-2.4l-.3,2.5c.8,-.8 3,-.6 3,1.2c0,2.1 -2.6,2.3 -3.2,.8",
    "6": "m2.8,-5.4c-1.8,.3 -2.8,1.9 -2.8,3.7c0,2.3 3.2,2.3 3.2,0c0,-2.2 -3,-2.2 -3.2,-.1",
    "7": "m0,-5.5h3.2l-2,5.5",
    "8": "m1.6,-2.9c-1.8,0 -1.8,-2.6 0,-2.6s1.8,2.6 0,2.6c-2.1,0 -2.1,2.9 0,2.9s2.1,-2.9 0,-2.9",
    "9": "m.4,-.1c1.8,-.3 2.8,-1.9 2.8,-3.7c0,-2.3 -3.2,-2.3 -3.2,0c0,2.2 3,2.2 3.2,.1",
}


def penned(number: str, middle: Point) -> str:
    """A number of 5.5 units in height as a path, standing on a point; KeyError for other signs."""
    x = middle[0] - (PITCH * (len(number) - 1) + WIDE) / 2
    return "".join(
        f"M{pt((x + PITCH * i, middle[1]))}{_FIGURES[figure]}" for i, figure in enumerate(number)
    )


def blocks(numbers: list[tuple[str, Point]]) -> str:
    """Numbers as paths, one for each block of the map."""
    found: dict[tuple[int, int], str] = {}
    for number, (x, y) in numbers:
        block = int(x // BLOCK), int(y // BLOCK)
        found[block] = found.get(block, "") + penned(number, (x, y))
    return "".join(f'<path d="{d}"/>' for d in found.values())


def pen(paths: str, ink: str, width: float) -> str:
    return (
        f'<g fill="none" stroke="{ink}" stroke-width="{width}" stroke-linecap="round" '
        f'stroke-linejoin="round">{paths}</g>'
    )
