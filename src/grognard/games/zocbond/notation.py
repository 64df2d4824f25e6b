"""The situation as text: a table of lines, then the units by place and by box.

A game derives its ``Notation``, lists its lines (those of this module among them) in the order in which
they are written, and names its boxes and the letters of its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from ...hexes import members
from ...say import Say
from ...textdata import Words
from .counters import Troops
from .field import DISRUPTED, GOOD, Field, Series

F = TypeVar("F", bound=Field[Any])

MANY = 1 << 20


@dataclass(frozen=True)
class Line(Generic[F]):
    """How one kind of line is written and read."""

    word: str
    """What it begins with."""
    write: Callable[[F], Iterable[str]]
    """What follows the word: one text for each line of the kind, none where all is as usual."""
    read: Callable[[F, Words], None]
    words: tuple[int, int] = (1, 1)
    """How many words follow, at least and at most."""
    late: int = 0
    """0 if it is read where it stands; others after the units, from 1 on, the last of its kind alone."""
    absent: Callable[[F], None] | None = None
    """What holds where a late line is missing."""


class Notation(Generic[F]):
    """Positions of a game as text."""

    LINES: tuple[Line[F], ...]
    BOXES: ClassVar[Mapping[str, int]]
    """Where units are beside the map, by the word of their line."""
    EMPTY: ClassVar[frozenset[int]]
    """Boxes in which units have no steps."""
    MARKS: ClassVar[Mapping[str, str]]
    """By letter: the set of units that wear the mark."""
    STATUS: ClassVar[Mapping[str, int]] = {"d": DISRUPTED}
    """By letter; what is left out is Good Order."""
    IMPLIED: ClassVar[Mapping[str, str]] = {}
    """Marks that say another too."""

    # -- what a game says of its own

    def blank(self, g: F) -> None:
        """What holds unless a line says otherwise."""

    def refuse(self, g: F, counter: Troops, place: int, marks: str) -> Say | None:
        """Why a unit with these marks cannot be in a place."""
        return None

    def settle(self, g: F) -> None:
        """What follows from all lines together; before those that are read last of all."""

    # -- writing

    def write(self, g: F) -> list[str]:
        """The situation as lines; what is at its usual value is left out."""
        lines = [f"{line.word} {rest}".rstrip() for line in self.LINES for rest in line.write(g)]
        for place in sorted(g.at, key=g.word):
            lines.append(f"{g.word(place)} " + " ".join(self.unit(g, u) for u in g.at[place]))
        for word, box in self.BOXES.items():
            there = [self.unit(g, u.index) for u in g.game.units if g.hex[u.index] == box]
            if there and box != g.AWAY:
                lines.append(f"{word} " + " ".join(there))
        return lines

    def unit(self, g: F, u: int) -> str:
        """A unit with its marks."""
        marks = "r" * max(0, g.game.units[u].steps - g.steps[u]) if g.steps[u] else ""
        marks += "".join(letter for letter, status in self.STATUS.items() if g.status[u] == status)
        marks += "".join(k for k, name in self.MARKS.items() if getattr(g, name) >> u & 1)
        return g.id(u) + (f"({marks})" if marks else "")

    # -- reading

    def read(self, g: F, lines: Iterable[Words]) -> F:
        """The situation from lines of text, on an empty map; units not named are not in play."""
        g.phase, g.turn = "movement", 2
        self.blank(g)
        kinds = {line.word: line for line in self.LINES}
        held: dict[str, Words] = {}
        for text in lines:
            kind = kinds.get(text[0])
            if kind is None:
                self._units(g, text)
                continue
            least, most = kind.words
            if not least <= len(text) - 1 <= most:
                raise _no_line(text)
            if kind.late:
                held[kind.word] = text
            else:
                kind.read(g, text)
        late = sorted((line for line in self.LINES if line.late), key=lambda line: line.late)
        for line in [line for line in late if line.late < LAST]:
            if line.word in held:
                line.read(g, held[line.word])
            elif line.absent is not None:
                line.absent(g)
        self.settle(g)
        for line in [line for line in late if line.late == LAST]:
            if line.word in held:
                line.read(g, held[line.word])
        return g

    def _units(self, g: F, line: Words) -> None:
        """The units in a box, a hex or an area beside the map."""
        word, *names = line
        if word in self.BOXES:
            place = self.BOXES[word]
        elif names and (word.isdigit() or g.game.place(word) is not None):
            place = place_of(g, word, line)
        else:
            raise _no_line(line)
        for name in names:
            self.put(g, place, name, line)

    def put(self, g: F, place: int, word: str, line: Words) -> int:
        """A unit with its marks goes to a place."""
        known = "r" + "".join((*self.STATUS, *self.MARKS))
        counter, marks = g.game.units.read_marked(word, line, known)
        u = counter.index
        if g.hex[u] != g.AWAY:
            raise line.fault(Say("{unit} appears twice", unit=counter.id))
        lost = marks.count("r")
        if place in self.EMPTY:
            g.set_steps(u, 0)
        elif lost >= counter.steps:
            raise line.fault(
                Say("{unit} has only {steps} steps", unit=counter.id, steps=counter.steps)
            )
        else:
            g.set_steps(u, counter.steps - lost)
        if 0 <= place < g.game.tables.size:
            if g.occupied[1 - counter.side] >> place & 1:
                raise line.fault(Say("{hex} holds units of both sides", hex=g.word(place)))
            if not g.game.tables.land >> place & 1:
                raise line.fault(Say("{hex} is sea", hex=g.word(place)))
        if (why := self.refuse(g, counter, place, marks)) is not None:
            raise line.fault(why)
        worn = [status for letter, status in self.STATUS.items() if letter in marks]
        g.status[u] = max(worn, default=GOOD)
        g.put(u, place)
        marks += "".join(also for letter, also in self.IMPLIED.items() if letter in marks)
        for letter, name in self.MARKS.items():
            if letter in marks:
                setattr(g, name, getattr(g, name) | 1 << u)
        return int(u)


LAST = 9
"""What depends on all the rest is read last."""


def _no_line(line: Words) -> Exception:
    return line.fault(Say("not a line of a position: '{line}'", line=" ".join(line)))


def place_of(g: Field[Series], word: str, line: Words) -> int:
    place = g.game.place(word)
    if place is None:
        raise line.fault(Say("{word} is not on the map", word=word))
    return place


def hexes_of(g: Field[Series], line: Words) -> int:
    """The hexes that a line names."""
    mask = 0
    for word in line[1:]:
        mask |= 1 << place_of(g, word, line)
    return mask


# -- lines that games share


def turn(last: Callable[[F], int]) -> Line[F]:
    """The turn; ``last`` is the last on the track."""

    def read(g: F, line: Words) -> None:
        g.turn = line.whole(line[1])
        if not 1 <= g.turn <= last(g):
            raise line.fault(Say("the track has {n} turns", n=last(g)))

    return Line("turn", lambda g: [str(g.turn)], read)


def phase(phases: Iterable[str]) -> Line[F]:
    """The phase and whose it is."""
    known = tuple(phases)

    def read(g: F, line: Words) -> None:
        g.phase = line.one_of(line[1], known)
        g.active = g.SIDES.index(line.one_of(line[2], g.SIDES)) if len(line) > 2 else 0

    return Line("phase", lambda g: [f"{g.phase} {g.SIDES[g.active]}"], read, (1, MANY))


def number(word: str, name: str) -> Line[F]:
    """A number that is usually 0."""

    def write(g: F) -> Iterable[str]:
        return [str(value)] if (value := getattr(g, name)) else []

    return Line(word, write, lambda g, line: setattr(g, name, line.whole(line[1])))


def flag(word: str, name: str) -> Line[F]:
    """What is usually not so."""
    return Line(
        word,
        lambda g: [""] if getattr(g, name) else [],
        lambda g, line: setattr(g, name, True),
        (0, 0),
    )


def hexes(word: str, name: str) -> Line[F]:
    """A set of hexes that is usually empty."""

    def write(g: F) -> Iterable[str]:
        mask = getattr(g, name)
        return [" ".join(g.word(h) for h in members(mask))] if mask else []

    return Line(word, write, lambda g, line: setattr(g, name, hexes_of(g, line)), (0, MANY), 1)


def names(word: str, name: str, known: Callable[[F], Iterable[str]], fault: Say) -> Line[F]:
    """Some of the names that a game knows, usually none."""

    def write(g: F) -> Iterable[str]:
        given: tuple[str, ...] = getattr(g, name)
        return [" ".join(given)] if given else []

    def read(g: F, line: Words) -> None:
        if set(line[1:]) - set(known(g)):
            raise line.fault(fault)
        setattr(g, name, tuple(line[1:]))

    return Line(word, write, read, (0, MANY))


def control(watched: Callable[[F], int], name: str = "control") -> Line[F]:
    """The watched hexes of the first side; those where units stand are their side's."""

    def read(g: F, line: Words) -> None:
        mine = hexes_of(g, line) | g.occupied[0]
        setattr(g, name, mine & watched(g) & ~g.occupied[1])

    shared: Line[F] = hexes("control", name)
    return Line("control", shared.write, read, (0, MANY), 1)


def over(outcome: Callable[[F], Any]) -> Line[F]:
    """The game is decided."""

    def read(g: F, line: Words) -> None:
        g.outcome = outcome(g)

    return Line("over", lambda g: [""] if g.outcome is not None else [], read, (0, 0), LAST)


def moving(
    boxes: Iterable[int] = (),
    kinds: int = 7,
    phases: Iterable[str] = ("movement",),
    began: str = "",
) -> Line[F]:
    """The unit on the move; ``boxes`` are those that units move from beside the map, ``began`` is the name
    of the hex where its move began, if that matters."""
    outside, known = frozenset(boxes), frozenset(phases)

    def write(g: F) -> Iterable[str]:
        if g.mover < 0:
            return []
        line = f"{g.id(g.mover)} {g.spent} {g.trod} {g.modes}"
        start = getattr(g, began) if began else -1
        return [f"{line} {g.word(start)}" if start >= 0 else line]

    def read(g: F, line: Words) -> None:
        g.mover = g.game.units.read(line[1], line).index
        g.spent, g.trod, g.modes = (line.whole(word) for word in line[2:5])
        if line[5:]:
            setattr(g, began, place_of(g, line[5], line))
        place = g.hex[g.mover]
        if (
            (place < 0 and place not in outside)
            or g.game.units[g.mover].side != g.active
            or g.phase not in known
            or not 0 < g.modes <= kinds
        ):
            raise line.fault(Say("{unit} cannot be on the move now", unit=g.id(g.mover)))

    return Line("moving", write, read, (4, 5 if began else 4), LAST)
