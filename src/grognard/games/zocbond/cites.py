"""The numbers under which a game's own rulebook decides what the series shares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cites:
    """One number for each matter; a game gives them all."""

    stacking: str
    loss: str
    remnant: str
    lead: str
    retreat: str
    no_retreat: str
    supply: str
    isolation: str
    attrition: str
