"""3.0 Where each order has its place in the sequence of play."""

from __future__ import annotations

from ...engine.ruleset import Said

_MOVE = ("move UNIT",)
_MARCH = ("movement",)
_FIGHT = ("combat",)
_FIGHTS = ("armor", "combat")
_ATTACK = ("attack HEX", "engage HEX")


def _attacking(rule: str) -> Said:
    return Said(rule, _FIGHTS, _ATTACK)


SAID_IN = {
    "default": Said("13.0", ("set-up",)),
    "declare": Said("7.6", ("withdrawal",)),
    "replace": Said("11.2", ("replacements",)),
    "restore": Said("11.2", ("replacements",)),
    **dict.fromkeys(("one", "two"), Said("11.23", ("replacements",), ("restore UNIT",))),
    "place": Said("13.0", ("replacements", "set-up")),
    "at": Said(
        "11.11", ("set-up", "returns", "replacements", "movement"), ("place UNIT", "enter UNIT")
    ),
    "assign": Said("7.32", ("assignment",)),
    "under": Said("7.32", ("assignment",), ("assign UNIT",)),
    "note": Said("10.4", ("note",)),
    "put": Said("3.1d", ("markers",)),
    "split": Said("10.6", ("split",)),
    "join": Said("10.6", ("join",)),
    "move": Said("4.1", _MARCH),
    "to": Said("4.1", _MARCH, _MOVE),
    "stay": Said("4.1", _MARCH, _MOVE),
    "exit": Said("4.34", _MARCH, _MOVE),
    "hold": Said("4.43", _MARCH),
    "enter": Said("11.11", _MARCH),
    "breach": Said("10.84", ("combat", "movement")),
    **dict.fromkeys(("across", "assist", "alone"), Said("10.84", _MARCH, ("breach UNIT",))),
    "land": Said("10.4", _MARCH),
    "dodge": Said("10.3", _MARCH),
    "engage": Said("8.1", ("armor",)),
    "hit": Said("8.2", ("armor",)),
    "attack": Said("9.0c", _FIGHT),
    **dict.fromkeys(("with", "from", "all", "go"), _attacking("9.0c")),
    "support": Said("10.12", _FIGHT, _ATTACK[:1]),
    "air": Said("10.5", _FIGHT, _ATTACK[:1]),
    "fight": Said("9.27", _FIGHTS),
    "lose": Said("9.32", ("movement-excess", "combat-excess", "combat")),
    **dict.fromkeys(("retire", "remain"), Said("9.32", _FIGHT)),
    "retreat": Said("9.4", _FIGHT),
    "send": Said("9.5", _FIGHT),
    **dict.fromkeys(("advance", "stop"), Said("9.5", _FIGHT, ("send UNIT",))),
}
