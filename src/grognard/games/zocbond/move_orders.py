"""Moves in words: whole orders, stacks and paths, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, TypeVar

from ...engine.words import Action, IllegalAction
from ...hexes import members
from . import march, reach
from .field import Field, Series
from .march import TACTICAL
from .zones import NO_BONDS

F = TypeVar("F", bound=Field[Any])


def orders_of(g: Field[Series], word: str) -> list[Action]:
    """The moves open to a unit as whole orders."""
    unit = g.game.units.find(word)
    if unit is None or unit.side != g.active or g.moved >> unit.index & 1:
        return []
    u = unit.index
    if g.mover not in (-1, u):
        return []
    found: list[Action] = []
    if g.mover == u or g.may_move(u):
        verb = "to" if g.mover == u else f"move {unit.id} to"
        found = [Action(verb, g.word(h), h) for h in sorted(reach.ends(g, u))]
    return found + g.other_orders(u)


def expand_stack(g: Field[Series], words: Sequence[str]) -> list[list[str]] | None:
    """``move 2905 ...`` or ``move A+B ...``: each unit of a stack in turn; ``tactical UNIT ...``."""
    if words[0] in g.MOVES:
        return _kind_first(g, words)
    if words[0] in g.STACKED and len(words) > 1:
        return _each(g, words)
    return g.game.by_unit(words, partial(_those_in, g)) if words[0] in ("move", "truck") else None


def _those_in(g: Field[Series], word: str) -> list[int] | None:
    """The units that are ordered to move by their place: those that can, or all, to be refused."""
    place = g.game.place(word)
    if place is None:
        return None
    units = g.game.units.units
    mine = [u for u in g.group(place) if units[u].side == g.active]
    if not mine:
        raise IllegalAction(g.CITES.move, "there is no unit of yours in {hex}", hex=word)
    return [u for u in mine if not g.moved >> u & 1 and units[u].move] or mine


def _each(g: Field[Series], words: Sequence[str]) -> list[list[str]] | None:
    """``reserve 2905``: each unit there that can, or the reason why the first cannot."""
    verb, place = words[0], g.game.place(words[1])
    group = g.group(place) if place is not None else ()
    mine = [u for u in group if g.game.units.units[u].side == g.active]
    able = [u for u in mine if g.refuse_move(verb, g.id(u)) is None]
    orders = [[verb, g.id(u)] for u in able or mine[:1]]
    return [*orders, [*words[2:]]] if orders else None


def _kind_first(g: Field[Series], words: Sequence[str]) -> list[list[str]] | None:
    """``strategic UNIT HEX`` is ``move UNIT strategic HEX``; without a way the unit begins to move.

    Whoever is not on the map first says where he comes onto it."""
    unit = g.game.units.find(words[1]) if len(words) > 1 else None
    if unit is None or unit.side != g.active or not g.may_move(unit.index):
        return [["move", *words[1:]]] if len(words) > 1 else None
    if not g.kinds(unit.index) & g.MOVES[words[0]]:
        raise g.refuse_kind(unit.index, g.MOVES[words[0]])
    first = 2 if g.hex[unit.index] >= 0 else 4
    way = words[first:]
    return [["move", unit.id, *words[2:first], *(words[:1] if way else ()), *way]]


def expand_path(g: Field[Series], words: Sequence[str]) -> list[list[str]] | None:
    """A path ``2905-2906-3006``, or a place further away: the steps to it."""
    kind = [words[0]] if words[0] in g.MOVES and len(words) > 1 else []
    if kind and g.game.units.find(words[1]) is not None:
        return None  # the order of another unit: the one on the move stays
    if kind:
        g, words = _by(g, words[0]), words[1:]
    if (why := g.refuse_words(words)) is not None:
        raise why
    spoken = words[0] == "to" and len(words) > 1
    word, rest = (words[1], words[2:]) if spoken else (words[0], words[1:])
    if g.hex[g.mover] < 0:
        return _onto_the_map(g, word, kind, rest, bare=not (kind or spoken))
    here = g.word(g.hex[g.mover])
    if "-" in word and g.game.is_path(word):
        return _along(g, word, here, kind, rest)
    goal = g.game.place(word)
    if goal is None:
        return None
    if word == here:
        return [[*rest] or ["stay"]]
    found = reach.ends(g, g.mover).get(goal)
    if found is None or (len(found[1]) == 1 and not kind):
        raise _no_way(g, word)
    steps = [g.word(h) for h in found[1]]
    return [[*(part for step in steps for part in ("to", step)), *rest]]


def _onto_the_map(
    g: Field[Series], word: str, kind: Sequence[str], rest: Sequence[str], *, bare: bool
) -> list[list[str]] | None:
    """The hex where a unit comes onto the map, and the path that is left; or the hex next to such a one."""
    head, _, tail = word.partition("-")
    place = g.game.place(head)
    if place is None:
        return None
    steps = {action.value for action in g.other_steps()}
    if bare and not tail:
        around = g.game.tables.ground.around[place] if place < g.game.tables.size else 0
        near = [h for h in members(around) if h in steps]
        near.sort(key=lambda h: g.zoc(g.enemy) >> h & 1)
        if place in steps or not near:
            raise _no_way(g, head)
        return [[g.word(near[0]), head, *rest]]
    opened = place in steps
    if tail and opened and (why := _stops(g, place)):
        raise why
    return [[head, *([*kind, tail] if tail else []), *rest]]


def _stops(g: Field[Series], place: int) -> IllegalAction | None:
    """Why the unit on the move goes no farther than a place in an enemy zone of control."""
    if place >= g.game.tables.size or not g.zoc(g.enemy) >> place & 1:
        return None
    facts = {"unit": g.id(g.mover), "hex": g.word(place)}
    return IllegalAction(g.CITES.zoc, "{unit} has to stop in the enemy ZOC in {hex}", **facts)


def _by(g: F, name: str) -> F:
    """The situation in which the unit on the move may use this kind of movement only."""
    kind, unit = g.MOVES[name], g.mover
    if not g.modes & kind:
        raise g.refuse_kind(unit, kind)
    only = g.copy()
    only.modes &= kind
    return only


def _along(
    g: Field[Series], word: str, here: str, kind: Sequence[str], rest: Sequence[str]
) -> list[list[str]]:
    """The first step of a path, and the path that is left, by the same kind of movement."""
    head, _, tail = word.partition("-")
    if head == here:
        head, _, onward = tail.partition("-")
        tail = f"{head}-{onward}" if onward else ""
    else:
        tail = word
    place = g.game.place(head)
    if place is None:
        raise _no_way(g, head)
    next_step(g, place, farther=bool(tail))
    return [["to", head, *([*kind, tail] if tail else []), *rest]]


def next_step(g: Field[Series], place: int, *, farther: bool) -> tuple[int, int]:
    """By which kinds of movement the unit on the move enters a place, and the points spent then.

    IllegalAction if it cannot, or cannot go ``farther`` from there.
    """
    open_ = reach.next_places(g, g.mover)
    if place not in open_:
        here, tables = g.hex[g.mover], g.game.tables
        if max(here, place) < tables.size and not tables.ground.around[here] >> place & 1:
            facts = {"hex": g.word(place), "start": g.word(here)}
            raise IllegalAction(g.CITES.move, "{hex} is not next to {start}", **facts)
        raise _no_way(g, g.word(place))
    if farther and (why := _stops(g, place)):
        raise why
    if farther and not reach.goes_on(g, place, open_[place]):
        raise g.refuse_onward(place, open_[place][0] & g.modes)
    return open_[place]


def _no_way(g: Field[Series], word: str) -> IllegalAction:
    why = refuse_step(g, "to", word)
    return why or IllegalAction(g.CITES.move, "no way to {hex}", hex=word)


def refuse_step(g: Field[Series], verb: str, word: str) -> IllegalAction | None:
    """Why the unit on the move cannot go to this place."""
    if (why := g.refuse_order(verb, word)) is not None:
        return why
    goal = g.game.place(word or verb)
    if goal is None:
        return None
    if (why := _closed(g, goal) or g.refuse_goal(goal)) is not None:
        return why
    here, tables = g.hex[g.mover], g.game.tables
    if here < tables.size and tables.ground.around[here] >> goal & 1:
        return _refuse_neighbour(g, here, goal)
    return _refuse_far(g, here, goal)


def _closed(g: Field[Series], goal: int) -> IllegalAction | None:
    """Why nobody of the side on the move enters a hex."""
    where = g.word(goal)
    if goal < g.game.tables.size and not g.game.tables.land >> goal & 1:
        return IllegalAction(g.CITES.move, "{hex} is sea", hex=where)
    if g.occupied[g.enemy] >> goal & 1:
        return IllegalAction(g.CITES.held, "{hex} is held by the enemy", hex=where)
    if g.bonds(g.enemy).hexes >> goal & 1:
        return IllegalAction(g.CITES.bond, "{hex} is closed by an enemy ZOC Bond", hex=where)
    return None


def _refuse_neighbour(g: Field[Series], here: int, goal: int) -> IllegalAction:
    unit, ground = g.mover, g.game.tables.ground
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    if g.bonds(g.enemy).crosses(ground, here, goal):
        return IllegalAction(g.CITES.bond, "an enemy ZOC Bond closes the way to {hex}", **facts)
    if (why := g.refuse_crossing(goal)) is not None:
        return why
    if goal in march.open_steps(g.bounds(unit).bold(), here, g.spent, g.trod, g.modes):
        return g.refuse_shy(goal)
    return IllegalAction(g.CITES.move, "{unit} lacks the movement points to enter {hex}", **facts)


def _refuse_far(g: Field[Series], here: int, goal: int) -> IllegalAction:
    """What would have to go so that the unit could come there."""
    unit = g.mover
    facts = {"unit": g.id(unit), "hex": g.word(goal)}
    by = g.bounds(unit).bold()
    if goal in reach.ends(g, unit, by):
        return g.refuse_shy(goal)
    by = by._replace(zoc=0)
    if goal in reach.ends(g, unit, by):
        return IllegalAction(
            g.CITES.zoc, "an enemy ZOC stops {unit} on every way to {hex}", **facts
        )
    by = by._replace(bonds=NO_BONDS, blocked=by.blocked & ~g.bonds(g.enemy).hexes)
    if goal in reach.ends(g, unit, by):
        return IllegalAction(g.CITES.bond, "an enemy ZOC Bond closes the way to {hex}", **facts)
    board, size = g.game.board, g.game.tables.size
    far = max(here, goal) >= size or board.grid.distance(here, goal) > 2 - g.trod
    if g.modes == TACTICAL and far:
        if g.kinds(unit) == TACTICAL:
            return g.refuse_slow(unit)
        return IllegalAction(g.CITES.tactical, "Tactical Movement goes two hexes at most")
    return IllegalAction(g.CITES.move, "{hex} is out of reach of {unit}", **facts)
