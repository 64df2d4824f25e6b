"""Where the orders that the games share have their place in the sequence of play."""

from __future__ import annotations

from ...engine.ruleset import Said
from .cites import Cites

MOVE = ("move UNIT", "truck UNIT")


def said(
    cites: Cites,
    march: tuple[str, ...],
    fight: tuple[str, ...],
    attacks: tuple[str, ...],
    begun: tuple[str, ...],
) -> dict[str, Said]:
    """The phases of movement, of combat, and of attacks, which are begun by some orders; the usual ones last."""
    landing = ("invasion", *fight)

    def attacking(rule: str) -> Said:
        return Said(rule, attacks, begun)

    return {
        "move": Said(cites.move, march),
        "normal": Said(cites.move, march),
        "tactical": Said(cites.tactical, march),
        "to": Said(cites.move, (*landing, *march), (*MOVE, "advance UNIT")),
        "attack": Said(cites.attack, fight),
        "with": attacking(cites.attack),
        "from": attacking(cites.attack),
        "maf": attacking(cites.force),
        "attach": attacking(cites.attach),
        "cancel": attacking(cites.attack),
        "stand": Said(cites.stand, fight),
        "fallback": Said(cites.stand, fight),
        "advance": Said(cites.advance, landing),
        "halt": Said(cites.advance, landing, ("advance UNIT",)),
    }
