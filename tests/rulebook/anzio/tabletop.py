"""Situations set up from text: a plain board of seven by seven clear hexes, or the real map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

import grognard
from grognard import Game, IllegalAction
from grognard.engine.decision import Event

REAL = ""
"""The game's own map."""


def plain(*lines: str, **terrain: str) -> str:
    """A board of clear hexes 0101 to 0707; ``h0404="T"`` puts a town in 0404.

    The lines say what else there is: ``side river 0403/0404``, ``road road 0403-0404`` ...
    """
    letters = {name.lstrip("h"): letter for name, letter in terrain.items()}
    rows = [
        "  " + " ".join(letters.get(f"{c:02d}{r:02d}", ".") for c in range(1, 8))
        for r in range(1, 8)
    ]
    return "\n".join(["map flat even 0101 0707", *rows, *lines])


PLAIN = plain()


def scene(
    units: str,
    phase: str,
    *,
    turn: int = 4,
    initiative: str = "german",
    weather: str = "clear",
    options: str = "",
    board: str = PLAIN,
    lines: Iterable[str] = (),
) -> Game:
    """A game at this moment, dice asked.  Units as ``0404 GE-65-A GE-65-B(r); 0403 AL-RGR``."""
    text = ["grognard position 1", "game anzio"]
    if options:
        text.append(f"options {options}")
    text += [board] if board else []
    text += [f"turn {turn}", f"phase {phase}", f"initiative {initiative}", f"weather {weather}"]
    text += [*lines, *(part.strip() for part in units.split(";"))]
    return grognard.load("\n".join(text) + "\n", dice="asked")


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
    assert str(refusal.value.reason)
    return refusal.value.rule


def play(g: Game, *orders: str) -> list[Event]:
    """Several orders one after the other; all that happened."""
    return [event for order in orders for event in g.play(order)]


def where(g: Game, *units: str) -> list[str]:
    """The hexes of units, or the boxes they lie in."""
    boxes = {piece.id: piece.hex for piece in g.rules.pieces(g.state)}
    return [boxes[unit] for unit in units]


def reduced(g: Game) -> set[str]:
    """The units on the map or to come that are on their reduced side."""
    return {piece.id for piece in g.rules.pieces(g.state) if piece.reduced}


def modifiers(g: Game, attack: str) -> Mapping[str, int]:
    """The die modifiers of an attack by their rule; several of one rule are added up."""
    found: dict[str, int] = {}
    for line in g.odds(attack).lines:
        if line.rule.startswith("12.6"):
            found[line.rule] = found.get(line.rule, 0) + int(line.amount)
    return found


def counters(g: Game) -> Any:
    """The order of battle."""
    rules: Any = g.rules
    return rules.units
