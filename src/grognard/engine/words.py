"""The words of an order, and the sentence of a refusal."""

from __future__ import annotations

from typing import Any, Literal

from ..say import GrognardError, Say

__all__ = ["Action", "IllegalAction", "Role", "Say"]

Role = Literal["", "commits", "closes", "calls off"]
"""What an answer does beyond itself: it starts what cannot be taken back (the attack is fought), it
ends a phase or a part of one without doing more, it drops what was begun."""


class Action:
    """One small choice: a verb and, usually, a unit, a hex or a figure.

    ``value`` is what the rules work with (an index), ``word`` what people read and type.
    Equal if they read the same.  A whole order has the ``role`` of its last word.
    """

    __slots__ = ("role", "text", "value", "verb", "word")

    def __init__(self, verb: str, word: str = "", value: int = -1, role: Role = "") -> None:
        self.verb, self.word, self.value, self.role = verb, word, value, role
        self.text = f"{verb} {word}" if word else verb

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action):
            return self.text == other.text
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)


class IllegalAction(GrognardError, ValueError):
    """A refusal: the rule that forbids it and a sentence that says why."""

    def __init__(self, rule: str, template: str, **params: Any) -> None:
        self.rule = rule
        self.reason = Say(template, **params)
        super().__init__(rule, template)

    @property
    def said(self) -> Say:
        """The sentence with its rule."""
        if not self.rule:
            return self.reason
        return Say("{reason} [{rule}]", reason=self.reason, rule=self.rule)

    def __str__(self) -> str:
        return str(self.said)
