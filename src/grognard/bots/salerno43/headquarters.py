"""What all sections of the staff share: the map, the look at this phase, the hex attacked last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...engine.decision import Ask
from ...engine.words import Say
from ...games.salerno43 import Salerno43
from ...games.salerno43.situation import Situation
from ...games.zocbond import attacks
from ..seat import Choice, Reason
from ..zocbond.papers import Papers
from . import assault
from .assault import Prospect
from .country import Country
from .look import Look
from .plan import Plan, Planner


class Headquarters(Papers[Situation, Look]):
    """The staff's own papers."""

    rules: Salerno43

    def __init__(self, country: Country) -> None:
        super().__init__()
        self.rules, self.country = country.rules, country
        self.group: tuple[int, ...] = ()
        """15.2.2 Who is to form the Breakthrough Group."""

    def fresh_look(self, g: Situation, side: int) -> Look:
        """A look at the table as it is now."""
        return Look(self.rules, self.country, g, side)

    def drafted(self, g: Situation) -> Plan | None:
        """A plan of this movement that was made before; None if there is none."""
        return None

    def plan(self, g: Situation, side: int, movers: Sequence[int]) -> Plan:
        """The plan of a movement that begins."""
        self.look_again(side)
        return Planner(self.look(g, side), g, movers).plan()

    def prospects(self, g: Situation, side: int) -> list[Prospect]:
        """8.1-8.6 The best attack on each hex that can be attacked, by the exact table."""
        look = self.look(g, side)
        each = (assault.best(g, t, able, look.bent(t)) for t, able in attacks.targets(g).items())
        return [prospect for prospect in each if prospect is not None]

    def no_attack(self) -> Choice:
        """8.1 No more attacks."""
        why = Say("no attack that is left promises more than it costs")
        return Choice(self.rules.actions.done, [Reason("8.1", why)])

    def attack(self, g: Situation, side: int, found: Sequence[Prospect]) -> Choice:
        """The attack that promises most of those found, or none."""
        best = max(found, key=lambda prospect: prospect.worth, default=None)
        if best is None or best.worth < self.look(g, side).enough:
            return self.no_attack()
        self.target, self.group = best.attack.target, ()
        return assault.ordered(g, best)

    def dear(self, g: Situation, side: int, h: int) -> bool:
        """Whether a hex is one that must be held."""
        return h in self.country.keys(g, side) or bool(self.rules.tables.city >> h & 1)

    def place(self, word: str) -> int:
        """The hex or Entry Area of this name."""
        place = self.rules.place(word)
        assert place is not None
        return place


class Section:
    """A part of the staff that answers some kinds of questions."""

    answers: dict[str, Callable[[Situation, int, Ask], Choice]]

    def __init__(self, hq: Headquarters) -> None:
        self.hq = hq
        self.rules, self.country = hq.rules, hq.country
        self.acts = hq.rules.actions
