"""A finished game looked at again: who was ahead when, and which battles turned it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import bots
from ..bots import search
from ..locale import Translate
from .chronicle import Row
from .room import Room
from .sentences import say_in, say_out
from .show import Plain, sentence, side_title

SWINGS = 3
"""So many battles are named."""
TELLING = ("result", "roll")
"""What is quoted of a battle: what it came to, or else its last die."""


def figures(room: Room) -> Plain:
    """The advantage phase by phase and the largest swings, as plain data; nothing before the end."""
    try:
        brief = bots.brief(room.rules) if room.over else None
    except ValueError:
        brief = None
    if brief is None:
        return {"advantage": [], "swings": []}
    scores: dict[int, dict[str, float]] = {}

    def score(at: int) -> dict[str, float]:
        if at not in scores:
            scores[at] = search.advantage(brief, room.at(at))
        return scores[at]

    last = {(row.turn, row.phase): row.at for row in room.rows}
    ends = {at: turn for (turn, _), at in last.items()}
    line = [{"at": at, "turn": turn, "score": _rounded(score(at))} for at, turn in ends.items()]
    return {"advantage": line, "swings": _swings(room, score)}


def _swings(room: Room, score: Any) -> list[Plain]:
    battles: dict[int, list[Row]] = {}
    for row in room.rows:
        if row.battle:
            battles.setdefault(row.battle, []).append(row)
    first = room.rules.sides[0]
    found = []
    for begin, rows in battles.items():
        told = next((r for kind in TELLING for r in reversed(rows) if r.event.kind == kind), None)
        if told is None:
            continue
        gain = score(rows[-1].at)[first] - score(begin - 1)[first]
        found.append((abs(gain), gain, told))
    found.sort(key=lambda swing: swing[0], reverse=True)
    others = [side for side in room.rules.sides if side != first]
    return [
        {
            "at": row.at,
            "turn": row.turn,
            "side": first if gain > 0 else others[0],
            "gain": round(size, 3),
            "say": say_out(row.event.say),
        }
        for size, gain, row in found[:SWINGS]
        if size > 0
    ]


def _rounded(scores: Mapping[str, float]) -> dict[str, float]:
    return {side: round(score, 3) for side, score in scores.items()}


def told(swings: list[Plain], rules: Any, tr: Translate) -> list[Plain]:
    """The swings in a language."""
    return [
        {key: swing[key] for key in ("at", "turn", "side", "gain")}
        | {
            "side_title": side_title(swing["side"], tr),
            "text": sentence(say_in(swing["say"]), rules, tr),
        }
        for swing in swings
    ]
