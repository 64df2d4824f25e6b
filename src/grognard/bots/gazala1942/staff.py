"""The staff: it answers the decisions of Gazala 1942, each by the section whose business it is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...engine.decision import Ask
from ...games.gazala1942 import Gazala
from ...games.gazala1942.counters import SIDES
from ...games.gazala1942.situation import Situation
from ..search import Draft
from ..seat import Choice
from .battle import Battle
from .country import Country
from .cup import Cup
from .design import PLAIN, Purpose
from .movement import Movement
from .papers import Papers, quiet


class GazalaStaff:
    """A player with a purpose, for either side.

    It thinks over the situation as its seat may know it, never over the true one.  ``draft`` is a
    movement that was planned before, to be carried out as it stands.
    """

    def __init__(
        self,
        rules: Gazala,
        purpose: Purpose = PLAIN,
        country: Country | None = None,
        draft: Draft | None = None,
    ) -> None:
        self.rules = rules
        papers = Papers(country or Country(rules), purpose)
        movement = Movement(papers, draft)
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {}
        for section in (movement, Battle(papers), Cup(papers, movement)):
            self._answers |= section.answers

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        known = self._answers.get(ask.kind)
        if known is None:
            return Choice(quiet(ask), [])
        return known(self.rules.seen(state, ask.side), SIDES.index(ask.side), ask)
