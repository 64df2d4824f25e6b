"""Answers that a staff gives alike in every game with ZOC Bonds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.zocbond.battle import Battle
from ..seat import Choice, Reason
from .orders import quiet


def support(ask: Ask) -> Choice:
    """An attack begun by hand takes what it can get, then goes in."""
    for verb in ("attach", "air", "naval", "go"):
        found = [a for a in ask.actions if a.verb == verb]
        if found:
            return Choice(found[0], [])
    return Choice(quiet(ask), [])


def lose(g: Battle[Any], side: int, ask: Ask, worth: Callable[[int], float]) -> Choice:
    """Our cheapest step, the enemy's dearest."""
    rule = g.CITES.losses
    ours = g.game.units[ask.actions[0].value].side == side
    pick = min if ours else max
    best = pick(ask.actions, key=lambda a: worth(a.value))
    if ours:
        return Choice(best, [Reason(rule, Say("{unit} costs least", unit=best.word))])
    return Choice(best, [Reason(rule, Say("{unit} hurts most", unit=best.word))])


def remove(ask: Ask, worth: Callable[[int], float]) -> Choice:
    """Who is missed least goes."""
    best = min(ask.actions, key=lambda a: worth(a.value))
    return Choice(best, [Reason(ask.rule, Say("{unit} costs least", unit=best.word))])


def advance_to(ask: Ask, unit: str, merit: Callable[[Action], float]) -> Choice:
    """Hex by hex, as long as the position gains."""
    best = max(ask.actions, key=merit)
    if best.verb != "to":
        return Choice(best, [])
    facts = {"unit": unit, "hex": best.word}
    return Choice(best, [Reason(ask.rule, Say("{unit} is worth more in {hex}", **facts))])
