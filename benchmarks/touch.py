"""The table under the fingers: ``python -m benchmarks.touch``.

The crowded map of Salerno '43 on a phone and at a desk, at full speed and with the processor throttled four times:
when the page has settled after it was opened, the longest frame while the map is pushed, whether the first tap
is heard, and the time from a button to the painted answer.
On a machine that others use, give it the cores: ``chrt -r 1 python -m benchmarks.touch``.
"""

from __future__ import annotations

import shutil
import statistics
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

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
GOALS = {"settled": 1500, "frame": 100, "answer": 100, "answer throttled": 250}
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


def longest_frame(browser: Browser, state: Any, url: str) -> float:
    """The longest frame while a finger pushes the map, on a throttled phone."""
    page, cdp = fresh(browser, state, PHONE, THROTTLE)
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
    return float(max(frames[2:]))


def first_tap(browser: Browser, state: Any, url: str) -> bool:
    """Whether a tap on a counter is heard that comes as soon as one can be chosen."""
    page, _ = fresh(browser, state, PHONE, THROTTLE)
    page.goto(url)
    lit = page.locator(".pieces .piece.lit[data-at]").first
    lit.wait_for(state="attached")
    page.wait_for_function(
        "() => document.querySelector('.piece.lit').getBoundingClientRect().width > 30"
    )
    box = page.evaluate(
        """() => [...document.querySelectorAll('.piece.lit')].map((node) => node.getBoundingClientRect())
          .map(({x, y, width, height}) => [x + width / 2, y + height / 2])
          .find(([x, y]) => x > 40 && x < 350 && y > 80 && y < 600)"""
    )
    page.touchscreen.tap(*box)
    try:
        page.wait_for_selector(".piece.selected, .fanned", timeout=5000)
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


def p95(spent: list[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1]


def main() -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "this needs Chromium"
    with serving() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(url)
        table = f"{url}t/{page.evaluate(IMPORT, crowded())['id']}"
        state = context.storage_state()
        context.close()
        times = sorted(settled(browser, state, table) for _ in range(ROUNDS))
        print(
            f"phone x{THROTTLE}: settled median {times[ROUNDS // 2]:.0f} ms, slowest {times[-1]:.0f} ms"
        )
        frames = [longest_frame(browser, state, table) for _ in range(3)]
        print(f"phone x{THROTTLE}: longest frame while pushed {max(frames):.0f} ms")
        heard = [first_tap(browser, state, table) for _ in range(ROUNDS)]
        print(f"phone x{THROTTLE}: first taps heard {sum(heard)} of {len(heard)}")
        for rate in (1, THROTTLE):
            spent = answers(browser, state, table, rate)
            print(
                f"desk x{rate}: button to painted answer p95 {p95(spent):.0f} ms, median {statistics.median(spent):.0f} ms"
            )
        browser.close()


if __name__ == "__main__":
    main()
