"""14.0 Advance After Combat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.decision import Ask, Procedure
from ...engine.words import IllegalAction, Say
from ...hexes import mask_of, members
from ..zocbond import pursuit
from . import breakthrough, movement, reach, retreat, stacking
from .counters import ALLIED, SIDES, VEHICLE
from .modifiers import Attack
from .situation import AREAS, GOOD, Situation


@dataclass
class Path:
    """How one unit stands in its advance."""

    left: int
    first: bool = True
    done: bool = False
    stopped: bool = False
    """14.5 A hill or a crossing has ended its advance; 15.2.6b and with it its right to attack."""
    hill_by_road: bool = False
    """14.5c It entered a hill by road and may go one hex more."""


def allowance(g: Situation, unit: int, hexes: int) -> int:
    """14.2.1, 5.7d, 16.4c How many hexes a unit may advance."""
    if not g.game.units.units[unit].mechanized or g.oos >> unit & 1:
        hexes = min(hexes, 2)
    if g.half >> unit & 1:
        hexes = min(hexes, 1)
    return hexes


def participants(g: Situation, attack: Attack) -> list[int]:
    """14.1, 17.2d The units that took part, and ASUs stacked with them that gave no support."""
    units = g.game.units.units
    alive = [u for u in attack.units if g.hex[u] >= 0]
    places = {g.hex[u] for u in alive}
    asus = [
        u
        for place in sorted(places)
        for u in g.at[place]
        if units[u].asu
        and not g.gave >> u & 1
        and g.status[u] == GOOD
        and not g.renewed >> u & 1
        and units[u].side == units[attack.units[0]].side
    ]
    return alive + [u for u in asus if u not in alive]


def advance(g: Situation, attack: Attack, hexes: int, *, limited: bool = False) -> Procedure:
    """14.1, 15.2.1 First the Breakthrough Group, then the others."""
    everyone = participants(g, attack)
    paths = {u: Path(allowance(g, u, hexes)) for u in everyone}
    if hexes >= 2 and not limited:
        yield from breakthrough.breakthrough(g, attack, paths)
    acts = g.game.actions
    while True:
        waiting = [
            u
            for u, path in paths.items()
            if not path.done and g.hex[u] >= 0 and next_hexes(g, u, path, attack.target, limited)
        ]
        if not waiting:
            break
        choice = yield Ask(
            SIDES[g.active],
            "advance",
            "14.1",
            Say("advance a unit, or end the advance"),
            [*(acts.advance[u] for u in waiting), acts.done],
            about=g.about(hexes=[attack.target]),
            refuse=lambda verb, word: refuse_unit(g, paths, verb, word),
            expand=lambda words: _expand(g, words, paths, attack.target, limited),
        )
        if choice is acts.done:
            break
        yield from _march(g, choice.value, paths[choice.value], attack.target, limited)
    yield from stacking.correct(g, g.active, mask_of(g.hex[u] for u in everyone if g.hex[u] >= 0))


def _march(g: Situation, unit: int, path: Path, vacated: int, limited: bool) -> Procedure:
    """14.2-14.5 One unit advances hex by hex."""
    acts = g.game.actions
    path.done = True
    while True:
        open_ = next_hexes(g, unit, path, vacated, limited)
        if not open_:
            return
        actions = [acts.to[h] for h in open_]
        if not path.first or len(open_) > 1:
            actions.append(acts.halt)
        elif limited:
            yield from step(g, [unit], open_[0], {unit: path}, vacated)
            return
        choice = yield Ask(
            SIDES[g.active],
            "advance to",
            "14.2",
            Say("where does {unit} advance?", unit=g.id(unit)),
            actions if len(actions) > 1 else [*actions, acts.halt],
            continues=True,
            about=g.about([unit]),
            otherwise=acts.halt,
            refuse=lambda verb, word: refuse(g, unit, word),
        )
        if choice is acts.halt:
            return
        yield from step(g, [unit], choice.value, {unit: path}, vacated)


def next_hexes(g: Situation, unit: int, path: Path, vacated: int, limited: bool) -> list[int]:
    """14.3-14.5 The hexes (or Entry Areas) a unit may advance into next; 14.4 in zocbond."""
    if path.left <= 0 or path.stopped:
        return []
    here, tables = g.hex[unit], g.game.tables
    counter = g.game.units.units[unit]
    enemy, size, ground = 1 - counter.side, tables.size, tables.ground
    blocked = g.occupied[enemy]
    if counter.side != ALLIED and g.abandoned:
        blocked |= tables.sector8
    if here >= size:
        area = here - size
        if counter.side == ALLIED and AREAS[area][0] == "N":
            return []
        if limited and not tables.touch[area] >> vacated & 1:
            return []
        if reach.besieged(g, here):
            blocked |= g.zoc(enemy)
        bonds = g.bonds(enemy)
        closed = (bonds.hexes | bonds.edge) & ~(1 << vacated)
        open_ = tables.touch[area] & ~blocked & ~closed
        return [h for h in members(open_) if h == vacated or not limited]
    found = []
    first = path.first
    for d, n in pursuit.onward(g, counter.side, here, vacated, blocked, first=first):
        if limited and n != vacated:
            continue
        wall, wet = ground.wall[d] >> here & 1, ground.unbridged[d] >> here & 1
        if (wall or wet) and (counter.asu or not (first and n == vacated)):
            continue
        if wall and (counter.klass == VEHICLE or g.half >> unit & 1):
            continue
        if wet and counter.klass == VEHICLE and (g.weather == "rain" or g.half >> unit & 1):
            continue
        found.append(n)
    if not limited and not pursuit.held(g, counter.side, here, vacated, first=first):
        found += [size + k for k in tables.areas_of.get(here, ()) if reach.may_enter(g, unit, k)]
    return found


def step(
    g: Situation, group: Sequence[int], place: int, paths: dict[int, Path], vacated: int
) -> Procedure:
    """14.5, 5.7b Units enter a hex in their advance."""
    tables = g.game.tables
    ground = tables.ground
    for u in group:
        here, path = g.hex[u], paths[u]
        counter = g.game.units.units[u]
        path.left -= 1
        path.first = False
        if place >= tables.size:
            path.left = 0
            g.put(u, place)
            movement.capture(g, u, place - tables.size)
        else:
            by_road = here < tables.size and ground.across(ground.road, here, place)
            if here < tables.size:
                crossed = ground.across(ground.wall, here, place) or (
                    counter.klass == VEHICLE and ground.across(ground.unbridged, here, place)
                )
                if crossed:
                    g.half |= 1 << u
                    path.stopped = True
                if path.hill_by_road and not by_road:
                    path.stopped = True
            path.hill_by_road = False
            if tables.hill >> place & 1:
                if by_road:
                    path.hill_by_road = True
                else:
                    path.stopped = True
            g.put(u, place)
        g.tell(
            "advance",
            "14.1",
            "{unit} advances from {start} to {hex}",
            unit=counter.id,
            start=g.word(here),
            hex=g.word(place),
        )
    if place < tables.size and group:
        yield from retreat.automatic(g, place, g.game.units[group[0]].side)


def refuse(g: Situation, unit: int, word: str) -> IllegalAction | None:
    """14.2-14.5 Why a unit may not advance into this hex next."""
    facts = {"unit": g.id(unit), "hex": word}
    if word in AREAS:
        return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)
    if not g.game.is_hex(word):
        return None
    goal, here, tables = g.game.board.index(word), g.hex[unit], g.game.tables
    enemy, ground = 1 - g.game.units[unit].side, tables.ground
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("14.5", "{hex} is held by the enemy", hex=word)
    from_area = here >= tables.size
    near = tables.touch[here - tables.size] if from_area else ground.around[here]
    if not near >> goal & 1:
        return IllegalAction("14.2", "{unit} is not next to {hex}", **facts)
    bonds = g.bonds(enemy)
    if bonds.hexes >> goal & 1:
        return IllegalAction("14.4.2", "{hex} is closed by an enemy ZOC Bond", hex=word)
    if not from_area and bonds.crosses(ground, here, goal):
        return IllegalAction("14.4.2", "an enemy ZOC Bond closes the way to {hex}", hex=word)
    hard = not from_area and (
        ground.across(ground.wall, here, goal) or ground.across(ground.unbridged, here, goal)
    )
    if not hard and g.zoc(enemy) >> goal & 1:
        if from_area:
            return IllegalAction("23.1.4", "{unit} may not leave its area into {hex}", **facts)
        return IllegalAction("14.4.1", "{unit} may not advance from ZOC to ZOC into {hex}", **facts)
    return IllegalAction("14.5", "{unit} may not advance into {hex}", **facts)


def refuse_unit(g: Situation, paths: dict[int, Path], verb: str, word: str) -> IllegalAction | None:
    """14.1, 15.2.2, 17.2d Why this unit does not advance, or not in the Breakthrough Group."""
    if verb == "assault":
        return IllegalAction("15.2.1", "only the Breakthrough Group attacks in an advance")
    unit = g.game.units.find(word)
    if unit is None or verb not in ("advance", "group", ""):
        return None
    u, name = unit.index, unit.id
    if u not in paths:
        if unit.asu and g.gave >> u & 1:
            return IllegalAction("17.2", "{unit} gave support and does not advance", unit=name)
        return IllegalAction("14.1", "{unit} took no part in the attack", unit=name)
    if verb == "group":
        return IllegalAction("15.2.2", "{unit} cannot be in this Breakthrough Group", unit=name)
    if paths[u].done:
        return IllegalAction("14.2", "{unit} has ended its advance", unit=name)
    return IllegalAction("14.4", "{unit} has nowhere to advance to", unit=name)


def _expand(
    g: Situation, words: Sequence[str], paths: dict[int, Path], vacated: int, limited: bool
) -> list[list[str]] | None:
    """``advance HEX``: every unit that can enter the hex at once."""
    if words[0] != "advance" or len(words) < 2:
        return None
    goal = g.game.place(words[1])
    able = [
        u
        for u, path in paths.items()
        if not path.done and g.hex[u] >= 0 and goal in next_hexes(g, u, path, vacated, limited)
    ]
    if goal is None or not able:
        return None
    return [["advance", g.id(u), "to", words[1], "halt"] for u in able] + [list(words[2:])]
