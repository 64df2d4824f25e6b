"""Boxes beside the map: an edge of one that reaches into the page says which box it is."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import grognard

from .conftest import Sit
from .salerno import BATTLE

BOX = '.place[data-hex="Reserve"]'
RECTS = """(box) => [`#field`, `${box} rect`, `${box} text`].map((each) => {
  const { left, right, top, bottom } = document.querySelector(each).getBoundingClientRect();
  return [left, right, top, bottom];
})"""

IN_SIGHT = f"""(box) => {{
  const [field, rect, title] = ({RECTS})(box);
  const cut = rect[0] < field[0] - 20 || rect[2] < field[2] - 20;
  return cut && title[0] > field[0] && title[2] > field[2] && title[1] < rect[1];
}}"""
"""The box is cut off and its name is not."""


@pytest.mark.parametrize("way", ["left", "up"])
def test_the_name_of_a_box_stands_where_the_box_is_seen(sit: Sit, way: str) -> None:
    one = sit()
    one.bring(BATTLE.format(turn=8, phase="movement german"))
    page = one.page
    one.press("0", "+", "+", "+", "+")
    expect(page.locator(f"{BOX} text")).to_have_text("Floating Reserve")
    field, box, _ = page.evaluate(RECTS, BOX)
    # Two fifths of the box leave the page.
    left = -0.4 * (box[1] - box[0]) if way == "left" else 40
    top = -0.4 * (box[3] - box[2]) if way == "up" else 40
    x, y = field[0] + 450, field[2] + 300
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + field[0] + left - box[0], y + field[2] + top - box[2], steps=3)
    page.mouse.up()
    page.wait_for_function(IN_SIGHT, arg=BOX, polling=50)


def test_an_empty_box_lets_the_map_shine_through(sit: Sit) -> None:
    one = sit()
    one.bring(BATTLE.format(turn=8, phase="movement german").replace("reserve US-45-157\n", ""))
    empty = one.page.locator(f"{BOX} rect").evaluate("node => getComputedStyle(node).fill")
    held = one.page.locator('.place[data-hex="eliminated"] rect').evaluate(
        "node => getComputedStyle(node).fill"
    )
    assert empty != held
    expect(one.page.locator(BOX)).to_have_class("place empty")


OUTSIDE = """() => [...document.querySelectorAll(".place")].flatMap((place) => {
  const [box, title] = ["rect", ":scope > text:last-child"].map((each) => place.querySelector(each));
  const wide = title.getBoundingClientRect().width > box.getBoundingClientRect().width;
  return wide ? [title.textContent] : [];
})"""


def test_a_long_name_stays_within_its_box(sit: Sit) -> None:
    """In Italian that of a division which mobilizes was half as wide again as its box."""
    one = sit(locale="it-IT", record=grognard.new("normandy44", seed="boxes").position)
    one.press("0")
    expect(one.page.locator('.place[data-hex="mobilization 243"] text').first).to_contain_text(
        "243"
    )
    assert one.page.evaluate(OUTSIDE) == []
