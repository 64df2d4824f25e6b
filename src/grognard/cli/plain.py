"""Answers as JSON, for other programs: plain data with the sentences in the screen's language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from ..engine.sight import Sight
from ..engine.words import Action, IllegalAction, Say
from .screen import Screen


def write_json(screen: Screen, value: Any) -> None:
    screen.raw(json.dumps(plain(screen, value), indent=1, ensure_ascii=False) + "\n")


def plain(screen: Screen, value: Any) -> Any:
    """Anything that a game tells as plain data: classes as objects, sentences as text."""
    if isinstance(value, Say):
        return screen.words(value)
    if isinstance(value, Action):
        return str(value)
    if isinstance(value, Fraction):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(screen, getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain(screen, each) for key, each in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(key): plain(screen, each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(screen, each) for each in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


def situation(sight: Sight[Any]) -> dict[str, Any]:
    """Where a game stands, as a seat may see it."""
    game, rules, ask = sight.game, sight.rules, sight.game.decision
    return {
        "game": rules.name,
        "scenario": rules.scenario,
        "options": sorted(rules.options),
        "turn": game.turn,
        "phase": game.phase,
        "status": [{"label": label, "value": value} for label, value in rules.status(sight.state)],
        "decision": None
        if ask is None
        else {"side": ask.side, "kind": ask.kind, "rule": ask.rule, "prompt": sight.prompt},
        "outcome": game.outcome,
        "pieces": rules.pieces(sight.state),
    }


def refusal(no: IllegalAction | None) -> dict[str, Any]:
    """Whether an order is legal, and if not why."""
    if no is None:
        return {"legal": True}
    return {"legal": False, "rule": no.rule, "reason": no.reason}
