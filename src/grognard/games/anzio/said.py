"""6.1 Where each order has its place in the sequence of play."""

from __future__ import annotations

from ...engine.ruleset import Said

_MOVE, _ATTACK = ("move UNIT",), ("attack HEX",)
_FIGHT = ("combat",)
_MARCH = ("beachhead", "movement")

SAID_IN = {
    "default": Said("4.0", ("set-up",)),
    "place": Said("9.0", ("set-up", "reinforcements")),
    "at": Said("9.0", ("set-up", "reinforcements"), ("place UNIT",)),
    "move": Said("10.1", _MARCH),
    "to": Said("10.1", _MARCH, _MOVE),
    "stay": Said("10.1", _MARCH, _MOVE),
    "bombard": Said("11.2", ("bombardment",)),
    "target": Said("11.2", ("bombardment",), ("bombard",)),
    "hit": Said("11.2", ("landing", "bombardment"), ("bombard",)),
    "attack": Said("12.4", _FIGHT),
    "from": Said("12.4", _FIGHT, _ATTACK),
    "support": Said("12.2", _FIGHT, _ATTACK),
    "go": Said("12.4", _FIGHT, _ATTACK),
    "lose": Said("12.5", _FIGHT),
    "retreat": Said("12.7", _FIGHT),
    "advance": Said("12.8", _FIGHT),
    "remain": Said("12.8", _FIGHT),
}
