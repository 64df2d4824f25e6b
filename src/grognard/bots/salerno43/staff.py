"""The staff of Salerno '43, for either side: it plans a movement whole and fights by the exact table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from ...engine.decision import Ask
from ...games.salerno43 import Salerno43
from ...games.salerno43.counters import SIDES
from ...games.salerno43.situation import Situation
from ..seat import Choice
from ..zocbond.orders import quiet
from .battle import Assaults, Defence
from .country import Country
from .headquarters import Headquarters
from .invasion import Invasion
from .movement import Movement
from .pursuit import Pursuit
from .reinforcements import Reinforcements


class SalernoStaff:
    """Answers the decisions of Salerno '43, each by the section whose business it is."""

    def __init__(self, rules: Salerno43) -> None:
        self._staff(Headquarters(Country(rules)))

    def _staff(self, hq: Headquarters) -> None:
        self._answers: dict[str, Callable[[Situation, int, Ask], Choice]] = {}
        for section in (Invasion, Reinforcements, Movement, Assaults, Defence, Pursuit):
            self._answers |= section(hq).answers

    def answer(self, state: Situation, ask: Ask, rng: Random) -> Choice:
        kind = ask.kind
        known = self._answers.get(f"{state.phase} {kind}") or self._answers.get(kind)
        if known is None:
            return Choice(quiet(ask), [])
        return known(state, SIDES.index(ask.side), ask)
