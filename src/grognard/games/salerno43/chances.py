"""What Salerno '43 adds to the sheets of the series: its words, and garrisons whose strength is rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from ...engine.ledger import Line
from ...engine.words import Say
from ..zocbond.assault import Attack
from .charts import DISRUPTS, Stand
from .situation import Situation

MEANING = {
    "A1": Say("the attacker loses a step"),
    "Dis": Say("the defender is Disrupted"),
    "EX": Say("both lose a step that the other picks"),
    "A1/DR2": Say("the attacker loses a step; the defender retreats 2 or stands"),
    "DR2": Say("the defender retreats 2 or stands"),
    "DRX": Say("both lose a step that the other picks; the defender retreats 2 or stands"),
    "A1/D1": Say("both lose a step; the defender retreats 2 or stands"),
    "D1": Say("the defender loses a step and retreats 3 or stands"),
    "DR4": Say("the defender retreats 4 in Full Retreat"),
    "DS": Say("the defender loses a step and retreats 4 in Full Retreat"),
}
"""10.1"""
GROUNDS = {"clear": Say("open ground"), "other": Say("other"), "city": Say("city")}
"""11.2.1c"""
ENDS = {
    "H": Say("the defence holds"),
    "D": Say("the defence delays and retreats 1 to 3"),
    "P": Say("partial success"),
    "": Say("the defence fails"),
}
"""11.4.1"""


def garrisons(g: Situation, attack: Attack) -> list[int]:
    """19.3 The defenders whose strength is rolled; 19.3g for an Automatic DS it is fixed."""
    units = g.game.units.units
    return [u for u in g.at[attack.target] if units[u].variable and attack.kind != "automatic"]


def supposed(g: Situation, attack: Attack) -> Attack:
    """19.3 Before its roll a garrison is shown with 1."""
    return replace(attack, rolled=dict.fromkeys(garrisons(g, attack), 1))


def prospects(g: Situation, attack: Attack) -> list[tuple[Attack, Fraction]]:
    """19.3b-c All strengths that garrisons may turn out to have; those without any take no part."""
    branches: list[tuple[dict[int, int], Fraction]] = [({}, Fraction(1))]
    for u in garrisons(g, attack):
        branches = [
            ({**known, u: value}, share / 6)
            for known, share in branches
            for value in g.game.charts.variable
        ]
    found = []
    for rolled, share in branches:
        melted = tuple(u for u, strength in rolled.items() if not strength)
        found.append((replace(attack, rolled=rolled, aside=(*attack.aside, *melted)), share))
    return found


def dice_before(g: Situation, attack: Attack) -> list[Line]:
    """19.3"""
    return [
        Line("19.3", Say("the strength of {unit} is rolled; above it counts 1", unit=g.id(u)), "")
        for u in garrisons(g, attack)
    ]


def outlook(g: Situation, h: int, stands: Sequence[Stand]) -> str:
    """11.2.1, 11.6.2 How a first Determined Defense ends if the defender holds where he can."""
    ends = {stand.end for stand in stands}
    battle = "P" in ends and not g.city_battles >> h & 1
    return "hold" if "H" in ends or battle else "delay" if ends & {"D", "P"} else "fail"


def told(stand: Stand) -> Say | None:
    """11.4.1g"""
    if DISRUPTS not in stand.also:
        return None
    return Say("{end}; the attacker loses a step, the Lead Unit is Disrupted", end=ENDS[stand.end])
