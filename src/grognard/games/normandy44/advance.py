"""14.0 Advance after combat, 15.1b into Reserve."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ..zocbond import pursuit
from ..zocbond.assault import Attack
from ..zocbond.counters import FOOT
from . import movement, reach, reserves
from .counters import SIDES
from .situation import Situation


def participants(g: Situation, attack: Attack) -> list[int]:
    """10.7, 14.1a All attackers, and units in parentheses stacked with one; no HQ, Werfer or MA 0."""
    units = g.game.units.units
    there = [u for u in attack.units if g.hex[u] >= 0]
    beside = [
        u
        for h in dict.fromkeys(g.hex[u] for u in there)
        for u in g.group(h)
        if u not in there and not g.attack(u)
    ]
    return [
        u for u in (*there, *beside) if units[u].move and not units[u].hq and not units[u].werfer
    ]


def pursue(g: Situation, attack: Attack, hexes: int, *, limited: bool, reserve: bool) -> Procedure:
    """14.1, 12.1a, 12.1b The attackers advance one by one, or go into Reserve."""
    left, acts = participants(g, attack), g.game.actions
    side, vacated = g.game.units.units[attack.units[0]].side, attack.target
    while True:
        moving = [u for u in left if _first(g, u, vacated, hexes, limited)]
        resting = [u for u in left if reserve and _may_rest(g, u)]
        actions: list[Action] = [acts.advance[u] for u in moving]
        actions += [acts.reserve[u] for u in resting]
        if not actions:
            break
        choice = yield Ask(
            SIDES[side],
            "advance",
            "14.1",
            Say("who advances?"),
            [*actions, acts.done],
            refuse=lambda verb, word: _refuse_unit(g, verb, word, left),
            about=g.against(vacated, left),
        )
        if choice is acts.done:
            break
        left.remove(choice.value)
        if choice.verb == "reserve":
            reserves.place(g, choice.value)
        else:
            yield from _march(g, choice.value, vacated, hexes, limited)
    yield from movement.comply(g, side)


def _may_rest(g: Situation, unit: int) -> bool:
    """15.1b Whether a unit may go into Reserve after the combat."""
    return (
        not g.reserve >> unit & 1
        and reserves.refuse_status(g, unit) is None
        and reserves.refuse_marker(g, unit) is None
    )


def _refuse_unit(g: Situation, verb: str, word: str, left: Sequence[int]) -> IllegalAction | None:
    unit = g.game.units.find(word)
    if unit is None:
        return None
    if unit.hq or unit.werfer or not unit.move:
        return IllegalAction("14.1", "{unit} never advances", unit=unit.id)
    if unit.index not in left:
        return IllegalAction("14.1", "{unit} took no part, or has advanced", unit=unit.id)
    if verb == "reserve":
        return reserves.refuse_status(g, unit.index) or reserves.refuse_marker(g, unit.index)
    return IllegalAction("14.3", "nothing is open to the advance of {unit}", unit=unit.id)


def _first(g: Situation, unit: int, vacated: int, hexes: int, limited: bool) -> list[int]:
    return open_hexes(g, unit, vacated, (), limited=limited) if hexes else []


def open_hexes(
    g: Situation, unit: int, vacated: int, gone: Sequence[int], *, limited: bool
) -> list[int]:
    """14.1b, 14.3, 14.4 The next hexes of a unit that has advanced so far; ``gone`` begins with its start."""
    tables, counter = g.game.tables, g.game.units.units[unit]
    here, first = g.hex[unit], not gone
    if (limited or g.landed >> unit & 1) and not first:
        return []
    if not first and _stopped(g, unit, gone):
        return []
    table = tables.table(counter.klass, False)
    steps = {n: d for n, d, _, _ in tables.steps[table][here]}
    if first:
        steps |= {n: d for n, d, _, _ in tables.first[table][here]}
    blocked = g.occupied[1 - counter.side] | reach.blocked(g, unit)
    found = []
    for d, n in pursuit.onward(g, counter.side, here, vacated, blocked, first=first):
        if n not in steps or n in gone:
            continue
        if (limited or g.landed >> unit & 1) and n != vacated:
            continue
        by_road = tables.ground.road[d] >> here & 1
        if (
            not first
            and tables.bocage >> here & 1
            and not (by_road and _through(g, here, vacated, gone))
        ):
            continue
        found.append(n)
    return found


def _through(g: Situation, here: int, vacated: int, gone: Sequence[int]) -> bool:
    """14.4.1 Bocage is left by road if it is the vacated hex, or was entered by road."""
    ground = g.game.tables.ground
    return here == vacated or ground.across(ground.road, gone[-1], here)


def _stopped(g: Situation, unit: int, gone: Sequence[int]) -> bool:
    """14.4.3a Units on foot stop in a flooded hex that they entered off the road."""
    tables, here = g.game.tables, g.hex[unit]
    if g.game.units.units[unit].klass != FOOT:
        return False
    return bool(tables.wades[gone[-1]] >> here & 1)


def _march(g: Situation, unit: int, vacated: int, hexes: int, limited: bool) -> Procedure:
    """14.1 One unit advances hex by hex."""
    acts, side = g.game.actions, g.game.units.units[unit].side
    gone: list[int] = []
    while len(gone) < hexes:
        open_ = open_hexes(g, unit, vacated, gone, limited=limited)
        if not open_:
            return
        actions = [acts.to[h] for h in open_]
        if gone:
            actions.append(acts.halt)
        choice = yield Ask(
            SIDES[side],
            "advance to",
            "14.1",
            Say("where does {unit} advance?", unit=g.id(unit)),
            actions,
            continues=True,
            refuse=lambda verb, word: _refuse_hex(g, unit, vacated, word or verb, limited),
            about=g.about([unit], [vacated]),
        )
        if choice is acts.halt:
            return
        gone.append(g.hex[unit])
        g.put(unit, choice.value)
        g.tell("advance", "14.1", "{unit} advances to {hex}", unit=g.id(unit), hex=choice.word)


def _refuse_hex(
    g: Situation, unit: int, vacated: int, word: str, limited: bool
) -> IllegalAction | None:
    """14.1-14.4 Why a unit does not advance to a hex."""
    goal = g.game.place(word)
    if goal is None:
        return None
    facts = {"unit": g.id(unit), "hex": word}
    if (limited or g.landed >> unit & 1) and goal != vacated:
        return IllegalAction("14.1", "{unit} advances into the vacated hex alone", **facts)
    side, here, ground = g.game.units.units[unit].side, g.hex[unit], g.game.tables.ground
    if not ground.around[here] >> goal & 1:
        return IllegalAction("14.1", "{hex} is not next to {unit}", **facts)
    bonds = g.bonds(1 - side)
    if bonds.hexes >> goal & 1 or bonds.crosses(ground, here, goal):
        return IllegalAction("14.3.2", "an enemy ZOC Bond closes the way to {hex}", **facts)
    if g.zoc(1 - side) >> here & g.zoc(1 - side) >> goal & 1:
        return IllegalAction("14.3.1", "{unit} may not go on from ZOC to ZOC", **facts)
    if reach.blocked(g, unit) >> goal & 1:
        return IllegalAction("22.1.2", "{hex} is too far beyond the army boundary", **facts)
    return IllegalAction("14.4", "the ground keeps {unit} from {hex}", **facts)
