"""What is measured of a game: losses, where the sides stand, the luck of the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..engine.game import Game


class Standing(NamedTuple):
    """The middle of a side's units on the map: columns from the west, rows from the north."""

    column: float
    row: float
    units: int


def standing(game: Game[Any]) -> Mapping[str, Standing]:
    """Where each side with units on the map stands."""
    grid = game.rules.board.grid
    found = {}
    for side, hexes in _by_side(game).items():
        places = [grid.centre(grid.index(label)) for label in hexes]
        count = len(places)
        column, row = (sum(place[axis] for place in places) / count for axis in (0, 1))
        found[side] = Standing(round(column, 4), round(row, 4), count)
    return found


def held(game: Game[Any]) -> Mapping[str, tuple[str, ...]]:
    """The hexes that each side's units are in."""
    return {side: tuple(sorted(set(hexes))) for side, hexes in _by_side(game).items()}


def _by_side(game: Game[Any]) -> dict[str, list[str]]:
    """The hex of every unit on the map; sides without one are left out."""
    found: dict[str, list[str]] = {}
    for piece in game.rules.pieces(game.state):
        if piece.kind == "unit" and game.rules.board.grid.has(piece.hex):
            found.setdefault(piece.side, []).append(piece.hex)
    return found


class Losses:
    """Steps lost by each side: whenever a unit has fewer than before; replacements take none back."""

    def __init__(self, game: Game[Any]) -> None:
        rules = game.rules
        self.by_side = dict.fromkeys(rules.sides, 0)
        self._sides = [rules.sides[unit.side] for unit in rules.units]
        self._left = list(rules.steps(game.state))

    def look(self, game: Game[Any]) -> None:
        """Count what has been lost since the last look."""
        left = game.rules.steps(game.state)
        if left == self._left:
            return
        for side, before, now in zip(self._sides, self._left, left, strict=True):
            if now < before:
                self.by_side[side] += before - now
        self._left = list(left)


def dice(game: Game[Any]) -> tuple[Mapping[str, int], Mapping[str, float]]:
    """By side: how many dice it threw, and how many pips above the average in all."""
    rolls, luck = dict.fromkeys(game.rules.sides, 0), dict.fromkeys(game.rules.sides, 0.0)
    for roll in game.rolls:
        side = game.rules.serves(roll.side)
        if side in rolls:
            rolls[side] += len(roll.shown)
            luck[side] += sum(roll.shown) - len(roll.shown) * (roll.faces + 1) / 2
    return rolls, luck
