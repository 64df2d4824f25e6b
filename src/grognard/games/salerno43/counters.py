"""2.3 The counters: sides, types, steps and troop quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...say import Say
from ...textdata import Folder, Row
from ...units import OrderOfBattle, load
from ..zocbond.counters import COLUMNS, MECHANIZED_INFANTRY, Troops, nation_of, troops, yes
from ..zocbond.counters import FOOT as FOOT
from ..zocbond.counters import MECHANIZED as MECHANIZED
from ..zocbond.counters import VEHICLE as VEHICLE

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
NATIONS = {"US": "US", "British": "CW", "Canadian": "CW", "German": "GE", "Luftwaffe": "GE"}
"""2.3.4 Nationalities by counter colour; British and Canadians are the Commonwealth."""
VEHICLES = ("tank", "assault gun", "tank destroyer", "recon", "asu", "corps asu", "nebelwerfer")
FOOT_TYPES = (
    "infantry",
    "airborne",
    "glider",
    "engineer",
    "ranger",
    "commando",
    "beachhead",
    "garrison",
)
ASUS = ("asu", "corps asu", "nebelwerfer")
NO_REMNANT = "8th Army"
"""S2.3.6 What stands for the Remnants of the 8th Army, of which there are none."""
SPECIAL = ("commando", "ranger", "airborne", "glider", "recon", "engineer", *ASUS)
QUALITIES = ("elite", "normal", "low")
OWN = ("army", "reduced_quality", "tank", "destroyer", "stacking", "range")
"""The columns of ``units.csv`` that Salerno has of its own."""


@dataclass(frozen=True)
class Counter(Troops):
    """A counter; tuples are indexed by steps left (0 gone)."""

    army: int
    """S2.3 5 or 8 for the Allies, 0 for the Germans."""
    quality: tuple[str, ...]
    tank: int
    """2.3.3e The Tank Rating, 0 for units that are no tanks."""
    destroyer: bool
    range: int

    @property
    def asu(self) -> bool:
        """17.1"""
        return self.type in ASUS

    @property
    def corps(self) -> bool:
        """17.6.3 Corps HQs and the Nebelwerfers support any combat of their nationality."""
        return self.type in ("corps asu", "nebelwerfer")

    @property
    def variable(self) -> bool:
        """19.3"""
        return self.type == "garrison"

    @property
    def beachhead(self) -> bool:
        return self.type == "beachhead"

    @property
    def raider(self) -> bool:
        """5.7 Rangers and Commandos land without losing effectiveness."""
        return self.type in ("ranger", "commando")

    @property
    def bonds(self) -> bool:
        """7.1 Free-stacking tanks and ASUs form no bond."""
        return not self.silhouette and not self.asu

    @property
    def battalion(self) -> bool:
        return self.size in ("I", "II")

    @cached_property
    def landing(self) -> tuple[int, ...]:
        """18.4.3 Landing Points by steps."""
        return tuple(max(1, points) for points in self.stacking)

    def replacement(self) -> str:
        """20.1.2 The type of Replacement that restores it: tank, special or infantry."""
        if self.tank:
            return "T"
        return "S" if self.type in SPECIAL else "I"


def counters(folder: Folder, remnants: Mapping[str, Any]) -> OrderOfBattle[Counter]:
    return load(folder, (*COLUMNS, *OWN), lambda index, row: _counter(index, row, remnants))


def _counter(index: int, row: Row, remnants: Mapping[str, Any]) -> Counter:
    nation, side = nation_of(row, NATIONS, SIDES)
    kind = row.one_of("type", VEHICLES + MECHANIZED_INFANTRY + FOOT_TYPES)
    steps, points = row.whole("steps", 1), row.whole("stacking")
    sides = [(row.whole("attack"), row.whole("defense"), points)]
    quality = [row.one_of("quality", QUALITIES)]
    if steps > 1:
        sides.append((row.whole("reduced_attack"), row.whole("reduced_defense"), points))
        quality.append(row.one_of("reduced_quality", QUALITIES))
    army = row["army"]
    if army not in (("5", "8") if side == ALLIED else ("",)):
        raise row.fault(Say("army: '{army}' is none of those in play", army=army))
    way, *when = row["arrival"].split() or [""]
    if way not in ("hex", "assault") and not "".join(when[-1:]).isdecimal():
        raise row.fault(Say("arrival: '{text}' names no turn", text=row["arrival"]))
    remnant = ""
    if steps == 3 and army == "8":
        remnant = NO_REMNANT
        sides.append((0, 0, points))
        quality.append("normal")
    elif steps == 3:
        remnant = "airborne" if kind in ("airborne", "glider") else nation
        remnant = "German" if remnant == "GE" else remnant
        last = remnants[remnant]
        sides.append((last["attack"], last["defense"], 1))
        quality.append(last["quality"])
    elif steps > 3:
        raise row.fault(Say("a unit has 1, 2 or 3 steps"))
    return Counter(
        index=index,
        side=side,
        nation=nation,
        klass=VEHICLE if kind in VEHICLES else MECHANIZED if kind in MECHANIZED_INFANTRY else FOOT,
        remnant=remnant,
        army=int(army or 0),
        quality=("", *quality[::-1]),
        tank=row.whole("tank"),
        destroyer=yes(row, "destroyer"),
        range=row.whole("range"),
        **troops(row, sides),
    )
