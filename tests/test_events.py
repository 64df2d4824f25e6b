"""What events tell in every game: each die with all that modifies it, each phase that passes by itself."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import grognard
from grognard.engine.decision import Event, Modifier
from grognard.games import names, ruleset_class

GAMES = [(name, scenario.id) for name in names() for scenario in ruleset_class(name).scenarios]
POOLS = "8.13"
"""Gazala 1942: both sides throw their armor dice before the hits are told."""
DECISIONS = 1500


@cache
def happened(game: str, scenario: str) -> list[Event]:
    """What a game by chance tells, with all options."""
    options = [option.id for option in ruleset_class(game).option_list if option.id != "solitaire"]
    g = grognard.new(game, scenario=scenario, seed=f"{game}-{scenario}", options=options)
    chance = random.Random(scenario)
    told = list(g.opening_events)
    for _ in range(DECISIONS):
        if g.decision is None:
            break
        closing = [a for a in g.legal_actions if a.verb == "done"]
        if closing and chance.random() < 0.2:
            told += g.play(closing[0])
        else:
            told += g.play(chance.choice(g.legal_actions))
    return told


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_every_die_leads_to_an_event_with_its_modifiers_and_its_result(
    game: str, scenario: str
) -> None:
    told = happened(game, scenario)
    unexplained: Counter[str] = Counter()
    waiting: Event | None = None
    for event in told:
        if event.kind == "roll":
            if waiting is not None:
                unexplained[str(waiting)] += 1
            waiting = event if "face" in event.facts and event.rule != POOLS else None
        elif waiting is not None and event.facts.get("die") == waiting.facts["face"]:
            facts, waiting = event.facts, None
            assert all(isinstance(each, Modifier) for each in facts["modifiers"])
            assert facts["modified"] == facts["die"] + sum(m.amount for m in facts["modifiers"])
            assert facts["result"] is not None
    assert not unexplained
    assert any(event.kind == "roll" for event in told)


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_phase_that_passes_by_itself_says_so_with_its_rule(game: str, scenario: str) -> None:
    passed = [event for event in happened(game, scenario) if event.kind == "pass"]
    assert passed
    assert all(event.rule for event in passed)
