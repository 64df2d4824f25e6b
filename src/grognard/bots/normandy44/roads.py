"""18.3, S1.3.1b What hangs on the roads: the towns that the Germans lose with one, the troops cut off at Cherbourg."""

from __future__ import annotations

from ...games.normandy44 import supply
from ...games.normandy44.counters import ALLIED, GERMAN
from ...games.normandy44.situation import Situation
from ...games.zocbond.lines import starts, trace
from ...games.zocbond.supply import OVERLAND
from ...hexes import members

NEAR = 7
"""How near the Allies must be to a town for its road to be in danger, in hexes."""
FEW = 2
"""The Victory Points up to which it makes no difference what lies behind a town."""


def lifelines(g: Situation) -> dict[int, int]:
    """S1.3.1b By town: the Victory Points that the Germans lose behind the line if the road through it is cut."""
    tables, spread = g.game.tables, g.game.board.grid.spread
    edge = supply.edge_sources(g)
    built = (tables.town | tables.city) & ~g.control
    theirs = built & ~tables.beyond & supply.reachable(g, GERMAN, edge)
    if g.game.scenario != "campaign" or theirs.bit_count() <= FEW:
        return {}
    near = g.occupied[ALLIED]
    for _ in range(NEAR):
        near |= spread(near)
    ground, country = tables.ground, g.country(GERMAN).plain()
    found = {}
    for h in members(built & near & ground.paved):
        cut = country._replace(enemies=country.enemies | 1 << h)
        fed = starts(ground, cut, trace(ground, cut, edge & ~(1 << h), 0, OVERLAND), OVERLAND)
        lost = theirs & ~fed & ~(1 << h)
        points = lost.bit_count() + (lost & tables.city).bit_count()
        if points > FEW:
            found[h] = points
    return found


def cut_off(g: Situation) -> int:
    """S1.3.1b, 18.2.1 The hexes from which Germans have a line to Cherbourg and none to the map edge.

    What they hold there counts for nothing.  S3.3.1 At Cherbourg the road itself counts, and they fight for it.
    """
    if g.game.scenario == "cherbourg":
        return 0
    fortress = supply.reachable(g, GERMAN, supply.fortress_sources(g))
    return fortress & ~supply.reachable(g, GERMAN, supply.edge_sources(g))
