"""Sentences that can be translated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class GrognardError(Exception):
    """What every error of Grognard's own is: a refusal, bad data, a name that is none.

    Those that a player reads have ``said``, the sentence to be translated.
    """


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


def N_(word: str) -> str:
    """Mark a word for extraction that reaches a sentence by its value: a phase, a verb, a name."""
    return word


def figure(number: float, how: str = "") -> Say:
    """A number in the form of the language (``1.5``, ``1,5``); ``how`` is a format, percent too."""
    whole, point, part = format(number, how).partition(".")
    if not point:
        return Say("{n}", n=whole)
    if part.endswith("%"):
        return Say("{whole}.{part}%", whole=whole, part=part[:-1])
    return Say("{whole}.{part}", whole=whole, part=part)
