"""9.23-9.25 The odds of a normal attack and its column; 9.3 what a result costs.

Odds are a place on a ladder without end: 0 is 1:1, 2 is 3:1, -1 is 1:2.  The table shows a part
of the ladder.
"""

from __future__ import annotations


def ladder(attack: int, defence: int) -> int:
    """9.23 The place of a ratio on the ladder, rounded in the defender's favour."""
    if attack >= defence:
        return attack // defence - 1
    return 1 - -(-defence // attack)


def rung(text: str) -> int:
    """The place on the ladder of odds as printed above a column: ``3:1`` is 2, ``1:2`` is -1."""
    attack, defence = (int(part) for part in text.split(":"))
    if attack < 1 or defence < 1 or min(attack, defence) != 1:
        raise ValueError(text)
    return attack - 1 if defence == 1 else 1 - defence


def spelled(place: int) -> str:
    """Odds in words, as printed above a column."""
    return f"{place + 1}:1" if place >= 0 else f"1:{1 - place}"


def must_lose(hits: int) -> int:
    """9.32 Half of the hits, rounded up, are steps."""
    return (hits + 1) // 2


def must_retreat(hits: int) -> int:
    """9.32 The other half are hexes of retreat, or further steps instead."""
    return hits // 2
