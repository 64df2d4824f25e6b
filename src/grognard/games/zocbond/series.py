"""The shell of a game of the series: what stays the same during play, and its words."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from ...engine.decision import Procedure
from ...engine.ledger import Ledger
from ...engine.ruleset import HEX, Ruleset
from ...engine.view import ELSEWHERE, GONE, Display, Fact, Overlay, Piece, Trace, Way
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of
from ...textdata import DataError, Folder, Words
from ...units import OrderOfBattle, Unit
from . import attack_orders, sheets, ways
from .battle import Battle
from .counters import MOVES_AS, Orders, Troops
from .field import DISRUPTED, SupplyKey
from .notation import Notation
from .tables import Tables

PATH = re.compile(r"\w{2,4}(-\w{2,4})+")

F = TypeVar("F", bound=Battle[Any])


class SeriesRules(Ruleset[F]):
    """The rules of a game with scenario, options and data chosen.

    A game's ``prepare`` reads its counters, charts, tables and orders and ends with ``ready``.
    """

    LOST: ClassVar[frozenset[int]]
    """Where units are that are out of the game."""
    ORDERS: ClassVar[Mapping[str, int]] = {"disrupted": DISRUPTED}
    """The conditions of a unit other than Good Order."""
    PHASES: ClassVar[Mapping[str, Callable[[Any], Procedure]]]
    """What is done in each phase; it says which comes next."""
    MEANING: ClassVar[Mapping[str, Say]]
    """The results of the combat table in words."""
    notation: ClassVar[Notation[Any]]

    units: OrderOfBattle[Troops]
    tables: Tables
    actions: Orders

    @abstractmethod
    def situation(self) -> F:
        """An empty map."""

    def procedure(self, state: F) -> Procedure:
        while state.outcome is None:
            yield from self.PHASES[state.phase](state)

    def ready(self, folder: Folder, remnants: dict[str, int]) -> None:
        """What follows from the counters; ``remnants`` says how many last steps of each kind there are."""
        self.span = self.units.spans(self.sides)
        self.remnants = remnants
        self.remnant_units: dict[str, list[int]] = {kind: [] for kind in remnants}
        for unit in self.units:
            if unit.remnant:
                self.remnant_units[unit.remnant].append(unit.index)
        self.supply_memory: dict[SupplyKey, int] = {}

    def named(self, name: str) -> int:
        """The unit that a data file names."""
        unit = self.units.find(name)
        if unit is None:
            raise DataError("scenarios.toml", None, Say("no unit is called '{unit}'", unit=name))
        return unit.index

    # -- texts

    def place(self, word: str) -> int | None:
        """A hex, or an area beside the map, by its number or name; None if there is none."""
        areas = self.places()
        if word in areas:
            return self.tables.size + areas.index(word)
        return self.board.grid.index(word) if self.is_hex(word) else None

    def is_path(self, word: str) -> bool:
        return bool(PATH.fullmatch(word)) and all(
            self.place(h) is not None for h in word.split("-")
        )

    def normalise(self, word: str) -> str:
        lower = word.lower()
        if lower in self.verbs:
            return word if word != lower and word in self.actions.maf else lower
        units = [self.units.find(name) for name in word.split("+")]
        if all(units):
            return "+".join(unit.id for unit in units if unit)
        for known in (*self.places(), *self.words()):
            if known.lower() == lower:
                return known
        if self.place(word) is not None or self.is_path(word):
            return word
        if word.isdigit() and len(word) < 4:
            return word
        for part in word.split("-"):
            if HEX.fullmatch(part) and self.place(part) is None:
                raise IllegalAction(self.map_rule, "{word} is not on the map", word=part)
        raise IllegalAction("", "'{word}' is not a unit, place or verb of this game", word=word)

    def write(self, state: F) -> list[str]:
        return self.notation.write(state)

    def read(self, lines: Iterable[Words]) -> F:
        found: F = self.notation.read(self.situation(), lines)
        return found

    def odds(self, state: F, words: Sequence[str]) -> Ledger:
        attack = attack_orders.parse(state, words)
        if (why := state.forbidden(attack)) is not None:
            raise why
        return sheets.of_attack(state, attack)

    def missed(self, state: F, words: Sequence[str]) -> IllegalAction | None:
        verb, word = words[0], "".join(words[1:2])
        if "movement" in state.phase:
            return state.refuse_move("move" if verb in state.MOVES else verb, word)
        return super().missed(state, words) or state.refuse_fight(verb, word)

    # -- ways over the map

    def reach(self, state: F, unit: str) -> dict[str, Way]:
        found = self.units.find(unit)
        return ways.all_ways(state, found.index) if found else {}

    def cost(self, state: F, unit: str, path: Sequence[str]) -> Way:
        found = self.units.find(unit)
        if found is None:
            raise IllegalAction("", "no unit is called '{unit}'", unit=unit)
        places = [place for word in path if (place := self.place(word)) is not None]
        if places[:1] == [state.hex[found.index]]:
            del places[0]
        return ways.cost(state, found.index, places)

    # -- what programs read

    def where(self, state: F) -> Sequence[int]:
        size, lost = self.tables.size, self.LOST
        return [h if 0 <= h < size else GONE if h in lost else ELSEWHERE for h in state.hex]

    def steps(self, state: F) -> Sequence[int]:
        return state.steps

    def values(self, unit: Unit) -> Mapping[str, object]:
        """What is printed on a counter; its class in words."""
        assert isinstance(unit, Troops)
        found = super().values(unit).items()
        return {"class": MOVES_AS[unit.klass]} | {k: v for k, v in found if k != "klass"}

    def marks(self, state: F) -> Mapping[str, int]:
        orders = {
            name: mask_of(u for u, status in enumerate(state.status) if status == worn)
            for name, worn in self.ORDERS.items()
        }
        return {name: getattr(state, name) for name in state.MARKS} | orders

    # -- what a page or a picture shows

    def pieces(self, state: F) -> list[Piece]:
        return state.pieces()

    def status(self, state: F) -> list[tuple[Say, Say]]:
        return state.header()

    def tracks(self, state: F) -> list[Display]:
        return state.tracks()

    def overlays(self, state: F) -> list[Overlay]:
        return state.overlays()

    def meaning(self, result: str) -> Say | None:
        return self.MEANING.get(result)

    def hex_facts(self, state: F, label: str) -> list[Fact]:
        return state.hex_facts(label)

    def traces(self, state: F, label: str) -> list[Trace]:
        return state.traces(label)

    # -- what must always hold

    def check(self, state: F) -> list[Say]:
        wrong = []
        size, empty = self.tables.size, self.notation.EMPTY
        for place, group in state.at.items():
            word = state.word(place)
            if place < size:
                if len({self.units[u].side for u in group}) != 1:
                    wrong.append(Say("{place}: both sides", place=word))
                if not self.tables.land >> place & 1:
                    wrong.append(Say("{place}: units in the sea", place=word))
            if any(state.hex[u] != place for u in group) or len(set(group)) != len(group):
                wrong.append(Say("{place}: a unit in two places", place=word))
        for unit in self.units:
            u = unit.index
            place, steps = state.hex[u], state.steps[u]
            if place >= 0 and u not in state.at.get(place, ()):
                wrong.append(Say("{unit}: not where it is", unit=unit.id))
            if place in empty and steps:
                wrong.append(Say("{unit}: {steps} steps off the map", unit=unit.id, steps=steps))
            if place not in empty and not 0 < steps <= unit.steps:
                wrong.append(Say("{unit}: {steps} steps", unit=unit.id, steps=steps))
        for side, name in enumerate(self.sides):
            if state.occupied[side] != mask_of(state.hex[u] for u in state.on_map(side)):
                wrong.append(Say("{side}: occupied hexes do not match", side=name))
        return wrong
