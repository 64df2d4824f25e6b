"""What Salerno '43 adds to the sheets of the series: its words, and garrisons whose strength is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...engine.words import Say
from ..zocbond.assault import Attack, Prospect
from ..zocbond.battle import Battle
from .charts import DISRUPTS, ORANGE, Cell, Stand
from .situation import Situation

MEANING = {
    "A1": Say("the attacker loses a step"),
    "Dis": Say("the defender is Disrupted"),
    "EX": Say("each side loses a step picked by the other"),
    "A1/DR2": Say("the attacker loses a step; the defender retreats 2 or stands"),
    "DR2": Say("the defender retreats 2 or stands"),
    "DRX": Say("each side loses a step picked by the other; the defender retreats 2 or stands"),
    "A1/D1": Say("each side loses a step; the defender retreats 2 or stands"),
    "D1": Say("the defender loses a step and retreats 3 or stands"),
    "DR4": Say("the defender retreats 4 in Full Retreat"),
    "DS": Say("the defender loses a step and retreats 4 in Full Retreat"),
}
"""10.1"""
GROUNDS = {"clear": Say("open ground"), "other": Say("other"), "city": Say("city")}
"""11.2.1c"""
ENDS = {
    "H": Say("the defense holds"),
    "D": Say("the defense delays and retreats 1 to 3"),
    "P": Say("partial success"),
    "": Say("the defense fails"),
}
"""11.4.1"""


def garrisons(g: Situation, attack: Attack) -> list[int]:
    """19.3 The defenders whose strength is still to be rolled; 19.3g for an Automatic DS it is fixed."""
    if attack.kind == "automatic":
        return []
    units = g.game.units.units
    return [u for u in g.at[attack.target] if units[u].variable and u not in attack.rolled]


def prospects(g: Situation, attack: Attack) -> list[Prospect]:
    """19.3b-c All strengths that garrisons may turn out to have, the greatest first.

    Those without any take no part.
    """
    faces = g.game.charts.variable
    found = [Prospect(attack)]
    for u in garrisons(g, attack):
        found = [
            Prospect(
                _rolled(way.attack, u, strength),
                way.chance * Fraction(faces.count(strength), len(faces)),
                "19.3",
                _told(way, Say("{unit} has strength {n}", unit=g.id(u), n=strength)),
            )
            for way in found
            for strength in sorted(set(faces), reverse=True)
        ]
    return found


def _rolled(attack: Attack, unit: int, strength: int) -> Attack:
    aside = attack.aside if strength else (*attack.aside, unit)
    return replace(attack, rolled={**attack.rolled, unit: strength}, aside=aside)


def _told(way: Prospect, what: Say) -> Say:
    return Say("{one}, {other}", one=way.what, other=what) if way.what is not None else what


def spoken(g: Situation, cell: Cell) -> Say | str:
    """11.2.2a"""
    code = cell.result.code
    return Say("{code}, orange", code=code) if cell.colour == ORANGE else code


def outlook(g: Situation, h: int, stands: Sequence[Stand]) -> str:
    """11.2.1, 11.6.2 How a first Determined Defense ends if the defender holds where he can."""
    ends = {stand.end for stand in stands}
    battle = "P" in ends and not g.city_battles >> h & 1
    return "hold" if "H" in ends or battle else "delay" if ends & {"D", "P"} else "fail"


def told(g: Situation, stand: Stand, lead: int) -> Say:
    """11.4.1g; 18.1.3a a Beachhead is never Disrupted."""
    if DISRUPTS not in stand.also or g.game.units.units[lead].beachhead:
        return Battle.told(g, stand, lead)
    return Say("{end}; the attacker loses a step, the Lead Unit is Disrupted", end=ENDS[stand.end])
