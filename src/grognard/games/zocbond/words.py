"""The words that the games of the series share; ``tests/rulebook/zocbond/test_words.py`` compares them."""

from __future__ import annotations

from ...say import N_

SIDES = (N_("Allied"), N_("German"))
OVERLAYS = (N_("zoc"), N_("supply"), N_("bonds"), N_("control"), N_("vp"))
VERBS = (
    N_("at"),
    N_("move"),
    N_("to"),
    N_("stay"),
    N_("done"),
    N_("attack"),
    N_("from"),
    N_("go"),
    N_("lose"),
    N_("retreat"),
    N_("advance"),
    N_("roll"),
    N_("truck"),
    N_("with"),
    N_("attach"),
    N_("lead"),
    N_("drop"),
    N_("replace"),
    N_("remove"),
    N_("maf"),
    N_("cancel"),
    N_("stand"),
    N_("fallback"),
    N_("desperate"),
    N_("retire"),
    N_("stop"),
    N_("halt"),
    N_("hold"),
    N_("abandon"),
    N_("assault"),
    N_("air"),
    N_("naval"),
    N_("none"),
)
