"""An order of battle: the counters of a game, loaded from ``units.csv`` and validated."""

from __future__ import annotations

import csv
import io
import re
import shlex
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
            raise row.fault(Say("unit {unit} appears twice", unit=row["id"]))
        seen.add(row["id"].upper())
        units.append(make(len(units), row))
    return OrderOfBattle(units)


LIKE = "like"
"""``like=UNIT``: a new unit takes from that one what is not said of it."""


def define(text: str, lines: Sequence[Words]) -> tuple[str, dict[int, Words]]:
    """The text of ``units.csv`` with the units that lines of a position define or change.

    ``unit AL-RGR strength=9`` overrides cells of a counter, ``unit AL-X like=AL-RGR move=6`` adds
    one.  Also the line that each changed row comes from, by its number in the new text.
    """
    header, *rows = list(csv.reader(text.splitlines()))
    known = {row[0].upper(): row for row in rows if row}
    told: dict[str, Words] = {}
    for line in lines:
        _, name, *cells = _words(line)
        values = dict(cell.partition("=")[::2] for cell in cells)
        if any("=" not in cell for cell in cells) or not set(values) <= {*header[1:], LIKE}:
            raise line.fault(
                Say("a unit reads: unit ID COLUMN=VALUE ...; columns: {known}", known=_list(header))
            )
        row = known.get(name.upper())
        if row is None:
            row = known[name.upper()] = _new(name, values, header, known, line)
            rows.insert(_behind(rows, header, row), row)
        for column, value in values.items():
            if column != LIKE:
                row[header.index(column)] = value
        told[row[0]] = line
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([header, *rows])
    return out.getvalue(), {n: told[row[0]] for n, row in enumerate(rows, 2) if row[0] in told}


def _words(line: Words) -> list[str]:
    """The words of a line; quotes hold those of one value together."""
    try:
        words = shlex.split(" ".join(line))
    except ValueError as bad:
        raise line.fault(Say("it cannot be read: {fault}", fault=str(bad))) from None
    if len(words) < 2:
        raise line.fault(Say("a unit reads: unit ID COLUMN=VALUE ..."))
    return words


def _new(
    name: str,
    values: dict[str, str],
    header: list[str],
    known: dict[str, list[str]],
    line: Words,
) -> list[str]:
    if LIKE in values:
        model = known.get(values[LIKE].upper())
        if model is None:
            raise line.fault(Say("no unit is called '{unit}'", unit=values[LIKE]))
        return [name, *model[1:]]
    missing = [c for c in header[1:] if c not in values and c != "source"]
    if missing:
        raise line.fault(
            Say(
                "{unit} is new: say like=UNIT, or also {missing}",
                unit=name,
                missing=_list(["", *missing]),
            )
        )
    return [name, *(values.get(column, "position") for column in header[1:])]


def _behind(rows: list[list[str]], header: list[str], row: list[str]) -> int:
    """Where a new unit stands: behind the last of its side."""
    if "side" not in header:
        return len(rows)
    side = header.index("side")
    own = [n for n, other in enumerate(rows) if other and other[side] == row[side]]
    return own[-1] + 1 if own else len(rows)


def _list(header: Sequence[str]) -> str:
    return ", ".join(header[1:])
