"""Sentences that can be translated, and the words of an order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Say:
    """A sentence: a template in English, which is the key of its translation, and what fills it."""

    __slots__ = ("params", "template")

    def __init__(self, template: str, **params: Any) -> None:
        self.template, self.params = template, params

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The sentence in another language; sentences inside it are translated too."""
        params = {
            key: value.translated(translate) if isinstance(value, Say) else value
            for key, value in self.params.items()
        }
        return translate(self.template).format(**params)

    def __repr__(self) -> str:
        return f"Say({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Say) and (self.template, self.params) == (
            other.template,
            other.params,
        )

    __hash__ = None  # type: ignore[assignment]


class Action:
    """One small choice: a verb and, usually, a unit, a hex or a figure.

    ``value`` is what the rules work with (an index), ``word`` what people read and type.
    Equal if they read the same.
    """

    __slots__ = ("text", "value", "verb", "word")

    def __init__(self, verb: str, word: str = "", value: int = -1) -> None:
        self.verb, self.word, self.value = verb, word, value
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


class IllegalAction(ValueError):
    """A refusal: the rule that forbids it and a sentence that says why."""

    def __init__(self, rule: str, template: str, **params: Any) -> None:
        self.rule = rule
        self.reason = Say(template, **params)
        super().__init__(rule, template)

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]" if self.rule else str(self.reason)
