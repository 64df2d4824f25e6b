"""Figures drawn with a pen."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from grognard.draw.digits import BLOCK, blocks, penned
from grognard.games import open_rules
from grognard.table import pictures

SVG = "{http://www.w3.org/2000/svg}"
START = re.compile(r"M(-?[\d.]+),(-?[\d.]+)")


def test_a_number_stands_over_its_middle() -> None:
    starts = [float(x) for x, _ in START.findall(penned("0912", (100.0, 50.0)))]
    assert len(starts) == 4
    assert (starts[0] + starts[-1] + 3.2) / 2 == pytest.approx(100, abs=0.1)


def test_what_is_no_figure_is_refused() -> None:
    with pytest.raises(KeyError):
        penned("A1", (0.0, 0.0))


def test_numbers_of_one_block_are_one_path() -> None:
    near, far = ("0101", (10.0, 10.0)), ("0909", (BLOCK + 10, 10.0))
    assert blocks([near, near]).count("<path") == 1
    assert blocks([near, far]).count("<path") == 2


@pytest.mark.parametrize("game", ["anzio", "salerno43", "gazala1942", "normandy44"])
def test_the_map_of_the_page_is_light(game: str) -> None:
    """Each element of a picture costs a telephone a tenth of a millisecond before it is shown."""
    rules = open_rules(game)
    root = ET.fromstring(pictures.board(rules, bare=True)[0])
    groups = {g.get("class"): g for g in root.iter(SVG + "g")}
    figures = sum(len(START.findall(p.attrib["d"])) for p in groups["numbers"].iter(SVG + "path"))
    assert figures >= sum(len(rules.board.label(h)) for h in rules.board.hexes)
    assert not list(groups["numbers"].iter(SVG + "text"))
    assert sum(1 for _ in root.iter()) < 900
