"""S1.2, S2.1, S3.1 The set-up of the scenarios."""

from __future__ import annotations

from . import players
from .counters import ALLIED, Counter
from .situation import AWAY, BRITAIN, LATER, SEA, STOCKS, US, Situation

ELSEWHERE = ("US2", "2Armd")
"""S3.2.7 The American divisions that do not take part in the Cherbourg scenario."""


def start(g: Situation) -> Situation:
    """S1.2 Germans where their counters say, airborne units on their drop hexes, the others at sea."""
    game = g.game
    g.turn, g.phase, g.active = 1, "invasion", ALLIED
    g.sp = [*game.start_sp, 0]
    g.positions = [1, 0 if game.scenario == "cherbourg" else 1, 0]
    g.stock[STOCKS.index(("german", "armor"))] = game.setting.get("armor", 0)
    ships = game.charts.weather[g.row - 1].naval
    g.naval = [ships, ships] if game.scenario != "cherbourg" else [game.setting["naval"], 0]
    for unit in game.units:
        _place(g, unit)
    g.droppers = tuple(
        u.index for u in game.units if u.arrival.startswith("drop") and g.hex[u.index] >= 0
    )
    g.beaches = tuple(name for name in game.beaches if _assaulted(g, name))
    players.deploy(g)
    g.events.clear()
    return g


def _place(g: Situation, unit: Counter) -> None:
    word, *rest = unit.arrival.split()
    u, board = unit.index, g.game.board
    if not in_play(g, unit):
        g.hex[u] = AWAY
        return
    g.set_steps(u, unit.steps)
    if word in ("hex", "drop"):
        g.hex[u] = AWAY
        g.put(u, board.index(rest[0]))
    elif word in ("assault", "follow"):
        g.hex[u] = SEA["Omaha" if rest[0] == "Hoc" else rest[0]]
    elif word == "britain":
        g.hex[u] = BRITAIN
    else:
        g.hex[u] = LATER


def in_play(g: Situation, unit: Counter) -> bool:
    """S3.1, S3.2.7 Who takes part in the Cherbourg scenario; in the others everybody."""
    if g.game.scenario != "cherbourg":
        return True
    word, *rest = unit.arrival.split()
    if unit.side == ALLIED:
        if unit.nation != "US" or unit.formation in ELSEWHERE:
            return False
        return word in ("drop", "glider", "britain") or rest[0] == "Utah"
    if unit.id in g.game.setting["absent"]:
        return False
    if word == "hex":
        tables, h = g.game.tables, g.game.board.index(rest[0])
        place = g.game.board.grid.line_place(h)[1]
        return tables.army[US] >> h & 1 == 1 and place < 15
    if word == "mobilization":
        return True
    return unit.id in ("GE-77-3-1050", "GE-77-1049", "GE-77-2-1050")


def _assaulted(g: Situation, name: str) -> bool:
    return any(u.arrival == f"assault {name}" and g.hex[u.index] != AWAY for u in g.game.units)
