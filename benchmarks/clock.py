"""Timing on a machine that others use too: CPU time, several rounds, medians; peers take turns."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

ROUNDS = 7


class Figure(NamedTuple):
    """One line of the table; ``peer`` is the same work done by somebody else in the same run."""

    name: str
    value: float
    unit: str
    goal: float | None = None
    more_is_better: bool = False
    peer: str = ""
    peer_value: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met; None where there is none."""
        if self.goal is None:
            return None
        return self.value >= self.goal if self.more_is_better else self.value < self.goal

    @property
    def ratio(self) -> float | None:
        """How many times better than the peer."""
        if not self.peer_value or not self.value:
            return None
        better, worse = self.value, self.peer_value
        return better / worse if self.more_is_better else worse / better


def seconds(work: Callable[[], object], repeats: int) -> float:
    """CPU seconds of one call, averaged over the repeats."""
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats


def medians(*works: Callable[[], object], repeats: int, rounds: int = ROUNDS) -> list[float]:
    """For each work the median CPU seconds of a call; the works take turns in every round."""
    found = [[seconds(work, repeats) for work in works] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*found, strict=True)]
