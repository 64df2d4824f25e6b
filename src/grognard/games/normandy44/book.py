"""Where the books of the series differ, what the book of Normandy '44 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from ...engine.decision import Asking
from . import beaches, cadres, supply
from .situation import Situation


class Normandy(Situation):
    """The situation in play."""

    def reddens(self, unit: int) -> bool:
        """18.1b The marker turns red on who had it already."""
        return bool(self.oos >> unit & 1)

    def attrition_bonus(self, unit: int) -> int:
        return supply.attrition_bonus(self, unit)

    def keeps_last_step(self, unit: int, rule: str) -> Asking[bool]:
        return cadres.keep(self, unit, rule)
        yield  # nobody is asked

    def put(self, unit: int, place: int) -> None:
        super().put(unit, place)
        if place >= 0:
            beaches.entered(self, unit, place)
