"""The Determined Defense: the defender picks the unit that leads it and pays for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.decision import Ask, Asking
from ...engine.ledger import Ledger
from ...engine.words import IllegalAction, Say
from .field import Field, Series


def lead(
    g: Field[Series],
    candidates: Sequence[int],
    refuse: Callable[[str, str], IllegalAction | None],
    sheet: Callable[[], Ledger] | None = None,
) -> Asking[int]:
    """The defender picks the Lead Unit."""
    if len(candidates) == 1:
        return candidates[0]
    choice = yield Ask(
        g.SIDES[g.game.units[candidates[0]].side],
        "lead",
        g.CITES.lead,
        Say("which unit leads the Determined Defense?"),
        [g.game.actions.lead[u] for u in candidates],
        refuse=refuse,
        about=g.about(hexes=[g.hex[candidates[0]]]),
        ledger=sheet,
    )
    unit: int = choice.value
    return unit
