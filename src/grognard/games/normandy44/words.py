"""The words of Normandy '44 that are looked up by their value; ``tests/rulebook/normandy44/test_words.py`` compares them."""

from __future__ import annotations

from ...say import N_
from ..zocbond import words

SIDES = words.SIDES
SEATS = (
    N_("American"),
    N_("Commonwealth"),
    N_("Seventh Army"),
    N_("Panzer West"),
)
OVERLAYS = (
    *words.OVERLAYS,
    N_("naval"),
    N_("line"),
    N_("perimeter"),
    N_("us-army"),
    N_("cw-army"),
)
PHASES = (
    N_("invasion"),
    N_("initial"),
    N_("replacement"),
    N_("movement"),
    N_("combat"),
    N_("reserve-movement"),
    N_("reserve-combat"),
    N_("regeneration"),
    N_("supply"),
    N_("end"),
)
BOXES = (
    N_("turn"),
    N_("eliminated"),
    N_("withdrawn"),
    N_("Britain"),
    N_("Utah"),
    N_("Omaha"),
    N_("Gold"),
    N_("Juno"),
    N_("Sword"),
    N_("mobilization"),
    N_("gliders"),
)
VERBS = (
    *words.VERBS,
    N_("enter"),
    N_("land"),
    N_("dig"),
    N_("level"),
    N_("reserve"),
    N_("unreserve"),
    N_("evacuate"),
    N_("cotentin"),
    N_("rebuild"),
    N_("mobilize"),
    N_("buy"),
    N_("take"),
    N_("supply"),
    N_("beach"),
    N_("division"),
    N_("hq"),
    N_("werfer"),
    N_("caen"),
    N_("strafe"),
    N_("over"),
    N_("agree"),
    N_("object"),
    N_("share"),
)
COLUMNS = (N_("A1"),)
"""10.6 What stands for a column below the table."""
MARKERS = (
    N_("Improved Position"),
    N_("Improved Position, begun"),
    N_("US Mulberry"),
    N_("British Mulberry"),
)
