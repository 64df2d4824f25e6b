"""What a bot is: somebody who, asked, gives an order and may say why."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from ..engine.game import Game
from ..engine.words import Action, Say
from ..say import GrognardError


class Reason(NamedTuple):
    """Why an order was given, and the rule behind it ('' where it is judgement alone)."""

    rule: str
    say: Say

    def __str__(self) -> str:
        return f"{self.say} [{self.rule}]" if self.rule else str(self.say)


class Choice(NamedTuple):
    """An order, small or coarse, and the reasons for it."""

    order: Action | str
    why: list[Reason]


class Bot(Protocol):
    """An ordinary seat: it reads the game and answers the decision that is asked."""

    name: str

    def choose(self, game: Game[Any], rng: Random) -> Choice:
        """The order for the decision of the game now, which must be a player's."""
        ...


@runtime_checkable
class Remembers(Protocol):
    """A bot that keeps a note from one decision to the next: whoever seats it may keep it for the bot."""

    note: str


class CannotPlay(GrognardError, ValueError):
    """The bot may not take this seat: the rule and a sentence that says why."""

    def __init__(self, rule: str, template: str, **params: Any) -> None:
        self.rule, self.reason = rule, Say(template, **params)
        super().__init__(rule, template)

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"
