"""7.0 Weather and 8.0 Initiative: one die each before the turn."""

from __future__ import annotations

from ...engine.decision import Procedure, Roll
from ...engine.words import Say
from .counters import ALLIED, GERMAN
from .situation import Situation

WEATHER = {"clear": Say("clear"), "cloudy": Say("cloudy"), "rainy": Say("rainy")}


def weather(g: Situation) -> Procedure:
    """7.0 Roll for the weather of the turn."""
    die = yield Roll("7.0", "the weather", "allied")
    g.weather = g.game.charts.weather[die - 1]
    g.tell("weather", "7.0", "the weather is {weather}", weather=WEATHER[g.weather])


def initiative(g: Situation) -> Procedure:
    """8.1 Roll for the initiative; 8.2 +1 if Lucas is replaced."""
    die = yield Roll("8.1", "the initiative", "allied")
    if "8.2" in g.game.options:
        die += g.game.charts.initiative_lucas
        g.tell("modifier", "8.2", "General Lucas is replaced: the die counts as {die}", die=die)
    g.first = ALLIED if die >= g.game.charts.initiative_allied else GERMAN
    if g.first == ALLIED:
        g.tell("initiative", "8.1b", "the Allies have the initiative")
    else:
        g.tell("initiative", "8.1b", "the Germans have the initiative")
