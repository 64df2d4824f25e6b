"""13.4 The Recovery Phase and the Rally Table."""

from __future__ import annotations

from ...engine.decision import Procedure, Roll
from .counters import SIDES
from .situation import DISRUPTED, FULL, GOOD, Situation


def recovery(g: Situation) -> Procedure:
    """13.4 Units recover one level; in an enemy zone of control they have to rally."""
    side = g.active
    zoc, size = g.zoc(1 - side), g.game.tables.size
    for u in g.in_play(side):
        if g.status[u] == GOOD:
            continue
        place = g.hex[u]
        if place < size and zoc >> place & 1:
            die = yield Roll("13.5", "the rally", SIDES[side])
            if min(max(die + rally_bonus(g, u), 1), 6) < g.game.charts.rally:
                g.tell("rally", "13.5", "{unit} does not rally", unit=g.id(u))
                continue
        g.set_status(u, DISRUPTED if g.status[u] == FULL else GOOD)
        g.tell("rally", "13.4", "{unit} recovers one level", unit=g.id(u))


def rally_bonus(g: Situation, unit: int) -> int:
    """13.5b +2 in a Beachhead or City hex, +1 elite, -1 low quality."""
    h = g.hex[unit]
    bonus = {"elite": 1, "low": -1}.get(g.quality(unit), 0)
    if g.game.tables.city >> h & 1 or h in g.beachheads():
        bonus += 2
    return bonus


def tidy(g: Situation) -> None:
    """5.7g, 5.8d, 20.4c Markers come off; the marks of the player turn are cleared."""
    low, high = g.game.span[g.active]
    mine = ((1 << (high - low)) - 1) << low
    for name in ("half", "renewed", "trucked", "moved", "far", "landed", "shifted", "fled"):
        setattr(g, name, getattr(g, name) & ~mine)
    g.attacked = g.struck = g.fell_back = g.gave = g.scouted = 0
    g.trucks = 0
    g.landing = g.transfer = 0
    g.harbour.clear()
