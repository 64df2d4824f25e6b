"""What a game brings to the engine: its board, its options, its procedure and its texts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Generic, NamedTuple, TypeVar

from .. import board as boards
from ..board import Board
from ..textdata import DataError, Folder, Words
from ..units import OrderOfBattle, Unit, define
from .decision import Procedure
from .ledger import Ledger
from .rulebook import Rulebook
from .state import State
from .view import ELSEWHERE, GONE, Display, Fact, Overlay, Piece, Trace, Way
from .words import IllegalAction, Say

S = TypeVar("S", bound=State)

HEX = re.compile(r"\d{4}")
PATH = re.compile(r"\d{4}(-\d{4})+")
JOINING = ("with", "from")
"""After these words several units or hexes may be named."""
AND = re.compile(r" *[,+] *")
UNITS = "units.csv"
NAMES = "names.csv"
ELIMINATED = "eliminated"
"""The box of pieces that are out of the game."""


@dataclass(frozen=True)
class Option:
    """An optional rule or a choice of play, off unless asked for."""

    id: str
    rule: str
    summary: Say


@dataclass(frozen=True)
class Scenario:
    id: str
    title: Say
    summary: Say


class Said(NamedTuple):
    """Where an order has its place."""

    rule: str
    """The rule that gives it."""
    phases: tuple[str, ...]
    """In which it is said, the usual one last."""
    after: tuple[str, ...] = ()
    """The orders that it carries on; () if it begins one, or answers a question."""


class Ruleset(ABC, Generic[S]):
    """A game with its options and data chosen: everything that does not change during play."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    sides: ClassVar[tuple[str, ...]]
    """Who wins or loses; who decides is a seat (see ``seating``)."""
    scenarios: ClassVar[tuple[Scenario, ...]]
    option_list: ClassVar[tuple[Option, ...]]
    data: ClassVar[Path]
    """The folder of its data files."""
    outcomes: ClassVar[int] = 6
    """The most faces that a die has, or things that a draw is made from."""
    hides: ClassVar[bool] = False
    """True in a game where a seat may know what another may not: see ``seen``."""

    phase_titles: ClassVar[Mapping[str, str]] = {}
    """What phases are called whose word in positions is no name for them."""

    verbs: ClassVar[frozenset[str]]
    """The words that orders begin with or use alone: ``move``, ``done`` ..."""

    map_rule: ClassVar[str] = ""
    """The rule that numbers the hexes."""

    said_in: ClassVar[Mapping[str, Said]] = {}
    """By verb, as far as it has a place of its own: where that is."""

    attacks: ClassVar[tuple[str, ...]] = ("attack",)
    """The verbs of the orders whose worth ``odds`` tells."""
    aimed: ClassVar[tuple[str, ...]] = ()
    """The other verbs that name a hex of the enemy's."""

    board: Board
    units: OrderOfBattle[Unit] = OrderOfBattle(())
    """The counters, each known by its place here; none in a game without."""
    called: Mapping[str, str] = MappingProxyType({})
    """The names of units in full by their ids, where they are others than those of ``units``: each that of
    one unit, as the sentences in which it stands are ("loses a step")."""
    scenario: str
    turns: int = 0
    """The last turn of the scenario; 0 if it has none."""
    options: frozenset[str]
    digest: str
    """Fingerprint of the data files."""
    drawn: bool
    """True on a board drawn in a position's text."""
    defined: tuple[str, ...] = ()
    """The lines of a position's text that define units or change their values."""
    rulebook: Rulebook

    def __init__(
        self,
        options: Iterable[str] = (),
        *,
        scenario: str = "",
        data: Path | None = None,
        board: Board | None = None,
        units: Sequence[Words] = (),
    ) -> None:
        """``data`` holds files in place of the game's own, ``board`` is one drawn in a position,
        ``units`` are the lines of a position that define units or change their values."""
        folder = Folder(self.data, data)
        said: dict[int, Words] = {}
        if units:
            text, said = define(folder.read(UNITS), units)
            folder = Folder(self.data, data, {UNITS: text})
            self.defined = tuple(" ".join(line) for line in units)
        self.scenario = scenario or self.scenarios[0].id
        self.options = frozenset(options)
        self.digest = folder.digest()
        self.rulebook = Rulebook.read(folder)
        self.drawn = board is not None
        self.board = board or boards.load(folder)
        if folder.path(NAMES).is_file():
            self.called = {row["id"]: row["name"] for row in folder.rows(NAMES, "id", "name")}
        try:
            self.prepare(folder)
        except DataError as bad:
            line = said.get(bad.line or 0) if bad.file == UNITS else None
            raise line.fault(bad.fault) if line is not None else bad from None

    def prepare(self, folder: Folder) -> None:
        """Read the game's own files: its counters, its charts, the places that its rules name."""

    @abstractmethod
    def start(self) -> S:
        """The situation before the first decision."""

    @abstractmethod
    def procedure(self, state: S) -> Procedure:
        """The sequence of play from this situation to the end; re-entrant at each ``top`` decision."""

    def normalise(self, word: str) -> str:
        """The spelling of a word of an order that actions use; IllegalAction if it is no word.

        A verb, a hex or a path of them, a small figure, a unit or several joined by ``+``.
        """
        if word.lower() in self.verbs:
            return word.lower()
        if self.is_hex(word) or self.is_path(word) or (word.isdigit() and len(word) < 4):
            return word
        names = [self.units.find(name) for name in word.split("+")]
        if all(names):
            return "+".join(unit.id for unit in names if unit)
        if HEX.fullmatch(word) or PATH.fullmatch(word):
            raise IllegalAction(self.map_rule, "{word} is not on the map", word=word)
        raise IllegalAction("", "'{word}' is not a unit, hex or verb of this game", word=word)

    def words_of(self, order: str) -> list[str]:
        """The words of an order as actions spell them; ``with A+B`` and ``with A, B`` are ``with A with B``."""
        found: list[str] = []
        joining = ""
        for word in AND.sub("+", order).split():
            for part in word.split("+") if joining else [word]:
                said = self.normalise(part)
                if said.islower():
                    joining = said if said in JOINING else ""
                elif joining and found[-1] != joining:
                    found.append(joining)
                found.append(said)
        return found

    def by_unit(
        self, words: Sequence[str], there: Callable[[str], Iterable[int] | None]
    ) -> list[list[str]] | None:
        """``move 1010 ...`` or ``move A+B ...``: each unit of a stack in turn; ``there`` gives those who go from a place."""
        if len(words) < 2:
            return None
        verb, stack, *rest = words
        if "+" in stack:
            return [[verb, name, *rest] for name in stack.split("+")]
        head, _, tail = stack.partition("-")
        if tail:
            rest.insert(0, stack)
        going = there(head) if rest else None
        return [[verb, self.units[u].id, *rest] for u in going or ()] or None

    def is_path(self, word: str) -> bool:
        """Whether a word is a path of hexes: ``0908-0907-0806``."""
        return bool(PATH.fullmatch(word)) and all(self.is_hex(h) for h in word.split("-"))

    @abstractmethod
    def write(self, state: S) -> list[str]:
        """The situation as lines of text."""

    @abstractmethod
    def read(self, lines: Iterable[Words]) -> S:
        """The situation from lines of text; DataError names the line at fault."""

    @abstractmethod
    def odds(self, state: S, words: Sequence[str]) -> Ledger:
        """The ledger of an attack given as the words of an order."""

    @abstractmethod
    def pieces(self, state: S) -> list[Piece]:
        """All counters, on the map and in boxes."""

    @abstractmethod
    def status(self, state: S) -> list[tuple[Say, Say]]:
        """The markers on the tracks: label and value, for a header or a panel."""

    @abstractmethod
    def check(self, state: S) -> list[Say]:
        """What is wrong with the situation by the rules that must always hold; [] if nothing."""

    @classmethod
    def seating(cls, scenario: str, options: Collection[str]) -> dict[str, str]:
        """The seats under a scenario and options, in order, each with the side that it serves.

        One a side unless a game says otherwise; a seat is a word in small letters.
        """
        return {side: side for side in cls.sides}

    @cached_property
    def seats(self) -> Mapping[str, str]:
        """The seats of this game, in order, each with the side that it serves."""
        return self.seating(self.scenario, self.options)

    def serves(self, seat: str) -> str:
        """The side that a seat serves; who is no seat (a side, the dice) stands for itself."""
        return self.seats.get(seat, seat)

    # -- what programs read: by unit, in the order of ``units``

    def where(self, state: S) -> Sequence[int]:
        """The hex of each unit; GONE if it is out of the game, ELSEWHERE beside the map."""
        found = {piece.id: piece.hex for piece in self.pieces(state) if piece.kind == "unit"}
        board = self.board
        return [
            board.index(found[unit.id])
            if unit.id in found and board.has(found[unit.id])
            else ELSEWHERE
            if found.get(unit.id, ELIMINATED) != ELIMINATED
            else GONE
            for unit in self.units
        ]

    def steps(self, state: S) -> Sequence[int]:
        """The steps that each unit has left; 0 if it is out of the game."""
        found = {piece.id: piece.steps[0] for piece in self.pieces(state)}
        return [found.get(unit.id, 0) for unit in self.units]

    def marks(self, state: S) -> Mapping[str, int]:
        """By mark (the same ones always): the units that wear it, as a set of bits."""
        return {}

    def words(self) -> tuple[str, ...]:
        """What orders name beside verbs, units, hexes and places: formations, figures ..."""
        return ()

    # -- what people are shown

    def values(self, unit: Unit) -> Mapping[str, object]:
        """What is printed on a counter, by name: all that the game's own class of units adds."""
        common = {field.name for field in fields(Unit)}
        return {f.name: getattr(unit, f.name) for f in fields(unit) if f.name not in common}

    def cost(self, state: S, unit: str, path: Sequence[str]) -> Way:
        """What this way costs a unit, wherever it ends; IllegalAction says where and why it cannot go.

        The phase does not matter: it is reckoned as if the unit were on the move now.
        """
        raise IllegalAction("", "this game cannot tell the cost of a way")

    def turn_rule(self, state: S) -> str:
        """The rule by which one side acts now and the other does not; '' for that of the question."""
        return ""

    @classmethod
    def phase_title(cls, phase: str) -> str:
        """What a phase is called, in English: the key of its translation."""
        return cls.phase_titles.get(phase, phase)

    def meaning(self, result: str) -> Say | None:
        """What a result of the combat chart means, in words; None for what is none."""
        return None

    def why_not(self, state: S, words: Sequence[str]) -> IllegalAction | None:
        """Why an order that the question does not know cannot be given now; None if nobody knows.

        What has its place in another phase is told so: see ``said_in``.
        """
        said = self.said_in.get(words[0])
        if said is None or state.phase in said.phases:
            return None
        return IllegalAction(
            said.rule,
            "'{order}' is said in the phase: {phase}; now it is: {now}",
            order=words[0],
            phase=Say(self.phase_title(said.phases[-1])),
            now=Say(self.phase_title(state.phase)),
        )

    def speaker(self, state: S, words: Sequence[str]) -> str:
        """The side whose order this would be, by the piece that it names first; '' if it names none."""
        pieces = self.pieces(state)
        for word in words[1:]:
            unit = self.units.find(word.split("+")[0])
            place = unit.id if unit is not None else word.split("-")[0]
            side = next((p.side for p in pieces if place in (p.id, p.hex)), "")
            if side and words[0] in (*self.attacks, *self.aimed):
                return next(other for other in self.sides if other != side)
            if side:
                return side
        return ""

    def missed(self, state: S, words: Sequence[str]) -> IllegalAction | None:
        """Why an order was impossible here, in a part that passed without a question; None if nobody knows."""
        if words[0] not in self.attacks:
            return None
        try:
            self.odds(state, words)
        except IllegalAction as refusal:
            return refusal
        return None

    def is_hex(self, word: str) -> bool:
        return self.board.has(word)

    def seen(self, state: S, seat: str) -> S:
        """The situation as a seat may know it: another state, with blanks for what is hidden from it.

        A seat is one of ``seats``, or ``spectator``, who sees what no side hides.  Everything that a page
        shows is asked of this state; written and read again it asks its side the same question.
        """
        return state

    def reach(self, state: S, unit: str) -> dict[str, Way]:
        """Where a unit could go now, by hex."""
        return {}

    def overlays(self, state: S) -> list[Overlay]:
        """What is worth showing on the map: zones of control, supply ..."""
        return []

    def hex_facts(self, state: S, label: str) -> list[Fact]:
        """What a player wants to know of a hex, or of a place beside the map."""
        return []

    def places(self) -> tuple[str, ...]:
        """The places beside the map that orders name like hexes."""
        return ()

    def traces(self, state: S, label: str) -> list[Trace]:
        """The lines that the units in a hex draw over the map, such as lines of supply."""
        return []

    def tracks(self, state: S) -> list[Display]:
        """The tracks, charts and accounts beside the map."""
        return []
