"""Fingers on a screen: real touches, as the browser gets them from the glass."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from playwright.sync_api import Page

from .table import PAINTED

Spot = tuple[float, float]
STEPS = 8


class Fingers:
    """One hand; each finger has a number."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._cdp = page.context.new_cdp_session(page)
        self._at: dict[int, Spot] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._cdp.detach()

    def put(self, finger: int, spot: Spot) -> None:
        self._at[finger] = spot
        self._send("touchStart")

    def move(self, *ways: tuple[int, Spot]) -> None:
        """Fingers go to their goals at the same time, little by little."""
        starts = [(finger, self._at[finger], goal) for finger, goal in ways]
        for step in range(1, STEPS + 1):
            for finger, (x, y), (to_x, to_y) in starts:
                part = step / STEPS
                self._at[finger] = (x + (to_x - x) * part, y + (to_y - y) * part)
            self._send("touchMove")

    def lift(self, *fingers: int) -> None:
        for finger in fingers or list(self._at):
            del self._at[finger]
        self._send("touchEnd")
        # A browser hands moves on with the next picture, not at once.
        self._page.evaluate(PAINTED)

    def tap(self, spot: Spot) -> None:
        """Down and up at once: between two messages a busy machine would make a long press of it."""
        self._page.touchscreen.tap(*spot)
        self._page.evaluate(PAINTED)

    def rest(self, spot: Spot, milliseconds: int) -> None:
        """Hold a finger still, then lift it."""
        self.put(0, spot)
        self._page.wait_for_timeout(milliseconds)
        self.lift(0)

    def drag(self, start: Spot, goal: Spot) -> None:
        self.put(0, start)
        self.move((0, goal))
        self.lift(0)

    def _send(self, kind: str) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in self._at.items()]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
