"""3.0 Where each order has its place in the sequence of play."""

from __future__ import annotations

from ...engine.ruleset import Said
from ..zocbond.said import MOVE, said
from .situation import RESERVE_COMBAT, RESERVE_MOVE, Situation

_MARCH = (RESERVE_MOVE, "movement")
_FIGHT = (RESERVE_COMBAT, "combat")
_LAND = ("invasion", *_FIGHT)
_TURN = ("replacement", *_FIGHT, *_MARCH)
_ALLIES = ("invasion", "initial", "end", *_TURN)


def _attacking(rule: str) -> Said:
    return Said(rule, _FIGHT, ("attack HEX",))


SAID_IN = {
    **said(Situation.CITES, _MARCH, _FIGHT, _FIGHT, ("attack HEX",)),
    "beach": Said("20.3", ("invasion",)),
    "assault": Said("20.3.1", ("invasion",), ("beach BEACH",)),
    "supply": Said("5.2", ("initial", *_FIGHT)),
    "take": Said("6.2.7", ("initial",)),
    "at": Said("6.2.2", ("invasion", "initial", "replacement"), ("rebuild UNIT", "mobilize UNIT")),
    "replace": Said("6.2", ("replacement",)),
    "rebuild": Said("6.2", ("replacement",)),
    "mobilize": Said("6.7", ("replacement",)),
    "buy": Said("5.3", ("replacement",)),
    "strategic": Said("9.8.1", ("movement",)),
    "cycling": Said("9.9", _MARCH),
    "stay": Said("9.1", _MARCH, MOVE),
    "land": Said("6.5.2", ("movement",), MOVE),
    "enter": Said("6.6", ("movement",), MOVE),
    "dig": Said("16.1.3", ("movement",)),
    "level": Said("16.1.2", ("movement",)),
    "reserve": Said("15.1", (*_FIGHT, "movement")),
    "unreserve": Said("15.4", _TURN),
    "abandon": Said("16.2", _TURN),
    "truck": Said("9.8.6", ("movement",)),
    "evacuate": Said("21.2", ("movement",)),
    "drop": Said("20.2.4", ("movement",)),
    "cotentin": Said("17.4", ("movement",)),
    "hq": _attacking("17.2"),
    "werfer": _attacking("17.3"),
    "air": Said("19.1.2", _FIGHT, ("attack HEX", "strafe HEX")),
    "naval": _attacking("19.2.1"),
    "caen": _attacking("17.2.8"),
    "go": _attacking("10.5"),
    "strafe": Said("19.1.4", ("combat",)),
    "lose": Said("12.2", _LAND),
    "desperate": Said("12.5", _FIGHT),
    "hold": Said("12.6", _FIGHT),
    "lead": Said("12.4.2", _FIGHT),
    **dict.fromkeys(("retreat", "retire", "stop"), Said("13.1", _FIGHT)),
    "remove": Said("7.2", (*_FIGHT, *_MARCH)),
    "division": Said("22.2", ("end",)),
    **dict.fromkeys(("over", "agree", "object", "share"), Said("24", _ALLIES)),
}
