"""The staff: it answers the decisions of Normandy '44, each by the section whose business it is."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...engine.decision import Ask
from ...games.normandy44.counters import SIDES
from ...games.normandy44.situation import Situation
from ..seat import Choice
from ..zocbond.orders import quiet
from .battle import Assaults, Defence, Pursuit
from .headquarters import Headquarters
from .movement import Movement
from .services import Services


class NormandyStaff:
    """All sections together."""

    def __init__(self, hq: Headquarters) -> None:
        self._rules = hq.rules
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {}
        for section in (Services, Movement, Assaults, Defence, Pursuit):
            self._answers |= section(hq).answers

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        known = self._answers.get(ask.kind)
        if known is None:
            return Choice(quiet(ask), [])
        return known(state, SIDES.index(self._rules.serves(ask.side)), ask)
