"""Games that somebody sends: read in another process, within bounds that no real game meets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

import grognard

from ..board import MAP_WORDS
from ..engine.entries import Skip
from ..engine.record import kind_of
from ..engine.words import Say
from ..textdata import DataError
from .seats import HUMAN
from .sentences import say_out

SECONDS = 8.0
"""For reading a game; the longest real ones take one."""
HEXES = 1600
"""Of a board that is drawn in the text; the largest of a game has 1,487."""
MAP_LINES = 1000
LINE = 2000
NAME = 80
ENTRIES = 20_000
"""Choices, dice and take-backs; the longest real games have less than half as many."""


class Brought(NamedTuple):
    """A game that may be laid on a table: its record and its seats; or why not, as plain data."""

    record: str = ""
    seats: tuple[str, ...] = ()
    game: str = ""
    fault: Any = None


def bring(text: str, seed: str, players: Mapping[str, str] | None = None) -> Brought:
    """A record or position as it is laid on a table; a position gets dice of this seed.

    Who plays which seat is told, or else they are all people.
    """
    try:
        _bounded(text)
        game = read_untrusted(text, seed)
        if len(game.trail) > ENTRIES:
            raise DataError("text", None, Say("a game may have {most} entries here", most=ENTRIES))
    except DataError as bad:
        return Brought(fault=say_out(bad.said))
    game.players = dict(players or dict.fromkeys(game.rules.seats, HUMAN))
    return Brought(game.record, tuple(game.rules.seats), game.rules.name)


def read_untrusted(text: str, seed: str | None = None) -> grognard.Game:
    """The game of a record or position that somebody sent; DataError whatever is wrong with it.

    A position gets dice of this seed.
    """
    kind = kind_of(text)  # a text of one line would be taken for the name of a file
    try:
        game = grognard.load(text + "\n", seed=seed if kind == "position" else None)
        faults = game.rules.check(game.state)
    except DataError:
        raise
    except Exception as bad:
        raise DataError("text", None, Say("it cannot be read: {fault}", fault=str(bad))) from bad
    if faults:
        raise DataError("text", None, faults[0])
    if any(isinstance(a, Skip) and isinstance(b, Skip) for a, b in pairwise(game.trail)):
        raise DataError("text", None, Say("two take-backs without a choice between them"))
    return game


def _bounded(text: str) -> None:
    """Refuse, before anything is built of it, what would take too much."""
    drawn = 0
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LINE:
            raise DataError("text", number, Say("a line may have {most} characters", most=LINE))
        words = line.split()
        if not words:
            continue
        if words[0] in MAP_WORDS:
            drawn += 1
            if drawn > MAP_LINES:
                most = Say("a drawn board may have {most} lines", most=MAP_LINES)
                raise DataError("text", number, most)
        if words[0] == "map" and len(words) >= 5 and _hexes(words[3], words[4]) > HEXES:
            raise DataError("text", number, Say("a drawn board may have {most} hexes", most=HEXES))
        names = {"place": " ".join(words[3:]), "seed": " ".join(words[1:])}
        names["players"] = max(words[1:], key=len, default="")
        if len(names.get(words[0], "")) > NAME:
            raise DataError("text", number, Say("a name may have {most} characters", most=NAME))


def _hexes(first: str, last: str) -> int:
    """The size of a grid from its first and last hex number; 0 where they are none."""
    if not (first.isdecimal() and last.isdecimal() and len(first) == len(last) == 4):
        return 0
    across, down = int(last[:2]) - int(first[:2]) + 1, int(last[2:]) - int(first[2:]) + 1
    return max(0, across) * max(0, down)
