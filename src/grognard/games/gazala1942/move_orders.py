"""4.0 Orders of movement: whole ways and stacks, what is open to a unit, and why something is not."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.words import Action, IllegalAction, Say
from . import activation, headquarters, hecker, minefields, reinforcements
from .counters import AXIS
from .situation import LATER, LEFT, NOBODY, Situation
from .steps import allowance, along, begins, path, reach, refuse_goal, unhindered


def orders_of(g: Situation, word: str) -> list[Action]:
    """The moves open to a unit as whole orders, ``move UNIT HEX``."""
    unit = g.game.units.find(word)
    if unit is None or refuse_unit(g, unit.index) is not None:
        return []
    if g.mover not in (NOBODY, unit.index):
        return []
    to = g.game.actions.to
    verb = "to" if g.mover == unit.index else f"move {unit.id}"
    here = g.hex[unit.index]
    return [Action(verb, to[h].word, h) for h in sorted(reach(g, unit.index)) if h != here]


def expand_stack(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``move 1010 ...`` or ``move A+B ...``: each unit of a stack in turn, of a hex those that can."""

    def able(hex: str) -> list[int] | None:
        if not g.game.is_hex(hex):
            return None
        stack = g.stack(g.game.board.index(hex))
        return [u for u in stack if refuse_unit(g, u) is None and begins(g, u)]

    return g.game.by_unit(words, able) if words[0] == "move" else None


def expand_path(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """A path ``1010-1009-0908``, taken as it stands; or a hex further away: a way to it."""
    word, rest = (
        (words[1], words[2:]) if words[0] == "to" and len(words) > 1 else (words[0], words[1:])
    )
    board, unit = g.game.board, g.mover
    here = board.label(g.hex[unit])
    if "-" in word and g.game.is_path(word):
        first, *more = word.removeprefix(f"{here}-").split("-")
        along(g, unit, map(board.index, (first, *more)))
        onward = ["-".join([first, *more])] if more else []
        return [["to", first, *onward, *rest]]
    if g.game.is_hex(word):
        if word == here and rest:
            return [[*rest]]
        costs = reach(g, unit)
        goal = board.index(word)
        if goal not in costs or goal == g.hex[unit]:
            raise refuse_far(g, unit, goal)
        way = path(g, unit, costs, goal)
        if len(way) == 1:
            raise refuse_far(g, unit, goal)
        return [[*(part for h in way for part in ("to", board.label(h))), *rest]]
    return None


def expand_entry(g: Situation, words: Sequence[str]) -> list[list[str]] | None:
    """``at 1934-1933-1932``: in at the first hex, then along the others."""
    word, *rest = words[1:] if words[0] == "at" and len(words) > 1 else words
    if "-" not in word or not g.game.is_path(word):
        return None
    first, way = word.split("-", 1)
    return [["at", first, "to", way, *rest]]


def refuse_unit(g: Situation, unit: int) -> IllegalAction | None:
    """4.0 Why this unit cannot be moved now; None if it can."""
    counter = g.game.units.units[unit]
    name = counter.id
    if g.hex[unit] == LATER and unit == g.game.hecker and counter.side == g.active:
        return IllegalAction("10.4b", "{unit} has not landed", unit=name)
    if g.hex[unit] == LATER and counter.side == g.active:
        return IllegalAction("11.11", "{unit} has not come onto the map", unit=name)
    if not g.eligible >> unit & 1:
        why = activation.refuse(g, unit)
        return why or IllegalAction("7.2", "{unit} was not activated in this impulse", unit=name)
    if g.marched >> unit & 1 and g.mover != unit:
        return IllegalAction("4.0", "{unit} has moved already", unit=name)
    if g.held >> unit & 1:
        return IllegalAction(
            "4.43", "{unit} holds a hex for another and may not move this turn", unit=name
        )
    if g.tried >> unit & 1 and not any(u == unit for u, _ in g.through):
        return IllegalAction(
            "3.21b", "{unit} has worked at a minefield and does not move", unit=name
        )
    return None


def refuse_move(g: Situation, verb: str, word: str) -> IllegalAction | None:
    """4.0, 10.84, 11.11 Why an order of the movement phase is refused."""
    unit = g.game.units.find(word)
    if verb == "move" and g.game.is_hex(word):
        return _refuse_stack(g, g.game.board.index(word))
    if verb == "exit" and unit is None:
        return refuse_exit(g)
    if verb == "land":
        return hecker.refuse_landing(g)
    if verb == "dodge":
        return IllegalAction("10.3a", "an armored car steps aside when an enemy moves next to it")
    if verb == "to" and g.game.is_hex(word):
        return IllegalAction("4.1", "no unit is on the move: say which one")
    if unit is None:
        return None
    if verb == "breach":
        return minefields.refuse(g, unit.index)
    if verb == "enter":
        return refuse_entering(g, unit.index)
    if verb not in ("", "move"):
        return None
    return refuse_unit(g, unit.index) or _refuse_start(g, unit.index)


def _refuse_start(g: Situation, unit: int) -> IllegalAction:
    """4.1, 10.86 Why a unit that might move has nowhere to go."""
    name = g.game.units[unit].id
    if any(u == unit for u, _ in g.through):
        return IllegalAction(
            "10.86", "{unit} has breached a minefield and may only go through it", unit=name
        )
    return IllegalAction("4.1", "{unit} cannot enter any hex next to it", unit=name)


def _refuse_stack(g: Situation, h: int) -> IllegalAction:
    """4.0 Why nobody in a hex can be moved, or where to is not said."""
    label = g.game.board.label(h)
    own = [u for u in g.stack(h) if g.game.units[u].side == g.active]
    if not own:
        return IllegalAction("4.1", "there is no unit of yours in {hex}", hex=label)
    if any(refuse_unit(g, u) is None and begins(g, u) for u in own):
        return IllegalAction("4.1", "say where the units in {hex} go", hex=label)
    return refuse_unit(g, own[0]) or _refuse_start(g, own[0])


def refuse_entering(g: Situation, unit: int) -> IllegalAction:
    """11.11 Why a unit does not come onto the map now."""
    name, place = g.game.units[unit].id, g.hex[unit]
    if place == LEFT:
        return IllegalAction("4.34", "{unit} has left the map for good", unit=name)
    if place == LATER and unit == g.game.hecker:
        return IllegalAction("10.4b", "{unit} comes from the sea: land", unit=name)
    if (
        place == LATER
        and g.game.units[unit].side == g.active
        and (arrival := g.game.arrival_turn[unit]) > g.turn
    ):
        date = Say(g.game.setting.date(arrival))
        return IllegalAction("11.1", "{unit} arrives on {date}", unit=name, date=date)
    if unit not in reinforcements.waiting(g, g.active):
        return IllegalAction("11.11", "{unit} does not wait to enter", unit=name)
    if headquarters.orphaned(g, unit):
        return IllegalAction("10.13a", "{unit} belongs to an eliminated headquarters", unit=name)
    return reinforcements.refuse_activation(g) or IllegalAction(
        "11.11b", "no entry hex is free and under control"
    )


def refuse_step(g: Situation, word: str) -> IllegalAction | None:
    """4.1-4.43 Why the unit on the move does not go there."""
    if word == "exit":
        return refuse_exit(g)
    if not g.game.is_hex(word):
        return None
    return refuse_far(g, g.mover, g.game.board.index(word))


def refuse_exit(g: Situation) -> IllegalAction:
    """4.34 Why the unit does not leave the map here."""
    if g.active == AXIS:
        return IllegalAction(
            "4.34", "Axis units leave by the west edge, if they have the points for it"
        )
    return IllegalAction(
        "4.34", "Allied units leave by the east edge, if they have the points for it"
    )


def refuse_far(g: Situation, unit: int, goal: int) -> IllegalAction:
    """4.1-4.43 Why the unit cannot go to a hex, near or far."""
    game = g.game
    label, name = game.board.label(goal), game.units[unit].id
    if goal == g.hex[unit]:
        return IllegalAction("4.1", "{unit} is in {hex} already", unit=name, hex=label)
    if goal in game.ground.neighbours[g.hex[unit]]:
        why = refuse_goal(g, unit, goal)
        if why is not None:
            return why
    if not game.ground.land >> goal & 1:
        return IllegalAction("4.1", "{hex} is sea", hex=label)
    if g.occupied[1 - game.units[unit].side] >> goal & 1:
        return IllegalAction("4.32", "{hex} is held by the enemy", hex=label)
    return _refuse_way(g, unit, goal)


def _refuse_way(g: Situation, unit: int, goal: int) -> IllegalAction:
    """4.12-4.43, 10.83, 7.6b What keeps a unit from a hex that lies further off."""
    fields = {"hex": g.game.board.label(goal), "unit": g.game.units[unit].id}
    if any(u == unit for u, _ in g.through):
        return IllegalAction("10.86", "{hex} is too far through the breach", **fields)
    if goal in unhindered(g, unit, mines=True):
        return IllegalAction("10.83", "unbreached minefields bar the way to {hex}", **fields)
    if goal in unhindered(g, unit, west=True):
        return IllegalAction("7.6b", "in a withdrawal no Allied unit moves directly west")
    if goal in unhindered(g, unit, zones=True):
        if goal in unhindered(g, unit, points=True):
            return IllegalAction(
                "4.42b",
                "enemy zones of control on the way to {hex} cost more points than {unit} has",
                **fields,
            )
        return IllegalAction(
            "4.43", "enemy zones of control bar the way of {unit} to {hex}", **fields
        )
    cost = unhindered(g, unit, points=True, mines=True, west=True, zones=True).get(goal)
    if cost is None:
        return IllegalAction("4.1", "there is no way for {unit} to {hex}", **fields)
    points = g.points if g.mover == unit else allowance(g, unit)
    if cost <= points and g.active == AXIS:
        return IllegalAction(
            "10.83", "minefields and enemy zones of control bar the way to {hex}", **fields
        )
    if cost <= points:
        return IllegalAction(
            "7.6b",
            "in a withdrawal no Allied unit moves directly west, and enemy zones of control bar the other ways to {hex}",
            **fields,
        )
    return IllegalAction(
        "4.12",
        "{hex} costs {unit} {cost} points or more, and it has {points}",
        cost=f"{cost / 2:g}",
        points=f"{points / 2:g}",
        **fields,
    )
