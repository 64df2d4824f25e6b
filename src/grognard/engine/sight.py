"""A game as one seat may see it: everything that is shown to somebody is asked here."""

from __future__ import annotations

from functools import cached_property
from typing import Generic, TypeVar

from .decision import NOTHING, About, Ask, Event
from .entries import Ended, Entry, Played, Skip, begun
from .game import Game
from .ledger import Ledger
from .record import write_position
from .state import State
from .view import Way
from .words import IllegalAction, Say

S = TypeVar("S", bound=State)

SPECTATOR = "spectator"
"""The seat of somebody who plays for no side: it sees what no side hides."""


class Sight(Generic[S]):
    """A game through the eyes of a seat.

    ``seat`` is None where nothing is hidden: in a game without secrets, or when it is over.
    """

    def __init__(self, game: Game[S], seat: str | None) -> None:
        self.game, self.rules = game, game.rules
        self.seat = seat if game.rules.hides and game.outcome is None else None

    @cached_property
    def state(self) -> S:
        """The situation as the seat may know it."""
        state = self.game.state
        return state if self.seat is None else self.rules.seen(state, self.seat)

    @property
    def prompt(self) -> Say | None:
        """What is asked now, in the words that the seat may read."""
        ask = self.game.decision
        if ask is None:
            return None
        return ask.prompt if self._reads(ask) else ask.secret

    @property
    def about(self) -> About:
        """What the question is about, as far as the seat may know."""
        ask = self.game.decision
        return ask.about if ask is not None and self._reads(ask) else NOTHING

    def _reads(self, ask: Ask) -> bool:
        return ask.secret is None or self.seat is None or self._own(ask.side)

    def _own(self, seat: str) -> bool:
        """Whether a seat serves the same side: allies know each other's secrets."""
        assert self.seat is not None
        return self.rules.serves(self.seat) == self.rules.serves(seat)

    @property
    def pending(self) -> str:
        """The order that was begun since the last checkpoint, as far as the seat may know it."""
        return begun(filter(self.knows, self.game.checkpoint()[1]))

    @property
    def position(self) -> str:
        """The situation as text, with blanks for what is hidden.

        IllegalAction between a secret choice or a reveal and the next checkpoint: the way from
        the one checkpoint to the other cannot be told.
        """
        base, since = self.game.checkpoint()
        if self.seat is not None:
            began = len(self.game.trail) - len(since)
            if self.game.revealed_since(began) or not all(map(self.knows, since)):
                raise IllegalAction("", "the position cannot be told in the middle of a secret")
            base = self.rules.seen(base, self.seat)
        return write_position(self.rules, base, since)

    def knows(self, entry: Entry) -> bool:
        """Whether the seat may know what was chosen or thrown."""
        if self.seat is None:
            return True
        if isinstance(entry, Played):
            return not entry.secret or self._own(entry.side)
        return isinstance(entry, (Skip, Ended)) or not entry.secret

    def told(self, event: Event) -> Event | None:
        """What the seat is told of an event; None for nothing."""
        if self.seat is None or event.seats is None or any(map(self._own, event.seats)):
            return event
        return event.instead

    def odds(self, order: str = "") -> Ledger:
        """The ledger of an attack, as far as the seat can reckon it; of an answer, or without words, ``at_stake``."""
        return self.at_stake(order) or self._reckoned(order)

    def _reckoned(self, attack: str) -> Ledger:
        return self.rules.odds(self.state, self.rules.words_of(attack))

    def at_stake(self, order: str) -> Ledger | None:
        """The ledger of what is decided now or, after an answer to it, of what would be; None for an attack."""
        words, ask = self.rules.words_of(order), self.game.decision
        if not words:
            if (now := self.stakes) is None:
                raise IllegalAction("", "nothing is decided by odds now: name an attack")
            return now
        if words[0] in self.rules.attacks or ask is None or not self._reads(ask):
            return None
        if ask.about.attack is None or all(action.verb != words[0] for action in ask.actions):
            return None
        then = Sight(self.game.after(order), self.seat).stakes
        if then is None or (then.aim and then.aim.target != ask.about.attack.target):
            raise IllegalAction(ask.rule, "nothing is decided by odds after that")
        return then

    @property
    def stakes(self) -> Ledger | None:
        """The ledger of what is decided now: the attack being built, a defence; None if nothing is."""
        ask = self.game.decision
        if ask is not None and ask.ledger is not None and self._reads(ask):
            return ask.ledger()
        _, since = self.game.checkpoint()
        played = [entry for entry in since if isinstance(entry, Played) and self.knows(entry)]
        if ask is None or not played or len(played) < len(since):
            return None
        if ask.side == played[0].side and not ask.continues:
            return None  # the order is complete: whoever gave it is asked something else
        try:
            return self._reckoned(self.pending)
        except IllegalAction:
            return None

    def reach(self, unit: str) -> dict[str, Way]:
        """Where a unit could go now, as far as the seat knows."""
        return self.rules.reach(self.state, self.rules.normalise(unit))
