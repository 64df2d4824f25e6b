"""5.0 Moves in words: whole orders, stacks and paths, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Action, IllegalAction
from ..zocbond.march import TACTICAL
from ..zocbond.zones import NO_BONDS
from . import naval, reach
from .counters import ALLIED, GERMAN
from .situation import AREAS, DISRUPTED, FULL, GOOD, RESERVE, SEA, Situation


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
    if on_the_move or u in reach.movable(g):
        verb, sail = (
            ("to", "sail") if on_the_move else (f"move {unit.id} to", f"move {unit.id} sail")
        )
        found += [Action(verb, g.word(h), h) for h in sorted(reach.ends(g, u))]
        found += [Action(sail, acts.sail[h].word, h) for h in reach.voyages(g, u)]
    if not on_the_move and u in reach.fleeing(g):
        found.append(acts.flee[u])
    return found


def expand_stack(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
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


def expand_path(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """A path ``2905-2906-3006``, or a place further away: the steps to it."""
    if words[0] == "sail" and len(words) > 1:
        raise refuse_step(g, words[1], True) or IllegalAction(
            "18.4.5", "{unit} has no hex left for a move by sea", unit=g.id(g.mover)
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
        place, open_ = g.game.place(head), reach.next_places(g, g.mover)
        if place is None or place not in open_:
            raise refuse_step(g, head) or IllegalAction("5.1", "no way to {hex}", hex=head)
        if tail and place < g.game.tables.size and g.zoc(g.enemy) >> place & 1:
            raise IllegalAction(
                "6.2", "{unit} has to stop in the enemy ZOC in {hex}", unit=g.id(g.mover), hex=head
            )
        if tail and (reason := _last(g, place, *open_[place])):
            raise reason
        return [["to", head, *([tail] if tail else []), *rest]]
    goal = g.game.place(word)
    if goal is None:
        return None
    if word == here:
        return [[*rest] or ["stay"]]
    found = reach.ends(g, g.mover).get(goal)
    if found is None or len(found[1]) == 1:
        raise refuse_step(g, word) or IllegalAction("5.1", "no way to {hex}", hex=word)
    steps = [g.word(h) for h in found[1]]
    return [[*(part for step in steps for part in ("to", step)), *rest]]


def _last(g: Situation, place: int, modes: int, spent: int) -> IllegalAction | None:
    """5.1, 5.4, 20.4, 21.3.2 Why the place that the unit may enter next ends its move; None if it does not."""
    unit, modes = g.mover, modes & g.modes
    facts = {"unit": g.id(unit), "hex": g.word(place)}
    rule = "5.4" if modes == TACTICAL else "5.1"
    if g.is_area(place):
        rule = "21.3.2"
    elif reach.onward(g, unit, reach.terms(g, unit), place, spent, g.trod + 1, modes):
        return None
    elif g.renewed >> unit & 1:
        rule = "20.4"
    elif reach.kinds(g, unit) == TACTICAL:
        return _refuse_slow(g, unit, facts)
    return IllegalAction(rule, "{unit} can go no farther than {hex}", **facts)


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """5.1 Why this unit cannot be moved, trucked or put into Full Retreat now; 8.7.1 no Automatic DS."""
    if verb == "autods" and (place := g.game.place(word)) is not None:
        if not g.occupied[g.enemy] >> place & 1:
            return IllegalAction("8.7.1", "there is no enemy unit in {hex}", hex=word)
        return IllegalAction("8.7.1", "10-1 against {hex} is out of reach now", hex=word)
    unit = g.game.units.find(word)
    if unit is None or verb not in ("move", "truck", "flee", ""):
        return None
    u, name = unit.index, unit.id
    if unit.side != g.active:
        return IllegalAction("5.1", "{unit} belongs to the other side", unit=name)
    if g.hex[u] < 0 and g.hex[u] not in (RESERVE, SEA):
        return IllegalAction("5.1", "{unit} is not on the map", unit=name)
    if g.moved >> u & 1 and verb == "flee":
        return IllegalAction(
            "13.3.4", "{unit} has moved: too late to put it into Full Retreat", unit=name
        )
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
    if u == g.game.locked and not reach.released(g):
        return IllegalAction("19.2", "{unit} has not been released yet", unit=name)
    if g.is_area(g.hex[u]):
        if g.status[u] != GOOD:
            return IllegalAction("13.2.1", "{unit} is not in Good Order", unit=name)
        return IllegalAction("23.1.4", "{unit} may not leave the north edge", unit=name)
    return naval.nowhere(g, u)


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
        return naval.closed(g, goal)
    if goal >= tables.size:
        return _refuse_area(g, unit, goal - tables.size)
    if not tables.land >> goal & 1:
        return IllegalAction("5.1", "{hex} is sea", hex=word)
    if g.occupied[enemy] >> goal & 1:
        return IllegalAction("5.1e", "{hex} is held by the enemy", hex=word)
    if g.abandoned and enemy == ALLIED and tables.sector8 >> goal & 1:
        return IllegalAction("S2.3.7", "the Germans have abandoned the 8th Army sector")
    bonds = g.bonds(enemy)
    if bonds.hexes >> goal & 1:
        return IllegalAction("7.2a", "{hex} is closed by an enemy ZOC Bond", hex=word)
    gate = tables.touch[here - tables.size] if here >= tables.size else 0
    if (gate & bonds.edge) >> goal & 1:
        return IllegalAction("7.2a", "an enemy ZOC Bond closes the way to {hex}", hex=word)
    if (gate & g.zoc(enemy)) >> goal & 1 and reach.besieged(g, here):
        return IllegalAction(
            "23.1.4", "with Allies in {area} nobody leaves it into a ZOC", area=g.word(here)
        )
    near = here < tables.size and tables.ground.around[here] >> goal & 1
    if g.renewed >> unit & 1 and (g.trod or not near):
        return IllegalAction("20.4", "{unit} took a Replacement and moves one hex at most", **facts)
    if near:
        return _refuse_neighbour(g, unit, here, goal, facts)
    by = reach.terms(g, unit)
    if g.status[unit] == FULL and by.blocked >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    if goal in reach.ends(g, unit, by._replace(shy=0)):
        return _too_far(g, enemy, goal, facts)
    if goal in reach.ends(g, unit, by._replace(shy=0, zoc=0)):
        return IllegalAction("6.2", "an enemy ZOC stops {unit} on every way to {hex}", **facts)
    open_ = by._replace(shy=0, zoc=0, bonds=NO_BONDS, blocked=by.blocked & ~bonds.hexes)
    if goal in reach.ends(g, unit, open_):
        return IllegalAction("7.2a", "an enemy ZOC Bond closes the way to {hex}", **facts)
    if reach.kinds(g, unit) == TACTICAL and g.game.board.grid.distance(here, goal) > 2:
        return _refuse_slow(g, unit, facts)
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
    if not reach.may_enter(g, unit, area):
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
    if ground.across(ground.closed, here, goal):
        return IllegalAction("5.1", "sea lies between {unit} and {hex}", **facts)
    if ground.across(ground.wall, here, goal):
        rule = "5.6b" if counter.vehicle else "5.7e" if g.half >> unit & 1 else "5.6a"
        return IllegalAction(
            rule, "{unit} may not cross the mountain hexside to {hex} now", **facts
        )
    if counter.vehicle and ground.across(ground.unbridged, here, goal):
        rule = "22.4" if g.weather == "rain" else "5.7e" if g.half >> unit & 1 else "5.5b"
        return IllegalAction(rule, "{unit} may not cross the river to {hex} now", **facts)
    by = reach.terms(g, unit)
    if g.status[unit] == FULL and by.blocked >> goal & 1:
        return IllegalAction("13.3.2", "{unit} is in Full Retreat and may not go to {hex}", **facts)
    if goal in reach.onward(g, unit, by._replace(shy=0), here, g.spent, g.trod, g.modes):
        return _too_far(g, enemy, goal, facts)
    return IllegalAction("5.1", "{unit} has not the movement points to enter {hex}", **facts)
