"""The numbers under which a game's own rulebook decides what the series shares."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Cites:
    """One number for each matter; a game gives them all."""

    stacking: str
    move: str
    """Units move one by one, hex by hex, for points."""
    held: str
    """No unit enters a hex of the enemy's."""
    zoc: str
    """A unit stops in an enemy zone of control."""
    bond: str
    """No unit enters or crosses an enemy bond."""
    tactical: str
    loss: str
    lead: str
    retreat: str
    no_retreat: str
    supply: str
    isolation: str
    attrition: str
