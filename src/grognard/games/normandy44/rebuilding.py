"""6.2.2 Eliminated units return."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import supply as series
from . import cadres, pool, supply
from .counters import ALLIED, GERMAN, Counter
from .situation import BRITAIN, DEAD, GONE, Situation


def refuse_rebuild(g: Situation, unit: int) -> IllegalAction | None:
    """6.2.1, 6.2.2 Why an eliminated unit cannot return; None if it can."""
    counter = g.game.units[unit]
    facts = {"unit": counter.id}
    if counter.side != g.active:
        return IllegalAction("6.2", "{unit} is not yours", **facts)
    if g.hex[unit] != GONE:
        return IllegalAction("6.2.1", "{unit} is not among the eliminated units", **facts)
    if wrong := pool.refuse_any(g, unit):
        return wrong
    if _disbanded(g, counter):
        return IllegalAction("6.2.2", "the division of {unit} is destroyed", **facts)
    if not cadres.restore(g, unit):
        return IllegalAction("17.9.4", "no Cadre is left for {unit}", **facts)
    if not homes(g, unit):
        return IllegalAction("6.2.2", "there is no place for {unit} to return to", **facts)
    return None


def _disbanded(g: Situation, counter: Counter) -> bool:
    """6.2.2d Whether all units of its division are eliminated."""
    if not counter.formation:
        return False
    division = [u.index for u in g.game.units if u.formation == counter.formation]
    return all(g.hex[u] in (GONE, DEAD, g.AWAY) for u in division)


def homes(g: Situation, unit: int) -> list[int]:
    """6.2.2, 17.2.2b, 21.1.4 Where a rebuilt unit may appear."""
    counter = g.game.units[unit]
    side, tables = counter.side, g.game.tables
    if counter.type == "engineer":
        return [BRITAIN]
    if counter.hq:
        return members(_allowed(g, counter, _hq_homes(g, side)))
    hexes = tables.town | tables.city
    hexes &= g.control if side == ALLIED else ~g.control
    for u in g.on_map(side):
        if g.game.units.units[u].hq and g.game.units.units[u].nation == counter.nation:
            hexes |= 1 << g.hex[u]
    if counter.formation:
        hexes &= _near_division(g, counter)
    found = members(_allowed(g, counter, hexes))
    return [BRITAIN, *found] if side == ALLIED else found


def _hq_homes(g: Situation, side: int) -> int:
    """17.2.2b A city of one's own, or an open beach."""
    hexes = g.game.tables.city & (g.control if side == ALLIED else ~g.control)
    if side == ALLIED:
        for name in g.open_beaches():
            hexes |= mask_of(g.game.beaches[name].hexes)
    return hexes


def _allowed(g: Situation, counter: Counter, hexes: int) -> int:
    """6.2.2b, 6.2.2c, 6.2.3f In supply now, not in an enemy zone of control; 22.1.2 nor too far beyond the boundary."""
    side = counter.side
    hexes &= series.supplied(g, side) & ~g.occupied[1 - side] & ~g.zoc(1 - side)
    if side == GERMAN:
        hexes &= supply.reachable(g, GERMAN, supply.edge_sources(g))
    else:
        hexes &= ~g.game.tables.abroad[g.army(counter.index)]
    return hexes & ~g.game.closed


def _near_division(g: Situation, counter: Counter) -> int:
    """6.2.2d Within five hexes of a unit of its division that was there when the phase began."""
    found, grid = 0, g.game.board.grid
    for u in g.on_map(counter.side):
        if g.game.units.units[u].formation == counter.formation and not g.rebuilt >> u & 1:
            found |= grid.within(g.hex[u], g.game.charts.replacements["distance"])
    return found


def rebuild(g: Situation, unit: int) -> Procedure:
    """6.2.1, 6.2.2 An eliminated unit returns with its last step."""
    counter, acts = g.game.units[unit], g.game.actions
    places = homes(g, unit)
    place = places[0]
    if len(places) > 1:
        choice = yield Ask(
            g.asked(g.active, [unit]),
            "rebuild",
            "6.2.2",
            Say("where should {unit} return?", unit=counter.id),
            [acts.at[h] for h in places],
            refuse=lambda verb, word: refuse_home(g, unit, word or verb),
            about=g.about([unit]),
        )
        place = choice.value
    pool.pay(g, counter)
    bit = 1 << unit
    g.tied &= ~bit
    g.set_steps(unit, 1)
    g.put(unit, place)
    g.renewed |= bit
    g.rebuilt |= bit
    if place == BRITAIN:
        g.tell("rebuild", "6.2.2", "{unit} is rebuilt in Britain", unit=counter.id, hex="Britain")
    else:
        g.tell("rebuild", "6.2.2", "{unit} is rebuilt in {hex}", unit=counter.id, hex=g.word(place))


def refuse_home(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """6.2.2 Why a rebuilt unit may not appear in a hex."""
    h, counter = g.game.place(word), g.game.units[unit]
    facts = {"unit": counter.id, "hex": word}
    if h is None and counter.hq and word == g.game.actions.at[BRITAIN].word:
        return IllegalAction("17.2.2", "{unit} returns to a city or an open beach", **facts)
    if h is None:
        return None
    bit, side = 1 << h, counter.side
    if counter.type == "engineer":
        return IllegalAction("21.1.4", "{unit} returns by way of Britain", **facts)
    if side == ALLIED and bit & g.game.tables.abroad[g.army(unit)]:
        return IllegalAction("22.1.2", "{hex} is too far beyond the army boundary", **facts)
    if bit & g.occupied[1 - side]:
        return IllegalAction("6.2.2", "{hex} is held by the enemy", **facts)
    if bit & g.zoc(1 - side):
        return IllegalAction("6.2.2", "{hex} is in an enemy zone of control", **facts)
    if counter.hq:
        if not bit & _hq_homes(g, side):
            return IllegalAction("17.2.2", "{unit} returns to a city or an open beach", **facts)
    elif counter.formation and not bit & _near_division(g, counter):
        return IllegalAction(
            "6.2.2", "no unit of its division is within five hexes of {hex}", **facts
        )
    if not bit & series.supplied(g, side):
        return IllegalAction("6.2.2", "{hex} has no line of supply", **facts)
    if side == GERMAN and not supply.from_edge(g, h):
        return IllegalAction("6.2.3", "{hex} is supplied by Cherbourg alone", **facts)
    return IllegalAction("6.2.2", "{hex} is not a town, city or headquarters of your own", **facts)
