"""What a picture, a page or a screen reader needs to show a counter: plain data, no rules."""

from __future__ import annotations

from dataclasses import dataclass

from .words import Say


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


@dataclass(frozen=True)
class Trace:
    """A line that a unit draws over the map, such as its line of supply: ``path`` as far as it goes.

    ``whole`` is False where it breaks; ``text`` says where it leads, or what breaks it.
    """

    path: list[str]
    whole: bool
    rule: str
    text: Say
