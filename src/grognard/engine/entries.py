"""What a trail is made of: choices, dice, take-backs and an end by the players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from .decision import Drawn, Rolled
from .words import Action


class Played(NamedTuple):
    """An entry of the trail: who chose what, and whether it carries on the order before it.

    ``side`` is the seat that chose.  What is ``secret`` only the seats of its own side may know.
    """

    side: str
    action: Action
    continues: bool = False
    secret: bool = False


class Skip(NamedTuple):
    """An entry of the trail: after a take-back over dice, the dice go on at this number."""

    die: int


class Ended(NamedTuple):
    """An entry of the trail: the players ended the game before the rules did.

    ``by`` is the seat that resigned or overstepped its time, '' where all agreed; ``winner`` is None
    for a draw.
    """

    winner: str | None
    by: str = ""
    late: bool = False
    """The other side claimed the victory because the seat's clock had run out."""


Entry = Played | Rolled | Drawn | Skip | Ended


def begun(entries: Iterable[Entry]) -> str:
    """The choices of whoever chose first, without the answers of others in between."""
    played = [entry for entry in entries if isinstance(entry, Played)]
    return " ".join(entry.action.text for entry in played if entry.side == played[0].side)
