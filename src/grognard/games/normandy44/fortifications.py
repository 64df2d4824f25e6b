"""16.1, 16.2 Improved Positions and strongpoints."""

from __future__ import annotations

from ...engine.words import Action, IllegalAction
from ...hexes import members
from . import players, reach
from .counters import GERMAN
from .situation import DEAD, DISRUPTED, GE, Situation


def builder(g: Situation, unit: int) -> int:
    """16.1.2 Whose share of the turn a position is: US, CW or German."""
    return GE if g.game.units.units[unit].side == GERMAN else g.army(unit)


def refuse_dig(g: Situation, unit: int) -> IllegalAction | None:
    """16.1.2-16.1.4 Why a unit cannot begin an Improved Position; None if it can."""
    counter, h = g.game.units.units[unit], g.hex[unit]
    facts = {"unit": counter.id}
    if h < 0 or counter.side != g.active or not counter.infantry_type:
        return IllegalAction("16.1.3", "{unit} cannot build Improved Positions", **facts)
    if wrong := players.refuse(g, unit):
        return wrong
    if g.weather == "storm":
        return IllegalAction("16.1.2", "nobody begins an Improved Position in a storm")
    if counter.side == GERMAN and g.turn < g.game.improved_from:
        return IllegalAction("16.1.4", "the Germans build no Improved Positions before turn 5")
    if not g.positions[builder(g, unit)]:
        return IllegalAction("16.1.2", "no more Improved Positions may be begun this turn")
    if g.reserve >> unit & 1:
        return IllegalAction("16.1.3", "{unit} is in Reserve", **facts)
    if g.moved >> unit & 1:
        return IllegalAction("16.1.3", "{unit} has moved", **facts)
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.6", "{unit} is Disrupted", **facts)
    if g.oos >> unit & 1:
        return IllegalAction("18.4", "{unit} is out of supply", **facts)
    if g.scattered >> unit & 1:
        return IllegalAction("20.2.3", "{unit} is Scattered", **facts)
    if g.renewed >> unit & 1:
        return IllegalAction("16.1.3", "{unit} took a replacement", **facts)
    tables, side = g.game.tables, counter.side
    if (tables.city | tables.permanent) >> h & 1:
        return IllegalAction("16.1.4", "{hex} allows no Improved Position", hex=g.word(h))
    if (g.improved[side] | g.digging[side]) >> h & 1:
        return IllegalAction("16.1.3", "{hex} has its Improved Position", hex=g.word(h))
    if wrong := reach.recalled(g, unit):
        return wrong
    if not left(g, side):
        return IllegalAction("16.1.2", "all Improved Position markers are on the map")
    return None


def left(g: Situation, side: int) -> int:
    """16.1.2b How many markers a side has left."""
    built = (g.improved[side] | g.digging[side]).bit_count()
    return g.game.charts.improved[side] - built


def dig(g: Situation, unit: int) -> None:
    """16.1.3a The unit begins a position and does not move."""
    h, bit = g.hex[unit], 1 << unit
    g.positions[builder(g, unit)] -= 1
    g.digging[g.active] |= 1 << h
    g.dug |= bit
    g.moved |= bit
    g.tell(
        "position",
        "16.1.3",
        "{unit} begins an Improved Position in {hex}",
        unit=g.id(unit),
        hex=g.word(h),
    )


def finish(g: Situation) -> None:
    """16.1.3b At the start of the owner's Movement Phase, where an Infantry Type unit still stands."""
    side, units = g.active, g.game.units.units
    for h in members(g.digging[side]):
        if any(units[u].infantry_type for u in g.group(h)):
            g.digging[side] &= ~(1 << h)
            g.improved[side] |= 1 << h
            g.tell("position", "16.1.3", "the Improved Position in {hex} is ready", hex=g.word(h))
    g.dug &= ~g.own(side)


def refuse_level(g: Situation, h: int) -> IllegalAction | None:
    """16.1.2b Why a player cannot remove an Improved Position; None if he can."""
    facts = {"hex": g.word(h)}
    if g.game.tables.permanent >> h & 1:
        return IllegalAction("16.1.6", "the position in {hex} is permanent", **facts)
    if not (g.improved[g.active] | g.digging[g.active]) >> h & 1:
        return IllegalAction("16.1.2", "there is no Improved Position of yours in {hex}", **facts)
    return next((wrong for u in g.group(h) if (wrong := players.refuse(g, u))), None)


def level(g: Situation, h: int) -> None:
    """16.1.2b A player removes an Improved Position of his own."""
    bit = ~(1 << h)
    g.improved[g.active] &= bit
    g.digging[g.active] &= bit
    g.tell("position", "16.1.2", "the Improved Position in {hex} is removed", hex=g.word(h))


def sweep(g: Situation) -> None:
    """16.1.5b At the end of the owner's Supply Phase positions without a unit of his go."""
    for h in members(g.improved[g.active] | g.digging[g.active]):
        g.abandon_position(h, g.active)


def abandoned(g: Situation) -> list[Action]:
    """16.2e The strongpoints that the German may give up, whenever in his turn he acts."""
    if g.active != GERMAN:
        return []
    acts, units = g.game.actions.abandon, g.game.units.units
    mine = [u for u in g.on_map(GERMAN) if units[u].strongpoint]
    return [acts[u] for u in mine if players.commands(g, u)]


def threatened(g: Situation) -> bool:
    """16.2e Whether a strongpoint that may be given up is next to the enemy."""
    return any(g.near_enemy(g.hex[act.value], GERMAN) for act in abandoned(g))


def refuse_abandon(g: Situation, unit: int) -> IllegalAction | None:
    """16.2e Why a strongpoint cannot be given up; None if it can."""
    counter = g.game.units.units[unit]
    if not counter.strongpoint or g.hex[unit] < 0:
        return IllegalAction("16.2", "{unit} is not a strongpoint on the map", unit=counter.id)
    if g.active != GERMAN:
        return IllegalAction("16.2", "strongpoints are given up in the German player turn")
    return players.refuse(g, unit)


def abandon(g: Situation, unit: int) -> None:
    """16.2e The German gives up a strongpoint."""
    g.eliminate(unit, "16.2", DEAD)
