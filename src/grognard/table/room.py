"""A table in memory: the game, its log, and what may be taken back.

A room is rebuilt from the record that it began with and the changes since; what happens while it
is played goes the same way, entry by entry, so a table after a restart is the table before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import Any, NamedTuple

import msgspec

import grognard

from ..engine.decision import DICE, Drawn, Event, Rolled
from ..engine.game import Entry, Game, Played, Skip
from ..engine.record import kind_of, write_record
from ..engine.sight import Sight
from ..engine.words import Action, Say
from ..textdata import DataError, in_words

Reason = tuple[str, Say]
"""Why a bot gave an order: the rule ('' for judgement alone) and the sentence."""


class Row(NamedTuple):
    """A line of the log; ``at`` is the length of the trail after the entry it belongs to.

    ``battle`` is where in the trail the battle was joined of which the line tells; 0 if of none.
    """

    at: int
    event: Event
    side: str
    turn: int
    phase: str
    battle: int = 0


class Frame(NamedTuple):
    """An order in the trail: where it begins, whose it is, and the reasons given for it."""

    start: int
    side: str
    why: tuple[Reason, ...] = ()


class Step(NamedTuple):
    """A change of the trail: from ``start`` on it reads ``entries``; ``side`` gave the order."""

    start: int
    entries: tuple[Entry, ...]
    side: str
    why: tuple[Reason, ...] = ()


class TakeBack(NamedTuple):
    """What an undo would do: back to this length of the trail; ``free`` if nobody has to agree."""

    start: int
    free: bool


# -- texts of steps


def say_out(value: Any) -> Any:
    """A sentence, or what fills one, as plain data."""
    if isinstance(value, Say):
        return {"say": value.template, "with": {k: say_out(v) for k, v in value.params.items()}}
    return value if isinstance(value, (str, int, float, list)) else str(value)


def say_in(value: Any) -> Any:
    if isinstance(value, dict):
        template = value["say"]
        return Say(template, **{k: say_in(v) for k, v in value["with"].items()})
    return value


def reasons_out(why: Iterable[Reason]) -> list[Any]:
    """Reasons as plain data."""
    return [[rule, say_out(say)] for rule, say in why]


def reasons_in(why: Iterable[Any]) -> tuple[Reason, ...]:
    return tuple((rule, say_in(say)) for rule, say in why)


def step_out(step: Step) -> str:
    """A step as text, for the store."""
    entries: list[list[Any]] = []
    for entry in step.entries:
        if isinstance(entry, Played):
            action = entry.action
            entries.append(["played", entry.side, action.verb, action.word, entry.continues])
        else:
            entries.append([type(entry).__name__.lower(), *entry])
    body = {"start": step.start, "entries": entries, "side": step.side}
    if step.why:
        body["why"] = reasons_out(step.why)
    return msgspec.json.encode(body).decode()


def step_in(text: str) -> Step:
    body = msgspec.json.decode(text)
    entries: list[Entry] = []
    for word, *rest in body["entries"]:
        if word == "played":
            side, verb, name, continues = rest
            entries.append(Played(side, Action(verb, name), continues))
        elif word == "rolled":
            entries.append(Rolled(*rest[:7])._replace(others=tuple(*rest[7:])))
        else:
            entries.append(Drawn(*rest) if word == "drawn" else Skip(*rest))
    why = reasons_in(body.get("why", ()))
    return Step(body["start"], tuple(entries), body["side"], why)


# -- opening


def read_untrusted(text: str, seed: str | None = None) -> grognard.Game:
    """The game of a record or position that somebody sent; DataError whatever is wrong with it.

    A position gets dice of this seed.
    """
    kind_of(text)  # a text of one line would be taken for the name of a file
    try:
        game = grognard.load(text + "\n", seed=seed)
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


class Room:
    """A game in progress with its log.  The dice are kept apart from the game that people see."""

    def __init__(self, base: str, steps: Iterable[Step] = (), data: str | None = None) -> None:
        """From the record that the table began with and the steps since; ``data`` is a folder."""
        began = grognard.load(base, data=data)
        self.seed = began.seed
        self.commitment = began.commitment
        self.rules = began.rules
        trail = list(began.trail)
        frames = [Frame(i, e.side) for i, e in enumerate(trail) if isinstance(e, Played)]
        for step in steps:
            del trail[step.start :]
            while frames and frames[-1].start >= step.start:
                frames.pop()
            trail += step.entries
            if step.entries and not isinstance(step.entries[0], Skip):
                frames.append(Frame(step.start, step.side, step.why))
        state = None
        if began.opening is not None:
            lines = enumerate(began.opening.splitlines(), 1)
            state = began.rules.read(in_words(lines, "opening"))
        self.game: Game[Any] = grognard.Game(
            began.rules, ask_dice=True, players=began.players, state=state
        )
        """The game as people see it: at a die it stops and asks."""
        self.units = {p.id: p.name for p in self.rules.pieces(self.game.state)}
        """The names of the units by their ids."""
        board = self.rules.board
        self.places = {board.label(h): name for h, name in board.names.items()}
        self.frames = frames
        self.rows: list[Row] = []
        self._battle = 0
        self._log(0, self.game.opening_events, "")
        for entry in trail:
            self._follow(entry)

    @property
    def length(self) -> int:
        return len(self.game.trail)

    @property
    def over(self) -> bool:
        return self.game.decision is None

    def record(self, *, reveal: bool | None = None) -> str:
        """The game as text; the seed is in it when the game is over, or when ``reveal`` says so."""
        return write_record(self._thrown(), reveal=self.over if reveal is None else reveal)

    def at(self, length: int) -> Game[Any]:
        """The game at an earlier moment, before any die that falls then."""
        return self.game.copy(length)

    def sight(self, seat: str, at: int | None = None) -> Sight[Any]:
        """The game, now or at an earlier moment, as a seat may see it; once it is over, all of it."""
        game = self.game if at is None else self.at(at)
        return Sight(game, None if self.over else seat)

    # -- playing

    def order(
        self, text: str, side: str, why: tuple[Reason, ...] = ()
    ) -> tuple[Step, Event | None]:
        """Do what an order says: what it changed, and a remark if a part of it was dropped.

        IllegalAction if it may not be; then nothing has changed.
        """
        trial = self._thrown()
        events = trial.play(text, side)
        start = min(self.length, len(trial.trail))
        step = Step(start, tuple(trial.trail[start:]), side, why)
        if start < self.length:  # what was begun before has been called off
            self._cut(start)
        for entry in step.entries:
            self._follow(entry)
        if step.entries:
            self.frames.append(Frame(start, side, why))
        return step, next((event for event in events if event.kind == "dropped"), None)

    def take_back(self, sides: Collection[str]) -> TakeBack | None:
        """What an undo by the player of these sides would do; None if nothing is theirs.

        Once the game is over nothing is taken back: its seed is known.
        """
        own = next((f for f in reversed(self.frames) if f.side in sides or f.side == DICE), None)
        if own is None or not sides or self.over:
            return None
        since = self.game.trail[own.start :]
        free = all(isinstance(e, Played) and e.side in sides for e in since)
        return TakeBack(own.start, free and not self.game.revealed_since(own.start))

    def undo(self, start: int, side: str) -> Step:
        """Go back to this length of the trail; if dice had fallen, new ones will be thrown."""
        game = self._thrown()
        while any(isinstance(entry, Played) for entry in game.trail[start:]):
            game.undo(force=True)
        if len(game.trail) > start and not isinstance(game.trail[start], Skip):
            game = game.copy(start)  # dice entered by hand lie there
        step = Step(start, tuple(game.trail[start:]), side)
        self._cut(start)
        for entry in step.entries:
            self._follow(entry)
        return step

    def _cut(self, start: int) -> None:
        """Forget what came after this length of the trail."""
        self.frames = [frame for frame in self.frames if frame.start < start]
        self.rows = [row for row in self.rows if row.at <= start]
        self.game = self.game.copy(start)
        self._battle = self._fought()

    def _thrown(self) -> Game[Any]:
        """The same game with its dice."""
        game = self.game.copy()
        game.take_seed(self.seed)
        return game

    def _follow(self, entry: Entry) -> None:
        """Carry on with one entry of the trail and write the log."""
        game = self.game
        if isinstance(entry, Skip):
            game.follow(entry)
            told = [Event("takeback", "", "taken back by agreement; new dice are thrown", {})]
            self._log(self.length, told, "")
        elif isinstance(entry, (Rolled, Drawn)):
            told = game.follow(entry)
            if isinstance(entry, Rolled):
                first = told[0]
                told[0] = first._replace(facts={**first.facts, "faces": entry.faces})
            self._log(self.length, told, entry.side)
        else:
            told = game.follow(entry)
            done = game.trail[-1]
            hidden = isinstance(done, Played) and done.secret
            choice = Event(
                "choice",
                "",
                "{order}",
                {"order": entry.action.text},
                (entry.side,) if hidden else None,
            )
            self._log(self.length, told or [choice], entry.side)

    def _log(self, at: int, events: Iterable[Event], side: str) -> None:
        battle = self._battle
        for event in events:
            turn, phase = event.turn or self.game.turn, event.phase or self.game.phase
            if event.kind == "attack":
                battle = at
            elif self.rows and (turn, phase) != (self.rows[-1].turn, self.rows[-1].phase):
                battle = 0
            self.rows.append(Row(at, event, side, turn, phase, battle))
        self._battle = self._fought()

    def _fought(self) -> int:
        """The battle that goes on: one is over when the rules come back to a checkpoint."""
        ask = self.game.decision
        return 0 if ask is None or ask.top or not self.rows else self.rows[-1].battle
