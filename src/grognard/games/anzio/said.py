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
    "move": Said("10.1a", _MARCH),
    "to": Said("10.1a", _MARCH, _MOVE),
    "stay": Said("10.1a", _MARCH, _MOVE),
    "bombard": Said("11.2a", ("bombardment",)),
    "target": Said("11.2a", ("bombardment",), ("bombard",)),
    "hit": Said("11.2a", ("landing", "bombardment"), ("bombard",)),
    "attack": Said("12.4a", _FIGHT),
    "from": Said("12.4a", _FIGHT, _ATTACK),
    "support": Said("12.2a", _FIGHT, _ATTACK),
    "go": Said("12.4a", _FIGHT, _ATTACK),
    "lose": Said("12.5b", _FIGHT),
    "retreat": Said("12.7a", _FIGHT),
    "advance": Said("12.8a", _FIGHT),
    "remain": Said("12.8a", _FIGHT),
}
