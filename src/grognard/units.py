"""An order of battle: the counters of a game, loaded from ``units.csv`` and validated."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from .say import Say
from .textdata import DataError, Folder, Row, Words


@dataclass(frozen=True)
class Unit:
    """What every game's counters have; a game derives its own with its own factors."""

    index: int
    id: str
    side: int
    nationality: str
    formation: str
    name: str
    size: str
    type: str
    steps: int
    arrival: str

    def __str__(self) -> str:
        return self.id


MARKED = re.compile(r"([A-Za-z0-9-]+)(?:\(([A-Za-z]+)\))?")
"""A unit, and its marks in parentheses."""

U = TypeVar("U", bound=Unit)
U_co = TypeVar("U_co", bound=Unit, covariant=True)


class OrderOfBattle(Generic[U_co]):
    """All counters of a game; a unit is its index here."""

    def __init__(self, units: Sequence[U_co]) -> None:
        self.units = tuple(units)
        self._by_id = {unit.id.upper(): unit for unit in units}
        self._by_tail: dict[str, U_co | None] = {}
        for unit in units:
            tail = unit.id.upper().split("-", 1)[-1]
            self._by_tail[tail] = None if tail in self._by_tail else unit

    def __len__(self) -> int:
        return len(self.units)

    def __iter__(self) -> Iterator[U_co]:
        return iter(self.units)

    def __getitem__(self, index: int) -> U_co:
        return self.units[index]

    def find(self, name: str) -> U_co | None:
        """The unit with this id, or with this id less the side's prefix if only one has it."""
        name = name.upper()
        return self._by_id.get(name) or self._by_tail.get(name)

    def read(self, word: str, line: Words) -> U_co:
        """The unit that a word in a line of text names."""
        unit = self.find(word)
        if unit is None:
            raise line.fault(Say("no unit is called '{unit}'", unit=word))
        return unit

    def read_marked(self, word: str, line: Words, known: str) -> tuple[U_co, str]:
        """The unit and its marks that a word like ``AL-RGR(rm)`` names; the marks that are known."""
        match = MARKED.fullmatch(word)
        if match is None:
            raise line.fault(Say("'{word}' is not a unit with marks like AL-RGR(rm)", word=word))
        unit, marks = self.read(match[1], line), match[2] or ""
        if unknown := set(marks) - set(known):
            raise line.fault(Say("no mark '{mark}'", mark=min(unknown)))
        return unit, marks

    def spans(self, sides: Sequence[str]) -> tuple[tuple[int, int], ...]:
        """The run of indices of each side; ``units.csv`` lists a side in one block."""
        spans = []
        for side, name in enumerate(sides):
            mine = [unit.index for unit in self.units if unit.side == side]
            if mine != list(range(mine[0], mine[-1] + 1)):
                raise DataError(
                    "units.csv", None, Say("the {side} units must stand together", side=name)
                )
            spans.append((mine[0], mine[-1] + 1))
        return tuple(spans)


def load(folder: Folder, columns: Sequence[str], make: Callable[[int, Row], U]) -> OrderOfBattle[U]:
    """The order of battle from ``units.csv``; ``make`` builds a unit from a row or faults it."""
    units: list[U] = []
    seen: set[str] = set()
    for row in folder.rows("units.csv", "id", *columns):
        if not row["id"] or set(row["id"]) & set(" ,;:/"):
            raise row.fault(Say("id '{unit}' must be one word", unit=row["id"]))
        if row["id"].upper() in seen:
            raise row.fault(Say("unit {unit} stands twice", unit=row["id"]))
        seen.add(row["id"].upper())
        units.append(make(len(units), row))
    return OrderOfBattle(units)
