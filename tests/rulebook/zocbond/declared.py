"""An attack by chance on a random board, as far as the choice of its Main Assault Force."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol, TypeVar


class Battle(Protocol):
    def game(self) -> Any: ...


B = TypeVar("B", bound=Battle)


def declared(
    chance: random.Random, battle: Callable[[random.Random], B], target: str
) -> tuple[B, Any, list[str]]:
    """The board, the game, and the units that have joined the attack."""
    while True:
        b = battle(chance)
        g = b.game()
        if f"attack {target}" in {a.text for a in g.legal_actions}:
            break
    g.play(f"attack {target}")
    joined: list[str] = []
    while more := [a.word for a in g.legal_actions if a.verb == "with"]:
        joined.append(chance.choice(more))
        g.play(f"with {joined[-1]}")
        if chance.random() < 0.25:
            break
    return b, g, joined
