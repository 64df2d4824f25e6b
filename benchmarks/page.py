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
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
GOAL_MS, GOAL_BYTES, ROUNDS = 1000.0, 400_000, 9
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
        browser.close()
    times = sorted(opening.ms for opening in openings)
    last = openings[-1]
    print(f"lobby, cold: first {openings[0].ms:.0f} ms, median {statistics.median(times):.0f} ms,")
    print(
        f"slowest {times[-1]:.0f} ms; {last.transferred / 1000:.0f} KB in {last.requests} answers"
    )


if __name__ == "__main__":
    main()
