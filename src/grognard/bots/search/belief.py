"""What a seat may take for the situation: sampled from what it sees, never from what is true."""

from __future__ import annotations

from random import Random
from typing import Any

from ...engine.entries import Played
from ...engine.game import Game
from ...engine.sight import Sight
from ...engine.words import Action, IllegalAction
from .brief import Brief


def imagined(game: Game[Any], seat: str, brief: Brief[Any], rng: Random) -> Game[Any] | None:
    """A game at this moment as the seat may imagine it, without the seed of the true one.

    None where the moment cannot be told from the last checkpoint: then there is nothing to play out.
    """
    sight = Sight(game, seat)
    base, since = game.checkpoint()
    if not all(map(sight.knows, since)):
        return None
    if game.rules.hides:
        base = brief.imagine(game.rules.seen(base, seat), seat, rng)
    trial = Game(game.rules, ask_dice=True, state=base)
    try:
        trial.replay(since)
    except IllegalAction:
        return None
    if trial.side != seat:
        return None
    return trial


def deeds(game: Game[Any], seat: str) -> dict[str, list[Action]]:
    """What each seat has chosen so far, as far as this seat knows it."""
    sight = Sight(game, seat)
    found: dict[str, list[Action]] = {}
    for entry in game.trail:
        if isinstance(entry, Played) and sight.knows(entry):
            found.setdefault(entry.side, []).append(entry.action)
    return found
