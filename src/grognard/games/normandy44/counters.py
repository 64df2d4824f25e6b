"""2.3 The counters: sides, types, steps, quality and armor class."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...say import Say
from ...textdata import Folder, Row
from ...units import OrderOfBattle, load
from ..zocbond.counters import (
    COLUMNS,
    FOOT,
    MECHANIZED,
    MECHANIZED_INFANTRY,
    VEHICLE,
    Troops,
    nation_of,
    troops,
    yes,
)

ALLIED, GERMAN = 0, 1
SIDES = ("allied", "german")
NATIONS = {
    "us": "US",
    "british": "CW",
    "canadian": "CW",
    "german_heer": "GE",
    "german_ss": "GE",
    "german_luftwaffe": "GE",
    "german_kriegsmarine": "GE",
    "german_todt": "GE",
}
"""2.3.4 Nationalities by counter colour; British and Canadians are the Commonwealth."""
FOOT_TYPES = (
    "infantry",
    "parachute",
    "glider",
    "cyclist",
    "security",
    "ost",
    "garrison",
    "commando",
    "ranger",
    "engineer",
)
ARMOR_TYPES = ("armor", "recon", "tank", "panther", "tiger", "assault gun", "tank destroyer")
GUNS = ("flak 88", "anti-tank 88")
SUPPORT = ("hq", "werfer")
STRONGPOINT = "strongpoint"
TYPES = (*FOOT_TYPES, *MECHANIZED_INFANTRY, *ARMOR_TYPES, *GUNS, *SUPPORT, STRONGPOINT)
NEVER_REPLACED = ("ranger", "commando", "ost", "flak 88", STRONGPOINT)
OWN = ("armor", "cadre", "restricted", "cost")
"""The columns of ``units.csv`` that Normandy has of its own."""


@dataclass(frozen=True)
class Counter(Troops):
    """2.3.1 A counter; an attack strength of 0 is one in parentheses."""

    quality: int
    armor: int
    """2.3.1d The armor class, 0 for none."""
    anti_tank: bool
    """2.3.1d The class is on red: it only neutralises."""
    restricted: bool
    """17.6 It may not move before it is released."""
    cost: int
    """6.5.1b Reinforcement points that it costs to land."""

    @property
    def infantry_type(self) -> bool:
        """2.3.3b"""
        return self.type in FOOT_TYPES or self.type in MECHANIZED_INFANTRY

    @property
    def armor_type(self) -> bool:
        """2.3.3c"""
        return self.type in ARMOR_TYPES

    @property
    def strongpoint(self) -> bool:
        return self.type == STRONGPOINT

    @property
    def hq(self) -> bool:
        return self.type == "hq"

    @property
    def werfer(self) -> bool:
        return self.type == "werfer"

    @property
    def airborne(self) -> bool:
        """6.2.6 Allied parachute and glider infantry."""
        return self.side == ALLIED and self.type in ("parachute", "glider")

    @property
    def grey(self) -> int:
        """11.4 The class with which it may gain a shift."""
        return 0 if self.anti_tank else self.armor

    @property
    def panther(self) -> bool:
        """6.4.1b"""
        return self.silhouette and self.grey == 4

    @property
    def tiger(self) -> bool:
        """6.4.1b"""
        return self.grey == 5

    @property
    def free(self) -> str:
        """7.1c Of which kind it stacks free beside others; '' if it does not."""
        return self.type if self.type in (STRONGPOINT, *SUPPORT, "engineer") else ""

    @property
    def service(self) -> str:
        """6.2.3d Whose replacements it takes."""
        return "german" if self.side == GERMAN else self.nationality

    @property
    def replacement(self) -> str:
        """6.2.6, 6.3 The kind of replacement that restores it; '' for none."""
        if self.type in NEVER_REPLACED:
            return ""
        if self.airborne:
            return "airborne"
        if self.armor_type or self.silhouette or self.werfer:
            return "armor"
        return "infantry"


def counters(folder: Folder, cadres: Mapping[str, Any]) -> OrderOfBattle[Counter]:
    return load(folder, (*COLUMNS, *OWN), lambda index, row: _counter(index, row, cadres))


def _counter(index: int, row: Row, cadres: Mapping[str, Any]) -> Counter:
    nation, side = nation_of(row, NATIONS, SIDES)
    kind = row.one_of("type", TYPES)
    klass = FOOT
    if kind in MECHANIZED_INFANTRY:
        klass = MECHANIZED
    elif kind not in FOOT_TYPES and kind != STRONGPOINT:
        klass = VEHICLE
    steps = row.whole("steps", 1)
    sides = [(_strength(row, "attack"), row.whole("defense", 1))]
    if steps > 1:
        sides.append((_strength(row, "reduced_attack"), row.whole("reduced_defense", 1)))
    cadre = row["cadre"]
    if steps == 3:
        last = cadres[row.one_of("cadre", cadres)]
        sides.append((0, last["strength"]))
    elif steps > 3 or cadre:
        raise row.fault(Say("a unit has 1 or 2 steps, or 3 and a Cadre"))
    armor, _, red = row["armor"].partition(" ")
    if armor and not armor.isdecimal():
        facts = {"column": "armor", "text": armor}
        raise row.fault(Say("{column}: '{text}' is not a whole number", **facts))
    return Counter(
        index=index,
        side=side,
        nation=nation,
        klass=klass,
        remnant=cadre,
        quality=row.whole("quality", -2),
        armor=int(armor or 0),
        anti_tank=red == "AT",
        restricted=yes(row, "restricted"),
        cost=row.whole("cost") if row["cost"] else 0,
        **troops(row, [(*strength, 1 if strength[1] <= 2 else 2) for strength in sides]),
    )


def _strength(row: Row, column: str) -> int:
    """10.7 A strength in parentheses, which stands as none, is no attack."""
    return row.whole(column) if row[column] else 0
