"""The chronicle of a game: it follows the trail entry by entry, and lines of the log tell of each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ..engine.decision import Drawn, Event, Rolled
from ..engine.entries import Ended, Entry, Played, Skip
from ..engine.game import Game
from ..engine.words import IllegalAction
from ..textdata import DataError
from .seats import HUMAN
from .steps import Moment

MARKED = ("turn", "attack")
"""The kinds of rows whose moments are known without their log: a page goes from one to the next."""


class Row(NamedTuple):
    """A line of the log; ``at`` is the length of the trail after the entry it belongs to.

    ``battle`` is where in the trail the battle was joined of which the line tells; 0 if of none.
    ``whose`` is the side whose part of the turn it was; '' where it was everybody's.
    """

    at: int
    event: Event
    side: str
    turn: int
    phase: str
    battle: int = 0
    whose: str = ""


def moments(rows: Iterable[Row]) -> list[Moment]:
    """The moments of the marked kinds that everybody may know."""
    found = (row for row in rows if row.event.kind in MARKED and row.event.seats is None)
    return [(row.at, row.event.kind) for row in found]


class Chronicle:
    """A game and the log of what happens in it from here on."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.rows: list[Row] = []
        self._battle = 0

    @classmethod
    def begun(cls, game: Game[Any], *first: Event) -> Chronicle:
        """A game at its beginning; the log begins with this."""
        chronicle = cls(game)
        chronicle._log([*first, *game.opening_events], "")
        return chronicle

    def go_through(self, entries: Iterable[Entry]) -> None:
        """Carry on with what is stored; DataError where the rules of now refuse it."""
        try:
            for entry in entries:
                self.follow(entry)
        except IllegalAction as refusal:
            raise DataError("text", None, refusal.said) from None

    def follow(self, entry: Entry) -> None:
        """Carry on with one entry of the trail and write the log."""
        turn, phase, whose = self.game.turn, self.game.phase, self.game.state.whose
        told = self.game.follow(entry)
        if isinstance(entry, Skip):
            self._log([self._taken_back()], "")
        elif isinstance(entry, Ended):
            self._battle = 0
            self._log(told, entry.by)
        elif isinstance(entry, (Rolled, Drawn)):
            if isinstance(entry, Rolled):
                first = told[0]
                told[0] = first._replace(facts={**first.facts, "faces": entry.faces})
            self._log(told, entry.side)
        else:
            done = self.game.trail[-1]
            hidden = isinstance(done, Played) and done.secret
            order = {"order": entry.action.text}
            seats = (entry.side,) if hidden else None
            choice = Event("choice", "", "{order}", order, seats, None, turn, phase, whose)
            self._log(told or [choice], entry.side)

    def back_to(self, game: Game[Any]) -> None:
        """Go on from an earlier moment of the same game."""
        at = len(game.trail)
        self.game, self.rows = game, [row for row in self.rows if row.at <= at]
        self._battle = self._fought()

    def _taken_back(self) -> Event:
        if any(who != HUMAN for who in self.game.players.values()):
            return Event("takeback", "", "taken back against the computer; new dice are thrown", {})
        return Event("takeback", "", "taken back by agreement; new dice are thrown", {})

    def _log(self, events: Iterable[Event], side: str) -> None:
        game, battle, at = self.game, self._battle, len(self.game.trail)
        for event in events:
            turn, phase, whose = game.turn, game.phase, game.state.whose
            if event.phase:
                turn, phase, whose = event.turn, event.phase, event.whose
            if event.kind == "attack":
                battle = at
            elif self.rows and (turn, phase) != (self.rows[-1].turn, self.rows[-1].phase):
                battle = 0
            self.rows.append(Row(at, event, side, turn, phase, battle, whose))
        self._battle = self._fought()

    def _fought(self) -> int:
        """The battle that goes on: one is over when the rules come back to a checkpoint."""
        ask = self.game.decision
        return 0 if ask is None or ask.top or not self.rows else self.rows[-1].battle
