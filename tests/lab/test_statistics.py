from __future__ import annotations

import pytest

from grognard.lab.statistics import quantile, share, spread, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [  # Newcombe 1998, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_wilson_interval_is_the_published_one(hits, trials, low, high) -> None:
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_the_wilson_interval_is_symmetric_in_wins_and_losses() -> None:
    low, high = wilson(3, 50)
    assert wilson(47, 50) == pytest.approx((1 - high, 1 - low))


def test_no_trials_say_nothing() -> None:
    assert share(0, 0) == {"games": 0, "share": None, "low": 0.0, "high": 1.0}


def test_quartiles_are_interpolated() -> None:
    assert [quantile([1, 2, 3, 10], part) for part in (0, 0.25, 0.5, 1)] == [1, 1.75, 2.5, 10]


def test_a_spread_has_the_interval_of_its_mean() -> None:
    figures = spread([2, 4, 4, 4, 5, 5, 7, 9])
    assert figures["mean"] == 5
    assert figures["high"] - 5 == pytest.approx(1.959964 * 2.13809 / 8**0.5, abs=1e-4)
    assert (figures["least"], figures["median"], figures["most"]) == (2, 4.5, 9)


def test_one_value_has_no_width() -> None:
    assert spread([3])["low"] == spread([3])["high"] == 3
