"""The few figures that reports need: shares, means and quartiles, with 95% intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

Z = 1.959963984540054
"""Two-sided 95% of the normal distribution."""


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The Wilson score interval of a share, which holds for few trials and extreme shares too."""
    if trials == 0:
        return 0.0, 1.0
    share, square = hits / trials, Z * Z
    middle = share + square / (2 * trials)
    half = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = (middle - half) / scale if hits else 0.0
    high = (middle + half) / scale if hits < trials else 1.0
    return low, high


def share(hits: int, trials: int) -> dict[str, Any]:
    """A share with its interval, as plain data."""
    low, high = wilson(hits, trials)
    return {
        "games": hits,
        "share": _short(hits / trials) if trials else None,
        "low": _short(low),
        "high": _short(high),
    }


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which this part of the sorted values lies, interpolated."""
    place = part * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def spread(values: Sequence[float]) -> dict[str, Any]:
    """Mean with its interval, quartiles and extremes, as plain data; of one value or more."""
    ordered, count = sorted(values), len(values)
    mean = math.fsum(ordered) / count
    half = 0.0
    if count > 1:
        variance = math.fsum((value - mean) ** 2 for value in ordered) / (count - 1)
        half = Z * math.sqrt(variance / count)
    return {
        "mean": _short(mean),
        "low": _short(mean - half),
        "high": _short(mean + half),
        "least": _short(ordered[0]),
        "quarter": _short(quantile(ordered, 0.25)),
        "median": _short(quantile(ordered, 0.5)),
        "three_quarters": _short(quantile(ordered, 0.75)),
        "most": _short(ordered[-1]),
    }


def _short(value: float) -> float:
    return round(float(value), 6)
