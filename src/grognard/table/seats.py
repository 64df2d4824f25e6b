"""Who sits at a table: people, bots, and the house itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..engine.decision import DICE

HUMAN, BOT = "human", "bot:"
"""Who plays a seat: a person, or the bot whose name follows."""
HOUSE = "house"
"""Who says what everybody at a table must know of its seats."""


def seated(seats: Mapping[str, str]) -> dict[str, str]:
    """Who sits where: a person or a bot."""
    return {side: seat if seat.startswith(BOT) else HUMAN for side, seat in seats.items()}


def full_house(seats: Mapping[str, str], there: Iterable[str], bots: Iterable[str]) -> bool:
    """Whether every side has a seat of a kind that there is."""
    kinds = {"me", "link", *(BOT + name for name in bots)}
    return set(seats) == set(there) - {DICE} and set(seats.values()) <= kinds
