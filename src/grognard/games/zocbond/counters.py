"""The counters of the series, and the orders that name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...engine.words import Action, Say
from ...textdata import Row
from ...units import OrderOfBattle, Unit

FOOT, MECHANIZED, VEHICLE = 0, 1, 2
"""How a unit moves: on foot, as mechanized infantry, as a vehicle."""
MOVES_AS = ("foot", "mechanized", "vehicle")
"""The same in words, for a sheet."""

MECHANIZED_INFANTRY = ("mechanized", "motorized")
"""The types of mechanized infantry."""

COLUMNS = (
    "side",
    "nationality",
    "formation",
    "name",
    "size",
    "type",
    "steps",
    "attack",
    "defense",
    "move",
    "reduced_attack",
    "reduced_defense",
    "quality",
    "silhouette",
    "arrival",
    "source",
)
"""What every game of the series says of its counters in ``units.csv``."""


@dataclass(frozen=True)
class Troops(Unit):
    """What the counters of every game of the series have; tuples are indexed by steps left (0 gone)."""

    nation: str
    attack: tuple[int, ...]
    defense: tuple[int, ...]
    stacking: tuple[int, ...]
    move: int
    klass: int
    silhouette: bool
    """A vehicle drawn from the side: it stacks free."""
    remnant: str
    """Which kind of Remnant its last step is; '' for units of one or two steps."""

    @property
    def mechanized(self) -> bool:
        return self.klass != FOOT

    @property
    def vehicle(self) -> bool:
        return self.klass == VEHICLE


def nation_of(row: Row, nations: Mapping[str, str], sides: Sequence[str]) -> tuple[str, int]:
    """The nation of a counter by its nationality, and its side: the second one is German."""
    nation = nations[row.one_of("nationality", nations)]
    side = int(nation == "GE")
    if row.one_of("side", sides) != sides[side]:
        facts = {"nationality": row["nationality"], "side": row["side"]}
        raise row.fault(Say("a {nationality} unit is not {side}", **facts))
    return nation, side


def troops(row: Row, strengths: Sequence[tuple[int, int, int]]) -> dict[str, Any]:
    """The fields of ``Troops`` that stand in a row.

    ``strengths`` are attack, defense and stacking points, of the full counter first.
    """
    attack, defense, stacking = zip((0, 0, 0), *strengths[::-1], strict=True)
    return {
        "id": row["id"],
        "nationality": row["nationality"],
        "formation": row["formation"],
        "name": row["name"],
        "size": row["size"],
        "type": row["type"],
        "steps": len(strengths),
        "arrival": row["arrival"],
        "attack": attack,
        "defense": defense,
        "stacking": stacking,
        "move": row.whole("move"),
        "silhouette": yes(row, "silhouette"),
    }


def yes(row: Row, column: str) -> bool:
    return row.one_of(column, ("yes", "no")) == "yes"


class Orders:
    """The answers to the questions that the games share, one object each, made once."""

    def __init__(self, words: Mapping[int, str], units: OrderOfBattle[Troops]) -> None:
        self.words = words
        """By place: its number or name."""
        self._units = units
        self.move, self.lose, self.lead = (self.by_unit(v) for v in ("move", "lose", "lead"))
        self.with_, self.attach = self.by_unit("with"), self.by_unit("attach")
        self.advance, self.remove = self.by_unit("advance"), self.by_unit("remove")
        self.retire, self.single = self.by_unit("retire"), self.by_unit("maf")
        self.to, self.attack, self.retreat = (self.by_place(v) for v in ("to", "attack", "retreat"))
        self.maf = {
            word: Action("maf", word)
            for word in sorted({unit.formation for unit in units if unit.formation})
        }
        self.done, self.stay, self.none, self.stop, self.halt = (
            Action(verb, role="closes") for verb in ("done", "stay", "none", "stop", "halt")
        )
        self.go, self.cancel = Action("go", role="commits"), Action("cancel", role="calls off")
        self.stand, self.yield_ = Action("stand"), Action("fallback")
        self.desperate, self.hold = Action("desperate"), Action("hold")

    def by_unit(self, verb: str) -> list[Action]:
        return [Action(verb, unit.id, unit.index) for unit in self._units]

    def by_word(self, verb: str, words: Sequence[str]) -> dict[str, Action]:
        return {word: Action(verb, word, k) for k, word in enumerate(words)}

    def by_place(self, verb: str) -> dict[int, Action]:
        return {place: Action(verb, word, place) for place, word in self.words.items()}
