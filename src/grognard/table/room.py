"""A game in progress at a table: what it is rebuilt from, how it goes on, and what may be taken back.

A room is rebuilt from the record that it began with and the changes since; what happens while it
is played goes the same way, entry by entry, so a table after a restart is the table before it.
Only the last entries are played again to open it, from how the game stood before them; the log
before that is told on demand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

import grognard

from ..engine.chance import AskChance
from ..engine.decision import DICE, Event
from ..engine.dice import commitment
from ..engine.entries import Ended, Entry, Played, Skip
from ..engine.game import Game
from ..engine.record import order_before, write_record
from ..engine.shared import Asked, Share, SharedDice, Throw, bind
from ..engine.sight import Sight
from ..front import moved_event
from .chronicle import Chronicle, Row, moments
from .sentences import Reason
from .steps import Frame, Moment, Moved, Stand, Step, pack, unpack
from .story import Story, read_state

STAND = 25
"""So many entries after the last one a step tells how the game stands."""
TAIL = 100
"""So many of the last entries at least are played again to open a table, and their log is told."""


class TakeBack(NamedTuple):
    """What an undo would do: back to this length of the trail; ``free`` if nobody has to agree."""

    start: int
    free: bool


class Room:
    """A game in progress with its log.  The dice are kept apart from the game that people see."""

    def __init__(self, base: str, steps: Iterable[Step] = (), data: str | None = None) -> None:
        """From the record that the table began with and the steps since; ``data`` is a folder."""
        story = Story(base, steps, data)
        heading, rules = story.heading, story.rules
        self.rules = rules
        self.seed = None if heading.asked else heading.one("seed", "") or None
        self.commitment = None if self.seed is None else commitment(self.seed)
        self.dice: SharedDice | None = None
        """Where the seed is only one of the secrets that make the dice."""
        if self.seed is not None and heading.shared:
            self.dice = heading.shared_dice(self.seed)
            for share in story.shares:
                self.dice.add(share)
        self._players, self._stands = heading.players(), story.stands
        self._moved: Moved | None = None
        """Told with the next step: the game has been taken up under the rules of now."""
        self.frames = story.frames
        self._untold = 0
        """What happened up to this length of the trail is not in the log yet."""
        self._resumed_at = 0
        """From this length of the trail on the game goes back by itself."""
        fault, marks = story.fault, story.marks
        length = len(story.trail)
        last = self._stand_before(length - TAIL - 1) or self._stand_before(length)
        if fault is not None:
            self._moved = story.move_on(fault)
            self.frames, self._stands, marks = [], [], [*marks, self._moved.mark]
            self._opening: list[str] | None = unpack(self._moved.opening)
            self._chronicle = Chronicle.begun(self._new(), moved_event(fault))
        elif last is not None and (story.flagged or not rules.hides):
            self._opening = story.opening
            self._chronicle = Chronicle(self._resumed(story.trail[: last.at], last))
            self._untold = self._resumed_at = last.at
            self._chronicle.go_through(story.trail[last.at :])
        else:
            self._opening = story.opening
            self._chronicle = Chronicle.begun(self._new())
            self._chronicle.go_through(story.trail)
        self.game.moved_on = self._marks = tuple(marks)
        self.units = {p.id: p.name for p in self.rules.pieces(self.game.state)}
        """The names of the units by their ids."""
        board = self.rules.board
        self.places = {board.label(h): name for h, name in board.names.items()}

    @property
    def game(self) -> Game[Any]:
        return self._chronicle.game

    def _new(self) -> Game[Any]:
        """The game at its beginning."""
        state = None if self._opening is None else read_state(self.rules, self._opening)
        return grognard.Game(self.rules, ask_dice=True, players=self._players, state=state)

    def _resumed(self, trail: Sequence[Entry], stand: Stand) -> Game[Any]:
        """The game after these entries, from how it stood before them or among them."""
        return grognard.Game.resumed(
            self.rules,
            trail,
            stand.at,
            read_state(self.rules, unpack(stand.packed)),
            players=self._players,
            state=None if self._opening is None else read_state(self.rules, self._opening),
        )

    def _stand_before(self, length: int) -> Stand | None:
        """How the game stood last up to this length of the trail."""
        stands = reversed(self._stands)
        return next((stand for stand in stands if stand.packed and stand.at <= length), None)

    @property
    def rows(self) -> list[Row]:
        """The whole log."""
        return self.told(0)

    def told(self, first: int) -> list[Row]:
        """The log as far as it is told: at least from this length of the trail on."""
        chronicle = self._chronicle
        if self._untold >= max(first, 1):
            stand = self._stand_before(first - 1)
            chronicle.rows = self._tell(stand, self._untold) + chronicle.rows
            self._untold = 0 if stand is None else stand.at
        return chronicle.rows

    def _tell(self, stand: Stand | None, upto: int) -> list[Row]:
        """The log from how the game stood (or else from its beginning) up to this length of the trail."""
        trail = self.game.trail
        if stand is None:
            chronicle = Chronicle.begun(self._new())
        else:
            chronicle = Chronicle(self._resumed(trail[: stand.at], stand))
        chronicle.go_through(trail[0 if stand is None else stand.at : upto])
        return chronicle.rows

    @property
    def lines(self) -> int:
        """How many lines of the log are in memory."""
        return len(self._chronicle.rows)

    @property
    def moments(self) -> list[Moment]:
        """All moments of the marked kinds; where nobody noted them, that part of the log is told."""
        noted: list[Moment] = []
        for i, stand in enumerate(self._stands):
            if not self._untold or stand.at > self._untold:
                break
            if stand.moments is None:
                before = self._stands[i - 1] if i else None
                told = self._tell(before, stand.at)
                stand = self._stands[i] = stand._replace(moments=moments(told))
            noted += stand.moments or ()
        return noted + moments(self._chronicle.rows)

    @property
    def length(self) -> int:
        return len(self.game.trail)

    @property
    def over(self) -> bool:
        return self.game.decision is None

    def record(self, *, reveal: bool | None = None) -> str:
        """The game as text; the seed is in it when the game is over, or when ``reveal`` says so."""
        shown = self.over if reveal is None else reveal
        return write_record(self._thrown(), reveal=shown, dice=self.dice)

    def at(self, length: int) -> Game[Any]:
        """The game at an earlier moment, before any die that falls then."""
        stand = self._stand_before(length) if length < self._resumed_at else None
        if stand is None:
            return self.game.copy(length)
        game = self._resumed(self.game.trail[:length], stand)
        game.moved_on = self._marks
        return game

    def sight(self, seat: str, at: int | None = None) -> Sight[Any]:
        """The game, now or at an earlier moment, as a seat may see it; once it is over, all of it."""
        game = self.game if at is None else self.at(at)
        return Sight(game, None if self.over else seat)

    # -- playing

    def asks_for(self, text: str, side: str) -> tuple[int, Asked] | None:
        """The first die of an order whose dice several secrets make, and the throw to ask them for; None
        if none falls, or none is asked.  IllegalAction if the order may not be."""
        if self.dice is None or self.seed is None:
            return None
        trial, ask = self._tried(text, side)
        if ask is None:
            return None
        number, die = self.dice.next, trial.state.die
        return die, Asked(number, bind(self.seed, number, die, order_before(trial.trail)))

    def falls(self, text: str, side: str) -> AskChance | None:
        """The first die that an order lets fall; None if none does, or it is entered by hand.

        IllegalAction if the order may not be.
        """
        return None if self.seed is None else self._tried(text, side)[1]

    def _tried(self, text: str, side: str) -> tuple[Game[Any], AskChance | None]:
        """The game after an order, as far as it goes without dice, and the first of them."""
        trial = self.game.copy()
        trial.play(text, side)
        ask = trial.decision
        return trial, ask if isinstance(ask, AskChance) else None

    def share(self, share: Share) -> Step:
        """A step that tells only of the secrets behind the dice."""
        assert self.dice is not None
        self.dice.add(share)
        return Step(self.length, (), "", share=share)

    def order(
        self, text: str, side: str, why: tuple[Reason, ...] = (), throw: Throw | None = None
    ) -> tuple[Step, Event | None]:
        """Do what an order says: what it changed, and a remark if a part of it was dropped.

        IllegalAction if it may not be; then nothing has changed.  ``throw`` is what was given for its dice.
        """
        dice = self.dice if self.dice is None or throw is None else self.dice.plus(throw)
        trial = self._thrown(dice)
        events = trial.play(text, side)
        self.dice = dice
        start = min(self.length, len(trial.trail))
        step = Step(start, tuple(trial.trail[start:]), side, why, share=throw)
        if start < self.length:  # what was begun before has been called off
            self._cut(start)
        for entry in step.entries:
            self._chronicle.follow(entry)
        if step.entries:
            self.frames.append(Frame(start, side, why))
        step = step._replace(stand=self._stand(), moved=self._moved)
        self._moved = None
        return step, next((event for event in events if event.kind == "dropped"), None)

    def end(self, ended: Ended, side: str) -> Step:
        """The players end the game; IllegalAction if it is over."""
        start = self.length
        self._chronicle.follow(ended)
        self.frames.append(Frame(start, side))
        step = Step(start, (ended,), side, stand=self._stand(), moved=self._moved)
        self._moved = None
        return step

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

    def call_off(self, sides: Collection[str]) -> TakeBack | None:
        """What calling off the order that is begun would do; None if it is too late, or none is."""
        ask, trail = self.game.decision, self.game.trail
        if ask is None or not ask.continues:
            return None
        start = len(trail)
        while start > 0:
            start -= 1
            entry = trail[start]
            if not isinstance(entry, Played) or entry.side not in sides:
                return None
            if not entry.continues:
                return None if self.game.revealed_since(start) else TakeBack(start, True)
        return None

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
            self._chronicle.follow(entry)
        return step

    def follow(self, step: Step) -> bool:
        """Carry on with a step that was taken elsewhere; False if the table must be opened anew."""
        if step.moved is not None or self._moved is not None or step.start > self.length:
            return False
        if step.start < self.length:
            self._cut(step.start)
        for entry in step.entries:
            self._chronicle.follow(entry)
        if step.entries and not isinstance(step.entries[0], Skip):
            self.frames.append(Frame(step.start, step.side, step.why))
        if step.stand is not None:
            self._stands.append(step.stand)
        if step.share is not None and self.dice is not None:
            self.dice.add(step.share)
        return True

    def _stand(self) -> Stand | None:
        """How the game stands, if it has not been told for a while, or is over."""
        base, begun = self.game.checkpoint()
        at, last = self.length - len(begun), self._stands[-1].at if self._stands else -1
        if not self.over and at < max(last, 0) + STAND:
            return None
        packed = "" if self.over else pack(self.rules.write(base))
        rows = self._chronicle.rows
        since = rows[bisect_right(rows, last, key=lambda row: row.at) :]
        stand = Stand(at, packed, [moment for moment in moments(since) if moment[0] <= at])
        self._stands.append(stand)
        return stand

    def _cut(self, start: int) -> None:
        """Forget what came after this length of the trail."""
        self.frames = [frame for frame in self.frames if frame.start < start]
        self.told(start)
        while self._stands and self._stands[-1].at > start:
            self._stands.pop()
        self._chronicle.back_to(self.at(start))
        if start < self._resumed_at:
            stand = self._stand_before(start)
            self._resumed_at = 0 if stand is None else stand.at

    def _thrown(self, dice: SharedDice | None = None) -> Game[Any]:
        """The same game with its dice."""
        game = self.game.copy()
        game.take_seed(self.seed, dice or self.dice)
        return game
