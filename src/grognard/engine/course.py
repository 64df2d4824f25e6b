"""The course of a game: the state at the last checkpoint and the choices since.

Cloning, saving, undo, scrubbing and replay are one mechanism.  The rules run as a generator on
a working copy of the state; at each ``top`` decision the state is kept as a checkpoint, and
any later moment is that checkpoint plus the few choices and dice that followed.  Of the
checkpoints passed, the last ones are kept and, further back, one every few entries.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, Self, TypeVar

from . import chance
from .chance import AskChance
from .decision import DICE, REVEAL, Ask, Draw, Drawn, Event, Fell, Outcome, Procedure, Roll
from .dice import Dice, Faces, fresh_seed
from .entries import Ended, Entry, Played, Skip
from .refusal import refusal
from .ruleset import Ruleset
from .state import State, Tape
from .trail import Trail
from .words import Action, IllegalAction, Say

S = TypeVar("S", bound=State)

LONGEST = 50_000
"""No game has more entries: far above any real one, so that nobody fills a trail without end."""
RECENT, EVERY = 24, 16
"""How many checkpoints are kept of the last ones, and how many entries apart further back."""


class Base(NamedTuple, Generic[S]):
    """A checkpoint to resume: the length of the trail, and the state."""

    at: int
    state: S
    offered: Sequence[Action] | None = None
    """The answers to its question, if they are known."""
    found: Sequence[Any] = ()
    """What the procedure has worked out since (``State.once``)."""


class Mark(NamedTuple, Generic[S]):
    """A checkpoint to go back to: the length of the trail, the state, and the one before."""

    at: int
    state: S
    before: Mark[S] | None


class Course(Generic[S]):
    """The course of a game: what was chosen and thrown, and the situation now."""

    def __init__(
        self,
        rules: Ruleset[S],
        *,
        seed: str | None = None,
        ask_dice: bool = False,
        players: dict[str, str] | None = None,
        state: S | None = None,
    ) -> None:
        self.rules = rules
        self.seed = None if ask_dice else (seed if seed is not None else fresh_seed())
        self._dice: Faces | None = None if self.seed is None else Dice(self.seed)
        self.players = dict(players or {})
        self.opening = None if state is None else "\n".join(rules.write(state)) + "\n"
        """The position text that the game began with, if not the scenario's own set-up."""
        self.moved_on: tuple[str, ...] = ()
        """From which older rules and data the game was taken up; it began here anew each time."""
        first = state if state is not None else rules.start()
        self._trail: Trail[Entry] = Trail()
        self._mark = Mark(0, first.copy(), None)
        self._recent: tuple[Base[S], ...] = ()
        self._base = Base(0, first)
        self._state: S | None = None
        self._run: Procedure | None = None
        self._ask: Ask | None = None
        self._events: list[Event] = []
        self._reveals: tuple[int, ...] = ()
        self._unseen = 0
        """Up to this length of the trail nobody has looked for reveals: there were some."""
        self._resume(())
        self.opening_events = self._take_events()

    @classmethod
    def resumed(
        cls,
        rules: Ruleset[S],
        trail: Sequence[Entry],
        at: int,
        stand: S,
        *,
        players: dict[str, str] | None = None,
        state: S | None = None,
    ) -> Self:
        """A game with asked dice whose trail is known, and its situation after ``at`` entries.

        Only what came after is repeated; what came before, when somebody goes back there.  ``state``
        is the situation that it began with.  The entries say which of them are secret.
        """
        game = cls(rules, ask_dice=True, players=players, state=state)
        game._trail = Trail(trail[:at])
        game._mark, game._recent = Mark(at, stand, game._mark), ()
        game._base, game._unseen = Base(at, stand), at
        game._resume(trail[at:])
        game._events.clear()
        return game

    # -- where it is

    @property
    def state(self) -> S:
        """The situation now.  Read it; change it only through ``play``."""
        return self._live()

    @property
    def decision(self) -> Ask | None:
        """What is asked now; None when the game is over."""
        self._live()
        return self._ask

    @property
    def side(self) -> str | None:
        """The seat that must decide now; None when the game is over."""
        ask = self.decision
        return ask.side if ask else None

    @property
    def trail(self) -> Sequence[Entry]:
        """Everything that was chosen and thrown so far."""
        return self._trail

    @property
    def outcome(self) -> Outcome | None:
        return self._live().outcome

    def checkpoint(self) -> tuple[S, Sequence[Entry]]:
        """The state at the last checkpoint and what was chosen and thrown since."""
        self._live()
        return self._base.state, self._trail.since(self._base.at)

    def _live(self) -> S:
        """The working state, brought back from the checkpoint and the choices since if need be."""
        if self._state is None:
            self._resume(self._trail.since(self._base.at))
            self._events.clear()
        assert self._state is not None
        return self._state

    # -- going on

    def follow(self, entry: Entry) -> list[Event]:
        """Carry on with one entry of a trail and return what happened; IllegalAction if it does not fit.

        For a game whose dice are asked for: what fell is an entry too.
        """
        self._live()
        self._repeat(entry)
        return self._take_events()

    def _apply(self, action: Action) -> None:
        """Take one legal action and run on to the next decision."""
        ask, state = self._ask, self._state
        assert ask is not None
        assert state is not None
        if len(self._trail) >= LONGEST:
            raise IllegalAction(
                "",
                "the game has {count} entries, more than any real one: it ends here",
                count=LONGEST,
            )
        if isinstance(ask, AskChance):
            self._advance(self._fell(state, ask.fell(state.die, action)))
        else:
            self._trail.append(Played(ask.side, action, ask.continues, ask.secret is not None))
            self._advance(action)

    def _fell(self, state: S, fell: Fell) -> int | tuple[int, ...]:
        """Note what fell; what the procedure is sent."""
        self._trail.append(fell)
        state.die += 1 if isinstance(fell, Drawn) else len(fell.shown)
        told = chance.event(fell)
        if fell.secret:
            state.tell_only((), told)
        else:
            state.note(told)
        return chance.answer(fell)

    def _advance(self, answer: Any) -> None:
        """Send the answer to the procedure, and keep the moment when it asks if it is a checkpoint."""
        self._run_on(answer)
        if self._ask is None or self._ask.top:
            self._keep()

    def _run_on(self, answer: Any) -> None:
        """Send the answer to the procedure; throw dice until it asks a player or ends."""
        run, state = self._run, self._state
        assert run is not None
        assert state is not None
        ask: Ask | None
        try:
            wants = run.send(answer)
            while isinstance(wants, (Roll, Draw)):
                if self._dice is None:
                    wants = AskChance(wants)
                    break
                wants = run.send(self._fell(state, chance.cast(wants, self._dice, state.die)))
            ask = wants
        except StopIteration:
            ask = self._run = None
        self._ask = ask
        if state.events:
            if self.rules.hides and any(event.kind == REVEAL for event in state.events):
                self._reveals += (len(self._trail),)
            self._events += state.events
            state.events = []

    def _throw_asked(self) -> None:
        """Throw the dice that are asked for, if they are thrown here."""
        ask = self._ask
        if self._dice is not None and isinstance(ask, AskChance):
            state = self._live()
            self._advance(self._fell(state, chance.cast(ask.chance, self._dice, state.die)))

    def _keep(self) -> None:
        """Remember this moment as the checkpoint, and for going back."""
        at, state = len(self._trail), self._state
        assert state is not None
        found: list[Any] = []
        state.tape = Tape(found)
        self._base = Base(at, state.copy(), self._ask.actions if self._ask else None, found)
        recent = self._recent
        if recent and recent[-1].at == at:
            recent = recent[:-1]
        self._recent = (*recent[1 - RECENT :], self._base)
        if at >= self._mark.at + EVERY:
            self._mark = Mark(at, state.kept(self._mark.state), self._mark)

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    # -- repeating what was done

    def replay(self, entries: Sequence[Entry]) -> list[Event]:
        """Carry on with recorded entries; IllegalAction where one does not fit.

        Returns what happened since the last checkpoint.
        """
        self._resume([*self._trail.since(self._base.at), *entries])
        return self._take_events()

    def _resume(self, since: Sequence[Entry]) -> None:
        """Start the procedure at the last checkpoint and repeat what was chosen and thrown since."""
        at, base, offered, found = self._base
        self._trail.cut(at)
        if self._reveals:
            self._reveals = tuple(n for n in self._reveals if n <= at)
        state = base.copy()
        self._state = state
        self._ask = None
        if base.outcome is not None:
            self._run = None
            return
        self._run = self.rules.procedure(state)
        dice, self._dice = self._dice, None
        known = Tape([*found])
        try:
            state.offered = offered
            self._run_on(None)
            state.offered = None
            if offered is None and (self._ask is None or self._ask.top):
                self._keep()
            else:
                self._base = self._base._replace(found=known.found)
                if self._recent and self._recent[-1].at == at:
                    self._recent = (*self._recent[:-1], self._base)
                state.tape = known
            for entry in since:
                self._repeat(entry)
        finally:
            self._dice = dice
            del known.found[known.at :]
        self._throw_asked()

    def _repeat(self, entry: Entry) -> None:
        """Do again what the trail says was done here."""
        if isinstance(entry, Skip):
            if entry.die < self._live().die:
                raise IllegalAction("", "after a take-back the dice go on, not back")
            self._skip(entry.die)
            return
        ask = self._ask
        if ask is None:
            raise IllegalAction("", "the game is over, yet more is recorded")
        if isinstance(entry, Ended):
            self._end(entry)
            return
        side = entry.side if isinstance(entry, Played) else DICE
        if side != ask.side:
            raise IllegalAction(
                ask.rule,
                "the record names the {side} player where the {owner} player decides: {prompt}",
                side=side,
                owner=ask.side,
                prompt=ask.prompt,
            )
        if not isinstance(entry, Played):
            assert isinstance(ask, AskChance)
            action = ask.again(entry)
            if action is None:
                raise ask.refusal(chance.words(entry))
            self._apply(action)
        elif entry.action in ask.actions:
            self._apply(ask.actions[ask.actions.index(entry.action)])
        else:
            raise refusal(self.rules, self._live(), ask, entry.action.text.split())

    def _end(self, entry: Ended) -> None:
        """The players end the game."""
        winner, by, late = entry
        if winner is not None and winner not in self.rules.sides:
            raise IllegalAction("", "there is no side {side}", side=winner)
        if by and late:
            reason = Say("the {side} player has run out of time", side=by)
        elif by:
            reason = Say("the {side} player resigns", side=by)
        elif winner is None:
            reason = Say("the players agree on a draw")
        else:
            reason = Say("the players agree: {side} victory", side=winner)
        state = self._live()
        self._trail.append(entry)
        state.outcome = Outcome(winner, "", reason)
        self._run = self._ask = None
        self._events.append(Event("end", "", reason.template, reason.params))
        self._keep()

    def _skip(self, die: int) -> None:
        state = self._live()
        self._trail.append(Skip(die))
        state.die = die
        if self._ask is not None and self._ask.top:
            self._keep()

    def take_seed(self, seed: str | None, dice: Faces | None = None) -> None:
        """Go on with the dice of this seed (None: the dice are asked for), or with ``dice`` that it is
        only a part of."""
        self.seed = seed
        self._dice = None if seed is None else dice or Dice(seed)
        self._throw_asked()
        self.opening_events += self._take_events()

    # -- going back

    def copy(self, length: int | None = None) -> Self:
        """An independent game at the same moment, or at an earlier one (length of the trail)."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.players = dict(self.players)
        new._trail = self._trail.copy()
        new._events = []
        new._state = new._run = new._ask = None
        if self._base.found:
            new._base = self._base._replace(found=(*self._base.found,))
        if length is not None and length < len(self._trail):
            new._rewind(length)
        return new

    def revealed_since(self, length: int) -> bool:
        """Whether something hidden was shown after the trail had this length; the end shows all."""
        if self.rules.hides and self.outcome is not None:
            return True
        if self.rules.hides and length < self._unseen:
            return True
        return any(n > length for n in self._reveals)

    def _rewind(self, length: int) -> None:
        """Go back to the moment when the trail had this length."""
        since = self._back_to(length)
        self._resume(since[: length - self._base.at])
        self._events.clear()

    def _back_to(self, length: int) -> list[Entry]:
        """Make the last checkpoint kept up to this length the one to resume; the entries after it."""
        while self._mark.at > length and self._mark.before is not None:
            self._mark = self._mark.before
        recent = self._recent
        while recent and recent[-1].at > length:
            recent = recent[:-1]
        self._recent = recent
        self._base = recent[-1] if recent else Base(self._mark.at, self._mark.state)
        return self._trail.since(self._base.at)
