"""The table under the fingers: ``python -m benchmarks.touch``.

The crowded maps of Salerno '43 and Normandy '44 on a phone and at a desk, at full speed and with the processor
throttled four times: when the page has settled after it was opened, the longest frame while the map is pushed,
whether the first tap is heard, the time from a button to the painted answer, from a click on a unit to its painted
reach, and the frames in a second while the map is pushed.
On a machine that others use, give it the cores: ``chrt -r 1 python -m benchmarks.touch``; the load is told beside the figures.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
from functools import cache
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

import grognard
from grognard.bots.random import RandomBot

from .page import FLAGS, IMPORT, crowded, serving

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
THROTTLE = 4
ROUNDS, CLICKS = 5, 20
GOALS = {"settled": 1500, "frame": 100, "answer": 100, "answer throttled": 250, "select": 100}
"""Milliseconds."""
WATCH = """
window.longs = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longs.push(task.startTime + task.duration);
}).observe({ type: "longtask", buffered: true });
"""
FRAMES = """() => {
  window.frames_ = [];
  let last = performance.now();
  const next = (now) => { window.frames_.push(now - last); last = now; window.ticking = requestAnimationFrame(next); };
  window.ticking = requestAnimationFrame(next);
}"""
CLICKED = """async (selector) => {
  const where = document.querySelector(".where");
  const before = where.textContent;
  const button = document.querySelector(selector);
  const began = performance.now();
  button.click();
  while (where.textContent === before) await new Promise((again) => setTimeout(again, 1));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return performance.now() - began;
}"""


SELECTED = """async (n) => {
  const rest = (ms) => new Promise((done) => setTimeout(done, ms));
  const middle = (node) => {
    const {x, y, width, height} = node.getBoundingClientRect();
    return {clientX: x + width / 2, clientY: y + height / 2};
  };
  const open = [...document.querySelectorAll('.piece.lit')].filter((node) => {
    const {clientX, clientY} = middle(node);
    return document.elementFromPoint(clientX, clientY)?.closest('[data-piece]') === node;
  });
  const piece = open[n % open.length];
  const field = document.querySelector("#field");
  field.setPointerCapture = () => {};
  const act = (what) => field.dispatchEvent(new PointerEvent(
    what, {bubbles: true, pointerId: 1, button: 0, pointerType: "mouse", ...middle(piece)}));
  act("pointermove");
  await rest(400);
  const began = performance.now();
  act("pointerdown");
  act("pointerup");
  while (!document.querySelector(".piece.selected")) await rest(1);
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const spent = performance.now() - began;
  await rest(150);
  document.querySelector(".chosen .icon-button").click();
  return spent;
}"""
"""A mouse comes to the nth counter that can be chosen and lies open, looks at it, and clicks."""


@cache
def landed() -> str:
    """The map of Normandy '44 on the third day, in the middle of an Allied movement."""
    game, bot, chance = (
        grognard.new("normandy44", scenario="campaign", seed=3),
        RandomBot(),
        Random(2),
    )
    while game.decision is not None:
        ask = game.decision
        if game.turn >= 3 and (ask.kind, ask.side) == ("move", "allied"):
            return game.position
        game.play(bot.choose(game, chance).order)
    raise AssertionError("the campaign ended before its third turn")


def fresh(browser: Browser, state: Any, how: dict[str, Any], rate: int) -> tuple[Page, CDPSession]:
    """A page in a browser that holds the seats of a table."""
    context: BrowserContext = browser.new_context(locale="en-GB", storage_state=state, **how)
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    return page, cdp


def settled(browser: Browser, state: Any, url: str) -> float:
    """Milliseconds from the navigation to the end of the last long task, on a throttled phone."""
    page, _ = fresh(browser, state, PHONE, THROTTLE)
    page.add_init_script(WATCH)
    page.goto(url)
    page.wait_for_timeout(4000)
    found = float(page.evaluate("Math.max(0, ...window.longs)"))
    page.context.close()
    return found


def pushed(browser: Browser, state: Any, url: str, rate: int) -> list[float]:
    """The frames while a finger pushes the map of a phone, in milliseconds."""
    page, cdp = fresh(browser, state, PHONE, rate)
    page.goto(url)
    page.wait_for_selector('[aria-busy="false"]')
    page.wait_for_timeout(2500)
    page.evaluate(FRAMES)
    x, y = 60.0, 620.0
    cdp.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(60):
        spot = {"x": x + 4 * step, "y": y - 6 * step}
        cdp.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [spot]})
        page.wait_for_timeout(16)
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    frames = page.evaluate("() => { cancelAnimationFrame(window.ticking); return window.frames_; }")
    page.context.close()
    return [float(each) for each in frames[2:]]


def first_tap(browser: Browser, state: Any, url: str) -> bool:
    """Whether a tap on a counter is heard that comes as soon as one can be chosen."""
    page, _ = fresh(browser, state, PHONE, THROTTLE)
    page.goto(url)
    lit = page.locator(".pieces .piece.lit[data-at]").first
    lit.wait_for(state="attached")
    page.wait_for_function(
        """() => [...document.querySelectorAll('.piece.lit')].some((node) => node.getBoundingClientRect().width > 30)"""
    )
    box = page.evaluate(
        """() => [...document.querySelectorAll('.piece.lit')].map((node) => node.getBoundingClientRect())
          .map(({x, y, width, height}) => [x + width / 2, y + height / 2])
          .find(([x, y]) => x > 40 && x < 350 && y > 80 && y < 600)"""
    )
    page.touchscreen.tap(*box)
    try:
        page.wait_for_selector(".piece.selected, .fanned", state="attached", timeout=5000)
        return True
    except Exception:
        return False
    finally:
        page.context.close()


def answers(browser: Browser, state: Any, url: str, rate: int) -> list[float]:
    """Milliseconds from a button to the painted answer, at a desk."""
    page, _ = fresh(browser, state, DESK, rate)
    page.goto(url)
    page.wait_for_selector('[aria-busy="false"]')
    page.wait_for_timeout(1500)
    spent = []
    for _ in range(CLICKS):
        spent.append(float(page.evaluate(CLICKED, "#panel button.order")))
        page.wait_for_timeout(150)
        spent.append(float(page.evaluate(CLICKED, ".tools .undo")))
        page.wait_for_timeout(150)
    page.context.close()
    return sorted(spent)


def selections(browser: Browser, state: Any, url: str, how: dict[str, Any]) -> list[float]:
    """Milliseconds from a click to the painted reach, of one counter after the other."""
    page, _ = fresh(browser, state, how, 1)
    page.goto(url)
    page.wait_for_selector('[aria-busy="false"]')
    page.wait_for_timeout(1500)
    spent = []
    for n in range(CLICKS):
        spent.append(float(page.evaluate(SELECTED, n)))
        page.wait_for_timeout(600)  # the map may have gone to what was chosen
    page.context.close()
    return sorted(spent)


def p95(spent: list[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1]


def verdict(goal: str, value: float) -> str:
    """The goal beside a figure, and whether it is met."""
    return f"goal {GOALS[goal]} ms {'met' if value <= GOALS[goal] else 'MISSED'}"


def measure(browser: Browser, url: str, title: str, position: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(url)
    table = f"{url}t/{page.evaluate(IMPORT, position)['id']}"
    state = context.storage_state()
    context.close()
    print(f"{title}, load {os.getloadavg()[0]:.1f}")
    times = sorted(settled(browser, state, table) for _ in range(ROUNDS))
    print(
        f"  phone x{THROTTLE}: settled best {times[0]:.0f} ms, median {times[ROUNDS // 2]:.0f} ms, slowest {times[-1]:.0f} ms;"
        f" {verdict('settled', times[ROUNDS // 2])}"
    )
    longest = [max(pushed(browser, state, table, THROTTLE)) for _ in range(3)]
    print(
        f"  phone x{THROTTLE}: longest frame while pushed {min(longest):.0f} to {max(longest):.0f} ms;"
        f" {verdict('frame', max(longest))}"
    )
    frames = pushed(browser, state, table, 1)
    print(f"  phone: {1000 * len(frames) / sum(frames):.0f} frames a second while pushed")
    heard = [first_tap(browser, state, table) for _ in range(ROUNDS)]
    all_heard = "met" if all(heard) else "MISSED"
    print(
        f"  phone x{THROTTLE}: first taps heard {sum(heard)} of {len(heard)}; goal all {all_heard}"
    )
    for name, how in (("desk", DESK), ("phone", PHONE)):
        spent = selections(browser, state, table, how)
        print(
            f"  {name}: unit selected p95 {p95(spent):.0f} ms, median {statistics.median(spent):.0f} ms;"
            f" {verdict('select', p95(spent))}"
        )
    for rate in (1, THROTTLE):
        spent = answers(browser, state, table, rate)
        print(
            f"  desk x{rate}: button to painted answer p95 {p95(spent):.0f} ms, median {statistics.median(spent):.0f} ms;"
            f" {verdict('answer' if rate == 1 else 'answer throttled', p95(spent))}"
        )


MAPS = {"salerno43": ("Salerno '43", crowded), "normandy44": ("Normandy '44", landed)}


def main(wanted: list[str]) -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "this needs Chromium"
    with serving() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        for name in wanted or MAPS:
            title, position = MAPS[name]
            measure(browser, url, title, position())
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
