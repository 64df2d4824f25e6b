"""The page in a real browser: ``python -m benchmarks.page``.

The server is a process of its own, started as ``grognard table`` starts it; Chromium is running, each
opening has a fresh profile without anything cached.  Times are the page's own, from the beginning of the navigation.
On a machine that others use, give it the cores: ``chrt -r 1 python -m benchmarks.page``.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

import grognard
from grognard.bots.random import RandomBot

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GOAL_MS, GOAL_BYTES, ROUNDS = 1000.0, 400_000, 9
WORK = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
UNITS = 4
MOVABLE = """nodes => nodes
  .filter((node) => /^\\d+$/.test(node.dataset.at)).map((node) => node.dataset.piece)"""
IMPORT = """async (record) => (await fetch('/api/tables/import', {
  method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify({record}),
})).json()"""
USABLE = """
window.usable = new Promise((done) => {
  new MutationObserver((_, seen) => {
    if (!document.querySelector('.start')) return;
    seen.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  }).observe(document, { childList: true, subtree: true });
});
"""


@dataclass(frozen=True)
class Opening:
    ms: float
    """Until the lobby is painted and can be used."""
    transferred: int
    """Bytes of all answers, the picture of the map included."""
    requests: int


def open_lobby(browser: Browser, url: str) -> Opening:
    """Open the lobby in a browser that has never seen it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    page = context.new_page()
    page.add_init_script(USABLE)
    sizes: list[int] = []
    page.on("requestfinished", lambda done: sizes.append(done.sizes()["responseBodySize"]))
    page.goto(url)
    ms = page.evaluate("() => window.usable")
    page.wait_for_load_state("networkidle")
    context.close()
    return Opening(float(ms), sum(sizes), len(sizes))


@cache
def crowded() -> str:
    """The map of Salerno '43 with most counters on it, in the middle of a German movement."""
    game, bot, chance = (
        grognard.new("salerno43", scenario="campaign", seed=3),
        RandomBot(),
        Random(2),
    )
    while game.decision is not None:
        ask = game.decision
        if game.turn >= 6 and (ask.kind, ask.side) == ("move", "german"):
            return game.position
        game.play(bot.choose(game, chance).order)
    raise AssertionError("the campaign ended before its sixth turn")


def repaint(browser: Browser, url: str) -> list[float]:
    """Milliseconds of script, style and layout for each of some steps of units on the crowded map."""
    context = browser.new_context(viewport={"width": 1600, "height": 1000}, locale="en-GB")
    page = context.new_page()
    page.goto(url)
    made = page.evaluate(IMPORT, crowded())
    page.goto(f"{url}t/{made['id']}")
    page.wait_for_selector(".question.mine .prompt")
    page.wait_for_load_state("networkidle")
    cdp = context.new_cdp_session(page)
    cdp.send("Performance.enable")

    def worked() -> float:
        found = {
            each["name"]: each["value"] for each in cdp.send("Performance.getMetrics")["metrics"]
        }
        return 1000 * sum(float(found[name]) for name in WORK)

    spent = []
    for unit in page.eval_on_selector_all(".piece.lit", MOVABLE)[:UNITS]:
        for order in (f"move {unit}", "", "stay"):
            before = worked()
            text = order or page.locator("#panel button.order").first.get_attribute("data-order")
            page.locator(".order-line").fill(str(text))
            page.locator(".order-line").press("Enter")
            page.wait_for_timeout(400)
            spent.append(worked() - before)
    context.close()
    return spent


@contextmanager
def serving() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as home:
        command = [str(Path(sys.executable).parent / "grognard"), "table", "--port", "0"]
        command += ["--database", str(Path(home) / "tables.db")]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1]
        finally:
            server.terminate()
            server.wait(20)


def main() -> None:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "this needs Chromium"
    with serving() as url, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=FLAGS)
        openings = [open_lobby(browser, url) for _ in range(ROUNDS)]
        steps = sorted(repaint(browser, url))
        browser.close()
    times = sorted(opening.ms for opening in openings)
    last = openings[-1]
    print(f"lobby, cold: first {openings[0].ms:.0f} ms, median {statistics.median(times):.0f} ms,")
    print(
        f"slowest {times[-1]:.0f} ms; {last.transferred / 1000:.0f} KB in {last.requests} answers;"
    )
    quick = "met" if statistics.median(times) <= GOAL_MS else "MISSED"
    light = "met" if last.transferred <= GOAL_BYTES else "MISSED"
    print(f"goals: {GOAL_MS:.0f} ms {quick}, {GOAL_BYTES / 1000:.0f} KB {light}")
    print(
        f"an order on the crowded map of Salerno '43, script, style and layout: "
        f"median {statistics.median(steps):.0f} ms, longest {steps[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
