"""What a page shows on the map: zones, ranges, supply, control, minefields; facts of a hex; supply lines."""

from __future__ import annotations

from ...engine.view import Fact, Overlay, Trace
from ...engine.words import Say
from ...hexes import OFF
from . import lines, minefields, reinforcements, supply
from .counters import AXIS, SIDE_NAMES, SIDES
from .situation import NOBODY, Situation

TERRAIN = {
    "sea": Say("sea"),
    "desert": Say("open desert"),
    "hill": Say("hill"),
    "city": Say("Tobruk"),
}


def overlays(g: Situation) -> list[Overlay]:
    game, board = g.game, g.game.board
    found = []
    for side, name in enumerate(SIDES):
        found.append(Overlay("zoc", name, tuple(board.labels(g.zones[side]))))
        mine = g.control if side == AXIS else game.ground.land & ~g.control
        found.append(Overlay("control", name, tuple(board.labels(mine & game.ground.land))))
        heads = supply.supplied_headquarters(g, side)
        served = 0
        for hq in heads:
            served |= 1 << g.hex[hq]
        area = supply.lines(g, side, served) if served else 0
        found.append(Overlay("supply", name, tuple(board.labels(area))))
        reach = 0
        for hq in supply.headquarters(g, side):
            reach |= board.grid.within(g.hex[hq], game.units[hq].range)
        found.append(Overlay("range", name, tuple(board.labels(reach & game.ground.land))))
    if g.marker != NOBODY and g.hex[g.headquarters] >= 0:
        head = game.units[g.headquarters]
        near = board.grid.within(g.hex[head.index], head.range) & game.ground.land
        found.append(Overlay("impulse", SIDES[head.side], tuple(board.labels(near))))
    found.append(Overlay("breaches", lines=_sides(g, game.ground.mines, g.breached)))
    found.append(Overlay("fallen", lines=_sides(g, game.ground.forts, g.fallen)))
    return found


def _sides(
    g: Situation, sides: tuple[tuple[int, int], ...], mask: int
) -> tuple[tuple[str, str], ...]:
    label = g.game.board.label
    return tuple((label(a), label(b)) for n, (a, b) in enumerate(sides) if mask >> n & 1)


def facts(g: Situation, label: str) -> list[Fact]:
    """What a player wants to know of a hex."""
    game, h = g.game, g.game.board.index(label)
    board, ground = game.board, game.ground
    terrain = TERRAIN[board.terrain[h]]
    found = [Fact("2.3", Say("terrain: {terrain}", terrain=terrain))]
    if not ground.land >> h & 1:
        return found
    for klass, who in enumerate((Say("foot units"), Say("mechanized units"))):
        cost = game.charts.terrain[klass].get(board.terrain[h], 0)
        found.append(Fact("4.1", Say("{who} enter for {cost}", who=who, cost=f"{cost / 2:g}")))
    if ground.road_at >> h & 1:
        cost = game.charts.road
        found.append(Fact("4.31", Say("along the road: {cost}", cost=f"{cost / 2:g}")))
    if ground.track_at >> h & 1:
        cost = game.charts.track
        found.append(Fact("4.31", Say("along the track: {cost}", cost=f"{cost / 2:g}")))
    if ground.hills >> h & 1:
        found.append(Fact("9.64", Say("attacks against it: two columns to the left")))
    owner = SIDE_NAMES[not g.control >> h & 1]
    found.append(Fact("2.1c", Say("{side} control", side=owner)))
    for side, name in enumerate(SIDE_NAMES):
        if g.zones[side] >> h & 1:
            found.append(Fact("4.41", Say("in the {side} zone of control", side=name)))
    found += _hexsides(g, h)
    found += _roles(g, h)
    return found


def _hexsides(g: Situation, h: int) -> list[Fact]:
    label, near = g.game.board.label, g.game.ground.neighbours[h]
    found = []
    mined = minefields.mined_sides(g, h)
    if mined:
        hexes = ", ".join(label(n) for n in mined)
        found.append(Fact("10.8", Say("minefields toward {hexes}", hexes=hexes)))
    forts = [n for n in near if n != OFF and g.fortified(h, n)]
    if forts:
        hexes = ", ".join(label(n) for n in forts)
        found.append(Fact("10.7", Say("fortifications toward {hexes}", hexes=hexes)))
    cliffs = [n for n in near if n != OFF and "cliff" in g.game.board.side(h, n)]
    if cliffs:
        hexes = ", ".join(label(n) for n in cliffs)
        found.append(Fact("9.61", Say("escarpments toward {hexes}", hexes=hexes)))
    return found


def _roles(g: Situation, h: int) -> list[Fact]:
    """What the scenario and the rules name this hex for."""
    game, setting = g.game, g.game.setting
    found = []
    if h in setting.objectives:
        winner = SIDE_NAMES[setting.winner]
        found.append(Fact(setting.victory_rule, Say("{side} objective", side=winner)))
    for side in (0, 1):
        who = SIDE_NAMES[side]
        if supply.sources(g, side) >> h & 1:
            found.append(Fact("6.11a", Say("{side} source of supply", side=who)))
        if reinforcements.edge(g, side) >> h & 1:
            text = Say("{side} reinforcements enter here", side=who)
            found.append(Fact("11.11a", text))
    if game.landing >> h & 1:
        found.append(Fact("10.4a", Say("Group Hecker may land here")))
    return found


def traces(g: Situation, label: str) -> list[Trace]:
    """6.11 The lines of supply of the units in a hex: to an HQ, and from there to a source."""
    h = g.game.board.index(label)
    stack = g.stack(h)
    if not stack:
        return []
    side = g.game.units[stack[0]].side
    return lines.traces(g, side, h)
