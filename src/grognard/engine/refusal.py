"""Why a decision does not take the words of an order, where nobody closer to it has said so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .decision import Ask
from .ruleset import Ruleset
from .state import State
from .words import IllegalAction

S = TypeVar("S", bound=State)

FEW = 12
"""So many answers are told to whoever gave another."""


def refusal(rules: Ruleset[S], state: S, ask: Ask, words: Sequence[str]) -> IllegalAction:
    """Why the decision does not take these words: the rule that forbids it, if anybody knows it."""
    spoken = words[0].islower()
    verb, word = (words[0], "".join(words[1:2])) if spoken else ("", words[0])
    return (
        (ask.refuse(verb, word) if ask.refuse else None)
        or _foreign(rules, state, ask, words)
        or rules.why_not(state, words)
        or _out_of_place(rules, ask, words)
        or _not_offered(ask, words)
        or IllegalAction(
            ask.rule,
            "'{order}' is not possible now; the question is: {prompt}",
            order=" ".join(words),
            prompt=ask.prompt,
        )
    )


def _foreign(rules: Ruleset[S], state: S, ask: Ask, words: Sequence[str]) -> IllegalAction | None:
    """The order names a unit of another side than the one that is asked."""
    side = rules.serves(ask.side)
    rule = (rules.turn_rule(state) if ask.top else "") or ask.rule
    for word in words[1:]:
        unit = rules.units.find(word.split("+")[0])
        owner = rules.sides[unit.side] if unit is not None else side
        if unit is not None and owner != side and not _answers(ask, unit.id):
            return IllegalAction(
                rule,
                "{unit} is {owner}; the question is for the {side} player: {prompt}",
                unit=unit.id,
                owner=owner,
                side=side,
                prompt=ask.prompt,
            )
    return None


def _out_of_place(rules: Ruleset[S], ask: Ask, words: Sequence[str]) -> IllegalAction | None:
    """The order carries on one that nobody has begun, or answers a question that is not asked."""
    said = rules.said_in.get(words[0])
    if said is None or any(action.verb == words[0] for action in ask.actions):
        return None
    if said.after and ask.top:
        return IllegalAction(
            said.rule,
            "'{order}' carries on an order that has not been begun: {example}",
            order=words[0],
            example=", ".join(said.after),
        )
    return IllegalAction(
        said.rule,
        "nothing is asked that '{order}' would answer; the question is: {prompt}",
        order=words[0],
        prompt=ask.prompt,
    )


def _not_offered(ask: Ask, words: Sequence[str]) -> IllegalAction | None:
    """The order has the right verb: what may follow it, where that can be said in a few words."""
    offered = [action.word for action in ask.actions if action.verb == words[0] and action.word]
    if not 0 < len(offered) <= FEW:
        return None
    return IllegalAction(
        ask.rule,
        "'{order}' is not among the answers ({answers}); the question is: {prompt}",
        order=" ".join(words),
        answers=", ".join(offered),
        prompt=ask.prompt,
    )


def _answers(ask: Ask, word: str) -> bool:
    return any(action.word == word for action in ask.actions)
