"""Orders in words, carried out small choice by small choice: whole, or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Self, TypeVar, cast

from .chance import AskChance
from .course import Base, Course
from .decision import Ask, Event
from .entries import Played
from .refusal import refusal
from .state import Closed, State
from .words import Action, IllegalAction

S = TypeVar("S", bound=State)

RESULT = "result"
"""``result DR`` instead of ``roll 4``: the fact of this name in an event is what a die has led to."""
DONE = "done"
"""Ends a phase; where the phase ends by itself with what the last unit does, that is all it means."""
SAME = {DONE: "pass", "pass": DONE}
"""An order of one of these words alone is understood where the other is asked for."""
MOST = 1000
"""So many throws at most are tried for the result that is wanted."""


class Orders(Course[S]):
    """A course that takes orders in words."""

    def play(self, order: Action | str, side: str | None = None) -> list[Event]:
        """Do what an action or an order says and return what happened; IllegalAction if it may not be.

        What is begun and called off without a trace is not kept in the trail.
        With ``side`` (a seat, or a side for all its seats) the order is refused unless it is to decide.  A coarse order is done
        whole or not at all, unless a die falls or something is revealed on the way: then what comes
        after that is done as far as it is still possible.  Where dice are asked for, it ends at the
        first one; and it ends where another side has to answer before it can go on.
        """
        try:
            return self._play(order, side)
        except IllegalAction as refusal:
            raise self._missed(str(order).split()) or refusal from None

    def after(self, order: Action | str) -> Self:
        """The game after an order, as far as it goes without dice."""
        game = self.copy()
        game._dice = None
        game.play(order)
        return game

    def _missed(self, said_words: Sequence[str]) -> IllegalAction | None:
        """Why an order was not possible in a part that has passed by itself since the last choice."""
        try:
            words = [self.rules.normalise(word) for word in said_words]
        except IllegalAction:
            return None
        said = self.rules.said_in.get(words[0]) if words else None
        if said is None:
            return None
        whose = self.rules.speaker(self._live(), words)
        now = self._live().phase in said.phases
        ask, word = self._ask, "".join(words[1:2])
        asked = ask is not None and any(action.verb == words[0] for action in ask.actions)
        passed = self._passed()[::-1]
        for each in passed:
            if each.refuse is not None and each.verb == words[0] and not asked:
                why = each.refuse(each.state, word)
                if why is not None:
                    return why
        for each in passed:
            if each.refuse is None and each.state.phase in said.phases:
                why = self.rules.missed(each.state, words)
                if why is not None and (whose == each.side or not (whose or now)):
                    return why
        return None

    def _asked_in(self, words: Sequence[str]) -> S:
        """The situation that a question about an order means.

        Until something is chosen it is that of the part in which the order has its place, or else of the first
        part, also where it has passed by itself and the turn with it.
        """
        live = self._live()
        if any(isinstance(entry, Played) for entry in self._trail):
            return live
        said = self.rules.said_in.get("".join(words[:1]))
        phases = said.phases if said else ()
        side = self.rules.speaker(live, words)
        if live.phase in phases and live.whose == side:
            return live
        passed = self._passed()
        for each in passed:
            if each.refuse is None and each.state.phase in phases and each.side == side:
                return cast(S, each.state)
        first: S = passed[0].state if passed else live
        return live if (first.turn, first.whose) == (live.turn, live.whose) else first

    def _passed(self) -> list[Closed]:
        """What has passed by itself since the last choice, part by part and question by question."""
        last = len(self._trail)
        while last and not isinstance(self._trail[last - 1], Played):
            last -= 1
        trial = self.copy()
        if last:
            since = trial._back_to(last - 1)
        else:
            while trial._mark.before is not None:
                trial._mark = trial._mark.before
            trial._base, since = Base(0, trial._mark.state), [*self._trail]
        start = trial._base.state.copy()
        found: list[Closed] = []
        start.closed = found
        trial._base = Base(trial._base.at, start)
        trial._resume(since)
        return found

    def _play(self, order: Action | str, side: str | None) -> list[Event]:
        ask = self.decision
        if ask is None:
            outcome = self.outcome
            raise IllegalAction("" if outcome is None else outcome.rule, "the game is over")
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

    def _drop_called_off(self) -> None:
        """What was begun and called off, and has changed nothing, leaves no entry in the trail."""
        last = self._trail.last
        if not isinstance(last, Played) or last.action.role != "calls off":
            return
        ask, length = self._ask, len(self._trail)
        if ask is None or not ask.top or len(self._recent) < 2 or self._recent[-1].at != length:
            return
        before, now = self._recent[-2:]
        since = self._trail.since(before.at)
        if now.state != before.state:
            return
        if all(isinstance(entry, Played) for entry in since) and not self.revealed_since(before.at):
            self._trail.cut(before.at)
            self._back_to(before.at)
            self._keep()

    def _order(self, text: str) -> None:
        start, side = len(self._trail), self.side
        try:
            words = self.rules.words_of(text)
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
        """A throw that has this result, of a single die the lowest, to fix one instead of a die."""
        found: dict[str, None] = {}
        for action in islice(ask.samples(), MOST):
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

    def _too_late(
        self, otherwise: Action, ask: Ask, words: Sequence[str], begun: bool
    ) -> IllegalAction | None:
        """Why an order cannot follow what is answered first: a die would fall, or others be asked.

        What is only the rest of an order may still come after the die, unless a rule speaks against it.
        """
        trial = self.copy()
        trial._live()
        trial._dice = None
        trial._apply(otherwise)
        if trial._ask is not None and trial._ask.side == ask.side:
            return None
        why = trial._missed(words) or self.rules.why_not(self._live(), words)
        if why is not None or begun:
            return why
        return IllegalAction(
            ask.rule,
            "'{order}' is not possible now; the question is: {prompt}",
            order=" ".join(words),
            prompt=ask.prompt,
        )

    def _obey(self, words: Sequence[str], begun: bool = False) -> None:
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
                raise self._missed(words) or IllegalAction(
                    "" if ask is None else ask.rule,
                    "nothing more can be ordered after that: {rest}",
                    rest=" ".join(words),
                )
            action, used = _match(ask, words)
            if action is not None:
                left = words[used:]
                if ask.rest is not None:
                    left = ask.rest(action, left)
                self._apply(action)
                words, begun = left, True
                continue
            if not begun and len(words) == 1 and words[0] in SAME:
                same = [SAME[words[0]]]
                if _match(ask, same)[0] is not None:
                    words = same
                    continue
            orders = ask.expand(words) if ask.expand else None
            if orders is None:
                orders = _each(ask, words)
            if orders is not None:
                for each in orders:
                    self._obey(each, begun)
                    begun = True
                return
            if ask.otherwise is not None and words[0] not in {a.verb for a in ask.actions}:
                late = None if words == [DONE] else self._too_late(ask.otherwise, ask, words, begun)
                if late is not None:
                    raise late
                phase, told = self._live().phase, len(self._events)
                self._apply(ask.otherwise)
                phases = {self._live().phase, *(e.phase for e in self._events[told:])}
                if words == [DONE] and phases != {phase}:
                    return
                continue
            raise self._missed(words) or refusal(self.rules, self._live(), ask, words)


def _each(ask: Ask, words: Sequence[str]) -> list[list[str]] | None:
    """``put A+B`` is ``put A put B`` where that verb takes one name at a time."""
    verb, *rest = words
    if not rest or "+" not in rest[0] or all(action.verb != verb for action in ask.actions):
        return None
    *names, last = rest[0].split("+")
    return [*([verb, name] for name in names), [verb, last, *rest[1:]]]


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
