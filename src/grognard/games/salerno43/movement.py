"""5.0 Land movement, 6.2 zones of control, 21.3 Entry Areas: unit by unit, hex by hex."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from ...engine.decision import Ask, Procedure
from ...engine.words import Action, IllegalAction, Say
from ...hexes import OFF, members
from ..zocbond.zones import NO_BONDS, Bonds
from . import automatic, naval, retreat, stacking, supply
from .counters import ALLIED, FOOT, GERMAN, MECHANIZED, SIDES, VEHICLE
from .situation import AREAS, DISRUPTED, FULL, GOOD, RESERVE, SEA, Situation

NORMAL, EXTENDED, TACTICAL = 1, 2, 4
"""5.1, 5.3, 5.4 The kinds of movement; a unit on the move may still be using any of a set."""
Places = dict[int, tuple[int, int]]
"""Where a unit may go next: the kinds of movement that allow it, and the points spent then."""


def movement(g: Situation) -> Procedure:
    """5.1 The active side moves its units, and declares Automatic DS and Full Retreats."""
    acts = g.game.actions
    while True:
        if g.mover >= 0:
            yield from _steps(g)
            continue
        actions = [acts.move[u] for u in movable(g)]
        actions += [acts.truck[u] for u in truckable(g)]
        actions += [acts.flee[u] for u in fleeing(g)]
        actions += [acts.autods[h] for h in automatic.targets(g)]
        if not actions:
            break
        actions.append(acts.done)
        choice = yield Ask(
            SIDES[g.active],
            "move",
            "5.1",
            Say("move a unit, or end the movement"),
            actions,
            top=True,
            refuse=lambda verb, word: refuse_move(g, verb, word),
            expand=lambda words: _expand_stack(g, words),
            of=lambda word: orders_of(g, word),
        )
        if choice is acts.done:
            break
        verb, unit = choice.verb, choice.value
        if verb == "autods":
            yield from automatic.declare(g, unit)
        elif verb == "flee":
            g.rout(unit, "13.3.4")
            g.fled |= 1 << unit
        else:
            if verb == "truck":
                g.trucked |= 1 << unit
                g.trucks += 1
                g.tell("truck", "5.8", "{unit} takes trucks", unit=g.id(unit))
            begin(g, unit)
    yield from stacking.correct(g, g.active)
    if g.active == ALLIED:
        yield from _boundary(g)


def begin(g: Situation, unit: int) -> None:
    g.mover, g.spent, g.trod, g.modes = unit, 0, 0, kinds(g, unit)


def kinds(g: Situation, unit: int) -> int:
    """5.3, 5.4, 13.2.1a, 16.4a, 24.4.1 The kinds of movement open to a unit."""
    counter = g.game.units.units[unit]
    slow = g.status[unit] == DISRUPTED
    slow |= bool(g.oos >> unit & 1) and counter.klass != FOOT
    slow |= g.turn == 1 and g.active == ALLIED
    slow |= g.hex[unit] < 0
    return TACTICAL if slow else NORMAL | EXTENDED | TACTICAL


def allowance(g: Situation, unit: int) -> int:
    """5.1, 5.8, 24.3 The movement allowance in sixths of a point."""
    counter = g.game.units.units[unit]
    points = counter.move * 6
    if g.trucked >> unit & 1:
        points = g.game.charts.truck
    if g.turn == 1 and counter.side == GERMAN:
        points = (points // 6 + 1) // 2 * 6
    return points


def movable(g: Situation) -> list[int]:
    """5.1 The units that have not moved and may move."""
    side, units, size = g.active, g.game.units.units, g.game.tables.size
    low, high = g.game.span[side]
    locked = -1 if released(g) else g.game.locked
    found = []
    for u in range(low, high):
        place = g.hex[u]
        if g.moved >> u & 1 or not units[u].move or u == locked:
            continue
        if place >= size:
            north = place - size < 2 and side == ALLIED
            if g.status[u] != GOOD or north:
                continue
        elif place < 0 and (place not in (RESERVE, SEA) or not naval.sailings(g, u)):
            continue
        found.append(u)
    return found


def released(g: Situation) -> bool:
    """19.2 Whether the garrison of Torre Annunziata may move; once released it stays so."""
    return g.released or g.turn >= g.game.release_turn


def truckable(g: Situation) -> list[int]:
    """5.8a The German units that may take trucks."""
    if g.active != GERMAN or g.trucks >= g.game.truck_limit:
        return []
    units = g.game.units.units
    return [
        u
        for u in movable(g)
        if units[u].klass == FOOT and g.status[u] != DISRUPTED and supply.in_supply(g, u)
    ]


def fleeing(g: Situation) -> list[int]:
    """13.3.4a The units that may be put into Full Retreat: they have not moved yet."""
    units, moved = g.game.units.units, g.moved
    return [
        u
        for u in g.on_map(g.active)
        if g.status[u] != FULL and not moved >> u & 1 and units[u].move
    ]


class Terms(NamedTuple):
    """What stays the same for a unit during its move."""

    side: int
    klass: int
    blocked: int
    """Hexes it may not enter."""
    shy: int
    """Hexes that Extended Movement may not enter."""
    zoc: int
    bonds: Bonds
    budget: int


def terms(g: Situation, unit: int) -> Terms:
    """5.8, 6.2, 7.2a, 13.3.3 What bounds the unit's move."""
    tables = g.game.tables
    counter = g.game.units.units[unit]
    side, klass = counter.side, counter.klass
    if g.trucked >> unit & 1:
        klass = MECHANIZED
    enemy = 1 - side
    zoc, bonds, foes = g.zoc(enemy), g.bonds(enemy), g.occupied[enemy]
    blocked = foes | bonds.hexes
    shy = zoc
    if g.routed[enemy]:
        shy |= g.game.board.grid.spread(g.routed[enemy])
    if g.status[unit] == FULL:
        near = g.game.board.grid.spread(foes)
        blocked |= near & ~g.any_zoc[side]
        blocked |= tables.city & (g.control if side == GERMAN else ~g.control)
    if side == GERMAN and g.abandoned:
        blocked |= tables.sector8
    return Terms(side, klass, blocked, shy, zoc, bonds, allowance(g, unit))


def next_places(g: Situation, unit: int) -> Places:
    """5.0, 6.2, 7.2a, 21.3 Where the unit on the move may go next."""
    return onward(g, unit, terms(g, unit), g.hex[unit], g.spent, g.trod, g.modes)


def onward(
    g: Situation, unit: int, by: Terms, here: int, spent: int, trod: int, modes: int
) -> Places:
    """5.0 Where the unit may go next from a place, having spent and trodden so much."""
    if here < 0 or (g.renewed >> unit & 1 and trod):
        return {}
    tables, charts = g.game.tables, g.game.charts
    side, klass, blocked, shy, zoc, bonds, budget = by
    size = tables.size
    from_area = here >= size
    if from_area:
        if besieged(g, here):
            blocked |= zoc
    elif zoc >> here & 1 and not g.fled >> unit & 1:
        spent += charts.leave
    reach = budget + charts.extended
    tactical = modes & TACTICAL if trod < 2 else 0
    found: Places = {}
    for n, d, cost in tables.steps[side][klass][here]:
        if n >= size:
            if not may_enter(g, unit, n - size):
                continue
        elif blocked >> n & 1 or (d >= 0 and bonds.sides[d] >> here & 1):
            continue
        total = spent + cost
        kinds = tactical
        if total <= budget:
            kinds |= modes & NORMAL
        if total <= reach and modes & EXTENDED and (n >= size or not shy >> n & 1):
            kinds |= EXTENDED
        if kinds:
            found[n] = kinds, total
    if from_area:
        if trod == 0 and modes & NORMAL and not g.renewed >> unit & 1:
            for k in g.game.area_next[here - size]:
                if may_enter(g, unit, k) and (side == GERMAN or k > 1):
                    found[size + k] = NORMAL, budget
        return found
    if trod == 0 and modes & TACTICAL and not g.half >> unit & 1:
        daring = tables.daring[klass][here] & ~blocked
        if daring and not (klass == VEHICLE and g.weather == "rain"):
            for n in members(daring):
                if not bonds.crosses(tables.ground, here, n):
                    # Dearer than any way round, so that an order which names only a goal goes round.
                    found[n] = TACTICAL, reach
    return found


def besieged(g: Situation, place: int) -> bool:
    """23.1.4b Whether Allies stand in a North Entry Area, so that no German leaves it into a ZOC."""
    units = g.game.units.units
    if AREAS[place - g.game.tables.size][0] != "N":
        return False
    return any(units[u].side == ALLIED for u in g.group(place))


def may_enter(g: Situation, unit: int, area: int) -> bool:
    """21.2, 21.3.2 Whether a unit may enter an Entry Area."""
    counter = g.game.units.units[unit]
    if counter.side == GERMAN:
        return g.friendly_area(area, GERMAN)
    name = AREAS[area]
    if name[0] == "N":
        return True
    if name[0] == "E":
        return counter.army == 8
    return g.friendly_area(area, ALLIED)


def _steps(g: Situation) -> Procedure:
    """5.1 One unit on the move: the next hex, a voyage, or stay."""
    unit, acts = g.mover, g.game.actions
    open_ = next_places(g, unit)
    voyages = _voyages(g, unit)
    if not open_ and not voyages:
        stop(g)
        return
    actions = [acts.to[h] for h in open_]
    actions += [acts.sail[h] for h in voyages]
    actions.append(acts.stay)
    choice = yield Ask(
        SIDES[g.active],
        "step",
        "5.1",
        Say("where does {unit} go?", unit=g.id(unit)),
        actions,
        top=True,
        continues=True,
        otherwise=acts.stay,
        refuse=lambda verb, word: refuse_step(g, word or verb, verb == "sail"),
        expand=lambda words: _expand_path(g, words),
        of=lambda word: orders_of(g, word),
    )
    if choice is acts.stay:
        stop(g)
    elif choice.verb == "sail":
        g.trod += 1
        g.modes = TACTICAL
        yield from naval.sail(g, unit, choice.value)
        place = g.hex[unit]
        if place < 0 or g.zoc(g.enemy) >> place & 1:
            stop(g)
    else:
        yield from enter(g, unit, choice.value, open_[choice.value])


def _voyages(g: Situation, unit: int) -> list[int]:
    """18.4.5b The sea move costs one of two hexes and is made once."""
    place = g.hex[unit]
    if g.active != ALLIED or (g.mover == unit and (g.trod > 1 or not g.modes & TACTICAL)):
        return []
    if place >= 0 and (place not in naval.harbours(g) or g.landed >> unit & 1):
        return []
    if place >= 0 and g.half >> unit & 1 and not g.game.units.units[unit].raider:
        return []
    return naval.sailings(g, unit)


def enter(g: Situation, unit: int, place: int, step: tuple[int, int]) -> Procedure:
    """5.1-5.7, 17.3, 21.3.2 The unit enters a hex or an Entry Area."""
    start, side = g.hex[unit], g.game.units.units[unit].side
    tables, counter = g.game.tables, g.game.units.units[unit]
    g.modes &= step[0]
    g.spent = step[1]
    g.trod += 1
    g.landed &= ~(1 << unit)
    if start < tables.size and place < tables.size:
        klass = MECHANIZED if g.trucked >> unit & 1 else counter.klass
        if tables.daring[klass][start] >> place & 1:
            g.half |= 1 << unit
            g.tell("half", "5.7", "{unit} is half effective after the crossing", unit=counter.id)
    g.put(unit, place)
    g.tell(
        "move",
        "5.1",
        "{unit} moves from {start} to {hex}",
        unit=counter.id,
        start=g.word(start),
        hex=g.word(place),
    )
    if counter.asu and g.trod == 2 and g.status[unit] == GOOD:
        g.disrupt(unit, "17.3")
    if place >= tables.size:
        capture(g, unit, place - tables.size)
        stop(g)
        return
    yield from retreat.automatic(g, place, side)
    if g.zoc(1 - side) >> place & 1:
        g.tell("zoc", "6.2", "{unit} stops in an enemy zone of control", unit=counter.id)
        stop(g)


def capture(g: Situation, unit: int, area: int) -> None:
    """21.2.1b An East Entry Area becomes Allied when an Allied unit enters; 21.5a no attack from it."""
    g.shifted |= 1 << unit
    if g.game.units.units[unit].side == GERMAN or AREAS[area][0] != "E":
        return
    if g.friendly_area(area, ALLIED):
        return
    take_area(g, area, "21.2.1")


def take_area(g: Situation, area: int, rule: str) -> None:
    """21.2.1 An Entry Area becomes Allied; the Germans in it are eliminated."""
    g.set_area(area)
    g.tell("area", rule, "Entry Area {area} is Allied now", area=AREAS[area])
    for u in g.group(g.game.tables.size + area):
        if g.game.units.units[u].side == GERMAN:
            g.eliminate(u, rule)


def stop(g: Situation) -> None:
    bit = 1 << g.mover
    g.moved |= bit
    if g.trod and not g.modes & (NORMAL | TACTICAL):
        g.far |= bit
    g.mover, g.spent, g.trod, g.modes = -1, 0, 0, 0


def _boundary(g: Situation) -> Procedure:
    """S2.3.3 No more than one unit of the 8th Army may be across the Army Boundary Line."""
    units, tables = g.game.units.units, g.game.tables
    home = tables.sector8 | -1 << tables.size + 2
    while True:
        beyond = [u for u in g.in_play(ALLIED) if units[u].army == 8 and not home >> g.hex[u] & 1]
        if len(beyond) < 2:
            return
        choice = yield Ask(
            SIDES[ALLIED],
            "boundary",
            "S2.3.3",
            Say("too many units of the 8th Army across the boundary: which is removed?"),
            [g.game.actions.remove[u] for u in beyond],
        )
        g.eliminate(choice.value, "S2.3.3")


# -- whole orders


def ends(g: Situation, unit: int, by: Terms | None = None) -> dict[int, tuple[int, list[int]]]:
    """5.0 Where the unit could end its move by land: points in sixths (or 0) and the way."""
    start = g.hex[unit]
    if start < 0:
        return {}
    by, size = by or terms(g, unit), g.game.tables.size
    on_the_move = g.mover == unit
    spent, trod, modes = (g.spent, g.trod, g.modes) if on_the_move else (0, 0, kinds(g, unit))
    best: dict[int, tuple[int, int]] = {}
    nodes = [(start, OFF)]
    """Places come to, each with the node before it."""
    frontier = [(spent, trod, 0, modes)]
    done: dict[int, int] = {}
    """By place: the kinds of movement that have gone on from it already, for no more points."""
    while frontier:
        spent, trod, node, modes = heappop(frontier)
        place = nodes[node][0]
        if node:
            known = done.get(place, 0)
            modes &= ~known
            if not modes:
                continue
            done[place] = known | modes
        for n, (open_, total) in onward(g, unit, by, place, spent, trod, modes).items():
            better = n not in best or total < best[n][0]
            left = modes & open_ if not trod else modes & open_ & ~TACTICAL
            goes_on = n < size and left & ~done.get(n, 0) and not by.zoc >> n & 1
            if not better and not goes_on:
                continue
            nodes.append((n, node))
            if better:
                best[n] = total, len(nodes) - 1
            if goes_on:
                heappush(frontier, (total, trod + 1, len(nodes) - 1, left))
    best.pop(start, None)
    ways: list[list[int]] = [[]]
    for place, before in nodes[1:]:
        ways.append([*ways[before], place])
    return {n: (total, ways[node]) for n, (total, node) in best.items()}


def orders_of(g: Situation, word: str) -> list[Action]:
    """The moves open to a unit as whole orders."""
    unit = g.game.units.find(word)
    if unit is None or unit.side != g.active or g.moved >> unit.index & 1:
        return []
    u = unit.index
    if g.mover not in (-1, u):
        return []
    acts, on_the_move = g.game.actions, g.mover == u
    found: list[Action] = []
    if on_the_move or u in movable(g):
        verb, sail = (
            ("to", "sail") if on_the_move else (f"move {unit.id} to", f"move {unit.id} sail")
        )
        found += [Action(verb, g.word(h), h) for h in sorted(ends(g, u))]
        found += [Action(sail, acts.sail[h].word, h) for h in _voyages(g, u)]
    if not on_the_move and u in fleeing(g):
        found.append(acts.flee[u])
    return found


def _expand_stack(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``move 2905 ...`` or ``move A+B ...``: each unit of a stack in turn (5.1b)."""
    if words[0] not in ("move", "truck") or len(words) < 2:
        return None
    stack, rest = words[1], list(words[2:])
    if "+" in stack:
        return [[words[0], name, *rest] for name in stack.split("+")]
    head, _, tail = stack.partition("-")
    place = g.game.place(head)
    if place is None:
        return None
    if tail:
        rest.insert(0, stack)
    units = g.game.units.units
    group = [
        u
        for u in g.group(place)
        if units[u].side == g.active and not g.moved >> u & 1 and units[u].move
    ]
    if not group or not rest:
        return None
    return [[words[0], g.id(u), *rest] for u in group]


def _expand_path(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """A path ``2905-2906-3006``, or a place further away: the steps to it."""
    if words[0] == "sail" and len(words) > 1:
        raise refuse_step(g, words[1], True) or IllegalAction(
            "18.4.5", "a unit sails once in a turn"
        )
    spoken = words[0] == "to" and len(words) > 1
    word, rest = (words[1], words[2:]) if spoken else (words[0], words[1:])
    here = g.word(g.hex[g.mover]) if g.hex[g.mover] >= 0 else ""
    if "-" in word and g.game.is_path(word):
        head, _, tail = word.partition("-")
        if head == here:
            head, _, onward = tail.partition("-")
            tail = f"{head}-{onward}" if onward else ""
        else:
            tail = word
        place = g.game.place(head)
        if place is None or place not in next_places(g, g.mover):
            raise refuse_step(g, head) or IllegalAction("5.1", "no way to {hex}", hex=head)
        if tail and place < g.game.tables.size and g.zoc(g.enemy) >> place & 1:
            raise IllegalAction(
                "6.2", "{unit} has to stop in the enemy ZOC in {hex}", unit=g.id(g.mover), hex=head
            )
        return [["to", head, *([tail] if tail else []), *rest]]
    goal = g.game.place(word)
    if goal is None:
        return None
    if word == here:
        return [[*rest] or ["stay"]]
    found = ends(g, g.mover).get(goal)
    if found is None or len(found[1]) == 1:
        raise refuse_step(g, word) or IllegalAction("5.1", "no way to {hex}", hex=word)
    steps = [g.word(h) for h in found[1]]
    return [[*(part for step in steps for part in ("to", step)), *rest]]


# -- refusals


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """5.1 Why this unit cannot be moved, trucked or put into Full Retreat now; 8.7.1 no Automatic DS."""
    if verb == "autods" and g.game.place(word) is not None:
        return IllegalAction("8.7.1", "10-1 against {hex} is out of reach now", hex=word)
    unit = g.game.units.find(word)
    if unit is None or verb not in ("move", "truck", "flee", ""):
        return None
    u, name = unit.index, unit.id
    if unit.side != g.active:
        return IllegalAction("5.1", "{unit} belongs to the other side", unit=name)
    if g.hex[u] < 0 and g.hex[u] not in (RESERVE, SEA):
        return IllegalAction("5.1", "{unit} is not on the map", unit=name)
    if g.moved >> u & 1:
        rule = "8.7.1" if any(u in group[1:] for group in g.automatic) else "5.1"
        return IllegalAction(rule, "{unit} may not move any more this phase", unit=name)
    if not unit.move:
        return IllegalAction("19.3" if unit.variable else "18.1.1", "{unit} cannot move", unit=name)
    if verb == "flee":
        return IllegalAction("13.3.4", "{unit} cannot be put into Full Retreat", unit=name)
    if verb == "truck":
        if g.trucks >= g.game.truck_limit:
            return IllegalAction("5.8", "both Truck markers are in use")
        if unit.side != GERMAN or unit.mechanized:
            return IllegalAction(
                "5.8", "trucks are for German units that are not mechanized", unit=name
            )
        if g.status[u] == DISRUPTED:
            return IllegalAction("13.2.1", "{unit} is Disrupted: two hexes at most", unit=name)
        return IllegalAction("5.8", "{unit} is not in supply", unit=name)
    if u == g.game.locked and not released(g):
        return IllegalAction("19.2", "{unit} has not been released yet", unit=name)
    if g.is_area(g.hex[u]):
        if g.status[u] != GOOD:
            return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
        return IllegalAction("23.1.4", "{unit} may not leave the north edge", unit=name)
    return naval.unfit(g, u) or IllegalAction(
        "18.4", "{unit} finds no port or beachhead to land at", unit=name
    )


def refuse_step(g: Situation, word: str, by_sea: bool = False) -> IllegalAction | None:
    """5.0-7.0 Why the unit on the move cannot go to this place."""
    unit = g.mover
    if word == "Reserve":
        return naval.refuse(g, unit, RESERVE)
    goal = g.game.place(word)
    if goal is None:
        return None
    counter, tables = g.game.units[unit], g.game.tables
    facts = {"unit": counter.id, "hex": word}
    here = g.hex[unit]
    enemy = 1 - counter.side
    if here < 0 or by_sea:
        if goal in naval.harbours(g):
            return naval.refuse(g, unit, goal)
        return IllegalAction("18.4", "{hex} is no open port or beachhead", hex=word)
    if goal >= tables.size:
        return _refuse_area(g, unit, goal - tables.size)
    if not tables.land >> goal & 1:
        return IllegalAction("5.1", "{hex} is sea", hex=word)
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("5.1e", "{hex} is held by the enemy", hex=word)
    bonds = g.bonds(enemy)
    if bonds.hexes >> goal & 1:
        return IllegalAction("7.2a", "{hex} is closed by an enemy ZOC Bond", hex=word)
    near = here < tables.size and tables.ground.around[here] >> goal & 1
    if g.renewed >> unit & 1 and (g.trod or not near):
        return IllegalAction("20.4", "{unit} took a Replacement and moves one hex at most", **facts)
    if near:
        return _refuse_neighbour(g, unit, here, goal, facts)
    by = terms(g, unit)
    if g.status[unit] == FULL and by.blocked >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    if kinds(g, unit) == TACTICAL:
        return _refuse_slow(g, unit, facts)
    if goal in ends(g, unit, by._replace(shy=0)):
        return _too_far(g, enemy, goal, facts)
    if goal in ends(g, unit, by._replace(shy=0, zoc=0)):
        return IllegalAction("6.2", "an enemy ZOC stops {unit} on every way to {hex}", **facts)
    open_ = by._replace(shy=0, zoc=0, bonds=NO_BONDS, blocked=by.blocked & ~bonds.hexes)
    if goal in ends(g, unit, open_):
        return IllegalAction("7.2a", "an enemy ZOC Bond closes the way to {hex}", **facts)
    return IllegalAction("5.1", "{hex} is out of reach of {unit}", **facts)


def _refuse_slow(g: Situation, unit: int, facts: dict[str, str]) -> IllegalAction:
    """13.2.1, 16.4, 24.4.1 Why the unit has Tactical Movement only."""
    if g.status[unit] == DISRUPTED:
        return IllegalAction("13.2.1", "{unit} is Disrupted: two hexes at most", **facts)
    if g.oos >> unit & 1 and g.game.units[unit].mechanized:
        return IllegalAction("16.4", "{unit} is out of supply: two hexes at most", **facts)
    return IllegalAction("24.4.1", "on Turn 1 the Allies move two hexes at most")


def _too_far(g: Situation, enemy: int, goal: int, facts: dict[str, str]) -> IllegalAction:
    if g.zoc(enemy) >> goal & 1:
        return IllegalAction(
            "5.3b",
            "{unit} uses Extended Movement and may not enter the enemy ZOC in {hex}",
            **facts,
        )
    return IllegalAction(
        "13.3.3", "{unit} uses Extended Movement and may not go next to the enemy", **facts
    )


def _refuse_area(g: Situation, unit: int, area: int) -> IllegalAction:
    """20.4a, 21.2, 21.3.2, 21.5 Why the unit on the move cannot go to this Entry Area."""
    counter, here = g.game.units[unit], g.hex[unit]
    facts = {"unit": counter.id, "area": AREAS[area]}
    if not may_enter(g, unit, area):
        if counter.side == ALLIED and AREAS[area][0] == "E":
            return IllegalAction("21.2.2", "only the 8th Army uses Entry Area {area}", **facts)
        return IllegalAction("21.2.1", "Entry Area {area} is the enemy's", **facts)
    if here < g.game.tables.size:
        return IllegalAction("21.3.2", "{unit} cannot reach Entry Area {area}", **facts)
    if g.renewed >> unit & 1:
        return IllegalAction(
            "20.4", "{unit} took a Replacement and may not change its Entry Area", **facts
        )
    return IllegalAction("21.5", "{unit} may not move from its Entry Area to {area}", **facts)


def _refuse_neighbour(
    g: Situation, unit: int, here: int, goal: int, facts: dict[str, str]
) -> IllegalAction:
    counter, tables = g.game.units[unit], g.game.tables
    ground, enemy = tables.ground, 1 - counter.side
    if g.bonds(enemy).crosses(ground, here, goal):
        return IllegalAction("7.2a", "an enemy ZOC Bond closes the way to {hex}", **facts)
    if ground.across(ground.sea, here, goal):
        return IllegalAction("5.1", "sea lies between {unit} and {hex}", **facts)
    if ground.across(ground.wall, here, goal):
        rule = "5.6b" if counter.vehicle else "5.7e" if g.half >> unit & 1 else "5.6a"
        return IllegalAction(
            rule, "{unit} may not cross the mountain hexside to {hex} now", **facts
        )
    if counter.vehicle and ground.across(ground.unbridged, here, goal):
        rule = "22.4" if g.weather == "rain" else "5.5b"
        return IllegalAction(rule, "{unit} may not cross the river to {hex} now", **facts)
    if g.status[unit] == FULL:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    if terms(g, unit).shy >> goal & 1 and not g.modes & (NORMAL | TACTICAL):
        return _too_far(g, enemy, goal, facts)
    return IllegalAction("5.1", "{unit} has not the movement points to enter {hex}", **facts)
