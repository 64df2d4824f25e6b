"""The players' clocks: so much time for each turn of the game, and a reserve for what goes beyond.

No clock needs a timer: what is left follows from the times that were stored with the orders.  A clock runs
while its seat decides, day and night, from the moment at which every seat is taken; it stands while a bot decides.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

DAY = 24 * 3600.0
MOST = 365 * DAY
"""Nobody has a larger reserve."""


_ahead: float | None = None
"""What the database's clock shows when the steady one of this process shows 0."""


def now() -> float:
    """Seconds since 1970: where several processes share a database, by its clock, so that theirs need not agree."""
    return time.time() if _ahead is None else time.monotonic() + _ahead


def moment() -> datetime:
    return datetime.fromtimestamp(now(), UTC)


def set_by(theirs: float | None, asked: float = 0.0) -> None:
    """Go by another clock, which showed this when it was asked, by our steady one; None: by this machine's."""
    global _ahead
    _ahead = None if theirs is None else theirs - asked


class Clock(msgspec.Struct):
    """All clocks of a table, in seconds; the seats are those of people."""

    turn_time: float
    left: dict[str, float]
    """The reserve that each seat had when this turn began."""
    spent: dict[str, float]
    """What each seat has used in this turn."""
    turn: int = 1
    """The last turn that the game has come to."""
    runs: str | None = None
    since: float = 0.0
    """Whose clock runs, and since when."""

    def press(self, now: float, turn: int, side: str | None, seated: float | None) -> None:
        """Something was ordered: from now on this seat decides, in this turn of the game.

        Whoever goes back to an earlier turn, and on again, has no more time by that.
        """
        for seat in self.left:
            self.spent[seat] = self._used(seat, now, seated)
            if turn > self.turn:
                self.left[seat] = max(0.0, self.left[seat] - self._over(self.spent[seat]))
                self.spent[seat] = 0.0
        self.turn = max(turn, self.turn)
        self.runs, self.since = (side if side in self.left else None), now

    def _used(self, seat: str, now: float, seated: float | None) -> float:
        running = seat == self.runs and seated is not None
        return self.spent[seat] + (max(0.0, now - max(self.since, seated or 0.0)) if running else 0)

    def _over(self, used: float) -> float:
        return max(0.0, used - self.turn_time)

    def remaining(self, seat: str, now: float, seated: float | None) -> tuple[float, float]:
        """What is left for this turn, and of the reserve; nothing of either: the flag has fallen."""
        used = self._used(seat, now, seated)
        return max(0.0, self.turn_time - used), max(0.0, self.left[seat] - self._over(used))

    def fallen(self, now: float, seated: float | None) -> str | None:
        """The seat that decides and has no time left."""
        if self.runs is None or any(self.remaining(self.runs, now, seated)):
            return None
        return self.runs

    def give(self, seats: Iterable[str], seconds: float) -> None:
        """More reserve for these seats."""
        for seat in seats:
            self.left[seat] = min(MOST, self.left[seat] + seconds)


def wound(turn_time: float, reserve: float, seats: Iterable[str]) -> Clock:
    """The clocks at the beginning."""
    people = sorted(seats)
    return Clock(turn_time, dict.fromkeys(people, reserve), dict.fromkeys(people, 0.0))


def clock_of(summary: str) -> Clock | None:
    """The clocks as a table's summary has them."""
    kept = msgspec.json.decode(summary or "{}").get("clock")
    return None if kept is None else msgspec.convert(kept, Clock)
