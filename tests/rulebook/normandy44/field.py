"""Games of Normandy '44 for tests: at the start, or in a situation that a test has made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from functools import cache

import pytest

from grognard import IllegalAction
from grognard.engine.game import Game
from grognard.games.normandy44 import Normandy44
from grognard.games.normandy44.situation import BRITAIN, DEAD, GONE, LATER, SEA, Situation

BOXES = {LATER: "later", GONE: "eliminated", BRITAIN: "Britain", DEAD: "dead", -5: "away"}
BOXES |= {box: f"sea {beach}" for beach, box in SEA.items()}


@cache
def _rules(options: frozenset[str], scenario: str) -> Normandy44:
    return Normandy44(options, scenario=scenario)


def opened(
    change: Callable[[Situation], None] | None = None,
    scenario: str = "seven",
    options: Iterable[str] = (),
) -> Game[Situation]:
    """A game whose dice are asked for; ``change`` alters the situation before it begins."""
    rules = copy(_rules(frozenset(options), scenario))
    if change is not None:
        state = rules.start()
        change(state)
        state.events.clear()
        rules.start = lambda: state.copy()  # type: ignore[method-assign]
    return Game(rules, ask_dice=True)


def unit(g: Game[Situation], name: str) -> int:
    found = g.rules.units.find(name)
    assert found is not None, name
    return int(found.index)


def index(state: Situation, name: str) -> int:
    found = state.game.units.find(name)
    assert found is not None, name
    return found.index


def where(g: Game[Situation], name: str) -> str:
    place = g.state.hex[unit(g, name)]
    return BOXES[place] if place < 0 else g.state.word(place)


def steps(g: Game[Situation], name: str) -> int:
    return g.state.steps[unit(g, name)]


def marked(g: Game[Situation], name: str, mark: str) -> bool:
    return bool(getattr(g.state, mark) >> unit(g, name) & 1)


def run(g: Game[Situation], *orders: str | int) -> Game[Situation]:
    """Play orders; a number is a die."""
    for order in orders:
        g.play(f"roll {order}" if isinstance(order, int) else order)
    return g


def offers(g: Game[Situation]) -> set[str]:
    return {action.text for action in g.legal_actions}


def refused(g: Game[Situation], order: str) -> str:
    """The rule by which an order is refused."""
    with pytest.raises(IllegalAction) as caught:
        g.copy().play(order)
    return caught.value.rule


def clear(state: Situation) -> None:
    """Take all units off the map."""
    for u in range(len(state.game.units)):
        if state.hex[u] >= 0:
            state.take_off(u, state.AWAY)


def put(state: Situation, name: str, place: str, steps: int | None = None) -> int:
    u = index(state, name)
    counter = state.game.units[u]
    if state.hex[u] < 0:
        state.hex[u] = state.AWAY
    state.set_steps(u, counter.steps if steps is None else steps)
    state.put(u, state.game.board.index(place))
    return u
