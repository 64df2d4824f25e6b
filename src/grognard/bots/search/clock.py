"""The budget of a thought, counted in playouts; somebody may also call it off."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """So many playouts, fewer if ``called_off`` says so: what is best by then is taken."""

    def __init__(self, playouts: int, called_off: Callable[[], bool] | None = None) -> None:
        self.left = playouts
        self._called_off = called_off

    def spend(self) -> bool:
        """Take one playout from the budget; False if there is none."""
        if self.left <= 0 or (self._called_off is not None and self._called_off()):
            self.left = 0
            return False
        self.left -= 1
        return True
