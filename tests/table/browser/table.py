"""A player's hands and eyes at the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

JSON = {"Content-Type": "application/json"}
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CHANGED = """async (before) => {
  const end = Date.now() + 60000;
  while (document.querySelector('.where').textContent === before) {
    if (Date.now() > end) return false;
    document.querySelector('.throw-die[aria-disabled="false"]')?.click();
    await new Promise((again) => setTimeout(again, 8));
  }
  return true;
}"""
MINE = """async () => {
  const end = Date.now() + 180000;
  while (!document.querySelector('.question.mine, .question[data-kind="over"]')) {
    if (Date.now() > end) return false;
    await new Promise((again) => setTimeout(again, 8));
  }
  return true;
}"""
AT_REST = """async (look) => {
  for (let last = [], pictures = 0; ; ) {
    await new Promise(requestAnimationFrame);
    const here = look();
    pictures = here[0] === last[0] && here[1] === last[1] ? pictures + 1 : 0;
    if (pictures === 3) return here;
    last = here;
  }
}"""
"""Where something lies for four pictures: a fan opens, cards make room, the map goes to what is asked."""
MIDDLE = f"""(hex) => ({AT_REST})(() => {{
  const {{x, y}} = document.querySelector('#field').whereIs(hex);
  return [x, y];
}})"""
BOX = f"""(id) => ({AT_REST})(() => {{
  const box = document.querySelector(`.place[data-hex="${{id}}"] rect`).getBoundingClientRect();
  return [box.x + box.width - 4, box.y + 4];
}})"""
PIECE = f"""(id) => ({AT_REST})(() => {{
  const node = document.querySelector(`.pieces [data-piece="${{id}}"]`);
  const {{x, y, width, height}} = node.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}})"""


class Table:
    """One browser's page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url

    # -- the lobby

    def open(self, record: str) -> str:
        """Sit down at a game from the text of a position or a record, hot-seat; its name."""
        made = self.page.request.post(
            f"{self.url}/api/tables/import", data=json.dumps({"record": record}), headers=JSON
        )
        name = str(made.json()["id"])
        self.page.goto(f"{self.url}/t/{name}")
        self.ready()
        return name

    def bring(self, record: str) -> str:
        """The same, from the lobby."""
        expect(self.page.locator(".setup")).to_be_visible()
        return self.open(record)

    def begin(self, **seats: str) -> None:
        """Set a table: by side ``me``, ``link`` or ``bot:NAME``."""
        page = self.page
        for side, who in seats.items():
            page.locator(
                f'.seat[data-side="{side}"] label', has=page.locator(f'[value="{who}"]')
            ).click()
        page.locator(".setup .wide").click()

    def ready(self) -> None:
        """The map is drawn and the question asked."""
        expect(self.page.locator(".question")).to_be_visible()
        # With its boxes the map is laid out, and goes to what is asked.
        self.page.wait_for_selector('[aria-busy="false"]')
        # Chromium drops what a hand does before the first paint.
        self.page.evaluate(PAINTED)

    # -- what is seen

    @property
    def question(self) -> Locator:
        return self.page.locator(".question")

    @property
    def kind(self) -> str:
        return self.question.get_attribute("data-kind") or ""

    @property
    def mine(self) -> bool:
        return "mine" in (self.question.get_attribute("class") or "").split()

    def await_kind(self, *kinds: str) -> None:
        wanted = ", ".join(f'.question.mine[data-kind="{kind}"]' for kind in kinds)
        expect(self.page.locator(wanted)).to_be_visible()

    def lit(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            "[data-lit]", "nodes => nodes.map(node => node.dataset.lit)"
        )
        return found

    def lit_pieces(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            ".pieces .piece.lit", "nodes => nodes.map(node => node.dataset.piece)"
        )
        return found

    def cheapest(self) -> str:
        """A hex in reach, by its cost as the map shows it."""
        found = self.page.evaluate(
            """() => {
              const near = [...document.querySelectorAll('.cost')]
                .map((node) => [Number(node.textContent), node.dataset.cost]);
              near.sort();
              return near[0][1];
            }"""
        )
        return str(found)

    def where(self, piece: str) -> str:
        return self.page.locator(f'.pieces [data-piece="{piece}"]').get_attribute("data-at") or ""

    # -- hands

    def at_hex(self, label: str) -> tuple[float, float]:
        x, y = self.page.evaluate(MIDDLE, label)
        return x, y

    def at_box(self, box: str) -> tuple[float, float]:
        """The corner of a box beside the map."""
        x, y = self.page.evaluate(BOX, box)
        return x, y

    def at_piece(self, piece: str) -> tuple[float, float]:
        x, y = self.page.evaluate(PIECE, piece)
        return x, y

    def point(self, label: str) -> None:
        self.page.mouse.move(*self.at_hex(label))

    def click_hex(self, label: str) -> None:
        self.page.mouse.click(*self.at_hex(label))

    def answer(self, order: str) -> None:
        """Press the button of an answer in the question."""
        with self.progress():
            self.question.locator(f'[data-order="{order}"]').click()

    @contextmanager
    def progress(self) -> Iterator[None]:
        """What is done here moves the game on; a die that waits to be wanted is thrown."""
        before = self.page.locator(".where").text_content()
        yield
        assert self.page.evaluate(CHANGED, before), f"nothing moves on from {before}"

    def await_mine(self) -> None:
        """Until I am asked or the game is over."""
        assert self.page.evaluate(MINE), "nobody asks me"

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type_order(self, text: str) -> None:
        self.press("/")
        self.page.keyboard.type(text)
        self.press("Enter")

    def orders(self) -> list[dict[str, Any]]:
        """The legal answers as the list in words gives them."""
        found: list[dict[str, Any]] = self.page.eval_on_selector_all(
            "#panel button.order",
            "nodes => nodes.map(n => ({order: n.dataset.order, text: n.textContent}))",
        )
        return found
