"""What a rule procedure yields: a question to a player, or a roll of a die."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from .ledger import Ledger
from .words import Action, IllegalAction, Say


class Ask:
    """A decision: who is asked, what, by which rule, and everything that may be answered.

    ``top`` promises that the procedure, started afresh on the state as it is now, asks this again:
    such a moment can be saved, cloned and returned to.
    ``continues`` says that the answer carries on the order begun before, so that a record can
    write both on one line.
    ``otherwise`` is the answer taken for granted when the player gives some other order instead.
    ``unfinished`` is why an order of several choices may not end here; None if it may.
    ``refuse`` explains why an answer that is not offered is wrong.
    ``expand`` rewrites the words of a coarse order into orders of small choices, or gives None.
    ``of`` lists the whole orders open to one unit.
    ``ledger`` draws up what is at stake: the attack that is built, the defence that is asked for.
    ``secret`` is what the others read instead of the prompt; the answer too is hidden from them.
    """

    __slots__ = (
        "actions",
        "continues",
        "expand",
        "kind",
        "ledger",
        "of",
        "otherwise",
        "prompt",
        "refuse",
        "rule",
        "secret",
        "side",
        "top",
        "unfinished",
    )

    def __init__(
        self,
        side: str,
        kind: str,
        rule: str,
        prompt: Say,
        actions: Sequence[Action],
        *,
        top: bool = False,
        continues: bool = False,
        otherwise: Action | None = None,
        unfinished: IllegalAction | None = None,
        refuse: Callable[[str, str], IllegalAction | None] | None = None,
        expand: Callable[[Sequence[str]], list[list[str]] | None] | None = None,
        of: Callable[[str], list[Action]] | None = None,
        ledger: Callable[[], Ledger] | None = None,
        secret: Say | None = None,
    ) -> None:
        self.side, self.kind, self.rule, self.prompt = side, kind, rule, prompt
        self.actions = actions
        self.top, self.continues = top, continues
        self.otherwise, self.unfinished = otherwise, unfinished
        self.refuse, self.expand, self.of = refuse, expand, of
        self.ledger, self.secret = ledger, secret

    def __repr__(self) -> str:
        return f"<{self.side}: {self.prompt} [{self.rule}], {len(self.actions)} choices>"


class Roll(NamedTuple):
    """A die to be thrown: by which rule, what for, by whom.

    What a ``secret`` die shows nobody sees before the game is over.
    """

    rule: str
    purpose: str
    side: str
    faces: int = 6
    secret: bool = False


FACES = {n: tuple(Action("roll", str(f), f) for f in range(1, n + 1)) for n in (2, 6, 10, 20)}
"""The answers to a die of n faces."""

DICE = "dice"
"""The 'side' that decides in a game whose dice are entered or explored instead of thrown."""


class AskDie(Ask):
    """A die that is asked for instead of thrown."""

    __slots__ = ("roll",)

    def __init__(self, roll: Roll) -> None:
        purpose = Say("what is rolled for {purpose}?", purpose=Say(roll.purpose))
        super().__init__(DICE, "roll", roll.rule, purpose, FACES[roll.faces])
        self.roll = roll


REVEAL = "reveal"
"""The kind of an event that shows what was hidden: like a die, it is not taken back freely."""


class Event(NamedTuple):
    """Something that happened, by which rule, as a sentence; ``kind`` for pages and reports.

    ``facts`` are the words and figures of the sentence by name.  ``seats`` are the only ones who
    may know of it (None: everybody may); the others are told ``instead``, if anything.
    """

    kind: str
    rule: str
    template: str
    facts: dict[str, Any]
    seats: tuple[str, ...] | None = None
    instead: Event | None = None

    @property
    def say(self) -> Say:
        return Say(self.template, **self.facts)

    def __str__(self) -> str:
        return f"{self.template.format(**self.facts)} [{self.rule}]"


class Rolled(NamedTuple):
    """A die that fell: its number in the game's sequence, the face, and what it was for."""

    number: int
    face: int
    faces: int
    rule: str
    purpose: str
    side: str
    secret: bool = False


class Outcome(NamedTuple):
    """How the game ended; ``winner`` is None for a draw."""

    winner: str | None
    rule: str
    reason: Say

    def __str__(self) -> str:
        who = f"{self.winner} wins" if self.winner else "draw"
        return f"{who}: {self.reason} [{self.rule}]"


R = TypeVar("R")
Asking = Generator[Ask | Roll, Any, R]
"""A procedure with a result: it is sent the Action chosen for an Ask, the face for a Roll."""
Procedure = Asking[None]
