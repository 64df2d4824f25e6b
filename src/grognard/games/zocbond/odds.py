"""Odds as columns of the combat table, halving and doubling."""

from __future__ import annotations

ONE_TO_ONE = 2
UNOPPOSED = 14
"""Against no strength at all: off every table whatever the shifts."""
NONE = -99
"""Column when there is no attack strength at all."""


def column(attack: int, defence: int) -> int:
    """The column of a ratio rounded down for the attacker: 0 is 1-3, 2 is 1-1, 3 is 2-1, 11 is 10-1.

    Columns beyond the printed ones exist so that shifts can be netted before the limits apply.
    """
    if attack <= 0:
        return NONE
    if defence <= 0:
        return UNOPPOSED
    if attack >= defence:
        return attack // defence + 1
    return 3 - -(-defence // attack)


def name(column: int) -> str:
    """The column in words: 3-1, 1-2 ..."""
    return f"{column - 1}-1" if column >= ONE_TO_ONE else f"1-{3 - column}"


def of(name: str) -> int:
    """The column that is called so."""
    attack, _, defence = name.partition("-")
    return column(int(attack), int(defence))


def half(strength: int) -> int:
    """Halved, fractions rounded up."""
    return (strength + 1) // 2


def modified(strength: int, halved: bool, doubled: bool) -> int:
    """Halved at most once and doubled at most once; both cancel out."""
    if halved == doubled:
        return strength
    return half(strength) if halved else 2 * strength
