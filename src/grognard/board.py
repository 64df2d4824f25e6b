"""A map: what terrain each hex is, what runs along hexsides, where roads go, what places are called.

A board is loaded from the text files of a game (``map.toml``, ``hexes.csv``, ``hexsides.csv``,
``roads.csv``, ``places.csv``) or drawn as a few lines of text for a question or a test.
It knows no rule: what a feature costs or forbids is the game's business.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from .hexes import Grid, members
from .say import Say
from .textdata import DataError, Folder

Side = tuple[int, int]
"""A hexside, as the two hexes it parts, smaller index first."""


def hexside(a: int, b: int) -> Side:
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Place:
    """A name on the map; ``kind`` is the map's own word (city, village, peak ...)."""

    name: str
    hex: int
    kind: str


@dataclass(frozen=True)
class Road:
    """A chain of neighbouring hexes joined by a road of one class."""

    kind: str
    name: str
    hexes: tuple[int, ...]


class Kinds(NamedTuple):
    """The words that a game's map has beside its terrain: of hexsides, of roads, of features of a hex."""

    hexsides: frozenset[str]
    roads: frozenset[str]
    features: frozenset[str]


@dataclass(frozen=True)
class Board:
    """A map.  Tables are indexed by hex; hexes that do not exist have terrain ''."""

    name: str
    grid: Grid
    letters: dict[str, str]
    terrain: tuple[str, ...]
    features: dict[int, frozenset[str]] = field(default_factory=dict)
    elevation: dict[int, int] = field(default_factory=dict)
    sides: dict[Side, frozenset[str]] = field(default_factory=dict)
    side_names: dict[Side, str] = field(default_factory=dict)
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...] = ()
    licence: str = ""
    kinds: Kinds | None = None
    """What may be drawn on a map of the same game; None where anything may."""

    @cached_property
    def hexes(self) -> tuple[int, ...]:
        """All hexes of the map."""
        return tuple(h for h, terrain in enumerate(self.terrain) if terrain)

    @cached_property
    def where(self) -> dict[str, int]:
        """For each terrain and each feature: the set of hexes that have it."""
        sets: dict[str, int] = {}
        for h in self.hexes:
            for word in (self.terrain[h], *self.features.get(h, ())):
                sets[word] = sets.get(word, 0) | 1 << h
        return sets

    @cached_property
    def road_between(self) -> dict[Side, str]:
        """The class of the road that crosses a hexside."""
        return {
            hexside(a, b): road.kind
            for road in self.roads
            for a, b in zip(road.hexes, road.hexes[1:], strict=False)
        }

    @cached_property
    def _places(self) -> dict[str, int]:
        return {place.name: place.hex for place in self.places}

    def place(self, name: str) -> int | None:
        """The hex of a named place, None where this map has no such place."""
        return self._places.get(name)

    @cached_property
    def names(self) -> dict[int, str]:
        """By hex: the name of the place there (a city before a village)."""
        found: dict[int, str] = {}
        for place in sorted(self.places, key=lambda p: p.kind not in ("city", "town")):
            found.setdefault(place.hex, place.name)
        return found

    def has(self, label: str) -> bool:
        """Whether the map has a hex with this number."""
        return self.grid.has(label) and bool(self.terrain[self.grid.index(label)])

    def index(self, label: str) -> int:
        """The hex with this number; KeyError if the map has none."""
        h = self.grid.index(label)
        if not self.terrain[h]:
            raise KeyError(label)
        return h

    def label(self, h: int) -> str:
        return self.grid.label(h)

    def labels(self, mask: int) -> list[str]:
        """The numbers of the hexes of a set."""
        return [self.grid.label(h) for h in members(mask)]

    def side(self, a: int, b: int) -> frozenset[str]:
        """What runs along the hexside between two neighbours."""
        return self.sides.get(hexside(a, b), frozenset())

    def text(self) -> str:
        """The board as text, as ``drawn`` reads it."""
        grid = self.grid
        (l0, l1), (p0, p1) = grid.lines, grid.places
        lines = [f"map {grid.orientation} {grid.ahead} {l0:02d}{p0:02d} {l1:02d}{p1:02d}"]
        if grid.upwards:
            lines[0] += " upwards"
        for second in range(p0, p1 + 1):
            cells = (self.terrain[grid.index_at(first, second)] for first in range(l0, l1 + 1))
            lines.append("  " + " ".join(self.letters.get(cell, "_") for cell in cells))
        for side, features in sorted(self.sides.items()):
            for feature in sorted(features):
                lines.append(f"side {feature} {grid.label(side[0])}/{grid.label(side[1])}")
        for road in self.roads:
            chain = "-".join(grid.label(h) for h in road.hexes)
            lines.append(f"road {road.kind} {chain}")
        for h, words in sorted(self.features.items()):
            lines.extend(f"feature {word} {grid.label(h)}" for word in sorted(words))
        for place in self.places:
            lines.append(f"place {place.kind} {grid.label(place.hex)} {place.name}")
        return "\n".join(lines) + "\n"


MAP_WORDS = ("map", "side", "road", "feature", "place")
"""The words that begin the lines of a drawn board."""


def load(folder: Folder) -> Board:
    """The board of a game from its data files."""
    setting = folder.toml("map.toml")
    grid = _grid(setting)
    letters: dict[str, str] = setting["terrain"]
    terrain = [""] * grid.size
    features: dict[int, frozenset[str]] = {}
    elevation: dict[int, int] = {}

    for row in folder.rows("hexes.csv", "hex", "terrain", "features", "elevation", "source"):
        label = row["hex"]
        if not grid.has(label):
            raise row.fault(Say("hex '{hex}' is not on the grid", hex=label))
        h = grid.index(label)
        if terrain[h]:
            raise row.fault(Say("hex {hex} appears twice", hex=label))
        terrain[h] = row.one_of("terrain", letters)
        if row["features"]:
            features[h] = frozenset(row["features"].split())
        if row["elevation"]:
            elevation[h] = row.whole("elevation", -100)

    def known(row: Any, label: str) -> int:
        if not grid.has(label) or not terrain[grid.index(label)]:
            raise row.fault(Say("hex '{hex}' is not on the map", hex=label))
        return grid.index(label)

    def neighbours(row: Any, a: int, b: int) -> Side:
        if b not in grid.neighbours[a]:
            raise row.fault(Say("{a} and {b} are not neighbors", a=grid.label(a), b=grid.label(b)))
        return hexside(a, b)

    sides: dict[Side, frozenset[str]] = {}
    side_names: dict[Side, str] = {}
    for row in folder.rows("hexsides.csv", "a", "b", "feature", "name", "source"):
        side = neighbours(row, known(row, row["a"]), known(row, row["b"]))
        sides[side] = sides.get(side, frozenset()) | {row.one_of("feature", setting["hexsides"])}
        if row["name"]:
            side_names[side] = row["name"]
    roads = []
    for row in folder.rows("roads.csv", "class", "name", "hexes", "source"):
        chain = tuple(known(row, label) for label in row["hexes"].split())
        for a, b in itertools.pairwise(chain):
            neighbours(row, a, b)
        roads.append(Road(row.one_of("class", setting["roads"]), row["name"], chain))
    places = [
        Place(row["name"], known(row, row["hex"]), row["kind"])
        for row in folder.rows("places.csv", "hex", "name", "kind", "source")
    ]
    return Board(
        setting["name"],
        grid,
        letters,
        tuple(terrain),
        features,
        elevation,
        sides,
        side_names,
        tuple(roads),
        tuple(places),
        setting["licence"],
        Kinds(
            frozenset(setting["hexsides"]),
            frozenset(setting["roads"]),
            frozenset(letters).union(*features.values()),
        ),
    )


def _grid(setting: dict[str, Any]) -> Grid:
    try:
        g = setting["grid"]
        return Grid(
            g["orientation"],
            (g["lines"][0], g["lines"][1]),
            (g["places"][0], g["places"][1]),
            g["ahead"],
            g.get("upwards", False),
        )
    except (KeyError, IndexError) as missing:
        raise DataError("map.toml", None, Say("[grid] lacks {missing}", missing=missing)) from None


HEAD = re.compile(r"map (flat|pointy) (odd|even) (\d\d)(\d\d) (\d\d)(\d\d)( upwards)?")


def drawn(
    lines: Iterable[tuple[int, str]],
    letters: dict[str, str],
    file: str = "board",
    kinds: Kinds | None = None,
) -> Board:
    """A small board from numbered lines of text; with ``kinds`` only what these name is drawn on it.

    The first line gives orientation, the parity of the lines half a hex ahead, and the first and
    last hex number; then one line of terrain letters for each second half of the number; then
    ``side``, ``road``, ``feature`` and ``place`` lines.  ``Board.text`` writes the same form.
    """
    numbered = iter(lines)
    number, head = next(numbered)
    match = HEAD.fullmatch(head.strip())
    if not match:
        raise DataError(file, number, Say("a board begins: map flat even 0101 0504"))
    l0, p0, l1, p1 = (int(match[i]) for i in (3, 4, 5, 6))
    if l1 < l0 or p1 < p0:
        raise DataError(file, number, Say("the last hex comes before the first"))
    grid = Grid(
        "flat" if match[1] == "flat" else "pointy",
        (l0, l1),
        (p0, p1),
        "odd" if match[2] == "odd" else "even",
        bool(match[7]),
    )
    by_letter = {letter: name for name, letter in letters.items()} | {"_": ""}
    terrain = [""] * grid.size
    features: dict[int, frozenset[str]] = {}
    sides: dict[Side, frozenset[str]] = {}
    roads: list[Road] = []
    places: list[Place] = []
    second = p0

    def hex_at(label: str) -> int:
        if not grid.has(label) or not terrain[grid.index(label)]:
            raise DataError(file, number, Say("hex '{hex}' is not on the drawn board", hex=label))
        return grid.index(label)

    def kind(word: str, known: frozenset[str] | None) -> str:
        if known is not None and word not in known:
            names = ", ".join(sorted(known)) or "-"
            said = Say(
                "'{word}' is not on the map of this game; there are: {known}",
                word=word,
                known=names,
            )
            raise DataError(file, number, said)
        return word

    def adjacent(a: int, b: int) -> None:
        if b not in grid.neighbours[a]:
            raise DataError(
                file,
                number,
                Say("{a} and {b} are not neighbors", a=grid.label(a), b=grid.label(b)),
            )

    for number, line in numbered:
        words = line.split()
        if not words:
            continue
        if second <= p1:
            if len(words) != l1 - l0 + 1:
                raise DataError(
                    file,
                    number,
                    Say("{n} terrain letters, not {wanted}", n=len(words), wanted=l1 - l0 + 1),
                )
            for first, letter in enumerate(words, l0):
                if letter not in by_letter:
                    raise DataError(
                        file, number, Say("no terrain has the letter '{letter}'", letter=letter)
                    )
                terrain[grid.index_at(first, second)] = by_letter[letter]
            second += 1
        elif words[0] == "side" and len(words) == 3 and "/" in words[2]:
            a, b = (hex_at(label) for label in words[2].split("/", 1))
            adjacent(a, b)
            feature = kind(words[1], kinds and kinds.hexsides)
            sides[hexside(a, b)] = sides.get(hexside(a, b), frozenset()) | {feature}
        elif words[0] == "road" and len(words) == 3:
            chain = tuple(hex_at(label) for label in words[2].split("-"))
            for a, b in itertools.pairwise(chain):
                adjacent(a, b)
            roads.append(Road(kind(words[1], kinds and kinds.roads), "", chain))
        elif words[0] == "feature" and len(words) == 3:
            h = hex_at(words[2])
            feature = kind(words[1], kinds and kinds.features)
            features[h] = features.get(h, frozenset()) | {feature}
        elif words[0] == "place" and len(words) >= 4:
            places.append(Place(" ".join(words[3:]), hex_at(words[2]), words[1]))
        else:
            raise DataError(file, number, Say("not a line of a board: '{line}'", line=line.strip()))
    if second <= p1:
        raise DataError(
            file, number, Say("the board lacks {n} rows of terrain letters", n=p1 - second + 1)
        )
    return Board(
        "drawn",
        grid,
        letters,
        tuple(terrain),
        features,
        {},
        sides,
        {},
        tuple(roads),
        tuple(places),
        kinds=kinds,
    )
