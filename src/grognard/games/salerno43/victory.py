"""23.0 Victory Points and Automatic Victory; S1.2 and S2.4."""

from __future__ import annotations

from ...engine.decision import Outcome
from ...engine.words import Say
from ..zocbond import supply as series
from ..zocbond.lines import UNLIMITED
from . import supply
from .counters import ALLIED, GERMAN, SIDES
from .situation import AREAS, DEAD, GONE, Situation


def points(g: Situation, *, final: bool = False) -> int:
    """23.1 The Allied Victory Points now; ``final`` for the end of the campaign (S2.4b)."""
    return sum(count for _, _, count in account(g, final=final))


def account(g: Situation, *, final: bool = False) -> list[tuple[str, Say, int]]:
    """23.1 The Victory Points one by one: rule, what, how many."""
    tables, units = g.game.tables, g.game.units
    linked = series.supplied(g, ALLIED)
    found = []
    for h, value in sorted(tables.vp.items()):
        mine = g.control >> h & 1 and linked >> h & 1
        lost = final and not g.control >> h & 1 and isolated(g, h)
        if mine or lost:
            place = g.game.board.names.get(h, g.word(h))
            found.append(("S2.4b" if lost else "23.1.1", Say("{place}", place=place), value))
    for unit in units:
        if g.hex[unit.index] not in (GONE, DEAD):
            continue
        if unit.beachhead:
            if not final:
                found.append(("23.1.3", Say("{unit} lost", unit=unit.id), -1))
        elif unit.asu:
            found.append(
                ("23.1.2", Say("{unit} lost", unit=unit.id), -1 if unit.side == ALLIED else 1)
            )
        elif unit.side == ALLIED and unit.type in ("airborne", "glider") and not unit.battalion:
            found.append(("23.1.2", Say("{unit} lost", unit=unit.id), -1))
    for name, value in g.game.charts.north.items():
        if taken(g, AREAS.index(name)):
            found.append(("23.1.4", Say("Entry Area {area}", area=name), value))
    return found


def taken(g: Situation, area: int) -> bool:
    """23.1.4a Two or more 5th Army units of Attack Strength 6 in all, with a supply line."""
    tables, units = g.game.tables, g.game.units
    there = [u for u in g.group(tables.size + area) if units[u].army == 5]
    if len(there) < 2 or sum(g.attack(u) for u in there) < g.game.charts.north_strength:
        return False
    return supply.area_linked(g, area, ALLIED)


def isolated(g: Situation, h: int) -> bool:
    """S2.4b No German Line of Communications can be traced from the hex."""
    hexes, gates = supply.sources(g, GERMAN)
    return not series.reachable(g, GERMAN, hexes, gates, UNLIMITED) >> h & 1


def check(g: Situation) -> Outcome | None:
    """23.2, S1.2, S2.4 Whether the game is decided at the end of the turn."""
    charts, vp = g.game.charts, points(g)
    mark = charts.benchmark[g.turn - 1]
    facts = {"vp": vp, "mark": mark}
    last = g.turn >= g.game.turns
    if mark >= 0 and not last:
        if vp >= charts.automatic or vp >= mark + charts.margin:
            return Outcome(
                SIDES[ALLIED],
                "23.2",
                Say("{vp} Victory Points against a benchmark of {mark}", **facts),
            )
        if vp <= mark - charts.margin:
            return Outcome(
                SIDES[GERMAN],
                "23.2",
                Say("only {vp} Victory Points against a benchmark of {mark}", **facts),
            )
    if not last:
        return None
    final = g.game.scenario == "campaign"
    rule = "S2.4" if final else "S1.2"
    if final:
        vp = points(g, final=True)
    winner = ALLIED if vp >= g.game.needed else GERMAN
    return Outcome(
        SIDES[winner],
        rule,
        Say("{vp} Victory Points at the end, {needed} needed", vp=vp, needed=g.game.needed),
    )
