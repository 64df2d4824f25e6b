"""A game in progress: the state at the last checkpoint and the choices since.

Cloning, saving, undo, scrubbing and replay are one mechanism.  The rules run as a generator on
a working copy of the state; at each ``top`` decision the state is kept as a checkpoint, and
any later moment is that checkpoint plus the few choices and dice that followed.  Of the
checkpoints passed, the last ones are kept and, further back, one every few entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar, overload

from . import chance
from .chance import AskChance
from .decision import DICE, REVEAL, Ask, Draw, Drawn, Event, Fell, Outcome, Procedure, Roll, Rolled
from .dice import Dice, Faces, commitment, fresh_seed
from .ledger import Ledger
from .ruleset import Ruleset
from .state import State
from .trail import Trail
from .view import Fact, Overlay, Piece, Sheet, Trace, Way
from .words import Action, IllegalAction, Say

if TYPE_CHECKING:
    from .sight import Sight

S = TypeVar("S", bound=State)

RESULT = "result"
"""``result DR`` instead of ``roll 4``: the fact of this name in an event is what a die has led to."""
MOST = 1000
"""So many throws at most are tried for the result that is wanted."""


class Played(NamedTuple):
    """An entry of the trail: who chose what, and whether it carries on the order before it.

    ``side`` is the seat that chose.  What is ``secret`` only the seats of its own side may know.
    """

    side: str
    action: Action
    continues: bool = False
    secret: bool = False


class Skip(NamedTuple):
    """An entry of the trail: after a take-back over dice, the dice go on at this number."""

    die: int


class Ended(NamedTuple):
    """An entry of the trail: the players ended the game before the rules did.

    ``by`` is the seat that resigned or overstepped its time, '' where all agreed; ``winner`` is None
    for a draw.
    """

    winner: str | None
    by: str = ""
    late: bool = False
    """The other side claimed the victory because the seat's clock had run out."""


Entry = Played | Rolled | Drawn | Skip | Ended

LONGEST = 50_000
"""No game has more entries: far above any real one, so that nobody fills a trail without end."""
RECENT, EVERY = 24, 16
"""How many checkpoints are kept of the last ones, and how many entries apart further back."""


class Mark(NamedTuple, Generic[S]):
    """A checkpoint to go back to: the length of the trail, the state, and the one before."""

    at: int
    state: S
    before: Mark[S] | None


class Game(Generic[S]):
    """A game in progress.  See the README for a session."""

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
        self._recent: tuple[tuple[int, S], ...] = ()
        self._base = 0, first
        self._state: S | None = None
        self._run: Procedure | None = None
        self._ask: Ask | None = None
        self._events: list[Event] = []
        self._reveals: tuple[int, ...] = ()
        self._unseen = 0
        """Up to this length of the trail nobody has looked for reveals: there were some."""
        self._resume(0, first, ())
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
        game._base, game._unseen = (at, stand), at
        game._resume(at, stand, trail[at:])
        game._events.clear()
        return game

    # -- where we are

    @property
    def state(self) -> S:
        """The situation now.  Read it; change it only through ``play``."""
        return self._live()

    @property
    def turn(self) -> int:
        return self._live().turn

    @property
    def phase(self) -> str:
        return self._live().phase

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
    def outcome(self) -> Outcome | None:
        return self._live().outcome

    @property
    def legal_actions(self) -> LegalActions:
        return LegalActions(self)

    @property
    def commitment(self) -> str | None:
        """The fingerprint of the seed, to be shown before the first roll."""
        return None if self.seed is None else commitment(self.seed)

    @property
    def trail(self) -> Sequence[Entry]:
        """Everything that was chosen and thrown so far."""
        return self._trail

    @property
    def rolls(self) -> list[Rolled]:
        """The dice thrown so far; what was drawn is in the trail."""
        return [entry for entry in self._trail if isinstance(entry, Rolled)]

    # -- playing

    def play(self, order: Action | str, side: str | None = None) -> list[Event]:
        """Do what an action or an order says and return what happened; IllegalAction if it may not be.

        What is begun and called off without a trace is not kept in the trail.
        With ``side`` (a seat, or a side for all its seats) the order is refused unless it is to decide.  A coarse order is done
        whole or not at all, unless a die falls or something is revealed on the way: then what comes
        after that is done as far as it is still possible.  Where dice are asked for, it ends at the
        first one; and it ends where another side has to answer before it can go on.
        """
        ask = self.decision
        if ask is None:
            raise IllegalAction("", "the game is over")
        if side is not None and side not in (ask.side, self.rules.serves(ask.side)):
            rule = (self.rules.turn_rule(self._live()) if ask.top else "") or ask.rule
            raise IllegalAction(
                rule,
                "the decision is the {owner} player's, not the {side} player's",
                side=side,
                owner=ask.side,
            )
        if isinstance(ask, AskChance):
            self._enter(str(order))
            return self._take_events()
        for action in ask.actions:
            if action is order:
                self._apply(action)
                break
        else:
            self._order(str(order))
        self._drop_called_off()
        return self._take_events()

    def resign(self, seat: str) -> list[Event]:
        """A seat gives the game up: the other side has won; IllegalAction if there is not just one."""
        return self._ended(Ended(self._other(seat), seat))

    def overstep(self, seat: str) -> list[Event]:
        """The clock of a seat has run out and the other side claims the victory."""
        return self._ended(Ended(self._other(seat), seat, late=True))

    def _other(self, seat: str) -> str:
        others = [side for side in self.rules.sides if side != self.rules.serves(seat)]
        if len(others) != 1:
            raise IllegalAction("", "the {side} player cannot resign", side=seat)
        return others[0]

    def agree(self, winner: str | None) -> list[Event]:
        """All players agree that a side has won, or on a draw (None)."""
        return self._ended(Ended(winner))

    def _ended(self, entry: Ended) -> list[Event]:
        if self.decision is None:
            raise IllegalAction("", "the game is over")
        return self.follow(entry)

    def _drop_called_off(self) -> None:
        """What was begun and called off, and has changed nothing, leaves no entry in the trail."""
        last = self._trail.last
        if not isinstance(last, Played) or last.action.role != "calls off":
            return
        ask, length = self._ask, len(self._trail)
        if ask is None or not ask.top or len(self._recent) < 2 or self._recent[-1][0] != length:
            return
        (at, before), (_, now) = self._recent[-2:]
        since = self._trail.since(at)
        if now != before:
            return
        if all(isinstance(entry, Played) for entry in since) and not self.revealed_since(at):
            self._trail.cut(at)
            self._back_to(at)

    def follow(self, entry: Entry) -> list[Event]:
        """Carry on with one entry of a trail and return what happened; IllegalAction if it does not fit.

        For a game whose dice are asked for: what fell is an entry too.
        """
        self._live()
        self._repeat(entry)
        return self._take_events()

    def _order(self, text: str) -> None:
        start, side = len(self._trail), self.side
        try:
            words = [self.rules.normalise(word) for word in text.split()]
            if not words:
                raise IllegalAction("", "an empty order")
            self._obey(words)
            if self._ask is not None and self._ask.unfinished and len(self._trail) > start + 1:
                raise self._ask.unfinished
        except IllegalAction as refusal:
            done, ask = self._trail[start:], self._ask
            awaited = bool(done) and ask is not None and ask.side != side and not ask.top
            thrown = any(not isinstance(entry, Played) for entry in done)
            if not awaited and not thrown and not self.revealed_since(start):
                if done:
                    self._rewind(start)
                self._events.clear()
                raise
            self._events.append(
                Event(
                    "dropped",
                    refusal.rule,
                    "the rest of the order was dropped: {reason}",
                    {"reason": refusal.reason},
                )
            )

    def _enter(self, text: str) -> None:
        """Enter dice by hand: all that the words name, or nothing."""
        start, words = len(self._trail), text.split()
        try:
            if not words:
                raise IllegalAction("", "an empty order")
            while words:
                ask = self._ask
                if not isinstance(ask, AskChance):
                    raise IllegalAction(
                        "" if ask is None else ask.rule,
                        "nothing more can be ordered after that: {rest}",
                        rest=" ".join(words),
                    )
                action, used = ask.match(words)
                if words[0].lower() == RESULT:
                    action, used = self._fixed(ask, " ".join(words[1:])), len(words)
                if action is None:
                    raise ask.refusal(words)
                self._apply(action)
                words = words[used:]
        except IllegalAction:
            if len(self._trail) > start:
                self._rewind(start)
                self._events.clear()
            raise

    def _fixed(self, ask: AskChance, wanted: str) -> Action:
        """The lowest throw that has this result, to fix one instead of a die."""
        found: dict[str, None] = {}
        for action in ask.actions[:MOST]:
            trial = self.copy()
            for event in trial.play(action):
                told = str(event.facts.get(RESULT, ""))
                if told.casefold() == wanted.casefold() and wanted:
                    return action
                found[told] = None
        known = ", ".join(sorted(told for told in found if told))
        if not known:
            raise IllegalAction(ask.rule, "this die has no result that has a name: say 'roll 1'")
        raise IllegalAction(
            ask.rule,
            "no die has the result '{result}' here; there are: {known}",
            result=wanted,
            known=known,
        )

    def _obey(self, words: Sequence[str]) -> None:
        """Carry out the words of an order, small choice by small choice."""
        side = self.side
        while words:
            ask = self.decision
            if ask is not None and ask.side != side and not ask.top:
                raise IllegalAction(
                    ask.rule,
                    "the {owner} player answers first; then give the rest of the order again: {rest}",
                    owner=ask.side,
                    rest=" ".join(words),
                )
            if ask is None or ask.side != side:
                raise IllegalAction(
                    "" if ask is None else ask.rule,
                    "nothing more can be ordered after that: {rest}",
                    rest=" ".join(words),
                )
            action, used = _match(ask, words)
            if action is not None:
                left = words[used:]
                if ask.rest is not None:
                    left = ask.rest(left)
                self._apply(action)
                words = left
                continue
            orders = ask.expand(words) if ask.expand else None
            if orders is not None:
                for each in orders:
                    self._obey(each)
                return
            if ask.otherwise is not None and words[0] not in {a.verb for a in ask.actions}:
                self._apply(ask.otherwise)
                continue
            raise self._refusal(ask, words)

    def _refusal(self, ask: Ask, words: Sequence[str]) -> IllegalAction:
        """Why the decision does not take these words: the rule that forbids it, if anybody knows it."""
        spoken = words[0].islower()
        verb, word = (words[0], "".join(words[1:2])) if spoken else ("", words[0])
        refusal = ask.refuse(verb, word) if ask.refuse else None
        return (
            refusal
            or self._foreign(ask, words)
            or self.rules.why_not(self._live(), words)
            or IllegalAction(
                ask.rule,
                "'{order}' is not possible now; the question is: {prompt}",
                order=" ".join(words),
                prompt=ask.prompt,
            )
        )

    def _foreign(self, ask: Ask, words: Sequence[str]) -> IllegalAction | None:
        """The order names a unit of another side than the one that is asked."""
        side = self.rules.serves(ask.side)
        for word in words[1:]:
            unit = self.rules.units.find(word.split("+")[0])
            owner = self.rules.sides[unit.side] if unit is not None else side
            if unit is not None and owner != side and not self._answers(ask, unit.id):
                return IllegalAction(
                    ask.rule,
                    "{unit} is {owner}; the question is for the {side} player: {prompt}",
                    unit=unit.id,
                    owner=owner,
                    side=side,
                    prompt=ask.prompt,
                )
        return None

    @staticmethod
    def _answers(ask: Ask, word: str) -> bool:
        return any(action.word == word for action in ask.actions)

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
        if ask is None or ask.top:
            self._keep(state)

    def _keep(self, state: S) -> None:
        """Remember this moment as the checkpoint, and for going back."""
        at = len(self._trail)
        self._base = at, state.copy()
        recent = self._recent
        if recent and recent[-1][0] == at:
            recent = recent[:-1]
        self._recent = (*recent[1 - RECENT :], self._base)
        if at >= self._mark.at + EVERY:
            self._mark = Mark(at, state.kept(self._mark.state), self._mark)

    def _take_events(self) -> list[Event]:
        events, self._events = self._events, []
        return events

    # -- the one mechanism

    def _live(self) -> S:
        """The working state, brought back from the checkpoint and the choices since if need be."""
        if self._state is None:
            at, base = self._base
            self._resume(at, base, self._trail.since(at))
            self._events.clear()
        assert self._state is not None
        return self._state

    def _resume(self, at: int, base: S, since: Sequence[Entry]) -> None:
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
        try:
            self._advance(None)
            for entry in since:
                self._repeat(entry)
        finally:
            self._dice = dice
        self._throw_asked()

    def _throw_asked(self) -> None:
        """Throw the dice that are asked for, if they are thrown here."""
        ask = self._ask
        if self._dice is not None and isinstance(ask, AskChance):
            state = self._live()
            self._advance(self._fell(state, chance.cast(ask.chance, self._dice, state.die)))

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
            raise self._refusal(ask, entry.action.text.split())

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
        self._keep(state)

    def _rewind(self, length: int) -> None:
        """Go back to the moment when the trail had this length."""
        since = self._back_to(length)
        self._resume(*self._base, since[: length - self._base[0]])
        self._events.clear()

    def _back_to(self, length: int) -> list[Entry]:
        """Make the last checkpoint kept up to this length the one to resume; the entries after it."""
        while self._mark.at > length and self._mark.before is not None:
            self._mark = self._mark.before
        recent = self._recent
        while recent and recent[-1][0] > length:
            recent = recent[:-1]
        self._recent = recent
        self._base = recent[-1] if recent else self._mark[:2]
        return self._trail.since(self._base[0])

    def undo(self, *, force: bool = False) -> Action:
        """Take back the last choice.

        Over a die or a reveal only with ``force``, and then the dice are fresh.
        """
        if self._trail and isinstance(self._trail[-1], Ended):
            raise IllegalAction("", "the game is over")
        since = 0
        for entry in reversed(self._trail):
            since += 1
            if isinstance(entry, Played):
                break
        else:
            raise IllegalAction("", "nothing to take back")
        state, last = self._live(), len(self._trail) - since
        thrown = since > 1
        shown = self.revealed_since(last)
        if thrown and not force:
            raise IllegalAction("", "a die has been thrown since; take it back only by agreement")
        if shown and not force:
            raise IllegalAction("", "something was revealed since; take it back only by agreement")
        die = state.die
        self._rewind(last)
        if (thrown or shown) and self._dice is not None:
            self._skip(die)
        return entry.action

    def revealed_since(self, length: int) -> bool:
        """Whether something hidden was shown after the trail had this length; the end shows all."""
        if self.rules.hides and self.outcome is not None:
            return True
        if self.rules.hides and length < self._unseen:
            return True
        return any(n > length for n in self._reveals)

    def _skip(self, die: int) -> None:
        state = self._live()
        self._trail.append(Skip(die))
        state.die = die
        if self._ask is not None and self._ask.top:
            self._keep(state)

    def copy(self, length: int | None = None) -> Self:
        """An independent game at the same moment, or at an earlier one (length of the trail)."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.players = dict(self.players)
        new._trail = self._trail.copy()
        new._events = []
        new._state = new._run = new._ask = None
        if length is not None and length < len(self._trail):
            new._rewind(length)
        return new

    def replay(self, entries: Sequence[Entry]) -> list[Event]:
        """Carry on with recorded entries; IllegalAction where one does not fit.

        Returns what happened since the last checkpoint.
        """
        at, base = self._base
        self._resume(at, base, [*self._trail.since(at), *entries])
        return self._take_events()

    def take_seed(self, seed: str | None, dice: Faces | None = None) -> None:
        """Go on with the dice of this seed (None: the dice are asked for), or with ``dice`` that it is
        only a part of."""
        self.seed = seed
        self._dice = None if seed is None else dice or Dice(seed)
        self._throw_asked()
        self.opening_events += self._take_events()

    # -- texts and pictures

    def seen_by(self, seat: str) -> Sight[S]:
        """The game as one seat may see it: one of ``rules.seats``, or ``spectator``."""
        from .sight import Sight

        return Sight(self, seat)

    def odds(self, attack: Action | str) -> Ledger:
        """The ledger of an attack: each factor and modifier with its rule, then the exact chances."""
        words = [self.rules.normalise(word) for word in str(attack).split()]
        return self.rules.odds(self._live(), words)

    def reach(self, unit: str) -> dict[str, Way]:
        """Where a unit could go now: by hex, the cost, the path and the kind of movement."""
        return self.rules.reach(self._live(), self.rules.normalise(unit))

    def cost(self, unit: str, path: str) -> Way:
        """What a given way (``0908-0907-0806``, from the hex beside the unit or from its own) costs it.

        IllegalAction says at which hex it breaks, and by which rule.
        """
        hexes = [self.rules.normalise(word) for word in path.replace("-", " ").split()]
        return self.rules.cost(self._live(), self.rules.normalise(unit), hexes)

    def pieces(self) -> list[Piece]:
        """All counters, on the map and in boxes."""
        return self.rules.pieces(self._live())

    def unit(self, name: str) -> Sheet:
        """Everything about one unit: where it lies, its steps and marks, what is printed on it."""
        rules, state = self.rules, self._live()
        found = rules.units.find(rules.normalise(name))
        if found is None:
            raise IllegalAction("", "no unit is called '{unit}'", unit=name)
        piece = next((piece for piece in rules.pieces(state) if piece.id == found.id), None)
        lines = rules.traces(state, piece.hex) if piece and rules.is_hex(piece.hex) else []
        return Sheet(found, piece, rules.values(found), tuple(lines))

    def overlays(self) -> dict[str, Overlay]:
        """What is worth showing on the map, by name: ``zoc german``, ``supply allied`` ..."""
        return {overlay.name: overlay for overlay in self.rules.overlays(self._live())}

    def facts(self, hex: str) -> list[Fact]:
        """What is worth knowing of a hex, or of a place beside the map, each with its rule."""
        return self.rules.hex_facts(self._live(), self._place(hex))

    def lines(self, hex: str) -> list[Trace]:
        """The lines of supply or communication of the units in a hex; where one breaks, why."""
        return self.rules.traces(self._live(), self._place(hex))

    def _place(self, word: str) -> str:
        place = self.rules.normalise(word)
        if not self.rules.is_hex(place) and place not in self.rules.places():
            raise IllegalAction("", "{word} is not on the map", word=word)
        return place

    @property
    def position(self) -> str:
        """The situation as text; ``grognard.load`` reads it."""
        from .record import write_position

        return write_position(self.rules, *self.checkpoint())

    @property
    def record(self) -> str:
        """The whole game as text; ``grognard.load`` reads it."""
        from .record import write_record

        return write_record(self)

    @property
    def pending(self) -> str:
        """The order that was begun since the last checkpoint, as far as it goes; '' if none was."""
        return begun(self.checkpoint()[1])

    def checkpoint(self) -> tuple[S, Sequence[Entry]]:
        """The state at the last checkpoint and what was chosen and thrown since."""
        self._live()
        at, base = self._base
        return base, self._trail.since(at)

    def __repr__(self) -> str:
        where = f"turn {self.turn}, {self.phase}"
        if self.outcome is not None:
            return f"<{self.rules.title}: {where}; {self.outcome}>"
        return f"<{self.rules.title}: {where}; {self.decision!r}>"


def begun(entries: Iterable[Entry]) -> str:
    """The choices of whoever chose first, without the answers of others in between."""
    played = [entry for entry in entries if isinstance(entry, Played)]
    return " ".join(entry.action.text for entry in played if entry.side == played[0].side)


def _match(ask: Ask, words: Sequence[str]) -> tuple[Action | None, int]:
    """The action that the first words name, and how many words it takes."""
    first = words[0]
    second = words[1] if len(words) > 1 else None
    for action in ask.actions:
        if action.verb == first:
            if not action.word:
                return action, 1
            if action.word == second:
                return action, 2
        elif action.word == first:
            return action, 1
    return None, 0


class LegalActions(Sequence[Action]):
    """Everything that may be done now: a lazy view of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    @property
    def _actions(self) -> Sequence[Action]:
        ask = self._game.decision
        return ask.actions if ask else ()

    def __len__(self) -> int:
        return len(self._actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._actions[index]

    def __contains__(self, order: object) -> bool:
        """True for an action on offer, and for any order that ``play`` would accept."""
        if isinstance(order, Action) and order in self._actions:
            return True
        if not isinstance(order, (Action, str)):
            return False
        return self.why_not(order) is None

    def of(self, unit: str) -> list[Action]:
        """The whole orders open to one unit now."""
        ask = self._game.decision
        if ask is None:
            return []
        word = self._game.rules.normalise(unit)
        if ask.of is not None:
            return ask.of(word)
        return [action for action in ask.actions if action.word == word]

    def why_not(self, order: Action | str, side: str | None = None) -> IllegalAction | None:
        """Why an action or order is refused: the rule and a sentence; None if it is legal."""
        try:
            self._game.copy().play(order, side)
        except IllegalAction as refusal:
            return refusal
        return None

    def __repr__(self) -> str:
        shown = ", ".join(action.text for action in self._actions[:12])
        more = len(self) - 12
        return f"<{len(self)} legal: {shown}{f', and {more} more' if more > 0 else ''}>"
