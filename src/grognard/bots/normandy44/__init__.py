"""The staff of Normandy '44, for either side: it plans a movement whole and fights by the exact table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...engine.decision import Ask
from ...games.normandy44 import Normandy44
from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import Situation
from ...say import N_
from ..seat import Choice
from ..staff import StaffBot
from ..zocbond.orders import quiet
from .battle import Assaults, Defence, Pursuit
from .headquarters import Headquarters
from .movement import Movement
from .services import Services


class NormandyStaff:
    """Answers the decisions of Normandy '44, each by the section whose business it is."""

    def __init__(self, rules: Normandy44) -> None:
        hq = Headquarters(rules)
        self._rules = rules
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {}
        for section in (Services, Movement, Assaults, Defence, Pursuit):
            self._answers |= section(hq).answers

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        known = self._answers.get(ask.kind)
        if known is None:
            return Choice(quiet(ask), [])
        side = GERMAN if self._rules.seats[ask.side] == "german" else ALLIED
        return known(state, side, ask)


BOTS = {N_("staff"): lambda: StaffBot(NormandyStaff)}
