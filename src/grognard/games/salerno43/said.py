"""3.0 Where each order has its place in the sequence of play."""

from __future__ import annotations

from ...engine.ruleset import Said
from ..zocbond.said import MOVE, said
from .situation import Situation

_FIGHT = ("combat",)
_ASSAULT = ("invasion", "combat")
_ATTACKS = ("movement", "invasion", "combat")
_ATTACK = ("attack HEX", "autods HEX")


def _attacking(rule: str) -> Said:
    return Said(rule, _ATTACKS, _ATTACK)


SAID_IN = {
    **said(Situation.CITES, ("movement",), _FIGHT, _ATTACKS, _ATTACK),
    "invade": Said("24.2", ("invasion",)),
    "place": Said("21.1", ("initial",)),
    "drop": Said("21.6", ("initial",)),
    "replace": Said("20.2", ("initial",)),
    "at": Said("21.1", ("initial",), ("place UNIT", "drop UNIT", "replace UNIT")),
    "withdraw": Said("S2.2", ("initial",)),
    "ready": Said("17.5", ("initial", "refit")),
    "extended": Said("5.3", ("movement",)),
    "stay": Said("5.1", _ATTACKS[::-1], MOVE),
    "truck": Said("5.8", ("movement",)),
    "flee": Said("13.3.4", ("movement",)),
    "sail": Said("18.4.5", ("movement",), MOVE),
    "autods": Said("8.7.1", ("movement",)),
    "asu": _attacking("9.5"),
    "air": _attacking("9.4"),
    "naval": _attacking("9.5"),
    "valiant": _attacking("19.4"),
    "go": _attacking("8.1"),
    "disengage": Said("25.1", _FIGHT),
    "aside": Said("4.1", _FIGHT),
    "lose": Said("10.2.2", _ASSAULT),
    "evade": Said("25.2", _FIGHT),
    "remnant": Said("10.4.2", _ASSAULT),
    "decline": Said("10.4.2", _ASSAULT),
    "remove": Said("4.4", _ATTACKS),
    "desperate": Said("11.5.3", _FIGHT),
    "lead": Said("11.2.1", _FIGHT),
    **dict.fromkeys(("hold", "delay", "partial"), Said("11.4.3", _FIGHT)),
    **dict.fromkeys(("retreat", "retire", "stop"), Said("12.1", _FIGHT)),
    "group": Said("15.2.2", _FIGHT),
    "leave": Said("15.2.9", _FIGHT),
    "assault": Said("15.2", _ASSAULT),
    "short": Said("25.3", ("supply",)),
    "abandon": Said("S2.3.7", ("refit",)),
}
