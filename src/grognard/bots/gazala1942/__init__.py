"""The staff of Gazala 1942, for either side: it plans an impulse whole and fights by exact chances."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...engine.decision import Ask
from ...games.gazala1942 import Gazala
from ...games.gazala1942.counters import SIDES
from ...games.gazala1942.situation import Situation
from ...say import N_
from ..seat import Choice
from ..staff import StaffBot
from .battle import Battle
from .cup import Cup
from .design import draft
from .movement import Movement
from .papers import Drafting, Papers, quiet


class GazalaStaff:
    """Answers the decisions of Gazala 1942, each by the section whose business it is.

    It thinks over the situation as its seat may know it, never over the true one.
    """

    def __init__(self, rules: Gazala, drafting: Drafting = draft) -> None:
        self.rules = rules
        papers = Papers(rules, drafting)
        movement = Movement(papers)
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {}
        for section in (movement, Battle(papers), Cup(papers, movement)):
            self._answers |= section.answers

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        known = self._answers.get(ask.kind)
        if known is None:
            return Choice(quiet(ask), [])
        return known(self.rules.seen(state, ask.side), SIDES.index(ask.side), ask)


BOTS = {N_("staff"): lambda: StaffBot(GazalaStaff)}
