"""Where the books of the series differ, what the book of Salerno '43 says.

Every method answers a question that the shared rules ask of a game; the answer is in the module of
its chapter, which knows only ``Situation``.
"""

from __future__ import annotations

from . import supply
from .situation import Situation


class Salerno(Situation):
    """The situation in play."""

    def reddens(self, unit: int) -> bool:
        return not supply.linked(self, unit)

    def attrition_bonus(self, unit: int) -> int:
        return supply.attrition_bonus(self, unit)
