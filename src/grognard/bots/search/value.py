"""What a position is worth: for each side the chance that it wins, by a logistic head on the features."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...engine.decision import Outcome
from ...engine.ruleset import Ruleset

BIAS = "1"
"""The feature that is always 1."""
AMBITION = 0.5
"""How much it counts in a plan who would win, beside what the game is worth with its draws."""


@dataclass(frozen=True)
class Value:
    """A head for each side: the weights of the features, and of ``BIAS``."""

    sides: tuple[str, ...]
    heads: Mapping[str, Mapping[str, float]]
    fingerprint: str = ""
    """Of the rules and data that it was fitted on; '' for hunches."""

    def chances(self, features: Mapping[str, float]) -> dict[str, float]:
        """By side: the chance that it wins.  What is missing to 1 is the chance of a draw."""
        found = {side: logistic(self.heads[side], features) for side in self.sides}
        total = sum(found.values())
        return {s: c / total for s, c in found.items()} if total > 1 else found

    def score(self, features: Mapping[str, float], side: str) -> float:
        """What a side may hope for: 1 for a win, a half for a draw."""
        chances = self.chances(features)
        return chances[side] + (1 - sum(chances.values())) / 2

    def promise(self, features: Mapping[str, float], side: str) -> float:
        """The score, tempered by the chance to be the one who wins if anybody does.

        By the score alone a side whose victories are rare would only play for the draw.
        """
        chances = self.chances(features)
        decided = sum(chances.values())
        alone = chances[side] / decided if decided else 0.5
        return (1 - AMBITION) * self.score(features, side) + AMBITION * alone

    def weigh(self, difference: Mapping[str, float], side: str) -> dict[str, float]:
        """By feature: how much a difference of features speaks for a side."""
        others = [s for s in self.sides if s != side]
        return {
            name: amount
            * (
                self.heads[side].get(name, 0.0)
                - sum(self.heads[s].get(name, 0.0) for s in others) / max(len(others), 1)
            )
            for name, amount in difference.items()
        }


def logistic(head: Mapping[str, float], features: Mapping[str, float]) -> float:
    """The chance that a head gives."""
    z = head.get(BIAS, 0.0) + sum(head.get(name, 0.0) * x for name, x in features.items())
    return 1 / (1 + math.exp(-min(max(z, -30.0), 30.0)))


def settled(outcome: Outcome, side: str) -> float:
    """The score of a game that is over."""
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


def fingerprint(rules: Ruleset[Any]) -> str:
    """What weights depend on: the rules, the data, the scenario and its options."""
    return f"{rules.name} {rules.version} {rules.digest[:16]} {rules.scenario}"


def by_hunch(sides: Sequence[str], hunches: Mapping[str, float]) -> Value:
    """A value without any fit: what speaks for the first side speaks against the others."""
    first, *rest = sides
    against = {name: -w for name, w in hunches.items()}
    return Value(tuple(sides), {first: dict(hunches), **dict.fromkeys(rest, against)})


@lru_cache(maxsize=32)
def read(path: Path) -> Value:
    """The weights that ``grognard train`` wrote."""
    data = json.loads(path.read_text("utf-8"))
    return Value(tuple(data["heads"]), data["heads"], data["fingerprint"])
