"""The page opens at once and fetches little."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from benchmarks.page import GOAL_BYTES, crowded, open_lobby
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from grognard.table.limits import Limits

from ..players import Running, wait_for
from .conftest import Sit
from .positions import AT_MOVEMENT
from .salerno import BATTLE
from .table import PAINTED

PATIENCE_MS = 4000
"""Tests run beside each other; ``python -m benchmarks.page`` measures on a quiet machine."""


def test_the_lobby_opens_quickly(chromium: Browser, server: Running) -> None:
    url = f"http://127.0.0.1:{server.port}/"
    open_lobby(chromium, url)
    opening = open_lobby(chromium, url)
    assert opening.ms < PATIENCE_MS
    assert opening.transferred < GOAL_BYTES
    assert opening.requests < 36


def test_a_table_is_light(sit: Sit) -> None:
    one = sit()
    made = one.bring(AT_MOVEMENT)
    fresh = sit()
    sizes: list[int] = []
    fresh.page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    fresh.page.goto(f"{fresh.url}/t/{made}")
    fresh.ready()
    expect(fresh.page.locator(".pieces .piece")).to_have_count(17)
    fresh.page.wait_for_load_state("networkidle")
    assert sum(sizes) < GOAL_BYTES
    shown = fresh.page.evaluate(
        "performance.getEntriesByType('paint').find(e => e.name === 'first-contentful-paint').startTime"
    )
    assert shown < PATIENCE_MS


def test_a_club_opens_a_table_at_once(sit: Sit) -> None:
    """Of many browsers behind one address some were refused a module, and their page stayed empty."""
    made = sit().bring(AT_MOVEMENT)
    fresh = sit("/t/" + made)
    asked: list[str] = []
    fresh.page.on("request", lambda request: asked.append(request.url))
    fresh.page.reload()
    fresh.ready()
    fresh.page.wait_for_load_state("networkidle")
    assert 40 < len(asked) < Limits().requests[1] / 8


def test_a_part_that_did_not_come_is_asked_for_again(sit: Sit) -> None:
    """The page stayed empty, with nothing said."""
    made = sit().bring(AT_MOVEMENT)
    one = sit()
    one.page.route("**/table.js", lambda route: route.fulfill(status=429))
    one.page.goto(f"{one.url}/t/{made}")
    expect(one.page.locator(".not-arrived")).to_contain_text("trying again")
    one.page.unroute("**/table.js")
    one.ready()
    expect(one.page.locator(".pieces .piece").first).to_be_visible()


def test_a_page_whose_script_did_not_come_says_so(sit: Sit) -> None:
    """It stayed empty: nothing was there that could have spoken."""
    one = sit()
    one.page.route("**/main.js", lambda route: route.fulfill(status=503))
    one.page.reload()
    said = one.page.locator("#unopened")
    expect(said).to_be_attached()
    expect(said).not_to_be_visible()
    expect(said).to_be_visible()
    expect(said).to_contain_text("load it again")
    one.page.unroute("**/main.js")
    one.page.reload()
    expect(one.page.locator(".setup")).to_be_visible()
    expect(said).to_have_count(0)


def test_without_scripts_loading_again_is_not_offered(sit: Sit) -> None:
    one = sit(java_script_enabled=False)
    expect(one.page.locator("noscript p")).to_be_visible()
    assert one.page.locator("#unopened").bounding_box() is None


FETCHED = """() => performance.getEntriesByType('resource')
  .filter(({name}) => new URL(name).pathname.startsWith('/client/'))
  .map(({name, transferSize}) => [new URL(name).pathname, transferSize])"""


def fetched(page: Page) -> list[tuple[str, int]]:
    """The files of the client that the page has asked for, and what came over the line."""
    page.wait_for_load_state("networkidle")
    found: list[tuple[str, int]] = page.evaluate(FETCHED)
    return found


@pytest.mark.parametrize("table", [False, True])
def test_all_modules_are_fetched_at_once(sit: Sit, table: bool) -> None:
    one = sit()
    expect(one.page.locator(".start")).to_be_visible()
    if table:
        one.bring(AT_MOVEMENT)
    modules = {path for path, _ in fetched(one.page) if path.endswith(".js")}
    html = one.page.request.get(one.page.url).text()
    named = set(re.findall(r'modulepreload" href="([^"]+)"', html))
    assert len(named) > (35 if table else 10)
    assert {path for path in modules if not path.endswith("/main.js")} == named
    assert any("/table/" in path for path in named) == table


def test_a_second_visit_fetches_no_file_again(sit: Sit) -> None:
    one = sit()
    expect(one.page.locator(".start")).to_be_visible()
    assert all(size > 0 for _, size in fetched(one.page))
    one.page.goto(one.url + "/")
    expect(one.page.locator(".start")).to_be_visible()
    again = fetched(one.page)
    assert len(again) > 10
    assert [path for path, size in again if size] == []


WATCH = """() => {
  window.touched = {map: 0, places: 0, pieces: new Set(), moved: 0};
  const seen = (name) => (changes) => { window.touched[name] += changes.length; };
  const all = {childList: true, subtree: true, attributes: true, characterData: true};
  for (const name of ['map', 'places']) {
    new MutationObserver(seen(name)).observe(document.querySelector(`.${name}`), all);
  }
  const bare = (classes) => (classes ?? '').split(' ').filter((name) => name && name !== 'away').sort().join(' ');
  new MutationObserver((changes) => {
    for (const {target, type, attributeName, oldValue, addedNodes} of changes) {
      if (attributeName === 'class' && bare(oldValue) === bare(target.getAttribute('class'))) continue;
      const piece = target.closest('[data-piece]');
      if (piece) window.touched.pieces.add(piece.dataset.piece);
      if (type === 'childList') window.touched.moved += addedNodes.length;
    }
  }).observe(document.querySelector('.pieces'), {...all, attributeOldValue: true});
}"""
"""What is too far away to be laid out when the map comes to rest is not touched by that."""
TOUCHED = "() => ({...window.touched, pieces: [...window.touched.pieces]})"


def test_a_move_touches_only_what_it_changes(sit: Sit) -> None:
    one = sit(record=crowded())
    one.page.wait_for_load_state("networkidle")
    pieces = one.page.locator(".pieces .piece").count()
    assert pieces > 80
    unit = next(piece for piece in one.lit_pieces() if one.where(piece).isdigit())
    with one.progress():
        one.type_order(f"move {unit}")
    one.press("Escape")
    step = next(order["order"] for order in one.orders() if order["order"][3:].isdigit())
    stacks = {one.where(unit), step.removeprefix("to ")}
    lying = sum(one.page.locator(f'.pieces [data-at="{hex}"]').count() for hex in stacks)
    one.page.evaluate(PAINTED)
    one.page.evaluate(WATCH)
    with one.progress():
        one.type_order(step)
    one.page.evaluate(PAINTED)
    assert one.where(unit) == step.removeprefix("to ")
    touched = one.page.evaluate(TOUCHED)
    assert (touched["map"], touched["places"]) == (0, 0)
    assert unit in touched["pieces"]
    assert len(touched["pieces"]) <= lying
    assert touched["moved"] <= lying


def test_pointing_at_the_map_moves_no_counter(sit: Sit) -> None:
    one = sit(record=crowded())
    one.page.wait_for_load_state("networkidle")
    free = next(
        hex
        for hex in ("2612", "2712", "2812")
        if not one.page.locator(f'[data-at="{hex}"]').count()
    )
    one.page.evaluate(WATCH)
    one.point(free)
    expect(one.page.locator(".inspector h3")).to_contain_text(free)
    touched = one.page.evaluate(TOUCHED)
    assert touched == {"map": 0, "places": 0, "pieces": [], "moved": 0}


OPEN = """() => [...document.querySelectorAll('.pieces .piece.lit')].find((node) => {
  const {x, y, width, height} = node.getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('[data-piece]') === node;
}).dataset.piece"""
"""A counter that can be chosen and is not covered."""


def test_a_click_on_a_unit_that_was_pointed_at_asks_only_for_its_orders(sit: Sit) -> None:
    one = sit()
    sent: list[str] = []

    def heard(frame: str | bytes) -> None:
        told = json.loads(frame)
        sent.append(told["what"]) if told["t"] == "ask" else None

    one.page.on("websocket", lambda line: line.on("framesent", heard))
    one.bring(crowded())
    one.page.wait_for_load_state("networkidle")
    unit = one.page.evaluate(OPEN)
    one.page.mouse.move(*one.at_piece(unit))
    expect(one.page.locator(".inspector h3")).to_contain_text(one.where(unit))
    sent.clear()
    one.page.mouse.click(*one.at_piece(unit))
    expect(one.page.locator(".piece.selected")).to_have_attribute("data-piece", unit)
    assert sent == ["of", "reach"]


class Painter:
    """How often the browser has painted the layer of a node."""

    def __init__(self, page: Page) -> None:
        self.page, self.cdp = page, page.context.new_cdp_session(page)
        self._layers: dict[int, int] = {}
        self.cdp.on("LayerTree.layerTreeDidChange", self._changed)
        self.cdp.send("DOM.enable")
        self.cdp.send("LayerTree.enable")
        self._root = self.cdp.send("DOM.getDocument")["root"]["nodeId"]

    def _changed(self, said: dict[str, Any]) -> None:
        for layer in said.get("layers", ()):
            self._layers[layer.get("backendNodeId", 0)] = layer["paintCount"]

    def painted(self, selector: str) -> int:
        self.page.evaluate(PAINTED)
        node = self.cdp.send("DOM.querySelector", {"nodeId": self._root, "selector": selector})
        told = self.cdp.send("DOM.describeNode", {"nodeId": node["nodeId"]})
        return self._layers.get(told["node"]["backendNodeId"], 0)

    def settled(self, selector: str) -> int:
        """The same, once it no longer grows: the browser tells of its layers a little later."""
        last = 0
        while not last or self.painted(selector) != last:
            last = self.painted(selector)
        return last


def test_the_map_is_painted_once(sit: Sit) -> None:
    one = sit(record=crowded())
    one.page.wait_for_load_state("networkidle")
    painter = Painter(one.page)
    with one.progress():
        one.press("1")
    lower, upper = painter.settled(".lower"), painter.settled(".upper")
    x, y = one.at_hex("3014")
    one.page.mouse.move(x, y)
    one.page.mouse.down()
    one.page.mouse.move(x + 30, y + 20, steps=3)
    one.page.mouse.up()
    with one.progress():
        one.press("1")
    with one.progress():
        one.press("[")
    wait_for(lambda: painter.painted(".upper") > upper)
    assert painter.painted(".lower") == lower


def test_a_longer_question_does_not_move_the_map(sit: Sit) -> None:
    one = sit(record=BATTLE.format(turn=8, phase="combat german"), locale="pl-PL")
    one.page.wait_for_load_state("networkidle")
    tall = "() => document.querySelector('.ask').offsetHeight"
    before, place = one.page.evaluate(tall), one.at_hex("2818")
    for order in ("attack 2717", "with GE-16Pz-I79", "with GE-16Pz-IIb", "maf 16Pz"):
        with one.progress():
            one.type_order(order)
        one.press("Escape")
    one.page.evaluate(PAINTED)
    assert one.page.evaluate(tall) > before
    assert one.at_hex("2818") == pytest.approx(place)


FIRST = """
new MutationObserver((_, seen) => {
  if (!document.querySelector('.piece')) return;
  seen.disconnect();
  const drawn = [...document.querySelectorAll('.piece')].filter((node) => node.firstChild);
  window.first = {
    drawn: drawn.length,
    blank: drawn.filter((node) => !node.querySelector('text')).length,
    question: document.querySelector('.question .answer')?.textContent ?? '',
  };
}).observe(document, {childList: true, subtree: true});
"""


def test_the_first_picture_has_its_counters_and_words(sit: Sit) -> None:
    """It was drawn without, and again with each part that came: most of the work of opening, three times over."""
    one = sit()
    one.page.add_init_script(FIRST)
    one.bring(AT_MOVEMENT)
    first = one.page.evaluate("window.first")
    assert first["drawn"] > 0
    assert first["blank"] == 0
    assert first["question"] == "End the movement"


def test_a_picture_whose_counters_do_not_come_is_shown_all_the_same(sit: Sit) -> None:
    one = sit()
    one.page.route("**/api/counters*", lambda route: None)
    one.bring(AT_MOVEMENT)
    expect(one.page.locator(".piece.lit").first).to_be_visible()


def test_the_next_answer_is_heard_as_soon_as_the_next_question_is_seen(sit: Sit) -> None:
    """Until the order before was acknowledged, after what came of it, a click was lost: on a slow line one of two."""
    one = sit()
    kept: list[tuple[WebSocketRoute, str | bytes]] = []

    def line(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        server.on_message(
            lambda m: kept.append((page, m)) if '"t":"done"' in str(m)[:200] else page.send(m)
        )
        page.on_message(server.send)

    one.page.route_web_socket("**/ws/**", line)
    one.open(AT_MOVEMENT)
    with one.progress():
        one.type_order("move AL-504 1209")
    for _ in range(2):
        with one.progress():
            one.question.locator(".answer").first.click()
    assert len(kept) == 3
    for page, done in kept:
        page.send(done)
