"""What a picture, a page or a screen reader needs to show a counter: plain data, no rules."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A counter as it lies on the map (``hex`` is a hex number) or in a named box.

    ``palette`` names a colour scheme, ``symbol`` an APP-6 branch, ``size`` the echelon marks.
    ``label`` is what is printed beside the symbol, ``factors`` the row of figures below it,
    ``marks`` short words for markers on it (``star``, ``attacked``, ``moved`` ...).
    """

    id: str
    hex: str
    side: str
    palette: str
    symbol: str
    size: str
    label: str
    name: str
    factors: tuple[str, ...]
    reduced: bool = False
    marks: tuple[str, ...] = ()
