"""Games of Normandy '44 for tests: at the start, in a situation that a test has made, on a small drawn board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache
from typing import NamedTuple

import pytest

from grognard import IllegalAction
from grognard.board import drawn
from grognard.engine.game import Game
from grognard.games.normandy44 import Normandy44
from grognard.games.normandy44.book import Normandy
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


class Sheet(NamedTuple):
    column: str
    shifts: dict[str, int]
    strengths: tuple[int, int]


LETTERS = {
    "sea": "~",
    "clear": ".",
    "mixed": "m",
    "bocage": "b",
    "woods": "w",
    "city": "C",
    "flooded": "f",
    "marsh": "s",
}


@cache
def _drawn(lines: tuple[str, ...], options: frozenset[str], scenario: str) -> Normandy44:
    return Normandy44(options, scenario=scenario, board=drawn(enumerate(lines, 1), LETTERS))


def field(
    units: Mapping[str, str],
    *,
    phase: str = "combat",
    side: str = "allied",
    turn: int = 5,
    row: int = 2,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[str] = (),
    features: Mapping[str, str] | None = None,
    towns: str = "",
    size: int = 9,
    scenario: str = "campaign",
    options: Iterable[str] = (),
    change: Callable[[Situation], None] | None = None,
) -> Game[Situation]:
    """A game on a drawn board of clear ground, numbered as the map is; ``A:1`` is a unit with one step."""
    letter = {
        label: LETTERS[kind] for kind, labels in (terrain or {}).items() for label in labels.split()
    }
    lines = [f"map pointy odd 0101 {size:02d}{size:02d} upwards"]
    for place in range(1, size + 1):
        cells = (letter.get(f"{line:02d}{place:02d}", ".") for line in range(1, size + 1))
        lines.append("  " + " ".join(cells))
    for feature, labels in (sides or {}).items():
        lines += [f"side {feature} {label}" for label in labels.split()]
    lines += [f"road {road}" for road in roads]
    for feature, labels in (features or {}).items():
        lines += [f"feature {feature} {label}" for label in labels.split()]
    lines += [f"place town {label} Town-{label}" for label in towns.split()]
    rules = copy(_drawn(tuple(lines), frozenset(options), scenario))
    state = Normandy(rules)
    state.turn, state.phase, state.row = turn, phase, row
    state.active = ("allied", "german").index(side)
    for place_, names in units.items():
        for name in names.split():
            name, _, left = name.partition(":")
            put(state, name, place_, int(left) if left else None)
    if change is not None:
        change(state)
    state.events.clear()
    rules.start = lambda: state.copy()  # type: ignore[method-assign]
    return Game(rules, ask_dice=True)


def mark(state: Situation, mark: str, *names: str) -> None:
    for name in names:
        setattr(state, mark, getattr(state, mark) | 1 << index(state, name))


def hexes(g: Game[Situation], verb: str) -> set[str]:
    """The words that may follow a verb now."""
    return {action.word for action in g.legal_actions if action.verb == verb}


def ledger(g: Game[Situation]) -> Sheet:
    """The column, the shifts and the strengths of the attack that is being declared."""
    assert g.decision is not None
    assert g.decision.ledger is not None
    sheet = g.decision.ledger()
    shifts = {line.rule: int(line.amount) for line in sheet.lines if line.amount[:1] in ("+", "-")}
    totals = [int(line.amount) for line in sheet.lines if "total" in str(line.what)]
    return Sheet(sheet.column, shifts, (totals[0], totals[1]))
