"""15.0 Reserves."""

from __future__ import annotations

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import members
from . import players, reach
from .situation import DISRUPTED, Situation


def markers(g: Situation, side: int) -> int:
    """15.1c How many Reserve markers a side has left: each covers the units of a hex."""
    hexes = {g.hex[u] for u in members(g.reserve) if g.game.units.units[u].side == side}
    return g.game.charts.reserve - len(hexes)


def barred(g: Situation) -> int:
    """15.1 The units that some marker keeps out of the Reserve."""
    bad = g.renewed | g.oos | g.regroup | g.landed | g.dug | g.scattered | g.stirred
    return bad | g.reserve


def shared(g: Situation, side: int) -> int:
    """15.1c The hexes in which a unit may be put into Reserve: all, while there is a marker left."""
    low, high = g.game.span[side]
    found = 0
    for u in range(low, high):
        if g.reserve >> u & 1:
            found |= 1 << g.hex[u]
    return found if found.bit_count() >= g.game.charts.reserve else -1


def refuse_status(g: Situation, unit: int) -> IllegalAction | None:
    """15.1d Who may never be in Reserve."""
    facts = {"unit": g.id(unit)}
    bit = 1 << unit
    if g.renewed & bit:
        return IllegalAction("15.1", "{unit} took a replacement", **facts)
    if g.oos & bit:
        return IllegalAction("15.1", "{unit} is out of supply", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("15.1", "{unit} is Disrupted", **facts)
    if (g.regroup | g.landed) & bit:
        return IllegalAction("15.1", "{unit} has just landed", **facts)
    if g.dug & bit:
        return IllegalAction("15.1", "{unit} is building an Improved Position", **facts)
    counter = g.game.units.units[unit]
    if not counter.move or g.scattered & bit:
        return IllegalAction("15.1", "{unit} cannot move", **facts)
    return None


def refuse_after_combat(g: Situation, unit: int) -> IllegalAction | None:
    """15.1b, 15.1d5 Why a unit that has attacked cannot be put into Reserve, but for a marker."""
    if wrong := refuse_status(g, unit):
        return wrong
    if g.crept >> unit & 1:
        return IllegalAction("15.1", "{unit} has used Tactical Movement", unit=g.id(unit))
    return None


def refuse(g: Situation, unit: int) -> IllegalAction | None:
    """15.1 Why a unit cannot be put into Reserve in the Movement Phase; None if it can."""
    facts = {"unit": g.id(unit)}
    if g.hex[unit] < 0 or g.game.units.units[unit].side != g.active:
        return IllegalAction("15.1", "{unit} is not there", **facts)
    if g.reserve >> unit & 1:
        return IllegalAction("15.1", "{unit} is in Reserve", **facts)
    wrong = players.refuse(g, unit) or refuse_status(g, unit) or reach.recalled(g, unit)
    if wrong:
        return wrong
    if g.stirred >> unit & 1:
        return IllegalAction("15.1", "{unit} has moved too far or near the enemy", **facts)
    return refuse_marker(g, unit)


def refuse_marker(g: Situation, unit: int) -> IllegalAction | None:
    """15.1c Six markers a side; units of one hex share one."""
    if any(g.reserve >> u & 1 for u in g.group(g.hex[unit])):
        return None
    if markers(g, g.game.units.units[unit].side) > 0:
        return None
    return IllegalAction("15.1", "all six Reserve markers are in use")


def place(g: Situation, unit: int) -> None:
    """15.1"""
    g.reserve |= 1 << unit
    g.moved |= 1 << unit
    g.tell("reserve", "15.1", "{unit} goes into Reserve", unit=g.id(unit))


def drop(g: Situation, unit: int, rule: str = "15.4") -> None:
    """15.4 A unit leaves the Reserve."""
    if g.reserve >> unit & 1:
        g.reserve &= ~(1 << unit)
        g.tell("reserve", rule, "{unit} is no longer in Reserve", unit=g.id(unit))


def refuse_release(g: Situation, unit: int) -> IllegalAction | None:
    """15.4 Why a unit cannot be taken out of the Reserve; None if it can."""
    if not g.reserve >> unit & 1:
        return IllegalAction("15.4", "{unit} is not in Reserve", unit=g.id(unit))
    return players.refuse(g, unit)


def released(g: Situation) -> list[Action]:
    """15.4 The units that the active player may take out of the Reserve, whenever he acts."""
    if not g.reserve:
        return []
    mine = [u for u in range(*g.game.span[g.active]) if g.reserve >> u & 1]
    return [g.game.actions.unreserve[u] for u in mine if players.commands(g, u)]


def keep_to_six(g: Situation) -> Procedure:
    """15.1c Reserves that have gone apart need a marker each: of more than six stacks some leave the Reserve."""
    side, acts = g.active, g.game.actions
    while markers(g, side) < 0:
        mine = _waiting(g)
        choice = yield Ask(
            g.asked(side, mine),
            "reserves",
            "15.1",
            Say("there are six Reserve markers: which unit leaves the Reserve?"),
            [acts.unreserve[u] for u in mine],
            about=g.about(mine),
        )
        drop(g, choice.value, "15.1")


def expire(g: Situation) -> None:
    """15.4 Next to the enemy Reserve status ends with one's Regeneration."""
    for u in _waiting(g):
        if g.near_enemy(g.hex[u], g.active):
            drop(g, u)
    revoke(g)


def revoke(g: Situation) -> None:
    """15.4 Who comes under a ban of 15.1 is in Reserve no longer."""
    for u in _waiting(g):
        if refuse_status(g, u):
            drop(g, u)


def _waiting(g: Situation) -> list[int]:
    """The active side's units in Reserve."""
    return [u for u in members(g.reserve) if g.game.units.units[u].side == g.active]


def any_left(g: Situation) -> bool:
    """3.0e Whether the active side has Reserves."""
    return bool(g.reserve & g.own(g.active))
