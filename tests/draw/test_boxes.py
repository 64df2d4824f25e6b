"""Boxes beside the map: in their places, large enough, in nobody's way."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

import grognard
from grognard.draw import game_svg
from grognard.draw.boxes import Box, corner, deal, read_boxes
from grognard.draw.game import boxes_of
from grognard.draw.geometry import UNIT, R, layout

SVG = "{http://www.w3.org/2000/svg}"
SALERNO = grognard.new("salerno43", seed=1)
BOARD = SALERNO.rules.board
LAY = layout(BOARD, 0, 0)
Rect = tuple[float, float, float, float]


def rect(box: Box) -> Rect:
    x, y = corner(box, BOARD, LAY)
    return x, y, x + box.size[0] * UNIT, y + box.size[1] * UNIT


def meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def boxes(svg: str) -> dict[str, ET.Element]:
    root = ET.fromstring(svg)
    return {e.attrib["data-box"]: e for e in root.iter(SVG + "g") if e.get("class") == "box"}


def numbers(text: str | None) -> list[float]:
    return [float(x) for x in re.findall(r"-?\d+(?:\.\d+)?", text or "")]


def test_each_place_that_orders_name_has_a_box() -> None:
    assert set(SALERNO.rules.places()) <= {box.name for box in boxes_of("salerno43")}


def test_boxes_cover_neither_one_another_nor_land() -> None:
    laid = boxes_of("salerno43")
    for a, b in combinations(laid, 2):
        assert not meet(rect(a), rect(b)), (a.name, b.name)
    for h in BOARD.hexes:
        if BOARD.terrain[h] != "sea":
            x, y = LAY.centres[h]
            core = (x - R / 2, y - R / 2, x + R / 2, y + R / 2)
            assert not [box.name for box in laid if meet(rect(box), core)], BOARD.label(h)


def test_counters_lie_inside_the_box_of_their_place_and_the_picture_holds_all_of_it() -> None:
    svg = game_svg(SALERNO)
    root = ET.fromstring(svg)
    wide, tall = float(root.attrib["width"]), float(root.attrib["height"])
    found = boxes(svg)
    assert {"N1", "S3", "E1", "Reserve", "Uncle", "turn 3"} <= found.keys()
    assert "at sea" not in found  # used only when something is on its way
    lying = 0
    for name, group in found.items():
        frame = group.find(SVG + "rect")
        assert frame is not None
        x, y, w, h = (float(frame.attrib[k]) for k in ("x", "y", "width", "height"))
        assert 0 <= x <= x + w <= wide, name
        assert 0 <= y <= y + h <= tall, name
        for piece in group.iter(SVG + "g"):
            if piece.get("class") != "piece":
                continue
            left, top, scale = numbers(piece.get("transform"))
            assert piece.get("data-at") == name
            assert x <= left <= left + 100 * scale <= x + w
            assert y <= top <= top + 100 * scale <= y + h
            lying += 1
    off = [p for p in SALERNO.rules.pieces(SALERNO.state) if not BOARD.has(p.hex)]
    assert lying == len(off) > 30


@pytest.mark.parametrize("count", [0, 1, 5, 30, 90])
def test_all_counters_find_room(count: int) -> None:
    box = Box("x", "X", "1504", (0, 0), (4.2, 3.6))
    size, across = deal(box, count, 46.0)
    assert across * (size + 4) <= 4.2 * UNIT
    assert -(-count // across) * (size + 4) <= 3.6 * UNIT
    assert size > 15


def test_what_is_no_list_of_boxes_is_named() -> None:
    assert read_boxes("{}") == ()
    with pytest.raises(ValueError, match="boxes: KeyError"):
        read_boxes('{"boxes": {"N1": {"near": "2500"}}}')
