"""A small board for a test: clear ground unless said otherwise, units where they are put."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import grognard
from grognard import Game, IllegalAction
from grognard.games.salerno43 import Salerno43
from grognard.games.salerno43.situation import Situation


def field(
    units: Mapping[str, str],
    *,
    phase: str = "movement german",
    turn: int = 5,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[str] = (),
    features: Mapping[str, str] | None = None,
    towns: Iterable[str] = (),
    size: tuple[int, int] = (9, 8),
    lines: str = "",
    options: str = "",
    scenario: str = "avalanche",
    dice: str = "asked",
) -> Game:
    """A game on a drawn board.

    ``sides`` maps a feature to hexsides ``0404/0505 ...``, ``features`` a feature to hexes.  Two
    units off the map keep a phase open that would end by itself.
    """
    wide, high = size
    ground = terrain or {}
    letter = {label: kind for kind, labels in ground.items() for label in labels.split()}
    rows = [
        "  " + " ".join(letter.get(f"{c:02d}{r:02d}", ".") for c in range(1, wide + 1))
        for r in range(1, high + 1)
    ]
    text = ["grognard position 1", "game salerno43", f"scenario {scenario}"]
    if options:
        text.append(f"options {options}")
    text += [f"map flat odd 0101 {wide:02d}{high:02d}", *rows]
    for feature, labels in (sides or {}).items():
        text += [f"side {feature} {side}" for side in labels.split()]
    text += [f"road {road}" for road in roads]
    for feature, labels in (features or {}).items():
        text += [f"feature {feature} {label}" for label in labels.split()]
    text += [f"place town {label} Town-{label}" for label in towns]
    text += [f"turn {turn}", f"phase {phase}", *lines.splitlines()]
    text += [f"{place} {names}" for place, names in units.items()]
    text += ["E5 GE-26Pz-8-26", "E4 US-34-100"]
    return grognard.load("\n".join(text) + "\n", dice=dice)


def real(units: Mapping[str, str], **how: Any) -> Game:
    """A position on the map of the game."""
    text = ["grognard position 1", "game salerno43", f"scenario {how.get('scenario', 'avalanche')}"]
    text += [f"turn {how.get('turn', 5)}", f"phase {how.get('phase', 'movement german')}"]
    text += how.get("lines", "").splitlines()
    text += [f"{place} {names}" for place, names in units.items()]
    return grognard.load("\n".join(text) + "\n", dice="asked")


def rules(g: Game) -> Salerno43:
    assert isinstance(g.rules, Salerno43)
    return g.rules


def state(g: Game) -> Situation:
    found: Situation = g.state
    return found


def unit(g: Game, name: str) -> int:
    found = rules(g).units.find(name)
    assert found is not None
    return found.index


def where(g: Game, name: str) -> str:
    """The hex, area or box of a unit."""
    place = state(g).hex[unit(g, name)]
    boxes = {-1: "later", -2: "eliminated", -3: "reserve", -4: "dead", -5: "away", -6: "sea"}
    return boxes[place] if place < 0 else state(g).word(place)


def marked(g: Game, name: str, mark: str) -> bool:
    return bool(getattr(state(g), mark) >> unit(g, name) & 1)


def status(g: Game, name: str) -> str:
    return ("good", "disrupted", "full")[state(g).status[unit(g, name)]]


def steps(g: Game, name: str) -> int:
    return state(g).steps[unit(g, name)]


def refused(g: Game, order: str) -> str:
    """The rule by which an order is refused."""
    with pytest.raises(IllegalAction) as caught:
        g.copy().play(order)
    return caught.value.rule


def offers(g: Game) -> set[str]:
    return {action.text for action in g.legal_actions}


def hexes(g: Game, verb: str) -> set[str]:
    """The words that may follow a verb now."""
    return {action.word for action in g.legal_actions if action.verb == verb}


def run(g: Game, *orders: str) -> Game:
    for order in orders:
        g.play(order)
    return g


def h(g: Game, label: str) -> int:
    return rules(g).board.index(label)


def kind(g: Any) -> str:
    """What kind of decision is asked now; '' when the game is over."""
    return g.decision.kind if g.decision is not None else ""


def cited(g: Any) -> str:
    """The rule of the decision or die that is asked now."""
    return g.decision.rule if g.decision is not None else ""
