"""2.1-2.2 The counters: what stands on them, by the steps that are left."""

from __future__ import annotations

from dataclasses import dataclass

from ...say import Say
from ...textdata import Folder, Row
from ...units import OrderOfBattle, Unit, load

AXIS, ALLIED = 0, 1
SIDES = ("axis", "allied")
SIDE_NAMES = (Say("Axis"), Say("Allied"))
"""As sentences name them."""
FOOT, MECH = 0, 1
"""2.1d-e The columns of the Terrain Effects Chart."""
WHOLE = 3
"""9.31b The steps of a brigade that can split."""

NATIONALITIES = {
    "German": AXIS,
    "Italian": AXIS,
    "British": ALLIED,
    "South African": ALLIED,
    "Indian": ALLIED,
    "French": ALLIED,
}
TYPES = ("headquarters", "infantry", "engineer", "tank", "armored car", "flak", "marine")
TANKS = ("", "German", "Italian", "Stuart", "Grant", "Crusader", "Matilda", "Valentine")
COLUMNS = (
    "side",
    "nationality",
    "command",
    "designation",
    "name",
    "size",
    "type",
    "mobility",
    "steps",
    "strength",
    "armor",
    "move",
    "reduced_strength",
    "reduced_armor",
    "reduced_move",
    "range",
    "tank",
    "brigade",
    "source",
)

ROMMEL = "AX-ROMMEL"
HECKER = "AX-HECKER"


@dataclass(frozen=True)
class Counter(Unit):
    """A counter.  ``strength``, ``armor`` and ``move`` are by steps left: 0 gone, ``steps`` full.

    A brigade of three steps has no side for its last one: there a battalion takes its place (9.31).
    ``formation`` is the id of the HQ that commands it as printed, '' for an independent unit;
    who commands it now is ``Situation.command``.
    """

    designation: str
    mech: bool
    strength: tuple[int, ...]
    armor: tuple[int, ...]
    move: tuple[int, ...]
    range: int
    """2.1f Of an HQ: how far it supports and supplies."""
    tank: str
    """11.22 The type of a tank unit; '' of others."""
    brigade: str
    """Of a battalion that is part of a brigade: the brigade's id."""

    @property
    def klass(self) -> int:
        return MECH if self.mech else FOOT

    @property
    def hq(self) -> bool:
        """10.2 Rommel is one too, but for supply."""
        return self.type == "headquarters"

    @property
    def rommel(self) -> bool:
        return self.id == ROMMEL

    @property
    def big(self) -> bool:
        """4.41, 5.1 A brigade or regiment."""
        return self.size in ("X", "III")

    @property
    def battalion(self) -> bool:
        """4.41 A unit of battalion size; HQs are none."""
        return self.size == "II"

    @property
    def car(self) -> bool:
        """10.3 An armored car."""
        return self.type == "armored car"

    @property
    def twin(self) -> tuple[object, ...]:
        """10.6c What brigades have in common whose battalions can stand for each other."""
        return self.type, self.mech, self.strength[-2], self.armor[-2], self.move[-2]

    @property
    def values(self) -> tuple[int, int, int]:
        """The three numbers of the full side."""
        return self.strength[self.steps], self.armor[self.steps], self.move[self.steps]


def counters(folder: Folder) -> OrderOfBattle[Counter]:
    units = load(folder, COLUMNS, _counter)
    for row in folder.rows("units.csv", "id", "command", "brigade"):
        for column in ("command", "brigade"):
            if row[column] and units.find(row[column]) is None:
                facts = {"column": column, "unit": row[column]}
                raise row.fault(Say("{column}: no unit is called '{unit}'", **facts))
    return units


def _counter(index: int, row: Row) -> Counter:
    nationality = row.one_of("nationality", NATIONALITIES)
    if row.one_of("side", SIDES) != SIDES[NATIONALITIES[nationality]]:
        raise row.fault(
            Say("a {nationality} unit is not {side}", nationality=nationality, side=row["side"])
        )
    steps = row.whole("steps", 1)
    if steps > WHOLE:
        raise row.fault(Say("a unit has 1, 2 or 3 steps"))

    def by_steps(column: str) -> tuple[int, ...]:
        full = row.whole(column)
        if steps == 1:
            return (0, full)
        reduced = row.whole(f"reduced_{column}")
        return (0, reduced, full) if steps == 2 else (0, 0, reduced, full)

    return Counter(
        index,
        row["id"],
        NATIONALITIES[nationality],
        nationality,
        row["command"],
        row["name"],
        row["size"],
        row.one_of("type", TYPES),
        steps,
        "",
        row["designation"],
        row.one_of("mobility", ("foot", "mech")) == "mech",
        by_steps("strength"),
        by_steps("armor"),
        by_steps("move"),
        row.whole("range") if row["range"] else 0,
        row.one_of("tank", TANKS),
        row["brigade"],
    )
