"""7.0 Weather and 8.0 Initiative: one die each before the turn."""

from __future__ import annotations

from ...engine.decision import Modifier, Procedure, Roll, led_to
from ...engine.words import Say
from .counters import ALLIED, GERMAN, SIDES
from .situation import Situation

WEATHER = {"clear": Say("clear"), "cloudy": Say("cloudy"), "rainy": Say("rainy")}


def weather(g: Situation) -> Procedure:
    """7.0 Roll for the weather of the turn."""
    die = yield Roll("7.0", "the weather", "allied")
    g.weather = g.game.charts.weather[die - 1]
    facts = led_to(die, g.weather)
    g.tell("weather", "7.0", "the weather is {weather}", weather=WEATHER[g.weather], **facts)


def initiative(g: Situation) -> Procedure:
    """8.1 Roll for the initiative; 8.2 +1 if Lucas is replaced."""
    die = yield Roll("8.1", "the initiative", "allied")
    lucas = Modifier("8.2", Say("General Lucas is replaced"), g.game.charts.initiative_lucas)
    modifiers = [lucas] if "8.2" in g.game.options else []
    modified = die + sum(each.amount for each in modifiers)
    if modifiers:
        g.tell(
            "modifier", "8.2", "General Lucas is replaced: the die counts as {die}", die=modified
        )
    g.first = ALLIED if modified >= g.game.charts.initiative_allied else GERMAN
    facts = led_to(die, SIDES[g.first], modifiers)
    if g.first == ALLIED:
        g.tell("initiative", "8.1b", "the Allies have the initiative", **facts)
    else:
        g.tell("initiative", "8.1b", "the Germans have the initiative", **facts)
