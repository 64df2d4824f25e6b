"""Attacks as orders in words, and the answer where nothing better is known."""

from __future__ import annotations

from ...engine.decision import Ask
from ...engine.words import Action
from ...games.zocbond.assault import Attack
from ...games.zocbond.battle import Battle, Fighting

CLOSING = ("closes", "commits")
"""Roles of answers that end a question, in the order in which they are taken."""


def attack_order(g: Battle[Fighting], attack: Attack, force: str, verb: str = "attack") -> str:
    """An attack as an order; ``force`` names its Main Assault Force."""
    words = [verb, g.word(attack.target)]
    for u in attack.units:
        words += ["with", g.id(u)]
    words += ["maf", force]
    if attack.attached >= 0:
        words += ["attach", g.id(attack.attached)]
    for kind in g.SUPPORT:
        words += [order.text for order in attack.supported(kind)]
    return " ".join([*words, "go"])


def quiet(ask: Ask) -> Action:
    """What to answer where nothing better is known."""
    for role in CLOSING:
        for action in ask.actions:
            if action.role == role:
                return action
    return ask.actions[0]
