"""Tables that were played under other rules or data: opened as they were, or moved on with a mark.

A table is rebuilt from what made it.  Where that no longer replays, or replays to something else than
was shown, the game goes on under the rules of now from the last position that was kept, and everybody
is told; where none was kept, it is refused with a sentence.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

import grognard

from ..engine.record import Heading, dice_used
from ..engine.words import Say
from ..front import moved_mark
from ..textdata import DataError
from .rows import Change, Found, Kept
from .sitting import Table
from .steps import step_in


class Opened(NamedTuple):
    table: Table


class Moved(NamedTuple):
    """A table that goes on from its last position: its new base, the revision from which on it counts."""

    table: Table
    base: str
    rev: int
    said: Say
    why: str


def opened(found: Found, data: str | None = None) -> Opened | Moved:
    """A table from the store; DataError if it can neither be opened nor go on.

    ``data`` is the folder of the data that it was begun with, if they are not those of now.
    """
    kept = found[0]
    try:
        table = Table(*found, data)
    except Exception as bad:
        fault = bad
    else:
        if _as_shown(table, kept.summary, kept.position, kept.position_rev):
            return Opened(table)
        fault = DataError("table", None, Say("it replays to another position than was shown last"))
    if kept.position is None:
        if isinstance(fault, DataError):
            raise fault
        told = Say("it cannot be read: {fault}", fault=str(fault))
        raise DataError("table", None, told) from fault
    return _moved(found, str(fault))


def _as_shown(table: Table, summary: str, position: str | None, rev: int) -> bool:
    """Whether a table is what was shown last."""
    game, told = table.room.game, msgspec.json.decode(summary or "{}")
    now = {"turn": game.turn, "phase": game.phase, "decision": game.side}
    if told and any(told[key] != value for key, value in now.items()):
        return False
    if position is None or rev != table.rev:
        return True
    try:  # as it would be written today
        old = grognard.load(position, dice="asked", data=table.data)
        return old.position == game.position
    except Exception:
        return True  # the notation has changed, the game has not


def _dice_used(kept: Kept, changes: list[Change]) -> int:
    """The number of the next die that nobody has seen yet: what fell after the position does not fall again."""
    steps = (step_in(change.body) for change in changes if change.rev > kept.from_rev)
    return dice_used(entry for step in steps for entry in step.entries)


def _moved(found: Found, why: str) -> Moved:
    kept, changes, chats, _ = found
    assert kept.position is not None
    heading = Heading(kept.base, "table")
    seed = heading.one("seed", "") or None
    dice = "asked" if heading.asked else "thrown"
    game = grognard.load(kept.position, seed=seed, dice=dice)
    state = game.state
    state.die = max(state.die, _dice_used(kept, changes))
    game = grognard.Game(game.rules, ask_dice=True, state=state)
    if dice == "thrown":
        game.take_seed(seed)
    game.players = heading.players()
    mark = moved_mark(heading.one("ruleset"), heading.one("data"), kept.position_rev)
    game.moved_on = (*heading.moved, mark)
    rev = changes[-1].rev if changes else 0
    base = game.record
    now = kept._replace(base=base, from_rev=rev, position=kept.position)
    said = Say(
        "the rules or data of this game have changed since it was last played: it goes on from turn"
        " {turn}, {lost} orders earlier",
        turn=game.turn,
        lost=rev - kept.position_rev,
    )
    return Moved(Table(now, changes, chats), base, rev, said, why)
