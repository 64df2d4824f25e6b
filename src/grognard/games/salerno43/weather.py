"""22.0 The Weather Phase."""

from __future__ import annotations

from ...engine.decision import Procedure, Roll, led_to
from ...engine.words import Say
from .counters import ALLIED, GERMAN, SIDES
from .situation import Situation

WEATHER = {"clear": Say("clear"), "cloudy": Say("cloudy"), "rain": Say("rain")}


def weather(g: Situation) -> Procedure:
    """22.1-22.3 The Weather marker, the Air and Naval markers, Supply Points."""
    charts = g.game.charts
    die = yield Roll("22.1", "the weather", SIDES[ALLIED])
    g.box = (g.box + charts.weather_die[die - 1]) % len(charts.boxes)
    box = charts.boxes[g.box]
    now = WEATHER[box.weather]
    g.tell(
        "weather",
        "22.1",
        "the weather is {weather}: die {sum}, box {box}",
        weather=now,
        box=box.name,
        **led_to(die, box.weather),
    )
    g.air = frozenset(n for n in box.air if n != "GE" or not airfield_open(g))
    g.naval = frozenset(box.naval)
    gains = [box.allied, box.german]
    if box.port and salerno_open(g):
        gains[ALLIED] += box.port
    for side in (ALLIED, GERMAN):
        g.sp[side] = min(g.sp[side] + gains[side], charts.supply_most)


def airfield_open(g: Situation) -> bool:
    """22.2.3 Montecorvino: Allied, and no German combat unit within three hexes."""
    field = g.game.airfield
    if field < 0 or not g.control >> field & 1:
        return False
    return not g.game.board.grid.within(field, 3) & g.occupied[GERMAN]


def salerno_open(g: Situation) -> bool:
    """22.3.2 Salerno is Allied and no German unit is within two hexes."""
    port = g.game.salerno
    if port < 0 or not g.control >> port & 1:
        return False
    return not g.game.within_two[port] & g.occupied[GERMAN]
