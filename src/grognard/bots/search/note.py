"""What a bot remembers from one decision to the next, as a line of text that anybody can keep for it."""

from __future__ import annotations

import json
from typing import NamedTuple


class Note(NamedTuple):
    """The aim that is kept from turn to turn; the goals of the draft of one phase (None if there was no draft),
    with the moment it is meant for; and how much single questions have taken from their budget since this tick began."""

    aim: str = ""
    moment: str = ""
    goals: tuple[tuple[int, int], ...] | None = None
    tick: int = -1
    spent: int = 0

    def __str__(self) -> str:
        return json.dumps(self)


def read(text: str) -> Note:
    """The note from its text; an empty one if it is none."""
    try:
        aim, moment, goals, tick, spent = json.loads(text)
        whole = None if goals is None else tuple((int(a), int(b)) for a, b in goals)
        return Note(str(aim), str(moment), whole, int(tick), int(spent))
    except (ValueError, TypeError):
        return Note()
