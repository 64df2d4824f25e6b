"""A table in memory: the game, its log, and what may be taken back.

A room is rebuilt from the record that it began with and the changes since; what happens while it
is played goes the same way, entry by entry, so a table after a restart is the table before it.
Only the last entries are played again to open it, from how the game stood before them; the log
before that is told on demand.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import grognard

from ..engine.chance import AskChance
from ..engine.decision import DICE, Drawn, Event, Rolled
from ..engine.dice import commitment
from ..engine.entries import Ended, Entry, Played, Skip
from ..engine.game import Game
from ..engine.record import (
    Heading,
    check_end,
    dice_used,
    kind_of,
    order_before,
    read_entries,
    write_record,
)
from ..engine.ruleset import Ruleset
from ..engine.shared import Asked, Given, Pledge, Share, SharedDice, Throw, bind
from ..engine.sight import Sight
from ..engine.words import Action, IllegalAction, Say
from ..front import differs, moved_event, no_going_on, no_way_on, open_heading
from ..textdata import DataError, in_words

HUMAN = "human"
"""Who plays a seat that no bot plays."""

STAND = 25
"""So many entries after the last one a step tells how the game stands."""
TAIL = 100
"""So many of the last entries at least are played again to open a table, and their log is told."""
MARKED = ("turn", "attack")
"""The kinds of rows whose moments are known without their log: a page goes from one to the next."""

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


Moment = tuple[int, str]
"""At which length of the trail something of a marked kind happened."""


class Stand(NamedTuple):
    """The situation after ``at`` entries, packed; '' when the game was over then.

    ``moments`` are those since the stand before; None where nobody noted them.
    """

    at: int
    packed: str
    moments: Sequence[Moment] | None = None


class Moved(NamedTuple):
    """The game was taken up under other rules or data: the mark of its record, and how it stood."""

    mark: str
    ruleset: str
    data: str
    opening: str


class Step(NamedTuple):
    """A change of the trail: from ``start`` on it reads ``entries``; ``side`` gave the order.

    Every so often it tells how the game stands, so that a table is opened from there.  With ``moved``
    the trail began anew before it.
    """

    start: int
    entries: tuple[Entry, ...]
    side: str
    why: tuple[Reason, ...] = ()
    stand: Stand | None = None
    moved: Moved | None = None
    share: Share | None = None
    """What this step tells of dice that several secrets make."""


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
            action, hidden = entry.action, [True] * entry.secret
            entries.append(
                ["played", entry.side, action.verb, action.word, entry.continues, *hidden]
            )
        else:
            entries.append([type(entry).__name__.lower(), *entry])
    body = {"start": step.start, "entries": entries, "side": step.side}
    if step.why:
        body["why"] = reasons_out(step.why)
    if step.stand is not None:
        body["stand"] = step.stand
    if step.moved is not None:
        body["moved"] = step.moved
    if step.share is not None:
        body["share"] = [type(step.share).__name__.lower(), *step.share]
    return msgspec.json.encode(body).decode()


_PLAIN: Mapping[str, type[Drawn | Skip | Ended]] = {"drawn": Drawn, "skip": Skip, "ended": Ended}


def step_in(text: str) -> Step:
    body = msgspec.json.decode(text)
    entries: list[Entry] = []
    for word, *rest in body["entries"]:
        if word == "played":
            side, verb, name, *flags = rest
            entries.append(Played(side, Action(verb, name), *flags))
        elif word == "rolled":
            entries.append(Rolled(*rest[:7])._replace(others=tuple(*rest[7:])))
        else:
            entries.append(_PLAIN[word](*rest))
    why = reasons_in(body.get("why", ()))
    stand = _stand_in(*body["stand"]) if "stand" in body else None
    moved = Moved(*body["moved"]) if "moved" in body else None
    share = _share_in(*body["share"]) if "share" in body else None
    return Step(body["start"], tuple(entries), body["side"], why, stand, moved, share)


def _stand_in(at: int, packed: str, moments: list[list[Any]] | None = None) -> Stand:
    noted = None if moments is None else [(length, kind) for length, kind in moments]
    return Stand(at, packed, noted)


def _share_in(word: str, *rest: Any) -> Share:
    if word == "pledge":
        return Pledge(*rest)
    if word == "asked":
        return Asked(*rest)
    number, die, bound, links = rest
    return Throw(number, die, bound, {s: g and Given(*g) for s, g in links.items()})


def pack(lines: Iterable[str]) -> str:
    """Lines of text, small."""
    return b64encode(zlib.compress("\n".join(lines).encode(), 6)).decode()


def unpack(packed: str) -> list[str]:
    return zlib.decompress(b64decode(packed)).decode().split("\n")


def read_state(rules: Ruleset[Any], lines: Iterable[str]) -> Any:
    """The situation that lines tell."""
    return rules.read(in_words(enumerate(lines, 1), "position"))


# -- opening


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


class Story:
    """What is stored of a table, put together: nothing is played yet."""

    def __init__(self, base: str, steps: Iterable[Step], data: str | None = None) -> None:
        check_end(base, "text")
        self.heading = heading = Heading(base, "text")
        self.rules = rules = open_heading(heading, Path(data) if data else None)
        self.ruleset, self.data = heading.one("ruleset"), heading.one("data")
        self.marks = list(heading.moved)
        self.opening = None if heading.opening is None else [line for _, line in heading.opening]
        lines = [(n, x) for n, x in heading.rest if x.split()[0] not in ("end", "result")]
        self.trail = [entry for _, entry in read_entries(lines, rules.seats, "text")]
        self.stands: list[Stand] = []
        if heading.stand is not None:
            self.stands.append(Stand(heading.stand[0], pack(x for _, x in heading.stand[1])))
        if any(x.startswith("result ") for _, x in heading.rest):
            self.stands.append(Stand(len(self.trail), ""))
        self.frames = [Frame(i, e.side) for i, e in enumerate(self.trail) if isinstance(e, Played)]
        self.flagged = not self.trail
        """Whether every entry says if it is secret."""
        self.shares: list[Share] = []
        for step in steps:
            self._add(step)

    def _add(self, step: Step) -> None:
        if step.moved is not None:
            mark, self.ruleset, self.data, opening = step.moved
            self.marks.append(mark)
            self.opening, self.trail, self.frames, self.stands = unpack(opening), [], [], []
        del self.trail[step.start :]
        while self.frames and self.frames[-1].start >= step.start:
            self.frames.pop()
        while self.stands and self.stands[-1].at > step.start:
            self.stands.pop()
        self.trail += step.entries
        if step.entries and not isinstance(step.entries[0], Skip):
            self.frames.append(Frame(step.start, step.side, step.why))
        if step.stand is not None:
            self.stands.append(step.stand)
        if step.share is not None:
            self.shares.append(step.share)

    @property
    def fault(self) -> Say | None:
        """Why it cannot be played on with the rules of now as it is."""
        return differs(self.rules, self.ruleset, self.data)

    def move_on(self, fault: Say) -> Moved:
        """Take it up under the rules of now from its last situation; DataError if there is none."""
        last = self.stands[-1] if self.stands else None
        if (last is None and self.trail) or (last is not None and not last.packed):
            raise DataError("text", None, no_way_on(fault))
        lines = self.opening if last is None else unpack(last.packed)
        try:
            state = self.rules.start() if lines is None else read_state(self.rules, lines)
            faults = self.rules.check(state)
        except DataError as bad:
            faults = [bad.said]
        if faults:
            raise DataError("text", None, no_going_on(fault, faults[0]))
        state.die = max(state.die, dice_used(self.trail))
        at = 0 if last is None else last.at
        mark = f"ruleset {self.ruleset} data {self.data} at {at} end -"
        version = str(self.rules.version)
        return Moved(mark, version, self.rules.digest, pack(self.rules.write(state)))


def _moments(rows: Iterable[Row]) -> list[Moment]:
    """The moments of the marked kinds that everybody may know."""
    found = (row for row in rows if row.event.kind in MARKED and row.event.seats is None)
    return [(row.at, row.event.kind) for row in found]


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
        self._rows: list[Row] = []
        self._battle = 0
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
            self.game = self._new()
            self._log(0, [moved_event(fault), *self.game.opening_events], "")
        elif last is not None and (story.flagged or not rules.hides):
            self._opening = story.opening
            self.game = self._resumed(story.trail[: last.at], last)
            self._untold = self._resumed_at = last.at
            self._go_through(story.trail[last.at :])
        else:
            self._opening = story.opening
            self.game = self._new()
            self._log(0, self.game.opening_events, "")
            self._go_through(story.trail)
        self.game.moved_on = self._marks = tuple(marks)
        self.units = {p.id: p.name for p in self.rules.pieces(self.game.state)}
        """The names of the units by their ids."""
        board = self.rules.board
        self.places = {board.label(h): name for h, name in board.names.items()}

    def _go_through(self, entries: Iterable[Entry]) -> None:
        """Carry on with what is stored; DataError where the rules of now refuse it."""
        try:
            for entry in entries:
                self._follow(entry)
        except IllegalAction as refusal:
            raise DataError("text", None, refusal.said) from None

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
        if self._untold >= max(first, 1):
            stand = self._stand_before(first - 1)
            self._rows = self._tell(stand, self._untold) + self._rows
            self._untold = 0 if stand is None else stand.at
        return self._rows

    def _tell(self, stand: Stand | None, upto: int) -> list[Row]:
        """The log from how the game stood (or else from its beginning) up to this length of the trail."""
        trail, now = self.game.trail, (self.game, self._rows, self._battle)
        self._rows, self._battle = [], 0
        try:
            if stand is None:
                self.game = self._new()
                self._log(0, self.game.opening_events, "")
            else:
                self.game = self._resumed(trail[: stand.at], stand)
            self._go_through(trail[self.length : upto])
            return self._rows
        finally:
            self.game, self._rows, self._battle = now

    @property
    def lines(self) -> int:
        """How many lines of the log are in memory."""
        return len(self._rows)

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
                stand = self._stands[i] = stand._replace(moments=_moments(told))
            noted += stand.moments or ()
        return noted + _moments(self._rows)

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
        trial = self.game.copy()
        trial.play(text, side)
        if not isinstance(trial.decision, AskChance):
            return None
        number, die = self.dice.next, trial.state.die
        return die, Asked(number, bind(self.seed, number, die, order_before(trial.trail)))

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
            self._follow(entry)
        if step.entries:
            self.frames.append(Frame(start, side, why))
        step = step._replace(stand=self._stand(), moved=self._moved)
        self._moved = None
        return step, next((event for event in events if event.kind == "dropped"), None)

    def end(self, ended: Ended, side: str) -> Step:
        """The players end the game; IllegalAction if it is over."""
        start = self.length
        self._follow(ended)
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
            self._follow(entry)
        return step

    def follow(self, step: Step) -> bool:
        """Carry on with a step that was taken elsewhere; False if the table must be opened anew."""
        if step.moved is not None or self._moved is not None or step.start > self.length:
            return False
        if step.start < self.length:
            self._cut(step.start)
        for entry in step.entries:
            self._follow(entry)
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
        since = self._rows[bisect_right(self._rows, last, key=lambda row: row.at) :]
        stand = Stand(at, packed, [moment for moment in _moments(since) if moment[0] <= at])
        self._stands.append(stand)
        return stand

    def _cut(self, start: int) -> None:
        """Forget what came after this length of the trail."""
        self.frames = [frame for frame in self.frames if frame.start < start]
        self._rows = [row for row in self.told(start) if row.at <= start]
        while self._stands and self._stands[-1].at > start:
            self._stands.pop()
        self.game = self.at(start)
        if start < self._resumed_at:
            stand = self._stand_before(start)
            self._resumed_at = 0 if stand is None else stand.at
        self._battle = self._fought()

    def _thrown(self, dice: SharedDice | None = None) -> Game[Any]:
        """The same game with its dice."""
        game = self.game.copy()
        game.take_seed(self.seed, dice or self.dice)
        return game

    def _follow(self, entry: Entry) -> None:
        """Carry on with one entry of the trail and write the log."""
        game = self.game
        if isinstance(entry, Skip):
            game.follow(entry)
            self._log(self.length, [self._taken_back()], "")
        elif isinstance(entry, Ended):
            told = game.follow(entry)
            self._log(self.length, told, entry.by)
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

    def _taken_back(self) -> Event:
        if any(who != HUMAN for who in self._players.values()):
            return Event("takeback", "", "taken back against the computer; new dice are thrown", {})
        return Event("takeback", "", "taken back by agreement; new dice are thrown", {})

    def _log(self, at: int, events: Iterable[Event], side: str) -> None:
        battle = self._battle
        for event in events:
            turn, phase = event.turn or self.game.turn, event.phase or self.game.phase
            if event.kind == "attack":
                battle = at
            elif self._rows and (turn, phase) != (self._rows[-1].turn, self._rows[-1].phase):
                battle = 0
            self._rows.append(Row(at, event, side, turn, phase, battle))
        self._battle = self._fought()

    def _fought(self) -> int:
        """The battle that goes on: one is over when the rules come back to a checkpoint."""
        ask = self.game.decision
        return 0 if ask is None or ask.top or not self._rows else self._rows[-1].battle
