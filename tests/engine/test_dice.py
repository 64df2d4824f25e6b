"""Dice that can be proven."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.engine.dice import Dice, commitment, fresh_seed


def test_the_same_for_ever() -> None:
    """Golden: a change here would break every record ever written."""
    assert [Dice("7").face(n) for n in range(12)] == [4, 5, 4, 3, 3, 4, 1, 6, 5, 6, 3, 4]
    assert commitment("7") == "27ec4c8eaea371144eae4ab8ce7d546cf022928c48cda9e67bdfd05b936b60cd"


@pytest.mark.parametrize("faces", [2, 6, 10, 20])
def test_every_face_is_equally_likely(faces: int) -> None:
    dice = Dice("fair?")
    throws = 600 * faces
    counts = Counter(dice.face(n, faces) for n in range(throws))
    assert set(counts) == set(range(1, faces + 1))
    chi2 = sum((counts[f] - 600) ** 2 / 600 for f in counts)
    # far beyond the 99.9 % point of the chi-square distribution with faces - 1 degrees
    assert chi2 < faces - 1 + 5 * (2 * (faces - 1)) ** 0.5


def test_rolls_do_not_depend_on_their_order_and_differ_by_seed() -> None:
    a, b = Dice("a"), Dice("b")
    forth = [a.face(n) for n in range(60)]
    back = [a.face(n) for n in reversed(range(60))]
    assert forth == back[::-1]
    assert forth != [b.face(n) for n in range(60)]
    assert commitment("a") != commitment("b")


def test_neighbouring_rolls_are_independent() -> None:
    dice = Dice("pairs")
    pairs = Counter((dice.face(n), dice.face(n + 1)) for n in range(0, 14400, 2))
    assert len(pairs) == 36
    assert sum((c - 200) ** 2 / 200 for c in pairs.values()) < 35 + 5 * 70**0.5


def test_a_fresh_seed_is_long_and_new() -> None:
    seeds = {fresh_seed() for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 for seed in seeds)
