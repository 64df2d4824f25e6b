"""4.0 Weather, 25.1 and 25.2 the storms."""

from __future__ import annotations

from ...engine.decision import Asking, Procedure, Roll, led_to
from ...engine.words import Say
from .counters import SIDES
from .situation import Situation

NAMES = {"storm": Say("storm"), "overcast": Say("overcast"), "clear": Say("clear")}


def weather(g: Situation) -> Procedure:
    """4.1 One die fixes the weather and all income of the turn; 4.2 Turn 2 knows two rows."""
    g.thunder = False
    charts, rule = g.game.charts, "4.1"
    if g.turn == 1:
        die, g.row = 0, charts.weather_first
    elif g.turn == 2:
        die, rule = (yield _die(g)), "4.2"
        g.row = charts.weather_second[die - 1]
    else:
        die, rule = yield from _row(g)
        g.row = die or 1
    facts = {"weather": NAMES[g.weather], "row": g.row}
    if die:
        facts |= led_to(die, g.weather)
    g.tell("weather", rule, "weather: {weather}", **facts)


def _row(g: Situation) -> Asking[tuple[int, str]]:
    """4.1, 25.1, 25.2 The die that fixes the row, 0 for a storm without one, and the rule by which it does."""
    options, game = g.game.options, g.game
    if "25.1" in options and g.turn in game.storms:
        return 0, "25.1"
    if g.storm_left:
        g.storm_left -= 1
        return 0, "25.2"
    die: int = yield _die(g)
    calm = "25.2" if "25.2" in options and g.turn < game.long_storms_from else ""
    calm = "25.1" if "25.1" in options else calm
    while die == 1 and calm:
        g.thunder = True
        g.tell("weather", calm, "no storm now: the die is rolled again", **led_to(die, "-"))
        die = yield _die(g)
    if die == 1 and "25.2" in options:
        g.storm_left = 2
        return die, "25.2"
    return die, "4.1"


def _die(g: Situation) -> Roll:
    return Roll("4.1", "the weather", SIDES[0])
