"""13.4 The Recovery Phase and the Rally Table."""

from __future__ import annotations

from ...engine.decision import Asking, Modifier, Procedure, Roll, led_to
from ...engine.words import Say
from .counters import SIDES
from .situation import DISRUPTED, FULL, GOOD, Situation


def recovery(g: Situation) -> Procedure:
    """13.4 Units recover one level; in an enemy zone of control they have to rally."""
    side = g.active
    zoc, size = g.zoc(1 - side), g.game.tables.size
    shaken = [u for u in g.in_play(side) if g.status[u] != GOOD]
    if not shaken:
        g.tell("pass", "13.4", "no {side} unit has to recover", side=SIDES[side])
    for u in shaken:
        place = g.hex[u]
        if place < size and zoc >> place & 1:
            if not (yield from _rally(g, u)):
                continue
        else:
            g.tell("rally", "13.4", "{unit} recovers one level", unit=g.id(u))
        g.set_status(u, DISRUPTED if g.status[u] == FULL else GOOD)


def _rally(g: Situation, unit: int) -> Asking[bool]:
    """13.5 A roll on the Rally Table."""
    needed = g.game.charts.rally
    die: int = yield Roll("13.5", "the rally", SIDES[g.active])
    aids = rally_modifiers(g, unit)
    rallied = min(max(die + sum(each.amount for each in aids), 1), 6) >= needed
    facts = {"unit": g.id(unit), "needed": needed, **led_to(die, "rally" if rallied else "-", aids)}
    if rallied:
        g.tell("rally", "13.5", "{unit} rallies: die {sum}, needed {needed}", **facts)
    else:
        g.tell("rally", "13.5", "{unit} does not rally: die {sum}, needed {needed}", **facts)
    return rallied


def rally_modifiers(g: Situation, unit: int) -> list[Modifier]:
    """13.5b +2 in a Beachhead or City hex, +1 elite, -1 low quality."""
    h, found = g.hex[unit], []
    if g.quality(unit) == "elite":
        found.append(Modifier("13.5", Say("Elite troops"), 1))
    if g.quality(unit) == "low":
        found.append(Modifier("13.5", Say("Low Quality troops"), -1))
    if g.game.tables.city >> h & 1 or h in g.beachheads():
        found.append(Modifier("13.5", Say("in a City or Beachhead"), 2))
    return found


def tidy(g: Situation) -> None:
    """5.7g, 5.8d, 20.4c Markers come off; the marks of the player turn are cleared."""
    mine = g.own(g.active)
    for name in ("half", "renewed", "trucked", "moved", "far", "landed", "shifted", "fled"):
        setattr(g, name, getattr(g, name) & ~mine)
    g.attacked = g.struck = g.fell_back = g.gave = g.scouted = 0
    g.trucks = 0
    g.landing = g.transfer = 0
    g.harbour.clear()
