"""Answers that a staff gives alike in every game with ZOC Bonds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from ...engine.decision import Ask
from ...engine.words import Action, Say
from ...games.zocbond.battle import Battle
from ..seat import Choice, Reason
from .orders import quiet

EXPOSED = 2.0
"""What it counts that a retreat ends in an enemy zone of control."""

S = TypeVar("S", bound=Battle[Any])
S_contra = TypeVar("S_contra", bound=Battle[Any], contravariant=True)


class Look(Protocol[S_contra]):
    """What a side sees at one moment of the game."""

    side: int

    def value(self, g: S_contra, unit: int, h: int) -> float: ...
    def room(self, g: S_contra, unit: int, h: int) -> bool: ...


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


def lead(
    ask: Ask, rule: str, quality: Callable[[int], int], worth: Callable[[int], float]
) -> Choice:
    """The best troops lead a defense, and among them those that a step costs least."""
    best = max(ask.actions, key=lambda a: 2.0 * quality(a.value) - 0.5 * worth(a.value))
    return Choice(best, [Reason(rule, Say("{unit} leads the defense", unit=best.word))])


def retreat(
    g: S, look: Look[S], unit: int, ways: Sequence[Action], rule: str, crowded: float
) -> Choice:
    """The way that leaves the position worth most; a hex that is full counts ``crowded`` against it."""
    here, zoc, size = g.hex[unit], g.zoc(1 - look.side), g.game.tables.size

    def merit(action: Action) -> float:
        h = action.value if action.verb == "retreat" else here
        crowd = crowded * (not look.room(g, unit, h))
        exposed = EXPOSED * bool(h < size and zoc >> h & 1)
        return look.value(g, unit, h) - crowd - exposed

    best = max(ways, key=merit)
    facts = {"unit": g.id(unit), "hex": best.word or g.word(here)}
    return Choice(best, [Reason(rule, Say("{unit} is best off in {hex}", **facts))])


def advance_to(ask: Ask, unit: str, merit: Callable[[Action], float]) -> Choice:
    """Hex by hex, as long as the position gains."""
    best = max(ask.actions, key=merit)
    if best.verb != "to":
        return Choice(best, [])
    facts = {"unit": unit, "hex": best.word}
    return Choice(best, [Reason(ask.rule, Say("{unit} is worth more in {hex}", **facts))])
