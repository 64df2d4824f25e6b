"""What all sections of the staff share: the map, the design of the turn, the look of the impulse."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Ask
from ...engine.words import Action
from ...games.gazala1942.situation import Situation
from ..seat import Choice
from .country import Country
from .design import PLAIN, Purpose, draft
from .look import Look

QUIET = ("done", "pass", "none", "stay", "remain", "stop", "alone", "go", "default")
"""Answers that end a question, in the order in which they are taken where nothing else is known."""


class Papers:
    """The staff's own papers: nothing in them that the position does not give again."""

    def __init__(self, country: Country, purpose: Purpose = PLAIN) -> None:
        self.rules, self.country = country.rules, country
        self.purpose = purpose
        self._looks: dict[int, tuple[tuple[object, ...], Look]] = {}

    def look(self, g: Situation, side: int) -> Look:
        """The side's look at this phase, taken once as long as the enemy stands still."""
        low, high = self.rules.span[1 - side]
        key = (g.turn, g.impulses, g.phase, g.active, tuple(g.hex[low:high]), g.breached)
        known = self._looks.get(side)
        if known is None or known[0] != key:
            design = draft(self.country, g, side, self.purpose)
            known = self._looks[side] = key, Look(self.country, g, side, design)
        return known[1]


class Section:
    """A part of the staff that answers some kinds of questions."""

    answers: dict[str, Callable[[Situation, int, Ask], Choice]]

    def __init__(self, papers: Papers) -> None:
        self.papers = papers
        self.rules = papers.rules
        self.units = papers.rules.units.units
        self.label = papers.rules.board.label

    def named(self, ask: Ask) -> int:
        """The first unit that a question is about."""
        found = self.rules.units.find(ask.about.units[0])
        assert found is not None
        return found.index


def quiet(ask: Ask) -> Action:
    """What to answer where nothing better is known."""
    for verb in QUIET:
        for action in ask.actions:
            if action.verb == verb:
                return action
    return ask.actions[0]
