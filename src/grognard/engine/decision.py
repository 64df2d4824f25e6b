"""What a rule procedure yields: a question to a player, dice to be thrown, a thing to be drawn."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, NamedTuple, TypeVar

from .ledger import Aim, Ledger
from .words import Action, IllegalAction, Say


class About(NamedTuple):
    """What a question is about, in the words of orders: counters, places, an attack.

    The answers name what may be chosen; this is what they are chosen for.  ``figures`` are written
    in hexes while it is asked, such as what a choice of them risks.
    """

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    attack: Aim | None = None
    figures: tuple[tuple[str, str], ...] = ()


NOTHING = About()


class Ask:
    """A decision: who is asked, what, by which rule, and everything that may be answered.

    ``side`` is the seat that is asked: the side itself, or one of the seats that serve it.
    ``top`` promises that the procedure, started afresh on the state as it is now, asks this again:
    such a moment can be saved, cloned and returned to.
    ``continues`` says that the answer carries on the order begun before, so that a record can
    write both on one line.
    ``otherwise`` is the answer taken for granted when the player gives some other order instead.
    ``unfinished`` is why an order of several choices may not end here; None if it may.
    ``refuse`` explains why an answer that is not offered is wrong.
    ``expand`` rewrites the words of a coarse order into orders of small choices, or gives None.
    ``rest`` reads what an order says after an answer that lets a die fall, or that leaves nothing to
    choose: it refuses the order while nothing is lost yet, or gives the words that are left of it.
    ``of`` lists the whole orders open to one unit.
    ``means`` is the verb that a place or counter stands for which is no answer: why not is asked with it.
    ``outcome`` says what an answer will do and may cost, in a few short sentences; only when asked.
    ``ledger`` draws up what is at stake: the attack that is built, the defence that is asked for.
    ``about`` is what the question concerns, as data: nobody needs to read the prompt for it.
    ``secret`` is what the others read instead of the prompt; the answer too is hidden from them.
    """

    __slots__ = (
        "about",
        "actions",
        "continues",
        "expand",
        "kind",
        "ledger",
        "means",
        "of",
        "otherwise",
        "outcome",
        "prompt",
        "refuse",
        "rest",
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
        rest: Callable[[Action, Sequence[str]], Sequence[str]] | None = None,
        of: Callable[[str], list[Action]] | None = None,
        outcome: Callable[[Action], Sequence[Say]] | None = None,
        ledger: Callable[[], Ledger] | None = None,
        about: About = NOTHING,
        secret: Say | None = None,
        means: str = "",
    ) -> None:
        self.side, self.kind, self.rule, self.prompt = side, kind, rule, prompt
        self.actions = actions
        self.top, self.continues = top, continues
        self.otherwise, self.unfinished = otherwise, unfinished
        self.refuse, self.expand, self.rest, self.of = refuse, expand, rest, of
        self.outcome, self.ledger, self.about, self.secret = outcome, ledger, about, secret
        self.means = means

    def __repr__(self) -> str:
        return f"<{self.side}: {self.prompt} [{self.rule}], {len(self.actions)} choices>"


class Roll(NamedTuple):
    """Dice to be thrown: by which rule, what for, by whom; ``dice`` of them at once.

    The procedure is sent the face of a single die, the tuple of the faces of a handful.
    What a ``secret`` throw shows nobody sees before the game is over.
    ``ledger`` draws up what the die may do, for those who are asked whether it shall fall.
    """

    rule: str
    purpose: str
    side: str
    faces: int = 6
    secret: bool = False
    dice: int = 1
    ledger: Callable[[], Ledger] | None = None


class Draw(NamedTuple):
    """One of named things to be drawn, such as a marker from a cup; all are equally likely.

    The procedure is sent its place among the ``things``, from 0.  What lies in the cup several
    times stands there several times; what is drawn and not put back is missing from the next draw.
    """

    rule: str
    purpose: str
    side: str
    things: tuple[str, ...]
    secret: bool = False


DICE = "dice"
"""The 'side' that decides in a game whose dice are entered or explored instead of thrown."""


REVEAL = "reveal"
"""The kind of an event that shows what was hidden: like a die, it is not taken back freely."""


class Event(NamedTuple):
    """Something that happened, by which rule, as a sentence; ``kind`` for pages and reports.

    ``facts`` are the words and figures of the sentence by name.  ``seats`` are the only ones who
    may know of it (None: everybody may); the others are told ``instead``, if anything.
    ``turn`` and ``phase`` are those in which it happened, ``whose`` the side whose part of the turn it was.
    """

    kind: str
    rule: str
    template: str
    facts: dict[str, Any]
    seats: tuple[str, ...] | None = None
    instead: Event | None = None
    turn: int = 0
    phase: str = ""
    whose: str = ""

    @property
    def say(self) -> Say:
        return Say(self.template, **self.facts)

    def __str__(self) -> str:
        return f"{self.template.format(**self.facts)} [{self.rule}]"


class Rolled(NamedTuple):
    """Dice that fell: the number of the first in the game's sequence, the face, what it was for.

    ``others`` are the faces of the other dice of a handful, whose numbers follow.
    """

    number: int
    face: int
    faces: int
    rule: str
    purpose: str
    side: str
    secret: bool = False
    others: tuple[int, ...] = ()

    @property
    def shown(self) -> tuple[int, ...]:
        """The faces of all dice thrown."""
        return (self.face, *self.others)


class Drawn(NamedTuple):
    """A thing that was drawn: its number in the game's sequence, its place (from 1) of how many."""

    number: int
    place: int
    of: int
    thing: str
    rule: str
    purpose: str
    side: str
    secret: bool = False


Fell = Rolled | Drawn
"""What chance has decided."""


class Modifier(NamedTuple):
    """What changes a die: by which rule, what, and by how much."""

    rule: str
    what: Say
    amount: int


def aloud(odds: str, shifts: Sequence[Modifier], net: int, column: str) -> Say:
    """Odds as they are read aloud: ``1-1, one column right (air support): 2-1``."""
    if not shifts:
        return Say("{odds}", odds=odds)
    first, *others = shifts
    why = first.what if not others else Say("{by} {what}", by=f"{first.amount:+d}", what=first.what)
    for each in others:
        why = Say("{why}, {by} {what}", why=why, by=f"{each.amount:+d}", what=each.what)
    facts = {"odds": odds, "why": why, "column": column}
    if net == 0:
        return Say("{odds}, the shifts cancel out ({why}): {column}", **facts)
    if net == 1:
        return Say("{odds}, one column right ({why}): {column}", **facts)
    if net == -1:
        return Say("{odds}, one column left ({why}): {column}", **facts)
    if net > 0:
        return Say("{odds}, {n} columns right ({why}): {column}", n=net, **facts)
    return Say("{odds}, {n} columns left ({why}): {column}", n=-net, **facts)


def led_to(die: int, result: object, modifiers: Sequence[Modifier] = ()) -> dict[str, Any]:
    """The facts of an event that a die has led to.

    ``die`` is the face, ``modifiers`` all that changes it, ``modified`` what it counts as,
    ``sum`` the same in words and ``result`` the result by its name.
    """
    modified = die + sum(each.amount for each in modifiers)
    return {
        "die": die,
        "modifiers": list(modifiers),
        "modified": modified,
        "sum": summed(die, modifiers, modified),
        "result": result,
    }


def summed(start: object, modifiers: Sequence[Modifier], end: object) -> Say:
    """``3 +1 (armor) = 4``: where something starts, what changes it, where it ends."""
    said = Say("{die}", die=start)
    for each in modifiers:
        said = Say("{said} {by} ({what})", said=said, by=f"{each.amount:+d}", what=each.what)
    return Say("{said} = {modified}", said=said, modified=end) if modifiers else said


class Outcome(NamedTuple):
    """How the game ended; ``winner`` is None for a draw."""

    winner: str | None
    rule: str
    reason: Say

    def __str__(self) -> str:
        who = f"{self.winner} wins" if self.winner else "draw"
        return f"{who}: {self.reason} [{self.rule}]"


R = TypeVar("R")
Asking = Generator[Ask | Roll | Draw, Any, R]
"""A procedure with a result: it is sent the Action chosen for an Ask, what fell for a Roll or Draw."""
Procedure = Asking[None]
