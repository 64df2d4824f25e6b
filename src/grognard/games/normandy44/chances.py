"""12.1, 12.4.8, 19.1.3 What results mean in words, and the dice before the die of a combat."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...engine.words import Say
from ..zocbond.assault import Attack, Prospect, Shift
from .counters import GERMAN
from .situation import Situation

MEANING = {
    "A1": Say("the attacker loses a step"),
    "A1/DR": Say("the attacker loses a step, the defender retreats two hexes"),
    "EX": Say("each side loses a step picked by the other"),
    "DR": Say("the defender retreats two hexes"),
    "A1/D1": Say("each side loses a step, the defender retreats two hexes"),
    "D1": Say("the defender loses a step and retreats two hexes"),
    "A1/D2": Say("the attacker loses a step, the defender two, and retreats four hexes"),
    "DH": Say("the defender loses half his steps and retreats four hexes"),
}
GROUNDS = {
    "clear": Say("clear or flooded"),
    "other": Say("other ground"),
    "improved": Say("Improved Position"),
    "strongpoint": Say("strongpoint or city"),
}
ENDS = {"H": Say("the defenders hold"), "": Say("the defenders retreat")}


def raided(g: Situation, attack: Attack) -> bool:
    """19.1.3 Whether Jabos roll before the attack."""
    return g.weather == "clear" and g.game.units.units[attack.units[0]].side == GERMAN


def prospects(g: Situation, attack: Attack) -> list[Prospect]:
    """19.1.3 The attack with each shift that the Jabos may bring."""
    if not raided(g, attack):
        return [Prospect(attack)]
    faces = g.game.charts.jabos
    found = []
    for shift in sorted(set(faces)):
        late = (Shift("19.1.3", Say("Jabos"), -shift),) if shift else ()
        branch = replace(attack, late=(*attack.late, *late))
        chance = Fraction(faces.count(shift), len(faces))
        what = Say("Jabos: shift {columns}", columns=-shift)
        found.append(Prospect(branch, chance, "19.1.3", what))
    return found
