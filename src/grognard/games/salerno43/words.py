"""The words of Salerno '43 that are looked up by their value; ``tests/rulebook/salerno43/test_words.py`` compares them."""

from __future__ import annotations

from ...say import N_
from ..zocbond import words

SIDES = words.SIDES
OVERLAYS = words.OVERLAYS
PHASES = (
    N_("weather"),
    N_("movement"),
    N_("combat"),
    N_("invasion"),
    N_("initial"),
    N_("recovery"),
    N_("supply"),
    N_("refit"),
    N_("victory"),
)
BOXES = (
    N_("turn"),
    N_("eliminated"),
    N_("eliminated for good"),
    N_("Reserve"),
    N_("at sea"),
    N_("Rangers"),
    N_("Red"),
    N_("Blue"),
    N_("Commandos"),
    N_("Uncle"),
    N_("Sugar"),
    N_("Roger"),
)
VERBS = (
    *words.VERBS,
    N_("place"),
    N_("flee"),
    N_("asu"),
    N_("group"),
    N_("leave"),
    N_("ready"),
    N_("disengage"),
    N_("withdraw"),
    N_("sail"),
    N_("autods"),
    N_("invade"),
    N_("aside"),
    N_("valiant"),
    N_("delay"),
    N_("partial"),
    N_("remnant"),
    N_("decline"),
    N_("evade"),
    N_("short"),
)
