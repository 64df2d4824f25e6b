"""18.0 Beachheads, ports and naval transport."""

from __future__ import annotations

from ...engine.decision import Procedure
from ...engine.words import IllegalAction
from ...hexes import mask_of, members
from . import retreat, supply
from .counters import ALLIED, GERMAN
from .situation import GOOD, RESERVE, SEA, Situation


def open_ports(g: Situation) -> int:
    """18.2.1b The ports that are Allied now; those of the start of the Movement Phase may be used."""
    return g.game.tables.ports & g.control & ~g.occupied[GERMAN]


def beachhead_nation(g: Situation, h: int) -> str:
    """18.4.2b The nationality of a beachhead, Sugar Beach (24.4.3) among them; '' for a port."""
    if h == g.game.sugar:
        return g.game.beaches["Sugar"].nation
    return next((g.game.units[u].nation for u in g.game.beachheads if g.hex[u] == h), "")


def harbours(g: Situation) -> int:
    """18.4.1 The hexes where units may land or embark this phase."""
    ports = g.ports_open & g.control
    found = mask_of(g.beachheads()) | ports
    sugar = g.game.sugar
    if g.turn == 1 and sugar >= 0 and not g.occupied[GERMAN] >> sugar & 1:
        found |= 1 << sugar
    return found


def closed(g: Situation, place: int) -> IllegalAction:
    """18.2.1b, 18.2.2 Why nobody lands or embarks here."""
    where = g.word(place)
    if _mined(g, place):
        return IllegalAction("18.2.2", "mines close the port of {hex}", hex=where)
    if open_ports(g) & ~g.ports_open & 1 << place:
        return IllegalAction(
            "18.2.1", "{hex} was not Allied when the Movement Phase began", hex=where
        )
    return IllegalAction("18.4", "{hex} is not an open port or Beachhead", hex=where)


def _mined(g: Situation, place: int) -> bool:
    """18.2.2 Sorrento and Torre Annunziata."""
    return bool(g.game.board.where.get("mined", 0) >> place & 1)


def capacity(g: Situation, h: int) -> int:
    """18.4.4 Landing Points that a harbour handles in a turn."""
    if h in g.game.tables.port_value:
        return supply.port_points(g, h)
    return g.game.charts.beachhead


def points(g: Situation, unit: int) -> int:
    """18.4.3b Landing Points that a unit takes."""
    return g.game.units.units[unit].landing[g.steps[unit]]


def sailings(g: Situation, unit: int) -> list[int]:
    """18.4 Where the unit may go by sea from where it is now; RESERVE among the places."""
    if unfit(g, unit) is not None:
        return []
    here = g.hex[unit]
    goals = (*members(harbours(g)), RESERVE)
    return [h for h in goals if h != here and _no_passage(g, unit, h) is None]


MEMORY = 64
Cargo = tuple[int, int, bool, int]
"""What decides where a unit sails to: where it is, its size, whether it follows up, its goal at sea."""
Shipping = tuple[int, int, int, int, tuple[tuple[int, tuple[int, int]], ...]]
"""And on the other side: points used, harbours, Germans near them, what each harbour has handled."""


def may_sail(g: Situation, unit: int, alike: dict[Cargo, bool]) -> bool:
    """18.4 Whether a unit may go anywhere by sea; ``alike`` is what is known of units at this moment."""
    if unfit(g, unit) is not None:
        return False
    cargo = g.hex[unit], points(g, unit), _follows(g, unit), g.voyage.get(unit, -1)
    if cargo not in alike:
        alike[cargo] = bool(sailings(g, unit))
    return alike[cargo]


def known(g: Situation) -> dict[Cargo, bool]:
    """18.4 Which cargoes may sail, remembered while nothing sails."""
    memory, shipping = g.game.naval_memory, _shipping(g)
    alike = memory.get(shipping)
    if alike is None:
        if len(memory) > MEMORY:
            memory.clear()
        alike = memory[shipping] = {}
    return alike


def _shipping(g: Situation) -> Shipping:
    near = g.occupied[GERMAN] & g.game.near_ports
    return g.landing, g.transfer, harbours(g), near, tuple(g.harbour.items())


def _follows(g: Situation, unit: int) -> bool:
    """24.4.3 Whether a unit is of the follow-up wave."""
    return g.game.units.units[unit].arrival.startswith("followup")


def unfit(g: Situation, unit: int) -> IllegalAction | None:
    """5.7e, 18.4.1, 18.4.2a, 18.4.5b, 20.4a Why a unit may not use Naval Transport at all."""
    counter = g.game.units.units[unit]
    if counter.side != ALLIED:
        return IllegalAction("18.4.1", "only the Allies use Naval Transport")
    if not counter.move:
        return IllegalAction("18.1.1", "{unit} cannot move", unit=counter.id)
    if g.renewed >> unit & 1:
        return IllegalAction(
            "20.4", "{unit} took a Replacement and may not use Naval Transport", unit=counter.id
        )
    if g.status[unit] != GOOD:
        return IllegalAction("18.4.2", "{unit} is not in Good Order", unit=counter.id)
    if g.landed >> unit & 1 and g.hex[unit] >= 0:
        return IllegalAction("18.4.5", "a unit sails once in a turn")
    if g.half >> unit & 1 and g.hex[unit] >= 0 and not counter.raider:
        return IllegalAction(
            "5.7e", "{unit} is half effective and may not go by sea", unit=counter.id
        )
    return None


def nowhere(g: Situation, unit: int) -> IllegalAction:
    """18.2.1b, 18.4.3, 18.4.4 Why a unit at sea finds no place to land."""
    name = g.id(unit)
    if (why := unfit(g, unit)) is not None:
        return why
    if not harbours(g):
        for port in members(open_ports(g)):
            return closed(g, port)
        return IllegalAction("18.4", "{unit} finds no port or Beachhead to land at", unit=name)
    reasons = [_no_passage(g, unit, h) for h in members(harbours(g))]
    most = next((why for why in reasons if why is not None and why.rule == "18.4.3"), None)
    return most or IllegalAction("18.4.4", "no port or Beachhead has room for {unit}", unit=name)


def refuse(g: Situation, unit: int, goal: int) -> IllegalAction | None:
    """18.4.2-18.4.5 Why a unit may not sail to a harbour (or the Floating Reserve)."""
    return unfit(g, unit) or _no_passage(g, unit, goal)


def _no_passage(g: Situation, unit: int, goal: int) -> IllegalAction | None:
    """18.4.3-18.4.5 Why ships do not take a unit that may sail there."""
    counter, charts = g.game.units.units[unit], g.game.charts
    here, cost = g.hex[unit], points(g, unit)
    if here == SEA and g.voyage[unit] != goal:
        return IllegalAction(
            "18.4.4c", "{unit} is bound for {hex}", unit=counter.id, hex=g.word(g.voyage[unit])
        )
    if here >= 0:
        if not harbours(g) >> here & 1:
            if g.game.tables.ports >> here & 1 or _mined(g, here):
                return closed(g, here)
            return IllegalAction("18.4.5", "{unit} is not in a port or Beachhead", unit=counter.id)
        if here == g.game.sugar:
            return IllegalAction("24.4.3", "nobody embarks at Sugar Beach")
        came, left = g.harbour.get(here, (0, 0))
        if came or left + cost > capacity(g, here):
            return IllegalAction(
                "18.4.4",
                "{hex} cannot ship out {cost} more Landing Points",
                hex=g.word(here),
                cost=cost,
            )
    if goal == RESERVE:
        if here == RESERVE:
            return IllegalAction("18.3", "{unit} is in the Floating Reserve", unit=counter.id)
        return None
    if goal == g.game.sugar and not _follows(g, unit):
        return IllegalAction("24.4.3", "Sugar Beach takes the follow-up wave only")
    if here == RESERVE and g.landing + cost > charts.landing:
        return IllegalAction(
            "18.4.3", "no more than {most} Landing Points a turn", most=charts.landing
        )
    came, left = g.harbour.get(goal, (0, 0))
    room = capacity(g, goal)
    slow = cost > room == 1
    if left or (came if slow else came + cost > room):
        return IllegalAction(
            "18.4.4",
            "{hex} cannot take {cost} more Landing Points",
            hex=g.word(goal),
            cost=cost,
        )
    if here >= 0 and g.transfer + cost > charts.transfer:
        return IllegalAction(
            "18.4.5d",
            "no more than {most} Landing Points a turn from port to port",
            most=charts.transfer,
        )
    return None


def sail(g: Situation, unit: int, goal: int) -> Procedure:
    """18.4.2-18.4.5 The unit goes by sea; it lands half effective, or Disrupted over foreign beaches.

    17.3 An ASU that came to its harbour by land has moved more than one hex and is Disrupted too.
    """
    counter = g.game.units.units[unit]
    here, cost = g.hex[unit], points(g, unit)
    if here >= 0:
        came, left = g.harbour.get(here, (0, 0))
        g.harbour[here] = came, left + cost
    if goal == RESERVE:
        g.put(unit, RESERVE)
        g.oos &= ~(1 << unit)
        g.red &= ~(1 << unit)
        g.tell("sail", "18.4.5", "{unit} goes to the Floating Reserve", unit=counter.id)
        return
    room = capacity(g, goal)
    came, left = g.harbour.get(goal, (0, 0))
    if here == RESERVE:
        g.landing += cost
    elif here >= 0:
        g.transfer += cost
    if cost > room and here != SEA:
        g.harbour[goal] = room, left
        g.put(unit, SEA)
        g.voyage[unit] = goal
        g.tell(
            "sail",
            "18.4.4c",
            "{unit} is bound for {hex} and lands next turn",
            unit=counter.id,
            hex=g.word(goal),
        )
        return
    g.harbour[goal] = min(came + cost, room), left
    g.voyage.pop(unit, None)
    g.put(unit, goal)
    g.tell("sail", "18.4.2", "{unit} lands in {hex}", unit=counter.id, hex=g.word(goal))
    nation = beachhead_nation(g, goal)
    if nation and nation != counter.nation:
        g.disrupt(unit, "18.4.2")
    elif counter.asu and g.trod > 1:
        g.disrupt(unit, "17.3")
    elif not counter.raider:
        g.half |= 1 << unit
    if not g.zoc(GERMAN) >> goal & 1:
        g.landed |= 1 << unit
    yield from retreat.automatic(g, goal, ALLIED)
