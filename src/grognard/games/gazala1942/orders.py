"""The orders of chapters 7.6 to 11: one object for each answer, made once."""

from __future__ import annotations

from ...board import Board
from ...engine.words import Action, Role
from ...units import OrderOfBattle
from .counters import Counter

BY_HEX = ("engage", "attack", "from", "fight", "retreat", "advance", "place")
BY_UNIT = (
    "with",
    "support",
    "hit",
    "lose",
    "send",
    "breach",
    "split",
    "join",
    "replace",
    "restore",
)
PLAIN = (
    "all",
    "go",
    "air",
    "done",
    "none",
    "remain",
    "retire",
    "stop",
    "one",
    "two",
)
ROLES: dict[str, Role] = {"go": "commits", "done": "closes", "none": "closes", "stop": "closes"}
VERBS = frozenset((*BY_HEX, *BY_UNIT, *PLAIN))


class Orders:
    """By verb and value: ``orders.hex["attack"][h]``, ``orders.unit["lose"][u]``, ``orders.plain["go"]``."""

    def __init__(self, board: Board, units: OrderOfBattle[Counter]) -> None:
        self.hex = {
            verb: {h: Action(verb, board.label(h), h) for h in board.hexes} for verb in BY_HEX
        }
        self.unit = {
            verb: [Action(verb, unit.id, unit.index) for unit in units] for verb in BY_UNIT
        }
        self.plain = {verb: Action(verb, role=ROLES.get(verb, "")) for verb in PLAIN}
