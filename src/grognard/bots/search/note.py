"""What a bot remembers from one decision to the next, as a line of text that anybody can keep for it."""

from __future__ import annotations

import json
from typing import NamedTuple


class Note(NamedTuple):
    """The aim that is kept from turn to turn; the draft of one phase, with the moment it is meant for."""

    aim: str = ""
    moment: str = ""
    goals: tuple[tuple[int, int], ...] = ()
    chance: float = 0.0

    def __str__(self) -> str:
        return json.dumps([self.aim, self.moment, self.goals, round(self.chance, 4)])


def read(text: str) -> Note:
    """The note from its text; an empty one if it is none."""
    try:
        aim, moment, goals, chance = json.loads(text)
        return Note(str(aim), str(moment), tuple((int(a), int(b)) for a, b in goals), float(chance))
    except (ValueError, TypeError):
        return Note()
