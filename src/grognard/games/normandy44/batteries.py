"""25.3 Coastal batteries, an optional rule."""

from __future__ import annotations

from ...engine.words import IllegalAction
from .situation import Situation


def firing(g: Situation, army: int, beach: str = "") -> bool:
    """25.3 Whether a battery is left for an army's ships; Mont Canisy only matters to who lands at Sword."""
    return any(
        battery.army == army
        and not g.silenced >> battery.hex & 1
        and g.hex[battery.strongpoint] == battery.hex
        and battery.beach == beach
        for battery in g.game.batteries
    )


def subdue(g: Situation, army: int) -> None:
    """25.3a A ship of the army does nothing else this turn."""
    g.naval[army] -= 1
    g.subdued |= 1 << army
    g.tell("battery", "25.3", "a warship keeps the coastal batteries down")


def needed(g: Situation, army: int, beach: str) -> bool:
    """25.3b Whether a landing at a beach needs a ship against its battery that is not yet there."""
    if "25.3" not in g.game.options or g.turn < 2 or g.subdued >> army & 1:
        return False
    return firing(g, army, beach)


def refuse(g: Situation, army: int, beach: str) -> IllegalAction | None:
    """25.3 Why nobody lands at a beach under the guns of its battery; None if they are kept down."""
    if needed(g, army, beach) and not g.naval[army]:
        return IllegalAction("25.3", "no ship is left against the battery off {beach}", beach=beach)
    return None
