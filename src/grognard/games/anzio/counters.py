"""3.0 The counters: most divisions are detachments A and B, each with a full and a reduced side."""

from __future__ import annotations

from dataclasses import dataclass

from ...say import Say
from ...textdata import Folder, Row
from ...units import OrderOfBattle, Unit, load

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
FOOT, ARMORED = 0, 1
"""Movement classes: infantry of all kinds; tank, armored, panzer and panzergrenadier units."""

NATIONALITIES = {"British": ALLIED, "US": ALLIED, "German": GERMAN}
SETUP = "setup"
COLUMNS = (
    "side",
    "nationality",
    "division",
    "name",
    "size",
    "type",
    "armored",
    "red_star",
    "strength",
    "move",
    "reduced_strength",
    "reduced_move",
    "arrival",
    "source",
)


@dataclass(frozen=True)
class Counter(Unit):
    """A counter; ``strength`` and ``move`` by steps left (0 gone, 1 reduced, 2 full)."""

    armored: bool
    red_star: bool
    strength: tuple[int, int, int]
    move: tuple[int, int, int]
    turn: int
    """Turn of arrival; 0 for units that set up."""

    @property
    def klass(self) -> int:
        return ARMORED if self.armored else FOOT


def counters(folder: Folder) -> OrderOfBattle[Counter]:
    return load(folder, COLUMNS, _counter)


def _counter(index: int, row: Row) -> Counter:
    nationality = row.one_of("nationality", NATIONALITIES)
    if row.one_of("side", SIDES) != SIDES[NATIONALITIES[nationality]]:
        raise row.fault(
            Say("a {nationality} unit is not {side}", nationality=nationality, side=row["side"])
        )
    arrival = row["arrival"]
    return Counter(
        index,
        row["id"],
        NATIONALITIES[nationality],
        nationality,
        row["division"],
        row["name"],
        row["size"],
        row["type"],
        2,
        arrival,
        row.one_of("armored", ("yes", "no")) == "yes",
        row.one_of("red_star", ("yes", "no")) == "yes",
        (0, row.whole("reduced_strength", 1), row.whole("strength", 1)),
        (0, row.whole("reduced_move", 1), row.whole("move", 1)),
        0 if arrival == SETUP else row.whole("arrival", 1),
    )
