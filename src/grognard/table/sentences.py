"""Sentences as plain data, so that they are kept, sent to another process, and told in any language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..engine.words import Say

Reason = tuple[str, Say]
"""Why a bot gave an order: the rule ('' for judgement alone) and the sentence."""


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
