"""The situation of a game as plain data: numbers, strings, tuples, lists and dicts of those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from .decision import Event, Outcome
from .words import Action, IllegalAction

T = TypeVar("T")


Refuse = Callable[[Any, str], IllegalAction | None]
"""Why a word is no answer to a question in a situation."""


class Closed(NamedTuple):
    """A part of a phase, or with a verb a question, that passed by itself: whose it was, and the situation."""

    side: str
    state: Any
    verb: str = ""
    refuse: Refuse | None = None


class Tape:
    """What a procedure has worked out since the last checkpoint, in order: repeating it needs no work."""

    __slots__ = ("at", "found")

    def __init__(self, found: list[Any]) -> None:
        self.found, self.at = found, 0


class State:
    """What every game's situation has.  A game derives its own and names its lists in ``LISTS``.

    Everything else must be immutable, so that a copy can share it.
    """

    LISTS: ClassVar[tuple[str, ...]] = ()
    DERIVED: ClassVar[frozenset[str]] = frozenset({"events", "tape", "offered", "closed"})
    """What is no part of the situation: told already, or remembered for speed."""

    turn: int
    phase: str
    die: int
    """How many dice have been thrown."""
    outcome: Outcome | None
    events: list[Event]
    """What has happened since the engine last looked; not part of the situation."""
    tape: Tape | None
    offered: Sequence[Action] | None
    """What is known already of the procedure that runs on this situation; not part of it either."""
    closed: list[Closed] | None
    """Where somebody wants to know (else None): what has passed by itself."""

    def __init__(self) -> None:
        self.turn, self.phase, self.die = 0, "", 0
        self.outcome = None
        self.events = []
        self.tape = self.offered = self.closed = None

    @property
    def whose(self) -> str:
        """The side whose part of the turn it is; '' where it is everybody's."""
        return ""

    def closes(self, side: str, verb: str = "", refuse: Refuse | None = None) -> None:
        """A part of a phase ends without a word of its side, who can do nothing more in it.

        With a verb, only a question passes: one that has a single answer or none; ``refuse`` knows why another is none.
        """
        if self.closed is not None:
            self.closed.append(Closed(side, self.copy(), verb, refuse))

    def once(self, work: Callable[[], T]) -> T:
        """What a procedure works out from the situation; done again after the same choices it is known.

        Only for the procedures themselves: what is called between the questions too would be out of step.
        """
        tape = self.tape
        if tape is None:
            return work()
        if tape.at == len(tape.found):
            tape.found.append(work())
        tape.at += 1
        known: T = tape.found[tape.at - 1]
        return known

    def offers(self, work: Callable[[], Sequence[Action]]) -> Sequence[Action]:
        """The answers to a ``top`` question; asked again they are known."""
        return self.once(work) if self.offered is None else self.offered

    def copy(self) -> Self:
        new = object.__new__(type(self))
        fields = new.__dict__
        fields.update(self.__dict__)
        for name in self.LISTS:
            fields[name] = fields[name].copy()
        fields["events"] = []
        fields["tape"] = fields["offered"] = None
        return new

    def kept(self, before: Self) -> Self:
        """A copy to be kept and never changed: it shares the lists that are as they were before."""
        new = self.copy()
        fields, old = new.__dict__, before.__dict__
        for name in self.LISTS:
            if fields[name] == old[name]:
                fields[name] = old[name]
        return new

    def tell(self, kind: str, rule: str, template: str, /, **facts: Any) -> None:
        """Say that something happened, and by which rule."""
        event = Event(kind, rule, template, facts, None, None, self.turn, self.phase, self.whose)
        last = self.events[-1] if self.events else None
        if last is not None and last.seats == () and (last.kind, str(last)) == (kind, str(event)):
            self.events.pop()  # told to nobody, and now in the same words to all: once is enough
        self.events.append(event)

    def note(self, event: Event) -> None:
        """Something happened now."""
        now = event._replace(turn=self.turn, phase=self.phase, whose=self.whose)
        self.events.append(now)

    def tell_only(self, seats: tuple[str, ...], event: Event, instead: Event | None = None) -> None:
        """Say to some seats alone that something happened; to the others something else, or nothing."""
        self.note(event._replace(seats=seats, instead=instead))

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.facts() == other.facts()

    def facts(self) -> dict[str, Any]:
        """The situation, field by field."""
        return {name: value for name, value in vars(self).items() if name not in self.DERIVED}

    __hash__ = None  # type: ignore[assignment]
