"""What a bot remembers from one decision to the next, as a line of text that anybody can keep for it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from ...say import Say
from ..seat import Reason
from .brief import Draft


class Note(NamedTuple):
    """The aim that is kept from turn to turn; the goals of the draft of one phase (None if there was no draft),
    with the moment it is meant for; how much single questions have taken from their budget since this tick began;
    and why the parts of the force go where they go."""

    aim: str = ""
    moment: str = ""
    goals: tuple[tuple[int, int], ...] | None = None
    tick: int = -1
    spent: int = 0
    why: tuple[tuple[int, Reason], ...] = ()

    def __str__(self) -> str:
        why = [(part, rule, _packed(say)) for part, (rule, say) in self.why]
        return json.dumps([*self[:-1], why])

    def with_draft(self, draft: Draft | None) -> Note:
        """The note with this draft, or with none."""
        if draft is None:
            return self._replace(goals=None, why=())
        why = tuple((part, draft.why[part]) for part in draft.goals if part in draft.why)
        return self._replace(goals=tuple(draft.goals.items()), why=why)

    def reasons(self) -> Mapping[int, Reason]:
        """By part of the force: why it goes where it goes."""
        return dict(self.why)


def read(text: str) -> Note:
    """The note from its text; an empty one if it is none."""
    try:
        aim, moment, goals, tick, spent, why = json.loads(text)
        whole = None if goals is None else tuple((int(a), int(b)) for a, b in goals)
        told = tuple((int(part), Reason(str(rule), _unpacked(say))) for part, rule, say in why)
        found = Note(str(aim), str(moment), whole, int(tick), int(spent), told)
        for _, reason in told:
            str(reason)  # a field that is missing is a fault of the note
    except (ValueError, TypeError, AttributeError, LookupError):
        return Note()
    return found


def _packed(value: Any) -> Any:
    """A sentence and the sentences in it as lists."""
    if isinstance(value, Say):
        return [value.template, {name: _packed(each) for name, each in value.params.items()}]
    return value


def _unpacked(value: Any) -> Any:
    if isinstance(value, list):
        template, params = value
        return Say(template, **{name: _unpacked(each) for name, each in params.items()})
    return value
