"""2.3 The counters: sides, types, steps and troop quality."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...say import Say
from ...textdata import Folder, Row
from ...units import OrderOfBattle, load
from ..zocbond.counters import FOOT as FOOT
from ..zocbond.counters import MECHANIZED as MECHANIZED
from ..zocbond.counters import VEHICLE as VEHICLE
from ..zocbond.counters import Troops

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
NATIONS = {"US": "US", "British": "CW", "Canadian": "CW", "German": "GE", "Luftwaffe": "GE"}
"""2.3.4 Nationalities by counter colour; British and Canadians are the Commonwealth."""
VEHICLES = ("tank", "assault gun", "tank destroyer", "recon", "asu", "corps asu", "nebelwerfer")
MECHANIZED_INFANTRY = ("mechanized", "motorized")
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
COLUMNS = (
    "side",
    "nationality",
    "army",
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
    "reduced_quality",
    "tank",
    "destroyer",
    "silhouette",
    "stacking",
    "range",
    "arrival",
    "source",
)


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
    return load(folder, COLUMNS, lambda index, row: _counter(index, row, remnants))


def _counter(index: int, row: Row, remnants: Mapping[str, Any]) -> Counter:
    nation = NATIONS[row.one_of("nationality", NATIONS)]
    side = GERMAN if nation == "GE" else ALLIED
    if row.one_of("side", SIDES) != SIDES[side]:
        raise row.fault(
            Say(
                "a {nationality} unit is not {side}",
                nationality=row["nationality"],
                side=row["side"],
            )
        )
    kind = row.one_of("type", VEHICLES + MECHANIZED_INFANTRY + FOOT_TYPES)
    klass = VEHICLE if kind in VEHICLES else MECHANIZED if kind in MECHANIZED_INFANTRY else FOOT
    steps = row.whole("steps", 1)
    full = (row.whole("attack"), row.whole("defense"), row.one_of("quality", QUALITIES))
    sides = [full]
    if steps > 1:
        quality = row.one_of("reduced_quality", QUALITIES)
        sides.append((row.whole("reduced_attack"), row.whole("reduced_defense"), quality))
    army = row["army"]
    if army not in (("5", "8") if side == ALLIED else ("",)):
        raise row.fault(Say("army: '{army}' is none of those in play", army=army))
    points = row.whole("stacking")
    stacking = [points] * steps
    remnant = ""
    if steps == 3 and army == "8":
        remnant = NO_REMNANT
        sides.append((0, 0, "normal"))
    elif steps == 3:
        remnant = "airborne" if kind in ("airborne", "glider") else nation
        remnant = "German" if remnant == "GE" else remnant
        last = remnants[remnant]
        sides.append((last["attack"], last["defense"], last["quality"]))
        stacking[-1] = 1
    elif steps > 3:
        raise row.fault(Say("a unit has 1, 2 or 3 steps"))
    by_steps = sides[::-1]
    return Counter(
        index,
        row["id"],
        side,
        row["nationality"],
        row["formation"],
        row["name"],
        row["size"],
        kind,
        steps,
        row["arrival"],
        nation,
        (0, *(s[0] for s in by_steps)),
        (0, *(s[1] for s in by_steps)),
        (0, *stacking[::-1]),
        row.whole("move"),
        klass,
        row.one_of("silhouette", ("yes", "no")) == "yes",
        remnant,
        int(army or 0),
        ("", *(s[2] for s in by_steps)),
        row.whole("tank"),
        row.one_of("destroyer", ("yes", "no")) == "yes",
        row.whole("range"),
    )
