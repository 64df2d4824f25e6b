"""18.0 Supply and isolation."""

from __future__ import annotations

from ...engine.decision import Modifier, Procedure
from ...engine.words import Say
from ...hexes import mask_of
from ..zocbond import isolation
from ..zocbond import supply as series
from ..zocbond.lines import Country
from .counters import ALLIED, GERMAN
from .situation import Situation


def sources(g: Situation, side: int) -> tuple[int, int]:
    """18.2 The hexes from which supply comes; no line leaves the map."""
    if side == GERMAN:
        return edge_sources(g) | fortress_sources(g), 0
    found = 0
    for name in g.open_beaches():
        found |= mask_of(g.game.beaches[name].hexes)
    found |= mask_of(h for h in g.harbour if h >= 0)
    return found & ~g.occupied[GERMAN], 0


def edge_sources(g: Situation) -> int:
    """18.2.1 German entry hexes; S3.2.1 in the Cherbourg scenario the roads over the 27 June line."""
    tables = g.game.tables
    if g.game.scenario == "cherbourg":
        roads = tables.beyond & tables.ground.paved & ~g.game.closed
        return roads & ~g.occupied[ALLIED] & ~(g.zoc(ALLIED) & ~g.occupied[GERMAN])
    return tables.entries & ~g.occupied[ALLIED]


def fortress_sources(g: Situation) -> int:
    """18.2.1 The hexes of Cherbourg that the Germans control."""
    return g.game.tables.cherbourg & ~g.control & ~g.occupied[ALLIED]


def country(g: Situation, side: int) -> Country:
    """18.3 What bounds a side's lines of supply."""
    tables = g.game.tables
    theirs = (tables.town | tables.city) & (g.control if side == GERMAN else ~g.control)
    return Country(
        g.occupied[side],
        g.occupied[1 - side],
        g.zoc(1 - side),
        g.bonds(1 - side),
        0,
        0,
        theirs,
        True,
    )


def reachable(g: Situation, side: int, goals: int) -> int:
    """The hexes from which a unit of the side can trace a line to the given hexes now."""
    return series.reachable(g, side, goals, 0) if goals else 0


def from_fortress(g: Situation, h: int) -> bool:
    """17.2.7 Whether a German unit in a hex can trace a line to Cherbourg."""
    return bool(reachable(g, GERMAN, fortress_sources(g)) >> h & 1)


def from_edge(g: Situation, h: int) -> bool:
    """17.2.7 Whether a German unit in a hex can trace a line to an entry hex."""
    return bool(reachable(g, GERMAN, edge_sources(g)) >> h & 1)


def fortress_fed(g: Situation) -> bool:
    """5.2b Whether a hex of Cherbourg can trace a line to the south edge of the map."""
    tables = g.game.tables
    south = edge_sources(g) & (
        tables.south | tables.beyond if g.game.scenario == "cherbourg" else tables.south
    )
    return bool(reachable(g, GERMAN, south) & fortress_sources(g))


def reddens(g: Situation, unit: int) -> bool:
    """18.1b The marker turns red on who had it already."""
    return bool(g.oos >> unit & 1)


def attrition(g: Situation) -> Procedure:
    """18.5 Isolated units next to the enemy roll; strongpoints after those they stand with."""
    safe = g.game.charts.attrition["safe"]
    _forsaken(g)
    units = g.game.units.units
    worn = [u for u in g.on_map(g.active) if not units[u].strongpoint and _wears(g, u)]
    yield from isolation.attrition(g, worn, safe)
    alone = [
        u
        for u in g.on_map(g.active)
        if units[u].strongpoint
        and all(units[friend].strongpoint for friend in g.group(g.hex[u]))
        and _wears(g, u)
    ]
    yield from isolation.attrition(g, alone, safe)
    _forsaken(g)


def _wears(g: Situation, unit: int) -> bool:
    """18.5.1a-b Red-marked, without a line of any length off the road, next to an enemy and no HQ."""
    return (
        bool(g.red >> unit & 1)
        and not g.game.units.units[unit].hq
        and g.near_enemy(g.hex[unit], g.active)
        and not series.linked(g, unit)
    )


def attrition_modifiers(g: Situation, unit: int) -> list[Modifier]:
    """18.5.2 +2 with a line to a city, strongpoint, coast or HQ of one's own; the unit's Quality."""
    counter = g.game.units.units[unit]
    side, tables = counter.side, g.game.tables
    goals = tables.city & (g.control if side == ALLIED else ~g.control) & ~g.occupied[1 - side]
    if side == ALLIED:
        goals |= tables.coast & ~g.occupied[GERMAN]
    for u in g.on_map(side):
        friend = g.game.units.units[u]
        if friend.hq or friend.strongpoint:
            goals |= 1 << g.hex[u]
    found = []
    if counter.quality:
        found.append(Modifier("18.5.2", Say("its Quality"), counter.quality))
    if reachable(g, side, goals) >> g.hex[unit] & 1:
        found.append(Modifier("18.5.2", Say("a line to help"), g.game.charts.attrition["help"]))
    return found


def _forsaken(g: Situation) -> None:
    """18.5.4 Isolated HQs without a line to a friend that is no HQ are eliminated."""
    hqs = [u for u in g.on_map(g.active) if g.game.units.units[u].hq]
    isolated = [u for u in hqs if g.oos >> u & 1 and not series.linked(g, u)]
    series.forsaken(g, hqs, isolated, "18.5.4")


def edge_force(g: Situation) -> int:
    """23.2 How many Allied units in supply stand at the south or east edge."""
    tables = g.game.tables
    brink = tables.south | tables.east
    return sum(1 for u in g.on_map(ALLIED) if brink >> g.hex[u] & 1 and series.in_supply(g, u))
