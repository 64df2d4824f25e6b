"""6.0 The sequence of play: twelve turns of seven phases."""

from __future__ import annotations

from collections.abc import Callable

from ...engine.decision import Procedure, Roll, led_to
from ...engine.words import Say
from . import bombardment, combat, movement, reinforcements, setup, victory, weather
from .binding import bound
from .counters import ALLIED, GERMAN
from .situation import Situation


def play(g: Situation) -> Procedure:
    """6.1 Phase after phase until somebody has won or the last turn is over; 14.1 solitaire, by the orders."""
    run = _phases(g)
    yield from bound(g, run) if "solitaire" in g.game.options else run


def _phases(g: Situation) -> Procedure:
    while g.outcome is None:
        yield from PHASES[g.phase](g)


def _set_up(g: Situation) -> Procedure:
    """4.0 The Allies, then the Germans."""
    yield from setup.setup(g)
    if g.active == ALLIED:
        g.active = GERMAN
        return
    g.active = ALLIED
    _next(g, "beachhead" if "6.2" in g.game.options else "weather")
    if g.phase == "weather":
        _new_turn(g)


def _beachhead(g: Situation) -> Procedure:
    """6.2a Expand the Beachhead: a free Allied movement before Turn 1."""
    yield from movement.movement(g)
    _next(g, "landing")


def _landing(g: Situation) -> Procedure:
    """11.1 The German bombardment of the beachhead."""
    yield from bombardment.landing(g)
    if "6.2" in g.game.options:
        _new_turn(g)
    else:
        _next(g, "initiative")


def _weather(g: Situation) -> Procedure:
    """7.0"""
    yield from weather.weather(g)
    first = g.turn == 1 and "6.2" not in g.game.options
    _next(g, "landing" if first else "initiative")


def _initiative(g: Situation) -> Procedure:
    """8.0"""
    yield from weather.initiative(g)
    g.active = g.first
    _next(g, "reinforcements")


def _reinforcements(g: Situation) -> Procedure:
    """9.0d Both sides place at the same time: here one after the other, nothing is hidden."""
    yield from reinforcements.reinforcements(g)
    _other_part(g, "orders" if "solitaire" in g.game.options else "movement")


def _orders(g: Situation) -> Procedure:
    """14.3a Solitaire: one tactic for all Germans this turn."""
    die = yield Roll("14.3", "the German tactic", "german")
    count = len(g.on_map(GERMAN))
    g.tactic, column = g.game.charts.tactic(count, die)
    g.tell(
        "tactic",
        "14.3",
        "{count} German counters, column {column}, die {die}: tactic {tactic}",
        count=count,
        column=Say(column),
        tactic=g.tactic,
        **led_to(die, g.tactic),
    )
    _next(g, "movement")


def _movement(g: Situation) -> Procedure:
    """10.0"""
    yield from movement.movement(g)
    _other_part(g, "bombardment")


def _bombardment(g: Situation) -> Procedure:
    """11.2"""
    yield from bombardment.bombardment(g)
    g.outcome = victory.eliminated(g)
    _other_part(g, "combat")


def _combat(g: Situation) -> Procedure:
    """12.4a The side with the initiative first; then the markers come off."""
    yield from combat.combat(g)
    if g.outcome is None:
        _other_part(g, "end")


def _end(g: Situation) -> Procedure:
    """13.0 Has somebody won?  If not, the next turn."""
    g.attacked = g.supported = 0
    g.outcome = victory.eliminated(g) or victory.end_of_turn(g)
    if g.outcome is None:
        _new_turn(g)
    return
    yield  # makes this a procedure like the others


def _other_part(g: Situation, then: str) -> None:
    """The other side's part of the phase, or the next phase."""
    if g.active == g.first:
        g.active = 1 - g.first
    else:
        g.active = g.first
        _next(g, then)


def _next(g: Situation, phase: str) -> None:
    g.phase = phase


def _new_turn(g: Situation) -> None:
    g.turn += 1
    if g.turn > 1:
        g.entered = 0
    g.struck = 0
    g.tactic = ""
    _next(g, "weather")
    g.tell("turn", "6.1a", "turn {turn}", turn=g.turn)


PHASES: dict[str, Callable[[Situation], Procedure]] = {
    "set-up": _set_up,
    "beachhead": _beachhead,
    "landing": _landing,
    "weather": _weather,
    "initiative": _initiative,
    "reinforcements": _reinforcements,
    "orders": _orders,
    "movement": _movement,
    "bombardment": _bombardment,
    "combat": _combat,
    "end": _end,
}
