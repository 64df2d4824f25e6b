"""The words of the house that are looked up by their value; a game has its own in ``games/<game>/words.py``."""

from __future__ import annotations

from ..say import N_

SIDES = (N_("Dice"),)
BOTS = (N_("random"),)
VERBS = (N_("roll"), N_("draw"))
