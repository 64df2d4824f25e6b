"""Situations of Gazala 1942 set up from text: a plain desert of nine by nine hexes, or the real map.

Rows run from west (column 01) to east (09), row 01 is the southernmost; even rows lie half a hex
further east.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

import grognard
from grognard import Game, IllegalAction
from grognard.engine.decision import Event
from grognard.games.gazala1942 import Gazala

REAL = ""
"""The game's own map."""


FIGURES = Path(__file__).parent / "figures"
"""Tables and counters of their own: what is tuned by playing does not move the rules."""
SIZE = 9


def plain(*lines: str, **terrain: str) -> str:
    """A desert of hexes 0101 to 0909; ``h0404="h"`` puts a hill in 0404.

    The lines say what else there is: ``side minefield 0403/0404``, ``road road 0403-0404``,
    ``feature axis_source 0501`` ...
    """
    letters = {name.lstrip("h"): letter for name, letter in terrain.items()}
    rows = [
        "  " + " ".join(letters.get(f"{r:02d}{c:02d}", ".") for r in range(1, SIZE + 1))
        for c in range(1, SIZE + 1)
    ]
    return "\n".join([f"map pointy even 0101 {SIZE:02d}{SIZE:02d} upwards", *rows, *lines])


PLAIN = plain()


def scene(
    units: str,
    phase: str = "activation axis",
    *,
    turn: int = 4,
    impulse: str = "",
    scenario: str = "aida",
    options: str = "",
    board: str = PLAIN,
    lines: Iterable[str] = (),
) -> Game:
    """A game at this moment, dice asked.  Units as ``0404 AX-200 AX-361(r); 0405 AL-69-50``.

    ``impulse`` is the HQ whose marker was drawn.  At ``activation`` the game finds out who is
    activated, then asks for the movement (or whether an Allied brigade splits); ``go`` goes on.
    """
    text = ["grognard position 1", "game gazala1942", f"scenario {scenario}"]
    if options:
        text.append(f"options {options}")
    text += [board] if board else []
    text += [f"turn {turn}", f"phase {phase}"]
    if impulse:
        text += [f"impulse {impulse}", f"track {phase.split()[-1]} {impulse}", "count impulses 1"]
    text += [*lines, *(part.strip() for part in units.split(";") if part.strip())]
    return grognard.load("\n".join(text) + "\n", dice="asked", data=FIGURES)


def texts(g: Game) -> set[str]:
    """The legal actions as texts."""
    return {action.text for action in g.legal_actions}


def words(g: Game, verb: str) -> set[str]:
    """What may follow a verb now."""
    return {action.word for action in g.legal_actions if action.verb == verb}


def refused(g: Game, order: str, side: str | None = None) -> str:
    """The rule by which an order is refused; nothing may change by it."""
    before, listed = g.position, texts(g)
    with pytest.raises(IllegalAction) as refusal:
        g.play(order, side)
    assert (g.position, texts(g)) == (before, listed)
    return refusal.value.rule


def play(g: Game, *orders: str) -> list[Event]:
    """Orders one after the other; what happened."""
    return [event for order in orders for event in g.play(order)]


def rules(g: Game) -> Gazala:
    assert isinstance(g.rules, Gazala)
    return g.rules


def index(g: Game, unit: str) -> int:
    found = rules(g).units.find(unit)
    assert found is not None, unit
    return found.index


def where(g: Game, unit: str) -> str:
    """The hex of a unit, or the name of the place where it is instead."""
    h = g.state.hex[index(g, unit)]
    names = {-1: "later", -2: "eliminated", -3: "left", -4: "spare"}
    return names[h] if h < 0 else g.rules.board.label(h)


def steps(g: Game, unit: str) -> int:
    return int(g.state.steps[index(g, unit)])


def has(g: Game, marks: str, unit: str) -> bool:
    """Whether a unit is in one of the sets of the situation (``used``, ``moved``, ``held`` ...)."""
    return bool(getattr(g.state, marks) >> index(g, unit) & 1)
