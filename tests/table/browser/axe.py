"""What axe-core finds wrong with a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from .table import Table

ASIDE = """() => {
  const map = document.querySelector('.world');
  if (!map) return;
  const space = map.cloneNode(false);
  map.replaceWith(space);
  window.putBack = () => space.replaceWith(map);
}"""
"""The thousands of parts of the map are hidden from those who cannot see it, and slow to go through."""


def faults(one: Table) -> list[str]:
    """What is serious or critical."""
    one.page.evaluate(ASIDE)
    found: list[dict[str, Any]] = Axe().run(one.page).response["violations"]
    one.page.evaluate("() => window.putBack?.()")
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:160]} {fault['nodes'][0]['any'][:1]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
    ]
