"""12.1, 12.4.8, 19.1.3 What results mean in words, and the dice before the die of a combat."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...engine.ledger import Line
from ...engine.words import Say
from ..zocbond.assault import Attack, Shift
from .counters import GERMAN
from .situation import Situation

MEANING = {
    "A1": Say("the attacker loses a step"),
    "A1/DR": Say("the attacker loses a step, the defender retreats two hexes"),
    "EX": Say("both lose a step, each picked by the other"),
    "DR": Say("the defender retreats two hexes"),
    "A1/D1": Say("both lose a step, the defender retreats two hexes"),
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


def prospects(g: Situation, attack: Attack) -> list[tuple[Attack, Fraction]]:
    """19.1.3 The attack with each shift that the Jabos may bring."""
    if not raided(g, attack):
        return [(attack, Fraction(1))]
    faces = g.game.charts.jabos
    found = []
    for shift in sorted(set(faces)):
        late = (Shift("19.1.3", Say("Jabos"), -shift),) if shift else ()
        branch = replace(attack, late=(*attack.late, *late))
        found.append((branch, Fraction(faces.count(shift), len(faces))))
    return found


def dice_before(g: Situation, attack: Attack) -> list[Line]:
    if not raided(g, attack):
        return []
    return [Line("19.1.3", Say("before the die Jabos shift it by up to three columns"), "")]
