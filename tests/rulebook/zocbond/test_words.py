"""The verbs of a game: those of all answers that there are, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

import grognard
from grognard.engine.words import Action


def answers(orders: object) -> Iterator[Action]:
    """All answers that are made once."""
    for few in vars(orders).values():
        each = few.values() if isinstance(few, dict) else few if isinstance(few, list) else [few]
        yield from (answer for answer in each if isinstance(answer, Action))


@pytest.mark.parametrize("game", ["salerno43", "normandy44"])
def test_the_verbs_are_those_of_the_answers(game: str) -> None:
    """Beside them ``from`` gathers a stack and ``roll`` is for dice that are thrown by hand."""
    orders = grognard.new(game).rules.actions  # type: ignore[attr-defined]
    words = import_module(f"grognard.games.{game}.words")
    said = {answer.verb for answer in answers(orders)}
    assert said | {"from", "roll"} == set(words.VERBS)
    assert len(words.VERBS) == len(set(words.VERBS))
