"""What a page, a picture, a screen reader or a study needs of a game: plain data, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ..units import Unit
from .words import Say

# -- counters


@dataclass(frozen=True)
class Piece:
    """A counter as it lies on the map (``hex`` is a hex number) or in a named box.

    ``palette`` names a colour scheme, ``symbol`` an APP-6 branch, ``size`` the echelon marks.
    ``label`` is what is printed beside the symbol, ``factors`` the row of figures below it,
    ``marks`` short words for markers on it (``star``, ``attacked``, ``moved`` ...).
    ``steps`` are those left and all that it has at full strength.  A ``marker`` (a minefield, a
    bridge) is drawn like a unit and is none: it counts in no report and no study.
    Counters of one ``formation`` share its name, or the id of the counter that commands it.
    """

    id: str
    hex: str
    side: str
    palette: str
    symbol: str
    size: str
    label: str
    name: str
    factors: tuple[str, ...]
    steps: tuple[int, int] = (1, 1)
    marks: tuple[str, ...] = ()
    kind: Literal["unit", "marker"] = "unit"
    formation: str = ""

    @property
    def reduced(self) -> bool:
        """Whether it has lost a step and is still there."""
        left, whole = self.steps
        return 0 < left < whole


@dataclass(frozen=True)
class Sheet:
    """Everything about one unit: its counter as it lies, and what is printed on it.

    ``values`` are the game's own columns by name (in Anzio ``strength`` and ``move``); a tuple is
    by steps left, from 0.  ``lines`` are those it draws over the map, whole or broken.
    """

    unit: Unit
    piece: Piece | None
    """None if it is not in play."""
    values: Mapping[str, object]
    lines: tuple[Trace, ...] = ()

    def __str__(self) -> str:
        unit, piece = self.unit, self.piece
        where = piece.hex if piece is not None else "not in play"
        out = [f"{unit.id}: {unit.name}, {unit.nationality} {unit.type} {unit.size}, {where}"]
        formation = unit.formation if piece is None else piece.formation
        if formation:
            out.append(f"  formation: {formation}")
        if piece is not None:
            left, whole = piece.steps
            out.append(f"  steps {left} of {whole}" + "".join(f", {mark}" for mark in piece.marks))
        out += [f"  {name}: {_told(value)}" for name, value in self.values.items()]
        out += [f"  {line.text} [{line.rule}]" for line in self.lines]
        return "\n".join(out)


def _told(value: object) -> str:
    """A value of a counter; one that goes by steps from full strength down."""
    if isinstance(value, tuple):
        return "/".join(str(each) for each in value[:0:-1])
    return str(value)


GONE, ELSEWHERE = -1, -2
"""Where a unit is that is in no hex: out of the game, or beside the map (to come, in a box)."""


# -- on the map


class Way(NamedTuple):
    """A way that a unit can go: its cost in words, the hexes to enter, by which kind of movement.

    ``by`` is '' in a game that has one kind only.
    """

    cost: str
    path: tuple[str, ...]
    by: str = ""


@dataclass(frozen=True)
class Overlay:
    """Something worth showing on the map: hexes, figures in hexes, lines between two places.

    ``kind`` says what it is (``zoc``, ``supply`` ...), ``side`` whose ('' for nobody's).
    """

    kind: str
    side: str = ""
    hexes: tuple[str, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        """``zoc german``: what pages and commands call it."""
        return f"{self.kind} {self.side}".rstrip()


class Fact(NamedTuple):
    """Something worth knowing, and its rule."""

    rule: str
    text: Say


@dataclass(frozen=True)
class Trace:
    """A line that a unit draws over the map: ``path`` as far as it goes.

    ``kind`` says which (``supply``, ``communication``), ``whole`` is False where it breaks;
    ``text`` says where it leads, or what breaks it.
    """

    path: tuple[str, ...]
    whole: bool
    rule: str
    text: Say
    kind: str = "supply"


# -- beside the map


class Shade(NamedTuple):
    """What a colour of a chart's cells means, and by which rule."""

    colour: str
    text: Say
    rule: str


@dataclass(frozen=True)
class Chart:
    """A printed chart: ``rows`` of cells under ``columns``, each row with its head.

    ``lowest`` is the die of the first row, so that a ledger can be read on the chart; None where
    no die is.  ``results`` marks the chart that attacks are resolved on.
    ``shades`` are the colours of the cells, ``legend`` what they mean.
    """

    title: Say
    rule: str
    columns: tuple[Say | str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lowest: int | None = None
    results: bool = False
    shades: tuple[tuple[str, ...], ...] = ()
    legend: tuple[Shade, ...] = ()


class Item(NamedTuple):
    """A line of an account: by which rule, what, how much or how it stands."""

    rule: str
    what: Say
    amount: Say | str


@dataclass(frozen=True)
class Account:
    """Items one below the other."""

    title: Say
    rule: str
    lines: tuple[Item, ...]


class TrackBox(NamedTuple):
    """A box of a track; ``now`` where the marker lies, ``box`` the box whose counters lie there."""

    head: Say
    text: Say
    notes: tuple[Say, ...] = ()
    now: bool = False
    box: str = ""


@dataclass(frozen=True)
class Track:
    """A row of boxes along which a marker goes."""

    title: Say
    rule: str
    boxes: tuple[TrackBox, ...]


Display = Chart | Account | Track
"""What lies beside the map."""
