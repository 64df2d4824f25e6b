"""6.0 Supply: the status of the turn, then that of the impulse, which holds until its end."""

from __future__ import annotations

from .counters import AXIS, SIDES
from .situation import ISOLATED, SUPPLIED, UNSUPPLIED, Situation

FAR = 999


def open_hexes(g: Situation, side: int) -> int:
    """6.13a Land without enemies, and without their zones of control unless a friend is there."""
    enemy = 1 - side
    closed = g.occupied[enemy] | g.zones[enemy] & ~g.occupied[side]
    return g.game.ground.land & ~closed


def next_along(g: Situation, side: int, mask: int) -> int:
    """6.13 One step of supply lines; 6.13b, 10.82 Axis lines do not cross unbreached minefields."""
    ground, found = g.game.ground, 0
    deltas, exits = ground.deltas, ground.exits
    for d in range(6):
        out = mask & exits[d]
        if side == AXIS:
            out &= ~g.mines[d]
        delta = deltas[d]
        found |= out << delta if delta > 0 else out >> -delta
    return found


def lines(g: Situation, side: int, start: int, length: int = FAR) -> int:
    """6.13 The hexes from which a line of at most this length leads to one of the start."""
    allowed = open_hexes(g, side)
    reached = edge = start & allowed
    while edge and length:
        edge = next_along(g, side, edge) & allowed & ~reached
        reached |= edge
        length -= 1
    return reached


def sources(g: Situation, side: int) -> int:
    """6.11a Axis: the road to the west edge; Allies: the east edge and Tobruk."""
    return g.game.board.where.get(f"{SIDES[side]}_source", 0)


def line_length(g: Situation, hq: int) -> int:
    """6.15 How long the line of an HQ to its source may be; 13.11e longer at first for two of them."""
    if g.game.units.units[hq].side != AXIS:
        return FAR
    setting = g.game.setting
    if hq in setting.long_hqs and g.turn <= setting.long_turns:
        return setting.long_line
    return g.game.charts.axis_line


def headquarters(g: Situation, side: int) -> list[int]:
    """10.2 The HQs that give supply: all on the map but Rommel."""
    game, hexes = g.game, g.hex
    return [
        u for u in game.markers if u != game.rommel and hexes[u] >= 0 and game.units[u].side == side
    ]


def supplied_headquarters(g: Situation, side: int) -> list[int]:
    """6.11a The HQs with a line to a source."""
    found = []
    by_length: dict[int, int] = {}
    for hq in headquarters(g, side):
        length = line_length(g, hq)
        if length not in by_length:
            by_length[length] = lines(g, side, sources(g, side), length)
        if by_length[length] >> g.hex[hq] & 1:
            found.append(hq)
    return found


def check_turn(g: Situation) -> None:
    """6.11 The status of all units in the Initial Segment."""
    for side in (0, 1):
        heads = headquarters(g, side)
        good = supplied_headquarters(g, side)
        area = lines(g, side, _hexes(g, good))
        wide = area if len(good) == len(heads) else lines(g, side, _hexes(g, heads))
        for u in g.on_map(side):
            h = g.hex[u]
            if u in heads:
                level = SUPPLIED if u in good else UNSUPPLIED
            elif area >> h & 1:
                level = SUPPLIED
            else:
                level = UNSUPPLIED if wide >> h & 1 else ISOLATED
            g.supply[u] = level
    _tell(g)


def _hexes(g: Situation, units: list[int]) -> int:
    mask = 0
    for u in units:
        mask |= 1 << g.hex[u]
    return mask


def _tell(g: Situation) -> None:
    """6.14 The markers that are laid."""
    for side in (0, 1):
        for level in (UNSUPPLIED, ISOLATED):
            names = ", ".join(g.game.units[u].id for u in g.on_map(side) if g.supply[u] == level)
            if names and level == UNSUPPLIED:
                g.tell("supply", "6.14", "unsupplied: {units}", units=names)
            elif names:
                g.tell("supply", "6.14", "isolated: {units}", units=names)
        if all(g.supply[u] == SUPPLIED for u in g.on_map(side)):
            g.tell("pass", "6.11", "every {side} unit is in supply", side=SIDES[side])


def check_impulse(g: Situation, units: int) -> None:
    """6.12, 7.21 The status of these units at the start of the impulse of an HQ."""
    hq = g.headquarters
    game, side = g.game, g.active
    if hq == game.rommel:
        for u in g.on_map(side):
            g.impulse_supply[u] = g.supply[u]
        return
    centre, distance = g.hex[hq], game.units[hq].range
    near = game.board.grid.within(centre, distance)
    served = lines(g, side, 1 << centre, distance) if g.supply[hq] == SUPPLIED else 0
    for u in g.on_map(side):
        if units >> u & 1:
            g.impulse_supply[u] = impulse_level(g, u, near, served)


def impulse_level(g: Situation, unit: int, near: int, served: int) -> int:
    """6.12a-b, 7.21 The level of one unit, given who is in range and who has a line to the HQ.

    10.4c Group Hecker is supplied in the turn in which it lands, however far its HQ.
    """
    level, h = g.supply[unit], g.hex[unit]
    if unit == g.headquarters or (unit == g.game.hecker and g.landed == g.turn):
        return level
    if not near >> h & 1:
        return min(level + 1, ISOLATED)
    if level == SUPPLIED and not served >> h & 1:
        return UNSUPPLIED
    return level
